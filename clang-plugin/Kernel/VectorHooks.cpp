//===- VectorHooks.cpp - The hooks of several iterations ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/VectorHooks.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace clang;
using namespace ompscan::plugin;

/// The access of kind \p Kind to \p Element in every iteration; null if there
/// is none.
const Access *VectorHooks::accessOf(const ArrayElement &Element,
                                    AccessKind Kind) const {
  AccessNumbers.resize(S.Loop.Arrays.size());
  const auto &Accesses = S.Loop.Arrays[Element.Array].Accesses;
  ExpressionIndex &Numbers = AccessNumbers[Element.Array];
  Numbers.update(Accesses, [](const Access &A) { return A.Index; });
  for (const unsigned Number : Numbers.find(Element.Index)) {
    const Access &A = Accesses[Number];
    if (A.Kind == Kind && A.Guards.empty() && A.Index && Element.Index &&
        sameExpression(A.Index, Element.Index))
      return &A;
  }
  return nullptr;
}

/// \p Element in iteration `ompscan_k + ompscan_j`, taken out of a vector if
/// neighbouring iterations read neighbouring elements.
std::string VectorHooks::vectorElement(const ArrayElement &Element) {
  const std::string Plain = plainElement(Element);
  const Access *A = accessOf(Element, AccessKind::Read);
  if (!A || !A->hasStride(1)) {
    Reads.AllAreVectors = false;
    return Plain;
  }
  const std::string First =
      A->Behind ? plainElement({Element.Array, A->LeadingIndex}) : Plain;
  const auto [Known, IsNew] =
      Reads.Numbers.try_emplace(First, Reads.Vectors.size());
  if (IsNew) {
    const ArrayUse &Array = S.Loop.Arrays[Element.Array];
    Reads.Vectors.push_back(
        {"ompscan_e" + llvm::utostr(Reads.Vectors.size()),
         S.Lower.elementType(Array.Element, Array.Base->getExprLoc()), First});
  }
  VectorRead &Read = Reads.Vectors[Known->second];
  Read.Halo = std::max(Read.Halo, A->Behind);
  return A->Behind ? "OMPSCAN_BEHIND(" + Read.Name + ", " +
                         llvm::utostr(A->Behind) + ")"
                   : Read.Name + ".e[ompscan_j]";
}

/// Elements, taken out of vectors.
std::optional<std::string> VectorHooks::inVectors(const Expr *E) {
  if (const auto *Element = S.Loop.Meanings.find<ArrayElement>(E))
    return vectorElement(*Element);
  return S.plain(E);
}

bool VectorHooks::findResults() {
  if (llvm::any_of(S.Loop.Items, [](const Item &I) { return I.Series; }))
    return false;
  std::optional<int64_t> Size;
  for (const auto &[Number, Array] : llvm::enumerate(S.Loop.Arrays)) {
    // Elements farther apart are hardly ever all aligned, and would lie in
    // local memory twice.
    const Expr *Read = nullptr;
    for (const Access &Use : Array.Accesses) {
      if (Use.Kind == AccessKind::Seed)
        continue;
      if (Use.Kind == AccessKind::Read && !Use.Behind) {
        if (!Use.Index || (Read && !sameExpression(Read, Use.Index)))
          return false;
        Read = Use.Index;
      }
      const int64_t Bytes =
          S.Context.getTypeSizeInChars(Array.Element).getQuantity();
      if (!Use.Guards.empty() || !Use.hasStride(1) ||
          (Use.Kind != AccessKind::Read && Use.Kind != AccessKind::Write) ||
          (Bytes != 4 && Bytes != 8) || (Size && *Size != Bytes))
        return false;
      Size = Bytes;
      if (Use.Kind != AccessKind::Write)
        continue;
      if (!Results.empty() && Results.back().Target.Array == Number)
        return false;
      Results.push_back({{static_cast<unsigned>(Number), Use.Index}});
    }
  }
  return !Results.empty() && S.Loop.Fills.empty() && !S.Loop.isBatch() &&
         !S.isInTeam();
}

std::optional<std::string> VectorHooks::element(const Expr *E) {
  const auto *Found = S.Loop.Meanings.find<ArrayElement>(E);
  if (!Found)
    return std::nullopt;
  Reads.AllAreVectors &= llvm::none_of(
      Results, [&](const Result &R) { return R.Target.Array == Found->Array; });
  return vectorElement(*Found);
}

