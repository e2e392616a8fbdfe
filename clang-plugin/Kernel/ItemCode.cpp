//===- ItemCode.cpp - One item's operator in OpenCL C ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/ItemCode.h"
#include "Kernel/Lowering/IntegerTypes.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

ItemCode::ItemCode(const Item &I, std::string Type, std::string ListType,
                   llvm::ArrayRef<std::string> MemberTypes, unsigned Number,
                   bool ScansFunctions, const ASTContext &Context)
    : I(I), Type(std::move(Type)), ListType(std::move(ListType)),
      Context(Context), Wrapping(I.Type->isIntegerType()
                                     ? wrappingName(Context.getTypeSize(I.Type))
                                     : ""),
      Complex(EmulatedType::of(I.Type, Context)), Number(Number) {
  if (ScansFunctions)
    Function.emplace(I, this->Type, Number, Context);
  for (const auto &[Member, Its] : llvm::zip_equal(I.Members, MemberTypes))
    Members.emplace_back(Member, Its, "", llvm::ArrayRef<std::string>(), 0,
                         /*ScansFunctions=*/false, Context);
}

bool ItemCode::needsFlag() const {
  // A complex number times 1 may have other zeros, and NaN for an infinity.
  const bool IsComplexProduct = Complex && I.Op == Operator::Mul;
  return I.Conditional && (I.Declared || isLogical() || IsComplexProduct);
}

unsigned ItemCode::flagBits() const {
  if (isList())
    return 64; // One for each accumulator.
  return 8 * std::min<unsigned>(
                 8, Context.getTypeAlignInChars(I.Type).getQuantity());
}

std::string ItemCode::flagType() const {
  switch (flagBits()) {
  case 8:
    return "char";
  case 16:
    return "short";
  case 32:
    return "int";
  default:
    return "long";
  }
}

std::string ItemCode::neutral() const {
  if (Function)
    return Function->identity();
  const bool Floating = I.Type->isFloatingType();
  const IdentityKind Kind = traits(I.Op).Identity;
  if (Complex)
    return I.Op == Operator::Mul ? Complex->from("1")
                                 : Complex->from("-0.0f", "-0.0f");
  switch (Kind) {
  case IdentityKind::Zero:
    return "0";
  case IdentityKind::NegativeZero:
    return Floating ? "-0.0f" : "0";
  case IdentityKind::One:
    return "1";
  case IdentityKind::AllOnes:
    return I.Type->isBooleanType() ? "1" : "~(" + Type + ")0";
  case IdentityKind::Largest:
  case IdentityKind::Smallest: {
    const bool Largest = Kind == IdentityKind::Largest;
    if (Floating)
      return I.MinMax == Choice::FloatCall ? "NAN"
             : Largest                     ? "INFINITY"
                                           : "-INFINITY";
    if (I.Type->isBooleanType())
      return Largest ? "1" : "0";
    const bool Unsigned = I.Type->isUnsignedIntegerOrEnumerationType();
    const unsigned Width = Context.getIntWidth(I.Type);
    const llvm::APSInt Limit = Largest
                                   ? llvm::APSInt::getMaxValue(Width, Unsigned)
                                   : llvm::APSInt::getMinValue(Width, Unsigned);
    if (Width > MostIntegerBits)
      return wideConstant(Limit);
    // Written in hexadecimal, so that the smallest value is a literal as well.
    llvm::SmallString<24> Text;
    Limit.toStringUnsigned(Text, 16);
    return ("(" + Type + ")0x" + Text + "UL").str();
  }
  case IdentityKind::None:
    break;
  }
  llvm_unreachable("no neutral value");
}

bool ItemCode::isAssociative() const {
  if (Complex)
    return false; // A function for two operands.
  const OperatorFamily Family = traits(I.Op).Family;
  return Family == OperatorFamily::Arithmetic ||
         Family == OperatorFamily::Bitwise;
}

/// `a op b op ...`, of two values or, if isAssociative(), more. Integers are
/// combined in an unsigned type: a scan may overflow in partial results where
/// the loop does not.
std::string ItemCode::combination(llvm::ArrayRef<std::string> Values) const {
  const OperatorTraits &Op = traits(I.Op);
  const StringRef A = Values[0], B = Values[1];
  if (Complex)
    return Complex->operation(I.Op == Operator::Mul ? BO_Mul : BO_Add, A, B);
  switch (Op.Family) {
  case OperatorFamily::Arithmetic:
  case OperatorFamily::Bitwise: {
    const bool Integer = I.Type->isIntegerType();
    const std::string Cast = Integer ? "(" + Wrapping + ")" : "";
    const std::string Value =
        Cast + llvm::join(Values, (" " + Op.Spelling + " " + Cast).str());
    return I.Type->isBooleanType() ? "(" + Type + ")((" + Value + ") != 0)"
           : Integer               ? "(" + Type + ")(" + Value + ")"
                                   : Value;
  }
  case OperatorFamily::Logical:
    return ("(" + Type + ")(" + A + " != 0 " + Op.Spelling + " " + B + " != 0)")
        .str();
  case OperatorFamily::Extremum:
    if (I.MinMax == Choice::FloatCall)
      return (Op.Function + "(" + A + ", " + B + ")").str();
    return (A + " " + Op.Relation +
            (I.MinMax == Choice::CompareFirst ? "= " : " ") + B + " ? " + A +
            " : " + B)
        .str();
  case OperatorFamily::Function:
  case OperatorFamily::Declared:
    break;
  }
  llvm_unreachable("the operator has statements of its own");
}

