//===- Validity.cpp - Code that Clang has found wrong ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Validity.h"
#include "AST/TreeVisitor.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Stops at the first error.
class ErrorFinder : public TreeVisitor {
protected:
  bool visitStmt(Stmt &S) override {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(&S))
      // Clang keeps a clause with a rejected condition.
      return llvm::all_of(
          D->getClausesOfKind<OMPIfClause>(),
          [](const OMPIfClause *If) { return If->getCondition() != nullptr; });
    const auto *E = dyn_cast<Expr>(&S);
    return !E || isValidExpr(*E);
  }
  bool visitDecl(Decl &D) override { return !D.isInvalidDecl(); }

private:
  static bool isValidExpr(const Expr &E) {
    if (E.containsErrors() || !isValidType(E.getType()))
      return false;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
      return !Ref->getDecl()->isInvalidDecl();
    if (const auto *Member = dyn_cast<MemberExpr>(&E))
      return !Member->getMemberDecl()->isInvalidDecl();
    // Clang keeps a section with rejected bounds.
    const auto *Section = dyn_cast<ArraySectionExpr>(&E);
    return !Section ||
           (isBound(Section->getLowerBound()) &&
            isBound(Section->getLength()) && isBound(Section->getStride()));
  }

  static bool isBound(const Expr *E) {
    return !E || E->isTypeDependent() ||
           E->getType()->isIntegralOrUnscopedEnumerationType();
  }

  /// Whether \p T, or the innermost pointee or element type, is not an invalid
  /// record.
  static bool isValidType(QualType T) {
    if (T.isNull())
      return false;
    const Type *Inner = T->getPointeeOrArrayElementType();
    while (Inner->isAnyPointerType() || Inner->isArrayType())
      Inner = Inner->getPointeeOrArrayElementType();
    const RecordDecl *Record = Inner->getAsRecordDecl();
    return !Record || !Record->isInvalidDecl();
  }
};

} // namespace

bool ompscan::plugin::isValid(const Stmt &S) {
  return ErrorFinder().traverseStmt(const_cast<Stmt *>(&S));
}
