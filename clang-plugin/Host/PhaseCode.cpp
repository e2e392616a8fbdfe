//===- PhaseCode.cpp - OpenMP's own form in one thread --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/PhaseCode.h"
#include "AST/ComplexNumbers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

PhaseCode::PhaseCode(Sema &S, const ScanDirective &D, Rebase &Move)
    : S(S), Context(S.Context), D(D), Loc(D.Scan->getBeginLoc()), Move(Move) {}

/// The variable that \p E, an item of a clause, names, if the loop may have a
/// copy of it; null otherwise.
static const VarDecl *copiedBy(const Expr *E) {
  const VarDecl *Var = variableOf(strip(E));
  return Var && !Var->getType().getNonReferenceType()->isArrayType() ? Var
                                                                     : nullptr;
}

/// Adds the variables of \p Clause to \p To; false if one may not be copied.
template <typename ClauseT>
static bool addVariables(const ClauseT *Clause,
                         llvm::SmallVectorImpl<const VarDecl *> &To) {
  for (const Expr *E : compat::varlist(Clause)) {
    To.push_back(copiedBy(E));
    if (!To.back())
      return false;
  }
  return true;
}

/// Reads the clauses of the directives; false if one of them means more in one
/// thread than the loop says.
bool PhaseCode::readClauses() {
  llvm::SmallVector<const OMPExecutableDirective *, 3> Directives{D.Outer};
  Directives.append(D.Between.begin(), D.Between.end());
  if (D.Inner != D.Outer)
    Directives.push_back(D.Inner);
  llvm::SmallVector<OMPClause *, 8> All;
  for (const OMPExecutableDirective *Each : Directives)
    All.append(Each->clauses().begin(), Each->clauses().end());
  return llvm::all_of(All, [this](const OMPClause *C) {
    if (!C || C->isImplicit())
      return true;
    switch (C->getClauseKind()) {
    case llvm::omp::OMPC_private:
      return addVariables(cast<OMPPrivateClause>(C), Privates);
    case llvm::omp::OMPC_firstprivate:
      return addVariables(cast<OMPFirstprivateClause>(C), Copies);
    // The thread with the last iteration is the one with the others.
    case llvm::omp::OMPC_lastprivate:
      return addVariables(cast<OMPLastprivateClause>(C), Lasts);
    case llvm::omp::OMPC_reduction:
      return C == D.Scan && readItems(*D.Scan);
    case llvm::omp::OMPC_default: {
      const auto Kind = cast<OMPDefaultClause>(C)->getDefaultKind();
      return Kind == llvm::omp::OMP_DEFAULT_shared ||
             Kind == llvm::omp::OMP_DEFAULT_none;
    }
    case llvm::omp::OMPC_if:
    case llvm::omp::OMPC_num_threads:
    case llvm::omp::OMPC_proc_bind:
    case llvm::omp::OMPC_order:
    case llvm::omp::OMPC_nowait:
      return true;
    default:
      return onlyAdvises(C->getClauseKind());
    }
  });
}

bool PhaseCode::readItems(const OMPReductionClause &Scan) {
  const auto Variable = [](const Expr *E) {
    return dyn_cast_or_null<VarDecl>(cast<DeclRefExpr>(E)->getDecl());
  };
  auto Left = Scan.lhs_exprs().begin(), Right = Scan.rhs_exprs().begin();
  auto Combination =
      const_cast<OMPReductionClause &>(Scan).reduction_ops().begin();
  for (const Expr *E : compat::varlist(&Scan)) {
    PhaseItem New;
    New.Item = strip(E);
    if (!copiedBy(E) || !isa<DeclRefExpr>(New.Item))
      return false;
    New.Type = E->getType().getNonReferenceType().getUnqualifiedType();
    New.Combination = *Combination++;
    New.Left = Variable(*Left++);
    New.Right = Variable(*Right++);
    New.Declared = declaredOperator(New.Combination);
    if (!New.Declared && !(New.Left && New.Right && New.Right->hasInit()))
      return false;
    Items.push_back(New);
  }
  return true;
}

/// Whether \p S, a part of the loop, can be moved: it names variables where
/// they can be replaced, and leaves an iteration at its end only. \p InLoop: it
/// is inside of a loop in the body.
bool PhaseCode::mayMove(const Stmt *S, bool InLoop) const {
  if (S == Divider)
    return true;
  if (isa<LambdaExpr, BlockExpr, GotoStmt, IndirectGotoStmt, ReturnStmt>(S) ||
      (isa<OMPExecutableDirective>(S) && !isa<OMPAtomicDirective>(S)) ||
      (isa<ContinueStmt>(S) && !InLoop))
    return false;
  InLoop |= loopBody(S) != nullptr;
  return llvm::all_of(
      childrenOf(S), [&](const Stmt *Child) { return mayMove(Child, InLoop); });
}

