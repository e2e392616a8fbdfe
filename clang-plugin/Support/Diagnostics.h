//===- Diagnostics.h - Reporting to the user ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_DIAGNOSTICS_H
#define OMPSCAN_PLUGIN_SUPPORT_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

namespace ompscan::plugin {

/// The name that the patterns of -Rpass options match.
inline constexpr llvm::StringLiteral RemarkPass = "ompscan";

/// The diagnostics of Diagnostics.def.
enum class Diag : unsigned {
#define OMPSCAN_DIAG(Name, Severity, Tag, Text) Name,
#include "Support/Diagnostics.def"
};

/// Reports diagnostics of the table through Clang's engine, so that -verify,
/// -Werror, colours and serialised diagnostics work as for Clang's own.
class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticsEngine &Engine) : Engine(Engine) {}

  /// Starts the diagnostic \p Kind at \p Loc; arguments and ranges follow by
  /// `<<` as with Clang's own.
  clang::DiagnosticBuilder report(clang::SourceLocation Loc, Diag Kind) const;

private:
  clang::DiagnosticsEngine &Engine;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_SUPPORT_DIAGNOSTICS_H
