//===- DataBuilder.cpp - Host code of directives on data ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/DataBuilder.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Host/ClauseCode.h"
#include "Host/DeferredTask.h"
#include "Host/TargetQueries.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "ompscan/data.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

void DataBuilder::begin(const OMPExecutableDirective &D, DeclContext *DC) {
  Loc = D.getBeginLoc();
  Calls.setLoc(Loc);
  Place = describePlace(Context, Loc, functionName(*DC));
}

/// The size of the object \p E; null for null.
Expr *DataBuilder::sizeOf(Expr *E) {
  if (!E)
    return nullptr;
  const QualType Type = E->getType();
  if (!Type->isVariableArrayType())
    return Calls.number(Context.getTypeSizeInChars(Type).getQuantity());
  // A parallel region around has captured the bounds of the type together with
  // the array. Sema would capture them again, in a scope that it has left.
  return new (Context)
      UnaryExprOrTypeTraitExpr(UETT_SizeOf, E, Context.getSizeType(), Loc, Loc);
}

/// The pointer by which \p E, a part of an object, is reached; null without
/// one.
static Expr *pointerTo(Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    Expr *Next = nullptr;
    bool IsPointer = false;
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      Next = Member->getBase();
      IsPointer = Member->isArrow();
    } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      Next = Subscript->getBase()->IgnoreParens();
      if (auto *Cast = dyn_cast<ImplicitCastExpr>(Next);
          Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
        Next = Cast->getSubExpr();
      IsPointer = Next->getType()->isPointerType();
    } else if (auto *Unary = dyn_cast<UnaryOperator>(E);
               Unary && Unary->getOpcode() == UO_Deref) {
      Next = Unary->getSubExpr();
      IsPointer = true;
    }
    if (!Next)
      return nullptr;
    if (IsPointer)
      return Next;
    E = Next;
  }
}

/// Where \p Item begins, and how long it is.
bool DataBuilder::locate(const DataItem &Item, const Rebase &Move, Expr *&First,
                         Expr *&Bytes) {
  First = Move.expression(Item.Base);
  if (!Item.isSection()) {
    Bytes = sizeOf(First);
    return Bytes != nullptr;
  }
  Expr *Array = nullptr;
  Expr *Lower = nullptr;
  for (const Expr *Next : Item.Lowers) {
    Array = First;
    Lower = Next ? Move.expression(Next) : Calls.number(0);
    First = S.CreateBuiltinArraySubscriptExpr(Array, Loc, Lower, Loc).get();
    if (!First)
      return false;
  }
  Bytes = sizeOf(First);
  const bool IsRepeated =
      !Item.Repeats.empty() &&
      Item.Repeats.front().Dimension + 1 == Item.Lowers.size();
  if (!IsRepeated && Item.Count)
    Bytes = Calls.compute(Move.expression(Item.Count), BO_Mul, Bytes);
  else if (!IsRepeated)
    Bytes = Calls.compute(sizeOf(Array), BO_Sub,
                          Calls.compute(Lower, BO_Mul, Bytes));
  return Bytes != nullptr;
}

/// \p Handle, with the last item repeated as \p Item is.
Expr *DataBuilder::repeat(Expr *Handle, const DataItem &Item,
                          const Rebase &Move) {
  for (const DataRepeat &Next : Item.Repeats) {
    Expr *Array = Move.expression(Item.Base);
    Expr *Part = nullptr;
    Expr *Lower = nullptr;
    for (unsigned I = 0; I <= Next.Dimension; ++I) {
      Array = Part ? Part : Array;
      Lower =
          Item.Lowers[I] ? Move.expression(Item.Lowers[I]) : Calls.number(0);
      Part = S.CreateBuiltinArraySubscriptExpr(Array, Loc, Lower, Loc).get();
      if (!Part)
        return nullptr;
    }
    Expr *Distance = sizeOf(Part);
    Expr *Count =
        Next.Count
            ? Move.expression(Next.Count)
            : Calls.compute(Calls.compute(sizeOf(Array), BO_Div, sizeOf(Part)),
                            BO_Sub, Lower);
    if (Next.Stride)
      Distance = Calls.compute(Move.expression(Next.Stride), BO_Mul, Distance);
    Handle = Calls.dataRepeat(Handle, Count, Distance);
  }
  return Handle;
}

