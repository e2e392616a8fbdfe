//===- ScanLoop.h - Description of one scan loop -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_SCANLOOP_H
#define OMPSCAN_LOOP_SCANLOOP_H

#include "ompscan/abi.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace clang {
class OMPClause;
class OMPDeclareReductionDecl;
} // namespace clang

namespace llvm {
class raw_ostream;
}

namespace ompscan {

/// The operators that OpenMP predefines. `-` is Add over negated inputs.
enum class Operator {
  Add,
  Mul,
  And,
  Or,
  Xor,
  LogicalAnd,
  LogicalOr,
  Min,
  Max,
  Declared ///< By `declare scan` or `declare reduction`.
};

/// As written in a clause: "+", "min"; "declared" for Declared.
llvm::StringRef spelling(Operator Op);

enum class Relation { LT, LE, GT, GE, NE, EQ };

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

/// `Factor * Value`, or `Factor * Value * Times`, where both are integers that
/// do not change in the loop.
struct Scaled {
  const clang::Expr *Value;
  int64_t Factor;
  const clang::Expr *Times = nullptr;
};

/// By how much something changes from one iteration of a loop to the next: by
/// Stride and the Symbols.
struct Movement {
  int64_t Stride = 0;
  llvm::SmallVector<Scaled, 1> Symbols = {};
};

/// An unsigned subexpression of a subscript. The subscript follows its formula
/// only while this value, which grows by Stride and the Symbols in every
/// iteration, stays in [0, 2^Bits).
struct NoWrap {
  const clang::Expr *Value;
  int64_t Stride;
  unsigned Bits;
  llvm::SmallVector<Scaled, 1> Symbols = {};
  /// Along each of the loop's Outer, if they are a batch.
  llvm::SmallVector<Movement, 0> Outer = {};
};

/// A comparison of two formulas of the induction variable, or of invariant
/// values.
struct Guard {
  const clang::Expr *Left = nullptr;
  /// Null for 0.
  const clang::Expr *Right = nullptr;
  Relation Rel = Relation::NE;
  /// How Left minus Right changes from one iteration to the next.
  int64_t Stride = 0;
  llvm::SmallVector<NoWrap, 2> NoWraps;
};

enum class AccessKind {
  Read,     ///< In every iteration that its guards allow.
  Write,    ///< In every iteration that its guards allow.
  Seed,     ///< Read, in the first iteration only.
  ReadAny,  ///< Read where and when no formula tells.
  WriteAny, ///< Stored where and when no formula tells.
  Counted   ///< Stored at the value of a scalar item that counts up.
};

/// A store at element `Scale * k + Offset + sum of Symbols`, where k is a
/// scalar item that moves on by Step or not at all in every iteration.
struct CountedAccess {
  unsigned Item = 0;
  int64_t Step = 0;
  int64_t Scale = 1;
  int64_t Offset = 0;
  llvm::SmallVector<Scaled, 2> Symbols = {};
  /// k is the value after the update, not the one before it.
  bool IsAfter = false;
  /// Every iteration stores, and the last one with the same k counts;
  /// otherwise only the iterations in which k moves on do.
  bool IsEvery = false;
  /// Width of the unsigned type in which the subscript is computed, or 0.
  unsigned Bits = 0;
  /// The loop reads the array, too, and keeps some of its elements there.
  bool Slides = false;
};

/// What the loop does at one subscript of an array.
struct Access {
  AccessKind Kind;
  /// Null for element 0, as in `*y`.
  const clang::Expr *Index;
  /// How the element number changes from one iteration to the next: by Stride
  /// and the Symbols.
  int64_t Stride = 0;
  llvm::SmallVector<NoWrap, 2> NoWraps;
  /// Of a Counted access.
  struct CountedAccess Counted;
  /// The access is made only in iterations in which all of these hold.
  llvm::SmallVector<Guard, 1> Guards;
  llvm::SmallVector<Scaled, 1> Symbols = {};
  /// Along each of the loop's Outer, if they are a batch.
  llvm::SmallVector<Movement, 0> Outer = {};
  /// The next iteration may read the element as well.
  bool ByNeighbours = false;
  /// Read only since it is stored in part, and comes back as a whole.
  bool IsKept = false;
  /// What the iteration before stores at the value of an item is this element,
  /// if it stores here.
  bool IsLeftOfCopy = false;
  /// Read also where the user's loop would not, within what there is of the
  /// array.
  bool IsInSection = false;

