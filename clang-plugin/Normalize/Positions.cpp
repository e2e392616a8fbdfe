//===- Positions.cpp - Places in arrays, and code about them --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Positions.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// An operand that may become part of a new node: a number instead of the
/// object that a reference to it needs.
static Expr *operand(const Expr *E) {
  const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E);
  return const_cast<Expr *>(Temporary &&
                                    E->getType()->isIntegralOrEnumerationType()
                                ? Temporary->getSubExpr()
                                : E);
}

Operation ompscan::plugin::operation(const Expr *E) {
  if (!E)
    return {};
  E = strip(E);
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    const auto Form = Rewritten->getDecomposedForm();
    return {Form.Opcode, operand(Form.LHS), operand(Form.RHS)};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return {Binary->getOpcode(), Binary->getLHS(), Binary->getRHS()};
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->isIncrementDecrementOp())
      return {Unary->isIncrementOp() ? BO_Add : BO_Sub, Unary->getSubExpr(),
              nullptr, /*IsIncrement=*/true};
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call)
    return {};
  const OverloadedOperatorKind Op = Call->getOperator();
  if (Op == OO_PlusPlus || Op == OO_MinusMinus)
    return {Op == OO_PlusPlus ? BO_Add : BO_Sub, operand(Call->getArg(0)),
            nullptr, /*IsIncrement=*/true};
  if (Call->getNumArgs() != 2 || Op == OO_Subscript || Op == OO_Call)
    return {};
  return {BinaryOperator::getOverloadedOpcode(Op), operand(Call->getArg(0)),
          operand(Call->getArg(1))};
}

bool ompscan::plugin::isContiguousIterator(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    return T->getPointeeType()->isObjectType();
  return isIterator(T);
}

QualType ompscan::plugin::targetOf(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return (Class ? Class->getTemplateArgs()[0].getAsType() : T)
      ->getPointeeType();
}

const Expr *ompscan::plugin::dereferenced(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? Unary->getSubExpr() : nullptr;
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  return Call && Call->getOperator() == OO_Star && Call->getNumArgs() == 1
             ? Call->getArg(0)
             : nullptr;
}

Operation ompscan::plugin::subscripted(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return {BO_Comma, operand(Subscript->getBase()),
            operand(Subscript->getIdx())};
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Subscript || Call->getNumArgs() != 2)
    return {};
  return {BO_Comma, operand(Call->getArg(0)), operand(Call->getArg(1))};
}

const Expr *ompscan::plugin::arrowed(const Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(strip(E));
  return Call && Call->getOperator() == OO_Arrow ? Call->getArg(0) : E;
}

NodeBuilder::NodeBuilder(Sema &S)
    : CodeBuilder(S), Type(S.Context.getPointerDiffType().getCanonicalType()) {}

const Expr *NodeBuilder::plain(const Expr *E) const {
  while (true) {
    E = stripImplicit(E);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
        Construct && Construct->getNumArgs() == 1) {
      E = Construct->getArg(0);
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->isCXXForRangeDecl())
      return E;
    // `__range1`
    if (Var && Var->isImplicit() && Var->getType()->isReferenceType() &&
        Var->getInit()) {
      E = Var->getInit();
      continue;
    }
    return E;
  }
}

/// The container, array or pointer whose begin or end \p E is; else null.
static const Expr *borderOf(const Expr *E, bool &IsEnd) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Function = Call ? Call->getDirectCallee() : nullptr;
  if (!Function || !Function->getIdentifier())
    return nullptr;
  const StringRef Name = Function->getName();
  IsEnd = Name == "end" || Name == "cend";
  if (!IsEnd && Name != "begin" && Name != "cbegin" && Name != "data")
    return nullptr;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    Object =
        Call->getNumArgs() == 0 ? Member->getImplicitObjectArgument() : nullptr;
  else if (Function->isInStdNamespace() && Call->getNumArgs() == 1)
    Object = Call->getArg(0);
  return Object;
}

