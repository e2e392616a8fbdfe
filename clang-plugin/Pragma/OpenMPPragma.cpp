//===- OpenMPPragma.cpp - Taking over '#pragma omp' -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/OpenMPPragma.h"
#include "Pragma/DiagnosticRewriter.h"
#include "Pragma/DirectiveRewriter.h"
#include "Pragma/TargetSelectors.h"
#include "Pragma/Tokens.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace ompscan::plugin;

OpenMPPragma::OpenMPPragma(Sema &S, const Diagnostics &Diags,
                           DirectiveMessages &Messages, bool TakesOwnForm)
    : PragmaHandler("omp"), S(S), Diags(Diags), Messages(Messages),
      TakesOwnForm(TakesOwnForm) {}

/// Skips a directive that a `_Pragma` puts inside another one, as Clang's own
/// handler does. \p Tok is its first token.
static void skipNestedDirective(Preprocessor &PP, Token &Tok) {
  PP.Diag(Tok, diag::err_omp_unexpected_directive) << 0;
  for (unsigned Depth = 1; Depth != 0;) {
    PP.Lex(Tok);
    if (Tok.is(tok::annot_pragma_openmp))
      ++Depth;
    else if (Tok.is(tok::annot_pragma_openmp_end))
      --Depth;
  }
  PP.Lex(Tok);
}

/// Ignores a directive as Clang does when OpenMP is off.
static void ignoreDirective(Preprocessor &PP, SourceLocation Loc) {
  DiagnosticsEngine &Engine = PP.getDiagnostics();
  if (Engine.isIgnored(diag::warn_pragma_omp_ignored, Loc))
    return;
  PP.Diag(Loc, diag::warn_pragma_omp_ignored);
  Engine.setSeverity(diag::warn_pragma_omp_ignored, diag::Severity::Ignored,
                     SourceLocation());
}

/// Whether \p Directive is the `scan` directive, with items of OwnItems only,
/// of the loop that these belong to.
bool OpenMPPragma::isLeftOut(Tokens Directive) {
  if (OwnItems.empty() || Directive.size() < 6 ||
      !isWord(Directive[1], "scan") ||
      !(isWord(Directive[2], "inclusive") ||
        isWord(Directive[2], "exclusive")) ||
      Directive[3].isNot(tok::l_paren) ||
      closingBracket(Directive, 3) + 1 != Directive.size())
    return false;
  for (size_t I = 4; I < Directive.size(); ++I) {
    if (!Directive[I - 1].isOneOf(tok::l_paren, tok::comma))
      continue;
    if (!llvm::is_contained(OwnItems, Directive[I].getIdentifierInfo()))
      return false;
  }
  OwnItems.clear();
  return true;
}

void OpenMPPragma::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                Token &) {
  Messages.reportExtraTokens(PP.getDiagnostics());
  SmallVector<Token, 32> Directive;
  Token Tok;
  Tok.startToken();
  Tok.setKind(tok::annot_pragma_openmp);
  Tok.setLocation(Introducer.Loc);
  while (!Tok.isOneOf(tok::eod, tok::eof)) {
    Directive.push_back(Tok);
    PP.Lex(Tok);
    if (Tok.is(tok::annot_pragma_openmp))
      skipNestedDirective(PP, Tok);
  }
  const SourceLocation End = Tok.getLocation();
  const LangOptions &Lang = PP.getLangOpts();
  // If Clang itself offloads, devices are Clang's.
  if (!Lang.OpenMPSimd && Lang.OMPTargetTriples.empty() &&
      !compat::isTargetDevice(Lang))
    selectTargetDevice(Directive, PP);

  // If the directive also has `reduction` clauses of the user, Clang's messages
  // are changed only for the scan clauses.
  const bool SaysReduction = llvm::any_of(
      Directive, [](const Token &T) { return isWord(T, "reduction"); });
  if (isLeftOut(Directive))
    return;
  const bool SaysInscan = llvm::any_of(
      Directive, [](const Token &T) { return isWord(T, "inscan"); });
  DirectiveRewriter Rewriter(S, Diags, TakesOwnForm);
  const bool Valid = Rewriter.rewrite(Directive);
  if (SaysInscan)
    OwnItems.assign(Rewriter.ownItems().begin(), Rewriter.ownItems().end());
  if (!PP.getLangOpts().OpenMP) {
    if (!Rewriter.scans().empty())
      Diags.report(Rewriter.scans().front().getBegin(), Diag::err_needs_openmp);
    else
      ignoreDirective(PP, Introducer.Loc);
    return;
  }
  if (!Valid)
    return;
  const SourceManager &SM = PP.getSourceManager();
  for (SourceRange Scan : Rewriter.scans()) {
    if (!SaysReduction)
      Scan = {Introducer.Loc, End};
    Messages.Scans.push_back(
        {SM.getFileLoc(Scan.getBegin()), SM.getFileLoc(Scan.getEnd())});
  }

  Tok.startToken();
  Tok.setKind(tok::annot_pragma_openmp_end);
  Tok.setLocation(End);
  Directive.push_back(Tok);
  auto Tokens = std::make_unique<Token[]>(Directive.size());
  llvm::copy(Directive, Tokens.get());
  PP.EnterTokenStream(std::move(Tokens), Directive.size(),
                      /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
}
