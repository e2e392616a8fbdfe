//===- TwoPasses.cpp - Scans that OpenMP programs do by hand --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/TwoPasses.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Scan/PlainLoop.h"
#include "Analysis/Scan/RegionSteps.h"
#include "Analysis/Scan/SameWork.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Follows the totals of the parts from the first pass to the second one.
class TwoPassReader {
public:
  TwoPassReader(ArrayRef<Stmt *> Statements, const DeclContext &Function,
                const ASTContext &Context, const Diagnostics &Quiet)
      : Function(Function), Context(Context), Quiet(Quiet),
        Region(Statements, Context, Quiet) {}

  std::optional<TwoPassScan> read();

private:
  bool readTotal(const RegionStep &Step);
  bool readFirstPass(size_t Total);
  std::optional<TwoPassScan> readFrom(size_t Total);
  TwoPassScan finish(ScanLoop &Scan, const RegionStep &Second) const;

  bool isDivided(const RegionStep &Step) const;
  std::optional<DirectiveLoop> loopOf(const RegionStep &Step) const;
  std::optional<ScanLoop> scanOf(const RegionStep &Step) const;
  std::optional<ScanLoop> sumOf(const RegionStep &Step, const Expr *Of) const;

  bool combines(size_t At);
  bool combinesInOrder(const RegionStep &Step);
  bool combinesBefore(const RegionStep &Step, size_t At);
  std::optional<int64_t> advance(const ScanLoop &Scan, const Expr *Index) const;
  bool beginsNeutral(const VarDecl *Var, Operator Op, size_t At) const;
  bool combinesByCall(const RegionStep &Step);
  bool defines(const RegionStep &Step);
  bool disturbs(const RegionStep &Step) const;

  const Expr *elementOf(const Expr *E, const Expr *Array) const;
  bool isOffset(const Expr *E) const;
  bool isAdded(const nest::InnerLoop &Loop) const;
  bool addsOffset(const nest::Statement &S, const Expr *&Place) const;
  bool isStored(const Expr *Place, const Induction &IV) const;
  bool haveSameBounds(const Induction &IV, int64_t Behind) const;
  bool isSame(const Expr *A, const Expr *B, const Induction &IV,
              int64_t Distance = 0) const;
  const Expr *firstValueOf(const VarDecl *Var) const;
  bool haveSameValue(const Expr *A, const Expr *B) const;

  const DeclContext &Function;
  const ASTContext &Context;
  const Diagnostics &Quiet;
  const RegionSteps Region;

  /// The table of the totals, the one of what precedes each part, and the total
  /// that a part stores: a variable, or the last element of an array.
  const Expr *Table = nullptr, *Before = nullptr, *Total = nullptr;
  /// The number of a part's element in Table, and once they are combined in
  /// Before, minus the number of the part.
  int64_t Shift = 0;
  /// The first pass, and whether it scans.
  std::optional<ScanLoop> First;
  bool IsScanFirst = false;
  /// The loop of one thread that scans the totals.
  const Stmt *Totals = nullptr;
  bool IsCombined = false;
  /// Variables of a part with the value that precedes it.
  llvm::DenseSet<const VarDecl *> Offsets;
};

} // namespace

/// The array whose element \p Place is, or else \p Place.
static const Expr *arrayOrSelf(const Expr *Place, const ASTContext &Context) {
  const ElementAccess Element = elementAccess(Place, Context);
  return Element.Base ? Element.Base : strip(Place);
}

/// Whether \p S passes the address of \p Array to a function that may store
/// there.
static bool passes(const Stmt *S, const Expr *Array) {
  return anyNode(S, [&](const Stmt *Node) {
    const auto *Call = dyn_cast<CallExpr>(Node);
    return Call && llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
             const QualType Type = Argument->getType();
             return Type->isPointerType() &&
                    !Type->getPointeeType().isConstQualified() &&
                    sameExpression(Argument->IgnoreParenImpCasts(), Array);
           });
  });
}

