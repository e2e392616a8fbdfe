//===- HostBuilder.cpp - From a ScanLoop to host code ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBuilder.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Host/ClauseCode.h"
#include "Host/PhaseCode.h"
#include "Host/ReadConditions.h"
#include "Host/Variables.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "ompscan/data.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

std::string HostBuilder::location(const ScanLoop &Loop) const {
  return describePlace(Context, Loop.Loc, Loop.Function);
}

/// A variable that holds \p Value, whose declaration goes to \p Statements.
Expr *HostBuilder::keep(Expr *Value, SmallVectorImpl<Stmt *> &Statements) {
  return referTo(declareConst(S, "__ompscan_scalar", Value->getType(), Value,
                              Statements, Loc),
                 Loc, Context);
}

/// The number of iterations of \p IV, which any bounds may have, or a number
/// below 1 if there are none. Null if that cannot be built.
Expr *HostBuilder::iterations(const Induction &IV, const Rebase &Move) {
  Expr *Lower = Calls.value(Move.expression(IV.Lower));
  Expr *Bound = Calls.value(Move.expression(IV.Bound));
  if (!Lower || !Bound)
    return nullptr;
  Expr *Distance = IV.Step > 0 ? Calls.compute(Bound, BO_Sub, Lower)
                               : Calls.compute(Lower, BO_Sub, Bound);
  const int64_t Width = IV.Step > 0 ? IV.Step : -IV.Step;
  return Distance && Width > 1 ? Calls.quotient(Distance, Width) : Distance;
}

/// \p E, a first value or a bound of \p IV, as the condition compares it, which
/// may be in a type that neither has.
Expr *HostBuilder::compared(const Expr *E, const Induction &IV,
                            const Rebase &Move) {
  const QualType Own = E == IV.Lower ? IV.Type : IV.ComparedType;
  return Calls.integer(Calls.integer(Move.expression(E), Own), IV.ComparedType);
}

/// Whether \p IV has an iteration; null if that cannot be built.
Expr *HostBuilder::hasIteration(const Induction &IV, const Rebase &Move) {
  Expr *Lower = compared(IV.Lower, IV, Move);
  Expr *Bound = compared(IV.Bound, IV, Move);
  const BinaryOperatorKind Kind = IV.Rel == Relation::LT   ? BO_LT
                                  : IV.Rel == Relation::LE ? BO_LE
                                  : IV.Rel == Relation::GT ? BO_GT
                                  : IV.Rel == Relation::GE ? BO_GE
                                                           : BO_NE;
  return Lower && Bound
             ? S.BuildBinOp(/*Scope=*/nullptr, Loc, Kind, Lower, Bound).get()
             : nullptr;
}

/// The number of iterations of \p IV, in 64 bits; null if it cannot be built.
Expr *HostBuilder::exactIterations(const Induction &IV, const Rebase &Move) {
  Expr *Lower = compared(IV.Lower, IV, Move);
  Expr *Bound = compared(IV.Bound, IV, Move);
  if (!Lower || !Bound)
    return nullptr;
  const bool IsInclusive = IV.Rel == Relation::LE || IV.Rel == Relation::GE;
  Expr *Runs = hasIteration(IV, Move);
  Expr *Distance = IV.Step > 0 ? Calls.compute(Bound, BO_Sub, Lower)
                               : Calls.compute(Lower, BO_Sub, Bound);
  const int64_t Width = IV.Step > 0 ? IV.Step : -IV.Step;
  // ceil(Distance / Width), or floor(Distance / Width) + 1
  if (Distance && Width > 1)
    Distance = Calls.compute(
        Calls.compute(Distance, BO_Add,
                      Calls.number(IsInclusive ? Width : Width - 1)),
        BO_Div, Calls.number(Width));
  else if (Distance && IsInclusive)
    Distance = Calls.compute(Distance, BO_Add, Calls.number(1));
  return Runs && Distance ? S.ActOnConditionalOp(Loc, Loc, Runs, Distance,
                                                 Calls.value(Calls.number(0)))
                                .get()
                          : nullptr;
}

/// Adds to \p Idle, which may be null, that \p Condition, if it is not null,
/// does not hold. False if that cannot be built.
bool HostBuilder::addUnless(Expr *Condition, Expr *&Idle) {
  bool Always = false;
  if (!Condition ||
      (Condition->EvaluateAsBooleanCondition(Always, Context) && Always))
    return true;
  Expr *Fails =
      S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_LNot, Condition).get();
  Idle = Idle && Fails
             ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LOr, Idle, Fails).get()
             : Fails;
  return Idle != nullptr;
}

/// \p Idle where loops without iterations need not call the runtime. Processes
/// that share loops exchange the totals of all of them, and have a negative
/// limit of short loops.
Expr *HostBuilder::unlessShared(Expr *Idle) {
  Expr *NeedsNoCall = Idle ? Calls.isShort(Calls.number(-1), 1) : nullptr;
  return NeedsNoCall
             ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LAnd, Idle, NeedsNoCall)
                   .get()
             : nullptr;
}

