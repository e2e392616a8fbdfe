//===- ExprLowering.cpp - Expressions in OpenCL C -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/ExprLowering.h"
#include "AST/Arithmetic.h"
#include "AST/Expressions.h"
#include "Kernel/Lowering/CallLowering.h"
#include "Kernel/Lowering/CastLowering.h"
#include "Kernel/Lowering/CharacterCalls.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/EvaluationOrder.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Kernel/Lowering/ObjectLowering.h"
#include "Kernel/Lowering/StmtLowering.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

Piece ExprLowering::lower(const Expr *E, bool AsLValue) {
  if (M.hasFailed())
    return {};
  M.use(E->getType());
  if (Substitute) {
    if (std::optional<std::string> Text = Substitute(E)) {
      Piece Result(*Text, Space::Substituted);
      Result.To = Space::Substituted;
      Result.Root = *Text;
      return Result;
    }
  }
  if (E->isGLValue() && E->getType().isVolatileQualified())
    return refuse(E->getExprLoc(), "access to a volatile object");
  M.follow(rulesOf(*E, IsPlace, Context));
  llvm::SaveAndRestore Wanted(WantsLValue, AsLValue);
  return Visit(E);
}

Piece ExprLowering::condition(const Expr *E) {
  Piece Value = lower(E);
  if (const auto Number = EmulatedType::of(E->getType(), Context))
    return Number->isNonZero(withoutParens(Value.Text));
  return E->getType()->isRealFloatingType()
             ? Piece(Value.operand(prec::Relational) + " != 0", prec::Equality)
             : Value;
}

std::string ExprLowering::counting(const Expr *E) {
  llvm::SaveAndRestore Place(IsPlace, true);
  return discarded(E);
}

std::string ExprLowering::discarded(const Expr *E) {
  llvm::SaveAndRestore Wanted(WantsLValue, false);
  if (const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParens());
      U && U->isIncrementDecrementOp() && !(Substitute && Substitute(U)))
    return withoutParens(increment(U, /*IsDiscarded=*/true).Text).str();
  Piece P = lower(E);
  return withoutParens(P.Pointer.empty() ? P.Text : P.Pointer).str();
}

/// Completes "... is not supported in a scan loop" for a kind of expression
/// without a counterpart.
static StringRef refusal(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::CXXStdInitializerListExprClass:
    return "a braced list of values (std::initializer_list)";
  case Stmt::CXXNewExprClass:
    return "'new'";
  case Stmt::CXXDeleteExprClass:
    return "'delete'";
  case Stmt::CXXThrowExprClass:
    return "an exception";
  case Stmt::CXXTypeidExprClass:
    return "'typeid'";
  case Stmt::VAArgExprClass:
    return "a variable argument";
  case Stmt::AtomicExprClass:
    return "an atomic operation";
  default:
    return "this expression";
  }
}

Piece ExprLowering::VisitExpr(const Expr *E) {
  if (isa<InitListExpr, CXXParenListInitExpr, CompoundLiteralExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr,
          MaterializeTemporaryExpr, CXXConstructExpr, CXXInheritedCtorInitExpr,
          CXXDefaultInitExpr, LambdaExpr>(E))
    return ObjectLowering(*this, WantsLValue).Visit(E);
  Expr::EvalResult Result;
  if (isa<UnaryExprOrTypeTraitExpr, OffsetOfExpr, TypeTraitExpr, SizeOfPackExpr,
          CXXNoexceptExpr, RequiresExpr, ConceptSpecializationExpr>(E) &&
      E->EvaluateAsRValue(Result, Context) && !Result.HasSideEffects)
    return M.Constants.initializer(Result.Val, E->getType(), E->getExprLoc());
  return refuse(E->getBeginLoc(), refusal(E));
}

