//===- Piece.cpp - An expression in OpenCL C ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/Piece.h"
#include "Support/ClangCompat.h"

using namespace ompscan::plugin;
using llvm::StringRef;

StringRef ompscan::plugin::withoutParens(StringRef Text) {
  if (!compat::startsWith(Text, "(") || compat::startsWith(Text, "({"))
    return Text;
  unsigned Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')';
    // Without them, a comma would separate arguments.
    if (Depth == 1 && Text[I] == ',')
      return Text;
    if (!Depth)
      return I + 1 == Text.size() ? Text.drop_front().drop_back() : Text;
  }
  return Text;
}

Piece ompscan::plugin::dereference(const Piece &Pointer) {
  Piece Result(Pointer.Object.empty() ? "(*" + Pointer.Text + ")"
                                      : Pointer.Object,
               Pointer.To);
  if (Pointer.Object.empty())
    Result.Pointer = Pointer.Text;
  Result.Root = Pointer.Root;
  return Result;
}

std::string ompscan::plugin::address(const Piece &P) {
  return P.Pointer.empty() ? "(&" + P.Text + ")" : P.Pointer;
}

Piece ompscan::plugin::pointerTo(const Piece &P) {
  Piece Result(address(P));
  Result.To = P.In;
  Result.Root = P.Root;
  return Result;
}
