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
  Read,   ///< In every iteration.
  Write,  ///< In every iteration.
  Seed,   ///< Read, in the first iteration only.
  ReadAny ///< Read where and when no formula tells.
};

/// What the loop does at one subscript of an array.
struct Access {
  AccessKind Kind;
  /// Null for element 0, as in `*y`.
  const clang::Expr *Index;
  /// How the element number changes from one iteration to the next.
  int64_t Stride = 0;
  llvm::SmallVector<NoWrap, 2> NoWraps;
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
};

/// A value from outside of the loop that does not change in it.
struct ScalarUse {
  std::string Name;
  const clang::Expr *Value = nullptr;
  clang::QualType Type;
};

/// One operand that an iteration combines with the previous element.
struct Term {
  const clang::Expr *Value;
  bool Negated;
};

/// How Min and Max decide between the previous element and an input.
enum class Choice {
  Compare,      ///< `a < b ? a : b`, ties go to the input.
  CompareFirst, ///< `a <= b ? a : b`, ties go to the previous element.
  FloatCall     ///< fmin, fmax: a NaN is ignored.
};

/// What the device is asked for in a `device` clause.
enum class DeviceKind { Any, Number, GPU, CPU };

/// One loop of the recurrence form: everything that the later stages need to
/// know, and nothing of tokens or OpenCL. The nodes it points to belong to the
/// AST and may lie in captured regions.
struct ScanLoop {
  /// The user's `scan`, and the function around it.
  clang::SourceLocation Loc;
  std::string Function;
  const clang::ForStmt *For = nullptr;

  Induction IV;
  Operator Op = Operator::Add;
  /// The operator, where it is Declared.
  const clang::OMPDeclareReductionDecl *Declared = nullptr;
  Choice MinMax = Choice::Compare;
  /// The item is Arrays[0]; its element type is the scanned type.
  llvm::SmallVector<ArrayUse, 4> Arrays;
  llvm::SmallVector<ScalarUse, 4> Scalars;
  /// `y[f(i)]` and `y[f(i - step)]`.
  const clang::Expr *Store = nullptr;
  const clang::Expr *Previous = nullptr;
  /// Combined by Op in this order.
  llvm::SmallVector<Term, 2> Input;

  DeviceKind Device = DeviceKind::Any;
  const clang::Expr *DeviceNumber = nullptr;

  /// What an expression of the loop stands for.
  struct ArrayElement {
    unsigned Array;
    const clang::Expr *Index;
  };
  llvm::DenseMap<const clang::Expr *, ArrayElement> Elements;
  llvm::DenseMap<const clang::Expr *, unsigned> ScalarOf;

  clang::QualType itemType() const { return Arrays.front().Element; }

  void print(llvm::raw_ostream &OS, const clang::ASTContext &Context) const;
};

} // namespace ompscan

#endif // OMPSCAN_LOOP_SCANLOOP_H
