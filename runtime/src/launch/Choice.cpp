//===- Choice.cpp - The choice of an algorithm ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Choice.h"
#include "access/Conflicts.h"
#include "plan/CompiledPlans.h"
#include "plan/TunedShapes.h"
#include "support/Failure.h"
#include <algorithm>

namespace ompscan::rt {

namespace {

/// The devices that are known to run a single pass well. A new one has to pass
/// the whole test suite with the algorithm forced.
bool runsLookbackWell(DriverKind Kind) {
  return Kind == DriverKind::Nvidia || Kind == DriverKind::Pocl ||
         Kind == DriverKind::Native;
}

} // namespace

LookbackSupport lookbackSupportFor(const PlanRequest &R, uint64_t Trips) {
  if (!allowsLookback(R))
    return LookbackSupport::Impossible;
  return lookbackPays(R, Trips) ? LookbackSupport::Best : LookbackSupport::Slow;
}

Algorithm chooseAlgorithm(const Environment &E, DriverKind Kind, bool CanReload,
                          LookbackSupport Lookback,
                          const std::function<bool()> &PassesTest) {
  Algorithm A = Algorithm::ReduceThenScan;
  if (E.Method)
    A = *E.Method;
  else if (Lookback == LookbackSupport::Best && runsLookbackWell(Kind) &&
           PassesTest())
    A = Algorithm::SinglePass;
  if ((A == Algorithm::ThreeKernel && !CanReload) ||
      (A == Algorithm::SinglePass && Lookback == LookbackSupport::Impossible))
    return Algorithm::ReduceThenScan;
  return A;
}

const char *reasonFor(Algorithm A, const Environment &E, DriverKind Kind,
                      LookbackSupport Lookback) {
  if (A == E.Method)
    return "OMPSCAN_ALGORITHM asks for it";
  if (A == Algorithm::SinglePass)
    return "the device is of a kind that runs it well, and passes its test";
  if (E.Reproducible)
    return "OMPSCAN_REPRODUCIBLE requires an order that is always the same, "
           "and "
           "a single pass has none on this device";
  if (Lookback == LookbackSupport::Slow)
    return "on a CPU it is faster to read the data twice than to wait for "
           "other cores";
  return runsLookbackWell(Kind)
             ? "the device fails the test of a single pass"
             : "the device is not of a kind that is known to run a single pass "
               "well";
}

/// Whether \p Trips iterations that store \p Size bytes each store more than
/// the caches of \p D hold, if it is the host.
static bool exceedsCaches(const Device &D, uint64_t Trips, uint64_t Size) {
  return Size != 0 && D.driverKind() == DriverKind::Native &&
         Trips > D.cacheSize() / Size;
}

/// The iterations of \p L, to be shared by \p Units threads unless it asks for
/// another number. Reproducible results do not depend on that number.
static HostWork hostWork(const LaunchDescriptor &L, bool IsReproducible,
                         uint32_t Units) {
  return {L.Trips, L.Work,
          IsReproducible && !L.Text->Traits.IsOrdered ? UnitsOfReproducible
          : L.Threads                                 ? L.Threads
                                                      : Units};
}

uint32_t instructionsFor(const Device &D) {
  if (D.takesPtx())
    return LeastPtxCapability;
  return environment().Ptx ? D.computeCapability() : 0;
}

PlanRequest requestFor(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  Device &D = *R.On;
  const bool IsReproducible = environment().isReproducible(L.Features);
  PlanRequest Request{D.driverKind(),
                      D.limits(),
                      L.Text->Traits,
                      L.ItemSize,
                      R.isAligned(),
                      R.InputSize,
                      instructionsFor(D),
                      IsReproducible,
                      &tunedShapes(D),
                      exceedsCaches(D, L.Trips, L.Text->Traits.StreamedSize),
                      hostWork(L, IsReproducible, D.units())};
  Request.OutputSize = R.OutputSize;
  // To copy elements of 4 bytes one by one does not pay where that waits for
  // each: 2^27 floats take 0.345 ms on an H200 by OpenCL, and 0.312 without
  // vectors.
  const bool CopiesAsync =
      D.takesPtx() && D.computeCapability() >= AsyncPtxCapability;
  Request.CanAlign = Request.Kind == DriverKind::Nvidia &&
                     R.head(CopiesAsync ? 4 : 8).has_value();
  return Request;
}

/// The algorithm that there is PTX of in place of that of \p Wanted. The order
/// of a single pass is fixed by blocks, which PTX is not made of.
static Algorithm ptxMethod(const Plan &Wanted) {
  return Wanted.Method == Algorithm::SinglePass && Wanted.Block &&
                 !Wanted.IsOrdered
             ? Algorithm::ReduceThenScan
             : Wanted.Method;
}

/// \p Wanted, or what comes nearest, in a shape that \p L has PTX of.
static Plan ptxPlan(const LaunchDescriptor &L, const Plan &Wanted,
                    bool IsAligned, uint32_t Capability) {
  const ompscan_kernel_version *Found =
      choosePtx(L.Versions, ptxMethod(Wanted), IsAligned, Capability,
                Wanted.team(), Wanted.HasHead);
  if (!Found)
    throw Failure(NoPtx);
  return planOf(*Found, L.Text->Traits);
}

/// The plan by which there is PTX of \p L, a primitive: a single pass.
static Plan primitivePtxPlan(const LaunchDescriptor &L,
                             const ResolvedLaunch &Launch) {
  PlanRequest R = requestFor(L, Launch);
  R.Tuned = nullptr;
  Plan P = makePlan(Algorithm::SinglePass, R);
  if (L.Trips / P.Tile.tile() >= MaxLookbackTiles)
    throw Failure("it has too many tiles for a single pass");
  return P;
}

uint64_t rowLength(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  if (L.RowLength != 0)
    return L.RowLength;
  uint64_t Most = 0;
  for (const ResolvedArray &A : R.Arrays)
    if (A.Hull.Low <= A.Hull.High)
      Most = std::max(Most, static_cast<uint64_t>(A.Hull.High) -
                                static_cast<uint64_t>(A.Hull.Low) + 1);
  return Most / L.Trips;
}

/// The rows of \p L.
static RowSizes rowSizes(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  return {L.Trips, rowLength(L, R), std::max(R.On->units(), 1u)};
}

SharedRows rowsToShare(const LaunchDescriptor &L, const ResolvedLaunch &R,
                       const Plan &P) {
  // The value that a part finds when it looks back depends on time.
  if (environment().isReproducible(L.Features) || !R.On->supportsLookback())
    return {UINT64_MAX, 0};
  return sharedRows(rowSizes(L, R), P.statusWords(L.ItemSize));
}

/// Chooses the team that runs a row of \p L.
///
/// \throws Failure if the object code has another way than this launch, and
/// that
///         is faster.
static RowTeam teamFor(const LaunchDescriptor &L, const ResolvedLaunch &Launch,
                       PlanRequest R) {
  const bool IsHost = R.Kind == DriverKind::Native;
  RowSizes S = rowSizes(L, Launch);
  if (IsHost && R.IsReproducible)
    S.Units = UnitsOfReproducible;
  const std::optional<RowTeam> Asked = environment().Rows;
  const auto Choose = [&] {
    return Asked && hasKernels(R, *Asked) ? *Asked : chooseTeam(R, S);
  };
  RowTeam Team = Choose();
  if (Team == RowTeam::Parts &&
      (L.Trips >= MaxLookbackTiles || !Launch.On->supportsLookback())) {
    R.Traits.HasParts = false;
    Team = Choose();
  }
  if (Team == Asked)
    return Team;
  if (L.isNest() && Team != RowTeam::Parts &&
      !(IsHost && Team == RowTeam::Columns) &&
      (IsHost ? favorsSingleRowsOnHost(S)
              : !R.Limits.IsCpu && favorsSingleRows(S)))
    throw Failure("its rows are few and long, so that each of them is a launch "
                  "of its own");
  return Team;
}

static Plan bestPlan(const LaunchDescriptor &L, const ResolvedLaunch &Launch) {
  const Environment &E = environment();
  PlanRequest R = requestFor(L, Launch);
  if (L.isParallel()) {
    // The analysis of a loop inside has told arrays apart by their names. Where
    // these overlap, a work-item runs its row in sequence.
    const bool Overlap = R.Traits.HasTeam && storesUnderTwoNames(Launch.Arrays);
    R.Team = Overlap ? RowTeam::WorkItem : teamFor(L, Launch, R);
    Plan P = makePlan(parallelAlgorithm(R.Traits, R.Team), R);
    P.IsApart = R.Kind == DriverKind::Native && R.Traits.HasTeam && !Overlap &&
                std::none_of(L.Arrays.begin(), L.Arrays.end(), hasOpenEnd);
    return P;
  }
  const Plan P =
      makePlan(chooseAlgorithm(E, R.Kind, R.Traits.CanReload,
                               lookbackSupportFor(R, L.Trips),
                               [&] { return Launch.On->supportsLookback(); }),
               R);
  if (P.Method == Algorithm::SinglePass &&
      L.Trips / P.Tile.tile() >= MaxLookbackTiles)
    return makePlan(Algorithm::ReduceThenScan, R);
  return P;
}

/// Whether \p D, which compiles text as well, runs the PTX of a plan for \p A.
/// On an H200, ragged rows take 0.31 ms by the same PTX as through CUDA, and
/// 0.41 by the text; a flat sum takes 0.300 and 0.284.
static bool prefersPtx(const Device &D, Algorithm A) {
  return D.takesPtxToo() && isByTeams(A) && environment().Ptx &&
         D.computeCapability() >= LeastPtxCapability;
}

const ompscan_kernel_version *ptxOf(const LaunchDescriptor &L, const Plan &P,
                                    const Device &D) {
  if (!D.takesPtx() && !prefersPtx(D, P.Method))
    return nullptr;
  return choosePtx(L.Versions, P.Method, P.IsAligned, D.computeCapability(),
                   P.team());
}

Plan choosePlan(const LaunchDescriptor &L, const ResolvedLaunch &Launch) {
  if (!Launch.On->takesPtx()) {
    const Plan P = bestPlan(L, Launch);
    const ompscan_kernel_version *Found = ptxOf(L, P, *Launch.On);
    // PTX stands for the same algorithm only.
    return Found && !P.Block &&
                   Found->algorithm == static_cast<uint32_t>(P.Method)
               ? planOf(*Found, L.Text->Traits)
               : P;
  }
  if (L.IsPrimitive)
    return primitivePtxPlan(L, Launch);
  return ptxPlan(L, bestPlan(L, Launch), Launch.isAligned(),
                 Launch.On->computeCapability());
}

/// Whether \p Loop starts from an element of an array, so that its arrays begin
/// behind their first elements.
static bool hasSeed(const ompscan_loop_descriptor &Loop) {
  const ompscan_access_descriptor *Next = Loop.accesses;
  for (uint32_t I = 0; I != Loop.array_count; ++I)
    for (uint32_t J = 0; J != Loop.arrays[I].access_count; ++J)
      if ((Next++->kind & OMPSCAN_ACCESS_MASK) == OMPSCAN_ACCESS_SEED)
        return true;
  return false;
}

const ompscan_kernel_version *likelyPtx(const ompscan_loop_descriptor &Loop,
                                        const DeviceProperties &D,
                                        const Environment &E, unsigned Rank) {
  // Allocations begin on borders of vectors. Where a loop does not begin with
  // them, copies for a launch do, and tiles behind a head.
  const bool HasSeed = hasSeed(Loop);
  if (Rank != 0 && !HasSeed)
    return nullptr;
  // As many iterations as keep a GPU busy.
  constexpr uint64_t Trips = 1 << 22, Rows = 1 << 12;
  PlanRequest R{D.Kind,
                D.Limits,
                ProgramTraits::of(Loop.kernel_template, Loop.traits,
                                  Loop.moved_size, Loop.streamed_size),
                Loop.item_size,
                /*IsAligned=*/!HasSeed || Rank != 0,
                /*InputSize=*/0,
                LeastPtxCapability,
                E.isReproducible(Loop.features)};
  constexpr uint64_t LeastCopied = 4;
  R.CanAlign = Loop.item_size >= LeastCopied;
  Algorithm A;
  if (Loop.features & OMPSCAN_FEATURE_PARALLEL) {
    R.Team = E.Rows && hasKernels(R, *E.Rows)
                 ? *E.Rows
                 : chooseTeam(R, {Rows, Trips / Rows, std::max(D.Units, 1u)});
    A = parallelAlgorithm(R.Traits, R.Team);
  } else {
    A = chooseAlgorithm(E, R.Kind, R.Traits.CanReload,
                        lookbackSupportFor(R, Trips), [] { return true; });
  }
  const Plan P = makePlan(A, R);
  if (Rank != 0 && R.CanAlign && P.HasHead)
    return nullptr; // Rank 0 is the same.
  return choosePtx(Loop.versions, ptxMethod(P), R.IsAligned,
                   D.ComputeCapability, P.team(), P.HasHead);
}

Plan choosePlanWithTotals(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  Device &D = *R.On;
  if (D.sharesHostMemory())
    return choosePlan(L, R);
  if (L.Text->Traits.IsOrdered)
    throw Failure("order(reproducible: concurrent) gives the order of the loop "
                  "as a whole, of which processes have parts");
  const Plan P = makePlan(Algorithm::ReduceThenScan, requestFor(L, R));
  return D.takesPtx() ? ptxPlan(L, P, R.isAligned(), D.computeCapability()) : P;
}

} // namespace ompscan::rt
