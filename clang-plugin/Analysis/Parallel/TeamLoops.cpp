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
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Parallel/ParallelLoop.h"
#include "Analysis/Parallel/RowProducts.h"
#include "Analysis/Scan/LinearSystems.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Analysis/Scan/Passes.h"
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
             const NamedArrays &Bases, DeclContext &Function,
             const ASTContext &Context, const Diagnostics &Diags)
      : Nest(Nest), Inner(Inner), Bases(Bases), Function(Function),
        Context(Context), Diags(Diags) {}

  bool find();

private:
  bool visit(const nest::Statement &S);
  bool addLoop(const nest::InnerLoop &Loop, const ScanDirective &D);
  void nameVariables(ScanDirective &Own) const;
  std::optional<std::vector<ScanLoop>> analyze(const ScanDirective &Own) const;
  std::optional<std::vector<ScanLoop>> inPasses(DirectiveLoop &Own) const;
  std::optional<ScanLoop> asSums(DirectiveLoop Own) const;
  bool isShareable(const ScanLoop &Loop) const;
  bool refuse(SourceLocation Loc, Obstacle Why) const {
    return Diags.report(Loc, Diag::err_team) << static_cast<unsigned>(Why);
  }

  ScanLoop &Nest;
  ArrayRef<ScanDirective> Inner;
  const NamedArrays &Bases;
  DeclContext &Function;
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

/// Whether all of \p Uses are stores at the values of one item of \p Loop.
static bool areByItem(ArrayRef<Access> Uses, const ScanLoop &Loop,
                      const ASTContext &Context) {
  return llvm::all_of(Uses, [&](const Access &Use) {
    return Use.Kind == Uses.front().Kind && isApartByItem(Use, Loop, Context) &&
           (Use.Kind != AccessKind::Counted ||
            Use.Counted.Item == Uses.front().Counted.Item);
  });
}

/// Whether all of \p Uses are of one element in an iteration of the loop over
/// \p IV, which no other iteration uses.
static bool areOfIteration(ArrayRef<Access> Uses, const Induction &IV,
                           const ASTContext &Context) {
  const auto HasFormula = [&](const Access &Use) {
    if (!Use.IsGuarded)
      return Use.Kind == AccessKind::Read || Use.Kind == AccessKind::Write;
    const std::optional<Affine> Formula = affine(Use.Index, IV.Var, Context);
    return Formula && meet(*Formula, *Formula, IV) == Meeting::SameIteration;
  };
  const Access *First = nullptr;
  for (const Access &Use : Uses) {
    if (Use.Kind == AccessKind::Seed)
      continue;
    if (!HasFormula(Use) || Use.ByNeighbours)
      return false;
    if (!First)
      First = &Use;
    if (!Use.Index || !First->Index || !sameExpression(Use.Index, First->Index))
      return false;
  }
  return true;
}

/// Whether the iterations of a loop with the passes \p Passes may run at the
/// same time: the kernels of a team compare no addresses as a launch does.
static bool areApart(ArrayRef<ScanLoop> Passes, const ASTContext &Context) {
  const auto IsApart = [&](const ScanLoop &Own, const ArrayUse &Array) {
    if (!Array.isStored() || Own.parallel() || Array.IsInRegister)
      return true;
    llvm::SmallVector<Access, 8> Uses;
    bool IsOfOne = true;
    for (const ScanLoop &Pass : Passes)
      for (const ArrayUse &Other : Pass.Arrays)
        if (sameExpression(Other.Base, Array.Base)) {
          Uses.append(Other.Accesses.begin(), Other.Accesses.end());
          IsOfOne = IsOfOne && &Pass == &Own;
        }
    return areOfIteration(Uses, Own.IV, Context) ||
           (IsOfOne && areByItem(Uses, Own, Context));
  };
  return llvm::all_of(Passes, [&](const ScanLoop &Pass) {
    return llvm::all_of(Pass.Arrays, [&](const ArrayUse &Array) {
      return IsApart(Pass, Array);
    });
  });
}

