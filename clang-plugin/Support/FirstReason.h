//===- FirstReason.h - Why a loop is refused ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_FIRSTREASON_H
#define OMPSCAN_PLUGIN_SUPPORT_FIRSTREASON_H

#include "Support/Diagnostics.h"
#include "clang/Basic/Diagnostic.h"
#include <string>

namespace ompscan::plugin {

/// Keeps the first error that is reported to it: why a loop stays on the host.
class FirstReason : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
  /// Its text without the tag.
  llvm::StringRef text() const { return Text; }
  clang::SourceLocation loc() const { return Loc; }
  /// Whether it is \p Kind.
  bool is(Diag Kind) const { return Tag == Diagnostics::tagOf(Kind); }
  /// Whether the program is at fault, and not only beyond what kernels can do:
  /// the loop is no scan, or its iterations disturb each other.
  bool isFaultOfProgram() const;

private:
  std::string Text, Tag;
  clang::SourceLocation Loc;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_SUPPORT_FIRSTREASON_H
