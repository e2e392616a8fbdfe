//===- DataClauses.cpp - The data that clauses name -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Clauses/DataClauses.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/Directives.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "ompscan/data.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

DeviceChoice ompscan::plugin::readDevice(const OMPDeviceClause &Device,
                                         const ASTContext &Context) {
  const Expr *Number = Device.getDevice()->IgnoreParenImpCasts();
  const StringRef Word = originalWord(
      Number->getExprLoc(), Context.getSourceManager(), Context.getLangOpts());
  if (Word == "GPU")
    return {DeviceClauseKind::GPU, nullptr};
  if (Word == "CPU")
    return {DeviceClauseKind::CPU, nullptr};
  return {DeviceClauseKind::Number, Device.getDevice()};
}

namespace {

/// One dimension of a section.
struct Dimension {
  const Expr *Lower;  ///< null for 0
  const Expr *Length; ///< null for all that follows
  const Expr *Stride; ///< null for 1
};

class DataClauseReader {
public:
  DataClauseReader(const OMPExecutableDirective &D, ASTContext &Context,
                   const Diagnostics *Diags)
      : D(D), Context(Context), Diags(Diags) {}

  bool read();
  DataClauses Result;

private:
  bool readClause(OMPClause &C);
  bool readMap(const OMPMapClause &Map);
  template <typename ClauseT> bool readMotion(const ClauseT &C, unsigned Flags);
  template <typename ClauseT> bool readItems(const ClauseT &C, unsigned Flags);
  bool readItem(const Expr *E, unsigned Flags);
  bool isOne(const Expr *Length) const;
  bool isWhole(const Dimension &D, QualType Array) const;
  void readDeviceAddress(const Expr *Item, const OMPClause &C) const;
  bool readPieces(ArrayRef<Dimension> Dimensions, DataItem &Item) const;
  bool refuse(SourceLocation Loc, const Twine &What) const;
  bool readMapped(const Expr *E, const Expr *Mapper, unsigned Flags,
                  const OMPClause &C);
  bool insert(DataItem &Item) const;
  bool addIterators(const Expr *Modifier);
  const Expr *objectOf(const Expr *E);

  const OMPExecutableDirective &D;
  ASTContext &Context;
  const Diagnostics *Diags; ///< null for `target` constructs
  /// While the clauses of a declared mapper are read: its variable, and the
  /// item that this stands for.
  const VarDecl *MapperVar = nullptr;
  const Expr *Mapped = nullptr;
  /// Of the items that are read.
  llvm::SmallVector<DataIterator, 1> Iterators;
};

} // namespace

/// Reports that a data directive cannot have \p What. Returns false.
bool DataClauseReader::refuse(SourceLocation Loc, const Twine &What) const {
  if (Diags)
    Diags->report(Loc, Diag::err_data_clause)
        << What.str()
        << compat::directiveName(D.getDirectiveKind(), Context.getLangOpts());
  return false;
}

bool DataClauseReader::isOne(const Expr *Length) const {
  return Length && constantValue(Length, Context) == 1;
}

/// Whether \p D is all of \p Array.
bool DataClauseReader::isWhole(const Dimension &D, QualType Array) const {
  if (D.Lower && constantValue(D.Lower, Context) != 0)
    return false;
  if (!D.Length)
    return true;
  if (const auto *Constant = Context.getAsConstantArrayType(Array))
    return constantValue(D.Length, Context) ==
           static_cast<int64_t>(Constant->getSize().getZExtValue());
  const auto *Variable = Context.getAsVariableArrayType(Array);
  return Variable && Variable->getSizeExpr() &&
         sameExpression(stripImplicit(D.Length),
                        stripImplicit(Variable->getSizeExpr()));
}

