//===- FunctionReader.cpp - Updates that are functions --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/FunctionReader.h"
#include "AST/ComplexNumbers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Conversions.h"
#include "Analysis/Expressions/Extremum.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "Analysis/Expressions/StateTable.h"
#include "Analysis/Expressions/ValueRange.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

bool FunctionReader::usesBefore(const Expr *E) const {
  return anyOf(E, [&](const Expr *Sub) { return IsBefore(Sub); });
}

/// Whether the node \p Number is of the form `a * v + b`.
static bool isAffine(const Update &U, unsigned Number) {
  const FunctionNode &Node = U.Function[Number];
  switch (Node.Kind) {
  case FunctionKind::Before:
  case FunctionKind::Input:
    return true;
  case FunctionKind::Negate:
    return isAffine(U, Node.Left);
  case FunctionKind::Divide:
    return isAffine(U, Node.Left) &&
           U.Function[Node.Right].Kind == FunctionKind::Input;
  default:
    return isAffine(U, Node.Left) && isAffine(U, Node.Right);
  }
}

/// Whether each way through \p U that uses the value before ends by a remainder
/// or leaves the value as it is.
static bool isReduced(const Update &U, unsigned Number) {
  const FunctionNode &Node = U.Function[Number];
  switch (Node.Kind) {
  case FunctionKind::Before:
  case FunctionKind::Input:
  case FunctionKind::Remainder:
    return true;
  case FunctionKind::Choose:
    return isReduced(U, Node.Left) && isReduced(U, Node.Right);
  default:
    return false;
  }
}

/// Whether \p T is a type in which products of numbers below 2^32 do not wrap
/// around, and in which no number is negative.
bool FunctionReader::isLongUnsigned(QualType T) const {
  return T->isUnsignedIntegerType() && Context.getIntWidth(T) == 64;
}

/// Whether a dividend, or an item with remainders, may have the type \p T,
/// which has all remainders and the divisor.
bool FunctionReader::takesRemainders(QualType T) const {
  return T->isIntegerType() && !T->isBooleanType() &&
         Context.getIntWidth(T) >= 32 && Context.getIntWidth(T) <= 64 &&
         (T->isUnsignedIntegerOrEnumerationType() ||
          !Context.getLangOpts().isSignedOverflowDefined()) &&
         ValueRange::ofType(T, Context)
             .contains(ValueRange::below(Target.Modulus + 1));
}

bool FunctionReader::refuse(SourceLocation Loc) const {
  if (Target.isSystem())
    return Diags.report(Loc, Diag::err_system) << Target.names() << 4;
  return Diags.report(Loc, Diag::err_function)
         << Target.Name << traits(Target.Op).Function;
}

/// Whether the operator takes the item's type.
bool FunctionReader::checkType(SourceLocation Loc) const {
  const QualType T = builtinNumber(Target.Type, Context);
  unsigned Reason = 0;
  switch (Target.Op) {
  case Operator::Last:
    return true;
  case Operator::Rational:
    if (T->isRealFloatingType())
      return true;
    Reason = 4;
    break;
  case Operator::Sum2:
    if (T->isSpecificBuiltinType(BuiltinType::Float) ||
        T->isSpecificBuiltinType(BuiltinType::Double))
      return true;
    Reason = 6;
    break;
  case Operator::Affine:
    if (T->isFloatingType() || (T->isIntegerType() && !T->isBooleanType()))
      return true;
    break;
  case Operator::Bits:
    if (T->isIntegerType())
      return true;
    Reason = 1;
    break;
  case Operator::Table:
    if (T->isIntegralOrUnscopedEnumerationType() && !T->isBooleanType() &&
        Context.getIntWidth(T) <= 64)
      return true;
    Reason = 1;
    break;
  default:
    // Where sums wrap around, a bound does not keep them in range. Those of
    // narrow types are computed in int.
    if (T->isRealFloatingType() ||
        (T->isIntegerType() && !T->isBooleanType() &&
         (T->isSignedIntegerType() || isNarrow()) &&
         !Context.getLangOpts().isSignedOverflowDefined()))
      return true;
    Reason = 2;
  }
  return Diags.report(Loc, Diag::err_function_type)
         << Target.Name << Target.Type << spelling(Target.Op) << Target.Type
         << Reason;
}

