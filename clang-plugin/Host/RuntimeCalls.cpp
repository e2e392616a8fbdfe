//===- RuntimeCalls.cpp - Calls of the runtime in the AST -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/RuntimeCalls.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace ompscan::plugin;

QualType RuntimeCalls::uint32() const {
  return Context.getIntTypeForBitwidth(32, /*Signed=*/false);
}

QualType RuntimeCalls::int64() const {
  return Context.getIntTypeForBitwidth(64, /*Signed=*/true);
}

QualType RuntimeCalls::uint64() const {
  return Context.getIntTypeForBitwidth(64, /*Signed=*/false);
}

QualType RuntimeCalls::constCharPtr() const {
  return Context.getPointerType(Context.CharTy.withConst());
}

QualType RuntimeCalls::constVoidPtr() const {
  return Context.getPointerType(Context.VoidTy.withConst());
}

FunctionDecl *RuntimeCalls::declare(const Function &F) {
  FunctionDecl *&Known = Declared[F.Name];
  if (Known)
    return Known;
  DeclContext *DC = Context.getTranslationUnitDecl();
  if (S.getLangOpts().CPlusPlus) {
    auto *Linkage = LinkageSpecDecl::Create(Context, DC, Loc, Loc,
                                            LinkageSpecLanguageIDs::C,
                                            /*HasBraces=*/false);
    Linkage->setImplicit();
    DC->addDecl(Linkage);
    DC = Linkage;
  }
  FunctionProtoType::ExtProtoInfo Info;
  if (S.getLangOpts().CPlusPlus11)
    Info.ExceptionSpec.Type = EST_BasicNoexcept;
  const QualType Type = Context.getFunctionType(F.Result, F.Parameters, Info);
  Known = FunctionDecl::Create(
      Context, DC, Loc, Loc, &Context.Idents.get(F.Name), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_Extern);
  llvm::SmallVector<ParmVarDecl *, 8> Parameters;
  for (QualType Parameter : F.Parameters)
    Parameters.push_back(ParmVarDecl::Create(
        Context, Known, Loc, Loc, /*Id=*/nullptr, Parameter,
        Context.getTrivialTypeSourceInfo(Parameter, Loc), SC_None,
        /*DefArg=*/nullptr));
  Known->setParams(Parameters);
  Known->setImplicit();
  DC->addDecl(Known);
  return Known;
}

Expr *RuntimeCalls::call(const Function &F, ArrayRef<Expr *> Arguments) {
  FunctionDecl *Callee = declare(F);
  S.MarkFunctionReferenced(Loc, Callee, /*MightBeOdrUse=*/true);
  Expr *Ref = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                                  SourceLocation(), Callee,
                                  /*RefersToEnclosingVariableOrCapture=*/false,
                                  Loc, Callee->getType(), VK_LValue);
  llvm::SmallVector<Expr *, 8> Passed(Arguments);
  return S.BuildCallExpr(/*Scope=*/nullptr, Ref, Loc, Passed, Loc).get();
}

Expr *RuntimeCalls::literal(uint64_t N, QualType Type) {
  return IntegerLiteral::Create(
      Context, llvm::APInt(Context.getIntWidth(Type), N), Type, Loc);
}

Expr *RuntimeCalls::number(int64_t N) {
  return literal(static_cast<uint64_t>(N), int64());
}

Expr *RuntimeCalls::no() {
  return literal(0, Context.getIntTypeForBitwidth(32, /*Signed=*/true));
}

Expr *RuntimeCalls::null() {
  return ImplicitCastExpr::Create(Context, handle(), CK_NullToPointer,
                                  number(0), /*BasePath=*/nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

Expr *RuntimeCalls::addProduct(Expr *Sum, Expr *Value, int64_t Factor,
                               Expr *Times) {
  ExprResult Product =
      S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_Mul, integer(Value, uint64()),
                   literal(static_cast<uint64_t>(Factor), uint64()));
  if (Times && !Product.isInvalid())
    Product = S.BuildBinOp(/*Scope=*/nullptr, Loc, BO_Mul, Product.get(),
                           integer(Times, uint64()));
  if (Product.isInvalid())
    return nullptr;
  return S
      .BuildBinOp(/*Scope=*/nullptr, Loc, BO_Add, integer(Sum, uint64()),
                  Product.get())
      .get();
}

Expr *RuntimeCalls::compute(Expr *Left, BinaryOperatorKind Op, Expr *Right) {
  return S
      .BuildBinOp(/*Scope=*/nullptr, Loc, Op, integer(Left, uint64()),
                  integer(Right, uint64()))
      .get();
}

Expr *RuntimeCalls::string(StringRef Text) {
  const QualType Type = Context.getStringLiteralArrayType(
      Context.CharTy.withConst(), Text.size());
  return StringLiteral::Create(Context, Text, StringLiteralKind::Ordinary,
                               /*Pascal=*/false, Type, Loc);
}

/// \p E as \p Type, by a cast that is written out: a user's -Wconversion has
/// nothing to say about it.
Expr *RuntimeCalls::integer(Expr *E, QualType Type) {
  Expr *Value = S.DefaultLvalueConversion(E).get();
  if (!Value || Context.hasSameType(Value->getType(), Type))
    return Value;
  return CStyleCastExpr::Create(
      Context, Type, VK_PRValue, CK_IntegralCast, Value, /*BasePath=*/nullptr,
      FPOptionsOverride(), Context.getTrivialTypeSourceInfo(Type, Loc), Loc,
      Loc);
}

Expr *RuntimeCalls::begin(StringRef Kernels, StringRef Location,
                          uint64_t ItemSize, unsigned Features, Expr *Device) {
  const QualType Parameters[] = {uint32(), constCharPtr(), constCharPtr(),
                                 uint64(), uint32(),       int64()};
  return call({"__ompscan_begin", handle(), Parameters},
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Kernels),
               string(Location), literal(ItemSize, uint64()),
               literal(Features, uint32()), integer(Device, int64())});
}

