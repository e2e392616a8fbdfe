//===- ConstantLowering.cpp - Constants in OpenCL C -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/ConstantLowering.h"
#include "AST/ComplexNumbers.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/IntegerTypes.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

std::string ConstantLowering::integer(llvm::APSInt V, QualType T,
                                      SourceLocation Loc) {
  if (T->isBooleanType())
    return V.getBoolValue() ? "1" : "0";
  bool Signed = T->isSignedIntegerOrEnumerationType();
  unsigned Width = Context.getTypeSize(T);
  V = V.extOrTrunc(Width);
  V.setIsSigned(Signed);
  std::string Cast = "(" + M.Types.type(T, Loc) + ")";
  if (Width > MostIntegerBits)
    return wideConstant(V);
  // A literal has at least the width of int and no sign: the smallest value of
  // a type is not the negation of a literal of that type.
  StringRef Suffix = Width > 32 ? (Signed ? "L" : "UL") : (Signed ? "" : "u");
  if (Width < 32)
    return "(" + Cast + llvm::toString(V, 10) + ")";
  if (Signed && V.isMinSignedValue()) {
    ++V;
    return "(" + llvm::toString(V, 10) + Suffix.str() + " - 1)";
  }
  std::string Text = llvm::toString(V, 10) + Suffix.str();
  return V.isNegative() ? "(" + Text + ")" : Text;
}

std::string ConstantLowering::floating(const llvm::APFloat &V, QualType T,
                                       SourceLocation Loc) {
  std::string Name = M.Types.type(T, Loc);
  StringRef Suffix = Name == "float" ? "f" : "";
  std::string Sign = V.isNegative() ? "-" : "";
  // No built-in function yields a constant expression, so these are quotients.
  if (!V.isFinite()) {
    StringRef Dividend = V.isNaN() ? "0.0" : "1.0";
    return ("(" + Sign + Dividend + Suffix + " / 0.0" + Suffix + ")").str();
  }
  char Digits[64];
  unsigned Length = V.convertToHexString(Digits, 0, /*UpperCase=*/false,
                                         llvm::RoundingMode::NearestTiesToEven);
  std::string Text = std::string(Digits, Length) + Suffix.str();
  // Decimal is more readable; it is used if short and exact.
  llvm::SmallString<32> Decimal;
  V.toString(Decimal, /*FormatPrecision=*/0, /*FormatMaxPadding=*/6);
  if (StringRef(Decimal).find_first_of(".E") == StringRef::npos)
    Decimal += ".0";
  llvm::APFloat Read(V.getSemantics(), Decimal);
  if (Decimal.size() <= 10 && Read.bitwiseIsEqual(V))
    Text = (Decimal + Suffix).str();
  return V.isNegative() ? "(" + Text + ")" : Text;
}

std::string ConstantLowering::initializer(const APValue &V, QualType T,
                                          SourceLocation Loc) {
  if (V.isInt())
    return integer(V.getInt(), T, Loc);
  const auto Number = EmulatedType::of(T, Context);
  if (Number && V.isFloat()) {
    M.Types.type(T, Loc);
    return Number->constant(
        {llvm::toString(llvm::APSInt(V.getFloat().bitcastToAPInt()), 10)});
  }
  if (Number && V.isComplexFloat()) {
    M.Types.type(T, Loc);
    const QualType Part = complexPart(T);
    return Number->constant({floating(V.getComplexFloatReal(), Part, Loc),
                             floating(V.getComplexFloatImag(), Part, Loc)});
  }
  if (Number && V.isStruct() && V.getStructNumFields() == 1)
    return initializer(V.getStructField(0), T, Loc);
  if (V.isFloat())
    return floating(V.getFloat(), T, Loc);
  if (V.isLValue() && V.isNullPointer())
    return "0";
  if (V.isIndeterminate() || V.isAbsent())
    return T->isScalarType() ? "0" : "{0}";
  if (const auto *R = T->getAsRecordDecl(); R && (V.isStruct() || V.isUnion()))
    return aggregate(V, R, Loc);
  const ConstantArrayType *A = Context.getAsConstantArrayType(T);
  if (!A || !V.isArray()) {
    M.refuse(Loc, "the address of an object as a constant");
    return "";
  }
  // C zeroes elements without an initializer; Clang's filler may differ.
  std::string Text = "{";
  bool Zeros = !V.hasArrayFiller() || V.getArrayFiller().isAbsent();
  unsigned Count =
      Zeros ? V.getArrayInitializedElts() : A->getSize().getZExtValue();
  for (unsigned I = 0; I != Count; ++I) {
    const APValue &Element = I < V.getArrayInitializedElts()
                                 ? V.getArrayInitializedElt(I)
                                 : V.getArrayFiller();
    Text += (I ? ", " : "") + initializer(Element, A->getElementType(), Loc);
  }
  return Count ? Text + "}" : "{0}";
}

