//===- InspectorHooks.cpp - Reads at unknown subscripts -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/InspectorHooks.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"
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
  const auto *Found = Loop.Meanings.find<ArrayElement>(E);
  if (!Found)
    return false;
  const Expr *const Index = Found->Index;
  const ArrayUse &Array = Loop.Arrays[Found->Array];
  return llvm::any_of(Array.Accesses, [&](const Access &Use) {
    return Array.isInspected(Use) && !Use.Index == !Index &&
           (!Index || sameExpression(Use.Index, Index));
  });
}

bool InspectorHooks::hasInspected(const Expr *E) const {
  return anyOf(E, [this](const Expr *Sub) { return isInspected(Sub); });
}

bool InspectorHooks::hasInspected(const nest::Statement &S) const {
  return nest::anyStatement(S, [&](const nest::Statement &Each) {
    bool Found = false;
    nest::forEachExpression(
        Each, [&](const Expr &E) { Found = Found || hasInspected(&E); });
    return Found;
  });
}

/// Whether the value of \p E itself depends on an item.
bool InspectorHooks::isUnknown(const Expr *E) const {
  if (const Meaning *Found = Loop.Meanings.find(E);
      Found && dependsOnItem(*Found))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (Var && OutputVariables.contains(Var)) ||
         (isa<DeclRefExpr, MemberExpr>(E) && Loop.scalarItem(E));
}

/// Whether \p E has a value in the inspector.
bool InspectorHooks::isKnown(const Expr *E) const {
  return !anyOf(E, [this](const Expr *Sub) { return isUnknown(Sub); });
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
  const ArrayElement &Element = Loop.Meanings.get<ArrayElement>(E);
  const std::string &Name = S.ArrayNames[Element.Array];
  const std::string Index =
      Element.Index ? S.Lower.expression(Element.Index, Inner) : "0";
  return Name + "[({ const long ompscan_at = (long)(" + Index + ") - " + Name +
         "_origin; if (ompscan_is_stored((ulong)&" + Name +
         "[ompscan_at], sizeof(*" + Name +
         "), ompscan_stored, ompscan_count)) return " +
         std::to_string(Element.Array + 1) + "; ompscan_at; })]";
}

/// Statements that inspect the elements which the inputs of \p U read. The rest
/// of an update uses the item.
std::string InspectorHooks::reads(const Update &U, Lowering::Here Lowered) {
  std::string Text = U.Index ? reads(U.Index, Lowered) : "";
  for (const Term &T : U.Input)
    Text += reads(T.Value, Lowered);
  return Text;
}

