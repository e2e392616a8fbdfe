//===- Recurrence.cpp - Arrays that a loop computes from themselves -------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/Recurrence.h"
#include "AST/Assignments.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

bool Recurrence::isElement(const Expr *E) const {
  return access(E).Base != nullptr;
}

bool Recurrence::isStoredBefore(const Expr *E) const {
  if (E->getType()->isArrayType() || !isElement(E))
    return false;
  const Expr *Index = access(E).Index;
  const std::optional<Affine> Formula =
      Index ? affine(Index, Loop.IV.Var, Context) : Affine();
  return Formula && lag(*Formula) != 0;
}

Role Recurrence::role(const Expr *E) const {
  // A row only leads to elements.
  if (!Target.Store || E->getType()->isArrayType() || !isElement(E))
    return Role::None;
  const ElementAccess Element = access(E);
  std::optional<Affine> Formula =
      Element.Index ? affine(Element.Index, Loop.IV.Var, Context) : Affine();
  if (!Formula)
    return Role::Other;
  switch (meet(Stored, *Formula, Loop.IV)) {
  case Meeting::SameIteration:
    return Role::Current;
  case Meeting::Never:
    return Role::Apart;
  case Meeting::Unknown:
    return Role::MaybeApart;
  case Meeting::Elsewhere:
    break;
  }
  const unsigned Lag = lag(*Formula);
  return Lag == 1                                    ? Role::Previous
         : Lag != 0 && Target.Op == Operator::Affine ? Role::Earlier
                                                     : Role::Other;
}

/// How many iterations before the current one store the element at \p Formula;
/// 0 if that is none of the last ones.
unsigned Recurrence::lag(const Affine &Formula) const {
  const std::optional<Affine> Step = Stored.step(Loop.IV);
  std::optional<Affine> Rest = Stored.minus(Formula);
  for (unsigned Lag = 1; Step && Rest && Lag <= MostLag; ++Lag) {
    Rest = Rest->minus(*Step);
    if (Rest && Rest->isZero())
      return Lag;
  }
  return 0;
}

/// Notes \p E, which an iteration before stores.
void Recurrence::noteLag(const Expr *E) {
  const unsigned Lag = lag(E);
  if (Lag > 1 && Target.Earlier.size() < Lag - 1)
    Target.Earlier.resize(Lag - 1);
  const Expr *&Known = Lag == 1 ? Target.Previous : Target.Earlier[Lag - 2];
  if (!Known)
    Known = strip(E);
}

/// \p Index with the loop's variable moved on by \p Distance; null if it cannot
/// be copied.
Expr *Recurrence::movedIndex(const Expr *Index, int64_t Distance) const {
  auto &Nodes = const_cast<ASTContext &>(Context);
  return copyExpr(
      Index,
      [&](const Expr *E) -> Expr * {
        if (variableOf(loadedBy(E)) != Loop.IV.Var)
          return nullptr;
        const SourceLocation Loc = E->getExprLoc();
        Expr *const Moved = BinaryOperator::Create(
            Nodes, const_cast<Expr *>(E),
            integerLiteral(Distance < 0 ? -Distance : Distance, E->getType(),
                           Loc, Nodes),
            Distance < 0 ? BO_Sub : BO_Add, E->getType(), VK_PRValue,
            OK_Ordinary, Loc, FPOptionsOverride());
        return new (Nodes) ParenExpr(E->getBeginLoc(), E->getEndLoc(), Moved);
      },
      Nodes);
}

/// The element that is stored \p Lag iterations ago, made of the one \p Known
/// iterations ago; null if that is not written as `y[index]`, or the index does
/// not name the loop's variable.
const Expr *Recurrence::elementAt(unsigned Lag, unsigned Known) const {
  const Expr *Found = Target.Earlier[Known - 2];
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Found);
  if (!Subscript)
    return nullptr;
  Expr *const Moved = movedIndex(
      Subscript->getIdx(), Loop.IV.Step * (int64_t(Known) - int64_t(Lag)));
  if (!Moved)
    return nullptr;
  const bool IsBaseLeft = Subscript->getBase() == Subscript->getLHS();
  const Expr *const Element = new (Context) ArraySubscriptExpr(
      IsBaseLeft ? const_cast<Expr *>(Subscript->getLHS()) : Moved,
      IsBaseLeft ? Moved : const_cast<Expr *>(Subscript->getRHS()),
      Subscript->getType(), Subscript->getValueKind(),
      Subscript->getObjectKind(), Subscript->getRBracketLoc());
  const ElementAccess Access = elementAccess(Element, Context);
  const std::optional<Affine> Formula =
      Access.Index ? affine(Access.Index, Loop.IV.Var, Context) : std::nullopt;
  return Formula && lag(*Formula) == Lag ? Element : nullptr;
}

