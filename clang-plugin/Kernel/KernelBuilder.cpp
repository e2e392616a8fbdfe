//===- KernelBuilder.cpp - From a ScanLoop to OpenCL C --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelBuilder.h"
#include "Kernel/ItemCode.h"
#include "Loop/Expressions.h"
#include "Templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan;

namespace {

class KernelBuilder {
public:
  KernelBuilder(const ScanLoop &Loop, ASTContext &Context,
                const Diagnostics &Diags, Lowering::BodyRequest RequestBody)
      : Loop(Loop), Context(Context),
        Lower(Context, Diags, std::move(RequestBody)) {}

  std::optional<Kernel> build();

private:
  bool nameParameters();
  bool makeItems();
  bool addOperator();
  bool addSeed();
  bool addRecurrence();
  const ScanLoop::ArrayElement *plainInput() const;
  void addVectorSlots(StringRef Stored);
  const Access *accessOf(const ScanLoop::ArrayElement &Element,
                         AccessKind Kind) const;
  bool addBody();
  std::string referenceName(const ValueDecl *Var) const;
  std::optional<std::string> reference(const Stmt *S, Lowering::Here Lowered);
  std::string isLast(const ScanLoop::LastValue &Store) const;

  void layOut(Kernel &K) const;
  std::string valueType() const;
  std::string member(StringRef Value, unsigned Item) const;
  std::string flag(StringRef Value, unsigned Item) const;
  std::string variable(unsigned Item) const;
  std::string privateName(const ValueDecl *Var) const;
  std::optional<std::string> privates();
  std::optional<std::string> expanded(const Expr *E);
  bool addCarries();
  std::string initialCarries() const;
  bool addInputAhead();
  std::optional<std::string> input(const Update &U, unsigned Item,
                                   Lowering::Here Lowered) const;
  std::optional<std::string> contributions(const Stmt *S,
                                           Lowering::Here Lowered) const;
  std::optional<std::string> lowered(const Expr *E);
  std::optional<std::string> substitute(const Expr *E);
  std::optional<std::string> substituteInBody(const Expr *E);
  std::optional<std::string> element(const ScanLoop::ArrayElement &Element);
  std::optional<std::string>
  vectorElement(const ScanLoop::ArrayElement &Element);
  std::string induction(StringRef Iteration) const;
  void addFunction(StringRef Signature, StringRef Statements, bool InIteration);
  bool hasResults() const {
    return !Loop.Lasts.empty() ||
           llvm::any_of(Loop.Items, [](const Item &I) { return !I.isArray(); });
  }
  /// What an iteration stores as its value.
  StringRef after() const {
    return Loop.ReadsAhead ? "ompscan_before" : "ompscan_after";
  }
  /// Whether the runtime asks for more values, to know the elements that have
  /// been stored (OMPSCAN_COUNTED_EVERY).
  bool countsEvery() const {
    return llvm::any_of(Loop.Arrays, [](const ArrayUse &Array) {
      return llvm::any_of(Array.Accesses, [](const Access &A) {
        return A.Kind == AccessKind::Counted && A.Counted.IsEvery;
      });
    });
  }
  std::optional<std::string> lastValues();

  const ScanLoop &Loop;
  ASTContext &Context;
  Lowering Lower;
  std::vector<ItemCode> Items;
  /// ompscan_T is a structure with a member for each item.
  bool Packed = false;
  std::string InductionType, InductionName;
  llvm::SmallVector<std::string, 4> ArrayNames, ScalarNames;
  std::string Parameters, Arguments, Slots;

  /// While the input of several iterations at once is lowered: the elements
  /// that they read, what loads them into local memory, what takes a vector of
  /// them out of it, and how many arrays they are of.
  bool InVectors = false;
  std::string Places, Fetches, Takes;
  unsigned NumFetches = 0;
  bool AllAreVectors = true;
  bool HasVectorSlots = false;
  bool IsPlain = false;
};

} // namespace

static constexpr StringRef InputSignature =
    "ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k)";
