//===- Clauses.cpp - The clauses of a scan loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Clauses/Clauses.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Clauses/DataClauses.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Reads the clauses of one directive.
class ClauseReader {
public:
  ClauseReader(const ScanDirective &D, const ASTContext &Context,
               const Diagnostics &Diags)
      : D(D), Context(Context), Diags(Diags) {}

  std::optional<Clauses> read();

private:
  const Item *listOf(const Expr *Base) const;
  bool readClause(OMPClause &C);
  bool readMap(const OMPMapClause &Map);
  bool isWhole(const ArraySectionExpr &Section) const;
  template <typename ClauseT> bool readOnDevice(const ClauseT &C);
  void checkScalarMap(const Expr *Scalar, MapKind Kind) const;
  bool readIf(const OMPIfClause &If);
  bool readDepend(OMPDependClause &Depend);
  bool readPrivate(const OMPPrivateClause &Private);
  bool readFirstprivate(const OMPFirstprivateClause &Firstprivate);
  bool readLastprivate(const OMPLastprivateClause &Lastprivate);
  bool readConditional(const Expr *E);
  bool readLinear(const OMPLinearClause &Linear);
  bool refuseForm(SourceLocation Loc, StringRef Form, unsigned Advice) const;
  template <typename ClauseT> bool refusesItem(const OMPClause &C);

  const ScanDirective &D;
  const ASTContext &Context;
  const Diagnostics &Diags;
  Clauses Result;
};

} // namespace

/// Whether \p E is \p Member or an object that contains it.
static bool holdsMember(const Expr *E, const Expr *Member) {
  for (; !sameExpression(E, Member);
       Member = stripImplicit(cast<MemberExpr>(Member)->getBase()))
    if (!isa<MemberExpr>(Member))
      return false;
  return true;
}

/// \returns \p Kind as an omp_proc_bind_t.
static unsigned bindingOf(llvm::omp::ProcBindKind Kind) {
  switch (Kind) {
  case llvm::omp::OMP_PROC_BIND_close:
    return 3;
  case llvm::omp::OMP_PROC_BIND_spread:
    return 4;
  default:
    return 2; // master, primary
  }
}

/// Reports an item of the loop that \p C also names.
template <typename ClauseT> bool ClauseReader::refusesItem(const OMPClause &C) {
  for (const Expr *E : compat::varlist(cast<ClauseT>(&C)))
    for (const Item &Known : Result.Items)
      if (holdsMember(itemBase(E), Known.Base)) {
        Diags.report(E->getExprLoc(), Diag::err_item_also_in)
            << declOf(Known.Base)
            << llvm::omp::getOpenMPClauseName(C.getClauseKind());
        return true;
      }
  return false;
}

/// The list whose array is \p Base, or null.
const Item *ClauseReader::listOf(const Expr *Base) const {
  const auto *Found = llvm::find_if(Result.Items, [&](const Item &Known) {
    return Known.isList() && sameExpression(Known.Base, Base);
  });
  return Found == Result.Items.end() ? nullptr : Found;
}

/// Reports the clause form \p Form at \p Loc. \p Advice is a number of
/// err_clause_form.
bool ClauseReader::refuseForm(SourceLocation Loc, StringRef Form,
                              unsigned Advice) const {
  return Diags.report(Loc, Diag::err_clause_form) << Form << Advice;
}

bool ClauseReader::readIf(const OMPIfClause &If) {
  switch (If.getNameModifier()) {
  case llvm::omp::OMPD_unknown:
    // On `for simd` it is the condition of `simd`.
    if (isa<OMPForSimdDirective>(D.Inner) &&
        llvm::is_contained(D.Inner->clauses(), &If))
      return true;
    [[fallthrough]];
  case llvm::omp::OMPD_target:
  case llvm::omp::OMPD_parallel:
  case llvm::omp::OMPD_teams:
    Result.Where.Conditions.push_back(If.getCondition());
    return true;
  case llvm::omp::OMPD_simd:
    return true; // Advises the host's compiler.
  default:
    Diags.report(If.getBeginLoc(), Diag::err_clause) << "if";
    return false;
  }
}