/// Whether the value before may have the type \p Computed on its way through
/// the update. Clears IsLong if the type of a dividend does.
bool FunctionReader::checkComputed(const Expr *E, QualType Computed) {
  IsLong &= !IsDividend || isLongUnsigned(Computed);
  const QualType T = Target.Type;
  const QualType Plain = builtinNumber(T, Context);
  const QualType Other = builtinNumber(Computed, Context);
  bool Commutes = false;
  if (Plain->isFloatingType())
    Commutes = Other->isFloatingType() &&
               Other->isAnyComplexType() == Plain->isAnyComplexType() &&
               Context.getFloatingTypeOrder(Other, Plain) >= 0;
  else if (IsDividend)
    Commutes = takesRemainders(Computed);
  else if (Target.Op == Operator::Affine || Target.Op == Operator::Bits)
    Commutes =
        commutes(Target.Op == Operator::Bits ? Operator::And : Operator::Add, T,
                 Computed, Context) &&
        Computed->isIntegerType();
  else if (Target.Op == Operator::Last || Target.Op == Operator::Table)
    Commutes = Computed->isIntegerType()
                   ? Context.getIntWidth(Computed) >= Context.getIntWidth(T)
                   : Context.hasSameType(Computed, Context.DoubleTy) &&
                         Context.getIntWidth(T) <= 32;
  else
    Commutes =
        Context.hasSameUnqualifiedType(Computed, T) ||
        (isNarrow() && Context.hasSameUnqualifiedType(Computed, Context.IntTy));
  if (Commutes)
    return true;
  return Diags.report(E->getExprLoc(), Diag::err_function_type)
         << Target.Name << T << spelling(Target.Op)
         << Computed.getUnqualifiedType() << 3;
}

bool FunctionReader::isNarrow() const {
  return takesExtrema() && Target.Type->isIntegerType() &&
         Context.getIntWidth(Target.Type) < Context.getIntWidth(Context.IntTy);
}

/// Whether the node \p Number of \p U is in the range of the item's type below,
/// or above: sums leave it.
bool FunctionReader::isBounded(const Update &U, unsigned Number,
                               bool IsAbove) const {
  const FunctionNode &Node = U.Function[Number];
  const auto Side = [&](unsigned Which) {
    return isBounded(U, Which, IsAbove);
  };
  switch (Node.Kind) {
  case FunctionKind::Before:
    return true;
  case FunctionKind::Input:
    return operandCommutes(Operator::Max, Target.Type, U.Input[Node.Term].Value,
                           Context);
  case FunctionKind::Minimum:
  case FunctionKind::Maximum:
    if ((Node.Kind == FunctionKind::Minimum) == IsAbove)
      return Side(Node.Left) || Side(Node.Right);
    return Side(Node.Left) && Side(Node.Right);
  case FunctionKind::Choose:
    return Side(Node.Left) && Side(Node.Right);
  default:
    return false;
  }
}

/// Whether the node \p Number of \p U, which \p E converts to the item's type,
/// is in the range of that.
bool FunctionReader::checkRange(const Expr *E, const Update &U,
                                unsigned Number) const {
  if (isBounded(U, Number, false) && isBounded(U, Number, true))
    return true;
  return Diags.report(E->getExprLoc(), Diag::err_function_type)
         << Target.Name << Target.Type << spelling(Target.Op) << Target.Type
         << 5;
}

unsigned FunctionReader::add(FunctionKind Kind, Update &U, unsigned Left,
                             unsigned Right) {
  U.Function.push_back({Kind, Left, Right, /*Term=*/0});
  return U.Function.size() - 1;
}

/// The value before that \p E is.
unsigned FunctionReader::before(const Expr *E, Update &U) const {
  const unsigned Node = add(FunctionKind::Before, U);
  U.Function[Node].Of = IsBefore(E);
  return Node;
}

