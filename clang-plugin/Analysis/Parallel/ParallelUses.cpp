//===- ParallelUses.cpp - What a parallel loop's expressions use ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Parallel/ParallelBody.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

void ompscan::plugin::forEachTarget(const Stmt *S,
                                    llvm::function_ref<void(const Expr *)> F) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_AddrOf)
    return F(Unary->getSubExpr());
  if (const Expr *Target = changedBy(E))
    return F(Target);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || isa<CXXPseudoDestructorExpr>(Call->getCallee()))
    return;
  unsigned First = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool HasObject = Method && Method->isInstance();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    Object = Member->getImplicitObjectArgument();
  } else if (HasObject && isa<CXXOperatorCallExpr>(Call)) {
    Object = Call->getArg(0);
    First = 1;
  }
  if (Object && HasObject && !Method->isConst())
    F(Object);
  for (unsigned I = First; I < Call->getNumArgs(); ++I)
    if (const unsigned P = I - First; P < Callee->getNumParams()) {
      const QualType Type = Callee->getParamDecl(P)->getType();
      if (Type->isReferenceType() &&
          !Type.getNonReferenceType().isConstQualified())
        F(Call->getArg(I));
    }
}

/// Whether \p E is a variable of the iteration, or a reduction, or a part of
/// one.
bool ParallelBody::isOwn(const Expr *E) const {
  if (accumulator(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(wholeObject(E));
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && (Own.contains(Var) || Loop.scalarItem(Ref));
}

/// The accumulator of a list that \p E is, or that it is a part of, or null.
const Expr *ParallelBody::accumulator(const Expr *E) const {
  for (E = strip(E); E; E = partAround(E))
    if (Loop.listItem(E, Context))
      return E;
  return nullptr;
}

/// The list whose array or pointer \p E names, or a member behind it.
const Item *ParallelBody::namedList(const Expr *E) const {
  for (; isa<DeclRefExpr, MemberExpr>(E);
       E = stripImplicit(cast<MemberExpr>(E)->getBase())) {
    for (const Item &I : Loop.Items)
      if (I.isList() && sameExpression(I.Base, E))
        return &I;
    if (isa<DeclRefExpr>(E))
      break;
  }
  return nullptr;
}

/// The element that a reference stands for, if \p E is its name.
const Expr *ParallelBody::aliased(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && llvm::is_contained(Loop.parallel()->Aliases, Var)
             ? Var->getInit()
             : nullptr;
}

/// Whether \p E has the same value wherever it is evaluated in an iteration.
bool ParallelBody::isFixed(const Expr *E) const {
  return !anyOf(E, [&](const Expr *Sub) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return (Var && (Changed.contains(Var) || Loop.scalarItem(Ref))) ||
           isa<CallExpr>(Sub) || elementAccess(Sub, Context).Base;
  });
}

/// Whether \p E, an object, is the same one wherever it is named in an
/// iteration, and one that the loop knows.
bool ParallelBody::isFixedObject(const Expr *E) const {
  const Expr *Root = wholeObject(E);
  if (const Expr *Element = accumulator(E)) {
    if (const Expr *Index = elementAccess(Element, Context).Index;
        Index && !isFixed(Index))
      return false;
    Root = Element;
  } else if (!aliased(Root) && !isOwn(E)) {
    const WholeElement Element = wholeElement(E, Context);
    if (!Element.Node || !isFixed(Element.Access.Base) ||
        (Element.Access.Index && !isFixed(Element.Access.Index)))
      return false;
    Root = Element.Node;
  }
  for (const Expr *Part = strip(E); Part != Root; Part = partAround(Part))
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part);
        Subscript && !isFixed(Subscript->getIdx()))
      return false;
  return true;
}

bool ParallelBody::readExpr(const Expr *E) {
  return Accesses.addInput(E, IsMaybe || HasLeft);
}

/// Reads the subscripts on the way from \p From to the object \p To that it is
/// a part of.
bool ParallelBody::readSubscripts(const Expr *From, const Expr *To) {
  for (const Expr *Part = strip(From); Part != To; Part = partAround(Part))
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part);
        Subscript && !readExpr(Subscript->getIdx()))
      return false;
  return true;
}

/// Reads what tells which part of the iteration's own variables, or of the
/// reductions, \p E is.
bool ParallelBody::readOwn(const Expr *E) {
  const Expr *Element = accumulator(E);
  return Element ? readAccumulator(Element) && readSubscripts(E, Element)
                 : readSubscripts(E, wholeObject(E));
}

