//===- HostRegionMirror.cpp - Constructs that stay on the host ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/HostRegionMirror.h"
#include "data/DataEnvironment.h"
#include "data/ReservedAddresses.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "ompscan/abi.h"
#include "report/EventLog.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

unsigned char *bytesAt(uintptr_t Address) {
  return reinterpret_cast<unsigned char *>(Address);
}

/// Calls \p F with the begin and the end of each range of \p Size bytes in
/// which \p Is differs from \p Was. Ranges with little between them are one, so
/// that there are not too many.
template <typename Function>
void forEachChange(const unsigned char *Was, const unsigned char *Is,
                   uint64_t Size, Function F) {
  constexpr uint64_t Block = 64;
  const uint64_t Gap = std::max(Block, Size / 4096);
  uint64_t Begin = 0, End = 0; // of the range at work
  for (uint64_t At = 0; At < Size; At += Block) {
    const uint64_t Last = std::min(At + Block, Size);
    if (std::memcmp(Was + At, Is + At, Last - At) == 0)
      continue;
    uint64_t First = At, Behind = Last;
    while (Was[First] == Is[First])
      ++First;
    while (Was[Behind - 1] == Is[Behind - 1])
      --Behind;
    if (End != 0 && First - End > Gap) {
      F(Begin, End);
      End = 0;
    }
    if (End == 0)
      Begin = First;
    End = Behind;
  }
  if (End != 0)
    F(Begin, End);
}

} // namespace

HostRegionMirror::HostRegionMirror(const char *Location,
                                   std::shared_ptr<Device> On)
    : On(std::move(On)), Record(Location) {}

HostRegionMirror::~HostRegionMirror() = default;

/// Adds what is present of the bytes from \p Begin to before \p End.
void HostRegionMirror::add(uintptr_t Begin, uintptr_t End, bool IsRead) {
  for (const std::shared_ptr<PresentData> &D :
       dataOf(*On).overlapping(Begin, End)) {
    if (D->isOnHost())
      continue;
    const uintptr_t First = std::max(Begin, D->begin());
    const uintptr_t Last = std::min(End, D->end());
    const auto Known = std::find_if(Parts.begin(), Parts.end(),
                                    [&](const Part &P) { return P.Data == D; });
    if (Known == Parts.end()) {
      Parts.push_back({D, First, Last, IsRead, nullptr, nullptr});
      continue;
    }
    Known->Begin = std::min(Known->Begin, First);
    Known->End = std::max(Known->End, Last);
    Known->IsRead &= IsRead;
  }
}

bool HostRegionMirror::isPresent(uintptr_t Begin) const {
  return Begin != UINTPTR_MAX &&
         dataOf(*On).find(Begin, Begin + 1).State == Presence::Present;
}

void HostRegionMirror::use(const void *Address, uint64_t Bytes,
                           uint32_t Flags) {
  const auto At = reinterpret_cast<uintptr_t>(Address);
  const bool IsRead = (Flags & OMPSCAN_HOST_READS) != 0;
  if (Flags & OMPSCAN_HOST_ATTACHES) {
    uintptr_t Value;
    if (isPresent(At) && !isPresent(Last)) {
      std::memcpy(&Value, Address, sizeof Value);
      Attached.emplace_back(At, Value);
    }
    return;
  }
  Last = At;
  if (Flags & OMPSCAN_HOST_COPIES) {
    Copies.emplace_back(At, At + Bytes);
  } else if (Flags & OMPSCAN_HOST_ALL) {
    for (const std::shared_ptr<PresentData> &D :
         dataOf(*On).overlapping(0, UINTPTR_MAX))
      if (D->isOfThisThread())
        add(D->begin(), D->end(), IsRead);
  } else if ((Flags & OMPSCAN_HOST_POINTER) || Bytes == 0) {
    for (const std::shared_ptr<PresentData> &D :
         dataOf(*On).overlapping(At, At + 1))
      add(D->begin(), D->end(), IsRead);
  } else if (Bytes <= UINTPTR_MAX - At) {
    add(At, At + Bytes, IsRead);
  }
  if (Bytes <= UINTPTR_MAX - At)
    (Flags & OMPSCAN_HOST_PRIVATE ? Private : Shared)
        .emplace_back(At, At + Bytes);
}

/// Copies the private data that is not present.
void HostRegionMirror::keepPrivate() {
  for (const auto &[Begin, End] : Private) {
    std::vector<std::pair<uintptr_t, uintptr_t>> Others = Shared;
    for (const std::shared_ptr<PresentData> &D :
         dataOf(*On).overlapping(Begin, End))
      Others.emplace_back(D->begin(), D->end());
    std::sort(Others.begin(), Others.end());
    Others.emplace_back(UINTPTR_MAX, UINTPTR_MAX);
    uintptr_t From = Begin;
    for (const auto &[First, Behind] : Others) {
      const uintptr_t To = std::min(First, End);
      if (From < To) {
        Kept.push_back({From, To, nullptr});
        Kept.back().Own.reset(new unsigned char[To - From]);
        std::memcpy(Kept.back().Own.get(), bytesAt(From), To - From);
      }
      From = std::max(From, Behind);
    }
  }
}

