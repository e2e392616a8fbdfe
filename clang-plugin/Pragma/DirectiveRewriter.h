//===- DirectiveRewriter.h - Directives for Clang's parser ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_DIRECTIVEREWRITER_H
#define OMPSCAN_PLUGIN_PRAGMA_DIRECTIVEREWRITER_H

#include "Pragma/ItemRewriter.h"
#include "Support/Diagnostics.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Preprocessor;
class Sema;
} // namespace clang

namespace ompscan::plugin {

/// Rewrites the tokens of one OpenMP directive:
///
///   scan(op : y)       ->  reduction(op : y[0:1])
///   scan(op : v)       ->  a placeholder in front of the directive (see
///                          ItemPlaceholder.h), if v may be a container or a
///                          scalar member
///   declare scan(...)  ->  declare reduction(...)
///   simd scan(...)     ->  parallel for simd num_threads(1) reduction(...)
///   device(GPU)        ->  device(0), where no GPU is declared
///   target parallel for reduction(inscan, ...)
///                      ->  target, and parallel for reduction(inscan, ...)
///   reduction(inscan, op : v)
///                      ->  as scan(op : v), in templates, where Sema looks for
///                          items in the `scan` directive that it does not know
///                          yet; that directive is left out
///
/// so that Clang's own parser and Sema do the look-up of names, operators and
/// templates. The later stages recognise a replaced word by its location (see
/// RewrittenToken.h), also in template instantiations.
class DirectiveRewriter {
public:
  /// \p TakesOwnForm: the plugin, not Clang, compiles OpenMP's own form without
  /// `target`.
  DirectiveRewriter(clang::Sema &S, const Diagnostics &Diags,
                    bool TakesOwnForm);

  /// Rewrites \p Directive, which begins with the annotation token. Returns
  /// false after an error; the directive must not be parsed then.
  bool rewrite(llvm::SmallVectorImpl<clang::Token> &Directive);

  /// The ranges of `scan` clauses, from the word to the closing parenthesis.
  llvm::ArrayRef<clang::SourceRange> scans() const { return Scans; }

  /// The first words of the items of clauses `reduction(inscan, ...)` that have
  /// been rewritten.
  llvm::ArrayRef<const clang::IdentifierInfo *> ownItems() const {
    return OwnItems;
  }

private:
  using Tokens = llvm::ArrayRef<clang::Token>;

  bool rewriteScan(Tokens In, size_t &Pos);
  bool rewriteItems(Tokens In, size_t Begin, size_t Close,
                    ItemRewriter::Types Combined);
  ItemRewriter::Types combinedBy(Tokens Name) const;
  bool replacesOwnForm(Tokens In, size_t Words) const;
  bool isKnownInTemplates(Tokens Item) const;
  void copy(Tokens In, size_t &Pos, size_t End);
  bool rewriteOwnForm(Tokens In, size_t &Pos);
  void splitTarget(Tokens Words);
  void rewriteDevice(Tokens In, size_t &Pos);
  std::string spellingOf(Tokens Words) const;
  void rewriteOrphan(size_t Words);
  void insert(size_t At, const clang::Token &Of,
              llvm::ArrayRef<llvm::StringRef> Spellings);
  size_t rewriteForThread(size_t Words);
  bool isCarrier(Tokens Words) const;
  bool checkCarrier(Tokens Words, const clang::Token &Scan) const;
  bool isDeclared(const clang::Token &Name) const;
  bool isOwnOperator(Tokens Name) const;
  bool checkOperator(Tokens Operator, const clang::Token &Colon) const;
  clang::Sema &S;
  clang::Preprocessor &PP;
  const Diagnostics &Diags;
  const bool TakesOwnForm;
  llvm::SmallVector<clang::SourceRange, 2> Scans;
  llvm::SmallVector<const clang::IdentifierInfo *, 2> OwnItems;
  llvm::SmallVector<clang::Token, 32> Out;
  /// Is inserted before the directive.
  llvm::SmallVector<clang::Token, 0> Declarations;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_DIRECTIVEREWRITER_H
