//===- DataEnvironment.cpp - What is present on a device ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/DataEnvironment.h"
#include "data/ReservedAddresses.h"
#include "device/Device.h"
#include "device/Poison.h"
#include "device/ShortLoops.h"
#include "device/Stream.h"
#include "report/EventLog.h"
#include "report/Report.h"
#include "support/Failure.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace ompscan::rt {

void endWithProcess() noexcept {
  if (!isAnythingPresent())
    return;
  constexpr std::chrono::seconds Patience(5);
  std::this_thread::sleep_for(Patience);
  reportFatal("a thread that runs while the process ends",
              "data is mapped on a device, which cannot be used any more");
}

std::string describeBytes(const void *Address, uint64_t Bytes) {
  char Text[64];
  std::snprintf(Text, sizeof Text, "%llu %s at %p",
                static_cast<unsigned long long>(Bytes),
                Bytes == 1 ? "byte" : "bytes", Address);
  return Text;
}

void checkAddress(const void *Address, uint64_t Bytes, const char *Hint) {
  if (!Address)
    throw DataError(OMPSCAN_ERROR_ARGUMENT, "the address of " +
                                                std::to_string(Bytes) +
                                                " bytes is a null pointer");
  if (reinterpret_cast<uintptr_t>(Address) > UINTPTR_MAX - Bytes)
    throw DataError(OMPSCAN_ERROR_ARGUMENT,
                    "the " + describeBytes(Address, Bytes) +
                        " do not lie in the address space" + Hint);
}

Mapper Mapper::thisThread() {
  return {std::this_thread::get_id(), ::syscall(SYS_gettid) == ::getpid()};
}

PresentData::PresentData(uintptr_t Begin, uintptr_t End, const Mapper &By)
    : Begin(Begin), End(End), By(By) {}

bool PresentData::isOfThisThread() const {
  return By.IsFirst || By.Thread == std::this_thread::get_id();
}

PresentData::~PresentData() {
  if (Sound)
    Own.giveBack();
  if (DeviceOnly && !Keep)
    unreserveAddresses(Begin);
}

std::shared_ptr<PresentData> PresentData::borrow(uintptr_t Begin, uintptr_t End,
                                                 const Memory &Buffer,
                                                 std::unique_ptr<Keeper> Keep,
                                                 bool IsDeviceOnly) {
  std::shared_ptr<PresentData> D(
      new PresentData(Begin, End, Mapper::thisThread()));
  D->Foreign = Buffer;
  D->Keep = std::move(Keep);
  D->DeviceOnly = IsDeviceOnly;
  return D;
}

/// The value of the pointer at \p Pointer.
static uintptr_t valueAt(uintptr_t Pointer) {
  uintptr_t Value;
  std::memcpy(&Value, reinterpret_cast<const void *>(Pointer), sizeof Value);
  return Value;
}

DataEnvironment::~DataEnvironment() { count(-Entries.load()); }

Presence DataEnvironment::look(uintptr_t Begin, uintptr_t End) const {
  auto Next = Table.upper_bound(Begin);
  if (Next != Table.begin()) {
    const Entry &E = std::prev(Next)->second;
    if (Begin < E->End)
      return {End <= E->End ? Presence::Present : Presence::Partial, E};
  }
  if (Next != Table.end() && Next->first < End)
    return {Presence::Partial, Next->second};
  return {};
}

/// The same when nobody is at work on what is found, and if asked for, when no
/// other thread has its values on the host.
Presence DataEnvironment::settle(std::unique_lock<std::mutex> &Guard,
                                 uintptr_t Begin, uintptr_t End,
                                 bool WaitsForBorrower) {
  for (;;) {
    Presence P = look(Begin, End);
    if (P.State == Presence::Absent)
      return P;
    const bool IsLent =
        P.Data->Borrower.load() != std::thread::id() && !P.Data->isLentHere();
    if (!P.Data->Busy && !(WaitsForBorrower && IsLent))
      return P;
    Settled.wait(Guard);
  }
}

