//===- CharacterCalls.h - Calls of ctype.h -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels classify and convert characters as the "C" locale does, with the
/// values that glibc returns.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_CHARACTERCALLS_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_CHARACTERCALLS_H

#include "AST/LibraryMacros.h"
#include "Kernel/Lowering/Piece.h"

namespace ompscan::plugin {

class ExprLowering;

/// The call \p E of a function of <ctype.h>; std::nullopt if \p Name is none.
std::optional<Piece> lowerCharacterCall(const clang::CallExpr &E,
                                        llvm::StringRef Name,
                                        ExprLowering &Exprs);

/// The element of \p Table for the character \p Index.
Piece lowerCharacterAccess(CharacterTable Table, const clang::Expr *Index,
                           ExprLowering &Exprs);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_CHARACTERCALLS_H
