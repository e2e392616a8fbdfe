//===- PassBodies.cpp - Passes in functions of their own -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PassBodies.h"
#include "AST/Assignments.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Normalize/BodyCopier.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Puts the body of a function in the place of its call.
class PassCopier {
public:
  PassCopier(const CallExpr &Call, const FunctionDecl &Callee, DeclContext &DC,
             ASTContext &Context)
      : Call(Call), Callee(Callee), DC(DC), Context(Context) {}

  /// The body, which assigns what it returns to \p Result if that is not null;
  /// null if it cannot be copied.
  CompoundStmt *copy(VarDecl *Result);

private:
  Expr *argument(const ParmVarDecl &Parameter) const {
    return const_cast<Expr *>(Call.getArg(Parameter.getFunctionScopeIndex()));
  }
  const ParmVarDecl *parameterIn(const Expr *E) const;
  Expr *replaced(const Expr *E) const;

  const CallExpr &Call;
  const FunctionDecl &Callee;
  DeclContext &DC;
  ASTContext &Context;
  /// Parameters that the body changes.
  llvm::SmallPtrSet<const VarDecl *, 2> Changed;
};

} // namespace

/// The parameter that \p E names or loads, if its argument replaces it.
const ParmVarDecl *PassCopier::parameterIn(const Expr *E) const {
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(variableOf(E));
  return Parameter && Parameter->getDeclContext() == &Callee &&
                 !Changed.contains(Parameter)
             ? Parameter
             : nullptr;
}

/// Returns the replacement of \p E, an expression of the body; null if it
/// stays.
Expr *PassCopier::replaced(const Expr *E) const {
  const auto InParens = [this](Expr *New) {
    return new (Context) ParenExpr(New->getBeginLoc(), New->getEndLoc(), New);
  };
  // `*p` of `f(&a)`
  if (const auto *Target = dyn_cast<UnaryOperator>(E);
      Target && Target->getOpcode() == UO_Deref) {
    const auto *Pointer = parameterIn(Target->getSubExpr()->IgnoreImpCasts());
    const auto *Address =
        Pointer
            ? dyn_cast<UnaryOperator>(argument(*Pointer)->IgnoreParenImpCasts())
            : nullptr;
    return Address && Address->getOpcode() == UO_AddrOf
               ? InParens(Address->getSubExpr())
               : nullptr;
  }
  const auto *Load = dyn_cast<ImplicitCastExpr>(E);
  const bool IsLoad = Load && Load->getCastKind() == CK_LValueToRValue;
  const ParmVarDecl *Parameter =
      parameterIn(IsLoad ? Load->getSubExpr()->IgnoreParens() : E);
  if (!Parameter || IsLoad == Parameter->getType()->isReferenceType())
    return nullptr;
  return InParens(argument(*Parameter));
}

CompoundStmt *PassCopier::copy(VarDecl *Result) {
  const auto OfCall = [this](const Expr *E) { return replaced(E); };
  BodyCopier Copier(DC, Result, OfCall, Context);
  for (const Expr *Place : changedPlaces(Callee.getBody()))
    if (const VarDecl *Var = variableOf(Place); Var && isa<ParmVarDecl>(Var))
      Changed.insert(Var);
  llvm::SmallVector<Stmt *, 4> Front;
  if (Result)
    Front.push_back(new (Context) DeclStmt(
        DeclGroupRef(Result), Call.getBeginLoc(), Call.getEndLoc()));
  for (const ParmVarDecl *P : Callee.parameters()) {
    Expr *Argument = argument(*P);
    if (P->getType()->isReferenceType()) {
      if (Argument->isPRValue() ||
          isa<MaterializeTemporaryExpr>(Argument->IgnoreImplicit()))
        return nullptr;
      Changed.erase(P);
    } else if (Changed.contains(P)) {
      VarDecl *Copy = iterationVariable(P->getName(), Argument, DC, Context);
      Copy->setType(P->getType().getUnqualifiedType());
      Copier.replace(*P, *Copy);
      Front.push_back(new (Context) DeclStmt(
          DeclGroupRef(Copy), Argument->getBeginLoc(), Argument->getEndLoc()));
    }
  }
  CompoundStmt *Body =
      Copier.copy(nest::Body(*Callee.getBody(), Context), Front);
  const bool IsComplete = Body && !firstExpr(Body, [this](const Expr *E) {
                            const VarDecl *Var =
                                isa<DeclRefExpr>(E) ? variableOf(E) : nullptr;
                            return Var && Var->hasLocalStorage() &&
                                   Var->getDeclContext() == &Callee;
                          });
  return IsComplete ? Body : nullptr;
}

