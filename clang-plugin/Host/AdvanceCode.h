//===- AdvanceCode.h - Variables that a loop advances -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_ADVANCECODE_H
#define OMPSCAN_PLUGIN_HOST_ADVANCECODE_H

#include "AST/CodeBuilder.h"
#include "Model/Advance.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// \p Code, which runs a loop over \p IV in the function \p DC, and behind it
/// what adds to the variables of \p Advances:
///
///   {
///     const uint64_t __ompscan_scalar = lower < bound ? ... : 0;
///     ptrdiff_t count = 0;
///     ...                // Code
///     p = p + __ompscan_scalar * amount;
///     out = out + count;
///   }
///
/// Null if that cannot be built, or if \p Code is null.
clang::Stmt *withAdvances(clang::Stmt *Code, llvm::ArrayRef<Advance> Advances,
                          const Induction &IV, clang::DeclContext *DC,
                          clang::Sema &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_ADVANCECODE_H
