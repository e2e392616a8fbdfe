//===- LinearSystems.cpp - Accumulators that use each other ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/LinearSystems.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Which items the statements of a loop compute others from, in any order.
class Dependences {
public:
  Dependences(llvm::ArrayRef<Item> Items, const Stmt *Body);

  /// Whether each of the items \p A and \p B is computed from the other one.
  bool areMutual(unsigned A, unsigned B) const {
    return Of.find(Vars[A])->second.test(B) && Of.find(Vars[B])->second.test(A);
  }

private:
  /// The target of an assignment: an item, by its number, or a variable.
  using Place = std::pair<unsigned, const VarDecl *>;
  static constexpr unsigned None = ~0u;

  Place placeOf(const Expr *E) const;
  void add(Place To, const Stmt *Value);

  llvm::ArrayRef<Item> Items;
  llvm::SmallVector<Place, 4> Vars;
  /// The items that a place is computed from.
  llvm::MapVector<Place, llvm::SmallBitVector> Of;
  bool HasChanged = false;
};

} // namespace

Dependences::Dependences(llvm::ArrayRef<Item> Items, const Stmt *Body)
    : Items(Items) {
  for (unsigned Number = 0; Number != Items.size(); ++Number) {
    Vars.push_back({Number, nullptr});
    Of[Vars.back()].resize(Items.size());
  }
  do {
    HasChanged = false;
    forEachNode(Body, [this](const Stmt *S) {
      if (const auto *Declared = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Declared->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->getInit())
            add({None, Var->getCanonicalDecl()}, Var->getInit());
      const auto *E = dyn_cast<Expr>(S);
      if (const Expr *Target = E ? changedBy(E) : nullptr)
        if (const Place To = placeOf(strip(Target));
            To.first != None || To.second)
          add(To, E);
      return true;
    });
  } while (HasChanged);
}

/// The item or the variable that \p E names.
Dependences::Place Dependences::placeOf(const Expr *E) const {
  for (const auto &[Number, I] : llvm::enumerate(Items))
    if (isa<DeclRefExpr, MemberExpr>(E) && I.rowOf(E) != 0)
      return {Number, nullptr};
  const VarDecl *Var = variableOf(E);
  return {None, Var ? Var->getCanonicalDecl() : nullptr};
}

/// Adds what \p Value names to what \p To is computed from.
void Dependences::add(Place To, const Stmt *Value) {
  llvm::SmallBitVector All(Items.size());
  forEachNode(Value, [&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    const Place From = E ? placeOf(E) : Place(None, nullptr);
    if (From.first != None)
      All.set(From.first);
    if (const auto *Known = Of.find(From); Known != Of.end())
      All |= Known->second;
    return true;
  });
  llvm::SmallBitVector &Known = Of[To];
  All |= Known;
  HasChanged |= All != Known;
  Known = All;
}

llvm::SmallVector<Item, 1> ompscan::plugin::withSystems(const Clauses &Said,
                                                        const ForStmt &Loop) {
  const auto IsCandidate = [](const Item &I) {
    return (I.Op == Operator::Affine || I.Op == Operator::Auto) &&
           !I.isList() && I.Type->isArithmeticType() &&
           !isSequence(I.Base->getType());
  };
  if (llvm::count_if(Said.Items, IsCandidate) < 2)
    return {};
  const Dependences Uses(Said.Items, Loop.getBody());
  llvm::SmallVector<Item, 1> Joined;
  llvm::SmallBitVector IsTaken(Said.Items.size());
  for (const auto &[Number, First] : llvm::enumerate(Said.Items)) {
    if (IsTaken.test(Number))
      continue;
    Joined.push_back(First);
    for (unsigned Next = Number + 1; Next != Said.Items.size(); ++Next) {
      const Item &Other = Said.Items[Next];
      if (!IsCandidate(First) || !IsCandidate(Other) ||
          First.Type.getCanonicalType().getUnqualifiedType() !=
              Other.Type.getCanonicalType().getUnqualifiedType() ||
          !Uses.areMutual(Number, Next) || Joined.back().order() == MostLag)
        continue;
      Joined.back().Op = Operator::Affine;
      Joined.back().Others.push_back({Other.Name, Other.Base});
      IsTaken.set(Next);
    }
  }
  return IsTaken.any() ? std::move(Joined) : llvm::SmallVector<Item, 1>();
}

void ompscan::plugin::joinSystems(DirectiveLoop &Own,
                                  const DeclContext &Function,
                                  const ASTContext &Context) {
  auto Items = withSystems(Own.Said, *Own.Loops.back());
  compat::QuietEngine Quiet(
      const_cast<ASTContext &>(Context).getSourceManager());
  if (!Items.empty() &&
      !analyzeLoop(Own, Function, Context, Diagnostics(Quiet.Engine)))
    Own.Said.Items = std::move(Items);
}
