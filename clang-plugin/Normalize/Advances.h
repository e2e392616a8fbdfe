//===- Advances.h - Variables that advance with a loop -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ADVANCES_H
#define OMPSCAN_PLUGIN_NORMALIZE_ADVANCES_H

#include "Analysis/Clauses/Directives.h"
#include "Analysis/Liveness/ExposedVariables.h"
#include "Model/Advance.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// Replaces variables of \p Unexposed that every iteration of the loop of \p D
/// advances by the same amount by variables of the iteration:
///
///     for (i = 0; i < n; i++) {        for (i = 0; i < n; i++) {
///       s += *p++;                       const float *p' = p + i;
///       y[k] = s;                        int k' = k + i * 2;
///       k += 2;                          s += *p';
///     }                                  y[k'] = s;
///                                      }
///
/// Their amounts stand for them in `linear` clauses.
///
/// A pointer that is an item and moves in the loop becomes the count of its
/// steps: `*out++ = v;` is `*(out + count++) = v;`.
///
/// The result goes to OnHost and Operands of \p D. Returns the variables and
/// their amounts, none if the loop stays as it is: the code behind the loop has
/// to add them. Returns std::nullopt after an error of Sema.
std::optional<llvm::SmallVector<Advance, 2>>
replaceAdvances(ScanDirective &D, const VariableSet &Unexposed, clang::Sema &S,
                clang::DeclContext *DC);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ADVANCES_H
