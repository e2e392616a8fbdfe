//===- Abi.cpp - Entry points for object code -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/abi.h. Each turns every exception into a report and
/// an answer, so that none crosses into the caller.
///
//===----------------------------------------------------------------------===//

#include "ompscan/abi.h"
#include "access/CounterIndexedStore.h"
#include "access/Loop.h"
#include "device/Device.h"
#include "device/ProcessEnd.h"
#include "device/opencl/OpenCL.h"
#include "launch/HostLoop.h"
#include "launch/Offload.h"
#include "report/EventLog.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Export.h"
#include "support/Failure.h"
#include <memory>
#include <new>
#include <string>
#include <utility>

struct ompscan_loop : ompscan::rt::Loop {};

namespace ompscan::rt {

namespace {

/// Runs \p F and answers whether it has come to its end; if not, the loop has
/// to run on the host, and that has been reported. \p L is the loop, where it
/// is known.
template <typename Function>
bool guarded(const char *Location, Function F,
             const Loop *L = nullptr) noexcept {
  const auto OnDevice = [L] {
    return withDevice(describeException(), L ? L->On.get() : nullptr);
  };
  const auto FallBack = [Location](const char *Cause) {
    reportFallback(Location, Cause);
  };
  try {
    F();
    return true;
  } catch (const ProcessIsEnding &) {
    endWithProcess();
  } catch (const BelongsToHost &E) {
    noteFallback(Location, E.what());
  } catch (const Unrecoverable &) {
    withText(OnDevice,
             [Location](const char *Cause) { reportFatal(Location, Cause); });
  } catch (const cl::Error &) {
    withText(OnDevice, FallBack);
  } catch (const PartlyDone &E) {
    withText(OnDevice, [Location](const char *Cause) {
      reportFallback(Location, Cause, "the rest of the loop");
    });
    resumeAt(E.Next);
  } catch (const CommandFailure &) {
    withText(OnDevice, FallBack);
  } catch (const std::exception &) {
    withText(describeException, FallBack);
  }
  return false;
}

/// Notes that the host does a loop of which nothing is known, where its object
/// code will say when that is over.
void leaveToHost(const char *Location, uint32_t Abi) {
  if (isAnythingPresent())
    reportFatal(Location,
                "the loop cannot be left to the host while data is mapped on a "
                "device, since it may be its data");
  if (Abi >= 2)
    beginHostLoop(Location);
}

/// The same for a loop that is known: what it uses on its device comes along.
void leaveToHost(const Loop &L, Offloaded Results) noexcept {
  try {
    if (!Results.Data && hasPresent(L)) {
      if (L.Abi < 2)
        throw Unrecoverable("the host cannot do the loop, whose data is on the "
                            "device, unless it is compiled with a newer "
                            "plugin");
      Results.Data = std::make_unique<HostLoopMirror>(L);
    }
    if (L.Abi >= 2)
      beginHostLoop(L.Location, std::move(Results.Kept),
                    std::move(Results.Data));
  } catch (const std::exception &) {
    withText(describeException,
             [&](const char *Cause) { reportFatal(L.Location, Cause); });
  }
}

/// Lets \p F add to \p L and passes it on; null after a failure.
template <typename Function>
ompscan_loop *extend(ompscan_loop *L, Function F) noexcept {
  if (L && L->isAttempt()) {
    try {
      F(*L);
    } catch (const std::exception &E) {
      noteDeclined(*L, E.what());
      delete L; // The launches in its place will say why.
      return nullptr;
    }
    return L;
  }
  if (!L || guarded(L->Location, [&] { F(*L); }))
    return L;
  leaveToHost(L->Location, L->Abi);
  delete L;
  return nullptr;
}

void checkVersion(uint32_t Abi) {
  if (Abi > OMPSCAN_ABI_VERSION)
    throw Failure("it was compiled for version " + std::to_string(Abi) +
                  " of the interface to OmpScan's runtime, and this runtime "
                  "serves versions up to " +
                  std::to_string(OMPSCAN_ABI_VERSION) +
                  "; install the runtime of the compiler plugin");
}

void checkDescription(uint64_t ItemSize, uint32_t Features) {
  const uint64_t Most = Features & OMPSCAN_FEATURE_PARALLEL
                            ? OMPSCAN_MAX_REDUCED_SIZE
                            : OMPSCAN_MAX_ITEM_SIZE;
  if (ItemSize == 0 || ItemSize > Most)
    throw Failure("the object code scans elements of " +
                  std::to_string(ItemSize) + " bytes; 1 to " +
                  std::to_string(Most) + " are possible");
  if (Features & ~uint32_t(OMPSCAN_FEATURE_FP64 | OMPSCAN_FEATURE_REPRODUCIBLE |
                           OMPSCAN_FEATURE_PARALLEL | OMPSCAN_FEATURE_NOWAIT |
                           OMPSCAN_FEATURE_ROWS | OMPSCAN_FEATURE_FUSED |
                           OMPSCAN_FEATURE_UNREAD | OMPSCAN_FEATURE_RESUMES))
    throw Failure("the object code asks for device features that this runtime "
                  "does not know");
}

/// The array that an access belongs to.
Array &lastArray(Loop &L) {
  if (L.Arrays.empty())
    throw Failure("the object code describes an access to no array");
  return L.Arrays.back();
}

} // namespace

} // namespace ompscan::rt

