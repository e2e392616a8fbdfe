//===- BodyReader.h - Reading the statements of a scan loop --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H

#include "Analysis/Accesses/Accesses.h"
#include "Analysis/Scan/Recurrence.h"
#include "Model/ScanLoop.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace ompscan::plugin {

/// The work of analyzeBody(); see Body.h. It walks the statements (Body.cpp,
/// and BodyBranches.cpp for `if` and `switch`), knows what they name
/// (BodyItems.cpp), reads their expressions (BodyExpressions.cpp) and takes the
/// updates among them apart (BodyUpdates.cpp).
class BodyReader {
public:
  BodyReader(ScanLoop &Loop, AccessCollector &Accesses,
             const clang::ASTContext &Context, const Diagnostics &Diags);

  bool read();

private:
  /// How often an item is updated on the ways through a piece of the body.
  struct Count {
    unsigned Least = 0;
    unsigned Most = 0;
  };

  /// Whether the place at work is not reached in every iteration.
  bool isGuarded() const {
    return !Guards.empty() || MaybeDepth != 0 || Accesses.isInOperand();
  }

  // Statements.
  bool walk(const clang::Stmt *S);
  bool walkIf(const clang::IfStmt &If);
  bool walkSwitch(const clang::SwitchStmt &Switch);
  /// What stands under the labels of a `switch`, without the `break` at its
  /// end; where there is none, the next case follows.
  struct Case {
    llvm::SmallVector<const clang::Stmt *, 4> Statements;
    bool Ends = false;
  };
  std::optional<std::vector<Case>> casesOf(const clang::SwitchStmt &Switch,
                                           bool &HasDefault) const;
  bool walkLoop(const clang::Stmt *Whole, const clang::Stmt *Init,
                const clang::Expr *Condition, const clang::Expr *Step,
                const clang::Stmt *Body);
  bool walkDeclaration(const clang::DeclStmt &Declaration);
  bool walkBranch(const clang::Stmt *S, const clang::IfStmt &If, bool Depends);
  bool finish(const clang::Stmt *S);

  // Expressions.
  bool readExpr(const clang::Expr *E, bool &Depends);
  std::optional<bool> intercept(const clang::Expr *E, bool Guarded);
  bool readListed(const clang::Expr *E, unsigned Number, bool Guarded);
  bool checkListed(const clang::Expr *E, unsigned Number) const;
  std::optional<bool> interceptElement(const clang::Expr *E);
  std::optional<bool> interceptCall(const clang::CallExpr &Call);
  bool effect(const clang::Expr *Node, const clang::Expr *Target);
  bool isDependentPlace() const {
    return DependentGuards != 0 || IsDependentOperand ||
           (Accesses.isInOperand() && ExprDepends);
  }
  bool assignLocal(const clang::Expr *Node, const clang::Expr *Target,
                   const clang::VarDecl *Local);
  bool store(const clang::Expr *Node, const clang::Expr *Target,
             const clang::Expr *Element);

  // Stores at the value of an item (BodyCounted.cpp).
  struct CountedStore;
  std::optional<bool> storeAtItem(const clang::Expr *Node,
                                  const clang::Expr *Target,
                                  const clang::Expr *Part,
                                  const clang::Expr *Value);
  const clang::Expr *incrementIn(const clang::Expr *Index) const;
  std::optional<int64_t> stepOf(const clang::Expr *E) const;
  std::optional<int64_t> stepOf(const Item &Counter, bool &IsConstant) const;
  bool agree(const CountedStore &A, const CountedStore &B) const;
  bool setBits(CountedStore &Store) const;
  bool isKnownBefore(const clang::Expr *E) const;
  bool checkCounted();

  // Loops that keep some iterations (BodySelection.cpp).
  bool findSelection();
  void findLastKept();
  bool checkLastKept() const;
  std::optional<unsigned> whyNoSelection() const;
  bool hasSides() const;
  bool checkInPlace(const CountedStore &Store);
  std::optional<Affine> risingFormula(const clang::Expr *Index) const;
  std::optional<Affine> sourceOf(const CountedStore &Store) const;

  // Stores to members of elements (BodyParts.cpp).
  bool isStoredWhole(const CountedStore &Store) const;
  void dropWhole();
  bool reportCollision(const clang::Expr *Target, unsigned Number) const;

  // Updates.
  bool updateScalar(const clang::Expr *Node, const clang::Expr *Target,
                    unsigned Number);
  bool updateArray(const clang::Expr *Node, const clang::Expr *Target,
                   unsigned Number);
  std::optional<bool> updateByIf(const clang::IfStmt &If);
  bool addUpdate(unsigned Number, Update U, clang::SourceLocation Loc);

  std::optional<unsigned> scalarItem(const clang::Expr *E) const;
  std::optional<unsigned> listItem(const clang::Expr *E) const;
  std::optional<unsigned> accumulator(const clang::Expr *E) const;
  bool isSameAccumulator(const clang::Expr *A, const clang::Expr *B) const;
  std::optional<unsigned> itemOf(const clang::Expr *E) const;
  const Item *itemIn(const clang::Expr *E) const;
  std::optional<unsigned> arrayItem(const clang::Expr *E) const;
  const clang::VarDecl *localRoot(const clang::Expr *E) const;
  bool isDependent(const clang::VarDecl *Local) const;
  bool checkArrays() const;
  bool checkReferences();

