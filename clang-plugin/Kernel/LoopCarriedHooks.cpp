//===- LoopCarriedHooks.cpp - Loop-carried scalars ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/LoopCarriedHooks.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<std::string> LoopCarriedHooks::substitute(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Carried =
      llvm::find_if(Mode.LoopCarriedScalars,
                    [&](const LoopCarriedScalar &C) { return C.Var == Var; });
  const Definition *Found = nullptr;
  if (Carried != Mode.LoopCarriedScalars.end()) {
    if (!Place)
      return Vars.name(Var);
    if (*Place <= Carried->Passed.Statement) {
      const size_t Number = Carried - Mode.LoopCarriedScalars.begin();
      llvm::SaveAndRestore<std::optional<size_t>> Elsewhere(Place);
      addFunction(Number);
      return "(" + valueBefore(Number) + ")";
    }
    Found = &Carried->Passed;
  } else if (const auto Known = Mode.Definitions.find(Var);
             Known != Mode.Definitions.end()) {
    Found = &Known->second;
  }
  if (!Found)
    return S.substitute(E, [this](const Expr *Sub) { return substitute(Sub); });
  llvm::SaveAndRestore<std::optional<size_t>> There(Place);
  if (Place)
    Place = Found->Statement;
  const std::string Value = expanded(Found->Value);
  const std::string Type =
      S.Lower.type(Var->getType().getNonReferenceType().getUnqualifiedType(),
                   Var->getLocation());
  return Var->getType()->isArithmeticType() ? "(" + Type + ")(" + Value + ")"
                                            : Value;
}

/// The value that iteration `ompscan_k` begins with.
std::string LoopCarriedHooks::valueBefore(unsigned Number) const {
  return "ompscan_k == 0 ? " +
         S.ScalarNames[Mode.LoopCarriedScalars[Number].Initial] +
         " : ompscan_carry_" + std::to_string(Number) +
         "(OMPSCAN_ARGUMENTS, ompscan_k - 1)";
}

/// Adds the function for one scalar, behind the functions that it calls.
void LoopCarriedHooks::addFunction(unsigned Number) {
  if (!Added.insert(Number).second)
    return;
  const LoopCarriedScalar &C = Mode.LoopCarriedScalars[Number];
  Place = C.Passed.Statement;
  const std::string Value = expanded(C.Passed.Value);
  Place.reset();
  const std::string Type =
      S.Lower.type(S.Loop.Scalars[C.Initial].Type, C.Var->getLocation());
  S.addFunction(Type + " ompscan_carry_" + std::to_string(Number) +
                    "(OMPSCAN_PARAMETERS, const ulong ompscan_k)",
                "  return " + Value + ";\n", /*InIteration=*/true);
}

void LoopCarriedHooks::add() {
  for (unsigned Number = 0; Number != Mode.LoopCarriedScalars.size(); ++Number)
    addFunction(Number);
}

std::string LoopCarriedHooks::assignments() const {
  std::string Text;
  for (const auto &[Number, C] : llvm::enumerate(Mode.LoopCarriedScalars)) {
    // A loop that ReadsAhead needs the values for its first input only.
    Text += "  " + Vars.name(C.Var) + " = " +
            (Mode.ReadsAhead ? S.ScalarNames[C.Initial] : valueBefore(Number)) +
            ";\n";
  }
  return Text;
}

void LoopCarriedHooks::addInputAhead() {
  const LoopCarriedScalar &C = Mode.LoopCarriedScalars.front();
  const std::string Value =
      S.input(S.Loop.Items.front().Updates.front(), 0,
              [this](const Expr *E) { return expanded(E); });
  const std::string Type =
      S.Lower.type(S.Loop.Scalars[C.Initial].Type, C.Var->getLocation());
  const std::string Name = Vars.name(C.Var);
  llvm::raw_string_ostream OS(S.Text);
  OS << "static inline " << KernelHooks::InputSignature << " {\n"
     << "  ompscan_T ompscan_in = {0};\n"
     << "  if (!OMPSCAN_IS_LAST(ompscan_k)) {\n"
     << "    const " << Type << " " << Name
     << " = ompscan_carry_0(OMPSCAN_ARGUMENTS, ompscan_k);\n    "
     << S.induction("ompscan_k + 1") << "    " << S.member("ompscan_in", 0)
     << " = " << Value << ";\n  }\n  return ompscan_in;\n}\n\n";
  S.addFunction("ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
                "  const " + Type + " " + Name + " = " +
                    S.ScalarNames[C.Initial] +
                    ";\n  ompscan_T ompscan_in = {0};\n  " +
                    S.member("ompscan_in", 0) + " = " + Value +
                    ";\n  return ompscan_combine(ompscan_previous("
                    "OMPSCAN_ARGUMENTS), ompscan_in);\n",
                /*InIteration=*/false);
}
