//===- UpdateReader.cpp - Statements that update an item ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/UpdateReader.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "Analysis/Expressions/Members.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

bool UpdateReader::checkListed(const Expr *E, unsigned Number) const {
  const Item &List = Loop.Items[Number];
  const Expr *Index = elementAccess(E, Context).Index;
  const bool Follows = Index && !(Accesses && Accesses->changes(Index)) &&
                       [&](std::optional<Affine> Formula) {
                         return Formula && (Formula->Coefficient != 0 ||
                                            !Formula->Strides.empty());
                       }(affine(Index, Loop.IV.Var, Context));
  if (!Follows && !List.excludes(Index, Context))
    return true;
  return Diags.report(E->getExprLoc(), Diag::err_list_element)
         << List.Name << std::to_string(List.Length) << Follows;
}

std::optional<Update> UpdateReader::readScalar(const Expr *Node,
                                               const Expr *Place,
                                               unsigned Number) const {
  Item &Target = Loop.Items[Number];
  auto IsBefore = [&](const Expr *E) {
    return Items.isSameAccumulator(E, Place);
  };
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  Update U;
  U.Node = Node;
  if (Target.isList()) {
    U.Index = elementAccess(Place, Context).Index;
    if (!checkListed(Place, Number))
      return std::nullopt;
  }
  if (!Reader.readChange(Node, U))
    return std::nullopt;
  return U;
}

std::optional<Update>
UpdateReader::readSystem(const Expr *Node, unsigned Number,
                         llvm::function_ref<unsigned(const Expr *)> RowOf,
                         const Diagnostics &Reasons) const {
  CombinationReader Reader(Loop.Items[Number], RowOf, Context, Reasons);
  Update U;
  U.Node = Node;
  const Expr *Target = changedBy(Node);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  const bool IsOfInput = Compound && RowOf(Target) == 0;
  const bool Valid = !Target ? Reader.readValue(Node, U)
                     : IsOfInput
                         ? Reader.readCompound(*Compound, U, /*IsInPlace=*/true)
                         : Reader.readChange(Node, U);
  return Valid ? std::optional(U) : std::nullopt;
}

std::optional<Update>
UpdateReader::readArray(const Expr *Node, const Expr *Target, const Expr *Value,
                        Recurrence &Array, unsigned Number) const {
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  const Item &Stored = Loop.Items[Number];
  if (Stored.Store && Array.role(Target) != Role::Current) {
    Diags.report(Target->getExprLoc(), Diag::err_statement) << Stored.Name;
    return std::nullopt;
  }
  // One of several functions may be constant.
  if (!Array.setStore(Target) || !Array.checkReads(Value) ||
      (!Stored.isFunction() && !Array.requirePrevious(Value->getExprLoc())))
    return std::nullopt;
  auto IsBefore = [&](const Expr *E) {
    const Role Found = Array.role(E);
    return Found == Role::Previous || Found == Role::Earlier ? Array.lag(E) : 0;
  };
  CombinationReader Reader(Loop.Items[Number], IsBefore, Context, Diags);
  Update U;
  U.Node = Node;
  if (!Array.completeLags(Value->getExprLoc()) ||
      !(Compound ? Reader.readCompound(*Compound, U, /*IsInPlace=*/true)
                 : Reader.readValue(Value, U)))
    return std::nullopt;
  return U;
}

std::optional<unsigned> UpdateReader::memberOf(const Expr *E,
                                               unsigned Number) const {
  const Item &Target = Loop.Items[Number];
  if (!Target.isMemberwise())
    return std::nullopt;
  return ompscan::plugin::memberOf(Target, E, [&](const Expr *Whole) {
    return Items.scalar(Whole) == Number;
  });
}