/// Whether all items of \p Loop exist: the iterations may use one that is the
/// target of a null pointer nowhere. Null if that is certain.
Expr *HostBuilder::itemsExist(const ScanLoop &Loop, const Rebase &Move) {
  ReadConditions Used(S, Calls, Loop, Move, Loc);
  Expr *All = nullptr;
  for (const Item &I : Loop.Items)
    for (const Item::Place &Place : I.places())
      if (Expr *Exists = Used.of(Place.At))
        All = All ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LAnd, All, Exists)
                        .get()
                  : Exists;
  return All;
}

/// Whether the bounds of \p Inner depend on one of the loops \p All.
static bool dependsOn(const Induction &Inner, ArrayRef<const Induction *> All) {
  return llvm::any_of(All, [&](const Induction *Outer) {
    return mentions(Inner.Lower, Outer->Var) ||
           mentions(Inner.Bound, Outer->Var);
  });
}

/// The work of an iteration of \p Loop, by which the object code decides
/// whether the loop is too short for a call of the runtime.
///
/// The call that runs the machine code of a short scan (ShortScan.h) takes
/// 50 ns on an AMD EPYC and up to 200 ns on a Xeon. In nanoseconds, an
/// iteration takes there, as it is written and by its machine code: a linear
/// recurrence of floats 1.6 and 0.5, 2.3 and 0.7; a sum of floats 0.8 and 0.3,
/// 0.7 and 0.5; sums of bytes and maxima of int 0.3 and 0.15. So the call pays
/// from 250, 600 and 1000 iterations on. A selection takes 0.2, and 0.3 to 5 as
/// it is written, by how predictable its condition is: from 600 on. Machine
/// code that calls exponentials pays from 100 on. Without optimization, a
/// debugger is to see the loop as it is written.
unsigned HostBuilder::shortWork(const ScanLoop &Loop, const Program &P) const {
  // Parts of the usual limit.
  constexpr unsigned ForLinear = 160, ForFloats = 64, ForOthers = 40,
                     Most = 400;
  const Item &I = Loop.Items.front();
  const bool IsSelection = P.Template == OMPSCAN_TEMPLATE_SELECTION;
  if (!Optimizes || !Loop.Outer.empty() ||
      (P.Template != OMPSCAN_TEMPLATE_SCAN && !IsSelection) ||
      !(P.Traits & OMPSCAN_TRAIT_IS_FAST_ALONE) ||
      (P.Features & ~OMPSCAN_FEATURE_SHORT_SCAN_MASK) != 0)
    return P.Work;
  const bool IsExtremum = traits(I.Op).Family == OperatorFamily::Extremum;
  const unsigned Part =
      I.isLinear() || I.Op == Operator::Affine ? ForLinear
      : IsSelection || (I.Type->isRealFloatingType() && !IsExtremum)
          ? ForFloats
          : ForOthers;
  return std::max(P.Work, std::min(P.Work * Part, Most));
}

/// Keeps whether the host runs the loop of \p Loop, whose iterations take
/// \p Work, without asking the runtime: it is short, or has no iterations. The
/// values of a launch need not be defined then. False if that cannot be built.
bool HostBuilder::addShort(const ScanLoop &Loop, unsigned Work,
                           const Rebase &Move,
                           SmallVectorImpl<Stmt *> &Statements) {
  Short = nullptr;
  llvm::SmallVector<const Induction *, 3> All;
  for (const NestedLoop &Next : Loop.Outer)
    All.push_back(&Next.IV);
  All.push_back(&Loop.IV);
  if (const ParallelLoop *Parallel = Loop.parallel())
    for (const NestedLoop &Next : Parallel->Nested)
      All.push_back(&Next.IV);
  // From the outside to the inside, as the sequential loops evaluate bounds.
  Expr *Holds = nullptr, *Product = nullptr;
  bool Depends = false;
  for (const Induction *Each : All) {
    Depends |= dependsOn(*Each, All);
    if (Depends)
      break;
    Expr *Runs = hasIteration(*Each, Move);
    Expr *Count = iterations(*Each, Move);
    Product = Product && Count ? Calls.compute(Product, BO_Mul, Count) : Count;
    if (!Runs || !Product || !addUnless(Runs, Holds))
      return false;
  }
  if (Loop.Outer.empty() && !addUnless(itemsExist(Loop, Move), Holds))
    return false;
  Holds = unlessShared(Holds);
  if (Work != 0 && !Depends && !haveLongSums(Loop.Items)) {
    Expr *IsShort = Calls.isShort(Product, Work);
    Holds =
        Holds && IsShort
            ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LOr, Holds, IsShort).get()
            : IsShort;
    if (!Holds)
      return false;
  }
  setShort(Holds, Statements);
  return true;
}