/// Undoes the construct's changes. Other bytes are not written.
void HostRegionMirror::restorePrivate() {
  for (const Original &P : Kept)
    forEachChange(P.Own.get(), bytesAt(P.Begin), P.End - P.Begin,
                  [&](uint64_t First, uint64_t Last) {
                    std::memcpy(bytesAt(P.Begin + First), P.Own.get() + First,
                                Last - First);
                  });
}

/// Reads the device's values to the side.
void HostRegionMirror::fetch() {
  Stream Commands(*On, Record);
  for (Part &P : Parts) {
    const uint64_t Size = P.End - P.Begin;
    P.Device.reset(new unsigned char[Size]);
    Commands.read(P.Data->buffer(), P.Data->offsetOf(P.Begin), Size,
                  P.Device.get(), "mapped data");
    Record.BytesFetched += Size;
  }
  Commands.finish();
  Commands.giveBack();
  for (Part &P : Parts) {
    const uint64_t Size = P.End - P.Begin;
    // Where both are the same the host's memory is not touched: it may be
    // constant.
    if (std::memcmp(P.Device.get(), bytesAt(P.Begin), Size) == 0)
      continue;
    if (P.Data->isDeviceOnly()) {
      std::memcpy(bytesAt(P.Begin), P.Device.get(), Size);
      continue; // The host has nothing of its own there.
    }
    P.Own.reset(new unsigned char[Size]);
    std::memcpy(P.Own.get(), bytesAt(P.Begin), Size);
  }
}

/// Takes the data of the device; what cannot be taken is no part any more.
void HostRegionMirror::takeParts() {
  // Another thread may have taken it off the device meanwhile.
  Parts.erase(
      std::remove_if(Parts.begin(), Parts.end(),
                     [&](const Part &P) { return !dataOf(*On).lend(*P.Data); }),
      Parts.end());
  if (Parts.empty())
    return;
  try {
    for (const Part &P : Parts)
      if (P.Data->isDeviceOnly())
        openAddresses(P.Data->begin());
    fetch();
  } catch (const std::bad_alloc &) {
    throw Unrecoverable("the data that it uses is only on the device, and the "
                        "program has no memory to copy it back");
  } catch (const std::exception &E) {
    throw Unrecoverable("the data that it uses is only on the device and "
                        "cannot be read back: " +
                        std::string(E.what()));
  }
}

bool HostRegionMirror::begin() {
  Parts.erase(std::remove_if(Parts.begin(), Parts.end(),
                             [&](const Part &P) {
                               return P.Data->isLentHere() ||
                                      std::any_of(Copies.begin(), Copies.end(),
                                                  [&](const auto &C) {
                                                    return C.first <= P.Begin &&
                                                           P.End <= C.second;
                                                  });
                             }),
              Parts.end());
  if (Parts.empty() && Private.empty())
    return false;
  Turn = takeHostMirrorLock();
  takeParts();
  keepPrivate();
  if (Parts.empty() && Kept.empty()) {
    Turn.unlock();
    return false;
  }
  for (Part &P : Parts)
    if (P.Own)
      std::memcpy(bytesAt(P.Begin), P.Device.get(), P.End - P.Begin);
  for (const Part &P : Parts)
    for (const auto &[Pointer, Value] : Attached)
      if (P.Begin <= Pointer && Pointer + sizeof Value <= P.End)
        std::memcpy(bytesAt(Pointer), &Value, sizeof Value);
  return true;
}

/// Sends what has changed to the device.
void HostRegionMirror::send() {
  try {
    Stream Commands(*On, Record);
    for (const Part &P : Parts) {
      if (P.IsRead)
        continue;
      forEachChange(P.Device.get(), bytesAt(P.Begin), P.End - P.Begin,
                    [&](uint64_t First, uint64_t Last) {
                      Commands.write(P.Data->buffer(),
                                     P.Data->offsetOf(P.Begin + First),
                                     Last - First, bytesAt(P.Begin + First),
                                     "mapped data");
                      Record.BytesSent += Last - First;
                    });
    }
    Commands.finish();
    Commands.giveBack();
  } catch (const std::exception &E) {
    throw LostResults(
        std::string("its results cannot be sent to the device: ") + E.what());
  }
}

void HostRegionMirror::end() {
  if (!Parts.empty())
    send();
  for (const Part &P : Parts) {
    const unsigned char *Own = P.Own ? P.Own.get() : P.Device.get();
    if (P.Data->isDeviceOnly())
      closeAddresses(P.Data->begin());
    else
      forEachChange(Own, bytesAt(P.Begin), P.End - P.Begin,
                    [&](uint64_t First, uint64_t Last) {
                      std::memcpy(bytesAt(P.Begin + First), Own + First,
                                  Last - First);
                    });
    dataOf(*On).takeBack(*P.Data);
  }
  restorePrivate();
  Turn.unlock();
  noteTransfer(Record, On->label());
}

} // namespace ompscan::rt
