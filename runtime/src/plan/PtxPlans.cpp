//===- PtxPlans.cpp - Plans of kernels in PTX ------------------ ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/PtxPlans.h"
#include "plan/Tuning.h"

namespace ompscan::rt {

namespace {

/// The limits of a group that every CUDA device allows without a request.
constexpr GroupLimits CudaLimits = {/*IsCpu=*/false, /*MaxGroup=*/1024,
                                    /*LocalMemory=*/48 << 10};

} // namespace

std::vector<Plan> ptxPlans(uint32_t Template, const ProgramTraits &Traits,
                           uint64_t ItemSize, uint64_t InputSize) {
  PlanRequest R{DeviceKind::Nvidia,
                CudaLimits,
                Traits,
                ItemSize,
                /*IsAligned=*/false,
                InputSize,
                LeastPtxCapability};
  switch (Template) {
  case OMPSCAN_TEMPLATE_PARALLEL_LOOP:
  case OMPSCAN_TEMPLATE_HISTOGRAM:
    return {makePlan(parallelAlgorithm(Traits), R)};
  case OMPSCAN_TEMPLATE_SELECTION:
    return {makePlan(Algorithm::SinglePass, R),
            makePlan(Algorithm::ReduceThenScan, R)};
  }
  std::vector<Plan> Plans;
  const auto Add = [&](Algorithm A, bool IsAligned) {
    R.IsAligned = IsAligned;
    Plans.push_back(makePlan(A, R));
  };
  const bool HasSinglePass = ItemSize <= MaxLookbackSize;
  const bool HasVectors = Traits.HasVectors && ItemSize <= MaxPtxItemSize;
  if (HasSinglePass) {
    if (HasVectors)
      Add(Algorithm::SinglePass, /*IsAligned=*/true);
    Add(Algorithm::SinglePass, /*IsAligned=*/false);
  }
  if (HasVectors && (Traits.IsFold || !HasSinglePass))
    Add(Algorithm::ReduceThenScan, /*IsAligned=*/true);
  Add(Algorithm::ReduceThenScan, /*IsAligned=*/false);
  return Plans;
}

const ompscan_ptx_version *choosePtx(const ompscan_ptx_version *Versions,
                                     Algorithm Wanted, bool Aligned) {
  const ompscan_ptx_version *Best = nullptr;
  const auto Serves = [&](const ompscan_ptx_version &V, Algorithm A) {
    return V.algorithm == static_cast<uint32_t>(A) &&
           (Aligned || !V.is_aligned);
  };
  for (Algorithm A : {Wanted, Algorithm::ReduceThenScan}) {
    for (const ompscan_ptx_version *V = Versions; V;
         V = V->is_last ? nullptr : V + 1)
      if (Serves(*V, A) && (!Best || V->is_aligned))
        Best = V;
    if (Best)
      break;
  }
  return Best;
}

Plan planOf(const ompscan_ptx_version &V, const ProgramTraits &Traits) {
  Plan P;
  P.Method = static_cast<Algorithm>(V.algorithm);
  P.Tile = {V.group, V.items};
  P.SumItems = V.sum_items;
  P.Vector = V.vector;
  P.IsAligned = V.is_aligned != 0;
  P.Ptx = V.by_warps ? V.capability : 0;
  P.StatusWords = V.status_words;
  if (P.Method == Algorithm::ReduceThenScan && Traits.IsStaged)
    P.StageSize = Traits.MovedSize;
  P.Kind = DeviceKind::Nvidia;
  return P;
}

} // namespace ompscan::rt