bool ClauseReader::readDepend(OMPDependClause &Depend) {
  const OpenMPDependClauseKind Kind = Depend.getDependencyKind();
  if (Depend.getModifier() ||
      (Kind != OMPC_DEPEND_in && Kind != OMPC_DEPEND_out &&
       Kind != OMPC_DEPEND_inout))
    return refuseForm(
        Depend.getBeginLoc(),
        Depend.getModifier()
            ? "depend(iterator(...), ...)"
            : (Twine("depend(") +
               getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_depend, Kind) +
               ": ...)")
                  .str(),
        /*Advice=*/2);
  Result.Where.Dependences.push_back(&Depend);
  return true;
}

/// Whether default initialization of an object has the same effect on a device
/// as on the host.
static bool startsPlain(QualType Type) {
  const CXXRecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !Record ||
         (Record->hasTrivialDefaultConstructor() &&
          Record->hasTrivialDestructor() && Record->hasTrivialCopyAssignment());
}

bool ClauseReader::readPrivate(const OMPPrivateClause &Private) {
  if (refusesItem<OMPPrivateClause>(Private))
    return false;
  for (const Expr *E : compat::varlist(&Private)) {
    const auto *Var = dyn_cast_or_null<VarDecl>(declOf(strip(D.operand(E))));
    if (!Var)
      continue;
    const QualType Type = Var->getType().getNonReferenceType();
    if (Type->isPointerType() || !startsPlain(Type))
      return Diags.report(E->getExprLoc(), Diag::err_private_type)
             << Var << Type << "private";
    Result.Privates.push_back(Var);
  }
  return true;
}

bool ClauseReader::readFirstprivate(const OMPFirstprivateClause &Firstprivate) {
  if (refusesItem<OMPFirstprivateClause>(Firstprivate))
    return false;
  for (const Expr *E : compat::varlist(&Firstprivate))
    Result.Firstprivates.push_back(E);
  return true;
}

bool ClauseReader::readLastprivate(const OMPLastprivateClause &Lastprivate) {
  if (refusesItem<OMPLastprivateClause>(Lastprivate))
    return false;
  const bool IsConditional =
      Lastprivate.getKind() == OMPC_LASTPRIVATE_conditional;
  if (IsConditional && !D.Scan)
    return refuseForm(Lastprivate.getBeginLoc(),
                      "lastprivate(conditional: ...)", /*Advice=*/3);
  if (IsConditional)
    return llvm::all_of(compat::varlist(&Lastprivate),
                        [this](const Expr *E) { return readConditional(E); });
  for (const Expr *E : compat::varlist(&Lastprivate))
    Result.Lastprivates.push_back(E);
  return true;
}

/// `lastprivate(conditional : x)` is `scan(last : x)`.
bool ClauseReader::readConditional(const Expr *E) {
  Item New;
  New.Base = itemBase(E);
  New.Type = New.Base->getType().getNonReferenceType();
  const ValueDecl *Decl = declOf(New.Base);
  if (!Decl || !New.Type->isArithmeticType() ||
      New.Type.isVolatileQualified()) {
    auto Report = Diags.report(E->getExprLoc(), Diag::err_private_type);
    if (Decl)
      Report << Decl;
    else
      Report << "this";
    Report << New.Type << "lastprivate";
    return false;
  }
  New.Name = Decl->getNameAsString();
  New.Op = Operator::Last;
  Result.Items.push_back(std::move(New));
  return true;
}

/// A variable that advances by the step of the clause has another operand
/// (Normalize/Advances).
bool ClauseReader::readLinear(const OMPLinearClause &Linear) {
  if (refusesItem<OMPLinearClause>(Linear))
    return false;
  for (const Expr *E : compat::varlist(&Linear))
    if (D.operand(E) == E)
      return refuseForm(E->getExprLoc(), "linear", /*Advice=*/4);
  return true;
}