using ompscan::rt::Failure;

extern "C" {

OMPSCAN_EXPORT ompscan_loop *
__ompscan_begin(uint32_t abi, const char *kernels, const char *location,
                uint64_t item_size, uint32_t features, int64_t device) {
  const bool IsAttempt =
      features & (OMPSCAN_FEATURE_ROWS | OMPSCAN_FEATURE_FUSED);
  std::unique_ptr<ompscan_loop> L;
  ompscan::rt::guarded(location, [&] {
    if (ompscan::rt::environment().Policy == ompscan::rt::Offload::Disabled) {
      if (!IsAttempt)
        ompscan::rt::noteFallback(location, "OMP_TARGET_OFFLOAD=DISABLED");
      return;
    }
    ompscan::rt::checkVersion(abi);
    ompscan::rt::checkDescription(item_size, features);
    L.reset(new ompscan_loop{
        {kernels, location, item_size, features, device, {}, {}, {}, {}, abi}});
    L->Arrays.reserve(4);
  });
  if (!L && !IsAttempt)
    ompscan::rt::leaveToHost(location, abi);
  return L.release();
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_array(ompscan_loop *loop,
                                             const char *name, const void *base,
                                             uint64_t element_size,
                                             uint32_t map, int64_t begin,
                                             uint64_t count) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    if (element_size == 0 || element_size > UINT32_MAX)
      throw Failure("the object code gives " + std::string(name) +
                    " elements of an impossible size");
    L.Arrays.push_back({name,
                        base,
                        element_size,
                        map & OMPSCAN_MAP_MASK,
                        begin,
                        count,
                        {},
                        map >> OMPSCAN_ELEMENT_SHIFT & OMPSCAN_ELEMENT_MASK,
                        map & (OMPSCAN_MAP_ALWAYS | OMPSCAN_MAP_PRESENT |
                               OMPSCAN_MAP_ON_DEVICE)});
  });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_access(ompscan_loop *loop, uint32_t kind,
                                              int64_t first, int64_t stride) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    const bool ByNeighbours = kind & OMPSCAN_ACCESS_BY_NEIGHBOURS;
    const bool LeftOfCopy = kind & OMPSCAN_ACCESS_LEFT_OF_COPY;
    const bool InSection = kind & OMPSCAN_ACCESS_IN_SECTION;
    kind &= ~uint32_t(OMPSCAN_ACCESS_BY_NEIGHBOURS |
                      OMPSCAN_ACCESS_LEFT_OF_COPY | OMPSCAN_ACCESS_IN_SECTION);
    const uint32_t Bits = kind >> OMPSCAN_ACCESS_BITS_SHIFT;
    kind &= (1u << OMPSCAN_ACCESS_BITS_SHIFT) - 1;
    if (kind < OMPSCAN_ACCESS_READ || kind > OMPSCAN_ACCESS_WRITE_ANY)
      throw Failure("the object code describes an unknown kind of access");
    ompscan::rt::Access New{static_cast<ompscan_access_kind>(kind), first,
                            stride};
    New.Bits = Bits;
    New.ByNeighbours = ByNeighbours;
    New.LeftOfCopy = LeftOfCopy;
    New.InSection = InSection;
    std::vector<ompscan::rt::Access> &Uses = ompscan::rt::lastArray(L).Accesses;
    if (Uses.empty())
      Uses.reserve(4);
    Uses.push_back(std::move(New));
  });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_no_wrap(ompscan_loop *loop,
                                               uint64_t first, int64_t stride,
                                               uint32_t bits) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    const uint32_t Width = bits & ~OMPSCAN_NO_WRAP_ALWAYS;
    if (Width == 0 || Width > 64)
      throw Failure("the object code describes a subscript of " +
                    std::to_string(Width) + " bits");
    L.NoWraps.push_back({first, stride, Width});
    if (!(bits & OMPSCAN_NO_WRAP_ALWAYS) && !L.Arrays.empty() &&
        !L.Arrays.back().Accesses.empty())
      L.NoWraps.back().Guards = L.Arrays.back().Accesses.back().Guards;
  });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_guard(ompscan_loop *loop, uint32_t flags,
                                             int64_t left, int64_t right,
                                             int64_t stride) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    ompscan::rt::Array &Last = ompscan::rt::lastArray(L);
    const uint32_t Relation = flags & OMPSCAN_RELATION_MASK;
    if (Last.Accesses.empty() || Relation > OMPSCAN_RELATION_EQ)
      throw Failure("the object code guards no access");
    Last.Accesses.back().Guards.push_back(
        {Relation, (flags & OMPSCAN_BOUNDS_UNSIGNED) != 0, left, right,
         stride});
  });
}