bool Recurrence::completeLags(SourceLocation Loc) {
  const unsigned Order = Target.order();
  for (unsigned Lag = 1; Lag < Order; ++Lag) {
    const Expr *&Element = Lag == 1 ? Target.Previous : Target.Earlier[Lag - 2];
    if (!Element)
      Element = elementAt(Lag, Order);
    if (Element)
      continue;
    return Diags.report(Loc, Diag::err_order) << Target.Name << 0;
  }
  return true;
}

/// The first element of the item that \p E assigns, or null.
const Expr *Recurrence::findStore(const Expr &E) const {
  const auto *Binary = dyn_cast<BinaryOperator>(&E);
  const Expr *Target = Binary && Binary->isAssignmentOp()
                           ? Binary->getLHS()
                           : plainAssignment(&E).Target;
  if (Target && isElement(Target) && role(Target) != Role::Apart)
    return strip(Target);
  for (const Expr *Sub : operands(&E))
    if (const Expr *Found = findStore(*Sub))
      return Found;
  return nullptr;
}

const Expr *Recurrence::findStore(const nest::Statement &Body) const {
  const Expr *Found = nullptr;
  nest::forEachStatement(Body, [&](const nest::Statement &S) {
    nest::forEachExpression(S, [&](const Expr &E) {
      if (!Found)
        Found = findStore(E);
    });
  });
  return Found;
}

bool Recurrence::setStore(const Expr *E) {
  E = strip(E);
  if (!isElement(E))
    return Diags.report(E->getExprLoc(), Diag::err_no_store) << Target.Name;
  if (E->getType()->isArrayType())
    return Diags.report(E->getExprLoc(), Diag::err_array);
  const ElementAccess Element = access(E);
  std::optional<Affine> Formula =
      Element.Index ? affine(Element.Index, Loop.IV.Var, Context)
                    : std::nullopt;
  if (!Formula || Formula->isInvariant())
    return Diags.report((Element.Index ? Element.Index : E)->getExprLoc(),
                        Diag::err_store_subscript)
           << Loop.IV.Var->getName() << Formula.has_value()
           << text(Element.Base, Context);
  Stored = *Formula;
  Target.Store = E;
  Target.Type = E->getType().getUnqualifiedType();
  return true;
}

bool Recurrence::checkReads(const Expr *E) {
  const Expr *Wrong = nullptr;
  anyOf(E, [&](const Expr *Sub) {
    const Role Found = role(Sub);
    if (Found == Role::Previous || Found == Role::Earlier)
      noteLag(Sub);
    if (Found == Role::Other && !Wrong)
      Wrong = Sub;
    return false;
  });
  if (Wrong)
    Diags.report(Wrong->getExprLoc(), Diag::err_item_read) << Target.Name;
  return !Wrong;
}

bool Recurrence::requirePrevious(SourceLocation Loc) const {
  if (!Target.Previous)
    Diags.report(Loc, Diag::err_no_previous) << Target.Name;
  return Target.Previous != nullptr;
}

namespace {

/// Reads a body that consists of one update.
class SingleUpdateReader {
public:
  SingleUpdateReader(const ScanLoop &Loop, Item &Target,
                     const ASTContext &Context, const Diagnostics &Diags)
      : Target(Target), Context(Context), Diags(Diags),
        Array(Loop, Target, Context, Diags) {}

  std::optional<bool> read(const nest::Statement &Body);

private:
  bool isBefore(const Expr *E) const { return Array.role(E) == Role::Previous; }
  bool readAssignment(const Expr *E);
  std::optional<bool> readIf(const nest::If &If);
  std::optional<bool> readCopyAndCombine(const nest::Block &Two);
  template <typename ReadT> bool combine(const Stmt *Node, ReadT Read) {
    auto IsBefore = [this](const Expr *E) { return isBefore(E); };
    CombinationReader Reader(Target, IsBefore, Context, Diags);
    Update U;
    U.Node = Node;
    if (!Read(Reader, U))
      return false;
    Target.Updates.push_back(std::move(U));
    return true;
  }

  Item &Target;
  const ASTContext &Context;
  const Diagnostics &Diags;
  Recurrence Array;
};

} // namespace

