//===- KernelHooks.cpp - The functions that templates call ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelHooks.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

std::string KernelHooks::parameterName(const Twine &Prefix, StringRef Name) {
  std::string Result = (Prefix + "_" + Name).str();
  for (char &C : Result)
    if (!llvm::isAlnum(C))
      C = '_';
  return Result;
}

/// The type of a value that may be a list.
std::string KernelHooks::valueTypeOf(QualType Type, SourceLocation Loc) {
  const ConstantArrayType *List = Context.getAsConstantArrayType(Type);
  if (!List)
    return Lower.type(Type, Loc);
  const std::string Element = Lower.type(List->getElementType(), Loc);
  const std::string Length = std::to_string(List->getSize().getZExtValue());
  const std::string Name = "ompscan_list_" + Length + "_" + Element;
  const std::string Definition =
      "typedef struct { " + Element + " v[" + Length + "]; } " + Name + ";\n";
  if (!StringRef(ValueTypes).contains(Definition))
    ValueTypes += Definition;
  return Name;
}

std::string KernelHooks::listPlace(unsigned Item, const Expr *Index,
                                   Lowering::Here Lowered) const {
  const ompscan::plugin::Item &List = Loop.Items[Item];
  const std::string Place = Index ? Lowered(Index) : "0";
  const std::string First =
      List.FirstValue
          ? ScalarNames[Loop.Meanings.get<ScalarValue>(List.FirstValue).Scalar]
          : std::to_string(List.First);
  return "(long)(" + Place + ")" +
         (First == "0" ? "" : " - (long)(" + First + ")");
}

std::string KernelHooks::parameterMacros() const {
  return "#define OMPSCAN_PARAMETERS OMPSCAN_CONTEXT_PARAMETER " + Parameters +
         "\n#define OMPSCAN_ARGUMENTS OMPSCAN_CONTEXT_ARGUMENT " + Arguments +
         "\n";
}

void KernelHooks::name() {
  nameParameters();
  nameLoops();
  makeItems();
}

void KernelHooks::nameParameters() {
  const auto Add = [this](const Twine &Type, const Twine &Name) {
    const std::string Number = std::to_string(ParameterCount);
    const StringRef Separator = ParameterCount++ ? ", " : "";
    Parameters += (Separator + Type + " " + Name).str();
    Arguments += (Separator + Name).str();
    Unpacked += (Separator + "*(" + Type + "*)a[" + Number + "]").str();
  };
  for (const auto &[Number, Array] : llvm::enumerate(Loop.Arrays)) {
    const std::string Type =
        Lower.elementType(Array.Element, Array.Base->getExprLoc());
    const std::string Name = parameterName("A" + Twine(Number), Array.Name);
    ArrayNames.push_back(Name);
    if (Array.IsInRegister) {
      Add(Type + " *", Name);
      continue;
    }
    Add("__global " + Twine(Array.isStored() ? "" : "const ") + Type + " *",
        Name);
    Add("const long", Name + "_origin");
  }
  for (const auto &[Number, Scalar] : llvm::enumerate(Loop.Scalars)) {
    const std::string Type =
        valueTypeOf(Scalar.Type, Scalar.Value->getExprLoc());
    const std::string Name = parameterName("S" + Twine(Number), Scalar.Name);
    ScalarNames.push_back(Name);
    ScalarTypes.push_back(Type);
    Add("const " + Type, Name);
  }
  Add("const long", "ompscan_lower");
  for (unsigned I = 0; I != Loop.countedLoops().size(); ++I) {
    Add("const long", "ompscan_lower_" + Twine(I));
    Add("const ulong", "ompscan_trips_" + Twine(I));
    if (Loop.isBatch())
      Add("const ulong", "ompscan_inverse_" + Twine(I));
  }
  if (hasResults()) {
    Add("__global ompscan_T *", "F_values");
    Add("const ulong", "F_trips");
  }
}

