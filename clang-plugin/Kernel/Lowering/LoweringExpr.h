//===- LoweringExpr.h - Expressions in OpenCL C --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGEXPR_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGEXPR_H

#include "Kernel/Lowering/Lowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"
#include "clang/Basic/OperatorPrecedence.h"

namespace ompscan::plugin {

/// An expression in OpenCL C: an operand of any operator.
struct Piece {
  Piece() = default;
  Piece(std::string Text) : Text(std::move(Text)) {}
  /// \p Operation, of an operator with the precedence \p Binds.
  Piece(const std::string &Operation, clang::prec::Level Binds)
      : Text("(" + Operation + ")"), Binds(Binds) {}
  Piece(std::string Text, Space In) : Text(std::move(Text)), In(In) {}

  /// The text without its parentheses if the operator in them binds at least
  /// like \p Least.
  std::string operand(clang::prec::Level Least) const {
    return Binds < Least ? Text : Text.substr(1, Text.size() - 2);
  }

  std::string Text;
  /// The precedence of the operator in the parentheses around Text; Unknown
  /// where Text is not of that form.
  clang::prec::Level Binds = clang::prec::Unknown;
  /// Where the object lives that a glvalue names.
  Space In = Space::Private;
  /// Where a pointer points, if this is one.
  Space To = Space::Private;
  /// A pointer to the object, where it is named through one.
  std::string Pointer;
  /// The object that a pointer points to, where it has a name.
  std::string Object;
  /// The text of the substitution that this is a part of.
  std::string Root;
};

/// Copies objects of private memory byte by byte.
inline constexpr llvm::StringLiteral CopyBytes =
    R"(static void *ompscan_copy(void *to, const void *from, ulong n) {
  for (ulong i = 0; i < n; ++i)
    ((uchar *)to)[i] = ((const uchar *)from)[i];
  return to;
}
)";

/// Takes off a pair of parentheses around the whole of \p Text.
llvm::StringRef withoutParens(llvm::StringRef Text);

/// The function whose body is being lowered, or the outermost expression.
struct FunctionScope {
  struct Variable {
    std::string Name;
    /// Where a pointer or a reference points.
    Space To = Space::Private;
  };

  /// Null for an expression of a loop.
  const clang::FunctionDecl *Function = nullptr;
  /// What the names of variables begin with.
  llvm::StringRef Prefix = "v_";
  llvm::DenseMap<const clang::ValueDecl *, Variable> Variables;
  llvm::DenseMap<const clang::Expr *, std::string> Opaque;
  NameTable Names;
  /// Declarations of variables that keep values within an expression.
  llvm::SmallVector<std::string, 2> Temporaries;
  /// The pointer to the object of a member function.
  std::optional<Piece> This;
  /// The subscript of the array being copied, innermost last.
  llvm::SmallVector<std::string, 2> Subscripts;
  /// Whether the function makes the object that it returns.
  bool IsConstructor = false;
  /// Where the pointer or reference that the function returns points.
  std::optional<Space> Returns;

  std::string name(llvm::StringRef Name) { return Names.unique(Prefix, Name); }
};

/// Lowers expressions: of a loop, where a substitution says what they mean, or
/// of a function's body.
class ExprLowering : public clang::ConstStmtVisitor<ExprLowering, Piece> {
public:
  ExprLowering(LoweringModule &M, FunctionScope &Scope,
               Lowering::Substitution Substitute = {})
      : M(M), Context(M.context()), Scope(Scope), Substitute(Substitute) {}

  /// A value; for a glvalue, the object's. With \p AsLValue, an lvalue in the
  /// sense of C.
  Piece lower(const clang::Expr *E, bool AsLValue = false);
  /// A value that is compared with 0: OpenCL C does not take all that C does.
  Piece condition(const clang::Expr *E);
  /// An expression statement.
  std::string discarded(const clang::Expr *E);
  /// What follows `=` in a declaration, or stands in a list of initialisers.
  std::string initializer(const clang::Expr *E);
  /// One object of class \p T, also where \p E makes an array of them.
  Piece construct(const clang::CXXConstructExpr *E, clang::QualType T);
  /// A value of zeros.
  Piece zero(clang::QualType T, clang::SourceLocation Loc);
  /// A pointer to the object that \p P names.
  std::string address(const Piece &P);

  LoweringModule &module() { return M; }
  FunctionScope &scope() { return Scope; }