/// Keeps the same of one row of \p Loop, in \p Statements of the row.
bool HostBuilder::addShortRow(const ScanLoop &Loop, const Rebase &Move,
                              SmallVectorImpl<Stmt *> &Statements) {
  llvm::SmallVector<const Induction *, 2> Rows;
  for (const NestedLoop &Next : Loop.Outer)
    Rows.push_back(&Next.IV);
  Expr *Holds = nullptr;
  if (dependsOn(Loop.IV, Rows)) {
    Expr *Runs = hasIteration(Loop.IV, Move);
    if (!Runs || !addUnless(Runs, Holds))
      return false;
  }
  if (!addUnless(itemsExist(Loop, Move), Holds))
    return false;
  Holds = unlessShared(Holds);
  if (Holds && Short) {
    Holds = S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LOr, Short, Holds).get();
    if (!Holds)
      return false;
  }
  setShort(Holds, Statements);
  return true;
}

/// Keeps \p Holds, if it is not null, as Short.
void HostBuilder::setShort(Expr *Holds, SmallVectorImpl<Stmt *> &Statements) {
  if (Holds)
    Short = referTo(declareConst(S, "__ompscan_short", Holds->getType(), Holds,
                                 Statements, Loc),
                    Loc, Context);
}

/// \p E, or \p IfShort if the loop is short. \p E may be null.
Expr *HostBuilder::unlessShort(Expr *E, Expr *IfShort) {
  return E && Short ? S.ActOnConditionalOp(Loc, Loc, Short, IfShort, E).get()
                    : E;
}

/// \p Statement if the loop is not short. Null if that cannot be built.
Stmt *HostBuilder::unlessShort(Stmt *Statement) {
  return Statement && Short ? unless(Short, Statement) : Statement;
}

/// Has the results of \p Launch copied to the program's scalars, or back. False
/// if that cannot be built.
bool HostBuilder::addCopies(const Launched &Launch, bool ToScalars,
                            SmallVectorImpl<Stmt *> &Statements) {
  for (const LaunchBuilder::ScalarCopy &Each : Launch.Copies) {
    if (!Each.IsResult)
      continue;
    auto *Scalar = const_cast<VarDecl *>(Each.Scalar);
    Expr *Sides[] = {referTo(Scalar, Loc, Context),
                     referTo(Each.Copy, Loc, Context)};
    const ExprResult Assigned = S.BuildBinOp(
        /*Scope=*/nullptr, Loc, BO_Assign, Sides[!ToScalars], Sides[ToScalars]);
    if (Assigned.isInvalid())
      return false;
    Statements.push_back(Assigned.get());
  }
  return true;
}

/// Keeps whether `if` clauses, and containers that must have elements, leave
/// the loop to the device: \p Condition, null where there are none. False if
/// that cannot be built.
bool HostBuilder::addCondition(const ScanLoop &Loop, const Rebase &Move,
                               llvm::SmallVectorImpl<Stmt *> &Statements,
                               Expr *&Condition) {
  if (Loop.Where.Conditions.empty() && Loop.NotEmpty.empty())
    return true;
  llvm::SmallVector<Expr *, 2> All;
  for (const Expr *E : Loop.Where.Conditions)
    All.push_back(Move.expression(stripImplicit(E)));
  ReadConditions Used(S, Calls, Loop, Move, Loc);
  for (const Expr *Container : Loop.NotEmpty) {
    Expr *Size =
        Calls.value(callMember(S, Move.expression(Container), "size", Loc));
    const auto SizeIf = [&](Expr *Exists, int64_t Otherwise) {
      Expr *Other = Calls.value(Calls.number(Otherwise));
      if (Exists && Size)
        Size = S.ActOnConditionalOp(Loc, Loc, Exists, Size, Other).get();
    };
    // Conditions may depend on rows.
    if (Loop.Outer.empty())
      SizeIf(Used.of(Container), 1);
    else
      SizeIf(Used.pointersOf(Container), 0);
    All.push_back(unlessShort(Size, Calls.value(Calls.number(0))));
  }
  Expr *Holds = allHold(S, All, Loc);
  // It is used twice, and perhaps in every row.
  Condition = Holds ? keep(Holds, Statements) : nullptr;
  return Condition != nullptr;
}

/// \p Launch, which several launches may do as well, if \p Condition leaves the
/// loop to the device.
Expr *HostBuilder::attemptIf(Expr *Condition, Expr *Launch) {
  return Launch && Condition
             ? S.ActOnConditionalOp(Loc, Loc, Condition, Launch, Calls.no())
                   .get()
             : Launch;
}

/// \p Launch if \p Condition, of `if` clauses, leaves the loop to the device;
/// null where there are none.
Expr *HostBuilder::launchUnlessSkipped(const ScanLoop &Loop, Expr *Launch,
                                       Expr *Condition) {
  if (!Condition)
    return Launch;
  Expr *Skip = Calls.skip(location(Loop));
  if (!Skip)
    return nullptr;
  return S.ActOnConditionalOp(Loc, Loc, Condition, Launch, Skip).get();
}

