//===- Combination.cpp - The value that an update computes ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Combination.h"
#include "AST/Assignments.h"
#include "AST/ComplexNumbers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Conversions.h"
#include "Analysis/Expressions/Extremum.h"
#include "Analysis/Expressions/FunctionReader.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "Analysis/Expressions/Members.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

bool CombinationReader::reportOperator(SourceLocation Loc,
                                       StringRef Found) const {
  return Diags.report(Loc, Diag::err_operator)
         << Found
         << (Target.Declared ? Target.Declared->getDeclName().getAsString()
                             : spelling(Target.Op).str());
}

bool CombinationReader::reportMinMax(SourceLocation Loc) const {
  return Diags.report(Loc, Diag::err_minmax) << spelling(Target.Op);
}

bool CombinationReader::reportConversion(SourceLocation Loc, QualType Found,
                                         ConversionFault Fault) const {
  ompscan::plugin::reportConversion(Loc, Found, Target.Type, Target.Op, Fault,
                                    Diags);
  return false;
}

bool CombinationReader::usesBefore(const Expr *E) const {
  return anyOf(E, [&](const Expr *Sub) { return IsBefore(Sub); });
}

bool CombinationReader::checkConversion(const Expr *E,
                                        QualType Computed) const {
  if (IsCompared ? keepsValues(Target.Type, Computed, Context)
                 : commutes(Target.Op, Target.Type, Computed, Context))
    return true;
  return reportConversion(E->getExprLoc(), Computed, ConversionFault::Operand);
}

/// Whether a difference in the item's type, at \p Loc, is a sum of negated
/// inputs. That of truth values is their exclusive or.
bool CombinationReader::checkDifference(SourceLocation Loc) const {
  if (!isTruthType(Target.Type))
    return true;
  return reportConversion(Loc, Target.Type, ConversionFault::Difference);
}

/// Whether the type in which \p E compares has all values of the item.
bool CombinationReader::checkCompared(const Extremum &E) const {
  if (keepsValues(Target.Type, E.Type, Context))
    return true;
  return reportConversion(E.Loc, E.Type, ConversionFault::Comparison);
}

bool CombinationReader::addTerm(const Expr *E, Update &U, bool Negated) const {
  if (!operandCommutes(Target.Op, Target.Type, E, Context))
    return reportConversion(E->getExprLoc(), stripImplicit(E)->getType(),
                            ConversionFault::Operand);
  U.Input.push_back({E, Negated});
  return true;
}

/// Adds \p E, an operand of the extremum \p Of. One that is compared in the
/// item's type has been converted to that before.
bool CombinationReader::addCompared(const Expr *E, const Extremum &Of,
                                    Update &U) const {
  if (!Context.hasSameUnqualifiedType(Of.Type, Target.Type) ||
      !stripImplicit(E)->getType()->isArithmeticType())
    return addTerm(E, U);
  U.Input.push_back({E, /*Negated=*/false});
  return true;
}

/// Reads \p E, the operand of an extremum with the value before.
bool CombinationReader::readCompared(const Expr *E, Update &U) {
  llvm::SaveAndRestore<bool> Compared(IsCompared, true);
  return readValue(E, U);
}

bool CombinationReader::readValue(const Expr *E, Update &U) {
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags).readValue(E, U);
  if (Target.Declared)
    return readDeclared(E, U);
  E = strip(E);
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (!isNumber(Cast->getType()) || !checkConversion(E, Cast->getType()))
      return false;
    E = strip(Cast->getSubExpr());
  }
  if (IsBefore(E))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp())
      return Diags.report(Binary->getOperatorLoc(), Diag::err_side_effect);
    return readArithmetic(*Binary, U);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return readCall(*Call, U);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    if (!isMinMax())
      return reportOperator(Conditional->getQuestionLoc(), "?:");
    return readChoice(Conditional->getCond(), Conditional->getTrueExpr(),
                      Conditional->getFalseExpr(), U);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return reportOperator(Unary->getOperatorLoc(),
                          UnaryOperator::getOpcodeStr(Unary->getOpcode()));
  return Diags.report(E->getExprLoc(), Diag::err_not_combined)
         << Target.Name
         << (Target.Op == Operator::Max   ? 1
             : Target.Op == Operator::Min ? 2
                                          : 0);
}

