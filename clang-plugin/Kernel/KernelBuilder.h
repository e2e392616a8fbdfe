//===- KernelBuilder.h - From a ScanLoop to OpenCL C ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELBUILDER_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELBUILDER_H

#include "Kernel/Lowering/Lowering.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// The program of one loop.
struct Kernel {
  /// The loop's own text.
  std::string Hooks;
  unsigned Template = 0; ///< The templates that belong to it.
  unsigned Traits = 0;   ///< Bits of ompscan_trait.
  /// Bytes that an iteration of a selection stores.
  uint64_t MovedSize = 0;
  /// Bytes that an iteration of a scan stores to its StreamedStores.
  uint64_t StreamedSize = 0;
  /// It computes in double.
  bool NeedsFP64 = false;
  /// The type of integers of 128 bits that it has, so that only machine code of
  /// the host can run it; null if it has none.
  clang::QualType WideInteger;
  /// It calls functions that are not the same on all devices.
  bool CallsLibrary = false;
  /// Size of the scanned type, and the offset of each item's value in it, in
  /// bytes.
  uint64_t ValueSize = 0;
  llvm::SmallVector<uint64_t, 1> Offsets;
  /// The offset of each of the loop's Lasts behind the value of the last
  /// iteration.
  llvm::SmallVector<uint64_t, 1> LastOffsets;

  /// The whole program: hooks and templates, for the host if no other device
  /// can run it.
  std::string source() const;
  /// The part of it that another loop may lack, to check whether it compiles.
  std::string checkedSource() const;
};

/// Writes the hooks of \p Loop (docs/kernel-contract.md). Returns std::nullopt,
/// with an error, if something cannot run on a device.
std::optional<Kernel> buildKernel(const ScanLoop &Loop,
                                  clang::ASTContext &Context,
                                  const Diagnostics &Diags,
                                  Lowering::BodyRequest RequestBody);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELBUILDER_H