/// Names the variables of all loops that are counted together.
void KernelHooks::nameLoops() {
  InductionType = Lower.type(Loop.IV.Type, Loop.IV.Var->getLocation());
  for (const NestedLoop &Nested : Loop.countedLoops()) {
    if (Loop.isBatch())
      OuterNames.push_back(parameterName("J" + Twine(NestedTypes.size()),
                                         Nested.IV.Var->getName()));
    NestedTypes.push_back(
        Lower.type(Nested.IV.Type, Nested.IV.Var->getLocation()));
  }
  InductionName = parameterName("I", Loop.IV.Var->getName());
  if (Loop.IV.Type->isSignedIntegerType() &&
      Context.getTypeSize(Loop.IV.Type) == Context.getTypeSize(Context.IntTy) &&
      !Context.getLangOpts().isSignedOverflowDefined())
    WideName = parameterName("W", Loop.IV.Var->getName());
}

/// Whether the scanned values of \p I, an item of \p Loop, are functions.
/// Partial products of floating-point numbers may leave the range of the type
/// where those of the loop do not. A reduction alone may combine in any order.
static bool scansFunctions(const Item &I, const ScanLoop &Loop) {
  return I.isFunction() ||
         (Loop.scan() && I.Op == Operator::Mul && !I.isList() &&
          (I.Type->isSpecificBuiltinType(BuiltinType::Float) ||
           I.Type->isSpecificBuiltinType(BuiltinType::Double)));
}

void KernelHooks::makeItems() {
  for (const Item &I : Loop.Items) {
    const SourceLocation Loc = I.place()->getExprLoc();
    const std::string Type = Lower.type(I.Type, Loc);
    const std::string List = I.isList() ? valueTypeOf(I.placeType(), Loc) : "";
    std::vector<std::string> MemberTypes;
    for (const Item &Member : I.Members)
      MemberTypes.push_back(Lower.type(Member.Type, Loc));
    Items.emplace_back(I, Type, List, MemberTypes, FirstItem + Items.size(),
                       scansFunctions(I, Loop), Context);
    if (const FunctionCode *Function = Items.back().function())
      ValueTypes += Function->definition();
    Packed |= Items.size() > 1 || Items.back().needsFlag();
  }
  if (!Packed && !Items.empty() && Items.front().function() && !isInTeam())
    ValueTypes += Items.front().function()->factors();
}

bool KernelHooks::knowsRows() const {
  const Scan *Own = Loop.scan();
  const bool UsesOthers =
      Own && (Own->ReadsAhead || !Own->LoopCarriedScalars.empty() ||
              llvm::any_of(Loop.Arrays, [](const ArrayUse &A) {
                return llvm::any_of(A.Accesses, [](const Access &Use) {
                  return Use.Kind == AccessKind::Counted;
                });
              }));
  return !Loop.countedLoops().empty() && !UsesOthers;
}

std::string KernelHooks::valueType() const {
  if (Items.empty())
    return "uchar"; // A parallel loop may leave nothing.
  if (Loop.selection())
    return countSize() == 8 ? "ulong" : "uint";
  if (!Packed)
    return Items.front().type();
  return "struct {\n" + items().members() + "}";
}

std::string KernelHooks::declareValue(StringRef Name) const {
  const bool IsPadded = Packed && items().isPadded();
  return ("  ompscan_T " + Name + (IsPadded ? " = {0};\n" : ";\n")).str();
}

RecordText KernelHooks::items(SmallVectorImpl<uint64_t> *Offsets) const {
  RecordText Record;
  const auto AddFlag = [&](const ItemCode &I, const Twine &Name) {
    Record.add("u" + I.flagType() + " " + Name, I.flagBits() / 8,
               I.flagBits() / 8);
  };
  for (const auto &[Number, I] : llvm::enumerate(Items)) {
    const QualType Place = Loop.Items[Number].placeType();
    uint64_t Bytes = Context.getTypeSizeInChars(Place).getQuantity();
    uint64_t Align = Context.getTypeAlignInChars(Place).getQuantity();
    if (const FunctionCode *Function = I.function()) {
      const RecordText Members = Function->record();
      Bytes = Members.size();
      Align = Members.alignment();
    }
    const uint64_t Offset =
        Record.add(I.type() + " m" + std::to_string(Number), Bytes, Align);
    if (Offsets)
      Offsets->push_back(Offset);
    if (I.needsFlag())
      AddFlag(I, "h" + Twine(Number));
  }
  Record.finish();
  return Record;
}

uint64_t KernelHooks::countSize() const {
  uint64_t Bits = 64;
  for (const Selection::Move &M : Loop.selection()->Moves)
    Bits = std::min(Bits, Context.getTypeSize(Loop.Items[M.Item].Type));
  return Bits > 32 ? 8 : 4;
}