std::vector<DataEnvironment::Entry>
DataEnvironment::overlapping(uintptr_t Begin, uintptr_t End) {
  std::vector<Entry> Found;
  if (isEmpty())
    return Found;
  std::unique_lock<std::mutex> Guard(Lock);
  while (Begin < End) {
    auto Next = Table.upper_bound(Begin);
    if (Next != Table.begin() && std::prev(Next)->second->End > Begin)
      --Next;
    if (Next == Table.end() || Next->first >= End)
      break;
    const Entry E = Next->second;
    if (E->Busy) {
      Settled.wait(Guard); // It may be gone then.
      continue;
    }
    Found.push_back(E);
    Begin = E->End;
  }
  return Found;
}

bool DataEnvironment::lend(PresentData &D) {
  std::unique_lock<std::mutex> Guard(Lock);
  while (D.Busy)
    Settled.wait(Guard);
  const auto Found = Table.find(D.Begin);
  if (Found == Table.end() || Found->second.get() != &D)
    return false;
  D.Borrower = std::this_thread::get_id();
  ++Version;
  return true;
}

void DataEnvironment::takeBack(PresentData &D) {
  const std::lock_guard<std::mutex> Guard(Lock);
  D.Borrower = std::thread::id();
  ++Version;
  Settled.notify_all();
}

Presence DataEnvironment::find(uintptr_t Begin, uintptr_t End) {
  if (isEmpty())
    return {};
  std::unique_lock<std::mutex> Guard(Lock);
  return settle(Guard, Begin, End);
}

Presence DataEnvironment::find(const void *Address, uint64_t Bytes) {
  return find(number(Address), number(Address) + Bytes);
}

/// Says that of the bytes only those that \p D has are there.
void DataEnvironment::throwOverlap(const PresentData &D, const void *Address,
                                   uint64_t Bytes) {
  throw DataError(
      OMPSCAN_ERROR_OVERLAP,
      "only a part of the " + describeBytes(Address, Bytes) +
          " is on the device, where " +
          describeBytes(reinterpret_cast<void *>(D.begin()),
                        D.end() - D.begin()) +
          " are mapped; map the whole at once, or unmap what is there first");
}

/// The entry that holds all of the bytes.
DataEnvironment::Entry
DataEnvironment::require(std::unique_lock<std::mutex> &Guard,
                         const void *Address, uint64_t Bytes) {
  Presence P = settle(Guard, number(Address), number(Address) + Bytes,
                      /*WaitsForBorrower=*/true);
  if (P.State == Presence::Partial)
    throwOverlap(*P.Data, Address, Bytes);
  if (P.State == Presence::Absent)
    throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                    "the " + describeBytes(Address, Bytes) + " are not on " +
                        Owner.info().Name +
                        "; map them first, on the same device");
  return std::move(P.Data);
}

std::unique_lock<std::mutex> DataEnvironment::lockUnchanged(uint64_t Since) {
  std::unique_lock<std::mutex> Guard(Lock);
  if (Version != Since)
    Guard.unlock();
  return Guard;
}

/// Adds \p More entries, modulo 2^n, to the counts.
void DataEnvironment::count(size_t More) {
  Entries += More;
  MappedEntries += More;
  if (Owner.sharesHostMemory())
    return;
  EntriesOnDevices += More;
  publishShortLoopLimit();
}

void DataEnvironment::insert(const Entry &E) {
  ++Version;
  Table.emplace(E->Begin, E);
  count(1);
}

void DataEnvironment::remove(const Entry &E) {
  ++Version;
  Table.erase(E->Begin);
  count(size_t(0) - 1);
}

/// Lets others have \p E, or see that it is gone.
void DataEnvironment::release(const Entry &E) {
  E->Busy = false;
  Settled.notify_all();
}

/// The pointers from \p Begin to before \p End that are attached.
std::vector<PresentData::Attachment>
DataEnvironment::attachedIn(const PresentData &D, uintptr_t Begin,
                            uintptr_t End) {
  std::vector<PresentData::Attachment> Found;
  const std::lock_guard<std::mutex> Guard(Lock);
  for (const PresentData::Attachment &A : D.Attached)
    if (Begin <= A.Pointer && A.Pointer + sizeof A.Value <= End)
      Found.push_back(A);
  return Found;
}