/// Reads a section that is not contiguous as pieces of equal size and distance:
/// the dimensions on the right that are whole, and as much of the one on their
/// left as is contiguous, are a piece. False if that is not possible.
bool DataClauseReader::readPieces(ArrayRef<Dimension> Dimensions,
                                  DataItem &Item) const {
  QualType Type = Item.Base->getType().getNonReferenceType();
  unsigned Inner = 0; // the last dimension that is not whole
  for (auto [I, Next] : llvm::enumerate(Dimensions)) {
    const bool IsStrided = Next.Stride && !isOne(Next.Stride);
    // How many elements such a length is depends on the rounding of a quotient.
    if (IsStrided && !Next.Length)
      return false;
    if (I == 0 || IsStrided || !isWhole(Next, Type))
      Inner = I;
    const ArrayType *Array = Context.getAsArrayType(Type);
    Type = Array ? Array->getElementType() : Type->getPointeeType();
    if (Type.isNull())
      return false;
  }
  Item.Lowers.clear();
  for (const Dimension &Next : Dimensions.take_front(Inner + 1))
    Item.Lowers.push_back(Next.Lower);
  Item.Count = Dimensions[Inner].Length;
  for (unsigned I = Inner + 1; I-- != 0;) {
    const Dimension &Next = Dimensions[I];
    const bool IsStrided = Next.Stride && !isOne(Next.Stride);
    if (IsStrided || (I != Inner && !isOne(Next.Length)))
      Item.Repeats.push_back({I, Next.Length, Next.Stride});
  }
  return true;
}

bool DataClauseReader::readItem(const Expr *E, unsigned Flags) {
  DataItem Item;
  Item.Flags = Flags;
  Item.Name = text(E->IgnoreParenImpCasts(), Context);
  const SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<Dimension, 2> Dimensions;
  bool IsContiguous = true;
  E = stripImplicit(E);
  while (const auto *Section = dyn_cast<ArraySectionExpr>(E)) {
    IsContiguous &= !Section->getStride() || isOne(Section->getStride());
    Dimensions.push_back(
        {Section->getLowerBound(), Section->getLength(), Section->getStride()});
    E = stripImplicit(Section->getBase());
  }
  std::reverse(Dimensions.begin(), Dimensions.end());
  if (isa<OMPArrayShapingExpr>(E) || isa<OMPIteratorExpr>(E))
    return refuse(Loc, "'" + Item.Name + "'");
  // A subscript or member of a section.
  const bool HasInner =
      anyOf(E, [](const Expr *Sub) { return isa<ArraySectionExpr>(Sub); });
  IsContiguous &= !HasInner;
  Item.Base = E;
  // The section is contiguous if, around one dimension, all dimensions on the
  // left have one part and all dimensions on the right are whole.
  QualType Type = E->getType().getNonReferenceType();
  bool Counts = false;
  for (const Dimension &Next : Dimensions) {
    if (Counts) {
      IsContiguous &= isWhole(Next, Type);
    } else {
      Item.Lowers.push_back(Next.Lower);
      Item.Count = Next.Length;
      Counts = !isOne(Next.Length);
    }
    if (const ArrayType *Array = Context.getAsArrayType(Type))
      Type = Array->getElementType();
    else
      Type = Type->getPointeeType();
  }
  if (!IsContiguous &&
      (HasInner || D.getDirectiveKind() != llvm::omp::OMPD_target_update ||
       !readPieces(Dimensions, Item))) {
    if (Diags) {
      Diags->report(Loc, Diag::err_data_section) << Item.Name;
      return false;
    }
    Item.Flags &= ~unsigned(OMPSCAN_ALWAYS | OMPSCAN_PRESENT);
    Item.Lowers.clear();
    Item.Count = nullptr;
    while (isa<ArraySectionExpr, ArraySubscriptExpr, MemberExpr>(E)) {
      if (const auto *Section = dyn_cast<ArraySectionExpr>(E))
        E = Section->getBase();
      else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
        E = Subscript->getBase();
      else
        break;
      E = stripImplicit(E);
    }
    Item.Base = E;
  }
  if (!insert(Item))
    return refuse(Loc, "'" + Item.Name + "'");
  Result.Items.push_back(std::move(Item));
  return true;
}

bool ompscan::plugin::replaceIn(DataItem &Item, size_t Outer,
                                Replacement Replace, ASTContext &Context) {
  bool Done = true;
  const auto In = [&](const Expr *&E) {
    if (!E)
      return;
    E = copyExpr(E, Replace, Context);
    Done &= E != nullptr;
  };
  In(Item.Base);
  for (const Expr *&Lower : Item.Lowers)
    In(Lower);
  In(Item.Count);
  for (DataRepeat &Each : Item.Repeats) {
    In(Each.Count);
    In(Each.Stride);
  }
  for (DataIterator &Each : llvm::drop_begin(Item.Iterators, Outer)) {
    In(Each.Begin);
    In(Each.Count);
    In(Each.Step);
  }
  return Done;
}