Piece ExprLowering::VisitPseudoObjectExpr(const PseudoObjectExpr *E) {
  // A call for which `declare variant` has another function.
  const auto *Call = dyn_cast_or_null<CallExpr>(E->getResultExpr());
  return Call && E->getNumSemanticExprs() == 1 ? lower(Call) : VisitExpr(E);
}

Piece ExprLowering::VisitConstantExpr(const ConstantExpr *E) {
  // The call of a consteval function has only its value.
  if (E->isImmediateInvocation() && E->hasAPValueResult() &&
      E->getType()->isScalarType())
    return M.Constants.initializer(E->getAPValueResult(), E->getType(),
                                   E->getExprLoc());
  return VisitFullExpr(E);
}

/// An array, because braces around a value initialise the first member of a
/// structure.
static Piece objectOf(const std::string &Type, StringRef Value) {
  return dereference(Piece("((__private " + Type + "[1]){" +
                           withoutParens(Value).str() + "})"));
}

Piece ExprLowering::temporary(const std::string &Value, QualType T,
                              SourceLocation Loc) {
  return objectOf(M.Types.type(T, Loc), Value);
}

Piece ExprLowering::bytesOf(const std::string &Place, QualType T,
                            SourceLocation Loc) {
  return objectOf(M.Types.placeType(T, Loc), Place);
}

Piece ExprLowering::VisitDeclRefExpr(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (const auto *Constant = dyn_cast<EnumConstantDecl>(D))
    return M.Constants.integer(Constant->getInitVal(), E->getType(),
                               E->getLocation());
  if (const auto *Binding = dyn_cast<BindingDecl>(D))
    return lower(Binding->getBinding(), WantsLValue);

  auto Local = Scope.Variables.find(D);
  if (Local != Scope.Variables.end()) {
    Piece Result(Local->second.Name);
    Result.To = Local->second.To;
    return D->getType()->isReferenceType() ? dereference(Result) : Result;
  }
  if (const FieldDecl *Capture = Scope.Captures.lookup(D))
    return member(dereference(*Scope.This), Capture);
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return refuse(E->getLocation(), "a pointer to a function or member");
  std::optional<std::string> Text = M.Constants.constant(V, E->getLocation());
  if (!Text) {
    M.error(E->getLocation(), Diag::err_device_variable, V);
    return {};
  }
  if (!V->getType()->isScalarType())
    return Piece(*Text, Space::Constant);
  return WantsLValue ? temporary(*Text, V->getType(), E->getLocation())
                     : Piece(*Text);
}

Piece ExprLowering::VisitCXXThisExpr(const CXXThisExpr *E) {
  if (Scope.This)
    return *Scope.This;
  return refuse(E->getLocation(), "'this'");
}

Piece ExprLowering::VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
  auto Known = Scope.Opaque.find(E);
  if (Known != Scope.Opaque.end())
    return Known->second;
  return lower(E->getSourceExpr(), WantsLValue);
}

Piece ExprLowering::member(const Piece &Object, const FieldDecl *Field) {
  return M.Types.isWholeNumber(Field) ? Object
                                      : part(Object, M.Types.field(Field));
}

/// Whether \p E has effects beyond its value. The operator of a container that
/// names an element is a call, and has none.
static bool hasEffects(const Expr *E, const ASTContext &Context) {
  const ElementAccess Element = elementAccess(E, Context);
  if (!Element.Base)
    return E->HasSideEffects(Context);
  return Element.Base->HasSideEffects(Context) ||
         (Element.Index && Element.Index->HasSideEffects(Context));
}