bool CombinationReader::readChange(const Expr *E, Update &U) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return readIncrement(*Unary, U);
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E))
    return Target.Declared ? readCombiner(E, IsBefore, U)
                           : readCompound(*Compound, U, /*IsInPlace=*/false);
  return readValue(plainAssignment(E).Value, U);
}

bool CombinationReader::readIncrement(const UnaryOperator &E, Update &U) {
  U.YieldsOld = E.isPostfix();
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags).readIncrement(E, U);
  if (Target.Op != Operator::Add)
    return reportOperator(E.getOperatorLoc(),
                          UnaryOperator::getOpcodeStr(E.getOpcode()));
  if (E.isDecrementOp() && !checkDifference(E.getOperatorLoc()))
    return false;
  U.Input.push_back(
      {integerLiteral(1, Context.IntTy, E.getOperatorLoc(), Context),
       E.isDecrementOp()});
  return true;
}

bool CombinationReader::readArithmetic(const BinaryOperator &Binary,
                                       Update &U) {
  if (predefinedOperator(Binary.getOpcode()) != Target.Op)
    return reportOperator(Binary.getOperatorLoc(), Binary.getOpcodeStr());
  const bool Left = usesBefore(Binary.getLHS());
  const bool Right = usesBefore(Binary.getRHS());
  if (Left && Right)
    return Diags.report(Binary.getOperatorLoc(), Diag::err_previous_twice);
  const bool Negated = Binary.getOpcode() == BO_Sub;
  if (Negated && Right)
    return Diags.report(Binary.getOperatorLoc(), Diag::err_subtrahend);
  if (Negated && !checkDifference(Binary.getOperatorLoc()))
    return false;
  const Expr *Other = Left ? Binary.getRHS() : Binary.getLHS();
  if (!checkConversion(Other, Binary.getType()))
    return false;
  if (Left)
    return readValue(Binary.getLHS(), U) && addTerm(Other, U, Negated);
  return addTerm(Other, U, Negated) && readValue(Binary.getRHS(), U);
}

bool CombinationReader::readCompound(const CompoundAssignOperator &E, Update &U,
                                     bool IsInPlace) {
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags)
        .readCompound(E, U, IsInPlace);
  const BinaryOperatorKind Opcode =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  if (predefinedOperator(Opcode) != Target.Op)
    return reportOperator(E.getOperatorLoc(),
                          BinaryOperator::getOpcodeStr(Opcode));
  if (IsInPlace && Opcode == BO_Sub)
    return Diags.report(E.getOperatorLoc(), Diag::err_subtrahend);
  if (Opcode == BO_Sub && !checkDifference(E.getOperatorLoc()))
    return false;
  if (!IsInPlace && usesBefore(E.getRHS()))
    return Diags.report(E.getOperatorLoc(), Diag::err_previous_twice);
  if (!checkConversion(E.getRHS(), E.getComputationLHSType()))
    return false;
  return IsInPlace ? addTerm(E.getLHS(), U) && readValue(E.getRHS(), U)
                   : addTerm(E.getRHS(), U, Opcode == BO_Sub);
}

/// Reads the extremum \p E, of which an operand combines the value before.
bool CombinationReader::readExtremum(const Extremum &E, Update &U) {
  const bool First = usesBefore(E.Left);
  if (First && usesBefore(E.Right))
    return Diags.report(E.Loc, Diag::err_previous_twice);
  Target.MinMax = E.choice(First, Target.Type);
  return checkCompared(E) && addCompared(First ? E.Right : E.Left, E, U) &&
         readCompared(First ? E.Left : E.Right, U);
}