std::string ItemCode::combine(Lowering &Lower) const {
  if (Function)
    return Function->composition();
  if (!I.Declared)
    return "  return " + combination({"a", "b"}) + ";\n";
  // The initializer is not needed: a scan starts from the value before it.
  const auto *Out = cast<DeclRefExpr>(I.Declared->getCombinerOut());
  const auto *In = cast<DeclRefExpr>(I.Declared->getCombinerIn());
  const std::string Text =
      Lower.statements(*I.Declared->getCombiner(),
                       [&](const Expr *E) -> std::optional<std::string> {
                         const auto *Ref = dyn_cast<DeclRefExpr>(E);
                         if (Ref && Ref->getDecl() == Out->getDecl())
                           return "ompscan_out";
                         if (Ref && Ref->getDecl() == In->getDecl())
                           return "ompscan_in";
                         return std::nullopt;
                       });
  const char *const Operands[] = {"a", "b"};
  return "  " + Type + " ompscan_out = " + Operands[I.InputFirst] + ";\n  " +
         Type + " ompscan_in = " + Operands[!I.InputFirst] + ";\n" + Text +
         "  return ompscan_out;\n";
}

std::string ItemCode::initialization(Lowering &Lower) const {
  // The operator's own initializer, or else the one that Sema has made.
  const Expr *Init = I.Declared->getInitializer();
  const bool IsCall = Init && compat::isInitializedByCall(I.Declared);
  if (!Init && I.Private)
    Init = I.Private->getInit();
  auto DeclOf = [](const Expr *E) -> const Decl * {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
    return Ref ? Ref->getDecl() : nullptr;
  };
  const Decl *Priv = DeclOf(I.Declared->getInitPriv());
  const Decl *Orig = DeclOf(I.Declared->getInitOrig());
  auto Substitute = [&](const Expr *E) -> std::optional<std::string> {
    const Decl *D = DeclOf(E);
    if (D && D == Priv)
      return "ompscan_priv";
    if (D && D == Orig)
      return "ompscan_orig";
    return std::nullopt;
  };
  const std::string Text = IsCall
                               ? "{0};\n" + Lower.statements(*Init, Substitute)
                           : Init ? Lower.expression(Init, Substitute) + ";\n"
                                  : "{0};\n";
  return "  " + Type + " ompscan_priv = " + Text;
}

std::string ItemCode::wideOperator() const {
  constexpr int64_t MostBytes = 2;
  const OperatorTraits &Op = traits(I.Op);
  const bool IsExtremum = Op.Family == OperatorFamily::Extremum;
  if (isList() || !I.Type->isIntegralOrEnumerationType() ||
      I.Type->isBooleanType() ||
      Context.getTypeSizeInChars(I.Type).getQuantity() > MostBytes ||
      (!IsExtremum && !isAssociative()))
    return "";
  const bool Signed = IsExtremum && I.Type->isSignedIntegerOrEnumerationType();
  StringRef Identity = "0u";
  switch (Op.Identity) {
  case IdentityKind::One:
    Identity = "1u";
    break;
  case IdentityKind::AllOnes:
    Identity = "0xffffffffu";
    break;
  case IdentityKind::Largest:
    Identity = Signed ? "0x7fffffff" : "0xffffffffu";
    break;
  case IdentityKind::Smallest:
    Identity = Signed ? "(-0x7fffffff - 1)" : "0u";
    break;
  case IdentityKind::Zero:
  case IdentityKind::NegativeZero:
  case IdentityKind::None:
    break;
  }
  // Bits above an element do not change its sum or product, bits below do not
  // change which of two elements is larger.
  const std::string Result = IsExtremum
                                 ? ("a " + Op.Relation + " b ? a : b").str()
                                 : ("a " + Op.Spelling + " b").str();
  return ("#define OMPSCAN_WIDE_IDENTITY " + Identity +
          "\n#define OMPSCAN_WIDE_AT_TOP " + (IsExtremum ? "1" : "0") +
          "\ntypedef " + (Signed ? "int" : "uint") +
          " ompscan_wide;\nstatic inline ompscan_wide ompscan_combine_wide("
          "const ompscan_wide a, const ompscan_wide b) {\n  return " +
          Result + ";\n}\n\n")
      .str();
}

