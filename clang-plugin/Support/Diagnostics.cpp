//===- Diagnostics.cpp - Reporting to the user ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Diagnostics.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

struct Entry {
  DiagnosticIDs::Level Severity;
  const char *Tag;
  const char *Text;
};

constexpr Entry Table[] = {
#define OMPSCAN_DIAG(Name, Severity, Tag, Text)                                \
  {DiagnosticIDs::Severity, Tag, Text},
#include "Support/Diagnostics.def"
};

} // namespace

DiagnosticBuilder Diagnostics::report(SourceLocation Loc, Diag Kind) const {
  const Entry &E = Table[static_cast<unsigned>(Kind)];
  std::string Text = E.Text;
  if (*E.Tag)
    Text += std::string(" [") + E.Tag + "]";
  return Engine.Report(
      Loc, Engine.getDiagnosticIDs()->getCustomDiagID(E.Severity, Text));
}
