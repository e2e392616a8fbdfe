//===- HostBuilder.cpp - From a ScanLoop to host code ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBuilder.h"
#include "Host/ClauseCode.h"
#include "Loop/Containers.h"
#include "Loop/Expressions.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"

using namespace clang;
using namespace ompscan;

static unsigned abiKind(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Read:
    return OMPSCAN_ACCESS_READ;
  case AccessKind::Write:
    return OMPSCAN_ACCESS_WRITE;
  case AccessKind::Seed:
    return OMPSCAN_ACCESS_SEED;
  case AccessKind::ReadAny:
    return OMPSCAN_ACCESS_READ_ANY;
  case AccessKind::WriteAny:
    return OMPSCAN_ACCESS_WRITE_ANY;
  case AccessKind::Counted:
    break; // Has a call of its own.
  }
  llvm_unreachable("unknown access");
}

static unsigned abiMap(MapKind Map) {
  switch (Map) {
  case MapKind::None:
    return OMPSCAN_MAP_NONE;
  case MapKind::To:
    return OMPSCAN_MAP_TO;
  case MapKind::From:
    return OMPSCAN_MAP_FROM;
  case MapKind::ToFrom:
    return OMPSCAN_MAP_TOFROM;
  case MapKind::Alloc:
    return OMPSCAN_MAP_ALLOC;
  }
  llvm_unreachable("unknown map type");
}

/// What the elements of an array are.
static unsigned abiElement(QualType Type) {
  if (Type->isRealFloatingType())
    return OMPSCAN_ELEMENT_FLOATING;
  if (Type->isUnsignedIntegerOrEnumerationType())
    return OMPSCAN_ELEMENT_UNSIGNED;
  if (Type->isSignedIntegerOrEnumerationType())
    return OMPSCAN_ELEMENT_SIGNED;
  return OMPSCAN_ELEMENT_OPAQUE;
}

static unsigned abiRelation(Relation Rel) {
  switch (Rel) {
  case Relation::LT:
    return OMPSCAN_RELATION_LT;
  case Relation::LE:
    return OMPSCAN_RELATION_LE;
  case Relation::GT:
    return OMPSCAN_RELATION_GT;
  case Relation::GE:
    return OMPSCAN_RELATION_GE;
  case Relation::NE:
    return OMPSCAN_RELATION_NE;
  case Relation::EQ:
    return OMPSCAN_RELATION_EQ;
  }
  llvm_unreachable("unknown relation");
}