/// Whether \p E is the constant 0 or 1, as `false` and `true` are in C.
static bool isTruthConstant(const Expr *E, const ASTContext &Context) {
  const std::optional<int64_t> Value = constantValue(E, Context);
  return Value && (*Value == 0 || *Value == 1);
}

/// An operand that does not use the value before.
std::optional<unsigned> FunctionReader::input(const Expr *E, Update &U) {
  const QualType Type = stripImplicit(E)->getType();
  const bool IsTruth =
      Target.Type->isBooleanType() && isTruthConstant(E, Context);
  const Operator Like = isArithmetic() || isSum()     ? Operator::Add
                        : Target.Op == Operator::Bits ? Operator::And
                                                      : Operator::Max;
  if (Target.Op == Operator::Last
          ? !isNumber(Type)
          : !IsTruth &&
                !operandCommutes(Like, isNarrow() ? Context.IntTy : Target.Type,
                                 E, Context)) {
    reportConversion(E->getExprLoc(), Type, Target.Type, Target.Op,
                     ConversionFault::Operand, Diags);
    return std::nullopt;
  }
  // A negative number is another one, modulo the divisor, in an unsigned type.
  if (IsDividend && E->getType()->isUnsignedIntegerOrEnumerationType() &&
      !isNeverNegative(stripImplicit(E), Context)) {
    refuseRemainder(E->getExprLoc(), RemainderFault::Operand);
    return std::nullopt;
  }
  FunctionNode Node{FunctionKind::Input};
  Node.Term = U.Input.size();
  U.Input.push_back({E, /*Negated=*/false});
  U.Function.push_back(Node);
  return U.Function.size() - 1;
}

/// An element of a table at the value before, as one term for each state.
std::optional<unsigned> FunctionReader::lookup(const Expr *E, Update &U) {
  const auto IsState = [this](const Expr *Sub) { return IsBefore(Sub) != 0; };
  const std::optional<unsigned> States = statesOf(E, IsState, Context);
  if (!States || (Target.States != 0 && Target.States != *States)) {
    refuse(E->getExprLoc());
    return std::nullopt;
  }
  FunctionNode Node{FunctionKind::Lookup};
  Node.Left = Node.Right = add(FunctionKind::Before, U);
  Node.Term = U.Input.size();
  for (unsigned State = 0; State != *States; ++State) {
    const Expr *Value =
        atState(E, State, IsState, const_cast<ASTContext &>(Context));
    if (!Value) {
      refuse(E->getExprLoc());
      return std::nullopt;
    }
    U.Input.push_back({Value, /*Negated=*/false});
  }
  Target.States = *States;
  U.Function.push_back(Node);
  return U.Function.size() - 1;
}

/// The operation of \p Opcode on two nodes, computed in a type that has been
/// checked; \p Amount is the right operand.
std::optional<unsigned> FunctionReader::operation(BinaryOperatorKind Opcode,
                                                  SourceLocation Loc,
                                                  unsigned Left, unsigned Right,
                                                  const Expr *Amount,
                                                  Update &U) {
  const bool OnLeft = U.usesBefore(Left), OnRight = U.usesBefore(Right);
  const bool IsAffine = Target.Op == Operator::Affine;
  const bool IsRational = Target.Op == Operator::Rational;
  const bool IsBits = Target.Op == Operator::Bits;
  // A rational function whose numerator and denominator are linear.
  const bool IsQuotient =
      IsRational &&
      (!(OnLeft && OnRight) || (isAffine(U, Left) && isAffine(U, Right)));
  std::optional<FunctionKind> Kind;
  switch (Opcode) {
  case BO_Add:
    if (IsAffine || IsQuotient ||
        ((takesExtrema() || isSum()) && !(OnLeft && OnRight)))
      Kind = FunctionKind::Add;
    break;
  case BO_Sub:
    if (IsAffine || IsQuotient ||
        ((takesExtrema() || isSum()) &&
         !(OnRight && (OnLeft || !takesFactors()))))
      Kind = FunctionKind::Subtract;
    break;
  case BO_Mul:
    if ((isArithmetic() || takesFactors()) && !(OnLeft && OnRight))
      Kind = FunctionKind::Multiply;
    break;
  case BO_Div:
    if (IsQuotient || (takesFactors() && !OnRight) ||
        (IsAffine && !OnRight &&
         builtinNumber(Target.Type, Context)->isFloatingType()))
      Kind = FunctionKind::Divide;
    break;
  case BO_Shl: {
    const std::optional<int64_t> Bits = constantValue(Amount, Context);
    if (IsAffine && !OnRight && Bits && *Bits >= 0 &&
        *Bits < Context.getIntWidth(Target.Type))
      Kind = FunctionKind::Shift;
    break;
  }
  case BO_And:
  case BO_Or:
  case BO_Xor:
    if (IsBits && !(OnLeft && OnRight))
      Kind = Opcode == BO_And  ? FunctionKind::And
             : Opcode == BO_Or ? FunctionKind::Or
                               : FunctionKind::Xor;
    break;
  case BO_NE: // Of truth values.
    if (IsBits && Target.Type->isBooleanType() && !(OnLeft && OnRight))
      Kind = FunctionKind::Xor;
    break;
  default:
    break;
  }
  if (!Kind) {
    refuse(Loc);
    return std::nullopt;
  }
  return add(*Kind, U, Left, Right);
}

