//===- ItemReader.cpp - The items of a scan or a reduction ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Clauses/ItemReader.h"
#include "AST/Assignments.h"
#include "AST/ComplexNumbers.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeVisitor.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/Directives.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"

using namespace clang;
using namespace ompscan::plugin;

/// The predefined operator that \p Info names.
static std::optional<Operator> predefined(const DeclarationNameInfo &Info,
                                          const ASTContext &Context) {
  // DirectiveRewriter replaces operators that OpenMP does not have.
  const StringRef Word = originalWord(Info.getLoc(), Context.getSourceManager(),
                                      Context.getLangOpts());
  if (Word == spelling(Operator::Auto))
    return Operator::Auto;
  if (const std::optional<Operator> Own = predefinedOperator(Word))
    return Own;
  const DeclarationName Name = Info.getName();
  const OverloadedOperatorKind Kind = Name.getCXXOverloadedOperator();
  if (Kind != OO_None)
    return predefinedOperator(getOperatorSpelling(Kind));
  const IdentifierInfo *II = Name.getAsIdentifierInfo();
  return II ? predefinedOperator(II->getName()) : std::nullopt;
}

const OMPDeclareReductionDecl *
ompscan::plugin::declaredOperator(const Expr *Combination) {
  // Sema calls an opaque value in place of the declaration.
  const auto *Call = dyn_cast_or_null<CallExpr>(Combination);
  const auto *Callee =
      Call ? dyn_cast<OpaqueValueExpr>(Call->getCallee()) : nullptr;
  if (!Callee || !Callee->getSourceExpr())
    return nullptr;
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Callee->getSourceExpr()->IgnoreImpCasts());
  return Ref ? dyn_cast<OMPDeclareReductionDecl>(Ref->getDecl()) : nullptr;
}

bool ompscan::plugin::combinesBy(const OMPReductionClause &C, Operator Op,
                                 const ASTContext &Context) {
  return predefined(C.getNameInfo(), Context) == Op &&
         llvm::none_of(C.reduction_ops(), declaredOperator);
}

const Expr *ompscan::plugin::itemBase(const Expr *Item) {
  const Expr *E = stripImplicit(Item);
  if (targetOf(E))
    return E;
  if (const Expr *Named = standInFor(E))
    return stripImplicit(Named);
  if (const auto *Section = dyn_cast<ArraySectionExpr>(E)) {
    E = stripImplicit(Section->getBase());
    // The first row, of an array of arrays.
    while (const auto *Row = dyn_cast<ArraySubscriptExpr>(E)) {
      if (!Row->getType()->isArrayType())
        break;
      E = stripImplicit(Row->getBase());
    }
  } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    E = stripImplicit(Subscript->getBase());
  if (const Expr *Named = standInFor(E))
    E = stripImplicit(Named);
  return E;
}

/// Whether \p E is a variable, or a member of a variable, of a pointer's target
/// or of *this.
static bool isObject(const Expr *E) {
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl, VarDecl>(Member->getMemberDecl()))
      return false;
    E = stripImplicit(Member->getBase());
  }
  return isa<DeclRefExpr, CXXThisExpr>(E);
}

/// The reason, as err_item_member numbers it, why the member \p E shares bytes
/// with others.
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

