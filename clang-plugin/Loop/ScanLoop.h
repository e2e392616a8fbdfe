//===- ScanLoop.h - Description of one scan loop -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_SCANLOOP_H
#define OMPSCAN_LOOP_SCANLOOP_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace clang {
class OMPDeclareReductionDecl;
}

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

enum class Relation { LT, LE, GT, GE, NE };

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

/// An unsigned subexpression of a subscript. The subscript follows its formula
/// only while this value, which grows by Stride in every iteration, stays in
/// [0, 2^Bits).
struct NoWrap {
  const clang::Expr *Value;
  int64_t Stride;
  unsigned Bits;
};

enum class AccessKind {
  Read,     ///< In every iteration.
  Write,    ///< In every iteration.
  Seed,     ///< Read, in the first iteration only.
  ReadAny,  ///< Read where and when no formula tells.
  WriteAny, ///< Stored where and when no formula tells.
  Counted   ///< Stored at the value of a scalar item that counts up.
};

/// What the loop does at one subscript of an array.
struct Access {
  AccessKind Kind;
  /// Null for element 0, as in `*y`.
  const clang::Expr *Index;
  /// How the element number changes from one iteration to the next.
  int64_t Stride = 0;
  llvm::SmallVector<NoWrap, 2> NoWraps;
  /// Of a Counted access: the scalar item. Stride is what it counts at most in
  /// an iteration.
  unsigned Counter = 0;
};

enum class MapKind { None, To, From, ToFrom, Alloc };

struct ArrayUse {
  std::string Name;
  /// A pointer or an array that does not change in the loop.
  const clang::Expr *Base = nullptr;
  clang::QualType Element;
  MapKind Map = MapKind::None;
  /// The mapped section in elements. A null Begin is 0; without a Count the
  /// extent is KnownCount.
  const clang::Expr *SectionBegin = nullptr;
  const clang::Expr *SectionCount = nullptr;
  /// Elements of an array of constant size, 0 for a pointer.
  uint64_t KnownCount = 0;
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
};

/// What a scan is taken of: an array whose elements are stored one from the
/// other, or a scalar that accumulates.
struct Item {
  std::string Name;
  /// The array or pointer, or the scalar variable.
  const clang::Expr *Base = nullptr;
  /// Of an element, or of the scalar.
  clang::QualType Type;
  Operator Op = Operator::Add;
  /// The operator, where it is Declared.
  const clang::OMPDeclareReductionDecl *Declared = nullptr;
  Choice MinMax = Choice::Compare;
  /// At most one of them is reached in an iteration.
  llvm::SmallVector<Update, 1> Updates;
  /// There are iterations without an update.
  bool Conditional = false;
  /// Of an array: `y[f(i)]` and `y[f(i - step)]`. Null for a scalar.
  const clang::Expr *Store = nullptr;
  const clang::Expr *Previous = nullptr;
  /// Of a scalar: which of the loop's Scalars is the value before the loop.
  unsigned Initial = 0;

  bool isArray() const { return Store != nullptr; }
};

/// What the device is asked for in a `device` clause.
enum class DeviceKind { Any, Number, GPU, CPU };

/// One scan loop: everything that the later stages need to know, and nothing of
/// tokens or OpenCL. The nodes it points to belong to the AST and may lie in
/// captured regions.
struct ScanLoop {
  /// The user's `scan`, and the function around it.
  clang::SourceLocation Loc;
  std::string Function;
  const clang::ForStmt *For = nullptr;

  Induction IV;
  llvm::SmallVector<Item, 1> Items;
  /// Null where the body is nothing but the one update of the one array item;
  /// else the statements of an iteration.
  const clang::Stmt *Body = nullptr;
  llvm::SmallVector<ArrayUse, 4> Arrays;
  llvm::SmallVector<ScalarUse, 4> Scalars;

  /// Variables from outside that every iteration has for itself.
  llvm::SmallVector<const clang::VarDecl *, 2> Privates;

  DeviceKind Device = DeviceKind::Any;
  const clang::Expr *DeviceNumber = nullptr;

  /// Statements of Body that only stores need, since they store, or depend on
  /// the value of an item, or update one; and the updates in them.
  struct UpdateRef {
    unsigned Item;
    unsigned Number;
  };
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<UpdateRef, 1>>
      OutputOnly;

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
  llvm::DenseMap<const clang::Expr *, unsigned> ScalarOf;

  /// The item that the scalar variable \p Var is, or null.
  const Item *scalarItem(const clang::ValueDecl *Var) const;

  void print(llvm::raw_ostream &OS, const clang::ASTContext &Context) const;
};

} // namespace ompscan

#endif // OMPSCAN_LOOP_SCANLOOP_H
