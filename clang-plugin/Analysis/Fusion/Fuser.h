//===- Fuser.h - How two loops become one --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the files of Fusion.h share: Fusion.cpp asks what two constructs say
/// and whether they may be one, FusionReads.cpp reads the two loops, and
/// FusionFills.cpp makes the fills of the scan.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_FUSION_FUSER_H
#define OMPSCAN_PLUGIN_ANALYSIS_FUSION_FUSER_H

#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Fusion/Fusion.h"
#include "clang/AST/Stmt.h"

namespace ompscan::plugin {

/// One attempt at it.
class Fuser {
public:
  Fuser(const ScanDirective &First, const ScanDirective &Second,
        const clang::DeclContext &Function, clang::ASTContext &Context,
        const Diagnostics &Diags)
      : First(First), Second(Second), Function(Function), Context(Context),
        Diags(Diags) {}

  std::optional<ScanLoop> fuse(bool &IsCandidate);

private:
  /// Why two loops are not one, as remark_not_fused says it.
  enum class Why : unsigned {
    Clauses,
    Body,
    Bounds,
    Reads,
    Changes,
    Scalars,
  };

  /// An array that the first loop stores to, at its own variable.
  struct Filled {
    const clang::Expr *Base;
    const clang::Expr *Target;
    const clang::Expr *Value;
    bool IsRead = false;
  };

  bool refuse(clang::SourceLocation Loc, Why Reason) const {
    Diags.report(Loc, Diag::err_fusion) << static_cast<unsigned>(Reason);
    return false;
  }
  bool checkClauses();
  bool mergeMaps();
  bool readLoops();
  bool readStatement(const clang::Stmt *S);
  bool readBody(const clang::Stmt *Body);
  bool findReads(const clang::Stmt *S);
  bool findRead(const clang::Expr *Place);
  bool findBounds();
  bool addFill(size_t Number);
  clang::Expr *atIndex(const clang::Expr *E, clang::Expr *At,
                       size_t Number) const;
  clang::Expr *besideIndex(int64_t Distance) const;
  clang::Expr *binary(clang::BinaryOperatorKind Op, clang::Expr *Left,
                      clang::Expr *Right, clang::QualType Type) const;
  clang::Expr *integer(int64_t N, clang::QualType Type) const;
  clang::Expr *startsWith(const clang::Expr *E) const;
  bool mayReach(const clang::Expr *E) const;
  bool checkResult(const ScanLoop &Loop) const;

  const ScanDirective &First, &Second;
  const clang::DeclContext &Function;
  clang::ASTContext &Context;
  const Diagnostics &Diags;
  std::optional<Clauses> FirstSaid, Said;
  const clang::ForStmt *FirstFor = nullptr, *For = nullptr;
  Induction FirstIV, IV;
  llvm::SmallVector<Filled, 2> All;
  /// Where the scan reads what is filled.
  const clang::Expr *Index = nullptr;
  /// How many iterations the first loop has beside those that do so.
  int64_t Before = 0, Behind = 0;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_FUSION_FUSER_H
