//===- ClauseItems.cpp - The items of a scan or a reduction ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/ClauseReader.h"
#include "Loop/Containers.h"
#include "Loop/Expressions.h"
#include "Pragma/StandIn.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan;

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

const Expr *ompscan::itemBase(const Expr *Item) {
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

const ValueDecl *ompscan::declOf(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Adds the items of \p C, a `scan` clause or a `reduction`.
bool ClauseReader::readItems(const OMPReductionClause &C) {
  const auto *Combination = C.reduction_ops().begin();
  const auto *Private = C.privates().begin();
  for (const Expr *E : compat::varlist(&C)) {
    const Expr *Base = itemBase(E);
    for (const auto &[Name, Array] : D.Bases)
      if (declOf(Base) == Name)
        Base = Array;
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
        Diags.report(E->getExprLoc(),
                     isScan(C) ? Diag::err_item_twice : Diag::err_item_also_in)
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
  if (!Decl || (!IsArray && !isObject(Base)) || (IsArray && !isScan(C))) {
    auto Report = Diags.report(E->getExprLoc(), Diag::err_item_kind);
    if (Decl)
      Report << Decl;
    else
      Report << "";
    Report << !isScan(C);
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

bool ompscan::holdsMember(const Expr *E, const Expr *Member) {
  for (; !sameExpression(E, Member);
       Member = stripImplicit(cast<MemberExpr>(Member)->getBase()))
    if (!isa<MemberExpr>(Member))
      return false;
  return true;
}