/// Statements that inspect the elements which \p St reads.
std::string InspectorHooks::reads(const Expr *St, Lowering::Here Lowered) {
  if (const auto *Ref = Loop.Meanings.find<UpdateRef>(St))
    return reads(Loop.update(*Ref), Lowered);
  if (isa<UnaryExprOrTypeTraitExpr>(St))
    return "";
  const auto Under = [&](const Expr *Condition, StringRef Not,
                         const Expr *Operand) -> std::string {
    const std::string Text = reads(Operand, Lowered);
    if (Text.empty())
      return "";
    llvm::SaveAndRestore<const Expr *> Now(Current, Operand);
    return "if (" + Not.str() + "(" + Lowered(Condition) + ")) { " + Text + "}";
  };
  if (isInspected(St)) {
    llvm::SaveAndRestore<const Expr *> Now(Current, St);
    return "(void)" + Lowered(St) + "; ";
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
  for (const Expr *Sub : operands(St))
    Text += reads(Sub, Lowered);
  return Text;
}

/// Statements that inspect the elements which \p St, a statement that only the
/// output runs, reads.
std::string InspectorHooks::outputReads(const nest::Statement &St,
                                        Lowering::Here Lowered) {
  if (const UpdateRef *Ref = Loop.updateAt(St))
    return reads(Loop.update(*Ref), Lowered);
  std::string Text;
  if (isa<nest::ExpressionStatement, nest::Declaration>(&St)) {
    nest::forEachExpression(St,
                            [&](const Expr &E) { Text += reads(&E, Lowered); });
    return Text;
  }
  if (const auto *Block = dyn_cast<nest::Block>(&St)) {
    for (const nest::Statement *Each : Block->statements())
      Text += outputReads(*Each, Lowered);
    return Text;
  }
  const auto *If = dyn_cast<nest::If>(&St);
  if (If && If->head().isPlain() && hasInspected(St) &&
      isKnown(&If->condition())) {
    const std::string Then = outputReads(If->thenBranch(), Lowered);
    const std::string Else =
        If->elseBranch() ? outputReads(*If->elseBranch(), Lowered) : "";
    Text = reads(&If->condition(), Lowered);
    if (Then.empty() && Else.empty())
      return Text;
    return Text + "if (" + Lowered(&If->condition()) + ") { " + Then +
           "} else { " + Else + "} ";
  }
  // Whether the rest runs may depend on an item.
  const Expr *Condition = nest::branchCondition(St);
  if (Condition)
    Text = reads(Condition, Lowered);
  const auto Refuse = [&](bool HasInspected) {
    if (HasInspected && !Failed)
      Failed = firstInspected(Loop).second->Node;
  };
  nest::forEachExpression(
      St, [&](const Expr &E) { Refuse(&E != Condition && hasInspected(&E)); });
  nest::forEachChild(
      St, [&](const nest::Statement &Child) { Refuse(hasInspected(Child)); });
  return Text;
}

/// Adds the variables that \p St, which only the output runs, may change.
void InspectorHooks::addOutputVariables(const nest::Statement &St) {
  nest::forEachStatement(St, [&](const nest::Statement &Each) {
    const auto Variables = nest::variablesOf(Each);
    OutputVariables.insert(Variables.begin(), Variables.end());
    nest::forEachExpression(
        Each, [&](const Expr &E) { addOutputVariables(E, /*IsRead=*/false); });
  });
}

/// \p IsRead: the object that \p E is, is only read.
void InspectorHooks::addOutputVariables(const Expr &E, bool IsRead) {
  if (const auto *Cast = dyn_cast<CastExpr>(&E);
      Cast &&
      (Cast->getCastKind() == CK_LValueToRValue ||
       (Cast->getCastKind() == CK_NoOp && Cast->getType().isConstQualified())))
    return addOutputVariables(*Cast->getSubExpr(), /*IsRead=*/true);
  if (IsRead && isa<DeclRefExpr>(&E))
    return;
  // In C++ a choice of objects is an object. A member is read with its object.
  const auto *Member = dyn_cast<MemberExpr>(&E);
  IsRead &=
      isa<ParenExpr, ConditionalOperator>(&E) || (Member && !Member->isArrow());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && !Loop.isInduction(Var))
      OutputVariables.insert(Var);
  for (const Expr *Sub : operands(&E))
    addOutputVariables(*Sub, IsRead);
}

std::string InspectorHooks::statements() {
  if (Loop.IsSingleUpdate)
    return "  " +
           reads(Loop.Items.front().Updates.front(),
                 [this](const Expr *E) { return lowered(E); }) +
           "\n";
  for (const auto &[St, Facts] : Loop.Facts)
    if (Facts.IsOutputOnly)
      addOutputVariables(*St);
  return S.Lower.statements(
      Loop.body(), [this](const Expr *Sub) { return substitute(Sub); },
      [this](const nest::Statement &St,
             Lowering::Here Lowered) -> std::optional<std::string> {
        if (Loop.factsOf(St).IsOutputOnly)
          return outputReads(St, Lowered);
        return IterationVariables(S).reference(St, Lowered);
      });
}

/// Reports that the inspector cannot evaluate \p Node, or whether it is read.
void InspectorHooks::refuse(const Expr *Node) const {
  const Meaning *Found = Loop.Meanings.find(Node);
  const auto *Element = std::get_if<ArrayElement>(Found);
  const auto *Kept = std::get_if<LastKeptElement>(Found);
  const ArrayUse &Array = Element ? Loop.Arrays[Element->Array]
                          : Kept  ? Loop.Arrays[Kept->Array]
                                  : *firstInspected(Loop).first;
  S.Lower.fail([&] {
    Diags.report(Node->getExprLoc(), Diag::err_extent)
        << Array.Name << /*IsGuarded=*/false << /*IsStore=*/false;
  });
}

void InspectorHooks::add() {
  const Scan *Mode = Loop.scan();
  if (Loop.isBatch() || !Loop.Fills.empty() ||
      (Mode && !Mode->LoopCarriedScalars.empty()))
    return refuse(firstInspected(Loop).second->Node);
  const std::string Privates = IterationVariables(S).declarations();
  const std::string Statements = statements();
  if (Failed)
    return refuse(Failed);
  S.Text += "#if OMPSCAN_NATIVE\n";
  S.addFunction("uint ompscan_inspect(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k, __global const ulong *ompscan_stored, const ulong "
                "ompscan_count)",
                Privates + Statements + "  return 0;\n",
                /*InIteration=*/true);
  S.Text += "#endif\n\n";
}