void KernelHooks::layOut(Kernel &K) const {
  const RecordText Record = items(&K.Offsets);
  K.ValueSize =
      Loop.selection() ? countSize() : std::max<uint64_t>(Record.size(), 1);
  // They follow the values that the output of the last iteration stores.
  uint64_t End = K.ValueSize * (countsEvery() ? 3 : 1);
  for (const DeclRefExpr *Last : Loop.Lasts) {
    const QualType Type = Last->getType();
    K.LastOffsets.push_back(
        llvm::alignTo(End, Context.getTypeAlignInChars(Type).getQuantity()));
    End = K.LastOffsets.back() + Context.getTypeSizeInChars(Type).getQuantity();
  }
}

std::string KernelHooks::member(StringRef Value, unsigned Item) const {
  return Packed ? (Value + ".m" + Twine(Item)).str() : Value.str();
}

std::string KernelHooks::value(StringRef Value, unsigned Item,
                               unsigned Lag) const {
  return member(Value, Item) +
         (Items[Item].function() ? "." + LinearCode::value(Lag) : "");
}

std::string KernelHooks::combiner(unsigned Item) const {
  return Packed ? "ompscan_combine_" + std::to_string(FirstItem + Item)
                : "ompscan_combine";
}

std::string KernelHooks::flag(StringRef Value, unsigned Item) const {
  return (Value + ".h" + Twine(Item)).str();
}

std::string KernelHooks::variable(unsigned Item, unsigned Row) const {
  const std::string Suffix = Row == 1 ? "" : "_" + std::to_string(Row);
  return parameterName("V" + Twine(Item) + Suffix,
                       Loop.Items[Item].places()[Row - 1].Name);
}

std::string KernelHooks::element(const ArrayElement &Element,
                                 Lowering::Substitution Substitute) {
  const std::string &Name = ArrayNames[Element.Array];
  if (Loop.Arrays[Element.Array].IsInRegister)
    return "*" + Name;
  const std::string Place =
      Element.Index ? subscript(Element.Index, Substitute) : "(long)(0)";
  return Name + "[" + Place + " - " + Name + "_origin]";
}

std::string KernelHooks::itemPlace(const Item &I, const Expr *E,
                                   const ArrayElement &Element,
                                   Lowering::Substitution Substitute) {
  const std::string Whole = element(Element, Substitute);
  if (!I.IsOfMembers)
    return Whole;
  const Expr *const Holder = elementHolding(E, Context);
  return Lower.expression(
      E, [&](const Expr *Sub) -> std::optional<std::string> {
        return strip(Sub) == Holder ? Whole : std::optional<std::string>();
      });
}

/// The operands of \p E if it is a sum, a difference, or a multiple of signed
/// integers, none of which wraps around.
static const BinaryOperator *signedSum(const Expr *E,
                                       const ASTContext &Context) {
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->getType()->isSignedIntegerType() ||
      Context.getTypeSize(Sum->getType()) > 64)
    return nullptr;
  const bool IsMultiple =
      Sum->getOpcode() == BO_Mul && (constantValue(Sum->getLHS(), Context) ||
                                     constantValue(Sum->getRHS(), Context));
  return Sum->isAdditiveOp() || IsMultiple ? Sum : nullptr;
}

/// The operand of a conversion of signed integers that changes no value.
static const Expr *withoutWidening(const Expr *E, const ASTContext &Context) {
  E = strip(E);
  const auto *Cast = dyn_cast<CastExpr>(E);
  while (Cast && Cast->getCastKind() == CK_IntegralCast &&
         Cast->getType()->isSignedIntegerType() &&
         Cast->getSubExpr()->getType()->isSignedIntegerType() &&
         Context.getTypeSize(Cast->getType()) >=
             Context.getTypeSize(Cast->getSubExpr()->getType())) {
    E = strip(Cast->getSubExpr());
    Cast = dyn_cast<CastExpr>(E);
  }
  return E;
}

bool KernelHooks::followsInduction(const Expr *E) const {
  E = withoutWidening(E, Context);
  if (const BinaryOperator *Sum = signedSum(E, Context))
    return followsInduction(Sum->getLHS()) || followsInduction(Sum->getRHS());
  return isReferenceTo(E, Loop.IV.Var);
}

