//===- CastLowering.cpp - Conversions in OpenCL C -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/CastLowering.h"
#include "Kernel/Lowering/BuiltinCalls.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace ompscan::plugin;

Piece CastLowering::lower(const CastExpr *E) {
  const Expr *Operand = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return Exprs.lower(Operand);
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return Exprs.lower(Operand, WantsLValue);
  case CK_ArrayToPointerDecay: {
    Piece Array = Exprs.lower(Operand, /*AsLValue=*/true);
    Piece Result(Array.Text);
    Result.To = Array.In;
    Result.Root = Array.Root;
    return Result;
  }
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexCast:
    return converted(Exprs.lower(Operand).Text, Operand->getType(),
                     E->getType(), E->getExprLoc());
  case CK_FloatingComplexToBoolean:
    return Exprs.condition(Operand);
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
    if (EmulatedType::of(Operand->getType(), Context))
      return Exprs.condition(Operand);
    return Piece(Exprs.lower(Operand).operand(prec::Relational) + " != 0",
                 prec::Equality);
  case CK_NullToPointer:
    return std::string("0");
  case CK_ToVoid:
    return "((void)" + Exprs.lower(Operand).Text + ")";
  case CK_BitCast:
    return pointerConversion(E);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return toBase(E);
  case CK_BaseToDerived:
    return toDerived(E);
  case CK_LValueToRValueBitCast:
    return bitCast(E);
  case CK_Dynamic:
    return Exprs.refuse(E->getExprLoc(), "'dynamic_cast'");
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return Exprs.refuse(E->getExprLoc(), "a pointer to a function");
  default:
    return Exprs.refuse(
        E->getExprLoc(),
        "this conversion from '" +
            Operand->getType().getAsString(Context.getPrintingPolicy()) +
            "' to '" + E->getType().getAsString(Context.getPrintingPolicy()) +
            "'");
  }
}

std::string CastLowering::converted(const std::string &Value, QualType From,
                                    QualType To, SourceLocation Loc) const {
  if (Context.hasSameUnqualifiedType(From, To))
    return Value;
  const std::string Type = M.Types.type(To, Loc);
  const auto Source = EmulatedType::of(From, Context);
  const auto Target = EmulatedType::of(To, Context);
  if (Source && Target && Source->isComplex() && Target->isComplex()) {
    const std::string Function = Type + "_of_" + Source->name();
    M.Functions.helper("static " + Type + " " + Function + "(const " +
                       Source->name() + " a) {\n  return " +
                       Target->from("(" + Target->real() + ")a.re",
                                    "(" + Target->real() + ")a.im") +
                       ";\n}\n");
    return Function + "(" + withoutParens(Value).str() + ")";
  }
  const std::string Real = Source ? Source->toReal(Value) : Value;
  if (!Target)
    return "((" + Type + ")" + Real + ")";
  if (!Target->isComplex() &&
      From->isSpecificBuiltinType(BuiltinType::Double)) {
    M.Functions.helper(Target->doubleDefinition());
    return Target->fromDouble(Real);
  }
  return Target->from("(" + Target->real() + ")" + Real);
}

Piece CastLowering::bitCast(const CastExpr *E) {
  // The bytes are copied: there is no as_type() for structures.
  M.Functions.helper(CopyBytes);
  QualType From = E->getSubExpr()->getType().getUnqualifiedType();
  std::string Type = M.Types.type(E->getType(), E->getExprLoc());
  std::string Size =
      std::to_string(Context.getTypeSizeInChars(E->getType()).getQuantity());
  std::string Target = "((__private " + Type + "[1]){0})";
  std::string Source =
      Exprs.temporary(Exprs.lower(E->getSubExpr()).Text, From, E->getExprLoc())
          .Pointer;
  return "(*(" + Type + " *)ompscan_copy(" + Target + ", " + Source + ", " +
         Size + "))";
}

/// Conversions to and from pointers to void and to bytes. Others would let a
/// program see an object as another type, which is undefined.
Piece CastLowering::pointerConversion(const CastExpr *E) {
  auto SeesBytes = [](QualType T) {
    return T->isPointerType() && (T->getPointeeType()->isVoidType() ||
                                  T->getPointeeType()->isCharType());
  };
  if (!SeesBytes(E->getType()) && !SeesBytes(E->getSubExpr()->getType()))
    return Exprs.refuse(E->getExprLoc(), "this conversion between pointers");
  Piece Operand = Exprs.lower(E->getSubExpr());
  Piece Result("((" +
               M.Types.declare(E->getType(), "", E->getExprLoc(), Operand.To) +
               ")" + Operand.Text + ")");
  Result.To = Operand.To;
  return Result;
}

Piece CastLowering::toBase(const CastExpr *E) {
  bool IsPointer = E->getType()->isPointerType();
  QualType T = E->getSubExpr()->getType();
  Piece Object = IsPointer ? dereference(Exprs.lower(E->getSubExpr()))
                           : Exprs.lower(E->getSubExpr(), WantsLValue);
  const CXXRecordDecl *Derived =
      (IsPointer ? T->getPointeeType() : T)->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Step : E->path()) {
    const CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    // The kernel has to know the base's structure.
    (void)M.Types.type(Step->getType().getUnqualifiedType(), E->getExprLoc());
    if (Base->isEmpty()) {
      // An empty base has no member; nothing reads through the pointer.
      QualType Pointer = Context.getPointerType(Step->getType());
      Object.Pointer =
          "((" + M.Types.declare(Pointer, "", E->getExprLoc(), Object.In) +
          ")" + address(Object) + ")";
      Object.Text = "(*" + Object.Pointer + ")";
    } else {
      StringRef Access = Object.Pointer.empty() ? "." : "->";
      Object.Text = (Object.Pointer.empty() ? Object.Text : Object.Pointer) +
                    Access.str() + M.Types.base(Derived, Base);
      Object.Pointer.clear();
    }
    Object.Binds = prec::Unknown;
    Derived = Base;
  }
  if (!IsPointer)
    return Object;
  return pointerTo(Object);
}

/// `static_cast<Derived &>(*this)`: the object around a base.
Piece CastLowering::toDerived(const CastExpr *E) {
  bool IsPointer = E->getType()->isPointerType();
  QualType T = IsPointer ? E->getType()->getPointeeType() : E->getType();
  Piece Base = Exprs.lower(E->getSubExpr(), /*AsLValue=*/!IsPointer);
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
           M.Types.declare(Context.getPointerType(Pointee), "", E->getExprLoc(),
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