std::optional<Position> NodeBuilder::position(const Expr *E,
                                              bool OfIterators) const {
  E = plain(E);
  if (const Expr *Array = dataContainer(E)) {
    Position Result;
    Result.Base = plain(Array);
    return Result;
  }
  bool IsEnd = false;
  if (const Expr *Object = borderOf(E, IsEnd)) {
    Object = plain(Object);
    if (!isContainer(Object->getType()) && !Object->getType()->isArrayType())
      return std::nullopt;
    Position Result;
    Result.Base = Object;
    Result.IsEnd = IsEnd;
    return Result;
  }
  const Operation Sum = operation(E);
  if (Sum.Right && (Sum.Kind == BO_Add || Sum.Kind == BO_Sub)) {
    const bool OnLeft = !Sum.Left->getType()->isIntegralOrEnumerationType();
    std::optional<Position> Result =
        position(OnLeft ? Sum.Left : Sum.Right, OfIterators);
    Expr *Offset = OnLeft ? Sum.Right : Sum.Left;
    if (!Result || !Offset->getType()->isIntegralOrEnumerationType())
      return std::nullopt;
    (Sum.Kind == BO_Add ? Result->Plus : Result->Minus).push_back(Offset);
    return Result;
  }
  // `&a[1]`
  if (const Expr *Object = addressedBy(E)) {
    const ElementAccess Element = elementAccess(Object, Context);
    if (!Element.Base)
      return std::nullopt;
    Position Result;
    Result.Base = Element.Base;
    if (Element.Index)
      Result.Plus.push_back(const_cast<Expr *>(Element.Index));
    return Result;
  }
  if (!E->getType()->isPointerType() && !E->getType()->isArrayType() &&
      !(OfIterators && isContiguousIterator(E->getType())))
    return std::nullopt;
  Position Result;
  Result.Base = E;
  return Result;
}

Expr *NodeBuilder::number(int64_t N) const {
  return integerLiteral(N, Type, Loc, Context);
}

Expr *NodeBuilder::compute(Expr *Left, BinaryOperatorKind Kind,
                           Expr *Right) const {
  const auto IsWide = [&](const Expr *E) {
    return E && E->getType()->isIntegralOrEnumerationType() &&
           Context.getTypeSize(E->getType()) > Context.getTypeSize(Type);
  };
  const QualType In =
      IsWide(Left) || IsWide(Right) ? QualType(Context.Int128Ty) : Type;
  auto Number = [&](Expr *E) {
    return E && E->getType()->isIntegralOrEnumerationType() &&
                   !BinaryOperator::isAssignmentOp(Kind)
               ? integer(E, In)
               : E;
  };
  return binary(Number(Left), Kind, Number(Right));
}

VarDecl *NodeBuilder::counter(StringRef Name, Expr *Init) const {
  auto *Var = VarDecl::Create(
      Context, S.CurContext, Loc, Loc, &Context.Idents.get(Name), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Var->setReferenced();
  Var->setIsUsed();
  Var->setInit(Init);
  return Var;
}

Expr *NodeBuilder::size(const Position &P) const {
  if (!P.IsEnd)
    return nullptr;
  auto *Base = const_cast<Expr *>(P.Base);
  if (const ConstantArrayType *Array =
          Context.getAsConstantArrayType(Base->getType()))
    return number(static_cast<int64_t>(Array->getSize().getZExtValue()));
  return callMember(Base, "size");
}

Expr *NodeBuilder::number(const Position &P, Expr *Size) const {
  Expr *Sum = Size;
  for (Expr *Next : P.Plus)
    Sum = Sum ? compute(Sum, BO_Add, Next) : integer(Next, Type);
  for (Expr *Next : P.Minus)
    Sum = compute(Sum ? Sum : number(0), BO_Sub, Next);
  return Sum;
}

Expr *NodeBuilder::pointer(Expr *E) const {
  return S.BuildOverloadedArrowExpr(/*S=*/nullptr, E, Loc).get();
}

Expr *NodeBuilder::element(const Expr *Base, Expr *Number) const {
  auto *Array = const_cast<Expr *>(Base);
  if (!Number)
    return nullptr;
  if (!isArrayClass(Base->getType()))
    return S.CreateBuiltinArraySubscriptExpr(Array, Loc, Number, Loc).get();
  Expr *Subscript[] = {integer(
      Number, isIterator(Base->getType()) ? Type : Context.getSizeType())};
  return S.CreateOverloadedArraySubscriptExpr(Loc, Loc, Array, Subscript).get();
}
