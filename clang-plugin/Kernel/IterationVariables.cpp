//===- IterationVariables.cpp - Variables of an iteration -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/IterationVariables.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<std::string>
IterationVariables::substitute(const Expr *E,
                               Lowering::Substitution Inner) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Var && llvm::is_contained(Loop.References, Var))
    return isCopied(Var) ? referenceName(Var) : "(*" + referenceName(Var) + ")";
  if (Var && llvm::is_contained(Loop.Privates, Var))
    return name(Var);
  return S.substitute(E, Inner);
}

std::string IterationVariables::name(const ValueDecl *Var) const {
  const auto *Found = llvm::find(Loop.Privates, Var);
  return S.parameterName("P" + Twine(Found - Loop.Privates.begin()),
                         Var->getName());
}

std::string IterationVariables::declarations() {
  std::string Text;
  for (const VarDecl *Var : Loop.Privates) {
    QualType Type = Var->getType().getNonReferenceType();
    std::string Extents;
    while (const ConstantArrayType *Array =
               S.Context.getAsConstantArrayType(Type)) {
      Extents += "[" + llvm::utostr(Array->getSize().getZExtValue()) + "]";
      Type = Array->getElementType();
    }
    Text += "  " + S.Lower.type(Type.getUnqualifiedType(), Var->getLocation()) +
            " " + name(Var) + Extents + ";\n";
  }
  return Text;
}

std::string IterationVariables::referenceName(const ValueDecl *Var) const {
  const auto *Found = llvm::find(Loop.References, Var);
  return S.parameterName("R" + Twine(Found - Loop.References.begin()),
                         Var->getName());
}

/// Whether \p Var is bound to a temporary object, or to an element that is
/// computed.
bool IterationVariables::isCopied(const VarDecl *Var) const {
  const Expr *E = Var->getInit();
  while (!isa<MaterializeTemporaryExpr>(E)) {
    if (const auto *Whole = dyn_cast<FullExpr>(E))
      E = Whole->getSubExpr();
    else if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
      E = Cast->getSubExpr();
    else
      return Loop.Meanings.find<FilledElement>(E) != nullptr;
  }
  return true;
}

std::optional<std::string>
IterationVariables::reference(const nest::Statement &Declaring,
                              Lowering::Here Lowered) {
  const VarDecl *Var = variableDeclaredBy(Declaring.source());
  if (!Var || !llvm::is_contained(Loop.References, Var))
    return std::nullopt;
  const std::string Value = Lowered(Var->getInit());
  const std::string Type =
      S.Lower.type(Var->getType().getNonReferenceType().getUnqualifiedType(),
                   Var->getLocation());
  if (isCopied(Var))
    return "const " + Type + " " + referenceName(Var) + " = " + Value + ";";
  return "__global const " + Type + " *const " + referenceName(Var) + " = &" +
         Value + ";";
}

std::string IterationVariables::lastValues(StringRef Condition) {
  Kernel Layout;
  S.layOut(Layout);
  std::string Text;
  for (const auto &[Last, Offset] :
       llvm::zip_equal(Loop.Lasts, Layout.LastOffsets)) {
    const std::string Type =
        S.Lower.type(Last->getType().getNonReferenceType().getUnqualifiedType(),
                     Last->getExprLoc());
    const bool IsInduction =
        Last->getDecl()->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl();
    // After the loop the induction variable is one step further.
    const std::string Value =
        IsInduction ? "(" + Type + ")((ulong)" + S.InductionName +
                          " + (ulong)" + llvm::itostr(Loop.IV.Step) + "L)"
                    : name(Last->getDecl());
    Text += ("  if (OMPSCAN_IS_LAST(ompscan_k)" +
             (Condition.empty() ? "" : " && " + Condition) +
             ")\n    *(__global " + Type + " *)((__global uchar *)F_values + " +
             Twine(Offset) + ") = " + Value + ";\n")
                .str();
  }
  return Text;
}
