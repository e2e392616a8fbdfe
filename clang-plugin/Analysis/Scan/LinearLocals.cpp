//===- LinearLocals.cpp - Variables between linear updates ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/LinearLocals.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// Which value of the linear system \p Number \p E is (Update::Row); 0 if it is
/// none.
unsigned LinearLocals::rowOf(const Expr *E, unsigned Number) const {
  E = strip(E);
  if (const unsigned Row = Loop.Items[Number].rowOf(E))
    return Row;
  const auto Found = Known.find(variableOf(E));
  return Found != Known.end() && Found->second.Item == Number
             ? Found->second.Row
             : 0;
}

std::optional<Update> LinearLocals::readUpdate(const Expr *Node,
                                               const Expr *Place,
                                               unsigned Number) const {
  std::optional<Update> U = Updates.readSystem(
      Node, Number, [&](const Expr *E) { return rowOf(E, Number); }, Diags);
  if (U)
    U->Row = Loop.Items[Number].rowOf(Place);
  return U;
}

/// Whether the declaration of \p Local is under \p Guards.
bool LinearLocals::isDeclaredUnder(const VarDecl *Local,
                                   const BranchList &Guards) const {
  const auto Declared =
      llvm::find_if(Facts.LocalValues, [&](const LocalValue &Value) {
        return Value.Var == Local && Value.IsInitial;
      });
  // Private variables are declared outside of the loop.
  return Guards == (Declared == Facts.LocalValues.end() ? BranchList()
                                                        : Declared->Guards);
}

std::optional<UpdateRef>
LinearLocals::assign(const VarDecl *Local, const Expr *Node, unsigned Number,
                     const BranchList &Guards,
                     llvm::function_ref<bool(const Expr *)> IsIndependent) {
  Item &System = Loop.Items[Number];
  const QualType Type = Local->getType();
  const bool IsExact =
      Type->isRealFloatingType() && System.Type->isRealFloatingType()
          ? Context.getFloatingTypeOrder(Type, System.Type) >= 0
          : Context.hasSameUnqualifiedType(Type, System.Type);
  // An iteration that does not get there keeps the row that it has.
  const bool HasRow =
      !changedBy(Node) || Known.count(Local) || isDeclaredUnder(Local, Guards);
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  std::optional<Update> U = Updates.readSystem(
      Node, Number, [&](const Expr *E) { return rowOf(E, Number); },
      Diagnostics(Quiet.Engine));
  forget(Local);
  if (!IsExact || !HasRow || !U || !llvm::all_of(U->Input, [&](const Term &T) {
        return IsIndependent(T.Value);
      }))
    return std::nullopt;
  const auto *Place = llvm::find(System.Locals, Local);
  U->Row = System.order() + 1 + (Place - System.Locals.begin());
  if (Place == System.Locals.end())
    System.Locals.push_back(Local);
  Known[Local] = {Number, U->Row};
  const UpdateRef New{Number, static_cast<unsigned>(System.Updates.size())};
  System.Updates.push_back(std::move(*U));
  return New;
}
