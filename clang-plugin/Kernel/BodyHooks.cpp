//===- BodyHooks.cpp - The hooks of a scan with a body --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/BodyHooks.h"
#include "AST/Expressions.h"
#include "Kernel/LoopCarriedHooks.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// Values of items, private variables, and whatever KernelHooks knows.
std::optional<std::string> BodyHooks::substitute(const Expr *E) {
  const Meaning *Found = Loop.Meanings.find(E);
  if (const auto *Ref = std::get_if<UpdateRef>(Found))
    return update(*Ref);
  if (const auto *Listed = std::get_if<Accumulator>(Found)) {
    const std::string Place =
        S.listPlace(Listed->Item, Listed->Index,
                    [this](const Expr *Index) { return lowered(Index); });
    return S.variable(Listed->Item) + ".v[" + Place + "]";
  }
  if (const auto *Carried = std::get_if<ItemValue>(Found))
    return S.value(Carried->IsAfter ? after() : "ompscan_before", Carried->Item,
                   Carried->Lag);
  if (isa<DeclRefExpr, MemberExpr>(E))
    if (const Item *I = Loop.scalarItem(E))
      return S.variable(I - Loop.Items.begin(), I->rowOf(strip(E)));
  return Vars.substitute(E,
                         [this](const Expr *Sub) { return substitute(Sub); });
}

/// An expression that makes the update \p Ref, in the output.
std::string BodyHooks::update(UpdateRef Ref) {
  const Item &I = Loop.Items[Ref.Item];
  const Update &U = Loop.update(Ref);
  if (I.isList())
    return put(Ref.Item, U, [this](const Expr *Sub) { return lowered(Sub); });
  if (I.IsStepwise) {
    const std::string Value = S.variable(Ref.Item);
    const std::string Made =
        step(Ref.Item, U, [this](const Expr *Sub) { return lowered(Sub); });
    return U.YieldsOld ? "(" + Value + "_old = " + Value + ", " + Made + ", " +
                             Value + "_old)"
                       : "(" + Made + ")";
  }
  const std::string After = S.value(after(), Ref.Item);
  if (I.isArray())
    return "(" + stored(I) + " = " + After + ")";
  const std::string Set = S.variable(Ref.Item) + " = " + After;
  return U.YieldsOld
             ? "(" + Set + ", " + S.value("ompscan_before", Ref.Item) + ")"
             : "(" + Set + ")";
}

/// An assignment that makes the update \p U of an item that IsStepwise.
std::string BodyHooks::step(unsigned Number, const Update &U,
                            Lowering::Here Lowered) const {
  const std::string Value = S.variable(Number);
  // Only the members that the update names change.
  if (U.isOfMembers() && U.Follows)
    return S.Items[Number].memberUpdate(S.Lower, Value, U,
                                        KernelHooks::terms(U, Lowered));
  // A function is applied to a value as it is composed with a constant one.
  const FunctionCode *Function = S.Items[Number].function();
  return Value + " = " + S.combiner(Number) + "(" +
         (Function ? Function->constant({Value}) : Value) + ", " +
         S.input(U, Number, Lowered) + ")" + (Function ? ".v" : "");
}

/// A statement that makes the update \p Ref by an `if`, in the output.
std::string BodyHooks::updateByIf(UpdateRef Ref, Lowering::Here Lowered) {
  const Item &I = Loop.Items[Ref.Item];
  if (I.isArray())
    return stored(I) + " = " + S.value(after(), Ref.Item) + ";";
  if (I.isList())
    return put(Ref.Item, Loop.update(Ref), Lowered) + ";";
  if (I.IsStepwise)
    return step(Ref.Item, Loop.update(Ref), Lowered) + ";";
  return S.variable(Ref.Item) + " = " + S.value("ompscan_after", Ref.Item) +
         ";";
}

/// The element that an iteration stores the value of \p I to.
std::string BodyHooks::stored(const Item &I) {
  return S.itemPlace(I, I.Store, I.StoreElement,
                     [this](const Expr *Sub) { return substitute(Sub); });
}

/// The update \p U of an accumulator of a list, in the output.
std::string BodyHooks::put(unsigned Number, const Update &U,
                           Lowering::Here Lowered) const {
  const std::string Place = S.listPlace(Number, U.Index, Lowered);
  const std::string Value = S.input(U, Number, Lowered);
  return "ompscan_put" + std::string(U.YieldsOld ? "_old_" : "_") +
         std::to_string(Number) + "(&" + S.variable(Number) + ", " + Place +
         ", " + Value + ")";
}