/// Finds the loop and the directive that divides its body.
bool PhaseCode::readBody() {
  const auto *Loops = dyn_cast<OMPLoopDirective>(D.Inner);
  if (!Loops || Loops->getLoopsNumber() != 1)
    return false;
  Loop = onlyStatement(statementOf(*D.Inner));
  Body = dyn_cast_or_null<CompoundStmt>(const_cast<Stmt *>(loopBody(Loop)));
  if (!Body)
    return false;
  for (const Stmt *Each : Body->body())
    if (const auto *Scan = dyn_cast<OMPScanDirective>(Each)) {
      if (Divider)
        return false;
      Divider = Scan;
    }
  return Divider && Divider->clauses().size() == 1 &&
         llvm::all_of(childrenOf(Loop), [&](const Stmt *Part) {
           return mayMove(Part, /*InLoop=*/false);
         });
}

/// A variable like \p Like that begins with \p Init, or by its type where that
/// is null. \p IsConverted: Sema has converted it.
VarDecl *PhaseCode::declare(const VarDecl *Like, QualType Type, Expr *Init,
                            Statements &To, bool IsConverted) {
  auto *Own = VarDecl::Create(
      Context, S.CurContext, Loc, Loc, Like->getIdentifier(), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Own->setImplicit();
  Own->setReferenced();
  Own->setIsUsed();
  if (Init && IsConverted) {
    Own->setInit(Init);
    S.CheckCompleteVariableDeclaration(Own);
  } else if (Init) {
    S.AddInitializerToDecl(Own, Init, /*DirectInit=*/false);
  } else {
    S.ActOnUninitializedDecl(Own);
  }
  To.push_back(declarationOf(Own, Loc, Context));
  return Own->isInvalidDecl() ? nullptr : Own;
}

/// The variables that the loop has for itself.
bool PhaseCode::declarePrivates(Statements &To) {
  const auto Add = [&](const VarDecl *Var, bool IsCopy) {
    if (llvm::is_contained(Lasts, Var))
      return true;
    const QualType Type =
        Var->getType().getNonReferenceType().getUnqualifiedType();
    Expr *Init = nullptr;
    if (IsCopy)
      Init = Move.copy(referTo(Var, Loc, Context));
    VarDecl *Own = declare(Var, Type, Init, To);
    if (Own)
      Move.replace(Var, Own);
    return Own != nullptr;
  };
  if (auto *For = dyn_cast<ForStmt>(Loop);
      For && !isa<OMPSimdDirective>(D.Inner))
    if (const auto *Init = dyn_cast_or_null<Expr>(For->getInit())) {
      const auto *Assigned = dyn_cast<BinaryOperator>(strip(Init));
      const VarDecl *Var =
          Assigned ? variableOf(strip(Assigned->getLHS())) : nullptr;
      if (!Var)
        return false;
      if (!llvm::is_contained(Privates, Var))
        Privates.push_back(Var);
    }
  return llvm::all_of(Privates,
                      [&](const VarDecl *Var) { return Add(Var, false); }) &&
         llvm::all_of(Copies,
                      [&](const VarDecl *Var) { return Add(Var, true); });
}

/// \p E with \p Own in the place of the variable \p Name; \p Name may be null.
Stmt *PhaseCode::renamed(Expr *E, const Expr *Name, const VarDecl *Own) const {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Name);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var)
    return E;
  Stmt *Result = TreeRewriter(*E, Context).renamed(E, *Var, *Own);
  return mentions(Result, Var) ? nullptr : Result;
}

/// Declares what stands for the items in the input phase.
bool PhaseCode::beginInput(Statements &To) {
  const bool IsProduct =
      D.Scan->getNameInfo().getName().getCXXOverloadedOperator() == OO_Star;
  for (const PhaseItem &I : Items) {
    const VarDecl *Var = variableOf(I.Item);
    const OMPDeclareReductionDecl *Op = I.Declared;
    Expr *Init = Op ? nullptr : const_cast<Expr *>(I.Right->getInit());
    Expr *Initializer = Op ? const_cast<Expr *>(Op->getInitializer()) : nullptr;
    // `omp_priv = ...` is the initial value of that variable; a call has none.
    const auto *Private =
        Initializer ? cast<DeclRefExpr>(Op->getInitPriv()) : nullptr;
    const bool IsCall =
        Private && !cast<VarDecl>(Private->getDecl())->hasInit();
    if (Private && !IsCall)
      Init = const_cast<Expr *>(cast<VarDecl>(Private->getDecl())->getInit());
    else if (Op && !IsCall && !I.Type->getAsCXXRecordDecl())
      Init = new (Context) ImplicitValueInitExpr(I.Type);
    if (Initializer) {
      const auto *Orig = cast<DeclRefExpr>(Op->getInitOrig());
      if (mentions(IsCall ? Initializer : Init, cast<VarDecl>(Orig->getDecl())))
        return false;
    }
    // Sema begins with an object that is made without arguments.
    const bool IsOne =
        !Op && IsProduct && isComplexClass(I.Type->getAsRecordDecl());
    if (IsOne)
      Init = integerLiteral(1, Context.IntTy, Loc, Context);
    VarDecl *Own = declare(Var, I.Type, Init, To, /*IsConverted=*/!IsOne);
    if (!Own)
      return false;
    if (IsCall) {
      Stmt *Call = renamed(Initializer, Private, Own);
      if (!Call)
        return false;
      To.push_back(Call);
    }
    InInput->replace(Var, Own);
    Inputs.push_back(Own);
  }
  return true;
}

