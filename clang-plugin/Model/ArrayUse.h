//===- ArrayUse.h - The arrays that a loop uses --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_ARRAYUSE_H
#define OMPSCAN_PLUGIN_MODEL_ARRAYUSE_H

#include "ompscan/abi.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace ompscan::plugin {

enum class Relation : unsigned {
  LT = OMPSCAN_RELATION_LT,
  LE = OMPSCAN_RELATION_LE,
  GT = OMPSCAN_RELATION_GT,
  GE = OMPSCAN_RELATION_GE,
  NE = OMPSCAN_RELATION_NE,
  EQ = OMPSCAN_RELATION_EQ
};

/// The operator that compares as \p Rel.
clang::BinaryOperatorKind comparisonOf(Relation Rel);
/// How \p Op compares, one of those.
Relation relationOf(clang::BinaryOperatorKind Op);

/// `Factor * Value`, or `Factor * Value * Times`, where both are integers that
/// do not change in the loop.
struct Scaled {
  const clang::Expr *Value;
  int64_t Factor;
  const clang::Expr *Times = nullptr;
};

/// A change from one iteration of a loop to the next: Stride plus the Symbols.
struct Movement {
  int64_t Stride = 0;
  llvm::SmallVector<Scaled, 1> Symbols = {};
};

/// A subexpression of a subscript that may wrap around. The subscript follows
/// its formula only while this value, which grows by Stride and the Symbols in
/// every iteration, stays in [0, 2^Bits), or if it is signed (-fwrapv) in the
/// range of Bits bits.
struct NoWrap {
  const clang::Expr *Value;
  int64_t Stride;
  unsigned Bits;
  llvm::SmallVector<Scaled, 1> Symbols = {};
  /// The movement along each outer loop of a batch.
  llvm::SmallVector<Movement, 0> Outer = {};
  bool IsSigned = false;
  /// Whether the value is unsigned and narrower than an address.
  bool wrapsAsNarrow() const { return !IsSigned && Bits < 63; }
};

/// A comparison of two formulas of the induction variable or invariant values.
struct Guard {
  const clang::Expr *Left = nullptr;
  /// Null for 0.
  const clang::Expr *Right = nullptr;
  Relation Rel = Relation::NE;
  /// The change of Left minus Right from one iteration to the next.
  int64_t Stride = 0;
  llvm::SmallVector<NoWrap, 2> NoWraps;
};

enum class AccessKind : unsigned {
  /// In every iteration that meets its guards.
  Read = OMPSCAN_ACCESS_READ,
  Write = OMPSCAN_ACCESS_WRITE,
  /// Read in the first iteration only.
  Seed = OMPSCAN_ACCESS_SEED,
  /// Without a formula.
  ReadAny = OMPSCAN_ACCESS_READ_ANY,
  WriteAny = OMPSCAN_ACCESS_WRITE_ANY,
  /// Stored at the value of a scalar item that counts up.
  Counted = OMPSCAN_ACCESS_COUNTED
};

/// A store at element `Scale * k + Offset + sum of Symbols`, where k is a
/// scalar item to which each iteration adds Step or nothing.
struct CountedAccess {
  unsigned Item = 0;
  int64_t Step = 0;
  int64_t Scale = 1;
  int64_t Offset = 0;
  llvm::SmallVector<Scaled, 2> Symbols = {};
  /// k is the value after the update.
  bool IsAfter = false;
  /// Every iteration stores, and the last one with the same k counts. Otherwise
  /// only iterations that change k store.
  bool IsEvery = false;
  /// The width of the unsigned type of the subscript, or 0.
  unsigned Bits = 0;
  /// The loop also reads the array and keeps some of its elements there.
  bool Slides = false;
  /// No iteration changes k as well as another item at whose value the array is
  /// stored.
  bool IsAlone = false;
  /// How many times an iteration adds Step and stores an element, at the most.
  unsigned Most = 1;
};

