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
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Stops at the first error. Also visits functions that the code names.
class ErrorFinder : public TreeVisitor {
public:
  explicit ErrorFinder(llvm::function_ref<void(FunctionDecl &)> Instantiate)
      : Instantiate(Instantiate) {}

  bool isValid(Stmt &S) {
    if (!traverseStmt(&S))
      return false;
    while (!Unread.empty())
      if (!traverseDecl(Unread.pop_back_val()))
        return false;
    return true;
  }

protected:
  bool visitStmt(Stmt &S) override {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(&S))
      // Clang keeps a clause with a rejected condition.
      return llvm::all_of(
          D->getClausesOfKind<OMPIfClause>(),
          [](const OMPIfClause *If) { return If->getCondition() != nullptr; });
    // The message of a static_assert has no type.
    const auto *E = dyn_cast<Expr>(&S);
    return !E || isa<StringLiteral>(E) || isValidExpr(*E);
  }
  bool visitDecl(Decl &D) override { return !D.isInvalidDecl(); }

private:
  bool isValidExpr(const Expr &E) {
    if (isa<StringLiteral>(E))
      return true; // That of a static assertion has no type.
    if (E.containsErrors() || !isValidType(E.getType()))
      return false;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
      return isValidUse(*Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(&E))
      return isValidUse(*Member->getMemberDecl());
    if (const auto *Construction = dyn_cast<CXXConstructExpr>(&E))
      return isValidUse(*Construction->getConstructor());
    // Clang keeps a section with rejected bounds.
    const auto *Section = dyn_cast<ArraySectionExpr>(&E);
    return !Section ||
           (isBound(Section->getLowerBound()) &&
            isBound(Section->getLength()) && isBound(Section->getStride()));
  }

  /// Whether \p D, which the code names, is valid. The body of a function, or
  /// of an operator of `declare scan`, is read later.
  bool isValidUse(const ValueDecl &D) {
    if (D.isInvalidDecl())
      return false;
    const FunctionDecl *Defined = nullptr;
    if (const auto *Function = dyn_cast<FunctionDecl>(&D)) {
      if (Instantiate && Function->isUsed(/*CheckUsedAttr=*/false) &&
          !Function->getDefinition() &&
          Function->getTemplateInstantiationPattern())
        Instantiate(const_cast<FunctionDecl &>(*Function));
      Function->hasBody(Defined);
      if (Function->isInvalidDecl())
        return false;
    }
    const Decl *Body = isa<OMPDeclareReductionDecl>(D) ? &D : Defined;
    if (Body && Seen.insert(Body).second)
      Unread.push_back(const_cast<Decl *>(Body));
    return true;
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

  const llvm::function_ref<void(FunctionDecl &)> Instantiate;
  llvm::DenseSet<const Decl *> Seen;
  llvm::SmallVector<Decl *, 4> Unread;
};

} // namespace

bool ompscan::plugin::isValid(
    const Stmt &S, const ASTContext &Context,
    llvm::function_ref<void(FunctionDecl &)> Instantiate) {
  const DiagnosticsEngine &Diags = Context.getDiagnostics();
  if (!Instantiate && !Diags.hasUncompilableErrorOccurred())
    return true;
  const bool IsValid = ErrorFinder(Instantiate).isValid(const_cast<Stmt &>(S));
  return IsValid || !Diags.hasUncompilableErrorOccurred();
}