  bool hasStride(int64_t N) const { return Stride == N && Symbols.empty(); }
};

enum class MapKind { None, To, From, ToFrom, Alloc };

/// As written in a clause: "tofrom"; "none" for None.
llvm::StringRef spelling(MapKind Map);

struct ArrayUse {
  std::string Name;
  /// A pointer or an array that does not change in the loop.
  const clang::Expr *Base = nullptr;
  clang::QualType Element;
  MapKind Map = MapKind::None;
  bool MapsAlways = false;
  bool MapsPresent = false;
  /// The program says that it is data on the device.
  bool IsOnDevice = false;
  /// The mapped section, in rows of RowCount elements. A null Begin is 0;
  /// without a Count the extent is KnownCount elements.
  const clang::Expr *SectionBegin = nullptr;
  const clang::Expr *SectionCount = nullptr;
  /// Elements of an array of constant size, 0 for a pointer.
  uint64_t KnownCount = 0;
  /// More than 1 for an array of arrays whose elements are counted one by one.
  uint64_t RowCount = 1;
  llvm::SmallVector<Access, 4> Accesses;

  bool isStored() const;
};

/// A value from outside of the loop that does not change in it.
struct ScalarUse {
  std::string Name;
  const clang::Expr *Value = nullptr;
  clang::QualType Type;
};

/// One operand that an iteration combines with the value before it.
struct Term {
  const clang::Expr *Value;
  bool Negated;
};

/// How Min and Max decide between the value before and an input.
enum class Choice {
  Compare,      ///< `a < b ? a : b`, ties go to the input.
  CompareFirst, ///< `a <= b ? a : b`, ties go to the value before.
  FloatCall     ///< fmin, fmax: a NaN is ignored.
};

/// One place in the body that combines an input with the value of an item.
struct Update {
  /// An expression, or the `if` that forms a minimum or maximum.
  const clang::Stmt *Node = nullptr;
  /// Combined by the item's operator in this order.
  llvm::SmallVector<Term, 2> Input;
  /// The expression's value is that before the update, as of `k++`.
  bool YieldsOld = false;
  /// Of a list: which of its accumulators; null for the first element of the
  /// array.
  const clang::Expr *Index = nullptr;
};

/// How large a value that is combined as a whole may be, and all reductions of
/// a loop without a scan together: see __ompscan_begin.
constexpr uint64_t MostValueBytes = OMPSCAN_MAX_ITEM_SIZE;
constexpr uint64_t MostReducedBytes = OMPSCAN_MAX_REDUCED_SIZE;

/// What a scan is taken of: an array whose elements are stored one from the
/// other, or a scalar that accumulates, or a list of these.
struct Item {
  std::string Name;
  /// The array or pointer, or the scalar variable or member.
  const clang::Expr *Base = nullptr;
  /// Of an element, or of the scalar.
  clang::QualType Type;
  Operator Op = Operator::Add;
  /// The operator, where it is Declared.
  const clang::OMPDeclareReductionDecl *Declared = nullptr;
  Choice MinMax = Choice::Compare;
  /// At most one of them is reached in an iteration, but of a list.
  llvm::SmallVector<Update, 1> Updates;
  /// There are iterations without an update.
  bool Conditional = false;
  /// Of an array: `y[f(i)]` and `y[f(i - step)]`. Null for a scalar.
  const clang::Expr *Store = nullptr;
  const clang::Expr *Previous = nullptr;
  /// Of a scalar: which of the loop's Scalars is the value before the loop.
  unsigned Initial = 0;
  /// Of a reduction: the variable that Sema has made to begin a reduction with.
  const clang::VarDecl *Private = nullptr;

  /// Of a list, `a[First:Length]` of OpenMP's own form: how many accumulators
  /// of Type there are, and all of them as one object. FirstValue is null if
  /// First is a constant.
  uint64_t Length = 0;
  int64_t First = 0;
  const clang::Expr *FirstValue = nullptr;
  const clang::Expr *All = nullptr;

  bool isArray() const { return Store != nullptr; }
  bool isList() const { return Length != 0; }
  /// What holds the value of an item that is no array.
  const clang::Expr *place() const { return isList() ? All : Base; }
  clang::QualType placeType() const { return isList() ? All->getType() : Type; }
  /// Whether it shows that the element at \p Index, null for the first one of
  /// the array, is none of the list.
  bool excludes(const clang::Expr *Index,
                const clang::ASTContext &Context) const;
};

/// The size of a structure of the values of \p Items, in bytes.
uint64_t valueSize(llvm::ArrayRef<Item> Items,
                   const clang::ASTContext &Context);

/// A private variable that begins as what the iteration before has left in it.
struct Carry {
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
struct Put {
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

  /// Variables from outside that every iteration has for itself.
  llvm::SmallVector<const clang::VarDecl *, 2> Privates;
  /// Those of them, or the induction variable, whose value after the last
  /// iteration is wanted.
  llvm::SmallVector<const clang::DeclRefExpr *, 1> Lasts;
  /// Those of them that begin as what the iteration before has left.
  llvm::SmallVector<Carry, 1> Carries;
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
  llvm::DenseMap<const clang::Stmt *, Put> Puts;
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

} // namespace ompscan

#endif // OMPSCAN_LOOP_SCANLOOP_H
