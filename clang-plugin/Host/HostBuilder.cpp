//===- HostBuilder.cpp - From a ScanLoop to host code ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBuilder.h"
#include "Loop/Expressions.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
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

static unsigned abiFlags(const Induction &IV, const ASTContext &Context) {
  unsigned Flags = 0;
  switch (IV.Rel) {
  case Relation::LT:
    Flags = OMPSCAN_RELATION_LT;
    break;
  case Relation::LE:
    Flags = OMPSCAN_RELATION_LE;
    break;
  case Relation::GT:
    Flags = OMPSCAN_RELATION_GT;
    break;
  case Relation::GE:
    Flags = OMPSCAN_RELATION_GE;
    break;
  case Relation::NE:
    Flags = OMPSCAN_RELATION_NE;
    break;
  }
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
  return Handle;
}

Expr *HostBuilder::addArray(Expr *Handle, const ScanLoop &Loop,
                            const ArrayUse &Array, const Rebase &Move) {
  const uint64_t Size = Context.getTypeSizeInChars(Array.Element).getQuantity();
  Expr *Begin = Array.SectionBegin ? Move.expression(Array.SectionBegin)
                                   : Calls.number(0);
  Expr *Count = Array.SectionCount ? Move.expression(Array.SectionCount)
                                   : Calls.number(Array.KnownCount);
  Handle = Calls.array(Handle, Array.Name, Move.expression(Array.Base), Size,
                       abiMap(Array.Map) | abiElement(Array.Element)
                                               << OMPSCAN_ELEMENT_SHIFT,
                       Begin, Count);
  for (const Access &Use : Array.Accesses) {
    if (!Handle)
      return nullptr;
    if (Use.Kind == AccessKind::Counted) {
      const bool Signed =
          Loop.Items[Use.Counter].Type->isSignedIntegerOrEnumerationType();
      Handle = Calls.counted(Handle, resultNumber(Loop, Use.Counter), Signed,
                             Use.Stride);
      continue;
    }
    Expr *First = Calls.number(0);
    if (Use.Index && Use.Kind != AccessKind::ReadAny &&
        Use.Kind != AccessKind::WriteAny)
      First = atLower(Move.expression(Use.Index));
    // A seed is a single element; its subscript follows the store's.
    const int64_t Stride = Use.Kind == AccessKind::Seed ? 0 : Use.Stride;
    Handle = Calls.access(Handle, abiKind(Use.Kind), First, Stride);
    for (const NoWrap &N : Use.NoWraps)
      if (Handle)
        Handle = Calls.noWrap(Handle, atLower(Move.expression(N.Value)),
                              N.Stride, N.Bits);
  }
  return Handle;
}

Stmt *HostBuilder::build(const ScanLoop &Loop, const Program &P,
                         DeclContext *Target) {
  Sema::ContextRAII InTarget(S, Target);
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  const Rebase Move(Context, Target);
  Loc = Loop.Loc;
  Calls.setLoc(Loc);
  Variable = Loop.IV.Var;
  Stmt *Original = Move.statement(const_cast<ForStmt *>(Loop.For));

  const QualType Type = Loop.IV.Type.withConst();
  Lower = VarDecl::Create(Context, Target, Loc, Loc,
                          &Context.Idents.get("__ompscan_lower"), Type,
                          Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Lower->setImplicit();
  Lower->setReferenced();
  Lower->setIsUsed();
  Lower->setInit(Move.expression(Loop.IV.Lower));
  auto *Declaration = new (Context) DeclStmt(DeclGroupRef(Lower), Loc, Loc);

  Expr *Handle = Calls.begin(P.Source, location(Loop), P.ValueSize, P.Features,
                             device(Loop, Move));
  if (Handle)
    Handle = addResults(Handle, Loop, P, Move);
  for (const ArrayUse &Array : Loop.Arrays)
    if (Handle)
      Handle = addArray(Handle, Loop, Array, Move);
  for (const ScalarUse &Scalar : Loop.Scalars)
    if (Handle)
      Handle = Calls.scalar(Handle, Move.expression(Scalar.Value));
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
  Expr *End = Calls.end();
  if (!Done || !End)
    return nullptr;
  const ExprResult Condition = S.ActOnFinishFullExpr(
      S.BuildUnaryOp(/*Scope=*/nullptr, Loc, UO_LNot, Done).get(), Loc,
      /*DiscardedValue=*/false);
  if (Condition.isInvalid())
    return nullptr;
  auto *OnHost =
      CompoundStmt::Create(Context, {Original, End}, FPOptionsOverride(), Loc,
                           Original->getEndLoc());
  auto *If = IfStmt::Create(Context, Loc, IfStatementKind::Ordinary,
                            /*Init=*/nullptr, /*Var=*/nullptr, Condition.get(),
                            Loc, Loc, OnHost);
  return CompoundStmt::Create(Context, {Declaration, If}, FPOptionsOverride(),
                              Loc, Original->getEndLoc());
}
