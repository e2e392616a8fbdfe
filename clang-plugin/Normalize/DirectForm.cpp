//===- DirectForm.cpp - Loop bodies without names -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/DirectForm.h"
#include "AST/Assignments.h"
#include "AST/CodeBuilder.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/Directives.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/BranchCounts.h"
#include "Normalize/InlinedBodies.h"
#include "Normalize/InnerCounts.h"
#include "Normalize/ItemTargets.h"
#include "Normalize/ItemUpdates.h"
#include "Normalize/IteratorCalls.h"
#include "Normalize/LibraryParts.h"
#include "Normalize/MacroCalls.h"
#include "Normalize/MovedCounters.h"
#include "Normalize/Names.h"
#include "Normalize/StoredElements.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Removes the names from a loop.
class NameRemover {
public:
  NameRemover(const ForStmt &For, const ScanDirective &D, Sema &S,
              NamedArrays &Bases)
      : D(D), Context(S.Context), Rewriter(For, S.Context), Known(S, Rewriter),
        Stored(D, S, Rewriter), Bases(Bases) {}

  /// \p For without names.
  Stmt *run(ForStmt &For, bool WithTables);
  /// Whether names are left in initial values that have to stay.
  bool hasKeptNames() const { return Rewriter.hasPinned(); }

private:
  /// A name, and the assignment that gives its only value if the declaration
  /// does not.
  struct Name {
    const VarDecl *Var;
    const Stmt *Assignment;
  };

  void findTables(const Stmt *S);
  Stmt *inBlocks(Stmt *S);
  Stmt *block(CompoundStmt &Block);
  void addDeclared(const DeclStmt &Declaration, const CompoundStmt &Block,
                   size_t Number);
  void addAssigned(const Expr &Statement, const CompoundStmt &Block,
                   size_t Number);
  void add(const VarDecl &Var, Expr *Init, const Stmt *Assignment,
           const CompoundStmt &Block, size_t Number);
  const Stmt *scopeOf(const VarDecl &Var, const CompoundStmt &Block,
                      size_t Number) const;
  CompoundStmt &withoutUnused(CompoundStmt &Block, ArrayRef<Name> Own) const;

  bool isSteady(const Expr *E, const Stmt *Scope, bool MayRead) const;
  bool isUnchanged(const VarDecl *Var, const Stmt *Scope) const;
  bool isStored(const Expr *Base, QualType Type) const;
  bool isItem(const Expr *Array) const;

  const ScanDirective &D;
  ASTContext &Context;
  TreeRewriter Rewriter;
  Names Known;
  StoredElements Stored;
  NamedArrays &Bases;
  /// The names of the current block.
  llvm::SmallVector<Name, 4> Current;
  /// The variables that the body declares, and the places that it changes.
  llvm::DenseSet<const VarDecl *> Inside;
  llvm::SmallVector<const Expr *, 8> Changed;
};

} // namespace

/// Whether the body may store to an element of \p Type of the array \p Base. A
/// pointer or a reference that the body declares may lead to any.
bool NameRemover::isStored(const Expr *Base, QualType Type) const {
  return llvm::any_of(Changed, [&](const Expr *Place) {
    const Expr *Element = elementHolding(Place, Context);
    const Expr *Stored = Element ? elementAccess(Element, Context).Base : Place;
    if (sameExpression(Stored, Base))
      return true;
    const VarDecl *Var = variableAround(Stored);
    return Var && Inside.contains(Var) &&
           (Var->getType()->isReferenceType() ||
            Var->getType()->isPointerType()) &&
           Context.hasSameUnqualifiedType(Type, Element ? Element->getType()
                                                        : Place->getType());
  });
}

bool NameRemover::isUnchanged(const VarDecl *Var, const Stmt *Scope) const {
  const QualType Type = Var->getType();
  if (Type.getNonReferenceType().isVolatileQualified() ||
      (Type->isReferenceType() && Inside.contains(Var)))
    return false;
  // The elements of an array stay where they are.
  return Type->isArrayType() || (isArrayClass(Type) && !isIterator(Type)) ||
         !useOf(Var, Scope).IsAssigned;
}

