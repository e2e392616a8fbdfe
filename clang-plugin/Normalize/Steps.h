//===- Steps.h - Steps of variables --------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_STEPS_H
#define OMPSCAN_PLUGIN_NORMALIZE_STEPS_H

#include "Normalize/Positions.h"

namespace ompscan::plugin {

/// `v++`, `v -= Amount` or `v = v + Amount`. Var is null for any other
/// expression, and Amount for 1.
struct Step {
  const clang::DeclRefExpr *Var = nullptr;
  clang::Expr *Amount = nullptr;
  bool IsDown = false;
  /// The value of the expression is that before the step.
  bool YieldsOld = false;
};

/// The step of an integer, a pointer or an iterator that \p E is.
Step stepOf(const clang::Expr *E);

/// Whether \p Type is a pointer to objects.
bool isPlacePointer(clang::QualType Type);

/// Whether \p E names \p Var.
bool isVar(const clang::Expr *E, const clang::VarDecl &Var);

/// The operand of \p E that leads to an element, without the temporary for
/// it, if \p E is `*it`, `it[k]` or `it->` of an iterator; else null.
const clang::Expr *placeIn(const clang::Expr *E);

/// `it + k` or `it - k` of an iterator; null Left for another expression.
Operation movedIterator(const clang::Expr *E);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_STEPS_H
