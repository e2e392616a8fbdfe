//===- Reassigned.cpp - Variables with several values ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Reassigned.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/CopyNode.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Gives one number of an iteration a variable for each of its values.
class Reassigned {
public:
  Reassigned(const VarDecl &Var, Sema &S, TreeRewriter &Rewriter)
      : Var(Var), S(S), Context(S.Context), Rewriter(Rewriter) {}

  /// The statements of the body, \p Statements, where that is possible.
  void rewrite(llvm::MutableArrayRef<Stmt *> Statements);

private:
  bool isOnlyNumber(const Stmt *S, bool IsStatement) const;
  bool isDefinition(const Stmt *S) const;
  Expr *converted(Expr *E, QualType Type) const;
  Expr *newValue(Stmt *S) const;

  const VarDecl &Var;
  Sema &S;
  ASTContext &Context;
  TreeRewriter &Rewriter;
};

} // namespace

/// Whether \p S only reads the variable, and assigns it by whole statements.
/// \p IsStatement: the value of \p S is not used.
bool Reassigned::isOnlyNumber(const Stmt *S, bool IsStatement) const {
  if (isOpaque(*S) || isa<LambdaExpr, StmtExpr>(S))
    return !mentions(S, &Var);
  if (isReferenceTo(S, &Var))
    return false;
  if (const Expr *Read = loadedBy(S))
    if (variableOf(Read->IgnoreParens()) == &Var)
      return true;
  const auto *E = dyn_cast<Expr>(S);
  const Expr *Target = E ? changedBy(E) : nullptr;
  const bool Assigns = Target && variableOf(Target->IgnoreParens()) == &Var;
  if (Assigns && !IsStatement)
    return false;
  const bool HasStatements = !E || isa<ExprWithCleanups, ParenExpr>(S);
  return llvm::all_of(childrenOf(S), [&](const Stmt *Child) {
    return (Assigns && Child == Target) ||
           isOnlyNumber(Child, IsStatement && HasStatements);
  });
}

/// Whether \p S is an expression that gives the variable another value.
bool Reassigned::isDefinition(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  const Expr *Target = E ? changedBy(E->IgnoreParens()) : nullptr;
  return Target && variableOf(Target->IgnoreParens()) == &Var;
}

/// The number \p E as \p Type.
Expr *Reassigned::converted(Expr *E, QualType Type) const {
  Type = Type.getUnqualifiedType();
  if (Context.hasSameUnqualifiedType(E->getType(), Type))
    return E;
  ExprResult Operand = E;
  const CastKind Kind = S.PrepareScalarCast(Operand, Type);
  return Operand.isInvalid() ? nullptr
                             : convertTo(Type, Kind, Operand.get(), Context);
}

/// The value that the statement \p S gives the variable.
Expr *Reassigned::newValue(Stmt *S) const {
  auto *E = cast<Expr>(S)->IgnoreParens();
  if (const Assignment Plain = plainAssignment(E); Plain.Target)
    return const_cast<Expr *>(Plain.Value);
  const SourceLocation Loc = E->getExprLoc();
  Expr *const Old = loadOf(referTo(&Var, Loc, Context), Context);
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E)) {
    Expr *Left = converted(Old, Compound->getComputationLHSType());
    return Left ? converted(BinaryOperator::Create(
                                Context, Left, Compound->getRHS(),
                                BinaryOperator::getOpForCompoundAssignment(
                                    Compound->getOpcode()),
                                Compound->getComputationResultType(),
                                VK_PRValue, OK_Ordinary, Loc,
                                compat::fpFeatures(*Compound, Context)),
                            Var.getType())
                : nullptr;
  }
  return nullptr;
}

