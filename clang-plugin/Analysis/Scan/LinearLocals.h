//===- LinearLocals.h - Variables between linear updates ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_LINEARLOCALS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_LINEARLOCALS_H

#include "Analysis/Scan/BodyFacts.h"
#include "Analysis/Scan/UpdateReader.h"
#include "llvm/ADT/DenseMap.h"

namespace ompscan::plugin {

/// The values of linear systems at the current place of a body: accumulators,
/// and variables of the iteration that are linear functions of these.
class LinearLocals {
public:
  LinearLocals(ScanLoop &Loop, const BodyFacts &Facts,
               const UpdateReader &Updates, const clang::ASTContext &Context,
               const Diagnostics &Diags)
      : Loop(Loop), Facts(Facts), Updates(Updates), Context(Context),
        Diags(Diags) {}

  /// The update that \p Node makes of \p Place, an accumulator of the system
  /// \p Number; std::nullopt after an error.
  std::optional<Update> readUpdate(const clang::Expr *Node,
                                   const clang::Expr *Place,
                                   unsigned Number) const;

  /// Reads \p Node, an assignment, increment or decrement of \p Local under
  /// \p Guards, or its initial value, which depends on the system \p Number.
  /// Adds it to the updates of the system and returns it if updates may use the
  /// variable behind it: its value is a linear function, whose terms are
  /// independent of items, in each iteration that gets there.
  std::optional<UpdateRef>
  assign(const clang::VarDecl *Local, const clang::Expr *Node, unsigned Number,
         const BranchList &Guards,
         llvm::function_ref<bool(const clang::Expr *)> IsIndependent);

  /// Updates may not use \p Local any more.
  void forget(const clang::VarDecl *Local) { Known.erase(Local); }

private:
  struct Value {
    unsigned Item;
    unsigned Row; ///< Update::Row
  };

  unsigned rowOf(const clang::Expr *E, unsigned Number) const;
  bool isDeclaredUnder(const clang::VarDecl *Local,
                       const BranchList &Guards) const;

  ScanLoop &Loop;
  const BodyFacts &Facts;
  const UpdateReader &Updates;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  llvm::DenseMap<const clang::VarDecl *, Value> Known;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_LINEARLOCALS_H
