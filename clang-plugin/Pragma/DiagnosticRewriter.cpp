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
#include "clang/Basic/DiagnosticSema.h"

using namespace clang;
using namespace ompscan::plugin;

DiagnosticRewriter &DiagnosticRewriter::install(DiagnosticsEngine &Engine) {
  auto *New = new DiagnosticRewriter(*Engine.getClient());
  New->Owner = Engine.takeClient();
  Engine.setClient(New, /*ShouldOwnClient=*/true);
  return *New;
}

void DiagnosticRewriter::BeginSourceFile(const LangOptions &Options,
                                         const Preprocessor *PP) {
  LangOpts = Options;
  Client.BeginSourceFile(Options, PP);
}

void DiagnosticRewriter::EndSourceFile() {
  Client.EndSourceFile();
  takeCounts();
  Scans.clear();
}

void DiagnosticRewriter::finish() {
  Client.finish();
  takeCounts();
}

/// Takes over the counts of the client that prints: one that verifies
/// expectations does not count expected errors, and Clang asks this one.
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
  if (Scans.empty() || !Info.hasSourceManager() ||
      Info.getLocation().isInvalid())
    return false;
  const SourceManager &SM = Info.getSourceManager();
  const SourceLocation Loc = SM.getFileLoc(Info.getLocation());
  return llvm::any_of(Scans, [&](SourceRange Scan) {
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

/// If \p Info is about the type of an item of an operator such as `last`, for
/// which Clang sees `+`: what to say in its place.
std::string DiagnosticRewriter::refusedType(const Diagnostic &Info) const {
  if (Info.getID() != diag::err_typecheck_invalid_operands)
    return {};
  const StringRef Word =
      originalWord(Info.getLocation(), Info.getSourceManager(), LangOpts);
  if (Word.empty())
    return {};
  const auto Type =
      QualType::getFromOpaquePtr(reinterpret_cast<void *>(Info.getRawArg(0)));
  return ("'" + Word + "' scans numbers, not values of type '" +
          Type.getAsString(PrintingPolicy(LangOpts)) +
          "'; scan each member that the loop computes by an item of its own, "
          "or write '#pragma omp declare scan' for the type")
      .str();
}

void DiagnosticRewriter::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                          const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (!isAboutScan(Info))
    return Client.HandleDiagnostic(Level, Info);
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  std::string New = refusedType(Info);
  if (New.empty())
    New = relabeled(Text);
  compat::withMessage(Info, New, [&](const Diagnostic &Renamed) {
    Client.HandleDiagnostic(Level, Renamed);
  });
}