/// Scalars that the loop leaves or that its clauses map may be mapped on the
/// device: what brings their values to the host in front of the loop goes to
/// \p Statements. Answers false if it cannot be built; \p End becomes what
/// follows the loop, or null.
bool HostBuilder::bringScalars(const ScanLoop &Loop, Expr *Condition,
                               const Rebase &Move,
                               SmallVectorImpl<Stmt *> &Statements,
                               Stmt *&End) {
  Expr *Handle = nullptr;
  auto Add = [&](const Expr *Scalar, unsigned Flags) {
    if (const VarDecl *Var = variableOf(strip(Scalar));
        Var && Loop.Unexposed.contains(Var->getCanonicalDecl()))
      return true; // Nothing maps it.
    if (!Handle)
      Handle = Calls.host(location(Loop),
                          deviceNumber(Calls, Loop.Where.Device, Move));
    if (!Handle)
      return false;
    Expr *Place = Move.expression(Scalar);
    const int64_t Size =
        Context.getTypeSizeInChars(Place->getType()).getQuantity();
    Handle = Calls.hostUses(Handle, Place, /*IsPointer=*/false,
                            Calls.number(Size), Flags);
    return Handle != nullptr;
  };
  for (const Item &I : Loop.Items)
    for (const Item::Place &Place : I.places())
      if (!Add(Place.At, 0))
        return false;
  for (const DeclRefExpr *Last : Loop.Lasts)
    if (!Add(Last, 0))
      return false;
  for (const Expr *Scalar : Loop.Where.MappedScalars)
    if (!Add(Scalar, OMPSCAN_HOST_READS))
      return false;
  if (!Handle)
    return true;
  Handle = Calls.finish("__ompscan_host_begin", Handle, /*Answers=*/true);
  if (Handle && Condition)
    Handle =
        S.ActOnConditionalOp(Loc, Loc, Condition, Handle, Calls.null()).get();
  Handle = unlessShort(Handle, Calls.null());
  if (!Handle)
    return false;
  VarDecl *Var = declareConst(S, "__ompscan_host", Context.VoidPtrTy, Handle,
                              Statements, Loc);
  End =
      unlessShort(Calls.finish("__ompscan_host_end", referTo(Var, Loc, Context),
                               /*Answers=*/false));
  return End != nullptr;
}

/// Declares a variable that \p Move puts in the place of \p Var.
DeclStmt *HostBuilder::copyVariable(const VarDecl *Var, Rebase &Move) {
  const QualType Type = Var->getType().getNonReferenceType();
  VarDecl *Own =
      VarDecl::Create(Context, Target, Loc, Loc, Var->getIdentifier(), Type,
                      Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Own->setImplicit();
  Own->setReferenced();
  Own->setIsUsed();
  Move.replace(Var, Own);
  return new (Context) DeclStmt(DeclGroupRef(Own), Loc, Loc);
}

/// Whether the host may begin with an iteration in the middle of \p Loop.
static bool resumes(const ScanLoop &Loop) {
  if (!Loop.countedLoops().empty() || !Loop.Fills.empty())
    return false;
  const Stmt *Init = Loop.For->getInit();
  if (const auto *Declared = dyn_cast<DeclStmt>(Init))
    return Declared->isSingleDecl() &&
           cast<VarDecl>(Declared->getSingleDecl())->hasInit();
  const auto *Assigned = dyn_cast<BinaryOperator>(Init);
  return Assigned && Assigned->getOpcode() == BO_Assign;
}

/// Has \p For, the loop of \p Loop on the host, begin where the device has not
/// been; \p First holds the first value of its induction variable.
bool HostBuilder::beginBehindDevice(const ScanLoop &Loop, ForStmt *For,
                                    VarDecl *First) {
  const std::optional<int64_t> Lower = constantValue(Loop.IV.Lower, Context);
  const bool IsNotNegative = Lower && *Lower >= 0 && Loop.IV.Step > 0;
  Expr *Next = unlessShort(
      Calls.resume(valueOf(S, First, Loc), Loop.IV.Type, IsNotNegative),
      valueOf(S, First, Loc));
  if (!Next)
    return false;
  // The conditional operator promotes small integers.
  if (!Context.hasSameUnqualifiedType(Next->getType(), Loop.IV.Type))
    Next = convertTo(Loop.IV.Type, CK_IntegralCast, Next, Context);
  if (auto *Declared = dyn_cast<DeclStmt>(For->getInit()))
    cast<VarDecl>(Declared->getSingleDecl())->setInit(Next);
  else
    cast<BinaryOperator>(For->getInit())->setRHS(Next);
  return true;
}

/// Adds the loop as the host runs it to \p Statements. Its private variables
/// are as separate from those around it as they are on a device.
ForStmt *HostBuilder::addLoop(const ScanLoop &Loop, Rebase &Move,
                              SmallVectorImpl<Stmt *> &Statements) {
  auto Copy = [&](const VarDecl *Var) {
    if (llvm::none_of(Loop.Lasts, [&](const DeclRefExpr *Last) {
          return Last->getDecl()->getCanonicalDecl() == Var->getCanonicalDecl();
        }))
      Statements.push_back(copyVariable(Var, Move));
  };
  for (const VarDecl *Var : Loop.Privates)
    Copy(Var);
  if (!isa<DeclStmt>(Loop.For->getInit()))
    Copy(Loop.IV.Var);
  if (const ParallelLoop *Parallel = Loop.parallel())
    for (const NestedLoop &Nested : Parallel->Nested)
      if (!isa<DeclStmt>(Nested.For->getInit()))
        Copy(Nested.IV.Var);
  Statements.push_back(Move.statement(const_cast<ForStmt *>(Loop.For)));
  return cast<ForStmt>(Statements.back());
}

/// The loop as the host runs it behind \p Launch.
Stmt *HostBuilder::hostLoop(const ScanLoop &Loop, const Launched &Launch,
                            Rebase Move) {
  llvm::SmallVector<Stmt *, 4> Statements;
  ForStmt *For = addLoop(Loop, Move, Statements);
  if (resumes(Loop) && !beginBehindDevice(Loop, For, Launch.First))
    return nullptr;
  // The runtime compares its own results with these.
  llvm::SmallVector<Stmt *, 4> After;
  if (!addCopies(Launch, /*ToScalars=*/false, After))
    return nullptr;
  Expr *End = Calls.end();
  if (!End)
    return nullptr;
  After.push_back(End);
  Stmt *Ended = unlessShort(
      CompoundStmt::Create(Context, After, FPOptionsOverride(), Loc, Loc));
  if (!Ended)
    return nullptr;
  Statements.push_back(Ended);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}

/// The launch of \p Loop; what it needs goes to \p Declarations.
HostBuilder::Launched
HostBuilder::launch(const ScanLoop &Loop, Program P, const Rebase &Move,
                    SmallVectorImpl<Stmt *> &Declarations) {
  if (resumes(Loop) && !(P.Features & OMPSCAN_FEATURE_PASSES_MASK))
    P.Features |= OMPSCAN_FEATURE_RESUMES;
  LaunchBuilder Builder(S, Calls, Constants, Loop, Move, Loc);
  Expr *Done = Builder.build(P, Declarations);
  if (!Done)
    return {};
  return {Done, Builder.firstValue(), llvm::to_vector<4>(Builder.copies())};
}

/// `if (!Condition) Otherwise; else Then`
Stmt *HostBuilder::unless(Expr *Condition, Stmt *Otherwise, Stmt *Then) {
  const ExprResult Negated = S.ActOnFinishFullExpr(
      S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_LNot, Condition).get(), Loc,
      /*DiscardedValue=*/false);
  if (Negated.isInvalid())
    return nullptr;
  return ifStatement(Negated.get(), Otherwise, Then, Loc, Context);
}