bool CombinationReader::readCall(const CallExpr &Call, Update &U) {
  const std::optional<Extremum> E = extremumOf(Call);
  if (!isMinMax() || !E || E->IsMax != (Target.Op == Operator::Max)) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    return reportOperator(Call.getBeginLoc(), Callee && Callee->getIdentifier()
                                                  ? Callee->getName()
                                                  : "call");
  }
  if (!E->List.empty())
    return readList(*E, U);
  if (!E->Left)
    return reportMinMax(Call.getBeginLoc()); // With a comparison.
  return readExtremum(*E, U);
}

/// Reads the extremum \p E of a list, of which one element combines the value
/// before.
bool CombinationReader::readList(const Extremum &E, Update &U) {
  const auto *Before = llvm::find_if(
      E.List, [this](const Expr *Sub) { return usesBefore(Sub); });
  const bool IsFirst = Before == E.List.begin();
  // Of equal values the first one is the result, which matters for zeros with
  // different signs.
  if (Before == E.List.end() || (!IsFirst && Target.Type->isFloatingType()))
    return reportMinMax(E.Loc);
  Target.MinMax = E.choice(IsFirst, Target.Type);
  if (!checkCompared(E))
    return false;
  for (const Expr *Each : E.List) {
    if (Each == *Before)
      continue;
    if (usesBefore(Each))
      return Diags.report(E.Loc, Diag::err_previous_twice);
    if (!addCompared(Each, E, U))
      return false;
  }
  return readCompared(*Before, U);
}

bool CombinationReader::readChoice(const Expr *Condition, const Expr *Then,
                                   const Expr *Otherwise, Update &U) {
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags)
        .readChoice(Condition, Then, Otherwise, U);
  auto AreSame = [&](const Expr *A, const Expr *B) {
    A = stripConversion(A, Context);
    B = stripConversion(B, Context);
    return (IsBefore(A) && IsBefore(B)) || sameExpression(A, B);
  };
  const std::optional<Extremum> E =
      extremumOf(Condition, Then, Otherwise, AreSame);
  if (!E || E->IsMax != (Target.Op == Operator::Max) ||
      IsBefore(stripImplicit(E->Left)) == IsBefore(stripImplicit(E->Right)))
    return reportMinMax(stripImplicit(Condition)->getExprLoc());
  return readExtremum(*E, U);
}

bool CombinationReader::reportCombiner(const Expr *Shown) const {
  Diags.report(Shown->getExprLoc(), Diag::err_not_combiner)
      << sourceText(Shown, Context)
      << text(Target.Declared->getCombiner(), Context);
  return Diags.report(Target.Declared->getCombiner()->getExprLoc(),
                      Diag::note_combiner);
}

/// Whether \p E has the structure of \p Pattern, a part of the combiner, with
/// an expression that \p IsPlace accepts in place of omp_out and one input in
/// place of omp_in, or the other way round if \p InputFirst. \p ByMember: an
/// input stands for each member of omp_in that the combiner reads, instead.
bool CombinationReader::matchCombiner(const Expr *Pattern, const Expr *E,
                                      Predicate IsPlace, bool InputFirst,
                                      bool ByMember, Update &U) const {
  const auto *PlaceRef = cast<DeclRefExpr>(Target.Declared->getCombinerOut());
  const auto *InputRef = cast<DeclRefExpr>(Target.Declared->getCombinerIn());
  if (InputFirst)
    std::swap(PlaceRef, InputRef);
  auto isRef = [&](const Expr *Sub, const DeclRefExpr *Ref) {
    const auto *Found = dyn_cast<DeclRefExpr>(stripConversion(Sub, Context));
    return Found && Found->getDecl() == Ref->getDecl();
  };
  struct Operand {
    const Expr *Value = nullptr;
    bool IsConverted = false; // to its type, where the combiner has it
  };
  llvm::SmallVector<Operand, 2> Inputs(ByMember ? Target.Members.size() : 1);
  const auto TypeOf = [&](unsigned Input) {
    return ByMember ? Target.Members[Input].Type : Target.Type;
  };
  const bool Same = matches(
      Pattern, E, [&](const Expr *P, const Expr *Sub) -> std::optional<bool> {
        if (isRef(P, PlaceRef))
          return IsPlace(stripConversion(Sub, Context));
        std::optional<unsigned> Number;
        if (ByMember)
          Number = memberOf(Target, P, [&](const Expr *Whole) {
            return isRef(Whole, InputRef);
          });
        else if (isRef(P, InputRef))
          Number = 0;
        if (!Number)
          return std::nullopt;
        Operand &Input = Inputs[*Number];
        if (Input.Value)
          return sameExpression(Input.Value, Sub);
        const QualType Type = TypeOf(*Number);
        Input = {Sub, Context.hasSameUnqualifiedType(P->getType(), Type) &&
                          Context.hasSameUnqualifiedType(Sub->getType(), Type)};
        return true;
      });
  // At its place, the item has the value before as well.
  const auto IsInput = [&](const Operand &Input) {
    return Input.Value && !usesBefore(Input.Value) &&
           !anyOf(Input.Value,
                  [&](const Expr *Sub) { return IsPlace(stripImplicit(Sub)); });
  };
  if (!Same || !llvm::all_of(Inputs, IsInput))
    return false;
  for (const auto &[Number, Input] : llvm::enumerate(Inputs)) {
    if (!Input.IsConverted &&
        !operandCommutes(Target.Op, TypeOf(Number), Input.Value, Context)) {
      ompscan::plugin::reportConversion(
          Input.Value->getExprLoc(), stripImplicit(Input.Value)->getType(),
          TypeOf(Number), Target.Op, ConversionFault::Operand, Diags);
      return false;
    }
    U.Input.push_back(
        {Input.Value, /*Negated=*/false,
         ByMember ? std::optional<unsigned>(Number) : std::nullopt});
  }
  return true;
}

