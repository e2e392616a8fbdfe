//===- ArrayUse.h - What a loop does with an array ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_ARRAYUSE_H
#define OMPSCAN_PLUGIN_MODEL_ARRAYUSE_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace ompscan::plugin {

enum class Relation { LT, LE, GT, GE, NE, EQ };

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

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_ARRAYUSE_H
