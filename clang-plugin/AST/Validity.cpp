//===- Validity.cpp - Code that Clang has found wrong ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Validity.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Stops at the first error.
class ErrorFinder : public RecursiveASTVisitor<ErrorFinder> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(Expr *E) {
    return !E->containsErrors() && isValidType(E->getType());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return !E->getDecl()->isInvalidDecl();
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return !E->getMemberDecl()->isInvalidDecl();
  }
  bool VisitArraySectionExpr(ArraySectionExpr *E) {
    // Clang keeps a section with rejected bounds.
    return isBound(E->getLowerBound()) && isBound(E->getLength()) &&
           isBound(E->getStride());
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *D) {
    // Clang keeps a clause with a rejected condition.
    return llvm::all_of(
        D->getClausesOfKind<OMPIfClause>(),
        [](const OMPIfClause *If) { return If->getCondition() != nullptr; });
  }
  bool VisitDecl(Decl *D) { return !D->isInvalidDecl(); }

private:
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
  return ErrorFinder().TraverseStmt(const_cast<Stmt *>(&S));
}