bool FunctionReader::refuseRemainder(SourceLocation Loc,
                                     RemainderFault Fault) const {
  return Diags.report(Loc, Diag::err_remainder)
         << Target.Name << unsigned(Fault);
}

/// Whether \p Dividend is never negative and does not wrap around, given that
/// the value before is a remainder.
bool FunctionReader::isProven(const Expr *Dividend) const {
  ValueRange Ranges(Context, [&](const Expr *E) {
    return IsBefore(E) ? std::optional(ValueRange::below(Target.Modulus))
                       : std::nullopt;
  });
  return Ranges.of(Dividend).getSignedMin().isNonNegative() &&
         !Ranges.mayWrap();
}

/// `dividend % modulus`. The parameters of a composition are remainders, below
/// 2^32, so that its products do not wrap around. That dividends of the loop do
/// not, and are not negative, is a promise of the program
/// (docs/recurrences.md).
std::optional<unsigned> FunctionReader::remainder(const BinaryOperator &E,
                                                  QualType Computed,
                                                  Update &U) {
  const std::optional<int64_t> Modulus = constantValue(E.getRHS(), Context);
  constexpr int64_t Limit = int64_t(1) << 32;
  if (!Modulus || *Modulus < 1 || *Modulus >= Limit ||
      (Target.Modulus != 0 && Target.Modulus != uint64_t(*Modulus))) {
    refuseRemainder(E.getOperatorLoc(), RemainderFault::Divisor);
    return std::nullopt;
  }
  Target.Modulus = *Modulus;
  if (!takesRemainders(Computed) || !takesRemainders(Target.Type)) {
    refuseRemainder(E.getOperatorLoc(), RemainderFault::Type);
    return std::nullopt;
  }
  llvm::SaveAndRestore<bool> Within(IsDividend, true);
  llvm::SaveAndRestore<bool> Long(IsLong, isLongUnsigned(Computed));
  const std::optional<unsigned> Dividend = read(E.getLHS(), U);
  if (!Dividend)
    return std::nullopt;
  Target.PromisesDividends |= !IsLong && !isProven(E.getLHS());
  return add(FunctionKind::Remainder, U, *Dividend, *Dividend);
}

/// Reads the update that \p E makes by \p Read. If another one may take the
/// remainder, this is read as a part of its dividend, and takes the remainder
/// as well, which changes nothing of the result.
bool FunctionReader::readAll(const Expr *E, Update &U,
                             llvm::function_ref<bool(Update &)> Read) {
  Update Own = U;
  if (!checkType(E->getExprLoc()) || !Read(Own))
    return false;
  if (!Target.MayReduceLater || isReduced(Own, Own.Function.size() - 1)) {
    U = std::move(Own);
    return checkReduced(E, U);
  }
  llvm::SaveAndRestore<bool> Dividend(IsDividend, true);
  llvm::SaveAndRestore<bool> Long(IsLong, true);
  if (!Read(U))
    return false;
  Target.PromisesDividends |= !IsLong;
  const unsigned Last = U.Function.size() - 1;
  add(FunctionKind::Remainder, U, Last, Last);
  U.IsReducedLater = true;
  return true;
}

