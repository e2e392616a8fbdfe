//===- FunctionCode.cpp - Scanned functions in OpenCL C -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/FunctionCode.h"
#include "AST/ComplexNumbers.h"
#include "Kernel/BoundedCode.h"
#include "Kernel/Lowering/IntegerTypes.h"
#include "Kernel/ProductCode.h"
#include "Kernel/StepCode.h"
#include "Kernel/TableCode.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether the node \p Number of \p U may be a constant function.
static bool mayBeConstant(const Update &U, unsigned Number) {
  const FunctionNode &Node = U.Function[Number];
  switch (Node.Kind) {
  case FunctionKind::Input:
    return true;
  case FunctionKind::Before:
  case FunctionKind::Remainder:
    return false;
  case FunctionKind::Choose:
    return mayBeConstant(U, Node.Left) || mayBeConstant(U, Node.Right);
  case FunctionKind::Negate:
  case FunctionKind::Complement:
    return mayBeConstant(U, Node.Left);
  default:
    return mayBeConstant(U, Node.Left) && mayBeConstant(U, Node.Right);
  }
}

/// Whether the node \p Number of \p U is constant or adds to the value before.
static bool isSum(const Update &U, unsigned Number) {
  const FunctionNode &Node = U.Function[Number];
  if (Node.Kind == FunctionKind::Before || !U.usesBefore(Number))
    return true;
  switch (Node.Kind) {
  case FunctionKind::Choose:
    return isSum(U, Node.Left) && isSum(U, Node.Right);
  case FunctionKind::Add:
    return isSum(U, Node.Left) && isSum(U, Node.Right) &&
           !(U.usesBefore(Node.Left) && U.usesBefore(Node.Right));
  case FunctionKind::Subtract:
    return isSum(U, Node.Left) && !U.usesBefore(Node.Right);
  default:
    return false;
  }
}

FunctionCode::FunctionCode(const Item &I, std::string Type, unsigned Number,
                           const ASTContext &Context)
    : I(I), Type(StepCode::fits(I) && Context.getTypeSize(I.Type) < 32
                     ? "int"
                     : std::move(Type)),
      Name("ompscan_function_" + std::to_string(Number)), Context(Context),
      IsFloating(builtinNumber(I.Type, Context)->isFloatingType()),
      Complex(EmulatedType::of(I.Type, Context)),
      Wrapping(IsFloating ? "" : wrappingName(Context.getTypeSize(I.Type))) {
  const unsigned Bits = Context.getTypeSize(I.Type);
  if (I.isLinear())
    Form = std::make_unique<LinearCode>(
        I, this->Type, Name, Wrapping,
        Context.getTypeSizeInChars(I.Type).getQuantity(),
        Context.getTypeAlignInChars(I.Type).getQuantity());
  else if (I.Op == Operator::Mul)
    Form = std::make_unique<ProductCode>(this->Type, Name, Bits == 64);
  else if (BoundedCode::fits(I))
    Form = std::make_unique<BoundedCode>(this->Type, Name, Bits / 8, I.MinMax);
  else if (I.Op == Operator::Table)
    Form = std::make_unique<TableCode>(this->Type, Name, Bits / 8, I.States);
  else if (StepCode::fits(I))
    Form = std::make_unique<StepCode>(this->Type, Name, Wrapping,
                                      Context.getIntWidth(I.Type));
  if (Form)
    return;
  for (const Update &U : I.Updates) {
    for (const FunctionNode &Node : U.Function)
      Kinds |= 1u << static_cast<unsigned>(Node.Kind);
    HasConstants |= mayBeConstant(U, U.Function.size() - 1);
  }
  IsSum = I.Op == Operator::Affine && IsFloating && !Complex && HasConstants &&
          llvm::all_of(I.Updates, [](const Update &U) {
            return isSum(U, U.Function.size() - 1);
          });
}