/// The loops around \p Loop, with \p Body in the place of all that is inside of
/// them.
Stmt *HostBuilder::inRows(const ScanLoop &Loop, Stmt *Body,
                          const Rebase &Move) {
  for (const NestedLoop &Next : llvm::reverse(Loop.Outer)) {
    auto *For = const_cast<ForStmt *>(Next.For);
    Body = withParts(*For, Move.statement(For->getInit()),
                     cast<Expr>(Move.statement(For->getCond())),
                     cast<Expr>(Move.statement(For->getInc())), Body, Context);
  }
  return Body;
}

Stmt *HostBuilder::build(const ScanLoop &Loop, const Program &P,
                         DeclContext *DC, const Pass *Rows) {
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Rebase Move(Context, Target);
  Loc = Loop.Loc;
  Calls.setLoc(Loc);
  llvm::SmallVector<Stmt *, 3> Statements;
  if (Stmt *Wait = waitForTasks(Context, Loop.Where.Dependences, Move, Loc))
    Statements.push_back(Wait);
  Expr *Condition = nullptr;
  Stmt *End = nullptr;
  if (!addShort(Loop, shortWork(Loop, P), Move, Statements) ||
      !addCondition(Loop, Move, Statements, Condition) ||
      !bringScalars(Loop, Condition, Move, Statements, End))
    return nullptr;
  Expr *AllDone = nullptr;
  if (Rows) {
    AllDone =
        attemptIf(itemsExist(Rows->Loop, Move),
                  launch(Rows->Loop, Rows->Launched, Move, Statements).Done);
    AllDone = attemptIf(Condition, AllDone);
    AllDone = unlessShort(AllDone, Calls.no());
    if (!AllDone)
      return nullptr;
  }
  llvm::SmallVector<Stmt *, 4> InRows;
  for (const NestedLoop &Next : Loop.Outer)
    if (!isa<DeclStmt>(Next.For->getInit()))
      InRows.push_back(copyVariable(Next.IV.Var, Move));

  llvm::SmallVector<Stmt *, 4> Declarations;
  if (!Loop.Outer.empty() && !addShortRow(Loop, Move, Declarations))
    return nullptr;
  Launched Launch = launch(Loop, P, Move, Declarations);
  if (!Launch.Done)
    return nullptr;
  Expr *Done = unlessShort(launchUnlessSkipped(Loop, Launch.Done, Condition),
                           Calls.no());
  if (!Done)
    return nullptr;
  llvm::SmallVector<Stmt *, 2> Results;
  if (!addCopies(Launch, /*ToScalars=*/true, Results))
    return nullptr;
  if (!Results.empty()) {
    Done = keep(Done, Declarations);
    Declarations.push_back(unlessShort(
        CompoundStmt::Create(Context, Results, FPOptionsOverride(), Loc, Loc)));
    if (!Declarations.back())
      return nullptr;
  }
  // Last, since it changes the nodes of the loop.
  Stmt *OnHost = hostLoop(Loop, Launch, Move);
  Stmt *If = OnHost ? unless(Done, OnHost) : nullptr;
  if (!If)
    return nullptr;
  Declarations.push_back(If);
  if (Loop.Outer.empty()) {
    Statements.append(Declarations);
  } else {
    Stmt *Row = CompoundStmt::Create(Context, Declarations, FPOptionsOverride(),
                                     Loc, Loop.For->getEndLoc());
    InRows.push_back(inRows(Loop, Row, Move));
    if (AllDone) {
      Stmt *OneByOne = CompoundStmt::Create(
          Context, InRows, FPOptionsOverride(), Loc, Loop.For->getEndLoc());
      Stmt *All = unless(AllDone, OneByOne);
      if (!All)
        return nullptr;
      Statements.push_back(All);
    } else {
      Statements.append(InRows);
    }
  }
  if (End)
    Statements.push_back(End);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}

