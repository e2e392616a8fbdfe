//===- PlainLoop.cpp - Scans that nobody has annotated --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/PlainLoop.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Scan/LinearSystems.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The most variables of a loop that are tried.
constexpr size_t MostCandidates = 8;

/// The most nodes of the body of a loop that mayBeScan() accepts: the analysis
/// of larger ones takes long.
constexpr size_t MostNodes = 1000;

/// Tries the candidates for the item of a scan.
class PlainLoopReader {
public:
  PlainLoopReader(const DirectiveLoop &Given, const Stmt &Body,
                  const DeclContext &Function, const ASTContext &Context,
                  const Diagnostics &Quiet)
      : Given(Given), Body(Body), Function(Function), Context(Context),
        Quiet(Quiet) {}

  bool findCandidates();
  std::optional<ScanLoop> read();

private:
  void collect(const Stmt *S, bool InLoop = false);
  void addCandidate(const Expr *Base, QualType Type);
  bool isInClause(const ValueDecl &Named) const;
  bool mayCarry(const Item &Candidate) const;
  std::optional<ScanLoop> tryItem(const Item &Candidate) const;
  std::optional<ScanLoop> trySystem() const;
  bool isWanted(const ScanLoop &Loop) const;

  const DirectiveLoop &Given;
  const Stmt &Body;
  const DeclContext &Function;
  const ASTContext &Context;
  const Diagnostics &Quiet;
  llvm::SmallVector<Item, 2> Candidates;
  llvm::SmallVector<ElementAccess, 8> Elements;
  /// Declarations in the body.
  llvm::DenseSet<const Decl *> Own;
};

} // namespace

bool ompscan::plugin::isThreadNumber(const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getDeclName().isIdentifier() &&
         (Callee->getName() == "omp_get_num_threads" ||
          Callee->getName() == "omp_get_max_threads" ||
          Callee->getName() == "omp_get_thread_num");
}

/// Whether \p S, a part of a condition, only compares values, sizes of
/// containers and, \p InRegion, numbers of threads.
static bool isPlain(const Stmt *S, bool InRegion) {
  const auto *E = dyn_cast<Expr>(S);
  if (E && (sizedContainer(E) || (InRegion && isThreadNumber(*E))))
    return true;
  return !isa<CallExpr, StmtExpr>(S) &&
         llvm::all_of(childrenOf(S), [=](const Stmt *Child) {
           return isPlain(Child, InRegion);
         });
}

/// The variable or the member of `*this` that \p E names; null for others.
static const ValueDecl *namedBy(const Expr *E) {
  if (const VarDecl *Var = variableOf(E))
    return Var;
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && isa<FieldDecl>(Member->getMemberDecl()) &&
                 isa<CXXThisExpr>(strip(Member->getBase()))
             ? Member->getMemberDecl()
             : nullptr;
}

/// The variable that \p Init, which may be null, declares with a value or,
/// \p InRegion, assigns; null if there is none.
static const VarDecl *initializedBy(const Stmt *Init, bool InRegion) {
  if (const VarDecl *Var = variableDeclaredBy(Init))
    return Var->getInit() ? Var : nullptr;
  const auto *E = dyn_cast_or_null<Expr>(Init);
  const Assignment Assigned = E && InRegion ? plainAssignment(E) : Assignment{};
  return Assigned.Target ? variableOf(strip(Assigned.Target)) : nullptr;
}

