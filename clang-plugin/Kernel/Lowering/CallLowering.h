//===- CallLowering.h - Calls in OpenCL C --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_CALLLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_CALLLOWERING_H

#include "Kernel/Lowering/ExprLowering.h"

namespace ompscan::plugin {

struct Extremum;

/// Lowers calls of functions, member functions, operators and constructors.
class CallLowering {
public:
  explicit CallLowering(ExprLowering &Exprs, bool WantsLValue = false)
      : Exprs(Exprs), M(Exprs.module()), Context(M.context()),
        WantsLValue(WantsLValue) {}

  Piece lower(const clang::CallExpr *E);

  /// An argument of a call, and how its parameter takes it.
  struct Argument {
    Piece Value;
    /// The type that a reference parameter, or the object's, refers to; else
    /// null.
    clang::QualType Referee;
  };

  /// Appends the lowered \p Args for the parameters of \p F.
  void addArguments(const clang::FunctionDecl *F,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    llvm::SmallVectorImpl<Argument> &Result);
  /// A call of \p F. A constructor starts from zeros if \p Zeroed.
  Piece call(const clang::FunctionDecl *F, llvm::ArrayRef<Argument> Args,
             clang::SourceLocation Loc, bool Zeroed = false);

private:
  Piece function(const clang::CallExpr *E);
  Piece extremum(const clang::CallExpr &E, const Extremum &Found);
  Piece member(const clang::CXXMemberCallExpr *E);
  Piece overloaded(const clang::CXXOperatorCallExpr *E,
                   const clang::CXXMethodDecl *F);
  bool isTrivialAssignment(const clang::CXXMethodDecl *F,
                           clang::SourceLocation Loc);
  Piece trivialAssignment(const clang::Expr *Target, bool IsArrow,
                          const clang::Expr *Value);
  Argument object(const clang::Expr *E, bool IsArrow);
  std::string render(const clang::FunctionDecl *F,
                     llvm::ArrayRef<Argument> Args,
                     llvm::SmallVectorImpl<Space> &Spaces,
                     clang::SourceLocation Loc);

  ExprLowering &Exprs;
  LoweringModule &M;
  clang::ASTContext &Context;
  bool WantsLValue;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_CALLLOWERING_H
