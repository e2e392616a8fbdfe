//===- ParallelHooks.cpp - The hooks of a parallel loop -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/ParallelHooks.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// A work-item's values of all reductions.
static constexpr StringRef Own = "(*ompscan_own)";

/// The name of the variable of \p Nested, the loop with number \p I.
static std::string nestedName(const NestedLoop &Nested, unsigned I) {
  return KernelHooks::parameterName("J" + Twine(I), Nested.IV.Var->getName());
}

std::optional<std::string> ParallelHooks::substitute(const Expr *E) {
  if (std::optional<std::string> Operand = Atomics.operand(E))
    return Operand;
  if (const auto *Listed = Loop.Meanings.find<Accumulator>(E);
      Listed && !Mode->HasSharedLists)
    return accumulator(Own, Listed->Item, Listed->Index);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const Item *I = Loop.scalarItem(Ref))
      return S.member(Own, I - Loop.Items.begin());
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    for (const auto &[Number, Nested] : llvm::enumerate(Mode->Nested))
      if (Var && Nested.IV.Var->getCanonicalDecl() == Var->getCanonicalDecl())
        return nestedName(Nested, Number);
    if (Var && llvm::is_contained(Mode->Aliases, Var))
      return S.Lower.expression(
          Var->getInit(), [this](const Expr *Sub) { return substitute(Sub); });
    if (Var && llvm::is_contained(Loop.Privates, Var))
      return Vars.name(Var);
  }
  return S.substitute(E, [this](const Expr *Sub) { return substitute(Sub); });
}

/// The accumulator of the list \p Item at \p Index in \p Lists, an ompscan_T.
std::string ParallelHooks::accumulator(StringRef Lists, unsigned Item,
                                       const Expr *Index) {
  const std::string Place =
      S.listPlace(Item, Index, [this](const Expr *E) { return lowered(E); });
  return S.member(Lists, Item) + ".v[" + Place + "]";
}

std::string ParallelHooks::lowered(const Expr *E) {
  return S.Lower.expression(
      E, [this](const Expr *Sub) { return substitute(Sub); });
}

/// Combines a value into a list that the group may share.
std::string ParallelHooks::put(const HistogramUpdate &P) {
  const std::string Target = accumulator("(*ompscan_bins)", P.Item, P.Index);
  const std::string Value = P.Value ? lowered(P.Value) : "1";
  // Bits that are cut off change nothing.
  return ("ompscan_put_" + traits(Loop.Items[P.Item].Op).Atomic +
          "((OMPSCAN_BIN *)&" + Target + ", " + (P.IsNegated ? "0u - " : "") +
          "(uint)(" + Value + "));")
      .str();
}

/// The accumulator `ompscan_j` of \p I if it is a list; else empty.
static std::string place(const Item &I) {
  return I.isList() ? ".v[ompscan_j]" : "";
}

/// Initializes the variable of the reduction \p Number in every work-item.
std::string ParallelHooks::neutral(unsigned Number) {
  const Item &I = Loop.Items[Number];
  const ItemCode &Code = S.Items[Number];
  const std::string Target =
      S.member(Mode->IsByElement ? Own : "ompscan_none", Number) + place(I);
  const std::string ForEach = I.isList() ? Code.forEach() : "";
  auto Assign = [&](StringRef Value) {
    return (ForEach + "  " + Target + " = " + Value + ";\n").str();
  };
  if (!I.Declared)
    return Assign(Code.neutral());
  const std::string Before = Mode->IsByElement
                                 ? S.member("(*ompscan_first)", Number)
                                 : S.ScalarNames[I.Initial];
  return ForEach + "  {\n  const " + Code.elementType() +
         " ompscan_orig = " + Before + place(I) + ";\n" +
         Code.initialization(S.Lower) + "  " + Target +
         " = ompscan_priv;\n  }\n";
}

/// Adds the operators of accumulators, and macros that list them.
void ParallelHooks::addElements() {
  const bool AreShared = Mode->HasSharedLists;
  std::string Names, Lists, Scalars;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    const ItemCode &Code = S.Items[Number];
    const std::string &Type = Code.elementType();
    const std::string Name = "ompscan_combine_" + std::to_string(Number);
    S.Text += "static inline " + Type + " " + Name + "(const " + Type +
              " a, const " + Type + " b) {\n" + Code.combine(S.Lower) + "}\n\n";
    const std::string Place = S.member("", Number) + place(I);
    const std::string Length = std::to_string(I.isList() ? I.Length : 1);
    const std::string Entry =
        " \\\n  DO(" + Name + ", " + Type + ", " + Length + ", " + Place + ")";
    Names += Entry;
    if (I.isList() && AreShared)
      Lists +=
          " \\\n  DO(" + Code.neutral() + ", " + Length + ", " + Place + ")";
    else
      Scalars += Entry;
  }
  S.Text += "#define OMPSCAN_FOR_EACH_REDUCTION(DO)" + Names + "\n\n";
  if (AreShared)
    S.Text += "#define OMPSCAN_FOR_EACH_LIST(DO)" + Lists +
              "\n\n#define OMPSCAN_FOR_EACH_SCALAR(DO)" + Scalars + "\n\n";
}

