//===- RegionUse.cpp - What a construct may use ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/RegionUse.h"
#include "AST/Expressions.h"
#include "AST/TreeVisitor.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "ompscan/data.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Whether nothing can be stored through an lvalue of type \p T without a
/// const_cast.
bool isConstant(QualType T, const ASTContext &Context) {
  const QualType Element = Context.getBaseElementType(T);
  return Element.isConstQualified() && !Element->isRecordType();
}

/// Looks for pointers that are loaded from memory, calls of unknown functions,
/// and members of `*this`.
class UseFinder : public TreeVisitor {
public:
  UseFinder(const DataClauses &Said, ASTContext &Context, RegionUse &Result)
      : Said(Said), Context(Context), Result(Result) {}

  bool castsPointers() const { return CastsPointers; }
  void add(const Expr *What, bool IsPointer, bool IsRead);

protected:
  bool visitStmt(Stmt &S) override;

private:
  bool visitCast(const CastExpr &E);
  bool visitLoad(const ImplicitCastExpr &E);
  bool visitMember(const MemberExpr &E);
  bool visitCall(const CallExpr &E);
  bool visitConstruct(const CXXConstructExpr &E);
  bool visitReference(DeclRefExpr &E);

  bool unknown() {
    Result.IsUnknown = true;
    return false; // No more is to be found.
  }
  bool call(const FunctionDecl *Callee);

  const DataClauses &Said;
  ASTContext &Context;
  RegionUse &Result;
  llvm::DenseSet<const FunctionDecl *> Visited;
  /// The current function; null in the construct itself.
  const FunctionDecl *Callee = nullptr;
  bool CastsPointers = false;
};

} // namespace

void UseFinder::add(const Expr *What, bool IsPointer, bool IsRead) {
  for (RegionUse::Place &Known : Result.Places)
    if (Known.IsPointer == IsPointer && sameExpression(Known.What, What)) {
      Known.IsRead &= IsRead;
      return;
    }
  Result.Places.push_back({What, IsPointer, IsRead});
}

/// Whether \p Said maps a section of the pointer \p E, which leads to no more
/// then.
static bool mapsSection(const DataClauses &Said, const Expr *E) {
  return llvm::any_of(Said.Items, [&](const DataItem &Item) {
    return Item.isSection() && sameExpression(strip(Item.Base), strip(E));
  });
}

/// The variable, or `this`, that \p E is a member of; null if there is a
/// pointer or a subscript on the path.
static const Expr *objectOf(const Expr *E) {
  for (;;) {
    E = strip(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (!Member)
      return isa<DeclRefExpr, CXXThisExpr>(E) ? E : nullptr;
    if (Member->isArrow() && !isa<CXXThisExpr>(strip(Member->getBase())))
      return nullptr;
    E = Member->getBase();
  }
}

bool UseFinder::visitStmt(Stmt &S) {
  if (isa<AsmStmt>(S))
    return unknown();
  if (const auto *E = dyn_cast<CastExpr>(&S))
    return visitCast(*E);
  if (const auto *E = dyn_cast<MemberExpr>(&S))
    return visitMember(*E);
  if (const auto *E = dyn_cast<CallExpr>(&S))
    return visitCall(*E);
  if (const auto *E = dyn_cast<CXXConstructExpr>(&S))
    return visitConstruct(*E);
  auto *Ref = dyn_cast<DeclRefExpr>(&S);
  return !Ref || visitReference(*Ref);
}

bool UseFinder::visitCast(const CastExpr &E) {
  if (E.getCastKind() == CK_IntegralToPointer)
    return unknown();
  if (const auto *Implicit = dyn_cast<ImplicitCastExpr>(&E))
    return visitLoad(*Implicit);
  const QualType Written = cast<ExplicitCastExpr>(E).getTypeAsWritten();
  CastsPointers |= Written->isAnyPointerType() || Written->isReferenceType();
  return true;
}

/// A pointer that is loaded from memory has an unknown target, unless it is a
/// variable, or a member of one, from outside of the construct.
bool UseFinder::visitLoad(const ImplicitCastExpr &E) {
  if (E.getCastKind() != CK_LValueToRValue || !E.getType()->isPointerType())
    return true;
  const Expr *From = strip(E.getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(From)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->hasLocalStorage())
      return true; // Its own, or captured.
    if (Callee)
      return unknown();
    if (!Ref->refersToEnclosingVariableOrCapture())
      add(From, /*IsPointer=*/true,
          isConstant(E.getType()->getPointeeType(), Context));
    return true;
  }
  if (mapsSection(Said, From))
    return true;
  const Expr *Object = objectOf(From);
  if (!Object || Callee)
    return unknown();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Object);
      Ref && !Ref->refersToEnclosingVariableOrCapture())
    return unknown();
  add(From, /*IsPointer=*/true,
      isConstant(E.getType()->getPointeeType(), Context));
  return true;
}

