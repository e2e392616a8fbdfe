//===- HostBuilder.cpp - From a ScanLoop to host code ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBuilder.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Host/ClauseCode.h"
#include "Host/IterationCount.h"
#include "Host/PhaseCode.h"
#include "Host/ReadConditions.h"
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

SemaContext HostBuilder::enter(DeclContext *DC, SourceLocation At) {
  Target = DC;
  Loc = At;
  Calls.setLoc(At);
  return SemaContext(S, DC);
}

/// Has the results of \p Launch copied to the program's scalars, or back. False
/// if that cannot be built.
bool HostBuilder::addCopies(const Launched &Launch, bool ToScalars,
                            SmallVectorImpl<Stmt *> &Statements) {
  for (const LaunchBuilder::ScalarCopy &Each : Launch.Copies) {
    if (!Each.IsResult)
      continue;
    Expr *Sides[] = {Calls.reference(Each.Scalar), Calls.reference(Each.Copy)};
    Statements.push_back(
        Calls.binary(Sides[!ToScalars], BO_Assign, Sides[ToScalars]));
    if (!Statements.back())
      return false;
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
  ReadConditions Used(Calls, Loop, Move);
  for (const Expr *Container : Loop.NotEmpty) {
    Expr *Size =
        Calls.value(Calls.callMember(Move.expression(Container), "size"));
    const auto SizeIf = [&](Expr *Exists, int64_t Otherwise) {
      if (Exists)
        Size = Calls.choose(Exists, Size, Calls.value(Calls.number(Otherwise)));
    };
    // Conditions may depend on rows.
    if (Loop.Outer.empty())
      SizeIf(Used.of(Container), 1);
    else
      SizeIf(Used.pointersOf(Container), 0);
    All.push_back(Short.unless(Size, Calls.value(Calls.number(0))));
  }
  Expr *Holds = allHold(Calls, All);
  // It is used twice, and perhaps in every row.
  Condition = Calls.held(Holds, Statements);
  return Condition != nullptr;
}

/// \p Launch, which several launches may do as well, if \p Condition leaves the
/// loop to the device.
Expr *HostBuilder::attemptIf(Expr *Condition, Expr *Launch) {
  return Condition ? Calls.choose(Condition, Launch, Calls.no()) : Launch;
}

/// \p Launch if \p Condition, of `if` clauses, leaves the loop to the device;
/// null where there are none.
Expr *HostBuilder::launchUnlessSkipped(const ScanLoop &Loop, Expr *Launch,
                                       Expr *Condition) {
  return Condition ? Calls.choose(Condition, Launch, Calls.skip(location(Loop)))
                   : Launch;
}

/// Brings what \p Handle, a chain of __ompscan_host, names to the host, unless
/// \p Condition leaves it on the device; the variable \p Name, in
/// \p Statements, has the handle. Returns what follows the loop, or null if
/// that cannot be built.
Stmt *HostBuilder::useOnHost(Expr *Handle, StringRef Name, Expr *Condition,
                             SmallVectorImpl<Stmt *> &Statements) {
  Handle = Calls.finish("__ompscan_host_begin", Handle, /*Answers=*/true);
  if (Condition)
    Handle = Calls.choose(Condition, Handle, Calls.null());
  Handle = Short.unless(Handle, Calls.null());
  if (!Handle)
    return nullptr;
  VarDecl *Var = Calls.constant(Name, Context.VoidPtrTy, Handle, Statements);
  return Short.unless(Calls.finish("__ompscan_host_end", Calls.reference(Var),
                                   /*Answers=*/false));
}

/// Scalars that the loop leaves or that its clauses map may be mapped on the
/// device: what brings their values to the host in front of the loop goes to
/// \p Statements. Answers false if it cannot be built; \p End becomes what
/// follows the loop, or null.
bool HostBuilder::bringScalars(const ScanLoop &Loop, Expr *Condition,
                               const Rebase &Move,
                               SmallVectorImpl<Stmt *> &Statements,
                               Stmt *&End) {
  if (Loop.Where.BorrowsData)
    return true; // The launch looks for them.
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
  End = useOnHost(Handle, "__ompscan_host", Condition, Statements);
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
  return declarationOf(Own, Loc, Context);
}

/// Whether the host may begin with an iteration in the middle of \p Loop.
static bool resumes(const ScanLoop &Loop) {
  if (!Loop.countedLoops().empty() || !Loop.Fills.empty())
    return false;
  const Stmt *Init = Loop.For->getInit();
  if (const VarDecl *Declared = variableDeclaredBy(Init))
    return Declared->hasInit();
  const auto *Assigned = dyn_cast<BinaryOperator>(Init);
  return Assigned && Assigned->getOpcode() == BO_Assign;
}

/// Has \p For, the loop of \p Loop on the host, begin where the device has not
/// been; \p First holds the first value of its induction variable.
bool HostBuilder::beginBehindDevice(const ScanLoop &Loop, ForStmt *For,
                                    VarDecl *First) {
  const std::optional<int64_t> Lower = constantValue(Loop.IV.Lower, Context);
  const bool IsNotNegative = Lower && *Lower >= 0 && Loop.IV.Step > 0;
  Expr *Next = Short.unless(
      Calls.resume(Calls.valueOf(First), Loop.IV.Type, IsNotNegative),
      Calls.valueOf(First));
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
  After.push_back(Calls.end());
  Statements.push_back(Short.unless(Calls.block(After)));
  return Calls.block(Statements, Loop.For->getEndLoc());
}

/// The launch of \p Loop; what it needs goes to \p Declarations.
HostBuilder::Launched
HostBuilder::launch(const ScanLoop &Loop, Program P, const Rebase &Move,
                    SmallVectorImpl<Stmt *> &Declarations) {
  if (resumes(Loop) && !(P.Features & OMPSCAN_FEATURE_PASSES_MASK))
    P.Features |= OMPSCAN_FEATURE_RESUMES;
  LaunchBuilder Builder(Calls, Constants, Loop, Move);
  Expr *Done = Builder.build(P, Declarations);
  if (!Done)
    return {};
  return {Done, Builder.firstValue(), llvm::to_vector<4>(Builder.copies())};
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
  const SemaContext InTarget = enter(DC, Loop.Loc);
  Rebase Move(Context, Target);
  llvm::SmallVector<Stmt *, 3> Statements;
  if (Stmt *Wait = waitForTasks(Context, Loop.Where.Dependences, Move, Loc))
    Statements.push_back(Wait);
  Expr *Condition = nullptr;
  Stmt *End = nullptr;
  if (!Short.declare(Loop, shortWork(Loop, P, Optimizes), Move, Statements) ||
      !addCondition(Loop, Move, Statements, Condition) ||
      !bringScalars(Loop, Condition, Move, Statements, End))
    return nullptr;
  Expr *AllDone = nullptr;
  if (Rows) {
    AllDone =
        attemptIf(ReadConditions(Calls, Rows->Loop, Move).ofItems(),
                  launch(Rows->Loop, Rows->Launched, Move, Statements).Done);
    AllDone = attemptIf(Condition, AllDone);
    AllDone = Short.unless(AllDone, Calls.no());
    if (!AllDone)
      return nullptr;
  }
  llvm::SmallVector<Stmt *, 4> InRows;
  for (const NestedLoop &Next : Loop.Outer)
    if (!isa<DeclStmt>(Next.For->getInit()))
      InRows.push_back(copyVariable(Next.IV.Var, Move));

  llvm::SmallVector<Stmt *, 4> Declarations;
  if (!Loop.Outer.empty() && !Short.declareForRow(Loop, Move, Declarations))
    return nullptr;
  Launched Launch = launch(Loop, P, Move, Declarations);
  if (!Launch.Done)
    return nullptr;
  Expr *Done = Short.unless(launchUnlessSkipped(Loop, Launch.Done, Condition),
                            Calls.no());
  if (!Done)
    return nullptr;
  llvm::SmallVector<Stmt *, 2> Results;
  if (!addCopies(Launch, /*ToScalars=*/true, Results))
    return nullptr;
  if (!Results.empty()) {
    Done = Calls.held(Done, Declarations);
    Declarations.push_back(Short.unless(Calls.block(Results)));
    if (!Declarations.back())
      return nullptr;
  }
  // Last, since it changes the nodes of the loop.
  Declarations.push_back(Calls.unless(Done, hostLoop(Loop, Launch, Move)));
  if (Loop.Outer.empty()) {
    Statements.append(Declarations);
  } else {
    Stmt *Row = Calls.block(Declarations, Loop.For->getEndLoc());
    if (!Row)
      return nullptr;
    InRows.push_back(inRows(Loop, Row, Move));
    if (AllDone)
      Statements.push_back(
          Calls.unless(AllDone, Calls.block(InRows, Loop.For->getEndLoc())));
    else
      Statements.append(InRows);
  }
  if (End)
    Statements.push_back(End);
  return Calls.block(Statements, Loop.For->getEndLoc());
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
    Expr *Distance = IterationCount(ByOne, Move, Calls).estimate();
    if (!Distance)
      return false;
    Distance = Calls.held(Calls.value(Distance), Statements);
    const QualType Signed = Context.getIntTypeForBitwidth(64, /*Signed=*/true);
    Expr *IsEmpty = Calls.binary(Calls.integer(Distance, Signed), BO_LT,
                                 Calls.integer(Calls.number(0), Signed));
    Expr *More = Calls.compute(Distance, BO_Add,
                               Calls.number(1 + 2 * std::abs(Loop.IV.Step)));
    Expr *Count =
        Calls.choose(IsEmpty, Calls.value(Calls.number(0)), Calls.value(More));
    if (!Count)
      return false;
    Count = Calls.held(Count, Statements);
    const QualType Type = K.Values->getType()->getPointeeType();
    Expr *Memory = Calls.keep(location(Loop), Features, Count, Type);
    if (Mapped)
      Mapped = Calls.dataMap(
          Mapped, K.Result->getName(),
          Calls.unary(UO_Deref, Calls.reference(K.Values)),
          Calls.addProduct(Calls.number(0), Count,
                           Context.getTypeSizeInChars(Type).getQuantity()),
          OMPSCAN_ALLOC);
    Memory =
        Short.unless(Memory, convertTo(K.Values->getType(), CK_NullToPointer,
                                       Calls.number(0), Context));
    if (!Memory)
      return false;
    K.Values->setInit(Memory);
    K.Result->setInit(S.DefaultLvalueConversion(Move.expression(K.Item)).get());
    for (VarDecl *Var : {K.Result, K.Values})
      Statements.push_back(declarationOf(Var, Loc, Context));
    Expr *IsThere = Calls.binary(Calls.address(Calls.reference(K.Values)),
                                 BO_NE, Calls.value(Calls.number(0)));
    AreThere = IsThere ? Calls.both(AreThere, IsThere) : nullptr;
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
  return useOnHost(Calls.hostUsesAll(Calls.host(Location, Device)),
                   "__ompscan_all", Condition, Statements);
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
  return Calls.block(Statements, Loop.For->getEndLoc());
}

Stmt *HostBuilder::buildSequential(const ScanLoop &Loop, DeclContext *DC) {
  const SemaContext InTarget = enter(DC, Loop.Loc);
  Short.reset();
  return wholeLoop(Loop, /*Condition=*/nullptr, Rebase(Context, Target));
}

Stmt *HostBuilder::buildPhases(const ScanDirective &D, DeclContext *DC) {
  const SemaContext InTarget = enter(DC, D.Outer->getBeginLoc());
  Short.reset();
  Rebase Move(Context, Target);
  llvm::SmallVector<Stmt *, 8> Statements;
  Stmt *End = bringAll(describePlace(Context, Loc, functionName(*DC)),
                       deviceNumber(Calls, DeviceChoice(), Move),
                       /*Condition=*/nullptr, Statements);
  if (!End || !PhaseCode(S, D, Move).build(Statements))
    return nullptr;
  Statements.push_back(End);
  return Calls.block(Statements, D.Outer->getEndLoc());
}

Stmt *HostBuilder::buildPasses(ArrayRef<Pass> Passes, const ScanLoop &Whole,
                               ArrayRef<Kept> All, DeclContext *DC) {
  const ScanLoop &Last = Passes.back().Loop;
  const Program &LastProgram = Passes.back().Launched;
  const SemaContext InTarget = enter(DC, Last.Loc);
  Rebase Move(Context, Target);
  llvm::SmallVector<Stmt *, 8> Statements;
  if (Stmt *Wait = waitForTasks(Context, Last.Where.Dependences, Move, Loc))
    Statements.push_back(Wait);
  Expr *Condition = nullptr, *AreThere = nullptr;
  Expr *Mapped = Last.Where.FollowsData
                     ? nullptr
                     : Calls.data(location(Last),
                                  deviceNumber(Calls, Last.Where.Device, Move));
  Stmt *End = nullptr;
  if (!Short.declare(Last, LastProgram.Work, Move, Statements) ||
      !addCondition(Last, Move, Statements, Condition) ||
      !bringScalars(Whole, Condition, Move, Statements, End) ||
      !declareKept(Last, LastProgram.Features, All, Move, Statements, AreThere,
                   Mapped))
    return nullptr;
  AreThere = Calls.held(attemptIf(Condition, AreThere), Statements);
  Stmt *Unmap = nullptr;
  if (!Last.Where.FollowsData) {
    Mapped = Calls.finish("__ompscan_data_begin", Mapped, /*Answers=*/true);
    Mapped = Calls.choose(AreThere, Mapped, Calls.null());
    if (!Mapped)
      return nullptr;
    VarDecl *Data =
        Calls.constant("__ompscan_data", Context.VoidPtrTy, Mapped, Statements);
    Unmap = Calls.finish("__ompscan_data_end", Calls.reference(Data),
                         /*Answers=*/false);
    if (!Unmap)
      return nullptr;
  }
  Expr *Done = AreThere;
  Launched Latest;
  for (const Pass &Each : Passes) {
    Latest = launch(Each.Loop, Each.Launched, Move, Statements);
    Done = Calls.binary(Done, BO_LAnd, Latest.Done);
    if (!Done)
      return nullptr;
  }
  Done = Calls.held(Done, Statements);
  if (Unmap)
    Statements.push_back(Unmap);
  for (const Kept &K : All)
    Statements.push_back(Short.unless(Calls.drop(Calls.reference(K.Values))));
  llvm::SmallVector<Stmt *, 4> Results;
  if (!addCopies(Latest, /*ToScalars=*/true, Results))
    return nullptr;
  for (const Kept &K : All)
    Results.push_back(Calls.binary(Move.expression(K.Item), BO_Assign,
                                   Calls.valueOf(K.Result)));
  Stmt *OnHost = wholeLoop(Last, Condition, Move);
  Stmt *Known = Calls.block(Results);
  Statements.push_back(Known ? Calls.unless(Done, OnHost, Known) : nullptr);
  if (End)
    Statements.push_back(End);
  return Calls.block(Statements, Last.For->getEndLoc());
}

Stmt *HostBuilder::buildFused(const ScanLoop &Loop, const Program &P,
                              DeclContext *DC,
                              llvm::function_ref<Stmt *()> Apart) {
  llvm::SmallVector<Stmt *, 4> Statements;
  Expr *Done = nullptr;
  {
    const SemaContext InTarget = enter(DC, Loop.Loc);
    Rebase Move(Context, Target);
    Expr *Condition = nullptr;
    Stmt *End = nullptr;
    if (!Short.declare(Loop, P.Work, Move, Statements) ||
        !addCondition(Loop, Move, Statements, Condition) ||
        !bringScalars(Loop, Condition, Move, Statements, End))
      return nullptr;
    Done = attemptIf(Condition, launch(Loop, P, Move, Statements).Done);
    Done = Calls.held(Short.unless(Done, Calls.no()), Statements);
    if (!Done)
      return nullptr;
    if (End)
      Statements.push_back(End);
  }
  Stmt *Two = Apart();
  const SemaContext InTarget = enter(DC, Loop.Loc);
  Statements.push_back(Calls.unless(Done, Two));
  return Calls.block(Statements, Loop.For->getEndLoc());
}

Stmt *HostBuilder::forTeam(Stmt *Code, DeclContext *DC) {
  if (!Code)
    return nullptr;
  const SemaContext InTarget = enter(DC, Code->getBeginLoc());
  llvm::SmallVector<Stmt *, 3> Statements;
  Expr *Runs = Calls.held(Calls.teamBegin(), Statements);
  Statements.push_back(Calls.unless(Calls.negated(Runs), Code));
  Statements.push_back(Calls.teamEnd(Runs));
  return Calls.block(Statements, Code->getEndLoc());
}