/// Notes the order of the operands in an update at \p Loc, which all updates of
/// an item have in common.
bool CombinationReader::setOrder(bool InputFirst, SourceLocation Loc) {
  if (!Target.Updates.empty() && Target.InputFirst != InputFirst)
    return Diags.report(Loc, Diag::err_operand_order)
           << Target.Name << InputFirst;
  Target.InputFirst = InputFirst;
  return true;
}

bool CombinationReader::readDeclared(const Expr *Value, Update &U) {
  const Expr *Combiner = strip(Target.Declared->getCombiner());
  // A combiner that changes something else is not supported.
  auto IsOut = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(stripImplicit(E));
    return Ref &&
           Ref->getDecl() ==
               cast<DeclRefExpr>(Target.Declared->getCombinerOut())->getDecl();
  };
  if (const Assignment Plain = plainAssignment(Combiner);
      Plain.Target && IsOut(Plain.Target)) {
    for (const bool InputFirst : {false, true})
      if (matchCombiner(Plain.Value, Value, IsBefore, InputFirst,
                        /*ByMember=*/false, U))
        return setOrder(InputFirst, Value->getExprLoc());
    return reportCombiner(Value);
  }
  // `omp_out op= value` of arithmetic types is `omp_out = omp_out op value`.
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Combiner);
  const auto *Binary =
      dyn_cast<BinaryOperator>(stripConversion(Value, Context));
  if (Compound && IsOut(Compound->getLHS()) && Binary &&
      !Binary->isAssignmentOp() &&
      Binary->getOpcode() ==
          BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()) &&
      Context.hasSameType(Binary->getType(),
                          Compound->getComputationResultType()) &&
      IsBefore(stripConversion(Binary->getLHS(), Context)) &&
      matchCombiner(Compound->getRHS(), Binary->getRHS(), IsBefore,
                    /*InputFirst=*/false, /*ByMember=*/false, U))
    return setOrder(/*InputFirst=*/false, Value->getExprLoc());
  return reportCombiner(Value);
}

bool CombinationReader::readCombiner(const Expr *E, Predicate IsOut,
                                     Update &U) {
  for (const bool ByMember : {false, true})
    if ((!ByMember || !Target.Members.empty()) &&
        matchCombiner(Target.Declared->getCombiner(), E, IsOut,
                      /*InputFirst=*/false, ByMember, U))
      return setOrder(/*InputFirst=*/false, E->getExprLoc());
  return reportCombiner(E);
}