bool UseFinder::visitMember(const MemberExpr &E) {
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  if (!Field) {
    const auto *Var = dyn_cast<VarDecl>(E.getMemberDecl());
    return !Var || isConstant(Var->getType(), Context) || unknown();
  }
  if (Field->getType()->isReferenceType())
    return unknown();
  const Expr *Object = objectOf(&E);
  if (Object && isa<CXXThisExpr>(Object) && !Callee && !Field->isBitField())
    add(&E, /*IsPointer=*/false, isConstant(E.getType(), Context));
  return true;
}

/// Visits the body of \p F. Its arguments are known to lead only to data of the
/// construct.
bool UseFinder::call(const FunctionDecl *F) {
  if (!F)
    return unknown();
  const StringRef Name = F->getIdentifier() ? F->getName() : "";
  if (F->getBuiltinID() || compat::startsWith(Name, "omp_") ||
      compat::startsWith(Name, "__ompscan_"))
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || F->isVirtualAsWritten())
    return unknown();
  if (!Visited.insert(Definition).second)
    return true;
  llvm::SaveAndRestore<const FunctionDecl *> Inside(Callee, Definition);
  return traverseStmt(Definition->getBody());
}

bool UseFinder::visitCall(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
      Method && (Method->isVirtual() || Method->getParent()->isLambda()))
    return unknown();
  if (F && !F->getIdentifier())
    return (F->isOverloadedOperator() && F->hasBody() && call(F)) || unknown();
  return call(F);
}

bool UseFinder::visitConstruct(const CXXConstructExpr &E) {
  const CXXConstructorDecl *Constructor = E.getConstructor();
  if (Constructor->isTrivial() || Constructor->isDefaulted())
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!Constructor->hasBody(Definition))
    return unknown();
  if (!Visited.insert(Definition).second)
    return true;
  llvm::SaveAndRestore<const FunctionDecl *> Inside(Callee, Definition);
  return traverseDecl(const_cast<FunctionDecl *>(Definition));
}

/// Variables that are not captured: `declare target` variables and those that
/// functions use.
bool UseFinder::visitReference(DeclRefExpr &E) {
  const auto *Var = dyn_cast<VarDecl>(E.getDecl());
  if (!Var || Var->hasLocalStorage() || isConstant(Var->getType(), Context))
    return true;
  if (Callee)
    return unknown();
  if (!E.refersToEnclosingVariableOrCapture())
    add(&E, /*IsPointer=*/false, /*IsRead=*/false);
  return true;
}

/// Whether a clause makes a private copy of \p Var that is initialized from the
/// host's variable.
static bool isFirstprivate(const OMPExecutableDirective &D,
                           const VarDecl *Var) {
  return llvm::any_of(
      D.getClausesOfKind<OMPFirstprivateClause>(), [&](const auto *C) {
        return llvm::any_of(compat::varlist(C),
                            [&](const Expr *E) { return mentions(E, Var); });
      });
}