Piece ExprLowering::VisitMemberExpr(const MemberExpr *E) {
  const ValueDecl *D = E->getMemberDecl();
  if (const auto *Constant = dyn_cast<EnumConstantDecl>(D))
    return M.Constants.integer(Constant->getInitVal(), E->getType(),
                               E->getExprLoc());
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (std::optional<std::string> Text =
            M.Constants.constant(V, E->getExprLoc()))
      return Piece(*Text, V->getType()->isScalarType() ? Space::Private
                                                       : Space::Constant);
    M.error(E->getExprLoc(), Diag::err_device_variable, V);
    return {};
  }
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field)
    return VisitExpr(E);

  if (M.Types.refusesUse(Field, E->getMemberLoc()))
    return {};
  const Expr *Base = E->getBase();
  Piece Object =
      E->isArrow() ? dereference(lower(Base)) : lower(Base, WantsLValue);
  QualType Record =
      E->isArrow() ? Base->getType()->getPointeeType() : Base->getType();
  M.Types.placeType(Record.getUnqualifiedType(), E->getExprLoc());
  if (!Field->isBitField())
    return member(Object, Field);
  if (WantsLValue || hasEffects(Base, Context))
    return refuse(E->getExprLoc(), "this use of a bit-field");
  return M.Types.bitField(
      Field, Object.Pointer.empty() ? Object.Text + "." : Object.Pointer + "->",
      E->getExprLoc());
}

Piece ExprLowering::VisitArraySubscriptExpr(const ArraySubscriptExpr *E) {
  if (const std::optional<CharacterTable> Table = characterTable(E->getBase()))
    return lowerCharacterAccess(*Table, E->getIdx(), *this);
  Piece Base = lower(E->getBase());
  llvm::SaveAndRestore Place(IsPlace, true);
  Piece Index = lower(E->getIdx());
  Piece Result(Base.Text + "[" + withoutParens(Index.Text).str() + "]",
               Base.To);
  Result.Root = Base.Root;
  return Result;
}

Piece ExprLowering::assigned(const Expr *Target, const Expr *Value,
                             std::string &First) {
  Piece Result = lower(Value);
  // `i = i++ + 1` has a meaning in C++17 and none in C.
  bool ChangesTarget = Scope.Function && Context.getLangOpts().CPlusPlus17 &&
                       changesTarget(Value, Target);
  if (!ChangesTarget &&
      !dependsOnOrder(Target, Value, Context, !Scope.Function))
    return Result;
  if (!Scope.Function)
    return refuse(Target->getExprLoc(),
                  "an assignment whose sides have effects on each other");
  std::string Name = Scope.name("value");
  Scope.Temporaries.push_back(
      M.Types.declare(Value->getType().getUnqualifiedType(), Name,
                      Value->getExprLoc(), Result.To));
  First = Name + " = " + withoutParens(Result.Text).str() + ", ";
  Result.Text = Name;
  Result.Binds = prec::Unknown;
  return Result;
}

Piece ExprLowering::assignment(const std::string &Effect, const Piece &Object,
                               const Expr *Target, bool AsLValue) {
  if (!AsLValue)
    return "(" + Effect + ")";
  if (Target->HasSideEffects(Context))
    return refuse(Target->getExprLoc(),
                  "the use of an assignment to this operand as an lvalue");
  Piece Pointer("(" + Effect + ", " + address(Object) + ")");
  Pointer.To = Object.In;
  Pointer.Root = Object.Root;
  return dereference(Pointer);
}

/// Whether \p T is an integer type of 32 bits.
static bool isWord(QualType T, const ASTContext &Context) {
  return T->isIntegerType() && Context.getTypeSize(T) == 32;
}