/// Declares the variables of \p All, for a loop with the iterations of
/// \p Loop and passes with \p Features; \p AreThere becomes whether all values
/// have memory. \p Mapped, a directive on data if not null, maps them. False if
/// that cannot be built.
bool HostBuilder::declareKept(const ScanLoop &Loop, unsigned Features,
                              ArrayRef<Kept> All, const Rebase &Move,
                              SmallVectorImpl<Stmt *> &Statements,
                              Expr *&AreThere, Expr *&Mapped) {
  Induction ByOne = Loop.IV;
  ByOne.Step = ByOne.Step < 0 ? -1 : 1;
  for (const Kept &K : All) {
    // One more than the distance of the bounds, which may be included, and two
    // iterations of which no value is there. The distance is negative where the
    // loop has no iterations.
    Expr *Distance = iterations(ByOne, Move);
    if (!Distance)
      return false;
    Distance = keep(Calls.value(Distance), Statements);
    const QualType Signed = Context.getIntTypeForBitwidth(64, /*Signed=*/true);
    const ExprResult IsEmpty = S.BuildBinOp(
        /*Scope=*/nullptr, Loc, BO_LT, Calls.integer(Distance, Signed),
        Calls.integer(Calls.number(0), Signed));
    Expr *More = Calls.compute(Distance, BO_Add,
                               Calls.number(1 + 2 * std::abs(Loop.IV.Step)));
    Expr *Count = More && IsEmpty.isUsable()
                      ? S.ActOnConditionalOp(Loc, Loc, IsEmpty.get(),
                                             Calls.value(Calls.number(0)),
                                             Calls.value(More))
                            .get()
                      : nullptr;
    if (!Count)
      return false;
    Count = keep(Count, Statements);
    const QualType Type = K.Values->getType()->getPointeeType();
    Expr *Memory = Calls.keep(location(Loop), Features, Count, Type);
    if (Mapped)
      Mapped = Calls.dataMap(
          Mapped, K.Result->getName(),
          S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_Deref,
                         referTo(K.Values, Loc, Context))
              .get(),
          Calls.addProduct(Calls.number(0), Count,
                           Context.getTypeSizeInChars(Type).getQuantity()),
          OMPSCAN_ALLOC);
    if (Memory && Short)
      Memory =
          S.ActOnConditionalOp(Loc, Loc, Short,
                               convertTo(K.Values->getType(), CK_NullToPointer,
                                         Calls.number(0), Context),
                               Memory)
              .get();
    if (!Memory)
      return false;
    K.Values->setInit(Memory);
    K.Result->setInit(S.DefaultLvalueConversion(Move.expression(K.Item)).get());
    for (VarDecl *Var : {K.Result, K.Values})
      Statements.push_back(new (Context) DeclStmt(DeclGroupRef(Var), Loc, Loc));
    Expr *IsThere = S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_NE,
                                 Calls.address(referTo(K.Values, Loc, Context)),
                                 Calls.value(Calls.number(0)))
                        .get();
    AreThere = AreThere ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LAnd,
                                       AreThere, IsThere)
                              .get()
                        : IsThere;
    if (!AreThere)
      return false;
  }
  return true;
}

