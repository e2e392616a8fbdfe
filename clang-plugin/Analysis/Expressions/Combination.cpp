//===- Combination.cpp - The value that an update computes ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Combination.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Conversions.h"
#include "Analysis/Expressions/FunctionReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool CombinationReader::reportOperator(SourceLocation Loc,
                                       StringRef Found) const {
  Diags.report(Loc, Diag::err_operator)
      << Found
      << (Target.Declared ? Target.Declared->getDeclName().getAsString()
                          : spelling(Target.Op).str());
  return false;
}

bool CombinationReader::reportMinMax(SourceLocation Loc) const {
  Diags.report(Loc, Diag::err_minmax) << spelling(Target.Op);
  return false;
}

bool CombinationReader::usesBefore(const Expr *E) const {
  return anyOf(E, [&](const Expr *Sub) { return IsBefore(Sub); });
}

bool CombinationReader::checkConversion(const Expr *E,
                                        QualType Computed) const {
  if (commutes(Target.Op, Target.Type, Computed, Context))
    return true;
  Diags.report(E->getExprLoc(), Diag::err_conversion)
      << Computed.getUnqualifiedType() << Target.Type << spelling(Target.Op);
  return false;
}

bool CombinationReader::addTerm(const Expr *E, Update &U, bool Negated) const {
  if (!operandCommutes(Target.Op, Target.Type, E, Context)) {
    Diags.report(E->getExprLoc(), Diag::err_conversion)
        << stripImplicit(E)->getType().getUnqualifiedType() << Target.Type
        << spelling(Target.Op);
    return false;
  }
  U.Input.push_back({E, Negated});
  return true;
}

bool CombinationReader::readValue(const Expr *E, Update &U) {
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags).readValue(E, U);
  if (Target.Declared)
    return readDeclared(E, U);
  E = strip(E);
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (!Cast->getType()->isArithmeticType() ||
        !checkConversion(E, Cast->getType()))
      return false;
    E = strip(Cast->getSubExpr());
  }
  if (IsBefore(E))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp()) {
      Diags.report(Binary->getOperatorLoc(), Diag::err_side_effect);
      return false;
    }
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
  Diags.report(E->getExprLoc(), Diag::err_not_combined) << Target.Name;
  return false;
}

bool CombinationReader::readIncrement(const UnaryOperator &E, Update &U) {
  U.YieldsOld = E.isPostfix();
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags).readIncrement(E, U);
  if (Target.Op != Operator::Add)
    return reportOperator(E.getOperatorLoc(),
                          UnaryOperator::getOpcodeStr(E.getOpcode()));
  auto *One = IntegerLiteral::Create(
      Context, llvm::APInt(Context.getIntWidth(Context.IntTy), 1),
      Context.IntTy, E.getOperatorLoc());
  U.Input.push_back({One, E.isDecrementOp()});
  return true;
}

bool CombinationReader::readArithmetic(const BinaryOperator &Binary,
                                       Update &U) {
  if (predefinedOperator(Binary.getOpcode()) != Target.Op)
    return reportOperator(Binary.getOperatorLoc(), Binary.getOpcodeStr());
  const bool Left = usesBefore(Binary.getLHS());
  const bool Right = usesBefore(Binary.getRHS());
  if (Left && Right) {
    Diags.report(Binary.getOperatorLoc(), Diag::err_previous_twice);
    return false;
  }
  const bool Negated = Binary.getOpcode() == BO_Sub;
  if (Negated && Right) {
    Diags.report(Binary.getOperatorLoc(), Diag::err_subtrahend);
    return false;
  }
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
  if (IsInPlace && Opcode == BO_Sub) {
    Diags.report(E.getOperatorLoc(), Diag::err_subtrahend);
    return false;
  }
  if (!IsInPlace && usesBefore(E.getRHS())) {
    Diags.report(E.getOperatorLoc(), Diag::err_previous_twice);
    return false;
  }
  if (!checkConversion(E.getRHS(), E.getComputationLHSType()))
    return false;
  return IsInPlace ? addTerm(E.getLHS(), U) && readValue(E.getRHS(), U)
                   : addTerm(E.getRHS(), U, Opcode == BO_Sub);
}

bool CombinationReader::readCall(const CallExpr &Call, Update &U) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const bool Named = Callee && Callee->getDeclName().isIdentifier();
  const StringRef Name = Named ? Callee->getName() : "call";
  if (!isMinMax() || !Named)
    return reportOperator(Call.getBeginLoc(), Name);
  const OperatorTraits &Traits = traits(Target.Op);
  const bool Compares = Callee->isInStdNamespace() && Name == Traits.Spelling;
  StringRef Plain = Name;
  Plain.consume_front("__builtin_");
  Plain.consume_back("f");
  const bool Float = Plain == Traits.Function && isLibraryFunction(*Callee);
  if (!Compares && !Float)
    return reportOperator(Call.getBeginLoc(), Name);
  if (Call.getNumArgs() != 2)
    return reportMinMax(Call.getBeginLoc()); // Of a list, or with a comparison.
  const bool First = usesBefore(Call.getArg(0));
  if (First && usesBefore(Call.getArg(1))) {
    Diags.report(Call.getBeginLoc(), Diag::err_previous_twice);
    return false;
  }
  // std::min and std::max return their first argument when both are equal.
  Target.MinMax = Float && Target.Type->isFloatingType() ? Choice::FloatCall
                  : First                                ? Choice::CompareFirst
                                                         : Choice::Compare;
  return checkConversion(Call.getArg(First ? 1 : 0), Call.getType()) &&
         addTerm(Call.getArg(First ? 1 : 0), U) &&
         readValue(Call.getArg(First ? 0 : 1), U);
}

