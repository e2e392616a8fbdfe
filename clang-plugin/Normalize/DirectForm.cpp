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
#include "AST/ExpressionIndex.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/Directives.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/BranchCounts.h"
#include "Normalize/ConstantBranches.h"
#include "Normalize/InlinedBodies.h"
#include "Normalize/InnerCounts.h"
#include "Normalize/InnerSums.h"
#include "Normalize/ItemTargets.h"
#include "Normalize/ItemUpdates.h"
#include "Normalize/IteratorCalls.h"
#include "Normalize/LibraryParts.h"
#include "Normalize/MacroCalls.h"
#include "Normalize/MovedCounters.h"
#include "Normalize/Names.h"
#include "Normalize/PointerTests.h"
#include "Normalize/Reassigned.h"
#include "Normalize/Sequences.h"
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
        Back(D, S, Rewriter), Bases(Bases) {}

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
  void addDeclared(const DeclStmt &Declaration, const BlockUses &Uses,
                   size_t Number);
  void addAssigned(const Expr &Statement, const BlockUses &Uses, size_t Number);
  void add(const VarDecl &Var, Expr *Init, const Stmt *Assignment,
           const BlockUses &Uses, size_t Number);
  CompoundStmt &withoutUnused(CompoundStmt &Block, const BlockUses &All,
                              ArrayRef<Name> Own) const;

  /// Whether the statements where an expression has to keep its value may
  /// change a variable.
  using IsAssigned = llvm::function_ref<bool(const VarDecl *)>;
  bool isSteady(const Expr *E, IsAssigned Changes, bool MayRead) const;
  bool isUnchanged(const VarDecl *Var, IsAssigned Changes) const;
  void findChanges(const ForStmt &For);
  bool isStored(const Expr *Base, QualType Type) const;
  bool isItem(const Expr *Array) const;

  const ScanDirective &D;
  ASTContext &Context;
  TreeRewriter Rewriter;
  Names Known;
  StoredElements Back;
  NamedArrays &Bases;
  /// The names of the current block.
  llvm::SmallVector<Name, 4> Current;
  /// The variables that the body declares, and the places that it changes.
  llvm::DenseSet<const VarDecl *> Inside;
  llvm::SmallVector<const Expr *, 8> Changed;
  /// The members among these places.
  llvm::DenseSet<const ValueDecl *> ChangedMembers;
  /// The arrays with elements among them, and the other places.
  llvm::SmallVector<const Expr *, 4> Stored;
  ExpressionIndex StoredNumbers;
  /// The types of what is stored through pointers and references that the body
  /// declares.
  llvm::DenseSet<const Type *> StoredTypes;
};

} // namespace

/// Finds what \p For changes.
void NameRemover::findChanges(const ForStmt &For) {
  Inside = variablesIn(&For);
  Changed = changedPlaces(&For);
  for (const Expr *Place : Changed) {
    if (const auto *Member = dyn_cast<MemberExpr>(Place))
      ChangedMembers.insert(Member->getMemberDecl());
    const Expr *Element = elementHolding(Place, Context);
    const Expr *Array = Element ? elementAccess(Element, Context).Base : Place;
    if (!isStored(Array, QualType()))
      Stored.push_back(Array);
    StoredNumbers.update(Stored, [](const Expr *Each) { return Each; });
    const VarDecl *Var = variableAround(Array);
    if (Var && Inside.contains(Var) &&
        (Var->getType()->isReferenceType() || Var->getType()->isPointerType()))
      StoredTypes.insert((Element ? Element : Place)
                             ->getType()
                             .getCanonicalType()
                             .getTypePtr());
  }
}

/// Whether the body may store to an element of \p Type of the array \p Base. A
/// pointer or a reference that the body declares may lead to any.
bool NameRemover::isStored(const Expr *Base, QualType Type) const {
  return llvm::any_of(StoredNumbers.find(Base),
                      [&](unsigned Number) {
                        return sameExpression(Stored[Number], Base);
                      }) ||
         (!Type.isNull() &&
          StoredTypes.contains(Type.getCanonicalType().getTypePtr()));
}

bool NameRemover::isUnchanged(const VarDecl *Var, IsAssigned Changes) const {
  const QualType Type = Var->getType();
  if (Type.getNonReferenceType().isVolatileQualified() ||
      (Type->isReferenceType() && Inside.contains(Var)))
    return false;
  // The elements of an array stay where they are.
  return Type->isArrayType() || (isArrayClass(Type) && !isIterator(Type)) ||
         !Changes(Var);
}