/// Statements that combine the updates in \p St into the input. Empty for a
/// statement without an effect on the input; std::nullopt if \p St remains.
std::optional<std::string>
BodyHooks::contributions(const nest::Statement &St,
                         Lowering::Here Lowered) const {
  const StatementFacts &Facts = Loop.factsOf(St);
  if (!Facts.IsOutputOnly)
    return std::nullopt;
  std::string Text;
  for (const UpdateRef &Ref : Facts.Updates) {
    const Update &U = Loop.update(Ref);
    if (Loop.Items[Ref.Item].isSystem()) {
      Text += S.Items[Ref.Item].function()->linear()->assignment(
          U, KernelHooks::terms(U, Lowered), S.member("ompscan_in", Ref.Item));
      continue;
    }
    const bool IsFlagged = S.Items[Ref.Item].needsFlag();
    const std::string In = S.member("ompscan_in", Ref.Item);
    if (U.Follows && U.isOfMembers() && !IsFlagged) {
      Text += S.Items[Ref.Item].memberUpdate(S.Lower, In, U,
                                             KernelHooks::terms(U, Lowered)) +
              ";";
      continue;
    }
    const std::string Value = S.input(U, Ref.Item, Lowered);
    if (Loop.Items[Ref.Item].isList()) {
      Text += S.Items[Ref.Item].contribution(
          In, S.flag("ompscan_in", Ref.Item),
          S.listPlace(Ref.Item, U.Index, Lowered), Value, Ref.Item);
      continue;
    }
    const std::string Flag = IsFlagged ? S.flag("ompscan_in", Ref.Item) : "";
    std::string New = Value;
    if (U.Follows) {
      New = S.combiner(Ref.Item) + "(" + In + ", " + New + ")";
      if (!Flag.empty())
        New = Flag + " ? " + New + " : " + Value;
    }
    Text += In + " = " + New + ";";
    if (!Flag.empty())
      Text += " " + Flag + " = 1;";
  }
  return Text;
}

/// A condition: no later iteration stores at the value that \p Store names.
std::string BodyHooks::isLast(const ItemValue &Store) const {
  const std::string Moves =
      Store.IsAfter
          ? S.member("ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k + 1)",
                     Store.Item) +
                " != 0"
          : S.member("ompscan_before", Store.Item) +
                " != " + S.member("ompscan_after", Store.Item);
  return "OMPSCAN_IS_LAST(ompscan_k) || " + Moves;
}

/// The same where an earlier pass keeps the values of the item.
std::string BodyHooks::isLast(const KeptValue &Store) {
  const KeptItem &Kept = Loop.Kept[Store.Kept];
  const std::string Now = lowered(Kept.Values[Store.IsAfter]);
  const std::string Next = lowered(Kept.Values[Store.IsAfter + 1]);
  const std::string Final = lowered(Kept.Final);
  const std::string Later =
      Store.IsAfter
          ? "(OMPSCAN_IS_LAST(ompscan_k + 1) ? " + Final + " : " + Next + ")"
          : Next;
  return "OMPSCAN_IS_LAST(ompscan_k) || " + Later + " != " + Now;
}

/// The condition of \p St if only the last one of several iterations runs it;
/// empty if all do.
std::string BodyHooks::lastCondition(const nest::Statement &St) {
  const auto &Place = Loop.factsOf(St).StoresAt;
  if (const auto *Value = std::get_if<ItemValue>(&Place))
    return isLast(*Value);
  if (const auto *Value = std::get_if<KeptValue>(&Place))
    return isLast(*Value);
  return "";
}