bool TeamFinder::isShareable(const ScanLoop &Loop) const {
  const Scan *Scanned = Loop.scan();
  const ParallelLoop *Independent = Loop.parallel();
  if ((!Scanned && !Independent) || !Loop.Outer.empty() ||
      !Loop.Lasts.empty() || !Loop.Fills.empty() || !Loop.NotEmpty.empty() ||
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
           return Array.IsInRegister ||
                  llvm::any_of(Nest.Arrays, [&](const ArrayUse &Known) {
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

/// The descriptions of the passes of \p Own; std::nullopt if it is a scan by
/// itself, or neither.
std::optional<std::vector<ScanLoop>>
TeamFinder::inPasses(DirectiveLoop &Own) const {
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  std::optional<Passes> Found =
      Passes::find(Own, Function, Context, Passes::By::Team);
  if (!Found || analyzeLoop(Own, Function, Context, NoDiags))
    return std::nullopt;
  std::optional<std::vector<ScanLoop>> Loops = Found->analyze(NoDiags);
  if (Loops)
    for (ScanLoop &Loop : *Loops)
      for (ArrayUse &Array : Loop.Arrays)
        Array.IsInRegister =
            llvm::any_of(Found->kept(), [&](const Passes::Kept &K) {
              return variableOf(strip(Array.Base)) == K.Values;
            });
  return Loops;
}

/// The description of the loop of \p Own, or those of its passes; std::nullopt,
/// with the reason reported, if there is none.
std::optional<std::vector<ScanLoop>>
TeamFinder::analyze(const ScanDirective &Own) const {
  const auto Only = [](std::optional<ScanLoop> Loop) {
    std::optional<std::vector<ScanLoop>> Loops;
    if (Loop)
      Loops.emplace().push_back(std::move(*Loop));
    return Loops;
  };
  if (!Own.Scan)
    return Only(analyzeParallelLoop(Own, Function, Context, Diags));
  std::optional<DirectiveLoop> Loops = loopOf(Own, Context, Diags);
  if (!Loops)
    return std::nullopt;
  if (std::optional<ScanLoop> Sums = asSums(*Loops))
    return Only(std::move(Sums));
  joinSystems(*Loops, Function, Context);
  if (auto Several = inPasses(*Loops))
    return Several;
  return Only(analyzeLoop(*Loops, Function, Context, Diags));
}

/// Makes a scan of the item's values of \p Loop if it only keeps some
/// iterations, out of place: a team stores them as any scan does.
static void scanKept(ScanLoop &Loop) {
  const Selection *Kept = Loop.selection();
  if (Kept && !Kept->IsInPlace && !Kept->LastKept.Element)
    Loop.Mode = Scan();
}

bool TeamFinder::addLoop(const nest::InnerLoop &Loop, const ScanDirective &D) {
  ScanDirective Own = D;
  Own.IsInnermost = Own.Scan != nullptr;
  Own.OnHost = Own.Plain = const_cast<Stmt *>(Loop.source());
  nameVariables(Own);
  std::optional<std::vector<ScanLoop>> Passes = analyze(Own);
  if (!Passes)
    return false;
  llvm::for_each(*Passes, scanKept);
  if (!llvm::all_of(*Passes,
                    [&](const ScanLoop &Pass) { return isShareable(Pass); }))
    return refuse(Loop.loc(), Obstacle::Kind);
  if (!areApart(*Passes, Context))
    return refuse(Loop.loc(), Obstacle::Elements);
  for (ScanLoop &Pass : *Passes) {
    nameRowProducts(Pass, Nest, Context);
    Nest.parallel()->Team.push_back(
        {&Loop, std::make_shared<const ScanLoop>(std::move(Pass))});
  }
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
                                    DeclContext &Function,
                                    const ASTContext &Context,
                                    const Diagnostics &Diags) {
  auto &Team = Nest.parallel()->Team;
  if (!TeamFinder(Nest, Inner, Bases, Function, Context, Diags).find())
    Team.clear();
}