const ValueDecl *ompscan::plugin::declOf(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Whether \p T is a sequence of rows.
static bool hasRows(QualType T) { return isSequence(T) && isRow(elementOf(T)); }

/// Whether \p Row is an element of \p Table, or of a row of it.
static bool isRowOf(const Expr *Row, const Expr *Table,
                    const ASTContext &Context) {
  while (const Expr *Base = elementAccess(Row, Context).Base) {
    if (sameExpression(Base, Table))
      return true;
    Row = Base;
  }
  return false;
}

/// The row of \p Table in which \p S first stores an element; null if there is
/// none.
static const Expr *storedRow(const Stmt *S, const Expr *Table,
                             const ASTContext &Context) {
  const Expr *Row = nullptr;
  const bool IsStored = firstExpr(S, [&](const Expr *E) {
    const Expr *Target = changedBy(E);
    Row = Target ? elementAccess(strip(Target), Context).Base : nullptr;
    return Row && !hasRows(Row->getType()) && isRowOf(Row, Table, Context);
  });
  return IsStored ? Row : nullptr;
}

/// The array or the row that the item \p E of a scan clause names, without the
/// subscripts after it. A placeholder stands for subscripts that belong to a
/// row.
static const Expr *scannedBase(const Expr *E, const ASTContext &Context) {
  E = stripImplicit(E);
  if (targetOf(E))
    return E;
  if (const auto *Section = dyn_cast<ArraySectionExpr>(E))
    E = stripImplicit(Section->getBase());
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    E = stripImplicit(Subscript->getBase());
  if (const Expr *Named = standInFor(E)) {
    E = stripImplicit(Named);
    if (const Expr *Array = elementAccess(E, Context).Base;
        Array && !isSequence(E->getType()))
      E = Array;
  }
  return E;
}

ItemReader::ItemReader(llvm::SmallVectorImpl<Item> &Items,
                       const ScanDirective &D, const ASTContext &Context,
                       const Diagnostics &Diags)
    : Items(Items), D(D), Context(Context), Diags(Diags) {
  const ForStmt *For =
      D.Inner->hasAssociatedStmt() ? loopIn(D.plain()) : nullptr;
  Body = For ? For->getBody() : nullptr;
}

bool ItemReader::read(const OMPReductionClause &C) {
  const auto *Combination = C.reduction_ops().begin();
  const auto *Private = C.privates().begin();
  for (const Expr *Operand : compat::varlist(&C)) {
    const Expr *E = D.operand(Operand);
    const bool IsScanned = isScanClause(C, Context);
    const Expr *Base = IsScanned ? scannedBase(E, Context) : itemBase(E);
    if (IsScanned && hasRows(Base->getType()))
      if (const Expr *Row = storedRow(Body, Base, Context))
        Base = Row;
    const auto *Begin = dyn_cast_or_null<DeclRefExpr>(*Private++);
    // Each directive of a nest lists its reductions.
    const auto *Known = llvm::find_if(
        Items, [&](const Item &I) { return sameExpression(Base, I.Base); });
    // Each operator takes the series that it fits.
    if (Known != Items.end() && IsScanned && isSequence(Base->getType()) &&
        llvm::none_of(Items, [&](const Item &I) {
          return sameExpression(Base, I.Base) &&
                 (I.Declared || I.Op == predefined(C.getNameInfo(), Context));
        })) {
      if (!readItem(C, E, Base, *Combination++))
        return false;
      continue;
    }
    if (Known != Items.end()) {
      ++Combination;
      if (!D.Scan && isSame(*Known, E))
        continue;
      return Diags.report(E->getExprLoc(), IsScanned ? Diag::err_item_twice
                                                     : Diag::err_item_also_in)
             << declOf(tableOf(Base, Context)) << "reduction";
    }
    if (!readItem(C, E, Base, *Combination++))
      return false;
    // That of a placeholder may be a number in place of an object.
    const auto *Private = Begin ? dyn_cast<VarDecl>(Begin->getDecl()) : nullptr;
    Item &New = Items.back();
    New.Private =
        Private && (isNumber(New.Type) || Context.hasSameUnqualifiedType(
                                              Private->getType(), New.Type))
            ? Private
            : nullptr;
  }
  return true;
}

/// Whether \p E is a one-dimensional array that is not a container, or a
/// section or an element of such an array.
static bool isRawArray(const Expr *E, const Expr *Base) {
  const QualType Type = Base->getType().getNonReferenceType();
  if (isArrayClass(Type) || elementOf(Type)->isArrayType())
    return false;
  E = stripImplicit(E);
  return Type->isConstantArrayType() ||
         isa<ArraySectionExpr, ArraySubscriptExpr>(E);
}

/// The maximum size of the accumulators of a list. In a scan every work-item
/// holds several such values; without a scan it holds one, and the runtime sets
/// the limit.
static uint64_t mostListBytes(bool IsScan) {
  return IsScan ? 64 : MostReducedBytes;
}

/// Reads the range of the list \p New from \p E.
bool ItemReader::readList(Item &New, const Expr *E) const {
  const Expr *Written = stripImplicit(E);
  const auto *Section = dyn_cast<ArraySectionExpr>(Written);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Written);
  const ConstantArrayType *Whole =
      Context.getAsConstantArrayType(New.Base->getType().getNonReferenceType());
  const Expr *First = Section   ? Section->getLowerBound()
                      : Element ? Element->getIdx()
                                : nullptr;
  const std::optional<int64_t> Begin =
      First ? constantValue(First, Context) : 0;
  New.First = Begin.value_or(0);
  New.FirstValue = Begin ? nullptr : First;
  std::optional<int64_t> Length;
  if (Element)
    Length = 1;
  else if (Section && Section->getLength())
    Length = constantValue(Section->getLength(), Context);
  else if (Whole && Begin)
    Length = static_cast<int64_t>(Whole->getSize().getZExtValue()) - New.First;
  const uint64_t Bytes =
      Context.getTypeSizeInChars(New.Type).getQuantity() * Length.value_or(0);
  // An element may have a different value on the device.
  const bool IsRead =
      New.FirstValue && anyOf(First, [&](const Expr *Sub) {
        return isa<CallExpr>(Sub) || elementAccess(Sub, Context).Base;
      });
  const uint64_t Most = mostListBytes(D.Scan);
  if (!Length || *Length < 1 || Bytes > Most || IsRead)
    return Diags.report(E->getExprLoc(), Diag::err_list_length)
           << New.Name
           << (IsRead   ? 2
               : Length ? 1
                        : 0)
           << std::to_string(Bytes) << std::to_string(Most) << !D.Scan;
  New.Length = *Length;
  New.All = New.Base;
  if (Whole && Begin && Whole->getSize().getZExtValue() == New.Length)
    return true;
  // *(T (*)[Length])(a + First)
  const SourceLocation Loc = E->getExprLoc();
  const QualType Pointer = Context.getPointerType(New.Type);
  Expr *Address =
      convertTo(Pointer,
                New.Base->getType()->isArrayType() ? CK_ArrayToPointerDecay
                                                   : CK_LValueToRValue,
                const_cast<Expr *>(New.Base), Context);
  if (First) {
    Expr *Offset = const_cast<Expr *>(First);
    if (Offset->isGLValue())
      Offset = convertTo(
          Offset->getType().getNonReferenceType().getUnqualifiedType(),
          CK_LValueToRValue, Offset, Context);
    Address = BinaryOperator::Create(Context, Address, Offset, BO_Add, Pointer,
                                     VK_PRValue, OK_Ordinary, Loc,
                                     FPOptionsOverride());
  }
  const QualType Array = Context.getConstantArrayType(
      New.Type, llvm::APInt(64, New.Length), /*SizeExpr=*/nullptr,
      ArraySizeModifier::Normal, /*IndexTypeQuals=*/0);
  const QualType ToArray = Context.getPointerType(Array);
  Address = CStyleCastExpr::Create(
      Context, ToArray, VK_PRValue, CK_BitCast, Address, /*BasePath=*/nullptr,
      FPOptionsOverride(), Context.getTrivialTypeSourceInfo(ToArray, Loc), Loc,
      Loc);
  New.All = UnaryOperator::Create(Context, Address, UO_Deref, Array, VK_LValue,
                                  OK_Ordinary, Loc, /*CanOverflow=*/false,
                                  FPOptionsOverride());
  return true;
}