/// The pointer in memory that leads to \p First, where an item begins; null if
/// there is none that can be mapped itself.
Expr *DataBuilder::pointerOf(Expr *First) const {
  Expr *Pointer = pointerTo(First);
  while (auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Pointer))
    Pointer = Cast->getSubExpr()->IgnoreParens();
  if (!Pointer || !Pointer->isLValue() ||
      !Pointer->getType()->isPointerType() || Pointer->refersToBitField())
    return nullptr;
  // A local variable that no directive maps stays one that the optimizer may
  // keep in a register.
  const VarDecl *Var = variableOf(Pointer);
  if (Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
      !MappedPointers.contains(Var->getCanonicalDecl()))
    return nullptr;
  return Pointer;
}

/// Keeps in mind which pointer variables \p Said maps themselves.
void DataBuilder::noteMapped(const DataClauses &Said) {
  for (const DataItem &Item : Said.Items)
    if (const VarDecl *Var = variableOf(Item.Base);
        Var && !Item.isSection() &&
        Var->getType().getNonReferenceType()->isPointerType())
      MappedPointers.insert(Var->getCanonicalDecl());
}

/// The calls that map \p Item for each value of its first iterator:
///
///   ({
///     void *__ompscan_mapped = Handle;
///     T it = Begin;
///     for (long n = 0; n < Count; it += Step, n++)
///       __ompscan_mapped = map(__ompscan_mapped, ...);
///     __ompscan_mapped;
///   })
Expr *DataBuilder::mapEach(Expr *Handle, DataItem Item, unsigned Flags,
                           bool Attaches, const Rebase &Move) {
  const DataIterator Each = Item.Iterators.front();
  SmallVector<Stmt *, 4> Statements;
  const QualType Type = Each.Var->getType().getUnqualifiedType();
  const QualType Number = Context.LongLongTy;
  Expr *Begin = Each.Begin ? Move.expression(Each.Begin) : Calls.number(0);
  Expr *Step = Each.Step ? Move.expression(Each.Step) : Calls.number(1);
  if (!Handle || !Begin || !Step)
    return nullptr;
  VarDecl *Mapped =
      Calls.variable("__ompscan_mapped", Handle->getType(), Handle, Statements);
  VarDecl *At = Calls.variable(Each.Var->getName(), Type,
                               Calls.integer(Begin, Type), Statements);
  VarDecl *Done =
      Calls.variable("__ompscan_done", Number,
                     integerLiteral(0, Number, Loc, Context), Statements);

  if (!replaceIn(
          Item, /*Outer=*/1,
          [&](const Expr *Sub) {
            const VarDecl *Var = variableOf(Sub);
            return Var == Each.Var ? Calls.reference(At) : nullptr;
          },
          Context))
    return nullptr;
  Item.Iterators.erase(Item.Iterators.begin());
  Expr *Next = map(Calls.valueOf(Mapped), Item, Flags, Attaches, Move);
  Expr *Goes = Calls.binary(Calls.valueOf(Done), BO_LT,
                            Calls.integer(Move.expression(Each.Count), Number));
  const auto Advance = [&](VarDecl *Var, Expr *By) {
    Expr *Sum = Calls.integer(Calls.compute(Calls.valueOf(Var), BO_Add, By),
                              Var->getType());
    return Sum ? assign(Calls.reference(Var), Sum, Context) : nullptr;
  };
  Expr *AtNext = Advance(At, Step);
  Expr *DoneNext = Advance(Done, Calls.number(1));
  if (!Next || !Goes || !AtNext || !DoneNext)
    return nullptr;
  Expr *Both = Calls.binary(AtNext, BO_Comma, DoneNext);
  Statements.push_back(new (Context) ForStmt(
      Context, /*Init=*/nullptr, Goes, /*condVar=*/nullptr, Both,
      assign(Calls.reference(Mapped), Next, Context), Loc, Loc, Loc));
  Statements.push_back(Calls.valueOf(Mapped));
  return Calls.blockValue(Statements, Handle->getType());
}