/// Whether \p S only loads values from \p Array, an array, a pointer to one, or
/// an object.
static bool onlyLoads(const Stmt *S, const Expr *Array) {
  const auto IsRead = [&](const Stmt *Child) {
    return onlyLoads(Child, Array);
  };
  const auto *Load = dyn_cast<ImplicitCastExpr>(S);
  if (!Load || Load->getCastKind() != CK_LValueToRValue ||
      Load->getType()->isPointerType()) {
    const auto *E = dyn_cast<Expr>(S);
    return (!E || !sameExpression(strip(E), Array)) &&
           llvm::all_of(childrenOf(S), IsRead);
  }
  const Expr *From = strip(Load->getSubExpr());
  while (!sameExpression(From, Array)) {
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(From)) {
      if (!IsRead(Element->getIdx()))
        return false;
      From = strip(Element->getBase());
    } else if (const auto *Member = dyn_cast<MemberExpr>(From)) {
      From = strip(Member->getBase());
    } else {
      return llvm::all_of(childrenOf(From), IsRead);
    }
  }
  return true;
}

bool ompscan::plugin::isPrivateToDevice(const OMPExecutableDirective &D,
                                        const DataItem &Item) {
  if ((Item.Flags & OMPSCAN_FROM) || !Item.Repeats.empty() ||
      !Item.Iterators.empty())
    return false;
  const Stmt *Body = D.getInnermostCapturedStmt()->getCapturedStmt();
  const Expr *Array = strip(Item.Base);
  const VarDecl *Var = variableAround(Array);
  const bool IsElsewhere = Var && !Var->hasLocalStorage();
  return !onlyLoads(Body, Array) ||
         (IsElsewhere &&
          anyNode(Body, [](const Stmt *S) { return isa<CallExpr>(S); }));
}

RegionUse ompscan::plugin::findRegionUse(const OMPExecutableDirective &D,
                                         const DataClauses &Said,
                                         const DeclContext &DC,
                                         ASTContext &Context) {
  RegionUse Result;
  UseFinder Finder(Said, Context, Result);
  const CapturedStmt *Region = D.getCapturedStmt(llvm::omp::OMPD_target);
  Finder.traverseStmt(
      const_cast<Stmt *>(D.getInnermostCapturedStmt()->getCapturedStmt()));
  Result.IsUnknown |= !Said.IsComplete;
  for (const CapturedStmt::Capture &C : Region->captures()) {
    if (!C.capturesVariable() && !C.capturesVariableByCopy())
      continue;
    const VarDecl *Var = C.getCapturedVar();
    if (const auto *Captured = dyn_cast<OMPCapturedExprDecl>(Var)) {
      if (!Captured->getInit())
        continue;
      const Expr *What = strip(Captured->getInit());
      const bool IsPointer = What->getType()->isPointerType();
      if (What->isGLValue() || IsPointer)
        Finder.add(What, IsPointer,
                   isConstant(IsPointer ? What->getType()->getPointeeType()
                                        : What->getType(),
                              Context));
      continue;
    }
    const QualType Type = Var->getType().getNonReferenceType();
    Expr *Ref = referTo(Var, D.getBeginLoc(), Context,
                        /*IsCaptured=*/Var->hasLocalStorage() &&
                            Var->getDeclContext() != &DC);
    const bool IsNamed = llvm::any_of(Said.Items, [&](const DataItem &Item) {
      return sameExpression(strip(Item.Base), Ref);
    });
    if (Type->isPointerType()) {
      if (mapsSection(Said, Ref))
        continue;
      Finder.add(Ref, /*IsPointer=*/true,
                 isConstant(Type->getPointeeType(), Context));
    }
    if (IsNamed)
      continue;
    if (C.capturesVariableByCopy() || isFirstprivate(D, Var))
      Result.Copies.push_back(Var);
    else
      Finder.add(Ref, /*IsPointer=*/false, isConstant(Type, Context));
  }
  if (Finder.castsPointers())
    for (RegionUse::Place &Each : Result.Places)
      Each.IsRead = false;
  return Result;
}
