//===- TypeLowering.cpp - Types in OpenCL C -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/TypeLowering.h"
#include "AST/ComplexNumbers.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/IntegerTypes.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Kernel/Lowering/RecordText.h"
#include "Support/ClangCompat.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isWideInteger(QualType T, const ASTContext &Context) {
  return T->isIntegralOrEnumerationType() && !T->isBitIntType() &&
         Context.getTypeSize(T) > MostIntegerBits;
}

static StringRef scalarName(const ASTContext &Context, QualType T) {
  if (const auto *B = T->getAs<BuiltinType>()) {
    switch (B->getKind()) {
    case BuiltinType::Void:
      return "void";
    case BuiltinType::Float:
      return "float";
    case BuiltinType::Double:
      return "double";
    case BuiltinType::Bool:
      // OpenCL's bool has no size in memory.
      return "uchar";
    default:
      break;
    }
  }
  if (T->isIntegralOrEnumerationType() && !T->isBitIntType())
    return integerName(Context.getTypeSize(T),
                       T->isSignedIntegerOrEnumerationType());
  return "";
}

std::string TypeLowering::placeType(QualType T, SourceLocation Loc) {
  if (T.isVolatileQualified() || T->isFunctionPointerType() ||
      T->isFunctionReferenceType()) {
    M.error(Loc, Diag::err_device_type, T);
    return "";
  }
  QualType Plain = Context.getCanonicalType(T).getUnqualifiedType();
  M.use(Plain);
  if (Plain->isPointerType() || Plain->isReferenceType())
    return declarePlace(Plain, "", Loc);
  if (const auto Number = EmulatedType::of(Plain, Context)) {
    if (Emulated.insert(Number->name()).second)
      Definitions += Number->definition();
    return Number->name();
  }
  if (const auto *R = Plain->getAsRecordDecl())
    return record(R, Loc).Name;
  StringRef Name = scalarName(Context, Plain);
  if (Name.empty())
    M.error(Loc, Diag::err_device_type, T);
  return Name.str();
}

std::string TypeLowering::declare(QualType T, std::string Name,
                                  SourceLocation Loc, Space To) {
  const QualType Element = Context.getBaseElementType(T);
  if (Element->isRecordType())
    (void)type(Element, Loc);
  return declarePlace(T, std::move(Name), Loc, To);
}

std::string TypeLowering::declarePlace(QualType T, std::string Name,
                                       SourceLocation Loc, Space To) {
  if (const auto *A = Context.getAsConstantArrayType(T)) {
    if (!Name.empty() && Name.front() == '*')
      Name = "(" + Name + ")";
    return declarePlace(
        A->getElementType(),
        Name + "[" + std::to_string(A->getSize().getZExtValue()) + "]", Loc);
  }
  QualType Pointee;
  if (T->isPointerType() || T->isReferenceType())
    Pointee = T->getPointeeType();
  if (Pointee.isNull() || Pointee->isFunctionType()) {
    std::string Text = placeType(T, Loc);
    return Name.empty() ? Text : Text + " " + Name;
  }
  std::string Text = declarePlace(Pointee, "*" + Name, Loc);
  return To == Space::Constant ? "__constant " + Text : Text;
}

/// Whether the end of an object of type \p Class has no effect: its destructor
/// is trivial, or has an empty body, and so have those of its parts.
static bool endsWithoutEffect(const CXXRecordDecl *Class) {
  if (!Class->hasNonTrivialDestructor())
    return true;
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const FunctionDecl *Defined = nullptr;
  if (!Destructor)
    return false;
  if (!Destructor->isDefaulted()) {
    const auto *Body = Destructor->hasBody(Defined)
                           ? dyn_cast<CompoundStmt>(Defined->getBody())
                           : nullptr;
    if (!Body || !Body->body_empty())
      return false;
  }
  const auto EndsSo = [](QualType T) {
    const CXXRecordDecl *Part =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !Part || endsWithoutEffect(Part);
  };
  return llvm::all_of(
             Class->bases(),
             [&](const CXXBaseSpecifier &B) { return EndsSo(B.getType()); }) &&
         llvm::all_of(Class->fields(),
                      [&](const FieldDecl *F) { return EndsSo(F->getType()); });
}

std::string TypeLowering::type(QualType T, SourceLocation Loc) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (Class && Class->hasDefinition() && !endsWithoutEffect(Class))
    M.error(Loc, Diag::err_device_record, compat::tagType(Context, Class),
            "its destructor has an effect");
  return placeType(T, Loc);
}

static std::string hasType(const FieldDecl *F) {
  return "'" + F->getNameAsString() + "' has type '" +
         F->getType().getAsString(F->getASTContext().getPrintingPolicy()) + "'";
}

