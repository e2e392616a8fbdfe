//===- Clauses.cpp - The clauses of a scan loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/Clauses.h"
#include "Loop/Containers.h"
#include "Loop/DataClauses.h"
#include "Loop/Expressions.h"
#include "Pragma/Disguise.h"
#include "Pragma/StandIn.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan;

/// Whether the user wrote `scan` for \p C.
static bool isScan(const OMPClause &C, const ASTContext &Context) {
  return originalWord(C.getBeginLoc(), Context.getSourceManager(),
                      Context.getLangOpts()) == "scan";
}

OMPReductionClause *ompscan::scanClause(const OMPExecutableDirective &D,
                                        bool OnTarget,
                                        const ASTContext &Context) {
  for (OMPClause *C : D.clauses())
    if (auto *Reduction = dyn_cast_or_null<OMPReductionClause>(C);
        Reduction &&
        (isScan(*C, Context) ||
         (OnTarget && Reduction->getModifier() == OMPC_REDUCTION_inscan)))
      return Reduction;
  return nullptr;
}

/// The predefined operator that \p Name stands for.
static std::optional<Operator> predefined(DeclarationName Name) {
  switch (Name.getCXXOverloadedOperator()) {
  case OO_Plus:
  case OO_Minus:
    return Operator::Add;
  case OO_Star:
    return Operator::Mul;
  case OO_Amp:
    return Operator::And;
  case OO_Pipe:
    return Operator::Or;
  case OO_Caret:
    return Operator::Xor;
  case OO_AmpAmp:
    return Operator::LogicalAnd;
  case OO_PipePipe:
    return Operator::LogicalOr;
  default:
    break;
  }
  const IdentifierInfo *II = Name.getAsIdentifierInfo();
  if (II && II->isStr("min"))
    return Operator::Min;
  if (II && II->isStr("max"))
    return Operator::Max;
  return std::nullopt;
}

/// The declared operator that Sema found for an item, which it combines by
/// \p Combination; or null.
static const OMPDeclareReductionDecl *
declaredOperator(const Expr *Combination) {
  // Sema calls an opaque value that stands for the declaration.
  const auto *Call = dyn_cast_or_null<CallExpr>(Combination);
  const auto *Callee =
      Call ? dyn_cast<OpaqueValueExpr>(Call->getCallee()) : nullptr;
  if (!Callee || !Callee->getSourceExpr())
    return nullptr;
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Callee->getSourceExpr()->IgnoreImpCasts());
  return Ref ? dyn_cast<OMPDeclareReductionDecl>(Ref->getDecl()) : nullptr;
}

/// The array of a list item that may be a section of it.
static const Expr *itemBase(const Expr *Item) {
  const Expr *E = stripImplicit(Item);
  if (const Expr *Named = standInFor(E))
    return stripImplicit(Named);
  if (const auto *Section = dyn_cast<ArraySectionExpr>(E))
    E = stripImplicit(Section->getBase());
  else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    E = stripImplicit(Subscript->getBase());
  if (const Expr *Named = standInFor(E))
    E = stripImplicit(Named);
  return E;
}

/// Whether \p E is a variable, or a member of one, of what one points to, or of
/// *this.
static bool isObject(const Expr *E) {
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl, VarDecl>(Member->getMemberDecl()))
      return false;
    E = stripImplicit(Member->getBase());
  }
  return isa<DeclRefExpr, CXXThisExpr>(E);
}

/// Why the member \p E has no bytes of its own, as err_item_member says it.
static std::optional<unsigned> sharesBytes(const Expr *E) {
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (Field && Field->getParent()->isUnion())
      return 0;
    if (Field && Field->isBitField())
      return 1;
    E = stripImplicit(Member->getBase());
  }
  return std::nullopt;
}