static unsigned abiFlags(const Induction &IV, const ASTContext &Context) {
  unsigned Flags = abiRelation(IV.Rel);
  if (IV.ComparedType->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_BOUNDS_UNSIGNED;
  if (IV.Type->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_INDUCTION_UNSIGNED;
  return Flags | Context.getIntWidth(IV.Type) << OMPSCAN_INDUCTION_BITS_SHIFT;
}

std::string HostBuilder::location(const ScanLoop &Loop) const {
  return describePlace(Context, Loop.Loc, Loop.Function);
}

/// A copy of the subscript \p E with the loop's first value in place of the
/// induction variable. Only the nodes that Affine reads lie on the way to it.
Expr *HostBuilder::atLower(Expr *E) const {
  if (!mentions(E, Variable))
    return E;
  E = E->IgnoreParens();
  if (isa<DeclRefExpr>(E))
    return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                               SourceLocation(), Lower,
                               /*RefersToEnclosingVariableOrCapture=*/false,
                               E->getExprLoc(), Lower->getType(), VK_LValue);
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return ImplicitCastExpr::Create(
        Context, Cast->getType(), Cast->getCastKind(),
        atLower(Cast->getSubExpr()), /*BasePath=*/nullptr, Cast->getValueKind(),
        FPOptionsOverride());
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(
        Context, atLower(Unary->getSubExpr()), Unary->getOpcode(),
        Unary->getType(), Unary->getValueKind(), Unary->getObjectKind(),
        Unary->getOperatorLoc(), Unary->canOverflow(), FPOptionsOverride());
  auto *Binary = cast<BinaryOperator>(E);
  return BinaryOperator::Create(
      Context, atLower(Binary->getLHS()), atLower(Binary->getRHS()),
      Binary->getOpcode(), Binary->getType(), Binary->getValueKind(),
      Binary->getObjectKind(), Binary->getOperatorLoc(), FPOptionsOverride());
}

/// What is known when the loop begins: \p Constant and the \p Symbols.
Expr *HostBuilder::stride(int64_t Constant, ArrayRef<Scaled> Symbols,
                          const Rebase &Move) {
  Expr *Sum = Calls.number(Constant);
  for (const Scaled &Next : Symbols)
    if (Sum)
      Sum = Calls.addProduct(Sum, Move.expression(Next.Value), Next.Factor);
  return Sum;
}

/// Which of the results the scalar item \p Number is.
static unsigned resultNumber(const ScanLoop &Loop, unsigned Number) {
  return llvm::count_if(llvm::ArrayRef<Item>(Loop.Items).take_front(Number),
                        [](const Item &I) { return !I.isArray(); });
}

Expr *HostBuilder::addResults(Expr *Handle, const ScanLoop &Loop,
                              const Program &P, const Rebase &Move) {
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    if (Handle && !I.isArray())
      Handle = Calls.result(Handle, Move.expression(I.Base), P.Offsets[Number]);
  for (const auto &[Last, Offset] : llvm::zip_equal(Loop.Lasts, P.LastOffsets))
    if (Handle)
      Handle = Calls.result(Handle, Move.expression(Last), Offset);
  return Handle;
}

Expr *HostBuilder::addGuard(Expr *Handle, const Guard &G, const Rebase &Move) {
  unsigned Flags = abiRelation(G.Rel);
  if (G.Left->getType()->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_BOUNDS_UNSIGNED;
  if (Handle)
    Handle = Calls.guard(Handle, Flags, atLower(Move.expression(G.Left)),
                         G.Right ? atLower(Move.expression(G.Right))
                                 : Calls.number(0),
                         G.Stride);
  for (const NoWrap &N : G.NoWraps)
    if (Handle)
      Handle =
          Calls.noWrap(Handle, atLower(Move.expression(N.Value)),
                       Calls.number(N.Stride), N.Bits | OMPSCAN_NO_WRAP_ALWAYS);
  return Handle;
}

/// `Object.Name()`
Expr *HostBuilder::callMember(Expr *Object, StringRef Name) const {
  CXXScopeSpec Scope;
  const DeclarationNameInfo Info(&Context.Idents.get(Name), Loc);
  const ExprResult Member = S.BuildMemberReferenceExpr(
      Object, Object->getType(), Loc, /*IsArrow=*/false, Scope,
      SourceLocation(), /*FirstQualifierInScope=*/nullptr, Info,
      /*TemplateArgs=*/nullptr, /*S=*/nullptr);
  return Member.isInvalid()
             ? nullptr
             : S.BuildCallExpr(/*Scope=*/nullptr, Member.get(), Loc, {}, Loc)
                   .get();
}

/// Where the elements of \p Container are.
Expr *HostBuilder::elements(Expr *Container) {
  if (!isValarray(Container->getType()))
    return callMember(Container, "data");
  // `v.size() ? &v[0] : nullptr`
  Expr *Size = callMember(Container, "size");
  Expr *Zero = Calls.number(0);
  const ExprResult First =
      S.CreateOverloadedArraySubscriptExpr(Loc, Loc, Container, Zero);
  if (!Size || First.isInvalid())
    return nullptr;
  const ExprResult Address =
      S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_AddrOf, First.get());
  return Address.isInvalid()
             ? nullptr
             : S.ActOnConditionalOp(Loc, Loc, Size, Address.get(),
                                    S.ActOnCXXNullPtrLiteral(Loc).get())
                   .get();
}

/// The width at which the subscript of \p Use wraps around, or 0.
static unsigned wrapBits(const Access &Use) {
  for (const NoWrap &N : Use.NoWraps)
    if (N.Bits < 63)
      return N.Bits;
  return 0;
}

Expr *HostBuilder::addArray(Expr *Handle, const ScanLoop &Loop,
                            const ArrayUse &Array, const Rebase &Move) {
  const uint64_t Size = Context.getTypeSizeInChars(Array.Element).getQuantity();
  Expr *Begin = Array.SectionBegin ? Move.expression(Array.SectionBegin)
                                   : Calls.number(0);
  Expr *Base = Move.expression(Array.Base);
  Expr *Count = nullptr;
  if (isContainer(Base->getType())) {
    Count = callMember(Base, "size");
    Base = elements(Base);
    if (!Base || !Count)
      return nullptr;
  } else {
    if (!isSequence(Base->getType()))
      Base = S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_AddrOf, Base).get();
    Count = Array.SectionCount ? Move.expression(Array.SectionCount)
                               : Calls.number(Array.KnownCount);
  }
  if (Array.RowCount != 1) {
    Begin = Calls.addProduct(Calls.number(0), Begin, Array.RowCount);
    if (Array.SectionCount)
      Count = Calls.addProduct(Calls.number(0), Count, Array.RowCount);
    if (!Begin || !Count)
      return nullptr;
  }
  unsigned Map = abiMap(Array.Map) | abiElement(Array.Element)
                                         << OMPSCAN_ELEMENT_SHIFT;
  if (Array.MapsAlways)
    Map |= OMPSCAN_MAP_ALWAYS;
  if (Array.MapsPresent)
    Map |= OMPSCAN_MAP_PRESENT;
  Handle = Calls.array(Handle, Array.Name, Base, Size, Map, Begin, Count);
  for (const Access &Use : Array.Accesses) {
    if (!Handle)
      return nullptr;
    if (Use.Kind == AccessKind::Counted) {
      const CountedAccess &C = Use.Counted;
      unsigned Flags = 0;
      if (Loop.Items[C.Item].Type->isSignedIntegerOrEnumerationType())
        Flags |= OMPSCAN_COUNTED_SIGNED;
      if (C.IsAfter)
        Flags |= OMPSCAN_COUNTED_AFTER;
      if (C.IsEvery)
        Flags |= OMPSCAN_COUNTED_EVERY;
      Flags |= C.Bits << OMPSCAN_COUNTED_BITS_SHIFT;
      Handle = Calls.counted(Handle, resultNumber(Loop, C.Item), Flags, C.Step,
                             C.Scale, C.Offset);
      continue;
    }
    Expr *First = Calls.number(0);
    if (Use.Index && Use.Kind != AccessKind::ReadAny &&
        Use.Kind != AccessKind::WriteAny)
      First = atLower(Move.expression(Use.Index));
    // A seed is a single element; its subscript follows the store's.
    Expr *Stride = Use.Kind == AccessKind::Seed
                       ? Calls.number(0)
                       : stride(Use.Stride, Use.Symbols, Move);
    if (!Stride)
      return nullptr;
    unsigned Kind = abiKind(Use.Kind);
    if (!Use.Guards.empty() && Use.Index)
      Kind |= wrapBits(Use) << OMPSCAN_ACCESS_BITS_SHIFT;
    if (Use.ByNeighbours)
      Kind |= OMPSCAN_ACCESS_BY_NEIGHBOURS;
    Handle = Calls.access(Handle, Kind, First, Stride);
    for (const Guard &G : Use.Guards)
      Handle = addGuard(Handle, G, Move);
    for (const NoWrap &N : Use.NoWraps)
      if (Handle)
        if (Expr *Growth = stride(N.Stride, N.Symbols, Move))
          Handle = Calls.noWrap(Handle, atLower(Move.expression(N.Value)),
                                Growth, N.Bits);
  }
  return Handle;
}

