//===- RowNest.cpp - The rows of a scan as iterations ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/RowNest.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Parallel/ParallelBody.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// `if (i == lower) s = value;` in the body of a loop over i: the item s begins
/// anew in each row.
struct Restart {
  const VarDecl *Var = nullptr;
  const Stmt *If = nullptr;
  const Expr *Assignment = nullptr;
};

/// Finds the Restarts of a batch.
class RestartFinder {
public:
  RestartFinder(const ScanLoop &Batch, const ASTContext &Context)
      : Batch(Batch), IV(Batch.IV), Context(Context),
        Inside(variablesIn(Batch.body().source())) {}

  std::optional<Restart> find(const VarDecl &Var) const;

private:
  bool isFirstValue(const Expr *E) const;
  bool isVariable(const Expr *E) const;
  bool holdsFirst(const Expr *Condition, bool Value) const;
  bool isOfRow(const Expr *E) const;

  const ScanLoop &Batch;
  const Induction &IV;
  const ASTContext &Context;
  /// The variables that the body declares.
  const llvm::DenseSet<const VarDecl *> Inside;
};

} // namespace

/// Whether \p E is the value that the loop's variable begins with.
bool RestartFinder::isFirstValue(const Expr *E) const {
  const std::optional<int64_t> First = constantValue(IV.Lower, Context);
  const std::optional<int64_t> Value = constantValue(E, Context);
  if (First || Value)
    return First == Value && llvm::isInt<32>(*First) &&
           Context.getTypeSize(IV.Type) >= 32;
  return sameExpression(strip(E), strip(IV.Lower)) &&
         Context.hasSameUnqualifiedType(strip(E)->getType(), IV.Type);
}

bool RestartFinder::isVariable(const Expr *E) const {
  return isReferenceTo(stripImplicit(E), IV.Var);
}

/// Whether \p Condition is \p Value in the first iteration and in no other.
bool RestartFinder::holdsFirst(const Expr *Condition, bool Value) const {
  const Expr *E = stripImplicit(Condition);
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return holdsFirst(Not->getSubExpr(), !Value);
  if (isVariable(E)) // `!i`
    return !Value && constantValue(IV.Lower, Context) == int64_t(0);
  const auto *Compared = dyn_cast<BinaryOperator>(E);
  if (!Compared || !Compared->isComparisonOp())
    return false;
  const bool OnLeft = isVariable(Compared->getLHS());
  const Expr *Var = OnLeft ? Compared->getLHS() : Compared->getRHS();
  const Expr *First = OnLeft ? Compared->getRHS() : Compared->getLHS();
  BinaryOperatorKind Op = Compared->getOpcode();
  if (!Value)
    Op = BinaryOperator::negateComparisonOp(Op);
  if (!OnLeft)
    Op = BinaryOperator::reverseComparisonOp(Op);
  return isVariable(Var) && isFirstValue(First) &&
         (Op == BO_EQ || Op == (IV.Step > 0 ? BO_LE : BO_GE));
}

/// Whether \p E has one value in a row, and no effects.
bool RestartFinder::isOfRow(const Expr *E) const {
  return !readsMemory(E, Context) && !anyOf(E, [&](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return changesAnything(Sub) || isa<CallExpr>(Sub) ||
           (Var &&
            (Inside.contains(Var) || isVariable(Sub) || Batch.scalarItem(Sub) ||
             llvm::is_contained(Batch.Privates, Var)));
  });
}

/// The Restart of \p Var that precedes all other uses of it in an iteration.
std::optional<Restart> RestartFinder::find(const VarDecl &Var) const {
  const auto *Body = dyn_cast<nest::Block>(&Batch.body());
  if (!Body)
    return std::nullopt;
  for (const nest::Statement *S : Body->statements()) {
    if (!mentions(S->source(), &Var))
      continue;
    const auto *If = dyn_cast<nest::If>(S);
    if (!If || !If->head().isPlain() || If->elseBranch() ||
        !holdsFirst(&If->condition(), true))
      return std::nullopt;
    const nest::Statement *Then = &If->thenBranch();
    if (const auto *Block = dyn_cast<nest::Block>(Then);
        Block && Block->statements().size() == 1)
      Then = Block->statements().front();
    const Expr *E = Then->expression();
    const Assignment Plain = E ? plainAssignment(strip(E)) : Assignment();
    if (!Plain.Target || variableOf(strip(Plain.Target)) != &Var ||
        !isOfRow(Plain.Value))
      return std::nullopt;
    return Restart{&Var, S->source(), E};
  }
  return std::nullopt;
}

