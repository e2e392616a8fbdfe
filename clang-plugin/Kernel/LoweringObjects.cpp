//===- LoweringObjects.cpp - Initialisers and temporaries ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/LoweringExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan;

/// A value of zeros.
Piece ExprLowering::zero(QualType T, SourceLocation Loc) {
  if (T->isVoidType())
    return std::string("((void)0)");
  std::string Type = M.declare(T.getUnqualifiedType(), "", Loc);
  return "((" + Type + ")" + (T->isScalarType() ? "0" : "{0}") + ")";
}

std::string ExprLowering::initializer(const Expr *E) {
  QualType T = E->getType();
  if (!T->isArrayType())
    return withoutParens(lower(E).Text).str();

  // Braces alone: C has no array values.
  const Expr *Inner = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(Inner))
    Inner = Full->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Inner))
    Inner = Literal->getInitializer();
  if (const auto *List = dyn_cast<InitListExpr>(Inner);
      List && List->isStringLiteralInit())
    Inner = List->getInit(0);
  if (isa<ImplicitValueInitExpr>(Inner))
    return "{0}";
  if (const auto *String = dyn_cast<StringLiteral>(Inner)) {
    QualType Element = Context.getAsArrayType(T)->getElementType();
    std::string Text;
    uint64_t Size = Context.getAsConstantArrayType(T)->getSize().getZExtValue();
    for (unsigned I = 0; I != std::min<uint64_t>(String->getLength(), Size); ++I)
      Text += (I ? ", " : "") +
              M.integer(llvm::APSInt::getUnsigned(String->getCodeUnit(I)),
                        Element, String->getBeginLoc());
    return "{" + (Text.empty() ? "0" : Text) + "}";
  }
  if (const auto *List = dyn_cast<InitListExpr>(Inner))
    return braces(List, T, const_cast<InitListExpr *>(List)->inits(),
                  List->getArrayFiller(), nullptr);
  if (const auto *List = dyn_cast<CXXParenListInitExpr>(Inner))
    return braces(List, T, const_cast<CXXParenListInitExpr *>(List)->getInitExprs(),
                  List->getArrayFiller(), nullptr);
  M.refuse(E->getExprLoc(), "this initialisation of an array");
  return "";
}

/// The initialisers of an aggregate, with those of empty bases left out: they
/// have no member.
std::string ExprLowering::braces(const Expr *E, QualType T,
                                 ArrayRef<Expr *> Inits, const Expr *Filler,
                                 const FieldDecl *Active) {
  // A default member initialiser in here would speak of this object, for which
  // there is no name.
  llvm::SaveAndRestore This(Scope.This, Scope.This);
  SmallVector<std::string, 8> Parts;
  for (const Expr *Init : Inits) {
    if (isa<CXXDefaultInitExpr>(Init->IgnoreParenImpCasts()))
      Scope.This.reset();
    else
      Scope.This = *This.operator->();
    Parts.push_back(initializer(Init));
  }
  return "{" + llvm::join(Parts, ", ") + "}";
}