/// Whether \p S may change \p Array or an element of it.
static bool changes(const Stmt *S, const Expr *Array,
                    const ASTContext &Context) {
  return passes(S, Array) ||
         llvm::any_of(changedElements(S, Context), [&](const Expr *Place) {
           return sameExpression(arrayOrSelf(Place, Context), Array);
         });
}

static bool mentionsExpr(const Stmt *S, const Expr *Part) {
  return firstExpr(
      S, [&](const Expr *E) { return sameExpression(strip(E), Part); });
}

/// Whether a value \p E in front of the first iteration changes no result of
/// \p Op, as far as that can be said of a constant.
static bool isNeutral(const Expr *E, Operator Op, const ASTContext &Context) {
  const IdentityKind Identity = traits(Op).Identity;
  const bool IsZero =
      Identity == IdentityKind::Zero || Identity == IdentityKind::NegativeZero;
  if (!IsZero && Identity != IdentityKind::One)
    return true; // An extremum begins with a bound of its own.
  Expr::EvalResult Found;
  if (!E || E->isValueDependent() || !E->EvaluateAsRValue(Found, Context))
    return false;
  const APValue &Value = Found.Val;
  return Value.isInt() ? Value.getInt() == (IsZero ? 0 : 1)
         : Value.isFloat()
             ? Value.getFloat().convertToDouble() == (IsZero ? 0 : 1)
             : false;
}

/// The variable to which \p S gives a new value, and that value; null for other
/// statements.
static std::pair<const VarDecl *, const Expr *>
definition(const nest::Statement &S) {
  if (const auto *Declaration = dyn_cast<nest::Declaration>(&S)) {
    const DeclStmt &D = Declaration->declared();
    const auto *Var =
        D.isSingleDecl() ? dyn_cast<VarDecl>(D.getSingleDecl()) : nullptr;
    return {Var, Var ? Var->getInit() : nullptr};
  }
  const Expr *E = S.expression();
  const Assignment Assigned = E ? plainAssignment(E) : Assignment{};
  return {Assigned.Target ? variableOf(strip(Assigned.Target)) : nullptr,
          Assigned.Value};
}

/// The number, among the statements of \p Loop, of that which contains
/// \p Node.
static std::optional<size_t> placeOf(const ScanLoop &Loop, const Stmt *Node) {
  std::optional<size_t> Found;
  size_t Number = 0;
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &S) {
    if (anyNode(S.source(), [&](const Stmt *Each) { return Each == Node; }))
      Found = Number;
    ++Number;
  });
  return Found;
}

/// The index of the element of \p Array that \p E is; null if it is none.
const Expr *TwoPassReader::elementOf(const Expr *E, const Expr *Array) const {
  const ElementAccess Element = elementAccess(E->IgnoreParenCasts(), Context);
  return Array && Element.Base && sameExpression(Element.Base, Array)
             ? Element.Index
             : nullptr;
}

/// Reads `table[thread + 1] = sum`.
bool TwoPassReader::readTotal(const RegionStep &Step) {
  const Expr *E = Step.IsByParts ? Step.Statement->expression() : nullptr;
  const Assignment Stored = E ? plainAssignment(E) : Assignment{};
  const ElementAccess Element =
      Stored.Target ? elementAccess(Stored.Target, Context) : ElementAccess{};
  const VarDecl *Var = variableOf(Element.Base);
  if (!Element.Base || Region.isOwn(Var) || !Region.behindPart(Element.Index))
    return false;
  Table = Before = Element.Base;
  Shift = *Region.behindPart(Element.Index);
  Total = arrayOrSelf(Stored.Value->IgnoreParenCasts(), Context);
  return isSequence(Total->getType()) || Region.isOwn(variableOf(Total));
}