/// Whether \p E names exactly the item \p Known.
bool ItemReader::isSame(const Item &Known, const Expr *E) const {
  if (!Known.isList())
    return true;
  Item Other = Known;
  return readList(Other, E) && Other.First == Known.First &&
         Other.Length == Known.Length &&
         !Other.FirstValue == !Known.FirstValue &&
         (!Other.FirstValue ||
          sameExpression(Other.FirstValue, Known.FirstValue));
}

/// Whether \p Body, which may be null, updates an object of type \p Type by an
/// overloaded operator that computes and assigns: `+=`, if \p Sign is `+`.
static bool isUpdatedInPlace(const Stmt *Body, StringRef Sign, QualType Type) {
  class Finder : public TreeVisitor {
  public:
    Finder(StringRef Sign, QualType Type) : Sign(Sign), Type(Type) {}
    bool IsFound = false;

  private:
    bool visitStmt(Stmt &S) override {
      const auto *Call = dyn_cast<CXXOperatorCallExpr>(&S);
      IsFound =
          Call && Call->isAssignmentOp() &&
          getOperatorSpelling(Call->getOperator()) == (Sign + "=").str() &&
          Call->getArg(0)->getType()->getCanonicalTypeUnqualified() ==
              Type->getCanonicalTypeUnqualified();
      return !IsFound;
    }

    const StringRef Sign;
    const QualType Type;
  };
  Finder InBody(Sign, Type);
  InBody.traverseStmt(const_cast<Stmt *>(Body));
  return InBody.IsFound;
}

/// Whether \p Body, which may be null, stores to members of elements of
/// \p Base.
static bool storesMembers(const Stmt *Body, const Expr *Base,
                          const ASTContext &Context) {
  return firstExpr(Body, [&](const Expr *E) {
    const Expr *Target = changedBy(E);
    const Expr *Element =
        Target ? elementHolding(strip(Target), Context) : nullptr;
    return Element && Element != strip(Target) &&
           sameExpression(tableOf(Element, Context), tableOf(Base, Context));
  });
}