bool CombinationReader::readChoice(const Expr *Condition, const Expr *Then,
                                   const Expr *Otherwise, Update &U) {
  if (Target.isFunction())
    return FunctionReader(Target, IsBefore, Context, Diags)
        .readChoice(Condition, Then, Otherwise, U);
  const auto *Compare = dyn_cast<BinaryOperator>(stripImplicit(Condition));
  if (!Compare || !Compare->isRelationalOp())
    return reportMinMax(Condition->getExprLoc());
  const bool TakesBefore = IsBefore(stripImplicit(Then));
  const Expr *Before = stripImplicit(TakesBefore ? Then : Otherwise);
  const Expr *Input = TakesBefore ? Otherwise : Then;
  if (!IsBefore(Before) || usesBefore(Input))
    return reportMinMax(Compare->getOperatorLoc());

  // Finds the operand of the comparison that is the value before.
  const Expr *Left = stripImplicit(Compare->getLHS());
  const Expr *Right = stripImplicit(Compare->getRHS());
  const bool BeforeLeft = IsBefore(Left);
  if ((!BeforeLeft && !IsBefore(Right)) ||
      !sameExpression(BeforeLeft ? Right : Left, stripImplicit(Input)))
    return reportMinMax(Compare->getOperatorLoc());

  // The value before is chosen if `before Rel input` holds.
  const BinaryOperatorKind Opcode = Compare->getOpcode();
  bool Less = Opcode == BO_LT || Opcode == BO_LE;
  bool OrEqual = Opcode == BO_LE || Opcode == BO_GE;
  if (!BeforeLeft)
    Less = !Less;
  if (!TakesBefore) {
    Less = !Less;
    OrEqual = !OrEqual;
  }
  if (Less != (traits(Target.Op).Relation == "<"))
    return reportMinMax(Compare->getOperatorLoc());
  Target.MinMax = OrEqual ? Choice::CompareFirst : Choice::Compare;
  return checkConversion(Input, Compare->getLHS()->getType()) &&
         addTerm(Input, U);
}

bool CombinationReader::reportCombiner(const Expr *Shown) const {
  Diags.report(Shown->getExprLoc(), Diag::err_not_combiner)
      << text(Shown, Context) << text(Target.Declared->getCombiner(), Context);
  Diags.report(Target.Declared->getCombiner()->getExprLoc(),
               Diag::note_combiner);
  return false;
}

/// Whether \p E has the structure of \p Pattern, a part of the combiner, with
/// an expression that \p IsOut accepts in place of omp_out and one input in
/// place of omp_in.
bool CombinationReader::matchCombiner(const Expr *Pattern, const Expr *E,
                                      Predicate IsOut, Update &U) const {
  const auto *OutRef = cast<DeclRefExpr>(Target.Declared->getCombinerOut());
  const auto *InRef = cast<DeclRefExpr>(Target.Declared->getCombinerIn());
  auto isRef = [](const Expr *Sub, const DeclRefExpr *Ref) {
    const auto *Found = dyn_cast<DeclRefExpr>(stripImplicit(Sub));
    return Found && Found->getDecl() == Ref->getDecl();
  };
  const Expr *Input = nullptr;
  bool IsConverted = false; // to the item's type, where the combiner has it
  const bool Same = matches(
      Pattern, E, [&](const Expr *P, const Expr *Sub) -> std::optional<bool> {
        if (isRef(P, OutRef))
          return IsOut(stripImplicit(Sub));
        if (!isRef(P, InRef))
          return std::nullopt;
        const bool First = !Input;
        if (First) {
          Input = Sub;
          IsConverted =
              Context.hasSameUnqualifiedType(P->getType(), Target.Type) &&
              Context.hasSameUnqualifiedType(Sub->getType(), Target.Type);
        }
        return First || sameExpression(Input, Sub);
      });
  if (!Same || !Input || usesBefore(Input))
    return false;
  if (!IsConverted)
    return addTerm(Input, U);
  U.Input.push_back({Input, /*Negated=*/false});
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
      Plain.Target && IsOut(Plain.Target))
    return matchCombiner(Plain.Value, Value, IsBefore, U) ||
           reportCombiner(Value);
  // `omp_out op= value` of arithmetic types is `omp_out = omp_out op value`.
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Combiner);
  const auto *Binary = dyn_cast<BinaryOperator>(stripImplicit(Value));
  if (Compound && IsOut(Compound->getLHS()) && Binary &&
      !Binary->isAssignmentOp() &&
      Binary->getOpcode() ==
          BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()) &&
      Context.hasSameType(Binary->getType(),
                          Compound->getComputationResultType()) &&
      IsBefore(stripImplicit(Binary->getLHS())) &&
      matchCombiner(Compound->getRHS(), Binary->getRHS(), IsBefore, U))
    return true;
  return reportCombiner(Value);
}

bool CombinationReader::readCombiner(const Expr *E, Predicate IsOut,
                                     Update &U) {
  return matchCombiner(Target.Declared->getCombiner(), E, IsOut, U) ||
         reportCombiner(E);
}
