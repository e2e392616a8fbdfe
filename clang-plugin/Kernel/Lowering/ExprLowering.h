//===- ExprLowering.h - Expressions in OpenCL C --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_EXPRLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_EXPRLOWERING_H

#include "Kernel/Lowering/FunctionScope.h"
#include "Kernel/Lowering/Lowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Kernel/Lowering/Piece.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

namespace ompscan::plugin {

/// Lowers the expressions of a loop, with a substitution for its variables and
/// elements, or of a function's body. Operators, names, members and literals
/// are lowered here; casts, calls and new objects have classes of their own.
class ExprLowering : public clang::ConstStmtVisitor<ExprLowering, Piece> {
public:
  ExprLowering(LoweringModule &M, FunctionScope &Scope,
               Lowering::Substitution Substitute = {})
      : M(M), Context(M.context()), Scope(Scope), Substitute(Substitute) {}

  /// A value; for a glvalue, the object's. With \p AsLValue, an lvalue in the
  /// sense of C.
  Piece lower(const clang::Expr *E, bool AsLValue = false);
  /// A value that is compared with 0: OpenCL C does not accept a floating-point
  /// condition.
  Piece condition(const clang::Expr *E);
  /// An expression statement.
  std::string discarded(const clang::Expr *E);
  /// The same for what a loop counts by.
  std::string counting(const clang::Expr *E);

  /// The value that is assigned to \p Target. \p First receives the text that
  /// has to be evaluated before the target, if any.
  Piece assigned(const clang::Expr *Target, const clang::Expr *Value,
                 std::string &First);
  /// The value of the assignment \p Effect: in C++ it is \p Object, an lvalue.
  Piece assignment(const std::string &Effect, const Piece &Object,
                   const clang::Expr *Target, bool AsLValue);
  /// The bytes of the object of type \p T at \p Place in private memory, for as
  /// long as the block lives.
  Piece bytesOf(const std::string &Place, clang::QualType T,
                clang::SourceLocation Loc);
  /// A private object that lives as long as the block.
  Piece temporary(const std::string &Value, clang::QualType T,
                  clang::SourceLocation Loc);
  /// Reports that \p What cannot run on the device.
  Piece refuse(clang::SourceLocation Loc, llvm::StringRef What) {
    M.refuse(Loc, What);
    return {};
  }

  LoweringModule &module() { return M; }
  FunctionScope &scope() { return Scope; }

  /// New objects, constants of the host's compiler, and expressions that cannot
  /// run on the device.
  Piece VisitExpr(const clang::Expr *E);

  // Names, members and elements.
  Piece VisitDeclRefExpr(const clang::DeclRefExpr *E);
  Piece VisitMemberExpr(const clang::MemberExpr *E);
  Piece VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *E);
  Piece VisitCXXThisExpr(const clang::CXXThisExpr *E);
  Piece VisitOpaqueValueExpr(const clang::OpaqueValueExpr *E);
  Piece VisitArrayInitIndexExpr(const clang::ArrayInitIndexExpr *) {
    return Scope.Subscripts.back();
  }

  // Operators.
  Piece VisitUnaryOperator(const clang::UnaryOperator *E);
  Piece VisitBinaryOperator(const clang::BinaryOperator *E);
  Piece VisitCompoundAssignOperator(const clang::CompoundAssignOperator *E);
  Piece VisitConditionalOperator(const clang::ConditionalOperator *E);
  Piece
  VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator *E);
  Piece VisitStmtExpr(const clang::StmtExpr *E);

  // Literals.
  Piece VisitIntegerLiteral(const clang::IntegerLiteral *E);
  Piece VisitCharacterLiteral(const clang::CharacterLiteral *E);
  Piece VisitFloatingLiteral(const clang::FloatingLiteral *E);
  Piece VisitImaginaryLiteral(const clang::ImaginaryLiteral *E);
  Piece VisitStringLiteral(const clang::StringLiteral *E);
  Piece VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *E);
  Piece VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *E);

  // Expressions that stand for another one.
  Piece VisitParenExpr(const clang::ParenExpr *E) {
    return lower(E->getSubExpr(), WantsLValue);
  }
  Piece VisitFullExpr(const clang::FullExpr *E) {
    return lower(E->getSubExpr(), WantsLValue);
  }
  Piece VisitPseudoObjectExpr(const clang::PseudoObjectExpr *E);
  Piece VisitConstantExpr(const clang::ConstantExpr *E);
  Piece VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *E) {
    return lower(E->getReplacement(), WantsLValue);
  }
  Piece VisitGenericSelectionExpr(const clang::GenericSelectionExpr *E) {
    return lower(E->getResultExpr(), WantsLValue);
  }
  Piece VisitChooseExpr(const clang::ChooseExpr *E) {
    return lower(E->getChosenSubExpr(), WantsLValue);
  }
  Piece
  VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *E) {
    return lower(E->getSemanticForm(), WantsLValue);
  }
  Piece VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *E) {
    return lower(E->getExpr(), WantsLValue);
  }
  Piece VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E) {
    return lower(E->getSubExpr(), WantsLValue);
  }

  Piece VisitCastExpr(const clang::CastExpr *E);
  Piece VisitCallExpr(const clang::CallExpr *E);

private:
  Piece increment(const clang::UnaryOperator *E, bool IsDiscarded);
  std::string wrapping(clang::BinaryOperatorKind Op, clang::QualType T,
                       const clang::Expr *E);
  Piece wrapped(const std::string &Unsigned, const clang::Expr *E);
  /// An operation with numbers that OpenCL C lacks.
  Piece emulated(clang::BinaryOperatorKind Op, llvm::StringRef Left,
                 clang::QualType LeftType, llvm::StringRef Right,
                 clang::QualType RightType);
  /// The member \p Name of the structure \p Object.
  Piece part(const Piece &Object, llvm::StringRef Name);
  /// The member \p Field of \p Object.
  Piece member(const Piece &Object, const clang::FieldDecl *Field);

  LoweringModule &M;
  clang::ASTContext &Context;
  FunctionScope &Scope;
  Lowering::Substitution Substitute;
  bool WantsLValue = false;
  /// Inside of a subscript, or of what a loop counts by.
  bool IsPlace = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_EXPRLOWERING_H
