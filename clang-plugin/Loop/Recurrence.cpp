//===- Recurrence.cpp - The body of a scan loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/Recurrence.h"
#include "Loop/Affine.h"
#include "Loop/Conversions.h"
#include "Loop/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan;

namespace {

/// What an element of the item is in iteration i.
enum class Role {
  None,     ///< No element of the item.
  Current,  ///< The one that is stored.
  Previous, ///< The one that iteration i - step stored.
  Other
};

class RecurrenceReader {
public:
  RecurrenceReader(ScanLoop &Loop, const Expr *Item, const ASTContext &Context,
                   const Diagnostics &Diags)
      : Loop(Loop), Item(Item), Context(Context), Diags(Diags) {}

  bool read();

private:
  bool readAssignment(const Expr *E);
  bool readIf(const IfStmt &If);
  bool readDeclared(const Expr *Value);
  bool readCopyAndCombine(const Expr *Copy, const Expr *Combination);
  bool matchCombiner(const Expr *Pattern, const Expr *E, Role Out);
  bool reportCombiner(const Expr *Shown) const;
  bool setStore(const Expr *Stored);
  bool checkReads(const Expr *E);
  bool readValue(const Expr *E);
  bool readArithmetic(const BinaryOperator &Binary);
  bool readCall(const CallExpr &Call);
  bool readChoice(const Expr *Condition, const Expr *Then, const Expr *Else);
  bool addTerm(const Expr *E, bool Negated = false);

  Role role(const Expr *E) const;
  bool usesPrevious(const Expr *E) const;
  bool isOperator(BinaryOperatorKind Opcode) const;
  bool isMinMax() const {
    return Loop.Op == Operator::Min || Loop.Op == Operator::Max;
  }
  bool reportOperator(SourceLocation Loc, StringRef Found) const {
    Diags.report(Loc, Diag::err_operator) << Found << spelling(Loop.Op);
    return false;
  }
  bool reportMinMax(SourceLocation Loc) const {
    Diags.report(Loc, Diag::err_minmax) << spelling(Loop.Op);
    return false;
  }
  bool checkConversion(const Expr *E, QualType Computed) const;

  ScanLoop &Loop;
  const Expr *Item;
  const ASTContext &Context;
  const Diagnostics &Diags;
  Affine Stored;
  QualType Type;
};

} // namespace

/// The statement that \p S consists of, or null.
static const Stmt *singleStatement(const Stmt *S) {
  while (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    const Stmt *Only = nullptr;
    for (const Stmt *Sub : Compound->body()) {
      if (isa<NullStmt>(Sub))
        continue;
      if (Only)
        return nullptr;
      Only = Sub;
    }
    if (!Only)
      return nullptr;
    S = Only;
  }
  return S;
}

namespace {

struct Assignment {
  const Expr *Target = nullptr;
  const Expr *Value = nullptr;
};

} // namespace

