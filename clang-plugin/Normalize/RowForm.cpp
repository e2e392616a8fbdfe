//===- RowForm.cpp - Names for the rows of a scan -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/RowForm.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/VariableUse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The name that \p E refers to; null if it refers to none.
const VarDecl *RowForm::nameOf(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && (Places.contains(Var) || Values.contains(Var)) ? Var : nullptr;
}

/// The target of \p E if it is counted from a name. Its numbers may contain
/// names.
std::optional<Position> RowForm::place(const Expr *E) const {
  std::optional<Position> Found = Nodes.position(E);
  const VarDecl *Var = Found && !Found->IsEnd ? nameOf(Found->Base) : nullptr;
  const auto From = Var ? Places.find(Var) : Places.end();
  if (From == Places.end())
    return std::nullopt;
  Position Result = From->second;
  Result.Plus.append(Found->Plus);
  Result.Minus.append(Found->Minus);
  return Result;
}

/// The element \p Further elements behind \p Pointer; null if that is not
/// counted from a name.
Expr *RowForm::element(const Expr *Pointer, Expr *Further) const {
  std::optional<Position> At = place(Pointer);
  if (!At)
    return nullptr;
  if (Further)
    At->Plus.push_back(Further);
  Expr *Number = Nodes.number(*At, /*Size=*/nullptr);
  Expr *Element = Nodes.element(At->Base, Number ? Number : Nodes.integer(0));
  const QualType Pointee = Pointer->getType()->getPointeeType();
  if (!Element || Pointee.isNull() || !Pointee.isConstQualified() ||
      Element->getType().isConstQualified())
    return Element;
  return convertTo(Element->getType().withConst(), CK_NoOp, Element, Context,
                   VK_LValue);
}

bool RowForm::rewriteChildren(Stmt *St) {
  for (Stmt *&Child : St->children()) {
    if (!Child)
      continue;
    Stmt *New = rewritten(Child);
    if (!New)
      return false;
    Changes.replace(Child, New);
  }
  return true;
}

/// \p St without names; null if it uses a name in another way.
Stmt *RowForm::rewritten(Stmt *St) {
  auto *E = dyn_cast<Expr>(St);
  if (!E)
    return rewriteChildren(St) ? St : nullptr;
  Nodes.setLoc(E->getExprLoc());
  Expr *New = nullptr;
  if (const Expr *Pointer = dereferenced(E))
    New = element(Pointer, nullptr);
  else if (const Operation Subscript = subscripted(E); Subscript.Left)
    New = element(Subscript.Left, Subscript.Right);
  if (New)
    return rewriteChildren(New) ? New : nullptr;
  if (auto *Member = dyn_cast<MemberExpr>(E); Member && Member->isArrow())
    if (Expr *Object = element(arrowed(Member->getBase()), nullptr)) {
      if (!rewriteChildren(Object))
        return nullptr;
      Changes.replaceBase(*Member, Object);
      return Member;
    }
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const VarDecl *Var = nameOf(Cast->getSubExpr()))
      return Values.lookup(Var);
  if (nameOf(E))
    return nullptr;
  return rewriteChildren(E) ? E : nullptr;
}

/// Records the meaning of the name \p Var; false if it cannot be replaced.
bool RowForm::add(const VarDecl &Var) {
  const QualType Type = Var.getType();
  auto *Init = const_cast<Expr *>(Var.getInit());
  if (!Init || !Var.hasLocalStorage() || Type.isVolatileQualified())
    return false;
  if (Type->isIntegralOrUnscopedEnumerationType()) {
    auto *Value = dyn_cast_or_null<Expr>(rewritten(Init));
    if (!Value || Value->HasSideEffects(Context))
      return false;
    Values[&Var] = Value;
    return true;
  }
  if (!Type->isPointerType())
    return false;
  std::optional<Position> At = place(Init);
  if (!At)
    At = Nodes.position(Init);
  if (!At || At->IsEnd || !isa<DeclRefExpr, MemberExpr>(At->Base) ||
      isContainer(At->Base->getType()) ||
      !Context.hasSameUnqualifiedType(elementOf(At->Base->getType()),
                                      Type->getPointeeType()))
    return false;
  for (auto *Numbers : {&At->Plus, &At->Minus})
    for (Expr *&Number : *Numbers) {
      auto *Value = dyn_cast_or_null<Expr>(rewritten(Number));
      if (!Value || Value->HasSideEffects(Context))
        return false;
      Number = Value;
    }
  Places[&Var] = *At;
  return true;
}

bool RowForm::put(ScanDirective &D) {
  if (D.Names.empty())
    return true;
  for (const VarDecl *Var : D.Names) {
    Nodes.setLoc(Var->getLocation());
    if (!add(*Var))
      return false;
  }
  CapturedDecl *Region = D.Inner->getInnermostCapturedStmt()->getCapturedDecl();
  for (const VarDecl *Var : D.Names)
    if (Values.contains(Var) && useOf(Var, Region->getBody()).IsAssigned)
      return false;
  if (!rewriteChildren(Region->getBody()))
    return false;
  for (const VarDecl *Var : D.Names)
    if (const auto Found = Places.find(Var); Found != Places.end())
      D.Bases.push_back({Var, Found->second.Base});
  // Drop the declarations of the names.
  ForStmt *Around = D.RowLoop;
  Changes.add([Around, Old = Around->getBody()] { Around->setBody(Old); });
  Around->setBody(D.Inner);
  return true;
}