/// The element that all a body does is to store its only item's new value to,
/// an accumulator; null if the body is anything else.
const ArrayElement *BodyHooks::onlyStore() const {
  const Item &Only = Loop.Items.front();
  if (Loop.Items.size() != 1 || Only.isArray() || Only.isList() ||
      S.Items.front().function() || Only.Conditional ||
      Only.Updates.size() != 1 || Only.Updates.front().YieldsOld ||
      !Loop.Fills.empty() || S.Packed || S.Items.front().needsFlag())
    return nullptr;
  const auto Statements = nest::sequence(Loop.body());
  const bool UpdatesFirst =
      Statements.size() == 2 && Loop.updateAt(*Statements[0]);
  if (Statements.empty() || (Statements.size() != 1 && !UpdatesFirst))
    return nullptr;
  const Expr *E = Statements.back()->expression();
  const auto *Store = E ? dyn_cast<BinaryOperator>(strip(E)) : nullptr;
  if (!Store || Store->getOpcode() != BO_Assign)
    return nullptr;
  const Expr *Value = strip(Store->getRHS());
  if (UpdatesFirst ? !isa<DeclRefExpr, MemberExpr>(Value) ||
                         Loop.scalarItem(Value) != &Only
                   : !Loop.Meanings.find<UpdateRef>(Value))
    return nullptr;
  const auto *Found = Loop.Meanings.find<ArrayElement>(strip(Store->getLHS()));
  return Found && S.Context.hasSameUnqualifiedType(
                      Loop.Arrays[Found->Array].Element, Only.Type)
             ? Found
             : nullptr;
}

void BodyHooks::add() {
  std::string Privates = Vars.declarations();
  LoopCarriedHooks Carried(S, Mode);
  Carried.add();
  Privates += Carried.assignments();
  if (Mode.ReadsAhead)
    Carried.addInputAhead();
  else
    addInput(Privates);
  addOutput(Privates);
  if (!Privates.empty())
    return;
  if (const ArrayElement *Target = onlyStore())
    Vectors.add(*Target);
  else if (!S.isInTeam() && Vectors.findResults())
    addResults();
}

/// A statement that makes the result which \p St stores; std::nullopt if it is
/// no store.
std::optional<std::string> BodyHooks::resultOf(const nest::Statement &St,
                                               Lowering::Here Lowered) {
  const Expr *E = St.expression();
  const UpdateRef *Ref = Loop.updateAt(St);
  if (Ref && Loop.Items[Ref->Item].isArray()) {
    if (Loop.Items[Ref->Item].Series)
      return std::nullopt;
    const std::string Place =
        Vectors.result(Loop.Items[Ref->Item].StoreElement);
    return Place + " = " + S.value(after(), Ref->Item) + ";";
  }
  const auto *Store = E ? dyn_cast<BinaryOperator>(strip(E)) : nullptr;
  const auto *Target =
      Store && Store->getOpcode() == BO_Assign
          ? Loop.Meanings.find<ArrayElement>(strip(Store->getLHS()))
          : nullptr;
  if (!Target)
    return std::nullopt;
  return Vectors.result(*Target) + " = " + Lowered(Store->getRHS()) + ";";
}

/// Adds the functions that compute in vectors what iterations store, if every
/// store is a statement of its own that all iterations run.
void BodyHooks::addResults() {
  if (Mode.ReadsAhead || !Mode.LoopCarriedScalars.empty() ||
      !Loop.References.empty() ||
      llvm::any_of(Loop.Items, [](const Item &I) { return I.isList(); }))
    return;
  const auto Always = nest::sequence(Loop.body());
  const auto InVectors = [this](const Expr *E) -> std::optional<std::string> {
    const std::optional<std::string> Element = Vectors.element(E);
    return Element ? Element : substitute(E);
  };
  const std::string Input = inputs(InVectors);
  const std::string Output = S.Lower.statements(
      Loop.body(), InVectors,
      [&](const nest::Statement &St,
          Lowering::Here Lowered) -> std::optional<std::string> {
        if (Loop.factsOf(St).IsCopy)
          return "";
        if (llvm::is_contained(Always, &St))
          if (std::optional<std::string> Text = resultOf(St, Lowered))
            return Text;
        if (const UpdateRef *Ref = Loop.updateAt(St); Ref && !St.expression())
          return updateByIf(*Ref, Lowered);
        return std::nullopt;
      });
  Vectors.addResults(neutralInput() + Input, valuesBefore() + Output);
}

/// Declares an input that changes nothing.
std::string BodyHooks::neutralInput() const {
  std::string Start = S.Packed ? "  ompscan_T ompscan_in = {0};\n"
                               : "  ompscan_T ompscan_in;\n";
  for (unsigned I = 0; I != S.Items.size(); ++I) {
    if (S.Items[I].needsFlag())
      Start += "  " + S.flag("ompscan_in", I) + " = 0;\n";
    else if (S.Items[I].isList())
      Start += S.Items[I].forEach() + "    " + S.member("ompscan_in", I) +
               ".v[ompscan_j] = " + S.Items[I].neutral() + ";\n";
    else if (Loop.Items[I].Conditional || S.Items[I].function())
      Start += "  " + S.member("ompscan_in", I) + " = " + S.Items[I].neutral() +
               ";\n";
    if (Loop.Items[I].isSystem())
      Start += S.Items[I].function()->linear()->locals();
  }
  return Start;
}