/// Whether \p E has no effects and the same value where variables do not change
/// of which \p Changes does not hold. With \p MayRead it may read elements that
/// the loop does not store.
bool NameRemover::isSteady(const Expr *E, IsAssigned Changes,
                           bool MayRead) const {
  return !anyOf(E, [&](const Expr *Sub) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var ? !isUnchanged(Var, Changes)
                 : !isa<EnumConstantDecl, CXXMethodDecl>(Ref->getDecl());
    }
    if (const auto *Member = dyn_cast<MemberExpr>(Sub))
      return !isa<CXXMethodDecl>(Member->getMemberDecl()) &&
             (Member->getType().isVolatileQualified() ||
              ChangedMembers.contains(Member->getMemberDecl()));
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

/// Makes \p Var a name whose value is \p Init from the statement \p Number of
/// \p Uses on, if it can be one. It has to keep its value up to the last
/// statement that uses it; in a block with lambdas, which may be called behind
/// the statement that names the variable, everywhere.
void NameRemover::add(const VarDecl &Var, Expr *Init, const Stmt *Assignment,
                      const BlockUses &Uses, size_t Number) {
  const bool IsInteger = Var.getType()->isIntegralOrUnscopedEnumerationType();
  const size_t Begin = Uses.hasLambdas() ? 0 : Number;
  const size_t End =
      Uses.hasLambdas()
          ? Uses.size()
          : std::max(Number, Uses.lastMention(&Var).value_or(Number)) + 1;
  const auto Changes = [&](const VarDecl *Other) {
    return Uses.isAssigned(Other, Begin, End);
  };
  if (Known.add(Var, Init, [&](const Expr *E) {
        return isSteady(E, Changes, /*MayRead=*/!IsInteger);
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
                              const BlockUses &Uses, size_t Number) {
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
         Var->getType().isConstQualified() || !Uses.isAssigned(Named)))
      add(*Named, const_cast<Expr *>(Var->getInit()), nullptr, Uses, Number);
  }
}

/// Makes the variable that \p Statement, the one with this \p Number in \p
/// Uses, assigns a name if it has no other value there.
void NameRemover::addAssigned(const Expr &Statement, const BlockUses &Uses,
                              size_t Number) {
  const Assignment Plain = plainAssignment(&Statement);
  const VarDecl *Var =
      Plain.Target ? variableOf(Plain.Target->IgnoreParens()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType() ||
      (Inside.contains(Var) && Var->getInit()))
    return;
  if (Uses.isAssignedOnce(Var))
    add(*Var, const_cast<Expr *>(Plain.Value), &Statement, Uses, Number);
}

/// \p Block without the names among \p Own that nothing in it uses any more.
/// \p All are the uses of variables in it.
CompoundStmt &NameRemover::withoutUnused(CompoundStmt &Block,
                                         const BlockUses &All,
                                         ArrayRef<Name> Own) const {
  llvm::DenseSet<const VarDecl *> Dropped, Declared;
  llvm::DenseSet<const Stmt *> DroppedAssignments;
  const auto Named = [this](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var ? Rewriter.original(Var) : nullptr;
  };
  for (const Stmt *S : Block.body())
    if (const auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        Declared.insert(Named(D));
  if (Declared.contains(nullptr)) // A type may use any of them.
    return Block;
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
    if (!Declared.contains(N.Var) ||
        llvm::any_of(All.mentions(N.Var), [&](size_t Number) {
          return Uses(Block.body_begin()[Number], N);
        }))
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
  llvm::SmallVector<Stmt *, 8> Statements(Block.body());
  BlockUses Uses(Statements);
  bool Changes = false;
  for (auto &&[Number, S] : llvm::enumerate(Statements)) {
    Stmt *New = Known.rewritten(inBlocks(S));
    if (New != S) {
      S = New;
      Changes = true;
      Uses.replace(Number, New);
    }
    if (!IsLinear)
      continue;
    if (const auto *Declaration = dyn_cast<DeclStmt>(New))
      addDeclared(*Declaration, Uses, Number);
    else if (const auto *E = dyn_cast<Expr>(New))
      addAssigned(*E, Uses, Number);
  }
  for (const Name &N : Current)
    Known.remove(*N.Var);
  CompoundStmt &Now =
      Changes ? *blockOf(Statements, Block.getSourceRange(), Context) : Block;
  CompoundStmt &New = withoutUnused(Now, Uses, Current);
  std::swap(Around, Current);
  return IsLinear ? &Back.kept(New) : &New;
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
  findChanges(For);
  // A condition on a changing value is a part of an update.
  const VariableUses OfBody(For.getBody());
  const auto Changes = [&OfBody](const VarDecl *Var) {
    return OfBody.of(Var).IsAssigned;
  };
  Known.setFormulas([this, Changes](const Expr *Condition) {
    return isSteady(Condition, Changes, /*MayRead=*/false);
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
  Set(withoutConstantBranches(For, D, S.Context, Rewriter));
  Set(withPointerTests(For, D, S.Context, Rewriter));
  Set(withoutSequences(For, D, S.Context, Rewriter));
  Set(withoutReassignments(For, D, S, Rewriter));
  Set(withoutIteratorCalls(For, S, Rewriter));
  Set(withoutLibraryParts(*For, S, Rewriter));
  Set(withoutItemTargets(For, D, S.Context, Rewriter));
  Set(withInlinedBodies(*For, D, S, Rewriter, Result.Inlined));
  Set(withInnerCounts(For, D, S, Rewriter));
  Set(withInnerSums(For, D, S, Rewriter));
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
