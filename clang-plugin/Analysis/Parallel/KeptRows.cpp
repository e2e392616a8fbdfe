//===- KeptRows.cpp - Elements that the loops of a row share --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/KeptRows.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// How the statements of a row use one array.
class RowArray {
public:
  RowArray(const ScanLoop &Nest, unsigned Number)
      : Nest(Nest), Number(Number) {}

  bool isOverwrittenLast() const;

private:
  bool isElement(const Expr *E) const;
  bool uses(const nest::Statement &S) const;
  bool stores(const nest::Statement &S) const;
  bool storesLast(const nest::InnerLoop &Loop) const;

  const ScanLoop &Nest;
  const unsigned Number;
};

} // namespace

/// Whether \p E is an element of the array, or a bit of one.
bool RowArray::isElement(const Expr *E) const {
  const auto *Element = Nest.Meanings.find<ArrayElement>(E);
  const auto *Bit = Nest.Meanings.find<ArrayBit>(E);
  return (Element && Element->Array == Number) || (Bit && Bit->Array == Number);
}

/// Whether \p Holds for an expression that \p S, or a statement in it,
/// evaluates.
static bool anyExpression(const nest::Statement &S,
                          llvm::function_ref<bool(const Expr &)> Holds) {
  return nest::anyStatement(S, [&](const nest::Statement &Each) {
    bool Found = false;
    nest::forEachExpression(Each,
                            [&](const Expr &E) { Found = Found || Holds(E); });
    return Found;
  });
}

bool RowArray::uses(const nest::Statement &S) const {
  return anyExpression(S, [&](const Expr &E) {
    return anyOf(&E, [&](const Expr *Sub) { return isElement(Sub); });
  });
}

bool RowArray::stores(const nest::Statement &S) const {
  return anyExpression(S, [&](const Expr &E) {
    return llvm::any_of(changedPlaces(&E), [&](const Expr *Place) {
      for (const Expr *Part = Place; Part; Part = partAround(Part))
        if (isElement(Part))
          return true;
      return false;
    });
  });
}

/// Whether \p E calls a function that may access elements by pointers.
static bool passesPointers(const Expr &E) {
  return anyOf(&E, [](const Expr *Sub) {
    const auto *Call = dyn_cast<CallExpr>(Sub);
    return Call && llvm::any_of(Call->arguments(), [](const Expr *Argument) {
             const QualType T = strip(Argument)->getType();
             return T->isAnyPointerType() || T->isArrayType();
           });
  });
}

/// Whether \p S declares a name for something that may change.
static bool declaresName(const nest::Statement &S) {
  return llvm::any_of(nest::variablesOf(S), [](const VarDecl *Var) {
    return Var->getType()->isReferenceType() ||
           Var->getType()->isAnyPointerType();
  });
}

/// Whether each iteration of \p Loop stores to the array once, at its end, what
/// it has computed before.
bool RowArray::storesLast(const nest::InnerLoop &Loop) const {
  if (nest::anyStatement(Loop.body(), declaresName) ||
      anyExpression(Loop.body(), passesPointers))
    return false;
  const nest::Statement *Last = nullptr;
  for (const nest::Statement *S : nest::sequence(Loop.body())) {
    if (!uses(*S))
      continue;
    if (Last && stores(*Last))
      return false;
    Last = S;
  }
  const Expr *E = Last ? Last->expression() : nullptr;
  const Expr *Target = E ? changedBy(strip(E)) : nullptr;
  return Target && isElement(strip(Target)) &&
         llvm::none_of(operands(strip(E)),
                       [](const Expr *Sub) { return changesAnything(Sub); });
}

/// Whether all reads of an element in a row precede the only store to it, which
/// is in the last inner loop that uses the array: iterations of that loop are
/// independent, as rows are.
bool RowArray::isOverwrittenLast() const {
  const auto *Body = dyn_cast<nest::Block>(&Nest.body());
  if (!Body || anyExpression(*Body, passesPointers))
    return false;
  const nest::Statement *Last = nullptr;
  for (const nest::Statement *S : Body->statements()) {
    if (!uses(*S))
      continue;
    if (Last && stores(*Last))
      return false;
    Last = S;
  }
  return Last && llvm::any_of(Nest.parallel()->Team, [&](const TeamLoop &T) {
           return T.Statement == Last && T.Loop->parallel() &&
                  storesLast(*T.Statement);
         });
}

KeptRows ompscan::plugin::keptRows(const ScanLoop &Nest) {
  KeptRows Kept;
  for (const auto &[Number, Array] : llvm::enumerate(Nest.Arrays)) {
    const Expr *Base = Array.Base;
    const auto Readers =
        llvm::count_if(Nest.parallel()->Team, [&](const TeamLoop &T) {
          return T.Loop->parallel() &&
                 llvm::any_of(T.Loop->Arrays, [&](const ArrayUse &Used) {
                   return sameExpression(Used.Base, Base);
                 });
        });
    if (Readers < 2)
      continue;
    if (!Array.isStored()) {
      Kept.Reread = true;
    } else if (RowArray(Nest, Number).isOverwrittenLast()) {
      Kept.Reread = true;
      Kept.Overwritten.push_back(Number);
    }
  }
  return Kept;
}
