//===- CallLowering.cpp - Calls in OpenCL C -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/CallLowering.h"
#include "AST/Assignments.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Extremum.h"
#include "Kernel/Lowering/BuiltinCalls.h"
#include "Kernel/Lowering/EvaluationOrder.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p S uses the pointer \p P other than to reach its object.
static bool usesAsPointer(const Stmt *S, const ParmVarDecl *P) {
  auto IsParameter = [P](const Expr *E) {
    const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Name && Name->getDecl() == P;
  };
  if (const auto *Deref = dyn_cast<UnaryOperator>(S);
      Deref && Deref->getOpcode() == UO_Deref &&
      IsParameter(Deref->getSubExpr()))
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && Member->isArrow() && IsParameter(Member->getBase()))
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && IsParameter(E))
    return true;
  return llvm::any_of(childrenOf(S), [P](const Stmt *Child) {
    return usesAsPointer(Child, P);
  });
}

CallLowering::Argument CallLowering::object(const Expr *E, bool IsArrow) {
  if (!IsArrow)
    return {Exprs.lower(E, /*AsLValue=*/true), E->getType()};
  return {dereference(Exprs.lower(E)), E->getType()->getPointeeType()};
}

void CallLowering::addArguments(const FunctionDecl *F,
                                ArrayRef<const Expr *> Args,
                                SmallVectorImpl<Argument> &Result) {
  if (F->isVariadic() || Args.size() != F->getNumParams()) {
    if (!Args.empty())
      M.refuse(Args.front()->getExprLoc(),
               "the call of '" + F->getNameAsString() +
                   "' with a variable number of arguments");
    return;
  }
  for (unsigned I = 0; I != Args.size(); ++I) {
    QualType Parameter = F->getParamDecl(I)->getType();
    if (Parameter->isReferenceType())
      Result.push_back({Exprs.lower(Args[I], /*AsLValue=*/true),
                        Parameter->getPointeeType()});
    else
      Result.push_back({Exprs.lower(Args[I]), QualType()});
  }
}

/// The arguments as text. \p Spaces receives the address space of each.
std::string CallLowering::render(const FunctionDecl *F, ArrayRef<Argument> Args,
                                 SmallVectorImpl<Space> &Spaces,
                                 SourceLocation Loc) {
  // A substitution may name an element in global memory. The callee gets a copy
  // of an element that it can only read, unless another argument lets it change
  // the object.
  llvm::SmallSet<StringRef, 4> Mutable;
  // References to constant memory are copied if others are to private memory:
  // the callee may return any of them.
  bool IsMixed = false;
  for (const Argument &A : Args) {
    if (A.Referee.isNull())
      continue;
    if (!A.Referee.isConstQualified() && !makesTuple(*F))
      Mutable.insert(A.Value.Root);
    IsMixed |= A.Value.In != Space::Constant;
  }

  unsigned Implicit = Args.size() - F->getNumParams();
  SmallVector<std::string, 8> Texts;
  for (unsigned I = 0; I != Args.size(); ++I) {
    const Piece &P = Args[I].Value;
    QualType Referee = Args[I].Referee;
    const ParmVarDecl *Parameter =
        I < Implicit ? nullptr : F->getParamDecl(I - Implicit);
    Space From = Referee.isNull() ? P.To : P.In;
    std::string Text =
        Referee.isNull() ? withoutParens(P.Text).str() : address(P);
    if (Referee.isNull() && From == Space::Substituted &&
        Parameter->getType()->isPointerType()) {
      if (P.Object.empty()) {
        M.refuse(Loc, "a call with a pointer into an array of the loop");
        return "";
      }
      const FunctionDecl *Definition = F->getDefinition();
      QualType Pointee = Parameter->getType()->getPointeeType();
      if (Definition && Pointee.isConstQualified() &&
          !usesAsPointer(Definition->getBody(),
                         Definition->getParamDecl(I - Implicit)))
        Referee = Pointee;
    }
    bool IsCopied = From == Space::Constant
                        ? IsMixed
                        : From == Space::Substituted && !Mutable.count(P.Root);
    if (!Referee.isNull() && IsCopied &&
        (Referee.isConstQualified() || makesTuple(*F)) &&
        !Referee->isArrayType()) {
      From = Space::Private;
      Text = Exprs
                 .bytesOf(P.Object.empty() ? P.Text : P.Object,
                          Referee.getUnqualifiedType(), Loc)
                 .Pointer;
    }
    Spaces.push_back(From == Space::Constant ? From : Space::Private);
    Texts.push_back(withoutParens(Text).str());
  }
  return llvm::join(Texts, ", ");
}

Piece CallLowering::call(const FunctionDecl *F, ArrayRef<Argument> Args,
                         SourceLocation Loc, bool Zeroed) {
  if (M.hasFailed())
    return {};
  SmallVector<Space, 8> Spaces;
  std::string Texts = render(F, Args, Spaces, Loc);
  if (M.hasFailed())
    return {};
  FunctionLowering::Callee Callee =
      M.Functions.function(F, Loc, Spaces, Zeroed);
  Piece Result(Callee.Name + "(" + Texts + ")");
  Result.To = Callee.Returns;
  return F->getReturnType()->isReferenceType() ? dereference(Result) : Result;
}

Piece CallLowering::lower(const CallExpr *E) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    return member(Member);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    if (const auto *F =
            dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee()))
      return overloaded(Operator, F);
  return function(E);
}

/// Whether \p F is omp_is_initial_device, or what Host/TargetQueries has put in
/// its place.
static bool asksForInitialDevice(const FunctionDecl &F) {
  return F.getIdentifier() && F.isExternC() &&
         (F.getName() == "omp_is_initial_device" ||
          F.getName() == "__ompscan_target_is_initial_device");
}