std::string ConstantLowering::aggregate(const APValue &V, const RecordDecl *R,
                                        SourceLocation Loc) {
  if (V.isUnion()) {
    const FieldDecl *F = V.getUnionField();
    return F ? "{." + M.Types.field(F) + " = " +
                   initializer(V.getUnionValue(), F->getType(), Loc) + "}"
             : "{0}";
  }
  if (llvm::any_of(R->fields(),
                   [](const FieldDecl *F) { return F->isBitField(); })) {
    M.refuse(Loc, "a constant with bit-fields");
    return "";
  }
  const auto Designators =
      M.Types.designators(compat::tagType(Context, R), Loc);
  SmallVector<std::string, 8> Parts;
  unsigned Members = 0;
  const auto Add = [&](const APValue &Part, QualType Type) {
    if (Designators.empty()) {
      Parts.push_back(initializer(Part, Type, Loc));
      return;
    }
    const auto &[Text, Field] = Designators[Members++];
    if (!Field || !M.Types.isBytes(Field))
      Parts.push_back(Text + initializer(Part, Type, Loc));
    else if (!Part.isLValue() || !Part.isNullPointer())
      M.Types.refusesUse(Field, Loc);
  };
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    unsigned I = 0;
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      const APValue &Part = V.getStructBase(I++);
      if (!Base.getType()->getAsCXXRecordDecl()->isEmpty())
        Add(Part, Base.getType());
    }
  }
  for (const FieldDecl *F : R->fields())
    Add(V.getStructField(F->getFieldIndex()), F->getType());
  return "{" + (Parts.empty() ? "0" : llvm::join(Parts, ", ")) + "}";
}

std::optional<std::string> ConstantLowering::constant(const VarDecl *V,
                                                      SourceLocation Loc) {
  QualType T = V->getType();
  if (T.isVolatileQualified() || !T.isConstant(Context) || T->isPointerType())
    return std::nullopt;
  if (const auto *R = Context.getBaseElementType(T)->getAsCXXRecordDecl();
      R && R->hasMutableFields())
    return std::nullopt;
  const VarDecl *Definition = nullptr;
  if (!V->getAnyInitializer(Definition) || Definition->isWeak())
    return std::nullopt;
  APValue Storage;
  const APValue *Value = compat::constantValue(Definition, Storage);
  if (!Value)
    return std::nullopt;
  T = Definition->getType();
  if (T->isScalarType())
    return initializer(*Value, T, Loc);

  std::string &Name = Tables[Definition];
  if (Name.empty()) {
    std::string Init = initializer(*Value, T, Loc);
    Name = M.names().unique("ompscan_c_", Definition->getName());
    // Declare first: this may append to the definitions.
    std::string Declaration = M.Types.declare(T, Name, Loc);
    Definitions += "__constant " + Declaration + " = " + Init + ";\n";
  }
  return Name;
}

std::string ConstantLowering::table(const StringLiteral *S) {
  std::string &Name = Strings[S];
  if (!Name.empty())
    return Name;
  Name = M.names().unique("ompscan_c_", "string");
  QualType Element = Context.getAsArrayType(S->getType())->getElementType();
  std::string Init;
  for (unsigned I = 0; I != S->getLength(); ++I)
    Init += integer(llvm::APSInt::getUnsigned(S->getCodeUnit(I)), Element,
                    S->getBeginLoc()) +
            ", ";
  Definitions += "__constant " +
                 M.Types.declare(S->getType(), Name, S->getBeginLoc()) +
                 " = {" + Init + "0};\n";
  return Name;
}