std::string VectorHooks::result(const ArrayElement &Target) {
  for (const auto &[Number, R] : llvm::enumerate(Results))
    if (R.Target.Array == Target.Array && !std::exchange(R.IsMade, true))
      return resultName(Number) + ".e[ompscan_j]";
  Reads.AllAreVectors = false;
  return "";
}

/// The parameters with which each function of several iterations begins.
static constexpr char Iteration[] =
    "(OMPSCAN_PARAMETERS, const ulong ompscan_k";

std::string VectorHooks::VectorReads::fetches(bool OfSome) const {
  std::string Text;
  for (const VectorRead &R : Vectors) {
    const std::string To = "ompscan_to->" + R.Name;
    const std::string Fetch =
        OfSome
            ? "OMPSCAN_FETCH_SOME(" + To + ", &" + R.First + ", ompscan_last)"
            : "OMPSCAN_FETCH(" + To + ", &" + R.First + ")";
    Text += R.Halo ? "  OMPSCAN_WITH_HALO(" + R.Type + ", " + To + "_halo, &" +
                         R.First + ", " + Fetch + ");\n"
                   : "  " + Fetch + ";\n";
  }
  return Text;
}

std::string VectorHooks::VectorReads::takes() const {
  std::string Text;
  for (const VectorRead &R : Vectors)
    Text += "  OMPSCAN_VECTOR_OF(" + R.Type + ") " + R.Name +
            ";\n  OMPSCAN_TAKE(" + R.Name + ", ompscan_from->" + R.Name +
            ", ompscan_place);\n";
  return Text;
}

/// The types that hold the elements which iterations read.
std::string VectorHooks::readTypes() const {
  const auto Member = [](const VectorRead &R, StringRef Suffix) {
    return "  " + R.Type + " " + R.Name + Suffix.str() + "[" +
           llvm::utostr(R.Halo) + "];\n";
  };
  std::string Parts, Halos, HalosOfParts, Takes;
  for (const VectorRead &R : Reads.Vectors) {
    Parts += "  OMPSCAN_PART_OF(" + R.Type + ", " + R.Name + ");\n";
    if (!R.Halo)
      continue;
    HalosOfParts += Member(R, "_halo");
    Halos += Member(R, "");
    Takes += "  OMPSCAN_TAKE_HALO(ompscan_to->" + R.Name + ", ompscan_from->" +
             R.Name + ", ompscan_place);\n";
  }
  constexpr char None[] = "  uint ompscan_none;\n";
  if (Parts.empty())
    Parts = None;
  if (Halos.empty())
    Halos = None;
  return "typedef struct {\n" + Parts + HalosOfParts +
         "} ompscan_vectors;\n\ntypedef struct {\n" + Halos +
         "} ompscan_halos;\n\n"
         "static inline void ompscan_take_halos(__local const ompscan_vectors "
         "*ompscan_from, const uint ompscan_place, ompscan_halos *ompscan_to) "
         "{\n" +
         Takes + "}\n\n";
}

/// The functions that fetch what the inputs are made of, and that make the
/// inputs, each by the statements \p Input.
std::string VectorHooks::inputFunctions(StringRef Input) {
  std::string Moves;
  for (const VectorRead &R : Reads.Vectors)
    if (R.Halo)
      Moves += "  OMPSCAN_MOVE_HALO(" + R.Name + ");\n";
  return readTypes() + "static inline void ompscan_fetch" + Iteration +
         ", __local ompscan_vectors *ompscan_to) {\n  " +
         S.induction("ompscan_k") + Reads.fetches(/*OfSome=*/false) +
         "}\n\n"
         "static inline void ompscan_inputs" +
         Iteration +
         ", __local const ompscan_vectors *ompscan_from, const uint "
         "ompscan_place, ompscan_halos *ompscan_halo, ompscan_T "
         "*ompscan_values) {\n" +
         Reads.takes() +
         "#pragma unroll\n  for (uint ompscan_j = 0; ompscan_j < "
         "OMPSCAN_VECTOR; ++ompscan_j) {\n    " +
         S.induction("ompscan_k + ompscan_j") + Input.str() + "  }\n" + Moves +
         "}\n\n";
}

