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

/// Whether \p T, perhaps a reference, is a class of the standard library whose
/// elements lie one behind the other: std::vector, std::array, std::span,
/// std::valarray, std::basic_string or std::basic_string_view.
bool isContainer(clang::QualType T);

/// Whether \p T is a container that has no member `data()`.
bool isValarray(clang::QualType T);

/// Whether \p T is std::vector<bool>, which has bits instead of elements.
bool isBitVector(clang::QualType T);

/// Whether \p T is a container of the standard library whose elements do not.
bool isOtherContainer(clang::QualType T);

/// Whether \p T is an array, a pointer or a container.
bool isSequence(clang::QualType T);

/// The type of the elements of the sequence \p T; of an array of arrays its
/// rows.
clang::QualType elementOf(clang::QualType T);

/// The container whose number of elements \p E is, as in `v.size()`; null if it
/// is something else.
const clang::Expr *sizedContainer(const clang::Expr *E);

/// The container whose first element \p E points to, as in `v.data()`, or is,
/// as in `v.front()`.
const clang::Expr *dataContainer(const clang::Expr *E);
const clang::Expr *frontContainer(const clang::Expr *E);

/// The container whose element \p E is, as in `v.at(i)`; \p Index is i.
const clang::Expr *atContainer(const clang::Expr *E, const clang::Expr *&Index);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_CONTAINERS_H