Expr *RuntimeCalls::array(Expr *Handle, StringRef Name, Expr *Base,
                          uint64_t ElementSize, unsigned Map, Expr *Begin,
                          Expr *Count) {
  const QualType Parameters[] = {handle(), constCharPtr(), constVoidPtr(),
                                 uint64(), uint32(),       int64(),
                                 uint64()};
  return call({"__ompscan_array", handle(), Parameters},
              {Handle, string(Name), Base, literal(ElementSize, uint64()),
               literal(Map, uint32()), integer(Begin, int64()),
               integer(Count, uint64())});
}

Expr *RuntimeCalls::access(Expr *Handle, unsigned Kind, Expr *First,
                           Expr *Stride) {
  const QualType Parameters[] = {handle(), uint32(), int64(), int64()};
  return call({"__ompscan_access", handle(), Parameters},
              {Handle, literal(Kind, uint32()), integer(First, int64()),
               integer(Stride, int64())});
}

Expr *RuntimeCalls::guard(Expr *Handle, unsigned Flags, Expr *Left, Expr *Right,
                          int64_t Stride) {
  const QualType Parameters[] = {handle(), uint32(), int64(), int64(), int64()};
  return call({"__ompscan_guard", handle(), Parameters},
              {Handle, literal(Flags, uint32()), integer(Left, int64()),
               integer(Right, int64()), number(Stride)});
}

Expr *RuntimeCalls::noWrap(Expr *Handle, Expr *First, Expr *Stride,
                           unsigned Bits) {
  const QualType Parameters[] = {handle(), uint64(), int64(), uint32()};
  return call({"__ompscan_no_wrap", handle(), Parameters},
              {Handle, integer(First, uint64()), integer(Stride, int64()),
               literal(Bits, uint32())});
}

Expr *RuntimeCalls::addressOf(Expr *E) {
  return UnaryOperator::Create(
      Context, E, UO_AddrOf, Context.getPointerType(E->getType()), VK_PRValue,
      OK_Ordinary, Loc, /*CanOverflow=*/false, FPOptionsOverride());
}

/// A call of \p Function, which takes the address and the size of \p Place.
Expr *RuntimeCalls::callWithPlace(StringRef Function, Expr *Handle,
                                  Expr *Place) {
  const QualType Parameters[] = {handle(), constVoidPtr(), uint64()};
  const int64_t Size =
      Context.getTypeSizeInChars(Place->getType()).getQuantity();
  return call({Function, handle(), Parameters},
              {Handle, addressOf(Place), literal(Size, uint64())});
}

Expr *RuntimeCalls::scalar(Expr *Handle, Expr *Value) {
  return callWithPlace("__ompscan_scalar", Handle, Value);
}

Expr *RuntimeCalls::reads(Expr *Handle, Expr *Place) {
  return callWithPlace("__ompscan_reads", Handle, Place);
}

Expr *RuntimeCalls::result(Expr *Handle, Expr *Value, uint64_t Offset) {
  const QualType Parameters[] = {handle(), Context.VoidPtrTy, uint64(),
                                 uint64()};
  const int64_t Size =
      Context.getTypeSizeInChars(Value->getType()).getQuantity();
  return call({"__ompscan_result", handle(), Parameters},
              {Handle, addressOf(Value), literal(Offset, uint64()),
               literal(Size, uint64())});
}

Expr *RuntimeCalls::resultName(Expr *Handle, StringRef Name, unsigned Type) {
  const QualType Parameters[] = {handle(), constCharPtr(), uint32()};
  return call({"__ompscan_result_name", handle(), Parameters},
              {Handle, string(Name), literal(Type, uint32())});
}

Expr *RuntimeCalls::counted(Expr *Handle, unsigned Result, unsigned Flags,
                            int64_t Step, int64_t Scale, Expr *Offset) {
  const QualType Parameters[] = {handle(), uint32(), uint32(),
                                 int64(),  int64(),  int64()};
  return call({"__ompscan_counted", handle(), Parameters},
              {Handle, literal(Result, uint32()), literal(Flags, uint32()),
               number(Step), number(Scale), integer(Offset, int64())});
}

