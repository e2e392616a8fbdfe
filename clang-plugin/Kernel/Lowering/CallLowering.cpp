//===- CallLowering.cpp - Calls in OpenCL C -------------------------------===//
#include "AST/TreeWalk.h"
//
#include "AST/TreeWalk.h"
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
#include "AST/TreeWalk.h"
// Exceptions. See LICENSE for license information.
#include "AST/TreeWalk.h"
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AST/TreeWalk.h"
//
#include "AST/TreeWalk.h"
//===----------------------------------------------------------------------===//
#include "AST/TreeWalk.h"

#include "AST/Assignments.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Extremum.h"
#include "Kernel/Lowering/BuiltinCalls.h"
#include "Kernel/Lowering/CallLowering.h"
#include "Kernel/Lowering/EvaluationOrder.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

#include "AST/TreeWalk.h"
using namespace clang;
#include "AST/TreeWalk.h"
using namespace ompscan::plugin;
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
/// Whether \p S uses the pointer \p P other than to reach its object.
#include "AST/TreeWalk.h"
static bool usesAsPointer(const Stmt *S, const ParmVarDecl *P) {
#include "AST/TreeWalk.h"
  auto IsParameter = [P](const Expr *E) {
#include "AST/TreeWalk.h"
    const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
#include "AST/TreeWalk.h"
    return Name && Name->getDecl() == P;
#include "AST/TreeWalk.h"
  };
#include "AST/TreeWalk.h"
  if (const auto *Deref = dyn_cast<UnaryOperator>(S);
#include "AST/TreeWalk.h"
      Deref && Deref->getOpcode() == UO_Deref &&
#include "AST/TreeWalk.h"
      IsParameter(Deref->getSubExpr()))
#include "AST/TreeWalk.h"
    return false;
#include "AST/TreeWalk.h"
  if (const auto *Member = dyn_cast<MemberExpr>(S);
#include "AST/TreeWalk.h"
      Member && Member->isArrow() && IsParameter(Member->getBase()))
#include "AST/TreeWalk.h"
    return false;
#include "AST/TreeWalk.h"
  if (const auto *E = dyn_cast<Expr>(S); E && IsParameter(E))
#include "AST/TreeWalk.h"
    return true;
#include "AST/TreeWalk.h"
  return llvm::any_of(childrenOf(S), [P](const Stmt *Child) {
#include "AST/TreeWalk.h"
    return usesAsPointer(Child, P);
#include "AST/TreeWalk.h"
  });
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
CallLowering::Argument CallLowering::object(const Expr *E, bool IsArrow) {
#include "AST/TreeWalk.h"
  if (!IsArrow)
#include "AST/TreeWalk.h"
    return {Exprs.lower(E, /*AsLValue=*/true), E->getType()};
#include "AST/TreeWalk.h"
  return {dereference(Exprs.lower(E)), E->getType()->getPointeeType()};
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
void CallLowering::addArguments(const FunctionDecl *F,
#include "AST/TreeWalk.h"
                                ArrayRef<const Expr *> Args,
#include "AST/TreeWalk.h"
                                SmallVectorImpl<Argument> &Result) {
#include "AST/TreeWalk.h"
  if (F->isVariadic() || Args.size() != F->getNumParams()) {
#include "AST/TreeWalk.h"
    if (!Args.empty())
#include "AST/TreeWalk.h"
      M.refuse(Args.front()->getExprLoc(),
#include "AST/TreeWalk.h"
               "the call of '" + F->getNameAsString() +
#include "AST/TreeWalk.h"
                   "' with a variable number of arguments");
#include "AST/TreeWalk.h"
    return;
#include "AST/TreeWalk.h"
  }
#include "AST/TreeWalk.h"
  for (unsigned I = 0; I != Args.size(); ++I) {
#include "AST/TreeWalk.h"
    QualType Parameter = F->getParamDecl(I)->getType();
#include "AST/TreeWalk.h"
    if (Parameter->isReferenceType())
#include "AST/TreeWalk.h"
      Result.push_back({Exprs.lower(Args[I], /*AsLValue=*/true),
#include "AST/TreeWalk.h"
                        Parameter->getPointeeType()});
#include "AST/TreeWalk.h"
    else
#include "AST/TreeWalk.h"
      Result.push_back({Exprs.lower(Args[I]), QualType()});
#include "AST/TreeWalk.h"
  }
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
/// The arguments as text. \p Spaces receives the address space of each.
#include "AST/TreeWalk.h"
std::string CallLowering::render(const FunctionDecl *F, ArrayRef<Argument> Args,
#include "AST/TreeWalk.h"
                                 SmallVectorImpl<Space> &Spaces,
#include "AST/TreeWalk.h"
                                 SourceLocation Loc) {
#include "AST/TreeWalk.h"
  // A substitution may name an element in global memory. The callee gets a copy
#include "AST/TreeWalk.h"
  // of an element that it can only read, unless another argument lets it change
#include "AST/TreeWalk.h"
  // the object.
#include "AST/TreeWalk.h"
  llvm::SmallSet<StringRef, 4> Mutable;
#include "AST/TreeWalk.h"
  // References to constant memory are copied if others are to private memory:
#include "AST/TreeWalk.h"
  // the callee may return any of them.
#include "AST/TreeWalk.h"
  bool IsMixed = false;
#include "AST/TreeWalk.h"
  for (const Argument &A : Args) {
#include "AST/TreeWalk.h"
    if (A.Referee.isNull())
#include "AST/TreeWalk.h"
      continue;
#include "AST/TreeWalk.h"
    if (!A.Referee.isConstQualified() && !makesTuple(*F))
#include "AST/TreeWalk.h"
      Mutable.insert(A.Value.Root);
#include "AST/TreeWalk.h"
    IsMixed |= A.Value.In != Space::Constant;
#include "AST/TreeWalk.h"
  }
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
  unsigned Implicit = Args.size() - F->getNumParams();
#include "AST/TreeWalk.h"
  SmallVector<std::string, 8> Texts;
#include "AST/TreeWalk.h"
  for (unsigned I = 0; I != Args.size(); ++I) {
#include "AST/TreeWalk.h"
    const Piece &P = Args[I].Value;
#include "AST/TreeWalk.h"
    QualType Referee = Args[I].Referee;
#include "AST/TreeWalk.h"
    const ParmVarDecl *Parameter =
#include "AST/TreeWalk.h"
        I < Implicit ? nullptr : F->getParamDecl(I - Implicit);
#include "AST/TreeWalk.h"
    Space From = Referee.isNull() ? P.To : P.In;
#include "AST/TreeWalk.h"
    std::string Text =
#include "AST/TreeWalk.h"
        Referee.isNull() ? withoutParens(P.Text).str() : address(P);
#include "AST/TreeWalk.h"
    if (Referee.isNull() && From == Space::Substituted &&
#include "AST/TreeWalk.h"
        Parameter->getType()->isPointerType()) {
#include "AST/TreeWalk.h"
      if (P.Object.empty()) {
#include "AST/TreeWalk.h"
        M.refuse(Loc, "a call with a pointer into an array of the loop");
#include "AST/TreeWalk.h"
        return "";
#include "AST/TreeWalk.h"
      }
#include "AST/TreeWalk.h"
      const FunctionDecl *Definition = F->getDefinition();
#include "AST/TreeWalk.h"
      QualType Pointee = Parameter->getType()->getPointeeType();
#include "AST/TreeWalk.h"
      if (Definition && Pointee.isConstQualified() &&
#include "AST/TreeWalk.h"
          !usesAsPointer(Definition->getBody(),
#include "AST/TreeWalk.h"
                         Definition->getParamDecl(I - Implicit)))
#include "AST/TreeWalk.h"
        Referee = Pointee;
#include "AST/TreeWalk.h"
    }
#include "AST/TreeWalk.h"
    bool IsCopied = From == Space::Constant
#include "AST/TreeWalk.h"
                        ? IsMixed
#include "AST/TreeWalk.h"
                        : From == Space::Substituted && !Mutable.count(P.Root);
#include "AST/TreeWalk.h"
    if (!Referee.isNull() && IsCopied &&
#include "AST/TreeWalk.h"
        (Referee.isConstQualified() || makesTuple(*F)) &&
#include "AST/TreeWalk.h"
        !Referee->isArrayType()) {
#include "AST/TreeWalk.h"
      From = Space::Private;
#include "AST/TreeWalk.h"
      Text = Exprs
#include "AST/TreeWalk.h"
                 .bytesOf(P.Object.empty() ? P.Text : P.Object,
#include "AST/TreeWalk.h"
                          Referee.getUnqualifiedType(), Loc)
#include "AST/TreeWalk.h"
                 .Pointer;
#include "AST/TreeWalk.h"
    }
#include "AST/TreeWalk.h"
    Spaces.push_back(From == Space::Constant ? From : Space::Private);
#include "AST/TreeWalk.h"
    Texts.push_back(withoutParens(Text).str());
#include "AST/TreeWalk.h"
  }
#include "AST/TreeWalk.h"
  return llvm::join(Texts, ", ");
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
Piece CallLowering::call(const FunctionDecl *F, ArrayRef<Argument> Args,
#include "AST/TreeWalk.h"
                         SourceLocation Loc, bool Zeroed) {
#include "AST/TreeWalk.h"
  if (M.hasFailed())
#include "AST/TreeWalk.h"
    return {};
#include "AST/TreeWalk.h"
  SmallVector<Space, 8> Spaces;
#include "AST/TreeWalk.h"
  std::string Texts = render(F, Args, Spaces, Loc);
#include "AST/TreeWalk.h"
  if (M.hasFailed())
#include "AST/TreeWalk.h"
    return {};
#include "AST/TreeWalk.h"
  FunctionLowering::Callee Callee =
#include "AST/TreeWalk.h"
      M.Functions.function(F, Loc, Spaces, Zeroed);
#include "AST/TreeWalk.h"
  Piece Result(Callee.Name + "(" + Texts + ")");
#include "AST/TreeWalk.h"
  Result.To = Callee.Returns;
#include "AST/TreeWalk.h"
  return F->getReturnType()->isReferenceType() ? dereference(Result) : Result;
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
Piece CallLowering::lower(const CallExpr *E) {
#include "AST/TreeWalk.h"
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
#include "AST/TreeWalk.h"
    return member(Member);
#include "AST/TreeWalk.h"
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
#include "AST/TreeWalk.h"
    if (const auto *F =
#include "AST/TreeWalk.h"
            dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee()))
#include "AST/TreeWalk.h"
      return overloaded(Operator, F);
#include "AST/TreeWalk.h"
  return function(E);
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
/// Whether \p F is omp_is_initial_device, or what Host/TargetQueries has put in
#include "AST/TreeWalk.h"
/// its place.
#include "AST/TreeWalk.h"
static bool asksForInitialDevice(const FunctionDecl &F) {
#include "AST/TreeWalk.h"
  return F.getIdentifier() && F.isExternC() &&
#include "AST/TreeWalk.h"
         (F.getName() == "omp_is_initial_device" ||
#include "AST/TreeWalk.h"
          F.getName() == "__ompscan_target_is_initial_device");
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
Piece CallLowering::function(const CallExpr *E) {
#include "AST/TreeWalk.h"
  if (isa<CXXPseudoDestructorExpr>(E->getCallee()->IgnoreParens()))
#include "AST/TreeWalk.h"
    return std::string("((void)0)");
#include "AST/TreeWalk.h"
  const FunctionDecl *F = E->getDirectCallee();
#include "AST/TreeWalk.h"
  if (!F)
#include "AST/TreeWalk.h"
    return Exprs.refuse(E->getExprLoc(), "a call through a pointer");
#include "AST/TreeWalk.h"
  if (asksForInitialDevice(*F))
#include "AST/TreeWalk.h"
    return Piece("OMPSCAN_NATIVE"); // The cores are the host.
#include "AST/TreeWalk.h"
  // A call that the host's compiler can evaluate needs no function.
#include "AST/TreeWalk.h"
  Expr::EvalResult Result;
#include "AST/TreeWalk.h"
  if ((F->isConstexpr() || F->getBuiltinID()) &&
#include "AST/TreeWalk.h"
      E->getType()->isArithmeticType() && E->isPRValue() &&
#include "AST/TreeWalk.h"
      E->EvaluateAsRValue(Result, Context) && !Result.HasSideEffects)
#include "AST/TreeWalk.h"
    return M.Constants.initializer(Result.Val, E->getType(), E->getExprLoc());
#include "AST/TreeWalk.h"
  if (std::optional<Piece> Known = lowerBuiltinCall(E, F, Exprs, WantsLValue))
#include "AST/TreeWalk.h"
    return *Known;
#include "AST/TreeWalk.h"
  if (const std::optional<Extremum> Found = extremumOf(*E);
#include "AST/TreeWalk.h"
      Found && !Found->List.empty() && E->getType()->isArithmeticType())
#include "AST/TreeWalk.h"
    return extremum(*E, *Found);
#include "AST/TreeWalk.h"
  SmallVector<Argument, 4> Args;
#include "AST/TreeWalk.h"
  addArguments(F, ArrayRef(E->getArgs(), E->getNumArgs()), Args);
#include "AST/TreeWalk.h"
  return call(F, Args, E->getExprLoc());
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
/// The call \p E of std::min or std::max with a list.
#include "AST/TreeWalk.h"
Piece CallLowering::extremum(const CallExpr &E, const Extremum &Found) {
#include "AST/TreeWalk.h"
  const std::string Type = M.Types.type(E.getType(), E.getExprLoc());
#include "AST/TreeWalk.h"
  const std::string Name = "ompscan_" +
#include "AST/TreeWalk.h"
                           std::string(Found.IsMax ? "max" : "min") +
#include "AST/TreeWalk.h"
                           std::to_string(Found.List.size()) + "_" + Type;
#include "AST/TreeWalk.h"
  SmallVector<std::string, 4> Values, Parameters;
#include "AST/TreeWalk.h"
  std::string Body;
#include "AST/TreeWalk.h"
  for (const Expr *Each : Found.List) {
#include "AST/TreeWalk.h"
    const std::string Value = "x" + std::to_string(Values.size());
#include "AST/TreeWalk.h"
    Values.push_back(withoutParens(Exprs.lower(Each).Text).str());
#include "AST/TreeWalk.h"
    Parameters.push_back("const " + Type + " " + Value);
#include "AST/TreeWalk.h"
    Body += Body.empty() ? "  " + Type + " r = " + Value + ";\n"
#include "AST/TreeWalk.h"
                         : "  if (" + Value + (Found.IsMax ? " > " : " < ") +
#include "AST/TreeWalk.h"
                               "r)\n    r = " + Value + ";\n";
#include "AST/TreeWalk.h"
  }
#include "AST/TreeWalk.h"
  M.Functions.helper("static " + Type + " " + Name + "(" +
#include "AST/TreeWalk.h"
                     llvm::join(Parameters, ", ") + ") {\n" + Body +
#include "AST/TreeWalk.h"
                     "  return r;\n}\n");
#include "AST/TreeWalk.h"
  return Piece(Name + "(" + llvm::join(Values, ", ") + ")");
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
/// A trivial assignment of a class: it copies the bytes.
#include "AST/TreeWalk.h"
Piece CallLowering::trivialAssignment(const Expr *Target, bool IsArrow,
#include "AST/TreeWalk.h"
                                      const Expr *Value) {
#include "AST/TreeWalk.h"
  std::string First;
#include "AST/TreeWalk.h"
  Piece From = Exprs.assigned(Target, Value, First);
#include "AST/TreeWalk.h"
  Argument To = object(Target, IsArrow);
#include "AST/TreeWalk.h"
  // An empty class has no byte of its own: as a base it would take another's.
#include "AST/TreeWalk.h"
  if (To.Referee->getAsCXXRecordDecl()->isEmpty())
#include "AST/TreeWalk.h"
    return To.Value;
#include "AST/TreeWalk.h"
  return Exprs.assignment(First + To.Value.Text + " = " +
#include "AST/TreeWalk.h"
                              withoutParens(From.Text).str(),
#include "AST/TreeWalk.h"
                          To.Value, Target, WantsLValue);
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
/// Whether \p F assigns an object as a trivial operator does.
#include "AST/TreeWalk.h"
bool CallLowering::isTrivialAssignment(const CXXMethodDecl *F,
#include "AST/TreeWalk.h"
                                       SourceLocation Loc) {
#include "AST/TreeWalk.h"
  if (assignsTuple(*F))
#include "AST/TreeWalk.h"
    return true;
#include "AST/TreeWalk.h"
  return (F->isCopyAssignmentOperator() || F->isMoveAssignmentOperator()) &&
#include "AST/TreeWalk.h"
         (F->isTrivial() ||
#include "AST/TreeWalk.h"
          copiesMembers(*cast<CXXMethodDecl>(M.Functions.definition(F, Loc))));
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
Piece CallLowering::member(const CXXMemberCallExpr *E) {
#include "AST/TreeWalk.h"
  const CXXMethodDecl *F = E->getMethodDecl();
#include "AST/TreeWalk.h"
  const auto *Callee = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
#include "AST/TreeWalk.h"
  if (!F || !Callee)
#include "AST/TreeWalk.h"
    return Exprs.refuse(E->getExprLoc(),
#include "AST/TreeWalk.h"
                        "a call through a pointer to a member");
#include "AST/TreeWalk.h"
  if (isa<CXXDestructorDecl>(F))
#include "AST/TreeWalk.h"
    return std::string("((void)0)");
#include "AST/TreeWalk.h"
  if (isTrivialAssignment(F, E->getExprLoc()))
#include "AST/TreeWalk.h"
    return trivialAssignment(Callee->getBase(), Callee->isArrow(),
#include "AST/TreeWalk.h"
                             E->getArg(0));
#include "AST/TreeWalk.h"
  SmallVector<Argument, 4> Args = {
#include "AST/TreeWalk.h"
      object(Callee->getBase(), Callee->isArrow())};
#include "AST/TreeWalk.h"
  addArguments(F, ArrayRef(E->getArgs(), E->getNumArgs()), Args);
#include "AST/TreeWalk.h"
  return call(F, Args, E->getExprLoc());
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"

#include "AST/TreeWalk.h"
Piece CallLowering::overloaded(const CXXOperatorCallExpr *E,
#include "AST/TreeWalk.h"
                               const CXXMethodDecl *F) {
#include "AST/TreeWalk.h"
  ArrayRef<const Expr *> Operands(E->getArgs(), E->getNumArgs());
#include "AST/TreeWalk.h"
  if (isTrivialAssignment(F, E->getOperatorLoc()))
#include "AST/TreeWalk.h"
    return trivialAssignment(Operands[0], /*IsArrow=*/false, Operands[1]);
#include "AST/TreeWalk.h"
  if (E->isAssignmentOp() && dependsOnOrder(Operands[0], Operands[1], Context,
#include "AST/TreeWalk.h"
                                            !Exprs.scope().Function))
#include "AST/TreeWalk.h"
    return Exprs.refuse(E->getOperatorLoc(),
#include "AST/TreeWalk.h"
                        "an assignment whose sides have effects on each other");
#include "AST/TreeWalk.h"
  SmallVector<Argument, 4> Args;
#include "AST/TreeWalk.h"
  if (!F->isStatic())
#include "AST/TreeWalk.h"
    Args.push_back(object(Operands[0], /*IsArrow=*/false));
#include "AST/TreeWalk.h"
  // The operator takes a pointer to private memory.
#include "AST/TreeWalk.h"
  if (E->getOperator() == OO_Equal && !Args.empty() &&
#include "AST/TreeWalk.h"
      Args.front().Value.In == Space::Substituted)
#include "AST/TreeWalk.h"
    return Exprs.refuse(E->getOperatorLoc(),
#include "AST/TreeWalk.h"
                        "an assignment to an element by an operator that does "
#include "AST/TreeWalk.h"
                        "more than to copy members");
#include "AST/TreeWalk.h"
  addArguments(F, Operands.drop_front(), Args);
#include "AST/TreeWalk.h"
  return call(F, Args, E->getExprLoc());
#include "AST/TreeWalk.h"
}
#include "AST/TreeWalk.h"
