//===- CounterSteps.cpp - How far updates move a counter ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/CounterSteps.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Conversions.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// What the variable \p E of the iteration stands for; null for any other
/// expression, and for a variable that changes.
const Expr *CounterSteps::initialValue(const Expr *E) const {
  const VarDecl *Var = variableOf(E);
  return Var && Facts.Locals.contains(Var) && !Facts.Assigned.contains(Var)
             ? Var->getInit()
             : nullptr;
}

/// Whether \p Inner is in all branches that \p Outer is in.
static bool isWithin(const BranchList &Inner, const BranchList &Outer) {
  return Outer.size() <= Inner.size() &&
         std::equal(Outer.begin(), Outer.end(), Inner.begin());
}

/// The assignments to \p Var, a variable of the iteration, in order. A
/// declaration without an initializer is none: nothing may read it yet.
CounterSteps::Assignments
CounterSteps::assignmentsOf(const VarDecl *Var) const {
  Assignments All;
  for (const LocalValue &Each : Facts.LocalValues)
    if (Var && Each.Var == Var && (Each.Value || !Each.IsInitial))
      All.push_back(&Each);
  return All;
}

/// The variable that \p E has the value of: `n` in `const int m = n; k += m;`.
/// There are \p Limit values in front of \p E, and then in front of the copy.
/// With \p Guards, the branches around \p E, every copy is made whenever \p E
/// is evaluated. Null if \p E is no variable.
const VarDecl *CounterSteps::copiedVariable(const Expr *E, size_t &Limit,
                                            const BranchList *Guards) const {
  while (true) {
    const VarDecl *Var = variableOf(stripWidening(E, Context));
    const Assignments All = assignmentsOf(Var);
    if (All.size() != 1 || !All[0]->Value ||
        (Guards && !isWithin(*Guards, All[0]->Guards)))
      return Var;
    const size_t Number = All[0] - Facts.LocalValues.data();
    if (Number >= Limit || !Facts.Locals.contains(variableOf(
                               stripWidening(All[0]->Value, Context))))
      return Var;
    Limit = Number;
    E = All[0]->Value;
  }
}

/// All values that the variable \p E of the iteration may have; empty for any
/// other expression, and if they are not known. A value that is computed from
/// variables that change is not known.
CounterSteps::Values CounterSteps::valuesOf(const Expr *E) const {
  if (const Expr *Initial = initialValue(E))
    return {Initial};
  size_t Limit = Facts.LocalValues.size();
  const VarDecl *Var = copiedVariable(E, Limit, /*Guards=*/nullptr);
  const auto Changes = [&](const Expr *Sub) {
    const VarDecl *Used = variableOf(Sub);
    return Used && Facts.Assigned.contains(Used);
  };
  Values All;
  for (const LocalValue *Each : assignmentsOf(Var)) {
    if (!Each->Value || anyOf(Each->Value, Changes))
      return {};
    All.push_back(Each->Value);
  }
  return Facts.Locals.contains(Var) ? All : Values();
}

/// The number c >= 0 if the value of \p E is always 0 or c.
std::optional<int64_t> CounterSteps::stepOf(const Expr *E) const {
  E = E->IgnoreParens();
  Expr::EvalResult Result;
  if (!E->isValueDependent() && E->EvaluateAsInt(Result, Context)) {
    const llvm::APSInt &Value = Result.Val.getInt();
    if (Value.isNegative() || Value.getActiveBits() > 31)
      return std::nullopt;
    return Value.getExtValue();
  }
  if (E->getType()->isBooleanType())
    return 1;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() != CK_IntegralCast &&
        Cast->getCastKind() != CK_LValueToRValue &&
        Cast->getCastKind() != CK_NoOp)
      return std::nullopt;
    const std::optional<int64_t> Step = stepOf(Cast->getSubExpr());
    return Step && llvm::isUIntN(Context.getIntWidth(E->getType()) - 1, *Step)
               ? Step
               : std::nullopt;
  }
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return stepOf(Full->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot ? std::optional<int64_t>(1)
                                         : std::nullopt;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isComparisonOp() || Binary->isLogicalOp())
      return 1;
    // `bits & 4`
    if (Binary->getOpcode() == BO_And)
      for (const Expr *Mask : {Binary->getLHS(), Binary->getRHS()})
        if (Mask->EvaluateAsInt(Result, Context) &&
            Result.Val.getInt().getActiveBits() <= 31 &&
            Result.Val.getInt().isPowerOf2())
          return Result.Val.getInt().getExtValue();
    return std::nullopt;
  }
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    const std::optional<int64_t> Then = stepOf(Conditional->getTrueExpr());
    const std::optional<int64_t> Else = stepOf(Conditional->getFalseExpr());
    if (!Then || !Else || (*Then != 0 && *Else != 0 && *Then != *Else))
      return std::nullopt;
    return std::max(*Then, *Else);
  }
  // `int keep = x[i] > 0;`
  std::optional<int64_t> Step;
  if (E->getType()->isIntegerType())
    for (const Expr *Value : valuesOf(E)) {
      const std::optional<int64_t> One = stepOf(Value);
      if (!One || (Step.value_or(0) != 0 && *One != 0 && *One != *Step))
        return std::nullopt;
      Step = std::max(Step.value_or(0), *One);
    }
  return Step;
}

