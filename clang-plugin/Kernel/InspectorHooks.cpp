//===- InspectorHooks.cpp - Reads at unknown subscripts -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/InspectorHooks.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

/// The first inspected access of \p Loop and its array, or null.
static std::pair<const ArrayUse *, const Access *>
firstInspected(const ScanLoop &Loop) {
  for (const ArrayUse &Array : Loop.Arrays)
    for (const Access &Use : Array.Accesses)
      if (Array.isInspected(Use))
        return {&Array, &Use};
  return {nullptr, nullptr};
}

bool InspectorHooks::areNeeded(const ScanLoop &Loop) {
  return firstInspected(Loop).first != nullptr;
}

bool InspectorHooks::isInspected(const Expr *E) const {
  const auto Found = Loop.Elements.find(E);
  if (Found == Loop.Elements.end())
    return false;
  const Expr *const Index = Found->second.Index;
  const ArrayUse &Array = Loop.Arrays[Found->second.Array];
  return llvm::any_of(Array.Accesses, [&](const Access &Use) {
    return Array.isInspected(Use) && !Use.Index == !Index &&
           (!Index || sameExpression(Use.Index, Index));
  });
}

bool InspectorHooks::hasInspected(const Stmt *St) const {
  const auto *E = dyn_cast_or_null<Expr>(St);
  return St && ((E && isInspected(E)) ||
                llvm::any_of(St->children(), [&](const Stmt *Child) {
                  return hasInspected(Child);
                }));
}

/// The update of an item that \p St makes, or null.
const Update *InspectorHooks::updateOf(const Stmt *St) const {
  for (const Item &I : Loop.Items)
    for (const Update &U : I.Updates)
      if (U.Node == St)
        return &U;
  return nullptr;
}

/// Whether the value of \p E itself depends on an item.
bool InspectorHooks::isUnknown(const Expr *E) const {
  if (const Selection *Mode = Loop.selection();
      Mode && E == Mode->LastKept.Element)
    return true;
  if (const Scan *Mode = Loop.scan(); Mode && Mode->Carried.count(E))
    return true;
  if (Loop.Listed.count(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (Var && OutputVariables.contains(Var)) ||
         (isa<DeclRefExpr, MemberExpr>(E) && Loop.scalarItem(E)) || updateOf(E);
}

/// Whether \p E has a value in the inspector.
bool InspectorHooks::isKnown(const Expr *E) const {
  return !isUnknown(E) && llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    return !Sub || isKnown(Sub);
  });
}

std::optional<std::string> InspectorHooks::substitute(const Expr *E) {
  if (isUnknown(E)) {
    if (!Failed)
      Failed = Current ? Current : E;
    return "0";
  }
  const auto Inner = [this](const Expr *Sub) { return substitute(Sub); };
  if (!isInspected(E))
    return Vars.substitute(E, Inner);
  llvm::SaveAndRestore<const Expr *> Now(Current, Current ? Current : E);
  const ArrayElement &Element = Loop.Elements.find(E)->second;
  const std::string &Name = S.ArrayNames[Element.Array];
  const std::optional<std::string> Index =
      Element.Index ? S.Lower.expression(Element.Index, Inner)
                    : std::optional<std::string>("0");
  if (!Index)
    return std::nullopt;
  return Name + "[({ const long ompscan_at = (long)(" + *Index + ") - " + Name +
         "_origin; if (ompscan_is_stored((ulong)&" + Name +
         "[ompscan_at], sizeof(*" + Name +
         "), ompscan_stored, ompscan_count)) return " +
         std::to_string(Element.Array + 1) + "; ompscan_at; })]";
}

/// Statements that inspect the elements which \p St reads.
std::string InspectorHooks::reads(const Stmt *St, Lowering::Here Lowered) {
  // The rest of an update uses the item.
  if (const Update *U = updateOf(St)) {
    std::string Text = U->Index ? reads(U->Index, Lowered) : "";
    for (const Term &T : U->Input)
      Text += reads(T.Value, Lowered);
    return Text;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(St))
    return "";
  const auto Under = [&](const Expr *Condition, StringRef Not,
                         const Stmt *Operand) -> std::string {
    const std::string Text = reads(Operand, Lowered);
    if (Text.empty())
      return "";
    llvm::SaveAndRestore<const Expr *> Now(Current, dyn_cast<Expr>(Operand));
    const std::optional<std::string> If = Lowered(Condition);
    return "if (" + Not.str() + "(" + If.value_or("0") + ")) { " + Text + "}";
  };
  if (const auto *E = dyn_cast<Expr>(St); E && isInspected(E)) {
    llvm::SaveAndRestore<const Expr *> Now(Current, E);
    return "(void)" + Lowered(E).value_or("0") + "; ";
  }
  if (const auto *Short = dyn_cast<BinaryConditionalOperator>(St))
    return reads(Short->getCommon(), Lowered) +
           Under(Short->getCommon(), "!", Short->getFalseExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(St))
    return reads(Choice->getCond(), Lowered) +
           Under(Choice->getCond(), "", Choice->getTrueExpr()) +
           Under(Choice->getCond(), "!", Choice->getFalseExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(St);
      Binary && Binary->isLogicalOp())
    return reads(Binary->getLHS(), Lowered) +
           Under(Binary->getLHS(), Binary->getOpcode() == BO_LAnd ? "" : "!",
                 Binary->getRHS());
  std::string Text;
  for (const Stmt *Child : St->children())
    if (Child)
      Text += reads(Child, Lowered);
  return Text;
}

