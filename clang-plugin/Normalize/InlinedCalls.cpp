//===- InlinedCalls.cpp - Calls and what they return ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InlinedCalls.h"
#include "AST/ComplexNumbers.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Normalize/Captures.h"
#include "Normalize/ReturnedValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isNamedObject(const Expr *Object) {
  Object = stripImplicit(Object);
  while (const auto *Member = dyn_cast<MemberExpr>(Object)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return false;
    Object = stripImplicit(Member->getBase());
  }
  return isa<CXXThisExpr>(Object) || variableOf(Object);
}

/// The definition of \p F, which is instantiated if necessary; null if there is
/// none.
static const FunctionDecl *definitionOf(const FunctionDecl &F,
                                        SourceLocation Loc, Sema &S) {
  if (!F.getDefinition() && F.getTemplateInstantiationPattern())
    S.InstantiateFunctionDefinition(Loc, const_cast<FunctionDecl *>(&F),
                                    /*Recursive=*/true);
  return F.getDefinition();
}

/// Whether the body of the function that \p Call calls is one expression.
static bool returnsExpression(const CallExpr &Call, Sema &S) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition =
      Callee ? definitionOf(*Callee, Call.getExprLoc(), S) : nullptr;
  return Definition &&
         returnedValue(
             *Definition, [](const Expr *) { return nullptr; }, S.Context);
}

bool ompscan::plugin::isPlainNumber(const Expr *E, Sema &S) {
  return isNumber(E->getType()) && !changesAnything(E) &&
         !anyOf(E, [&](const Expr *Sub) {
           return isa<MaterializeTemporaryExpr>(Sub) ||
                  Sub->getType().isVolatileQualified() ||
                  (isa<CallExpr>(Sub) && !elementAccess(Sub, S.Context).Base &&
                   Sub->HasSideEffects(S.Context) && !inlinedCall(Sub, S) &&
                   !returnsExpression(*cast<CallExpr>(Sub), S));
         });
}

namespace {

/// Inlines one call.
class Inliner {
public:
  /// \p Object is that of a method; null if the body does not need it.
  Inliner(const CallExpr &Call, const FunctionDecl &Callee, Expr *Object,
          Sema &S)
      : Call(Call), Callee(Callee),
        Method(Object ? cast<CXXMethodDecl>(&Callee) : nullptr), Object(Object),
        S(S), Context(S.Context), First(isa<CXXOperatorCallExpr>(Call)),
        IsLambda(Method && Method->getParent()->isLambda()) {}

  /// The value that the call returns; null if it stays a call.
  Expr *run();
  /// The value that the call returns, if that is an element of a member or the
  /// call is that of a lambda; else null.
  Expr *runAccessor();

private:
  bool isInlinable() const;
  Expr *argument(const ParmVarDecl &Parameter) const;
  Expr *replaced(const Expr *E) const;
  bool isComplete(const Expr *E) const;

  const CallExpr &Call;
  const FunctionDecl &Callee;
  const CXXMethodDecl *const Method;
  Expr *const Object;
  Sema &S;
  ASTContext &Context;
  /// The number of the first argument in the call.
  const unsigned First;
  /// Whether the object is the closure of a lambda.
  const bool IsLambda;
  std::optional<Captures> Captured;
};

} // namespace

/// The value of the temporary that \p E is; \p E itself if it is none.
static Expr *withoutTemporary(Expr *E) {
  auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E);
  return Temporary ? Temporary->getSubExpr() : E;
}

bool ompscan::plugin::evaluatesOnce(const FunctionDecl &F,
                                    const ParmVarDecl &Parameter) {
  unsigned Uses = 0;
  bool IsConditional = false;
  forEachNode(F.getBody(), [&](const Stmt *Node) {
    const auto *Binary = dyn_cast<BinaryOperator>(Node);
    IsConditional |= isa<AbstractConditionalOperator>(Node) ||
                     (Binary && Binary->isLogicalOp());
    const auto *E = dyn_cast<DeclRefExpr>(Node);
    Uses += E && E->getDecl() == &Parameter;
    return true;
  });
  return Uses == 1 && !IsConditional;
}

