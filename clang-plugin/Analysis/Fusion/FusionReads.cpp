//===- FusionReads.cpp - What two loops read and fill ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Fusion/Fuser.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

bool Fuser::readLoops() {
  FirstFor = findLoop(
      First.Inner->getInnermostCapturedStmt()->getCapturedDecl()->getBody(),
      FirstSaid->ScanLoc, Diags);
  For = findLoop(
      Second.Inner->getInnermostCapturedStmt()->getCapturedDecl()->getBody(),
      Said->ScanLoc, Diags);
  if (!FirstFor || !For)
    return false;
  const std::optional<Induction> A =
      analyzeInduction(*FirstFor, Context, Diags);
  const std::optional<Induction> B = analyzeInduction(*For, Context, Diags);
  if (!A || !B)
    return false;
  FirstIV = *A;
  IV = *B;
  auto IsPlain = [&](const Induction &I) {
    return I.Step == 1 && (I.Rel == Relation::LT || I.Rel == Relation::LE ||
                           I.Rel == Relation::NE);
  };
  return IsPlain(FirstIV) && IsPlain(IV) &&
         Context.hasSameType(FirstIV.Type, IV.Type) &&
         Context.getTypeSize(IV.Type) >= Context.getTypeSize(Context.IntTy);
}

/// Reads `t[i] = value`, where i is the first loop's variable.
bool Fuser::readStatement(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const Assignment Plain = E ? plainAssignment(E) : Assignment();
  // In C++, objects are copied by constructors.
  if (!Plain.Target || !(Plain.Target->getType()->isArithmeticType() ||
                         (!Context.getLangOpts().CPlusPlus &&
                          Plain.Target->getType()->isStructureType())))
    return refuse(S->getBeginLoc(), Why::Body);
  const Expr *Target = strip(Plain.Target);
  const ElementAccess Element = elementAccess(Target, Context);
  const auto *Place =
      Element.Index ? dyn_cast<DeclRefExpr>(strip(Element.Index)) : nullptr;
  if (!Place || !isa<ArraySubscriptExpr>(Target) ||
      Place->getDecl()->getCanonicalDecl() != FirstIV.Var->getCanonicalDecl() ||
      isContainer(Element.Base->getType()) ||
      Plain.Value->HasSideEffects(Context,
                                  /*IncludePossibleEffects=*/false) ||
      llvm::any_of(All, [&](const Filled &F) {
        return sameExpression(F.Base, Element.Base);
      }))
    return refuse(S->getBeginLoc(), Why::Body);
  All.push_back({Element.Base, Target, Plain.Value});
  return true;
}

bool Fuser::readBody(const Stmt *Body) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(Body))
    return llvm::all_of(Compound->body(),
                        [&](const Stmt *S) { return readBody(S); });
  return isa<NullStmt>(Body) || readStatement(Body);
}

/// Finds the elements that the scan reads of what is filled. They are those of
/// one subscript that follows the scan's variable.
bool Fuser::findReads(const Stmt *S) {
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(S);
      Load && Load->getCastKind() == CK_LValueToRValue)
    return findRead(Load->getSubExpr());
  if (const auto *E = dyn_cast<Expr>(S))
    for (const Filled &F : All)
      if (sameExpression(F.Base, E)) // Any other use, such as a store.
        return refuse(E->getExprLoc(), Why::Reads);
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return !Child || findReads(Child);
  });
}

/// The same where the value of \p Place is read. In C++, `c ? t[i] : u[i]` may
/// be a place, too.
bool Fuser::findRead(const Expr *Place) {
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Place->IgnoreParens()))
    return findReads(Choice->getCond()) && findRead(Choice->getTrueExpr()) &&
           findRead(Choice->getFalseExpr());
  const ElementAccess Element = elementAccess(Place, Context);
  for (Filled &F : All) {
    if (!Element.Base || !sameExpression(F.Base, Element.Base))
      continue;
    if (!Element.Index || (Index && !sameExpression(Index, Element.Index)))
      return refuse(Place->getExprLoc(), Why::Reads);
    Index = Element.Index;
    F.IsRead = true;
    return true;
  }
  return findReads(Place);
}

/// Finds how many iterations the first loop has besides those whose elements
/// the scan reads. It has all of those, or there is nothing to fuse.
bool Fuser::findBounds() {
  if (!Index || !Context.hasSameType(Index->getType(), IV.Type))
    return refuse(For->getForLoc(), Why::Reads);
  const std::optional<Affine> Place = affine(Index, IV.Var, Context);
  if (!Place || Place->Coefficient != 1 || !Place->Strides.empty() ||
      !Place->Symbols.empty())
    return refuse(Index->getExprLoc(), Why::Reads);
  auto Difference = [&](const Expr *A,
                        const Expr *B) -> std::optional<int64_t> {
    const std::optional<Affine> Left = affine(A, IV.Var, Context);
    const std::optional<Affine> Right = affine(B, IV.Var, Context);
    if (!Left || !Right || !Left->NoWraps.empty() || !Right->NoWraps.empty())
      return std::nullopt;
    const std::optional<Affine> Rest = Left->minus(*Right);
    return Rest && Rest->isConstant() ? std::optional(Rest->Constant)
                                      : std::nullopt;
  };
  const std::optional<int64_t> AtLower = Difference(IV.Lower, FirstIV.Lower);
  const std::optional<int64_t> AtBound = Difference(FirstIV.Bound, IV.Bound);
  if (!AtLower || !AtBound || std::abs(*AtLower) > 1000 ||
      std::abs(*AtBound) > 1000 || std::abs(Place->Constant) > 1000)
    return refuse(FirstFor->getForLoc(), Why::Bounds);
  Before = *AtLower + Place->Constant;
  Behind = *AtBound - Place->Constant + (FirstIV.Rel == Relation::LE) -
           (IV.Rel == Relation::LE);
  // Bounds that the first loop, or the scan, could change in memory.
  for (const Induction *Of : {&FirstIV, &IV})
    for (const Expr *E : {Of->Lower, Of->Bound})
      if (anyOf(E, [&](const Expr *Sub) {
            return isa<CallExpr>(Sub) || elementAccess(Sub, Context).Base;
          }))
        return refuse(E->getExprLoc(), Why::Bounds);
  if (Before < 0 || Behind < 0)
    return refuse(FirstFor->getForLoc(), Why::Bounds);
  return true;
}
