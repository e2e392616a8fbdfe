//===- PtxPlans.h - Plans of kernels in PTX -------------------- -*- C++
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX fixes the algorithm and the shape of tiles when a loop is compiled. The
/// compiler plugin compiles a loop for each of the plans below; the runtime
/// reads what they are from the object code, and so need not know them.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_PTXPLANS_H
#define OMPSCAN_RT_PLAN_PTXPLANS_H

#include "ompscan/abi.h"
#include "plan/Plan.h"
#include "plan/Tuning.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// Ten times the least compute capability that kernels in PTX run on: those of
/// tiles need independent threads in a warp, and relaxed accesses.
constexpr uint32_t LeastPtxCapability = 70;

/// The plans by which a loop of \p Template, an ompscan_template, runs on CUDA
/// devices. Scans: a single pass, where values are small enough, and
/// reduce-then-scan, which combines in a fixed order, each for arrays anywhere
/// and, where vectors pay, for arrays on borders of vectors.
///
/// \param InputSize at least PlanRequest::InputSize of any launch.
std::vector<Plan> ptxPlans(uint32_t Template, const ProgramTraits &Traits,
                           uint64_t ItemSize, uint64_t InputSize);

/// The best of \p Versions, of object code, for \p Wanted with arrays that are
/// on borders of vectors if they are \p Aligned; null if none serves.
/// Reduce-then-scan stands for every algorithm that there is no PTX for.
const ompscan_ptx_version *choosePtx(const ompscan_ptx_version *Versions,
                                     Algorithm Wanted, bool Aligned);

/// The plan that \p V has been compiled for.
Plan planOf(const ompscan_ptx_version &V, const ProgramTraits &Traits);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_PTXPLANS_H
