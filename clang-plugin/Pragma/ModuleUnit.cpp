//===- ModuleUnit.cpp - Declarations in C++20 module units ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/ModuleUnit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Reads the tokens of a file from a location on, without preprocessing.
class RawTokens {
public:
  RawTokens(FileID File, unsigned Offset, const SourceManager &SM,
            const LangOptions &LangOpts)
      : Lex(File, SM.getBufferOrFake(File), SM, LangOpts) {
    Lex.seek(Offset, /*IsAtStartOfLine=*/Offset == 0);
  }

  /// The next token that is no part of a preprocessing directive.
  const Token &next() {
    Lex.LexFromRawLexer(Tok);
    while (Tok.is(tok::hash) && Tok.isAtStartOfLine())
      do
        Lex.LexFromRawLexer(Tok);
      while (Tok.isNot(tok::eof) && !Tok.isAtStartOfLine());
    return Tok;
  }
  bool isNext(StringRef Word) {
    return next().is(tok::raw_identifier) && Tok.getRawIdentifier() == Word;
  }
  /// Whether the word `export`, if it is next, and then \p Word are next.
  bool isNextExported(StringRef Word) {
    return isNext(Word) || (Tok.is(tok::raw_identifier) &&
                            Tok.getRawIdentifier() == "export" && isNext(Word));
  }

private:
  Lexer Lex;
  Token Tok;
};

} // namespace

bool ompscan::plugin::isModuleUnit(const CompilerInstance &CI) {
  const SourceManager &SM = CI.getSourceManager();
  if (!CI.getLangOpts().CPlusPlusModules || SM.getMainFileID().isInvalid())
    return false;
  RawTokens Tokens(SM.getMainFileID(), 0, SM, CI.getLangOpts());
  return Tokens.isNextExported("module") &&
         Tokens.next().isOneOf(tok::raw_identifier, tok::semi);
}

/// Whether an import follows the \p Semicolon.
bool ModuleUnit::isImportNext(SourceLocation Semicolon) const {
  const SourceManager &SM = PP.getSourceManager();
  const auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Semicolon));
  RawTokens Tokens(File, Offset, SM, PP.getLangOpts());
  Tokens.next(); // The semicolon.
  return Tokens.isNextExported("import");
}

void ModuleUnit::see(const Token &Tok) {
  if (IsDeclared)
    return;
  const bool IsFragment = Seen++ == 1 && Tok.is(tok::semi);
  if (Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
    ++Depth;
  else if (Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
    Depth -= Depth != 0;
  if (Tok.isNot(tok::semi) || Depth != 0 ||
      (!IsFragment && isImportNext(Tok.getLocation())))
    return;
  IsDeclared = true;
  // The declarations belong to no module, like those of a header.
  const std::string Text = ("extern \"C++\" {" + Declarations + "}\n").str();
  const FileID File = PP.getSourceManager().createFileID(
      llvm::MemoryBuffer::getMemBufferCopy(Text, "<ompscan>"),
      SrcMgr::C_System);
  PP.EnterSourceFile(File, /*Dir=*/nullptr, Tok.getLocation());
}