static constexpr StringRef OutputSignature =
    "void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const "
    "ompscan_T ompscan_before, const ompscan_T ompscan_after)";

/// A name that cannot clash with OpenCL's words, with the template's or with
/// another parameter, and still shows what the user called it.
static std::string parameterName(const Twine &Prefix, StringRef Name) {
  std::string Result = (Prefix + "_" + Name).str();
  for (char &C : Result)
    if (!llvm::isAlnum(C))
      C = '_';
  return Result;
}

bool KernelBuilder::nameParameters() {
  llvm::raw_string_ostream Params(Parameters), Args(Arguments);
  for (const auto &[Number, Array] : llvm::enumerate(Loop.Arrays)) {
    const std::optional<std::string> Type =
        Lower.type(Array.Element, Array.Base->getExprLoc());
    if (!Type)
      return false;
    const std::string Name = parameterName("A" + Twine(Number), Array.Name);
    ArrayNames.push_back(Name);
    Params << "__global " << (Array.isStored() ? "" : "const ") << *Type << " *"
           << Name << ", const long " << Name << "_origin, ";
    Args << Name << ", " << Name << "_origin, ";
  }
  for (const auto &[Number, Scalar] : llvm::enumerate(Loop.Scalars)) {
    const std::optional<std::string> Type =
        Lower.type(Scalar.Type, Scalar.Value->getExprLoc());
    if (!Type)
      return false;
    const std::string Name = parameterName("S" + Twine(Number), Scalar.Name);
    ScalarNames.push_back(Name);
    Params << "const " << *Type << " " << Name << ", ";
    Args << Name << ", ";
  }
  Params << "const long ompscan_lower";
  Args << "ompscan_lower";
  if (hasResults()) {
    Params << ", __global ompscan_T *F_values, const ulong F_trips";
    Args << ", F_values, F_trips";
  }

  const std::optional<std::string> Type =
      Lower.type(Loop.IV.Type, Loop.IV.Var->getLocation());
  if (!Type)
    return false;
  InductionType = *Type;
  InductionName = parameterName("I", Loop.IV.Var->getName());
  return true;
}

bool KernelBuilder::makeItems() {
  for (const Item &I : Loop.Items) {
    const std::optional<std::string> Type =
        Lower.type(I.Type, I.Base->getExprLoc());
    if (!Type)
      return false;
    Items.emplace_back(I, *Type, Context);
    Packed |= Items.size() > 1 || Items.back().needsFlag();
  }
  return true;
}

/// What ompscan_T is.
std::string KernelBuilder::valueType() const {
  if (!Packed)
    return Items.front().type();
  std::string Result = "struct {";
  for (const auto &[Number, I] : llvm::enumerate(Items)) {
    Result += " " + I.type() + " m" + std::to_string(Number) + ";";
    if (I.needsFlag())
      Result += " u" + I.flagType() + " h" + std::to_string(Number) + ";";
  }
  return Result + " }";
}

/// Places the members of ompscan_T as the host's ABI does; the device's
/// compiler checks the size.
void KernelBuilder::layOut(Kernel &K) const {
  uint64_t Size = 0, Alignment = 1;
  auto Place = [&](QualType T) {
    const uint64_t Align = Context.getTypeAlignInChars(T).getQuantity();
    Alignment = std::max(Alignment, Align);
    const uint64_t Offset = llvm::alignTo(Size, Align);
    Size = Offset + Context.getTypeSizeInChars(T).getQuantity();
    return Offset;
  };
  for (const auto &[Number, I] : llvm::enumerate(Items)) {
    K.Offsets.push_back(Place(Loop.Items[Number].Type));
    if (I.needsFlag())
      Place(Context.getIntTypeForBitwidth(I.flagBits(), /*Signed=*/false));
  }
  K.ValueSize = llvm::alignTo(Size, Alignment);
  // Behind the values that the output of the last iteration leaves there.
  Size = K.ValueSize * (countsEvery() ? 3 : 1);
  for (const DeclRefExpr *Last : Loop.Lasts)
    K.LastOffsets.push_back(Place(Last->getType()));
}

