//===- Tokens.h - Helpers for the tokens of directives -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_TOKENS_H
#define OMPSCAN_PLUGIN_PRAGMA_TOKENS_H

#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"

namespace ompscan::plugin {

/// Whether \p Tok is the word \p Name (an identifier or a keyword).
inline bool isWord(const clang::Token &Tok, llvm::StringRef Name) {
  return !Tok.isAnnotation() && !Tok.isLiteral() && Tok.getIdentifierInfo() &&
         Tok.getIdentifierInfo()->isStr(Name);
}

/// The index of the token that closes the bracket at \p Open, or In.size().
inline size_t closingBracket(llvm::ArrayRef<clang::Token> In, size_t Open) {
  unsigned Depth = 0;
  for (size_t I = Open; I < In.size(); ++I) {
    if (In[I].isOneOf(clang::tok::l_paren, clang::tok::l_square,
                      clang::tok::l_brace))
      ++Depth;
    else if (In[I].isOneOf(clang::tok::r_paren, clang::tok::r_square,
                           clang::tok::r_brace) &&
             --Depth == 0)
      return I;
  }
  return In.size();
}

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_TOKENS_H
