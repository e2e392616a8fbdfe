//===- ScanLoop.h - Description of one loop ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_SCANLOOP_H
#define OMPSCAN_PLUGIN_MODEL_SCANLOOP_H

#include "Model/ArrayUse.h"
#include "Model/Item.h"
#include "Model/Meaning.h"
#include "Model/Placement.h"
#include "Model/StatementFacts.h"
#include "Nest/Body.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <variant>

namespace llvm {
class raw_ostream;
}

namespace ompscan::plugin {

/// `for (Var = Lower; Var Rel Bound; Var += Step)`
struct Induction {
  const clang::VarDecl *Var = nullptr;
  clang::QualType Type;
  const clang::Expr *Lower = nullptr;
  const clang::Expr *Bound = nullptr;
  /// The type in which the condition compares; the type of Bound.
  clang::QualType ComparedType;
  Relation Rel = Relation::LT;
  int64_t Step = 0;

  /// Whether a launch evaluates \p E, since it evaluates the bounds.
  bool evaluates(const clang::Expr *E) const;
};

/// A loop of the directive besides ScanLoop::For, as the host runs it.
struct NestedLoop {
  const clang::ForStmt *For;
  Induction IV;
};

/// A value from outside the loop that the loop does not change.
struct ScalarUse {
  std::string Name;
  const clang::Expr *Value = nullptr;
  clang::QualType Type;
};

/// A read of a value that need not be defined where the loop does not read it,
/// such as the target of a pointer. The launch evaluates it only where an
/// iteration may get there. Each place in the loop has one of its own.
struct GuardedRead {
  /// A condition on the way to the read, and whether it holds there.
  struct Condition {
    const clang::Expr *Value;
    bool Holds;
  };

  const clang::Expr *Value;
  /// Those on the way that the host can evaluate in front of the loop, from the
  /// outside to the inside.
  llvm::SmallVector<Condition, 2> Conditions;
  /// Iterations read the value wherever the Conditions hold.
  bool IsComplete;
};

/// An array that a preceding loop fills. The scan computes the values that it
/// would read there, and may store them in place of the preceding loop.
struct Fill {
  /// A store by every iteration, or by those in which Guard holds if that is
  /// not null.
  struct Store {
    const clang::Expr *Target;
    const clang::Expr *Value;
    const clang::Expr *Guard;
  };

  /// The array as the preceding loop names it.
  const clang::Expr *Base;
  /// The value at the scan's subscript, as an expression of the scan's
  /// variable.
  const clang::Expr *Value;
  clang::QualType Type;
  /// Empty if nothing else reads the array.
  llvm::SmallVector<Store, 2> Stores = {};
};

/// The value that a variable of the iteration gets, and the number of the
/// statement in the body that assigns it.
struct Definition {
  const clang::Expr *Value;
  size_t Statement;
};

/// A private variable whose value an iteration takes over from the preceding
/// iteration.
struct LoopCarriedScalar {
  const clang::VarDecl *Var;
  /// The value that an iteration passes on.
  Definition Passed;
  /// The number of the loop's ScalarUse with the value for the first iteration.
  unsigned Initial;
};

/// An item whose values an earlier pass has kept, in the last pass, where a
/// variable of the iteration takes its place.
struct KeptItem {
  /// As the earlier pass has read it, but Base names the variable.
  Item Counter;
  /// Elements with the values before this iteration, before the next one, and
  /// before the one behind that; the last two need not exist.
  const clang::Expr *Values[3];
  /// The value behind the last iteration.
  const clang::Expr *Final;
};

/// A loop whose iterations combine values into items and use the values of
/// these.
struct Scan {
  /// One launch runs the scans of all iterations of the outer loops. The bounds
  /// of the loop do not depend on the outer variables, and formulas follow
  /// these variables as well.
  bool IsBatch = false;
  /// The only item is an array, and an iteration computes the input of the next
  /// one, because it overwrites elements that this input depends on. Iterations
  /// then contribute the input of the next iteration and store the value before
  /// it.
  bool ReadsAhead = false;
  llvm::SmallVector<LoopCarriedScalar, 1> LoopCarriedScalars;
  /// The variables of the iteration that are assigned once. Empty if there are
  /// no LoopCarriedScalars.
  llvm::DenseMap<const clang::VarDecl *, Definition> Definitions;
};

/// A loop that keeps some iterations: an iteration moves an item on by a
/// constant and stores, at the item's value, values that depend on no item.
/// Nothing else is stored. There may be two items; then each iteration does so
/// with one or the other.
struct Selection {
  /// A store of an iteration that is kept, in each branch that updates the
  /// item.
  struct Move {
    /// The statement in one of these branches, and the value that it stores.
    struct Source {
      const nest::Statement *Statement;
      const clang::Expr *Value;
      /// Value is an element that every iteration may read.
      bool IsSteady;
    };

