//===- Positions.h - Places in arrays, and code about them ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_POSITIONS_H
#define OMPSCAN_PLUGIN_NORMALIZE_POSITIONS_H

#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"
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

/// Builds expressions of `ptrdiff_t` numbers.
class NodeBuilder {
public:
  explicit NodeBuilder(clang::Sema &S);
  void setLoc(clang::SourceLocation New) { Loc = New; }

  /// \p E without conversions of iterators. Clang's own variable for the range
  /// of a range-based loop is replaced by the range.
  const clang::Expr *plain(const clang::Expr *E) const;
  /// The target of \p E, if \p E is the begin or the end of an array plus
  /// numbers. With \p OfIterators, Base may be an iterator.
  std::optional<Position> position(const clang::Expr *E,
                                   bool OfIterators = false) const;

  /// The integer \p E as \p To; itself if that is its type, as of a pointer.
  clang::Expr *cast(clang::Expr *E, clang::QualType To) const;
  clang::Expr *integer(int64_t N) const;
  clang::Expr *binary(clang::BinaryOperatorKind Kind, clang::Expr *Left,
                      clang::Expr *Right) const;
  clang::VarDecl *variable(llvm::StringRef Name, clang::Expr *Init) const;
  clang::Expr *reference(clang::VarDecl *Var) const;
  /// The number of elements of the container of \p P if \p P is counted from
  /// the end; else null.
  clang::Expr *size(const Position &P) const;
  /// The number of the element, given the \p Size of the container; null for 0.
  clang::Expr *number(const Position &P, clang::Expr *Size) const;
  /// The pointer to the target of the iterator \p E.
  clang::Expr *pointer(clang::Expr *E) const;
  /// `&E`
  clang::Expr *address(clang::Expr *E) const;
  /// `Base[Number]`
  clang::Expr *element(const clang::Expr *Base, clang::Expr *Number) const;

private:
  clang::Sema &S;
  clang::ASTContext &Context;
  clang::QualType Type;
  clang::SourceLocation Loc;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_POSITIONS_H
