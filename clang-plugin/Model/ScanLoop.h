//===- ScanLoop.h - Description of one scan loop -------------- -*- C++ -*-===//
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
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace clang {
class OMPClause;
} // namespace clang

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
};

/// A value from outside of the loop that does not change in it.
struct ScalarUse {
  std::string Name;
  const clang::Expr *Value = nullptr;
  clang::QualType Type;
};

/// A private variable that begins as what the iteration before has left in it.
struct LoopCarriedScalar {
  const clang::VarDecl *Var;
  /// What an iteration leaves in it.
  const clang::Expr *Value;
  /// Which of the loop's Scalars the first iteration finds in it.
  unsigned Initial;
};

/// A store of an iteration that a selection keeps: see ScanLoop::Moves.
struct Move {
  /// The item at whose value it stores.
  unsigned Item;
  /// The statement, the element or member of one that it stores to, and what it
  /// stores there.
  const clang::Expr *Statement;
  const clang::Expr *Part;
  const clang::Expr *Value;
  /// The element that Part is in follows the item's value after the update.
  bool IsAfter;
  /// Value is an element that every iteration may read.
  bool IsSteady;
};

/// A statement that combines an integer into an accumulator of a list.
struct HistogramUpdate {
  unsigned Item = 0;
  const clang::Expr *Index = nullptr; ///< null for element 0 of the array
  const clang::Expr *Value = nullptr; ///< null for 1
  bool IsNegated = false;
};

/// A loop that `collapse` makes one with the loops around it.
struct NestedLoop {
  const clang::ForStmt *For;
  Induction IV;
};

/// What the device is asked for in a `device` clause.
enum class DeviceKind { Any, Number, GPU, CPU };

/// One scan loop, or one loop of independent iterations: everything that the
/// later stages need to know, and nothing of tokens or OpenCL. The nodes it
/// points to belong to the AST and may lie in captured regions.
struct ScanLoop {
  /// The user's `scan`, and the function around it.
  clang::SourceLocation Loc;
  std::string Function;
  const clang::ForStmt *For = nullptr;
  /// The loops around it that `collapse` makes a part of the directive, from
  /// the outside to the inside. The scan runs for each of their iterations.
  llvm::SmallVector<NestedLoop, 1> Outer;
  /// All these scans are one launch: For and its bounds know nothing of the
  /// variables of Outer, and formulas follow these variables, too.
  bool IsBatch = false;

  Induction IV;
  llvm::SmallVector<Item, 1> Items;
  /// Null where the body is nothing but the one update of the one array item;
  /// else the statements of an iteration.
  const clang::Stmt *Body = nullptr;
  llvm::SmallVector<ArrayUse, 4> Arrays;
  llvm::SmallVector<ScalarUse, 4> Scalars;
  /// Lvalues that the bounds read and that may be elements of the arrays.
  llvm::SmallVector<const clang::Expr *, 1> BoundReads;

  /// Variables from outside that every iteration has for itself.
  llvm::SmallVector<const clang::VarDecl *, 2> Privates;
  /// Those of them, or the induction variable, whose value after the last
  /// iteration is wanted.
  llvm::SmallVector<const clang::DeclRefExpr *, 1> Lasts;
  /// Those of them that begin as what the iteration before has left.
  llvm::SmallVector<LoopCarriedScalar, 1> LoopCarriedScalars;
  /// References to elements that the loop does not change: copies do as well.
  llvm::SmallVector<const clang::VarDecl *, 2> References;
  /// Variables of the iteration that are assigned once, as this.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Definitions;
  /// Which statement of the body each of Definitions and of the values of
  /// Carries stands in.
  llvm::DenseMap<const clang::Expr *, unsigned> Places;
  /// The one item is an array; what an iteration puts in was computed by the
  /// one before it, from elements that that one has stored over. So iterations
  /// put in what the next ones combine, and store the value before.
  bool ReadsAhead = false;

  DeviceKind Device = DeviceKind::Any;
  const clang::Expr *DeviceNumber = nullptr;
  /// The loop is for the device only if all of these hold.
  llvm::SmallVector<const clang::Expr *, 1> Conditions;
  /// Containers that it is for the device only if they have elements.
  llvm::SmallVector<const clang::Expr *, 1> NotEmpty;
  /// Scalars that `map` clauses name: where they are on the device, the loop
  /// has the values from there.
  llvm::SmallVector<const clang::Expr *, 1> MappedScalars;
  /// `depend` clauses: the loop waits for the tasks that they name.
  llvm::SmallVector<clang::OMPClause *, 1> Dependences;
  bool IsNowait = false; ///< `nowait`: what follows need not wait for it.
  bool IsUnread = false; ///< Nobody reads what it leaves in scalars.
  /// Values are combined in the same order at every run.
  bool Reproducible = false;

