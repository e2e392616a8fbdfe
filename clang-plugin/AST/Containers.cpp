//===- Containers.cpp - Arrays, and what C++ has instead of them ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The specialization \p T of a standard template with one of \p Names; null if
/// it is none.
static const ClassTemplateSpecializationDecl *
specialization(QualType T, ArrayRef<StringRef> Names) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
                 Class->getTemplateArgs().size() != 0 &&
                 Class->getTemplateArgs()[0].getKind() ==
                     TemplateArgument::Type &&
                 llvm::is_contained(Names, Class->getName())
             ? Class
             : nullptr;
}

static const ClassTemplateSpecializationDecl *specialization(QualType T) {
  return specialization(T, {"vector", "array", "span", "valarray",
                            "basic_string", "basic_string_view"});
}

bool ompscan::plugin::isArrayOwner(QualType T) {
  const auto *Class = specialization(T, {"unique_ptr", "shared_ptr"});
  return Class && Class->getTemplateArgs()[0].getAsType()->isArrayType();
}

/// The class that is the iterator \p T; null if that is another type.
static const ClassTemplateSpecializationDecl *iteratorClass(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || !Class->getIdentifier() ||
      (Class->getName() != "__normal_iterator" &&
       Class->getName() != "__wrap_iter") ||
      Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return nullptr;
  const QualType Pointer = Class->getTemplateArgs()[0].getAsType();
  return Pointer->isPointerType() && Pointer->getPointeeType()->isObjectType()
             ? Class
             : nullptr;
}

bool ompscan::plugin::isIterator(QualType T) { return iteratorClass(T); }

bool ompscan::plugin::isArrayClass(QualType T) {
  return isContainer(T) || isArrayOwner(T) || isIterator(T);
}

bool ompscan::plugin::isOtherContainer(QualType T) {
  return !isArrayOwner(T) &&
         specialization(T, {"deque", "list", "forward_list", "map", "multimap",
                            "set", "multiset", "unordered_map", "unordered_set",
                            "stack", "queue", "initializer_list", "unique_ptr",
                            "shared_ptr"});
}

bool ompscan::plugin::isContainer(QualType T) {
  return specialization(T) && !isBitVector(T);
}

bool ompscan::plugin::isValarray(QualType T) {
  const auto *Class = specialization(T);
  return Class && Class->getName() == "valarray";
}

bool ompscan::plugin::isBitVector(QualType T) {
  const auto *Class = specialization(T);
  return Class && Class->getName() == "vector" &&
         Class->getTemplateArgs()[0].getAsType()->isBooleanType();
}

Bit ompscan::plugin::bitNamed(const Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(stripImplicit(E));
  if (!Call || Call->getOperator() != OO_Subscript || Call->getNumArgs() != 2)
    return {};
  const Expr *Object = stripImplicit(Call->getArg(0));
  if (!isBitVector(Object->getType()))
    return {};
  // A signed number is not negative here: it is converted without a change.
  const Expr *Number = strip(Call->getArg(1));
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Number);
      Cast && Cast->getCastKind() == CK_IntegralCast &&
      Cast->getSubExpr()->getType()->isSignedIntegerType())
    Number = Cast->getSubExpr();
  return {Object, Number};
}

Bit ompscan::plugin::bitRead(const Expr *E) {
  if (!E->getType()->isBooleanType())
    return {};
  E = stripImplicit(E);
  // The class that stands for a bit that may change is converted.
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
      Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
    E = Call->getImplicitObjectArgument();
  return bitNamed(E);
}

/// The public member \p Name of \p Class or its bases; null if there is none.
static const FieldDecl *fieldOf(const CXXRecordDecl *Class, StringRef Name) {
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class)
    return nullptr;
  for (const FieldDecl *Field : Class->fields())
    if (Field->getName() == Name && Field->getAccess() == AS_public)
      return Field;
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (const FieldDecl *Field =
            fieldOf(Base.getType()->getAsCXXRecordDecl(), Name))
      return Field;
  return nullptr;
}

const FieldDecl *ompscan::plugin::bitWords(QualType T) {
  for (const CXXMethodDecl *Method : specialization(T)->methods())
    if (Method->getIdentifier() && Method->getName() == "begin")
      if (const FieldDecl *Field =
              fieldOf(Method->getReturnType()->getAsCXXRecordDecl(), "_M_p");
          Field && Field->getType()->isPointerType() &&
          Field->getType()->getPointeeType()->isUnsignedIntegerType())
        return Field;
  return nullptr;
}

bool ompscan::plugin::isSequence(QualType T) {
  T = T.getNonReferenceType();
  return T->isPointerType() || T->isArrayType() || isArrayClass(T);
}

bool ompscan::plugin::isRow(QualType T) {
  return T->isPointerType() || isArrayOwner(T) ||
         specialization(T, {"vector", "basic_string"});
}

QualType ompscan::plugin::elementOf(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    return T->getPointeeType();
  if (T->isArrayType())
    return QualType(T->getArrayElementTypeNoTypeQual(), 0);
  if (isArrayOwner(T))
    return elementOf(
        cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl())
            ->getTemplateArgs()[0]
            .getAsType());
  if (const auto *Iterator = iteratorClass(T))
    return Iterator->getTemplateArgs()[0].getAsType()->getPointeeType();
  const auto *Class = specialization(T);
  const QualType Element = Class->getTemplateArgs()[0].getAsType();
  const bool IsView = Class->getName() == "span";
  return (T.isConstQualified() && !IsView) ||
                 Class->getName() == "basic_string_view"
             ? Element.withConst()
             : Element;
}

/// The container or owner on which \p E calls one of \p Members.
static const Expr *calledOn(const Expr *E, ArrayRef<StringRef> Members) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripImplicit(E));
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() || Call->getNumArgs() != 0 ||
      !llvm::is_contained(Members, Method->getName()))
    return nullptr;
  const Expr *Object = stripImplicit(Call->getImplicitObjectArgument());
  return isArrayClass(Object->getType()) || isBitVector(Object->getType())
             ? Object
             : nullptr;
}

const Expr *ompscan::plugin::sizedContainer(const Expr *E) {
  return calledOn(E, {"size", "length"});
}

/// The iterator on which \p E calls the operator \p Operator.
static const Expr *iteratorOf(const Expr *E, OverloadedOperatorKind Operator) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(stripImplicit(E));
  if (!Call || Call->getOperator() != Operator || Call->getNumArgs() != 1)
    return nullptr;
  const Expr *Iterator = stripImplicit(Call->getArg(0));
  return isa<DeclRefExpr, MemberExpr>(Iterator) &&
                 isIterator(Iterator->getType())
             ? Iterator
             : nullptr;
}

const Expr *ompscan::plugin::dataContainer(const Expr *E) {
  const Expr *Iterator = iteratorOf(E, OO_Arrow);
  return Iterator ? Iterator : calledOn(E, {"data", "get"});
}

const Expr *ompscan::plugin::frontContainer(const Expr *E) {
  const Expr *Iterator = iteratorOf(E, OO_Star);
  return Iterator ? Iterator : calledOn(E, {"front"});
}

const Expr *ompscan::plugin::atContainer(const Expr *E, const Expr *&Index) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripImplicit(E));
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() || Method->getName() != "at" ||
      Call->getNumArgs() != 1)
    return nullptr;
  const Expr *Object = stripImplicit(Call->getImplicitObjectArgument());
  Index = Call->getArg(0);
  return isContainer(Object->getType()) ? Object : nullptr;
}
