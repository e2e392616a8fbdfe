//===- ParallelLoop.cpp - `target` loops without a scan -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/ParallelLoop.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/VariableUse.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Parallel/ParallelBody.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class ParallelLoopReader {
public:
  ParallelLoopReader(const ScanDirective &D, const ASTContext &Context,
                     const Diagnostics &Diags)
      : D(D), Context(Context), Diags(Diags),
        Mode(Loop.Mode.emplace<ParallelLoop>()) {}

  std::optional<ScanLoop> read(const DeclContext &Function);

private:
  bool readLoops(const LoopNest &Own, const LoopNest &OnHost);
  bool checkClauses(const Clauses &Said) const;
  bool isMapped(const VarDecl *Var) const;
  void addOwn();
  bool checkMaps(const Clauses &Said) const;

  const ScanDirective &D;
  const ASTContext &Context;
  const Diagnostics &Diags;
  ScanLoop Loop;
  ParallelLoop &Mode;
};

} // namespace

/// Whether a clause of type \p ClauseT on \p D names \p Var.
template <typename ClauseT>
static bool names(const OMPExecutableDirective &D, const VarDecl *Var) {
  return llvm::any_of(D.getClausesOfKind<ClauseT>(), [&](const ClauseT *C) {
    return !C->isImplicit() &&
           llvm::any_of(compat::varlist(C), [&](const Expr *E) {
             return isReferenceTo(strip(E), Var);
           });
  });
}

/// Whether \p Var in the loop is the program's variable, not a copy.
bool ParallelLoopReader::isMapped(const VarDecl *Var) const {
  return names<OMPMapClause>(*D.Outer, Var);
}

/// Reads the loops \p Own of the directive, which the host runs as \p OnHost.
bool ParallelLoopReader::readLoops(const LoopNest &Own,
                                   const LoopNest &OnHost) {
  Loop.For = OnHost.front();
  const std::optional<Induction> IV =
      analyzeInduction(*Own.front(), Context, Diags);
  if (!IV)
    return false;
  Loop.IV = *IV;
  for (const auto &[Next, NextOnHost] :
       llvm::drop_begin(llvm::zip_equal(Own, OnHost))) {
    const std::optional<Induction> Inner =
        analyzeInduction(*Next, Context, Diags);
    if (!Inner)
      return false;
    auto Depends = [&](const Induction &Outer) {
      for (const Expr *E : {Inner->Lower, Inner->Bound})
        if (mentions(E, Outer.Var))
          return Diags.report(E->getExprLoc(), Diag::err_parallel_bounds), true;
      return false;
    };
    if (Depends(Loop.IV) || llvm::any_of(Mode.Nested, [&](const NestedLoop &N) {
          return Depends(N.IV);
        }))
      return false;
    Mode.Nested.push_back({NextOnHost, *Inner});
  }
  Loop.Body = std::make_shared<nest::Body>(*Own.back()->getBody(), Context);
  return true;
}

/// Reports clauses with an effect on `target` that a kernel cannot have.
bool ParallelLoopReader::checkClauses(const Clauses &Said) const {
  for (const auto *C : D.Outer->getClausesOfKind<OMPDeviceClause>())
    if (C->getModifier() == OMPC_DEVICE_ancestor)
      return Diags.report(C->getBeginLoc(), Diag::err_clause)
             << "device(ancestor)";
  for (const Item &I : Said.Items)
    if (const auto *Ref = dyn_cast<DeclRefExpr>(I.Base);
        Ref ? !isa<VarDecl>(Ref->getDecl()) : !I.isList())
      return Diags.report(I.place()->getExprLoc(), Diag::err_shared_scalar)
             << I.Name;
  // A scalar that only an inner directive names is a copy.
  auto IsLost = [&](const Expr *E) {
    const VarDecl *Var = variableOf(strip(E));
    if (!Var || D.Inner == D.Outer || isMapped(Var) ||
        names<OMPReductionClause>(*D.Outer, Var))
      return false;
    Diags.report(E->getExprLoc(), Diag::err_parallel_lost) << Var;
    return true;
  };
  // Arrays, and the targets of pointers, are the program's.
  return llvm::none_of(
             Said.Items,
             [&](const Item &I) { return !I.isList() && IsLost(I.Base); }) &&
         llvm::none_of(Said.Lastprivates, IsLost);
}

