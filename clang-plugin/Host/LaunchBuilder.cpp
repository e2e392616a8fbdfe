//===- LaunchBuilder.cpp - The launch of a loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LaunchBuilder.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Host/ClauseCode.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The plugin's version, as "1.2.3".
static std::string pluginVersion() {
  constexpr unsigned N = OMPSCAN_VERSION_NUMBER;
  return std::to_string(N / 10000) + "." + std::to_string(N / 100 % 100) + "." +
         std::to_string(N % 100);
}

/// The ompscan_element_type of \p Type.
static unsigned elementType(QualType Type) {
  // The runtime compares numbers of 32 and 64 bits with a tolerance, no others.
  if (Type->isRealFloatingType() && !Type->isFloat16Type() &&
      !Type->isBFloat16Type())
    return OMPSCAN_ELEMENT_FLOATING;
  if (Type->isUnsignedIntegerOrEnumerationType())
    return OMPSCAN_ELEMENT_UNSIGNED;
  if (Type->isSignedIntegerOrEnumerationType())
    return OMPSCAN_ELEMENT_SIGNED;
  return OMPSCAN_ELEMENT_OPAQUE;
}

/// The flags of an ompscan_range_descriptor for a loop over \p IV.
static unsigned rangeFlags(const Induction &IV, const ASTContext &Context) {
  unsigned Flags = static_cast<unsigned>(IV.Rel);
  if (IV.ComparedType->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_BOUNDS_UNSIGNED;
  if (IV.Type->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_INDUCTION_UNSIGNED;
  return Flags | Context.getIntWidth(IV.Type) << OMPSCAN_INDUCTION_BITS_SHIFT;
}

bool LaunchBuilder::addValue(Expr *Value) {
  Expr *Number = Value ? Calls.value(Value) : nullptr;
  if (Number)
    Values.push_back(Number);
  return Number != nullptr;
}

/// Adds the address that \p Pointer holds, or 0 unless \p Condition holds,
/// which may be null.
bool LaunchBuilder::addAddress(Expr *Pointer, Expr *Condition) {
  Expr *Number =
      Reading.orZero(Condition, Pointer ? Calls.address(Pointer) : nullptr);
  if (Number)
    Values.push_back(Number);
  return Number != nullptr;
}

/// Declares a variable that holds the first value of \p IV, and answers that in
/// the type in which its bounds are compared.
Expr *LaunchBuilder::declareFirst(const Induction &IV,
                                  SmallVectorImpl<Stmt *> &Declarations) {
  VarDecl *Lower = Calls.constant("__ompscan_lower", IV.Type,
                                  Move.expression(IV.Lower), Declarations);
  Firsts.push_back({IV.Var, Lower});
  Expr *First = Calls.valueOf(Lower);
  if (!Context.hasSameType(IV.Type, IV.ComparedType))
    First = convertTo(IV.ComparedType, CK_IntegralCast, First, Context);
  return First;
}

/// The first value of \p IV, of a nested loop, in the type in which its bounds
/// are compared.
Expr *LaunchBuilder::firstOf(const Induction &IV) const {
  Expr *First = Move.expression(IV.Lower);
  for (const QualType Type : {IV.Type, IV.ComparedType})
    if (!Context.hasSameUnqualifiedType(First->getType(), Type))
      First = convertTo(Type, CK_IntegralCast,
                        S.DefaultLvalueConversion(First).get(), Context);
  return First;
}

/// A copy of the subscript \p E with the first values of the loops in place of
/// their variables. Only the nodes that Affine reads lie on the way to them. A
/// constant may mention a variable without using its value.
Expr *LaunchBuilder::atLower(Expr *E) const {
  if (llvm::none_of(Firsts, [&](const FirstValue &First) {
        return mentions(E, First.Variable);
      }))
    return E;
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Found = llvm::find_if(Firsts, [&](const FirstValue &First) {
      return First.Variable->getCanonicalDecl() ==
             Ref->getDecl()->getCanonicalDecl();
    });
    return referTo(Found->Value, E->getExprLoc(), Context);
  }
  if (Expr::EvalResult Constant; E->EvaluateAsInt(Constant, Context))
    return IntegerLiteral::Create(Context, Constant.Val.getInt(), E->getType(),
                                  E->getExprLoc());
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return convertTo(Cast->getType(), Cast->getCastKind(),
                     atLower(Cast->getSubExpr()), Context,
                     Cast->getValueKind());
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(
        Context, atLower(Unary->getSubExpr()), Unary->getOpcode(),
        Unary->getType(), Unary->getValueKind(), Unary->getObjectKind(),
        Unary->getOperatorLoc(), Unary->canOverflow(), FPOptionsOverride());
  auto *Binary = cast<BinaryOperator>(E);
  return BinaryOperator::Create(
      Context, atLower(Binary->getLHS()), atLower(Binary->getRHS()),
      Binary->getOpcode(), Binary->getType(), Binary->getValueKind(),
      Binary->getObjectKind(), Binary->getOperatorLoc(), FPOptionsOverride());
}

/// \p E, which \p Use uses, in the first iteration; 0 if no iteration uses it.
Expr *LaunchBuilder::atFirst(const Expr *E, const Expr *Use) {
  return Reading.orZero(Reading.of(Use),
                        Calls.value(atLower(Reading.value(E))));
}

/// The sum of \p Constant and \p Symbols, known when the loop begins.
Expr *LaunchBuilder::stride(int64_t Constant, ArrayRef<Scaled> Symbols) {
  Expr *Sum = Calls.number(Constant);
  for (const Scaled &Next : Symbols)
    if (Sum)
      Sum = Calls.addProduct(Sum, Reading.value(Next.Value), Next.Factor,
                             Next.Times ? Reading.value(Next.Times) : nullptr);
  return Sum;
}

/// The stride \p Constant plus \p Symbols of the subscript \p Index, which may
/// be null; 0 if no iteration evaluates the subscript.
Expr *LaunchBuilder::strideOf(int64_t Constant, ArrayRef<Scaled> Symbols,
                              const Expr *Index) {
  Expr *Sum = Calls.value(stride(Constant, Symbols));
  return Index && !Symbols.empty() ? Reading.orZero(Reading.of(Index), Sum)
                                   : Sum;
}

/// A condition: \p Row, an element of a container, exists; null if it is none.
Expr *LaunchBuilder::exists(Expr *Row) {
  const auto *Subscript = dyn_cast<CXXOperatorCallExpr>(strip(Row));
  if (!Subscript)
    return nullptr;
  auto *Rows = const_cast<Expr *>(Subscript->getArg(0));
  Expr *Is = Calls.binary(const_cast<Expr *>(Subscript->getArg(1)), BO_LT,
                          Calls.callMember(Rows, "size"));
  Expr *Outer = exists(Rows);
  return Is ? Calls.both(Outer, Is) : nullptr;
}

/// \p Value if \p Condition holds, else \p Otherwise; \p Value if there is no
/// condition.
Expr *LaunchBuilder::ifHolds(Expr *Condition, Expr *Value, Expr *Otherwise) {
  return Condition ? Calls.choose(Condition, Value, Otherwise) : Value;
}

/// Where the elements of \p Container are, which may be the owner of an array
/// or an iterator.
Expr *LaunchBuilder::elements(Expr *Container) {
  if (isIterator(Container->getType()))
    return S.BuildOverloadedArrowExpr(/*S=*/nullptr, Container, Loc).get();
  if (isArrayOwner(Container->getType()))
    return Calls.callMember(Container, "get");
  if (isBitVector(Container->getType())) {
    Expr *Begin = Calls.callMember(Container, "begin");
    Expr *Words = Begin ? Calls.member(Begin, "_M_p") : nullptr;
    return Words ? S.DefaultLvalueConversion(Words).get() : nullptr;
  }
  if (!isValarray(Container->getType()))
    return Calls.callMember(Container, "data");
  // `v.size() ? &v[0] : nullptr`
  Expr *Size = Calls.callMember(Container, "size");
  Expr *Zero = Calls.number(0);
  const ExprResult First =
      S.CreateOverloadedArraySubscriptExpr(Loc, Loc, Container, Zero);
  return Calls.choose(Size, Calls.unary(UO_AddrOf, First.get()),
                      S.ActOnCXXNullPtrLiteral(Loc).get());
}

/// How many elements, or words with bits, \p Container has.
Expr *LaunchBuilder::elementCount(Expr *Container) {
  Expr *Size = Calls.callMember(Container, "size");
  if (!Size || !isBitVector(Container->getType()))
    return Size;
  const unsigned Width = S.Context.getTypeSize(
      bitWords(Container->getType())->getType()->getPointeeType());
  return Calls.binary(Calls.binary(Size, BO_Add, Calls.number(Width - 1)),
                      BO_Div, Calls.number(Width));
}

/// The width at which the subscript of \p Use wraps around, or 0.
static unsigned wrapBits(const Access &Use) {
  for (const NoWrap &N : Use.NoWraps)
    if (N.wrapsAsNarrow())
      return N.Bits;
  return 0;
}

/// \p Value, or its copy if it is an unexposed scalar.
Expr *LaunchBuilder::placeOf(const Expr *Value, bool IsResult,
                             SmallVectorImpl<Stmt *> &Declarations) {
  Expr *Place = Move.expression(Value);
  const VarDecl *Var = variableOf(strip(Value));
  if (!Var || !Place->getType()->isScalarType() ||
      !Loop.Unexposed.contains(Var->getCanonicalDecl()))
    return Place;
  Var = Var->getCanonicalDecl();
  auto *Known = llvm::find_if(
      Copies, [&](const ScalarCopy &Each) { return Each.Scalar == Var; });
  if (Known == Copies.end()) {
    VarDecl *Copy =
        Calls.variable("__ompscan_copy", Place->getType(),
                       S.DefaultLvalueConversion(Place).get(), Declarations);
    Copies.push_back({Var, Copy, IsResult});
    Known = std::prev(Copies.end());
  }
  Known->IsResult |= IsResult;
  return Calls.reference(Known->Copy);
}

bool LaunchBuilder::addResults(const Program &P,
                               SmallVectorImpl<Stmt *> &Declarations) {
  const auto Add = [&](const Expr *Place, uint64_t Offset, StringRef Name) {
    const int64_t Size =
        Context.getTypeSizeInChars(Place->getType()).getQuantity();
    Results.push_back({{"name", Data.string(Name)},
                       {"offset", Data.uint64(Offset)},
                       {"size", Data.uint64(Size)},
                       {"type", Data.uint32(elementType(Place->getType()))}});
    return addAddress(
        Calls.addressOf(placeOf(Place, /*IsResult=*/true, Declarations)));
  };
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    uint64_t Offset = P.Offsets[Number];
    for (const Item::Place &Place : I.places()) {
      if (!Add(Place.At, Offset, Place.Name))
        return false;
      Offset += Context.getTypeSizeInChars(I.Type).getQuantity();
    }
  }
  for (const auto &[Last, Offset] : llvm::zip_equal(Loop.Lasts, P.LastOffsets))
    if (!Add(Last, Offset, Last->getDecl()->getName()))
      return false;
  return true;
}