/// Whether all updates of the item, and \p U, which \p E makes, end by its
/// remainder if one does.
bool FunctionReader::checkReduced(const Expr *E, const Update &U) const {
  if (Target.Modulus == 0 ||
      (isReduced(U, U.Function.size() - 1) &&
       llvm::all_of(Target.Updates, [](const Update &Other) {
         return Other.Function.empty() ||
                isReduced(Other, Other.Function.size() - 1);
       })))
    return true;
  return refuseRemainder(E->getExprLoc(), RemainderFault::NotLast);
}

std::optional<unsigned> FunctionReader::extremum(const Extremum &E, Update &U) {
  const bool First = usesBefore(E.Left);
  if (First && usesBefore(E.Right)) {
    Diags.report(E.Loc, Diag::err_previous_twice);
    return std::nullopt;
  }
  Target.MinMax = E.choice(First, Target.Type);
  const std::optional<unsigned> Left = read(E.Left, U);
  const std::optional<unsigned> Right = Left ? read(E.Right, U) : Left;
  if (!Right)
    return std::nullopt;
  return add(E.IsMax ? FunctionKind::Maximum : FunctionKind::Minimum, U, *Left,
             *Right);
}

/// A call of a function that computes an extremum, or of fma.
std::optional<unsigned> FunctionReader::call(const CallExpr &Call, Update &U) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  StringRef Name =
      Callee && isLibraryFunction(*Callee) ? Callee->getName() : "";
  const std::optional<Extremum> Found = extremumOf(Call);
  if (takesExtrema() && Found && Found->Left &&
      (!Found->IgnoresNaN || Target.Type->isFloatingType()))
    return extremum(*Found, U);
  if (takesExtrema() && Name == "clamp" && Callee->isInStdNamespace() &&
      Call.getNumArgs() == 3 && !usesBefore(Call.getArg(1)) &&
      !usesBefore(Call.getArg(2))) {
    Target.MinMax = Choice::CompareFirst;
    const std::optional<unsigned> A = read(Call.getArg(0), U);
    const std::optional<unsigned> Low = A ? read(Call.getArg(1), U) : A;
    const std::optional<unsigned> High = Low ? read(Call.getArg(2), U) : Low;
    if (!High)
      return std::nullopt;
    return add(FunctionKind::Minimum, U,
               add(FunctionKind::Maximum, U, *A, *Low), *High);
  }
  if ((isArithmetic() || takesFactors()) && Name == "fma" &&
      Call.getNumArgs() == 3) {
    const std::optional<unsigned> A = read(Call.getArg(0), U);
    const std::optional<unsigned> B = A ? read(Call.getArg(1), U) : A;
    const std::optional<unsigned> C = B ? read(Call.getArg(2), U) : B;
    const std::optional<unsigned> Product =
        C ? operation(BO_Mul, Call.getBeginLoc(), *A, *B, nullptr, U) : C;
    if (!Product)
      return std::nullopt;
    return add(FunctionKind::Add, U, *Product, *C);
  }
  refuse(Call.getBeginLoc());
  return std::nullopt;
}

