//===- DiagnosticRewriter.cpp - Clang's messages in the user's words ------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/DiagnosticRewriter.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/Support/SaveAndRestore.h"
#include <utility>

using namespace clang;
using namespace ompscan::plugin;

std::shared_ptr<DirectiveMessages>
DiagnosticRewriter::install(DiagnosticsEngine &Engine) {
  auto *New = new DiagnosticRewriter(*Engine.getClient());
  New->Owner = Engine.takeClient();
  Engine.setClient(New, /*ShouldOwnClient=*/true);
  return New->Messages;
}

void DiagnosticRewriter::BeginSourceFile(const LangOptions &Options,
                                         const Preprocessor *PP) {
  LangOpts = Options;
  Client.BeginSourceFile(Options, PP);
}

void DiagnosticRewriter::EndSourceFile() {
  Client.EndSourceFile();
  takeCounts();
  Messages->Scans.clear();
}

void DiagnosticRewriter::finish() {
  Client.finish();
  takeCounts();
}

/// Copies the counts of the client that prints, because Clang asks this client
/// for them. A client that verifies expectations does not count expected
/// errors.
void DiagnosticRewriter::takeCounts() {
  NumErrors = Client.getNumErrors();
  NumWarnings = Client.getNumWarnings();
}

void DiagnosticRewriter::clear() {
  DiagnosticConsumer::clear();
  Client.clear();
}

bool DiagnosticRewriter::IncludeInDiagnosticCounts() const {
  return Client.IncludeInDiagnosticCounts();
}

bool DiagnosticRewriter::isAboutScan(const Diagnostic &Info) const {
  if (Messages->Scans.empty() || !Info.hasSourceManager() ||
      Info.getLocation().isInvalid())
    return false;
  const SourceManager &SM = Info.getSourceManager();
  const SourceLocation Loc = SM.getFileLoc(Info.getLocation());
  return llvm::any_of(Messages->Scans, [&](SourceRange Scan) {
    return SM.isPointWithin(Loc, Scan.getBegin(), Scan.getEnd());
  });
}

/// \p Text with the user's word for the clause or directive.
static std::string relabeled(StringRef Text) {
  auto Replace = [](StringRef In, StringRef From, StringRef To) {
    std::string Result;
    for (size_t Pos; (Pos = In.find(From)) != StringRef::npos;
         In = In.drop_front(Pos + From.size()))
      Result += (In.take_front(Pos) + To).str();
    return Result + In.str();
  };
  return Replace(Replace(Text, "reduction", "scan"), PlaceholderPrefix, "");
}

/// The message to report instead of \p Info if that is about the type of an
/// item; Clang sees `+` for an operator such as `last`.
std::string DiagnosticRewriter::refusedType(const Diagnostic &Info) const {
  if (Info.getID() != diag::err_typecheck_invalid_operands &&
      Info.getID() != diag::err_omp_reduction_id_not_compatible)
    return {};
  const StringRef Word =
      originalWord(Info.getLocation(), Info.getSourceManager(), LangOpts);
  const auto Type =
      QualType::getFromOpaquePtr(reinterpret_cast<void *>(Info.getRawArg(0)));
  if (Word.empty() && Type->isRecordType())
    return "values of type '" + Type.getAsString(PrintingPolicy(LangOpts)) +
           "' cannot be combined by this operator; write '#pragma omp declare "
           "scan' for the type, or scan a member by a variable, which the loop "
           "stores to the member";
  if (Word.empty())
    return {};
  return ("'" + Word + "' scans numbers, not values of type '" +
          Type.getAsString(PrintingPolicy(LangOpts)) +
          "'; scan each member that the loop computes by an item of its own, "
          "or write '#pragma omp declare scan' for the type")
      .str();
}

/// Whether \p Directive, a directive's name, is one on loops, which may have a
/// `scan`.
static bool isOnLoops(StringRef Directive) {
  llvm::SmallVector<StringRef, 4> Words;
  Directive.split(Words, ' ');
  return llvm::any_of(Words, [](StringRef Word) {
    return Word == "for" || Word == "simd" || Word == "loop" ||
           Word == "distribute" || Word == "taskloop";
  });
}

/// Keeps \p Info for reportExtraTokens() if it is a warning of extra tokens in
/// a directive on loops.
bool DiagnosticRewriter::keepExtraTokens(DiagnosticsEngine::Level Level,
                                         const Diagnostic &Info) {
  if (Info.getID() != diag::warn_omp_extra_tokens_at_eol ||
      Level != DiagnosticsEngine::Warning || Messages->IsReportingExtraTokens ||
      llvm::is_contained(Info.getDiags()->getDiagnosticOptions().Warnings,
                         "no-error=extra-tokens"))
    return false;
  const std::string Directive =
      Info.getArgKind(0) == DiagnosticsEngine::ak_std_string
          ? Info.getArgStdStr(0)
          : Info.getArgCStr(0);
  if (!isOnLoops(Directive))
    return false;
  Messages->ExtraTokens.emplace_back(Info.getLocation(), Directive);
  return true;
}

void DirectiveMessages::reportExtraTokens(DiagnosticsEngine &Engine) {
  if (ExtraTokens.empty())
    return;
  constexpr unsigned Warning = diag::warn_omp_extra_tokens_at_eol;
  llvm::SaveAndRestore<bool> Guard(IsReportingExtraTokens, true);
  Engine.setSeverity(Warning, diag::Severity::Error, SourceLocation());
  for (const auto &[Loc, Directive] : std::exchange(ExtraTokens, {}))
    Engine.Report(Loc, Warning) << Directive;
  Engine.setSeverity(Warning, diag::Severity::Warning, SourceLocation());
}

void DiagnosticRewriter::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                          const Diagnostic &Info) {
  if (keepExtraTokens(Level, Info))
    return;
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (!isAboutScan(Info))
    return Client.HandleDiagnostic(Level, Info);
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  std::string New = refusedType(Info);
  if (New.empty())
    New = relabeled(Text);
  // A copy of a diagnostic lacks the value of its option.
  if (New == Text.str())
    return Client.HandleDiagnostic(Level, Info);
  compat::withMessage(Info, New, [&](const Diagnostic &Renamed) {
    Client.HandleDiagnostic(Level, Renamed);
  });
}
