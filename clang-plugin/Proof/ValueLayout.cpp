//===- ValueLayout.cpp - The numbers in a value of a type -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/ValueLayout.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace clang;
using namespace ompscan::plugin;

/// More numbers than that are not sampled.
static constexpr size_t MostFields = 512;

uint64_t Field::read(llvm::ArrayRef<uint8_t> Value) const {
  uint64_t Bits = 0;
  if (Offset % 8 == 0 && Width % 8 == 0) {
    std::memcpy(&Bits, Value.data() + Offset / 8, Width / 8);
    return Bits;
  }
  for (unsigned I = 0; I != Width; ++I)
    Bits |= uint64_t(Value[(Offset + I) / 8] >> ((Offset + I) % 8) & 1) << I;
  return Bits;
}

void Field::write(llvm::MutableArrayRef<uint8_t> Value, uint64_t Bits) const {
  if (Offset % 8 == 0 && Width % 8 == 0) {
    std::memcpy(Value.data() + Offset / 8, &Bits, Width / 8);
    return;
  }
  for (unsigned I = 0; I != Width; ++I) {
    uint8_t &Byte = Value[(Offset + I) / 8];
    const uint8_t Mask = uint8_t(1 << ((Offset + I) % 8));
    Byte = uint8_t((Byte & ~Mask) | (Bits >> I & 1 ? Mask : 0));
  }
}

int64_t Field::readSigned(llvm::ArrayRef<uint8_t> Value) const {
  return int64_t(read(Value) << (64 - Width)) >> (64 - Width);
}

double Field::readFloating(llvm::ArrayRef<uint8_t> Value) const {
  if (Width == 32) {
    float F;
    std::memcpy(&F, Value.data() + Offset / 8, 4);
    return F;
  }
  double D;
  std::memcpy(&D, Value.data() + Offset / 8, 8);
  return D;
}

void Field::writeFloating(llvm::MutableArrayRef<uint8_t> Value,
                          double D) const {
  if (Width == 32) {
    const float F = float(D);
    std::memcpy(Value.data() + Offset / 8, &F, 4);
  } else {
    std::memcpy(Value.data() + Offset / 8, &D, 8);
  }
}

std::string Field::print(llvm::ArrayRef<uint8_t> Value) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  switch (Is) {
  case Floating: {
    const double D = readFloating(Value);
    char Digits[32];
    snprintf(Digits, sizeof Digits, Width == 32 ? "%.9g" : "%.17g", D);
    char Short[32];
    snprintf(Short, sizeof Short, "%.6g", D);
    OS << (std::strtod(Short, nullptr) == D || std::isnan(D) ? Short : Digits);
    break;
  }
  case Unsigned:
    OS << read(Value);
    break;
  case Truth:
    OS << (read(Value) ? "true" : "false");
    break;
  case Signed:
  case Enumerator:
    OS << readSigned(Value);
    break;
  }
  return OS.str();
}