/// Whether \p E has no effects and the same value throughout \p Scope. With
/// \p MayRead it may read elements that the loop does not store.
bool NameRemover::isSteady(const Expr *E, const Stmt *Scope,
                           bool MayRead) const {
  return !anyOf(E, [&](const Expr *Sub) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var ? !isUnchanged(Var, Scope)
                 : !isa<EnumConstantDecl, CXXMethodDecl>(Ref->getDecl());
    }
    if (const auto *Member = dyn_cast<MemberExpr>(Sub))
      return !isa<CXXMethodDecl>(Member->getMemberDecl()) &&
             (Member->getType().isVolatileQualified() ||
              llvm::any_of(Changed, [&](const Expr *Place) {
                const auto *Other = dyn_cast<MemberExpr>(Place);
                return Other &&
                       Other->getMemberDecl() == Member->getMemberDecl();
              }));
    const Expr *Base = elementAccess(Sub, Context).Base;
    if (Base && !Sub->getType()->isArrayType())
      return !MayRead || Sub->getType().isVolatileQualified() ||
             isStored(Base, Sub->getType());
    if (Base || sizedContainer(Sub))
      return false;
    if (const auto *Binary = dyn_cast<BinaryOperator>(Sub))
      return Binary->isAssignmentOp();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Sub))
      return !Unary->isArithmeticOp();
    return !isa<CastExpr, ParenExpr, IntegerLiteral, CharacterLiteral,
                CXXBoolLiteralExpr, ConditionalOperator, ConstantExpr,
                CXXThisExpr, SubstNonTypeTemplateParmExpr,
                UnaryExprOrTypeTraitExpr>(Sub);
  });
}

/// The statements of \p Block, from the one with this \p Number on, that use
/// \p Var, and those between them. The whole block if it contains lambdas,
/// which may be called behind the statement that names the variable.
const Stmt *NameRemover::scopeOf(const VarDecl &Var, const CompoundStmt &Block,
                                 size_t Number) const {
  if (anyNode(&Block, [](const Stmt *S) { return isa<LambdaExpr>(S); }))
    return &Block;
  ArrayRef<Stmt *> All(Block.body_begin(), Block.body_end());
  All = All.drop_front(Number);
  while (All.size() > 1 && !mentions(All.back(), &Var))
    All = All.drop_back();
  return blockOf(All, Block.getSourceRange(), Context);
}

/// Makes \p Var a name whose value is \p Init from the statement of \p Block
/// with this \p Number on, if it can be one.
void NameRemover::add(const VarDecl &Var, Expr *Init, const Stmt *Assignment,
                      const CompoundStmt &Block, size_t Number) {
  const bool IsInteger = Var.getType()->isIntegralOrUnscopedEnumerationType();
  const Stmt *Scope = scopeOf(Var, Block, Number);
  if (Known.add(Var, Init, [&](const Expr *E) {
        return isSteady(E, Scope, /*MayRead=*/!IsInteger);
      }))
    Current.push_back({&Var, Assignment});
  if (const Expr *Base = Known.baseOf(Var))
    Bases.push_back({&Var, Base});
}

/// Whether \p Var is a closure that is not needed once its calls are inlined.
static bool isClosure(const VarDecl &Var) {
  const auto *Lambda =
      Var.hasInit()
          ? dyn_cast<LambdaExpr>(Var.getInit()->IgnoreUnlessSpelledInSource())
          : nullptr;
  return Lambda && Var.hasLocalStorage() &&
         llvm::none_of(Lambda->explicit_captures(),
                       [&](const LambdaCapture &Capture) {
                         return Lambda->isInitCapture(&Capture);
                       });
}

void NameRemover::addDeclared(const DeclStmt &Declaration,
                              const CompoundStmt &Block, size_t Number) {
  for (const Decl *D : Declaration.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    // Other statements have the variable that the program declares.
    const VarDecl *Named = Rewriter.original(Var);
    if (isClosure(*Var))
      Current.push_back({Named, nullptr});
    if (Var->hasLocalStorage() && Var->getInit() &&
        (Var->getType()->isReferenceType() ||
         Var->getType().isConstQualified() || !useOf(Named, &Block).IsAssigned))
      add(*Named, const_cast<Expr *>(Var->getInit()), nullptr, Block, Number);
  }
}

/// Makes the variable that \p Statement, that of \p Block with this \p Number,
/// assigns a name if it has no other value there.
void NameRemover::addAssigned(const Expr &Statement, const CompoundStmt &Block,
                              size_t Number) {
  const Assignment Plain = plainAssignment(&Statement);
  const VarDecl *Var =
      Plain.Target ? variableOf(Plain.Target->IgnoreParens()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType() ||
      (Inside.contains(Var) && Var->getInit()))
    return;
  const VariableUse Use = useOf(Var, &Block);
  if (Use.Changes == 1 && !Use.ReadBefore)
    add(*Var, const_cast<Expr *>(Plain.Value), &Statement, Block, Number);
}