/// The reason why kernels cannot use the member \p F of an object, but for its
/// bytes; empty if they can.
static std::string objectionToUse(const FieldDecl *F) {
  const ASTContext &Context = F->getASTContext();
  const QualType T = Context.getBaseElementType(F->getType());
  if (T->isPointerType() || T->isReferenceType())
    return "'" + F->getNameAsString() + "' is a pointer or reference";
  if (T->isRecordType() || EmulatedType::of(T, Context) ||
      !scalarName(Context, T.getCanonicalType().getUnqualifiedType()).empty())
    return "";
  return hasType(F);
}

/// The reason why kernels cannot lay out an object of type \p R; empty if they
/// can.
static std::string objection(const RecordDecl *R) {
  const auto *Class = dyn_cast<CXXRecordDecl>(R);
  if (Class && Class->isPolymorphic())
    return "it has virtual functions";
  if (Class && Class->getNumVBases())
    return "it has virtual base classes";
  if (R->hasFlexibleArrayMember())
    return "it has a flexible array member";
  for (const FieldDecl *F : R->fields()) {
    if (F->isBitField() && R->isUnion())
      return "'" + F->getNameAsString() + "' is a bit-field of a union";
    const QualType T = R->getASTContext().getBaseElementType(F->getType());
    if (Class && Class->isLambda() &&
        (T->isPointerType() || T->isReferenceType()))
      return "the lambda captures a pointer, or by reference, and its body "
             "cannot be inlined here";
    if (T.isVolatileQualified())
      return hasType(F);
  }
  return "";
}

bool TypeLowering::isWholeNumber(const FieldDecl *F) {
  return isComplexClass(F->getParent()) && F->getType()->isAnyComplexType();
}

std::string TypeLowering::field(const FieldDecl *F) {
  if (isComplexClass(F->getParent()))
    return F->getFieldIndex() == 0 ? "re" : "im";
  // OpenCL C has no letters outside of ASCII.
  auto IsPlain = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  if (!F->getDeclName() || !llvm::all_of(F->getName(), IsPlain))
    return "m" + std::to_string(F->getFieldIndex());
  // The prefix keeps clear of OpenCL's keywords and macros.
  return "m_" + F->getName().str();
}

bool TypeLowering::isBytes(const FieldDecl *F) {
  return !objectionToUse(F).empty();
}

bool TypeLowering::refusesUse(const FieldDecl *F, SourceLocation Loc) {
  const std::string Objection = objectionToUse(F);
  if (!Objection.empty())
    M.error(Loc, Diag::err_device_record,
            compat::tagType(Context, F->getParent()), Objection);
  return !Objection.empty();
}

/// The name of the bytes with bit-fields from \p Bit on.
static std::string storage(uint64_t Bit) {
  return "bits" + std::to_string(Bit);
}

std::string TypeLowering::bitField(const FieldDecl *F, StringRef Object,
                                   SourceLocation Loc) {
  const ASTRecordLayout &Host = Context.getASTRecordLayout(F->getParent());
  const uint64_t Storage = BitStorage.lookup(F);
  const uint64_t Bit = Host.getFieldOffset(F->getFieldIndex()) - Storage;
  const uint64_t Width = compat::bitWidth(F, Context), First = Bit / 8;
  const uint64_t Last = (Bit + Width - 1) / 8, Shift = Bit % 8;
  const std::string Type = type(F->getType(), Loc);
  if (Last - First >= 8) {
    M.refuse(Loc, "a bit-field in more than 8 bytes");
    return "";
  }
  std::string Bytes;
  for (uint64_t Byte = First; Byte <= Last; ++Byte)
    Bytes += (Bytes.empty() ? "(ulong)" : " | (ulong)") + Object.str() +
             storage(Storage) + "[" + std::to_string(Byte) + "] << " +
             std::to_string(8 * (Byte - First));
  const bool IsSigned = F->getType()->isSignedIntegerOrEnumerationType();
  return "((" + Type + ")((" + (IsSigned ? "long" : "ulong") + ")((" + Bytes +
         ") << " + std::to_string(64 - Shift - Width) + ") >> " +
         std::to_string(64 - Width) + "))";
}

std::string TypeLowering::base(const CXXRecordDecl *Derived,
                               const CXXRecordDecl *Base) {
  unsigned I = 0;
  for (const CXXBaseSpecifier &B : Derived->bases()) {
    if (declaresSameEntity(B.getType()->getAsCXXRecordDecl(), Base))
      break;
    ++I;
  }
  return "b" + std::to_string(I);
}