bool ompscan::plugin::isCanonical(const ForStmt &For, bool InRegion) {
  const VarDecl *Var = initializedBy(For.getInit(), InRegion);
  if (!Var || !For.getCond() || !For.getInc() || For.getConditionVariable() ||
      !For.getBody())
    return false;
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(stripImplicit(E));
    return Ref && Ref->getDecl() == Var;
  };
  const Expr *Inc = strip(For.getInc());
  if (const auto *Unary = dyn_cast<UnaryOperator>(Inc);
      !Unary || !Unary->isIncrementDecrementOp() ||
      !IsVar(Unary->getSubExpr())) {
    const auto *Binary = dyn_cast<BinaryOperator>(Inc);
    if (!Binary || !Binary->isAssignmentOp() || !IsVar(Binary->getLHS()))
      return false;
    if (Binary->getOpcode() == BO_Assign) {
      const auto *Sum =
          dyn_cast<BinaryOperator>(stripImplicit(Binary->getRHS()));
      if (!Sum || !Sum->isAdditiveOp() ||
          !(IsVar(Sum->getLHS()) ||
            (Sum->getOpcode() == BO_Add && IsVar(Sum->getRHS()))))
        return false;
    }
  }
  // Without a directive the bound is evaluated again in each iteration, and
  // OpenMP requires a condition that becomes false.
  const auto *Condition =
      dyn_cast<BinaryOperator>(For.getCond()->IgnoreParenImpCasts());
  return Condition && Condition->isRelationalOp() &&
         isPlain(Condition, InRegion) && !changesAnything(Condition);
}

void PlainLoopReader::addCandidate(const Expr *Base, QualType Type) {
  Type = Type.getNonReferenceType();
  const ValueDecl *Named = namedBy(Base);
  if (!Named || !Type->isArithmeticType() || Type.isConstQualified() ||
      Type.isVolatileQualified() ||
      llvm::any_of(Candidates, [&](const Item &Known) {
        return sameExpression(Known.Base, Base);
      }))
    return;
  Item New;
  New.Base = Base;
  New.Name = Named->getNameAsString();
  New.Type = Type.getUnqualifiedType();
  Candidates.push_back(std::move(New));
}

/// Collects variables and arrays that are assigned as candidates, and
/// elements. No scan updates its item \p InLoop, an inner one.
void PlainLoopReader::collect(const Stmt *S, bool InLoop) {
  InLoop |= loopBody(S) != nullptr;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    Own.insert(Declaration->decl_begin(), Declaration->decl_end());
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (const ElementAccess Element = elementAccess(E, Context); Element.Base)
      Elements.push_back(Element);
    if (const Expr *Target = InLoop ? nullptr : changedBy(E)) {
      Target = strip(Target);
      const ElementAccess Element = elementAccess(Target, Context);
      if (Element.Base)
        addCandidate(Element.Base, Target->getType());
      else
        addCandidate(Target, Target->getType());
    }
  }
  for (const Stmt *Child : childrenOf(S))
    collect(Child, InLoop);
}

/// Whether a clause says whose \p Named is.
bool PlainLoopReader::isInClause(const ValueDecl &Named) const {
  const Clauses &Said = Given.Said;
  const auto Names = [&](const Expr *E) { return namedBy(strip(E)) == &Named; };
  return llvm::is_contained(Said.Privates, &Named) ||
         llvm::any_of(Said.Firstprivates, Names) ||
         llvm::any_of(Said.Lastprivates, Names) ||
         llvm::any_of(Said.Items, [&](const Item &I) { return Names(I.Base); });
}

/// Whether an iteration may use what a preceding one leaves in \p Candidate: a
/// variable from outside of the body, or elements at several subscripts. The
/// analysis of one candidate reads the whole loop.
bool PlainLoopReader::mayCarry(const Item &Candidate) const {
  const ValueDecl *Named = namedBy(Candidate.Base);
  if (Own.contains(Named) || isInClause(*Named))
    return false;
  if (!isSequence(Candidate.Base->getType()))
    return true;
  const ElementAccess *First = nullptr;
  for (const ElementAccess &Element : Elements) {
    if (!sameExpression(Element.Base, Candidate.Base))
      continue;
    if (First && (!First->Index || !Element.Index ||
                  !sameExpression(First->Index, Element.Index)))
      return true;
    First = &Element;
  }
  return false;
}