    /// The item whose value is the subscript.
    unsigned Item;
    /// The element or the member of one that is stored to.
    const clang::Expr *Part;
    /// The subscript uses the item's value after the update.
    bool IsAfter;
    llvm::SmallVector<Source, 1> Sources;
  };

  /// The element that was kept last, such as `y[k - 1]`, in a loop that keeps
  /// what differs from it. Except in the first iteration it equals the
  /// preceding element of Source, whose subscript grows by 1.
  struct LastElement {
    const clang::Expr *Element = nullptr;
    const clang::Expr *Source = nullptr;
    /// Element's subscript minus the item's value.
    int64_t Offset = 0;
  };

  llvm::SmallVector<Move, 1> Moves;
  /// The amount that each item moves on by.
  llvm::SmallVector<int64_t, 2> Steps;
  LastElement LastKept;
  /// The loop stores to arrays that it reads. Iterations read no element that
  /// an earlier one has stored, provided that the item starts low enough, which
  /// the runtime checks.
  bool IsInPlace = false;
  /// An iteration that moves the first item on and stores at its own subscript
  /// changes nothing.
  bool MayStay = false;
};

struct ScanLoop;

/// A loop in the body of a ParallelLoop whose iterations a team of work-items
/// can share. Several with one Statement follow each other: the passes of a
/// scan (Analysis/Scan/Passes), of which each but the last one keeps values for
/// those behind it. The team runs some iterations by all passes, and then the
/// next ones.
struct TeamLoop {
  const nest::InnerLoop *Statement;
  /// The loop alone: a Scan, or a ParallelLoop. Values that an iteration of the
  /// loop around it has are Scalars of it.
  std::shared_ptr<const ScanLoop> Loop;
};

/// A `target` loop whose iterations are independent. Its items are reductions:
/// scalars and lists of which every work-item has a copy that the body may use
/// in any way.
struct ParallelLoop {
  /// Loops inside the outermost one that belong to the directive, from the
  /// outside to the inside. Their bounds do not depend on one another.
  llvm::SmallVector<NestedLoop, 1> Nested;
  /// The reductions together are too large to be combined as one value: each
  /// accumulator is combined separately, and the values before the loop are not
  /// among the loop's Scalars.
  bool IsByElement = false;
  /// Directives in the body begin parallel regions, as the loop as it is
  /// written does in each iteration.
  bool BeginsRegions = false;
  /// All lists have elements of 32 bits that are used only by statements which
  /// combine integers into them (StatementFacts::Histogram). Work-items may
  /// share the lists then.
  bool HasSharedLists = false;
  /// References in the body that stand for their initializers.
  llvm::SmallVector<const clang::VarDecl *, 2> Aliases;
  /// If an iteration can be run by a team, which does everything outside of
  /// these loops together: all loops with directives in the body.
  llvm::SmallVector<TeamLoop, 2> Team;
};

/// A call whose place the body of the callee has taken.
struct InlinedCall {
  const clang::FunctionDecl *Callee;
  clang::SourceLocation Loc;
};

/// The description of one loop for the stages behind the analysis. It knows
/// nothing of tokens or OpenCL. Its nodes belong to the AST and may lie in
/// captured regions. Mode says which kind of loop it is.
struct ScanLoop {
  /// The location of the `scan` clause or directive, and the function.
  clang::SourceLocation Loc;
  std::string Function;
  /// The loop, or the outermost one of a ParallelLoop, as the host runs it.
  const clang::ForStmt *For = nullptr;
  Induction IV;
  /// Loops around it that `collapse` makes part of the directive, from the
  /// outside to the inside. The scan runs in each of their iterations.
  llvm::SmallVector<NestedLoop, 1> Outer;
  /// What For does in an iteration; of a ParallelLoop, what the innermost loop
  /// of the directive does.
  std::shared_ptr<const nest::Body> Body;
  /// The body consists of the only update of the only array item.
  bool IsSingleUpdate = false;

