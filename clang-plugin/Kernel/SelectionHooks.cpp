//===- SelectionHooks.cpp - The hooks of a selection ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values that a kept iteration stores are members of a structure,
/// `ompscan_moved`: `ompscan_pick` fills it, `ompscan_put_N` stores it.
///
//===----------------------------------------------------------------------===//

#include "Kernel/SelectionHooks.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// A member of `ompscan_moved` and the stores that use it. An iteration moves
/// one item on, so that stores at different items share members.
struct SelectionHooks::Moved {
  std::string Name;
  llvm::SmallVector<const Selection::Move *, 2> Moves;

  QualType type() const {
    return Moves.front()->Part->getType().getUnqualifiedType();
  }
  const Expr *first() const { return Moves.front()->Sources.front().Value; }
  bool has(unsigned Item) const {
    return llvm::any_of(
        Moves, [=](const Selection::Move *M) { return M->Item == Item; });
  }
  /// All stores have the same value, an element that every iteration may read.
  bool isSteady() const {
    return llvm::all_of(Moves, [&](const Selection::Move *M) {
      return llvm::all_of(M->Sources, [&](const Selection::Move::Source &From) {
        return From.IsSteady &&
               sameExpression(strip(From.Value), strip(first()));
      });
    });
  }
};

std::vector<SelectionHooks::Moved> SelectionHooks::moved() const {
  std::vector<Moved> Members;
  for (const Selection::Move &M : Mode.Moves) {
    const auto Free = llvm::find_if(Members, [&](const Moved &Member) {
      return !Member.has(M.Item) &&
             S.Context.hasSameUnqualifiedType(Member.type(), M.Part->getType());
    });
    if (Free != Members.end())
      Free->Moves.push_back(&M);
    else
      Members.push_back({"m" + std::to_string(Members.size()), {&M}});
  }
  return Members;
}

/// The element that was kept last, or an equal one.
std::string SelectionHooks::lastKept(const LastKeptElement &Element) {
  const ArrayElement &Source =
      Loop.Meanings.get<ArrayElement>(Mode.LastKept.Source);
  const std::string &First = S.ArrayNames[Element.Array];
  const std::string &Name = S.ArrayNames[Source.Array];
  return "(ompscan_k == 0 ? " + First +
         "[(long)ompscan_value_0(OMPSCAN_ARGUMENTS, 0) + (" +
         std::to_string(Mode.LastKept.Offset) + ") - " + First +
         "_origin] : " + Name + "[(long)(" + lowered(Source.Index) +
         ") - 1 - " + Name + "_origin])";
}

/// Adds `ompscan_moved`.
void SelectionHooks::addMoved() {
  RecordText Record;
  for (const Moved &M : moved()) {
    const std::string Type =
        S.Lower.type(M.type(), M.Moves.front()->Part->getExprLoc());
    Record.add(Type + " " + M.Name,
               S.Context.getTypeSizeInChars(M.type()).getQuantity(),
               S.Context.getTypeAlignInChars(M.type()).getQuantity());
  }
  Record.finish();
  MovedSize = Record.size();
  S.Text += "typedef struct {\n" + Record.members() + "} ompscan_moved;\n\n";
}

/// Adds the operator and the seed of the counts; `ompscan_value_N`, the value
/// of an item that `ompscan_count` iterations have moved on; and
/// `ompscan_leave`, which stores the final values of all items.
void SelectionHooks::addCounts() {
  llvm::raw_string_ostream OS(S.Text);
  OS << "static inline ompscan_T ompscan_combine(const ompscan_T a, const "
        "ompscan_T b) {\n  return a + b;\n}\n\n"
     << "static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {\n"
        "  return 0;\n}\n\n";
  std::string Members, Stores;
  for (const auto &[Number, I] : llvm::enumerate(S.Items)) {
    const std::string N = std::to_string(Number), &Type = I.type();
    const std::string &Initial = S.ScalarNames[Loop.Items[Number].Initial];
    OS << "typedef " << Type << " ompscan_item_" << N
       << ";\nstatic inline ompscan_item_" << N << " ompscan_value_" << N
       << "(OMPSCAN_PARAMETERS, const ulong ompscan_count) {\n  const " << Type
       << " a = " << Initial << ", b = (" << Type << ")(ompscan_count * (ulong)"
       << Mode.Steps[Number] << "L);\n"
       << I.combine(S.Lower) << "}\n\n";
    Members += " " + Type + " m" + N + ";";
    Stores += "  ompscan_values->m" + N + " = ompscan_value_" + N +
              "(OMPSCAN_ARGUMENTS, " +
              (Number == 0 ? "ompscan_kept" : "F_trips - ompscan_kept") +
              ");\n";
  }
  OS << "static inline void ompscan_leave(OMPSCAN_PARAMETERS, const ulong "
        "ompscan_kept) {\n  __global struct {"
     << Members << " } *const ompscan_values = (__global void *)F_values;\n"
     << Stores << "}\n\n";
}

