//===- LoweringCasts.cpp - Conversions in OpenCL C ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/LoweringExpr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace ompscan::plugin;

Piece ExprLowering::VisitCastExpr(const CastExpr *E) {
  const Expr *Operand = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return lower(Operand);
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return lower(Operand, WantsLValue);
  case CK_ArrayToPointerDecay: {
    Piece Array = lower(Operand, /*AsLValue=*/true);
    Piece Result(Array.Text);
    Result.To = Array.In;
    Result.Root = Array.Root;
    return Result;
  }
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
    return conversion(E);
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
    return Piece(lower(Operand).operand(prec::Relational) + " != 0",
                 prec::Equality);
  case CK_NullToPointer:
    return std::string("0");
  case CK_ToVoid:
    return "((void)" + lower(Operand).Text + ")";
  case CK_BitCast:
    return pointerConversion(E);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return toBase(E);
  case CK_BaseToDerived:
    return toDerived(E);
  case CK_LValueToRValueBitCast: {
    // Bytes are copied: no as_type() takes a structure.
    M.helper(CopyBytes);
    QualType From = Operand->getType().getUnqualifiedType();
    std::string Type = M.type(E->getType(), E->getExprLoc());
    std::string Size =
        std::to_string(Context.getTypeSizeInChars(E->getType()).getQuantity());
    std::string Target = "((__private " + Type + "[1]){0})";
    std::string Source =
        temporary(lower(Operand).Text, From, E->getExprLoc()).Pointer;
    return "(*(" + Type + " *)ompscan_copy(" + Target + ", " + Source + ", " +
           Size + "))";
  }
  case CK_Dynamic:
    M.refuse(E->getExprLoc(), "'dynamic_cast'");
    return {};
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    M.refuse(E->getExprLoc(), "a pointer to a function");
    return {};
  default:
    M.refuse(E->getExprLoc(),
             "this conversion from '" +
                 Operand->getType().getAsString(Context.getPrintingPolicy()) +
                 "' to '" +
                 E->getType().getAsString(Context.getPrintingPolicy()) + "'");
    return {};
  }
}

Piece ExprLowering::conversion(const CastExpr *E) {
  std::string Operand = lower(E->getSubExpr()).Text;
  return "((" + M.type(E->getType(), E->getExprLoc()) + ")" + Operand + ")";
}

/// Pointers to void and to bytes see the objects of the host as they are; other
/// views of an object are undefined on both sides.
Piece ExprLowering::pointerConversion(const CastExpr *E) {
  auto SeesBytes = [](QualType T) {
    return T->isPointerType() && (T->getPointeeType()->isVoidType() ||
                                  T->getPointeeType()->isCharType());
  };
  if (!SeesBytes(E->getType()) && !SeesBytes(E->getSubExpr()->getType())) {
    M.refuse(E->getExprLoc(), "this conversion between pointers");
    return {};
  }
  Piece Operand = lower(E->getSubExpr());
  Piece Result("((" + M.declare(E->getType(), "", E->getExprLoc(), Operand.To) +
               ")" + Operand.Text + ")");
  Result.To = Operand.To;
  return Result;
}

Piece ExprLowering::toBase(const CastExpr *E) {
  bool IsPointer = E->getType()->isPointerType();
  QualType T = E->getSubExpr()->getType();
  Piece Object = IsPointer ? dereference(lower(E->getSubExpr()))
                           : lower(E->getSubExpr(), WantsLValue);
  const CXXRecordDecl *Derived =
      (IsPointer ? T->getPointeeType() : T)->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Step : E->path()) {
    const CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    std::string Type =
        M.type(Step->getType().getUnqualifiedType(), E->getExprLoc());
    if (Base->isEmpty()) {
      // There is no member for it, and nothing in it to be touched.
      QualType Pointer = Context.getPointerType(Step->getType());
      Object.Pointer = "((" +
                       M.declare(Pointer, "", E->getExprLoc(), Object.In) +
                       ")" + address(Object) + ")";
      Object.Text = "(*" + Object.Pointer + ")";
    } else {
      StringRef Access = Object.Pointer.empty() ? "." : "->";
      Object.Text = (Object.Pointer.empty() ? Object.Text : Object.Pointer) +
                    Access.str() + M.base(Derived, Base);
      Object.Pointer.clear();
    }
    Object.Binds = prec::Unknown;
    Derived = Base;
  }
  if (!IsPointer)
    return Object;
  Piece Result(address(Object));
  Result.To = Object.In;
  Result.Root = Object.Root;
  return Result;
}

/// `static_cast<Derived &>(*this)`: the object around a base.
Piece ExprLowering::toDerived(const CastExpr *E) {
  bool IsPointer = E->getType()->isPointerType();
  QualType T = IsPointer ? E->getType()->getPointeeType() : E->getType();
  Piece Base = lower(E->getSubExpr(), /*AsLValue=*/!IsPointer);
  if (!IsPointer) {
    Piece Pointer(address(Base));
    Pointer.To = Base.In;
    Base = Pointer;
  }
  CharUnits Offset = CharUnits::Zero();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  SmallVector<const CXXBaseSpecifier *, 4> Path(E->path());
  for (const CXXBaseSpecifier *Step : llvm::reverse(Path)) {
    const CXXRecordDecl *Next = Step->getType()->getAsCXXRecordDecl();
    Offset += Context.getASTRecordLayout(Class).getBaseClassOffset(Next);
    Class = Next;
  }
  auto Cast = [&](QualType Pointee, const std::string &Text) {
    return "((" +
           M.declare(Context.getPointerType(Pointee), "", E->getExprLoc(),
                     Base.To) +
           ")" + Text + ")";
  };
  std::string Bytes = Cast(Context.UnsignedCharTy, Base.Text);
  Piece Result(Cast(T.getUnqualifiedType(),
                    Offset.isZero()
                        ? Base.Text
                        : "(" + Bytes + " - " +
                              std::to_string(Offset.getQuantity()) + ")"));
  Result.To = Base.To;
  return IsPointer ? Result : dereference(Result);
}
