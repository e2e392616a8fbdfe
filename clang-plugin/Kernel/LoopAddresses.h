//===- LoopAddresses.h - Addresses in loops of kernels -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOOPADDRESSES_H
#define OMPSCAN_PLUGIN_KERNEL_LOOPADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace ompscan::plugin {

/// Reduces the strength of addresses in innermost loops of kernels, for targets
/// whose instructions add a base, a counter times a constant, and a constant,
/// as those of x86 do. To follow LLVM's `loop-simplify`.
///
/// If all addresses of a loop advance by constants, their bases are computed in
/// front of the loop, addresses with the same base share it, and the counters
/// become such that the code generator does not recognize them: its own search
/// among the ways to compute addresses would find this form, too, but takes as
/// long as half of the rest of it. Any other loop is left to it.
class LoopAddressesPass : public llvm::PassInfoMixin<LoopAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOOPADDRESSES_H
