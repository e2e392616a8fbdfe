//===- StandardForm.cpp - OpenMP's own form of a scan ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/StandardForm.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Scan/ItemLookup.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The reasons of err_standard_form.
enum class Why { Directive, ScanUpdate, ThreadLocal };

/// The body of a loop with a `scan` directive.
struct Phases {
  bool split(const CompoundStmt &Block);

  const OMPScanDirective *Directive = nullptr;
  /// The statements on both sides of the directive.
  llvm::SmallVector<const Stmt *, 4> Before, Behind;
};

/// Reads the body of a loop with a `scan` directive.
class PhaseReader {
public:
  PhaseReader(const ScanLoop &Loop, ArrayRef<const Stmt *> Moved,
              const ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Moved(Moved), Items(Loop, Context), Diags(Diags) {}

  bool check();

  /// The first use of an item in the input phase that does not update it.
  std::optional<InputUse> Early;

private:
  bool refuse(SourceLocation Loc, Why Reason, StringRef Name = "") const;
  const Item *updatedBy(const Stmt *S) const;
  const Item *itemIn(const Expr *E) const;
  void readInput(const Stmt *S, bool IsStatement);
  bool checkScan(const Stmt *S) const;
  bool checkThreads(const Stmt *S) const;

  const ScanLoop &Loop;
  const ArrayRef<const Stmt *> Moved;
  const ItemLookup Items;
  const Diagnostics &Diags;
};

} // namespace

bool PhaseReader::refuse(SourceLocation Loc, Why Reason, StringRef Name) const {
  return Diags.report(Loc, Diag::err_standard_form)
         << static_cast<unsigned>(Reason) << Name;
}

static bool hasScanDirective(const CompoundStmt &Block) {
  return llvm::any_of(Block.body(), [](const Stmt *S) {
    const auto *Inner = dyn_cast<CompoundStmt>(S);
    return isa<OMPScanDirective>(S) || (Inner && hasScanDirective(*Inner));
  });
}

/// Divides \p Block at the directive. Answers false if there is a second one.
bool Phases::split(const CompoundStmt &Block) {
  for (const Stmt *S : Block.body()) {
    if (const auto *Found = dyn_cast<OMPScanDirective>(S)) {
      if (Directive)
        return false;
      Directive = Found;
    } else if (const auto *Inner = dyn_cast<CompoundStmt>(S);
               Inner && hasScanDirective(*Inner)) {
      if (!split(*Inner))
        return false;
    } else {
      (Directive ? Behind : Before).push_back(S);
    }
  }
  return true;
}

/// The item that \p S updates; null if it is no update.
const Item *PhaseReader::updatedBy(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  const Stmt *Node = E ? strip(E) : S;
  const auto *Found = llvm::find_if(Loop.Items, [&](const Item &I) {
    return llvm::any_of(I.Updates,
                        [&](const Update &U) { return U.Node == Node; });
  });
  return Found != Loop.Items.end() ? Found : nullptr;
}

/// The item that \p E is, is a part of, or contains; null if there is none.
const Item *PhaseReader::itemIn(const Expr *E) const {
  std::optional<unsigned> Number = Items.holding(E);
  if (!Number)
    Number = Items.list(E);
  if (Number)
    return &Loop.Items[*Number];
  const auto *Named = llvm::find_if(Loop.Items, [&](const Item &I) {
    return sameExpression(strip(E), I.Base);
  });
  return Named != Loop.Items.end() ? Named : Items.inside(E);
}

/// Looks in \p S, a part of the input phase, for an item that is not the target
/// of an update, or whose updated value is used.
void PhaseReader::readInput(const Stmt *S, bool IsStatement) {
  if (Early || (IsStatement && updatedBy(S)))
    return;
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Comma = E ? dyn_cast<BinaryOperator>(strip(E)) : nullptr;
      IsStatement && Comma && Comma->getOpcode() == BO_Comma) {
    readInput(Comma->getLHS(), true);
    readInput(Comma->getRHS(), true);
    return;
  }
  if (const Item *Found = E ? itemIn(E) : nullptr) {
    Early = InputUse{E->getExprLoc(), Found->Name};
    return;
  }
  const bool HasStatements = !E && !isa<DeclStmt>(S);
  for (const Stmt *Child : childrenOf(S))
    readInput(Child, HasStatements);
}

