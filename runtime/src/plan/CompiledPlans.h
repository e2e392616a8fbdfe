//===- CompiledPlans.h - Plans of compiled kernels ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX and SPIR-V fix the algorithm and the shape of tiles when a loop is
/// compiled. The compiler plugin compiles a loop for each of the plans below;
/// the runtime reads what they are from the object code, and so need not know
/// them.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_COMPILEDPLANS_H
#define OMPSCAN_RT_PLAN_COMPILEDPLANS_H

#include "ompscan/abi.h"
#include "plan/Plan.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// Ten times the least compute capability that kernels in PTX run on: those of
/// tiles need independent threads in a warp, and relaxed accesses.
constexpr uint32_t LeastPtxCapability = 70;

/// The limits of a group that every CUDA device allows without a request.
constexpr GroupLimits CudaLimits = {/*IsCpu=*/false, /*MaxGroup=*/1024,
                                    /*LocalMemory=*/48 << 10};

/// Ten times the least compute capability for kernels that copy asynchronously
/// (cp.async).
constexpr uint32_t AsyncPtxCapability = 80;

/// The plans by which a loop of \p Template, an ompscan_template, runs on CUDA
/// devices. Scans: a single pass, where values are small enough, and
/// reduce-then-scan, which combines in a fixed order, each for arrays anywhere
/// and, where vectors pay, for arrays on borders of vectors. Where inputs go to
/// local memory as they are, that single pass copies asynchronously, and older
/// devices run the one for arrays anywhere. Selections: a single pass, since
/// counts are the same in any order. Rows: a work-item, or each kind of team.
///
/// \param InputSize at least PlanRequest::InputSize of any launch.
/// \param OutputSize PlanRequest::OutputSize of every launch.
std::vector<Plan> ptxPlans(uint32_t Template, const ProgramTraits &Traits,
                           uint64_t ItemSize, uint64_t InputSize,
                           uint64_t OutputSize = 0);

/// The plans by which such a loop runs on OpenCL devices that nothing else is
/// known of: on a CPU, and on a GPU with groups of 256 and 64 KiB of local
/// memory.
std::vector<Plan> spirvPlans(uint32_t Template, const ProgramTraits &Traits,
                             uint64_t ItemSize);

/// Whether the kernel of \p Single also runs \p Other, reduce-then-scan of
/// such tiles (OMPSCAN_ALSO_REDUCES).
bool haveOneKernel(const Plan &Single, const Plan &Other);

/// Whether \p V is PTX, compressed or not.
inline bool isPtx(const ompscan_kernel_version &V) {
  return V.format == OMPSCAN_FORMAT_PTX || V.format == OMPSCAN_FORMAT_ZSTD_PTX;
}

/// Whether one of \p Versions, of object code, is PTX.
bool hasPtx(const ompscan_kernel_version *Versions);

/// The best PTX of \p Versions for \p Wanted on a device of \p Capability (ten
/// times the compute capability) with arrays that are on borders of vectors if
/// they are \p Aligned, or may have a head in a single pass (\p HasHead); null
/// if none serves. Reduce-then-scan stands for every algorithm that there is no
/// PTX for, and a single pass for that where there is nothing else. \p Team is
/// that of the plan.
const ompscan_kernel_version *choosePtx(const ompscan_kernel_version *Versions,
                                        Algorithm Wanted, bool Aligned,
                                        uint32_t Capability, uint32_t Team = 0,
                                        bool HasHead = false);

/// The SPIR-V of \p Versions that has been compiled for \p Wanted; null if
/// there is none. A driver compiles the text for every other plan, so that no
/// device runs a shape that is not its own.
const ompscan_kernel_version *
chooseSpirv(const ompscan_kernel_version *Versions, const Plan &Wanted);

/// The plan that \p V, PTX, has been compiled for.
Plan planOf(const ompscan_kernel_version &V, const ProgramTraits &Traits);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_COMPILEDPLANS_H
