//===- KernelBuilder.cpp - From a ScanLoop to OpenCL C --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelBuilder.h"
#include "Kernel/Lowering.h"
#include "Loop/Expressions.h"
#include "Templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan;

namespace {

class KernelBuilder {
public:
  KernelBuilder(const ScanLoop &Loop, ASTContext &Context,
                const Diagnostics &Diags)
      : Loop(Loop), Context(Context), Lower(Context, Diags) {}

  std::optional<Kernel> build();

private:
  bool nameParameters();
  bool addSlots();
  void addVectorSlots(StringRef Stored);
  const Access *accessOf(const ScanLoop::ArrayElement &Element,
                         AccessKind Kind) const;
  std::string combine() const;
  std::optional<std::string> declaredCombiner();
  std::optional<std::string> input();
  std::optional<std::string> term(const Term &T);
  std::optional<std::string> lowered(const Expr *E);
  std::optional<std::string> substitute(const Expr *E);
  std::optional<std::string> element(const ScanLoop::ArrayElement &Element);
  std::optional<std::string>
  vectorElement(const ScanLoop::ArrayElement &Element);
  void addFunction(StringRef Signature, StringRef Statement, bool InIteration);
  std::string induction(StringRef Iteration) const;
  bool isStored(const ArrayUse &Array) const;

  const ScanLoop &Loop;
  ASTContext &Context;
  Lowering Lower;
  /// The scanned type, and the unsigned type in which it wraps around.
  std::string Item, Wrapping;
  std::string InductionType, InductionName;
  llvm::SmallVector<std::string, 4> ArrayNames, ScalarNames;
  std::string Parameters, Arguments, Slots;

  /// While the input of several iterations at once is lowered: what loads the
  /// elements that they read, and how many vectors those are.
  bool InVectors = false;
  std::string Fetches;
  unsigned NumFetches = 0;
  bool AllAreVectors = true;
  bool HasVectorSlots = false;
};

} // namespace

/// A name that cannot clash with OpenCL's words, with the template's or with
/// another parameter, and still shows what the user called it.
static std::string parameterName(const Twine &Prefix, StringRef Name) {
  std::string Result = (Prefix + "_" + Name).str();
  for (char &C : Result)
    if (!llvm::isAlnum(C))
      C = '_';
  return Result;
}

bool KernelBuilder::isStored(const ArrayUse &Array) const {
  return llvm::any_of(Array.Accesses, [](const Access &A) {
    return A.Kind == AccessKind::Write;
  });
}

bool KernelBuilder::nameParameters() {
  llvm::raw_string_ostream Params(Parameters), Args(Arguments);
  for (const auto &[Number, Array] : llvm::enumerate(Loop.Arrays)) {
    const std::optional<std::string> Type =
        Lower.type(Array.Element, Array.Base->getExprLoc());
    if (!Type)
      return false;
    const std::string Name =
        parameterName("A" + Twine(Number), Array.Name);
    ArrayNames.push_back(Name);
    Params << "__global " << (isStored(Array) ? "" : "const ") << *Type << " *"
           << Name << ", const long " << Name << "_origin, ";
    Args << Name << ", " << Name << "_origin, ";
  }
  for (const auto &[Number, Scalar] : llvm::enumerate(Loop.Scalars)) {
    const std::optional<std::string> Type =
        Lower.type(Scalar.Type, Scalar.Value->getExprLoc());
    if (!Type)
      return false;
    const std::string Name =
        parameterName("S" + Twine(Number), Scalar.Name);
    ScalarNames.push_back(Name);
    Params << "const " << *Type << " " << Name << ", ";
    Args << Name << ", ";
  }
  Params << "const long ompscan_lower";
  Args << "ompscan_lower";

  const SourceLocation Loc = Loop.IV.Var->getLocation();
  const std::optional<std::string> ItemType = Lower.type(Loop.itemType(), Loc);
  const std::optional<std::string> IVType = Lower.type(Loop.IV.Type, Loc);
  if (!ItemType || !IVType)
    return false;
  Item = *ItemType;
  InductionType = *IVType;
  InductionName = parameterName("I", Loop.IV.Var->getName());
  // Only of use where the item is an integer.
  Wrapping = Context.getTypeSize(Loop.itemType()) == 64 ? "ulong" : "uint";
  return true;
}