/// Makes scalars private that a `target` copies and that an iteration assigns
/// before it reads them.
void ParallelLoopReader::addOwn() {
  llvm::DenseSet<const Decl *> Declared; // in the body
  auto Add = [&](const Expr *Target) {
    const VarDecl *Var = variableOf(strip(Target));
    if (!Var || Var->getType()->isReferenceType() ||
        !Var->getType()->isArithmeticType() ||
        Var->getType().isVolatileQualified() || Loop.scalarItem(Target) ||
        llvm::is_contained(Loop.Privates, Var) || isMapped(Var) ||
        OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Var))
      return;
    if (Declared.contains(Var))
      return;
    llvm::SmallVector<const OMPExecutableDirective *, 3> All{D.Outer, D.Inner};
    All.append(D.Between.begin(), D.Between.end());
    if (llvm::any_of(All, [&](const OMPExecutableDirective *Each) {
          return names<OMPSharedClause>(*Each, Var);
        }))
      return;
    const VariableUse Use = useOf(Var, Loop.body().source());
    if (!Use.ReadBefore)
      Loop.Privates.push_back(Var);
  };
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &S) {
    const auto Variables = nest::variablesOf(S);
    Declared.insert(Variables.begin(), Variables.end());
    nest::forEachExpression(S, [&](const Expr &E) {
      anyOf(&E, [&](const Expr *Sub) {
        if (const Assignment Plain = plainAssignment(Sub); Plain.Target)
          Add(Plain.Target);
        return false;
      });
    });
  });
}

/// Reports maps of sections of another shape.
bool ParallelLoopReader::checkMaps(const Clauses &Said) const {
  for (const ArrayUse &Array : Loop.Arrays)
    for (const MapItem &Map : Said.Maps)
      if (Map.OtherShape && sameExpression(Map.Base, Array.Base))
        return Diags.report(Map.Loc, Diag::err_map_shape) << Array.Name;
  return true;
}

std::optional<ScanLoop> ParallelLoopReader::read(const DeclContext &Function) {
  const std::optional<Clauses> Said = analyzeClauses(D, Context, Diags);
  if (!Said || !checkClauses(*Said))
    return std::nullopt;
  Loop.Loc = Said->ScanLoc;
  Loop.Function = functionName(Function);
  Loop.Items = Said->Items;
  Loop.Where = Said->Where;
  const std::optional<LoopNest> Own =
      findLoops(D.plain(), Said->Loops, Loop.Loc, Diags);
  const std::optional<LoopNest> OnHost =
      Own ? findLoops(D.onHost(), Said->Loops, Loop.Loc, Diags) : std::nullopt;
  if (!OnHost || !readLoops(*Own, *OnHost))
    return std::nullopt;
  for (const NestedLoop &Nested : Mode.Nested)
    for (const Expr *E : Said->Lastprivates)
      if (mentions(E, Nested.IV.Var)) {
        Diags.report(E->getExprLoc(), Diag::err_last_value) << Nested.IV.Var;
        return std::nullopt;
      }
  if (!addPrivates(Loop, *Said, Diags))
    return std::nullopt;
  llvm::erase_if(Loop.Privates, [&](const VarDecl *Var) {
    return llvm::any_of(Mode.Nested, [&](const NestedLoop &N) {
      return N.IV.Var->getCanonicalDecl() == Var->getCanonicalDecl();
    });
  });
  addOwn();
  AccessCollector Accesses(Loop, *Said, Context, Diags);
  if (!ParallelBody(Loop, Accesses, Context, Diags,
                    [this](const VarDecl *Var) { return isMapped(Var); })
           .read() ||
      !checkMaps(*Said) || !checkPrivates(Loop, Diags))
    return std::nullopt;
  // Scalars that atomic operations change are arrays of one element.
  llvm::erase_if(Loop.Where.MappedScalars, [&](const Expr *E) {
    return llvm::any_of(Loop.Arrays, [&](const ArrayUse &A) {
      return sameExpression(A.Base, E);
    });
  });
  return std::move(Loop);
}

std::optional<ScanLoop> ompscan::plugin::analyzeParallelLoop(
    const ScanDirective &D, const DeclContext &Function,
    const ASTContext &Context, const Diagnostics &Diags) {
  return ParallelLoopReader(D, Context, Diags).read(Function);
}
