//===- StoredElements.h - Elements that are read back --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_STOREDELEMENTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_STOREDELEMENTS_H

#include "AST/ExpressionIndex.h"
#include "AST/TreeRewriter.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace ompscan::plugin {

/// Keeps the numbers and plain objects that an iteration stores and reads back
/// in variables of the iteration:
///
///     w[i] = f(x[i]);              float w_i = f(x[i]);
///     s += w[i];                   w[i] = w_i;
///                                  s += w_i;
///
/// An input of a scan is computed before anything is stored. Elements of the
/// items are left alone, and so are those of arrays that the iteration may use
/// by other subscripts as well.
class StoredElements {
public:
  StoredElements(const ScanDirective &D, clang::Sema &S,
                 TreeRewriter &Rewriter);

  /// \p Block with such variables. Control enters it only at its begin.
  clang::CompoundStmt &kept(clang::CompoundStmt &Block);

private:
  /// How what contains an expression uses it: as a statement, by reading the
  /// object that it is, or in another way.
  enum class Role { Statement, Read, Operand };
  Role roleOf(const clang::Stmt *Child, const clang::Stmt &Parent,
              Role OfParent) const;

  /// What statements do with one place in an element.
  struct PlaceUse {
    const clang::Expr *Place;
    bool IsStored;
    bool IsRead;
    /// Neither a read nor a statement that assigns to it.
    bool IsOther;
  };
  /// What statements do with an array.
  struct ArrayUse {
    const clang::Expr *Array = nullptr;
    /// They use it by several subscripts, or as a whole.
    bool IsOther = false;
    /// Otherwise the subscript, null if there is none, and the places in its
    /// element.
    const clang::Expr *Index = nullptr;
    llvm::SmallVector<PlaceUse, 1> Places;
  };
  /// A statement that stores a number which later ones may read back.
  struct Store {
    const clang::Expr *Place;
    /// Its number in Arrays.
    unsigned Array;
  };
  /// A place that a variable stands for.
  struct Kept {
    clang::Expr *Place;
    clang::VarDecl *Var;
  };

  bool isItem(const clang::Expr *Array) const;
  bool canKeep(const clang::Expr *Place, const clang::CompoundStmt &Block);
  void findChanges(const clang::CompoundStmt &Block);
  std::optional<unsigned> arrayNumber(const clang::Expr *E) const;
  void addUses(const clang::Stmt *S, Role Here);
  static void addPlace(ArrayUse &Array, const clang::Expr *Index, PlaceUse New);
  bool isPartOf(const clang::Expr *Place, const clang::Expr *Whole) const;
  bool isReadBack(const Store &S) const;
  llvm::BitVector findReadBack(const clang::CompoundStmt &Block);

  clang::Expr *valueOf(const clang::Expr &E, const clang::Expr &Place) const;
  clang::Expr *store(clang::Expr *Place, clang::VarDecl &Var) const;
  clang::Stmt *assignInstead(clang::Stmt *S, clang::VarDecl *Var,
                             TreeRewriter::Replacement Value);
  clang::VarDecl *variableFor(const clang::Expr *Place) const;
  clang::Stmt *replaceUses(clang::Stmt *S, Role Here);

  // Of the current block.
  /// What it does with variables, and the members that it assigns; not set
  /// unless a store needs it.
  std::optional<VariableUses> Uses;
  llvm::DenseSet<const clang::ValueDecl *> AssignedMembers;
  /// The arrays of stores, and what the statements behind one do with them.
  std::vector<ArrayUse> Arrays;
  ExpressionIndex ArrayNumbers;
  std::vector<Kept> Variables;
  ExpressionIndex VariableNumbers;

  clang::ASTContext &Context;
  clang::DeclContext &DC;
  TreeRewriter &Rewriter;
  llvm::SmallVector<const clang::Expr *, 4> Items;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_STOREDELEMENTS_H