std::string KernelBuilder::member(StringRef Value, unsigned Item) const {
  return Packed ? (Value + ".m" + Twine(Item)).str() : Value.str();
}

std::string KernelBuilder::flag(StringRef Value, unsigned Item) const {
  return (Value + ".h" + Twine(Item)).str();
}

/// What holds the value of a scalar item while an iteration runs.
std::string KernelBuilder::variable(unsigned Item) const {
  return parameterName("V" + Twine(Item), Loop.Items[Item].Name);
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
    if (A.Kind == Kind && A.Guards.empty() && A.Index && Element.Index &&
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
  if (!A || !A->hasStride(1)) {
    AllAreVectors = false;
    return First;
  }
  const ArrayUse &Array = Loop.Arrays[Element.Array];
  const std::optional<std::string> Type =
      Lower.type(Array.Element, Array.Base->getExprLoc());
  if (!First || !Type)
    return std::nullopt;
  const std::string Name = "ompscan_e" + llvm::utostr(NumFetches++);
  Places += "  OMPSCAN_PART_OF(" + *Type + ", " + Name + ");\n";
  Fetches += "  OMPSCAN_FETCH(ompscan_to->" + Name + ", &" + *First + ");\n";
  Takes += "  OMPSCAN_VECTOR_OF(" + *Type + ") " + Name + ";\n  OMPSCAN_TAKE(" +
           Name + ", ompscan_from->" + Name + ", ompscan_place);\n";
  return Name + ".e[ompscan_j]";
}

std::optional<std::string> KernelBuilder::substitute(const Expr *E) {
  if (auto Found = Loop.Elements.find(E); Found != Loop.Elements.end())
    return InVectors ? vectorElement(Found->second) : element(Found->second);
  if (auto Found = Loop.ScalarOf.find(E); Found != Loop.ScalarOf.end())
    return ScalarNames[Found->second];
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (Ref &&
      Ref->getDecl()->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl())
    return InductionName;
  return std::nullopt;
}

/// In a body there are values of items besides.
std::optional<std::string> KernelBuilder::substituteInBody(const Expr *E) {
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    for (const Update &U : I.Updates)
      if (U.Node == E) {
        const std::string After = member(after(), Number);
        if (I.isArray()) {
          const std::optional<std::string> Stored =
              element(Loop.Elements.find(I.Store)->second);
          return Stored ? "(" + *Stored + " = " + After + ")" : Stored;
        }
        const std::string Set = variable(Number) + " = " + After;
        return U.YieldsOld
                   ? "(" + Set + ", " + member("ompscan_before", Number) + ")"
                   : "(" + Set + ")";
      }
  if (auto Found = Loop.Carried.find(E); Found != Loop.Carried.end())
    return member(Found->second.After ? after() : "ompscan_before",
                  Found->second.Item);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const Item *I = Loop.scalarItem(Ref->getDecl()))
      return variable(I - Loop.Items.begin());
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && llvm::is_contained(Loop.References, Var))
      return referenceName(Var);
    if (Var && llvm::is_contained(Loop.Privates, Var))
      return privateName(Var);
  }
  return substitute(E);
}

std::optional<std::string> KernelBuilder::lowered(const Expr *E) {
  return Lower.expression(E, [this](const Expr *Sub) {
    return Loop.Body ? substituteInBody(Sub) : substitute(Sub);
  });
}

/// Declares the induction variable as it is in \p Iteration.
std::string KernelBuilder::induction(StringRef Iteration) const {
  return ("const " + InductionType + " " + InductionName + " = (" +
          InductionType + ")((ulong)ompscan_lower + (" + Iteration +
          ") * (ulong)" + llvm::itostr(Loop.IV.Step) + "L);\n")
      .str();
}

void KernelBuilder::addFunction(StringRef Signature, StringRef Statements,
                                bool InIteration) {
  llvm::raw_string_ostream OS(Slots);
  OS << "static inline " << Signature << " {\n  "
     << induction(InIteration ? "ompscan_k" : "0") << Statements << "}\n\n";
}