/// The body without the statements that only stores need.
std::string BodyHooks::inputs(Lowering::Substitution Substitute) {
  return S.Lower.statements(
      Loop.body(), Substitute,
      [this](const nest::Statement &St, Lowering::Here Lowered) {
        const std::optional<std::string> Text = contributions(St, Lowered);
        return Text ? Text : Vars.reference(St, Lowered);
      });
}

/// Adds inputs() as a function.
void BodyHooks::addInput(StringRef Privates) {
  const std::string Fills =
      S.fills([this](const Expr *Sub) { return substitute(Sub); },
              KernelHooks::FillStores::None);
  S.addFunction(KernelHooks::InputSignature,
                neutralInput() + Fills + Privates.str() +
                    inputs([this](const Expr *E) { return substitute(E); }) +
                    "  return ompscan_in;\n",
                /*InIteration=*/true);
}

/// The statement \p St of the output, if it stores to an array that the loop
/// fills in order.
std::optional<std::string> BodyHooks::streamed(const nest::Statement &St) {
  const Expr *E = St.expression();
  const auto *Assignment =
      E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  const UpdateRef *Ref = E ? Loop.updateAt(St) : nullptr;
  const Item *Updated =
      Ref && Loop.Items[Ref->Item].isArray() && !Loop.Items[Ref->Item].Series
          ? &Loop.Items[Ref->Item]
          : nullptr;
  const ArrayElement *Target =
      Updated ? &Updated->StoreElement
      : Assignment && Assignment->getOpcode() == BO_Assign
          ? Loop.Meanings.find<ArrayElement>(strip(Assignment->getLHS()))
          : nullptr;
  if (!Target || !S.Streamed.contains(Target->Array))
    return std::nullopt;
  const std::string Place =
      S.element(*Target, [this](const Expr *E) { return substitute(E); });
  return S.store(*Target, Place,
                 Updated ? S.value(after(), Ref->Item)
                         : lowered(Assignment->getRHS()));
}

/// Declares the accumulators with their values before the iteration.
std::string BodyHooks::valuesBefore() const {
  std::string Values;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    const std::string Type = S.Items[Number].function()
                                 ? S.Items[Number].elementType()
                                 : S.Items[Number].type();
    for (unsigned Row = 1; Row <= I.places().size(); ++Row)
      Values += "  " + Type + " " + S.variable(Number, Row) + " = " +
                S.value("ompscan_before", Number, Row) + ";\n";
    if (I.IsStepwise)
      Values += "  " + Type + " " + S.variable(Number) + "_old;\n";
  }
  return Values;
}

/// Adds the whole body.
void BodyHooks::addOutput(StringRef Privates) {
  const std::string Fills =
      S.fills([this](const Expr *Sub) { return substitute(Sub); });
  std::string Values = valuesBefore();
  const std::string Outputs = S.Lower.statements(
      Loop.body(), [this](const Expr *Sub) { return substitute(Sub); },
      [this](const nest::Statement &St,
             Lowering::Here Lowered) -> std::optional<std::string> {
        if (const std::optional<std::string> Text = Vars.reference(St, Lowered))
          return Text;
        if (const std::string Last = lastCondition(St); !Last.empty())
          return "if (" + Last + ") " + Lowered(strip(St.expression())) + ";";
        if (const std::optional<std::string> Text = streamed(St))
          return Text;
        if (Loop.factsOf(St).IsCopy)
          return "";
        if (const UpdateRef *Ref = Loop.updateAt(St); Ref && !St.expression())
          return updateByIf(*Ref, Lowered);
        return std::nullopt;
      });
  if (S.hasResults())
    Values += "  if (OMPSCAN_IS_LAST(ompscan_k))\n    F_values[0] = "
              "ompscan_after;\n";
  if (S.countsEvery())
    Values += "  if (OMPSCAN_IS_LAST(ompscan_k))\n    F_values[1] = "
              "ompscan_before;\n  if (ompscan_k == 0)\n    F_values[2] = "
              "ompscan_after;\n";
  S.addFunction(KernelHooks::OutputSignature,
                Values + Fills + Privates.str() + Outputs + Vars.lastValues(),
                /*InIteration=*/true);
}