Piece CallLowering::function(const CallExpr *E) {
  if (isa<CXXPseudoDestructorExpr>(E->getCallee()->IgnoreParens()))
    return std::string("((void)0)");
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return Exprs.refuse(E->getExprLoc(), "a call through a pointer");
  if (asksForInitialDevice(*F))
    return Piece("OMPSCAN_NATIVE"); // The cores are the host.
  // A call that the host's compiler can evaluate needs no function.
  Expr::EvalResult Result;
  if ((F->isConstexpr() || F->getBuiltinID()) &&
      E->getType()->isArithmeticType() && E->isPRValue() &&
      E->EvaluateAsRValue(Result, Context) && !Result.HasSideEffects)
    return M.Constants.initializer(Result.Val, E->getType(), E->getExprLoc());
  if (std::optional<Piece> Known = lowerBuiltinCall(E, F, Exprs, WantsLValue))
    return *Known;
  if (const std::optional<Extremum> Found = extremumOf(*E);
      Found && !Found->List.empty() && E->getType()->isArithmeticType())
    return extremum(*E, *Found);
  SmallVector<Argument, 4> Args;
  addArguments(F, ArrayRef(E->getArgs(), E->getNumArgs()), Args);
  return call(F, Args, E->getExprLoc());
}

/// The call \p E of std::min or std::max with a list.
Piece CallLowering::extremum(const CallExpr &E, const Extremum &Found) {
  const std::string Type = M.Types.type(E.getType(), E.getExprLoc());
  const std::string Name = "ompscan_" +
                           std::string(Found.IsMax ? "max" : "min") +
                           std::to_string(Found.List.size()) + "_" + Type;
  SmallVector<std::string, 4> Values, Parameters;
  std::string Body;
  for (const Expr *Each : Found.List) {
    const std::string Value = "x" + std::to_string(Values.size());
    Values.push_back(withoutParens(Exprs.lower(Each).Text).str());
    Parameters.push_back("const " + Type + " " + Value);
    Body += Body.empty() ? "  " + Type + " r = " + Value + ";\n"
                         : "  if (" + Value + (Found.IsMax ? " > " : " < ") +
                               "r)\n    r = " + Value + ";\n";
  }
  M.Functions.helper("static " + Type + " " + Name + "(" +
                     llvm::join(Parameters, ", ") + ") {\n" + Body +
                     "  return r;\n}\n");
  return Piece(Name + "(" + llvm::join(Values, ", ") + ")");
}

/// A trivial assignment of a class: it copies the bytes.
Piece CallLowering::trivialAssignment(const Expr *Target, bool IsArrow,
                                      const Expr *Value) {
  std::string First;
  Piece From = Exprs.assigned(Target, Value, First);
  Argument To = object(Target, IsArrow);
  // An empty class has no byte of its own: as a base it would take another's.
  if (To.Referee->getAsCXXRecordDecl()->isEmpty())
    return To.Value;
  return Exprs.assignment(First + To.Value.Text + " = " +
                              withoutParens(From.Text).str(),
                          To.Value, Target, WantsLValue);
}

/// Whether \p F assigns an object as a trivial operator does.
bool CallLowering::isTrivialAssignment(const CXXMethodDecl *F,
                                       SourceLocation Loc) {
  if (assignsTuple(*F))
    return true;
  return (F->isCopyAssignmentOperator() || F->isMoveAssignmentOperator()) &&
         (F->isTrivial() ||
          copiesMembers(*cast<CXXMethodDecl>(M.Functions.definition(F, Loc))));
}

Piece CallLowering::member(const CXXMemberCallExpr *E) {
  const CXXMethodDecl *F = E->getMethodDecl();
  const auto *Callee = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
  if (!F || !Callee)
    return Exprs.refuse(E->getExprLoc(),
                        "a call through a pointer to a member");
  if (isa<CXXDestructorDecl>(F))
    return std::string("((void)0)");
  if (isTrivialAssignment(F, E->getExprLoc()))
    return trivialAssignment(Callee->getBase(), Callee->isArrow(),
                             E->getArg(0));
  SmallVector<Argument, 4> Args = {
      object(Callee->getBase(), Callee->isArrow())};
  addArguments(F, ArrayRef(E->getArgs(), E->getNumArgs()), Args);
  return call(F, Args, E->getExprLoc());
}

Piece CallLowering::overloaded(const CXXOperatorCallExpr *E,
                               const CXXMethodDecl *F) {
  ArrayRef<const Expr *> Operands(E->getArgs(), E->getNumArgs());
  if (isTrivialAssignment(F, E->getOperatorLoc()))
    return trivialAssignment(Operands[0], /*IsArrow=*/false, Operands[1]);
  if (E->isAssignmentOp() && dependsOnOrder(Operands[0], Operands[1], Context,
                                            !Exprs.scope().Function))
    return Exprs.refuse(E->getOperatorLoc(),
                        "an assignment whose sides have effects on each other");
  SmallVector<Argument, 4> Args;
  if (!F->isStatic())
    Args.push_back(object(Operands[0], /*IsArrow=*/false));
  // The operator takes a pointer to private memory.
  if (E->getOperator() == OO_Equal && !Args.empty() &&
      Args.front().Value.In == Space::Substituted)
    return Exprs.refuse(E->getOperatorLoc(),
                        "an assignment to an element by an operator that does "
                        "more than to copy members");
  addArguments(F, Operands.drop_front(), Args);
  return call(F, Args, E->getExprLoc());
}