std::vector<FunctionCode::Member> FunctionCode::members() const {
  const uint64_t Bytes = Context.getTypeSizeInChars(I.Type).getQuantity();
  const uint64_t Align = Context.getTypeAlignInChars(I.Type).getQuantity();
  const StringRef Flag = Align == 1   ? "uchar"
                         : Align == 2 ? "ushort"
                         : Align == 4 ? "uint"
                                      : "ulong";
  std::vector<Member> Result{{Type, 'v', Bytes, Align}};
  if (hasBothBounds())
    Result.push_back({Type, 'w', Bytes, Align});
  if (I.Op == Operator::Rational)
    for (const char Other : {'c', 'd'})
      Result.push_back({Type, Other, Bytes, Align});
  // x86 selects numbers without a branch only by a comparison of numbers.
  if (I.isLongSum()) {
    Result.push_back({Type, 'e', Bytes, Align});
    if (HasConstants)
      Result.push_back({Type, 'k', Bytes, Align});
  } else if (IsSum)
    Result.push_back({Type, 'k', Bytes, Align});
  else if (I.Op == Operator::Last)
    Result.push_back({Flag.str(), 'k', std::min<uint64_t>(Align, 8),
                      std::min<uint64_t>(Align, 8)});
  else
    Result.push_back({Type, 'a', Bytes, Align});
  return Result;
}

RecordText FunctionCode::record() const {
  if (Form)
    return Form->record();
  RecordText Record;
  for (const Member &M : members())
    Record.add(M.Type + " " + M.Name, M.Bytes, M.Align);
  Record.finish();
  return Record;
}

std::string FunctionCode::definition() const {
  std::string Text =
      "typedef struct {\n" + record().members() + "} " + Name + ";\n";
  if (Form)
    return Text + Form->definition();
  if (I.Op == Operator::Rational)
    Text += rationalHelpers();
  if (hasMarks())
    Text += markedFunctions();
  return Text;
}

/// The functions of affine functions of which some are constant. $X stands for
/// NaN. A product of 0 and infinity makes the value NaN, too ($L). Tests of the
/// same meaning are not equally fast: with some NVIDIA's compilers take up to
/// 101 registers in place of 64, and a selective scan 1.8 times the time (H200,
/// driver 580).
static constexpr llvm::StringLiteral MarkedFunctions =
    R"(static inline int $N_is_nan(const $T x) { return $I; }
static inline $N $N_make(const $T v, const $T a, const bool uses) {
  $N r;
  r.v = uses && $N_is_nan(a) ? $X : v;
  r.a = uses ? a : $X;
  return r;
}
static inline $N $N_then(const $N f, const $N g) {
  $N r;
  r.a = $P;
  const $T v = $V;
  r.v = $N_is_nan(g.a) ? g.v : v;
$L  return r;
}
)";

/// Statements that make the value \p NotANumber where the product of two
/// factors is NaN and neither of them is.
std::string FunctionCode::lostProduct(const std::string &NotANumber) const {
  const std::string Then = "    r.v = " + NotANumber + ";\n";
  if (Complex && Complex->isComplex())
    return "  if (" + Name + "_is_nan(r.a) && !" + Name + "_is_nan(f.a) && !" +
           Name + "_is_nan(g.a))\n" + Then;
  const auto Real = [this](const char *Value) {
    return Complex ? Complex->toReal(Value) : std::string(Value);
  };
  const std::string F = Real("f.a"), G = Real("g.a");
  return "  if (fabs(" + F + ") == INFINITY && " + G + " == 0)\n" + Then +
         "  if (" + F + " == 0 && fabs(" + G + ") == INFINITY)\n" + Then;
}

std::string FunctionCode::markedFunctions() const {
  const std::string NotANumber =
      Complex ? Complex->from("NAN", "NAN") : "(" + Type + ")NAN";
  return filled(MarkedFunctions, [&](char Letter) -> std::string {
    switch (Letter) {
    case 'N':
      return Name;
    case 'T':
      return Type;
    case 'I':
      return !Complex               ? "isnan(x)"
             : Complex->isComplex() ? "isnan(x.re) && isnan(x.im)"
                                    : "isnan(" + Complex->toReal("x") + ")";
    case 'X':
      return NotANumber;
    case 'L':
      return lostProduct(NotANumber);
    case 'P':
      return applied("g.a", "f.a");
    default:
      return operation(applied("g.a", "f.v"), "+", "g.v");
    }
  });
}