  std::variant<Scan, Selection, ParallelLoop> Mode;
  Placement Where;
  /// Containers that must have elements for the loop to run on the device.
  llvm::SmallVector<const clang::Expr *, 1> NotEmpty;
  /// For messages about code that is not written in the loop.
  std::vector<InlinedCall> Inlined;
  /// Nothing reads the values that the loop leaves in scalars.
  bool IsUnread = false;
  /// An item counts the steps of a pointer (Advance::Count).
  bool MovesPointer = false;
  /// Variables that are not mapped and that no array of the loop may overlap,
  /// because nothing but their names leads to them.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Unexposed;

  llvm::SmallVector<Item, 1> Items;
  llvm::SmallVector<KeptItem, 0> Kept;
  llvm::SmallVector<ArrayUse, 4> Arrays;
  llvm::SmallVector<ScalarUse, 4> Scalars;
  llvm::SmallVector<Fill, 1> Fills;
  llvm::SmallVector<GuardedRead, 0> GuardedReads;
  /// Lvalues that the bounds read and that may be elements of the arrays.
  llvm::SmallVector<const clang::Expr *, 1> BoundReads;

  /// Variables from outside of which every iteration has its own.
  llvm::SmallVector<const clang::VarDecl *, 2> Privates;
  /// Those of them, or the induction variable, whose value after the last
  /// iteration is used.
  llvm::SmallVector<const clang::DeclRefExpr *, 1> Lasts;
  /// References in the body to elements that the loop does not change. The
  /// kernel copies the elements.
  llvm::SmallVector<const clang::VarDecl *, 2> References;

  MeaningTable Meanings;
  /// Of statements of Body. There are none of other statements.
  llvm::DenseMap<const nest::Statement *, StatementFacts> Facts;

  /// The loop as one kind; the pointers are null for loops of another kind.
  Scan *scan() { return std::get_if<Scan>(&Mode); }
  const Scan *scan() const { return std::get_if<Scan>(&Mode); }
  const Selection *selection() const { return std::get_if<Selection>(&Mode); }
  ParallelLoop *parallel() { return std::get_if<ParallelLoop>(&Mode); }
  const ParallelLoop *parallel() const {
    return std::get_if<ParallelLoop>(&Mode);
  }

  bool isBatch() const { return scan() && scan()->IsBatch; }
  /// The loops besides For whose iterations one launch counts.
  llvm::ArrayRef<NestedLoop> countedLoops() const;
  const nest::Statement &body() const { return Body->root(); }
  const StatementFacts &factsOf(const nest::Statement &S) const;
  const Update &update(UpdateRef Ref) const {
    return Items[Ref.Item].Updates[Ref.Number];
  }
  /// The update that \p S is, an expression or the `if` that forms a minimum or
  /// maximum; null if it is none.
  const UpdateRef *updateAt(const nest::Statement &S) const;
  /// Whether \p Var is a variable that the kernels count: that of the loop or,
  /// in a batch, of an outer loop.
  bool isInduction(const clang::VarDecl *Var) const;
  /// Whether \p E mentions one of them.
  bool mentionsInduction(const clang::Expr *E) const;
  /// Whether each iteration multiplies the values of \p I, a linear recurrence
  /// or system, by the same numbers.
  bool hasSteadyFactors(const Item &I) const;
  /// Whether every iteration runs each update of \p I.
  bool runsAllUpdates(const Item &I) const;
  /// Whether iterations store nothing, so that only the values before the first
  /// and after the last iteration count.
  bool isFold() const;
  /// The Fill that computes elements of \p Base, or null.
  const Fill *fillOf(const clang::Expr *Base) const;
  /// The item that the scalar variable or member \p E is, or null.
  const Item *scalarItem(const clang::Expr *E) const;
  /// The list that \p E is an accumulator of, or null.
  const Item *listItem(const clang::Expr *E,
                       const clang::ASTContext &Context) const;

  void print(llvm::raw_ostream &OS, const clang::ASTContext &Context) const;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_SCANLOOP_H