/// Reads \p What, whose first byte lies at \p Offset in \p From. What lies
/// between blocks stays as it is on the host.
static void readBlocks(Stream &Commands, const Memory &From, uint64_t Offset,
                       const HostBlocks &What) {
  if (What.Count == 1)
    return Commands.read(From, Offset, What.Size, What.Address, "mapped data");
  std::vector<unsigned char> All(What.extent());
  Commands.read(From, Offset, All.size(), All.data(), "mapped data");
  Commands.finish();
  for (uint64_t I = 0; I != What.Count; ++I)
    std::memcpy(static_cast<char *>(What.Address) + I * What.Distance,
                All.data() + I * What.Distance, What.Size);
}

/// Copies \p What between the host and \p D; \p Way is Send or Fetch. Pointers
/// that are attached stay as they are on both.
void DataEnvironment::transfer(PresentData &D, Activity Way,
                               const HostBlocks &What, const char *Call) {
  if (D.isDeviceOnly())
    throw DataError(OMPSCAN_ERROR_ARGUMENT,
                    "the address stands for memory of " + Owner.info().Name +
                        ", which has no counterpart on the host; "
                        "ompscan_copy moves it");
  if (D.isLentHere() || D.isOnHost())
    return; // The host's memory is what counts.
  LaunchRecord Record(Call);
  const uintptr_t Begin = number(What.Address);
  std::vector<PresentData::Attachment> Attached =
      attachedIn(D, Begin, Begin + What.extent());
  try {
    // Behind what unfinished launches do with it.
    Stream Commands(Owner, Record, {{&D, Way == Activity::Send}});
    const uint64_t Offset = D.offsetOf(Begin);
    if (Way == Activity::Send) {
      if (What.Count == 1)
        Commands.write(D.buffer(), Offset, What.Size, What.Address,
                       "mapped data");
      else
        Commands.writeStrided(D.buffer(), Offset, What.Size, What.Distance,
                              What.Count, What.Address, "mapped data");
      for (const PresentData::Attachment &A : Attached)
        Commands.write(D.buffer(), D.offsetOf(A.Pointer), sizeof A.Value,
                       &A.Value, "an attached pointer");
    } else {
      for (PresentData::Attachment &A : Attached)
        A.Value = valueAt(A.Pointer);
      readBlocks(Commands, D.buffer(), Offset, What);
    }
    Commands.finish();
    Commands.giveBack();
    if (Way == Activity::Fetch)
      for (const PresentData::Attachment &A : Attached)
        if (valueAt(A.Pointer) != A.Value)
          std::memcpy(reinterpret_cast<void *>(A.Pointer), &A.Value,
                      sizeof A.Value);
  } catch (...) {
    D.Sound = false;
    Owner.pending().settle(); // Perhaps an earlier loop is to blame.
    throw;
  }
  (Way == Activity::Send ? Record.BytesSent : Record.BytesFetched) =
      Way == Activity::Send ? What.Count * What.Size : What.extent();
  noteTransfer(Record, Owner.label());
}

/// Gives \p D memory, and the host's bytes if they are to be sent.
void DataEnvironment::fill(PresentData &D, bool Send, const char *Call) {
  const uint64_t Bytes = D.End - D.Begin;
  if (Bytes > Owner.maxBuffer())
    throw DataError(OMPSCAN_ERROR_MEMORY,
                    Owner.info().Name + " allows buffers of " +
                        std::to_string(Owner.maxBuffer()) + " bytes, not of " +
                        std::to_string(Bytes));
  if (Owner.sharesHostMemory() && !D.isDeviceOnly()) {
    D.OnHost = Owner.backend().ofHost(reinterpret_cast<void *>(D.Begin), Bytes);
    return;
  }
  D.Own = Owner.pool().take(Bytes);
  if (Send) {
    send(D, reinterpret_cast<const void *>(D.Begin), Bytes, Call);
  } else if (PoisonBuffers) {
    LaunchRecord Record("poison");
    Stream Commands(Owner, Record);
    poison(Commands.queue(), D.buffer(), Bytes);
    Commands.giveBack();
  }
}

