//===- ElementParts.h - Members of elements of arrays --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_ELEMENTPARTS_H
#define OMPSCAN_PLUGIN_AST_ELEMENTPARTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>

namespace ompscan::plugin {

/// The element of an array that is \p E, or that contains \p E in members and
/// in arrays in these; null if there is none.
const clang::Expr *elementHolding(const clang::Expr *E,
                                  const clang::ASTContext &Context);

/// The members, and subscripts of arrays in them, that lead from an element to
/// its part \p E.
llvm::SmallVector<const clang::Expr *, 2>
pathOf(const clang::Expr *E, const clang::ASTContext &Context);

/// The array that contains \p Row as an element, through any number of
/// subscripts; \p Row itself if there is none.
const clang::Expr *tableOf(const clang::Expr *Row,
                           const clang::ASTContext &Context);

/// The subscript of \p E, if \p E is an element of an array and the subscript
/// is a constant.
std::optional<int64_t> constantIndex(const clang::Expr *E,
                                     const clang::ASTContext &Context);

/// Whether \p A and \p B, parts of elements, may share bytes if the elements
/// are the same.
bool mayMeet(const clang::Expr *A, const clang::Expr *B,
             const clang::ASTContext &Context);

/// Whether \p A and \p B are the same part of elements, which may be different
/// ones: the same members, and the same constant subscripts of arrays in them.
bool isSamePart(const clang::Expr *A, const clang::Expr *B,
                const clang::ASTContext &Context);

/// Whether a store to \p A cannot change \p B while another thread reads or
/// stores that: they are parts of elements that share no memory, whichever
/// elements these are.
bool areSeparate(const clang::Expr *A, const clang::Expr *B,
                 const clang::ASTContext &Context);

/// The bits of an element that have been stored.
class StoredBits {
public:
  explicit StoredBits(const clang::ASTContext &Context) : Context(Context) {}

  /// Adds \p Part of \p Element, or the element itself.
  void add(const clang::Expr *Part, const clang::Expr *Element);
  /// Whether all bits of the value of an object of \p Type at bit \p Offset
  /// have been stored.
  bool covers(clang::QualType Type, uint64_t Offset = 0) const;

private:
  bool isCovered(uint64_t Begin, uint64_t End) const {
    return llvm::any_of(Pieces, [&](const auto &Piece) {
      return Piece.first <= Begin && Piece.second >= End;
    });
  }

  const clang::ASTContext &Context;
  /// The end of each piece, by its begin.
  std::map<uint64_t, uint64_t> Pieces;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_ELEMENTPARTS_H
