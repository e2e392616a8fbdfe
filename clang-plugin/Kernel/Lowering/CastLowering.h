//===- CastLowering.h - Conversions in OpenCL C --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_CASTLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_CASTLOWERING_H

#include "Kernel/Lowering/ExprLowering.h"

namespace ompscan::plugin {

/// Lowers conversions, implicit ones included.
class CastLowering {
public:
  explicit CastLowering(ExprLowering &Exprs, bool WantsLValue = false)
      : Exprs(Exprs), M(Exprs.module()), Context(M.context()),
        WantsLValue(WantsLValue) {}

  Piece lower(const clang::CastExpr *E);
  /// The number \p Value of type \p From as one of type \p To, which is not
  /// bool.
  std::string converted(const std::string &Value, clang::QualType From,
                        clang::QualType To, clang::SourceLocation Loc) const;

private:
  Piece bitCast(const clang::CastExpr *E);
  Piece pointerConversion(const clang::CastExpr *E);
  Piece toBase(const clang::CastExpr *E);
  Piece toDerived(const clang::CastExpr *E);

  ExprLowering &Exprs;
  LoweringModule &M;
  clang::ASTContext &Context;
  bool WantsLValue;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_CASTLOWERING_H