/// Reports an update in \p S, a part of the scan phase. Both phases may set a
/// variable that is `lastprivate(conditional: ...)`.
bool PhaseReader::checkScan(const Stmt *S) const {
  return !anyNode(S, [&](const Stmt *Node) {
    const Item *Updated = updatedBy(Node);
    return Updated && Updated->Op != Operator::Last &&
           !llvm::is_contained(Moved, Node) &&
           !refuse(Node->getBeginLoc(), Why::ScanUpdate);
  });
}

/// Reports a variable in \p S of which each thread has its own.
bool PhaseReader::checkThreads(const Stmt *S) const {
  return !anyNode(S, [&](const Stmt *Node) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Node);
    const VarDecl *Var = variableOf(Ref);
    return Var &&
           (Var->getTLSKind() != VarDecl::TLS_None ||
            Var->hasAttr<OMPThreadPrivateDeclAttr>()) &&
           !refuse(Ref->getExprLoc(), Why::ThreadLocal, Var->getName());
  });
}

bool PhaseReader::check() {
  // The updates of the items are parts of what the analysis has read.
  const Stmt *Read = Loop.body().source();
  const auto *Body = dyn_cast<CompoundStmt>(Read);
  Phases Of;
  const OMPScanDirective *const &Directive = Of.Directive;
  const bool IsOne = Body && Of.split(*Body) && Directive;
  const bool IsInclusive =
      IsOne && Directive->hasClausesOfKind<OMPInclusiveClause>();
  if (!IsOne || Directive->clauses().size() != 1 ||
      IsInclusive == Directive->hasClausesOfKind<OMPExclusiveClause>())
    return refuse(Directive ? Directive->getBeginLoc() : Read->getBeginLoc(),
                  Why::Directive);
  for (const Stmt *S : IsInclusive ? Of.Before : Of.Behind)
    readInput(S, /*IsStatement=*/true);
  return checkThreads(Loop.For) &&
         llvm::all_of(IsInclusive ? Of.Behind : Of.Before,
                      [&](const Stmt *S) { return checkScan(S); });
}

bool ompscan::plugin::checkStandardForm(const ScanLoop &Loop,
                                        ArrayRef<const Stmt *> Moved,
                                        const ASTContext &Context,
                                        const Diagnostics &Diags,
                                        std::optional<InputUse> &Early) {
  PhaseReader Reader(Loop, Moved, Context, Diags);
  const bool IsScan = Reader.check();
  Early = std::move(Reader.Early);
  return IsScan;
}

/// Adds the places that \p S, a part of a phase, changes to \p Changed, and the
/// variables that it declares to \p Declared.
static void addChanges(const Stmt *S,
                       llvm::SmallVectorImpl<const Expr *> &Changed,
                       llvm::SmallVectorImpl<const Decl *> &Declared) {
  forEachNode(S, [&](const Stmt *Node) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(Node))
      Declared.append(Declaration->decl_begin(), Declaration->decl_end());
    const auto *E = dyn_cast<Expr>(Node);
    if (const Expr *Place = E ? changedBy(E) : nullptr)
      Changed.push_back(strip(Place));
    return true;
  });
}

const Expr *
ompscan::plugin::findSetInScanPhase(const OMPExecutableDirective &D) {
  const Stmt *Loop = D.getInnermostCapturedStmt()->getCapturedStmt();
  const auto *Body = dyn_cast_or_null<CompoundStmt>(loopBody(Loop));
  Phases Of;
  if (!Body || !Of.split(*Body) || !Of.Directive ||
      !Of.Directive->hasClausesOfKind<OMPExclusiveClause>())
    return nullptr;
  llvm::SmallVector<const Expr *, 4> Changed;
  llvm::SmallVector<const Decl *, 4> Declared;
  for (const Stmt *S : Of.Before)
    addChanges(S, Changed, Declared);
  for (const Stmt *S : Of.Behind)
    if (const Expr *Found = firstExpr(S, [&](const Expr *E) {
          return llvm::is_contained(Declared, variableOf(E)) ||
                 llvm::any_of(Changed, [&](const Expr *Place) {
                   return sameExpression(Place, E);
                 });
        }))
      return Found;
  return nullptr;
}
