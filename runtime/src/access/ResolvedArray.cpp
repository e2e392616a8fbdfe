//===- ResolvedArray.cpp - Arrays of a launch, resolved -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/ResolvedArray.h"
#include "access/BorrowedData.h"
#include "access/Conflicts.h"
#include "data/ReservedAddresses.h"
#include "device/Device.h"
#include "device/DeviceChoice.h"
#include "device/Devices.h"
#include "device/ShortLoops.h"
#include "device/native/Team.h"
#include "plan/CompiledPlans.h"
#include "report/EventLog.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

namespace ompscan::rt {

bool ResolvedArray::isStored() const {
  return std::any_of(Ranges.begin(), Ranges.end(),
                     [](const Range &R) { return R.isStore(); });
}

bool ResolvedArray::isCounted() const {
  return std::any_of(Ranges.begin(), Ranges.end(),
                     [](const Range &R) { return R.isCounted(); });
}

bool ResolvedArray::holds(const Range &R) const {
  return addressOf(R.low()) >= Wide(Present->begin()) &&
         addressOf(Wide(R.high()) + 1) <= Wide(Present->end());
}

void ResolvedArray::setPresent(const Array &A,
                               std::shared_ptr<PresentData> Data) {
  const Wide Distance =
      Wide(Data->begin()) - Wide(Data->offset()) - addressOf(0);
  if (Distance % Wide(ElementSize) == 0)
    Origin = static_cast<int64_t>(Distance / Wide(ElementSize));
  Neighbours = neighbourPlace(A, Origin);
  Present = std::move(Data);
}

bool ResolvedLaunch::hasPresent() const {
  return std::any_of(Arrays.begin(), Arrays.end(), [](const ResolvedArray &A) {
    return A.Present != nullptr;
  });
}

bool ResolvedLaunch::isResident() const {
  return std::all_of(Arrays.begin(), Arrays.end(), [](const ResolvedArray &A) {
    return A.Origin.has_value();
  });
}

bool ResolvedLaunch::isAligned() const {
  return std::all_of(Arrays.begin(), Arrays.end(), [](const ResolvedArray &A) {
    return A.Neighbours.isAligned(/*Number=*/0, A.ElementSize);
  });
}

std::optional<uint32_t> ResolvedLaunch::head(uint64_t LeastCopied) const {
  constexpr uint32_t Most = 31; // A warp has them.
  const auto Begins = [&](const ResolvedArray &A, uint32_t Number,
                          uint32_t Border, bool Copies) {
    const NeighbourPlace &N = A.Neighbours;
    const uint64_t Size = A.ElementSize;
    return N.isAligned(Number, Size, N.AreStored ? Border : VectorBorder) ||
           (Copies && !N.AreStored && N.Offset && Size >= LeastCopied &&
            (Size == 4 || Size == 8) && *N.Offset % Size == 0);
  };
  for (const bool Copies : {false, true})
    for (uint32_t Border = LineBorder; Border >= VectorBorder; Border /= 2)
      for (uint32_t Number = 0; Number <= Most; ++Number)
        if (std::all_of(Arrays.begin(), Arrays.end(),
                        [&](const ResolvedArray &A) {
                          return Begins(A, Number, Border, Copies);
                        }))
          return Number;
  return std::nullopt;
}

ResolvedLaunch resolveElements(const LaunchDescriptor &L, uint64_t Trips,
                               std::shared_ptr<Device> On) {
  for (const NoWrap &N : L.NoWraps)
    if (!N.OfBounded || lacksSection(L.Arrays[*N.OfBounded]))
      checkNoWrap(N, Trips);
  ResolvedLaunch R{std::move(On), {}};
  R.Arrays.reserve(L.Arrays.size());
  for (const Array &A : L.Arrays) {
    ResolvedArray &New = R.Arrays.emplace_back();
    static_cast<ArraySection &>(New) = A;
    New.Ranges = rangesOf(A, Trips, /*InAnyOrder=*/L.isIndependent());
    New.Neighbours = neighbourPlace(A, std::nullopt);
    for (const Access &Use : A.Accesses) {
      if (Use.Kind == OMPSCAN_ACCESS_READ && Use.Stride == 1 && !Use.Behind)
        R.InputSize += A.ElementSize;
      if (Use.Kind == OMPSCAN_ACCESS_WRITE && Use.Stride == 1)
        R.OutputSize += A.ElementSize;
    }
    R.IsCounted |= !L.isParallel() && New.isCounted();
    if (New.Ranges.empty())
      continue;
    New.Hull = {INT64_MAX, INT64_MIN};
    for (const Range &Each : New.Ranges)
      New.Hull = {std::min(New.Hull.Low, Each.low()),
                  std::max(New.Hull.High, Each.high())};
    New.Gap = alignmentGap(A, New.Hull.Low);
  }
  R.CanRunAgain = !storesToInputs(R.Arrays);
  return R;
}

ResolvedLaunch resolveSlice(const LaunchDescriptor &Slice, uint64_t Trips,
                            const ResolvedLaunch &Whole) {
  ResolvedLaunch R = resolveElements(Slice, Trips, Whole.On);
  for (size_t I = 0; I != R.Arrays.size(); ++I)
    if (Whole.Arrays[I].Present)
      R.Arrays[I].setPresent(Slice.Arrays[I], Whole.Arrays[I].Present);
  return R;
}

namespace {

/// The element by which an array is found whose elements are counted from where
/// \p R begins. A store in every iteration may come before the first count;
/// with `int k = -1` it leads to no element of the array.
Interval firstCounted(const Range &R) {
  constexpr uint32_t Both = OMPSCAN_COUNTED_AFTER | OMPSCAN_COUNTED_EVERY;
  const bool MayBeNone =
      (R.Counted.Flags & Both) == Both && R.First < 0 && R.Stride > 0;
  const int64_t First = MayBeNone ? R.First + R.Stride : R.First;
  return {First, First};
}

/// The elements that have to be present as a whole. Of elements that are stored
/// by count only the first is needed; of several counters only the lowest
/// one's, since the others may have nothing to store, at the array's end.
std::optional<Interval> neededOf(const ResolvedArray &A) {
  std::optional<Interval> Needed, Counted;
  const auto Include = [&](const Interval &Span) {
    Needed = Needed ? Interval{std::min(Needed->Low, Span.Low),
                               std::max(Needed->High, Span.High)}
                    : Span;
  };
  if (A.isMapped())
    Include(A.section());
  for (const Range &R : A.Ranges)
    if (!R.isCounted())
      Include({R.low(), R.high()});
    else if (const Interval First = firstCounted(R);
             !Counted || First.Low < Counted->Low)
      Counted = First;
  if (Counted && !A.isMapped())
    Include(*Counted);
  return Needed;
}

/// Whether \p A has to be memory of \p D, or data that is mapped there. In the
/// host's memory every address is good, and so in a program that takes its own
/// for a device's.
bool hasToBeOn(const Device &D, const ArraySection &A) {
  return A.isOnDevice() && !D.sharesHostMemory() && !hasSharedAllocations();
}

Unrecoverable notOnDevice(const ArraySection &A, const Device &D) {
  return Unrecoverable(
      std::string("the loop uses ") + A.Name +
      " as memory of the device ('is_device_ptr', 'has_device_addr'), but it "
      "is not memory of " +
      D.info().Name +
      "; use ompscan_device_alloc or mapped data, and no address of another "
      "runtime");
}

Presence find(Device &D, const ArraySection &A, const Interval &I) {
  if (!A.Borrowed)
    return dataOf(D).find(A.hostAddress(I.Low), A.bytesOf(I));
  const PresentData &Data = *A.Borrowed;
  const bool IsWhole = A.addressOf(I.Low) >= Wide(Data.begin()) &&
                       A.addressOf(Wide(I.High) + 1) <= Wide(Data.end());
  return {IsWhole ? Presence::Present : Presence::Partial, A.Borrowed};
}

/// Whether the section that maps \p A may be just the begin of data that is
/// mapped already: `map(p[:0])`, `map(alloc: p[0:1])`.
bool mayNamePresent(const Array &A) {
  return A.Base && A.Map != OMPSCAN_MAP_NONE &&
         (A.Count == 0 ||
          (A.Count == 1 && !(A.Modifiers & OMPSCAN_MAP_ALWAYS)));
}

/// Makes all elements of \p A that lie in \p Data its extent.
void setExtent(Array &A, const PresentData &Data) {
  const Wide Size(A.ElementSize);
  const Wide Base = A.addressOf(0);
  const Wide Before = Base - Wide(Data.begin());
  const Wide First =
      Before >= 0 ? -(Before / Size) : (Size - 1 - Before) / Size;
  A.Begin = static_cast<int64_t>(First);
  A.Count = static_cast<uint64_t>((Wide(Data.end()) - Base) / Size - First);
}

/// Sets the extents of arrays that lacksSection() or mayNamePresent() from the
/// data on \p D.
void findExtents(LaunchDescriptor &L, Device &D) {
  for (Array &A : L.Arrays) {
    const bool Lacks = lacksSection(A);
    if (!Lacks && (L.IsPrimitive || !mayNamePresent(A)))
      continue;
    const int64_t First = Lacks ? 0 : A.Begin;
    const Presence P = find(D, A, {First, First});
    if (P.State != Presence::Present && hasToBeOn(D, A))
      throw notOnDevice(A, D);
    if (P.State != Presence::Present)
      continue;
    // Of a section of no elements nothing is copied.
    if (A.Count == 0)
      A.Modifiers &= ~uint32_t(OMPSCAN_MAP_ALWAYS);
    setExtent(A, *P.Data);
  }
}

/// Returns true if the first element of an access of \p L, or a part of a
/// mapped section, is present on \p D. For loops whose elements are not known.
bool mayBePresent(const LaunchDescriptor &L, Device &D) {
  if (L.hasBorrowed())
    return &D == L.OnDevice.get();
  if (dataOf(D).isEmpty())
    return false;
  const auto IsThere = [&](const Array &A, const Interval &I) {
    return find(D, A, I).State != Presence::Absent;
  };
  return std::any_of(L.Arrays.begin(), L.Arrays.end(), [&](const Array &A) {
    // A section may leave out the element that subscripts are counted from.
    return (A.isMapped() && IsThere(A, A.section())) ||
           (lacksSection(A) && IsThere(A, {0, 1})) ||
           std::any_of(A.Accesses.begin(), A.Accesses.end(),
                       [&](const Access &Use) {
                         return IsThere(A, {Use.First, Use.First});
                       });
  });
}

/// Returns true if elements that \p R uses are present on \p D.
bool hasPresent(const ResolvedLaunch &R, Device &D) {
  return !dataOf(D).isEmpty() &&
         std::any_of(R.Arrays.begin(), R.Arrays.end(),
                     [&](const ResolvedArray &A) {
                       const std::optional<Interval> Needed = neededOf(A);
                       return Needed && !A.Begins &&
                              find(D, A, *Needed).State != Presence::Absent;
                     });
}

} // namespace

bool isOnOtherDevice(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  return isAnythingOnDevice() &&
         firstDevice([&](Device &D) {
           return &D != R.On.get() && (mayBePresent(L, D) || hasPresent(R, D));
         }) != nullptr;
}

/// Whether nothing that \p L uses is on a device.
static bool mayGoElsewhere(const LaunchDescriptor &L) {
  return !isAnythingPresent() &&
         std::none_of(L.Arrays.begin(), L.Arrays.end(),
                      [](const Array &A) { return A.isOnDevice(); });
}

/// The device for \p L, which asks for \p D: through OpenCL, or the host, if it
/// has no PTX and \p D is used through CUDA.
static std::shared_ptr<Device> forPtx(const LaunchDescriptor &L,
                                      std::shared_ptr<Device> D) {
  if (!D->takesPtx() || hasPtx(L.Versions) || !mayGoElsewhere(L))
    return D;
  if (std::shared_ptr<Device> Twin = compilingTwin(*D))
    return Twin;
  if (environment().Policy == Offload::Mandatory)
    return D;
  reportOnHost(L.Location, NoPtx);
  return hostDevice();
}

std::string lacksInt128(const Device &D) {
  return "it computes with integers of 128 bits, which " + D.info().Name +
         " does not have";
}

/// Says, once, why \p D runs \p L although the system has a GPU.
static void tellUnusedGpu(const LaunchDescriptor &L, const Device &D) {
  static std::atomic<bool> IsTold{false};
  if (IsTold.load(std::memory_order_relaxed))
    return;
  const std::string Reason = whyNoGpu(D, L.DeviceRequest);
  if (!Reason.empty() && !IsTold.exchange(true))
    reportOnHost(L.Location, Reason.c_str());
}

/// deviceFor() the request of \p L. If the machine lacks that device, the
/// host's cores replace it, and a line says so once for each loop.
static std::shared_ptr<Device> requestedDevice(const LaunchDescriptor &L) {
  try {
    std::shared_ptr<Device> D = deviceFor(L.DeviceRequest);
    tellUnusedGpu(L, *D);
    return D;
  } catch (const NoSuchDevice &E) {
    if (environment().Policy == Offload::Mandatory || !L.Native)
      throw;
    reportOnHost(L.Location, E.what());
    return hostDevice();
  }
}

std::shared_ptr<Device> deviceOf(const LaunchDescriptor &L) {
  if (L.OnDevice)
    return L.OnDevice;
  if (countsAsTarget(L.Features, environment())) {
    std::shared_ptr<Device> D = requestedDevice(L);
    return L.hasWideIntegers() ? D : forPtx(L, std::move(D));
  }
  std::shared_ptr<Device> On;
  if (isAnythingPresent())
    On = firstDevice([&](Device &D) { return mayBePresent(L, D); });
  return On ? On : hostDevice();
}

std::vector<std::shared_ptr<Device>> devicesOf(const LaunchDescriptor &L) {
  std::vector<std::shared_ptr<Device>> All;
  for (std::shared_ptr<Device> &Each : dealtDevices())
    if (std::shared_ptr<Device> D = forPtx(L, std::move(Each));
        std::find(All.begin(), All.end(), D) == All.end())
      All.push_back(std::move(D));
  return All;
}

void findPresent(const LaunchDescriptor &L, ResolvedLaunch &R) {
  Device &D = *R.On;
  for (const Result &Each : L.Results)
    if (const Presence P = dataOf(D).find(Each.Address, Each.Size);
        P.State != Presence::Absent && !P.Data->isLentHere() &&
        !P.Data->isOnHost())
      throw Unrecoverable("the accumulator (" +
                          describeBytes(Each.Address, Each.Size) +
                          ") is mapped on " + D.info().Name +
                          "; accumulators belong to the host, unmap it before "
                          "the loop");
  const char *OnHost = nullptr;
  for (size_t I = 0; I != R.Arrays.size(); ++I) {
    ResolvedArray &A = R.Arrays[I];
    const std::optional<Interval> Needed = neededOf(A);
    if (!Needed || A.Begins)
      continue;
    const Presence P = find(D, A, *Needed);
    if (P.State != Presence::Absent && P.Data->isLentHere()) {
      OnHost = A.Name;
      continue;
    }
    if (P.State == Presence::Partial) {
      const uint64_t Bytes = P.Data->end() - P.Data->begin();
      throw Unrecoverable(
          "only a part of elements " + std::to_string(Needed->Low) + " to " +
          std::to_string(Needed->High) + " of " + A.Name + " is on " +
          D.info().Name + ", where " +
          describeBytes(reinterpret_cast<void *>(P.Data->begin()), Bytes) +
          " are mapped; map all that the loop uses at once, or unmap what is "
          "there");
    }
    if (P.State == Presence::Present && (A.Modifiers & OMPSCAN_MAP_ALWAYS) &&
        P.Data->isDeviceOnly())
      throw Unrecoverable(std::string("the loop maps ") + A.Name +
                          " with 'always', and it is memory of the device, "
                          "which has no counterpart on the host");
    if (P.State == Presence::Absent && (A.Modifiers & OMPSCAN_MAP_PRESENT))
      throw Unrecoverable(std::string("the loop maps ") + A.Name +
                          " with 'present', and it is not on " + D.info().Name);
    if (P.State == Presence::Absent && hasToBeOn(D, A))
      throw notOnDevice(A, D);
    if (P.State == Presence::Present)
      A.setPresent(L.Arrays[I], P.Data);
    else if (isReserved(A.hostAddress(Needed->Low)))
      throw Unrecoverable(std::string(A.Name) +
                          " is memory of another device than " + D.info().Name);
  }
  if (OnHost)
    throw BelongsToHost(std::string(OnHost) +
                        " is on the host, for the 'target' construct that "
                        "contains the loop");
}

/// Throws BelongsToHost if \p L, none of whose data is on a device, is so short
/// that the calling thread does it.
static void checkLength(const LaunchDescriptor &L) {
  static const int64_t Limit = shortLoopLimit(environment());
  if (L.Work == 0 || L.IsShared || Wide(L.Trips) * L.Work >= Limit ||
      (L.Features & OMPSCAN_FEATURE_OWN_RESULTS) || L.Text->Traits.IsOrdered)
    return;
  throw BelongsToHost("its " + std::to_string(L.Trips) +
                      " iterations are too few for a device "
                      "(OMPSCAN_SHORT_LOOP)");
}

/// Throws BelongsToHost if \p L would run on one thread of the host, or on two,
/// and its kernels take longer there than the loop: they divide it, unless they
/// run row after row. Nothing is on a device. A loop whose results are the same
/// for any number of threads runs by the same kernels on each.
static void checkThreads(const LaunchDescriptor &L) {
  const bool IsAlone = isOneThread(L.Threads);
  const ProgramTraits &Traits = L.Text->Traits;
  if (L.IsPrimitive || L.IsShared || L.RowLength != 0 ||
      shortLoopLimit(environment()) == 0 ||
      environment().isReproducible(L.Features) ||
      (IsAlone ? Traits.IsFastAlone
               : !Traits.NeedsThreads || maxTeamSize(L.Threads) > 2) ||
      std::any_of(L.Arrays.begin(), L.Arrays.end(), [](const Array &A) {
        return A.isOnDevice() || (A.Modifiers & OMPSCAN_MAP_PRESENT);
      }))
    return;
  if (deviceOf(L)->runsInCaller())
    throw BelongsToHost(IsAlone ? "it has one thread"
                                : "it takes longer on two threads");
}

/// Moves \p L to the host's cores if its device has neither integers of 128
/// bits nor data of the loop.
static void avoidNarrowIntegers(const LaunchDescriptor &L, ResolvedLaunch &R) {
  if (!L.hasWideIntegers() || R.On->hasInt128() ||
      environment().Policy == Offload::Mandatory || mayBePresent(L, *R.On) ||
      hasPresent(R, *R.On))
    return;
  reportOnHost(L.Location, lacksInt128(*R.On).c_str());
  R.On = hostDevice();
}

/// Moves \p L to the host's cores if arrays that it uses would have to be
/// copied to its device, and how much there is of them is not known.
///
/// \throws Unrecoverable if other data of the loop is on that device; Failure
///         if only that device can, or must, run a loop without a scan.
static void avoidCopies(const LaunchDescriptor &L, ResolvedLaunch &R) {
  if (R.On->sharesHostMemory())
    return;
  const auto Unknown =
      std::find_if(L.Arrays.begin(), L.Arrays.end(), lacksSection);
  if (Unknown == L.Arrays.end())
    return;
  const std::string Cause = std::string("the section of ") + Unknown->Name +
                            " that the loop uses is not known, and " +
                            Unknown->Name + " is not on " + R.On->info().Name;
  if (mayBePresent(L, *R.On) || hasPresent(R, *R.On))
    throw Unrecoverable(
        "the loop uses data that is mapped on " + R.On->info().Name +
        ", and cannot be offloaded: " + Cause + "; map it as well");
  if (!needsSection(*Unknown))
    noteHostCores(L.Location, Cause.c_str());
  else if (environment().Policy == Offload::Mandatory || !L.Native)
    throw Failure(Cause + "; map it");
  else
    reportOnHost(L.Location, (Cause + "; map it").c_str());
  R.On = hostDevice();
}

void resolve(LaunchDescriptor &L, ResolvedLaunch &R) {
  const auto AnyArray = [&](auto Predicate) {
    return std::any_of(L.Arrays.begin(), L.Arrays.end(), Predicate);
  };
  const auto mayFind = [&] { return isAnythingPresent() || L.hasBorrowed(); };
  // Without devices, nothing can be present.
  const bool HasDevices = environment().Policy != Offload::Disabled;
  try {
    countTrips(L);
    if (L.Trips == 0)
      return;
    borrowData(L);
    if (!isAnythingOnDevice() && !L.hasBorrowed()) {
      checkLength(L);
      checkThreads(L);
    }
    if (mayFind() || (HasDevices && AnyArray([](const Array &A) {
                        return A.isOnDevice();
                      }))) {
      R.On = deviceOf(L);
      findExtents(L, *R.On);
    }
    R = resolveElements(L, L.Trips, R.On);
    if (R.On && !countsAsTarget(L.Features, environment()) &&
        R.On == hostDevice())
      if (std::shared_ptr<Device> Other =
              firstDevice([&](Device &D) { return hasPresent(R, D); }))
        R.On = std::move(Other);
  } catch (const Failure &E) {
    // The host can do it if it does not need the device's data; and so can
    // several launches where this one is an attempt.
    if (!mayFind() || L.isAttempt())
      throw;
    R.On = deviceOf(L);
    if (!mayBePresent(L, *R.On))
      throw;
    throw Unrecoverable(std::string("the loop uses data that is mapped on ") +
                        R.On->info().Name +
                        ", and cannot be offloaded: " + E.what());
  }
  if (!R.On)
    R.On = deviceOf(L);
  avoidNarrowIntegers(L, R);
  avoidCopies(L, R);
  if (mayFind() || (HasDevices && AnyArray([](const Array &A) {
                      return (A.Modifiers & OMPSCAN_MAP_PRESENT) != 0 ||
                             A.isOnDevice();
                    })))
    findPresent(L, R);
  if (!R.hasPresent())
    checkLength(L);
}

} // namespace ompscan::rt