  // Operands and operators (LoweringExpr.cpp).
  Piece VisitStmt(const clang::Stmt *S);
  Piece VisitParenExpr(const clang::ParenExpr *E);
  Piece VisitFullExpr(const clang::FullExpr *E);
  Piece VisitConstantExpr(const clang::ConstantExpr *E);
  Piece VisitDeclRefExpr(const clang::DeclRefExpr *E);
  Piece VisitMemberExpr(const clang::MemberExpr *E);
  Piece VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *E);
  Piece VisitUnaryOperator(const clang::UnaryOperator *E);
  Piece VisitBinaryOperator(const clang::BinaryOperator *E);
  Piece VisitCompoundAssignOperator(const clang::CompoundAssignOperator *E);
  Piece VisitConditionalOperator(const clang::ConditionalOperator *E);
  Piece
  VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator *E);
  Piece VisitStmtExpr(const clang::StmtExpr *E);
  Piece VisitCXXThisExpr(const clang::CXXThisExpr *E);
  Piece VisitOpaqueValueExpr(const clang::OpaqueValueExpr *E);
  Piece VisitArrayInitIndexExpr(const clang::ArrayInitIndexExpr *E);

  // Literals, and what stands for another expression (LoweringOperands.cpp).
  Piece VisitIntegerLiteral(const clang::IntegerLiteral *E);
  Piece VisitCharacterLiteral(const clang::CharacterLiteral *E);
  Piece VisitFloatingLiteral(const clang::FloatingLiteral *E);
  Piece VisitStringLiteral(const clang::StringLiteral *E);
  Piece VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *E);
  Piece VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *E);
  Piece VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *E);
  Piece VisitOffsetOfExpr(const clang::OffsetOfExpr *E);
  Piece VisitTypeTraitExpr(const clang::TypeTraitExpr *E);
  Piece VisitSizeOfPackExpr(const clang::SizeOfPackExpr *E);
  Piece VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr *E);
  Piece VisitRequiresExpr(const clang::RequiresExpr *E);
  Piece
  VisitConceptSpecializationExpr(const clang::ConceptSpecializationExpr *E);
  Piece VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *E);
  Piece VisitGenericSelectionExpr(const clang::GenericSelectionExpr *E);
  Piece VisitChooseExpr(const clang::ChooseExpr *E);
  Piece
  VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *E);
  Piece VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *E);
  Piece VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E);
  Piece VisitCXXNewExpr(const clang::CXXNewExpr *E);
  Piece VisitCXXDeleteExpr(const clang::CXXDeleteExpr *E);
  Piece VisitCXXThrowExpr(const clang::CXXThrowExpr *E);
  Piece VisitCXXTypeidExpr(const clang::CXXTypeidExpr *E);
  Piece VisitVAArgExpr(const clang::VAArgExpr *E);
  Piece VisitAtomicExpr(const clang::AtomicExpr *E);

  // Conversions (LoweringCasts.cpp).
  Piece VisitCastExpr(const clang::CastExpr *E);

  // Objects (LoweringObjects.cpp).
  Piece VisitInitListExpr(const clang::InitListExpr *E);
  Piece VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr *E);
  Piece VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *E);
  Piece VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *E);
  Piece VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *E);
  Piece VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E);
  Piece VisitCXXConstructExpr(const clang::CXXConstructExpr *E);
  Piece VisitCXXInheritedCtorInitExpr(const clang::CXXInheritedCtorInitExpr *E);
  Piece VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *E);
  Piece VisitLambdaExpr(const clang::LambdaExpr *E);

  // Calls (LoweringCalls.cpp).
  Piece VisitCallExpr(const clang::CallExpr *E);
  Piece VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr *E);
  Piece VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *E);

private:
  /// An argument of a call, and how its parameter takes it.
  struct Argument {
    Piece Value;
    /// What a reference parameter, or the object's, refers to; else null.
    clang::QualType Referee;
  };

  Piece folded(const clang::Expr *E);
  Piece dereference(const Piece &Pointer);
  Piece temporary(const std::string &Value, clang::QualType T,
                  clang::SourceLocation Loc);
  Piece increment(const clang::UnaryOperator *E, bool IsDiscarded);
  Piece assignment(const std::string &Effect, const Piece &Object,
                   const clang::Expr *Target);

  // The order of evaluation (LoweringOrder.cpp).

  /// Whether it may be told that C++17 evaluates the value of an assignment
  /// before its target.
  bool dependsOnOrder(const clang::Expr *Target, const clang::Expr *Value);
  /// The value of an assignment. \p First is what has to be evaluated before
  /// the target, if anything.
  Piece assigned(const clang::Expr *Target, const clang::Expr *Value,
                 std::string &First);

  Piece conversion(const clang::CastExpr *E);
  Piece pointerConversion(const clang::CastExpr *E);
  Piece toBase(const clang::CastExpr *E);
  Piece toDerived(const clang::CastExpr *E);

  std::string braces(clang::QualType T,
                     llvm::ArrayRef<const clang::Expr *> Inits,
                     const clang::Expr *Filler,
                     const clang::FieldDecl *Active = nullptr);
  Piece aggregate(const clang::Expr *E,
                  llvm::ArrayRef<const clang::Expr *> Inits,
                  const clang::Expr *Filler, const clang::FieldDecl *Active);

  Argument object(const clang::Expr *E, bool IsArrow);
  void addArguments(const clang::FunctionDecl *F,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    llvm::SmallVectorImpl<Argument> &Result);
  std::string render(const clang::FunctionDecl *F,
                     llvm::ArrayRef<Argument> Args,
                     llvm::SmallVectorImpl<Space> &Spaces,
                     clang::SourceLocation Loc);
  Piece call(const clang::FunctionDecl *F, llvm::ArrayRef<Argument> Args,
             clang::SourceLocation Loc, bool Zeroed = false);
  Piece trivialAssignment(const clang::Expr *Target, bool IsArrow,
                          const clang::Expr *Value);

  // Built-in functions (LoweringBuiltins.cpp).
  std::optional<Piece> builtin(const clang::CallExpr *E,
                               const clang::FunctionDecl *F);

  LoweringModule &M;
  clang::ASTContext &Context;
  FunctionScope &Scope;
  Lowering::Substitution Substitute;
  bool WantsLValue = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGEXPR_H
