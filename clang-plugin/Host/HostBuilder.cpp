//===- HostBuilder.cpp - From a ScanLoop to host code ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBuilder.h"
#include "Loop/Containers.h"
#include "Loop/Expressions.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
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

/// "file:line:column (function)"
std::string HostBuilder::location(const ScanLoop &Loop) const {
  const SourceManager &SM = Context.getSourceManager();
  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loop.Loc));
  return (Twine(Place.getFilename()) + ":" + Twine(Place.getLine()) + ":" +
          Twine(Place.getColumn()) + " (" + Loop.Function + ")")
      .str();
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

Expr *HostBuilder::device(const ScanLoop &Loop, const Rebase &Move) {
  switch (Loop.Device) {
  case DeviceKind::Any:
    return Calls.number(OMPSCAN_DEVICE_DEFAULT);
  case DeviceKind::GPU:
    return Calls.number(OMPSCAN_DEVICE_GPU);
  case DeviceKind::CPU:
    return Calls.number(OMPSCAN_DEVICE_CPU);
  case DeviceKind::Number:
    return Move.expression(Loop.DeviceNumber);
  }
  llvm_unreachable("unknown device");
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
    Count = Array.SectionCount ? Move.expression(Array.SectionCount)
                               : Calls.number(Array.KnownCount);
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

/// \p Launch, unless an `if` clause leaves the loop to the host.
Expr *HostBuilder::launchUnlessSkipped(const ScanLoop &Loop, Expr *Launch,
                                       const Rebase &Move) {
  if (Loop.Conditions.empty())
    return Launch;
  Expr *Condition = nullptr;
  for (const Expr *E : Loop.Conditions) {
    const ExprResult Next =
        S.PerformContextuallyConvertToBool(Move.expression(stripImplicit(E)));
    if (Next.isInvalid())
      return nullptr;
    Condition = Condition ? S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_LAnd,
                                         Condition, Next.get())
                                .get()
                          : Next.get();
    if (!Condition)
      return nullptr;
  }
  Expr *Skip = Calls.skip(location(Loop));
  if (!Skip)
    return nullptr;
  return S.ActOnConditionalOp(Loc, Loc, Condition, Launch, Skip).get();
}

/// What lets the loop, which runs to its end here, keep its place among the
/// tasks that its `depend` clauses name; null where there are none.
Stmt *HostBuilder::waitForTasks(const ScanLoop &Loop, const Rebase &Move) {
  if (Loop.Dependences.empty())
    return nullptr;
  for (OMPClause *C : Loop.Dependences)
    for (Stmt *&Child : C->children())
      if (Child)
        Child = Move.statement(Child);
  return OMPTaskwaitDirective::Create(Context, Loc, Loc, Loop.Dependences);
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
  if (Stmt *Wait = waitForTasks(Loop, Move))
    Statements.push_back(Wait);
  if (Loop.Rows && !isa<DeclStmt>(Loop.Rows->getInit()))
    Statements.push_back(copyVariable(Loop.Row, Move));

  const QualType Type = Loop.IV.Type.withConst();
  Lower = declare("__ompscan_lower", Type, Move.expression(Loop.IV.Lower));
  llvm::SmallVector<Stmt *, 4> Declarations{
      new (Context) DeclStmt(DeclGroupRef(Lower), Loc, Loc)};

  Expr *Handle = Calls.begin(P.Source, location(Loop), P.ValueSize, P.Features,
                             device(Loop, Move));
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
    Done = launchUnlessSkipped(Loop, Done, Move);
  // Last, since it changes the nodes of the loop.
  Stmt *OnHost = hostLoop(Loop, Move);
  if (!Done || !OnHost)
    return nullptr;
  const ExprResult Condition = S.ActOnFinishFullExpr(
      S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_LNot, Done).get(), Loc,
      /*DiscardedValue=*/false);
  if (Condition.isInvalid())
    return nullptr;
  auto *If = IfStmt::Create(Context, Loc, IfStatementKind::Ordinary,
                            /*Init=*/nullptr, /*Var=*/nullptr, Condition.get(),
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
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(), Loc,
                              Loop.For->getEndLoc());
}
