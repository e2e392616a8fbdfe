//===- RewrittenToken.cpp - Recognising rewritten words in the AST --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/RewrittenToken.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace ompscan::plugin;

Token ompscan::plugin::rewrittenToken(Preprocessor &PP, const Token &Original,
                                      StringRef Spelling) {
  const SourceLocation Loc = Original.getLocation();
  Token Tok;
  Tok.startToken();
  const bool IsPlus = Spelling == "+";
  Tok.setKind(IsPlus ? tok::plus : tok::raw_identifier);
  PP.CreateString(Spelling, Tok, Loc, Loc);
  if (IsPlus)
    return Tok;
  if (isDigit(Spelling.front())) {
    Tok.setKind(tok::numeric_constant);
    Tok.setLiteralData(PP.getSourceManager().getCharacterData(
        PP.getSourceManager().getSpellingLoc(Tok.getLocation())));
    return Tok;
  }
  IdentifierInfo *II = PP.getIdentifierInfo(Spelling);
  Tok.setIdentifierInfo(II);
  Tok.setKind(II->getTokenID());
  return Tok;
}

SourceLocation ompscan::plugin::originalLoc(SourceLocation Loc,
                                            const SourceManager &SM) {
  return SM.getImmediateExpansionRange(Loc).getBegin();
}

StringRef ompscan::plugin::originalWord(SourceLocation Loc,
                                        const SourceManager &SM,
                                        const LangOptions &LangOpts) {
  if (!Loc.isMacroID() || !SM.isWrittenInScratchSpace(SM.getSpellingLoc(Loc)))
    return {};
  const SourceLocation Word = SM.getSpellingLoc(originalLoc(Loc, SM));
  bool Invalid = false;
  const char *Text = SM.getCharacterData(Word, &Invalid);
  if (Invalid)
    return {};
  return StringRef(Text, Lexer::MeasureTokenLength(Word, SM, LangOpts));
}