/// The infinity that is no bound.
static StringRef limit(bool IsMax) { return IsMax ? "INFINITY" : "-INFINITY"; }

std::string FunctionCode::operation(StringRef A, StringRef Op,
                                    StringRef B) const {
  if (I.Modulus != 0)
    return residues(A, Op, B);
  if (Complex)
    return Complex->operation(Op == "*"   ? BO_Mul
                              : Op == "/" ? BO_Div
                              : Op == "+" ? BO_Add
                                          : BO_Sub,
                              A, B);
  if (IsFloating)
    return ("((" + A + ") " + Op + " (" + B + "))").str();
  return ("(" + Type + ")((" + Wrapping + ")(" + A + ") " + Op + " (" +
          Wrapping + ")(" + B + "))")
      .str();
}

/// The product of \p Factor, of a function, and \p Value.
std::string FunctionCode::applied(StringRef Factor, StringRef Value) const {
  return Complex ? Complex->applied(Factor, Value)
                 : operation(Factor, "*", Value);
}

std::string FunctionCode::residue(StringRef A) const {
  return ("((ulong)(" + A + ") % " + llvm::Twine(I.Modulus) + "UL)").str();
}

std::string FunctionCode::natural(StringRef A, QualType T) const {
  if (T->isUnsignedIntegerOrEnumerationType())
    return ("(ulong)(" + A + ")").str();
  const std::string Modulus = std::to_string(I.Modulus);
  return ("(ulong)((long)(" + A + ") % " + Modulus + " + " + Modulus + ")")
      .str();
}

std::string FunctionCode::residues(StringRef A, StringRef Op,
                                   StringRef B) const {
  const std::string Modulus = std::to_string(I.Modulus) + "UL";
  if (Op == "<<")
    return residues(A, "*", ("(1UL << (" + B + "))").str());
  return "((" + residue(A) +
         (Op == "-" ? " + " + Modulus + " - " : " " + Op.str() + " ") +
         residue(B) + ") % " + Modulus + ")";
}

std::string FunctionCode::negative(StringRef A) const {
  if (Complex)
    return Complex->negative(A);
  return IsFloating ? ("(-(" + A + "))").str() : operation("0", "-", A);
}

std::string FunctionCode::number(StringRef Value) const {
  return Complex ? Complex->from(Value) : Value.str();
}

/// The maximum or minimum of \p A, which depends on the value before, and
/// \p B.
std::string FunctionCode::extremum(StringRef A, StringRef B, bool IsMax) const {
  const OperatorTraits &Traits = traits(IsMax ? Operator::Max : Operator::Min);
  if (I.MinMax == Choice::FloatCall)
    return (Traits.Function + "(" + A + ", " + B + ")").str();
  const StringRef Relation = Traits.Relation;
  const StringRef Equal = I.MinMax == Choice::CompareFirst ? "= " : " ";
  const std::string First = "(" + A.str() + ")";
  const std::string Second = "(" + B.str() + ")";
  return "(" + First + " " + Relation.str() + Equal.str() + Second + " ? " +
         First + " : " + Second + ")";
}

FunctionCode::Parameters FunctionCode::complete(Parameters F) const {
  const bool WasConstant = std::exchange(F.IsConstant, false);
  auto Default = [](std::string &To, StringRef Value) {
    if (To.empty())
      To = Value.str();
  };
  if (isExtremum()) {
    if (WasConstant) {
      F.W = F.V;
      F.A = hasBothBounds() ? "0" : limit(isUpper()).str();
    }
    Default(F.A, "0");
    Default(F.V, limit(isUpper()));
    Default(F.W, limit(true));
    return F;
  }
  if (I.Op == Operator::Bits) {
    Default(F.V, "0");
    Default(F.A, WasConstant ? "0"
                 : I.Type->isBooleanType()
                     ? "1"
                     : "(" + Type + ")~(" + Wrapping + ")0");
    return F;
  }
  if (I.Op == Operator::Rational) {
    Default(F.C, "0");
    Default(F.D, "1");
  }
  if (I.Modulus != 0)
    Default(F.A, WasConstant ? "0" : std::to_string(I.Modulus));
  const bool KeepsSign = IsFloating && !WasConstant; // x + -0.0 is x.
  if (Complex && KeepsSign)
    Default(F.V, Complex->from("-0.0f", "-0.0f"));
  Default(F.V, KeepsSign ? "-0.0f" : number("0"));
  Default(F.A, number(WasConstant ? "0" : "1"));
  Default(F.Uses, WasConstant ? "0" : "1");
  return F;
}

