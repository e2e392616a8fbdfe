//===- ArrayCalls.cpp - What the runtime is told of arrays ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Host/AbiValues.h"
#include "Host/HostBuilder.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// A copy of the subscript \p E with the first values of the loops in place of
/// their variables. Only the nodes that Affine reads lie on the way to them. A
/// constant may mention a variable without using its value.
Expr *HostBuilder::atLower(Expr *E) const {
  if (llvm::none_of(Firsts, [&](const FirstValue &First) {
        return mentions(E, First.Variable);
      }))
    return E;
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Found = llvm::find_if(Firsts, [&](const FirstValue &First) {
      return First.Variable->getCanonicalDecl() ==
             Ref->getDecl()->getCanonicalDecl();
    });
    return DeclRefExpr::Create(
        Context, NestedNameSpecifierLoc(), SourceLocation(), Found->Value,
        /*RefersToEnclosingVariableOrCapture=*/false, E->getExprLoc(),
        Found->Value->getType(), VK_LValue);
  }
  if (Expr::EvalResult Constant; E->EvaluateAsInt(Constant, Context))
    return IntegerLiteral::Create(Context, Constant.Val.getInt(), E->getType(),
                                  E->getExprLoc());
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
      Sum =
          Calls.addProduct(Sum, Move.expression(Next.Value), Next.Factor,
                           Next.Times ? Move.expression(Next.Times) : nullptr);
  return Sum;
}

/// Says how what was added last moves along the loops around the scan.
Expr *HostBuilder::addOuter(Expr *Handle, unsigned Target,
                            ArrayRef<Movement> Outer, const Rebase &Move) {
  for (const Movement &M : Outer) {
    Expr *Stride = Handle ? stride(M.Stride, M.Symbols, Move) : nullptr;
    if (!Stride)
      return nullptr;
    Handle = Calls.outer(Handle, Target, Stride);
  }
  return Handle;
}

/// Which of the results the scalar item \p Number is.
static unsigned resultNumber(const ScanLoop &Loop, unsigned Number) {
  return llvm::count_if(llvm::ArrayRef<Item>(Loop.Items).take_front(Number),
                        [](const Item &I) { return !I.isArray(); });
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
  if (Array.IsOnDevice)
    Map |= OMPSCAN_MAP_ON_DEVICE;
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
      if (C.Slides)
        Flags |= OMPSCAN_COUNTED_SLIDES;
      Flags |= C.Bits << OMPSCAN_COUNTED_BITS_SHIFT;
      Expr *Offset = stride(C.Offset, C.Symbols, Move);
      Handle = Offset ? Calls.counted(Handle, resultNumber(Loop, C.Item), Flags,
                                      C.Step, C.Scale, Offset)
                      : nullptr;
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
    if (Use.IsLeftOfCopy)
      Kind |= OMPSCAN_ACCESS_LEFT_OF_COPY;
    if (Use.IsInSection)
      Kind |= OMPSCAN_ACCESS_IN_SECTION;
    Handle = Calls.access(Handle, Kind, First, Stride);
    Handle = addOuter(Handle, OMPSCAN_OUTER_ACCESS, Use.Outer, Move);
    for (const Guard &G : Use.Guards)
      Handle = addGuard(Handle, G, Move);
    for (const NoWrap &N : Use.NoWraps)
      if (Handle)
        if (Expr *Growth = stride(N.Stride, N.Symbols, Move))
          Handle =
              addOuter(Calls.noWrap(Handle, atLower(Move.expression(N.Value)),
                                    Growth, N.Bits),
                       OMPSCAN_OUTER_NO_WRAP, N.Outer, Move);
  }
  return Handle;
}
