//===- Positions.h - Places in arrays, and code about them ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_POSITIONS_H
#define OMPSCAN_PLUGIN_NORMALIZE_POSITIONS_H

#include "AST/CodeBuilder.h"
#include <optional>

namespace ompscan::plugin {

/// A binary operator, an increment or a decrement of numbers, pointers or
/// iterators. Left and Right are null for any other expression.
struct Operation {
  clang::BinaryOperatorKind Kind = clang::BO_Comma;
  clang::Expr *Left = nullptr;
  clang::Expr *Right = nullptr;
  /// `++p` or, of Kind BO_Sub, `--p`: Left alone.
  bool IsIncrement = false;
};
Operation operation(const clang::Expr *E);

/// Whether \p T is a pointer to objects, or the iterator of a contiguous
/// container that is a class.
bool isContiguousIterator(clang::QualType T);

/// The type of the objects that such a pointer or iterator leads to.
clang::QualType targetOf(clang::QualType T);

/// p of `*p`; null for another expression.
const clang::Expr *dereferenced(const clang::Expr *E);

/// p and k of `p[k]`, where p is a pointer or an iterator.
Operation subscripted(const clang::Expr *E);

/// p of `p->`, whose base is \p E.
const clang::Expr *arrowed(const clang::Expr *E);

/// The target of a pointer or an iterator: an element of Base, which is a
/// pointer, an array or a container, counted from its begin or its end.
struct Position {
  const clang::Expr *Base = nullptr;
  bool IsEnd = false;
  /// The element number is the sum of Plus minus the sum of Minus.
  llvm::SmallVector<clang::Expr *, 2> Plus, Minus;
};

/// Builds expressions of elements, whose numbers are of the type `ptrdiff_t`.
class NodeBuilder : public CodeBuilder {
public:
  explicit NodeBuilder(clang::Sema &S);

  /// \p E without conversions of iterators. Clang's own variable for the range
  /// of a range-based loop is replaced by the range.
  const clang::Expr *plain(const clang::Expr *E) const;
  /// The target of \p E, if \p E is the begin or the end of an array plus
  /// numbers. With \p OfIterators, Base may be an iterator.
  std::optional<Position> position(const clang::Expr *E,
                                   bool OfIterators = false) const;

  clang::Expr *number(int64_t N) const;
  /// \p Left \p Kind \p Right, in 128 bits where an operand has these.
  clang::Expr *compute(clang::Expr *Left, clang::BinaryOperatorKind Kind,
                       clang::Expr *Right) const;
  /// A variable that begins with \p Init.
  clang::VarDecl *counter(llvm::StringRef Name, clang::Expr *Init) const;
  /// The number of elements of the container of \p P if \p P is counted from
  /// the end; else null.
  clang::Expr *size(const Position &P) const;
  /// The number of the element, given the \p Size of the container; null for 0.
  clang::Expr *number(const Position &P, clang::Expr *Size) const;
  /// The pointer to the target of the iterator \p E.
  clang::Expr *pointer(clang::Expr *E) const;
  /// `Base[Number]`
  clang::Expr *element(const clang::Expr *Base, clang::Expr *Number) const;

private:
  clang::QualType Type;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_POSITIONS_H
