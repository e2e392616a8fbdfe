//===- StreamedStores.h - Arrays that a scan fills in order --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_STREAMEDSTORES_H
#define OMPSCAN_PLUGIN_KERNEL_STREAMEDSTORES_H

#include "Model/ScanLoop.h"
#include "clang/AST/ASTContext.h"

namespace ompscan::plugin {

/// The arrays of which every iteration of a scan stores one element, beside
/// that of the preceding iteration, and which the loop does not read. The host
/// may store them past its caches (OMPSCAN_STORE_IN_ORDER of
/// docs/kernel-contract.md).
class StreamedStores {
public:
  StreamedStores(const ScanLoop &Loop, const clang::ASTContext &Context);

  /// Whether array number \p Array is one of them.
  bool contains(unsigned Array) const {
    return llvm::is_contained(Arrays, Array);
  }
  /// The bytes that an iteration stores to them.
  uint64_t size() const { return Size; }

private:
  llvm::SmallVector<unsigned, 2> Arrays;
  uint64_t Size = 0;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_STREAMEDSTORES_H