/// The restarts of all scalar items of \p Batch; std::nullopt if one has none.
static std::optional<llvm::SmallVector<Restart, 1>>
restartsOf(const ScanLoop &Batch, const ASTContext &Context) {
  const RestartFinder Finder(Batch, Context);
  llvm::SmallVector<Restart, 1> All;
  for (const Item &I : Batch.Items) {
    if (I.isArray())
      continue;
    const VarDecl *Var = I.isList() ? nullptr : variableOf(strip(I.place()));
    const std::optional<Restart> Found = Var ? Finder.find(*Var) : std::nullopt;
    if (!Found)
      return std::nullopt;
    All.push_back(*Found);
  }
  return All;
}

bool ompscan::plugin::beginsAnew(const ScanLoop &Batch,
                                 const ASTContext &Context) {
  const auto IsCounted = [](const Access &Use) {
    return Use.Kind == AccessKind::Counted;
  };
  return llvm::none_of(Batch.Arrays,
                       [&](const ArrayUse &A) {
                         return llvm::any_of(A.Accesses, IsCounted);
                       }) &&
         restartsOf(Batch, Context).has_value();
}

/// The iteration that is a row, the loop \p Row: what \p Restarts do, and then
/// the loop without them.
static Stmt &rowOf(const ForStmt &Row, ArrayRef<Restart> Restarts,
                   ASTContext &Context) {
  TreeRewriter Rewriter(Row, Context);
  Stmt *Loop = const_cast<ForStmt *>(&Row);
  llvm::SmallVector<Stmt *, 2> Statements;
  for (const Restart &Each : Restarts) {
    Loop = Rewriter.replaced(Loop, Each.If,
                             new (Context) NullStmt(Each.If->getBeginLoc()));
    Statements.push_back(const_cast<Expr *>(Each.Assignment));
  }
  Statements.push_back(Rewriter.finished(Loop));
  return *blockOf(Statements, Row.getSourceRange(), Context);
}

/// Makes \p Batch the launch of \p Nest, its rows: gives it what the kernels of
/// that take.
static void launchAs(const ScanLoop &Nest, ScanLoop &Batch) {
  Batch.Items.clear();
  Batch.Lasts = Nest.Lasts;
  Batch.Arrays = Nest.Arrays;
  Batch.Scalars = Nest.Scalars;
  llvm::erase_if(Batch.GuardedReads, [&](const GuardedRead &Read) {
    return Batch.IV.evaluates(Read.Value);
  });
}

std::optional<ScanLoop> ompscan::plugin::rowNest(ScanLoop &Batch,
                                                 const DirectiveLoop &Own,
                                                 ASTContext &Context,
                                                 const Diagnostics &Diags) {
  const auto Restarts = restartsOf(Batch, Context);
  ScanLoop Nest;
  Nest.Loc = Batch.Loc;
  Nest.Function = Batch.Function;
  Nest.Where = Batch.Where;
  Nest.Inlined = Batch.Inlined;
  Nest.For = Batch.Outer.front().For;
  Nest.IV = Batch.Outer.front().IV;
  auto &Mode = Nest.Mode.emplace<ParallelLoop>();
  Mode.Nested.append(std::next(Batch.Outer.begin()), Batch.Outer.end());
  const ForStmt &Row = *Own.Loops.back();
  Nest.Body =
      std::make_shared<nest::Body>(rowOf(Row, *Restarts, Context), Context);
  Nest.Privates = Batch.Privates;
  Nest.Lasts = Batch.Lasts;
  if (!isa<DeclStmt>(Row.getInit()) &&
      !llvm::is_contained(Nest.Privates, Batch.IV.Var))
    Nest.Privates.push_back(Batch.IV.Var);
  for (const Item &I : Batch.Items)
    if (!I.isArray()) {
      const auto *Ref = cast<DeclRefExpr>(strip(I.place()));
      Nest.Privates.push_back(cast<VarDecl>(Ref->getDecl()));
      Nest.Lasts.push_back(Ref);
    }
  AccessCollector Accesses(Nest, Own.Said, Context, Diags);
  if (!ParallelBody(Nest, Accesses, Context, Diags, [](const VarDecl *) {
         return false;
       }).read())
    return std::nullopt;
  // A launch of all rows knows the elements of each.
  for (ArrayUse &Array : Nest.Arrays) {
    const auto *Known = llvm::find_if(Batch.Arrays, [&](const ArrayUse &A) {
      return sameExpression(A.Base, Array.Base) &&
             Context.hasSameType(A.Element, Array.Element);
    });
    if (Known == Batch.Arrays.end()) {
      Diags.report(Array.Base->getExprLoc(), Diag::err_array);
      return std::nullopt;
    }
    Array = *Known;
  }
  launchAs(Nest, Batch);
  return Nest;
}
