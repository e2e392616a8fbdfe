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
  bool readItem(const Expr *E, unsigned Flags);
  bool isOne(const Expr *Length) const;
  bool isWhole(const Dimension &D, QualType Array) const;
  void readDeviceAddress(const Expr *Item, const OMPClause &C) const;
  bool readPieces(ArrayRef<Dimension> Dimensions, DataItem &Item) const;
  bool refuse(SourceLocation Loc, const Twine &What) const;
  bool readMapped(const Expr *E, const Expr *Mapper, unsigned Flags,
                  const OMPClause &C);
  bool insert(DataItem &Item) const;

  const OMPExecutableDirective &D;
  ASTContext &Context;
  const Diagnostics *Diags; ///< null for `target` constructs
  /// While the clauses of a declared mapper are read: its variable, and the
  /// item that this stands for.
  const VarDecl *MapperVar = nullptr;
  const Expr *Mapped = nullptr;
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

/// Puts the item that is mapped in the place of the mapper's variable in
/// \p Item. False if that is not possible.
bool DataClauseReader::insert(DataItem &Item) const {
  if (!MapperVar)
    return true;
  bool Done = true;
  const auto Inserted = [&](const Expr *&E) {
    if (!E)
      return;
    E = copyExpr(
        E,
        [&](const Expr *Sub) {
          const VarDecl *Var = variableOf(Sub);
          return Var && Var->getCanonicalDecl() == MapperVar
                     ? const_cast<Expr *>(Mapped)
                     : nullptr;
        },
        Context);
    Done &= E != nullptr;
  };
  Inserted(Item.Base);
  for (const Expr *&Lower : Item.Lowers)
    Inserted(Lower);
  Inserted(Item.Count);
  for (DataRepeat &Each : Item.Repeats) {
    Inserted(Each.Count);
    Inserted(Each.Stride);
  }
  return Done;
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
  const Expr *Object = stripImplicit(E);
  // Not an array, nor in another mapper.
  if (!Diags || MapperVar || !Object->getType()->isRecordType())
    return refuse(C.getBeginLoc(), "a declared mapper");
  const VarDecl *Var = variableOf(Declared->getMapperVarRef());
  if (!Var)
    return false;
  const llvm::SaveAndRestore<const VarDecl *> Inside(MapperVar,
                                                     Var->getCanonicalDecl());
  const llvm::SaveAndRestore<const Expr *> With(Mapped, Object);
  for (const OMPClause *Part : Declared->clauses()) {
    const auto *Map = dyn_cast_or_null<OMPMapClause>(Part);
    const std::optional<unsigned> Type =
        Map ? typeOf(*Map) : std::optional<unsigned>();
    if (!Type)
      return refuse(C.getBeginLoc(), "this declared mapper");
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
        Modifier != OMPC_MAP_MODIFIER_mapper)
      return refuse(Map.getBeginLoc(), Twine("map(") +
                                           getOpenMPSimpleClauseTypeName(
                                               llvm::omp::OMPC_map, Modifier) +
                                           ": ...)");
  for (auto [E, Mapper] : llvm::zip(compat::varlist(&Map), Map.mapperlists()))
    if (!readMapped(E, Mapper, Flags, Map))
      return false;
  return true;
}

/// Reads a `to` or `from` clause of `target update`.
template <typename ClauseT>
bool DataClauseReader::readMotion(const ClauseT &C, unsigned Flags) {
  for (OpenMPMotionModifierKind Modifier : C.getMotionModifiers()) {
    if (Modifier == OMPC_MOTION_MODIFIER_present)
      Flags |= OMPSCAN_PRESENT;
    else if (Modifier != OMPC_MOTION_MODIFIER_unknown &&
             Modifier != OMPC_MOTION_MODIFIER_mapper)
      return refuse(
          C.getBeginLoc(),
          Twine(llvm::omp::getOpenMPClauseName(C.getClauseKind())) + "(" +
              getOpenMPSimpleClauseTypeName(C.getClauseKind(), Modifier) +
              ": ...)");
  }
  for (auto [E, Mapper] : llvm::zip(compat::varlist(&C), C.mapperlists()))
    if (!readMapped(E, Mapper, Flags, C))
      return false;
  return true;
}

/// Whether a call in \p Region has \p Var, or what is computed from it, as an
/// argument. `target` constructs, and functions of OpenMP and OmpScan, know
/// that the host's address stands for the data.
static bool isUsedByCall(const VarDecl *Var, const Stmt *Region) {
  const auto IsVar = [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return Ref && Ref->getDecl()->getCanonicalDecl() == Var->getCanonicalDecl();
  };
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
    const OpenMPDependClauseKind Kind = Depend.getDependencyKind();
    if (Depend.getModifier() ||
        (Kind != OMPC_DEPEND_in && Kind != OMPC_DEPEND_out &&
         Kind != OMPC_DEPEND_inout))
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

bool DataClauseReader::read() {
  bool IsRead = true;
  for (OMPClause *C : D.clauses())
    if (C && !C->isImplicit())
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

/// Whether \p Mapper, of an item of a `map`, is a declared one that moves data
/// each time.
static bool movesAlways(const Expr *Mapper) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Mapper);
  const auto *Declared =
      Ref ? dyn_cast<OMPDeclareMapperDecl>(Ref->getDecl()) : nullptr;
  return Declared && llvm::any_of(Declared->clauses(), [](const OMPClause *C) {
           const auto *Map = dyn_cast_or_null<OMPMapClause>(C);
           return Map && llvm::is_contained(Map->getMapTypeModifiers(),
                                            OMPC_MAP_MODIFIER_always);
         });
}

bool ompscan::plugin::checkMappers(const OMPExecutableDirective &D,
                                   const ASTContext &Context,
                                   const Diagnostics &Diags) {
  for (const OMPClause *C : D.clauses())
    if (const auto *Map = dyn_cast_or_null<OMPMapClause>(C);
        Map && llvm::any_of(Map->mapperlists(), movesAlways)) {
      const SourceLocation Loc =
          C->isImplicit() ? D.getBeginLoc() : C->getBeginLoc();
      Diags.report(Loc, Diag::err_data_clause)
          << "a declared mapper with 'always'"
          << compat::directiveName(D.getDirectiveKind(), Context.getLangOpts());
      return false;
    }
  return true;
}
