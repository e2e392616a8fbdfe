//===- Names.h - Variables that stand for elements and numbers - *- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_NAMES_H
#define OMPSCAN_PLUGIN_NORMALIZE_NAMES_H

#include "AST/TreeRewriter.h"
#include "Normalize/Positions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace ompscan::plugin {

/// Variables that are *names*: pointers into arrays, references to elements,
/// and integers with a known value. Replaces them by what they stand for,
/// integers in subscripts and in conditions that are formulas, and elements of
/// arrays of arrays by those of one array.
class Names {
public:
  /// Whether an expression has the same value wherever a name is in scope.
  using Predicate = llvm::function_ref<bool(const clang::Expr *)>;

  Names(clang::Sema &S, TreeRewriter &Rewriter)
      : S(S), Context(S.Context), Nodes(S), Rewriter(Rewriter) {}

  /// Makes \p Var, whose initial or only value is \p Init, a name; false if it
  /// cannot be one.
  bool add(const clang::VarDecl &Var, clang::Expr *Init, Predicate IsSteady);
  void remove(const clang::VarDecl &Var);

  /// Counts the elements of \p Array, whose elements are rows, one row behind
  /// the other: `a[i][j]` is `(&a[0][0])[i * n + j]`.
  void countThroughRows(const clang::Expr &Array) { Tables.push_back(&Array); }

  /// Says which conditions are read as formulas; without it, none are.
  void setFormulas(std::function<bool(const clang::Expr *)> New) {
    IsFormula = std::move(New);
  }

  /// \p St without names.
  clang::Stmt *rewritten(clang::Stmt *St) { return rewritten(St, false); }

  /// The array that the pointer \p Var leads into; null if it is no name.
  const clang::Expr *baseOf(const clang::VarDecl &Var) const;

private:
  /// An element of an array, or a member of one.
  struct Target {
    Position At;
    /// From the member of the element on.
    llvm::SmallVector<const clang::MemberExpr *, 1> Path;
  };

  bool addInteger(const clang::VarDecl &Var, const clang::Expr *Init,
                  Predicate IsSteady);
  bool addPointer(const clang::VarDecl &Var, const clang::Expr *Init,
                  Predicate IsSteady);
  bool addReference(const clang::VarDecl &Var, const clang::Expr *Init,
                    Predicate IsSteady);
  bool resolve(Position &At, Predicate IsSteady);
  clang::Expr *valueOf(const clang::Expr *E) const;
  clang::Expr *withoutCalls(clang::Expr *E) const;
  bool isPlace(const Position &At) const;

  std::optional<Position> place(const clang::Expr *E) const;
  clang::Expr *element(const clang::Expr *Pointer,
                       const clang::Expr *Further) const;
  clang::Expr *elementAt(const Position &At, clang::QualType Type) const;
  clang::Expr *inTable(const clang::Expr *E) const;
  clang::Expr *referenced(const clang::DeclRefExpr &Ref) const;
  clang::Expr *member(const clang::MemberExpr &Member) const;
  const clang::Expr *returned(const clang::Expr *E) const;
  clang::Expr *valueOfName(const clang::Expr *E) const;
  clang::Expr *replaced(const clang::Expr *E) const;
  clang::Expr *copied(const clang::Expr *E) const;
  clang::Stmt *rewritten(clang::Stmt *St, bool IsInFormula);

  clang::Sema &S;
  clang::ASTContext &Context;
  mutable NodeBuilder Nodes;
  TreeRewriter &Rewriter;
  std::function<bool(const clang::Expr *)> IsFormula;
  llvm::DenseMap<const clang::VarDecl *, Position> Pointers;
  llvm::DenseMap<const clang::VarDecl *, Target> References;
  llvm::DenseMap<const clang::VarDecl *, clang::Expr *> Values;
  /// The arrays of countThroughRows().
  llvm::SmallVector<const clang::Expr *, 2> Tables;
};

/// The array of arrays that \p E is an element or a row of, by at least one
/// subscript; null if there is none.
const clang::Expr *tableAround(const clang::Expr *E,
                               const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_NAMES_H
