//===- TeamLoops.cpp - Loops that teams of work-items share ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/TeamLoops.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Analysis/Parallel/ParallelLoop.h"
#include "Analysis/Parallel/RowProducts.h"
#include "Analysis/Scan/LinearSystems.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Why a work-item has to run a whole iteration.
enum class Obstacle { Statement, Loop, Store, Kind, Elements, Reduction };

class TeamFinder {
public:
  TeamFinder(ScanLoop &Nest, ArrayRef<ScanDirective> Inner,
             const NamedArrays &Bases, const DeclContext &Function,
             const ASTContext &Context, const Diagnostics &Diags)
      : Nest(Nest), Inner(Inner), Bases(Bases), Function(Function),
        Context(Context), Diags(Diags) {}

  bool find();

private:
  bool visit(const nest::Statement &S);
  bool addLoop(const nest::InnerLoop &Loop, const ScanDirective &D);
  void nameVariables(ScanDirective &Own) const;
  std::optional<ScanLoop> analyze(const ScanDirective &Own) const;
  std::optional<ScanLoop> asSums(DirectiveLoop Own) const;
  bool isShareable(const ScanLoop &Loop) const;
  bool refuse(SourceLocation Loc, Obstacle Why) const {
    return Diags.report(Loc, Diag::err_team) << static_cast<unsigned>(Why);
  }

  ScanLoop &Nest;
  ArrayRef<ScanDirective> Inner;
  const NamedArrays &Bases;
  const DeclContext &Function;
  const ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace

llvm::SmallVector<ScanDirective, 2>
ompscan::plugin::innerDirectives(const ScanDirective &D,
                                 const ASTContext &Context) {
  llvm::SmallVector<ScanDirective, 2> Found;
  if (D.Inner->hasAssociatedStmt())
    forEachNode(statementOf(*D.Inner), [&](const Stmt *S) {
      if (const auto *Loop = dyn_cast<OMPLoopDirective>(S)) {
        ScanDirective &New = Found.emplace_back();
        New.Outer = New.Inner = const_cast<OMPLoopDirective *>(Loop);
        New.Scan = scanClause(*Loop, Context);
      }
      return true;
    });
  return Found;
}

/// Whether \p E, or an expression in it, changes an element of an array of
/// \p Nest.
static bool stores(const Expr &E, const ScanLoop &Nest) {
  return anyOf(&E, [&](const Expr *Sub) {
    const Expr *Target = changedBy(Sub);
    for (const Expr *Part = Target ? strip(Target) : nullptr; Part;
         Part = partAround(Part))
      if (Nest.Meanings.find<ArrayElement>(Part))
        return true;
    return false;
  });
}

bool ompscan::plugin::isTeamStore(const nest::Statement &S,
                                  const ScanLoop &Nest) {
  const Expr *E = S.expression();
  return E && stores(*E, Nest);
}

/// Whether one of \p A and \p B takes the place of the other: both are declared
/// at one place of the program.
static bool areAlike(const VarDecl &A, const VarDecl &B) {
  return A.getLocation() == B.getLocation() &&
         A.getIdentifier() == B.getIdentifier();
}

/// The variable in \p Loop that takes the place of \p Var.
static const VarDecl *variableLike(const VarDecl &Var, const Stmt &Loop) {
  const VarDecl *Found = nullptr;
  forEachNode(&Loop, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Own = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Found && Own && areAlike(*Own, Var))
      Found = Own;
    return true;
  });
  return Found;
}

/// Has the clauses of \p Own name the variables of its loop.
void TeamFinder::nameVariables(ScanDirective &Own) const {
  const auto Name = [&](const Expr *E) {
    const VarDecl *Var = variableOf(strip(E));
    const VarDecl *Like = Var ? variableLike(*Var, *Own.Plain) : nullptr;
    if (Like && Like != Var)
      Own.Operands[E] =
          referTo(Like, E->getExprLoc(), const_cast<ASTContext &>(Context));
  };
  for (const auto *C : Own.Inner->getClausesOfKind<OMPReductionClause>()) {
    llvm::for_each(compat::varlist(C), Name);
    if (isScanClause(*C, Context))
      llvm::for_each(compat::varlist(C), [&](const Expr *E) {
        const VarDecl *Var = variableOf(itemBase(E));
        for (const auto &[Known, Base] : Bases)
          if (Var && areAlike(*Known, *Var))
            Own.Operands[E] = Base;
      });
  }
  for (const auto *C : Own.Inner->getClausesOfKind<OMPPrivateClause>())
    llvm::for_each(compat::varlist(C), Name);
}