void Reassigned::rewrite(llvm::MutableArrayRef<Stmt *> Statements) {
  if (!llvm::all_of(Statements, [&](const Stmt *Each) {
        return isOnlyNumber(Each, /*IsStatement=*/true);
      }))
    return;
  const VarDecl *Now = &Var;
  bool IsUsed = false;
  for (Stmt *&Each : Statements) {
    if (!mentions(Each, &Var)) {
      IsUsed |= Var.getInit() && variablesIn(Each).contains(&Var);
      continue;
    }
    Stmt *const Old = Each;
    if (Expr *Value = IsUsed && isDefinition(Old) ? newValue(Old) : nullptr) {
      if (Now != &Var)
        Value = cast<Expr>(Rewriter.renamed(Value, Var, *Now));
      VarDecl *Next =
          iterationVariable(Var.getName(), Value, *S.CurContext, Context);
      Each = declarationOf(Next, Old->getSourceRange(), Context);
      Now = Next;
    } else if (Now != &Var) {
      Each = Rewriter.renamed(Old, Var, *Now);
    }
    IsUsed = true;
  }
}

/// The private variables of \p D.
static llvm::DenseSet<const VarDecl *> privatesOf(const ScanDirective &D) {
  llvm::DenseSet<const VarDecl *> Result;
  for (const auto *C : D.Inner->getClausesOfKind<OMPPrivateClause>())
    for (const Expr *Named : compat::varlist(C))
      if (const VarDecl *Var = variableOf(strip(D.operand(Named))))
        Result.insert(Var);
  for (const auto *C : D.Inner->getClausesOfKind<OMPLastprivateClause>())
    for (const Expr *Named : compat::varlist(C))
      Result.erase(variableOf(strip(D.operand(Named))));
  return Result;
}

/// Whether \p Var is a number of which an iteration may have several copies.
static bool isPlain(const VarDecl &Var) {
  return Var.hasLocalStorage() && Var.getType()->isArithmeticType() &&
         !Var.getType().isVolatileQualified() && !Var.getType()->isAtomicType();
}

Stmt *ompscan::plugin::withoutReassignments(Stmt *S, const ScanDirective &D,
                                            Sema &Sema,
                                            TreeRewriter &Rewriter) {
  ForStmt *For = D.Scan ? innermostLoop(S, D.loopCount()) : nullptr;
  const auto *Body = For ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
  // Control may enter a body with labels anywhere.
  if (!Body || anyNode(Body, [](const Stmt *Node) {
        return isa<LabelStmt, OMPExecutableDirective>(Node);
      }))
    return S;
  llvm::SmallVector<Stmt *, 8> Statements(Body->body());
  const llvm::DenseSet<const VarDecl *> Privates = privatesOf(D);
  llvm::SmallVector<const VarDecl *, 8> Assigned;
  llvm::DenseSet<const VarDecl *> Declared;
  for (const Stmt *Each : Statements) {
    if (const auto *Names = dyn_cast<DeclStmt>(Each)) {
      for (const Decl *Name : Names->decls())
        if (const auto *Var = dyn_cast<VarDecl>(Name))
          Declared.insert(Var);
      continue;
    }
    const auto *E = dyn_cast<Expr>(Each);
    const Expr *Target = E ? changedBy(E->IgnoreParens()) : nullptr;
    const VarDecl *Var = Target ? variableOf(Target->IgnoreParens()) : nullptr;
    if (Var && isPlain(*Var) && !llvm::is_contained(Assigned, Var) &&
        (Declared.contains(Var) || Privates.contains(Var)))
      Assigned.push_back(Var);
  }
  for (const VarDecl *Var : Assigned) {
    if (!Declared.contains(Var)) {
      // An iteration that reads what another one left is an error.
      const auto *First = llvm::find_if(
          Statements, [&](const Stmt *Each) { return mentions(Each, Var); });
      const auto *E = dyn_cast<Expr>(*First);
      const Assignment Plain = E ? plainAssignment(E) : Assignment();
      if (!Plain.Target || variableOf(strip(Plain.Target)) != Var ||
          mentions(Plain.Value, Var))
        continue;
    }
    Reassigned(*Var, Sema, Rewriter).rewrite(Statements);
  }
  if (llvm::equal(Statements, Body->body()))
    return S;
  return Rewriter.replaced(
      S, Body, blockOf(Statements, Body->getSourceRange(), Sema.Context));
}