/// The operator \p Name that the namespaces around the class of \p Type declare
/// for it; null if there is none.
static const OMPDeclareReductionDecl *operatorBeside(DeclarationName Name,
                                                     QualType Type) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  for (const DeclContext *Place = Class; Place; Place = Place->getParent())
    if (Place->isFileContext())
      for (const NamedDecl *Found : Place->lookup(Name))
        if (const auto *Declared = dyn_cast<OMPDeclareReductionDecl>(Found);
            Declared &&
            Declared->getType().getCanonicalType() == Type.getCanonicalType())
          return Declared;
  return nullptr;
}

bool ItemReader::readItem(const OMPReductionClause &C, const Expr *E,
                          const Expr *Base, const Expr *Combination) {
  const ValueDecl *Decl =
      declOf(isScanClause(C, Context) ? tableOf(Base, Context) : Base);
  if (const Expr *Named = standInFor(stripImplicit(E)))
    E = Named;
  if (isBitVector(Base->getType()))
    return Diags.report(E->getExprLoc(), Diag::err_bits) << text(Base, Context);
  const Expr *Target = targetOf(Base);
  QualType Type = (Target ? Target : Base)->getType().getNonReferenceType();
  const bool IsArray = isSequence(Type);
  // An element of an array is a list of length 1.
  const bool IsList = Decl && IsArray && !isScanClause(C, Context) &&
                      isRawArray(E, Base) && isObject(Base);
  if (!Decl || (!IsArray && !isObject(Base)) || (IsArray && Target) ||
      (IsArray && !isScanClause(C, Context) && !IsList)) {
    auto Report = Diags.report(E->getExprLoc(), Diag::err_item_kind);
    if (Decl)
      Report << Decl;
    else
      Report << "'" + text(E, Context) + "'";
    Report << !isScanClause(C, Context);
    return false;
  }
  if (IsArray) {
    Type = Context.getBaseElementType(elementOf(Type));
  } else if (const std::optional<unsigned> Reason = sharesBytes(Base))
    return Diags.report(E->getExprLoc(), Diag::err_item_member)
           << Decl << *Reason;
  if (Type.isConstQualified())
    return Diags.report(E->getExprLoc(), Diag::err_item_const)
           << Decl << Base->getType()->isPointerType() << text(Base, Context);
  const bool HasEquivalent = !Type->isPointerType() && !Type->isArrayType() &&
                             !Type->isMemberPointerType() &&
                             !Type->isVectorType() && !Type->isFloat16Type() &&
                             !Type->isHalfType() && !Type->isBFloat16Type();
  if (Type.isVolatileQualified() || Type->isAtomicType() || !HasEquivalent)
    return Diags.report(E->getExprLoc(), Diag::err_item_type)
           << Decl << Type
           << (!HasEquivalent         ? 0
               : Type->isAtomicType() ? 2
                                      : 1);
  Item New;
  New.Base = Base;
  // The name of a row includes its subscripts: the loop may store other rows.
  New.Name = declOf(Base) ? Decl->getNameAsString() : text(Base, Context);
  if (Target) {
    New.Name = isa<ArraySubscriptExpr>(Target)
                   ? text(Target, Context)
                   : New.Name.substr(PlaceholderPrefix.size());
    New.All = Target;
  }
  New.Type = Type.getUnqualifiedType();
  New.Declared = declaredOperator(Combination);
  const std::optional<Operator> Op = predefined(C.getNameInfo(), Context);
  // A number may stand for an object, which then has no operator yet.
  const bool MayBeBeside =
      Type->isRecordType() && !isNumber(Type) &&
      !(Op && traits(*Op).Family == OperatorFamily::Function) &&
      Op != Operator::Auto;
  if (!New.Declared && MayBeBeside)
    New.Declared = operatorBeside(C.getNameInfo().getName(), Type);
  const bool IsOfMembers = IsArray && Op && Type->isRecordType() &&
                           isScanClause(C, Context) &&
                           storesMembers(Body, Base, Context);
  if (!New.Declared && (!Op || !isNumber(Type)) && !IsOfMembers) {
    const StringRef Sign = Op ? spelling(*Op) : StringRef();
    return Diags.report(C.getNameInfo().getLoc(), Diag::err_no_combiner)
           << Type
           << (Context.getLangOpts().CPlusPlus && !Sign.empty() &&
               !llvm::isAlpha(Sign.front()))
           << Sign << Type.getAsString(Context.getPrintingPolicy())
           << isUpdatedInPlace(Body, Sign, Type);
  }
  New.Op = New.Declared ? Operator::Declared : *Op;
  if (IsList && !readList(New, E))
    return false;
  Items.push_back(std::move(New));
  return true;
}