/// Whether \p Use, a store at the value of an item of \p Loop, is to another
/// element than those of other iterations. No launch compares them in a row.
static bool isApartByItem(const Access &Use, const ScanLoop &Loop,
                          const ASTContext &Context) {
  if (Use.Kind != AccessKind::Counted)
    return Use.IsByItem;
  const CountedAccess &Range = Use.Counted;
  const auto IsWide = [](uint64_t Bits) { return Bits >= 32; };
  return IsWide(Context.getTypeSize(Loop.Items[Range.Item].Type)) &&
         (Range.Bits == 0 || (IsWide(Range.Bits) && Range.Scale == 1));
}

/// Whether the loop only stores to \p Array, at the values of one item.
static bool isStoredByItem(const ArrayUse &Array, const ScanLoop &Loop,
                           const ASTContext &Context) {
  const Access &First = Array.Accesses.front();
  return llvm::all_of(Array.Accesses, [&](const Access &Use) {
    return Use.Kind == First.Kind && isApartByItem(Use, Loop, Context) &&
           (Use.Kind != AccessKind::Counted ||
            Use.Counted.Item == First.Counted.Item);
  });
}

/// Whether the iterations of \p Loop may run at the same time: the kernels of a
/// team compare no addresses as a launch does.
static bool areApart(const ScanLoop &Loop, const ASTContext &Context) {
  return llvm::all_of(Loop.Arrays, [&](const ArrayUse &Array) {
    if (!Array.isStored() || Loop.parallel() ||
        isStoredByItem(Array, Loop, Context))
      return true;
    const Access *Stored = nullptr;
    for (const Access &Use : Array.Accesses) {
      if (Use.Kind == AccessKind::Seed)
        continue;
      if ((Use.Kind != AccessKind::Read && Use.Kind != AccessKind::Write) ||
          Use.ByNeighbours)
        return false;
      if (!Stored)
        Stored = &Use;
      if (!Use.Index || !Stored->Index ||
          !sameExpression(Use.Index, Stored->Index))
        return false;
    }
    return true;
  });
}

bool TeamFinder::isShareable(const ScanLoop &Loop) const {
  const Scan *Scanned = Loop.scan();
  const ParallelLoop *Independent = Loop.parallel();
  if ((!Scanned && !Independent) || !Loop.Outer.empty() ||
      !Loop.Lasts.empty() || !Loop.Fills.empty() || !Loop.Kept.empty() ||
      !Loop.NotEmpty.empty() ||
      valueSize(Loop.Items, Context) > MostValueBytes ||
      Loop.IV.Rel == Relation::EQ ||
      (Loop.IV.Rel == Relation::NE && Loop.IV.Step != 1 && Loop.IV.Step != -1))
    return false;
  if (Scanned &&
      (Scanned->ReadsAhead || !Scanned->LoopCarriedScalars.empty() ||
       nest::anyStatement(Loop.body(), [&](const nest::Statement &S) {
         return Loop.factsOf(S).StoresAt.index() != 0;
       })))
    return false;
  if (Independent && !Independent->Nested.empty())
    return false;
  return llvm::none_of(Loop.Items, [](const Item &I) { return I.isList(); }) &&
         llvm::none_of(Loop.Scalars,
                       [](const ScalarUse &Value) {
                         return Value.Type->isArrayType() ||
                                Value.Type->isAnyPointerType();
                       }) &&
         llvm::all_of(Loop.Arrays, [&](const ArrayUse &Array) {
           return llvm::any_of(Nest.Arrays, [&](const ArrayUse &Known) {
             return sameExpression(Known.Base, Array.Base) &&
                    Context.hasSameType(Known.Element, Array.Element);
           });
         });
}

/// \p Own with sums in the place of affine functions, which take less; a row
/// often begins one anew. std::nullopt if there are none, or others.
std::optional<ScanLoop> TeamFinder::asSums(DirectiveLoop Own) const {
  bool HasFunctions = false;
  for (Item &I : Own.Said.Items)
    if (I.Op == Operator::Affine) {
      I.Op = Operator::Add;
      HasFunctions = true;
    }
  compat::QuietEngine Quiet(
      const_cast<ASTContext &>(Context).getSourceManager());
  return HasFunctions
             ? analyzeLoop(Own, Function, Context, Diagnostics(Quiet.Engine))
             : std::nullopt;
}