/// Whether the parts divide the iterations of the loop \p Step in their order.
bool TwoPassReader::isDivided(const RegionStep &Step) const {
  const auto *For = dyn_cast<ForStmt>(Step.Statement->source());
  if (!For || !Step.IsByParts)
    return false;
  if (!Step.Sharing) {
    const std::optional<Induction> IV = analyzeInduction(*For, Context, Quiet);
    return IV && IV->Step == 1 && Region.dependsOnPart(For->getInit()) &&
           Region.dependsOnPart(For->getCond());
  }
  return llvm::all_of(Step.Sharing->clauses(), [](const OMPClause *C) {
    const auto *Schedule = dyn_cast_or_null<OMPScheduleClause>(C);
    return !Schedule || (Schedule->getScheduleKind() == OMPC_SCHEDULE_static &&
                         !Schedule->getChunkSize());
  });
}

/// The loop \p Step as one of a directive without clauses for its variables;
/// std::nullopt if it has not the form that OpenMP requires.
std::optional<DirectiveLoop>
TwoPassReader::loopOf(const RegionStep &Step) const {
  const auto *For = dyn_cast<ForStmt>(Step.Statement->source());
  if (!For || (!Step.Sharing && !isCanonical(*For, /*WithOwnVariable=*/false)))
    return std::nullopt;
  Clauses Said;
  Said.ScanLoc = For->getForLoc();
  // Variables that every iteration sets are its own.
  for (const VarDecl *Var : Region.own()) {
    const VariableUse Use = useOf(Var, For->getBody());
    if (Use.IsAssigned && !Use.ReadBefore && !mentions(For->getCond(), Var))
      Said.Privates.push_back(Var);
  }
  return DirectiveLoop{std::move(Said), {For}, {For}};
}

/// The loop \p Step as a scan.
std::optional<ScanLoop> TwoPassReader::scanOf(const RegionStep &Step) const {
  if (!mayBeScan(*Step.Statement->source(), Function, Context, Quiet))
    return std::nullopt;
  const std::optional<DirectiveLoop> Loop = loopOf(Step);
  return Loop ? findPlainScan(*Loop, Function, Context, Quiet) : std::nullopt;
}

/// The loop \p Step as a reduction to \p Of.
std::optional<ScanLoop> TwoPassReader::sumOf(const RegionStep &Step,
                                             const Expr *Of) const {
  std::optional<DirectiveLoop> Loop = loopOf(Step);
  const VarDecl *Var = variableOf(Of);
  if (!Loop || !Var || !Var->getType()->isArithmeticType())
    return std::nullopt;
  Item Sum;
  Sum.Base = Of;
  Sum.Name = Var->getNameAsString();
  Sum.Type = Var->getType().getUnqualifiedType();
  Sum.Op = Operator::Auto;
  Loop->Said.Items.push_back(Sum);
  std::optional<ScanLoop> Read = analyzeLoop(*Loop, Function, Context, Quiet);
  return Read && Read->isFold() ? std::move(Read) : std::nullopt;
}

/// Whether \p Var begins with a value, in front of the step \p At, that does
/// not change what \p Op combines with it.
bool TwoPassReader::beginsNeutral(const VarDecl *Var, Operator Op,
                                  size_t At) const {
  for (const RegionStep &Step : llvm::reverse(Region.steps().take_front(At)))
    if (const auto [Defined, Value] = definition(*Step.Statement);
        Defined == Var)
      return isNeutral(Value, Op, Context);
  return isNeutral(Var->getInit(), Op, Context);
}

/// Reads the last loop in front of the step \p At, which stores the total.
bool TwoPassReader::readFirstPass(size_t At) {
  while (At-- != 0) {
    const RegionStep &Step = Region.steps()[At];
    if (!changes(Step.Statement->source(), Total, Context))
      continue;
    if (!Step.loop() || !isDivided(Step))
      return false;
    First = scanOf(Step);
    IsScanFirst = First.has_value();
    if (!First)
      First = sumOf(Step, Total);
    if (!First)
      return false;
    const Item &Carried = First->Items.back();
    return !Carried.isFunction() && sameExpression(Carried.Base, Total) &&
           (Carried.isArray() ||
            beginsNeutral(variableOf(Total), Carried.Op, At));
  }
  return false;
}