/// Target and value of `target = value`, of scalars or of class objects.
static Assignment plainAssignment(const Expr *E) {
  E = strip(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Assign
               ? Assignment{Binary->getLHS(), Binary->getRHS()}
               : Assignment();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
    return {};
  return {Call->getArg(0), Call->getArg(1)};
}

Role RecurrenceReader::role(const Expr *E) const {
  const ElementAccess Element = elementAccess(E, Context);
  if (!Element.Base || !sameExpression(Element.Base, Item))
    return Role::None;
  std::optional<Affine> Formula =
      Element.Index ? affine(Element.Index, Loop.IV.Var, Context) : Affine();
  if (Formula)
    Formula = Stored.minus(*Formula);
  int64_t Stride = 0;
  if (!Formula || !Formula->isConstant() ||
      llvm::MulOverflow(Stored.Coefficient, Loop.IV.Step, Stride))
    return Role::Other;
  return Formula->Constant == 0        ? Role::Current
         : Formula->Constant == Stride ? Role::Previous
                                       : Role::Other;
}

bool RecurrenceReader::usesPrevious(const Expr *E) const {
  return anyOf(E,
               [&](const Expr *Sub) { return role(Sub) == Role::Previous; });
}

bool RecurrenceReader::read() {
  if (Loop.Declared)
    if (const auto *Two = dyn_cast<CompoundStmt>(Loop.For->getBody());
        Two && Two->size() == 2) {
      const auto *Copy = dyn_cast<Expr>(Two->body_front());
      const auto *Combination = dyn_cast<Expr>(Two->body_back());
      if (Copy && Combination)
        return readCopyAndCombine(Copy, Combination);
    }
  const Stmt *Body = singleStatement(Loop.For->getBody());
  if (!Body) {
    // The first statement that is not the assignment is the one to show.
    const Stmt *Shown = Loop.For->getBody();
    if (const auto *Compound = dyn_cast<CompoundStmt>(Shown)) {
      if (Compound->body_empty()) {
        Diags.report(Loop.For->getBody()->getBeginLoc(), Diag::err_no_store)
            << Loop.Arrays.front().Name;
        return false;
      }
      Shown = *std::next(Compound->body_begin());
      for (const Stmt *Sub : Compound->body())
        if (const auto *Assign = dyn_cast<BinaryOperator>(Sub);
            !Assign || !Assign->isAssignmentOp() ||
            !elementAccess(Assign->getLHS(), Context).Base ||
            !sameExpression(elementAccess(Assign->getLHS(), Context).Base, Item)) {
          Shown = Sub;
          break;
        }
    }
    Diags.report(Shown->getBeginLoc(), Diag::err_statement)
        << Loop.Arrays.front().Name;
    return false;
  }
  if (const auto *If = dyn_cast<IfStmt>(Body))
    return readIf(*If);
  if (const auto *E = dyn_cast<Expr>(Body))
    return readAssignment(E);
  Diags.report(Body->getBeginLoc(), Diag::err_statement)
      << Loop.Arrays.front().Name;
  return false;
}

bool RecurrenceReader::setStore(const Expr *Target) {
  Target = strip(Target);
  const ElementAccess Element = elementAccess(Target, Context);
  if (!Element.Base || !sameExpression(Element.Base, Item)) {
    Diags.report(Target->getExprLoc(), Diag::err_no_store)
        << Loop.Arrays.front().Name;
    return false;
  }
  Type = Target->getType().getUnqualifiedType();
  if (Type->isArrayType()) {
    Diags.report(Target->getExprLoc(), Diag::err_array);
    return false;
  }
  std::optional<Affine> Formula =
      Element.Index ? affine(Element.Index, Loop.IV.Var, Context)
                    : std::nullopt;
  if (!Formula || Formula->Coefficient == 0) {
    Diags.report((Element.Index ? Element.Index : Target)->getExprLoc(),
                 Diag::err_store_subscript)
        << Loop.IV.Var->getName();
    return false;
  }
  Stored = *Formula;
  Loop.Store = Target;
  return true;
}

/// Finds the previous element in \p E; any other element of the item, but the
/// one that is stored, is an error.
bool RecurrenceReader::checkReads(const Expr *E) {
  const Expr *Wrong = nullptr;
  anyOf(E, [&](const Expr *Sub) {
    switch (role(Sub)) {
    case Role::Previous:
      if (!Loop.Previous)
        Loop.Previous = strip(Sub);
      break;
    case Role::Other:
      if (!Wrong)
        Wrong = Sub;
      break;
    case Role::None:
    case Role::Current:
      break;
    }
    return false;
  });
  if (Wrong) {
    Diags.report(Wrong->getExprLoc(), Diag::err_item_read)
        << Loop.Arrays.front().Name;
    return false;
  }
  return true;
}

bool RecurrenceReader::readAssignment(const Expr *E) {
  if (Loop.Declared) {
    const Assignment Plain = plainAssignment(E);
    if (!Plain.Target) {
      Diags.report(E->getExprLoc(), Diag::err_statement)
          << Loop.Arrays.front().Name;
      return false;
    }
    if (!setStore(Plain.Target) || !checkReads(Plain.Value))
      return false;
    if (!Loop.Previous) {
      Diags.report(Plain.Value->getExprLoc(), Diag::err_no_previous)
          << Loop.Arrays.front().Name;
      return false;
    }
    return readDeclared(Plain.Value);
  }
  const auto *Assign = dyn_cast<BinaryOperator>(strip(E));
  if (!Assign || !Assign->isAssignmentOp()) {
    Diags.report(E->getExprLoc(), Diag::err_statement)
        << Loop.Arrays.front().Name;
    return false;
  }
  if (!setStore(Assign->getLHS()) || !checkReads(Assign->getRHS()))
    return false;
  if (!Loop.Previous) {
    Diags.report(Assign->getRHS()->getExprLoc(), Diag::err_no_previous)
        << Loop.Arrays.front().Name;
    return false;
  }
  if (Assign->getOpcode() == BO_Assign)
    return readValue(Assign->getRHS());

  // `y[i] op= value` combines the element itself with the previous one.
  const auto &Compound = cast<CompoundAssignOperator>(*Assign);
  const BinaryOperatorKind Opcode =
      BinaryOperator::getOpForCompoundAssignment(Assign->getOpcode());
  if (!isOperator(Opcode))
    return reportOperator(Assign->getOperatorLoc(),
                          BinaryOperator::getOpcodeStr(Opcode));
  if (Opcode == BO_Sub) {
    Diags.report(Assign->getOperatorLoc(), Diag::err_subtrahend);
    return false;
  }
  return checkConversion(Assign->getRHS(), Compound.getComputationLHSType()) &&
         addTerm(Assign->getLHS()) && readValue(Assign->getRHS());
}

bool RecurrenceReader::readIf(const IfStmt &If) {
  // `if (c) y[f] = a; else y[f] = b;`, where a missing else keeps y[f].
  const Stmt *Branches[] = {singleStatement(If.getThen()),
                            If.getElse() ? singleStatement(If.getElse())
                                         : nullptr};
  const BinaryOperator *Assigns[2] = {};
  for (unsigned I = 0; I != 2; ++I) {
    if (I == 1 && !If.getElse())
      break;
    const auto *E = dyn_cast_or_null<Expr>(Branches[I]);
    Assigns[I] = E ? dyn_cast<BinaryOperator>(strip(E)) : nullptr;
    if (!Assigns[I] || Assigns[I]->getOpcode() != BO_Assign ||
        If.hasInitStorage() || If.hasVarStorage() || If.isConstexpr()) {
      const Stmt *Shown = Branches[I] ? Branches[I] : &If;
      Diags.report(Shown->getBeginLoc(), Diag::err_statement)
          << Loop.Arrays.front().Name;
      return false;
    }
    if (I == 0 && !setStore(Assigns[0]->getLHS()))
      return false;
    if (I == 1 && role(Assigns[1]->getLHS()) != Role::Current) {
      Diags.report(Assigns[1]->getLHS()->getExprLoc(), Diag::err_statement)
          << Loop.Arrays.front().Name;
      return false;
    }
    if (!checkReads(Assigns[I]->getRHS()))
      return false;
  }
  if (!checkReads(If.getCond()))
    return false;
  if (!Loop.Previous) {
    Diags.report(If.getIfLoc(), Diag::err_no_previous)
        << Loop.Arrays.front().Name;
    return false;
  }
  if (!isMinMax())
    return reportOperator(If.getIfLoc(), "if");
  return readChoice(If.getCond(), Assigns[0]->getRHS(),
                    Assigns[1] ? Assigns[1]->getRHS() : Assigns[0]->getLHS());
}

bool RecurrenceReader::isOperator(BinaryOperatorKind Opcode) const {
  switch (Loop.Op) {
  case Operator::Add:
    return Opcode == BO_Add || Opcode == BO_Sub;
  case Operator::Mul:
    return Opcode == BO_Mul;
  case Operator::And:
    return Opcode == BO_And;
  case Operator::Or:
    return Opcode == BO_Or;
  case Operator::Xor:
    return Opcode == BO_Xor;
  case Operator::LogicalAnd:
    return Opcode == BO_LAnd;
  case Operator::LogicalOr:
    return Opcode == BO_LOr;
  case Operator::Min:
  case Operator::Max:
  case Operator::Declared:
    return false;
  }
  llvm_unreachable("unknown operator");
}

bool RecurrenceReader::checkConversion(const Expr *E, QualType Computed) const {
  if (commutes(Loop.Op, Type, Computed, Context))
    return true;
  Diags.report(E->getExprLoc(), Diag::err_conversion)
      << Computed << Type << spelling(Loop.Op);
  return false;
}

bool RecurrenceReader::addTerm(const Expr *E, bool Negated) {
  if (!operandCommutes(Loop.Op, Type, E, Context)) {
    Diags.report(E->getExprLoc(), Diag::err_conversion)
        << stripImplicit(E)->getType() << Type << spelling(Loop.Op);
    return false;
  }
  Loop.Input.push_back({E, Negated});
  return true;
}

/// Takes \p E, which uses the previous element, apart into that element and
/// the terms that are combined with it.
bool RecurrenceReader::readValue(const Expr *E) {
  E = strip(E);
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (!Cast->getType()->isArithmeticType() ||
        !checkConversion(E, Cast->getType()))
      return false;
    E = strip(Cast->getSubExpr());
  }
  if (role(E) == Role::Previous)
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp()) {
      Diags.report(Binary->getOperatorLoc(), Diag::err_side_effect);
      return false;
    }
    return readArithmetic(*Binary);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return readCall(*Call);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    if (!isMinMax())
      return reportOperator(Choice->getQuestionLoc(), "?:");
    return readChoice(Choice->getCond(), Choice->getTrueExpr(),
                      Choice->getFalseExpr());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return reportOperator(Unary->getOperatorLoc(),
                          UnaryOperator::getOpcodeStr(Unary->getOpcode()));
  Diags.report(E->getExprLoc(), Diag::err_statement)
      << Loop.Arrays.front().Name;
  return false;
}