/// The description of the loop of \p Own; std::nullopt, with the reason
/// reported, if there is none.
std::optional<ScanLoop> TeamFinder::analyze(const ScanDirective &Own) const {
  if (!Own.Scan)
    return analyzeParallelLoop(Own, Function, Context, Diags);
  std::optional<DirectiveLoop> Loops = loopOf(Own, Context, Diags);
  if (!Loops)
    return std::nullopt;
  if (std::optional<ScanLoop> Sums = asSums(*Loops))
    return Sums;
  joinSystems(*Loops, Function, Context);
  return analyzeLoop(*Loops, Function, Context, Diags);
}

bool TeamFinder::addLoop(const nest::InnerLoop &Loop, const ScanDirective &D) {
  ScanDirective Own = D;
  Own.IsInnermost = Own.Scan != nullptr;
  Own.OnHost = Own.Plain = const_cast<Stmt *>(Loop.source());
  nameVariables(Own);
  std::optional<ScanLoop> Alone = analyze(Own);
  if (!Alone)
    return false;
  if (!isShareable(*Alone))
    return refuse(Loop.loc(), Obstacle::Kind);
  if (!areApart(*Alone, Context))
    return refuse(Loop.loc(), Obstacle::Elements);
  nameRowProducts(*Alone, Nest, Context);
  Nest.parallel()->Team.push_back(
      {&Loop, std::make_shared<const ScanLoop>(std::move(*Alone))});
  return true;
}

bool TeamFinder::visit(const nest::Statement &S) {
  if (const auto *Loop = dyn_cast<nest::InnerLoop>(&S)) {
    const auto *For = dyn_cast<ForStmt>(S.source());
    const auto *Own = llvm::find_if(Inner, [&](const ScanDirective &D) {
      // In sequence, a scan goes through the loops of `collapse` row by row.
      const ForStmt *Divided =
          D.Scan ? scannedLoop(cast<OMPLoopDirective>(*D.Inner))
                 : loopIn(statementOf(*D.Inner));
      return For && Divided && Divided->getForLoc() == For->getForLoc();
    });
    if (Own != Inner.end())
      return addLoop(*Loop, *Own);
  }
  // Each work-item would do such an operation.
  if (isa<nest::Atomic>(S))
    return refuse(S.loc(), Obstacle::Statement);
  const size_t Before = Nest.parallel()->Team.size();
  bool Stores = false;
  nest::forEachExpression(S, [&](const Expr &E) { Stores |= stores(E, Nest); });
  if (Stores) {
    const Expr *E = S.expression();
    const Expr *Target = E ? changedBy(strip(E)) : nullptr;
    const bool IsAlone =
        Target && !llvm::any_of(operands(strip(E)), [&](const Expr *Sub) {
          return changesAnything(Sub);
        });
    if (!IsAlone)
      return refuse(S.loc(), Obstacle::Store);
  }
  bool Valid = true;
  nest::forEachChild(
      S, [&](const nest::Statement &Child) { Valid = Valid && visit(Child); });
  if (!Valid)
    return false;
  // A loop of the row that stores by itself would keep all but one waiting.
  if (isa<nest::InnerLoop>(S) && Nest.parallel()->Team.size() == Before &&
      nest::anyStatement(S, [&](const nest::Statement &Each) {
        return isTeamStore(Each, Nest);
      }))
    return refuse(S.loc(), Obstacle::Loop);
  return true;
}

bool TeamFinder::find() {
  return Nest.Items.empty() ? visit(Nest.body())
                            : refuse(Nest.Loc, Obstacle::Reduction);
}

void ompscan::plugin::findTeamLoops(ScanLoop &Nest,
                                    ArrayRef<ScanDirective> Inner,
                                    const NamedArrays &Bases,
                                    const DeclContext &Function,
                                    const ASTContext &Context,
                                    const Diagnostics &Diags) {
  auto &Team = Nest.parallel()->Team;
  if (!TeamFinder(Nest, Inner, Bases, Function, Context, Diags).find())
    Team.clear();
}
