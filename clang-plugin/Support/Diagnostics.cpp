//===- Diagnostics.cpp - Reporting to the user ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Diagnostics.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Clang's numbers for the severities of the table: diagnostics whose text is
/// their first argument.
enum Severity : unsigned {
  Error = diag::err_fe_backend_plugin,
  Warning = diag::warn_fe_backend_plugin,
  Note = diag::note_fe_backend_plugin,
  Passed = diag::remark_fe_backend_optimization_remark,
  Missed = diag::remark_fe_backend_optimization_remark_missed,
  Analysis = diag::remark_fe_backend_optimization_remark_analysis
};

struct Entry {
  Severity Number;
  const char *Tag;
  const char *Text;
};

constexpr Entry Table[] = {
#define OMPSCAN_DIAG(Name, Severity, Tag, Text) {Severity, Tag, Text},
#include "Support/Diagnostics.def"
};

} // namespace

/// Writes the text of one diagnostic by an engine of its own, and reports it.
class Report::Writer : public DiagnosticConsumer {
public:
  Writer(DiagnosticsEngine &Engine, const Entry &Kind)
      : Engine(Engine), Kind(Kind), Own(Engine.getSourceManager(), this) {
    Own.Engine.SetArgToStringFn(convert, &Engine);
  }

  DiagnosticBuilder start(SourceLocation Loc) {
    std::string Text = Kind.Text;
    if (*Kind.Tag)
      Text += std::string(" [") + Kind.Tag + "]";
    // No option suppresses an error.
    return Own.Engine.Report(Loc,
                             Own.Engine.getDiagnosticIDs()->getCustomDiagID(
                                 DiagnosticIDs::Error, Text));
  }

  void HandleDiagnostic(DiagnosticsEngine::Level,
                        const Diagnostic &Info) override {
    llvm::SmallString<256> Text;
    Info.FormatDiagnostic(Text);
    const DiagnosticBuilder Whole =
        Engine.Report(Info.getLocation(), Kind.Number);
    Whole << Text.str();
    if (Kind.Number == Passed || Kind.Number == Missed ||
        Kind.Number == Analysis)
      Whole << AddFlagValue(RemarkPass);
    for (const CharSourceRange &Range : Info.getRanges())
      Whole << Range;
    for (const FixItHint &Hint : Info.getFixItHints())
      Whole << Hint;
  }

private:
  /// Only the engine that reports knows the AST of arguments.
  static void convert(DiagnosticsEngine::ArgumentKind Kind, intptr_t Value,
                      StringRef Modifier, StringRef Argument,
                      ArrayRef<DiagnosticsEngine::ArgumentValue> Before,
                      SmallVectorImpl<char> &Output, void *Engine,
                      ArrayRef<intptr_t> Types) {
    static_cast<DiagnosticsEngine *>(Engine)->ConvertArgToString(
        Kind, Value, Modifier, Argument, Before, Output, Types);
  }

  DiagnosticsEngine &Engine;
  const Entry &Kind;
  compat::QuietEngine Own;
};

Report::Report(DiagnosticsEngine &Engine, SourceLocation Loc, Diag Kind)
    : Text(
          std::make_unique<Writer>(Engine, Table[static_cast<unsigned>(Kind)])),
      Builder(Text->start(Loc)) {}

Report::~Report() = default;

StringRef Diagnostics::tagOf(Diag Kind) {
  return Table[static_cast<unsigned>(Kind)].Tag;
}

void Diagnostics::readGroup(DiagnosticOptions &Options,
                            DiagnosticsEngine &Engine) {
  static constexpr llvm::StringLiteral Own = "ompscan";
  static constexpr llvm::StringLiteral Clangs = "backend-plugin";
  constexpr auto Flavor = diag::Flavor::WarningOrError;
  // Clang writes the options into precompiled files, and compares them when it
  // reads such a file.
  for (std::string &Each : Options.Warnings) {
    StringRef Prefix = Each;
    if (!Prefix.consume_back(Own))
      continue;
    if (Prefix.empty())
      Engine.setSeverityForGroup(Flavor, Clangs, diag::Severity::Warning);
    else if (Prefix == "no-")
      Engine.setSeverityForGroup(Flavor, Clangs, diag::Severity::Ignored);
    else if (Prefix == "error=")
      Engine.setDiagnosticGroupWarningAsError(Clangs, true);
    else if (Prefix == "no-error=")
      Engine.setDiagnosticGroupWarningAsError(Clangs, false);
    else
      continue;
    Each = (Prefix + Clangs).str();
  }
}
