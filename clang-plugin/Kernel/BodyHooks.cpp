//===- BodyHooks.cpp - The slots of a loop with a body --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/BodyHooks.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// In a body there are values of items and private variables besides.
std::optional<std::string> BodyHooks::substitute(const Expr *E) {
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    for (const Update &U : I.Updates)
      if (U.Node == E && I.isList()) {
        return put(Number, U, [this](const Expr *Sub) {
          return S.Lower.expression(
              Sub, [this](const Expr *Inner) { return substitute(Inner); });
        });
      } else if (U.Node == E) {
        const std::string After = S.member(after(), Number);
        if (I.isArray()) {
          const std::optional<std::string> Stored =
              S.element(Loop.Elements.find(I.Store)->second,
                        [this](const Expr *Sub) { return substitute(Sub); });
          return Stored ? "(" + *Stored + " = " + After + ")" : Stored;
        }
        const std::string Set = S.variable(Number) + " = " + After;
        return U.YieldsOld
                   ? "(" + Set + ", " + S.member("ompscan_before", Number) + ")"
                   : "(" + Set + ")";
      }
  if (Kept && E == Kept->LastKept.Element)
    return lastKept();
  if (auto Found = Loop.Listed.find(E); Found != Loop.Listed.end()) {
    const unsigned Number = Found->second.Array;
    const std::optional<std::string> Place =
        S.listPlace(Number, Found->second.Index, [this](const Expr *Index) {
          return S.Lower.expression(
              Index, [this](const Expr *Sub) { return substitute(Sub); });
        });
    return Place ? S.variable(Number) + ".v[" + *Place + "]" : Place;
  }
  if (Mode)
    if (auto Found = Mode->Carried.find(E); Found != Mode->Carried.end())
      return S.member(Found->second.IsAfter ? after() : "ompscan_before",
                      Found->second.Item);
  if (isa<DeclRefExpr, MemberExpr>(E))
    if (const Item *I = Loop.scalarItem(E))
      return S.variable(I - Loop.Items.begin());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && llvm::is_contained(Loop.References, Var))
      return Vars.referenceName(Var);
    if (Var && llvm::is_contained(Loop.Privates, Var))
      return Vars.name(Var);
  }
  return S.substitute(E, [this](const Expr *Sub) { return substitute(Sub); });
}

/// The update \p U of an accumulator of a list, in the output.
std::optional<std::string> BodyHooks::put(unsigned Number, const Update &U,
                                          Lowering::Here Lowered) const {
  const std::optional<std::string> Place =
      S.listPlace(Number, U.Index, Lowered);
  const std::optional<std::string> Value = S.input(U, Number, Lowered);
  if (!Place || !Value)
    return std::nullopt;
  return "ompscan_put" + std::string(U.YieldsOld ? "_old_" : "_") +
         std::to_string(Number) + "(&" + S.variable(Number) + ", " + *Place +
         ", " + *Value + ")";
}

/// What the updates in the statement \p St put in.
std::optional<std::string>
BodyHooks::contributions(const Stmt *St, Lowering::Here Lowered) const {
  if (isa<OMPScanDirective>(St))
    return "";
  const auto Found = Loop.OutputOnly.find(St);
  if (Found == Loop.OutputOnly.end())
    return std::nullopt;
  std::string Text;
  for (const UpdateRef &Ref : Found->second) {
    const std::optional<std::string> Value =
        S.input(Loop.Items[Ref.Item].Updates[Ref.Number], Ref.Item, Lowered);
    if (!Value)
      return "";
    if (Loop.Items[Ref.Item].isList()) {
      const std::optional<std::string> Place = S.listPlace(
          Ref.Item, Loop.Items[Ref.Item].Updates[Ref.Number].Index, Lowered);
      if (!Place)
        return "";
      Text += S.Items[Ref.Item].contribution(S.member("ompscan_in", Ref.Item),
                                             S.flag("ompscan_in", Ref.Item),
                                             *Place, *Value, Ref.Item);
      continue;
    }
    Text += S.member("ompscan_in", Ref.Item) + " = " + *Value + ";";
    if (S.Items[Ref.Item].needsFlag())
      Text += " " + S.flag("ompscan_in", Ref.Item) + " = 1;";
  }
  return Text;
}

/// \p E with the definitions of the iteration's variables put in.
std::optional<std::string> BodyHooks::expanded(const Expr *E) {
  return S.Lower.expression(
      E, [this](const Expr *Sub) { return substituteExpanded(Sub); });
}

