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

/// The only array of which every iteration of a scan stores one element, beside
/// that of the preceding iteration, and which the loop does not read. The host
/// may store it past its caches (OMPSCAN_STORE_IN_ORDER of
/// docs/kernel-contract.md). Stores that alternate between several arrays leave
/// a line before it is full, which takes up to fifty times as long as plain
/// stores on processors with few buffers for such lines.
class StreamedStores {
public:
  StreamedStores(const ScanLoop &Loop, const clang::ASTContext &Context);

  /// Whether it is array number \p Other.
  bool contains(unsigned Other) const { return Array == Other; }
  /// The bytes that an iteration stores to it; 0 if there is none.
  uint64_t size() const { return Size; }

private:
  std::optional<unsigned> Array;
  uint64_t Size = 0;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_STREAMEDSTORES_H