/// Whether the DataBuilder can name \p Item for each value of its iterators.
static bool isRepeatable(DataItem Item, ASTContext &Context) {
  return Item.Iterators.empty() ||
         replaceIn(
             Item, /*Outer=*/0,
             [&](const Expr *Sub) {
               const VarDecl *Var = variableOf(Sub);
               return Var && llvm::any_of(Item.Iterators,
                                          [Var](const DataIterator &Each) {
                                            return Each.Var == Var;
                                          })
                          ? referTo(Var, Sub->getExprLoc(), Context)
                          : nullptr;
             },
             Context);
}

/// Adds the current iterators to \p Item, and puts the item that is mapped in
/// the place of the mapper's variable. False if that is not possible.
bool DataClauseReader::insert(DataItem &Item) const {
  Item.Iterators = Iterators;
  if (MapperVar && !replaceIn(
                       Item, /*Outer=*/0,
                       [&](const Expr *Sub) {
                         const VarDecl *Var = variableOf(Sub);
                         return Var && Var->getCanonicalDecl() == MapperVar
                                    ? const_cast<Expr *>(Mapped)
                                    : nullptr;
                       },
                       Context))
    return false;
  return isRepeatable(Item, Context);
}

/// Adds the iterators of \p Modifier, which may be null. False on a `target`
/// construct, whose items are not repeated.
bool DataClauseReader::addIterators(const Expr *Modifier) {
  if (!Modifier)
    return true;
  if (!Diags)
    return false;
  auto &All = *cast<OMPIteratorExpr>(const_cast<Expr *>(Modifier));
  for (unsigned I = 0; I != All.numOfIterators(); ++I) {
    const OMPIteratorExpr::IteratorRange Range = All.getIteratorRange(I);
    Iterators.push_back({cast<VarDecl>(All.getIteratorDecl(I)), Range.Begin,
                         All.getHelper(I).Upper, Range.Step});
  }
  return true;
}

/// The object or, with an iterator for all of them, the element of \p E, a list
/// item. Null if it has not one dimension or its elements are not known.
const Expr *DataClauseReader::objectOf(const Expr *E) {
  E = stripImplicit(E);
  if (E->getType()->isRecordType() && !isa<ArraySectionExpr>(E))
    return E;
  const Expr *Array = E, *Lower = nullptr, *Length = nullptr;
  if (const auto *Section = dyn_cast<ArraySectionExpr>(E)) {
    if (Section->getStride() && !isOne(Section->getStride()))
      return nullptr;
    Array = stripImplicit(Section->getBase());
    Lower = Section->getLowerBound();
    Length = Section->getLength();
  }
  const QualType Type = Array->getType().getNonReferenceType();
  const auto *Constant = Context.getAsConstantArrayType(Type);
  const QualType Element =
      Constant ? Constant->getElementType() : Type->getPointeeType();
  if (isa<ArraySectionExpr>(Array) || Element.isNull() ||
      !Element->isRecordType())
    return nullptr;
  const SourceLocation Loc = E->getExprLoc();
  const QualType Index = Context.getPointerDiffType();
  if (!Length) {
    const std::optional<int64_t> First =
        Lower ? constantValue(Lower, Context) : 0;
    if (!Constant || !First)
      return nullptr;
    Length = integerLiteral(
        static_cast<int64_t>(Constant->getSize().getZExtValue()) - *First,
        Index, Loc, Context);
  }
  auto *Var =
      VarDecl::Create(Context, Context.getTranslationUnitDecl(), Loc, Loc,
                      &Context.Idents.get("__ompscan_element"), Index,
                      Context.getTrivialTypeSourceInfo(Index, Loc), SC_None);
  Iterators.push_back({Var, Lower, Length, nullptr});
  auto *Base = const_cast<Expr *>(Array);
  Base = Constant ? convertTo(Context.getPointerType(Element),
                              CK_ArrayToPointerDecay, Base, Context)
                  : loadOf(Base, Context);
  return new (Context)
      ArraySubscriptExpr(Base, loadOf(referTo(Var, Loc, Context), Context),
                         Element, VK_LValue, OK_Ordinary, Loc);
}

