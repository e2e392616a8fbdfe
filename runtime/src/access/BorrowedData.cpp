//===- BorrowedData.cpp - Data of LLVM's libomptarget ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/BorrowedData.h"
#include "access/Access.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "device/omptarget/Omptarget.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

uintptr_t number(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

void *pointer(uintptr_t Address) { return reinterpret_cast<void *>(Address); }

/// A device of libomptarget.
class Lender {
public:
  explicit Lender(int Device)
      : Device(Device), IsHost(omptarget().isHost(Device)) {}

  std::string describe() const {
    const std::string Uid = omptarget().uidOf(Device);
    return "device " + std::to_string(Device) + " of libomptarget" +
           (Uid.empty() ? "" : " (" + Uid + ")");
  }
  void *counterpart(uintptr_t Address) const {
    return omptarget().counterpart(pointer(Address), Device);
  }
  /// The addresses around \p Address, which is present, whose counterparts lie
  /// side by side, as those of one mapped section do, as far as there is no gap
  /// in front of one of \p Others.
  std::pair<uintptr_t, uintptr_t>
  extentAround(uintptr_t Address, const std::vector<uintptr_t> &Others) const;

  /// Throws Unrecoverable if \p Bytes bytes at \p Address are present with
  /// other values than the \p Value on the host, which the loop would use for
  /// \p What.
  void requireSame(const char *What, const void *Address, const void *Value,
                   size_t Bytes) const;

  const int Device;
  const bool IsHost; ///< its memory is this process'
};

std::pair<uintptr_t, uintptr_t>
Lender::extentAround(uintptr_t Address,
                     const std::vector<uintptr_t> &Others) const {
  const uintptr_t Distance = number(counterpart(Address)) - Address;
  const auto IsInside = [&](uintptr_t At) {
    void *const Found = counterpart(At);
    return Found && number(Found) - At == Distance;
  };
  // The bytes behind, or in front, up to the last one that is inside.
  const auto countInside = [&](auto At) {
    uintptr_t Inside = 0, Step = 1;
    while (IsInside(At(Inside + Step))) {
      Inside += Step;
      Step *= 2;
    }
    for (; Step != 0; Step /= 2)
      if (IsInside(At(Inside + Step)))
        Inside += Step;
    return Inside;
  };
  const uintptr_t Behind =
      countInside([&](uintptr_t Offset) { return Address + Offset; });
  const uintptr_t Before =
      countInside([&](uintptr_t Offset) { return Address - Offset; });
  uintptr_t Begin = Address - Before, End = Address + Behind + 1;
  // Sections that were allocated one after the other, here and there, lie at
  // the same distance, and the search may have left out what is between them.
  // Mostly a section begins at, or shortly before, the first element that is
  // used.
  const auto gapBelow = [&](uintptr_t At, uintptr_t Lowest) -> uintptr_t {
    constexpr uintptr_t Most = 4096, Step = 8;
    for (uintptr_t Offset = Step; Offset <= std::min(Most, At - Lowest);
         Offset += Step)
      if (!IsInside(At - Offset))
        return At - Offset;
    return 0;
  };
  for (const uintptr_t Other : Others) {
    if (Other <= Begin || Other >= End || Other == Address)
      continue;
    uintptr_t Gap =
        gapBelow(std::max(Other, Address), std::min(Other, Address));
    if (Gap && Other > Address)
      End = Gap;
    else if (Gap) {
      while (!IsInside(Gap))
        ++Gap;
      Begin = Gap;
    }
  }
  return {Begin, End};
}

void Lender::requireSame(const char *What, const void *Address,
                         const void *Value, size_t Bytes) const {
  const void *const There = Address ? counterpart(number(Address)) : nullptr;
  if (!There || Bytes == 0)
    return;
  std::vector<unsigned char> Copy(Bytes);
  if (!omptarget().fetch(Copy.data(), There, Bytes, Device))
    throw Unrecoverable("the " + describeBytes(Address, Bytes) +
                        " cannot be read from " + describe());
  if (std::memcmp(Copy.data(), Value, Bytes) != 0)
    throw Unrecoverable(
        std::string(What) + " (" + describeBytes(Address, Bytes) +
        ") is mapped on " + describe() +
        ", where it has another value than on the host, which "
        "the loop uses; unmap it, or update it before the loop");
}

/// A section that libomptarget keeps mapped for one launch.
class OmptargetKeeper : public Keeper {
public:
  OmptargetKeeper(const Lender &Of, uintptr_t Begin, uint64_t Bytes,
                  int64_t Map)
      : Device(Of.Device), Begin(Begin), Bytes(static_cast<int64_t>(Bytes)),
        Map(Map) {
    omptarget().map(pointer(Begin), this->Bytes, Map, Device);
  }
  ~OmptargetKeeper() override {
    omptarget().unmap(pointer(Begin), Bytes, Map, Device);
  }

private:
  const int Device;
  const uintptr_t Begin;
  const int64_t Bytes;
  const int64_t Map;
};

/// How libomptarget is to map the section of \p A. One that the program does
/// not map may be constant.
int64_t mapOf(const Array &A) {
  const bool IsInput =
      A.Map == OMPSCAN_MAP_NONE &&
      std::all_of(A.Accesses.begin(), A.Accesses.end(), [](const Access &Use) {
        return Use.Kind == OMPSCAN_ACCESS_READ ||
               Use.Kind == OMPSCAN_ACCESS_READ_ANY;
      });
  int64_t Map = A.Map == OMPSCAN_MAP_TO || IsInput ? OmptargetTo
                : A.Map == OMPSCAN_MAP_FROM        ? OmptargetFrom
                : A.Map == OMPSCAN_MAP_ALLOC ? OmptargetAlloc
                                             : OmptargetTo | OmptargetFrom;
  if (A.Modifiers & OMPSCAN_MAP_ALWAYS)
    Map |= OmptargetAlways;
  if (A.Modifiers & OMPSCAN_MAP_PRESENT)
    Map |= OmptargetPresent;
  return Map;
}

/// The device of libomptarget that \p L asks for; nothing if that is the host.
std::optional<Lender> lenderOf(const LaunchDescriptor &L) {
  const Omptarget &Library = omptarget();
  const int Count = Library.isLoaded() ? Library.deviceCount() : 0;
  if (Count == 0) {
    if (environment().Policy == Offload::Mandatory)
      throw Failure(Library.isLoaded()
                        ? "OMP_TARGET_OFFLOAD=MANDATORY requires a device, and "
                          "libomptarget has none"
                        : "OMP_TARGET_OFFLOAD=MANDATORY requires a device, and "
                          "the program has not loaded libomptarget, or one "
                          "without omp_get_mapped_ptr");
    return std::nullopt;
  }
  if (L.DeviceRequest == OMPSCAN_DEVICE_GPU ||
      L.DeviceRequest == OMPSCAN_DEVICE_CPU)
    throw Unrecoverable("'device' asks for a type of device, and those of "
                        "libomptarget have numbers only");
  const int64_t Number = L.DeviceRequest == OMPSCAN_DEVICE_DEFAULT
                             ? Library.defaultDevice()
                             : L.DeviceRequest;
  if (Number == Count || Number == -1) // omp_initial_device
    return std::nullopt;
  if (Number < 0 || Number > Count)
    throw Unrecoverable("device(" + std::to_string(Number) +
                        ") is no device of libomptarget, which has " +
                        std::to_string(Count));
  return Lender(static_cast<int>(Number));
}

/// The data of one array.
struct Loan {
  Array *Of;
  uintptr_t Begin, End;
  void *At; ///< the counterpart of Begin
  std::unique_ptr<Keeper> Keep;
  bool IsDeviceOnly; ///< the addresses are those of the device
};

/// The first byte that the accesses of \p A, of \p L, use, and the one behind
/// the last; twice the begin of the array if that is not known.
std::pair<uintptr_t, uintptr_t> usedBytes(const LaunchDescriptor &L,
                                          const Array &A) {
  Interval Hull{INT64_MAX, INT64_MIN};
  try {
    for (const Range &R : rangesOf(A, L.Trips, L.isIndependent()))
      Hull = {std::min(Hull.Low, R.low()), std::max(Hull.High, R.high())};
  } catch (const Failure &) {
    // resolve() says so, unless the extent is found on the device.
    Hull = {INT64_MAX, INT64_MIN};
  }
  if (Hull.Low > Hull.High)
    return {number(A.Base), number(A.Base)};
  return {number(A.hostAddress(Hull.Low)),
          number(A.hostAddress(Hull.High)) + A.ElementSize};
}

/// Has libomptarget keep \p A, which uses the bytes \p Used; nothing if it is
/// the host's. Other arrays of the loop begin at \p Others.
std::optional<Loan> borrow(Array &A, std::pair<uintptr_t, uintptr_t> Used,
                           const std::vector<uintptr_t> &Others,
                           const Lender &From) {
  const auto [First, End] = Used;
  const auto Given = [&, First = First, End = End] {
    return Loan{&A,
                First,
                End,
                pointer(First),
                std::make_unique<Keeper>(),
                /*IsDeviceOnly=*/true};
  };
  if (A.isOnDevice()) {
    if (From.IsHost)
      return std::nullopt;
    return Given();
  }
  // A section of at most one element may be the begin of data that is there.
  const bool IsSection =
      A.isMapped() && (A.Count > 1 || (A.Modifiers & OMPSCAN_MAP_ALWAYS));
  if (!IsSection) {
    const uintptr_t Named =
        A.isMapped() ? number(A.hostAddress(A.Begin)) : First;
    for (const uintptr_t Address : {Named, End == First ? First : End - 1})
      if (From.counterpart(Address)) {
        const auto Extent = From.extentAround(Address, Others);
        auto Keep = std::make_unique<OmptargetKeeper>(
            From, Address, /*Bytes=*/1, OmptargetAlloc);
        return Loan{&A,
                    Extent.first,
                    Extent.second,
                    From.counterpart(Extent.first),
                    std::move(Keep),
                    /*IsDeviceOnly=*/false};
      }
    if (A.Count == 0 && !From.IsHost && cudaDeviceOf(pointer(First)))
      return Given(); // What `use_device_ptr` or omp_target_alloc has made.
    if (A.Count == 0)
      return std::nullopt;
  }
  const uintptr_t Begin = number(A.hostAddress(A.Begin));
  const uint64_t Bytes = A.bytesOf(A.section());
  auto Keep = std::make_unique<OmptargetKeeper>(From, Begin, Bytes, mapOf(A));
  A.Modifiers &= ~uint32_t(OMPSCAN_MAP_ALWAYS | OMPSCAN_MAP_PRESENT);
  void *const At = From.counterpart(Begin);
  // With `requires unified_shared_memory`, nothing is mapped.
  if (!At && !From.IsHost)
    throw Unrecoverable(From.describe() + " has no memory of its own for " +
                        A.Name + ", and loops cannot use the host's there");
  if (!At)
    return std::nullopt;
  return Loan{&A,
              Begin,
              Begin + Bytes,
              At,
              std::move(Keep),
              /*IsDeviceOnly=*/false};
}

/// The device that runs loops on \p Loans, data of \p From.
std::shared_ptr<Device> deviceFor(const Lender &From,
                                  const std::vector<Loan> &Loans) {
  // Without data on the device, the host's cores find all they need.
  if (From.IsHost || Loans.empty())
    return hostDevice();
  if (std::shared_ptr<Device> D = cudaDeviceOf(Loans.front().At))
    return D;
  throw Unrecoverable(
      "the data is on " + From.describe() +
      ", which loops cannot use: it has to be a GPU of NVIDIA with compute "
      "capability 7.0 or more, or the host");
}

/// borrowData() from \p From.
void borrowFrom(const Lender &From, LaunchDescriptor &L) {
  for (const Result &R : L.Results)
    if (From.counterpart(number(R.Address)))
      throw Unrecoverable("the accumulator (" +
                          describeBytes(R.Address, R.Size) + ") is mapped on " +
                          From.describe() +
                          "; accumulators belong to the host, unmap it before "
                          "the loop");
  for (size_t I = 0; I != L.Scalars.size(); ++I)
    From.requireSame("a scalar", L.ScalarPlaces[I], L.Scalars[I].data(),
                     L.Scalars[I].size());
  for (const HostBytes &R : L.Reads)
    From.requireSame("what a bound of the loop reads", R.Address, R.Address,
                     R.Size);
  std::vector<std::pair<uintptr_t, uintptr_t>> Used;
  std::vector<uintptr_t> Begins;
  for (const Array &A : L.Arrays) {
    Used.push_back(A.Base ? usedBytes(L, A)
                          : std::pair<uintptr_t, uintptr_t>());
    Begins.push_back(Used.back().first);
  }
  std::vector<Loan> Loans;
  for (size_t I = 0; I != L.Arrays.size(); ++I)
    if (Array &A = L.Arrays[I]; A.Base && !A.Begins)
      if (std::optional<Loan> New = borrow(A, Used[I], Begins, From))
        Loans.push_back(std::move(*New));
  L.OnDevice = deviceFor(From, Loans);
  for (Loan &Each : Loans) {
    const Memory M =
        L.OnDevice->backend().ofAddress(Each.At, Each.End - Each.Begin);
    if (!M)
      throw Unrecoverable(std::string(Each.Of->Name) + " is not memory of " +
                          From.describe());
    Each.Of->Borrowed =
        PresentData::borrow(Each.Begin, Each.Begin + M.size(), M,
                            std::move(Each.Keep), Each.IsDeviceOnly);
  }
}

} // namespace

void borrowData(LaunchDescriptor &L) {
  if (!L.borrowsData())
    return;
  L.Key.reset(); // The next launch maps again.
  const std::optional<Lender> From = lenderOf(L);
  if (!From) {
    L.OnDevice = hostDevice();
    for (Array &A : L.Arrays)
      A.Modifiers &= ~uint32_t(OMPSCAN_MAP_ALWAYS | OMPSCAN_MAP_PRESENT);
    return;
  }
  try {
    borrowFrom(*From, L);
  } catch (const Unrecoverable &) {
    throw;
  } catch (...) {
    throw Unrecoverable([&] {
      return "the loop may use data that is mapped on " + From->describe() +
             ": " + describeException();
    });
  }
}

} // namespace ompscan::rt