bool DataEnvironment::enter(const void *Address, uint64_t Bytes, unsigned Flags,
                            const char *Call, const Mapper &By) {
  const uintptr_t Begin = number(Address), End = Begin + Bytes;
  if (isReserved(Address))
    throw DataError(OMPSCAN_ERROR_ARGUMENT,
                    "the address stands for memory of a device, which is there "
                    "already");
  std::unique_lock<std::mutex> Guard(Lock);
  const bool Sends = (Flags & OMPSCAN_TO) && (Flags & OMPSCAN_ALWAYS);
  const Presence P = settle(Guard, Begin, End, /*WaitsForBorrower=*/Sends);
  if (P.State == Presence::Partial)
    throwOverlap(*P.Data, Address, Bytes);
  if (P.State == Presence::Present) {
    ++P.Data->References;
    if (Sends) {
      Guard.unlock();
      try {
        send(*P.Data, Address, Bytes, Call);
      } catch (...) {
        Guard.lock();
        --P.Data->References;
        throw;
      }
    }
    return false;
  }
  if (Flags & OMPSCAN_PRESENT)
    require(Guard, Address, Bytes);
  const Entry E(new PresentData(Begin, End, By));
  E->Busy = true;
  insert(E);
  Guard.unlock();
  try {
    fill(*E, Flags & OMPSCAN_TO, Call);
  } catch (...) {
    Guard.lock();
    remove(E);
    release(E);
    throw;
  }
  Guard.lock();
  release(E);
  return true;
}

void DataEnvironment::attach(const void *Pointer, const char *Call) {
  const uintptr_t At = number(Pointer);
  std::unique_lock<std::mutex> Guard(Lock);
  const Presence P = settle(Guard, At, At + sizeof(void *),
                            /*WaitsForBorrower=*/true);
  // Where the memory is the host's, or this thread has it there, the pointer is
  // the program's own.
  if (P.State != Presence::Present || P.Data->isDeviceOnly() ||
      P.Data->isOnHost() || P.Data->isLentHere())
    return;
  std::vector<PresentData::Attachment> &Attached = P.Data->Attached;
  const auto Known =
      std::find_if(Attached.begin(), Attached.end(),
                   [&](const auto &Each) { return Each.Pointer == At; });
  if (Known == Attached.end())
    Attached.push_back({At, valueAt(At)});
  else
    Known->Value = valueAt(At);
  Guard.unlock();
  send(*P.Data, Pointer, sizeof(void *), Call);
}

void DataEnvironment::exit(const void *Address, uint64_t Bytes, unsigned Flags,
                           const char *Call) {
  std::unique_lock<std::mutex> Guard(Lock);
  const Entry E = require(Guard, Address, Bytes);
  const bool Leaves =
      !E->Endless && ((Flags & OMPSCAN_DELETE) || E->References == 1);
  const bool Fetches =
      (Flags & OMPSCAN_FROM) && (Leaves || (Flags & OMPSCAN_ALWAYS));
  if (Leaves) {
    E->Busy = true;
    ++Version;
  } else if (!E->Endless) {
    --E->References;
  }
  if (Fetches) {
    Guard.unlock();
    try {
      transfer(*E, Activity::Fetch, {const_cast<void *>(Address), Bytes}, Call);
    } catch (...) {
      Guard.lock();
      if (Leaves)
        release(E);
      else if (!E->Endless)
        ++E->References;
      throw;
    }
    Guard.lock();
  }
  if (Leaves) {
    remove(E);
    release(E);
  }
}

void DataEnvironment::updateTo(const HostBlocks &What, const char *Call) {
  std::unique_lock<std::mutex> Guard(Lock);
  const Entry E = require(Guard, What.Address, What.extent());
  Guard.unlock();
  transfer(*E, Activity::Send, What, Call);
}

void DataEnvironment::updateFrom(const HostBlocks &What, const char *Call) {
  std::unique_lock<std::mutex> Guard(Lock);
  const Entry E = require(Guard, What.Address, What.extent());
  Guard.unlock();
  transfer(*E, Activity::Fetch, What, Call);
}

} // namespace ompscan::rt
