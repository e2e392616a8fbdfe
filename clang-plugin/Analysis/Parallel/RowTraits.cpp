//===- RowTraits.cpp - What the rows of a nest allow ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/RowTraits.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "Analysis/Parallel/TeamLoops.h"
#include "clang/AST/ASTContext.h"
#include <cstdlib>

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::variesByRow(const Expr *E, const ScanLoop &Nest) {
  return anyOf(E, [&](const Expr *Sub) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
    return changesAnything(Sub) || isa<ArraySubscriptExpr, CallExpr>(Sub) ||
           (Ref && isa<VarDecl>(Ref->getDecl()) &&
            (llvm::is_contained(Nest.Privates, Ref->getDecl()) ||
             llvm::none_of(Nest.Scalars, [&](const ScalarUse &Known) {
               return variableOf(strip(Known.Value)) == Ref->getDecl();
             })));
  });
}

/// Whether \p S, which is outside of the inner loops, may leave them out.
static bool jumps(const nest::Statement &S) {
  if (isa<nest::InnerLoop>(&S))
    return false;
  bool Found = isa<nest::Jump>(&S);
  nest::forEachChild(
      S, [&](const nest::Statement &Child) { Found = Found || jumps(Child); });
  return Found;
}

/// Whether \p S is a part of a loop that a team shares.
static bool isInTeamLoop(const nest::Statement &S, const ScanLoop &Nest) {
  return llvm::any_of(Nest.parallel()->Team, [&](const TeamLoop &T) {
    return nest::anyStatement(
        *T.Statement, [&](const nest::Statement &Part) { return &Part == &S; });
  });
}

/// Whether \p S is the body of \p Nest, or a statement of it that is no part of
/// another one.
static bool isOutermost(const nest::Statement &S, const ScanLoop &Nest) {
  const auto *Body = dyn_cast<nest::Block>(&Nest.body());
  return &S == &Nest.body() ||
         (Body && llvm::is_contained(Body->statements(), &S));
}

/// See RowTraits::AreEqual.
static bool hasEqualRows(const ScanLoop &Nest) {
  // A team waits for all of its work-items around a store.
  return !jumps(Nest.body()) &&
         !nest::anyStatement(Nest.body(),
                             [&](const nest::Statement &S) {
                               return isTeamStore(S, Nest) &&
                                      !isOutermost(S, Nest) &&
                                      !isInTeamLoop(S, Nest);
                             }) &&
         llvm::all_of(Nest.parallel()->Team, [&](const TeamLoop &T) {
           return isOutermost(*T.Statement, Nest) &&
                  !variesByRow(T.Loop->IV.Lower, Nest) &&
                  !variesByRow(T.Loop->IV.Bound, Nest);
         });
}

/// See RowTraits::AccessNeighbours.
static bool accessesNeighbours(const ScanLoop &Nest) {
  // Or at least elements of one line of a cache.
  constexpr int64_t MostStride = 8;
  unsigned Near = 0, Far = 0;
  for (const TeamLoop &T : Nest.parallel()->Team)
    for (const ArrayUse &Array : T.Loop->Arrays)
      for (const Access &Use : Array.Accesses)
        if (Use.Kind == AccessKind::Read || Use.Kind == AccessKind::Write)
          ++(Use.Symbols.empty() && std::abs(Use.Stride) <= MostStride ? Near
                                                                       : Far);
  return Near >= Far;
}

/// The only inner loop of \p Nest if it is a scan that each iteration reaches;
/// null otherwise.
static const TeamLoop *onlyScan(const ScanLoop &Nest) {
  const ArrayRef<TeamLoop> Team = Nest.parallel()->Team;
  return Team.size() == 1 && Team.front().Loop->scan() &&
                 isOutermost(*Team.front().Statement, Nest) &&
                 !jumps(Nest.body())
             ? &Team.front()
             : nullptr;
}