/// Records arrays of clauses such as `is_device_ptr`.
template <typename ClauseT> bool ClauseReader::readOnDevice(const ClauseT &C) {
  for (const Expr *E : compat::varlist(&C)) {
    MapItem New;
    New.Base = itemBase(E);
    New.OnDevice = true;
    New.Loc = E->getExprLoc();
    if (const ompscan::plugin::Item *List = listOf(New.Base))
      return Diags.report(New.Loc, Diag::err_item_also_in)
             << declOf(List->Base)
             << llvm::omp::getOpenMPClauseName(C.getClauseKind());
    if (!isSequence(New.Base->getType()))
      return refuseForm(
          New.Loc,
          (llvm::omp::getOpenMPClauseName(C.getClauseKind()) + " of a scalar")
              .str(),
          /*Advice=*/1);
    Result.Maps.push_back(New);
  }
  return true;
}

/// Warns about a map without a transfer to the host: the value of an item is
/// transferred anyway.
void ClauseReader::checkScalarMap(const Expr *Scalar, MapKind Kind) const {
  if (Kind != MapKind::To && Kind != MapKind::Alloc)
    return;
  for (const Item &Known : Result.Items)
    if ((Known.isList() || !Known.Base->getType()->isPointerType()) &&
        sameExpression(Known.Base, Scalar))
      Diags.report(Scalar->getExprLoc(), Diag::warn_map_to)
          << Known.Name << spelling(Kind) << 1;
}

/// Whether \p Section is all of an array.
bool ClauseReader::isWhole(const ArraySectionExpr &Section) const {
  const QualType Whole =
      ArraySectionExpr::getBaseOriginalType(Section.getBase());
  if (const VariableArrayType *Variable = Context.getAsVariableArrayType(Whole))
    return (!Section.getLowerBound() ||
            constantValue(Section.getLowerBound(), Context) == 0) &&
           (!Section.getLength() ||
            sameExpression(stripImplicit(Section.getLength()),
                           stripImplicit(Variable->getSizeExpr())));
  const ConstantArrayType *Type = Context.getAsConstantArrayType(Whole);
  auto Is = [&](const Expr *E, uint64_t Value) {
    Expr::EvalResult Result;
    return !E ||
           (E->EvaluateAsInt(Result, Context) && Result.Val.getInt() == Value);
  };
  return Type && Is(Section.getLowerBound(), 0) &&
         Is(Section.getLength(), Type->getSize().getZExtValue());
}

/// Whether the loop finds all values on the device, and leaves all results, in
/// spite of \p C: scalars that the loop assigns are items, or private.
static bool keepsValues(const OMPDefaultmapClause &C) {
  switch (C.getDefaultmapModifier()) {
  case OMPC_DEFAULTMAP_MODIFIER_tofrom:
  case OMPC_DEFAULTMAP_MODIFIER_none:
  case OMPC_DEFAULTMAP_MODIFIER_default:
    return true;
  case OMPC_DEFAULTMAP_MODIFIER_firstprivate:
    return C.getDefaultmapKind() == OMPC_DEFAULTMAP_scalar ||
           C.getDefaultmapKind() == OMPC_DEFAULTMAP_pointer;
  default:
    return false;
  }
}