  /// The loop is no scan, but a `target` loop whose iterations are independent
  /// by the user's word. Its Items are reductions: scalars and lists of which
  /// every work-item has one of its own, that the Body may use in any way.
  bool IsParallel = false;
  /// The reductions are longer together than a value that is handed on as a
  /// whole: each accumulator is combined by itself, and what it holds before
  /// the loop is none of the Scalars.
  bool IsByElement = false;
  /// Where all lists of such a loop have elements of 32 bits that iterations
  /// only combine with integers: every statement that does so. Work-items may
  /// share lists then. Empty of other loops.
  llvm::DenseMap<const clang::Stmt *, HistogramUpdate> HistogramUpdates;
  /// Loops inside of For that belong to it, from the outside to the inside;
  /// their bounds do not depend on one another. Body is that of the last one.
  llvm::SmallVector<NestedLoop, 1> Nested;
  /// References of the body that stand for what they are initialized with.
  llvm::SmallVector<const clang::VarDecl *, 2> Aliases;

  /// Statements of Body that only stores need, since they store, or depend on
  /// the value of an item, or update one; and the updates in them.
  struct UpdateRef {
    unsigned Item;
    unsigned Number;
  };
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<UpdateRef, 1>>
      OutputOnly;

  /// Statements that store at the value of an item, before or after its update,
  /// where a later iteration with the same value stores again: only the last
  /// one counts.
  struct LastValue {
    unsigned Item;
    bool IsAfter;
  };
  llvm::DenseMap<const clang::Stmt *, LastValue> LastValues;

  /// Not empty if the loop is a selection: it has one item, which some
  /// iterations move on, and these store what does not depend on the item, at
  /// its value. Nothing else is stored. Or it has two items, and each iteration
  /// does that with one or the other. Items move on by MoveSteps.
  llvm::SmallVector<Move, 1> Moves;
  llvm::SmallVector<int64_t, 2> MoveSteps;
  /// Of a selection: it stores to arrays that it reads. Of these every
  /// iteration reads nothing that earlier ones have stored, if the runtime
  /// finds that the item begins low enough.
  bool IsInPlace = false;
  /// An iteration that moves the first item on, and stores at its own
  /// subscript, leaves all as it is.
  bool MayStay = false;

  /// Of a selection that keeps what differs from the last one kept: `y[k-1]`,
  /// or another Offset, which is as good as what Source, whose subscript goes
  /// up by 1, was in the iteration before; but in the first one.
  struct {
    const clang::Expr *Element = nullptr;
    const clang::Expr *Source = nullptr;
    int64_t Offset = 0;
  } LastKept;

  /// Arrays that a loop in front of the scan fills: the scan computes what it
  /// would read there, and may store it in that loop's place (Loop/Fusion).
  struct Fill {
    /// As the loop in front names it, and as the scan reads it.
    const clang::Expr *Base;
    /// What is stored at the scan's subscript, in terms of its variable.
    const clang::Expr *Value;
    clang::QualType Type;
    /// `Target = Value`, by every iteration or only where the guard holds. None
    /// if nothing else reads the array.
    struct Store {
      const clang::Expr *Target;
      const clang::Expr *Value;
      const clang::Expr *Guard;
    };
    llvm::SmallVector<Store, 2> Stores = {};
  };
  llvm::SmallVector<Fill, 1> Fills;
  /// Elements that the scan reads of them, by the number of the Fill.
  llvm::DenseMap<const clang::Expr *, unsigned> Computed;

  /// What an expression of the loop stands for.
  struct ArrayElement {
    unsigned Array;
    const clang::Expr *Index;
  };
  llvm::DenseMap<const clang::Expr *, ArrayElement> Elements;
  /// Elements of array items that a Body reads, whose value the scan carries:
  /// the item's value before (false) or after (true) the iteration.
  struct CarriedValue {
    unsigned Item;
    bool After;
  };
  llvm::DenseMap<const clang::Expr *, CarriedValue> Carried;
  /// Accumulators of lists that the body reads or, in a parallel loop, uses in
  /// any way; the item is the Array here.
  llvm::DenseMap<const clang::Expr *, ArrayElement> Listed;
  llvm::DenseMap<const clang::Expr *, unsigned> ScalarOf;

  /// Whether \p Var is a variable that the kernels count: that of the loop or,
  /// in a batch, of a loop around it.
  bool isInduction(const clang::VarDecl *Var) const;
  /// Whether \p E mentions one of them.
  bool mentionsInduction(const clang::Expr *E) const;
  /// Whether rows begin anew: an item of a batch is an array.
  bool hasSegments() const;
  /// Whether iterations store nothing, so that what the last one leaves, and
  /// the first one, is all that counts.
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
