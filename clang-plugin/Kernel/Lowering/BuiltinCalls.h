//===- BuiltinCalls.h - Calls of built-in functions ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_BUILTINCALLS_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_BUILTINCALLS_H

#include "Kernel/Lowering/Piece.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace ompscan::plugin {

class ExprLowering;

/// Copies objects of private memory byte by byte.
inline constexpr llvm::StringLiteral CopyBytes =
    R"(static void *ompscan_copy(void *to, const void *from, ulong n) {
  for (ulong i = 0; i < n; ++i)
    ((uchar *)to)[i] = ((const uchar *)from)[i];
  return to;
}
)";

/// The call \p E of \p F, a function of math.h or another one that Clang knows
/// by name, by means of OpenCL C; std::nullopt if \p F is another function.
std::optional<Piece> lowerBuiltinCall(const clang::CallExpr *E,
                                      const clang::FunctionDecl *F,
                                      ExprLowering &Exprs, bool WantsLValue);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_BUILTINCALLS_H