/// Adds the values of the input phase to the totals.
bool PhaseCode::endInput(Statements &To) {
  for (const auto &[I, Input] : llvm::zip_equal(Items, Inputs)) {
    Stmt *Combined = nullptr;
    if (const OMPDeclareReductionDecl *Op = I.Declared) {
      auto *E = const_cast<Expr *>(Op->getCombiner());
      Combined = renamed(E, Op->getCombinerOut(), I.Total);
      if (Combined)
        Combined = renamed(cast<Expr>(Combined), Op->getCombinerIn(), Input);
    } else {
      Rebase Sides(Move);
      Sides.replace(I.Left, I.Total);
      Sides.replace(I.Right, Input);
      Combined = Sides.statement(I.Combination);
    }
    if (!Combined)
      return false;
    To.push_back(Combined);
  }
  return true;
}

/// Declares what stands for the items in the scan phase.
bool PhaseCode::beginScan(Statements &To) {
  return llvm::all_of(Items, [&](const PhaseItem &I) {
    const VarDecl *Var = variableOf(I.Item);
    VarDecl *Own = declare(Var, I.Type, referTo(I.Total, Loc, Context), To);
    if (Own)
      InScan->replace(Var, Own);
    return Own != nullptr;
  });
}

Stmt *PhaseCode::block(ArrayRef<Stmt *> Statements) const {
  return blockOf(Statements, {Loc, Loop->getEndLoc()}, Context);
}

/// Whether the scan phase may change an item that is a number: it has its
/// scanned value there. Calls of methods do not show whether they change an
/// object.
bool PhaseCode::changesInScan() const {
  bool IsScan = Divider->hasClausesOfKind<OMPExclusiveClause>();
  for (const Stmt *Each : Body->body()) {
    if (Each == Divider)
      IsScan = !IsScan;
    else if (IsScan && llvm::any_of(Items, [&](const PhaseItem &I) {
               return I.Type->isArithmeticType() &&
                      useOf(variableOf(I.Item), Each).IsAssigned;
             }))
      return true;
  }
  return false;
}

bool PhaseCode::build(Statements &To) {
  if (!readClauses() || Items.empty() || !readBody() || changesInScan())
    return false;
  for (PhaseItem &I : Items) {
    I.Total = declare(variableOf(I.Item), I.Type, Move.copy(I.Item), To);
    if (!I.Total)
      return false;
  }
  if (!declarePrivates(To))
    return false;
  InInput.emplace(Move);
  InScan.emplace(Move);
  const bool IsInclusive = Divider->hasClausesOfKind<OMPInclusiveClause>();
  llvm::SmallVector<Stmt *, 8> Own;
  if (!(IsInclusive ? beginInput(Own) : beginScan(Own)))
    return false;
  llvm::SmallVector<Stmt *, 4> Between, End, After;
  if (!(IsInclusive ? endInput(Between) && beginScan(Between)
                    : beginInput(Between) && endInput(End)))
    return false;
  for (const PhaseItem &I : Items) {
    const ExprResult Assigned = S.BuildBinOp(
        /*Scope=*/nullptr, Loc, BO_Assign, Move.copy(I.Item),
        referTo(I.Total, Loc, Context));
    if (Assigned.isInvalid())
      return false;
    After.push_back(Assigned.get());
  }
  // From here on the statements of the program change.
  const Rebase *Now = IsInclusive ? &*InInput : &*InScan;
  for (Stmt *Each : Body->body()) {
    if (Each == Divider) {
      Own.append(Between);
      Now = IsInclusive ? &*InScan : &*InInput;
    } else {
      Own.push_back(Now->statement(Each));
    }
  }
  Own.append(End);
  Stmt *Iteration = block(Own);
  for (Stmt *&Part : Loop->children())
    if (Part)
      Part = Part == Body ? Iteration : Move.statement(Part);
  To.push_back(Loop);
  To.append(After);
  return true;
}
