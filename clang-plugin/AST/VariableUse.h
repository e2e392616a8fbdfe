//===- VariableUse.h - What a body does with a variable ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_VARIABLEUSE_H
#define OMPSCAN_PLUGIN_AST_VARIABLEUSE_H

#include "Support/Diagnostics.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace ompscan::plugin {

/// The uses of an outer variable in one run of a loop's body. The results are
/// conservative where control flow is not structured.
struct VariableUse {
  /// The body may change it.
  bool IsAssigned = false;
  /// The number of places that may change it.
  unsigned Changes = 0;
  /// All paths through the body assign the whole variable.
  bool AlwaysAssigned = false;
  /// All paths that do not leave the iteration early assign the whole variable.
  bool AssignedAtEnd = false;
  /// The first use that is reached without an assignment on some path
  /// (ReadBefore) or on all paths (ReadUnassigned): it reads the value from
  /// before the body. Null if there is none.
  const clang::Expr *ReadBefore = nullptr;
  const clang::Expr *ReadUnassigned = nullptr;
};

/// The uses of all variables in one run of a body, read in one walk.
class VariableUses {
public:
  /// \p Body may be null.
  explicit VariableUses(const clang::Stmt *Body);

  VariableUse of(const clang::VarDecl *Var) const {
    return Uses.lookup(Var->getCanonicalDecl());
  }
  using Map = llvm::DenseMap<const clang::Decl *, VariableUse>;
  /// By canonical declaration.
  const Map &all() const { return Uses; }

private:
  Map Uses;
};

inline VariableUse useOf(const clang::VarDecl *Var, const clang::Stmt *Body) {
  return VariableUses(Body).of(Var);
}

/// The uses of variables in each statement of a block.
class BlockUses {
public:
  explicit BlockUses(llvm::ArrayRef<clang::Stmt *> Statements);

  size_t size() const { return Mentioned.size(); }
  /// Notes that \p New has taken the place of the statement \p Number.
  void replace(size_t Number, const clang::Stmt *New);

  /// Whether the statements from \p Begin on, in front of \p End, may change
  /// \p Var.
  bool isAssigned(const clang::VarDecl *Var, size_t Begin, size_t End) const;
  bool isAssigned(const clang::VarDecl *Var) const {
    return isAssigned(Var, 0, size());
  }
  /// Whether one place of the block changes \p Var, and nothing reads it
  /// before.
  bool isAssignedOnce(const clang::VarDecl *Var) const;
  /// The numbers of the statements that mention \p Var, in ascending order.
  llvm::SmallVector<size_t, 4> mentions(const clang::VarDecl *Var) const;
  /// The last statement that mentions \p Var; std::nullopt if there is none.
  std::optional<size_t> lastMention(const clang::VarDecl *Var) const;
  /// Whether a statement contains a lambda.
  bool hasLambdas() const { return !Lambdas.empty(); }

private:
  /// The use of one variable by one statement.
  struct Use {
    size_t Number;
    unsigned Changes;
    bool ReadsBefore;
    bool AssignedAtEnd;
  };
  struct Variable {
    /// In the order of the statements.
    llvm::SmallVector<Use, 2> Uses;
    /// The statements that may change it.
    llvm::SmallVector<size_t, 1> Changing;
  };
  const Variable *find(const clang::VarDecl *Var) const;
  void add(size_t Number, const clang::Stmt *S);

  llvm::DenseMap<const clang::Decl *, Variable> Variables;
  /// The variables that each statement mentions.
  std::vector<llvm::SmallVector<const clang::Decl *, 4>> Mentioned;
  /// The statements with lambdas.
  llvm::DenseSet<size_t> Lambdas;
};

/// The variables that \p Declaration creates in each iteration of a loop: all
/// but static constants. Reports an error and returns std::nullopt if a
/// variable is static and not constant, or is used in its own initializer.
std::optional<llvm::SmallVector<const clang::VarDecl *, 2>>
declaredVariables(const clang::DeclStmt &Declaration, const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_VARIABLEUSE_H