/// The part of \p Flags, those of an item that is mapped, that is left by
/// \p Own, those of a mapper's clause for a part of it (OpenMP 5.2, table 5.5).
static unsigned combined(unsigned Flags, unsigned Own) {
  constexpr unsigned Copies = OMPSCAN_TO | OMPSCAN_FROM;
  return (Flags & (Own | ~Copies)) | (Own & (OMPSCAN_ALWAYS | OMPSCAN_PRESENT));
}

/// The bits of ompscan_map_flags for the type of \p Map; std::nullopt if it is
/// not supported.
static std::optional<unsigned> typeOf(const OMPMapClause &Map) {
  switch (Map.getMapType()) {
  case OMPC_MAP_to:
    return OMPSCAN_TO;
  case OMPC_MAP_from:
    return OMPSCAN_FROM;
  case OMPC_MAP_tofrom:
  case OMPC_MAP_unknown:
    return OMPSCAN_TOFROM;
  case OMPC_MAP_alloc:
  case OMPC_MAP_release:
    return 0;
  case OMPC_MAP_delete:
    return OMPSCAN_DELETE;
  default:
    return std::nullopt;
  }
}

/// The bits of ompscan_map_flags for the modifiers of \p Map.
static unsigned modifiersOf(const OMPMapClause &Map) {
  unsigned Flags = 0;
  for (OpenMPMapModifierKind Modifier : Map.getMapTypeModifiers()) {
    if (Modifier == OMPC_MAP_MODIFIER_always)
      Flags |= OMPSCAN_ALWAYS;
    else if (Modifier == OMPC_MAP_MODIFIER_present)
      Flags |= OMPSCAN_PRESENT;
  }
  return Flags;
}

/// Reads \p E, an item of \p C, as \p Mapper says if it is a declared one.
bool DataClauseReader::readMapped(const Expr *E, const Expr *Mapper,
                                  unsigned Flags, const OMPClause &C) {
  // If no mapper is declared, this is null or a name that was not found.
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Mapper);
  const auto *Declared =
      Ref ? dyn_cast<OMPDeclareMapperDecl>(Ref->getDecl()) : nullptr;
  if (!Declared)
    return readItem(E, Flags);
  const llvm::SaveAndRestore<llvm::SmallVector<DataIterator, 1>> Around(
      Iterators, Iterators);
  DataItem Object;
  Object.Base = objectOf(E);
  // Items of a `target` construct are not repeated.
  if (!Object.Base || (!Diags && !Iterators.empty()) || !insert(Object))
    return refuse(C.getBeginLoc(), "a declared mapper");
  Iterators = Object.Iterators;
  const VarDecl *Var = variableOf(Declared->getMapperVarRef());
  if (!Var)
    return false;
  const llvm::SaveAndRestore<const VarDecl *> Inside(MapperVar,
                                                     Var->getCanonicalDecl());
  const llvm::SaveAndRestore<const Expr *> With(Mapped, Object.Base);
  for (const OMPClause *Part : Declared->clauses()) {
    const auto *Map = dyn_cast_or_null<OMPMapClause>(Part);
    const std::optional<unsigned> Type =
        Map ? typeOf(*Map) : std::optional<unsigned>();
    if (!Type)
      return refuse(C.getBeginLoc(), "this declared mapper");
    const llvm::SaveAndRestore<llvm::SmallVector<DataIterator, 1>> OfPart(
        Iterators, Iterators);
    if (!addIterators(compat::iteratorModifier(*Map)))
      return false;
    const unsigned Both = combined(Flags, *Type | modifiersOf(*Map));
    // An update moves no more than it says.
    if (D.getDirectiveKind() == llvm::omp::OMPD_target_update &&
        !(Both & OMPSCAN_TOFROM))
      continue;
    for (auto [Each, Inner] :
         llvm::zip(compat::varlist(Map), Map->mapperlists()))
      // The variable itself is its own bytes, also if another mapper is for its
      // type.
      if (!readMapped(Each, variableOf(stripImplicit(Each)) ? nullptr : Inner,
                      Both, C))
        return false;
  }
  return true;
}

/// Reads the items of \p C, for which \p Flags are asked for.
template <typename ClauseT>
bool DataClauseReader::readItems(const ClauseT &C, unsigned Flags) {
  const llvm::SaveAndRestore<llvm::SmallVector<DataIterator, 1>> Around(
      Iterators, Iterators);
  if (!addIterators(compat::iteratorModifier(C)))
    return false;
  for (auto [E, Mapper] : llvm::zip(compat::varlist(&C), C.mapperlists()))
    if (!readMapped(E, Mapper, Flags, C))
      return false;
  return true;
}

