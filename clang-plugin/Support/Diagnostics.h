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
#include <memory>

namespace ompscan::plugin {

/// The name that the patterns of -Rpass options match.
inline constexpr llvm::StringLiteral RemarkPass = "ompscan";

/// The diagnostics of Diagnostics.def.
enum class Diag : unsigned {
#define OMPSCAN_DIAG(Name, Severity, Tag, Text) Name,
#include "Support/Diagnostics.def"
};

/// Arguments of err_other_offload: what cannot be done beside Clang's own
/// offload.
constexpr unsigned OtherOffloadInside = 0, OtherOffloadPasses = 1,
                   OtherOffloadDevice = 2;

/// A diagnostic to which arguments and ranges are added by `<<`, as to Clang's
/// own. Its destructor reports it. It is false, as the result of a function
/// that refuses what it reads.
class Report {
public:
  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;
  ~Report();

  template <typename T> const Report &operator<<(const T &Value) const {
    Builder << Value;
    return *this;
  }

  operator bool() const { return false; }

private:
  friend class Diagnostics;
  class Writer;

  Report(clang::DiagnosticsEngine &Engine, clang::SourceLocation Loc,
         Diag Kind);

  std::unique_ptr<Writer> Text; ///< Outlives the builder.
  clang::DiagnosticBuilder Builder;
};

/// Reports diagnostics of the table through Clang's engine, so that -verify,
/// -Werror, -w, colours and serialised diagnostics work as for Clang's own.
///
/// The engine gets each text under one of Clang's own numbers for messages of
/// plugins and passes, so that options and pragmas apply to it: the group
/// "backend-plugin" for warnings, the -Rpass options for remarks. Precompiled
/// modules would contain numbers that the plugin defines, and then only a Clang
/// with the plugin could read them.
class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticsEngine &Engine) : Engine(Engine) {}

  /// Starts the diagnostic \p Kind at \p Loc.
  Report report(clang::SourceLocation Loc, Diag Kind) const {
    return {Engine, Loc, Kind};
  }

  /// The tag of \p Kind, such as "OS045".
  static llvm::StringRef tagOf(Diag Kind);

  /// Applies \p Option, such as "Wno-ompscan-race", to a group of warnings of
  /// the plugin, for this process. False if there is no such group.
  static bool setGroup(llvm::StringRef Option);

  /// Applies -Wompscan, -Wno-ompscan, -Werror=ompscan, -Wno-error=ompscan and
  /// those of setGroup() that are in \p Options, the options of \p Engine.
  static void readGroup(clang::DiagnosticOptions &Options,
                        clang::DiagnosticsEngine &Engine);

private:
  clang::DiagnosticsEngine &Engine;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_SUPPORT_DIAGNOSTICS_H
