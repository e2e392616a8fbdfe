//===- PartTotals.cpp - Totals of the parts of a region -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/PartTotals.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isNeutral(const Expr *E, Operator Op,
                                const ASTContext &Context) {
  const IdentityKind Identity = traits(Op).Identity;
  const bool IsZero =
      Identity == IdentityKind::Zero || Identity == IdentityKind::NegativeZero;
  if (!IsZero && Identity != IdentityKind::One)
    return true; // An extremum begins with a bound of its own.
  Expr::EvalResult Found;
  if (!E || E->isValueDependent() || !E->EvaluateAsRValue(Found, Context))
    return false;
  const APValue &Value = Found.Val;
  const int Neutral = IsZero ? 0 : 1;
  return (Value.isInt() && Value.getInt() == Neutral) ||
         (Value.isFloat() && (IsZero ? Value.getFloat().isZero()
                                     : Value.getFloat().isExactlyValue(1)));
}

static bool mentionsExpr(const Stmt *S, const Expr *Part) {
  return firstExpr(
      S, [&](const Expr *E) { return sameExpression(strip(E), Part); });
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

/// The element that \p E is a fixed part of: `t[i]` for `t[i].v` and `t[i][0]`;
/// null if it is no such part.
static const Expr *wholeOf(const Expr *E, const ASTContext &Context) {
  E = strip(E);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? nullptr : strip(Member->getBase());
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  const Expr *Row =
      Subscript ? Subscript->getBase()->IgnoreParenImpCasts() : nullptr;
  return Row && Row->getType()->isArrayType() &&
                 constantValue(Subscript->getIdx(), Context)
             ? Row
             : nullptr;
}

/// The element of a table that \p E is, or a part of which it is.
static ElementAccess tableElement(const Expr *E, const ASTContext &Context) {
  const Expr *Whole = wholeOf(E, Context);
  const ElementAccess Around =
      Whole ? tableElement(Whole, Context) : ElementAccess{};
  return Around.Base ? Around : elementAccess(strip(E), Context);
}

/// The index of the element of \p Array that \p E is, or is in; null if it is
/// none.
const Expr *PartTotals::elementOf(const Expr *E, const Expr *Array) const {
  const ElementAccess Element = tableElement(E->IgnoreParenCasts(), Context);
  return Array && Element.Base && sameExpression(Element.Base, Array)
             ? Element.Index
             : nullptr;
}

/// How far the element \p Index of a table with \p Stride is behind that with
/// the number of the part; std::nullopt if it does not follow that number.
std::optional<int64_t> PartTotals::shiftOf(const Expr *Index,
                                           int64_t Stride) const {
  const std::optional<PlaceOfPart> Place = Region.placeOfPart(Index);
  return Place && Place->Stride == Stride ? std::optional<int64_t>(Place->Shift)
                                          : std::nullopt;
}

bool PartTotals::begin(const RegionStep &Step) {
  const Expr *E = Step.IsByParts ? Step.Statement->expression() : nullptr;
  const Assignment Stored = E ? plainAssignment(E) : Assignment{};
  const ElementAccess Element =
      Stored.Target ? tableElement(Stored.Target, Context) : ElementAccess{};
  const VarDecl *Var = variableOf(Element.Base);
  const auto Place = Region.placeOfPart(Element.Index);
  if (!Element.Base || Region.isOwn(Var) || !Place)
    return false;
  Table = Before = Element.Base;
  Shift = Place->Shift;
  Stride = StrideBefore = Place->Stride;
  beginColumn(*Stored.Target);
  const Expr *Value = Stored.Value->IgnoreParenCasts();
  const Expr *Array = elementAccess(Value, Context).Base;
  Total = Array ? Array : strip(Value);
  ScanOfTotals = nullptr;
  IsCombined = false;
  Offsets.clear();
  return isSequence(Total->getType()) || Region.isOwn(variableOf(Total));
}

bool PartTotals::follow(const RegionStep &Step) {
  const auto [Var, Value] = definition(*Step.Statement);
  const Expr *Other = Var && Value ? Value->IgnoreParenCasts() : nullptr;
  if (!Other || Var != variableOf(Total) || !Region.isOwn(variableOf(Other)))
    return false;
  Total = Other;
  return true;
}

bool PartTotals::isOffset(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const VarDecl *Var = variableOf(E))
    return Offsets.count(Var);
  // `thread == 0 ? 0 : table[thread - 1]`
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Region.dependsOnPart(Choice->getCond()) &&
           (isOffset(Choice->getTrueExpr()) ||
            isOffset(Choice->getFalseExpr()));
  const Expr *Index = IsCombined ? elementOf(E, Before) : nullptr;
  return Index && shiftOf(Index, StrideBefore) == Shift;
}