bool DataClauseReader::readMap(const OMPMapClause &Map) {
  const std::optional<unsigned> Type = typeOf(Map);
  if (!Type)
    return refuse(Map.getBeginLoc(), "this map type");
  const unsigned Flags = *Type | modifiersOf(Map);
  for (OpenMPMapModifierKind Modifier : Map.getMapTypeModifiers())
    if (Modifier != OMPC_MAP_MODIFIER_unknown &&
        Modifier != OMPC_MAP_MODIFIER_always &&
        Modifier != OMPC_MAP_MODIFIER_present &&
        Modifier != OMPC_MAP_MODIFIER_close &&
        Modifier != OMPC_MAP_MODIFIER_mapper &&
        !(Diags && compat::iteratorModifier(Map)))
      return refuse(Map.getBeginLoc(), Twine("map(") +
                                           getOpenMPSimpleClauseTypeName(
                                               llvm::omp::OMPC_map, Modifier) +
                                           ": ...)");
  return readItems(Map, Flags);
}

/// Reads a `to` or `from` clause of `target update`.
template <typename ClauseT>
bool DataClauseReader::readMotion(const ClauseT &C, unsigned Flags) {
  for (OpenMPMotionModifierKind Modifier : C.getMotionModifiers()) {
    if (Modifier == OMPC_MOTION_MODIFIER_present)
      Flags |= OMPSCAN_PRESENT;
    else if (Modifier != OMPC_MOTION_MODIFIER_unknown &&
             Modifier != OMPC_MOTION_MODIFIER_mapper &&
             !compat::iteratorModifier(C))
      return refuse(
          C.getBeginLoc(),
          Twine(llvm::omp::getOpenMPClauseName(C.getClauseKind())) + "(" +
              getOpenMPSimpleClauseTypeName(C.getClauseKind(), Modifier) +
              ": ...)");
  }
  return readItems(C, Flags);
}

/// Whether a call in \p Region has \p Var, or what is computed from it, as an
/// argument. `target` constructs, and functions of OpenMP and OmpScan, know
/// that the host's address stands for the data.
static bool isUsedByCall(const VarDecl *Var, const Stmt *Region) {
  const auto IsVar = [&](const Stmt *S) { return isReferenceTo(S, Var); };
  bool IsUsed = false;
  forEachNode(Region, [&](const Stmt *S) {
    if (const auto *Inner = dyn_cast<OMPExecutableDirective>(S))
      return !isOpenMPTargetExecutionDirective(Inner->getDirectiveKind());
    if (const auto *Captured = dyn_cast<CapturedStmt>(S)) {
      IsUsed |= isUsedByCall(Var, Captured->getCapturedStmt());
      return false;
    }
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call)
      return true;
    const FunctionDecl *Callee = Call->getDirectCallee();
    const StringRef Name =
        Callee && Callee->getIdentifier() ? Callee->getName().ltrim('_') : "";
    IsUsed |= !compat::startsWith(Name, "omp_") &&
              !compat::startsWith(Name, "ompscan_") && anyNode(Call, IsVar);
    return true;
  });
  return IsUsed;
}

/// Reads \p Item of \p C, a `use_device_ptr` or `use_device_addr` clause.
void DataClauseReader::readDeviceAddress(const Expr *Item,
                                         const OMPClause &C) const {
  const VarDecl *Var = variableOf(Item);
  if (Diags && (!Var || isUsedByCall(Var, D.getAssociatedStmt())))
    Diags->report(C.getBeginLoc(), Diag::warn_device_address)
        << llvm::omp::getOpenMPClauseName(C.getClauseKind());
}