QualType TypeLowering::bytes(CharUnits Size) const {
  return Context.getConstantArrayType(
      Context.UnsignedCharTy, llvm::APInt(64, Size.getQuantity()),
      /*SizeExpr=*/nullptr, ArraySizeModifier::Normal, 0);
}

/// The class that \p T is in kernels, too; null if it is another type there.
static const RecordDecl *structure(QualType T) {
  const RecordDecl *R = T->getAsRecordDecl();
  return isComplexClass(R) ? nullptr : R;
}

TypeLowering::Layout TypeLowering::layout(QualType T, SourceLocation Loc) {
  if (const auto *A = Context.getAsConstantArrayType(T)) {
    Layout Element = layout(A->getElementType(), Loc);
    Element.Size *= A->getSize().getZExtValue();
    return Element;
  }
  if (const RecordDecl *R = structure(T))
    return record(R, Loc).Bytes;
  const uint64_t Size = Context.getTypeSizeInChars(T).getQuantity();
  if (isWideInteger(T, Context))
    return {Size, uint64_t(Context.getTypeAlignInChars(T).getQuantity())};
  // OpenCL C aligns every scalar to its size.
  return {Size, complexPart(T).isNull() ? Size : Size / 2};
}

bool TypeLowering::isPadded(QualType T, SourceLocation Loc) {
  const RecordDecl *R = structure(T);
  return R && record(R, Loc).IsPadded;
}

SmallVector<TypeLowering::Designator, 8>
TypeLowering::designators(QualType T, SourceLocation Loc) {
  SmallVector<Designator, 8> Result;
  if (!isPadded(T, Loc))
    return Result;
  const RecordDecl *R = T->getAsRecordDecl();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : Class->bases())
      if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
          !Base->isEmpty())
        Result.push_back({"." + base(Class, Base) + " = ", nullptr});
  for (const FieldDecl *F : R->fields())
    Result.push_back({"." + field(F) + " = ", F});
  return Result;
}

const TypeLowering::Record &TypeLowering::record(const RecordDecl *R,
                                                 SourceLocation Loc) {
  if (const RecordDecl *Definition = R->getDefinition())
    R = Definition;
  auto Known = Records.find(R);
  if (Known != Records.end())
    return Known->second;
  Record Result = defineRecord(R, Loc);
  return Records[R] = std::move(Result);
}

/// The most that members of \p R are aligned to, by `#pragma pack` or
/// -fpack-struct, in bytes; 0 without a limit.
static uint64_t mostAlignment(const RecordDecl *R, const ASTContext &Context) {
  if (const auto *Limit = R->getAttr<MaxFieldAlignmentAttr>())
    return Limit->getAlignment() / Context.getCharWidth();
  return Context.getLangOpts().PackStruct;
}

/// Writes the definition of a structure or union, and a type that only compiles
/// if its members lie where they do on the host.
class TypeLowering::RecordWriter {
public:
  RecordWriter(TypeLowering &Types, const RecordDecl &R, StringRef Name,
               SourceLocation Loc)
      : Types(Types), R(R), Name(Name), Loc(Loc), Context(Types.Context),
        Host(Context.getASTRecordLayout(&R)), Most(mostAlignment(&R, Context)),
        IsPacked(R.hasAttr<PackedAttr>()), Text(R.isUnion()) {}

  void addMembers() {
    if (const auto *Class = dyn_cast<CXXRecordDecl>(&R))
      addBases(*Class);
    for (auto F = R.field_begin(); F != R.field_end();)
      if (F->isBitField())
        addBitFields(F);
      else
        addField(**F++);
    // Objects have at least one byte in C++, and cannot be empty in C.
    if (Text.members().empty() && Context.getLangOpts().CPlusPlus)
      Text.add("uchar empty", 1, 1);
  }
  /// The definition, behind all members; sets the layout of \p Result.
  std::string definition(Record &Result);

private:
  void add(QualType Type, const std::string &Member, CharUnits HostOffset,
           uint64_t MaxAlignment);
  void addBases(const CXXRecordDecl &Class);
  void addField(const FieldDecl &F);
  void addBitFields(RecordDecl::field_iterator &F);

  TypeLowering &Types;
  const RecordDecl &R;
  const StringRef Name;
  const SourceLocation Loc;
  const ASTContext &Context;
  const ASTRecordLayout &Host;
  const uint64_t Most;
  const bool IsPacked;
  RecordText Text;
  /// All members have the offsets of the host, as Checks tests.
  bool IsSame = true;
  bool IsPadded = false;
  std::string Checks;
};

