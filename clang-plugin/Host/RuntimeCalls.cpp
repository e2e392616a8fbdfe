//===- RuntimeCalls.cpp - Calls of the runtime in the AST -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/RuntimeCalls.h"
#include "AST/Expressions.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The context of new declarations with C linkage.
DeclContext *RuntimeCalls::externC() {
  DeclContext *DC = Context.getTranslationUnitDecl();
  if (!S.getLangOpts().CPlusPlus)
    return DC;
  auto *Linkage =
      LinkageSpecDecl::Create(Context, DC, Loc, Loc, compat::LinkageOfC,
                              /*HasBraces=*/false);
  Linkage->setImplicit();
  DC->addDecl(Linkage);
  return Linkage;
}

FunctionDecl *RuntimeCalls::declare(StringRef Name, QualType Result,
                                    ArrayRef<Expr *> Arguments) {
  FunctionDecl *&Known = Declared[Name];
  if (Known)
    return Known;
  DeclContext *DC = externC();
  FunctionProtoType::ExtProtoInfo Info;
  if (S.getLangOpts().CPlusPlus11)
    Info.ExceptionSpec.Type = EST_BasicNoexcept;
  llvm::SmallVector<QualType, 8> Types;
  for (const Expr *Argument : Arguments)
    Types.push_back(Context.getAdjustedParameterType(Argument->getType())
                        .getUnqualifiedType());
  const QualType Type = Context.getFunctionType(Result, Types, Info);
  Known = FunctionDecl::Create(
      Context, DC, Loc, Loc, &Context.Idents.get(Name), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_Extern);
  llvm::SmallVector<ParmVarDecl *, 8> Parameters;
  for (QualType Parameter : Types)
    Parameters.push_back(ParmVarDecl::Create(
        Context, Known, Loc, Loc, /*Id=*/nullptr, Parameter,
        Context.getTrivialTypeSourceInfo(Parameter, Loc), SC_None,
        /*DefArg=*/nullptr));
  Known->setParams(Parameters);
  Known->setImplicit();
  DC->addDecl(Known);
  return Known;
}

Expr *RuntimeCalls::call(StringRef Name, QualType Result,
                         ArrayRef<Expr *> Arguments) {
  if (llvm::is_contained(Arguments, nullptr))
    return nullptr;
  FunctionDecl *Callee = declare(Name, Result, Arguments);
  S.MarkFunctionReferenced(Loc, Callee, /*MightBeOdrUse=*/true);
  auto Passed = llvm::to_vector<8>(Arguments);
  return S.BuildCallExpr(/*Scope=*/nullptr, reference(Callee), Loc, Passed, Loc)
      .get();
}

Expr *RuntimeCalls::literal(uint64_t N, QualType Type) {
  return integerLiteral(static_cast<int64_t>(N), Type, Loc, Context);
}

Expr *RuntimeCalls::number(int64_t N) {
  return literal(static_cast<uint64_t>(N), int64());
}

Expr *RuntimeCalls::no() { return literal(0, int32()); }

Expr *RuntimeCalls::null() {
  return convertTo(handle(), CK_NullToPointer, number(0), Context);
}

Expr *RuntimeCalls::addProduct(Expr *Sum, Expr *Value, int64_t Factor,
                               Expr *Times) {
  Expr *Product =
      compute(Value, BO_Mul, literal(static_cast<uint64_t>(Factor), uint64()));
  if (Times)
    Product = compute(Product, BO_Mul, Times);
  return compute(Sum, BO_Add, Product);
}

Expr *RuntimeCalls::compute(Expr *Left, BinaryOperatorKind Op, Expr *Right,
                            QualType In) {
  return binary(integer(Left, In), Op, integer(Right, In));
}

Expr *RuntimeCalls::string(StringRef Text) {
  const QualType Type = Context.getStringLiteralArrayType(
      Context.CharTy.withConst(), Text.size());
  return StringLiteral::Create(Context, Text, StringLiteralKind::Ordinary,
                               /*Pascal=*/false, Type, Loc);
}

Expr *RuntimeCalls::quotient(Expr *Number, int64_t Divisor) {
  return binary(integer(Number, int64()), BO_Div, number(Divisor));
}

Expr *RuntimeCalls::addressOf(Expr *E) {
  return UnaryOperator::Create(
      Context, E, UO_AddrOf, Context.getPointerType(E->getType()), VK_PRValue,
      OK_Ordinary, Loc, /*CanOverflow=*/false, FPOptionsOverride());
}

Expr *RuntimeCalls::address(Expr *Pointer) {
  return cast(S.DefaultFunctionArrayLvalueConversion(Pointer).get(), uint64(),
              CK_PointerToIntegral);
}

Expr *RuntimeCalls::run(VarDecl *Descriptor, VarDecl *Values) {
  return call("__ompscan_run", int32(),
              {untyped(addressOf(reference(Descriptor))), reference(Values)});
}

