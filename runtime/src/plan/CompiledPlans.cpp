//===- CompiledPlans.cpp - Plans of compiled kernels ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/CompiledPlans.h"
#include "plan/Rows.h"
#include "plan/Tuning.h"
#include <algorithm>
#include <utility>

namespace ompscan::rt {

namespace {

/// The limits of other devices that do not change a shape of Tuning.h: those of
/// CPUs, and the least that GPUs have.
constexpr GroupLimits OtherLimits[] = {
    {/*IsCpu=*/true, /*MaxGroup=*/1024, /*LocalMemory=*/32 << 10},
    {/*IsCpu=*/false, /*MaxGroup=*/256, /*LocalMemory=*/64 << 10}};

/// Calls \p Use with each of \p Versions.
template <typename Function>
void forEachVersion(const ompscan_kernel_version *Versions, Function Use) {
  for (const ompscan_kernel_version *V = Versions; V;
       V = V->is_last ? nullptr : V + 1)
    Use(*V);
}

/// Of two versions that a device can run, the one of the higher rank is faster.
std::pair<bool, uint32_t> rank(const ompscan_kernel_version &V) {
  return {V.is_aligned != 0, V.capability};
}

/// The plans for the loop without a scan of \p R: one, or of rows one for each
/// kind of team.
std::vector<Plan> parallelPlans(PlanRequest R) {
  std::vector<Plan> Plans = {makePlan(parallelAlgorithm(R.Traits), R)};
  if (R.Limits.IsCpu)
    return Plans;
  for (const RowTeam Team :
       {RowTeam::Column, RowTeam::PartOfWarp, RowTeam::HalfWarp,
        RowTeam::Bundle, RowTeam::Warp, RowTeam::Group64, RowTeam::Group128,
        RowTeam::Group, RowTeam::Group512, RowTeam::WideGroup, RowTeam::Columns,
        RowTeam::Parts}) {
    if (!hasKernels(R, Team))
      continue;
    R.Team = Team;
    const Plan P = makePlan(parallelAlgorithm(R.Traits, Team), R);
    if (!(P == Plans.back()))
      Plans.push_back(P);
  }
  return Plans;
}

} // namespace

std::vector<Plan> ptxPlans(uint32_t Template, const ProgramTraits &Traits,
                           uint64_t ItemSize, uint64_t InputSize,
                           uint64_t OutputSize) {
  PlanRequest R{DriverKind::Nvidia,
                CudaLimits,
                Traits,
                ItemSize,
                /*IsAligned=*/false,
                InputSize,
                LeastPtxCapability};
  R.OutputSize = OutputSize;
  R.IsPtx = true;
  switch (Template) {
  case OMPSCAN_TEMPLATE_PARALLEL_LOOP:
  case OMPSCAN_TEMPLATE_HISTOGRAM:
    return parallelPlans(R);
  case OMPSCAN_TEMPLATE_SELECTION:
    return {makePlan(Algorithm::SinglePass, R)};
  }
  std::vector<Plan> Plans;
  const auto Add = [&](Algorithm A, bool IsAligned) {
    R.IsAligned = IsAligned;
    const Plan P = makePlan(A, R);
    // Of scans in the fixed order, not all have vectors.
    if (std::find(Plans.begin(), Plans.end(), P) == Plans.end())
      Plans.push_back(P);
  };
  const bool HasSinglePass = ItemSize <= MaxLookbackSize;
  const bool HasVectors = Traits.HasVectors && worksByWarps(R);
  uint32_t StatusWords = 0;
  if (HasSinglePass) {
    bool CopiesAsync = false;
    if (HasVectors && (Traits.IsPlain || Traits.HasResults)) {
      PlanRequest Async = R;
      Async.IsAligned = Async.CopiesAsync = true;
      Async.ComputeCapability = AsyncPtxCapability;
      // Tiny tiles have no warps.
      if (const Plan P = makePlan(Algorithm::SinglePass, Async);
          P.CopiesAsync) {
        Plans.push_back(P);
        CopiesAsync = true;
      }
    }
    if (HasVectors && !CopiesAsync)
      Add(Algorithm::SinglePass, /*IsAligned=*/true);
    Add(Algorithm::SinglePass, /*IsAligned=*/false);
    StatusWords = Plans.back().StatusWords;
  }
  if (HasVectors && (Traits.IsFold || !HasSinglePass))
    Add(Algorithm::ReduceThenScan, /*IsAligned=*/true);
  Add(Algorithm::ReduceThenScan, /*IsAligned=*/false);
  // In the fixed order, each algorithm has kernels of its own.
  if (!Traits.IsOrdered)
    Plans.back().StatusWords = StatusWords;
  return Plans;
}

std::vector<Plan> spirvPlans(uint32_t Template, const ProgramTraits &Traits,
                             uint64_t ItemSize) {
  const bool IsParallel = Template == OMPSCAN_TEMPLATE_PARALLEL_LOOP ||
                          Template == OMPSCAN_TEMPLATE_HISTOGRAM;
  std::vector<Plan> Plans;
  for (const GroupLimits &Limits : OtherLimits) {
    const PlanRequest R{
        DriverKind::Other,      Limits,          Traits, ItemSize,
        /*IsAligned=*/false,    /*InputSize=*/0,
        /*ComputeCapability=*/0};
    for (const Plan &Each :
         IsParallel ? parallelPlans(R)
                    : std::vector{makePlan(Algorithm::ReduceThenScan, R)})
      Plans.push_back(Each);
  }
  return Plans;
}

bool haveOneKernel(const Plan &Single, const Plan &Other) {
  Plan P = Other;
  P.Method = Algorithm::SinglePass;
  P.SumItems = 0;
  return Other.isByOneKernel() && P == Single;
}

bool hasPtx(const ompscan_kernel_version *Versions) {
  bool Has = false;
  forEachVersion(Versions,
                 [&](const ompscan_kernel_version &V) { Has |= isPtx(V); });
  return Has;
}

const ompscan_kernel_version *choosePtx(const ompscan_kernel_version *Versions,
                                        Algorithm Wanted, bool Aligned,
                                        uint32_t Capability, uint32_t Team,
                                        bool HasHead) {
  const ompscan_kernel_version *Best = nullptr;
  for (Algorithm A :
       {Wanted, Algorithm::ReduceThenScan, Algorithm::SinglePass}) {
    forEachVersion(Versions, [&](const ompscan_kernel_version &V) {
      if (isPtx(V) && V.algorithm == static_cast<uint32_t>(A) &&
          V.capability <= Capability &&
          (!V.is_aligned || Aligned ||
           (HasHead && A == Algorithm::SinglePass)) &&
          (Team == 0 || V.group == Team * V.items) &&
          (!Best || rank(V) > rank(*Best)))
        Best = &V;
    });
    if (Best)
      break;
  }
  return Best;
}

const ompscan_kernel_version *
chooseSpirv(const ompscan_kernel_version *Versions, const Plan &Wanted) {
  // Other plans have build options that no version has.
  if (Wanted.Kind != DriverKind::Other || Wanted.Ptx || Wanted.Block)
    return nullptr;
  const ompscan_kernel_version *Found = nullptr;
  forEachVersion(Versions, [&](const ompscan_kernel_version &V) {
    if (V.format == OMPSCAN_FORMAT_SPIRV &&
        V.algorithm == static_cast<uint32_t>(Wanted.Method) &&
        V.group == Wanted.Tile.Group && V.items == Wanted.Tile.Items &&
        V.sum_items == Wanted.SumItems && V.chains == Wanted.Chains &&
        V.status_words == Wanted.StatusWords)
      Found = &V;
  });
  return Found;
}

Plan planOf(const ompscan_kernel_version &V, const ProgramTraits &Traits) {
  Plan P;
  P.Method = static_cast<Algorithm>(V.algorithm);
  P.Tile = {V.group, V.items};
  P.SumItems = V.sum_items;
  P.Vector = V.vector;
  P.Chains = V.chains;
  P.IsAligned = V.is_aligned != 0;
  P.HasHead = P.IsAligned && V.by_warps && mayHaveHead(P.Method, Traits);
  P.Ptx = V.by_warps ? V.capability : 0;
  P.CopiesAsync = P.Ptx >= AsyncPtxCapability;
  P.StatusWords = V.status_words;
  P.IsOrdered = Traits.IsOrdered;
  if (P.IsOrdered && P.Method == Algorithm::SinglePass)
    P.Block = static_cast<uint32_t>(OrderBlock / P.Tile.tile());
  P.SharesRows = P.Ptx && sharesRows(P.Method, Traits);
  if (P.Method == Algorithm::ReduceThenScan && Traits.IsStaged)
    P.StageSize = Traits.MovedSize;
  P.Kind = DriverKind::Nvidia;
  return P;
}

} // namespace ompscan::rt