static const ValueDecl *declOf(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

namespace {

class ClauseReader {
public:
  ClauseReader(const ScanDirective &D, const ASTContext &Context,
               const Diagnostics &Diags)
      : D(D), Context(Context), Diags(Diags) {}

  std::optional<Clauses> read();

private:
  bool readItems(const OMPReductionClause &C);
  bool readItem(const OMPReductionClause &C, const Expr *E, const Expr *Base,
                const Expr *Combination);
  bool readClause(OMPClause &C);
  bool readMap(const OMPMapClause &Map);
  bool isWhole(const ArraySectionExpr &Section) const;
  void checkScalarMap(const Expr *Scalar, MapKind Kind) const;
  bool readIf(const OMPIfClause &If);
  bool readDepend(OMPDependClause &Depend);
  bool readPrivate(const OMPPrivateClause &Private);
  bool readFirstprivate(const OMPFirstprivateClause &Firstprivate);
  bool readLastprivate(const OMPLastprivateClause &Lastprivate);
  bool refuseForm(SourceLocation Loc, StringRef Form, unsigned Advice) const;
  template <typename ClauseT> bool refusesItem(const OMPClause &C);

  const ScanDirective &D;
  const ASTContext &Context;
  const Diagnostics &Diags;
  Clauses Result;
};

} // namespace

/// Adds the items of \p C, a `scan` clause or a `reduction`.
bool ClauseReader::readItems(const OMPReductionClause &C) {
  const auto *Combination = C.reduction_ops().begin();
  const auto *Private = C.privates().begin();
  for (const Expr *E : compat::varlist(&C)) {
    const Expr *Base = itemBase(E);
    const auto *Begin = dyn_cast_or_null<DeclRefExpr>(*Private++);
    // Every directive of a nest names its reductions.
    if (!D.Scan && llvm::any_of(Result.Items, [&](const Item &Known) {
          return sameExpression(Base, Known.Base);
        })) {
      ++Combination;
      continue;
    }
    for (const Item &Known : Result.Items)
      if (sameExpression(Base, Known.Base)) {
        Diags.report(E->getExprLoc(), isScan(C, Context)
                                          ? Diag::err_item_twice
                                          : Diag::err_item_also_in)
            << declOf(Base) << "reduction";
        return false;
      }
    if (!readItem(C, E, Base, *Combination++))
      return false;
    Result.Items.back().Private =
        Begin ? dyn_cast<VarDecl>(Begin->getDecl()) : nullptr;
  }
  return true;
}

bool ClauseReader::readItem(const OMPReductionClause &C, const Expr *E,
                            const Expr *Base, const Expr *Combination) {
  if (E->containsErrors())
    return false; // Clang has said so.
  const ValueDecl *Decl = declOf(Base);
  if (const Expr *Named = standInFor(stripImplicit(E)))
    E = Named;
  if (isBitVector(Base->getType())) {
    Diags.report(E->getExprLoc(), Diag::err_bits) << text(Base, Context);
    return false;
  }
  QualType Type = Base->getType().getNonReferenceType();
  const bool IsArray = isSequence(Type);
  // Not an element of an array, which has no name of its own in the loop.
  if (!Decl || (!IsArray && !isObject(Base)) ||
      (IsArray && !isScan(C, Context))) {
    auto Report = Diags.report(E->getExprLoc(), Diag::err_item_kind);
    if (Decl)
      Report << Decl;
    else
      Report << "";
    Report << !isScan(C, Context);
    return false;
  }
  if (IsArray) {
    Type = elementOf(Type);
  } else if (const std::optional<unsigned> Reason = sharesBytes(Base)) {
    Diags.report(E->getExprLoc(), Diag::err_item_member) << Decl << *Reason;
    return false;
  }
  if (Type.isConstQualified()) {
    Diags.report(E->getExprLoc(), Diag::err_item_const) << Decl;
    return false;
  }
  const bool HasEquivalent = !Type->isPointerType() && !Type->isArrayType() &&
                             !Type->isMemberPointerType() &&
                             !Type->isVectorType();
  if (Type.isVolatileQualified() || Type->isAtomicType() || !HasEquivalent) {
    Diags.report(E->getExprLoc(), Diag::err_item_type)
        << Decl << Type
        << (!HasEquivalent         ? 0
            : Type->isAtomicType() ? 2
                                   : 1);
    return false;
  }
  Item New;
  New.Base = Base;
  New.Name = Decl->getNameAsString();
  New.Type = Type.getUnqualifiedType();
  New.Declared = declaredOperator(Combination);
  const std::optional<Operator> Op = predefined(C.getNameInfo().getName());
  if (!New.Declared && (!Op || !Type->isArithmeticType())) {
    Diags.report(C.getNameInfo().getLoc(), Diag::err_no_combiner) << Type;
    return false;
  }
  New.Op = New.Declared ? Operator::Declared : *Op;
  Result.Items.push_back(std::move(New));
  return true;
}

/// Whether \p E is \p Member or something that it is a member of.
static bool holds(const Expr *E, const Expr *Member) {
  for (; !sameExpression(E, Member);
       Member = stripImplicit(cast<MemberExpr>(Member)->getBase()))
    if (!isa<MemberExpr>(Member))
      return false;
  return true;
}

template <typename ClauseT> bool ClauseReader::refusesItem(const OMPClause &C) {
  for (const Expr *E : compat::varlist(cast<ClauseT>(&C)))
    for (const Item &Known : Result.Items)
      if (holds(itemBase(E), Known.Base)) {
        Diags.report(E->getExprLoc(), Diag::err_item_also_in)
            << declOf(Known.Base)
            << llvm::omp::getOpenMPClauseName(C.getClauseKind());
        return true;
      }
  return false;
}

/// Reports the clause \p Form at \p Loc; \p Advice is one of the table's.
bool ClauseReader::refuseForm(SourceLocation Loc, StringRef Form,
                              unsigned Advice) const {
  Diags.report(Loc, Diag::err_clause_form) << Form << Advice;
  return false;
}

/// A scan item or reduction comes back, whatever its map says.
void ClauseReader::checkScalarMap(const Expr *Scalar, MapKind Kind) const {
  if (Kind != MapKind::To && Kind != MapKind::Alloc)
    return;
  for (const Item &Known : Result.Items)
    if (!Known.Base->getType()->isPointerType() &&
        sameExpression(Known.Base, Scalar))
      Diags.report(Scalar->getExprLoc(), Diag::warn_map_to)
          << Known.Name << spelling(Kind) << 1;
}

/// Whether \p Section is all of an array of constant size.
bool ClauseReader::isWhole(const ArraySectionExpr &Section) const {
  const ConstantArrayType *Type = Context.getAsConstantArrayType(
      ArraySectionExpr::getBaseOriginalType(Section.getBase()));
  auto Is = [&](const Expr *E, uint64_t Value) {
    Expr::EvalResult Result;
    return !E ||
           (E->EvaluateAsInt(Result, Context) && Result.Val.getInt() == Value);
  };
  return Type && Is(Section.getLowerBound(), 0) &&
         Is(Section.getLength(), Type->getZExtSize());
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
  // `close` asks for nothing.
  for (OpenMPMapModifierKind Modifier : Map.getMapTypeModifiers()) {
    Item.Always |= Modifier == OMPC_MAP_MODIFIER_always;
    Item.Present |= Modifier == OMPC_MAP_MODIFIER_present;
    if (Modifier == OMPC_MAP_MODIFIER_mapper ||
        Modifier == OMPC_MAP_MODIFIER_iterator) {
      Diags.report(Map.getBeginLoc(), Diag::err_clause)
          << (Twine("map(") +
              getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_map, Modifier) +
              ": ...)")
                 .str();
      return false;
    }
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
        // Whole rows of a loop without a scan may be counted.
        Entry.OtherShape |= D.Scan || !isWhole(*Section);
        Section = Outer;
        Entry.Base = stripImplicit(Outer->getBase());
        Entry.Begin = Outer->getLowerBound();
        Entry.Count = Outer->getLength();
      }
      // `y[i:]` has its length only where the array has a known size.
      if (!Entry.Count &&
          (Entry.Begin || !Entry.Base->getType()->isArrayType()))
        Entry.OtherShape = true;
    } else if (E->getType()->isArrayType()) {
      Entry.Base = E;
    } else {
      // A scalar, or the pointer alone, which maps no element.
      checkScalarMap(E, Item.Kind);
      if (isa<DeclRefExpr, MemberExpr>(E))
        Result.MappedScalars.push_back(E);
      continue;
    }
    Result.Maps.push_back(Entry);
  }
  return true;
}