/// \p Block without the names among \p Own that nothing in it uses any more.
CompoundStmt &NameRemover::withoutUnused(CompoundStmt &Block,
                                         ArrayRef<Name> Own) const {
  llvm::DenseSet<const VarDecl *> Dropped;
  llvm::DenseSet<const Stmt *> DroppedAssignments;
  const auto Named = [this](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var ? Rewriter.original(Var) : nullptr;
  };
  const auto Declares = [&](const Stmt *S, const VarDecl *Var) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    return Declaration &&
           llvm::any_of(Declaration->decls(),
                        [&](const Decl *D) { return Named(D) == Var; });
  };
  const auto Uses = [&](const Stmt *S, const Name &N) {
    if (S == N.Assignment || DroppedAssignments.contains(S))
      return false;
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    if (!Declaration)
      return mentions(S, N.Var);
    return llvm::any_of(Declaration->decls(), [&](const Decl *D) {
      const VarDecl *Var = Named(D);
      return !Var || (Var != N.Var && !Dropped.contains(Var) &&
                      mentions(cast<VarDecl>(D)->getInit(), N.Var));
    });
  };
  for (const Name &N : llvm::reverse(Own)) {
    const bool IsOwn = llvm::any_of(
        Block.body(), [&](const Stmt *S) { return Declares(S, N.Var); });
    if (!IsOwn ||
        llvm::any_of(Block.body(), [&](const Stmt *S) { return Uses(S, N); }))
      continue;
    Dropped.insert(N.Var);
    if (N.Assignment)
      DroppedAssignments.insert(N.Assignment);
  }
  if (Dropped.empty())
    return Block;
  llvm::SmallVector<Stmt *, 8> Left;
  for (Stmt *S : Block.body()) {
    if (DroppedAssignments.contains(S))
      continue;
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      llvm::SmallVector<Decl *, 2> Others;
      llvm::copy_if(Declaration->decls(), std::back_inserter(Others),
                    [&](const Decl *D) {
                      const VarDecl *Var = Named(D);
                      return !Var || !Dropped.contains(Var);
                    });
      if (Others.empty())
        continue;
      S = new (Context)
          DeclStmt(DeclGroupRef::Create(Context, Others.data(), Others.size()),
                   Declaration->getBeginLoc(), Declaration->getEndLoc());
    }
    Left.push_back(S);
  }
  return *blockOf(Left, Block.getSourceRange(), Context);
}

/// Whether control may enter \p S at a label.
static bool hasLabel(const Stmt *S) {
  if (isa<LabelStmt, SwitchCase>(S))
    return true;
  // The cases of a whole `switch` are left out.
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return llvm::any_of(childrenOf(Switch->getBody()), [](const Stmt *Child) {
      while (const auto *Case = dyn_cast<SwitchCase>(Child))
        Child = Case->getSubStmt();
      return hasLabel(Child);
    });
  return llvm::any_of(childrenOf(S), hasLabel);
}

/// \p Block without names, and without reads of what it stores.
Stmt *NameRemover::block(CompoundStmt &Block) {
  const bool IsLinear = !hasLabel(&Block);
  llvm::SmallVector<Name, 4> Around;
  std::swap(Around, Current);
  // With the statements that have been rewritten so far.
  CompoundStmt *Now = &Block;
  llvm::SmallVector<Stmt *, 8> Statements(Block.body());
  for (auto &&[Number, S] : llvm::enumerate(Statements)) {
    Stmt *New = Known.rewritten(inBlocks(S));
    if (New != S) {
      S = New;
      Now = blockOf(Statements, Block.getSourceRange(), Context);
    }
    if (!IsLinear)
      continue;
    if (const auto *Declaration = dyn_cast<DeclStmt>(New))
      addDeclared(*Declaration, *Now, Number);
    else if (const auto *E = dyn_cast<Expr>(New))
      addAssigned(*E, *Now, Number);
  }
  for (const Name &N : Current)
    Known.remove(*N.Var);
  CompoundStmt &New = withoutUnused(*Now, Current);
  std::swap(Around, Current);
  return IsLinear ? &Stored.kept(New) : &New;
}