/// The functions that make and store results.
std::string VectorHooks::resultFunctions(StringRef Output) {
  std::string Places, Vectors, Gives, Stores, SomeStores;
  for (const auto &[Number, R] : llvm::enumerate(Results)) {
    const ArrayUse &Array = S.Loop.Arrays[R.Target.Array];
    const std::string Name = resultName(Number);
    const std::string Type =
        S.Lower.type(Array.Element, Array.Base->getExprLoc());
    const std::string Place = "&" + plainElement(R.Target);
    Places += "  OMPSCAN_PART_OF(" + Type + ", " + Name + ");\n";
    Vectors += "  OMPSCAN_VECTOR_OF(" + Type + ") " + Name + ";\n";
    Gives += "  OMPSCAN_GIVE(" + Name + ", ompscan_to->" + Name +
             ", ompscan_place);\n";
    Stores +=
        "  OMPSCAN_STORE_PART(" + Place + ", ompscan_from->" + Name + ");\n";
    SomeStores += "  OMPSCAN_STORE_SOME(" + Place + ", ompscan_from->" + Name +
                  ", ompscan_end);\n";
  }
  const std::string First = "  " + S.induction("ompscan_k");
  const std::string From = ", __local const ompscan_results *ompscan_from) {\n";
  return "typedef struct {\n" + Places +
         "} ompscan_results;\n\n"
         "static inline void ompscan_fetch_some" +
         Iteration +
         ", const ulong ompscan_last, __local ompscan_vectors *ompscan_to) "
         "{\n" +
         First + Reads.fetches(/*OfSome=*/true) +
         "}\n\n"
         "static inline void ompscan_make_results" +
         Iteration +
         ", __local const ompscan_vectors *ompscan_from, const uint "
         "ompscan_place, const ompscan_halos *ompscan_halo, const ompscan_T "
         "ompscan_left, const ompscan_T *ompscan_values, __local "
         "ompscan_results *ompscan_to) {\n" +
         Reads.takes() + Vectors +
         "#pragma unroll\n  for (uint ompscan_j = 0; ompscan_j < "
         "OMPSCAN_VECTOR; ++ompscan_j) {\n    " +
         S.induction("ompscan_k + ompscan_j") +
         "    const ompscan_T ompscan_before = ompscan_j ? "
         "ompscan_values[ompscan_j - 1] : ompscan_left;\n"
         "    const ompscan_T ompscan_after = ompscan_values[ompscan_j];\n" +
         Output.str() + "  }\n" + Gives +
         "}\n\nstatic inline void ompscan_store_results" + Iteration + From +
         First + Stores + "}\n\nstatic inline void ompscan_store_some" +
         Iteration + ", const long ompscan_end" + From + First + SomeStores +
         "}\n\n";
}

void VectorHooks::addResults(StringRef Input, StringRef Output) {
  if (!Reads.AllAreVectors ||
      !llvm::all_of(Results, [](const Result &R) { return R.IsMade; }))
    return;
  HasVectors = HasResults = true;
  S.Text += "#if OMPSCAN_PTX\n" +
            inputFunctions(Input.str() +
                           "    ompscan_values[ompscan_j] = ompscan_in;\n") +
            resultFunctions(Output) + "#endif\n";
}

/// The element of the scanned type that is the whole input; null if the input
/// is anything else.
const ArrayElement *VectorHooks::plainInput() const {
  const Item &Only = S.Loop.Items.front();
  const auto &Input = Only.Updates.front().Input;
  if (Input.size() != 1 || Input.front().Negated ||
      traits(Only.Op).Family == OperatorFamily::Logical)
    return nullptr;
  const auto *Found = S.Loop.Meanings.find<ArrayElement>(
      stripWidening(Input.front().Value, S.Context));
  return Found && S.Context.hasSameUnqualifiedType(
                      S.Loop.Arrays[Found->Array].Element, Only.Type)
             ? Found
             : nullptr;
}