/// \p E as a truth value. A condition in C may be a floating-point number,
/// which OpenCL C does not take.
static const Expr *truthOf(const Expr *E, const ASTContext &Context) {
  if (!E->getType()->isRealFloatingType())
    return E;
  return ImplicitCastExpr::Create(Context, Context.BoolTy, CK_FloatingToBoolean,
                                  const_cast<Expr *>(E), /*BasePath=*/nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

/// `condition ? Then() : Otherwise()`, where \p Condition does not use the
/// value before.
std::optional<unsigned> FunctionReader::choose(
    const Expr *Condition, Update &U,
    llvm::function_ref<std::optional<unsigned>()> Then,
    llvm::function_ref<std::optional<unsigned>()> Otherwise) {
  FunctionNode Node{FunctionKind::Choose};
  Node.Term = U.Input.size();
  U.Input.push_back({truthOf(Condition, Context), /*Negated=*/false});
  const std::optional<unsigned> Left = Then();
  const std::optional<unsigned> Right = Left ? Otherwise() : Left;
  if (!Right)
    return std::nullopt;
  Node.Left = *Left;
  Node.Right = *Right;
  U.Function.push_back(Node);
  return U.Function.size() - 1;
}

bool FunctionReader::areSame(const Expr *A, const Expr *B) const {
  return sameExpression(stripConversion(A, Context),
                        stripConversion(B, Context));
}

/// Whether the constant \p A is at most the constant \p B.
static bool isAtMost(const Expr *A, const Expr *B, const ASTContext &Context) {
  Expr::EvalResult Left, Right;
  if (!A->EvaluateAsRValue(Left, Context) ||
      !B->EvaluateAsRValue(Right, Context))
    return false;
  if (Left.Val.isInt() && Right.Val.isInt())
    return llvm::APSInt::compareValues(Left.Val.getInt(), Right.Val.getInt()) <=
           0;
  if (!Left.Val.isFloat() || !Right.Val.isFloat() ||
      &Left.Val.getFloat().getSemantics() !=
          &Right.Val.getFloat().getSemantics())
    return false;
  const llvm::APFloat::cmpResult Order =
      Left.Val.getFloat().compare(Right.Val.getFloat());
  return Order == llvm::APFloat::cmpLessThan ||
         Order == llvm::APFloat::cmpEqual;
}

/// Whether \p Clamped is the value \p E with a constant bound on the other side
/// than the bound in \p Comparison, and beyond that: `v < 0 ? 0 : v > 9 ? 9 :
/// v` is the maximum of 0 and the second choice.
bool FunctionReader::isClamped(const Expr *E, const Expr *Clamped,
                               const Expr *Comparison) const {
  const auto *Outer = cast<BinaryOperator>(stripImplicit(Comparison));
  const Expr *Bound = Outer->getLHS() == E ? Outer->getRHS() : Outer->getLHS();
  const auto *Choice =
      dyn_cast<ConditionalOperator>(stripConversion(Clamped, Context));
  if (!Choice || !usesBefore(E))
    return false;
  const auto Same = [this](const Expr *A, const Expr *B) {
    return areSame(A, B);
  };
  const std::optional<Extremum> Inner = extremumOf(
      Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr(), Same);
  if (!Inner || areSame(Inner->Left, E) == areSame(Inner->Right, E))
    return false;
  const Expr *Other = areSame(Inner->Left, E) ? Inner->Right : Inner->Left;
  return Inner->IsMax ? isAtMost(Other, Bound, Context)
                      : isAtMost(Bound, Other, Context);
}

/// `condition ? then : otherwise`. If the condition uses the value before, it
/// has to compare the two others, so that this is their minimum or maximum.
std::optional<unsigned> FunctionReader::choice(const Expr *Condition,
                                               const Expr *Then,
                                               const Expr *Otherwise,
                                               Update &U) {
  if (!usesBefore(Condition))
    return choose(
        Condition, U, [&] { return read(Then, U); },
        [&] { return read(Otherwise, U); });
  // The first operand of `&&` and `||` decides whether the second one matters.
  const auto *Logical = dyn_cast<BinaryOperator>(stripImplicit(Condition));
  if (Logical && Logical->isLogicalOp() && !usesBefore(Logical->getLHS())) {
    const auto Second = [&] {
      return choice(Logical->getRHS(), Then, Otherwise, U);
    };
    if (Logical->getOpcode() == BO_LAnd)
      return choose(Logical->getLHS(), U, Second,
                    [&] { return read(Otherwise, U); });
    return choose(Logical->getLHS(), U, [&] { return read(Then, U); }, Second);
  }
  // `v != x ? x : v` is x. In a floating-point type, different integers and
  // different zeros may be equal.
  const auto *Equality = dyn_cast<BinaryOperator>(stripImplicit(Condition));
  if (Equality && Equality->isEqualityOp() &&
      Target.Type->isIntegralOrUnscopedEnumerationType() &&
      Equality->getLHS()->getType()->isIntegralOrUnscopedEnumerationType()) {
    const bool IsNew = Equality->getOpcode() == BO_NE;
    const Expr *New = IsNew ? Then : Otherwise, *Old = IsNew ? Otherwise : Then;
    const Expr *Left = Equality->getLHS(), *Right = Equality->getRHS();
    if (IsBefore(stripConversion(Old, Context)) && !usesBefore(New) &&
        ((areSame(Left, Old) && areSame(Right, New)) ||
         (areSame(Left, New) && areSame(Right, Old))))
      return read(New, U);
  }
  const std::optional<Extremum> Found =
      extremumOf(Condition, Then, Otherwise, [&](const Expr *A, const Expr *B) {
        return areSame(A, B) || isClamped(A, B, Condition);
      });
  if (!takesExtrema() || !Found) {
    refuse(stripImplicit(Condition)->getExprLoc());
    return std::nullopt;
  }
  if (!checkComputed(Condition, Found->Type))
    return std::nullopt;
  return extremum(*Found, U);
}

std::optional<unsigned> FunctionReader::read(const Expr *E, Update &U) {
  if (!usesBefore(E))
    return input(E, U);
  if (Target.Op == Operator::Table) {
    const Expr *Plain = stripConversion(E, Context);
    if (!IsBefore(Plain) && !isa<ConditionalOperator>(Plain))
      return lookup(E, U);
  }
  E = strip(E);
  const Expr *Converted = E;
  bool Narrows = false;
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (!isNumber(Cast->getType())) {
      refuse(E->getExprLoc());
      return std::nullopt;
    }
    if (!checkComputed(E, Cast->getType()))
      return std::nullopt;
    E = strip(Cast->getSubExpr());
    Narrows |= isNarrow() && E->getType()->isIntegerType() &&
               Context.getIntWidth(Cast->getType()) <
                   Context.getIntWidth(E->getType());
  }
  const std::optional<unsigned> Result = readConverted(E, U);
  if (Result && Narrows && !checkRange(Converted, U, *Result))
    return std::nullopt;
  return Result;
}

/// Reads \p E, which uses the value before and is no conversion.
std::optional<unsigned> FunctionReader::readConverted(const Expr *E,
                                                      Update &U) {
  if (IsBefore(E))
    return before(E, U);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (isNumber(E->getType()) && !checkComputed(E, E->getType()))
    return std::nullopt;
  if (Binary && Binary->isAssignmentOp()) {
    Diags.report(Binary->getOperatorLoc(), Diag::err_side_effect);
    return std::nullopt;
  }
  if (Binary && Binary->getOpcode() == BO_Rem &&
      Target.Op == Operator::Affine && !usesBefore(Binary->getRHS()))
    return remainder(*Binary, Binary->getType(), U);
  if (Binary) {
    const std::optional<unsigned> Left = read(Binary->getLHS(), U);
    const std::optional<unsigned> Right =
        Left ? read(Binary->getRHS(), U) : Left;
    return Right ? operation(Binary->getOpcode(), Binary->getOperatorLoc(),
                             *Left, *Right, Binary->getRHS(), U)
                 : Right;
  }
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return choice(Conditional->getCond(), Conditional->getTrueExpr(),
                  Conditional->getFalseExpr(), U);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call, U);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    const UnaryOperatorKind Opcode = Unary->getOpcode();
    const bool IsTruth = Target.Type->isBooleanType();
    const bool IsBits = Target.Op == Operator::Bits;
    const std::optional<FunctionKind> Kind =
        Opcode == UO_Minus && (isArithmetic() || takesFactors())
            ? std::optional(FunctionKind::Negate)
        : IsBits && Opcode == (IsTruth ? UO_LNot : UO_Not)
            ? std::optional(FunctionKind::Complement)
            : std::nullopt;
    if (Kind || Opcode == UO_Plus) {
      const std::optional<unsigned> Operand = read(Unary->getSubExpr(), U);
      return Operand && Kind ? add(*Kind, U, *Operand) : Operand;
    }
  }
  refuse(E->getExprLoc());
  return std::nullopt;
}