bool ClauseReader::readMap(const OMPMapClause &Map) {
  MapItem Item;
  switch (Map.getMapType()) {
  case OMPC_MAP_to:
    Item.Kind = MapKind::To;
    break;
  case OMPC_MAP_from:
    Item.Kind = MapKind::From;
    break;
  case OMPC_MAP_alloc:
    Item.Kind = MapKind::Alloc;
    break;
  case OMPC_MAP_tofrom:
  case OMPC_MAP_unknown:
    Item.Kind = MapKind::ToFrom;
    break;
  default:
    Diags.report(Map.getBeginLoc(), Diag::err_clause)
        << (Twine("map(") +
            getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_map,
                                          Map.getMapType()) +
            ": ...)")
               .str();
    return false;
  }
  // `close` is a hint.
  for (OpenMPMapModifierKind Modifier : Map.getMapTypeModifiers()) {
    Item.Always |= Modifier == OMPC_MAP_MODIFIER_always;
    Item.Present |= Modifier == OMPC_MAP_MODIFIER_present;
    if (Modifier != OMPC_MAP_MODIFIER_unknown &&
        Modifier != OMPC_MAP_MODIFIER_always &&
        Modifier != OMPC_MAP_MODIFIER_close &&
        Modifier != OMPC_MAP_MODIFIER_present)
      return Diags.report(Map.getBeginLoc(), Diag::err_clause)
             << (Twine("map(") +
                 getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_map, Modifier) +
                 ": ...)")
                    .str();
  }
  for (const Expr *E : compat::varlist(&Map)) {
    MapItem Entry = Item;
    Entry.Loc = E->getExprLoc();
    E = stripImplicit(E);
    if (const auto *Section = dyn_cast<ArraySectionExpr>(E)) {
      Entry.Base = stripImplicit(Section->getBase());
      Entry.Begin = Section->getLowerBound();
      Entry.Count = Section->getLength();
      while (const auto *Outer = dyn_cast<ArraySectionExpr>(Entry.Base)) {
        Entry.OtherShape |= !isWhole(*Section);
        Section = Outer;
        Entry.Base = stripImplicit(Outer->getBase());
        Entry.Begin = Outer->getLowerBound();
        Entry.Count = Outer->getLength();
      }
      // The length of `y[i:]` is known only for arrays of known size.
      if (!Entry.Count &&
          (Entry.Begin || !Entry.Base->getType()->isArrayType()))
        Entry.OtherShape = true;
      // A section of no elements maps nothing; it names data on the device.
      if (Entry.Count && constantValue(Entry.Count, Context) == 0)
        continue;
    } else if (E->getType()->isArrayType()) {
      Entry.Base = E;
    } else {
      // A scalar, or a pointer alone, which maps no element.
      checkScalarMap(E, Item.Kind);
      if (isa<DeclRefExpr, MemberExpr>(E))
        Result.Where.MappedScalars.push_back(E);
      continue;
    }
    if (listOf(Entry.Base))
      checkScalarMap(Entry.Base, Item.Kind);
    Result.Maps.push_back(Entry);
  }
  return true;
}

bool ClauseReader::readClause(OMPClause &C) {
  switch (C.getClauseKind()) {
  case llvm::omp::OMPC_map:
    return readMap(cast<OMPMapClause>(C));
  case llvm::omp::OMPC_nowait:
    // On `for` it only allows other threads to go on.
    Result.Where.IsNowait |=
        !isa<OMPForDirective, OMPForSimdDirective>(D.Inner);
    return true;
  case llvm::omp::OMPC_num_threads:
    Result.Where.Threads = cast<OMPNumThreadsClause>(C).getNumThreads();
    return true;
  case llvm::omp::OMPC_device:
    Result.Where.Device = readDevice(cast<OMPDeviceClause>(C), Context);
    return true;
  case llvm::omp::OMPC_reduction:
    return true; // See read().
  case llvm::omp::OMPC_if:
    return readIf(cast<OMPIfClause>(C));
  case llvm::omp::OMPC_depend:
    return readDepend(cast<OMPDependClause>(C));
  case llvm::omp::OMPC_private:
    return readPrivate(cast<OMPPrivateClause>(C));
  case llvm::omp::OMPC_firstprivate:
    return readFirstprivate(cast<OMPFirstprivateClause>(C));
  case llvm::omp::OMPC_lastprivate:
    return readLastprivate(cast<OMPLastprivateClause>(C));
  case llvm::omp::OMPC_linear:
    return readLinear(cast<OMPLinearClause>(C));
  case llvm::omp::OMPC_default:
    if (cast<OMPDefaultClause>(C).getDefaultKind() ==
        llvm::omp::OMP_DEFAULT_private)
      return refuseForm(C.getBeginLoc(), "default(private)", /*Advice=*/0);
    return true;
  case llvm::omp::OMPC_defaultmap:
    if (keepsValues(cast<OMPDefaultmapClause>(C)))
      return true;
    break;
  case llvm::omp::OMPC_is_device_ptr:
    return readOnDevice(cast<OMPIsDevicePtrClause>(C));
  case llvm::omp::OMPC_has_device_addr:
    return readOnDevice(cast<OMPHasDeviceAddrClause>(C));
  case llvm::omp::OMPC_order:
    Result.Where.IsOrdered |= compat::isReproducible(cast<OMPOrderClause>(C));
    Result.Where.IsReproducible |= Result.Where.IsOrdered;
    return true;
  case llvm::omp::OMPC_collapse: {
    Expr::EvalResult Count;
    const Expr *Loops = cast<OMPCollapseClause>(C).getNumForLoops();
    if (!Loops || !Loops->EvaluateAsInt(Count, Context) ||
        Count.Val.getInt().isNegative() || Count.Val.getInt().ugt(16))
      break;
    Result.Loops = Count.Val.getInt().getZExtValue();
    return true;
  }
  case llvm::omp::OMPC_proc_bind:
    Result.Where.Binding =
        bindingOf(cast<OMPProcBindClause>(C).getProcBindKind());
    return true;
  default:
    if (onlyAdvises(C.getClauseKind()))
      return true;
    break;
  }
  return Diags.report(C.getBeginLoc(), Diag::err_clause)
         << llvm::omp::getOpenMPClauseName(C.getClauseKind());
}