/// The scan of \p Candidate by the operator that fits; std::nullopt if the loop
/// is none.
std::optional<ScanLoop> PlainLoopReader::tryItem(const Item &Candidate) const {
  DirectiveLoop Tried = Given;
  Tried.Said.Items.push_back(Candidate);
  Tried.Said.Items.back().Op = Operator::Auto;
  std::optional<ScanLoop> Loop = analyzeLoop(Tried, Function, Context, Quiet);
  if (Loop && !isWanted(*Loop))
    return std::nullopt;
  return Loop;
}

/// The scan of the candidates as a linear system; std::nullopt if they are
/// none.
std::optional<ScanLoop> PlainLoopReader::trySystem() const {
  DirectiveLoop Tried = Given;
  Tried.Said.Items.append(Candidates.begin(), Candidates.end());
  for (Item &I : Tried.Said.Items)
    I.Op = Operator::Auto;
  Tried.Said.Items = withSystems(Tried.Said, *Given.Loops.back());
  if (Tried.Said.Items.size() != 1)
    return std::nullopt;
  std::optional<ScanLoop> Loop = analyzeLoop(Tried, Function, Context, Quiet);
  return Loop && isWanted(*Loop) ? std::move(Loop) : std::nullopt;
}

/// Whether the loop is more than a reduction: it stores accumulated values.
bool PlainLoopReader::isWanted(const ScanLoop &Loop) const {
  const Item &Only = Loop.Items.back();
  if (Only.isArray())
    return true;
  unsigned Outside = 0;
  forEachNode(&Body, [&](const Stmt *S) {
    if (Only.isUpdatedBy(S))
      return false;
    const auto *E = dyn_cast<Expr>(S);
    const Expr *Assigned = E ? plainAssignment(E).Value : nullptr;
    Outside +=
        E && (sameExpression(E, Only.Base) ||
              (Assigned && Only.isUpdatedBy(Assigned->IgnoreParenCasts())));
    return true;
  });
  // The variables of a system's iterations have its values.
  return (Outside != 0 || Only.isSystem()) &&
         llvm::any_of(Loop.Arrays,
                      [](const ArrayUse &A) { return A.isStored(); });
}

/// Whether there are candidates. A loop with many carries more than one value.
bool PlainLoopReader::findCandidates() {
  collect(&Body);
  llvm::erase_if(Candidates, [this](const Item &I) { return !mayCarry(I); });
  return !Candidates.empty() && Candidates.size() <= MostCandidates;
}

std::optional<ScanLoop> PlainLoopReader::read() {
  if (!findCandidates())
    return std::nullopt;
  for (const Item &Candidate : Candidates)
    if (std::optional<ScanLoop> Loop = tryItem(Candidate))
      return Loop;
  return trySystem();
}

std::optional<ScanLoop>
ompscan::plugin::findPlainScan(const ForStmt &For, const DeclContext &Function,
                               const ASTContext &Context,
                               const Diagnostics &Quiet) {
  if (!isCanonical(For, /*InRegion=*/false))
    return std::nullopt;
  Clauses Said;
  Said.ScanLoc = For.getForLoc();
  return findPlainScan({std::move(Said), {&For}, {&For}}, Function, Context,
                       Quiet);
}

std::optional<ScanLoop> ompscan::plugin::findPlainScan(
    const DirectiveLoop &Given, const DeclContext &Function,
    const ASTContext &Context, const Diagnostics &Quiet) {
  return PlainLoopReader(Given, *Given.Loops.back()->getBody(), Function,
                         Context, Quiet)
      .read();
}

bool ompscan::plugin::mayBeScan(const Stmt &Loop, const DeclContext &Function,
                                const ASTContext &Context,
                                const Diagnostics &Quiet) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop);
  const Stmt *Body = For ? For->getBody() : Range ? Range->getBody() : nullptr;
  if (!Body)
    return false;
  size_t Nodes = 0;
  forEachNode(Body, [&](const Stmt *) { return ++Nodes <= MostNodes; });
  const DirectiveLoop None{};
  return Nodes <= MostNodes &&
         PlainLoopReader(None, *Body, Function, Context, Quiet)
             .findCandidates();
}