void ParallelHooks::addNeutral() {
  std::string Text;
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    const std::string Value = neutral(I);
    // A group clears a list that it shares.
    const bool IsShared = Mode->HasSharedLists && Loop.Items[I].isList();
    Text += IsShared ? "#if OMPSCAN_GROUP == 1\n" + Value + "#endif\n" : Value;
  }
  if (Mode->IsByElement) {
    S.addFunction("void ompscan_clear(OMPSCAN_PARAMETERS, __global const "
                  "ompscan_T *ompscan_first, ompscan_T *ompscan_own)",
                  Text, /*InIteration=*/false);
    return;
  }
  Text = S.declareValue("ompscan_none") + Text;
  S.addFunction("ompscan_T ompscan_neutral(OMPSCAN_PARAMETERS)",
                Text + "  return ompscan_none;\n", /*InIteration=*/false);
}

/// Declares the variables of all loops, given `ompscan_k`, the number of the
/// iteration in all loops together.
std::string ParallelHooks::inductions() const {
  std::string Text, Rest = "ompscan_k";
  for (unsigned I = Mode->Nested.size(); I-- != 0;) {
    const std::string Number = std::to_string(I);
    const NestedLoop &Nested = Mode->Nested[I];
    const std::string Next = "ompscan_k_" + Number;
    const std::string Quotient =
        "ompscan_quotient(" + Rest + ", ompscan_trips_" + Number + ")";
    Text += "  const ulong " + Next + " = " +
            (Rest == "ompscan_k" ? "OMPSCAN_ROW(" + Quotient + ")" : Quotient) +
            ";\n";
    const std::string Type = S.NestedTypes[I];
    Text += "  const " + Type + " " + nestedName(Nested, I) + " = (" + Type +
            ")((ulong)ompscan_lower_" + Number + " + (" + Rest + " - " + Next +
            " * ompscan_trips_" + Number + ") * (ulong)" +
            llvm::itostr(Nested.IV.Step) + "L);\n";
    Rest = Next;
  }
  return Text + "  " + S.induction(Rest);
}

/// Whether \p S leaves an iteration by `continue`.
static bool continues(const nest::Statement &S) {
  const auto *Jump = dyn_cast<nest::Jump>(&S);
  bool Found = Jump && Jump->target() == nest::Jump::Target::Continue;
  if (!isa<nest::InnerLoop>(&S))
    nest::forEachChild(S, [&](const nest::Statement &Child) {
      Found = Found || continues(Child);
    });
  return Found;
}

std::string ParallelHooks::iteration(Lowering::StatementSubstitution Special) {
  const std::string Privates = Vars.declarations();
  const std::string Body = S.Lower.statements(
      Loop.body(), [this](const Expr *E) { return substitute(E); },
      [&](const nest::Statement &St,
          Lowering::Here Lowered) -> std::optional<std::string> {
        if (std::optional<std::string> Text = Special(St, Lowered))
          return Text;
        if (const auto *Atomic = dyn_cast<nest::Atomic>(&St))
          return Atomics.lower(Atomic->directive(), Lowered);
        if (const auto &Update = Loop.factsOf(St).Histogram)
          return put(*Update);
        const VarDecl *Var = variableDeclaredBy(St.source());
        if (Var && llvm::is_contained(Mode->Aliases, Var))
          return "";
        return std::nullopt;
      });
  const bool Continues = continues(Loop.body());
  return inductions() + Privates + (Continues ? "  do {\n" : "") + Body +
         (Continues ? "  } while (0);\n" : "");
}

void ParallelHooks::add(Lowering::StatementSubstitution OnHost) {
  if (Mode->IsByElement)
    addElements();
  if (!Loop.Items.empty())
    addNeutral();
  std::string Iteration =
      iteration([](const nest::Statement &, Lowering::Here) -> std::nullopt_t {
        return std::nullopt;
      });
  if (OnHost)
    Iteration = "#if OMPSCAN_NATIVE\n" + iteration(OnHost) + "#else\n" +
                Iteration + "#endif\n";
  llvm::raw_string_ostream OS(S.Text);
  if (!Mode->Nested.empty())
    // Few devices have an instruction for the division of 64 bits.
    OS << "static inline ulong ompscan_quotient(const ulong a, const ulong b) "
          "{\n  return (a | b) >> 32 ? a / b : (ulong)((uint)a / (uint)b);\n"
          "}\n\n";
  OS << (Mode->HasSharedLists ? "OMPSCAN_INLINE" : "static inline")
     << " void ompscan_iteration(OMPSCAN_PARAMETERS, const ulong ompscan_k"
     << (Loop.Items.empty() ? "" : ", ompscan_T *ompscan_own")
     << (Mode->HasSharedLists ? ", OMPSCAN_BINS *ompscan_bins" : "") << ") {\n"
     << Iteration << lastValues() << "}\n\n";
}