/// Whether the arguments can take the place of the parameters. One may count,
/// as in `at(k++)`, where it is evaluated once.
bool Inliner::isInlinable() const {
  if (Call.getNumArgs() - First != Callee.getNumParams())
    return false;
  for (const ParmVarDecl *Parameter : Callee.parameters()) {
    const QualType Type = Parameter->getType();
    const Expr *Value = withoutTemporary(argument(*Parameter));
    if (Type->isReferenceType() &&
        !Type.getNonReferenceType().isConstQualified())
      return false;
    const auto *Count = dyn_cast<UnaryOperator>(stripImplicit(Value));
    const bool Counts = Count && Count->isIncrementDecrementOp() &&
                        isPlainNumber(Count->getSubExpr(), S);
    if (Counts
            ? Callee.getNumParams() != 1 || !evaluatesOnce(Callee, *Parameter)
            : !isPlainNumber(Value, S))
      return false;
  }
  return true;
}

/// The argument of the call for \p Parameter.
Expr *Inliner::argument(const ParmVarDecl &Parameter) const {
  return const_cast<Expr *>(
      Call.getArg(First + Parameter.getFunctionScopeIndex()));
}

/// The replacement of \p E of the method's body; null if it stays.
Expr *Inliner::replaced(const Expr *E) const {
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && Object && !IsLambda && isa<CXXThisExpr>(Member->getBase()) &&
      isa<FieldDecl>(Member->getMemberDecl()))
    return MemberExpr::CreateImplicit(
        Context, Object, Object->getType()->isPointerType(),
        Member->getMemberDecl(), Member->getType(), VK_LValue,
        Member->getObjectKind());
  // The value of a parameter, or the object that it refers to. A reference to
  // const sees an object with the value.
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  const bool IsConst = Cast && Cast->getCastKind() == CK_NoOp &&
                       Cast->getType().isConstQualified();
  const Expr *Named =
      IsConst || (Cast && Cast->getCastKind() == CK_LValueToRValue)
          ? Cast->getSubExpr()->IgnoreParens()
          : E;
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(variableOf(Named));
  if (Parameter && Parameter->getDeclContext() == &Callee) {
    Expr *Argument = argument(*Parameter);
    Expr *const Value = withoutTemporary(Argument);
    const bool IsReference = Parameter->getType()->isReferenceType() &&
                             (IsConst || Value == Argument);
    if (IsReference == (Named != E))
      return nullptr;
    Argument = Value;
    if (IsConst)
      return new (Context) MaterializeTemporaryExpr(
          Cast->getType(), Argument, /*BoundToLvalueReference=*/true);
    return new (Context)
        ParenExpr(Argument->getBeginLoc(), Argument->getEndLoc(), Argument);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Captured ? Captured->replaced(*Ref) : nullptr;
}

/// Whether nothing of the method is left over in \p E: neither its own `this`
/// nor variables.
bool Inliner::isComplete(const Expr *E) const {
  return !anyOf(E, [&](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return (isa<CXXThisExpr>(Sub) && Object && !IsLambda &&
            !isa<CXXThisExpr>(stripImplicit(Object))) ||
           (Var && Var->hasLocalStorage() && Var->getDeclContext() == &Callee);
  });
}

Expr *Inliner::run() {
  if (IsLambda)
    Captured = Captures::find(*Method, *Object, Context);
  if ((IsLambda && !Captured) || !isInlinable())
    return nullptr;
  Expr *Value = returnedValue(
      Callee, [&](const Expr *E) { return replaced(E); }, Context);
  if (!Value || !isComplete(Value))
    return nullptr;
  const QualType Type = Call.getType();
  if (Value->isLValue() && Type.isConstQualified() &&
      !Value->getType().isConstQualified())
    return convertTo(Type, CK_NoOp, Value, Context, VK_LValue);
  return Value;
}

Expr *Inliner::runAccessor() {
  Expr *Value = run();
  const bool IsAccess =
      Value && (IsLambda || anyOf(Value, [&](const Expr *Sub) {
                  const Expr *Base = elementAccess(Sub, Context).Base;
                  return Base && isa<MemberExpr>(Base);
                }));
  return IsAccess ? Value : nullptr;
}