std::optional<bool> SingleUpdateReader::read(const nest::Statement &Body) {
  if (const auto *Two = dyn_cast<nest::Block>(&Body);
      Two && Two->statements().size() == 2 && Target.Declared)
    if (std::optional<bool> Found = readCopyAndCombine(*Two))
      return Found;
  const nest::Statement *Only = nest::onlyStatement(Body);
  if (!Only)
    return std::nullopt;
  if (const auto *If = dyn_cast<nest::If>(Only))
    return readIf(*If);
  const Expr *E = Only->expression();
  if (!E)
    return std::nullopt;
  const auto *Binary = dyn_cast<BinaryOperator>(strip(E));
  if (!plainAssignment(E).Target && !(Binary && Binary->isAssignmentOp()))
    return std::nullopt;
  return readAssignment(E);
}

bool SingleUpdateReader::readAssignment(const Expr *E) {
  const Assignment Plain = plainAssignment(E);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(strip(E));
  const Expr *Stored = Plain.Target ? Plain.Target : Compound->getLHS();
  const Expr *Value = Plain.Target ? Plain.Value : Compound->getRHS();
  if (!Array.setStore(Stored) || !Array.checkReads(Value) ||
      !Array.requirePrevious(Value->getExprLoc()))
    return false;
  return combine(E, [&](CombinationReader &Reader, Update &U) {
    return Plain.Target ? Reader.readValue(Value, U)
                        : Reader.readCompound(*Compound, U, /*IsInPlace=*/true);
  });
}

/// `if (c) y[f] = a; else y[f] = b;`, where a missing else keeps y[f].
std::optional<bool> SingleUpdateReader::readIf(const nest::If &If) {
  Assignment Assigns[2];
  const auto Read = [&](const nest::Statement &Branch, Assignment &To) {
    const nest::Statement *Only = nest::onlyStatement(Branch);
    if (const Expr *E = Only ? Only->expression() : nullptr)
      To = plainAssignment(E);
    return To.Target && Array.isElement(To.Target);
  };
  if (!Read(If.thenBranch(), Assigns[0]) ||
      (If.elseBranch() && !Read(*If.elseBranch(), Assigns[1])) ||
      !If.head().isPlain())
    return std::nullopt;
  if (!Array.setStore(Assigns[0].Target) ||
      !Array.checkReads(Assigns[0].Value) || !Array.checkReads(&If.condition()))
    return false;
  if (Assigns[1].Target) {
    if (Array.role(Assigns[1].Target) != Role::Current)
      return Diags.report(Assigns[1].Target->getExprLoc(), Diag::err_statement)
             << Target.Name;
    if (!Array.checkReads(Assigns[1].Value))
      return false;
  }
  if (!Array.requirePrevious(If.loc()))
    return false;
  return combine(If.source(), [&](CombinationReader &Reader, Update &U) {
    if (!Reader.isMinMax())
      return Reader.reportOperator(If.loc(), "if");
    return Reader.readChoice(
        &If.condition(), Assigns[0].Value,
        Assigns[1].Target ? Assigns[1].Value : Assigns[0].Target, U);
  });
}

/// `y[f] = y[g]; combination`, where the second statement is the combiner of a
/// declared operator with y[f] in place of omp_out.
std::optional<bool>
SingleUpdateReader::readCopyAndCombine(const nest::Block &Two) {
  const Expr *Copy = Two.statements().front()->expression();
  const Expr *Combination = Two.statements().back()->expression();
  if (!Copy || !Combination)
    return std::nullopt;
  const Assignment Plain = plainAssignment(Copy);
  if (!Plain.Target || !Array.isElement(Plain.Target) ||
      !Array.isElement(stripWidening(Plain.Value, Context)))
    return std::nullopt;
  if (!Array.setStore(Plain.Target) || !Array.checkReads(Plain.Value) ||
      !Array.checkReads(Combination) ||
      !Array.requirePrevious(Plain.Value->getExprLoc()))
    return false;
  return combine(Two.source(), [&](CombinationReader &Reader, Update &U) {
    return Reader.readCombiner(
        Combination,
        [&](const Expr *E) { return Array.role(E) == Role::Current; }, U);
  });
}

std::optional<bool>
ompscan::plugin::analyzeRecurrence(const ScanLoop &Loop, Item &Target,
                                   const ASTContext &Context,
                                   const Diagnostics &Diags) {
  SingleUpdateReader Reader(Loop, Target, Context, Diags);
  std::optional<bool> Found = Reader.read(Loop.body());
  if (Found == true && Target.Updates.front().Input.empty() &&
      Target.Updates.front().Function.empty())
    return Diags.report(Target.Store->getExprLoc(), Diag::err_no_input)
           << Target.Name;
  return Found;
}