/// Which of the results the scalar item \p Item is.
unsigned LaunchBuilder::resultNumber(unsigned Item) const {
  unsigned Number = 0;
  for (const plugin::Item &I :
       llvm::ArrayRef<plugin::Item>(Loop.Items).take_front(Item))
    Number += I.places().size();
  return Number;
}

bool LaunchBuilder::addMovements(ArrayRef<Movement> Outer) {
  return llvm::all_of(Outer, [&](const Movement &M) {
    return addValue(stride(M.Stride, M.Symbols));
  });
}

/// Adds \p N, of the subscript or the operand of a guard \p Of.
bool LaunchBuilder::addNoWrap(const NoWrap &N, bool IsAlways, const Expr *Of) {
  const ArrayRef<Movement> Outer =
      IsAlways ? ArrayRef<Movement>() : ArrayRef<Movement>(N.Outer);
  NoWraps.push_back({{"bits", Data.uint32(N.Bits)},
                     {"is_always", Data.uint32(IsAlways)},
                     {"outer_count", Data.uint32(Outer.size())}});
  Expr *First = atFirst(N.Value, Of);
  // The runtime compares with [0, 2^bits).
  if (First && N.IsSigned)
    First = Calls.addProduct(First, Calls.number(1), int64_t(1) << (N.Bits - 1),
                             /*Times=*/nullptr);
  return addValue(First) &&
         addValue(IsAlways ? Calls.number(N.Stride)
                           : strideOf(N.Stride, N.Symbols, Of)) &&
         addMovements(Outer);
}