/// Whether the runtime can compute subscripts with the values of \p Item.
static bool isCounter(const Item &Item, const ASTContext &Context) {
  return Item.Op == Operator::Add && Item.Type->isIntegerType() &&
         !Item.Type->isBooleanType() && Context.getIntWidth(Item.Type) <= 64;
}

std::optional<int64_t> CounterSteps::stepOf(const Item &Counter,
                                            bool &IsConstant) const {
  IsConstant = false;
  if (!isCounter(Counter, Context))
    return std::nullopt;
  bool AllConstant = true;
  int64_t Step = 0;
  for (const Update &U : Counter.Updates) {
    if (U.Input.size() != 1 || (U.Follows && !Counter.IsStepwise))
      return std::nullopt;
    const Term &Only = U.Input.front();
    Expr::EvalResult Result;
    const bool IsNumber = Only.Value->EvaluateAsInt(Result, Context);
    std::optional<int64_t> Amount;
    // A constant may be negative.
    if (IsNumber && Result.Val.getInt().getSignificantBits() <= 32)
      Amount = Only.Negated ? -Result.Val.getInt().getExtValue()
                            : Result.Val.getInt().getExtValue();
    else if (!Only.Negated)
      Amount = stepOf(Only.Value);
    if (!Amount || (Step != 0 && *Amount != 0 && *Amount != Step))
      return std::nullopt;
    AllConstant &= IsNumber && *Amount != 0;
    if (*Amount != 0)
      Step = *Amount;
  }
  IsConstant = AllConstant;
  return Step;
}

/// Whether \p E has the same value at every place of an iteration.
bool CounterSteps::isSteady(const Expr *E) const {
  return !E->HasSideEffects(Context) && !anyOf(E, [&](const Expr *Sub) {
    if (const Expr *Base = elementAccess(Sub, Context).Base)
      return llvm::any_of(Facts.Uses,
                          [&](const ElementUse &U) {
                            return U.IsStore &&
                                   sameExpression(
                                       elementAccess(U.Element, Context).Base,
                                       Base);
                          }) ||
             llvm::any_of(Facts.CountedStores, [&](const CountedStore &Store) {
               return sameExpression(elementAccess(Store.Target, Context).Base,
                                     Base);
             });
    const VarDecl *Var = variableOf(Sub);
    return (Var && Facts.Assigned.contains(Var)) || isa<CallExpr>(Sub) ||
           Sub->getType().isVolatileQualified();
  });
}

/// Whether \p Known implies that the value of \p E is positive. \p
/// IsNotNegative: it is not negative.
bool CounterSteps::excludesZero(const BranchCondition &Known, const Expr *E,
                                bool IsNotNegative) const {
  const Expr *Condition = stripImplicit(Known.Condition);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition);
      Unary && Unary->getOpcode() == UO_LNot)
    return excludesZero({Unary->getSubExpr(), !Known.Holds}, E, IsNotNegative);
  if (sameExpression(Condition, E))
    return Known.Holds && IsNotNegative;
  const auto *Binary = dyn_cast<BinaryOperator>(Condition);
  if (!Binary)
    return false;
  if (Binary->getOpcode() == (Known.Holds ? BO_LAnd : BO_LOr))
    return excludesZero({Binary->getLHS(), Known.Holds}, E, IsNotNegative) ||
           excludesZero({Binary->getRHS(), Known.Holds}, E, IsNotNegative);
  if (!Binary->isComparisonOp() || Binary->getOpcode() == BO_Cmp)
    return false;
  const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  BinaryOperatorKind Op = Binary->getOpcode();
  if (!Known.Holds)
    Op = BinaryOperator::negateComparisonOp(Op);
  if (!sameExpression(stripWidening(Left, Context), E)) {
    std::swap(Left, Right);
    if (!BinaryOperator::isEqualityOp(Op))
      Op = BinaryOperator::reverseComparisonOp(Op);
  }
  // `(unsigned)x > 0` also holds for negative numbers.
  const std::optional<int64_t> Limit = constantValue(Right, Context);
  if (!Limit || !sameExpression(stripWidening(Left, Context), E))
    return false;
  switch (Op) {
  case BO_GT:
    return *Limit >= 0;
  case BO_GE:
  case BO_EQ:
    return *Limit >= 1;
  case BO_NE:
    return *Limit == 0 && IsNotNegative;
  default:
    return false;
  }
}

