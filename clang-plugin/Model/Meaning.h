//===- Meaning.h - What expressions of a loop stand for ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_MEANING_H
#define OMPSCAN_PLUGIN_MODEL_MEANING_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <cassert>
#include <variant>

namespace ompscan::plugin {

// Numbers are those of the members of ScanLoop.

/// The update Items[Item].Updates[Number].
struct UpdateRef {
  unsigned Item;
  unsigned Number;
};

/// An accumulator of the list Items[Item].
struct Accumulator {
  unsigned Item;
  /// Null for element 0 of the array.
  const clang::Expr *Index;
};

/// The value of Items[Item] before or after an iteration; if it is before, the
/// one that was made Lag iterations ago.
struct ItemValue {
  unsigned Item;
  bool IsAfter;
  unsigned Lag = 1;
};

/// The element of Arrays[Array] that Selection::LastKept describes.
struct LastKeptElement {
  unsigned Array;
};

/// An element whose value Fills[Fill] computes.
struct FilledElement {
  unsigned Fill;
};

/// An element of Arrays[Array].
struct ArrayElement {
  unsigned Array;
  /// Null for element 0.
  const clang::Expr *Index;
};

/// A bit of Arrays[Array], whose elements are words of Width bits.
struct ArrayBit {
  unsigned Array;
  const clang::Expr *Index;
  unsigned Width;
};

/// Scalars[Scalar].
struct ScalarValue {
  unsigned Scalar;
};

/// The meaning of an expression of a loop. If the analysis finds several
/// meanings of one expression, the first of these alternatives counts: in a
/// body, the element that an item stores or takes its first value from is a
/// value of the scan.
using Meaning =
    std::variant<UpdateRef, Accumulator, ItemValue, LastKeptElement,
                 FilledElement, ArrayElement, ArrayBit, ScalarValue>;

/// Whether what \p M stands for depends on the value of an item.
inline bool dependsOnItem(const Meaning &M) {
  return !std::holds_alternative<FilledElement>(M) &&
         !std::holds_alternative<ArrayElement>(M) &&
         !std::holds_alternative<ArrayBit>(M) &&
         !std::holds_alternative<ScalarValue>(M);
}

/// The meanings of the expressions of a loop. A node in it has at most one.
/// Casts and parentheses around a node may have the same meaning.
class MeaningTable {
public:
  /// Gives \p Node the meaning \p New, unless it has one that counts before it.
  void set(const clang::Expr *Node, Meaning New) {
    const auto [Known, IsNew] = Meanings.try_emplace(Node, New);
    if (!IsNew && New.index() <= Known->second.index())
      Known->second = New;
  }

  /// The meaning of \p Node, or null.
  const Meaning *find(const clang::Expr *Node) const {
    const auto Found = Meanings.find(Node);
    return Found == Meanings.end() ? nullptr : &Found->second;
  }

  /// The meaning of \p Node if it is a T, or null.
  template <typename T> const T *find(const clang::Expr *Node) const {
    const Meaning *Found = find(Node);
    return Found ? std::get_if<T>(Found) : nullptr;
  }

  /// The meaning of \p Node, which is a T.
  template <typename T> const T &get(const clang::Expr *Node) const {
    const T *Found = find<T>(Node);
    assert(Found && "the node has another meaning, or none");
    return *Found;
  }

  auto begin() const { return Meanings.begin(); }
  auto end() const { return Meanings.end(); }

private:
  llvm::DenseMap<const clang::Expr *, Meaning> Meanings;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_MEANING_H