bool ClauseReader::readIf(const OMPIfClause &If) {
  switch (If.getNameModifier()) {
  case llvm::omp::OMPD_unknown:
  case llvm::omp::OMPD_target:
  case llvm::omp::OMPD_parallel:
  case llvm::omp::OMPD_teams:
    Result.Conditions.push_back(If.getCondition());
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
  Result.Dependences.push_back(&Depend);
  return true;
}

/// Whether a device makes the same of an object without a value as the host.
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
    const auto *Var = dyn_cast_or_null<VarDecl>(declOf(strip(E)));
    if (!Var)
      continue;
    const QualType Type = Var->getType().getNonReferenceType();
    if (Type->isPointerType() || !startsPlain(Type)) {
      Diags.report(E->getExprLoc(), Diag::err_private_type)
          << Var << Type << "private";
      return false;
    }
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
  if (Lastprivate.getKind() == OMPC_LASTPRIVATE_conditional)
    return refuseForm(Lastprivate.getBeginLoc(),
                      "lastprivate(conditional: ...)", /*Advice=*/3);
  for (const Expr *E : compat::varlist(&Lastprivate))
    Result.Lastprivates.push_back(E);
  return true;
}

bool ClauseReader::readClause(OMPClause &C) {
  switch (C.getClauseKind()) {
  case llvm::omp::OMPC_map:
    return readMap(cast<OMPMapClause>(C));
  case llvm::omp::OMPC_device: {
    const DeviceChoice Choice = readDevice(cast<OMPDeviceClause>(C), Context);
    Result.Device = Choice.Kind;
    Result.DeviceNumber = Choice.Number;
    return true;
  }
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
    if (refusesItem<OMPLinearClause>(C))
      return false;
    break;
  case llvm::omp::OMPC_default:
    if (cast<OMPDefaultClause>(C).getDefaultKind() ==
        llvm::omp::OMP_DEFAULT_private)
      return refuseForm(C.getBeginLoc(), "default(private)", /*Advice=*/0);
    return true;
  case llvm::omp::OMPC_is_device_ptr:
  case llvm::omp::OMPC_has_device_addr:
    return refuseForm(C.getBeginLoc(),
                      llvm::omp::getOpenMPClauseName(C.getClauseKind()),
                      /*Advice=*/1);
  case llvm::omp::OMPC_order:
    Result.Reproducible |= cast<OMPOrderClause>(C).getModifier() ==
                           OMPC_ORDER_MODIFIER_reproducible;
    return true;
  case llvm::omp::OMPC_collapse: {
    Expr::EvalResult Count;
    const Expr *Loops = cast<OMPCollapseClause>(C).getNumForLoops();
    if (!Loops || !Loops->EvaluateAsInt(Count, Context) ||
        Count.Val.getInt().isNegative() ||
        Count.Val.getInt().ugt(D.Scan ? 2 : 16))
      break;
    Result.Loops = Count.Val.getInt().getZExtValue();
    return true;
  }
  // What these say holds for the device loop, or only advises a team of host
  // threads.
  case llvm::omp::OMPC_shared:
  case llvm::omp::OMPC_bind:
  case llvm::omp::OMPC_nowait: // The loop is over when the program goes on.
  case llvm::omp::OMPC_num_threads:
  case llvm::omp::OMPC_schedule:
  case llvm::omp::OMPC_proc_bind:
  case llvm::omp::OMPC_num_teams:
  case llvm::omp::OMPC_thread_limit:
  case llvm::omp::OMPC_dist_schedule:
  case llvm::omp::OMPC_simdlen:
  case llvm::omp::OMPC_safelen:
  case llvm::omp::OMPC_aligned:
  case llvm::omp::OMPC_nontemporal:
    return true;
  default:
    break;
  }
  Diags.report(C.getBeginLoc(), Diag::err_clause)
      << llvm::omp::getOpenMPClauseName(C.getClauseKind());
  return false;
}