std::optional<std::string> BodyHooks::substituteExpanded(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Carried =
      llvm::find_if(Mode->LoopCarriedScalars,
                    [&](const LoopCarriedScalar &C) { return C.Var == Var; });
  const Expr *Definition = nullptr;
  if (Carried != Mode->LoopCarriedScalars.end()) {
    if (!CarryPlace)
      return Vars.name(Var);
    if (*CarryPlace <= Mode->Places.lookup(Carried->Value)) {
      const size_t Number = Carried - Mode->LoopCarriedScalars.begin();
      llvm::SaveAndRestore<std::optional<unsigned>> Elsewhere(CarryPlace);
      if (!addCarry(Number))
        return std::nullopt;
      return "(" + carriedTo(Number) + ")";
    }
    Definition = Carried->Value;
  } else if (const auto Found = Mode->Definitions.find(Var);
             Found != Mode->Definitions.end()) {
    Definition = Found->second;
  }
  if (!Definition)
    return S.substitute(
        E, [this](const Expr *Sub) { return substituteExpanded(Sub); });
  llvm::SaveAndRestore<std::optional<unsigned>> There(CarryPlace);
  if (CarryPlace)
    CarryPlace = Mode->Places.lookup(Definition);
  const std::optional<std::string> Value = expanded(Definition);
  const std::optional<std::string> Type =
      S.Lower.type(Var->getType().getNonReferenceType().getUnqualifiedType(),
                   Var->getLocation());
  if (!Value || !Type || !Var->getType()->isArithmeticType())
    return Value;
  return "(" + *Type + ")(" + *Value + ")";
}

/// What an iteration finds in the LoopCarriedScalar of this number.
std::string BodyHooks::carriedTo(unsigned Number) const {
  return "ompscan_k == 0 ? " +
         S.ScalarNames[Mode->LoopCarriedScalars[Number].Initial] +
         " : ompscan_carry_" + std::to_string(Number) +
         "(OMPSCAN_ARGUMENTS, ompscan_k - 1)";
}

/// A function that computes what an iteration leaves for the next one, behind
/// those that it calls.
bool BodyHooks::addCarry(unsigned Number) {
  if (!AddedCarries.insert(Number).second)
    return true;
  const LoopCarriedScalar &C = Mode->LoopCarriedScalars[Number];
  CarryPlace = Mode->Places.lookup(C.Value);
  const std::optional<std::string> Value = expanded(C.Value);
  CarryPlace.reset();
  const std::optional<std::string> Type =
      S.Lower.type(Loop.Scalars[C.Initial].Type, C.Var->getLocation());
  if (!Value || !Type)
    return false;
  S.addFunction(*Type + " ompscan_carry_" + std::to_string(Number) +
                    "(OMPSCAN_PARAMETERS, const ulong ompscan_k)",
                "  return " + *Value + ";\n", /*InIteration=*/true);
  return true;
}

bool BodyHooks::addCarries() {
  for (unsigned Number = 0; Number != Mode->LoopCarriedScalars.size(); ++Number)
    if (!addCarry(Number))
      return false;
  return true;
}

/// Gives the LoopCarriedScalars the values that an iteration begins with.
std::string BodyHooks::initialCarries() const {
  std::string Text;
  for (const auto &[Number, C] : llvm::enumerate(Mode->LoopCarriedScalars)) {
    // The next iteration's input has been put in already.
    Text += "  " + Vars.name(C.Var) + " = " +
            (Mode->ReadsAhead ? S.ScalarNames[C.Initial] : carriedTo(Number)) +
            ";\n";
  }
  return Text;
}

/// The input of a loop that ReadsAhead: what iteration k + 1 combines.
bool BodyHooks::addInputAhead() {
  const LoopCarriedScalar &C = Mode->LoopCarriedScalars.front();
  const std::optional<std::string> Value =
      S.input(Loop.Items.front().Updates.front(), 0,
              [this](const Expr *E) { return expanded(E); });
  const std::optional<std::string> Type =
      S.Lower.type(Loop.Scalars[C.Initial].Type, C.Var->getLocation());
  if (!Value || !Type)
    return false;
  const std::string Name = Vars.name(C.Var);
  llvm::raw_string_ostream OS(S.Text);
  OS << "static inline " << KernelHooks::InputSignature << " {\n"
     << "  ompscan_T ompscan_in = {0};\n"
     << "  if (ompscan_k + 1 != F_trips) {\n"
     << "    const " << *Type << " " << Name
     << " = ompscan_carry_0(OMPSCAN_ARGUMENTS, ompscan_k);\n    "
     << S.induction("ompscan_k + 1") << "    " << S.member("ompscan_in", 0)
     << " = " << *Value << ";\n  }\n  return ompscan_in;\n}\n\n";
  S.addFunction("ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
                "  const " + *Type + " " + Name + " = " +
                    S.ScalarNames[C.Initial] +
                    ";\n  ompscan_T ompscan_in = {0};\n  " +
                    S.member("ompscan_in", 0) + " = " + *Value +
                    ";\n  return ompscan_combine(ompscan_previous("
                    "OMPSCAN_ARGUMENTS), ompscan_in);\n",
                /*InIteration=*/false);
  return true;
}

/// Whether no later iteration has the value that \p Store stores at.
std::string BodyHooks::isLast(const Scan::ItemValue &Store) const {
  const std::string Moves =
      Store.IsAfter
          ? S.member("ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k + 1)",
                     Store.Item) +
                " != 0"
          : S.member("ompscan_before", Store.Item) +
                " != " + S.member("ompscan_after", Store.Item);
  return "ompscan_k + 1 == F_trips || " + Moves;
}