Expr *HostBuilder::addNested(Expr *Handle, const Induction &IV,
                             const Rebase &Move) {
  Expr *First = Move.expression(IV.Lower);
  for (const QualType Type : {IV.Type, IV.ComparedType})
    if (!Context.hasSameUnqualifiedType(First->getType(), Type))
      First = ImplicitCastExpr::Create(Context, Type, CK_IntegralCast,
                                       S.DefaultLvalueConversion(First).get(),
                                       /*BasePath=*/nullptr, VK_PRValue,
                                       FPOptionsOverride());
  return Calls.inner(Handle, First, Move.expression(IV.Bound), IV.Step,
                     abiFlags(IV, Context));
}

/// A variable of the code that is built.
VarDecl *HostBuilder::declare(StringRef Name, QualType Type, Expr *Init) {
  auto *Var = VarDecl::Create(
      Context, S.CurContext, Loc, Loc, &Context.Idents.get(Name), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Var->setImplicit();
  Var->setReferenced();
  Var->setIsUsed();
  Var->setInit(Init);
  return Var;
}

/// A variable that holds \p Value, whose declaration goes to \p Statements.
Expr *HostBuilder::keep(Expr *Value, SmallVectorImpl<Stmt *> &Statements) {
  const QualType Type = Value->getType().withConst();
  VarDecl *Var = declare("__ompscan_scalar", Type, Value);
  Statements.push_back(new (Context) DeclStmt(DeclGroupRef(Var), Loc, Loc));
  return DeclRefExpr::Create(
      Context, NestedNameSpecifierLoc(), SourceLocation(), Var,
      /*RefersToEnclosingVariableOrCapture=*/false, Loc, Type, VK_LValue);
}

/// Whether `if` clauses, and containers that must have elements, leave the loop
/// to the device.
Expr *HostBuilder::conditionOf(const ScanLoop &Loop, const Rebase &Move) {
  llvm::SmallVector<Expr *, 2> All;
  for (const Expr *E : Loop.Conditions)
    All.push_back(Move.expression(stripImplicit(E)));
  for (const Expr *Container : Loop.NotEmpty)
    All.push_back(callMember(Move.expression(Container), "size"));
  return allHold(S, All, Loc);
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
                               Expr *&End) {
  Expr *Handle = nullptr;
  auto Add = [&](const Expr *Scalar, unsigned Flags) {
    if (!Handle)
      Handle =
          Calls.host(location(Loop),
                     deviceNumber(Calls, Loop.Device, Loop.DeviceNumber, Move));
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
    if (!I.isArray() && !Add(I.Base, 0))
      return false;
  for (const DeclRefExpr *Last : Loop.Lasts)
    if (!Add(Last, 0))
      return false;
  for (const Expr *Scalar : Loop.MappedScalars)
    if (!Add(Scalar, OMPSCAN_HOST_READS))
      return false;
  if (!Handle)
    return true;
  Handle = Calls.finish("__ompscan_host_begin", Handle, /*Answers=*/true);
  if (Handle && Condition)
    Handle =
        S.ActOnConditionalOp(Loc, Loc, Condition, Handle, Calls.null()).get();
  if (!Handle)
    return false;
  VarDecl *Var =
      declare("__ompscan_host", Context.VoidPtrTy.withConst(), Handle);
  Statements.push_back(new (Context) DeclStmt(DeclGroupRef(Var), Loc, Loc));
  End = Calls.finish(
      "__ompscan_host_end",
      DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                          Var, /*RefersToEnclosingVariableOrCapture=*/false,
                          Loc, Var->getType(), VK_LValue),
      /*Answers=*/false);
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

/// The loop as the host runs it. Its private variables are as separate from
/// those around it as they are on a device.
Stmt *HostBuilder::hostLoop(const ScanLoop &Loop, Rebase Move) {
  llvm::SmallVector<Stmt *, 4> Statements;
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
  for (const NestedLoop &Nested : Loop.Nested)
    if (!isa<DeclStmt>(Nested.For->getInit()))
      Copy(Nested.IV.Var);
  Statements.push_back(Move.statement(const_cast<ForStmt *>(Loop.For)));
  Expr *End = Calls.end();
  if (!End)
    return nullptr;
  Statements.push_back(End);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}

Stmt *HostBuilder::build(const ScanLoop &Loop, const Program &P,
                         DeclContext *DC) {
  Target = DC;
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Rebase Move(Context, Target);
  Loc = Loop.Loc;
  Calls.setLoc(Loc);
  Variable = Loop.IV.Var;
  llvm::SmallVector<Stmt *, 3> Statements;
  if (Stmt *Wait = waitForTasks(Context, Loop.Dependences, Move, Loc))
    Statements.push_back(Wait);
  Expr *Condition = nullptr;
  if (!Loop.Conditions.empty() || !Loop.NotEmpty.empty()) {
    Condition = conditionOf(Loop, Move);
    if (!Condition)
      return nullptr;
    // It is used twice, and perhaps in every row.
    Condition = keep(Condition, Statements);
  }
  Expr *End = nullptr;
  if (!bringScalars(Loop, Condition, Move, Statements, End))
    return nullptr;
  if (Loop.Rows && !isa<DeclStmt>(Loop.Rows->getInit()))
    Statements.push_back(copyVariable(Loop.Row, Move));

  const QualType Type = Loop.IV.Type.withConst();
  Lower = declare("__ompscan_lower", Type, Move.expression(Loop.IV.Lower));
  llvm::SmallVector<Stmt *, 4> Declarations{
      new (Context) DeclStmt(DeclGroupRef(Lower), Loc, Loc)};

  Expr *Handle =
      Calls.begin(P.Source, location(Loop), P.ValueSize, P.Features,
                  deviceNumber(Calls, Loop.Device, Loop.DeviceNumber, Move));
  if (Handle)
    Handle = addResults(Handle, Loop, P, Move);
  for (const ArrayUse &Array : Loop.Arrays)
    if (Handle)
      Handle = addArray(Handle, Loop, Array, Move);
  for (const ScalarUse &Scalar : Loop.Scalars)
    if (Handle) {
      Expr *Value = Move.expression(Scalar.Value);
      if (!Value->isGLValue())
        Value = keep(Value, Declarations);
      Handle = Calls.scalar(Handle, Value);
    }
  if (!Handle)
    return nullptr;

  for (const NestedLoop &Nested : Loop.Nested)
    if (Handle)
      Handle = addNested(Handle, Nested.IV, Move);
  if (!Handle)
    return nullptr;

  // The bounds are compared in the type of the condition.
  Expr *First = ImplicitCastExpr::Create(
      Context, Loop.IV.Type, CK_LValueToRValue,
      DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                          Lower, /*RefersToEnclosingVariableOrCapture=*/false,
                          Loc, Type, VK_LValue),
      /*BasePath=*/nullptr, VK_PRValue, FPOptionsOverride());
  if (!Context.hasSameType(Loop.IV.Type, Loop.IV.ComparedType))
    First = ImplicitCastExpr::Create(
        Context, Loop.IV.ComparedType, CK_IntegralCast, First,
        /*BasePath=*/nullptr, VK_PRValue, FPOptionsOverride());
  Expr *Done = Calls.launch(Handle, First, Move.expression(Loop.IV.Bound),
                            Loop.IV.Step, abiFlags(Loop.IV, Context));
  if (Done)
    Done = launchUnlessSkipped(Loop, Done, Condition);
  // Last, since it changes the nodes of the loop.
  Stmt *OnHost = hostLoop(Loop, Move);
  if (!Done || !OnHost)
    return nullptr;
  const ExprResult Undone = S.ActOnFinishFullExpr(
      S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_LNot, Done).get(), Loc,
      /*DiscardedValue=*/false);
  if (Undone.isInvalid())
    return nullptr;
  auto *If = IfStmt::Create(Context, Loc, IfStatementKind::Ordinary,
                            /*Init=*/nullptr, /*Var=*/nullptr, Undone.get(),
                            Loc, Loc, OnHost);
  Declarations.push_back(If);
  if (Loop.Rows) {
    auto *Rows = const_cast<ForStmt *>(Loop.Rows);
    Rows->setInit(Move.statement(Rows->getInit()));
    Rows->setCond(cast<Expr>(Move.statement(Rows->getCond())));
    Rows->setInc(cast<Expr>(Move.statement(Rows->getInc())));
    Rows->setBody(CompoundStmt::Create(
        Context, Declarations, FPOptionsOverride(), Loc, Rows->getEndLoc()));
    Statements.push_back(Rows);
  } else {
    Statements.append(Declarations);
  }
  if (End)
    Statements.push_back(End);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}
