//===- DataClauses.cpp - The data that clauses name -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Clauses/DataClauses.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "ompscan/data.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"

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
  DataClauseReader(const OMPExecutableDirective &D, const ASTContext &Context,
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
  bool refuseMapper(const OMPClause &C, const Expr *Mapper) const;

  const OMPExecutableDirective &D;
  const ASTContext &Context;
  const Diagnostics *Diags; ///< null for `target` constructs
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
  Result.Items.push_back(std::move(Item));
  return true;
}

bool DataClauseReader::refuseMapper(const OMPClause &C,
                                    const Expr *Mapper) const {
  // If no mapper is declared, this is null or a name that was not found.
  return isa_and_nonnull<DeclRefExpr>(Mapper) &&
         !refuse(C.getBeginLoc(), "a declared mapper");
}

bool DataClauseReader::readMap(const OMPMapClause &Map) {
  unsigned Flags = 0;
  switch (Map.getMapType()) {
  case OMPC_MAP_to:
    Flags = OMPSCAN_TO;
    break;
  case OMPC_MAP_from:
    Flags = OMPSCAN_FROM;
    break;
  case OMPC_MAP_tofrom:
  case OMPC_MAP_unknown:
    Flags = OMPSCAN_TOFROM;
    break;
  case OMPC_MAP_alloc:
  case OMPC_MAP_release:
    break;
  case OMPC_MAP_delete:
    Flags = OMPSCAN_DELETE;
    break;
  default:
    return refuse(Map.getBeginLoc(), "this map type");
  }
  for (OpenMPMapModifierKind Modifier : Map.getMapTypeModifiers()) {
    if (Modifier == OMPC_MAP_MODIFIER_always)
      Flags |= OMPSCAN_ALWAYS;
    else if (Modifier == OMPC_MAP_MODIFIER_present)
      Flags |= OMPSCAN_PRESENT;
    else if (Modifier != OMPC_MAP_MODIFIER_unknown &&
             Modifier != OMPC_MAP_MODIFIER_close)
      return refuse(Map.getBeginLoc(), Twine("map(") +
                                           getOpenMPSimpleClauseTypeName(
                                               llvm::omp::OMPC_map, Modifier) +
                                           ": ...)");
  }
  for (const Expr *Mapper : Map.mapperlists())
    if (refuseMapper(Map, Mapper))
      return false;
  for (const Expr *E : compat::varlist(&Map))
    if (!readItem(E, Flags))
      return false;
  return true;
}

/// Reads a `to` or `from` clause of `target update`.
template <typename ClauseT>
bool DataClauseReader::readMotion(const ClauseT &C, unsigned Flags) {
  for (OpenMPMotionModifierKind Modifier : C.getMotionModifiers()) {
    if (Modifier == OMPC_MOTION_MODIFIER_present)
      Flags |= OMPSCAN_PRESENT;
    else if (Modifier != OMPC_MOTION_MODIFIER_unknown)
      return refuse(
          C.getBeginLoc(),
          Twine(llvm::omp::getOpenMPClauseName(C.getClauseKind())) + "(" +
              getOpenMPSimpleClauseTypeName(C.getClauseKind(), Modifier) +
              ": ...)");
  }
  for (const Expr *Mapper : C.mapperlists())
    if (refuseMapper(C, Mapper))
      return false;
  for (const Expr *E : compat::varlist(&C))
    if (!readItem(E, Flags))
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

std::optional<DataClauses>
ompscan::plugin::readDataDirective(OMPExecutableDirective &D,
                                   const ASTContext &Context,
                                   const Diagnostics &Diags) {
  DataClauseReader Reader(D, Context, &Diags);
  if (!Reader.read())
    return std::nullopt;
  return std::move(Reader.Result);
}

DataClauses ompscan::plugin::readTargetClauses(OMPExecutableDirective &D,
                                               const ASTContext &Context) {
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