std::string ItemCode::vectorOperator() const {
  const OperatorTraits &Op = traits(I.Op);
  const bool IsExtremum = Op.Family == OperatorFamily::Extremum;
  const bool IsFloat = I.Type->isSpecificBuiltinType(BuiltinType::Float);
  const bool IsInteger =
      I.Type->isIntegralOrEnumerationType() && !I.Type->isBooleanType();
  const bool IsShort =
      IsExtremum ? I.MinMax != Choice::FloatCall
                 : IsInteger && (I.Op == Operator::Add ||
                                 Op.Family == OperatorFamily::Bitwise);
  if (isList() || Function || I.Declared || !IsShort ||
      !(IsFloat || IsInteger) ||
      Context.getTypeSizeInChars(I.Type).getQuantity() != 4)
    return "";
  const bool IsSigned =
      IsExtremum && I.Type->isSignedIntegerOrEnumerationType();
  const char *const Equal = I.MinMax == Choice::CompareFirst ? "=" : "";
  const std::string Result =
      IsExtremum ? ("a " + Op.Relation + Equal + " b ? a : b").str()
                 : ("a " + Op.Spelling + " b").str();
  return "#if OMPSCAN_NATIVE\n#define OMPSCAN_HAS_VECTOR_OPERATOR 1\ntypedef " +
         std::string(IsFloat    ? "float"
                     : IsSigned ? "int"
                                : "uint") +
         " ompscan_element;\ntypedef ompscan_element ompscan_lanes "
         "__attribute__((ext_vector_type(8)));\nstatic inline ompscan_lanes "
         "ompscan_combine_lanes(const ompscan_lanes a, const ompscan_lanes b) "
         "{\n  return " +
         Result + ";\n}\n#endif\n\n";
}

std::string ItemCode::forEach() const {
  return "  for (int ompscan_j = 0; ompscan_j < " + std::to_string(I.Length) +
         "; ++ompscan_j)\n";
}

std::string ItemCode::listFunctions(Lowering &Lower, StringRef Name,
                                    unsigned Number) const {
  const std::string Suffix = "_" + std::to_string(Number);
  std::string Text = "static inline " + Type + " ompscan_combine_one" + Suffix +
                     "(const " + Type + " a, const " + Type + " b) {\n" +
                     combine(Lower) + "}\n\n";
  for (const StringRef Value : {"r", "a"})
    Text += ("static inline " + Type + " ompscan_put" +
             (Value == "a" ? "_old" : "") + Suffix + "(" + ListType +
             " *list, const long j, const " + Type + " b) {\n  const " + Type +
             " a = list->v[j], r = ompscan_combine_one" + Suffix +
             "(a, b);\n  list->v[j] = r;\n  return " + Value + ";\n}\n\n")
                .str();
  if (!needsFlag())
    Text += ("static inline " + ListType + " " + Name + "(const " + ListType +
             " a, const " + ListType + " b) {\n  " + ListType + " r;\n" +
             "#pragma unroll\n" + forEach() +
             "    r.v[ompscan_j] = ompscan_combine_one" + Suffix +
             "(a.v[ompscan_j], b.v[ompscan_j]);\n  return r;\n}\n\n")
                .str();
  return Text;
}

std::string ItemCode::contribution(StringRef List, StringRef Flag,
                                   StringRef Index, StringRef Value,
                                   unsigned Number) const {
  const std::string Suffix = "_" + std::to_string(Number);
  if (!needsFlag())
    return ("(void)ompscan_put" + Suffix + "(&" + List + ", " + Index + ", " +
            Value + ");")
        .str();
  return ("{ const long ompscan_j = " + Index + "; const " + Type +
          " ompscan_b = " + Value + "; " + List + ".v[ompscan_j] = " + Flag +
          " >> ompscan_j & 1 ? ompscan_combine_one" + Suffix + "(" + List +
          ".v[ompscan_j], ompscan_b) : ompscan_b; " + Flag +
          " |= 1UL << ompscan_j; }")
      .str();
}

std::string ItemCode::term(const Term &T, StringRef Text) const {
  if (isLogical())
    return ("(" + Text + ") != 0").str();
  if (Complex) {
    if (EmulatedType::of(T.Value->getType(), Context))
      return T.Negated ? Complex->negative(Text) : Text.str();
    // A sum keeps its imaginary part.
    return Complex->from((T.Negated ? "-(" : "(") + Text.str() + ")",
                         I.Op == Operator::Mul ? "0.0f" : "-0.0f");
  }
  if (!I.Type->isArithmeticType())
    return Text.str();
  const std::string Value = I.Type->isBooleanType()
                                ? ("(" + Type + ")((" + Text + ") != 0)").str()
                                : ("(" + Type + ")(" + Text + ")").str();
  if (!T.Negated)
    return Value;
  if (I.Type->isIntegerType())
    return "(" + Type + ")(0u - (" + Wrapping + ")" + Value + ")";
  return "(-" + Value + ")";
}