/// The operation that \p Call of an object of <functional> makes; null if it
/// makes none of two numbers.
static Expr *operationOf(const CXXOperatorCallExpr &Call, Sema &S) {
  const auto *Method = cast<CXXMethodDecl>(Call.getDirectCallee());
  const CXXRecordDecl *Class = Method->getParent();
  if (!Class->isInStdNamespace() || !Class->getIdentifier() ||
      Call.getNumArgs() != 3)
    return nullptr;
  const BinaryOperatorKind Kind =
      llvm::StringSwitch<BinaryOperatorKind>(Class->getName())
          .Case("plus", BO_Add)
          .Case("minus", BO_Sub)
          .Case("multiplies", BO_Mul)
          .Case("bit_and", BO_And)
          .Case("bit_or", BO_Or)
          .Case("bit_xor", BO_Xor)
          .Default(BO_Comma);
  auto *Left = withoutTemporary(const_cast<Expr *>(Call.getArg(1)));
  auto *Right = withoutTemporary(const_cast<Expr *>(Call.getArg(2)));
  if (Kind == BO_Comma || !isNumber(Left->getType()) ||
      !isNumber(Right->getType()))
    return nullptr;
  const SourceLocation Loc = Call.getExprLoc();
  Expr *Operation = S.BuildBinOp(/*S=*/nullptr, Loc, Kind, Left, Right).get();
  // Objects for narrow types convert the result.
  return Operation && S.Context.hasSameUnqualifiedType(Operation->getType(),
                                                       Call.getType())
             ? Operation
             : nullptr;
}

/// Whether the body of the function object that \p Call calls can take the
/// place of the call. \p Object becomes the object if the body needs it.
static bool isPlainObject(const CXXOperatorCallExpr &Call, bool UsesObject,
                          Expr *&Object) {
  const CXXRecordDecl *Class =
      cast<CXXMethodDecl>(Call.getDirectCallee())->getParent();
  if (Class->isLambda()) // DirectForm has replaced what others capture.
    return Class->captures_begin() == Class->captures_end();
  auto *Called = const_cast<Expr *>(Call.getArg(0));
  Object = UsesObject ? Called : nullptr;
  return UsesObject ? isNamedObject(Called) : !changesAnything(Called);
}

Expr *ompscan::plugin::valueOfCall(const CallExpr &Call, Sema &S) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || Callee->isVariadic() || isLibraryFunction(*Callee))
    return nullptr;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  const bool IsObject = Operator && Operator->getOperator() == OO_Call;
  if (IsObject)
    if (Expr *Operation = operationOf(*Operator, S))
      return Operation;
  if (isa<CXXMethodDecl>(Callee) ? !IsObject : Callee->isInStdNamespace())
    return nullptr;
  const FunctionDecl *Definition = definitionOf(*Callee, Call.getExprLoc(), S);
  if (!Definition)
    return nullptr;
  bool UsesObject = false;
  forEachNode(Definition->getBody(), [&](const Stmt *Node) {
    UsesObject |= isa<CXXThisExpr>(Node);
    return true;
  });
  Expr *Object = nullptr;
  if (IsObject && !isPlainObject(*Operator, UsesObject, Object))
    return nullptr;
  return Inliner(Call, *Definition, Object, S).run();
}

Expr *ompscan::plugin::inlinedCall(const Expr *E, Sema &S) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method || !Method->isInstance() || Method->isVirtual() ||
      Method->isInStdNamespace())
    return nullptr;
  const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(Call);
  if (!MemberCall && !isa<CXXOperatorCallExpr>(Call))
    return nullptr;
  auto *Object = const_cast<Expr *>(
      MemberCall ? MemberCall->getImplicitObjectArgument() : Call->getArg(0));
  if (isContainer(Object->getType()) || isIterator(Object->getType()) ||
      !isNamedObject(Object))
    return nullptr;
  const FunctionDecl *Definition = definitionOf(*Method, Call->getExprLoc(), S);
  return Definition ? Inliner(*Call, *Definition, Object, S).runAccessor()
                    : nullptr;
}
