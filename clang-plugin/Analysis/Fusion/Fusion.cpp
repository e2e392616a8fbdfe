//===- Fusion.cpp - A loop that fills the input of a scan -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Fusion/Fusion.h"
#include "AST/Expressions.h"
#include "Analysis/Fusion/Fuser.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

bool Fuser::checkClauses() {
  for (const Clauses *C : {&*FirstSaid, &*Said})
    if (C->Where.Device.Kind != DeviceKind::Any || C->Where.IsNowait ||
        !C->Where.Conditions.empty() || !C->Where.Dependences.empty() ||
        C->Loops != 1)
      return refuse(C->ScanLoc, Why::Clauses);
  if (!FirstSaid->Items.empty() || !FirstSaid->Privates.empty() ||
      !FirstSaid->Lastprivates.empty() ||
      !FirstSaid->Where.MappedScalars.empty())
    return refuse(FirstSaid->ScanLoc, Why::Clauses);
  for (const Expr *Scalar : Said->Where.MappedScalars)
    if (llvm::none_of(Said->Items, [&](const Item &I) {
          return sameExpression(I.Base, Scalar);
        }))
      return refuse(Said->ScanLoc, Why::Clauses);
  return mergeMaps();
}

/// Adds the maps of the first loop to those of the scan. What both map has to
/// be the same; for what is stored the kind does not matter.
bool Fuser::mergeMaps() {
  auto Same = [](const Expr *A, const Expr *B) {
    return !A == !B && (!A || sameExpression(A, B));
  };
  for (const MapItem &Map : Said->Maps)
    if (Map.Always || Map.Present || Map.OtherShape)
      return refuse(Map.Loc, Why::Clauses);
  for (const MapItem &Map : FirstSaid->Maps) {
    if (Map.Always || Map.Present || Map.OtherShape)
      return refuse(Map.Loc, Why::Clauses);
    auto *Known = llvm::find_if(Said->Maps, [&](const MapItem &Other) {
      return sameExpression(Other.Base, Map.Base);
    });
    if (Known == Said->Maps.end())
      Said->Maps.push_back(Map);
    else if (!Same(Known->Begin, Map.Begin) || !Same(Known->Count, Map.Count) ||
             Known->OnDevice != Map.OnDevice)
      return refuse(Map.Loc, Why::Clauses);
  }
  return true;
}

/// Whether a store to what is filled may change a variable or a member that
/// \p E reads.
bool Fuser::mayReach(const Expr *E) const {
  return anyOf(E, [&](const Expr *Sub) {
    if (!isa<DeclRefExpr, MemberExpr>(Sub))
      return false;
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
    const QualType Type = Sub->getType();
    if (Ref && !Ref->getDecl()->getType()->isReferenceType())
      return false;
    return llvm::any_of(All, [&](const Filled &F) {
      const QualType Stored = F.Target->getType();
      return Stored->isCharType() || Stored->isRecordType() ||
             Context.hasSameUnqualifiedType(Type, Stored) ||
             (Type->isIntegralOrEnumerationType() &&
              Stored->isIntegralOrEnumerationType() &&
              Context.getTypeSize(Type) == Context.getTypeSize(Stored));
    });
  });
}

/// Checks what \p Loop, the fused one, does besides: nothing that it reads for
/// the first loop's sake may be changed by the scan, and nothing that the host
/// passes on by the first loop.
bool Fuser::checkResult(const ScanLoop &Loop) const {
  for (const Filled &F : All) {
    const bool Changes = anyOf(F.Value, [&](const Expr *Sub) {
      const Expr *Base = elementAccess(Sub, Context).Base;
      if (Base && llvm::any_of(Loop.Arrays, [&](const ArrayUse &A) {
            return A.isStored() && sameExpression(A.Base, Base) &&
                   !Loop.fillOf(Base);
          }))
        return true;
      if (Loop.scalarItem(Sub))
        return true;
      const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return Var &&
             Var->getCanonicalDecl() != FirstIV.Var->getCanonicalDecl() &&
             (Var->getCanonicalDecl() == IV.Var->getCanonicalDecl() ||
              llvm::is_contained(Loop.Privates, Var) ||
              llvm::any_of(Loop.Lasts, [&](const DeclRefExpr *Last) {
                return Last->getDecl()->getCanonicalDecl() ==
                       Var->getCanonicalDecl();
              }));
    });
    if (Changes)
      return refuse(F.Value->getExprLoc(), Why::Changes);
  }
  // The host looks at scalars, pointers and bounds when neither has run.
  for (const ScalarUse &Scalar : Loop.Scalars)
    if (mayReach(Scalar.Value))
      return refuse(Scalar.Value->getExprLoc(), Why::Scalars);
  for (const ArrayUse &A : Loop.Arrays)
    if (mayReach(A.Base))
      return refuse(A.Base->getExprLoc(), Why::Scalars);
  for (const Expr *E : {IV.Lower, IV.Bound})
    if (mayReach(E))
      return refuse(E->getExprLoc(), Why::Scalars);
  return true;
}

std::optional<ScanLoop> Fuser::fuse(bool &IsCandidate) {
  FirstSaid = analyzeClauses(First, Context, Diags);
  Said = analyzeClauses(Second, Context, Diags);
  if (!FirstSaid || !Said || !readLoops() || !readBody(FirstFor->getBody()) ||
      All.empty())
    return std::nullopt;
  const bool IsReadOnly = findReads(For->getBody());
  IsCandidate = Index != nullptr;
  if (!IsReadOnly || !checkClauses() || !findBounds())
    return std::nullopt;
  for (const Filled &F : All)
    if (!F.IsRead)
      return refuse(F.Target->getExprLoc(), Why::Reads), std::nullopt;
  for (size_t Number = 0; Number != All.size(); ++Number)
    if (!addFill(Number))
      return std::nullopt;
  std::optional<ScanLoop> Loop =
      analyzeLoop(*Said, *For, Function, Context, Diags);
  const Scan *Carries = Loop ? Loop->scan() : nullptr;
  if (!Loop || (Carries && !Carries->LoopCarriedScalars.empty()) ||
      !checkResult(*Loop))
    return std::nullopt;
  // Where the scan has no iteration, nobody would store what is beside it.
  if (Before + Behind != 0 && llvm::any_of(Loop->Fills, [](const Fill &F) {
        return !F.Stores.empty();
      })) {
    const Expr *Runs = startsWith(For->getCond());
    if (!Runs)
      return std::nullopt;
    Loop->Where.Conditions.push_back(Runs);
  }
  return Loop;
}

std::optional<ScanLoop>
ompscan::plugin::fuse(const ScanDirective &First, const ScanDirective &Second,
                      const DeclContext &Function, ASTContext &Context,
                      const Diagnostics &Diags, bool &IsCandidate) {
  return Fuser(First, Second, Function, Context, Diags).fuse(IsCandidate);
}

bool ompscan::plugin::mayStandBefore(const Stmt *S, const ASTContext &Context) {
  if (isa<NullStmt>(S))
    return true;
  const auto *Declaration = dyn_cast<DeclStmt>(S);
  return Declaration && llvm::all_of(Declaration->decls(), [&](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           if (!Var || !Var->hasLocalStorage() ||
               !(Var->getType()->isArithmeticType() ||
                 Var->getType()->isPointerType()))
             return false;
           const Expr *Init = Var->getInit();
           return !Init || (!Init->HasSideEffects(Context) &&
                            !anyOf(Init, [&](const Expr *E) {
                              return isa<CallExpr, MemberExpr>(E) ||
                                     elementAccess(E, Context).Base;
                            }));
         });
}
