//===- Passes.h - Loops whose items depend on others ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_PASSES_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_PASSES_H

#include "Analysis/Scan/LoopAnalysis.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <vector>

namespace ompscan::plugin {

/// A loop that updates items by values of other items, as one loop for each
/// level of dependence. The first one scans the items that depend on no other,
/// and keeps what they are before each iteration. In the next ones they are
/// variables of the iteration. The last one does all the rest:
///
///     s += x[i];                     values[i - lower] = result;
///     if (s > best)                  result += x[i];
///       best = s;
///     y[i] = s;                      T s_i = values[i - lower];
///                                    s_i += x[i];
///                                    if (s_i > best)
///                                      best = s_i;
///                                    y[i] = s_i;
///
/// The analysis and the kernels see these loops. The host runs the loop as it
/// is written.
class Passes {
public:
  /// A scalar item that a pass keeps, and the variables that the host code
  /// declares for it: one with its value, and a pointer to the values before
  /// each iteration.
  struct Kept {
    const Item *Scanned;
    unsigned Pass;
    clang::VarDecl *Result;
    clang::VarDecl *Values;
    /// As the analysis of the pass has read it.
    Item Read = {};
  };

  /// Passes are launches, each of which has a variable of the host code, the
  /// Result, in place of an item; or a team of work-items that runs a row runs
  /// them, and has the item itself.
  enum class By { Launches, Team };

  /// The passes of \p Own, a loop in \p Function; std::nullopt if no item
  /// depends on others whose values can be kept. Sets WhyUnkept of the other
  /// items.
  static std::optional<Passes> find(DirectiveLoop &Own,
                                    clang::DeclContext &Function,
                                    const clang::ASTContext &Context,
                                    By Runner = By::Launches);

  /// In the order of their passes.
  llvm::ArrayRef<Kept> kept() const { return All; }
  /// The number of passes, of which the last one keeps nothing.
  unsigned count() const { return All.back().Pass + 2; }
  /// An item, and one of an earlier pass that it depends on.
  const Item &dependent() const { return *Dependent; }
  const Item &decisive() const { return *Decisive; }

  /// The descriptions of the loops of all passes; std::nullopt, with the reason
  /// reported, if one of them cannot be proven to be a scan.
  std::optional<std::vector<ScanLoop>> analyze(const Diagnostics &Diags);

private:
  using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

  Passes(DirectiveLoop &Own, const Induction &IV, clang::DeclContext &Function,
         const clang::ASTContext &Context)
      : Own(Own), Said(Own.Said),
        For(const_cast<clang::ForStmt &>(*Own.Loops.back())), IV(IV),
        Function(Function), Context(const_cast<clang::ASTContext &>(Context)) {}

  bool isLast(unsigned Pass) const { return Pass + 1 == count(); }
  bool addPass(unsigned Pass);
  /// The loop of a pass.
  DirectiveLoop loop(unsigned Pass) const;
  void setRead(unsigned Pass, llvm::ArrayRef<Item> Items);
  Clauses clauses(unsigned Pass) const;
  clang::Expr *valueBefore(const Kept &K, unsigned Ahead = 0) const;
  KeptItem keptItem(const Kept &K, const clang::VarDecl *Before) const;

  const DirectiveLoop &Own;
  Clauses &Said;
  clang::ForStmt &For;
  Induction IV;
  clang::DeclContext &Function;
  clang::ASTContext &Context;
  /// What each iteration has of its own.
  Variables Locals;
  llvm::SmallVector<Kept, 2> All;
  const Item *Dependent = nullptr;
  const Item *Decisive = nullptr;
};

/// Whether the analysis takes \p Own, a loop in \p Function, as one scan or in
/// passes, or finds nothing else missing than \p Lacking.
bool isScan(DirectiveLoop Own, clang::DeclContext &Function,
            const clang::ASTContext &Context,
            std::optional<Diag> Lacking = std::nullopt);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_PASSES_H