/// The statements of an iteration of \p Nest that precede \p Loop, and those
/// that follow it.
static std::pair<ArrayRef<const nest::Statement *>,
                 ArrayRef<const nest::Statement *>>
statementsAround(const TeamLoop &Loop, const ScanLoop &Nest) {
  const auto *Body = dyn_cast<nest::Block>(&Nest.body());
  if (!Body)
    return {};
  const ArrayRef<const nest::Statement *> All = Body->statements();
  const size_t At = llvm::find(All, Loop.Statement) - All.begin();
  return {All.take_front(At), All.drop_front(At + 1)};
}

/// See RowTraits::HaveBundles.
static bool haveBundles(const TeamLoop &Only, const ScanLoop &Nest,
                        const ASTContext &Context) {
  // Local memory has these values of each row.
  constexpr int64_t MostBytes = 64;
  for (const nest::Statement *S : statementsAround(Only, Nest).first)
    if (nest::anyStatement(*S, [&](const nest::Statement &Part) {
          return isTeamStore(Part, Nest);
        }))
      return false;
  int64_t Bytes = sizeof(int64_t);
  for (const ScalarUse &Value : Only.Loop->Scalars)
    if (variesByRow(Value.Value, Nest))
      Bytes += Context.getTypeSizeInChars(Value.Type).getQuantity();
  return Bytes <= MostBytes;
}

namespace {

/// The numbers of arrays of a nest.
using ArrayNumbers = llvm::SmallDenseSet<unsigned, 4>;

/// The arrays that some expressions use, and those that they store to.
struct OuterUses {
  ArrayNumbers Used, Stored;

  void add(const Expr &E, const ScanLoop &Nest) {
    forEachNode(&E, [&](const Stmt *S) {
      const auto *Sub = dyn_cast<Expr>(S);
      if (const auto *Element =
              Sub ? Nest.Meanings.find<ArrayElement>(Sub) : nullptr)
        Used.insert(Element->Array);
      const Expr *Target = Sub ? changedBy(Sub) : nullptr;
      for (const Expr *Part = Target ? strip(Target) : nullptr; Part;
           Part = partAround(Part))
        if (const auto *Element = Nest.Meanings.find<ArrayElement>(Part))
          Stored.insert(Element->Array);
      return true;
    });
  }
  void add(const nest::Statement &S, const ScanLoop &Nest) {
    nest::forEachStatement(S, [&](const nest::Statement &Each) {
      nest::forEachExpression(Each, [&](const Expr &E) { add(E, Nest); });
    });
  }
};

} // namespace

static bool haveCommon(const ArrayNumbers &A, const ArrayNumbers &B) {
  return llvm::any_of(A, [&](unsigned Number) { return B.count(Number) != 0; });
}

/// See RowTraits::HaveParts.
static bool haveParts(const TeamLoop &Only, const ScanLoop &Nest) {
  const ScanLoop &Inner = *Only.Loop;
  const auto [Front, Rest] = statementsAround(Only, Nest);
  OuterUses Before, After;
  for (const nest::Statement *S : Front) {
    // Each part would run such a loop.
    if (nest::anyStatement(*S, [](const nest::Statement &Each) {
          return isa<nest::InnerLoop>(Each);
        }))
      return false;
    Before.add(*S, Nest);
  }
  for (const nest::Statement *S : Rest)
    After.add(*S, Nest);
  for (const Expr *E : {Inner.IV.Lower, Inner.IV.Bound})
    Before.add(*E, Nest);
  for (const ScalarUse &Value : Inner.Scalars)
    Before.add(*Value.Value, Nest);
  ArrayNumbers Used, Stored;
  for (const ArrayUse &Array : Inner.Arrays) {
    const auto *Known = llvm::find_if(Nest.Arrays, [&](const ArrayUse &A) {
      return sameExpression(A.Base, Array.Base);
    });
    const unsigned Number = Known - Nest.Arrays.begin();
    Used.insert(Number);
    if (Array.isStored())
      Stored.insert(Number);
  }
  // The parts run at the same time.
  return Before.Stored.empty() && !haveCommon(Before.Used, Stored) &&
         !haveCommon(After.Used, Stored) && !haveCommon(After.Stored, Used) &&
         !haveCommon(After.Stored, Before.Used);
}

