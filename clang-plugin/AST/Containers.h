//===- Containers.h - Arrays, and what C++ has instead of them  -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_CONTAINERS_H
#define OMPSCAN_PLUGIN_AST_CONTAINERS_H

#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// Whether \p T, or the type that it refers to, is a contiguous container of
/// the standard library: std::vector, std::array, std::span, std::valarray,
/// std::basic_string or std::basic_string_view.
bool isContainer(clang::QualType T);

/// Whether \p T, or the type that it refers to, is a smart pointer to an array:
/// std::unique_ptr<E[]> or std::shared_ptr<E[]>.
bool isArrayOwner(clang::QualType T);

/// Whether \p T, or the type that it refers to, is a class that is the iterator
/// of a contiguous container: `__normal_iterator` of libstdc++ or `__wrap_iter`
/// of libc++.
bool isIterator(clang::QualType T);

/// Whether objects of the class \p T have or point to contiguous elements: a
/// container, the owner of an array, or an iterator.
bool isArrayClass(clang::QualType T);

/// Whether \p T is a container that has no member `data()`.
bool isValarray(clang::QualType T);

/// Whether \p T is std::vector<bool>, which has bits instead of elements.
bool isBitVector(clang::QualType T);

/// A bit: its std::vector<bool> and its number. Base is null for none.
struct Bit {
  const clang::Expr *Base = nullptr;
  const clang::Expr *Index = nullptr;
};
/// The bit that \p E names, to read or to change it.
Bit bitNamed(const clang::Expr *E);
/// The bit whose value \p E is.
Bit bitRead(const clang::Expr *E);

/// The member of the iterators of \p T, a std::vector<bool>, that points to the
/// words with its bits; null if the library does not show them.
const clang::FieldDecl *bitWords(clang::QualType T);

/// Whether \p T is a container or a smart pointer of the standard library that
/// has no contiguous elements.
bool isOtherContainer(clang::QualType T);

/// Whether \p T is an array, a pointer, or such a class.
bool isSequence(clang::QualType T);

/// The type of the elements of the sequence \p T. The elements of an array of
/// arrays are its rows.
clang::QualType elementOf(clang::QualType T);

/// Whether elements of type \p T, which is not an array, point to elements of
/// their own: pointers, containers that can grow, and owners.
bool isRow(clang::QualType T);

/// The container whose size \p E is, as in `v.size()`; null for any other
/// expression.
const clang::Expr *sizedContainer(const clang::Expr *E);

/// The container, owner or iterator v if \p E is a pointer to its first element
/// (`v.data()`, `v.get()`, `v.operator->()`), or that element (`v.front()`,
/// `*v`); else null.
const clang::Expr *dataContainer(const clang::Expr *E);
const clang::Expr *frontContainer(const clang::Expr *E);

/// The container whose element \p E is, as in `v.at(i)`; \p Index is i.
const clang::Expr *atContainer(const clang::Expr *E, const clang::Expr *&Index);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_CONTAINERS_H
