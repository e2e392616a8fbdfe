//===- RewrittenToken.h - Tokens that replace words ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_REWRITTENTOKEN_H
#define OMPSCAN_PLUGIN_PRAGMA_REWRITTENTOKEN_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class LangOptions;
class Preprocessor;
class SourceManager;
class Token;
} // namespace clang

namespace ompscan::plugin {

/// A token that replaces \p Original. \p Spelling, a word, a number or `+`, is
/// in scratch space, and the expansion location is that of \p Original.
clang::Token rewrittenToken(clang::Preprocessor &PP,
                            const clang::Token &Original,
                            llvm::StringRef Spelling);

/// The user's word that the token at \p Loc replaces; empty if the user wrote
/// that token.
llvm::StringRef originalWord(clang::SourceLocation Loc,
                             const clang::SourceManager &SM,
                             const clang::LangOptions &LangOpts);

/// The location of that word.
clang::SourceLocation originalLoc(clang::SourceLocation Loc,
                                  const clang::SourceManager &SM);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_REWRITTENTOKEN_H