bool ValueLayout::add(QualType T, uint64_t Offset, const std::string &Name,
                      const ASTContext &Context) {
  if (Fields.size() > MostFields)
    return false;
  T = T.getCanonicalType();
  const unsigned Width = unsigned(Context.getTypeSize(T));
  if (const auto *Complex = T->getAs<ComplexType>()) {
    const QualType Part = Complex->getElementType();
    return add(Part, Offset, Name + ".re", Context) &&
           add(Part, Offset + Context.getTypeSize(Part), Name + ".im", Context);
  }
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(T)) {
    const QualType Element = Array->getElementType();
    const uint64_t Count = Array->getSize().getLimitedValue(MostFields + 1);
    for (uint64_t I = 0; I != Count; ++I)
      if (!add(Element, Offset + I * Context.getTypeSize(Element),
               Name + "[" + std::to_string(I) + "]", Context))
        return false;
    return true;
  }
  if (const RecordDecl *Record = T->getAsRecordDecl()) {
    if (Record->isUnion() || !Record->isCompleteDefinition())
      return false;
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
      if (Class->getNumVBases() || Class->isPolymorphic())
        return false;
      for (const CXXBaseSpecifier &Base : Class->bases()) {
        const CXXRecordDecl *Own = Base.getType()->getAsCXXRecordDecl();
        const uint64_t At =
            uint64_t(Layout.getBaseClassOffset(Own).getQuantity()) * 8;
        if (!Own->isEmpty() && !add(Base.getType(), Offset + At, Name, Context))
          return false;
      }
    }
    for (const FieldDecl *Member : Record->fields()) {
      const uint64_t At =
          Offset + Layout.getFieldOffset(Member->getFieldIndex());
      const std::string Own =
          Name +
          (Member->getName().empty() ? "" : "." + Member->getName().str());
      if (!Member->isBitField()) {
        if (!add(Member->getType(), At, Own, Context))
          return false;
        continue;
      }
      if (Member->getName().empty())
        continue;
      const bool IsSigned =
          Member->getType()->isSignedIntegerOrEnumerationType();
      Fields.push_back({Own, IsSigned ? Field::Signed : Field::Unsigned, At,
                        compat::bitWidth(Member, Context)});
    }
    return true;
  }
  if (T->isSpecificBuiltinType(BuiltinType::Float) ||
      T->isSpecificBuiltinType(BuiltinType::Double)) {
    Fields.push_back({Name, Field::Floating, Offset, Width});
    return true;
  }
  if (!T->isIntegralOrEnumerationType() || Width > 64)
    return false;
  Field New = {Name, Field::Unsigned, Offset, Width};
  if (T->isBooleanType())
    New.Is = Field::Truth;
  else if (T->isSignedIntegerOrEnumerationType())
    New.Is = Field::Signed;
  if (const auto *Enum = dyn_cast_or_null<EnumDecl>(T->getAsTagDecl())) {
    for (const EnumConstantDecl *Each : Enum->enumerators())
      New.Enumerators.push_back(
          Each->getInitVal().extOrTrunc(Width).getZExtValue());
    if (!New.Enumerators.empty())
      New.Is = Field::Enumerator;
  }
  Fields.push_back(std::move(New));
  return true;
}

std::optional<ValueLayout> ValueLayout::of(QualType T,
                                           const ASTContext &Context) {
  ValueLayout Result;
  Result.Size = uint64_t(Context.getTypeSizeInChars(T).getQuantity());
  if (!Result.add(T, 0, "", Context) || Result.Fields.empty())
    return std::nullopt;
  return Result;
}

bool ValueLayout::hasFloating() const {
  return llvm::any_of(Fields,
                      [](const Field &F) { return F.Is == Field::Floating; });
}

bool ValueLayout::areEqual(llvm::ArrayRef<uint8_t> A, llvm::ArrayRef<uint8_t> B,
                           double Magnitude) const {
  for (const Field &F : Fields) {
    if (F.Is != Field::Floating) {
      if (F.read(A) != F.read(B))
        return false;
      continue;
    }
    const double X = F.readFloating(A), Y = F.readFloating(B);
    if (X == Y || (std::isnan(X) && std::isnan(Y)))
      continue;
    // 2^10 roundings of the largest number that was met.
    const double Tolerance = std::ldexp(Magnitude, F.Width == 32 ? -14 : -43);
    if (!(std::fabs(X - Y) <= Tolerance))
      return false;
  }
  return true;
}

std::string ValueLayout::print(llvm::ArrayRef<uint8_t> Value) const {
  if (isNumber())
    return Fields.front().print(Value);
  static constexpr size_t MostShown = 8;
  std::string Text = "{";
  for (const auto &[Number, F] : llvm::enumerate(Fields)) {
    if (Number != 0)
      Text += ", ";
    if (Number == MostShown) {
      Text += "...";
      break;
    }
    Text += F.Name + " = " + F.print(Value);
  }
  return Text + "}";
}