/// `ompscan_combine`. Members are combined one by one; one without an update
/// leaves the other side as it is.
bool KernelBuilder::addOperator() {
  llvm::raw_string_ostream OS(Slots);
  std::string Members;
  for (const auto &[Number, I] : llvm::enumerate(Items)) {
    const std::optional<std::string> Statements = I.combine(Lower);
    if (!Statements)
      return false;
    const std::string Name = Packed
                                 ? "ompscan_combine_" + std::to_string(Number)
                                 : "ompscan_combine";
    OS << "static inline " << I.type() << " " << Name << "(const " << I.type()
       << " a, const " << I.type() << " b) {\n"
       << *Statements << "}\n\n";
    const std::string M = ".m" + std::to_string(Number);
    const std::string Both =
        "r" + M + " = " + Name + "(a" + M + ", b" + M + ")";
    if (!I.needsFlag()) {
      Members += "  " + Both + ";\n";
      continue;
    }
    const std::string H = ".h" + std::to_string(Number);
    Members += "  r" + H + " = a" + H + " || b" + H + ";\n" + "  if (!b" + H +
               ")\n    r" + M + " = a" + M + ";\n  else if (!a" + H +
               ")\n    r" + M + " = b" + M + ";\n  else\n    " + Both + ";\n";
  }
  if (Packed)
    OS << "static inline ompscan_T ompscan_combine(const ompscan_T a, const "
          "ompscan_T b) {\n  ompscan_T r;\n"
       << Members << "  return r;\n}\n\n";
  return true;
}

bool KernelBuilder::addSeed() {
  std::string Text = "  ompscan_T ompscan_first;\n";
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    std::string Value;
    if (I.isArray()) {
      const std::optional<std::string> Element =
          element(Loop.Elements.find(I.Previous)->second);
      if (!Element)
        return false;
      Value = *Element;
    } else {
      Value = ScalarNames[I.Initial];
    }
    Text += "  " + member("ompscan_first", Number) + " = " + Value + ";\n";
    if (Items[Number].needsFlag())
      Text += "  " + flag("ompscan_first", Number) + " = 1;\n";
  }
  addFunction(Loop.ReadsAhead ? "ompscan_T ompscan_previous(OMPSCAN_PARAMETERS)"
                              : "ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
              Text + "  return ompscan_first;\n", /*InIteration=*/false);
  return true;
}

std::optional<std::string> KernelBuilder::input(const Update &U, unsigned Item,
                                                Lowering::Here Lowered) const {
  std::vector<std::string> Texts;
  for (const Term &T : U.Input) {
    const std::optional<std::string> Text = Lowered(T.Value);
    if (!Text)
      return std::nullopt;
    Texts.push_back(*Text);
  }
  return Items[Item].input(U, Texts);
}

/// The slots of a loop that is nothing but one recurrence.
bool KernelBuilder::addRecurrence() {
  const Item &Only = Loop.Items.front();
  const std::optional<std::string> Input = input(
      Only.Updates.front(), 0, [this](const Expr *E) { return lowered(E); });
  const std::optional<std::string> Stored =
      element(Loop.Elements.find(Only.Store)->second);
  if (!Input || !Stored)
    return false;
  addFunction(InputSignature, "  return " + *Input + ";\n",
              /*InIteration=*/true);
  addFunction(OutputSignature, "  " + *Stored + " = ompscan_after;\n",
              /*InIteration=*/true);
  addFunction("ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong "
              "ompscan_k)",
              "  return " + *Stored + ";\n", /*InIteration=*/true);
  addVectorSlots(*Stored);
  return true;
}

/// The element of the scanned type that an iteration puts in as it is, if that
/// is what it does.
const ScanLoop::ArrayElement *KernelBuilder::plainInput() const {
  const Item &Only = Loop.Items.front();
  const auto &Input = Only.Updates.front().Input;
  if (Input.size() != 1 || Input.front().Negated ||
      Only.Op == Operator::LogicalAnd || Only.Op == Operator::LogicalOr)
    return nullptr;
  const auto Found =
      Loop.Elements.find(Input.front().Value->IgnoreParenImpCasts());
  return Found != Loop.Elements.end() &&
                 Context.hasSameUnqualifiedType(
                     Loop.Arrays[Found->second.Array].Element, Only.Type)
             ? &Found->second
             : nullptr;
}

