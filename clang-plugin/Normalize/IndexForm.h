//===- IndexForm.h - Loops over pointers and iterators -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose induction variable is a pointer or an iterator, and range-based
/// loops, become loops over an integer:
///
///   for (const int *p = a + 1; p != b; ++p)     for (auto &x : v)
///     s += *p;                                    x = s += x;
///
///   for (ptrdiff_t k = 0; k != b - a - 1; ++k)  for (ptrdiff_t k = 0; ...
///     s += a[1 + k];                              v[k] = s += v[k];
///
/// The later stages treat them like any other loop, and the host runs them in
/// this form.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_INDEXFORM_H
#define OMPSCAN_PLUGIN_NORMALIZE_INDEXFORM_H

#include "Support/Diagnostics.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// The loop \p Statement of a directive in \p DC in this form; itself if its
/// induction variable is an integer already. std::nullopt after an error.
std::optional<clang::Stmt *> indexForm(clang::Stmt *Statement, clang::Sema &S,
                                       clang::DeclContext *DC,
                                       const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_INDEXFORM_H