std::string FunctionCode::literal(Parameters F) const {
  F = complete(std::move(F));
  if (hasMarks()) {
    const std::string Cast = Complex ? "" : "(" + Type + ")";
    return Name + "_make(" + Cast + "(" + F.V + "), " + Cast + "(" + F.A +
           "), " + F.Uses + ")";
  }
  std::string Text;
  for (const Member &M : members()) {
    std::string Value;
    switch (M.Name) {
    case 'v':
      Value = F.V;
      break;
    case 'w':
      Value = F.W;
      break;
    case 'a':
      Value = F.A;
      break;
    case 'c':
      Value = F.C;
      break;
    case 'd':
      Value = F.D;
      break;
    case 'e':
      Value = "0";
      break;
    default: // The function is constant.
      Value = "!(" + F.Uses + ")";
    }
    const bool IsStructure = Complex && M.Name != 'k';
    Text += (Text.empty() ? "" : ", ") +
            (IsStructure ? "" : "(" + M.Type + ")") + "(" + Value + ")";
  }
  return "((" + Name + "){" + Text + "})";
}

std::string FunctionCode::identity() const {
  return Form ? Form->identity() : literal(Parameters());
}

std::string FunctionCode::constant(llvm::ArrayRef<std::string> Values) const {
  return Form ? Form->constant(Values) : constantAt(Values.front());
}

std::string FunctionCode::constantOf(StringRef Value) const {
  if (I.isLongSum())
    return Value.str();
  return Form ? Form->constantOf(Value) : constantAt((Value + ".v").str());
}

std::string FunctionCode::constantAt(StringRef Value) const {
  Parameters F;
  F.V = Value.str();
  F.IsConstant = true;
  return literal(std::move(F));
}

std::string FunctionCode::addition(StringRef Value) const {
  Parameters F;
  F.V = Value.str();
  return literal(std::move(F));
}

std::string FunctionCode::isConstant(StringRef Value) const {
  if (Form)
    return Form->isConstant(Value);
  // A bound of floating-point numbers may be another zero.
  if (!HasConstants || isExtremum() || Complex || I.Modulus != 0)
    return "";
  if (I.Op == Operator::Last || IsSum || I.isLongSum())
    return (Value + ".k != 0").str();
  if (hasMarks())
    return (Name + "_is_nan(" + Value + ".a)").str();
  if ((I.Op == Operator::Affine || I.Op == Operator::Bits) && !IsFloating)
    return (Value + ".a == 0").str();
  return "";
}

std::string FunctionCode::leastFactor() const {
  if (I.Op != Operator::Affine || !IsFloating || Complex || IsSum)
    return "";
  return Context.getTypeSize(I.Type) == 64 ? "0x1p-1022" : "0x1p-126f";
}

std::vector<std::string> FunctionCode::factorNames() const {
  const LinearCode *Linear = linear();
  return Linear ? Linear->factorNames() : std::vector<std::string>{"a"};
}

FunctionCode::Parameters FunctionCode::choose(StringRef Condition, Parameters F,
                                              Parameters G) const {
  const bool IsAffine = F.C.empty() && G.C.empty();
  F = complete(std::move(F));
  G = complete(std::move(G));
  auto Either = [&](const std::string &A, const std::string &B) {
    return A == B ? A
                  : "((" + Condition.str() + ") ? (" + A + ") : (" + B + "))";
  };
  Parameters Result;
  if (!IsAffine)
    Result.C = Either(F.C, G.C);
  Result.D = Either(F.D, G.D);
  Result.V = Either(F.V, G.V);
  Result.A = Either(F.A, G.A);
  Result.W = Either(F.W, G.W);
  Result.Uses = Either(F.Uses, G.Uses);
  return Result;
}

