//===- AttributeCheck.h - Scans in attributes ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_ATTRIBUTECHECK_H
#define OMPSCAN_PLUGIN_PRAGMA_ATTRIBUTECHECK_H

#include "Support/Diagnostics.h"
#include "clang/Lex/Token.h"

namespace ompscan::plugin {

/// Reports `scan` clauses in `[[omp::directive(...)]]`, which no pragma handler
/// sees: Clang would warn of extra tokens, and run the loop without the scan.
class AttributeCheck {
public:
  explicit AttributeCheck(const Diagnostics &Diags) : Diags(Diags) {}

  /// Has to see every token that the parser gets.
  void see(const clang::Token &Tok);

private:
  const Diagnostics &Diags;
  clang::Token Last[3] = {}; ///< The previous tokens, the latest first.
  bool IsUsingOmp = false;   ///< In `[[using omp: ...]]`.
  unsigned Depth = 0;       ///< Open parentheses, in `directive` or `sequence`.
  unsigned ClauseDepth = 0; ///< Those around a clause; 0 if there is none.
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_ATTRIBUTECHECK_H