bool UpdateReader::readMember(
    unsigned Number, unsigned Member, const Expr *Shown,
    llvm::function_ref<bool(CombinationReader &, Update &)> Read,
    Update &U) const {
  const Item &Whole = Loop.Items[Number];
  Item Target = Whole.Members[Member];
  const Choice Combined = Target.MinMax;
  const auto IsBefore = [&](const Expr *Sub) {
    return memberOf(Sub, Number) == Member;
  };
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  CombinationReader Reader(Target, IsBefore, Context, NoDiags);
  const bool Valid = Read(Reader, U);
  for (Term &T : U.Input)
    T.Member = Member;
  // Minima and maxima of different forms differ for zeros and NaNs.
  if (Valid && !(Reader.isMinMax() && Target.Type->isFloatingType() &&
                 Target.MinMax != Combined))
    return true;
  return CombinationReader(Loop.Items[Number], IsBefore, Context, Diags)
      .reportCombiner(Shown);
}

std::optional<Update> UpdateReader::readMember(const Expr *Node,
                                               const Expr *Place,
                                               unsigned Number) const {
  const auto IsBefore = [&](const Expr *Sub) {
    return Items.scalar(Sub) == Number;
  };
  Update U;
  U.Node = Node;
  const std::optional<unsigned> Member = memberOf(Place, Number);
  const bool Valid =
      Member ? readMember(
                   Number, *Member, Node,
                   [&](CombinationReader &Reader, Update &Read) {
                     return Reader.readChange(Node, Read);
                   },
                   U)
             : CombinationReader(Loop.Items[Number], IsBefore, Context, Diags)
                   .readCombiner(Node, IsBefore, U);
  return Valid ? std::optional(U) : std::nullopt;
}

std::optional<Update> UpdateReader::readCall(const CallExpr &Call,
                                             const Expr *Place,
                                             unsigned Number) const {
  Item &Target = Loop.Items[Number];
  auto IsBefore = [&](const Expr *Sub) {
    return Target.isList() ? Items.isSameAccumulator(Sub, Place)
                           : Items.scalar(Sub) == Number;
  };
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  if (!Target.Declared) {
    Reader.reportOperator(Call.getBeginLoc(), "call");
    return std::nullopt;
  }
  Update U;
  U.Node = &Call;
  if (Target.isList()) {
    U.Index = elementAccess(strip(Place), Context).Index;
    if (!checkListed(strip(Place), Number))
      return std::nullopt;
  }
  if (!Reader.readCombiner(&Call, IsBefore, U))
    return std::nullopt;
  return U;
}

/// The first place that a branch of \p If assigns by its only statement; null
/// if there is none.
static const Expr *assignedPlace(const nest::If &If) {
  for (const nest::Statement *Branch : {&If.thenBranch(), If.elseBranch()}) {
    const nest::Statement *Only =
        Branch ? nest::onlyStatement(*Branch) : nullptr;
    const auto *Inner = dyn_cast_or_null<nest::If>(Only);
    const Expr *E = Only ? Only->expression() : nullptr;
    if (const Expr *Place = Inner ? assignedPlace(*Inner)
                            : E   ? plainAssignment(E).Target
                                  : nullptr)
      return Place;
  }
  return nullptr;
}

const Expr *UpdateReader::valueBehind(const nest::If &If, bool Holds,
                                      const Expr *Place) const {
  const nest::Statement *Branch = Holds ? &If.thenBranch() : If.elseBranch();
  if (!Branch)
    return loadOf(const_cast<Expr *>(Place), Context);
  const nest::Statement *Only = nest::onlyStatement(*Branch);
  if (const auto *Inner = dyn_cast_or_null<nest::If>(Only)) {
    const Expr *Then = valueBehind(*Inner, true, Place);
    const Expr *Else = Then ? valueBehind(*Inner, false, Place) : nullptr;
    if (!Else || !Inner->head().isPlain())
      return nullptr;
    return new (Context) ConditionalOperator(
        const_cast<Expr *>(&Inner->condition()), Inner->loc(),
        const_cast<Expr *>(Then), Inner->loc(), const_cast<Expr *>(Else),
        Place->getType().getUnqualifiedType(), VK_PRValue, OK_Ordinary);
  }
  const Assignment Plain = Only && Only->expression()
                               ? plainAssignment(Only->expression())
                               : Assignment();
  return Plain.Target && sameExpression(strip(Plain.Target), strip(Place))
             ? Plain.Value
             : nullptr;
}