/// \p Handle, a directive on data, with \p Item, of which \p Flags are done. If
/// \p Attaches, a pointer that leads to it is attached.
Expr *DataBuilder::map(Expr *Handle, const DataItem &Item, unsigned Flags,
                       bool Attaches, const Rebase &Move) {
  if (!Item.Iterators.empty())
    return mapEach(Handle, Item, Flags, Attaches, Move);
  Expr *First = nullptr, *Bytes = nullptr;
  if (!Handle || !locate(Item, Move, First, Bytes))
    return nullptr;
  if (First->getType()->isRecordType() && !Item.isSection())
    Flags |= OMPSCAN_ITEM_STRUCTURE;
  Handle =
      repeat(Calls.dataMap(Handle, Item.Name, First, Bytes, Flags), Item, Move);
  Expr *Pointer = Attaches ? pointerOf(First) : nullptr;
  return Pointer ? Calls.dataMap(Handle, Item.Name, Pointer, Calls.number(0),
                                 OMPSCAN_ITEM_POINTER)
                 : Handle;
}

Expr *DataBuilder::device(const DataClauses &Said, const Rebase &Move) {
  return deviceNumber(Calls, Said.Device, Move);
}

/// A variable that holds \p Value, whose declaration goes to \p Statements;
/// null if there is no value.
VarDecl *DataBuilder::keep(StringRef Name, Expr *Value,
                           SmallVectorImpl<Stmt *> &Statements) {
  const ExprResult Init =
      S.ActOnFinishFullExpr(Value, Loc, /*DiscardedValue=*/false);
  if (!Value || Init.isInvalid())
    return nullptr;
  return Calls.constant(Name, Init.get()->getType(), Init.get(), Statements);
}

/// Puts a call that updates what `always` or `present` asks for into
/// \p Statements: \p Flags says what is copied. False if it cannot be built.
bool DataBuilder::update(const DataClauses &Said, unsigned Flags,
                         VarDecl *Holds, const Rebase &Move,
                         SmallVectorImpl<Stmt *> &Statements) {
  Expr *Handle = nullptr;
  for (const DataItem &Item : Said.Items) {
    unsigned Does = Item.Flags & OMPSCAN_ALWAYS ? Item.Flags & Flags : 0;
    // What is not there is an error when the construct begins.
    if (Flags & OMPSCAN_TO)
      Does |= Item.Flags & OMPSCAN_PRESENT;
    if (Does == 0)
      continue;
    if (!Handle)
      Handle = Calls.data(Place, device(Said, Move));
    Handle = map(Handle, Item, Does, /*Attaches=*/false, Move);
    if (!Handle)
      return false;
  }
  if (!Handle)
    return true;
  const ExprResult Whole = S.ActOnFinishFullExpr(
      Calls.finish("__ompscan_data_update", Handle, /*Answers=*/false), Loc,
      /*DiscardedValue=*/true);
  if (Whole.isInvalid())
    return false;
  Stmt *Call = Whole.get();
  if (Holds)
    Call = ifStatement(S.DefaultLvalueConversion(Calls.reference(Holds)).get(),
                       Call,
                       /*Else=*/nullptr, Loc, Context);
  Statements.push_back(Call);
  return true;
}

/// Says which device \p D, a `target` construct on the host, stands for, if
/// that is not the default one and \p D asks for it. \p Holds as above.
/// \return whether \p Statements has got a call.
bool DataBuilder::beginTarget(const OMPExecutableDirective &D,
                              const DataClauses &Said, VarDecl *Holds,
                              const Rebase &Move,
                              SmallVectorImpl<Stmt *> &Statements) {
  if ((Said.Device.Kind == DeviceClauseKind::Any && !Holds) ||
      !hasTargetQueries(D))
    return false;
  Expr *Number = Calls.integer(device(Said, Move), Context.LongLongTy);
  if (Holds)
    Number = Calls.choose(Calls.valueOf(Holds), Number,
                          integerLiteral(OMPSCAN_DEVICE_INITIAL,
                                         Context.LongLongTy, Loc, Context));
  Expr *Begins = Number ? Calls.targetBegin(Number) : nullptr;
  if (Begins)
    Statements.push_back(Begins);
  return Begins != nullptr;
}