/// The ompscan_counted bits of \p C, which stores at the value of \p Counter.
static unsigned countedFlags(const CountedAccess &C, const Item &Counter) {
  unsigned Flags = C.Bits << OMPSCAN_COUNTED_BITS_SHIFT;
  if (Counter.Type->isSignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_COUNTED_SIGNED;
  if (C.IsAfter)
    Flags |= OMPSCAN_COUNTED_AFTER;
  if (C.IsEvery)
    Flags |= OMPSCAN_COUNTED_EVERY;
  if (C.Slides)
    Flags |= OMPSCAN_COUNTED_SLIDES;
  if (C.IsAlone)
    Flags |= OMPSCAN_COUNTED_ALONE;
  return Flags;
}

bool LaunchBuilder::addCounted(const CountedAccess &C) {
  Accesses.push_back(accessRecord(
      {OMPSCAN_ACCESS_COUNTED, 0, 0, 0, 0, countedFlags(C, Loop.Items[C.Item]),
       resultNumber(C.Item), C.Step, C.Scale, C.Most}));
  return addValue(stride(C.Offset, C.Symbols));
}

bool LaunchBuilder::addGuard(const Guard &G) {
  unsigned Flags = static_cast<unsigned>(G.Rel);
  if (G.Left->getType()->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_BOUNDS_UNSIGNED;
  Guards.push_back(
      {{"flags", Data.uint32(Flags)}, {"stride", Data.int64(G.Stride)}});
  return addValue(atLower(Reading.value(G.Left))) &&
         addValue(G.Right ? atLower(Reading.value(G.Right)) : Calls.number(0));
}

bool LaunchBuilder::addAccess(const ArrayUse &Array, const Access &Use) {
  if (Use.Kind == AccessKind::Counted)
    return addCounted(Use.Counted);
  unsigned Kind = static_cast<unsigned>(Use.Kind);
  if (Use.ByNeighbours)
    Kind |= OMPSCAN_ACCESS_BY_NEIGHBOURS;
  if (Use.IsLeftOfCopy)
    Kind |= OMPSCAN_ACCESS_LEFT_OF_COPY;
  if (Use.IsInSection)
    Kind |= OMPSCAN_ACCESS_IN_SECTION;
  if (Use.IsBounded)
    Kind |= OMPSCAN_ACCESS_BOUNDED;
  if (Use.IsApart)
    Kind |= OMPSCAN_ACCESS_APART;
  if (Array.isInspected(Use))
    Kind |= OMPSCAN_ACCESS_INSPECTED;
  if (Use.Behind)
    Kind |= OMPSCAN_ACCESS_BEHIND;
  if (Use.IsOfOtherMembers)
    Kind |= OMPSCAN_ACCESS_OTHER_MEMBERS;
  const bool IsAny =
      (Use.Kind == AccessKind::ReadAny || Use.Kind == AccessKind::WriteAny) &&
      !Use.IsBounded;
  // A seed is a single element; its subscript follows the store's.
  if (!addValue(Use.Index && !IsAny ? atFirst(Use.Index, Use.Index)
                                    : Calls.number(0)) ||
      !addValue(Use.Kind == AccessKind::Seed
                    ? Calls.number(0)
                    : strideOf(Use.Stride, Use.Symbols, Use.Index)) ||
      !addMovements(Use.Outer))
    return false;
  const size_t NoWrapsBefore = NoWraps.size();
  for (const Guard &G : Use.Guards)
    if (!addGuard(G))
      return false;
  for (const Guard &G : Use.Guards)
    for (const NoWrap &N : G.NoWraps)
      if (!addNoWrap(N, /*IsAlways=*/true,
                     G.Right && Reading.of(G.Right) ? G.Right : G.Left))
        return false;
  for (const NoWrap &N : Use.NoWraps)
    if (!addNoWrap(N, /*IsAlways=*/false, Use.Index))
      return false;
  Accesses.push_back(accessRecord(
      {Kind, Use.Guards.empty() || !Use.Index ? 0 : wrapBits(Use),
       static_cast<uint32_t>(Use.Outer.size()),
       static_cast<uint32_t>(Use.Guards.size()),
       static_cast<uint32_t>(NoWraps.size() - NoWrapsBefore), 0, 0, 0, 0, 0}));
  return true;
}

ConstantData::Record
LaunchBuilder::accessRecord(const ompscan_access_descriptor &A) {
  return {{"kind", Data.uint32(A.kind)},
          {"bits", Data.uint32(A.bits)},
          {"outer_count", Data.uint32(A.outer_count)},
          {"guard_count", Data.uint32(A.guard_count)},
          {"no_wrap_count", Data.uint32(A.no_wrap_count)},
          {"counted", Data.uint32(A.counted)},
          {"result", Data.uint32(A.result)},
          {"step", Data.int64(A.step)},
          {"scale", Data.int64(A.scale)},
          {"most", Data.uint64(A.most)}};
}

bool LaunchBuilder::addArray(const ArrayUse &Array) {
  Expr *Begin = Array.SectionBegin ? Move.expression(Array.SectionBegin)
                                   : Calls.number(0);
  // An array that a clause names is evaluated in any case.
  Expr *Condition =
      Array.Map == MapKind::None ? Reading.of(Array.Base) : nullptr;
  Expr *Base = Move.expression(Array.Base);
  Expr *Count = nullptr;
  // The pointer itself may lie in memory that the loop stores to. That of a
  // local variable is left out: the optimizer could not keep it in a register.
  // An element of a container need not exist.
  const VarDecl *Pointer = variableOf(strip(Array.Base));
  if (Base->isLValue() && Base->getType()->isPointerType() &&
      !isa<CXXOperatorCallExpr>(Base) &&
      !(Pointer && Pointer->hasLocalStorage()))
    Reads.push_back({Base, Condition});
  if (isContainer(Base->getType()) || isBitVector(Base->getType())) {
    Expr *Exists = exists(Base);
    Count = ifHolds(Exists, elementCount(Base), Calls.number(0));
    Base = ifHolds(Exists, elements(Base), S.ActOnCXXNullPtrLiteral(Loc).get());
    if (!Base || !Count)
      return false;
  } else {
    if (!isSequence(Base->getType()))
      Base = Calls.unary(UO_AddrOf, Base);
    Count = Array.SectionCount ? Move.expression(Array.SectionCount)
                               : Calls.number(Array.KnownCount);
    if (isArrayClass(Base->getType()))
      Base = ifHolds(exists(Base), elements(Base),
                     S.ActOnCXXNullPtrLiteral(Loc).get());
    else if (Expr *Exists = exists(Base)) // A pointer in a container.
      Base = ifHolds(Exists, Base, S.ActOnCXXNullPtrLiteral(Loc).get());
    if (!Base)
      return false;
  }
  if (Array.RowCount != 1) {
    Begin = Calls.addProduct(Calls.number(0), Begin, Array.RowCount);
    if (Array.SectionCount)
      Count = Calls.addProduct(Calls.number(0), Count, Array.RowCount);
  }
  unsigned Map = static_cast<unsigned>(Array.Map);
  if (Array.MapsAlways)
    Map |= OMPSCAN_MAP_ALWAYS;
  if (Array.MapsPresent)
    Map |= OMPSCAN_MAP_PRESENT;
  if (Array.IsOnDevice)
    Map |= OMPSCAN_MAP_ON_DEVICE;
  const int64_t Size = Context.getTypeSizeInChars(Array.Element).getQuantity();
  Arrays.push_back({{"name", Data.string(Array.Name)},
                    {"element_size", Data.uint64(Size)},
                    {"element_type", Data.uint32(elementType(Array.Element))},
                    {"map", Data.uint32(Map)},
                    {"access_count", Data.uint32(Array.Accesses.size())}});
  return addAddress(Base, Condition) && addValue(Begin) &&
         addValue(Reading.orZero(Condition, Calls.value(Count))) &&
         llvm::all_of(Array.Accesses,
                      [&](const Access &Use) { return addAccess(Array, Use); });
}

bool LaunchBuilder::addScalars(SmallVectorImpl<Stmt *> &Declarations) {
  for (const ScalarUse &Scalar : Loop.Scalars) {
    Expr *Condition = Reading.of(Scalar.Value);
    Expr *Value = placeOf(Scalar.Value, /*IsResult=*/false, Declarations);
    if (Value->refersToBitField())
      Reads.push_back({Value, Condition});
    if (Value->refersToBitField() || !Value->isGLValue()) {
      Value = Reading.orZero(std::exchange(Condition, nullptr),
                             S.DefaultLvalueConversion(Value).get());
      Value = Calls.reference(
          Calls.constant("__ompscan_scalar", Value->getType(), Value, Inside));
    }
    const int64_t Size =
        Context.getTypeSizeInChars(Value->getType()).getQuantity();
    Scalars.push_back({{"size", Data.uint64(Size)}});
    if (!addAddress(Calls.addressOf(Value), Condition))
      return false;
  }
  return true;
}

/// Says that the loop reads \p Place where \p Condition holds, which may be
/// null; of a bit-field, which has no address, the
/// object that it is a member of.
bool LaunchBuilder::addRead(Expr *Place, Expr *Condition) {
  if (Place->refersToBitField()) {
    auto *Member = cast<MemberExpr>(Place->IgnoreParens());
    Place = Member->getBase();
    if (Member->isArrow())
      Place = Calls.unary(UO_Deref, Place);
  }
  if (!Place)
    return false;
  const int64_t Size =
      Context.getTypeSizeInChars(Place->getType()).getQuantity();
  ReadRecords.push_back({{"size", Data.uint64(Size)}});
  return addAddress(Calls.addressOf(Place), Condition);
}

bool LaunchBuilder::addRange(const Induction &IV, Expr *First) {
  Ranges.push_back({{"step", Data.int64(IV.Step)},
                    {"flags", Data.uint32(rangeFlags(IV, Context))}});
  return addValue(First) && addValue(Move.expression(IV.Bound));
}

/// The ompscan_loop_descriptor.
VarDecl *LaunchBuilder::descriptor(const Program &P) {
  const auto Count = [this](size_t N) { return Data.uint32(N); };
  Record Fields = {
      {"abi", Data.uint32(OMPSCAN_ABI_VERSION)},
      {"features", Data.uint32(P.Features)},
      {"plugin", Data.string(pluginVersion())},
      {"location",
       Data.string(describePlace(Context, Loop.Loc, Loop.Function))},
      {"item_size", Data.uint64(P.ValueSize)},
      {"hooks", Data.string(P.Hooks)},
      {"kernel_template", Data.uint32(P.Template)},
      {"templates_version", Data.uint32(OMPSCAN_TEMPLATES_VERSION)},
      {"traits", Data.uint32(P.Traits)},
      {"moved_size", Data.uint32(P.MovedSize)},
      {"streamed_size", Data.uint32(P.StreamedSize)},
      {"work", Data.uint32(P.Work)},
      {"results", Data.array("ompscan_result_descriptor", Results)},
      {"arrays", Data.array("ompscan_array_descriptor", Arrays)},
      {"accesses", Data.array("ompscan_access_descriptor", Accesses)},
      {"guards", Data.array("ompscan_guard_descriptor", Guards)},
      {"no_wraps", Data.array("ompscan_no_wrap_descriptor", NoWraps)},
      {"scalars", Data.array("ompscan_scalar_descriptor", Scalars)},
      {"reads", Data.array("ompscan_read_descriptor", ReadRecords)},
      {"ranges", Data.array("ompscan_range_descriptor", Ranges)},
      {"result_count", Count(Results.size())},
      {"array_count", Count(Arrays.size())},
      {"scalar_count", Count(Scalars.size())},
      {"read_count", Count(ReadRecords.size())},
      {"range_count", Count(Ranges.size())},
      {"value_count", Count(Values.size())}};
  const auto [Low, High] = ConstantData::digestOf(Fields);
  Fields.insert(Fields.begin() + 4, {{"digest_low", Data.uint64(Low)},
                                     {"digest_high", Data.uint64(High)}});
  // Passes set these in the module (Kernel/CompiledKernels).
  Fields.push_back({"native", Data.array("ompscan_native_version", {})});
  Fields.push_back({"versions", Data.array("ompscan_kernel_version", {})});
  return Data.object("ompscan_loop_descriptor", Fields);
}

/// The call for \p Descriptor, with the values.
Expr *LaunchBuilder::run(VarDecl *Descriptor) {
  const QualType Array = Context.getConstantArrayType(
      Values.front()->getType(), llvm::APInt(64, Values.size()),
      /*SizeExpr=*/nullptr, ArraySizeModifier::Normal, /*IndexTypeQuals=*/0);
  auto *List = new (Context) InitListExpr(Context, Loc, Values, Loc);
  List->setType(Array);
  VarDecl *Passed = Calls.constant("__ompscan_values", Array,
                                   S.MaybeCreateExprWithCleanups(List), Inside);
  Expr *Call = Calls.run(Descriptor, Passed);
  if (!Call)
    return nullptr;
  Inside.push_back(Call);
  return Calls.blockValue(Inside, Call->getType());
}

Expr *LaunchBuilder::build(const Program &P,
                           SmallVectorImpl<Stmt *> &Declarations) {
  // From the outside to the inside.
  llvm::SmallVector<std::pair<const Induction *, Expr *>, 2> Counted;
  // No host loop begins with the first values of a batch.
  if (Loop.isBatch())
    for (const NestedLoop &Next : Loop.Outer)
      Counted.push_back({&Next.IV, declareFirst(Next.IV, Inside)});
  Counted.push_back(
      {&Loop.IV,
       declareFirst(Loop.IV, Loop.isBatch() ? Inside : Declarations)});
  if (const ParallelLoop *Parallel = Loop.parallel())
    for (const NestedLoop &Nested : Parallel->Nested)
      Counted.push_back({&Nested.IV, firstOf(Nested.IV)});

  for (const Expr *Place : Loop.BoundReads)
    Reads.push_back({Move.expression(Place)});
  const Expr *Threads = Loop.Where.Threads;
  if (!addValue(deviceNumber(Calls, Loop.Where.Device, Move)) ||
      (Threads && !addValue(Move.expression(Threads))) ||
      !addResults(P, Declarations) ||
      !llvm::all_of(Loop.Arrays,
                    [this](const ArrayUse &A) { return addArray(A); }) ||
      !addScalars(Declarations) ||
      !llvm::all_of(Reads,
                    [this](const HostRead &R) {
                      return addRead(R.Place, R.Condition);
                    }) ||
      !llvm::all_of(Counted, [this](const auto &Each) {
        return addRange(*Each.first, Each.second);
      }))
    return nullptr;
  return run(descriptor(P));
}