OMPSCAN_EXPORT ompscan_loop *
__ompscan_scalar(ompscan_loop *loop, const void *value, uint64_t size) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    const auto *Bytes = static_cast<const unsigned char *>(value);
    L.Scalars.emplace_back(Bytes, Bytes + size);
    L.ScalarPlaces.push_back(value);
  });
}

OMPSCAN_EXPORT ompscan_loop *
__ompscan_reads(ompscan_loop *loop, const void *address, uint64_t size) {
  return ompscan::rt::extend(
      loop, [&](ompscan::rt::Loop &L) { L.Reads.push_back({address, size}); });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_result(ompscan_loop *loop, void *address,
                                              uint64_t offset, uint64_t size) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    constexpr uint64_t Most = 1 << 16;
    if (size == 0 || size > Most || offset > Most - size)
      throw Failure("the object code describes a result of " +
                    std::to_string(size) + " bytes at byte " +
                    std::to_string(offset) + "; " + std::to_string(Most) +
                    " are possible");
    L.Results.push_back({address, offset, size});
  });
}

OMPSCAN_EXPORT ompscan_loop *
__ompscan_result_name(ompscan_loop *loop, const char *name, uint32_t type) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    if (L.Results.empty())
      throw Failure("the object code names a result that there is not");
    L.Results.back().Name = name;
    L.Results.back().Type = type;
  });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_counted(ompscan_loop *loop,
                                               uint32_t result, uint32_t flags,
                                               int64_t step, int64_t scale,
                                               int64_t offset) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    if (L.Abi < 3)
      throw Failure(
          "it describes the elements that it counts as only version 2 "
          "of the interface to OmpScan's runtime has done; compile "
          "it again");
    if (result >= L.Results.size() || L.Results[result].Size > 8 || step < 1 ||
        scale < 1)
      throw Failure("the object code describes a store at no accumulator");
    ompscan::rt::Result &Counter = L.Results[result];
    Counter.IsSigned = (flags & OMPSCAN_COUNTED_SIGNED) != 0;
    ompscan::rt::Access New{OMPSCAN_ACCESS_COUNTED, 0, 0, {}};
    New.Counted = {
        result,
        flags,
        step,
        scale,
        offset,
        ompscan::rt::integerAt(Counter.Address, Counter.Size, Counter.IsSigned),
        ompscan::rt::largestInteger(Counter.Size, Counter.IsSigned)};
    ompscan::rt::lastArray(L).Accesses.push_back(New);
  });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_inner(ompscan_loop *loop, int64_t lower,
                                             int64_t bound, int64_t step,
                                             uint32_t flags) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    if (!L.isParallel() && !L.hasRows())
      throw Failure("the object code puts a loop into one that is a scan");
    L.Inner.push_back({{lower, bound, step, flags}});
  });
}

OMPSCAN_EXPORT ompscan_loop *__ompscan_outer(ompscan_loop *loop,
                                             uint32_t target, int64_t stride) {
  return ompscan::rt::extend(loop, [&](ompscan::rt::Loop &L) {
    if (target == OMPSCAN_OUTER_NO_WRAP && !L.NoWraps.empty())
      L.NoWraps.back().Outer.push_back(stride);
    else if (target == OMPSCAN_OUTER_ACCESS &&
             !ompscan::rt::lastArray(L).Accesses.empty())
      L.Arrays.back().Accesses.back().Outer.push_back(stride);
    else
      throw Failure("the object code describes the rows of no access");
  });
}

OMPSCAN_EXPORT int32_t __ompscan_launch(ompscan_loop *loop, int64_t lower,
                                        int64_t bound, int64_t step,
                                        uint32_t flags) {
  const std::unique_ptr<ompscan_loop> L(loop);
  if (!L)
    return 0;
  if (L->isAttempt()) {
    bool AreDone = false;
    ompscan::rt::guarded(
        L->Location,
        [&] {
          const ompscan::rt::OpenCLUse Use;
          AreDone = ompscan::rt::attempt(*L, {lower, bound, step, flags});
        },
        L.get());
    return AreDone;
  }
  ompscan::rt::Offloaded Results;
  const bool Done = ompscan::rt::guarded(
      L->Location,
      [&] {
        const ompscan::rt::OpenCLUse Use;
        Results = ompscan::rt::offload(*L, {lower, bound, step, flags});
      },
      L.get());
  if (Done && !Results.Kept)
    return 1;
  ompscan::rt::leaveToHost(*L, std::move(Results));
  return 0;
}

OMPSCAN_EXPORT int32_t __ompscan_skip(uint32_t abi, const char *location) {
  if (ompscan::rt::guarded(location, [&] { ompscan::rt::checkVersion(abi); }))
    ompscan::rt::noteFallback(location, "its 'if' clause is false");
  // As OpenMP has it, the host works on its own data then.
  if (abi >= 2)
    ompscan::rt::beginHostLoop(location);
  return 0;
}

OMPSCAN_EXPORT int64_t __ompscan_resume(int64_t first) {
  return ompscan::rt::takeResume(first);
}

OMPSCAN_EXPORT void __ompscan_end(void) { ompscan::rt::endHostLoop(); }

} // extern "C"