/// Adds the slots for several iterations at once, where the loop reads and
/// stores neighbours in neighbouring iterations.
void KernelBuilder::addVectorSlots(StringRef Stored) {
  const Item &Only = Loop.Items.front();
  const Access *Write =
      accessOf(Loop.Elements.find(Only.Store)->second, AccessKind::Write);
  if (!Write || !Write->hasStride(1))
    return;
  InVectors = true;
  const std::optional<std::string> Input = input(
      Only.Updates.front(), 0, [this](const Expr *E) { return lowered(E); });
  InVectors = false;
  if (!Input || !AllAreVectors || NumFetches == 0)
    return;
  HasVectorSlots = true;
  const std::string First = "  " + induction("ompscan_k");
  const StringRef Iteration = "(OMPSCAN_PARAMETERS, const ulong ompscan_k";
  llvm::raw_string_ostream OS(Slots);
  OS << "#if OMPSCAN_PTX\n"
     << "typedef struct {\n"
     << Places << "} ompscan_vectors;\n\n"
     << "static inline void ompscan_fetch" << Iteration
     << ", __local ompscan_vectors *ompscan_to) {\n"
     << First << Fetches << "}\n\n"
     << "static inline void ompscan_inputs" << Iteration
     << ", __local const ompscan_vectors *ompscan_from, const uint "
        "ompscan_place, ompscan_T *ompscan_values) {\n"
     << Takes
     << "#pragma unroll\n  for (uint ompscan_j = 0; ompscan_j < "
        "OMPSCAN_VECTOR; "
        "++ompscan_j) {\n    "
     << induction("ompscan_k + ompscan_j")
     << "    ompscan_values[ompscan_j] = " << *Input << ";\n  }\n}\n\n"
     << "static inline __global ompscan_T *ompscan_output_address" << Iteration
     << ") {\n"
     << First << "  return &" << Stored << ";\n}\n";
  if (const ScanLoop::ArrayElement *Plain = plainInput())
    if (const std::optional<std::string> Loaded = element(*Plain)) {
      IsPlain = true;
      OS << "\nstatic inline __global const ompscan_T *ompscan_input_address"
         << Iteration << ") {\n"
         << First << "  return &" << *Loaded << ";\n}\n";
    }
  OS << "#endif\n\n";
}

/// What the updates in the statement \p S put in.
std::optional<std::string>
KernelBuilder::contributions(const Stmt *S, Lowering::Here Lowered) const {
  if (isa<OMPScanDirective>(S))
    return "";
  const auto Found = Loop.OutputOnly.find(S);
  if (Found == Loop.OutputOnly.end())
    return std::nullopt;
  std::string Text;
  for (const ScanLoop::UpdateRef &Ref : Found->second) {
    const std::optional<std::string> Value =
        input(Loop.Items[Ref.Item].Updates[Ref.Number], Ref.Item, Lowered);
    if (!Value)
      return "";
    Text += member("ompscan_in", Ref.Item) + " = " + *Value + ";";
    if (Items[Ref.Item].needsFlag())
      Text += " " + flag("ompscan_in", Ref.Item) + " = 1;";
  }
  return Text;
}

std::string KernelBuilder::privateName(const ValueDecl *Var) const {
  const auto *Found = llvm::find(Loop.Privates, Var);
  return parameterName("P" + Twine(Found - Loop.Privates.begin()),
                       Var->getName());
}

/// Declarations of the private variables.
std::optional<std::string> KernelBuilder::privates() {
  std::string Text;
  for (const VarDecl *Var : Loop.Privates) {
    QualType Type = Var->getType().getNonReferenceType();
    std::string Extents;
    while (const ConstantArrayType *Array =
               Context.getAsConstantArrayType(Type)) {
      Extents += "[" + llvm::utostr(Array->getZExtSize()) + "]";
      Type = Array->getElementType();
    }
    const std::optional<std::string> Element =
        Lower.type(Type.getUnqualifiedType(), Var->getLocation());
    if (!Element)
      return std::nullopt;
    Text += "  " + *Element + " " + privateName(Var) + Extents + ";\n";
  }
  return Text;
}

