//===- OpenMPPragma.h - Taking over '#pragma omp' ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces Clang's handler of `#pragma omp`. Like that one it passes the
/// tokens of a directive to the parser, but it rewrites what the parser does
/// not know: `scan` clauses, `declare scan`, `device(GPU)`.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_OPENMPPRAGMA_H
#define OMPSCAN_PLUGIN_PRAGMA_OPENMPPRAGMA_H

#include "Support/Diagnostics.h"
#include "clang/Lex/Pragma.h"

namespace clang {
class Sema;
}

namespace ompscan::plugin {

class DiagnosticRewriter;

class OpenMPPragma : public clang::PragmaHandler {
public:
  OpenMPPragma(clang::Sema &S, const Diagnostics &Diags,
               DiagnosticRewriter &Words);

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer Introducer,
                    clang::Token &FirstToken) override;

private:
  clang::Sema &S;
  const Diagnostics &Diags;
  DiagnosticRewriter &Words;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_OPENMPPRAGMA_H