/// \p A op \p B, where an empty one stands for 0.
std::string FunctionCode::sum(StringRef A, StringRef B, bool Subtracts) const {
  if (B.empty())
    return A.str();
  if (A.empty())
    return Subtracts ? negative(B) : B.str();
  return operation(A, Subtracts ? "-" : "+", B);
}

FunctionCode::Parameters FunctionCode::affine(FunctionKind Kind, Parameters F,
                                              Parameters G) const {
  auto Factor = [this](const Parameters &P) {
    return P.IsConstant ? std::string() : P.A.empty() ? number("1") : P.A;
  };
  Parameters Result;
  switch (Kind) {
  case FunctionKind::Add:
  case FunctionKind::Subtract: {
    const bool Subtracts = Kind == FunctionKind::Subtract;
    Result.A = sum(Factor(F), Factor(G), Subtracts);
    Result.V = sum(F.V, G.V, Subtracts);
    // An empty one means that the value before is always used.
    Result.Uses = F.IsConstant   ? G.Uses
                  : G.IsConstant ? F.Uses
                  : F.Uses.empty() || G.Uses.empty()
                      ? ""
                      : "((" + F.Uses + ") | (" + G.Uses + "))";
    return Result;
  }
  case FunctionKind::Negate:
    Result.A = negative(Factor(F));
    Result.V = sum("", F.V, /*Subtracts=*/true);
    Result.Uses = F.Uses;
    return Result;
  default:
    break;
  }
  if (F.IsConstant) // A product; it commutes.
    std::swap(F, G);
  const StringRef Op = Kind == FunctionKind::Multiply ? "*"
                       : Kind == FunctionKind::Divide ? "/"
                                                      : "<<";
  const std::string A = Factor(F);
  Result.A = Op == "*" && A == number("1") ? G.V : operation(A, Op, G.V);
  if (!F.V.empty())
    Result.V = operation(F.V, Op, G.V);
  Result.Uses = F.Uses;
  return Result;
}

/// \p A * \p B, where an empty one stands for 0.
std::string FunctionCode::product(StringRef A, StringRef B) const {
  if (A.empty() || B.empty())
    return "";
  if (A == "1" || B == "1")
    return A == "1" ? B.str() : A.str();
  return operation(A, "*", B);
}

/// Computes with quotients of linear functions, as with fractions. The reader
/// has checked that the result is such a quotient: squares of the value before
/// cancel out.
FunctionCode::Parameters FunctionCode::rational(FunctionKind Kind, Parameters F,
                                                Parameters G) const {
  // Empty parameters are 0 here.
  for (Parameters *P : {&F, &G}) {
    P->A = P->IsConstant || P->A == "0" ? "" : P->A.empty() ? "1" : P->A;
    if (P->D.empty())
      P->D = "1";
  }
  Parameters Result;
  if (Kind == FunctionKind::Negate) {
    Result = F;
    Result.A = sum("", F.A, /*Subtracts=*/true);
    Result.V = sum("", F.V, /*Subtracts=*/true);
  } else if (Kind == FunctionKind::Add || Kind == FunctionKind::Subtract) {
    const bool Subtracts = Kind == FunctionKind::Subtract;
    Result.A = sum(sum(product(F.A, G.D), product(F.V, G.C), false),
                   sum(product(G.A, F.D), product(G.V, F.C), false), Subtracts);
    Result.V = sum(product(F.V, G.D), product(G.V, F.D), Subtracts);
  } else {
    if (Kind == FunctionKind::Divide) {
      std::swap(G.A, G.C);
      std::swap(G.V, G.D);
    }
    Result.A = sum(product(F.A, G.V), product(F.V, G.A), false);
    Result.V = product(F.V, G.V);
  }
  if (Kind != FunctionKind::Negate) {
    Result.C = sum(product(F.C, G.D), product(F.D, G.C), false);
    Result.D = product(F.D, G.D);
  }
  for (std::string *Each : {&Result.A, &Result.D})
    if (Each->empty())
      *Each = "0";
  return Result;
}

