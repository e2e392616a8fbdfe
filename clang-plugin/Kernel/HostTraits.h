//===- HostTraits.h - What pays on the host's cores ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_HOSTTRAITS_H
#define OMPSCAN_PLUGIN_KERNEL_HOSTTRAITS_H

#include "Kernel/KernelHooks.h"

namespace ompscan::plugin {

/// Whether the templates for the host combine the only value of \p Loop one
/// after the other: integers that take a cycle to combine, or too many integers
/// for the registers of several values.
bool combinesIntegers(const ScanLoop &Loop, const clang::ASTContext &Context);

/// Whether the scan \p S is that of a linear recurrence or system with the same
/// factors in each iteration: the host computes powers of its matrix once.
bool hasPowers(const KernelHooks &S);

/// Whether the scan \p S waits for the result of each operation as it is
/// written, and can scan some inputs ahead of the value in front of them in
/// less time: it adds floating-point numbers, composes linear functions of
/// them, or has powers.
bool waitsForResults(const KernelHooks &S);

/// Whether the host computes the scan \p S, which has \p Traits, with one
/// thread in less time than the loop as it is written.
bool isFastAlone(const KernelHooks &S, unsigned Traits);

/// Whether the host computes \p Loop, which reduces without a scan, with one
/// thread in less time than the loop as it is written: compilers keep the order
/// of floating-point operations, so that each waits for the preceding one, and
/// templates/reduce-lanes.cl has lanes that become vectors.
bool isReductionFastAlone(const ScanLoop &Loop);

/// Whether \p Loop has a reduction that is a minimum or maximum.
bool reducesExtrema(const ScanLoop &Loop);

/// Whether the host computes the selection \p S, whose iterations store \p
/// MovedSize bytes, with one thread in less time than the loop as it is
/// written, since the compiler makes vectors of its iterations.
bool isSelectionFastAlone(const KernelHooks &S, uint64_t MovedSize);

/// Whether the kernels of the scan \p S take so much longer than the loop that
/// not even a second thread makes up for it.
bool needsThreads(const KernelHooks &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_HOSTTRAITS_H
