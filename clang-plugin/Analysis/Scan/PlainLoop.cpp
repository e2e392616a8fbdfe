//===- PlainLoop.cpp - Scans that nobody has annotated --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/PlainLoop.h"
#include "AST/Assignments.h"
#include "AST/ComplexNumbers.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
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

/// The most nodes of the body of a loop that is looked at: the analysis of
/// larger ones takes long.
constexpr size_t MostNodes = 1000;

/// Tries the candidates for the item of a scan.
class PlainLoopReader {
public:
  PlainLoopReader(const DirectiveLoop &Given, const Stmt &Body,
                  const DeclContext &Function, const ASTContext &Context,
                  const Diagnostics &Quiet)
      : Given(Given), Body(Body), Function(Function), Context(Context),
        Quiet(Quiet) {}

  llvm::SmallVector<const Expr *, 2> candidates();
  std::optional<ScanLoop> read();

private:
  bool findCandidates();
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

/// Whether \p Call compares or moves iterators, or returns one of the ends of a
/// container.
static bool isOfIterators(const CallExpr &Call) {
  if (const auto *Operation = dyn_cast<CXXOperatorCallExpr>(&Call))
    return (Operation->isComparisonOp() ||
            Operation->getOperator() == OO_Plus ||
            Operation->getOperator() == OO_Minus) &&
           llvm::all_of(Call.arguments(), [](const Expr *Operand) {
             const QualType T = Operand->getType();
             const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
             return T->isIntegerType() || isIterator(T) ||
                    (Class && Class->isInStdNamespace());
           });
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getDeclName().isIdentifier())
    return false;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const bool IsEnd = llvm::is_contained(
      {"begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend"},
      Callee->getName());
  return IsEnd &&
         (Member ? isContainer(Member->getImplicitObjectArgument()->getType())
                 : Callee->isInStdNamespace());
}

/// Whether \p S, a part of a condition, only compares values, iterators, sizes
/// and elements of containers and, \p InRegion, numbers of threads.
static bool isPlain(const Stmt *S, bool InRegion) {
  const auto *E = dyn_cast<Expr>(S);
  if (E && (sizedContainer(E) || dataContainer(E) ||
            (InRegion && isThreadNumber(*E))))
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  return !(Call && !isOfIterators(*Call)) && !isa<StmtExpr>(S) &&
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

/// The operator of \p E, of numbers, pointers or iterators, and its operands;
/// OO_None for another expression.
static OverloadedOperatorKind operatorOf(const Expr *E, const Expr *&Left,
                                         const Expr *&Right) {
  E = strip(E);
  Right = nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Left = Unary->getSubExpr();
    return Unary->isIncrementOp()   ? OO_PlusPlus
           : Unary->isDecrementOp() ? OO_MinusMinus
                                    : OO_None;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    Left = Binary->getLHS();
    Right = Binary->getRHS();
    return BinaryOperator::getOverloadedOperator(Binary->getOpcode());
  }
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    Left = Rewritten->getLHS();
    Right = Rewritten->getRHS();
    return BinaryOperator::getOverloadedOperator(Rewritten->getOperator());
  }
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getNumArgs() == 0)
    return OO_None;
  Left = Call->getArg(0);
  Right = Call->getNumArgs() > 1 ? Call->getArg(1) : nullptr;
  return Call->getOperator();
}

/// Whether \p Inc moves \p Var by the same amount in each iteration; by one
/// place with \p ByOne.
static bool moves(const Expr *Inc, const VarDecl *Var, bool ByOne) {
  const auto IsVar = [&](const Expr *E) {
    return isReferenceTo(stripImplicit(E), Var);
  };
  const Expr *Left = nullptr, *Right = nullptr;
  const OverloadedOperatorKind Kind = operatorOf(Inc, Left, Right);
  if (Kind == OO_PlusPlus || Kind == OO_MinusMinus)
    return IsVar(Left);
  if (ByOne || !Right || !IsVar(Left))
    return false;
  if (Kind == OO_PlusEqual || Kind == OO_MinusEqual)
    return true;
  if (Kind != OO_Equal)
    return false;
  const Expr *First = nullptr, *Second = nullptr;
  const OverloadedOperatorKind Sum =
      operatorOf(stripImplicit(Right), First, Second);
  return Second && (Sum == OO_Plus || Sum == OO_Minus) &&
         (IsVar(First) || (Sum == OO_Plus && IsVar(Second)));
}