/// Whether \p E is what precedes a part.
bool TwoPassReader::isOffset(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const VarDecl *Var = variableOf(E))
    return Offsets.count(Var);
  // `thread == 0 ? 0 : table[thread - 1]`
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Region.dependsOnPart(Choice->getCond()) &&
           (isOffset(Choice->getTrueExpr()) ||
            isOffset(Choice->getFalseExpr()));
  const Expr *Index = IsCombined ? elementOf(E, Before) : nullptr;
  return Index && Region.behindPart(Index) == Shift;
}

/// Whether the step \p At scans the totals, or reduces those in front of each
/// part.
bool TwoPassReader::combines(size_t At) {
  const RegionStep &Step = Region.steps()[At];
  return Step.IsByParts ? combinesBefore(Step, At)
                        : combinesInOrder(Step) || combinesByCall(Step);
}

/// How far the element that \p Scan stores at \p Index is from the element of
/// the table that the same iteration combines; std::nullopt if it is not
/// constant.
std::optional<int64_t> TwoPassReader::advance(const ScanLoop &Scan,
                                              const Expr *Index) const {
  const Item &Sum = Scan.Items.back();
  if (Sum.Updates.size() != 1 || Sum.Updates.front().Input.size() != 1)
    return std::nullopt;
  const Expr *Input = Sum.Updates.front().Input.front().Value;
  // `v = table[t]`
  if (const VarDecl *Var = variableOf(Input->IgnoreParenCasts());
      Var && Var->getInit())
    Input = Var->getInit();
  const Expr *Read = elementOf(Input, Table);
  const auto Stored = affine(Index, Scan.IV.Var, Context);
  const auto Combined =
      Read ? affine(Read, Scan.IV.Var, Context) : std::nullopt;
  const auto Distance =
      Stored && Combined ? Stored->minus(*Combined) : std::nullopt;
  return Distance && Distance->isConstant()
             ? std::optional<int64_t>(Distance->Constant)
             : std::nullopt;
}

/// Whether \p Scan of the totals stores each sum before it adds the total of
/// the same iteration; std::nullopt if that cannot be said.
static std::optional<bool> isExclusive(const ScanLoop &Scan,
                                       const ArrayUse &Stored,
                                       const ASTContext &Context) {
  const Item &Sum = Scan.Items.back();
  if (Sum.isArray())
    return false;
  const Expr *Store = firstExpr(Scan.body().source(), [&](const Expr *E) {
    const Assignment Assigned = plainAssignment(E);
    const ElementAccess Element = Assigned.Target
                                      ? elementAccess(Assigned.Target, Context)
                                      : ElementAccess{};
    return Element.Base && sameExpression(Element.Base, Stored.Base) &&
           sameExpression(strip(Assigned.Value), Sum.Base);
  });
  const std::optional<size_t> StoredAt = placeOf(Scan, Store);
  const std::optional<size_t> UpdatedAt =
      placeOf(Scan, Sum.Updates.front().Node);
  if (!Store || !StoredAt || !UpdatedAt || StoredAt == UpdatedAt)
    return std::nullopt;
  return *StoredAt < *UpdatedAt;
}

/// One thread: `table[t] += table[t - 1]`, or a sum that is stored to a table.
bool TwoPassReader::combinesInOrder(const RegionStep &Step) {
  const std::optional<ScanLoop> Scan =
      Step.loop() && mentionsExpr(Step.Statement->source(), Table)
          ? scanOf(Step)
          : std::nullopt;
  if (!Scan || Scan->Items.back().Op != First->Items.back().Op)
    return false;
  for (const ArrayUse &A : Scan->Arrays) {
    const auto *Store = llvm::find_if(A.Accesses, [](const Access &Use) {
      return Use.Kind == AccessKind::Write;
    });
    if (Store == A.Accesses.end())
      continue;
    const std::optional<int64_t> Distance = advance(*Scan, Store->Index);
    const std::optional<bool> Excludes = isExclusive(*Scan, A, Context);
    if (!Distance || !Excludes)
      return false;
    Before = A.Base;
    Shift += *Distance - (*Excludes ? 0 : 1);
    Totals = Step.Statement->source();
    return true;
  }
  return false;
}