  ScanLoop &Loop;
  AccessCollector &Accesses;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  /// One for each item; used for those that are arrays.
  std::vector<Recurrence> Arrays;
  std::vector<Count> Counts;
  llvm::DenseSet<const clang::VarDecl *> Locals;
  llvm::SmallVector<const clang::VarDecl *, 2> References;
  /// Locals that are assigned, besides their initializers.
  llvm::DenseSet<const clang::VarDecl *> Assigned;
  /// Locals that depend on the value of an item.
  llvm::DenseSet<const clang::VarDecl *> Dependent;
  /// Those that are declared by a statement of the output only.
  llvm::DenseSet<const clang::VarDecl *> OutputLocals;
  /// Whether the expression at work does.
  bool ExprDepends = false;
  /// Whether it is evaluated only where something that does says so.
  bool IsDependentOperand = false;
  /// Conditions around the place at work, and how many depend on an item.
  llvm::SmallVector<const clang::Stmt *, 4> Guards;
  unsigned DependentGuards = 0;
  unsigned LoopDepth = 0;
  /// Whether the inner loop at work is left where a condition of these holds.
  bool LeavesByItem = false;
  unsigned SwitchDepth = 0;
  /// Inner loops that may not run at all.
  unsigned MaybeDepth = 0;
  /// The statement at work, where it is an expression.
  const clang::Expr *Statement = nullptr;
  /// What the statement at work does.
  struct Effects {
    /// Something that only the output needs.
    bool Output = false;
    /// Something that an input may need.
    bool Input = false;
    llvm::SmallVector<UpdateRef, 1> Updates;
  } Done;

  /// Element accesses in the order of the program.
  struct Use {
    const clang::Expr *Element;
    /// The member of it that is used, or Element itself.
    const clang::Expr *Part;
    bool IsStore;
    /// The outermost branch that it stands in, or null.
    const clang::Stmt *Branch;
  };
  std::vector<Use> Uses;
  const clang::Stmt *branch() const {
    return Guards.empty() ? nullptr : Guards.front();
  }
  /// The member at work, on the way to the element that it is a part of.
  const clang::Expr *ReadPart = nullptr;
  /// The guards of each item's update, and stores at an item's value, which
  /// have to stand under the same.
  std::vector<llvm::SmallVector<const clang::Stmt *, 4>> UpdateGuards;
  struct CountedStore {
    const clang::Expr *Target = nullptr;
    /// The member of it that is stored, or Target itself.
    const clang::Expr *Part = nullptr;
    /// The assignment, and what it stores if that does not depend on an item.
    const clang::Expr *Node = nullptr;
    const clang::Expr *Value = nullptr;
    /// Node is a statement that no inner loop does.
    bool IsStatement = false;
    unsigned Item = 0;
    llvm::SmallVector<const clang::Stmt *, 4> Guards;
    /// The subscript as a formula of the item.
    Affine Formula;
    /// The subscript is what the item's value after the update says.
    bool IsAfter = false;
    /// Not reached in every iteration that meets the guards.
    bool IsMaybe = false;
    /// The statement that is nothing but this store, if every iteration does
    /// it.
    const clang::Expr *Statement = nullptr;
    /// Found by checkCounted(): what the item moves on by; whether the elements
    /// are known from the item's values; whether it is not only the iterations
    /// with an update that store.
    int64_t Step = 0;
    bool IsPlain = false;
    bool IsEvery = false;
    unsigned Bits = 0;
  };
  std::vector<CountedStore> CountedStores;
  /// Set by findLastKept().
  Selection::LastElement LastKept;
  /// Subscripts of elements that the iteration before may have changed if the
  /// store to the array is at its own subscript.
  std::vector<const clang::Expr *> Overtaken;
  /// Stores at other subscripts to members of elements.
  struct PartialStore {
    const clang::Expr *Element;
    const clang::Expr *Part;
    /// Every iteration does it.
    bool IsAlways;
  };
  std::vector<PartialStore> PartialStores;
};

/// What \p E is a part of, through members and arrays in them, where that is an
/// element of an array; \p E itself if it is one, and null if neither is so.
const clang::Expr *elementHolding(const clang::Expr *E,
                                  const clang::ASTContext &Context);

/// The members, and subscripts of arrays in them, that lead from an element to
/// \p E, which is in it.
llvm::SmallVector<const clang::Expr *, 2>
pathOf(const clang::Expr *E, const clang::ASTContext &Context);

/// The subscript of \p E, if it is an element of an array and that a constant.
std::optional<int64_t> constantIndex(const clang::Expr *E,
                                     const clang::ASTContext &Context);

/// Whether \p A and \p B, parts of elements, may have bytes in common where the
/// elements are the same one.
bool mayMeet(const clang::Expr *A, const clang::Expr *B,
             const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYREADER_H