/// The place of a member of the value \p Place.
std::string ItemCode::memberOf(unsigned Member, Lowering &Lower,
                               StringRef Place) const {
  return Lower.expression(I.Members[Member].Base,
                          [&](const Expr *E) -> std::optional<std::string> {
                            if (isa<DeclRefExpr>(E))
                              return Place.str();
                            return std::nullopt;
                          });
}

std::string ItemCode::memberFunctions(Lowering &Lower) const {
  if (llvm::none_of(I.Updates, [](const Update &U) { return U.isOfMembers(); }))
    return "";
  const bool Follow = llvm::any_of(
      I.Updates, [](const Update &U) { return U.isOfMembers() && U.Follows; });
  std::string Parameters, Statements, Combine;
  for (const auto &[At, Code] : llvm::enumerate(Members)) {
    const std::string Value = "m" + std::to_string(At);
    Parameters += (At == 0 ? "const " : ", const ") + Code.Type + " " + Value;
    Statements += "  " + memberOf(At, Lower, "r") + " = " + Value + ";\n";
    if (Follow)
      Combine += "static inline " + Code.Type + " ompscan_member_" +
                 std::to_string(Number) + "_" + std::to_string(At) + "(const " +
                 Code.Type + " a, const " + Code.Type + " b) {\n" +
                 Code.combine(Lower) + "}\n\n";
  }
  return "static inline " + Type + " ompscan_of_members_" +
         std::to_string(Number) + "(" + Parameters + ") {\n  " + Type +
         " r = {0};\n" + Statements + "  return r;\n}\n\n" + Combine;
}

/// What \p Input combines with a member; empty if nothing.
std::string ItemCode::inputOf(unsigned Member, const Update &Input,
                              llvm::ArrayRef<std::string> Texts) const {
  Update Own;
  std::vector<std::string> OwnTexts;
  for (const auto &[T, Text] : llvm::zip_equal(Input.Input, Texts))
    if (T.Member == Member) {
      Own.Input.push_back({T.Value, T.Negated});
      OwnTexts.push_back(Text);
    }
  return Own.Input.empty() ? "" : Members[Member].input(Own, OwnTexts);
}

/// The value whose members are those of \p Input, and neutral ones.
std::string ItemCode::memberInput(const Update &Input,
                                  llvm::ArrayRef<std::string> Texts) const {
  std::string Arguments;
  for (const auto &[At, Code] : llvm::enumerate(Members)) {
    const std::string Own = inputOf(At, Input, Texts);
    Arguments += (At == 0 ? "" : ", ") + (Own.empty() ? Code.neutral() : Own);
  }
  return "ompscan_of_members_" + std::to_string(Number) + "(" + Arguments + ")";
}

std::string ItemCode::memberUpdate(Lowering &Lower, StringRef Place,
                                   const Update &Input,
                                   llvm::ArrayRef<std::string> Texts) const {
  llvm::SmallVector<std::string, 4> Assignments;
  for (unsigned At = 0; At != Members.size(); ++At) {
    const std::string Own = inputOf(At, Input, Texts);
    if (Own.empty())
      continue;
    const std::string Member = memberOf(At, Lower, Place);
    Assignments.push_back(Member + " = ompscan_member_" +
                          std::to_string(Number) + "_" + std::to_string(At) +
                          "(" + Member + ", " + Own + ")");
  }
  return llvm::join(Assignments, ", ");
}

std::string ItemCode::input(const Update &Input,
                            llvm::ArrayRef<std::string> Texts) const {
  if (Input.isOfMembers())
    return memberInput(Input, Texts);
  if (Function)
    return Function->input(Input, Texts);
  llvm::SmallVector<std::string, 4> Values;
  for (const auto &[T, Text] : llvm::zip_equal(Input.Input, Texts))
    Values.push_back(term(T, Text));
  if (isLogical()) // Keeps the left operand guarding the right one.
    return "(" + Type + ")(" +
           llvm::join(Values, (" " + spelling(I.Op) + " ").str()) + ")";
  if (Values.size() == 1)
    return Values.front();
  for (std::string &Value : Values)
    Value = "(" + Value + ")";
  if (isAssociative()) // Many of them nest no brackets.
    return "(" + combination(Values) + ")";
  std::string Result = Values.front();
  for (const std::string &Value : llvm::drop_begin(Values))
    Result = "(" + combination({Result, Value}) + ")";
  return Result;
}