/// An access of the loop to one subscript of an array.
struct Access {
  AccessKind Kind;
  /// Null for element 0, as in `*y`.
  const clang::Expr *Index;
  /// The element number grows by Stride plus the Symbols in each iteration.
  int64_t Stride = 0;
  llvm::SmallVector<NoWrap, 2> NoWraps;
  /// Set if Kind is Counted.
  struct CountedAccess Counted;
  /// Only iterations in which all of these hold make the access.
  llvm::SmallVector<Guard, 1> Guards;
  llvm::SmallVector<Scaled, 1> Symbols = {};
  /// The movement along each outer loop of a batch.
  llvm::SmallVector<Movement, 0> Outer = {};
  /// The next iteration may read the element as well, or the same one after it
  /// has stored to another array.
  bool ByNeighbours = false;
  /// Set if Kind is ReadAny or WriteAny: Index is a formula, but not every
  /// iteration makes the access.
  bool IsGuarded = false;
  /// Set if Kind is WriteAny: the subscript follows an item, so that no two
  /// iterations store the element.
  bool IsByItem = false;
  /// The element is read because it is stored in part and transferred as a
  /// whole.
  bool IsKept = false;
  /// If the preceding iteration stores this element at the value of an item,
  /// the stored value is the element's own.
  bool IsLeftOfCopy = false;
  /// Iterations may read the element even if the source does not, within the
  /// bounds of the array.
  bool IsInSection = false;
  /// Set if Kind is Read: in every iteration the element lies so many places,
  /// at most MaxBehind, behind the one at LeadingIndex, which another access
  /// reads in every iteration. 0 if there is no such access.
  unsigned Behind = 0;
  const clang::Expr *LeadingIndex = nullptr;
  static constexpr unsigned MaxBehind = 8;
  /// Set if Kind is ReadAny or WriteAny: the formula is an upper bound of the
  /// elements.
  bool IsBounded = false;
  /// Set if Kind is ReadAny: the loop stores to none of the elements.
  bool IsApart = false;
  /// Set if Kind is ReadAny or WriteAny: the element.
  const clang::Expr *Node = nullptr;
  /// The parts of the element that are used, or the element itself; none if
  /// they are not known.
  llvm::SmallVector<const clang::Expr *, 1> Parts = {};
  /// Reads of members that the loop stores to no element of the array.
  bool IsOfOtherMembers = false;

  bool isStore() const {
    return Kind == AccessKind::Write || Kind == AccessKind::WriteAny ||
           Kind == AccessKind::Counted;
  }
  /// Whether it reads elements of the formula.
  bool isFormulaRead() const {
    return Kind == AccessKind::Read ||
           (Kind == AccessKind::ReadAny && IsBounded);
  }
  bool hasStride(int64_t N) const { return Stride == N && Symbols.empty(); }
};

enum class MapKind : unsigned {
  None = OMPSCAN_MAP_NONE,
  To = OMPSCAN_MAP_TO,
  From = OMPSCAN_MAP_FROM,
  ToFrom = OMPSCAN_MAP_TOFROM,
  Alloc = OMPSCAN_MAP_ALLOC
};

/// As written in a clause: "tofrom"; "none" for None.
llvm::StringRef spelling(MapKind Map);

struct ArrayUse {
  std::string Name;
  /// A pointer or array that does not change in the loop.
  const clang::Expr *Base = nullptr;
  clang::QualType Element;
  MapKind Map = MapKind::None;
  bool MapsAlways = false;
  bool MapsPresent = false;
  /// A clause says that it is data on the device.
  bool IsOnDevice = false;
  /// The mapped section in rows of RowCount elements. A null Begin is 0; if
  /// Count is null, the extent is KnownCount elements.
  const clang::Expr *SectionBegin = nullptr;
  const clang::Expr *SectionCount = nullptr;
  /// The number of elements of an array of constant size; 0 for a pointer.
  uint64_t KnownCount = 0;
  /// The number of elements in a row of an array of arrays, else 1.
  uint64_t RowCount = 1;
  llvm::SmallVector<Access, 4> Accesses;
  /// How many elements there are is not known, so that nothing can be copied.
  bool IsOnHostOnly = false;
  /// The element of an iteration is in a register: a scan of a team keeps it
  /// for the next one (TeamLoop).
  bool IsInRegister = false;

  bool isStored() const;
  /// Whether the elements of \p Use are compared with what the loop stores by
  /// running its subscript.
  bool isInspected(const Access &Use) const {
    return IsOnHostOnly && Use.Kind == AccessKind::ReadAny && !Use.IsBounded &&
           !Use.IsApart;
  }
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_ARRAYUSE_H