/// Brings all data that is mapped on \p Device to the host, unless
/// \p Condition leaves it there: what does goes to \p Statements. Returns what
/// follows the loop at \p Location, or null if it cannot be built.
Stmt *HostBuilder::bringAll(StringRef Location, Expr *Device, Expr *Condition,
                            SmallVectorImpl<Stmt *> &Statements) {
  Expr *Handle = Calls.host(Location, Device);
  Handle = Handle ? Calls.hostUsesAll(Handle) : nullptr;
  if (Handle)
    Handle = Calls.finish("__ompscan_host_begin", Handle, /*Answers=*/true);
  if (Handle && Condition)
    Handle =
        S.ActOnConditionalOp(Loc, Loc, Condition, Handle, Calls.null()).get();
  Handle = unlessShort(Handle, Calls.null());
  if (!Handle)
    return nullptr;
  VarDecl *Var = declareConst(S, "__ompscan_all", Context.VoidPtrTy, Handle,
                              Statements, Loc);
  return unlessShort(Calls.finish(
      "__ompscan_host_end", referTo(Var, Loc, Context), /*Answers=*/false));
}

/// The loop as the host runs it where its passes are not done, with all data
/// that is mapped unless \p Condition leaves it to the host.
Stmt *HostBuilder::wholeLoop(const ScanLoop &Loop, Expr *Condition,
                             Rebase Move) {
  llvm::SmallVector<Stmt *, 4> Statements;
  Stmt *End =
      bringAll(location(Loop), deviceNumber(Calls, Loop.Where.Device, Move),
               Condition, Statements);
  if (!End)
    return nullptr;
  addLoop(Loop, Move, Statements);
  Statements.push_back(End);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}

Stmt *HostBuilder::buildSequential(const ScanLoop &Loop, DeclContext *DC) {
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Loc = Loop.Loc;
  Calls.setLoc(Loc);
  Short = nullptr;
  return wholeLoop(Loop, /*Condition=*/nullptr, Rebase(Context, Target));
}

Stmt *HostBuilder::buildPhases(const ScanDirective &D, DeclContext *DC) {
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Loc = D.Outer->getBeginLoc();
  Calls.setLoc(Loc);
  Short = nullptr;
  Rebase Move(Context, Target);
  llvm::SmallVector<Stmt *, 8> Statements;
  Stmt *End = bringAll(describePlace(Context, Loc, functionName(*DC)),
                       deviceNumber(Calls, DeviceChoice(), Move),
                       /*Condition=*/nullptr, Statements);
  if (!End || !PhaseCode(S, D, Move).build(Statements))
    return nullptr;
  Statements.push_back(End);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              D.Outer->getEndLoc());
}

Stmt *HostBuilder::buildPasses(ArrayRef<Pass> Passes, const ScanLoop &Whole,
                               ArrayRef<Kept> All, DeclContext *DC) {
  const ScanLoop &Last = Passes.back().Loop;
  const Program &LastProgram = Passes.back().Launched;
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Rebase Move(Context, Target);
  Loc = Last.Loc;
  Calls.setLoc(Loc);
  llvm::SmallVector<Stmt *, 8> Statements;
  if (Stmt *Wait = waitForTasks(Context, Last.Where.Dependences, Move, Loc))
    Statements.push_back(Wait);
  Expr *Condition = nullptr, *AreThere = nullptr;
  Expr *Mapped = Last.Where.FollowsData
                     ? nullptr
                     : Calls.data(location(Last),
                                  deviceNumber(Calls, Last.Where.Device, Move));
  Stmt *End = nullptr;
  if (!addShort(Last, LastProgram.Work, Move, Statements) ||
      !addCondition(Last, Move, Statements, Condition) ||
      !bringScalars(Whole, Condition, Move, Statements, End) ||
      !declareKept(Last, LastProgram.Features, All, Move, Statements, AreThere,
                   Mapped))
    return nullptr;
  AreThere = keep(attemptIf(Condition, AreThere), Statements);
  Stmt *Unmap = nullptr;
  if (!Last.Where.FollowsData) {
    Mapped = Calls.finish("__ompscan_data_begin", Mapped, /*Answers=*/true);
    Mapped =
        Mapped ? S.ActOnConditionalOp(Loc, Loc, AreThere, Mapped, Calls.null())
                     .get()
               : nullptr;
    if (!Mapped)
      return nullptr;
    VarDecl *Data = declareConst(S, "__ompscan_data", Context.VoidPtrTy, Mapped,
                                 Statements, Loc);
    Unmap = Calls.finish("__ompscan_data_end", referTo(Data, Loc, Context),
                         /*Answers=*/false);
    if (!Unmap)
      return nullptr;
  }
  Expr *Done = AreThere;
  Launched Latest;
  for (const Pass &Each : Passes) {
    Latest = launch(Each.Loop, Each.Launched, Move, Statements);
    Expr *Next = Latest.Done;
    Done = Next
               ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LAnd, Done, Next).get()
               : nullptr;
    if (!Done)
      return nullptr;
  }
  Done = keep(Done, Statements);
  if (Unmap)
    Statements.push_back(Unmap);
  for (const Kept &K : All) {
    Statements.push_back(
        unlessShort(Calls.drop(referTo(K.Values, Loc, Context))));
    if (!Statements.back())
      return nullptr;
  }
  llvm::SmallVector<Stmt *, 4> Results;
  if (!addCopies(Latest, /*ToScalars=*/true, Results))
    return nullptr;
  for (const Kept &K : All) {
    const ExprResult Assigned =
        S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_Assign, Move.expression(K.Item),
                     valueOf(S, K.Result, Loc));
    if (Assigned.isInvalid())
      return nullptr;
    Results.push_back(Assigned.get());
  }
  Stmt *OnHost = wholeLoop(Last, Condition, Move);
  if (!OnHost)
    return nullptr;
  Stmt *If = unless(
      Done, OnHost,
      CompoundStmt::Create(Context, Results, FPOptionsOverride(), Loc, Loc));
  if (!If)
    return nullptr;
  Statements.push_back(If);
  if (End)
    Statements.push_back(End);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Last.For->getEndLoc());
}