/// \p D with \p Chain in front of it and \p End behind it. If \p Updates, the
/// `always` and `present` of its maps have an effect.
Stmt *DataBuilder::enclose(OMPExecutableDirective &D, const DataClauses &Said,
                           Expr *Chain, StringRef Name, StringRef End,
                           const Rebase &Move, bool Updates) {
  llvm::SmallVector<Stmt *, 4> Statements;
  if (Stmt *Wait = waitForTasks(Context, Said.Dependences, Move, Loc))
    Statements.push_back(Wait);
  VarDecl *Holds = nullptr;
  if (!Said.Conditions.empty()) {
    Holds = keep("__ompscan_holds", allHold(Calls, Said.Conditions, Move),
                 Statements);
    if (!Holds)
      return nullptr;
    Chain = Calls.choose(Calls.reference(Holds), Chain, Calls.null());
  }
  if (Updates && !update(Said, OMPSCAN_TO, Holds, Move, Statements))
    return nullptr;
  VarDecl *Handle = keep(Name, Chain, Statements);
  if (!Handle)
    return nullptr;
  const bool IsAsked = Updates && beginTarget(D, Said, Holds, Move, Statements);
  Statements.push_back(&D);
  if (IsAsked)
    Statements.push_back(Calls.targetEnd());
  Expr *Ends = Calls.finish(End, Calls.reference(Handle), /*Answers=*/false);
  if (!Ends)
    return nullptr;
  Statements.push_back(Ends);
  if (Updates && !update(Said, OMPSCAN_FROM, Holds, Move, Statements))
    return nullptr;
  return Calls.block(Statements, D.getEndLoc());
}

/// The directive that ends \p Chain by a call of \p End, as a task beside the
/// program where the runtime allows for it.
Stmt *DataBuilder::defer(const OMPExecutableDirective &D,
                         const DataClauses &Said, Expr *Chain, StringRef End,
                         const Rebase &Move) {
  llvm::SmallVector<Stmt *, 2> Statements, AtOnce;
  if (!Said.Conditions.empty()) {
    Chain = Calls.choose(allHold(Calls, Said.Conditions, Move), Chain,
                         Calls.null());
  }
  VarDecl *Handle = keep("__ompscan_data", Chain, Statements);
  if (!Handle)
    return nullptr;
  auto Does = [&](Expr *Data) {
    return Calls.finish(End, Data, /*Answers=*/false);
  };
  if (Stmt *Wait = waitForTasks(Context, Said.Dependences, Move, Loc))
    AtOnce.push_back(Wait);
  AtOnce.push_back(Does(Calls.reference(Handle)));
  Stmt *Task =
      buildDeferredTask(S, Said.Dependences, Said.Nowait, Handle, Does, Loc);
  const ExprResult Defers =
      S.PerformContextuallyConvertToBool(Calls.defers(Calls.reference(Handle)));
  if (!AtOnce.back() || !Task || Defers.isInvalid())
    return nullptr;
  Statements.push_back(
      ifStatement(Defers.get(), Task, Calls.block(AtOnce), Loc, Context));
  return Calls.block(Statements, D.getEndLoc());
}

void DataBuilder::redirectQueries(OMPExecutableDirective &D, DeclContext *DC) {
  const SemaContext InTarget(S, DC);
  begin(D, DC);
  redirectTargetQueries(D, S, Calls);
}

Stmt *DataBuilder::buildData(OMPExecutableDirective &D, const DataClauses &Said,
                             DeclContext *DC) {
  const SemaContext InTarget(S, DC);
  begin(D, DC);
  const Rebase Move(Context, DC);
  Expr *Handle = Calls.data(Place, device(Said, Move));
  noteMapped(Said);
  const bool Enters =
      isa<OMPTargetDataDirective, OMPTargetEnterDataDirective>(D);
  for (const DataItem &Item : Said.Items)
    Handle = map(Handle, Item, Item.Flags, Enters, Move);
  if (!Handle)
    return nullptr;
  StringRef End;
  switch (D.getDirectiveKind()) {
  case llvm::omp::OMPD_target_data:
    Handle = Calls.finish("__ompscan_data_begin", Handle, /*Answers=*/true);
    return Handle ? enclose(D, Said, Handle, "__ompscan_data",
                            "__ompscan_data_end", Move, /*Updates=*/false)
                  : nullptr;
  case llvm::omp::OMPD_target_enter_data:
    End = "__ompscan_data_enter";
    break;
  case llvm::omp::OMPD_target_exit_data:
    End = "__ompscan_data_exit";
    break;
  default:
    End = "__ompscan_data_update";
  }
  if (Said.Nowait)
    return defer(D, Said, Handle, End, Move);
  const ExprResult Whole =
      S.ActOnFinishFullExpr(Calls.finish(End, Handle, /*Answers=*/false), Loc,
                            /*DiscardedValue=*/true);
  if (Whole.isInvalid())
    return nullptr;
  Stmt *Does = Whole.get();
  if (!Said.Conditions.empty()) {
    Expr *Holds = allHold(Calls, Said.Conditions, Move);
    if (!Holds)
      return nullptr;
    Does = ifStatement(Holds, Does, /*Else=*/nullptr, Loc, Context);
  }
  Stmt *Wait = waitForTasks(Context, Said.Dependences, Move, Loc);
  if (!Wait)
    return Does;
  return Calls.block({Wait, Does}, D.getEndLoc());
}