bool RecurrenceReader::readArithmetic(const BinaryOperator &Binary) {
  if (!isOperator(Binary.getOpcode()))
    return reportOperator(Binary.getOperatorLoc(), Binary.getOpcodeStr());
  const bool Left = usesPrevious(Binary.getLHS());
  const bool Right = usesPrevious(Binary.getRHS());
  if (Left && Right) {
    Diags.report(Binary.getOperatorLoc(), Diag::err_previous_twice);
    return false;
  }
  if (Binary.getOpcode() == BO_Sub && Right) {
    Diags.report(Binary.getOperatorLoc(), Diag::err_subtrahend);
    return false;
  }
  const Expr *Other = Left ? Binary.getRHS() : Binary.getLHS();
  if (!checkConversion(Other, Binary.getType()))
    return false;
  const bool Negated = Binary.getOpcode() == BO_Sub;
  if (Left)
    return readValue(Binary.getLHS()) && addTerm(Other, Negated);
  return addTerm(Other, Negated) && readValue(Binary.getRHS());
}

bool RecurrenceReader::readCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!isMinMax() || !Callee)
    return reportOperator(Call.getBeginLoc(),
                          Callee ? Callee->getName() : "call");
  const bool Min = Loop.Op == Operator::Min;
  const StringRef Name = Callee->getName();
  const bool Std = Callee->isInStdNamespace();
  const bool Compares = Std && Name == (Min ? "min" : "max");
  const bool Float = llvm::is_contained(
      Min ? llvm::ArrayRef<StringRef>{"fmin", "fminf", "__builtin_fmin",
                                      "__builtin_fminf"}
          : llvm::ArrayRef<StringRef>{"fmax", "fmaxf", "__builtin_fmax",
                                      "__builtin_fmaxf"},
      Name);
  if ((!Compares && !Float) || Call.getNumArgs() != 2)
    return reportOperator(Call.getBeginLoc(), Name);
  const bool First = usesPrevious(Call.getArg(0));
  if (First && usesPrevious(Call.getArg(1))) {
    Diags.report(Call.getBeginLoc(), Diag::err_previous_twice);
    return false;
  }
  // std::min and std::max return their first argument when both are equal.
  Loop.MinMax = Float && Type->isFloatingType() ? Choice::FloatCall
                : First                         ? Choice::CompareFirst
                                                : Choice::Compare;
  return checkConversion(Call.getArg(First ? 1 : 0), Call.getType()) &&
         addTerm(Call.getArg(First ? 1 : 0)) &&
         readValue(Call.getArg(First ? 0 : 1));
}