Expr *RuntimeCalls::inner(Expr *Handle, Expr *Lower, Expr *Bound, int64_t Step,
                          unsigned Flags) {
  const QualType Parameters[] = {handle(), int64(), int64(), int64(), uint32()};
  return call({"__ompscan_inner", handle(), Parameters},
              {Handle, integer(Lower, int64()), integer(Bound, int64()),
               number(Step), literal(Flags, uint32())});
}

Expr *RuntimeCalls::outer(Expr *Handle, unsigned Target, Expr *Stride) {
  const QualType Parameters[] = {handle(), uint32(), int64()};
  return call({"__ompscan_outer", handle(), Parameters},
              {Handle, literal(Target, uint32()), integer(Stride, int64())});
}

Expr *RuntimeCalls::launch(Expr *Handle, Expr *Lower, Expr *Bound, int64_t Step,
                           unsigned Flags) {
  const QualType Parameters[] = {handle(), int64(), int64(), int64(), uint32()};
  return call({"__ompscan_launch",
               Context.getIntTypeForBitwidth(32, /*Signed=*/true), Parameters},
              {Handle, integer(Lower, int64()), integer(Bound, int64()),
               number(Step), literal(Flags, uint32())});
}

Expr *RuntimeCalls::skip(StringRef Location) {
  const QualType Parameters[] = {uint32(), constCharPtr()};
  return call({"__ompscan_skip",
               Context.getIntTypeForBitwidth(32, /*Signed=*/true), Parameters},
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Location)});
}

Expr *RuntimeCalls::resume(Expr *First, QualType Type) {
  const QualType Parameters[] = {int64()};
  Expr *Next = call({"__ompscan_resume", int64(), Parameters},
                    {integer(First, int64())});
  return Next ? integer(Next, Type) : nullptr;
}

Expr *RuntimeCalls::end() {
  return call({"__ompscan_end", Context.VoidTy, {}}, {});
}

/// \p Pointer as `const void *`, whatever its qualifiers are.
Expr *RuntimeCalls::untyped(Expr *Pointer) {
  return CStyleCastExpr::Create(
      Context, constVoidPtr(), VK_PRValue, CK_BitCast, Pointer,
      /*BasePath=*/nullptr, FPOptionsOverride(),
      Context.getTrivialTypeSourceInfo(constVoidPtr(), Loc), Loc, Loc);
}

Expr *RuntimeCalls::data(StringRef Location, Expr *Device) {
  const QualType Parameters[] = {uint32(), constCharPtr(), int64()};
  return call({"__ompscan_data", handle(), Parameters},
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Location),
               integer(Device, int64())});
}

Expr *RuntimeCalls::dataMap(Expr *Handle, StringRef Name, Expr *Place,
                            Expr *Bytes, unsigned Flags) {
  const QualType Parameters[] = {handle(), constCharPtr(), constVoidPtr(),
                                 uint64(), uint32()};
  return call({"__ompscan_data_map", handle(), Parameters},
              {Handle, string(Name), untyped(addressOf(Place)),
               integer(Bytes, uint64()), literal(Flags, uint32())});
}

Expr *RuntimeCalls::host(StringRef Location, Expr *Device) {
  const QualType Parameters[] = {uint32(), constCharPtr(), int64()};
  return call({"__ompscan_host", handle(), Parameters},
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Location),
               integer(Device, int64())});
}

Expr *RuntimeCalls::hostUses(Expr *Handle, Expr *Place, bool IsPointer,
                             Expr *Bytes, unsigned Flags) {
  const QualType Parameters[] = {handle(), constVoidPtr(), uint64(), uint32()};
  Expr *Address =
      IsPointer ? S.DefaultLvalueConversion(Place).get() : addressOf(Place);
  if (!Address)
    return nullptr;
  return call({"__ompscan_host_uses", handle(), Parameters},
              {Handle, untyped(Address), integer(Bytes, uint64()),
               literal(Flags, uint32())});
}

Expr *RuntimeCalls::hostUsesAll(Expr *Handle) {
  const QualType Parameters[] = {handle(), constVoidPtr(), uint64(), uint32()};
  return call({"__ompscan_host_uses", handle(), Parameters},
              {Handle, null(), literal(0, uint64()),
               literal(OMPSCAN_HOST_ALL, uint32())});
}

Expr *RuntimeCalls::defers(Expr *Handle) {
  const QualType Parameters[] = {handle()};
  return call({"__ompscan_data_defers",
               Context.getIntTypeForBitwidth(32, /*Signed=*/true), Parameters},
              {Handle});
}

Expr *RuntimeCalls::finish(StringRef Function, Expr *Handle, bool Answers) {
  const QualType Parameters[] = {handle()};
  return call({Function, Answers ? handle() : Context.VoidTy, Parameters},
              {Handle});
}
