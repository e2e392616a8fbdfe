//===- StreamedStores.cpp - Arrays that a scan fills in order -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/StreamedStores.h"
#include "Support/ClangCompat.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether the loop stores to \p Array once in every iteration, in order, and
/// reads nothing of it but the seed.
static bool isFilledInOrder(const ArrayUse &Array) {
  unsigned Stores = 0;
  for (const Access &A : Array.Accesses) {
    if (A.Kind == AccessKind::Seed)
      continue;
    if (A.Kind != AccessKind::Write || !A.Guards.empty() ||
        !(A.hasStride(1) || A.hasStride(-1)))
      return false;
    ++Stores;
  }
  return Stores == 1;
}

StreamedStores::StreamedStores(const ScanLoop &Loop,
                               const ASTContext &Context) {
  // Streaming stores take 4 or 8 bytes at a time.
  constexpr int64_t Piece = 4;
  // Rows end in the middle of cache lines.
  if (!Loop.scan() || Loop.isBatch())
    return;
  const auto *Filled = llvm::find_if(Loop.Arrays, isFilledInOrder);
  if (Filled == Loop.Arrays.end() ||
      std::any_of(std::next(Filled), Loop.Arrays.end(), isFilledInOrder))
    return;
  const TypeInfoChars Info = Context.getTypeInfoInChars(Filled->Element);
  if (Info.Align.getQuantity() % Piece != 0)
    return;
  Array = static_cast<unsigned>(Filled - Loop.Arrays.begin());
  Size = Info.Width.getQuantity();
}
