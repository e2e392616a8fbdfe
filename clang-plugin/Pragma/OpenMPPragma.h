//===- OpenMPPragma.h - Taking over '#pragma omp' ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces Clang's handler of `#pragma omp`. It also passes the tokens of a
/// directive to the parser, but first rewrites `scan` clauses, `declare scan`
/// and `device(GPU)`, which the parser does not know.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_OPENMPPRAGMA_H
#define OMPSCAN_PLUGIN_PRAGMA_OPENMPPRAGMA_H

#include "Support/Diagnostics.h"
#include "clang/Lex/Pragma.h"

namespace clang {
class IdentifierInfo;
class Sema;
} // namespace clang

namespace ompscan::plugin {

struct DirectiveMessages;

class OpenMPPragma : public clang::PragmaHandler {
public:
  /// \p TakesOwnForm: the plugin, not Clang, compiles OpenMP's own form without
  /// `target`.
  OpenMPPragma(clang::Sema &S, const Diagnostics &Diags,
               DirectiveMessages &Messages, bool TakesOwnForm);

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer Introducer,
                    clang::Token &FirstToken) override;

private:
  using Tokens = llvm::ArrayRef<clang::Token>;

  bool isLeftOut(Tokens Directive);

  clang::Sema &S;
  const Diagnostics &Diags;
  DirectiveMessages &Messages;
  const bool TakesOwnForm;
  /// The items of the last loop whose `scan` directive is left out (see
  /// DirectiveRewriter).
  llvm::SmallVector<const clang::IdentifierInfo *, 2> OwnItems;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_OPENMPPRAGMA_H
