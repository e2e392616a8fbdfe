//===- Choice.cpp - The choice of an algorithm ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Choice.h"
#include "access/Access.h"
#include "plan/TunedShapes.h"

namespace ompscan::rt {

namespace {

/// The devices that are known to run a single pass well. A new one has to pass
/// the whole test suite with the algorithm forced.
bool isKnownToChain(DeviceKind Kind) {
  return Kind == DeviceKind::Nvidia || Kind == DeviceKind::Pocl;
}

} // namespace

LookbackSupport chainingOf(const PlanRequest &R, uint64_t Trips) {
  if (!canChain(R))
    return LookbackSupport::Impossible;
  return paysToChain(R, Trips) ? LookbackSupport::Best : LookbackSupport::Slow;
}

Algorithm chooseAlgorithm(const Environment &E, DeviceKind Kind, bool CanReload,
                          LookbackSupport Chains,
                          const std::function<bool()> &PassesTest) {
  Algorithm A = Algorithm::ReduceThenScan;
  if (E.Method)
    A = *E.Method;
  else if (Chains == LookbackSupport::Best && isKnownToChain(Kind) &&
           PassesTest())
    A = Algorithm::SinglePass;
  if ((A == Algorithm::ThreeKernel && !CanReload) ||
      (A == Algorithm::SinglePass && Chains == LookbackSupport::Impossible))
    return Algorithm::ReduceThenScan;
  return A;
}

const char *reasonFor(Algorithm A, const Environment &E, DeviceKind Kind,
                      LookbackSupport Chains) {
  if (A == E.Method)
    return "OMPSCAN_ALGORITHM asks for it";
  if (A == Algorithm::SinglePass)
    return "the device is of a kind that runs it well, and passes its test";
  if (E.Reproducible)
    return "OMPSCAN_REPRODUCIBLE asks for an order that is always the same, "
           "and "
           "a single pass has none on this device";
  if (Chains == LookbackSupport::Slow)
    return "on a CPU it is faster to read the data twice than to wait for "
           "other cores";
  return isKnownToChain(Kind)
             ? "the device fails the test of a single pass"
             : "the device is of no kind that is known to run a single pass "
               "well";
}

PlanRequest requestFor(Device &D, const Loop &L) {
  uint64_t InputSize = 0;
  for (const Array &A : L.Arrays)
    for (const Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_READ && Use.Stride == 1)
        InputSize += A.ElementSize;
  return {D.kind(),
          D.limits(),
          L.Text->Traits,
          L.ItemSize,
          canAlign(L.Arrays),
          InputSize,
          environment().Ptx ? D.computeCapability() : 0,
          L.isReproducible() || environment().Reproducible,
          &tunedShapes(D)};
}

Plan choosePlan(Device &D, const Loop &L, uint64_t Trips) {
  const Environment &E = environment();
  const PlanRequest R = requestFor(D, L);
  if (L.isParallel())
    return makePlan(R.Traits.Counts      ? Algorithm::Histogram
                    : R.Traits.ByElement ? Algorithm::ReduceLists
                    : R.Traits.Reduces   ? Algorithm::Reduce
                                         : Algorithm::ForEach,
                    R);
  const Plan P = makePlan(chooseAlgorithm(E, R.Kind, R.Traits.CanReload,
                                          chainingOf(R, Trips),
                                          [&] { return D.canChain(); }),
                          R);
  if (P.Method == Algorithm::SinglePass &&
      Trips / P.Tile.tile() >= MaxChainTiles)
    return makePlan(Algorithm::ReduceThenScan, R);
  return P;
}

} // namespace ompscan::rt
