//===- DirectForm.h - Loop bodies without names -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_DIRECTFORM_H
#define OMPSCAN_PLUGIN_NORMALIZE_DIRECTFORM_H

#include "Model/ScanLoop.h"
#include "Normalize/AstChanges.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// Gives the loop of a directive the form without names, as long as it exists:
///
///     const int at = r * n + i;            y[r * n + i] += x[3 * i + 1];
///     const float *p = &x[3 * i];
///     y[at] += p[1];
///
/// Names are integers, pointers into arrays and references to elements, if an
/// iteration declares them and nothing that they are computed from changes
/// where they are in scope. With \p WithTables, elements of arrays of arrays
/// become those of one array if the row changes in the loop. Elements that are
/// stored and read back become StoredElements, and macros of the C library are
/// replaced, and items that are the targets of pointers become variables. The
/// analysis and the kernels see this form. The host runs the loop as it is
/// written: arrays that overlap may change what a name is computed from.
class DirectForm {
public:
  DirectForm(clang::OMPExecutableDirective &Directive, clang::Sema &S,
             clang::DeclContext *DC, bool WithTables = false);

  const std::vector<InlinedCall> &inlined() const { return Inlined; }

private:
  AstChanges Changes;
  std::vector<InlinedCall> Inlined;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_DIRECTFORM_H