std::optional<std::string>
KernelBuilder::element(const ScanLoop::ArrayElement &Element) {
  const std::string &Name = ArrayNames[Element.Array];
  std::string Index = "0";
  if (Element.Index) {
    std::optional<std::string> Text = lowered(Element.Index);
    if (!Text)
      return std::nullopt;
    Index = std::move(*Text);
  }
  return Name + "[(long)(" + Index + ") - " + Name + "_origin]";
}

/// What the loop does with \p Element in every iteration, if it does \p Kind.
const Access *KernelBuilder::accessOf(const ScanLoop::ArrayElement &Element,
                                      AccessKind Kind) const {
  for (const Access &A : Loop.Arrays[Element.Array].Accesses)
    if (A.Kind == Kind && A.Index && Element.Index &&
        sameExpression(A.Index, Element.Index))
      return &A;
  return nullptr;
}

/// \p Element in iteration `ompscan_k + ompscan_j`, out of a vector if it has
/// neighbours in neighbouring iterations.
std::optional<std::string>
KernelBuilder::vectorElement(const ScanLoop::ArrayElement &Element) {
  InVectors = false; // The subscript is not a part of the vector.
  const std::optional<std::string> First = element(Element);
  InVectors = true;
  const Access *A = accessOf(Element, AccessKind::Read);
  if (!A || A->Stride != 1) {
    AllAreVectors = false;
    return First;
  }
  const ArrayUse &Array = Loop.Arrays[Element.Array];
  const std::optional<std::string> Type =
      Lower.type(Array.Element, Array.Base->getExprLoc());
  if (!First || !Type)
    return std::nullopt;
  const std::string Name = "ompscan_e" + llvm::utostr(NumFetches++);
  Fetches += "  OMPSCAN_VECTOR_OF(" + *Type + ") " + Name +
             ";\n  OMPSCAN_FETCH(" + Name + ", &" + *First + ");\n";
  return Name + ".e[ompscan_j]";
}

std::optional<std::string> KernelBuilder::substitute(const Expr *E) {
  if (auto Found = Loop.Elements.find(E); Found != Loop.Elements.end())
    return InVectors ? vectorElement(Found->second) : element(Found->second);
  if (auto Found = Loop.ScalarOf.find(E); Found != Loop.ScalarOf.end())
    return ScalarNames[Found->second];
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref &&
      Ref->getDecl()->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl())
    return InductionName;
  return std::nullopt;
}

std::optional<std::string> KernelBuilder::lowered(const Expr *E) {
  return Lower.expression(E, [this](const Expr *Sub) { return substitute(Sub); });
}

/// `ompscan_combine(a, b)`. Integers are combined in an unsigned type: a scan
/// may overflow in partial results where the loop does not.
std::string KernelBuilder::combine() const {
  const bool Integer = Loop.itemType()->isIntegerType();
  const bool Bool = Loop.itemType()->isBooleanType();
  auto Wrapped = [&](StringRef Op) {
    if (!Integer)
      return ("a " + Op + " b").str();
    const std::string Sum =
        ("(" + Wrapping + ")a " + Op + " (" + Wrapping + ")b").str();
    return Bool ? "(" + Item + ")((" + Sum + ") != 0)"
                : "(" + Item + ")(" + Sum + ")";
  };
  auto Chosen = [&](StringRef Less, StringRef Call) {
    switch (Loop.MinMax) {
    case Choice::Compare:
      return ("a " + Less + " b ? a : b").str();
    case Choice::CompareFirst:
      return ("a " + Less + "= b ? a : b").str();
    case Choice::FloatCall:
      return (Call + "(a, b)").str();
    }
    llvm_unreachable("unknown choice");
  };
  switch (Loop.Op) {
  case Operator::Add:
    return Wrapped("+");
  case Operator::Mul:
    return Wrapped("*");
  case Operator::And:
    return Wrapped("&");
  case Operator::Or:
    return Wrapped("|");
  case Operator::Xor:
    return Wrapped("^");
  case Operator::LogicalAnd:
    return "(" + Item + ")(a != 0 && b != 0)";
  case Operator::LogicalOr:
    return "(" + Item + ")(a != 0 || b != 0)";
  case Operator::Min:
    return Chosen("<", "fmin");
  case Operator::Max:
    return Chosen(">", "fmax");
  case Operator::Declared:
    break; // See declaredCombiner.
  }
  llvm_unreachable("unknown operator");
}