/// Notes which one of a list \p E is.
bool ParallelBody::readAccumulator(const Expr *E) {
  const Item *List = Loop.listItem(E, Context);
  const Expr *Index = elementAccess(E, Context).Index;
  if (List->excludes(Index, Context)) {
    Diags.report(E->getExprLoc(), Diag::err_list_element)
        << List->Name << std::to_string(List->Length) << false;
    return false;
  }
  Loop.Listed[E] = {static_cast<unsigned>(List - Loop.Items.begin()), Index};
  return !Index || readExpr(Index);
}

/// Records a use of \p Element.
bool ParallelBody::use(const WholeElement &Element, AccessKind Kind) {
  if (Element.HasUnknownRows) {
    Diags.report(Element.Node->getExprLoc(), Diag::err_array);
    return false;
  }
  const Expr *Base = Element.Access.Base;
  if (Kind == AccessKind::Read)
    (HasStored ? ReadAfter : ReadBefore).push_back(Base);
  else
    HasStored = true;
  return Accesses.addElement(Element.Node, Element.Access, Kind,
                             IsMaybe || HasLeft);
}

std::optional<bool> ParallelBody::intercept(const Expr *E) {
  const Expr *Node = strip(E);
  if (const Expr *Target = changedBy(Node))
    return effect(Node, Target);
  if (const auto *Call = dyn_cast<CallExpr>(Node))
    if (const std::optional<bool> Valid = interceptCall(*Call))
      return Valid;
  if (isOwn(Node))
    return readOwn(Node);
  if (const Item *List = namedList(Node)) {
    Diags.report(E->getExprLoc(), Diag::err_parallel_list) << List->Name;
    return false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Node);
      Ref && Shared.contains(Ref->getDecl()->getCanonicalDecl())) {
    Diags.report(Ref->getExprLoc(), Diag::err_parallel_shared)
        << Ref->getDecl();
    return false;
  }
  const Expr *Root = wholeObject(Node);
  if (const Expr *Named = aliased(Root))
    return readSubscripts(Node, Root) && readExpr(Named);
  if (const WholeElement Element = wholeElement(Node, Context);
      Element.Node && !Node->getType()->isArrayType())
    return readSubscripts(Node, Element.Node) && use(Element, AccessKind::Read);
  return std::nullopt;
}

/// A call that may change one of its operands, which has to be the iteration's
/// own.
std::optional<bool> ParallelBody::interceptCall(const CallExpr &Call) {
  if (elementAccess(&Call, Context).Base || sizedContainer(&Call))
    return std::nullopt;
  bool Valid = true;
  forEachTarget(&Call, [&](const Expr *Target) {
    const Expr *Named = Target;
    while (const Expr *Bound = aliased(wholeObject(Named)))
      Named = Bound;
    if (Valid && !isOwn(Named)) {
      Diags.report(Target->getExprLoc(), Diag::err_parallel_argument);
      Valid = false;
    }
  });
  if (!Valid)
    return false;
  return std::nullopt;
}

/// An assignment, or an increment or decrement, of \p Target.
bool ParallelBody::effect(const Expr *Node, const Expr *Target) {
  Target = strip(Target);
  const Assignment Plain = plainAssignment(Node);
  const auto *Binary = dyn_cast<BinaryOperator>(Node);
  const Expr *Value = Plain.Target ? Plain.Value
                      : Binary     ? Binary->getRHS()
                                   : nullptr;
  if (Value && !readExpr(Value))
    return false;
  // What is assigned in part keeps the rest.
  bool IsWhole = Plain.Target != nullptr;
  const Expr *Root = wholeObject(Target);
  while (const Expr *Named = aliased(Root)) {
    if (!readSubscripts(Target, Root))
      return false;
    IsWhole &= Target == Root;
    Target = strip(Named);
    Root = wholeObject(Target);
  }
  if (isOwn(Target))
    return readOwn(Target);
  const WholeElement Element = wholeElement(Target, Context);
  if (!Element.Node) {
    Diags.report(Target->getExprLoc(), whyNoTarget(Target))
        << text(Target, Context);
    return false;
  }
  IsWhole &= Target == Element.Node;
  return readSubscripts(Target, Element.Node) &&
         (IsWhole || use(Element, AccessKind::Read)) &&
         use(Element, AccessKind::Write);
}