namespace {

/// Looks at what precedes the scan \p Scanned in an iteration of \p Nest.
class Prologue {
public:
  Prologue(const ScanLoop &Nest, const ScanLoop &Scanned)
      : Nest(Nest), Scanned(Scanned) {}

  /// Whether \p S only computes what can be computed again.
  bool isRepeatable(const nest::Statement &S) const;

private:
  bool isItem(const VarDecl *Var) const;
  bool isPure(const Expr &E) const;
  bool isFixed(const Expr &E) const;

  const ScanLoop &Nest, &Scanned;
};

} // namespace

/// Whether \p Var is a variable that is scanned.
bool Prologue::isItem(const VarDecl *Var) const {
  return Var && llvm::any_of(Scanned.Items, [&](const Item &I) {
           const VarDecl *Own =
               I.isArray() ? nullptr : variableAround(I.place());
           return Own && Own->getCanonicalDecl() == Var->getCanonicalDecl();
         });
}

/// Whether an evaluation of \p E has no effect, and takes no time if nothing
/// uses the value.
bool Prologue::isPure(const Expr &E) const {
  return !changesAnything(&E) &&
         !anyOf(&E, [](const Expr *Sub) { return isa<CallExpr>(Sub); });
}

/// Whether each evaluation of \p E has the same value. The first values of the
/// scan may be elements that the nest stores.
bool Prologue::isFixed(const Expr &E) const {
  return isPure(E) && !anyOf(&E, [&](const Expr *Sub) {
           const auto *Element = Nest.Meanings.find<ArrayElement>(Sub);
           return (Element && Nest.Arrays[Element->Array].isStored()) ||
                  isItem(variableOf(Sub));
         });
}

bool Prologue::isRepeatable(const nest::Statement &S) const {
  if (S.kind() == nest::Statement::Kind::Empty)
    return true;
  if (const auto *Declared = dyn_cast<nest::Declaration>(&S))
    return llvm::all_of(Declared->declared().decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      const Expr *Init = Var ? Var->getInit() : nullptr;
      return !Init || (isItem(Var) ? isPure(*Init) : isFixed(*Init));
    });
  const Expr *E = S.expression();
  const Assignment Set = E ? plainAssignment(strip(E)) : Assignment();
  return Set.Target && isItem(variableAround(Set.Target)) && isPure(*Set.Value);
}

/// Whether what precedes \p Only in an iteration of \p Nest can run again: it
/// only computes values, from what the nest does not store, and the first
/// values of the scan.
static bool canRepeatFront(const TeamLoop &Only, const ScanLoop &Nest) {
  const Prologue Before(Nest, *Only.Loop);
  return llvm::all_of(
      statementsAround(Only, Nest).first,
      [&](const nest::Statement *S) { return Before.isRepeatable(*S); });
}

RowTraits ompscan::plugin::rowTraits(const ScanLoop &Nest,
                                     const ASTContext &Context) {
  RowTraits T;
  if (Nest.parallel()->Team.empty())
    return T;
  T.AreEqual = hasEqualRows(Nest);
  T.AccessNeighbours = accessesNeighbours(Nest);
  T.Kept = keptRows(Nest);
  if (const TeamLoop *Only = onlyScan(Nest)) {
    T.HaveBundles = haveBundles(*Only, Nest, Context);
    T.HaveParts = haveParts(*Only, Nest);
    T.AreColumns =
        T.AreEqual && !T.AccessNeighbours && canRepeatFront(*Only, Nest);
  }
  return T;
}
