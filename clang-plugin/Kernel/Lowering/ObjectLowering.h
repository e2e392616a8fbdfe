//===- ObjectLowering.h - New objects in OpenCL C ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_OBJECTLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_OBJECTLOWERING_H

#include "Kernel/Lowering/Piece.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

namespace ompscan::plugin {

class ExprLowering;
class LoweringModule;

/// Whether a member that \p Init initializes is zero, or null.
bool isZero(const clang::Expr *Init, clang::ASTContext &Context);

/// Lowers expressions that make an object: lists of initialisers, zeros,
/// temporaries and calls of constructors.
class ObjectLowering : public clang::ConstStmtVisitor<ObjectLowering, Piece> {
public:
  explicit ObjectLowering(ExprLowering &Exprs, bool WantsLValue = false);

  /// The text after `=` in a declaration, or of one initialiser in a list.
  std::string initializer(const clang::Expr *E);
  /// One object of class \p T, also where \p E makes an array of them.
  Piece construct(const clang::CXXConstructExpr *E, clang::QualType T);
  /// A value of zeros.
  Piece zero(clang::QualType T, clang::SourceLocation Loc);

  Piece VisitInitListExpr(const clang::InitListExpr *E);
  Piece VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr *E);
  Piece VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *E);
  Piece VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E);
  Piece VisitCXXConstructExpr(const clang::CXXConstructExpr *E);
  Piece VisitCXXInheritedCtorInitExpr(const clang::CXXInheritedCtorInitExpr *E);
  Piece VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *E);
  Piece VisitLambdaExpr(const clang::LambdaExpr *E);
  /// Any other new object is zero: an implicit value, or `T()`.
  Piece VisitExpr(const clang::Expr *E) {
    return zero(E->getType(), E->getExprLoc());
  }

private:
  std::string braces(const clang::Expr *E,
                     llvm::ArrayRef<const clang::Expr *> Inits,
                     const clang::Expr *Filler,
                     const clang::FieldDecl *Active = nullptr);
  Piece aggregate(const clang::Expr *E,
                  llvm::ArrayRef<const clang::Expr *> Inits,
                  const clang::Expr *Filler, const clang::FieldDecl *Active);

  ExprLowering &Exprs;
  LoweringModule &M;
  clang::ASTContext &Context;
  bool WantsLValue;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_OBJECTLOWERING_H