/// Each thread: `for (t = 0; t < thread; t++) offset += table[t]`.
bool TwoPassReader::combinesBefore(const RegionStep &Step, size_t At) {
  const Stmt *Loop = Step.Statement->source();
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (!For || Step.Sharing || !mentionsExpr(Loop, Table))
    return false;
  const std::optional<Induction> IV = analyzeInduction(*For, Context, Quiet);
  const std::optional<int64_t> Bound =
      IV ? Region.behindPart(IV->Bound) : std::nullopt;
  if (!Bound || IV->Step != 1 ||
      *Bound + (IV->Rel == Relation::LE ? 1 : 0) != Shift)
    return false;
  for (const Expr *Place : changedElements(For->getBody(), Context)) {
    const VarDecl *Var = variableOf(Place);
    const std::optional<ScanLoop> Sum =
        Region.isOwn(Var) ? sumOf(Step, Place) : std::nullopt;
    if (Sum && Sum->Items.back().Op == First->Items.back().Op &&
        beginsNeutral(Var, Sum->Items.back().Op, At)) {
      Offsets.insert(Var);
      return true;
    }
  }
  return false;
}

/// One thread: `std::partial_sum(table.begin(), table.end(), table.begin())`.
bool TwoPassReader::combinesByCall(const RegionStep &Step) {
  const Expr *E = Step.Statement->expression();
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->isInStdNamespace() ||
      !Callee->getDeclName().isIdentifier() || Call->getNumArgs() < 3)
    return false;
  // Without an operator it is addition.
  const StringRef Name = Callee->getName();
  const unsigned Count = Name == "exclusive_scan" ? 4
                         : Name == "partial_sum" || Name == "inclusive_scan"
                             ? 3
                             : 0;
  if (Count == 0 || Call->getNumArgs() != Count ||
      First->Items.back().Op != Operator::Add ||
      !mentionsExpr(Call->getArg(0), Table) ||
      !mentionsExpr(Call->getArg(2), Table))
    return false;
  Shift -= Count == 3;
  return true;
}

/// Whether \p Step gives a variable of the part what precedes it.
bool TwoPassReader::defines(const RegionStep &Step) {
  const auto [Var, Value] = definition(*Step.Statement);
  if (!Var || !Value || !Step.IsByParts || !Region.isOwn(Var))
    return false;
  if (isOffset(Value)) {
    Offsets.insert(Var);
    return true;
  }
  Offsets.erase(Var);
  return false;
}

/// Whether \p Step, which belongs to no pass, changes what the passes use.
bool TwoPassReader::disturbs(const RegionStep &Step) const {
  const Stmt *S = Step.Statement->source();
  const auto Changes = [&](const Expr *Array) {
    return changes(S, Array, Context);
  };
  if (llvm::any_of(First->Arrays, [&](const ArrayUse &A) {
        return A.isStored() && Changes(A.Base);
      }))
    return true;
  // `table[0] = 0` precedes all parts, and `before[parts] = all` follows them.
  const Expr *E = Step.Statement->expression();
  const Assignment Stored = E ? plainAssignment(E) : Assignment{};
  for (const Expr *Array : {Table, Before})
    if (const Expr *Index =
            Stored.Target ? elementOf(Stored.Target, Array) : nullptr;
        Index &&
        (constantValue(Index, Context) ||
         (!Step.IsByParts && variableOf(Stored.Value->IgnoreParenCasts()))))
      return false;
  return Changes(Table) || Changes(Before) ||
         llvm::any_of(Offsets, [&](const VarDecl *Var) {
           return llvm::any_of(
               changedElements(S, Context),
               [&](const Expr *Place) { return variableOf(Place) == Var; });
         });
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
         (Distance == 0 && haveSameValue(A, B));
}

/// The first value of \p Var; null if it is not known.
const Expr *TwoPassReader::firstValueOf(const VarDecl *Var) const {
  if (Var->getInit())
    return Var->getInit();
  for (const RegionStep &Step : Region.steps())
    if (const auto [Defined, Value] = definition(*Step.Statement);
        Defined == Var && Value)
      return Value;
  return nullptr;
}

