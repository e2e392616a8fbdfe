//===- TwoPasses.cpp - Scans that OpenMP programs do by hand --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/TwoPasses.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Scan/PartTotals.h"
#include "Analysis/Scan/SameWork.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Looks for the first pass in front of a store of totals, and for the second
/// one behind it.
class TwoPassReader {
public:
  TwoPassReader(ArrayRef<Stmt *> Statements, const DeclContext &Function,
                const ASTContext &Context, const Diagnostics &Quiet,
                CallExpansion Expand)
      : Context(Context), Quiet(Quiet),
        Region(Statements, Context, Quiet, Expand),
        Loops(Region, Function, Context, Quiet),
        Totals(Region, Loops, Context) {}

  std::optional<TwoPassScan> read();

private:
  std::optional<TwoPassScan> readFrom(size_t At);
  bool readFirstPass(size_t At);
  std::optional<TwoPassScan> readSecondPass(const RegionStep &Step);
  bool isDisturbed(const RegionStep &Step) const;

  bool isAdded(const RegionStep &Step) const;
  bool addsOffset(const nest::Statement &S, const Expr *&Place) const;
  bool isStored(const Expr *Place, const Induction &IV) const;
  bool haveSameBounds(const Induction &IV, int64_t Behind) const;
  bool isSame(const Expr *A, const Expr *B, const Induction &IV,
              int64_t Distance = 0) const;

  const ASTContext &Context;
  const Diagnostics &Quiet;
  const RegionSteps Region;
  const PartLoops Loops;
  PartTotals Totals;
  /// The first pass, and whether it scans.
  std::optional<ScanLoop> First;
  bool IsScanFirst = false;
};

} // namespace

/// Reads the last loop in front of the step \p At, which stores the total.
bool TwoPassReader::readFirstPass(size_t At) {
  while (At-- != 0) {
    const RegionStep &Step = Region.steps()[At];
    if (Totals.follow(Step))
      continue;
    if (!mayChange(Step.Statement->source(), Totals.total(), Context))
      continue;
    if (!Step.loop() || !Loops.isDivided(Step))
      return false;
    First = Loops.scanOf(Step);
    IsScanFirst = First.has_value();
    if (!First)
      First = Loops.sumOf(Step, Totals.total());
    if (!First)
      return false;
    const Item &Carried = First->Items.back();
    return !Carried.isFunction() &&
           sameExpression(Carried.Base, Totals.total()) &&
           (Carried.isArray() ||
            isNeutral(Region.valueBefore(variableOf(Totals.total()), At),
                      Carried.Op, Context));
  }
  return false;
}

/// Whether \p A, in the loop of the first pass, is \p Distance more in each
/// iteration than \p B in the loop over \p IV.
bool TwoPassReader::isSame(const Expr *A, const Expr *B, const Induction &IV,
                           int64_t Distance) const {
  if (!A || !B)
    return A == B && Distance == 0;
  const std::optional<Affine> Left = affine(A, First->IV.Var, Context);
  const std::optional<Affine> Right = affine(B, IV.Var, Context);
  const std::optional<Affine> Rest =
      Left && Right ? Left->minus(*Right) : std::nullopt;
  return (Rest && Rest->isConstant() && Rest->Constant == Distance) ||
         (Distance == 0 && Region.haveSameValue(A, B));
}

/// Whether a loop over \p IV has the iterations of the first pass, and \p
/// Behind iterations in front of them.
bool TwoPassReader::haveSameBounds(const Induction &IV, int64_t Behind) const {
  return IV.Rel == First->IV.Rel && IV.Step == First->IV.Step &&
         isSame(First->IV.Bound, IV.Bound, IV) &&
         isSame(First->IV.Lower, IV.Lower, IV, Behind);
}

/// The only element to which an iteration of \p Scan stores its item, a
/// variable that nothing else uses; null if there is none.
static const Expr *onlyStore(const ScanLoop &Scan) {
  const Item &Sum = Scan.Items.back();
  const VarDecl *Var = variableOf(strip(Sum.Base));
  const Expr *Place = nullptr;
  unsigned Stores = 0, OtherUses = 0;
  forEachNode(Scan.body().source(), [&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    if (Sum.isUpdatedBy(S))
      return false;
    const Assignment Stored = E ? plainAssignment(E) : Assignment{};
    const Expr *Value =
        Stored.Value ? Stored.Value->IgnoreParenCasts() : nullptr;
    const bool IsOfItem = Value && variableOf(Value) == Var;
    if (IsOfItem || (Value && Sum.isUpdatedBy(Value))) {
      Place = Stored.Target;
      ++Stores;
    }
    OtherUses += (variableOf(E) == Var) - IsOfItem;
    return true;
  });
  return Stores == 1 && OtherUses == 0 ? Place : nullptr;
}

/// Whether each iteration of the first pass stores its prefix to \p Place, as
/// the loop over \p IV names it, and nothing else.
bool TwoPassReader::isStored(const Expr *Place, const Induction &IV) const {
  const Expr *Prefix =
      First->IsSingleUpdate ? First->Items.back().Store : onlyStore(*First);
  const ElementAccess Stored =
      Prefix ? elementAccess(Prefix, Context) : ElementAccess{};
  const ElementAccess Element = elementAccess(Place, Context);
  return Stored.Base && Element.Base &&
         sameExpression(Stored.Base, Element.Base) &&
         isSame(Stored.Index, Element.Index, IV) &&
         llvm::any_of(First->Arrays, [&](const ArrayUse &A) {
           return sameExpression(A.Base, Stored.Base) &&
                  llvm::any_of(A.Accesses, [](const Access &Use) {
                    return Use.Kind == AccessKind::Write && Use.Guards.empty();
                  });
         });
}