/// \p S without names in the blocks that it is or contains.
Stmt *NameRemover::inBlocks(Stmt *S) {
  if (isa<Expr>(S))
    return S;
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return block(*Block);
  return Rewriter.rebuilt(S, [this](Stmt *Child) { return inBlocks(Child); });
}

/// Whether the directive names \p Array in a `scan` clause.
bool NameRemover::isItem(const Expr *Array) const {
  return llvm::any_of(
             D.Tried,
             [&](const Expr *Item) { return sameExpression(Item, Array); }) ||
         llvm::any_of(
             D.Inner->getClausesOfKind<OMPReductionClause>(),
             [&](const OMPReductionClause *C) {
               return isScanClause(*C, Context) &&
                      llvm::any_of(compat::varlist(C), [&](const Expr *Item) {
                        return sameExpression(itemBase(D.operand(Item)), Array);
                      });
             });
}

/// Finds the arrays of arrays that are items, or of which \p S uses different
/// rows. A fixed row of another one is an array of its own.
void NameRemover::findTables(const Stmt *S) {
  const auto IsChanged = [&](const Expr *E) {
    const VarDecl *Var = variableOf(E);
    return Var && (Inside.contains(Var) ||
                   llvm::any_of(Changed, [&](const Expr *Place) {
                     return variableOf(Place) == Var;
                   }));
  };
  forEachNode(S, [&](const Stmt *Node) {
    const auto *Row = dyn_cast<ArraySubscriptExpr>(Node);
    const Expr *Table = Row && Row->getType()->isArrayType()
                            ? tableAround(Row, Context)
                            : nullptr;
    bool Varies = Table && isItem(Table);
    for (const Expr *Part = Row; Table && Part != Table;
         Part = stripImplicit(cast<ArraySubscriptExpr>(Part)->getBase()))
      Varies |= anyOf(cast<ArraySubscriptExpr>(Part)->getIdx(), IsChanged);
    const VarDecl *Whole = Table ? variableAround(Table) : nullptr;
    if (Varies && !Inside.contains(Whole) &&
        llvm::none_of(Changed, [&](const Expr *Place) {
          return Whole && variableOf(Place) == Whole;
        }))
      Known.countThroughRows(*Table);
    return true;
  });
}

Stmt *NameRemover::run(ForStmt &For, bool WithTables) {
  Inside = variablesIn(&For);
  Changed = changedPlaces(&For);
  // A condition on a changing value is a part of an update.
  Known.setFormulas([this, Body = For.getBody()](const Expr *Condition) {
    return isSteady(Condition, Body, /*MayRead=*/false);
  });
  if (WithTables)
    findTables(&For);
  // A body that is no block declares nothing, but may use tables.
  return Rewriter.finished(Known.rewritten(inBlocks(&For)));
}

DirectForm ompscan::plugin::directForm(const ScanDirective &D, Sema &S,
                                       DeclContext *DC, bool WithTables) {
  const SemaContext InFunction(S, DC);
  DirectForm Result;
  ForStmt *For = D.Inner->hasAssociatedStmt() ? loopIn(D.onHost()) : nullptr;
  if (!For)
    return Result;
  TreeRewriter Rewriter(*For, S.Context);
  const auto Set = [&](Stmt *New) {
    For = cast<ForStmt>(Rewriter.finished(New));
  };
  Set(withoutLibraryMacros(For, S.Context, Rewriter));
  Set(withoutIteratorCalls(For, S, Rewriter));
  Set(withoutLibraryParts(*For, S, Rewriter));
  Set(withoutItemTargets(For, D, S.Context, Rewriter));
  Set(withInlinedBodies(*For, D, S, Rewriter, Result.Inlined));
  Set(withInnerCounts(For, D, S, Rewriter));
  Set(withMovedCounters(For, D, S, Rewriter));
  NameRemover Remover(*For, D, S, Result.Bases);
  Set(Remover.run(*For, WithTables));
  // Calls of lambdas are inlined now, and their variables are free.
  if (Remover.hasKeptNames())
    Set(NameRemover(*For, D, S, Result.Bases).run(*For, WithTables));
  Set(withBranchCounts(For, D, S, Rewriter, Result.Moved));
  Set(withWholeUpdates(For, D, S, Rewriter));
  Result.Loop = For;
  return Result;
}