bool DataClauseReader::readClause(OMPClause &C) {
  switch (C.getClauseKind()) {
  case llvm::omp::OMPC_map:
    return readMap(cast<OMPMapClause>(C));
  case llvm::omp::OMPC_to:
    return readMotion(cast<OMPToClause>(C), OMPSCAN_TO);
  case llvm::omp::OMPC_from:
    return readMotion(cast<OMPFromClause>(C), OMPSCAN_FROM);
  case llvm::omp::OMPC_device:
    if (cast<OMPDeviceClause>(C).getModifier() == OMPC_DEVICE_ancestor)
      return refuse(C.getBeginLoc(), "device(ancestor: ...)");
    Result.Device = readDevice(cast<OMPDeviceClause>(C), Context);
    return true;
  case llvm::omp::OMPC_if: {
    const auto &If = cast<OMPIfClause>(C);
    // On combined constructs, `if` clauses for other parts have no effect here.
    if (If.getNameModifier() == llvm::omp::OMPD_unknown ||
        isOpenMPTargetExecutionDirective(If.getNameModifier()) ||
        isOpenMPTargetDataManagementDirective(If.getNameModifier()))
      Result.Conditions.push_back(If.getCondition());
    return true;
  }
  case llvm::omp::OMPC_depend: {
    auto &Depend = cast<OMPDependClause>(C);
    if (llvm::is_contained({OMPC_DEPEND_source, OMPC_DEPEND_sink},
                           Depend.getDependencyKind()))
      return refuse(C.getBeginLoc(), "this form of 'depend'");
    Result.Dependences.push_back(&Depend);
    return true;
  }
  case llvm::omp::OMPC_nowait:
    Result.Nowait = &C;
    return true;
  case llvm::omp::OMPC_use_device_ptr:
    for (const Expr *E : compat::varlist(&cast<OMPUseDevicePtrClause>(C)))
      readDeviceAddress(E, C);
    return true;
  case llvm::omp::OMPC_use_device_addr:
    for (const Expr *E : compat::varlist(&cast<OMPUseDeviceAddrClause>(C)))
      readDeviceAddress(E, C);
    return true;
  default:
    // Clang handles all other clauses of a `target` construct.
    return !Diags ||
           refuse(C.getBeginLoc(),
                  "'" +
                      Twine(llvm::omp::getOpenMPClauseName(C.getClauseKind())) +
                      "'");
  }
}

/// Whether \p C is a `map` with declared mappers that move data each time.
static bool movesAlways(const OMPClause &C) {
  const auto *Map = dyn_cast<OMPMapClause>(&C);
  return Map && llvm::any_of(Map->mapperlists(), [](const Expr *Mapper) {
           const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Mapper);
           const auto *Declared =
               Ref ? dyn_cast<OMPDeclareMapperDecl>(Ref->getDecl()) : nullptr;
           return Declared &&
                  llvm::any_of(Declared->clauses(), [](const OMPClause *Part) {
                    const auto *Own = dyn_cast_or_null<OMPMapClause>(Part);
                    return Own && llvm::is_contained(Own->getMapTypeModifiers(),
                                                     OMPC_MAP_MODIFIER_always);
                  });
         });
}

bool DataClauseReader::read() {
  bool IsRead = true;
  for (OMPClause *C : D.clauses())
    if (C && (!C->isImplicit() || movesAlways(*C)))
      IsRead &= readClause(*C);
  return IsRead;
}

std::optional<DataClauses> ompscan::plugin::readDataDirective(
    OMPExecutableDirective &D, ASTContext &Context, const Diagnostics &Diags) {
  DataClauseReader Reader(D, Context, &Diags);
  if (!Reader.read())
    return std::nullopt;
  return std::move(Reader.Result);
}

DataClauses ompscan::plugin::readTargetClauses(OMPExecutableDirective &D,
                                               ASTContext &Context) {
  DataClauseReader Reader(D, Context, /*Diags=*/nullptr);
  Reader.Result.IsComplete = Reader.read();
  return std::move(Reader.Result);
}

bool ompscan::plugin::checkMappers(OMPExecutableDirective &D,
                                   ASTContext &Context,
                                   const Diagnostics &Diags) {
  const auto Found = llvm::find_if(
      D.clauses(), [](const OMPClause *C) { return C && movesAlways(*C); });
  // Loops on the device move the data of their own clauses only.
  if (Found == D.clauses().end() ||
      (!parallelDirective(D) && !scanDirective(D, Context) &&
       readTargetClauses(D, Context).IsComplete))
    return true;
  const OMPClause &C = **Found;
  return Diags.report(C.isImplicit() ? D.getBeginLoc() : C.getBeginLoc(),
                      Diag::err_data_clause)
         << "a declared mapper with 'always'"
         << compat::directiveName(D.getDirectiveKind(), Context.getLangOpts());
}