/// Makes a constant rational function its value, and keeps the parameters of
/// others in a range in which a composition of two does not overflow: outside
/// of it they are scaled by the power of two that takes the largest one to
/// [1, 2).
std::string FunctionCode::rationalHelpers() const {
  const bool IsDouble = Context.getTypeSize(I.Type) == 64;
  const std::string Word = IsDouble ? "ulong" : "uint";
  // The bits of the exponent E of a number 2^E; above the last one: infinity.
  auto Exponent = [&](int E) {
    return IsDouble ? llvm::utohexstr(uint64_t(1023 + E) << 52) + "UL"
                    : llvm::utohexstr(uint64_t(127 + E) << 23) + "U";
  };
  const int Last = IsDouble ? 1023 : 127, Range = IsDouble ? 256 : 32;
  std::string Text = "static inline " + Name + " " + Name + "_scaled(" + Name +
                     " r) {\n"
                     "  if (r.a == 0 && r.c == 0) {\n"
                     "    r.v /= r.d;\n"
                     "    r.d = 1;\n"
                     "    return r;\n"
                     "  }\n"
                     "  " +
                     Word + " e, largest = 0;\n";
  for (const char Each : {'v', 'a', 'c', 'd'})
    Text += "  e = as_" + Word + "(r." + Each + ") & 0x" + Exponent(Last + 1) +
            ";\n  if (e > largest)\n    largest = e;\n";
  Text += "  if (largest >= 0x" + Exponent(-Range) + " && largest <= 0x" +
          Exponent(Range) + ")\n    return r;\n  if (largest >= 0x" +
          Exponent(Last) + ")\n    largest = 0x" + Exponent(Last - 1) +
          ";\n  const " + Type + " scale = as_" + Type + "(0x" +
          Exponent(Last) + " - largest);\n";
  for (const char Each : {'v', 'a', 'c', 'd'})
    Text += std::string("  r.") + Each + " *= scale;\n";
  return Text + "  return r;\n}\n";
}

/// The composition of rational functions: a product of matrices, or the value
/// of `b` if `a` is constant. Where `a` is infinite, factors of 0 select, and
/// `b` is its limit.
std::string FunctionCode::rationalComposition() const {
  return "  " + Name +
         " r;\n"
         "  if (b.a == 0 && b.c == 0)\n"
         "    return b;\n"
         "  if (a.a == 0 && a.c == 0) {\n"
         "    if (b.a != 0 && b.c != 0 && fabs(a.v) == INFINITY)\n"
         "      r.v = b.a / b.c;\n"
         "    else\n"
         "      r.v = (b.a == 0 ? b.v : b.a * a.v + b.v) /\n"
         "            (b.c == 0 ? b.d : b.c * a.v + b.d);\n"
         "    r.a = 0;\n"
         "    r.c = 0;\n"
         "    r.d = 1;\n"
         "    return r;\n"
         "  }\n"
         "  r.v = b.a * a.v + b.v * a.d;\n"
         "  r.a = b.a * a.a + b.v * a.c;\n"
         "  r.c = b.c * a.a + b.d * a.c;\n"
         "  r.d = b.c * a.v + b.d * a.d;\n"
         "  return " +
         Name + "_scaled(r);\n";
}

/// The value before the loop, and one that replaces it, may be larger than any
/// remainder. So a constant function and the identity leave a value as it is.
std::string FunctionCode::remainderComposition() const {
  const std::string Modulus = std::to_string(I.Modulus) + "UL";
  return "  if (b.a == " + Modulus +
         ")\n    return a;\n"
         "  " +
         Name +
         " r;\n"
         "  r.v = b.a ? (b.a * " +
         residue(natural("a.v", I.Type)) + " + b.v) % " + Modulus +
         " : b.v;\n"
         "  r.a = a.a == " +
         Modulus + " ? b.a : (ulong)b.a * a.a % " + Modulus +
         ";\n  return r;\n";
}