std::optional<Clauses> ClauseReader::read() {
  Result.ScanLoc =
      !D.Scan ? D.Outer->getBeginLoc()
      : isScan(*D.Scan, Context)
          ? originalLoc(D.Scan->getBeginLoc(), Context.getSourceManager())
          : D.Scan->getBeginLoc();
  llvm::SmallVector<OMPClause *, 8> All(D.Outer->clauses());
  for (const OMPExecutableDirective *Next : D.Between)
    All.append(Next->clauses().begin(), Next->clauses().end());
  if (D.Inner != D.Outer)
    All.append(D.Inner->clauses().begin(), D.Inner->clauses().end());
  // The items first: the other clauses are compared with them.
  for (const bool Scans : {true, false})
    for (const OMPClause *C : All) {
      const auto *Reduction = dyn_cast_or_null<OMPReductionClause>(C);
      if (!Reduction || Reduction->isImplicit())
        continue;
      const bool IsScan = isScan(*C, Context) ||
                          Reduction->getModifier() == OMPC_REDUCTION_inscan;
      if (IsScan == Scans && !readItems(*Reduction))
        return std::nullopt;
    }
  // What `default(firstprivate)` adds is as if it were written.
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

std::optional<Clauses> ompscan::analyzeClauses(const ScanDirective &D,
                                               const ASTContext &Context,
                                               const Diagnostics &Diags) {
  return ClauseReader(D, Context, Diags).read();
}