/// The call that \p St is, or whose value it gives to \p Place; null if it is
/// something else.
static const CallExpr *callIn(const Stmt &St, Expr *&Place,
                              const ASTContext &Context) {
  const Expr *Value = dyn_cast<Expr>(&St);
  if (const auto *Declared = dyn_cast<DeclStmt>(&St)) {
    const auto *Var = Declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                          : nullptr;
    if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
      return nullptr;
    Value = Var->getInit();
    Place = referTo(Var, Var->getLocation(), Context);
  } else if (Value) {
    const Assignment Stored = plainAssignment(Value);
    Place = const_cast<Expr *>(Stored.Target);
    Value = Stored.Value ? Stored.Value : Value;
  }
  return Value ? dyn_cast<CallExpr>(Value->IgnoreParenCasts()) : nullptr;
}

/// The definition of the function that \p Call calls, if it is one of the
/// program; null otherwise.
static const FunctionDecl *calleeOf(const CallExpr &Call, Sema &S) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || F->isVariadic() || isLibraryFunction(*F) || F->isInStdNamespace() ||
      Call.getNumArgs() != F->getNumParams())
    return nullptr;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
      Method && Method->isInstance()) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
    // The same object in both functions.
    if (!Member || Method->isVirtual() ||
        !isa<CXXThisExpr>(
            Member->getImplicitObjectArgument()->IgnoreParenImpCasts()))
      return nullptr;
  }
  if (!F->getDefinition() && F->getTemplateInstantiationPattern())
    S.InstantiateFunctionDefinition(Call.getExprLoc(),
                                    const_cast<FunctionDecl *>(F),
                                    /*Recursive=*/true);
  F = F->getDefinition();
  return F && isa_and_nonnull<CompoundStmt>(F->getBody()) ? F : nullptr;
}

std::optional<CalledSteps>
ompscan::plugin::calledSteps(const Stmt &St, DeclContext &DC, Sema &S) {
  ASTContext &Context = S.Context;
  Expr *Place = nullptr;
  const CallExpr *Call = callIn(St, Place, Context);
  const FunctionDecl *Callee = Call ? calleeOf(*Call, S) : nullptr;
  if (!Callee)
    return std::nullopt;
  bool HasLoop = false, HasDirective = false;
  forEachNode(Callee->getBody(), [&](const Stmt *Node) {
    HasLoop |= isa<ForStmt>(Node);
    HasDirective |= isa<OMPExecutableDirective>(Node);
    return true;
  });
  if (HasDirective && !Place) {
    CalledSteps Own{Callee->getBody(), Callee};
    Own.Arguments.assign(Call->arg_begin(), Call->arg_end());
    return Own;
  }
  if (HasDirective || !HasLoop ||
      (Place && !Callee->getReturnType()->isArithmeticType()))
    return std::nullopt;
  VarDecl *Result = nullptr;
  if (Place) {
    Result =
        iterationVariable("result", const_cast<CallExpr *>(Call), DC, Context);
    Result->setInit(nullptr);
  }
  Stmt *Body = PassCopier(*Call, *Callee, DC, Context).copy(Result);
  if (!Body || !Result)
    return Body ? std::optional(CalledSteps{Body}) : std::nullopt;
  const SourceLocation Loc = Call->getExprLoc();
  Stmt *Both[] = {
      Body,
      assign(Place, loadOf(referTo(Result, Loc, Context), Context), Context)};
  return CalledSteps{
      CompoundStmt::Create(Context, Both, FPOptionsOverride(), Loc, Loc)};
}