bool ompscan::plugin::isCanonical(const ForStmt &For, bool InRegion) {
  const VarDecl *Var = initializedBy(For.getInit(), InRegion);
  if (!Var || !For.getCond() || !For.getInc() || For.getConditionVariable() ||
      !For.getBody())
    return false;
  // Without a directive the bound is evaluated again in each iteration, and
  // OpenMP requires a condition that becomes false.
  const Expr *Left = nullptr, *Right = nullptr;
  const OverloadedOperatorKind Kind =
      operatorOf(For.getCond()->IgnoreParenImpCasts(), Left, Right);
  const bool IsRelation = Kind == OO_Less || Kind == OO_Greater ||
                          Kind == OO_LessEqual || Kind == OO_GreaterEqual;
  const bool IsEnd =
      Kind == OO_ExclaimEqual && !Var->getType()->isIntegerType();
  return (IsRelation || IsEnd) && moves(For.getInc(), Var, IsEnd) &&
         isPlain(For.getCond(), InRegion) && !changesAnything(For.getCond());
}

void PlainLoopReader::addCandidate(const Expr *Base, QualType Type) {
  Type = Type.getNonReferenceType();
  const ValueDecl *Named = namedBy(tableOf(Base, Context));
  if (!Named || !builtinNumber(Type, Context)->isArithmeticType() ||
      Type.isConstQualified() || Type.isVolatileQualified() ||
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
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
    const Expr *Target =
        Call && Call->isAssignmentOp() ? Call->getArg(0) : changedBy(E);
    if (Target && !InLoop) {
      Target = strip(Target);
      // Perhaps a member of an element.
      const Expr *Holder = elementHolding(Target, Context);
      if (Holder)
        addCandidate(elementAccess(Holder, Context).Base, Target->getType());
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
  const ValueDecl *Named = namedBy(tableOf(Candidate.Base, Context));
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
  if (!Loop || !isWanted(*Loop))
    return std::nullopt;
  // One clause names all series of an array.
  for (Item &I : Loop->Items) {
    if (I.Op != Loop->Items.front().Op)
      return std::nullopt;
    I.Name = Candidate.Name;
  }
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

llvm::SmallVector<const Expr *, 2> PlainLoopReader::candidates() {
  llvm::SmallVector<const Expr *, 2> Bases;
  if (findCandidates())
    for (const Item &Candidate : Candidates)
      Bases.push_back(tableOf(Candidate.Base, Context));
  return Bases;
}

std::optional<ScanLoop> PlainLoopReader::read() {
  if (!findCandidates())
    return std::nullopt;
  for (const Item &Candidate : Candidates)
    if (std::optional<ScanLoop> Loop = tryItem(Candidate))
      return Loop;
  return trySystem();
}

std::optional<ScanLoop> ompscan::plugin::findPlainScan(
    const DirectiveLoop &Given, const DeclContext &Function,
    const ASTContext &Context, const Diagnostics &Quiet) {
  return PlainLoopReader(Given, *Given.Loops.back()->getBody(), Function,
                         Context, Quiet)
      .read();
}

llvm::SmallVector<const Expr *, 2>
ompscan::plugin::scanCandidates(const Stmt &Loop, const DeclContext &Function,
                                const ASTContext &Context,
                                const Diagnostics &Quiet) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop);
  const Stmt *Body = For ? For->getBody() : Range ? Range->getBody() : nullptr;
  if (!Body)
    return {};
  size_t Nodes = 0;
  forEachNode(Body, [&](const Stmt *) { return ++Nodes <= MostNodes; });
  if (Nodes > MostNodes)
    return {};
  const DirectiveLoop None{};
  return PlainLoopReader(None, *Body, Function, Context, Quiet).candidates();
}