/// Whether \p A and \p B, which may be in two regions, are computed in the same
/// way from the number of the part.
bool TwoPassReader::haveSameValue(const Expr *A, const Expr *B) const {
  return matches(
      stripImplicit(A), stripImplicit(B),
      [this](const Expr *One, const Expr *Other) -> std::optional<bool> {
        const std::optional<int64_t> Left = Region.behindPart(One);
        if (Left && Left == Region.behindPart(Other))
          return true;
        const VarDecl *Var = variableOf(One), *Twin = variableOf(Other);
        if (!Var || !Twin || Var == Twin || !Region.isOwn(Var) ||
            !Region.isOwn(Twin))
          return std::nullopt;
        const Expr *Value = firstValueOf(Var), *Same = firstValueOf(Twin);
        return Value && Same && haveSameValue(Value, Same);
      });
}

/// Whether a loop over \p IV has the iterations of the first pass, and the
/// first
/// \p Behind iterations before them.
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
  const auto IsUpdate = [&](const Stmt *S) {
    return llvm::any_of(Sum.Updates, [&](const Update &U) {
      return U.Node == S && !U.YieldsOld;
    });
  };
  const Expr *Place = nullptr;
  unsigned Stores = 0, OtherUses = 0;
  forEachNode(Scan.body().source(), [&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    if (IsUpdate(S))
      return false;
    const Assignment Stored = E ? plainAssignment(E) : Assignment{};
    const Expr *Value =
        Stored.Value ? Stored.Value->IgnoreParenCasts() : nullptr;
    const bool IsOfItem = Value && variableOf(Value) == Var;
    if (IsOfItem || (Value && IsUpdate(Value))) {
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
         isOffset(U.Input.front().Value);
}

/// Whether \p Loop adds what precedes the part to the elements that the first
/// pass has stored, and does nothing else.
bool TwoPassReader::isAdded(const nest::InnerLoop &Loop) const {
  const nest::Statement *Only = nest::onlyStatement(Loop.body());
  const Expr *Place = nullptr;
  if (!Only || !addsOffset(*Only, Place))
    return false;
  const std::optional<Induction> IV =
      analyzeInduction(*cast<ForStmt>(Loop.source()), Context, Quiet);
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
                 sameExpression(arrayOrSelf(Stored.Target, Context), A.Base);
        }))
      Results.push_back(A.Base);
  }
  return Results.empty() ? All : Results;
}

/// The result, where the pass \p Second completes \p Scan.
TwoPassScan TwoPassReader::finish(ScanLoop &Scan,
                                  const RegionStep &Second) const {
  auto Results = resultsOf(Scan, Context);
  return {std::move(Scan), std::move(Results), Second.Sharing != nullptr,
          Totals};
}

/// Reads from the step \p At on, which stores the total of a part.
std::optional<TwoPassScan> TwoPassReader::readFrom(size_t At) {
  IsCombined = false;
  Totals = nullptr;
  Offsets.clear();
  if (!readTotal(Region.steps()[At]) || !readFirstPass(At))
    return std::nullopt;
  while (++At != Region.steps().size()) {
    const RegionStep &Step = Region.steps()[At];
    if (IsCombined && Step.loop() && isDivided(Step)) {
      if (IsScanFirst) {
        if (loopOf(Step) && isAdded(*Step.loop()))
          return finish(*First, Step);
      } else if (std::optional<ScanLoop> Second = scanOf(Step)) {
        const Item &Sum = Second->Items.back();
        if (Sum.Op == First->Items.back().Op &&
            Offsets.count(variableOf(Sum.Base)) &&
            haveSameBounds(Second->IV, /*Behind=*/0) &&
            doesSameWork(*First, *Second))
          return finish(*Second, Step);
      }
    }
    if (!IsCombined && combines(At)) {
      IsCombined = true;
      continue;
    }
    if (!defines(Step) && disturbs(Step))
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
    const ASTContext &Context, const Diagnostics &Quiet) {
  return TwoPassReader(Statements, Function, Context, Quiet).read();
}
