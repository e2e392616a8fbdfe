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
#include <optional>

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

/// A warning in the group "ompscan-" and a name, and what options say of it.
struct GroupedWarning {
  llvm::StringLiteral Group;
  Diag Kind;
  bool IsIgnored = false;
  std::optional<bool> IsError = std::nullopt;
};

/// All warnings. Clang's own table of groups cannot be extended.
GroupedWarning Warnings[] = {{"associativity", Diag::warn_associativity},
                             {"associativity", Diag::warn_commutativity},
                             {"associativity", Diag::warn_identity},
                             {"race", Diag::warn_race},
                             {"sequential", Diag::warn_standard_sequential},
                             {"input-phase", Diag::warn_input_use},
                             {"map", Diag::warn_map_to},
                             {"map", Diag::warn_map_from},
                             {"device-address", Diag::warn_device_address},
                             {"native", Diag::warn_native},
                             {"kernels", Diag::warn_kernel_format}};

/// The warning \p Kind; null for anything else.
const GroupedWarning *warningOf(const Entry &Kind) {
  for (const GroupedWarning &Each : Warnings)
    if (&Table[static_cast<unsigned>(Each.Kind)] == &Kind)
      return &Each;
  return nullptr;
}

/// A warning that an option suppresses came last: so do its notes.
bool LastIsIgnored = false;

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
    const GroupedWarning *const Named = warningOf(Kind);
    LastIsIgnored =
        Kind.Number == Note ? LastIsIgnored : Named && Named->IsIgnored;
    if (LastIsIgnored)
      return;
    llvm::SmallString<256> Text;
    Info.FormatDiagnostic(Text);
    // Only what Clang would show becomes an error.
    const SourceLocation Loc = Info.getLocation();
    unsigned Number = Kind.Number;
    const bool WasErrors = Engine.getWarningsAsErrors();
    if (Named && Named->IsError && !Engine.isIgnored(Number, Loc)) {
      if (*Named->IsError && !Engine.getIgnoreAllWarnings()) {
        Number = Error;
        Text += (" [-Werror,-Wompscan-" + Named->Group + "]").str();
      } else {
        Engine.setWarningsAsErrors(false);
      }
    }
    report(Info, Loc, Number, Text);
    Engine.setWarningsAsErrors(WasErrors);
  }

private:
  void report(const Diagnostic &Info, SourceLocation Loc, unsigned Number,
              StringRef Text) const {
    const DiagnosticBuilder Whole = Engine.Report(Loc, Number);
    Whole << Text;
    if (Kind.Number == Passed || Kind.Number == Missed ||
        Kind.Number == Analysis)
      Whole << AddFlagValue(RemarkPass);
    for (const CharSourceRange &Range : Info.getRanges())
      Whole << Range;
    for (const FixItHint &Hint : Info.getFixItHints())
      Whole << Hint;
  }

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

bool Diagnostics::setGroup(StringRef Option) {
  const auto [Prefix, Group] = Option.split("ompscan-");
  const bool IsError = Prefix == "Werror=", IsNoError = Prefix == "Wno-error=";
  const bool IsIgnored = Prefix == "Wno-";
  if (!IsError && !IsNoError && !IsIgnored && Prefix != "W")
    return false;
  bool IsKnown = false;
  for (GroupedWarning &Each : Warnings) {
    if (Group != Each.Group)
      continue;
    IsKnown = true;
    if (IsError || IsNoError)
      Each.IsError = IsError;
    if (!IsNoError)
      Each.IsIgnored = IsIgnored;
  }
  return IsKnown;
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
    if (setGroup("W" + Each) || !Prefix.consume_back(Own))
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