/// Replaces the statement \p St that updates items or stores at their values.
std::optional<std::string> SelectionHooks::moves(const nest::Statement &St,
                                                 Lowering::Here Lowered) const {
  const StatementFacts &Facts = Loop.factsOf(St);
  if (!Facts.IsOutputOnly)
    return std::nullopt;
  std::string Text;
  for (const Moved &Member : moved()) {
    if (Member.isSteady())
      continue;
    for (const Selection::Move *M : Member.Moves)
      for (const Selection::Move::Source &From : M->Sources)
        if (From.Statement == &St)
          Text +=
              "ompscan_to->" + Member.Name + " = " + Lowered(From.Value) + ";";
  }
  for (const UpdateRef &Ref : Facts.Updates)
    if (Ref.Item == 0)
      Text += "ompscan_keeps = 1;";
  return Text;
}

/// Expressions of the store \p M, in which the item has its value at that
/// point.
std::optional<std::string> SelectionHooks::place(const Selection::Move &M,
                                                 const Expr *E) {
  if (const auto *Ref = Loop.Meanings.find<UpdateRef>(E);
      Ref && Ref->Item == M.Item)
    return Loop.update(*Ref).YieldsOld ? "ompscan_before" : "ompscan_after";
  if (isa<DeclRefExpr, MemberExpr>(E) && Loop.scalarItem(E))
    return M.IsAfter ? "ompscan_after" : "ompscan_before";
  return S.substitute(E, [&](const Expr *Sub) { return place(M, Sub); });
}

/// Declares an item's values before and after an iteration that moves it on,
/// behind \p Count such iterations.
static std::string declareValues(unsigned Item, StringRef Count) {
  const std::string Value =
      " = ompscan_value_" + std::to_string(Item) + "(OMPSCAN_ARGUMENTS, ";
  return ("  const ompscan_item_" + Twine(Item) + " ompscan_before" + Value +
          Count + ");\n  const ompscan_item_" + Twine(Item) + " ompscan_after" +
          Value + Count + " + 1);\n")
      .str();
}

/// Adds `ompscan_put_N`, the stores of the iterations that move \p Item on.
void SelectionHooks::addPut(unsigned Item) {
  std::string Text = declareValues(Item, "ompscan_count");
  for (const Moved &Member : moved())
    for (const Selection::Move *M : Member.Moves) {
      if (M->Item != Item)
        continue;
      const std::string To = S.Lower.expression(
          M->Part, [&](const Expr *E) { return place(*M, E); });
      Text += "  " + To + " = ompscan_from." + Member.Name + ";\n";
    }
  S.addFunction("void ompscan_put_" + std::to_string(Item) +
                    "(OMPSCAN_PARAMETERS, const ulong ompscan_count, const "
                    "ompscan_moved ompscan_from)",
                Text, /*InIteration=*/false);
}

/// Adds `ompscan_stays`: whether an iteration stores every element to its own
/// place as long as all iterations move the first item on.
void SelectionHooks::addStays() {
  if (!Mode.MayStay)
    return;
  std::string Text = declareValues(0, "0"), Result;
  for (const Selection::Move &M : Mode.Moves) {
    if (M.Item != 0)
      continue;
    const auto Address = [&](const Expr *E) {
      return S.Lower.expression(E,
                                [&](const Expr *Sub) { return place(M, Sub); });
    };
    const std::string To = Address(M.Part);
    for (const Selection::Move::Source &From : M.Sources)
      Result += (Result.empty() ? "&" : " && &") + To + " == &" +
                Address(strip(From.Value));
  }
  S.addFunction("bool ompscan_stays(OMPSCAN_PARAMETERS)",
                Text + "  return " + Result + ";\n",
                /*InIteration=*/false);
}

/// Expressions of the body; no value of an item is among them.
std::optional<std::string> SelectionHooks::substitute(const Expr *E) {
  if (const auto *Element = Loop.Meanings.find<LastKeptElement>(E))
    return lastKept(*Element);
  return Vars.substitute(E,
                         [this](const Expr *Sub) { return substitute(Sub); });
}

void SelectionHooks::add() {
  const std::string Privates = Vars.declarations();
  addMoved();
  addCounts();
  const std::string Fills =
      S.fills([this](const Expr *Sub) { return substitute(Sub); });
  const std::string Inputs = S.Lower.statements(
      Loop.body(), [this](const Expr *Sub) { return substitute(Sub); },
      [this](const nest::Statement &St,
             Lowering::Here Lowered) -> std::optional<std::string> {
        if (const std::optional<std::string> Text = moves(St, Lowered))
          return Text;
        return Vars.reference(St, Lowered);
      });
  // Elements that every iteration may read are loaded without a branch.
  std::string Steady;
  for (const Moved &M : moved())
    if (M.isSteady())
      Steady += "  ompscan_to->" + M.Name + " = " + lowered(M.first()) + ";\n";
  // Inlined like OMPSCAN_INLINE, so that *ompscan_to stays in registers.
  S.Text += "#if OMPSCAN_PTX\n__attribute__((always_inline))\n#endif\n";
  S.addFunction("uint ompscan_pick(OMPSCAN_PARAMETERS, const ulong ompscan_k, "
                "ompscan_moved *ompscan_to)",
                "  uint ompscan_keeps = 0;\n" + Fills + Privates + Inputs +
                    Steady + "  return ompscan_keeps;\n",
                /*InIteration=*/true);
  for (unsigned Item = 0; Item != Loop.Items.size(); ++Item)
    addPut(Item);
  addStays();
}
