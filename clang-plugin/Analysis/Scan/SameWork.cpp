//===- SameWork.cpp - Loops that combine the same inputs ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/SameWork.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Compares the bodies of two loops, statement by statement.
class WorkComparison {
public:
  WorkComparison(const ScanLoop &Fold, const ScanLoop &Scan)
      : Fold(Fold), Scan(Scan), Context(Fold.Body->context()) {}

  bool compare(const nest::Statement *A, const nest::Statement *B) const;

private:
  using Statements = llvm::SmallVector<const nest::Statement *, 4>;

  Statements workIn(const nest::Statement *S, const ScanLoop &Loop) const;
  bool compareOne(const nest::Statement &A, const nest::Statement &B) const;
  bool compareUpdates(llvm::ArrayRef<const Update *> A,
                      llvm::ArrayRef<const Update *> B) const;
  bool isSame(const Expr *A, const Expr *B) const;

  const ScanLoop &Fold;
  const ScanLoop &Scan;
  const ASTContext &Context;
};

} // namespace

/// The updates of the last item of \p Loop that \p S, alone or with what is in
/// it, makes.
static llvm::SmallVector<const Update *, 2> updatesIn(const Stmt *S,
                                                      const ScanLoop &Loop) {
  llvm::SmallVector<const Update *, 2> Found;
  forEachNode(S, [&](const Stmt *Node) {
    for (const Update &U : Loop.Items.back().Updates)
      if (U.Node == Node)
        Found.push_back(&U);
    return true;
  });
  return Found;
}

/// Whether \p E changes nothing but elements.
static bool onlyStores(const Expr &E, const ASTContext &Context) {
  return llvm::all_of(changedElements(&E, Context), [&](const Expr *Place) {
    return elementAccess(Place, Context).Base != nullptr;
  });
}

/// The statements in \p S, which may be null, without blocks, stores, and
/// declarations, which stand for values.
WorkComparison::Statements WorkComparison::workIn(const nest::Statement *S,
                                                  const ScanLoop &Loop) const {
  Statements Found;
  if (!S || S->kind() == nest::Statement::Kind::Empty)
    return Found;
  if (const auto *Block = dyn_cast<nest::Block>(S)) {
    for (const nest::Statement *Each : Block->statements())
      Found.append(workIn(Each, Loop));
    return Found;
  }
  if (isa<nest::Declaration>(S) ||
      (S->expression() && updatesIn(S->source(), Loop).empty() &&
       onlyStores(*S->expression(), Context)))
    return Found;
  Found.push_back(S);
  return Found;
}

/// The value of \p E in \p Loop if that is a variable that the body declares
/// and does not change, else \p E itself.
static const Expr *valueOf(const Expr *E, const ScanLoop &Loop) {
  const VarDecl *Var = variableOf(E);
  const Stmt *Body = Loop.body().source();
  const bool IsName =
      Var && Var->getInit() && variablesIn(Body).count(Var) &&
      llvm::none_of(changedPlaces(Body), [&](const Expr *Place) {
        return variableOf(Place) == Var;
      });
  return IsName ? stripImplicit(Var->getInit()) : E;
}

bool WorkComparison::isSame(const Expr *A, const Expr *B) const {
  return matches(
      stripImplicit(A), stripImplicit(B),
      [this](const Expr *One, const Expr *Other) -> std::optional<bool> {
        if (variableOf(One) == Fold.IV.Var)
          return variableOf(Other) == Scan.IV.Var;
        const Expr *Left = valueOf(stripImplicit(One), Fold);
        const Expr *Right = valueOf(stripImplicit(Other), Scan);
        if (Left == stripImplicit(One) && Right == stripImplicit(Other))
          return std::nullopt;
        return isSame(Left, Right);
      });
}

bool WorkComparison::compareUpdates(llvm::ArrayRef<const Update *> A,
                                    llvm::ArrayRef<const Update *> B) const {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [this](const Update *One, const Update *Other) {
                      return std::equal(
                          One->Input.begin(), One->Input.end(),
                          Other->Input.begin(), Other->Input.end(),
                          [this](const Term &Left, const Term &Right) {
                            return Left.Negated == Right.Negated &&
                                   isSame(Left.Value, Right.Value);
                          });
                    });
}

bool WorkComparison::compareOne(const nest::Statement &A,
                                const nest::Statement &B) const {
  const auto Ones = updatesIn(A.source(), Fold);
  const auto Others = updatesIn(B.source(), Scan);
  const auto IsWhole = [](llvm::ArrayRef<const Update *> Updates,
                          const nest::Statement &S) {
    return S.expression() ||
           (Updates.size() == 1 && Updates.front()->Node == S.source());
  };
  if (!Ones.empty() && IsWhole(Ones, A) && IsWhole(Others, B))
    return compareUpdates(Ones, Others);
  if (const auto *If = dyn_cast<nest::If>(&A)) {
    const auto *Other = dyn_cast<nest::If>(&B);
    return Other && If->head().isPlain() && Other->head().isPlain() &&
           isSame(&If->condition(), &Other->condition()) &&
           compare(&If->thenBranch(), &Other->thenBranch()) &&
           compare(If->elseBranch(), Other->elseBranch());
  }
  return false;
}

bool WorkComparison::compare(const nest::Statement *A,
                             const nest::Statement *B) const {
  const Statements Ones = workIn(A, Fold), Others = workIn(B, Scan);
  return std::equal(Ones.begin(), Ones.end(), Others.begin(), Others.end(),
                    [this](const auto *One, const auto *Other) {
                      return compareOne(*One, *Other);
                    });
}

bool ompscan::plugin::doesSameWork(const ScanLoop &Fold, const ScanLoop &Scan) {
  return WorkComparison(Fold, Scan).compare(&Fold.body(), &Scan.body());
}