/// Statements that inspect the elements which \p St, a statement that only the
/// output runs, reads.
std::string InspectorHooks::outputReads(const Stmt *St,
                                        Lowering::Here Lowered) {
  if (isa<Expr, DeclStmt>(St) || updateOf(St))
    return reads(St, Lowered);
  if (isa<CompoundStmt>(St)) {
    std::string Text;
    for (const Stmt *Child : St->children())
      Text += outputReads(Child, Lowered);
    return Text;
  }
  const auto *If = dyn_cast<IfStmt>(St);
  if (If && !If->hasInitStorage() && !If->hasVarStorage() && hasInspected(St) &&
      isKnown(If->getCond())) {
    const std::string Then = outputReads(If->getThen(), Lowered);
    const std::string Else =
        If->getElse() ? outputReads(If->getElse(), Lowered) : "";
    const std::string Text = reads(If->getCond(), Lowered);
    if (Then.empty() && Else.empty())
      return Text;
    return Text + "if (" + Lowered(If->getCond()).value_or("0") + ") { " +
           Then + "} else { " + Else + "} ";
  }
  // Whether the rest runs may depend on an item.
  const auto *Switch = dyn_cast<SwitchStmt>(St);
  const Expr *Condition = If       ? If->getCond()
                          : Switch ? Switch->getCond()
                                   : nullptr;
  std::string Text = Condition ? reads(Condition, Lowered) : "";
  for (const Stmt *Child : St->children())
    if (Child && Child != Condition && hasInspected(Child) && !Failed)
      Failed = firstInspected(Loop).second->Node;
  return Text;
}

/// Adds the variables that \p St, which only the output runs, may change.
/// \p IsRead: the object that \p St is, is only read.
void InspectorHooks::addOutputVariables(const Stmt *St, bool IsRead) {
  if (const auto *Cast = dyn_cast<CastExpr>(St);
      Cast &&
      (Cast->getCastKind() == CK_LValueToRValue ||
       (Cast->getCastKind() == CK_NoOp && Cast->getType().isConstQualified())))
    return addOutputVariables(Cast->getSubExpr(), /*IsRead=*/true);
  if (IsRead && isa<DeclRefExpr>(St))
    return;
  // In C++ a choice of objects is an object. A member is read with its object.
  const auto *Member = dyn_cast<MemberExpr>(St);
  IsRead &=
      isa<ParenExpr, ConditionalOperator>(St) || (Member && !Member->isArrow());
  if (const auto *Declaration = dyn_cast<DeclStmt>(St))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        OutputVariables.insert(Var);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(St))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && !Loop.isInduction(Var))
      OutputVariables.insert(Var);
  for (const Stmt *Child : St->children())
    if (Child)
      addOutputVariables(Child, IsRead);
}

std::optional<std::string> InspectorHooks::statements() {
  if (!Loop.Body) {
    std::string Text = "  ";
    for (const Term &T : Loop.Items.front().Updates.front().Input)
      Text += reads(T.Value, [this](const Expr *E) { return lowered(E); });
    return Text + "\n";
  }
  for (const auto &Each : Loop.OutputOnly)
    addOutputVariables(Each.first);
  return S.Lower.statements(
      Loop.Body, [this](const Expr *Sub) { return substitute(Sub); },
      [this](const Stmt *St,
             Lowering::Here Lowered) -> std::optional<std::string> {
        if (isa<OMPScanDirective>(St))
          return "";
        if (Loop.OutputOnly.count(St))
          return outputReads(St, Lowered);
        return IterationVariables(S).reference(St, Lowered);
      });
}

bool InspectorHooks::add() {
  const auto Refuse = [this](const Expr *Node) {
    const auto [Array, Use] = firstInspected(Loop);
    const auto Found = Loop.Elements.find(Node);
    Diags.report(Node->getExprLoc(), Diag::err_extent)
        << (Found == Loop.Elements.end() ? *Array
                                         : Loop.Arrays[Found->second.Array])
               .Name
        << /*IsGuarded=*/false << /*IsStore=*/false;
    return false;
  };
  const Scan *Mode = Loop.scan();
  if (Loop.isBatch() || !Loop.Fills.empty() ||
      (Mode && !Mode->LoopCarriedScalars.empty()))
    return Refuse(firstInspected(Loop).second->Node);
  const std::optional<std::string> Privates =
      IterationVariables(S).declarations();
  const std::optional<std::string> Statements =
      Privates ? statements() : std::nullopt;
  if (Failed)
    return Refuse(Failed);
  if (!Statements)
    return false;
  S.Text += "#if OMPSCAN_NATIVE\n";
  S.addFunction("uint ompscan_inspect(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k, __global const ulong *ompscan_stored, const ulong "
                "ompscan_count)",
                *Privates + *Statements + "  return 0;\n",
                /*InIteration=*/true);
  S.Text += "#endif\n\n";
  return true;
}