/// Takes `nowait` out of \p D: what follows the construct sends its results, so
/// that it has to be over then.
static void dropNowait(OMPExecutableDirective &D, const ASTContext &Context) {
  for (OMPClause *const &C : D.clauses())
    if (C && isa<OMPNowaitClause>(C))
      // Nothing is made of an empty one.
      const_cast<OMPClause *&>(C) = OMPSharedClause::Create(
          Context, C->getBeginLoc(), C->getBeginLoc(), C->getEndLoc(), {});
}

/// Whether \p Item may only name where data begins that is mapped already: a
/// section of at most one element, or one element, as `p[:0]` and `p[0]`.
static bool mayNamePresent(const DataItem &Item, const ASTContext &Context) {
  if (!Item.isSection())
    return isa<ArraySubscriptExpr>(Item.Base);
  return Item.Count && constantValue(Item.Count, Context).value_or(2) <= 1;
}

Stmt *DataBuilder::buildOnHost(OMPExecutableDirective &D,
                               const DataClauses &Said, const RegionUse &Use,
                               bool SharesMemory, DeclContext *DC) {
  const SemaContext InTarget(S, DC);
  begin(D, DC);
  const Rebase Move(Context, DC);
  noteMapped(Said);
  const auto IsPrivate = [&](const DataItem &Item) {
    return !SharesMemory && isPrivateToDevice(D, Item);
  };
  Expr *Handle = Calls.host(Place, device(Said, Move),
                            llvm::any_of(Said.Items, IsPrivate));
  for (const VarDecl *Var : Use.Copies) {
    Expr *Ref = referTo(Var, Loc, Context,
                        /*IsCaptured=*/Var->hasLocalStorage() &&
                            Var->getDeclContext() != DC);
    Handle = Calls.hostUses(Handle, Ref, /*IsPointer=*/false, sizeOf(Ref),
                            OMPSCAN_HOST_COPIES);
  }
  for (const DataItem &Item : Said.Items) {
    Expr *First = nullptr, *Bytes = nullptr;
    if (!locate(Item, Move, First, Bytes))
      return nullptr;
    Handle = Calls.hostUses(
        Handle, First, /*IsPointer=*/false, Bytes,
        (mayNamePresent(Item, Context) ? unsigned(OMPSCAN_HOST_POINTER) : 0u) |
            (IsPrivate(Item) ? unsigned(OMPSCAN_HOST_PRIVATE) : 0u));
    if (Expr *Pointer = pointerOf(First))
      Handle = Calls.hostUses(Handle, Pointer, /*IsPointer=*/false,
                              Calls.number(0), OMPSCAN_HOST_ATTACHES);
  }
  if (Use.IsUnknown)
    Handle = Calls.hostUsesAll(Handle);
  else
    for (const RegionUse::Place &Each : Use.Places) {
      Expr *What = Move.copy(Each.What);
      Handle = Calls.hostUses(
          Handle, What, Each.IsPointer,
          Each.IsPointer ? Calls.number(0) : sizeOf(What),
          (Each.IsPointer ? unsigned(OMPSCAN_HOST_POINTER) : 0u) |
              (Each.IsRead ? unsigned(OMPSCAN_HOST_READS) : 0u));
    }
  Handle = Calls.finish("__ompscan_host_begin", Handle, /*Answers=*/true);
  if (!Handle)
    return nullptr;
  dropNowait(D, Context);
  return enclose(D, Said, Handle, "__ompscan_host", "__ompscan_host_end", Move,
                 /*Updates=*/true);
}
