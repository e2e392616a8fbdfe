//===- RewrittenToken.h - Recognising rewritten words in the AST  -*- C++
//-*-===//
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
class SourceManager;
} // namespace clang

namespace ompscan::plugin {

/// The word that the user wrote where DirectiveRewriter put another one: the
/// token at \p Loc is spelled in scratch space and was "expanded" from the
/// user's. Empty if \p Loc is not such a place.
llvm::StringRef originalWord(clang::SourceLocation Loc,
                             const clang::SourceManager &SM,
                             const clang::LangOptions &LangOpts);

/// The place of that word.
clang::SourceLocation originalLoc(clang::SourceLocation Loc,
                                  const clang::SourceManager &SM);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_REWRITTENTOKEN_H
