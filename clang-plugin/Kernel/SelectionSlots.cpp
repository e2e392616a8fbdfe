//===- SelectionSlots.cpp - The slots of a loop that keeps iterations -----===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the iterations that a selection keeps store is a structure, which
/// `ompscan_pick` fills and `ompscan_put` brings to its place.
///
//===----------------------------------------------------------------------===//

#include "Kernel/BodySlots.h"
#include "Loop/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan;

std::string BodySlots::definitions() const {
  uint64_t Size = 0, Alignment = 1;
  for (const Move &M : Loop.Moves) {
    const QualType Type = M.Part->getType();
    const uint64_t Align = S.Context.getTypeAlignInChars(Type).getQuantity();
    Alignment = std::max(Alignment, Align);
    Size = llvm::alignTo(Size, Align) +
           S.Context.getTypeSizeInChars(Type).getQuantity();
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "#define OMPSCAN_CAN_RELOAD 0\n"
     << "#define OMPSCAN_HAS_VECTORS 0\n"
     << "#define OMPSCAN_IS_SELECTION 1\n"
     << "#define OMPSCAN_IS_STAGED " << Loop.IsInPlace << "\n"
     << "#define OMPSCAN_MOVED_SIZE " << llvm::alignTo(Size, Alignment) << "\n"
     << "#define OMPSCAN_MAY_STAY " << Loop.MayStay << "\n"
     << "#define OMPSCAN_STEP " << Loop.MoveStep << "\n";
  return Text;
}

static std::string memberName(size_t Number) {
  return "m" + std::to_string(Number);
}

/// The element that was kept last, or one that is equal to it.
std::optional<std::string> BodySlots::lastKept() {
  const auto Place = [this](const Expr *E) {
    const ScanLoop::ArrayElement &Found = Loop.Elements.find(E)->second;
    return std::pair(S.ArrayNames[Found.Array], Found.Index);
  };
  const auto [First, Unused] = Place(Loop.LastKept.Element);
  const auto [Name, Index] = Place(Loop.LastKept.Source);
  const std::optional<std::string> Text = S.Lower.expression(
      Index, [this](const Expr *Sub) { return substitute(Sub); });
  if (!Text)
    return std::nullopt;
  return "(ompscan_k == 0 ? " + First +
         "[(long)ompscan_seed(OMPSCAN_ARGUMENTS) + (" +
         std::to_string(Loop.LastKept.Offset) + ") - " + First +
         "_origin] : " + Name + "[(long)(" + *Text + ") - 1 - " + Name +
         "_origin])";
}

/// `ompscan_moved`.
bool BodySlots::addMoved() {
  llvm::raw_string_ostream OS(S.Text);
  OS << "typedef struct {";
  for (const auto &[Number, M] : llvm::enumerate(Loop.Moves)) {
    const std::optional<std::string> Type = S.Lower.type(
        M.Part->getType().getUnqualifiedType(), M.Part->getExprLoc());
    if (!Type)
      return false;
    OS << " " << *Type << " " << memberName(Number) << ";";
  }
  OS << " } ompscan_moved;\n\n";
  return true;
}

/// What the stores in the statement \p St store.
std::optional<std::string> BodySlots::moves(const Stmt *St,
                                            Lowering::Here Lowered) const {
  const auto *E = dyn_cast<Expr>(St);
  for (const auto &[Number, M] : llvm::enumerate(Loop.Moves))
    if (E && !M.IsSteady && M.Statement == strip(E)) {
      const std::optional<std::string> Value = Lowered(M.Value);
      return Value ? "ompscan_to->" + memberName(Number) + " = " + *Value + ";"
                   : "";
    }
  return "";
}

/// The value or the subscript of a store, where the item is what it is then.
std::optional<std::string> BodySlots::place(const Move &M, const Expr *E) {
  for (const Update &U : Loop.Items.front().Updates)
    if (U.Node == E)
      return U.YieldsOld ? "ompscan_before" : "ompscan_after";
  if (isa<DeclRefExpr, MemberExpr>(E) && Loop.scalarItem(E))
    return M.IsAfter ? "ompscan_after" : "ompscan_before";
  return S.substitute(E, [&](const Expr *Sub) { return place(M, Sub); });
}

/// Declares the item's value after an iteration that is kept.
static std::string declareAfter() {
  return "const ompscan_T ompscan_after = ompscan_combine(ompscan_before, "
         "(ompscan_T)OMPSCAN_STEP);\n";
}

bool BodySlots::addPut() {
  std::string Text = "  " + declareAfter();
  for (const auto &[Number, M] : llvm::enumerate(Loop.Moves)) {
    const Move &Store = M;
    const std::optional<std::string> To = S.Lower.expression(
        M.Part, [&](const Expr *E) { return place(Store, E); });
    if (!To)
      return false;
    Text += "  " + *To + " = ompscan_from." + memberName(Number) + ";\n";
  }
  S.addFunction("void ompscan_put(OMPSCAN_PARAMETERS, const ompscan_T "
                "ompscan_before, const ompscan_moved ompscan_from)",
                Text, /*InIteration=*/false);
  return true;
}

/// Whether iterations that are all kept store every element where it is.
bool BodySlots::addStays() {
  if (!Loop.MayStay)
    return true;
  std::string Text = "  const ompscan_T ompscan_before = "
                     "ompscan_seed(OMPSCAN_ARGUMENTS);\n  " +
                     declareAfter() + "  return ";
  for (const auto &[Number, M] : llvm::enumerate(Loop.Moves)) {
    const Move &Store = M;
    const auto Address = [&](const Expr *E) {
      return S.Lower.expression(
          E, [&](const Expr *Sub) { return place(Store, Sub); });
    };
    const std::optional<std::string> To = Address(M.Part),
                                     From = Address(strip(M.Value));
    if (!To || !From)
      return false;
    Text += (Number ? " && " : "") + ("&" + *To) + " == &" + *From;
  }
  S.addFunction("bool ompscan_stays(OMPSCAN_PARAMETERS)", Text + ";\n",
                /*InIteration=*/false);
  return true;
}

bool BodySlots::addSelection(StringRef Privates) {
  if (!addMoved())
    return false;
  const std::optional<std::string> Fills =
      S.fills([this](const Expr *Sub) { return substitute(Sub); });
  if (!Fills)
    return false;
  const std::optional<std::string> Inputs = S.Lower.statements(
      Loop.Body, [this](const Expr *Sub) { return substitute(Sub); },
      [this](const Stmt *St,
             Lowering::Here Lowered) -> std::optional<std::string> {
        const std::optional<std::string> Text = inputs(St, Lowered);
        const std::optional<std::string> Moved = moves(St, Lowered);
        return Text ? *Moved + *Text : Text;
      });
  if (!Inputs)
    return false;
  // Elements that every iteration may read are loaded without a branch.
  std::string Steady;
  for (const auto &[Number, M] : llvm::enumerate(Loop.Moves)) {
    if (!M.IsSteady)
      continue;
    const std::optional<std::string> Value = S.Lower.expression(
        M.Value, [this](const Expr *Sub) { return substitute(Sub); });
    if (!Value)
      return false;
    Steady += "  ompscan_to->" + memberName(Number) + " = " + *Value + ";\n";
  }
  // As OMPSCAN_INLINE: what it fills is in registers.
  S.Text += "#if OMPSCAN_PTX\n__attribute__((always_inline))\n#endif\n";
  S.addFunction("ompscan_T ompscan_pick(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k, ompscan_moved *ompscan_to)",
                neutralInput() + *Fills + Privates.str() + *Inputs + Steady +
                    "  return ompscan_in;\n",
                /*InIteration=*/true);
  return addPut() && addStays();
}