bool FunctionReader::readValue(const Expr *E, Update &U) {
  return readAll(E, U, [&](Update &New) { return read(E, New).has_value(); });
}

bool FunctionReader::readCompound(const CompoundAssignOperator &E, Update &U,
                                  bool IsInPlace) {
  return readAll(&E, U, [&](Update &New) {
    if (E.getOpcode() == BO_RemAssign && Target.Op == Operator::Affine &&
        !IsInPlace && !usesBefore(E.getRHS()))
      return remainder(E, E.getComputationResultType(), New).has_value();
    if (!checkComputed(&E, E.getComputationLHSType()))
      return false;
    const std::optional<unsigned> Left =
        IsInPlace ? input(E.getLHS(), New)
                  : std::optional(before(E.getLHS(), New));
    const std::optional<unsigned> Right = Left ? read(E.getRHS(), New) : Left;
    const std::optional<unsigned> Result =
        Right ? operation(
                    BinaryOperator::getOpForCompoundAssignment(E.getOpcode()),
                    E.getOperatorLoc(), *Left, *Right, E.getRHS(), New)
              : Right;
    return Result && (!isNarrow() || checkRange(&E, New, *Result));
  });
}

bool FunctionReader::readIncrement(const UnaryOperator &E, Update &U) {
  const Expr *One =
      integerLiteral(1, Context.IntTy, E.getOperatorLoc(), Context);
  return readAll(&E, U, [&](Update &New) {
    const unsigned Left = before(E.getSubExpr(), New);
    const std::optional<unsigned> Right = input(One, New);
    const std::optional<unsigned> Result =
        Right ? operation(E.isIncrementOp() ? BO_Add : BO_Sub,
                          E.getOperatorLoc(), Left, *Right, One, New)
              : Right;
    return Result && (!isNarrow() || checkRange(&E, New, *Result));
  });
}