/// The number of bits of the values of the integer type \p T that are not
/// negative.
static unsigned valueBits(QualType T, const ASTContext &Context) {
  return T->isBooleanType()
             ? 1
             : Context.getIntWidth(T) -
                   (T->isUnsignedIntegerOrEnumerationType() ? 0 : 1);
}

std::optional<CounterSteps::Amount>
CounterSteps::amountOfCast(const CastExpr &Cast,
                           const Conditions &Known) const {
  if (Cast.getCastKind() != CK_IntegralCast &&
      Cast.getCastKind() != CK_LValueToRValue && Cast.getCastKind() != CK_NoOp)
    return std::nullopt;
  std::optional<Amount> From = amountOf(Cast.getSubExpr(), Known);
  return From && From->Bits <= valueBits(Cast.getType(), Context)
             ? From
             : std::nullopt;
}

std::optional<CounterSteps::Amount>
CounterSteps::amountOfBinary(const BinaryOperator &Binary,
                             const Conditions &Known) const {
  if (Binary.isComparisonOp() || Binary.isLogicalOp())
    return Amount{false, 1};
  const std::optional<Amount> Left = amountOf(Binary.getLHS(), Known);
  const std::optional<Amount> Right = amountOf(Binary.getRHS(), Known);
  if (Binary.getOpcode() == BO_And && (Left || Right))
    return Amount{false, std::min(Left ? Left->Bits : Right->Bits,
                                  Right ? Right->Bits : Left->Bits)};
  if (!Left || !Right)
    return std::nullopt;
  Amount Result{false, Left->Bits};
  switch (Binary.getOpcode()) {
  case BO_Add:
    Result = {Left->IsPositive || Right->IsPositive,
              std::max(Left->Bits, Right->Bits) + 1};
    break;
  case BO_Mul:
    Result = {Left->IsPositive && Right->IsPositive, Left->Bits + Right->Bits};
    break;
  case BO_Div:
  case BO_Rem:
  case BO_Shr:
    break;
  default:
    return std::nullopt;
  }
  // Signed arithmetic does not overflow.
  const unsigned Bits = valueBits(Binary.getType(), Context);
  if (Result.Bits > Bits && Binary.getType()->isUnsignedIntegerType())
    return std::nullopt;
  Result.Bits = std::min(Result.Bits, Bits);
  return Result;
}

/// The range of the variable \p E of the iteration.
std::optional<CounterSteps::Amount>
CounterSteps::amountOfVariable(const Expr *E) const {
  std::optional<Amount> All;
  for (const Expr *Value : valuesOf(E)) {
    // Conditions around the assignment need not hold at this place.
    const std::optional<Amount> One = amountOf(Value, {});
    if (!One)
      return std::nullopt;
    All = {One->IsPositive && (!All || All->IsPositive),
           std::max(One->Bits, All ? All->Bits : 0)};
  }
  return All;
}

/// The range of the integer \p E where \p Known holds; std::nullopt if it may
/// be negative.
std::optional<CounterSteps::Amount>
CounterSteps::amountOf(const Expr *E, const Conditions &Known) const {
  E = E->IgnoreParens();
  if (!E->getType()->isIntegralOrUnscopedEnumerationType())
    return std::nullopt;
  if (const std::optional<int64_t> Value = constantValue(E, Context)) {
    if (*Value < 0)
      return std::nullopt;
    return Amount{
        *Value > 0,
        llvm::APInt(64, static_cast<uint64_t>(*Value)).getActiveBits()};
  }
  std::optional<Amount> Found;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    Found = amountOf(Full->getSubExpr(), Known);
  else if (const auto *Cast = dyn_cast<CastExpr>(E))
    Found = amountOfCast(*Cast, Known);
  else if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    Found = amountOfBinary(*Binary, Known);
  else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Conditions Then = Known, Else = Known;
    Then.push_back({Choice->getCond(), true});
    Else.push_back({Choice->getCond(), false});
    const std::optional<Amount> A = amountOf(Choice->getTrueExpr(), Then);
    const std::optional<Amount> B = amountOf(Choice->getFalseExpr(), Else);
    if (A && B)
      Found = {A->IsPositive && B->IsPositive, std::max(A->Bits, B->Bits)};
  } else {
    Found = amountOfVariable(E);
  }
  const unsigned Bits = valueBits(E->getType(), Context);
  if (!Found && E->getType()->isUnsignedIntegerOrEnumerationType())
    Found = {false, Bits};
  if (Found && Found->IsPositive)
    return Found;
  // A condition may name what a variable of the iteration stands for.
  for (const Expr *Value = E; Value; Value = initialValue(Value)) {
    Value = stripWidening(Value, Context);
    if (isSteady(Value) &&
        Context.hasSameUnqualifiedType(Value->getType(), E->getType()) &&
        llvm::any_of(Known, [&](const BranchCondition &Each) {
          return excludesZero(Each, Value, Found.has_value());
        }))
      return Amount{true, Found ? Found->Bits : Bits};
  }
  return Found;
}