std::string KernelBuilder::referenceName(const ValueDecl *Var) const {
  const auto *Found = llvm::find(Loop.References, Var);
  return parameterName("R" + Twine(Found - Loop.References.begin()),
                       Var->getName());
}

/// The declaration \p S of a reference to an element as that of a copy;
/// std::nullopt if it is something else.
std::optional<std::string> KernelBuilder::reference(const Stmt *S,
                                                    Lowering::Here Lowered) {
  const auto *Declaration = dyn_cast<DeclStmt>(S);
  const auto *Var = Declaration && Declaration->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                        : nullptr;
  if (!Var || !llvm::is_contained(Loop.References, Var))
    return std::nullopt;
  const std::optional<std::string> Value = Lowered(Var->getInit());
  const std::optional<std::string> Type =
      Lower.type(Var->getType().getNonReferenceType().getUnqualifiedType(),
                 Var->getLocation());
  if (!Value || !Type)
    return "";
  return "const " + *Type + " " + referenceName(Var) + " = " + *Value + ";";
}

/// What the last iteration leaves of private variables, behind its value.
std::optional<std::string> KernelBuilder::lastValues() {
  Kernel Layout;
  layOut(Layout);
  std::string Text;
  for (const auto &[Last, Offset] :
       llvm::zip_equal(Loop.Lasts, Layout.LastOffsets)) {
    const std::optional<std::string> Type =
        Lower.type(Last->getType().getNonReferenceType().getUnqualifiedType(),
                   Last->getExprLoc());
    if (!Type)
      return std::nullopt;
    const bool IsInduction =
        Last->getDecl()->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl();
    // After the loop the induction variable is one step further.
    const std::string Value =
        IsInduction ? "(" + *Type + ")((ulong)" + InductionName + " + (ulong)" +
                          llvm::itostr(Loop.IV.Step) + "L)"
                    : privateName(Last->getDecl());
    Text += "  if (ompscan_k + 1 == F_trips)\n    *(__global " + *Type +
            " *)((__global uchar *)F_values + " + std::to_string(Offset) +
            ") = " + Value + ";\n";
  }
  return Text;
}

/// \p E with the definitions of the iteration's variables put in.
std::optional<std::string> KernelBuilder::expanded(const Expr *E) {
  return Lower.expression(
      E, [this](const Expr *Sub) -> std::optional<std::string> {
        const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
        const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        for (const Carry &C : Loop.Carries)
          if (C.Var == Var)
            return privateName(Var);
        const auto Found = Loop.Definitions.find(Var);
        if (Found == Loop.Definitions.end())
          return substitute(Sub);
        const std::optional<std::string> Value = expanded(Found->second);
        const std::optional<std::string> Type = Lower.type(
            Var->getType().getNonReferenceType().getUnqualifiedType(),
            Var->getLocation());
        if (!Value || !Type || !Var->getType()->isArithmeticType())
          return Value;
        return "(" + *Type + ")(" + *Value + ")";
      });
}

/// Functions that compute what an iteration leaves for the next one.
bool KernelBuilder::addCarries() {
  for (const auto &[Number, C] : llvm::enumerate(Loop.Carries)) {
    const std::optional<std::string> Value = expanded(C.Value);
    const std::optional<std::string> Type =
        Lower.type(Loop.Scalars[C.Initial].Type, C.Var->getLocation());
    if (!Value || !Type)
      return false;
    addFunction(*Type + " ompscan_carry_" + std::to_string(Number) +
                    "(OMPSCAN_PARAMETERS, const ulong ompscan_k)",
                "  return " + *Value + ";\n", /*InIteration=*/true);
  }
  return true;
}