bool PartTotals::combine(size_t At, Operator Op) {
  const Expr *const OfParts = Table;
  const RegionStep Step = withColumn(Region.steps()[At]);
  if (Column)
    Table = Column;
  IsCombined =
      Step.IsByParts
          ? combineBefore(At, Step, Op) || combineBeforeByCall(Step, Op)
          : combineInOrder(Step, Op) || combineByCall(Step, Op);
  Table = OfParts;
  if (Column && sameExpression(Before, Column))
    Before = OfParts;
  return IsCombined;
}

/// Notes the column of \p Place, `table[i][0]` or `table[i].v`, if it is one:
/// the analysis knows no scans of such parts.
void PartTotals::beginColumn(const Expr &Place) {
  Column = nullptr;
  OfColumn = strip(&Place);
  const Expr *Whole = wholeOf(OfColumn, Context);
  if (!Whole || !tableElement(Whole, Context).Base)
    return;
  auto &Nodes = const_cast<ASTContext &>(Context);
  const SourceLocation Loc = Place.getExprLoc();
  const QualType Type = Nodes.getPointerType(Place.getType());
  auto *Var =
      VarDecl::Create(Nodes, Nodes.getTranslationUnitDecl(), Loc, Loc,
                      &Nodes.Idents.get("totals"), Type,
                      Nodes.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Column = referTo(Var, Loc, Context);
}

/// The number of the row that \p E is in the column of; null if it is not.
const Expr *PartTotals::rowOf(const Expr *E) const {
  E = strip(E);
  const Expr *Known = OfColumn;
  while (const Expr *Around = wholeOf(Known, Context)) {
    if (!tableElement(Around, Context).Base)
      break;
    const Expr *Whole = wholeOf(E, Context);
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Same = dyn_cast<MemberExpr>(Known);
    if (!Whole || !Member != !Same ||
        (Member
             ? Member->getMemberDecl() != Same->getMemberDecl()
             : constantValue(cast<ArraySubscriptExpr>(E)->getIdx(), Context) !=
                   constantValue(cast<ArraySubscriptExpr>(Known)->getIdx(),
                                 Context)))
      return nullptr;
    E = Whole;
    Known = Around;
  }
  const ElementAccess Row = elementAccess(E, Context);
  return Row.Base && sameExpression(Row.Base, Table) ? Row.Index : nullptr;
}

/// \p S with `Column[i]` in the place of `table[i][0]`.
Stmt *PartTotals::withColumn(Stmt *S, TreeRewriter &Rewriter) const {
  const auto *Part = dyn_cast<Expr>(S);
  if (const Expr *Row = Part && isa<ArraySubscriptExpr, MemberExpr>(Part)
                            ? rowOf(Part)
                            : nullptr)
    return new (Context) ArraySubscriptExpr(
        loadOf(const_cast<Expr *>(Column), Context), const_cast<Expr *>(Row),
        Part->getType(), VK_LValue, OK_Ordinary, Part->getExprLoc());
  return Rewriter.rebuilt(
      S, [&](Stmt *Child) { return withColumn(Child, Rewriter); });
}

RegionStep PartTotals::withColumn(RegionStep Step) {
  auto *Source = const_cast<Stmt *>(Step.Statement->source());
  if (!Column || !Step.loop())
    return Step;
  TreeRewriter Rewriter(*Source, const_cast<ASTContext &>(Context));
  Stmt *New = Rewriter.finished(withColumn(Source, Rewriter));
  Bodies.push_back(std::make_unique<nest::Body>(*New, Context));
  Step.Statement = &Bodies.back()->root();
  return Step;
}

/// How many parts the element that \p Scan stores at \p Index is from the
/// element of the table that the same iteration combines; std::nullopt if that
/// is not constant. \p Apart becomes the distance between the elements of two
/// parts.
std::optional<int64_t> PartTotals::advance(const ScanLoop &Scan,
                                           const Expr *Index,
                                           int64_t &Apart) const {
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
  if (!Stored || !Combined || Scan.IV.Step != 1)
    return std::nullopt;
  // `before[t + 1]`, from `table[t * 16]`
  if (Stride != 1 && Stored->Coefficient == 1) {
    const bool IsPlain =
        Stored->Strides.empty() && Stored->Symbols.empty() &&
        Combined->Strides.empty() && Combined->Symbols.empty() &&
        Combined->Coefficient == Stride && Combined->Constant % Stride == 0;
    Apart = 1;
    return IsPlain ? std::optional<int64_t>(Stored->Constant -
                                            Combined->Constant / Stride)
                   : std::nullopt;
  }
  Apart = Stride;
  const auto Distance = Stored->minus(*Combined);
  return Distance && Distance->isConstant() &&
                 Distance->Constant % Stride == 0 &&
                 (Stride == 1 || Combined->Coefficient == Stride)
             ? std::optional<int64_t>(Distance->Constant / Stride)
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
                                      ? tableElement(Assigned.Target, Context)
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
bool PartTotals::combineInOrder(const RegionStep &Step, Operator Op) {
  const std::optional<ScanLoop> Scan =
      Step.loop() && mentionsExpr(Step.Statement->source(), Table)
          ? Loops.scanOf(Step)
          : std::nullopt;
  if (!Scan || Scan->Items.back().Op != Op)
    return false;
  for (const ArrayUse &A : Scan->Arrays) {
    const auto *Store = llvm::find_if(A.Accesses, [](const Access &Use) {
      return Use.Kind == AccessKind::Write;
    });
    if (Store == A.Accesses.end())
      continue;
    int64_t Apart = 1;
    const std::optional<int64_t> Distance = advance(*Scan, Store->Index, Apart);
    const std::optional<bool> Excludes = isExclusive(*Scan, A, Context);
    if (!Distance || !Excludes)
      return false;
    Before = A.Base;
    StrideBefore = Apart;
    Shift += *Distance - (*Excludes ? 0 : 1);
    ScanOfTotals = Step.Statement->source();
    return true;
  }
  return false;
}

/// Whether \p Sum, as far as can be said, reads the total of a part in each
/// iteration.
bool PartTotals::readsEachTotal(const ScanLoop &Sum) const {
  const auto &Updates = Sum.Items.back().Updates;
  const Expr *Read = Updates.size() == 1 && Updates.front().Input.size() == 1
                         ? elementOf(Updates.front().Input.front().Value, Table)
                         : nullptr;
  const auto Place = Read ? affine(Read, Sum.IV.Var, Context) : std::nullopt;
  return Place ? Place->Coefficient == Stride : Stride == 1;
}

/// Each thread: `for (t = 0; t < thread; t++) offset += table[t]`.
bool PartTotals::combineBefore(size_t At, const RegionStep &Step, Operator Op) {
  const Stmt *Loop = Step.Statement->source();
  const std::optional<Induction> IV = !Step.Sharing && mentionsExpr(Loop, Table)
                                          ? Loops.inductionOf(Step)
                                          : std::nullopt;
  const std::optional<int64_t> Lower =
      IV ? constantValue(IV->Lower, Context) : std::nullopt;
  const std::optional<int64_t> Bound =
      IV ? Region.behindPart(IV->Bound) : std::nullopt;
  if (!Lower || !Bound || *Lower < 0 || *Lower > Shift || IV->Step != 1 ||
      *Bound + (IV->Rel == Relation::LE ? 1 : 0) != Shift)
    return false;
  for (const Expr *Place : changedElements(Loop, Context)) {
    const VarDecl *Var = variableOf(Place);
    const std::optional<ScanLoop> Sum = Region.isOwn(Var) && Var != IV->Var
                                            ? Loops.sumOf(Step, Place)
                                            : std::nullopt;
    if (Sum && Sum->Items.back().Op == Op && readsEachTotal(*Sum) &&
        isNeutral(Region.valueBefore(Var, At), Op, Context)) {
      Offsets.insert(Var);
      return true;
    }
  }
  return false;
}

/// The call of a function of the C++ library that \p E is, and the function's
/// name; null if it is something else.
static std::pair<const CallExpr *, StringRef> libraryCall(const Expr *E) {
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->isInStdNamespace() ||
      !Callee->getDeclName().isIdentifier())
    return {nullptr, ""};
  return {Call, Callee->getName()};
}

/// One thread: `std::partial_sum(table.begin(), table.end(), table.begin())`.
bool PartTotals::combineByCall(const RegionStep &Step, Operator Op) {
  // Without an operator it is addition.
  const auto [Call, Name] = libraryCall(Step.Statement->expression());
  const unsigned Count = Name == "exclusive_scan" ? 4
                         : Name == "partial_sum" || Name == "inclusive_scan"
                             ? 3
                             : 0;
  if (Count == 0 || Call->getNumArgs() != Count || Op != Operator::Add ||
      Stride != 1 || !mentionsExpr(Call->getArg(0), Table) ||
      !mentionsExpr(Call->getArg(2), Table))
    return false;
  Shift -= Count == 3;
  return true;
}

/// The operands of \p E, a sum of numbers or of an iterator and a number; null
/// if it is something else.
static std::pair<const Expr *, const Expr *> summandsOf(const Expr *E) {
  E = strip(E);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return Call->getOperator() == OO_Plus && Call->getNumArgs() == 2
               ? std::pair(Call->getArg(0), Call->getArg(1))
               : std::pair<const Expr *, const Expr *>();
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  return Sum && Sum->getOpcode() == BO_Add
             ? std::pair<const Expr *, const Expr *>(Sum->getLHS(),
                                                     Sum->getRHS())
             : std::pair<const Expr *, const Expr *>();
}

/// How far \p E, a pointer or an iterator plus numbers, is behind the number of
/// the part; std::nullopt if it does not follow that number.
std::optional<int64_t> PartTotals::distanceIn(const Expr *E) const {
  const auto [Begin, Number] = summandsOf(E);
  if (!Number)
    return std::nullopt;
  // `begin + thread + 1`
  if (const std::optional<int64_t> More = constantValue(Number, Context)) {
    const std::optional<int64_t> Rest = distanceIn(Begin);
    return Rest ? std::optional<int64_t>(*Rest + *More) : std::nullopt;
  }
  return Region.behindPart(Number);
}

/// Each thread: `offset = std::accumulate(table, table + thread, 0)`.
bool PartTotals::combineBeforeByCall(const RegionStep &Step, Operator Op) {
  const auto [Var, Value] = definition(*Step.Statement);
  const auto [Call, Name] = libraryCall(Value);
  if ((Name != "accumulate" && Name != "reduce") || Call->getNumArgs() != 3 ||
      Op != Operator::Add || Stride != 1 || !Region.isOwn(Var) ||
      !isNeutral(Call->getArg(2), Op, Context) ||
      !mentionsExpr(Call->getArg(0), Table) ||
      Region.dependsOnPart(Call->getArg(0)) ||
      !mentionsExpr(Call->getArg(1), Table) ||
      distanceIn(Call->getArg(1)) != Shift)
    return false;
  Offsets.insert(Var);
  return true;
}

bool PartTotals::define(const RegionStep &Step) {
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

/// Whether \p S may change \p Array, or an element of it.
bool PartTotals::mayChangeTable(const Stmt *S, const Expr *Array) const {
  return mayChange(S, Array, Context) ||
         llvm::any_of(changedElements(S, Context), [&](const Expr *Place) {
           const Expr *Changed = tableElement(Place, Context).Base;
           return Changed && sameExpression(Changed, Array);
         });
}

bool PartTotals::areDisturbed(const RegionStep &Step) const {
  const Stmt *S = Step.Statement->source();
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
  return mayChangeTable(S, Table) || mayChangeTable(S, Before) ||
         llvm::any_of(Offsets, [&](const VarDecl *Var) {
           return llvm::any_of(
               changedElements(S, Context),
               [&](const Expr *Place) { return variableOf(Place) == Var; });
         });
}