Expr *RuntimeCalls::isShort(Expr *Iterations, unsigned Work) {
  if (!ShortLoop) {
    DeclContext *DC = externC();
    ShortLoop = VarDecl::Create(
        Context, DC, Loc, Loc, &Context.Idents.get("__ompscan_short_loop"),
        int64(), Context.getTrivialTypeSourceInfo(int64(), Loc), SC_Extern);
    ShortLoop->setImplicit();
    DC->addDecl(ShortLoop);
  }
  S.MarkVariableReferenced(Loc, ShortLoop);
  constexpr int Relaxed = 0; // __ATOMIC_RELAXED
  Expr *Operands[] = {addressOf(reference(ShortLoop)),
                      literal(Relaxed, int32())};
  Expr *Limit = new (Context)
      AtomicExpr(Loc, Operands, int64(), AtomicExpr::AO__atomic_load_n, Loc);
  Expr *Length = compute(Iterations, BO_Mul, number(Work));
  return binary(integer(Length, int64()), BO_LT, Limit);
}

Expr *RuntimeCalls::skip(StringRef Location) {
  return call("__ompscan_skip", int32(),
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Location)});
}

Expr *RuntimeCalls::keep(StringRef Location, unsigned Features, Expr *Elements,
                         QualType Element) {
  const int64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
  Expr *Kept = call("__ompscan_keep", handle(),
                    {string(Location), literal(Features, uint32()),
                     integer(Elements, int64()), literal(Size, uint64())});
  return cast(Kept, Context.getPointerType(Element), CK_BitCast);
}

Expr *RuntimeCalls::drop(Expr *Kept) {
  Expr *Pointer = S.DefaultLvalueConversion(Kept).get();
  return Pointer ? call("__ompscan_drop", Context.VoidTy,
                        {convertTo(handle(), CK_BitCast, Pointer, Context)})
                 : nullptr;
}

Expr *RuntimeCalls::resume(Expr *First, QualType Type, bool IsNotNegative) {
  Expr *Next = call("__ompscan_resume", int64(), {integer(First, int64())});
  // The compiler knows the sign of the first value of the loop, and has to know
  // that of this one, too: divisions of the variable depend on it.
  if (Next && IsNotNegative && Type->isSignedIntegerType())
    Next =
        binary(Next, BO_And, number(llvm::maxIntN(Context.getIntWidth(Type))));
  return integer(Next, Type);
}

Expr *RuntimeCalls::end() { return call("__ompscan_end", Context.VoidTy, {}); }

Expr *RuntimeCalls::teamBegin() {
  return call("__ompscan_team_begin", int32(), {});
}

Expr *RuntimeCalls::teamEnd(Expr *Runs) {
  return call("__ompscan_team_end", Context.VoidTy, {integer(Runs, int32())});
}

/// \p Pointer as `const void *`, whatever its qualifiers are.
Expr *RuntimeCalls::untyped(Expr *Pointer) {
  return cast(Pointer, Context.getPointerType(Context.VoidTy.withConst()),
              CK_BitCast);
}

Expr *RuntimeCalls::data(StringRef Location, Expr *Device) {
  return call("__ompscan_data", handle(),
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Location),
               integer(Device, int64())});
}

Expr *RuntimeCalls::dataMap(Expr *Handle, StringRef Name, Expr *Place,
                            Expr *Bytes, unsigned Flags) {
  return call("__ompscan_data_map", handle(),
              {Handle, string(Name), untyped(addressOf(Place)),
               integer(Bytes, uint64()), literal(Flags, uint32())});
}

Expr *RuntimeCalls::dataRepeat(Expr *Handle, Expr *Count, Expr *Distance) {
  return call("__ompscan_data_repeat", handle(),
              {Handle, integer(Count, uint64()), integer(Distance, uint64())});
}

Expr *RuntimeCalls::host(StringRef Location, Expr *Device, bool HasPrivate) {
  return call(HasPrivate ? "__ompscan_host_private" : "__ompscan_host",
              handle(),
              {literal(OMPSCAN_ABI_VERSION, uint32()), string(Location),
               integer(Device, int64())});
}

Expr *RuntimeCalls::hostUses(Expr *Handle, Expr *Place, bool IsPointer,
                             Expr *Bytes, unsigned Flags) {
  Expr *Address =
      IsPointer ? S.DefaultLvalueConversion(Place).get() : addressOf(Place);
  if (!Address)
    return nullptr;
  return call("__ompscan_host_uses", handle(),
              {Handle, untyped(Address), integer(Bytes, uint64()),
               literal(Flags, uint32())});
}

Expr *RuntimeCalls::hostUsesAll(Expr *Handle) {
  return call("__ompscan_host_uses", handle(),
              {Handle, untyped(null()), literal(0, uint64()),
               literal(OMPSCAN_HOST_ALL, uint32())});
}

Expr *RuntimeCalls::defers(Expr *Handle) {
  return call("__ompscan_data_defers", int32(), {Handle});
}

Expr *RuntimeCalls::query(StringRef Name) {
  return call(Name, Context.IntTy, {});
}

Expr *RuntimeCalls::targetBegin(Expr *Device) {
  return call("__ompscan_target_begin", Context.VoidTy,
              {integer(Device, int64())});
}

Expr *RuntimeCalls::targetEnd() {
  return call("__ompscan_target_end", Context.VoidTy, {});
}

Expr *RuntimeCalls::finish(StringRef Function, Expr *Handle, bool Answers) {
  return call(Function, Answers ? handle() : Context.VoidTy, {Handle});
}