FunctionCode::Parameters FunctionCode::extreme(FunctionKind Kind, Parameters F,
                                               Parameters G) const {
  if (F.IsConstant) // Not of a difference.
    std::swap(F, G);
  const std::string &By = G.V;
  if (Kind == FunctionKind::Add || Kind == FunctionKind::Subtract) {
    const bool Subtracts = Kind == FunctionKind::Subtract;
    F.A = sum(F.A, By, Subtracts);
    for (std::string *Bound : {&F.V, &F.W})
      if (!Bound->empty())
        *Bound = sum(*Bound, By, Subtracts);
    return F;
  }
  const bool IsMax = Kind == FunctionKind::Maximum;
  std::string &Own = hasBothBounds() && !IsMax ? F.W : F.V;
  std::string &Other = hasBothBounds() && !IsMax ? F.V : F.W;
  Own = Own.empty() ? By : extremum(Own, By, IsMax);
  if (hasBothBounds() && !Other.empty())
    Other = extremum(Other, By, IsMax);
  return F;
}

FunctionCode::Parameters FunctionCode::bits(FunctionKind Kind, Parameters F,
                                            Parameters G) const {
  if (F.IsConstant)
    std::swap(F, G);
  const std::string Ones =
      I.Type->isBooleanType() ? "1" : "~(" + Wrapping + ")0";
  const std::string By = Kind == FunctionKind::Complement ? Ones : G.V;
  if (Kind == FunctionKind::Or) {
    // x | b is (x & ~b) ^ b.
    const std::string Rest = operation(By, "^", Ones);
    F.A = F.A.empty() ? Rest : operation(F.A, "&", Rest);
    F.V = F.V.empty() ? By : operation(F.V, "|", By);
  } else if (Kind == FunctionKind::And) {
    F.A = F.A.empty() ? By : operation(F.A, "&", By);
    if (!F.V.empty())
      F.V = operation(F.V, "&", By);
  } else {
    F.V = F.V.empty() ? By : operation(F.V, "^", By);
  }
  return F;
}

FunctionCode::Parameters
FunctionCode::evaluate(const Update &U, llvm::ArrayRef<std::string> Texts,
                       unsigned Number, bool IsDividend) const {
  const FunctionNode &Node = U.Function[Number];
  Parameters Result;
  if (Node.Kind == FunctionKind::Before) {
    if (IsDividend)
      Result.A = "1";
    return Result;
  }
  if (Node.Kind == FunctionKind::Input) {
    const StringRef Text = Texts[Node.Term];
    Result.V =
        Complex &&
                EmulatedType::of(U.Input[Node.Term].Value->getType(), Context)
            ? Text.str()
        : Complex ? Complex->from(Text)
        : I.Type->isBooleanType()
            ? "(" + Type + ")((" + Texts[Node.Term] + ") != 0)"
        : IsDividend
            ? natural(Texts[Node.Term], U.Input[Node.Term].Value->getType())
            : "(" + Type + ")(" + Texts[Node.Term] + ")";
    Result.IsConstant = true;
    return Result;
  }
  if (Node.Kind == FunctionKind::Remainder) {
    const Parameters Dividend =
        evaluate(U, Texts, Node.Left, /*IsDividend=*/true);
    Result.A = residue(Dividend.A);
    Result.V = Dividend.V.empty() ? "0" : residue(Dividend.V);
    return Result;
  }
  Parameters F = evaluate(U, Texts, Node.Left, IsDividend);
  Parameters G;
  if (Node.Kind != FunctionKind::Negate &&
      Node.Kind != FunctionKind::Complement)
    G = evaluate(U, Texts, Node.Right,
                 IsDividend && Node.Kind != FunctionKind::Shift);
  if (Node.Kind == FunctionKind::Choose)
    return choose(Texts[Node.Term], std::move(F), std::move(G));
  if (isExtremum())
    return extreme(Node.Kind, std::move(F), std::move(G));
  if (I.Op == Operator::Rational)
    return rational(Node.Kind, std::move(F), std::move(G));
  return I.Op == Operator::Bits ? bits(Node.Kind, std::move(F), std::move(G))
                                : affine(Node.Kind, std::move(F), std::move(G));
}