/// The body of `ompscan_combine(a, b)` for a declared operator. Its initializer
/// is not needed: the scan starts from the element before the first.
std::optional<std::string> KernelBuilder::declaredCombiner() {
  const auto *Out = cast<DeclRefExpr>(Loop.Declared->getCombinerOut());
  const auto *In = cast<DeclRefExpr>(Loop.Declared->getCombinerIn());
  const std::optional<std::string> Text = Lower.expression(
      Loop.Declared->getCombiner(),
      [&](const Expr *E) -> std::optional<std::string> {
        const auto *Ref = dyn_cast<DeclRefExpr>(E);
        if (Ref && Ref->getDecl() == Out->getDecl())
          return "ompscan_out";
        if (Ref && Ref->getDecl() == In->getDecl())
          return "ompscan_in";
        return std::nullopt;
      });
  if (!Text)
    return std::nullopt;
  return "ompscan_T ompscan_out = a;\n  ompscan_T ompscan_in = b;\n  " + *Text +
         ";\n  return ompscan_out;";
}

/// The value of one operand, in the scanned type.
std::optional<std::string> KernelBuilder::term(const Term &T) {
  std::optional<std::string> Text = lowered(T.Value);
  if (!Text)
    return std::nullopt;
  if (Loop.Op == Operator::LogicalAnd || Loop.Op == Operator::LogicalOr)
    return "(" + *Text + ") != 0";
  if (!Loop.itemType()->isArithmeticType())
    return Text;
  std::string Value = Loop.itemType()->isBooleanType()
                          ? "(" + Item + ")((" + *Text + ") != 0)"
                          : "(" + Item + ")(" + *Text + ")";
  if (!T.Negated)
    return Value;
  if (Loop.itemType()->isIntegerType())
    return "(" + Item + ")(0u - (" + Wrapping + ")" + Value + ")";
  return "-" + Value;
}

/// What one iteration puts in: its operands, combined.
std::optional<std::string> KernelBuilder::input() {
  const bool Logical =
      Loop.Op == Operator::LogicalAnd || Loop.Op == Operator::LogicalOr;
  std::string Result;
  for (const Term &T : Loop.Input) {
    const std::optional<std::string> Text = term(T);
    if (!Text)
      return std::nullopt;
    if (Result.empty())
      Result = *Text;
    else if (Logical) // Keeps the left operand guarding the right one.
      Result += (" " + spelling(Loop.Op) + " " + *Text).str();
    else
      Result = "ompscan_combine(" + Result + ", " + *Text + ")";
  }
  return Logical ? "(" + Item + ")(" + Result + ")" : Result;
}

/// Declares the induction variable as it is in \p Iteration.
std::string KernelBuilder::induction(StringRef Iteration) const {
  return ("const " + InductionType + " " + InductionName + " = (" +
          InductionType + ")((ulong)ompscan_lower + (" + Iteration +
          ") * (ulong)" + llvm::itostr(Loop.IV.Step) + "L);\n")
      .str();
}

void KernelBuilder::addFunction(StringRef Signature, StringRef Statement,
                                bool InIteration) {
  llvm::raw_string_ostream OS(Slots);
  OS << "static inline " << Signature << " {\n  "
     << induction(InIteration ? "ompscan_k" : "0") << "  " << Statement
     << "\n}\n\n";
}