std::optional<Clauses> ClauseReader::read() {
  Result.ScanLoc =
      !D.Scan ? D.Outer->getBeginLoc()
      : isScanClause(*D.Scan, Context)
          ? originalLoc(D.Scan->getBeginLoc(), Context.getSourceManager())
          : D.Scan->getBeginLoc();
  Result.IsTarget =
      isOpenMPTargetExecutionDirective(D.Outer->getDirectiveKind());
  Result.Where.FollowsData = !Result.IsTarget;
  Result.Where.BorrowsData =
      Result.IsTarget && compat::hasOwnOffload(Context.getLangOpts());
  for (const OMPExecutableDirective *Data : D.Data)
    for (const OMPClause *C : Data->clauses())
      if (const auto *Map = dyn_cast_or_null<OMPMapClause>(C))
        for (const Expr *E : compat::varlist(Map))
          Result.MappedAround.push_back(itemBase(E));
  auto All = llvm::to_vector<8>(D.Outer->clauses());
  for (const OMPExecutableDirective *Next : D.Between)
    All.append(Next->clauses().begin(), Next->clauses().end());
  if (D.Inner != D.Outer)
    All.append(D.Inner->clauses().begin(), D.Inner->clauses().end());
  // Read the items first: other clauses are compared with them.
  ItemReader Items(Result.Items, D, Context, Diags);
  for (const bool Scans : {true, false})
    for (const OMPClause *C : All) {
      const auto *Reduction = dyn_cast_or_null<OMPReductionClause>(C);
      if (!Reduction || Reduction->isImplicit())
        continue;
      const bool IsScan = isScanClause(*C, Context) ||
                          Reduction->getModifier() == OMPC_REDUCTION_inscan;
      if (IsScan == Scans && !Items.read(*Reduction))
        return std::nullopt;
    }
  // Such sums are the same in every run. Loops with that promise run by their
  // kernels on one thread as well.
  Result.Where.IsReproducible |= haveLongSums(Result.Items);
  // Clauses that `default(firstprivate)` adds count like written ones.
  const bool AddsFirstprivates = llvm::any_of(All, [](const OMPClause *C) {
    const auto *Default = dyn_cast_or_null<OMPDefaultClause>(C);
    return Default &&
           Default->getDefaultKind() == llvm::omp::OMP_DEFAULT_firstprivate;
  });
  for (OMPClause *C : All) {
    if (!C)
      continue;
    const bool Counts = !C->isImplicit() ||
                        (AddsFirstprivates && isa<OMPFirstprivateClause>(C));
    if (Counts && !readClause(*C))
      return std::nullopt;
  }
  return Result;
}

std::optional<Clauses>
ompscan::plugin::analyzeClauses(const ScanDirective &D,
                                const ASTContext &Context,
                                const Diagnostics &Diags) {
  return ClauseReader(D, Context, Diags).read();
}