std::string KernelHooks::wide(const Expr *E,
                              Lowering::Substitution Substitute) {
  E = withoutWidening(E, Context);
  if (const std::optional<std::string> Text = Substitute(E))
    return *Text == InductionName ? WideName : "(long)(" + *Text + ")";
  if (const BinaryOperator *Sum = signedSum(E, Context)) {
    const std::string Left = wide(Sum->getLHS(), Substitute);
    const std::string Right = wide(Sum->getRHS(), Substitute);
    return "(" + Left + " " + Sum->getOpcodeStr().str() + " " + Right + ")";
  }
  return "(long)(" + Lower.expression(E, Substitute) + ")";
}

std::string KernelHooks::subscript(const Expr *Index,
                                   Lowering::Substitution Substitute) {
  return !WideName.empty() && followsInduction(Index)
             ? wide(Index, Substitute)
             : "(long)(" + Lower.expression(Index, Substitute) + ")";
}

std::string KernelHooks::store(const ArrayElement &Element, StringRef Place,
                               StringRef Value) const {
  // Brackets keep commas from separating arguments.
  if (Streamed.contains(Element.Array))
    return ("OMPSCAN_STORE_IN_ORDER((" + Place + "), (" + Value + "));\n")
        .str();
  return (Place + " = " + Value + ";\n").str();
}

std::optional<std::string>
KernelHooks::substitute(const Expr *E, Lowering::Substitution Inner) {
  if (RowSums.contains(E))
    return InductionName;
  const Meaning *Found = Loop.Meanings.find(E);
  if (const auto *Filled = std::get_if<FilledElement>(Found))
    return fillName(Filled->Fill);
  if (const auto *Element = std::get_if<ArrayElement>(Found))
    return element(*Element, Inner);
  if (const auto *Bit = std::get_if<ArrayBit>(Found)) {
    const std::string &Name = ArrayNames[Bit->Array];
    // Unsigned numbers are divided by a shift.
    const std::string Number = "(ulong)" + subscript(Bit->Index, Inner);
    const std::string Width = std::to_string(Bit->Width);
    return "(uchar)(" + Name + "[" + Number + " / " + Width + " - " + Name +
           "_origin] >> (" + Number + " % " + Width + ") & 1)";
  }
  if (const auto *Value = std::get_if<ScalarValue>(Found))
    return ScalarNames[Value->Scalar];
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return std::nullopt;
  const Decl *Var = Ref->getDecl()->getCanonicalDecl();
  if (Var == Loop.IV.Var->getCanonicalDecl())
    return InductionName;
  for (const auto &[Name, Next] : llvm::zip(OuterNames, Loop.Outer))
    if (Var == Next.IV.Var->getCanonicalDecl())
      return Name;
  return std::nullopt;
}

std::string KernelHooks::fills(Lowering::Substitution Substitute,
                               FillStores Stores) {
  std::string Result;
  for (const auto &[Number, F] : llvm::enumerate(Loop.Fills)) {
    const std::string Type = Lower.type(F.Type, F.Value->getExprLoc());
    const std::string Value = Lower.expression(F.Value, Substitute);
    const std::string Name = fillName(Number);
    Result += "  const " + Type + " " + Name + " = " + Value + ";\n";
    for (const Fill::Store &Store : F.Stores) {
      if (Stores == FillStores::None)
        break;
      if (!Store.Guard && Stores == FillStores::Vectors) {
        Result +=
            "  " + fillVectorName(Number) + ".e[ompscan_j] = " + Name + ";\n";
        continue;
      }
      const auto Plain = [this](const Expr *Sub) { return plain(Sub); };
      const std::string Target = Lower.expression(Store.Target, Plain);
      const std::string Stored =
          Store.Guard ? Lower.expression(Store.Value, Plain) : Name;
      if (Store.Guard)
        Result += "  if (" + Lower.expression(Store.Guard, Plain) + ")\n  ";
      Result +=
          "  " + store(Loop.Meanings.get<ArrayElement>(strip(Store.Target)),
                       Target, Stored);
    }
  }
  return Result;
}

std::optional<std::string> KernelHooks::plain(const Expr *E) {
  return substitute(E, [this](const Expr *Sub) { return plain(Sub); });
}