std::optional<bool> UpdateReader::readIf(const nest::If &If, unsigned &Which,
                                         Update &U) const {
  const Expr *Place = If.head().isPlain() ? assignedPlace(If) : nullptr;
  if (!Place)
    return std::nullopt;
  const std::optional<unsigned> Accumulator = Items.accumulator(Place);
  const std::optional<unsigned> Number =
      Accumulator ? Accumulator : Items.holding(Place);
  if (!Number)
    return std::nullopt;
  Item &Target = Loop.Items[*Number];
  const std::optional<unsigned> Member =
      Accumulator ? std::nullopt : memberOf(Place, *Number);
  auto IsBefore = [&](const Expr *Sub) {
    return Accumulator ? Items.isSameAccumulator(Sub, Place)
                       : Member && memberOf(Sub, *Number) == Member;
  };
  if (!anyOf(&If.condition(), IsBefore))
    return std::nullopt;
  const Expr *Then = valueBehind(If, true, Place);
  const Expr *Else = Then ? valueBehind(If, false, Place) : nullptr;
  if (!Else)
    return std::nullopt;
  Which = *Number;
  if (Member) {
    U.Node = If.source();
    return readMember(
        *Number, *Member, &If.condition(),
        [&](CombinationReader &Reader, Update &Read) {
          return Reader.takesChoices() &&
                 Reader.readChoice(&If.condition(), Then, Else, Read);
        },
        U);
  }
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  if (!Reader.takesChoices())
    return Reader.reportOperator(If.loc(), "if");
  U.Node = If.source();
  if (Target.isList()) {
    U.Index = elementAccess(strip(Place), Context).Index;
    if (!checkListed(strip(Place), *Number))
      return false;
  }
  return Reader.readChoice(&If.condition(), Then, Else, U);
}

std::optional<bool> UpdateReader::readArrayIf(const nest::If &If,
                                              Recurrence &Array,
                                              unsigned Number,
                                              Update &U) const {
  if (!If.head().isPlain())
    return std::nullopt;
  const auto Assigned = [&](const nest::Statement &Branch) -> Assignment {
    const nest::Statement *Only = nest::onlyStatement(Branch);
    const Expr *E = Only ? Only->expression() : nullptr;
    const Assignment Plain = E ? plainAssignment(E) : Assignment();
    return Plain.Target && Array.role(Plain.Target) == Role::Current
               ? Plain
               : Assignment();
  };
  const Assignment Then = Assigned(If.thenBranch());
  const Assignment Else = If.elseBranch() ? Assigned(*If.elseBranch())
                                          : Assignment{nullptr, Then.Target};
  auto IsBefore = [&](const Expr *E) {
    return Array.role(E) == Role::Previous;
  };
  CombinationReader Reader(Loop.Items[Number], IsBefore, Context, Diags);
  if (!Then.Target || !Else.Value || !Reader.isMinMax())
    return std::nullopt;
  U.Node = If.source();
  return Array.checkReads(&If.condition()) && Array.checkReads(Then.Value) &&
         Array.checkReads(Else.Value) && Array.requirePrevious(If.loc()) &&
         Reader.readChoice(&If.condition(), Then.Value, Else.Value, U);
}

std::optional<bool> UpdateReader::readCopyAndCombine(
    const nest::Statement &Copy, const nest::Statement &Combination,
    Recurrence &Array, unsigned Number, Update &U) const {
  Item &Target = Loop.Items[Number];
  const Expr *First = Copy.expression(), *Second = Combination.expression();
  const Assignment Plain = First ? plainAssignment(First) : Assignment();
  const auto IsOut = [&](const Expr *E) {
    return Array.role(E) == Role::Current;
  };
  auto IsBefore = [&](const Expr *E) {
    return Array.role(E) == Role::Previous;
  };
  if (!Target.Declared || !Second || !Plain.Target || !IsOut(Plain.Target) ||
      !IsBefore(stripWidening(Plain.Value, Context)) || !anyOf(Second, IsOut))
    return std::nullopt;
  U.Node = strip(Second);
  return Array.checkReads(Plain.Value) &&
         Array.requirePrevious(Plain.Value->getExprLoc()) &&
         CombinationReader(Target, IsBefore, Context, Diags)
             .readCombiner(Second, IsOut, U);
}