void TypeLowering::RecordWriter::add(QualType Type, const std::string &Member,
                                     CharUnits HostOffset,
                                     uint64_t MaxAlignment) {
  const Layout Bytes = Types.layout(Type, Loc);
  uint64_t Align = IsPacked ? 1 : Bytes.Align;
  bool IsWritten = MaxAlignment > Align;
  Align = std::max(Align, MaxAlignment);
  if (Most) {
    Align = std::min(Align, Most);
    IsWritten = Align > 1;
  }
  const std::string Attribute =
      IsWritten ? " __attribute__((aligned(" + std::to_string(Align) + ")))"
                : "";
  const uint64_t Offset = Text.add(
      Types.declarePlace(Type, Member, Loc) + Attribute, Bytes.Size, Align);
  const uint64_t Expected = HostOffset.getQuantity();
  IsSame &= Offset == Expected;
  Checks += " &&\n    __builtin_offsetof(" + Name.str() + ", " + Member +
            ") == " + std::to_string(Expected);
}

void TypeLowering::RecordWriter::addBases(const CXXRecordDecl &Class) {
  for (const CXXBaseSpecifier &B : Class.bases()) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    if (!Base->isEmpty())
      add(B.getType(), Types.base(&Class, Base), Host.getBaseClassOffset(Base),
          0);
  }
}

void TypeLowering::RecordWriter::addField(const FieldDecl &F) {
  const uint64_t Aligned = F.getMaxAlignment() / Context.getCharWidth();
  const CharUnits Offset =
      Context.toCharUnitsFromBits(Host.getFieldOffset(F.getFieldIndex()));
  IsPadded |= isBytes(&F);
  if (!isBytes(&F))
    add(F.getType(), Types.field(&F), Offset, Aligned);
  else
    add(Types.bytes(Context.getTypeSizeInChars(F.getType())), Types.field(&F),
        Offset,
        std::max<uint64_t>(
            Aligned, Context.getTypeAlignInChars(F.getType()).getQuantity()));
}

/// OpenCL C has no bit-fields: those from \p F on, behind each other, are an
/// array of bytes.
void TypeLowering::RecordWriter::addBitFields(RecordDecl::field_iterator &F) {
  const uint64_t First = Host.getFieldOffset(F->getFieldIndex()) / 8 * 8;
  uint64_t Last = First;
  for (; F != R.field_end() && F->isBitField(); ++F) {
    Types.BitStorage[*F] = First;
    Last = std::max(Last, Host.getFieldOffset(F->getFieldIndex()) +
                              compat::bitWidth(*F, Context));
  }
  if (const uint64_t Bytes = (Last - First + 7) / 8)
    add(Types.bytes(CharUnits::fromQuantity(Bytes)), storage(First),
        Context.toCharUnitsFromBits(First), 0);
}

std::string TypeLowering::RecordWriter::definition(Record &Result) {
  const uint64_t Alignment = Host.getAlignment().getQuantity();
  std::string Attributes;
  if (IsPacked || Most)
    Attributes += " __attribute__((packed))";
  if (Alignment > Text.alignment())
    Attributes +=
        " __attribute__((aligned(" + std::to_string(Alignment) + ")))";
  Text.finish(Alignment);
  const uint64_t HostSize = Host.getSize().getQuantity();
  if (!IsSame || Text.size() != HostSize || Text.alignment() != Alignment)
    Types.M.error(Loc, Diag::err_device_record, compat::tagType(Context, &R),
                  "its members have other offsets on the device, for example "
                  "because they are in the padding of a base class");
  Result.Bytes = {Text.size(), Alignment};
  Result.IsPadded = IsPadded || Text.isPadded();
  return "typedef " + std::string(R.isUnion() ? "union" : "struct") + " {\n" +
         Text.members() + "}" + Attributes + " " + Name.str() + ";\n" +
         "typedef char " + Name.str() + "_layout[\n    sizeof(" + Name.str() +
         ") == " + std::to_string(HostSize) + Checks + " ? 1 : -1];\n";
}

TypeLowering::Record TypeLowering::defineRecord(const RecordDecl *R,
                                                SourceLocation Loc) {
  const std::string Objection =
      R->isCompleteDefinition() ? objection(R) : "it is incomplete";
  if (!Objection.empty()) {
    M.error(Loc, Diag::err_device_record, compat::tagType(Context, R),
            Objection);
    return {};
  }
  Record Result;
  StringRef Name = R->getName();
  if (const TypedefNameDecl *Typedef = R->getTypedefNameForAnonDecl())
    Name = Typedef->getName();
  Result.Name = M.names().unique("ompscan_t_", Name.empty() ? "unnamed" : Name);
  RecordWriter Writer(*this, *R, Result.Name, Loc);
  Writer.addMembers();
  Definitions += Writer.definition(Result);
  return Result;
}