/// Gives the Carries the values that an iteration begins with.
std::string KernelBuilder::initialCarries() const {
  std::string Text;
  for (const auto &[Number, C] : llvm::enumerate(Loop.Carries)) {
    const std::string First = ScalarNames[C.Initial];
    Text += "  " + privateName(C.Var) + " = ";
    // The next iteration's input has been put in already.
    if (Loop.ReadsAhead)
      Text += First + ";\n";
    else
      Text += "ompscan_k == 0 ? " + First + " : ompscan_carry_" +
              std::to_string(Number) + "(OMPSCAN_ARGUMENTS, ompscan_k - 1);\n";
  }
  return Text;
}

/// The input of a loop that ReadsAhead: what iteration k + 1 combines.
bool KernelBuilder::addInputAhead() {
  const Carry &C = Loop.Carries.front();
  const std::optional<std::string> Value =
      input(Loop.Items.front().Updates.front(), 0,
            [this](const Expr *E) { return expanded(E); });
  const std::optional<std::string> Type =
      Lower.type(Loop.Scalars[C.Initial].Type, C.Var->getLocation());
  if (!Value || !Type)
    return false;
  const std::string Name = privateName(C.Var);
  llvm::raw_string_ostream OS(Slots);
  OS << "static inline " << InputSignature << " {\n"
     << "  ompscan_T ompscan_in = {0};\n"
     << "  if (ompscan_k + 1 != F_trips) {\n"
     << "    const " << *Type << " " << Name
     << " = ompscan_carry_0(OMPSCAN_ARGUMENTS, ompscan_k);\n    "
     << induction("ompscan_k + 1") << "    " << member("ompscan_in", 0) << " = "
     << *Value << ";\n  }\n  return ompscan_in;\n}\n\n";
  addFunction("ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
              "  const " + *Type + " " + Name + " = " + ScalarNames[C.Initial] +
                  ";\n  ompscan_T ompscan_in = {0};\n  " +
                  member("ompscan_in", 0) + " = " + *Value +
                  ";\n  return ompscan_combine(ompscan_previous("
                  "OMPSCAN_ARGUMENTS), ompscan_in);\n",
              /*InIteration=*/false);
  return true;
}

/// Whether no later iteration has the value that \p Store stores at.
std::string KernelBuilder::isLast(const ScanLoop::LastValue &Store) const {
  const std::string Moves =
      Store.IsAfter ? member("ompscan_input(OMPSCAN_ARGUMENTS, ompscan_k + 1)",
                             Store.Item) +
                          " != 0"
                    : member("ompscan_before", Store.Item) +
                          " != " + member("ompscan_after", Store.Item);
  return "ompscan_k + 1 == F_trips || " + Moves;
}

