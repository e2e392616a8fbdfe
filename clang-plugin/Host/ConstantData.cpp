//===- ConstantData.cpp - Constant objects in the AST ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ConstantData.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/MD5.h"

using namespace clang;
using namespace ompscan::plugin;

static llvm::MD5::MD5Result digest(StringRef Bytes) {
  llvm::MD5 Sum;
  Sum.update(Bytes);
  llvm::MD5::MD5Result Result;
  Sum.final(Result);
  return Result;
}

static std::string keyOf(const ConstantData::Record &Fields) {
  std::string Key;
  for (const auto &[Name, Value] : Fields)
    Key += Value.Key;
  return Key;
}

ConstantData::Constant ConstantData::literal(uint64_t N, unsigned Bits,
                                             bool IsSigned) {
  const QualType Type = Context.getIntTypeForBitwidth(Bits, IsSigned);
  std::string Key;
  for (unsigned Byte = 0; Byte != sizeof N; ++Byte)
    Key += static_cast<char>(N >> 8 * Byte);
  return {IntegerLiteral::Create(Context, llvm::APInt(Bits, N), Type,
                                 SourceLocation()),
          Key};
}

ConstantData::Constant ConstantData::uint32(uint32_t N) {
  return literal(N, 32, /*IsSigned=*/false);
}

ConstantData::Constant ConstantData::uint64(uint64_t N) {
  return literal(N, 64, /*IsSigned=*/false);
}

ConstantData::Constant ConstantData::int64(int64_t N) {
  return literal(static_cast<uint64_t>(N), 64, /*IsSigned=*/true);
}

ConstantData::Constant ConstantData::string(StringRef Text) {
  const QualType Char = Context.CharTy.withConst();
  Expr *Literal = StringLiteral::Create(
      Context, Text, StringLiteralKind::Ordinary, /*Pascal=*/false,
      Context.getStringLiteralArrayType(Char, Text.size()), SourceLocation());
  return {convertTo(Context.getPointerType(Char), CK_ArrayToPointerDecay,
                    Literal, Context),
          Text.str() + '\0'};
}

/// The structure \p Name, with members as \p Like has them.
QualType ConstantData::recordType(StringRef Name, const Record &Like) {
  QualType &Type = Types[Name];
  if (!Type.isNull())
    return Type;
  RecordDecl *Declared = Context.buildImplicitRecord(Name);
  // The runtime has the layout of abi.h, whatever -fpack-struct says.
  Declared->addAttr(MaxFieldAlignmentAttr::CreateImplicit(
      Context, Context.getTypeSize(Context.VoidPtrTy)));
  Declared->startDefinition();
  for (const auto &[Member, Value] : Like) {
    auto *New = FieldDecl::Create(
        Context, Declared, SourceLocation(), SourceLocation(),
        &Context.Idents.get(Member), Value.Init->getType(), /*TInfo=*/nullptr,
        /*BW=*/nullptr, /*Mutable=*/false, ICIS_NoInit);
    New->setAccess(AS_public);
    Declared->addDecl(New);
  }
  Declared->completeDefinition();
  return Type = compat::tagType(Context, Declared);
}

Expr *ConstantData::list(ArrayRef<Expr *> Inits, QualType Type) {
  auto *List = new (Context)
      InitListExpr(Context, SourceLocation(), Inits, SourceLocation());
  List->setType(Type);
  return List;
}

Expr *ConstantData::initializer(const Record &Fields, QualType Type) {
  llvm::SmallVector<Expr *, 16> Inits;
  for (const auto &[Name, Value] : Fields)
    Inits.push_back(Value.Init);
  return list(Inits, Type);
}

/// The object that \p Init initializes, whose content \p Key tells.
VarDecl *ConstantData::variable(StringRef Type, StringRef Key, Expr *Init) {
  const std::string Name =
      "__" + Type.str() + "_" + digest(Key).digest().str().str();
  VarDecl *&Var = Known[Name];
  if (Var)
    return Var;
  DeclContext *DC = Context.getTranslationUnitDecl();
  const QualType Const = Init->getType().withConst();
  Var = VarDecl::Create(
      Context, DC, SourceLocation(), SourceLocation(),
      &Context.Idents.get(Name), Const,
      Context.getTrivialTypeSourceInfo(Const, SourceLocation()), SC_Static);
  Var->setImplicit();
  Var->setReferenced();
  Var->setIsUsed();
  Var->setInit(Init);
  // A debugger would not know the structures.
  Var->addAttr(NoDebugAttr::CreateImplicit(Context));
  DC->addDecl(Var);
  Built.push_back(Var);
  return Var;
}

ConstantData::Constant ConstantData::array(StringRef Type,
                                           ArrayRef<Record> Elements) {
  const QualType Pointer = Context.getPointerType(Context.VoidTy.withConst());
  if (Elements.empty())
    return {convertTo(Pointer, CK_NullToPointer, int64(0).Init, Context),
            std::string(1, '\0')};
  const QualType Element = recordType(Type, Elements.front()).withConst();
  std::string Key;
  llvm::SmallVector<Expr *, 8> Inits;
  for (const Record &Each : Elements) {
    Key += keyOf(Each);
    Inits.push_back(initializer(Each, Element));
  }
  const QualType Array = Context.getConstantArrayType(
      Element, llvm::APInt(64, Elements.size()), /*SizeExpr=*/nullptr,
      ArraySizeModifier::Normal, /*IndexTypeQuals=*/0);
  VarDecl *Var = variable(Type, Key, list(Inits, Array));
  Expr *First =
      convertTo(Context.getPointerType(Element), CK_ArrayToPointerDecay,
                referTo(Var, SourceLocation(), Context), Context);
  return {convertTo(Pointer, CK_BitCast, First, Context),
          Var->getName().str() + '\0'};
}

VarDecl *ConstantData::object(StringRef Type, const Record &Fields) {
  return variable(Type, keyOf(Fields),
                  initializer(Fields, recordType(Type, Fields)));
}

std::pair<uint64_t, uint64_t> ConstantData::digestOf(const Record &Fields) {
  return digest(keyOf(Fields)).words();
}

void ConstantData::emit() {
  for (VarDecl *Var : Built)
    S.Consumer.HandleTopLevelDecl(DeclGroupRef(Var));
  Built.clear();
}
