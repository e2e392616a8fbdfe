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
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"

namespace ompscan::plugin {

/// Replaces `reduction` in Clang's messages by the user's word, `scan`, and
/// passes them on to the client that prints them. A message about the operator
/// that stands for one which Clang does not know says what that one takes.
class DiagnosticRewriter : public clang::DiagnosticConsumer {
public:
  /// Inserts a new rewriter, owned by \p Engine, in front of its client.
  static DiagnosticRewriter &install(clang::DiagnosticsEngine &Engine);

  /// Messages in \p Range, of file locations, are about a `scan`.
  void addScan(clang::SourceRange Range) { Scans.push_back(Range); }

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

  clang::DiagnosticConsumer &Client;
  std::unique_ptr<clang::DiagnosticConsumer> Owner;
  llvm::SmallVector<clang::SourceRange, 8> Scans;
  clang::LangOptions LangOpts;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_DIAGNOSTICREWRITER_H
