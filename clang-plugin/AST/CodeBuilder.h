//===- CodeBuilder.h - Code at one place of the program ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_CODEBUILDER_H
#define OMPSCAN_PLUGIN_AST_CODEBUILDER_H

#include "Support/ClangCompat.h"
#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// While it exists, Sema builds code of the function \p DC.
class SemaContext {
public:
  SemaContext(clang::Sema &S, clang::DeclContext *DC)
      : Function(S, DC),
        Evaluated(
            S, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated) {
  }

private:
  clang::Sema::ContextRAII Function;
  clang::EnterExpressionEvaluationContext Evaluated;
};

/// Has Sema build expressions and statements at one place of the program. A
/// result is null if it cannot be built, which Sema has reported, or if an
/// operand is null.
class CodeBuilder {
public:
  explicit CodeBuilder(clang::Sema &S) : S(S), Context(S.Context) {}

  /// Sets the location of all nodes that are built later.
  void setLoc(clang::SourceLocation NewLoc) { Loc = NewLoc; }
  clang::SourceLocation loc() const { return Loc; }
  clang::Sema &sema() const { return S; }
  clang::ASTContext &context() const { return Context; }

  clang::Expr *unary(clang::UnaryOperatorKind Op, clang::Expr *E) const;
  clang::Expr *binary(clang::Expr *Left, clang::BinaryOperatorKind Op,
                      clang::Expr *Right) const;
  /// `!E`
  clang::Expr *negated(clang::Expr *E) const {
    return unary(clang::UO_LNot, E);
  }
  /// `A && B`, or the one that is not null.
  clang::Expr *both(clang::Expr *A, clang::Expr *B) const {
    return A && B ? binary(A, clang::BO_LAnd, B) : A ? A : B;
  }
  /// `A || B`, or the one that is not null.
  clang::Expr *either(clang::Expr *A, clang::Expr *B) const {
    return A && B ? binary(A, clang::BO_LOr, B) : A ? A : B;
  }
  /// `Condition ? A : B`
  clang::Expr *choose(clang::Expr *Condition, clang::Expr *A,
                      clang::Expr *B) const;
  /// The integer \p E as \p Type; itself if that is its type, as of a pointer.
  clang::Expr *integer(clang::Expr *E, clang::QualType Type) const;
  /// `(Type)E`, which a user's -Wconversion says nothing about.
  clang::Expr *cast(clang::Expr *E, clang::QualType Type,
                    clang::CastKind Kind) const;
  /// `Object.Name`
  clang::Expr *member(clang::Expr *Object, llvm::StringRef Name) const;
  /// `Object.Name()`
  clang::Expr *callMember(clang::Expr *Object, llvm::StringRef Name) const;

  clang::Expr *reference(const clang::ValueDecl *D) const;
  /// The value that \p Var holds.
  clang::Expr *valueOf(const clang::VarDecl *Var) const;
  /// A variable of the current function that begins with \p Init. Its
  /// declaration goes to \p Statements.
  clang::VarDecl *
  variable(llvm::StringRef Name, clang::QualType Type, clang::Expr *Init,
           llvm::SmallVectorImpl<clang::Stmt *> &Statements) const;
  /// Declares a `const` variable in the same way.
  clang::VarDecl *
  constant(llvm::StringRef Name, clang::QualType Type, clang::Expr *Init,
           llvm::SmallVectorImpl<clang::Stmt *> &Statements) const {
    return variable(Name, Type.withConst(), Init, Statements);
  }

  /// A reference to a `const` variable that holds \p E.
  clang::Expr *held(clang::Expr *E,
                    llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                    llvm::StringRef Name = "__ompscan_scalar") const;

  /// `{ Statements }`, up to \p End if that is valid.
  clang::CompoundStmt *block(llvm::ArrayRef<clang::Stmt *> Statements,
                             clang::SourceLocation End = {}) const;
  /// `({ Statements })`, the last of which has the value, of type \p Type.
  clang::Expr *blockValue(llvm::ArrayRef<clang::Stmt *> Statements,
                          clang::QualType Type) const;
  /// `if (!Condition) Then else Else`, where \p Else may be null.
  clang::Stmt *unless(clang::Expr *Condition, clang::Stmt *Then,
                      clang::Stmt *Else = nullptr) const;

protected:
  clang::Sema &S;
  clang::ASTContext &Context;
  clang::SourceLocation Loc;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_CODEBUILDER_H