/// Makes `ompscan_store_fills` if elements are stored in place of a preceding
/// loop. The lanes of a warp store neighbouring vectors.
bool VectorHooks::addFillVectors() {
  std::string Vectors, Stores;
  for (const auto &[Number, F] : llvm::enumerate(S.Loop.Fills))
    for (const Fill::Store &Store : F.Stores) {
      if (Store.Guard)
        continue;
      const ArrayElement &Element =
          S.Loop.Meanings.get<ArrayElement>(strip(Store.Target));
      const Access *Write = accessOf(Element, AccessKind::Write);
      if (!Write || !Write->hasStride(1))
        return false;
      const std::string Name = KernelHooks::fillVectorName(Number);
      Vectors += "    OMPSCAN_VECTOR_OF(" +
                 S.Lower.type(F.Type, F.Value->getExprLoc()) + ") " + Name +
                 ";\n";
      Stores +=
          "    OMPSCAN_STORE(" + Name + ", &" + plainElement(Element) + ");\n";
    }
  if (Stores.empty())
    return true;
  // It reads elements that have been fetched for the inputs.
  VectorReads OfInputs = std::exchange(Reads, {});
  const std::string Fills =
      S.fills([this](const Expr *Sub) { return inVectors(Sub); },
              KernelHooks::FillStores::Vectors);
  const std::string Taken = std::exchange(Reads, std::move(OfInputs)).takes();
  HasFills = true;
  FillText =
      "static inline void ompscan_store_fills(OMPSCAN_PARAMETERS, const ulong "
      "ompscan_part, __local const ompscan_vectors *ompscan_from) {\n"
      "  for (uint ompscan_place = OMPSCAN_LANE; ompscan_place < OMPSCAN_PART "
      "/ "
      "OMPSCAN_VECTOR; ompscan_place += OMPSCAN_LANES) {\n"
      "    const ulong ompscan_k = ompscan_part + ompscan_place * "
      "OMPSCAN_VECTOR;\n"
      "    ompscan_halos ompscan_halo[1];\n"
      "    ompscan_take_halos(ompscan_from, ompscan_place, ompscan_halo);\n" +
      Taken + Vectors +
      "#pragma unroll\n    for (uint ompscan_j = 0; ompscan_j < "
      "OMPSCAN_VECTOR; ++ompscan_j) {\n    " +
      S.induction("ompscan_k + ompscan_j") + Fills + "    }\n    " +
      S.induction("ompscan_k") + Stores + "  }\n}\n\n";
  return true;
}

void VectorHooks::add(const ArrayElement &Target) {
  if (S.isInTeam())
    return;
  const Item &Only = S.Loop.Items.front();
  const Access *Write = accessOf(Target, AccessKind::Write);
  if (!Write || !Write->hasStride(1))
    return;
  const auto InVectors = [this](const Expr *Sub) { return inVectors(Sub); };
  const std::string Fills = S.fills(InVectors, KernelHooks::FillStores::None);
  const std::string Input =
      S.input(Only.Updates.front(), 0,
              [&](const Expr *E) { return S.Lower.expression(E, InVectors); });
  const std::string Stored = plainElement(Target);
  if (!Reads.AllAreVectors || Reads.Vectors.empty() || !addFillVectors())
    return;
  HasVectors = true;
  const std::string Address =
      ") {\n  " + S.induction("ompscan_k") + "  return &";
  llvm::raw_string_ostream OS(S.Text);
  OS << "#if OMPSCAN_PTX\n"
     << inputFunctions(Fills + "    ompscan_values[ompscan_j] = " + Input +
                       ";\n")
     << FillText << "#endif\n"
     << "static inline __global ompscan_T *ompscan_output_address" << Iteration
     << Address << Stored << ";\n}\n\n";
  if (!S.Packed && S.Loop.Fills.empty())
    OS << S.Items.front().vectorOperator();
  const ArrayElement *Plain = plainInput();
  if (!Plain && findResults() && !result(Target).empty() &&
      S.Context.hasSameUnqualifiedType(S.Loop.Arrays[Target.Array].Element,
                                       Only.Type)) {
    HasResults = true;
    OS << "#if OMPSCAN_PTX\n"
       << resultFunctions("    " + resultName(0) +
                          ".e[ompscan_j] = ompscan_after;\n")
       << "#endif\n";
  }
  if (Plain) {
    IsPlain = true;
    OS << "static inline __global const ompscan_T *ompscan_input_address"
       << Iteration << Address << plainElement(*Plain) << ";\n}\n\n";
    if (!S.Packed)
      OS << S.Items.front().wideOperator();
  }
}