Stmt *HostBuilder::advance(Stmt *Code, ArrayRef<Advance> Advances,
                           const Induction &IV, DeclContext *DC) {
  if (!Code || Advances.empty())
    return Code;
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  const Rebase Move(Context, Target);
  Loc = Code->getBeginLoc();
  Calls.setLoc(Loc);
  llvm::SmallVector<Stmt *, 4> Statements;
  Expr *Count = exactIterations(IV, Move);
  if (!Count)
    return nullptr;
  Count = keep(Count, Statements);
  for (const Advance &Each : Advances)
    if (Each.Count)
      Statements.push_back(new (Context)
                               DeclStmt(DeclGroupRef(Each.Count), Loc, Loc));
  Statements.push_back(Code);
  for (const Advance &Each : Advances) {
    Expr *Var = Move.copy(Each.Var);
    const QualType Type = Var->getType().getUnqualifiedType();
    const unsigned Bits = Context.getTypeSize(Type) > 64 ? 128 : 64;
    const QualType Unsigned =
        Context.getIntTypeForBitwidth(Bits, /*Signed=*/false);
    Expr *All = Each.Count
                    ? referTo(Each.Count, Loc, Context)
                    : Calls.compute(Count, BO_Mul, Move.expression(Each.Amount),
                                    Unsigned);
    Expr *Sum = nullptr;
    if (All && isIterator(Type)) {
      All = Calls.integer(All, Context.getPointerDiffType());
      Expr *Moved =
          S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_AddAssign, Var, All).get();
      if (!Moved)
        return nullptr;
      Statements.push_back(Moved);
      continue;
    }
    if (All && Type->isIntegerType()) {
      Sum = Calls.compute(Var, BO_Add, All, Unsigned);
    } else if (All) {
      All = Calls.integer(All, Context.getPointerDiffType());
      Sum = S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_Add, Var, All).get();
    }
    Sum = Calls.integer(Sum, Type);
    Expr *Assigned =
        Sum ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_Assign, Var, Sum).get()
            : nullptr;
    if (!Assigned)
      return nullptr;
    Statements.push_back(Assigned);
  }
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Code->getEndLoc());
}

Stmt *HostBuilder::buildFused(const ScanLoop &Loop, const Program &P,
                              DeclContext *DC,
                              llvm::function_ref<Stmt *()> Apart) {
  llvm::SmallVector<Stmt *, 4> Statements;
  Expr *Done = nullptr;
  {
    Target = DC;
    Sema::ContextRAII InTarget(S, Target);
    EnterExpressionEvaluationContext Evaluated(
        S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    Rebase Move(Context, Target);
    Loc = Loop.Loc;
    Calls.setLoc(Loc);
    Expr *Condition = nullptr;
    Stmt *End = nullptr;
    if (!addShort(Loop, P.Work, Move, Statements) ||
        !addCondition(Loop, Move, Statements, Condition) ||
        !bringScalars(Loop, Condition, Move, Statements, End))
      return nullptr;
    Done = attemptIf(Condition, launch(Loop, P, Move, Statements).Done);
    Done = unlessShort(Done, Calls.no());
    if (!Done)
      return nullptr;
    Done = keep(Done, Statements);
    if (End)
      Statements.push_back(End);
  }
  Stmt *Two = Apart();
  Sema::ContextRAII InTarget(S, DC);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Loc = Loop.Loc;
  Stmt *If = Two ? unless(Done, Two) : nullptr;
  if (!If)
    return nullptr;
  Statements.push_back(If);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}

Stmt *HostBuilder::forTeam(Stmt *Code, DeclContext *DC) {
  if (!Code)
    return nullptr;
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Loc = Code->getBeginLoc();
  Calls.setLoc(Loc);
  llvm::SmallVector<Stmt *, 3> Statements;
  Expr *Runs = keep(Calls.teamBegin(), Statements);
  Stmt *If =
      unless(S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_LNot, Runs).get(), Code);
  Expr *End = Calls.teamEnd(Runs);
  if (!If || !End)
    return nullptr;
  Statements.append({If, End});
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Code->getEndLoc());
}
