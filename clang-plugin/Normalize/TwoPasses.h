//===- TwoPasses.h - Loops whose items depend on others ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_TWOPASSES_H
#define OMPSCAN_PLUGIN_NORMALIZE_TWOPASSES_H

#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Normalize/AstChanges.h"
#include "clang/Sema/Sema.h"
#include <optional>

namespace ompscan::plugin {

/// A loop that updates items by values of other items, as two loops. The first
/// one scans the items that depend on no other, and keeps what they are before
/// each iteration. In the second one, which does all the rest, they are
/// variables of the iteration:
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
/// The analysis and the kernels see these loops, while put() holds. The host
/// runs the loop as it is written.
class TwoPasses {
public:
  /// A scalar item of the first pass, and the variables that the host code
  /// declares for it: one with its value, and a pointer to the values before
  /// each iteration.
  struct Kept {
    const Item *Scanned;
    clang::VarDecl *Result;
    clang::VarDecl *Values;
  };

  /// The passes of \p For, a loop in \p Function with the clauses \p Said;
  /// std::nullopt if no item depends on others, or if that is not all that the
  /// loop would need.
  static std::optional<TwoPasses> find(const Clauses &Said,
                                       const clang::ForStmt &For,
                                       clang::DeclContext &Function,
                                       const clang::ASTContext &Context);

  llvm::ArrayRef<Kept> kept() const { return All; }
  /// An item of the second pass, and one of the first pass that it depends on.
  const Item &dependent() const { return *Dependent; }
  const Item &decisive() const { return *Decisive; }

  /// The clauses of the first pass and of the second one.
  Clauses firstClauses() const;
  Clauses secondClauses() const;

  /// Makes the body that of the first pass or of the second one, until
  /// \p Changes are undone.
  void putFirst(AstChanges &Changes) const;
  void putSecond(AstChanges &Changes) const;

private:
  TwoPasses(const Clauses &Said, const clang::ForStmt &For, const Induction &IV,
            clang::DeclContext &Function, const clang::ASTContext &Context)
      : Said(Said), For(const_cast<clang::ForStmt &>(For)), IV(IV),
        Function(Function), Context(const_cast<clang::ASTContext &>(Context)) {}

  clang::Expr *valueBefore(const Kept &K) const;
  void setBody(llvm::ArrayRef<clang::Stmt *> Statements,
               AstChanges &Changes) const;

  const Clauses &Said;
  clang::ForStmt &For;
  Induction IV;
  clang::DeclContext &Function;
  clang::ASTContext &Context;
  llvm::SmallVector<Kept, 1> All;
  const Item *Dependent = nullptr;
  const Item *Decisive = nullptr;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_TWOPASSES_H
