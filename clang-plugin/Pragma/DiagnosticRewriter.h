//===- DiagnosticRewriter.h - Clang's messages about scans ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_DIAGNOSTICREWRITER_H
#define OMPSCAN_PLUGIN_PRAGMA_DIAGNOSTICREWRITER_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::plugin {

/// The facts about the directives of a file that messages depend on. Clang may
/// destroy the DiagnosticRewriter in the middle of a file, for example after it
/// applies a fix-it (-fixit); this object stays.
struct DirectiveMessages {
  /// Messages in these ranges, of file locations, are about a `scan`.
  llvm::SmallVector<clang::SourceRange, 8> Scans;
  /// The places where Clang ignores words, and the directives of these.
  std::vector<std::pair<clang::SourceLocation, std::string>> ExtraTokens;
  bool IsReportingExtraTokens = false;

  /// Reports to \p Engine, as errors, the words that Clang has ignored since
  /// the last call. The warning is mapped to an error only during this call:
  /// Clang compares lasting mappings with those of module files, which lack
  /// them.
  void reportExtraTokens(clang::DiagnosticsEngine &Engine);
};

/// Replaces `reduction` in Clang's messages by the user's word, `scan`, and
/// passes them on to the client that prints them. If Clang sees another
/// operator than the user wrote, a message about its type is about the user's
/// operator.
///
/// The warning about words that Clang ignores in a directive on loops becomes
/// an error: such a word may be a misspelt clause, without which the loop has a
/// race.
/// -Wno-extra-tokens and -Wno-error=extra-tokens keep their effect.
class DiagnosticRewriter : public clang::DiagnosticConsumer {
public:
  /// Inserts a new rewriter, owned by \p Engine, in front of its client.
  static std::shared_ptr<DirectiveMessages>
  install(clang::DiagnosticsEngine &Engine);

  void BeginSourceFile(const clang::LangOptions &LangOpts,
                       const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void finish() override;
  void clear() override;
  bool IncludeInDiagnosticCounts() const override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  explicit DiagnosticRewriter(clang::DiagnosticConsumer &Client)
      : Client(Client) {}

  void takeCounts();
  bool isAboutScan(const clang::Diagnostic &Info) const;
  std::string refusedType(const clang::Diagnostic &Info) const;
  bool keepExtraTokens(clang::DiagnosticsEngine::Level Level,
                       const clang::Diagnostic &Info);

  clang::DiagnosticConsumer &Client;
  std::unique_ptr<clang::DiagnosticConsumer> Owner;
  const std::shared_ptr<DirectiveMessages> Messages =
      std::make_shared<DirectiveMessages>();
  clang::LangOptions LangOpts;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_DIAGNOSTICREWRITER_H