std::string KernelHooks::input(const Update &U, unsigned Item,
                               Lowering::Here Lowered) const {
  return Items[Item].input(U, terms(U, Lowered));
}

std::vector<std::string> KernelHooks::terms(const Update &U,
                                            Lowering::Here Lowered) {
  std::vector<std::string> Texts;
  for (const Term &T : U.Input)
    Texts.push_back(Lowered(T.Value));
  return Texts;
}

/// `lower + number * step`
static std::string valueAt(StringRef Lower, StringRef Number, int64_t Step) {
  return ("((ulong)" + Lower + " + (" + Number + ") * (ulong)" +
          llvm::itostr(Step) + "L)")
      .str();
}

static std::string declareInduction(StringRef Type, StringRef Name,
                                    StringRef Value) {
  return ("const " + Type + " " + Name + " = (" + Type + ")" + Value + ";\n")
      .str();
}

std::string KernelHooks::declareInductions(StringRef Lower,
                                           StringRef Number) const {
  const std::string Value = valueAt(Lower, Number, Loop.IV.Step);
  std::string Text = declareInduction(InductionType, InductionName, Value);
  if (!WideName.empty())
    Text += "  const long " + WideName + " = OMPSCAN_NATIVE ? (long)" + Value +
            " : (long)" + InductionName + ";\n";
  return Text;
}

/// The first value of the innermost loop of a batch: the number itself, if it
/// is one, so that `i == 0` is known to hold at the begin of a row only.
std::string KernelHooks::innermostLower() const {
  Expr::EvalResult Value;
  if (Loop.IV.Lower->EvaluateAsInt(Value, Context) &&
      Value.Val.getInt().isSignedIntN(32))
    return std::to_string(Value.Val.getInt().getExtValue()) + "L";
  return "ompscan_lower_" + std::to_string(Loop.Outer.size() - 1);
}

std::string KernelHooks::batchInductions(StringRef Iteration) const {
  const size_t Last = Loop.Outer.size() - 1;
  auto Divide = [&](StringRef Number, size_t I, StringRef Quotient,
                    StringRef Rest) {
    const std::string By = std::to_string(I);
    const std::string Divided =
        ("ompscan_divide(" + Number + ", ompscan_trips_" + By +
         ", ompscan_inverse_" + By + ")")
            .str();
    // A kernel may know the row of its own iteration.
    const bool IsOwn = I == Last && Iteration == "ompscan_k" && knowsRows();
    return ("const ulong " + Quotient + " = " +
            (IsOwn ? "OMPSCAN_ROW(" + Divided + ")" : Divided) +
            ";\n  const ulong " + Rest + " = " + Number + " - " + Quotient +
            " * ompscan_trips_" + By + ";\n  ")
        .str();
  };
  std::string Text =
      "const ulong ompscan_all = " + Iteration.str() + ";\n  " +
      Divide("ompscan_all", Last, "ompscan_row", "ompscan_column") +
      (Iteration == "ompscan_k" && knowsRows() ? "OMPSCAN_KNOWS_COLUMN\n  "
                                               : "") +
      declareInductions(innermostLower(), "ompscan_column");
  std::string Rest = "ompscan_row";
  for (size_t I = Last; I != 0; --I) {
    const std::string Number = std::to_string(I);
    Text += "  " +
            Divide(Rest, I - 1, "ompscan_row_" + Number,
                   "ompscan_column_" + Number) +
            declareInduction(NestedTypes[I], OuterNames[I],
                             valueAt("ompscan_lower_" + std::to_string(I - 1),
                                     "ompscan_column_" + Number,
                                     Loop.Outer[I].IV.Step));
    Rest = "ompscan_row_" + Number;
  }
  return Text + "  " +
         declareInduction(
             NestedTypes[0], OuterNames[0],
             valueAt("ompscan_lower", Rest, Loop.Outer[0].IV.Step));
}

std::string KernelHooks::induction(StringRef Iteration) const {
  if (Loop.isBatch())
    return batchInductions(Iteration);
  return declareInductions("ompscan_lower", Iteration);
}

void KernelHooks::addFunction(StringRef Signature, StringRef Statements,
                              bool InIteration) {
  llvm::raw_string_ostream OS(Text);
  OS << "static inline " << Signature << " {\n  "
     << induction(InIteration ? "ompscan_k" : "0") << Statements << "}\n\n";
}