/// Whether \p S combines an element with what precedes the part, by the
/// operator of the first pass. \p Place becomes the element.
bool TwoPassReader::addsOffset(const nest::Statement &S,
                               const Expr *&Place) const {
  const auto *If = dyn_cast<nest::If>(&S);
  if (If && (If->elseBranch() || !If->head().isPlain()))
    return false;
  const nest::Statement *Only = If ? nest::onlyStatement(If->thenBranch()) : &S;
  const Expr *E = Only ? Only->expression() : nullptr;
  Place = E ? changedBy(strip(E)) : nullptr;
  if (!Place)
    return false;
  Place = strip(Place);
  Item Element;
  Element.Base = Place;
  Element.Type = Place->getType().getUnqualifiedType();
  Element.Op = First->Items.back().Op;
  const auto IsBefore = [&](const Expr *Each) {
    return sameExpression(Each, Place);
  };
  CombinationReader Reader(Element, IsBefore, Context, Quiet);
  Update U;
  if (If && (!Reader.isMinMax() || !plainAssignment(E).Value))
    return false;
  return (If ? Reader.readChoice(&If->condition(), plainAssignment(E).Value,
                                 Place, U)
             : Reader.readChange(strip(E), U)) &&
         U.Input.size() == 1 && !U.Input.front().Negated &&
         Totals.isOffset(U.Input.front().Value);
}

/// Whether the loop \p Step adds what precedes the part to the elements that
/// the first pass has stored, and does nothing else.
bool TwoPassReader::isAdded(const RegionStep &Step) const {
  const nest::Statement *Only = nest::onlyStatement(Step.loop()->body());
  const Expr *Place = nullptr;
  if (!Only || !addsOffset(*Only, Place))
    return false;
  const std::optional<Induction> IV = Loops.inductionOf(Step);
  // A recurrence begins behind the first element of a part.
  return IV && haveSameBounds(*IV, First->Items.back().isArray() ? 1 : 0) &&
         isStored(Place, *IV);
}

/// The arrays that \p Scan stores where its item says, or to which it stores
/// values of the item; all that it stores if that cannot be said.
static llvm::SmallVector<const Expr *, 2> resultsOf(const ScanLoop &Scan,
                                                    const ASTContext &Context) {
  const VarDecl *Var = variableOf(strip(Scan.Items.back().Base));
  llvm::SmallVector<const Expr *, 2> Results, All;
  for (const ArrayUse &A : Scan.Arrays) {
    if (!A.isStored())
      continue;
    All.push_back(A.Base);
    if (firstExpr(Scan.body().source(), [&](const Expr *E) {
          const Assignment Stored = plainAssignment(E);
          return Stored.Target && mentions(E, Var) &&
                 elementAccess(Stored.Target, Context).Base &&
                 sameExpression(elementAccess(Stored.Target, Context).Base,
                                A.Base);
        }))
      Results.push_back(A.Base);
  }
  return Results.empty() ? All : Results;
}

/// Completes the scan by the loop \p Step; std::nullopt if that is not the
/// second pass.
std::optional<TwoPassScan>
TwoPassReader::readSecondPass(const RegionStep &Step) {
  if (!Totals.isCombined() || !Step.loop() || !Loops.isDivided(Step))
    return std::nullopt;
  std::optional<ScanLoop> Scan;
  if (IsScanFirst && isAdded(Step))
    Scan = std::move(First);
  else if (!IsScanFirst)
    Scan = Loops.scanOf(Step);
  if (!Scan ||
      (!IsScanFirst && (Scan->Items.back().Op != First->Items.back().Op ||
                        !Totals.isOffset(Scan->Items.back().Base) ||
                        !haveSameBounds(Scan->IV, /*Behind=*/0) ||
                        !doesSameWork(*First, *Scan))))
    return std::nullopt;
  auto Results = resultsOf(*Scan, Context);
  return TwoPassScan{std::move(*Scan), std::move(Results),
                     Step.Sharing != nullptr, Totals.scan()};
}

/// Whether \p Step, which belongs to no pass, changes what the passes use.
bool TwoPassReader::isDisturbed(const RegionStep &Step) const {
  return Totals.areDisturbed(Step) ||
         llvm::any_of(First->Arrays, [&](const ArrayUse &A) {
           return A.isStored() &&
                  mayChange(Step.Statement->source(), A.Base, Context);
         });
}

/// Reads from the step \p At on, which stores the total of a part.
std::optional<TwoPassScan> TwoPassReader::readFrom(size_t At) {
  if (!Totals.begin(Region.steps()[At]) || !readFirstPass(At))
    return std::nullopt;
  while (++At != Region.steps().size()) {
    const RegionStep &Step = Region.steps()[At];
    if (std::optional<TwoPassScan> Found = readSecondPass(Step))
      return Found;
    if (!Totals.isCombined() && Totals.combine(At, First->Items.back().Op))
      continue;
    if (!Totals.define(Step) && isDisturbed(Step))
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<TwoPassScan> TwoPassReader::read() {
  for (size_t At = 0; At != Region.steps().size(); ++At)
    if (std::optional<TwoPassScan> Found = readFrom(At))
      return Found;
  return std::nullopt;
}

std::optional<TwoPassScan> ompscan::plugin::findTwoPassScan(
    ArrayRef<Stmt *> Statements, const DeclContext &Function,
    const ASTContext &Context, const Diagnostics &Quiet, CallExpansion Expand) {
  return TwoPassReader(Statements, Function, Context, Quiet, Expand).read();
}