bool FunctionReader::readChoice(const Expr *Condition, const Expr *Then,
                                const Expr *Otherwise, Update &U) {
  return readAll(Condition, U, [&](Update &New) {
    const std::optional<unsigned> Result =
        choice(Condition, Then, Otherwise, New);
    return Result && (!isNarrow() || checkRange(Condition, New, *Result));
  });
}

/// The divisor of \p E, if that is an update of the item which ends by a
/// remainder; null for another expression.
static const Expr *divisorOf(const Expr *E,
                             llvm::function_ref<bool(const Expr *)> IsItem) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isAssignmentOp() || !IsItem(strip(Binary->getLHS())))
    return nullptr;
  if (Binary->getOpcode() == BO_RemAssign)
    return Binary->getRHS();
  const auto *Value = dyn_cast<BinaryOperator>(stripImplicit(Binary->getRHS()));
  return Binary->getOpcode() == BO_Assign && Value &&
                 Value->getOpcode() == BO_Rem
             ? Value->getRHS()
             : nullptr;
}

void ompscan::plugin::findRemainder(
    Item &Target, const Stmt *Body,
    llvm::function_ref<bool(const Expr *)> IsItem, const ASTContext &Context) {
  if (!Target.Type->isIntegerType() || Context.getTypeSize(Target.Type) < 32)
    return;
  forEachNode(Body, [&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    const Expr *Divisor = E ? divisorOf(E, IsItem) : nullptr;
    const std::optional<int64_t> Modulus =
        Divisor ? constantValue(Divisor, Context) : std::nullopt;
    if (Modulus && *Modulus > 0) {
      Target.Modulus = *Modulus;
      Target.MayReduceLater = true;
    }
    return !Divisor;
  });
}

/// Whether the node \p Number is the value before, or may be.
static bool mayKeep(const Update &U, unsigned Number) {
  const FunctionNode &Node = U.Function[Number];
  return Node.Kind == FunctionKind::Before ||
         (Node.Kind == FunctionKind::Choose &&
          (mayKeep(U, Node.Left) || mayKeep(U, Node.Right)));
}

bool ompscan::plugin::mayKeep(const Update &U) {
  return !U.Function.empty() && ::mayKeep(U, U.Function.size() - 1);
}
