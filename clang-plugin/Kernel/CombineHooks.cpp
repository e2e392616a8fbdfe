//===- CombineHooks.cpp - The operator and the seed of a loop -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/CombineHooks.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// Combines the list \p I in `a` and `b`; accumulators without an update leave
/// the other side as it is.
static std::string combineList(const ItemCode &I, StringRef Name,
                               unsigned Number) {
  const std::string Suffix = std::to_string(Number), M = ".m" + Suffix,
                    H = ".h" + Suffix, V = M + ".v[ompscan_j]";
  if (!I.needsFlag())
    return ("  r" + M + " = " + Name + "(a" + M + ", b" + M + ");\n").str();
  return "  r" + H + " = a" + H + " | b" + H + ";\n#pragma unroll\n" +
         I.forEach() + "    r" + V + " = !(b" + H + " >> ompscan_j & 1) ? a" +
         V + "\n        : a" + H + " >> ompscan_j & 1 ? ompscan_combine_one_" +
         Suffix + "(a" + V + ", b" + V + ") : b" + V + ";\n";
}

/// The specifiers of an operator's function, which has been lowered. On the
/// host, loops over an operator with exponentials or logarithms, or over long
/// sums, are vectorized only if it is inlined, and only then most products with
/// a matrix are known to be 0.
static StringRef qualifiers(const KernelHooks &S) {
  const bool IsLong = llvm::any_of(S.Loop.Items, [](const Item &I) {
    return I.isLinear() || I.isLongSum();
  });
  return IsLong || S.Lower.libraryCalls() == LibraryCalls::Math
             ? "OMPSCAN_VECTORIZED static inline "
             : "static inline ";
}

/// `ompscan_combine`. Members are combined one by one; one without an update
/// leaves the other side as it is.
static void addOperator(KernelHooks &S) {
  llvm::raw_string_ostream OS(S.Text);
  std::string Members;
  for (const auto &[Number, I] : llvm::enumerate(S.Items)) {
    const std::string Name = S.combiner(Number);
    if (I.isList()) {
      OS << I.listFunctions(S.Lower, Name, Number);
      Members += combineList(I, Name, Number);
      continue;
    }
    const std::string Statements = I.combine(S.Lower);
    OS << I.memberFunctions(S.Lower) << qualifiers(S) << I.type() << " " << Name
       << "(const " << I.type() << " a, const " << I.type() << " b) {\n"
       << Statements << "}\n\n";
    const std::string M = ".m" + std::to_string(Number);
    const std::string Both =
        "r" + M + " = " + Name + "(a" + M + ", b" + M + ")";
    if (!I.needsFlag()) {
      Members += "  " + Both + ";\n";
      continue;
    }
    const std::string H = ".h" + std::to_string(Number);
    Members += "  r" + H + " = a" + H + " || b" + H + ";\n" + "  if (!b" + H +
               ")\n    r" + M + " = a" + M + ";\n  else if (!a" + H +
               ")\n    r" + M + " = b" + M + ";\n  else\n    " + Both + ";\n";
  }
  if (S.Packed)
    OS << qualifiers(S)
       << "ompscan_T ompscan_combine(const ompscan_T a, const ompscan_T b) {\n"
       << S.declareValue("r") << Members << "  return r;\n}\n\n";
}

/// Adds `ompscan_seed`, the left operand of the first iteration.
static void addSeed(KernelHooks &S) {
  const ScanLoop &Loop = S.Loop;
  std::string Text = S.declareValue("ompscan_first");
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    const auto Plain = [&S](const Expr *E) { return S.plain(E); };
    std::string Value =
        !I.isArray()   ? S.ScalarNames[I.Initial]
        : I.StartsAnew ? "0"
                       : S.itemPlace(I, I.Previous, I.PreviousElement, Plain);
    if (const FunctionCode *Function = S.Items[Number].function()) {
      SmallVector<std::string, MostLag> Values = {Value};
      for (const auto &[Earlier, Element] :
           llvm::zip_equal(I.Earlier, I.EarlierElements))
        Values.push_back(S.itemPlace(I, Earlier, Element, Plain));
      for (const SystemMember &Other : I.Others)
        Values.push_back(S.ScalarNames[Other.Initial]);
      Value = Function->constant(Values);
    }
    Text += "  " + S.member("ompscan_first", Number) + " = " + Value + ";\n";
    if (S.Items[Number].needsFlag())
      Text += "  " + S.flag("ompscan_first", Number) +
              (I.isList() ? " = ~0UL;\n" : " = 1;\n");
  }
  S.addFunction(Loop.scan() && Loop.scan()->ReadsAhead
                    ? "ompscan_T ompscan_previous(OMPSCAN_PARAMETERS)"
                    : "ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
                Text + "  return ompscan_first;\n",
                /*InIteration=*/false);
}

void ompscan::plugin::addCombineHooks(KernelHooks &S) {
  addOperator(S);
  addSeed(S);
}