/// The slots of a loop with a body. The input runs the body without what only
/// stores need; the output runs it all, with the items' values known.
bool KernelBuilder::addBody() {
  auto Substitute = [this](const Expr *E) { return substituteInBody(E); };
  std::optional<std::string> Privates = privates();
  if (!Privates || !addCarries())
    return false;
  *Privates += initialCarries();

  std::string Start =
      Packed ? "  ompscan_T ompscan_in = {0};\n" : "  ompscan_T ompscan_in;\n";
  for (unsigned I = 0; I != Items.size(); ++I) {
    if (Items[I].needsFlag())
      Start += "  " + flag("ompscan_in", I) + " = 0;\n";
    else if (Loop.Items[I].Conditional)
      Start +=
          "  " + member("ompscan_in", I) + " = " + Items[I].neutral() + ";\n";
  }
  const std::optional<std::string> Inputs = Lower.statements(
      Loop.Body, Substitute, [this](const Stmt *S, Lowering::Here Lowered) {
        if (const std::optional<std::string> Text = contributions(S, Lowered))
          return Text;
        return reference(S, Lowered);
      });
  if (!Inputs)
    return false;
  if (!Loop.ReadsAhead)
    addFunction(InputSignature,
                Start + *Privates + *Inputs + "  return ompscan_in;\n",
                /*InIteration=*/true);
  else if (!addInputAhead())
    return false;

  std::string Values;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    if (!I.isArray())
      Values += "  " + Items[Number].type() + " " + variable(Number) + " = " +
                member("ompscan_before", Number) + ";\n";
  const std::optional<std::string> Outputs = Lower.statements(
      Loop.Body, Substitute,
      [this](const Stmt *S,
             Lowering::Here Lowered) -> std::optional<std::string> {
        if (isa<OMPScanDirective>(S))
          return "";
        if (const std::optional<std::string> Text = reference(S, Lowered))
          return Text;
        if (const auto *E = dyn_cast<Expr>(S))
          if (auto Found = Loop.LastValues.find(strip(E));
              Found != Loop.LastValues.end()) {
            const std::optional<std::string> Store = Lowered(strip(E));
            return Store ? "if (" + isLast(Found->second) + ") " + *Store + ";"
                         : Store;
          }
        // A minimum or maximum that is formed by an `if`.
        for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
          for (const Update &U : I.Updates)
            if (U.Node == S && !isa<Expr>(S))
              return variable(Number) + " = " +
                     member("ompscan_after", Number) + ";";
        return std::nullopt;
      });
  if (!Outputs)
    return false;
  if (hasResults())
    Values += "  if (ompscan_k + 1 == F_trips)\n    F_values[0] = "
              "ompscan_after;\n";
  if (countsEvery())
    Values += "  if (ompscan_k + 1 == F_trips)\n    F_values[1] = "
              "ompscan_before;\n  if (ompscan_k == 0)\n    F_values[2] = "
              "ompscan_after;\n";
  const std::optional<std::string> Lasts = lastValues();
  if (!Lasts)
    return false;
  addFunction(OutputSignature, Values + *Privates + *Outputs + *Lasts,
              /*InIteration=*/true);
  return true;
}

std::optional<Kernel> KernelBuilder::build() {
  if (!nameParameters() || !makeItems() || !addOperator() || !addSeed() ||
      !(Loop.Body ? addBody() : addRecurrence()))
    return std::nullopt;
  Kernel Result;
  Result.NeedsFP64 = Lower.usesDouble();
  layOut(Result);
  llvm::raw_string_ostream OS(Result.Source);
  const PresumedLoc Place = Context.getSourceManager().getPresumedLoc(
      Context.getSourceManager().getFileLoc(Loop.Loc));
  OS << "// Scan of " << Loop.Items.front().Name << " in " << Loop.Function
     << ", " << Place.getFilename() << ":" << Place.getLine() << ":"
     << Place.getColumn() << "\n";
  if (Result.NeedsFP64)
    OS << "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  const bool Contracts =
      Context.getLangOpts().getDefaultFPContractMode() != LangOptions::FPM_Off;
  OS << "#pragma OPENCL FP_CONTRACT " << (Contracts ? "ON" : "OFF") << "\n\n";
  OS << Lower.definitions();
  OS << "typedef " << valueType() << " ompscan_T;\n";
  OS << "typedef char ompscan_T_layout[sizeof(ompscan_T) == "
     << Result.ValueSize << " ? 1 : -1];\n";
  OS << "#define OMPSCAN_PARAMETERS " << Parameters << "\n";
  OS << "#define OMPSCAN_ARGUMENTS " << Arguments << "\n";
  OS << "#define OMPSCAN_USES_BEFORE " << (Loop.Body ? 1 : 0) << "\n";
  OS << "#define OMPSCAN_CAN_RELOAD " << (Loop.Body ? 0 : 1) << "\n";
  OS << "#define OMPSCAN_HAS_VECTORS " << HasVectorSlots << "\n";
  OS << "#define OMPSCAN_IS_PLAIN " << IsPlain << "\n\n";
  OS << templates::Prelude << "\n" << Slots << templates::Kernels;
  return Result;
}

std::optional<Kernel> ompscan::buildKernel(const ScanLoop &Loop,
                                           ASTContext &Context,
                                           const Diagnostics &Diags,
                                           Lowering::BodyRequest RequestBody) {
  return KernelBuilder(Loop, Context, Diags, std::move(RequestBody)).build();
}
