//===- RecordText.cpp - Structures in OpenCL C ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/RecordText.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using llvm::Twine;

namespace ompscan::plugin {

void RecordText::padTo(uint64_t Offset) {
  if (Offset > End && !IsUnion) {
    Members += "  uchar pad" + std::to_string(End) + "[" +
               std::to_string(Offset - End) + "];\n";
    Padded = true;
  }
  End = Offset;
}

uint64_t RecordText::add(const Twine &Declaration, uint64_t Bytes,
                         uint64_t Align) {
  const uint64_t Offset = IsUnion ? 0 : llvm::alignTo(End, Align);
  if (!IsUnion)
    padTo(Offset);
  Members += ("  " + Declaration + ";\n").str();
  End = std::max(End, Offset + Bytes);
  Alignment = std::max(Alignment, Align);
  return Offset;
}

void RecordText::finish(uint64_t Align) {
  Alignment = std::max(Alignment, Align);
  padTo(llvm::alignTo(End, Alignment));
}

} // namespace ompscan::plugin