std::string FunctionCode::input(const Update &U,
                                llvm::ArrayRef<std::string> Texts) const {
  if (Form)
    return Form->input(U, Texts);
  const std::string Text = literal(evaluate(U, Texts, U.Function.size() - 1));
  return I.Op == Operator::Rational ? Name + "_scaled(" + Text + ")" : Text;
}

/// Adds two sums of twice the digits. The error of a sum is a number of the
/// type (Knuth, "The Art of Computer Programming", section 4.2.2, theorem B);
/// what both sums have lost is added to it, rounded (Ogita, Rump and Oishi,
/// "Accurate Sum and Dot Product", 2005). A sum that is infinite or NaN has
/// lost nothing. Selections by comparisons of numbers keep compilers from
/// branches.
std::string FunctionCode::longSumComposition() const {
  const std::string Const = "  const " + Type + " ompscan_";
  std::string Text =
      "  " + Name + " r;\n" + Const + "s = a.v + b.v;\n" + Const +
      "t = ompscan_s - a.v;\n" + Const +
      "e = (a.v - (ompscan_s - ompscan_t)) + (b.v - ompscan_t) + "
      "(a.e + b.e);\n" +
      Const +
      "lost = ompscan_s - ompscan_s == 0 ? ompscan_e : 0;\n"
      "  r.v = ompscan_s + ompscan_lost;\n"
      "  r.e = ompscan_lost - (r.v - ompscan_s);\n";
  if (HasConstants)
    for (const std::string Part : {".v", ".e", ".k"})
      Text += "  r" + Part + " = b.k != 0 ? b" + Part + " : " +
              (Part == ".k" ? "a" : "r") + Part + ";\n";
  return Text + "  return r;\n";
}

std::string FunctionCode::composition() const {
  if (Form)
    return Form->composition();
  if (I.Op == Operator::Last)
    return "  if (b.k)\n    return b;\n  return a;\n";
  if (IsSum)
    return "  " + Name + " r;\n  r.v = b.k != 0 ? b.v : a.v + b.v;\n" +
           "  r.k = b.k != 0 ? b.k : a.k;\n  return r;\n";
  if (I.isLongSum())
    return longSumComposition();
  if (I.Op == Operator::Rational)
    return rationalComposition();
  if (I.Modulus != 0)
    return remainderComposition();
  if (hasMarks())
    return "  return " + Name + "_then(a, b);\n";
  std::string Text = "  " + Name + " r;\n";
  auto Set = [&](char Member, const std::string &Value) {
    Text += std::string("  r.") + Member + " = " + Value + ";\n";
  };
  if (isExtremum()) {
    for (const char Bound : {'v', 'w'}) {
      if (Bound == 'w' && !hasBothBounds())
        continue;
      const std::string Old = std::string("a.") + Bound;
      const std::string Sum = std::string("ompscan_") + Bound;
      const std::string Moved = operation(Old, "+", "b.a");
      // A missing bound is infinite, and stays so.
      Text += "  const " + Type + " " + Sum + " = " + Old +
              " == " + limit(Bound == 'w' || isUpper()).str() + " ? " + Old +
              " : " + Moved + ";\n";
      std::string Value = extremum(Sum, "b.v", /*IsMax=*/!isUpper());
      if (hasBothBounds())
        Value = extremum(Value, "b.w", /*IsMax=*/false);
      Set(Bound, Value);
    }
    Text += "  r.a = " + operation("a.a", "+", "b.a") + ";\n";
    return Text + "  return r;\n";
  }
  if (I.Op == Operator::Bits) {
    Set('v', operation(operation("a.v", "&", "b.a"), "^", "b.v"));
    Set('a', operation("a.a", "&", "b.a"));
    return Text + "  return r;\n";
  }
  Set('v', operation(applied("b.a", "a.v"), "+", "b.v"));
  Set('a', applied("b.a", "a.a"));
  return Text + "  return r;\n";
}