/// Adds what holds in the branches \p Guards to \p Known.
void CounterSteps::addConditions(const BranchList &Guards,
                                 Conditions &Known) const {
  for (const nest::Statement *Branch : Guards)
    if (const auto Found = Facts.Conditions.find(Branch);
        Found != Facts.Conditions.end())
      Known.push_back(Found->second);
}

/// Whether all places that update \p Counter, the item \p Number, are known, in
/// the order of its updates.
bool CounterSteps::hasPlaces(const Item &Counter, unsigned Number) const {
  return Facts.UpdatePlaces[Number].size() == Counter.Updates.size();
}

/// Whether every iteration that runs \p Guards, where \p Known holds, adds a
/// positive number by \p U, which stands at \p Place:
/// `const int n = x[i] > 0; if (n) y[k] = i; k += n;`.
bool CounterSteps::addsUnder(const BranchList &Guards, const Conditions &Known,
                             const Update &U, const UpdatePlace &Place) const {
  if (U.Input.size() != 1 || U.Follows || U.Input.front().Negated ||
      !isWithin(Guards, Place.Guards))
    return false;
  const std::optional<Amount> Adds = amountOf(U.Input.front().Value, Known);
  return Adds && Adds->IsPositive;
}

bool CounterSteps::movesUnder(const BranchList &Guards, const Item &Counter,
                              unsigned Number, bool &IsOnly) const {
  IsOnly = false;
  if (!hasPlaces(Counter, Number))
    return false;
  Conditions Known;
  addConditions(Guards, Known);
  for (const auto &[U, Place] :
       llvm::zip_equal(Counter.Updates, Facts.UpdatePlaces[Number]))
    if (addsUnder(Guards, Known, U, Place))
      return true;
  // `int n = 0; if (c) { y[k] = i; n = 1; } k += n;`
  if (Counter.Updates.size() != 1)
    return false;
  const Update &U = Counter.Updates.front();
  const UpdatePlace &Place = Facts.UpdatePlaces[Number].front();
  if (U.Input.size() != 1 || U.Follows || U.Input.front().Negated ||
      !isWithin(Guards, Place.Guards))
    return false;
  size_t Limit = Place.NumValues;
  const Assignments All = assignmentsOf(
      copiedVariable(U.Input.front().Value, Limit, &Place.Guards));
  if (All.size() != 2 || !All[0]->IsInitial || All[1]->IsInitial ||
      All[1] >= Facts.LocalValues.data() + Limit || All[1]->Guards != Guards)
    return false;
  const auto Is = [&](const Expr *E, bool Positive) {
    const std::optional<int64_t> Value =
        E ? constantValue(E, Context) : std::nullopt;
    return Value && (Positive ? *Value > 0 : *Value == 0);
  };
  IsOnly = true;
  return Is(All[0]->Value, false) && Is(All[1]->Value, true);
}

CounterSteps::Growth CounterSteps::growthOf(const Item &Counter,
                                            unsigned Number) const {
  if (!isCounter(Counter, Context))
    return Growth::Unknown;
  const unsigned Width = Context.getIntWidth(Counter.Type);
  const bool IsUnsigned = Counter.Type->isUnsignedIntegerType();
  // A sum that wraps around goes back. One of 64 bits has no time for it.
  if (Width < 32 || (IsUnsigned && Width < 64))
    return Growth::Unknown;
  const bool HasPlaces = hasPlaces(Counter, Number);
  Growth Result = Growth::Forward;
  for (const auto &[Each, U] : llvm::enumerate(Counter.Updates)) {
    const Term &Only = U.Input.front();
    if (U.Input.size() != 1 || (U.Follows && !Counter.IsStepwise) ||
        Only.Negated)
      return Growth::Unknown;
    Conditions Known;
    if (HasPlaces)
      addConditions(Facts.UpdatePlaces[Number][Each].Guards, Known);
    const std::optional<Amount> Adds = amountOf(Only.Value, Known);
    const QualType Type = Only.Value->getType();
    if (!Adds || Adds->Bits > (IsUnsigned ? 32 : Width - 1) ||
        (!IsUnsigned && Type->isUnsignedIntegerType() &&
         Context.getIntWidth(Type) >= Width))
      return Growth::Unknown;
    if (!Adds->IsPositive)
      Result = Growth::NotBack;
  }
  return Result;
}