bool RecurrenceReader::readChoice(const Expr *Condition, const Expr *Then,
                                  const Expr *Else) {
  const auto *Compare = dyn_cast<BinaryOperator>(stripImplicit(Condition));
  if (!Compare || !Compare->isRelationalOp())
    return reportMinMax(Condition->getExprLoc());
  const bool TakesPrevious = role(stripImplicit(Then)) == Role::Previous;
  const Expr *Previous = stripImplicit(TakesPrevious ? Then : Else);
  const Expr *Input = TakesPrevious ? Else : Then;
  if (role(Previous) != Role::Previous || usesPrevious(Input))
    return reportMinMax(Compare->getOperatorLoc());

  // Which side of the comparison is the previous element?
  const Expr *Left = stripImplicit(Compare->getLHS());
  const Expr *Right = stripImplicit(Compare->getRHS());
  const bool PreviousLeft = role(Left) == Role::Previous;
  if ((!PreviousLeft && role(Right) != Role::Previous) ||
      !sameExpression(PreviousLeft ? Right : Left, stripImplicit(Input)))
    return reportMinMax(Compare->getOperatorLoc());

  // The previous element is taken where `previous Rel input` holds.
  const BinaryOperatorKind Opcode = Compare->getOpcode();
  bool Less = Opcode == BO_LT || Opcode == BO_LE;
  bool OrEqual = Opcode == BO_LE || Opcode == BO_GE;
  if (!PreviousLeft)
    Less = !Less;
  if (!TakesPrevious) {
    Less = !Less;
    OrEqual = !OrEqual;
  }
  if (Less != (Loop.Op == Operator::Min))
    return reportMinMax(Compare->getOperatorLoc());
  Loop.MinMax = OrEqual ? Choice::CompareFirst : Choice::Compare;
  return checkConversion(Input, Compare->getLHS()->getType()) && addTerm(Input);
}

