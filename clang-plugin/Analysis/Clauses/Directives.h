//===- Directives.h - Directives on loops to offload ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DIRECTIVES_H
#define OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DIRECTIVES_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace ompscan::plugin {

/// Variables that point into arrays, and these arrays.
using NamedArrays =
    llvm::SmallVector<std::pair<const clang::VarDecl *, const clang::Expr *>,
                      2>;

/// A directive on a loop that may be offloaded, with the directives that belong
/// to it.
struct ScanDirective {
  /// The directives around a loop may be one or several, of which each is the
  /// only statement of the one around it. There may be some Between the two.
  clang::OMPExecutableDirective *Outer = nullptr;
  clang::OMPExecutableDirective *Inner = nullptr;
  llvm::SmallVector<clang::OMPExecutableDirective *, 1> Between = {};
  /// Null in a loop without a scan.
  clang::OMPReductionClause *Scan = nullptr;
  /// The scan is in OpenMP's own form, without `target`: Clang compiles it
  /// where the plugin does not.
  bool IsClangsToo = false;
  /// All threads of the team that reaches the loop share it, and each of them
  /// comes to the directive.
  bool IsForTeam = false;
  /// The loop has no directive: Inner, without clauses, has been made for it.
  bool IsPlain = false;
  /// The items that such a loop is tried with.
  llvm::SmallVector<const clang::Expr *, 1> Tried = {};
  /// The directives that map data around it.
  llvm::SmallVector<const clang::OMPExecutableDirective *, 2> Data = {};

  /// The statement of Inner as the host runs it and as the analysis reads it,
  /// where Normalize has another one than the user.
  clang::Stmt *OnHost = nullptr;
  clang::Stmt *Plain = nullptr;
  /// These are the innermost loop of Inner only.
  bool IsInnermost = false;
  /// What takes the place of operands of clauses: the count of a pointer that
  /// is an item; the amount by which a variable advances that is `linear`.
  llvm::SmallDenseMap<const clang::Expr *, const clang::Expr *, 2> Operands;

  /// The number of loops that the directive is on; 0 if it is on none.
  unsigned loopCount() const;
  /// The statement of Inner in these forms.
  clang::Stmt *onHost() const;
  clang::Stmt *plain() const { return Plain ? Plain : onHost(); }
  /// What \p E, an operand of a clause, stands for.
  const clang::Expr *operand(const clang::Expr *E) const {
    const clang::Expr *Other = Operands.lookup(E);
    return Other ? Other : E;
  }
};

/// The statement that \p S consists of: without blocks around one statement,
/// placeholders of items and attributes, which only advise.
clang::Stmt *onlyStatement(clang::Stmt *S);

/// The statement of \p D, which has one.
clang::Stmt *statementOf(const clang::OMPExecutableDirective &D);

/// The outermost loop in \p S, the statement of a directive; null if that is
/// none.
clang::ForStmt *loopIn(clang::Stmt *S);

/// The innermost one of \p Count loops, of which \p S is the outermost; null if
/// there are not as many.
clang::ForStmt *innermostLoop(clang::Stmt *S, unsigned Count);

/// The loop of \p D as the host runs it; null if \p D has none or several.
clang::ForStmt *singleLoop(const ScanDirective &D);

/// The loop whose iterations \p D scans: the innermost one of `collapse`. Null
/// if there is none.
clang::ForStmt *scannedLoop(const clang::OMPLoopDirective &D);

/// Whether the user wrote `scan` for \p C.
bool isScanClause(const clang::OMPClause &C, const clang::ASTContext &Context);

/// The first `scan` clause or `reduction(inscan, ...)`, OpenMP's own form, of
/// \p D. Null if there is none.
clang::OMPReductionClause *scanClause(const clang::OMPExecutableDirective &D,
                                      const clang::ASTContext &Context);

/// Whether clauses of \p Kind hold for any way to run a loop, or only advise
/// a team of threads.
bool onlyAdvises(clang::OpenMPClauseKind Kind);

/// \p D, alone or with the directives that are its only statement, if the last
/// of them has a scan. OpenMP's own form must not be on `simd`.
std::optional<ScanDirective> scanDirective(clang::OMPExecutableDirective &D,
                                           const clang::ASTContext &Context);

/// \p D, a directive with `target`, if it divides a loop among the threads of a
/// device, alone or together with nested directives, each of which is the only
/// statement of the one around it. Scan is null.
std::optional<ScanDirective>
parallelDirective(clang::OMPExecutableDirective &D);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_CLAUSES_DIRECTIVES_H