Piece ExprLowering::VisitUnaryOperator(const UnaryOperator *E) {
  const Expr *Operand = E->getSubExpr();
  const auto Number = EmulatedType::of(Operand->getType(), Context);
  switch (E->getOpcode()) {
  case UO_Real:
  case UO_Imag: {
    const bool IsReal = E->getOpcode() == UO_Real;
    Piece Result = lower(Operand, WantsLValue);
    if (Operand->getType()->isAnyComplexType())
      Result = part(Result, IsReal ? "re" : "im");
    else if (!IsReal)
      return ObjectLowering(*this, WantsLValue)
          .zero(E->getType(), E->getExprLoc());
    return Result;
  }
  case UO_Extension:
    return lower(Operand, WantsLValue);
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
    if (const std::string Wraps =
            E->getOpcode() == UO_Minus ? wrapping(BO_Sub, E->getType(), E) : "";
        !Wraps.empty())
      return wrapped("0 - " + Wraps + lower(Operand).Text, E);
    if (Number && E->getOpcode() != UO_Plus) {
      const std::string Value = lower(Operand).Text;
      return E->getOpcode() == UO_Minus
                 ? Number->negative(Value)
                 : Number->name() + "_conj(" + Value + ")";
    }
    if (E->getOpcode() == UO_Minus && isWord(E->getType(), Context) &&
        !E->isEvaluatable(Context))
      return std::string("OMPSCAN_NEGATED(") +
             (E->getType()->isSignedIntegerType() ? "int, " : "uint, ") +
             lower(Operand).Text + ")";
    return "(" + UnaryOperator::getOpcodeStr(E->getOpcode()).str() +
           lower(Operand).Text + ")";
  case UO_LNot:
    return "(!" + condition(Operand).Text + ")";
  case UO_Deref:
    return dereference(lower(Operand));
  case UO_AddrOf: {
    if (E->getType()->isMemberPointerType())
      return refuse(E->getOperatorLoc(), "a pointer to a member");
    Piece Object = lower(Operand, /*AsLValue=*/true);
    Piece Result = pointerTo(Object);
    Result.Object = Object.Pointer.empty() ? Object.Text : "";
    return Result;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return increment(E, /*IsDiscarded=*/false);
  default:
    return VisitExpr(E);
  }
}

Piece ExprLowering::increment(const UnaryOperator *E, bool IsDiscarded) {
  const Expr *Target = E->getSubExpr();
  if (EmulatedType::of(Target->getType(), Context))
    return refuse(E->getOperatorLoc(), "'++' or '--' of such a number");
  Piece Object = lower(Target, /*AsLValue=*/true);
  std::string Operator = UnaryOperator::getOpcodeStr(E->getOpcode()).str();
  if (Target->getType()->isBooleanType()) {
    // A bool stays true, and wraps below false; uchar would not.
    bool IsKept = E->isPostfix() && !IsDiscarded;
    if (Target->HasSideEffects(Context) || (IsKept && E->isIncrementOp()))
      return refuse(E->getOperatorLoc(),
                    "this use of '" + Operator + "' on a bool");
    std::string Effect =
        Object.Text + " = " + (E->isIncrementOp() ? "1" : "!" + Object.Text);
    return IsKept ? Piece("(!(" + Effect + "))")
                  : assignment(Effect, Object, Target, WantsLValue);
  }
  const QualType Type = Target->getType();
  if (Context.getTypeSize(Type) >= Context.getTypeSize(Context.IntTy))
    if (const std::string Wraps = wrapping(BO_Add, Type, E); !Wraps.empty()) {
      const std::string Effect =
          Object.Text + (E->isIncrementOp() ? " += " : " -= ") + Wraps + "1";
      return E->isPrefix() || IsDiscarded
                 ? assignment(Effect, Object, Target, WantsLValue)
                 : wrapped(Wraps + "(" + Effect + ")" +
                               (E->isIncrementOp() ? " - 1" : " + 1"),
                           E);
    }
  Piece Result = E->isPostfix() ? Piece("(" + Object.Text + Operator + ")")
                                : assignment(Operator + Object.Text, Object,
                                             Target, WantsLValue);
  Result.To = Object.To;
  return Result;
}

/// A cast to the unsigned type in which \p E, an \p Op of the type \p T, has to
/// be computed since it wraps around (-fwrapv). No OpenCL compiler has such an
/// option. An empty string where the type itself will do.
std::string ExprLowering::wrapping(BinaryOperatorKind Op, QualType T,
                                   const Expr *E) {
  if (!Context.getLangOpts().isSignedOverflowDefined() || !mayOverflow(Op, T))
    return "";
  if (const auto *Enum = T->getAs<EnumType>())
    T = Enum->getDecl()->getIntegerType();
  return "(" +
         M.Types.type(Context.getCorrespondingUnsignedType(T),
                      E->getExprLoc()) +
         ")";
}

/// \p Unsigned as a value of the type of \p E.
Piece ExprLowering::wrapped(const std::string &Unsigned, const Expr *E) {
  return "((" +
         M.Types.type(E->getType().getUnqualifiedType(), E->getExprLoc()) +
         ")(" + Unsigned + "))";
}

/// The precedence of \p Op, which is no assignment.
static prec::Level precedence(BinaryOperatorKind Op) {
  if (BinaryOperator::isMultiplicativeOp(Op))
    return prec::Multiplicative;
  if (BinaryOperator::isAdditiveOp(Op))
    return prec::Additive;
  if (BinaryOperator::isShiftOp(Op))
    return prec::Shift;
  if (BinaryOperator::isRelationalOp(Op))
    return prec::Relational;
  if (BinaryOperator::isEqualityOp(Op))
    return prec::Equality;
  switch (Op) {
  case BO_And:
    return prec::And;
  case BO_Xor:
    return prec::ExclusiveOr;
  case BO_Or:
    return prec::InclusiveOr;
  case BO_LAnd:
    return prec::LogicalAnd;
  case BO_LOr:
    return prec::LogicalOr;
  default:
    llvm_unreachable("an operator with an effect");
  }
}

Piece ExprLowering::VisitBinaryOperator(const BinaryOperator *E) {
  const Expr *LHS = E->getLHS(), *RHS = E->getRHS();
  if (E->getOpcode() == BO_Cmp || E->isPtrMemOp())
    return VisitExpr(E);
  if (E->getOpcode() == BO_Comma) {
    std::string Effect = discarded(LHS);
    if (WantsLValue && E->isGLValue()) {
      Piece Object = lower(RHS, /*AsLValue=*/true);
      Piece Pointer("(" + Effect + ", " + address(Object) + ")");
      Pointer.To = Object.In;
      return dereference(Pointer);
    }
    Piece Value = lower(RHS);
    Piece Result(Effect + ", " + Value.Text, prec::Comma);
    Result.In = Value.In;
    Result.To = Value.To;
    Result.Root = Value.Root;
    return Result;
  }
  if (E->getOpcode() == BO_Assign) {
    std::string First;
    Piece Value = assigned(LHS, RHS, First);
    Piece Object = lower(LHS, /*AsLValue=*/true);
    if (E->getType()->isPointerType() && Object.To != Value.To)
      M.refuse(E->getOperatorLoc(), "a pointer to different address spaces");
    Piece Result = assignment(First + Object.Text + " = " +
                                  withoutParens(Value.Text).str(),
                              Object, LHS, WantsLValue);
    Result.To = Object.To;
    return Result;
  }
  if (EmulatedType::takes(E->getOpcode()) &&
      (EmulatedType::of(LHS->getType(), Context) ||
       EmulatedType::of(RHS->getType(), Context)))
    return emulated(E->getOpcode(), lower(LHS).Text, LHS->getType(),
                    lower(RHS).Text, RHS->getType());
  const bool IsLogical = E->isLogicalOp();
  llvm::SaveAndRestore Place(IsPlace, IsPlace || E->getType()->isPointerType());
  Piece Left = IsLogical ? condition(LHS) : lower(LHS);
  Piece Right = IsLogical ? condition(RHS) : lower(RHS);
  if (const std::string Wraps = wrapping(E->getOpcode(), E->getType(), E);
      !Wraps.empty())
    return wrapped(Wraps + Left.Text + " " + E->getOpcodeStr().str() + " " +
                       Wraps + Right.Text,
                   E);
  if (E->isRelationalOp() && LHS->getType()->isPointerType() &&
      compat::definesPointerOverflow(Context.getLangOpts()))
    return refuse(E->getOperatorLoc(),
                  "a comparison of pointers that may wrap around");
  // Operators of the same precedence group from the left to the right. Clang 22
  // takes `a < b < c` for an error.
  const prec::Level Level = precedence(E->getOpcode());
  const auto Next = static_cast<prec::Level>(Level + 1);
  Piece Result(Left.operand(E->isRelationalOp() ? Next : Level) + " " +
                   E->getOpcodeStr().str() + " " + Right.operand(Next),
               Level);
  if (E->getType()->isPointerType())
    Result.To = LHS->getType()->isPointerType() ? Left.To : Right.To;
  else if (LHS->getType()->isPointerType() && E->isAdditiveOp())
    Result = "((" + M.Types.type(E->getType(), E->getOperatorLoc()) + ")" +
             Result.Text + ")";
  return Result;
}

Piece ExprLowering::VisitCompoundAssignOperator(
    const CompoundAssignOperator *E) {
  const Expr *LHS = E->getLHS();
  std::string First;
  Piece Value = assigned(LHS, E->getRHS(), First);
  Piece Object = lower(LHS, /*AsLValue=*/true);
  Piece Result;
  if (EmulatedType::of(LHS->getType(), Context) ||
      EmulatedType::of(E->getComputationLHSType(), Context)) {
    if (hasEffects(LHS, Context))
      return refuse(E->getOperatorLoc(), "this assignment to such a number");
    const CastLowering Casts(*this);
    const QualType Type = LHS->getType().getUnqualifiedType();
    const Piece Combined = emulated(
        BinaryOperator::getOpForCompoundAssignment(E->getOpcode()),
        Casts.converted(Object.Text, Type, E->getComputationLHSType(),
                        E->getOperatorLoc()),
        E->getComputationLHSType(), Value.Text, E->getRHS()->getType());
    Result = assignment(First + Object.Text + " = " +
                            Casts.converted(Combined.Text,
                                            E->getComputationResultType(), Type,
                                            E->getOperatorLoc()),
                        Object, LHS, WantsLValue);
  } else if (LHS->getType()->isBooleanType()) {
    if (LHS->HasSideEffects(Context))
      return refuse(E->getOperatorLoc(), "this assignment to a bool");
    // The sum of two uchar may wrap to 0; the sum of two bool is true.
    StringRef Operator = BinaryOperator::getOpcodeStr(
        BinaryOperator::getOpForCompoundAssignment(E->getOpcode()));
    std::string Type =
        M.Types.type(E->getComputationLHSType(), E->getOperatorLoc());
    Result =
        assignment(First + Object.Text + " = (((" + Type + ")" + Object.Text +
                       ") " + Operator.str() + " " + Value.Text + ") != 0",
                   Object, LHS, WantsLValue);
  } else {
    // An unsigned operand makes the operation unsigned.
    const std::string Wraps =
        wrapping(E->getOpcode(), E->getComputationResultType(), E);
    Result = assignment(
        First + Object.Text + " " + E->getOpcodeStr().str() + " " + Wraps +
            (Wraps.empty() ? withoutParens(Value.Text).str() : Value.Text),
        Object, LHS, WantsLValue);
  }
  Result.To = Object.To;
  return Result;
}

Piece ExprLowering::VisitConditionalOperator(const ConditionalOperator *E) {
  bool AsLValue = WantsLValue && E->isGLValue();
  Piece Condition = condition(E->getCond());
  Piece True = lower(E->getTrueExpr(), AsLValue);
  Piece False = lower(E->getFalseExpr(), AsLValue);
  if (E->getType()->isPointerType() && True.To != False.To)
    return refuse(E->getQuestionLoc(), "a pointer to different address spaces");
  auto Choose = [&](const std::string &A, const std::string &B) {
    return Piece(Condition.operand(prec::LogicalOr) + " ? " + A + " : " + B,
                 prec::Conditional);
  };
  // Without a common pointer type, an object that is const is copied.
  bool IsCopied = True.In != False.In || (True.In == Space::Substituted &&
                                          E->getType().isConstQualified());
  if (!AsLValue || IsCopied) {
    Piece Value = Choose(True.operand(prec::Conditional),
                         False.operand(prec::Conditional));
    Value.To = True.To;
    return AsLValue ? temporary(Value.Text, E->getType().getUnqualifiedType(),
                                E->getQuestionLoc())
                    : Value;
  }
  Piece Pointer = Choose(address(True), address(False));
  Pointer.To = True.In;
  return dereference(Pointer);
}

Piece ExprLowering::VisitBinaryConditionalOperator(
    const BinaryConditionalOperator *E) {
  if (E->getCommon()->HasSideEffects(Context))
    return refuse(E->getQuestionLoc(), "'?:' on an operand with side effects");
  return Piece(condition(E->getCond()).operand(prec::LogicalOr) + " ? " +
                   lower(E->getTrueExpr()).operand(prec::Conditional) + " : " +
                   lower(E->getFalseExpr()).operand(prec::Conditional),
               prec::Conditional);
}

Piece ExprLowering::VisitStmtExpr(const StmtExpr *E) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  StmtLowering(*this, OS).lowerStmtExpr(*E->getSubStmt());
  return "({ " + OS.str() + " })";
}

