//===- RowExtents.cpp - What a scan inside of a row uses ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/RowExtents.h"
#include "clang/AST/ASTContext.h"
#include <utility>

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// An access of the loop, which has a number in the program.
struct Extent {
  size_t Array;
  const Access *Use;
  std::string Number;

  bool isStored() const { return Use->Kind == AccessKind::Write; }
  bool isSeed() const { return Use->Kind == AccessKind::Seed; }

  /// Whether both accesses are to elements at one distance, and may be to the
  /// same one in an iteration that loads it first.
  bool mayMeet(const Extent &Other) const {
    return isStored() != Other.isStored() && !isSeed() && !Other.isSeed() &&
           !Use->ByNeighbours && !Other.Use->ByNeighbours &&
           Use->Symbols.empty() && Other.Use->Symbols.empty() &&
           Use->Stride == Other.Use->Stride;
  }
};

} // namespace

/// The accesses of \p Loop; none if not all of them have a formula.
static llvm::SmallVector<Extent, 4> extentsOf(const ScanLoop &Loop) {
  llvm::SmallVector<Extent, 4> All;
  for (const auto &[Number, Array] : llvm::enumerate(Loop.Arrays))
    for (const Access &Use : Array.Accesses) {
      const bool HasFormula = Use.Kind == AccessKind::Read ||
                              Use.Kind == AccessKind::Write ||
                              Use.Kind == AccessKind::Seed;
      if (!HasFormula || !Use.NoWraps.empty())
        return {};
      All.push_back({Number, &Use, std::to_string(All.size())});
    }
  return All;
}

/// The condition under which \p A, which stores, and \p B are apart.
static std::string isApart(const Extent &A, const Extent &B,
                           const KernelHooks &S) {
  const auto Size = [&S](const Extent &Each) {
    return S.Context.getTypeSize(S.Loop.Arrays[Each.Array].Element);
  };
  std::string Text = "(high" + A.Number + " < low" + B.Number + " || high" +
                     B.Number + " < low" + A.Number;
  if (A.mayMeet(B) && Size(A) == Size(B))
    Text += " || (low" + A.Number + " == low" + B.Number + " && high" +
            A.Number + " == high" + B.Number + ")";
  return Text + ")";
}

std::string ompscan::plugin::rowExtents(KernelHooks &S) {
  constexpr size_t MostPairs = 32;
  const llvm::SmallVector<Extent, 4> All = extentsOf(S.Loop);
  std::string Places, Extents, Apart;
  size_t Pairs = 0;
  const auto Plain = [&S](const Expr *E) { return S.plain(E); };
  for (const Extent &Each : All) {
    const std::string &Name = S.ArrayNames[Each.Array];
    const std::string Index =
        Each.Use->Index ? S.Lower.expression(Each.Use->Index, Plain) : "0";
    Places += "  case " + Each.Number + ":\n    return (ulong)&" + Name +
              "[(long)(" + Index + ") - " + Name + "_origin];\n";
    const std::string Of = "(OMPSCAN_ARGUMENTS, ", N = Each.Number;
    Extents +=
        "  const ulong first" + N + " = ompscan_place" + Of + "0, " + N +
        "), last" + N + " = " +
        (Each.isSeed() ? "first" + N
                       : "ompscan_place" + Of + "ompscan_n - 1, " + N + ")") +
        ";\n  const ulong low" + N + " = min(first" + N + ", last" + N +
        "), high" + N + " = max(first" + N + ", last" + N + ") + sizeof(*" +
        Name + ") - 1;\n";
    for (const Extent &Other : All)
      if (Each.isStored() && Each.Array != Other.Array &&
          (!Other.isStored() || Each.Array < Other.Array)) {
        Apart += (Pairs == 0 ? "" : " &&\n         ") + isApart(Each, Other, S);
        ++Pairs;
      }
  }
  if (Pairs == 0 || Pairs > MostPairs)
    return "";
  std::string Text;
  std::swap(Text, S.Text);
  S.addFunction("ulong ompscan_place(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k, const uint ompscan_access)",
                "  switch (ompscan_access) {\n" + Places +
                    "  default:\n    return 0;\n  }\n",
                /*InIteration=*/true);
  S.addFunction("int ompscan_is_row_apart(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_n)",
                Extents + "  return " + Apart + ";\n",
                /*InIteration=*/false);
  std::swap(Text, S.Text);
  return Text;
}
