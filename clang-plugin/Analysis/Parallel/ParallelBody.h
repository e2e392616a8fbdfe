//===- ParallelBody.h - The body of a parallel loop ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELBODY_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELBODY_H

#include "AST/ObjectParts.h"
#include "Analysis/Accesses/AccessCollector.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace ompscan::plugin {

/// Records the arrays, scalars and private variables that the body of a
/// parallel loop uses. Iterations are independent, so nothing else has to be
/// known. Reports what cannot be determined.
class ParallelBody final : AccessReader {
public:
  /// \p IsMapped tells whether a scalar in the loop is the program's, not a
  /// copy.
  ParallelBody(ScanLoop &Loop, AccessCollector &Accesses,
               const clang::ASTContext &Context, const Diagnostics &Diags,
               std::function<bool(const clang::VarDecl *)> IsMapped);

  bool read();

private:
  // Statements.
  void noteChanged(const nest::Statement &S);
  void noteChanged(const clang::Expr &E);
  bool walk(const nest::Statement &S);
  bool walkHead(const nest::Head &H);
  bool walkIf(const nest::If &If);
  bool walkInner(llvm::function_ref<bool()> Walk, bool IsLoop);
  bool walkLoop(const nest::InnerLoop &Inner);
  bool walkDeclaration(const clang::DeclStmt &Declaration);
  bool walkAtomic(const clang::OMPAtomicDirective &D);
  bool bindReference(const clang::VarDecl &Var);

  // Expressions.
  bool readExpr(const clang::Expr *E);
  std::optional<bool> intercept(const clang::Expr *E, bool Guarded) override;
  bool isChanging(const clang::Expr *E) const override;
  std::optional<bool> interceptCall(const clang::CallExpr &Call);
  bool effect(const clang::Expr *Node, const clang::Expr *Target);
  void placeUnknown(ArrayUse &Array);
  bool readSubscripts(const clang::Expr *From, const clang::Expr *To);
  bool use(const WholeElement &Element, AccessKind Kind);
  bool isOwn(const clang::Expr *E) const;
  bool readOwn(const clang::Expr *E);
  const clang::Expr *accumulator(const clang::Expr *E) const;
  bool readAccumulator(const clang::Expr *E);
  const Item *namedList(const clang::Expr *E) const;
  const clang::Expr *aliased(const clang::Expr *E) const;
  bool isFixed(const clang::Expr *E) const;
  bool isFixedObject(const clang::Expr *E) const;

  ScanLoop &Loop;
  AccessCollector &Accesses;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  std::function<bool(const clang::VarDecl *)> IsMapped;
  /// The variables of an iteration, and those that it changes after their
  /// declaration.
  llvm::DenseSet<const clang::VarDecl *> Own, Changed;
  /// Mapped scalars that atomic directives change. They are treated as arrays
  /// of one element.
  llvm::DenseSet<const clang::Decl *> Shared;
  /// Whether the current place is not reached in every iteration, for reasons
  /// other than the conditions of Accesses.
  bool IsMaybe = false;
  /// Whether a `continue` may have left the iteration.
  bool HasLeft = false;
  unsigned LoopDepth = 0;
  /// The arrays that the body reads before its first store, and those that it
  /// reads after a store. The store may change the latter if arrays overlap.
  llvm::SmallVector<const clang::Expr *, 8> ReadBefore, ReadAfter;
  bool HasStored = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_PARALLELBODY_H