Piece ExprLowering::emulated(BinaryOperatorKind Op, StringRef Left,
                             QualType LeftType, StringRef Right,
                             QualType RightType) {
  const auto First = EmulatedType::of(LeftType, Context);
  const auto Second = EmulatedType::of(RightType, Context);
  Left = withoutParens(Left);
  Right = withoutParens(Right);
  if (First && Second)
    return First->operation(Op, Left, Right);
  return (First ? First : Second)->mixed(Op, Left, !First, Right);
}

Piece ExprLowering::part(const Piece &Object, StringRef Name) {
  Piece Result(
      (Object.Pointer.empty() ? Object.Text + "." : Object.Pointer + "->") +
      Name.str());
  Result.In = Object.In;
  Result.Root = Object.Root;
  return Result;
}

Piece ExprLowering::VisitImaginaryLiteral(const ImaginaryLiteral *E) {
  const auto Number = EmulatedType::of(E->getType(), Context);
  if (!Number)
    return VisitExpr(E);
  M.Types.type(E->getType(), E->getExprLoc());
  return Number->constant({"0", lower(E->getSubExpr()).Text});
}

Piece ExprLowering::VisitIntegerLiteral(const IntegerLiteral *E) {
  bool IsUnsigned = E->getType()->isUnsignedIntegerType();
  return M.Constants.integer(llvm::APSInt(E->getValue(), IsUnsigned),
                             E->getType(), E->getLocation());
}

Piece ExprLowering::VisitCharacterLiteral(const CharacterLiteral *E) {
  return M.Constants.integer(Context.MakeIntValue(E->getValue(), E->getType()),
                             E->getType(), E->getLocation());
}

Piece ExprLowering::VisitFloatingLiteral(const FloatingLiteral *E) {
  return M.Constants.initializer(APValue(E->getValue()), E->getType(),
                                 E->getLocation());
}

Piece ExprLowering::VisitStringLiteral(const StringLiteral *E) {
  return Piece(M.Constants.table(E), Space::Constant);
}

Piece ExprLowering::VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *E) {
  return std::string(E->getValue() ? "1" : "0");
}

Piece ExprLowering::VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr *) {
  return std::string("0");
}

Piece ExprLowering::VisitCastExpr(const CastExpr *E) {
  return CastLowering(*this, WantsLValue).lower(E);
}

Piece ExprLowering::VisitCallExpr(const CallExpr *E) {
  return CallLowering(*this, WantsLValue).lower(E);
}