bool BodyHooks::add() {
  std::optional<std::string> Privates = Vars.declarations();
  if (!Privates)
    return false;
  if (Kept)
    return addSelection(*Privates);
  if (!addCarries())
    return false;
  *Privates += initialCarries();
  return (Mode->ReadsAhead ? addInputAhead() : addInput(*Privates)) &&
         addOutput(*Privates);
}

/// The declaration of an input that changes nothing.
std::string BodyHooks::neutralInput() const {
  std::string Start = S.Packed ? "  ompscan_T ompscan_in = {0};\n"
                               : "  ompscan_T ompscan_in;\n";
  for (unsigned I = 0; I != S.Items.size(); ++I) {
    if (S.Items[I].needsFlag())
      Start += "  " + S.flag("ompscan_in", I) + " = 0;\n";
    else if (S.Items[I].isList())
      Start += S.Items[I].forEach() + "    " + S.member("ompscan_in", I) +
               ".v[ompscan_j] = " + S.Items[I].neutral() + ";\n";
    else if (Loop.Items[I].Conditional)
      Start += "  " + S.member("ompscan_in", I) + " = " + S.Items[I].neutral() +
               ";\n";
  }
  return Start;
}

/// What an input runs in the place of \p St, if that is something else.
std::optional<std::string> BodyHooks::inputs(const Stmt *St,
                                             Lowering::Here Lowered) {
  if (const std::optional<std::string> Text = contributions(St, Lowered))
    return Text;
  return Vars.reference(St, Lowered);
}

/// The body without what only stores need.
bool BodyHooks::addInput(StringRef Privates) {
  const std::optional<std::string> Fills =
      S.fills([this](const Expr *Sub) { return substitute(Sub); },
              KernelHooks::FillStores::None);
  if (!Fills)
    return false;
  const std::optional<std::string> Inputs = S.Lower.statements(
      Loop.Body, [this](const Expr *Sub) { return substitute(Sub); },
      [this](const Stmt *St, Lowering::Here Lowered) {
        return inputs(St, Lowered);
      });
  if (!Inputs)
    return false;
  S.addFunction(Loop.hasSegments() ? KernelHooks::RowInputSignature
                                   : KernelHooks::InputSignature,
                neutralInput() + *Fills + Privates.str() + *Inputs +
                    "  return ompscan_in;\n",
                /*InIteration=*/true);
  return true;
}

/// All of the body.
bool BodyHooks::addOutput(StringRef Privates) {
  const std::optional<std::string> Fills =
      S.fills([this](const Expr *Sub) { return substitute(Sub); });
  if (!Fills)
    return false;
  std::string Values;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    if (!I.isArray())
      Values += "  " + S.Items[Number].type() + " " + S.variable(Number) +
                " = " + S.member("ompscan_before", Number) + ";\n";
  const std::optional<std::string> Outputs = S.Lower.statements(
      Loop.Body, [this](const Expr *Sub) { return substitute(Sub); },
      [this](const Stmt *St,
             Lowering::Here Lowered) -> std::optional<std::string> {
        if (isa<OMPScanDirective>(St))
          return "";
        if (const std::optional<std::string> Text = Vars.reference(St, Lowered))
          return Text;
        if (const auto *E = dyn_cast<Expr>(St))
          if (auto Found = Mode->LastValues.find(strip(E));
              Found != Mode->LastValues.end()) {
            const std::optional<std::string> Store = Lowered(strip(E));
            return Store ? "if (" + isLast(Found->second) + ") " + *Store + ";"
                         : Store;
          }
        // A minimum or maximum that is formed by an `if`.
        for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
          for (const Update &U : I.Updates)
            if (U.Node == St && !isa<Expr>(St) && I.isList()) {
              const std::optional<std::string> HistogramUpdate =
                  put(Number, U, Lowered);
              return HistogramUpdate ? *HistogramUpdate + ";" : "";
            } else if (U.Node == St && !isa<Expr>(St))
              return S.variable(Number) + " = " +
                     S.member("ompscan_after", Number) + ";";
        return std::nullopt;
      });
  if (!Outputs)
    return false;
  if (S.hasResults())
    Values += "  if (ompscan_k + 1 == F_trips)\n    F_values[0] = "
              "ompscan_after;\n";
  if (S.countsEvery())
    Values += "  if (ompscan_k + 1 == F_trips)\n    F_values[1] = "
              "ompscan_before;\n  if (ompscan_k == 0)\n    F_values[2] = "
              "ompscan_after;\n";
  const std::optional<std::string> Lasts = Vars.lastValues();
  if (!Lasts)
    return false;
  S.addFunction(Loop.hasSegments() ? KernelHooks::RowOutputSignature
                                   : KernelHooks::OutputSignature,
                Values + *Fills + Privates.str() + *Outputs + *Lasts,
                /*InIteration=*/true);
  return true;
}