/// Adds the slots for several iterations at once, where the loop reads and
/// stores neighbours in neighbouring iterations.
void KernelBuilder::addVectorSlots(StringRef Stored) {
  const Access *Write =
      accessOf(Loop.Elements.find(Loop.Store)->second, AccessKind::Write);
  if (!Write || Write->Stride != 1)
    return;
  InVectors = true;
  const std::optional<std::string> Input = input();
  InVectors = false;
  if (!Input || !AllAreVectors)
    return;
  HasVectorSlots = true;
  const std::string First = induction("ompscan_k");
  const StringRef Each = "#pragma unroll\n  for (uint ompscan_j = 0; ompscan_j "
                         "< OMPSCAN_VECTOR; ++ompscan_j) {\n    ";
  llvm::raw_string_ostream OS(Slots);
  OS << "#if OMPSCAN_VECTOR > 0\n"
     << "static inline void ompscan_inputs(OMPSCAN_PARAMETERS, const ulong "
        "ompscan_k, ompscan_T *ompscan_values) {\n  "
     << First << Fetches << Each << induction("ompscan_k + ompscan_j")
     << "    ompscan_values[ompscan_j] = " << *Input << ";\n  }\n}\n\n"
     << "static inline void ompscan_outputs(OMPSCAN_PARAMETERS, const ulong "
        "ompscan_k, const ompscan_T *ompscan_values) {\n  "
     << First << "  OMPSCAN_VECTOR_OF(ompscan_T) ompscan_e0;\n"
     << Each << "ompscan_e0.e[ompscan_j] = ompscan_values[ompscan_j];\n  }\n"
     << "  OMPSCAN_PUT(&" << Stored << ", ompscan_e0);\n}\n#endif\n\n";
}

bool KernelBuilder::addSlots() {
  const std::optional<std::string> Input = input();
  const std::optional<std::string> Stored =
      element(Loop.Elements.find(Loop.Store)->second);
  const std::optional<std::string> Seed =
      element(Loop.Elements.find(Loop.Previous)->second);
  const std::optional<std::string> Combine =
      Loop.Declared ? declaredCombiner() : "return " + combine() + ";";
  if (!Input || !Stored || !Seed || !Combine)
    return false;
  Slots += "static inline ompscan_T ompscan_combine(const ompscan_T a, const "
           "ompscan_T b) {\n  " +
           *Combine + "\n}\n\n";
  addFunction("ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong "
              "ompscan_k)",
              "return " + *Input + ";", /*InIteration=*/true);
  addFunction("ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
              "return " + *Seed + ";", /*InIteration=*/false);
  addFunction("void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, "
              "const ompscan_T ompscan_before, const ompscan_T ompscan_after)",
              *Stored + " = ompscan_after;", /*InIteration=*/true);
  addFunction("ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong "
              "ompscan_k)",
              "return " + *Stored + ";", /*InIteration=*/true);
  addVectorSlots(*Stored);
  return true;
}

std::optional<Kernel> KernelBuilder::build() {
  if (!nameParameters() || !addSlots())
    return std::nullopt;
  Kernel Result;
  Result.NeedsFP64 = Lower.usesDouble();
  llvm::raw_string_ostream OS(Result.Source);
  const PresumedLoc Place = Context.getSourceManager().getPresumedLoc(
      Context.getSourceManager().getFileLoc(Loop.Loc));
  OS << "// Scan of " << Loop.Arrays.front().Name << " in " << Loop.Function
     << ", " << Place.getFilename() << ":" << Place.getLine() << ":"
     << Place.getColumn() << "\n";
  if (Result.NeedsFP64)
    OS << "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  const bool Contracts = Context.getLangOpts().getDefaultFPContractMode() !=
                         LangOptions::FPM_Off;
  OS << "#pragma OPENCL FP_CONTRACT " << (Contracts ? "ON" : "OFF") << "\n\n";
  OS << Lower.definitions();
  OS << "typedef " << Item << " ompscan_T;\n";
  OS << "#define OMPSCAN_PARAMETERS " << Parameters << "\n";
  OS << "#define OMPSCAN_ARGUMENTS " << Arguments << "\n\n";
  OS << "#define OMPSCAN_USES_BEFORE 0\n#define OMPSCAN_CAN_RELOAD 1\n"
     << "#define OMPSCAN_HAS_VECTORS " << HasVectorSlots << "\n\n";
  OS << templates::Prelude << "\n" << Slots << templates::Kernels;
  return Result;
}

std::optional<Kernel> ompscan::buildKernel(const ScanLoop &Loop,
                                           ASTContext &Context,
                                           const Diagnostics &Diags) {
  return KernelBuilder(Loop, Context, Diags).build();
}