static std::string text(const Expr *E, const ASTContext &Context) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  E->printPretty(OS, nullptr, PrintingPolicy(Context.getLangOpts()));
  return Result;
}

bool RecurrenceReader::reportCombiner(const Expr *Shown) const {
  Diags.report(Shown->getExprLoc(), Diag::err_not_combiner)
      << text(Shown, Context) << text(Loop.Declared->getCombiner(), Context);
  Diags.report(Loop.Declared->getCombiner()->getExprLoc(),
               Diag::note_combiner);
  return false;
}

/// Whether \p E is \p Pattern, a piece of the combiner, with an element of role
/// \p Out in place of omp_out and one input in place of omp_in.
bool RecurrenceReader::matchCombiner(const Expr *Pattern, const Expr *E,
                                     Role Out) {
  const auto *OutRef = cast<DeclRefExpr>(Loop.Declared->getCombinerOut());
  const auto *InRef = cast<DeclRefExpr>(Loop.Declared->getCombinerIn());
  auto isRef = [](const Expr *Sub, const DeclRefExpr *Ref) {
    const auto *Found = dyn_cast<DeclRefExpr>(stripImplicit(Sub));
    return Found && Found->getDecl() == Ref->getDecl();
  };
  const Expr *Input = nullptr;
  const bool Same = ompscan::matches(
      Pattern, E,
      [&](const Expr *P, const Expr *Sub) -> std::optional<bool> {
        if (isRef(P, OutRef))
          return role(stripImplicit(Sub)) == Out;
        if (!isRef(P, InRef))
          return std::nullopt;
        // An input may have a narrower type than the item.
        const bool First = !Input;
        if (First)
          Input = Sub;
        return First || sameExpression(Input, Sub);
      });
  if (!Same || !Input || usesPrevious(Input))
    return false;
  return addTerm(Input);
}

/// Matches `y[f] = Value` with a combiner of the form `omp_out = value`, or
/// `omp_out op= value` of arithmetic types.
bool RecurrenceReader::readDeclared(const Expr *Value) {
  const Expr *Combiner = strip(Loop.Declared->getCombiner());
  if (const Assignment Plain = plainAssignment(Combiner); Plain.Target)
    return matchCombiner(Plain.Value, Value, Role::Previous) ||
           reportCombiner(Value);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Combiner);
  const auto *Binary = dyn_cast<BinaryOperator>(stripImplicit(Value));
  if (Compound && Binary && !Binary->isAssignmentOp() &&
      Binary->getOpcode() == BinaryOperator::getOpForCompoundAssignment(
                                 Compound->getOpcode()) &&
      Context.hasSameType(Binary->getType(),
                          Compound->getComputationResultType()) &&
      role(stripImplicit(Binary->getLHS())) == Role::Previous &&
      matchCombiner(Compound->getRHS(), Binary->getRHS(), Role::Previous))
    return true;
  return reportCombiner(Value);
}

/// Matches `y[f] = y[g]; combination`, where the second statement is the
/// combiner with y[f] in place of omp_out.
bool RecurrenceReader::readCopyAndCombine(const Expr *Copy,
                                          const Expr *Combination) {
  const Assignment Plain = plainAssignment(Copy);
  if (!Plain.Target) {
    Diags.report(Copy->getExprLoc(), Diag::err_statement)
        << Loop.Arrays.front().Name;
    return false;
  }
  if (!setStore(Plain.Target))
    return false;
  if (!checkReads(Plain.Value) || !checkReads(Combination))
    return false;
  if (role(stripImplicit(Plain.Value)) != Role::Previous) {
    Diags.report(Plain.Value->getExprLoc(), Diag::err_no_previous)
        << Loop.Arrays.front().Name;
    return false;
  }
  return matchCombiner(Loop.Declared->getCombiner(), Combination,
                       Role::Current) ||
         reportCombiner(Combination);
}

bool ompscan::analyzeRecurrence(ScanLoop &Loop, const Expr *Item,
                                const ASTContext &Context,
                                const Diagnostics &Diags) {
  if (!RecurrenceReader(Loop, Item, Context, Diags).read())
    return false;
  if (Loop.Input.empty()) {
    Diags.report(Loop.Store->getExprLoc(), Diag::err_no_input)
        << Loop.Arrays.front().Name;
    return false;
  }
  return true;
}
