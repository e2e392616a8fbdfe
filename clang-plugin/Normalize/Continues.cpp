//===- Continues.cpp - Iterations that end early --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Continues.h"
#include "AST/Control.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The jumps that leave statements early: `continue` of the loop around them,
/// and `break` of the `switch`.
enum class Jump { Continue, Break };

} // namespace

static bool isJump(const Stmt *S, Jump Kind) {
  return Kind == Jump::Continue ? isa<ContinueStmt>(S) : isa<BreakStmt>(S);
}

/// Whether \p S contains a jump of this kind.
static bool hasJump(const Stmt *S, Jump Kind) {
  bool Found = false;
  forEachNode(S, [&](const Stmt *Node) {
    Found |= isJump(Node, Kind);
    return !isa<Expr>(Node) && !loopBody(Node) &&
           !(Kind == Jump::Break && isa<SwitchStmt>(Node));
  });
  return Found;
}

/// Whether \p S always ends by such a jump, and contains no other.
static bool endsByJump(const Stmt *S, Jump Kind) {
  if (isJump(S, Kind))
    return true;
  const auto *Compound = dyn_cast<CompoundStmt>(S);
  return Compound && !Compound->body_empty() &&
         endsByJump(Compound->body_back(), Kind) &&
         llvm::none_of(
             llvm::ArrayRef(Compound->body_begin(), Compound->size() - 1),
             [&](const Stmt *Other) { return hasJump(Other, Kind); });
}

/// \p S without the jump that it ends by.
static Stmt *withoutLast(ASTContext &Context, const Stmt *S) {
  const auto *Compound = dyn_cast<CompoundStmt>(S);
  if (!Compound)
    return blockOf({}, S->getBeginLoc(), Context);
  llvm::SmallVector<Stmt *, 8> Statements(Compound->body());
  Statements.back() = withoutLast(Context, Statements.back());
  return blockOf(Statements, S->getBeginLoc(), Context);
}

static Stmt *rebuilt(ASTContext &Context, ArrayRef<Stmt *> Statements,
                     SourceLocation Loc, Jump Kind);

/// \p S, the last statement of those that a jump leaves, without the jumps that
/// can be removed.
static Stmt *rebuiltLast(ASTContext &Context, Stmt *S, Jump Kind) {
  if (!hasJump(S, Kind))
    return S;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return rebuilt(Context, llvm::to_vector<8>(Compound->body()),
                   S->getBeginLoc(), Kind);
  const std::optional<Branches> If = branchesOf(S);
  if (!If)
    return S;
  const auto Branch = [&](const Stmt *Inner) {
    return Inner ? rebuiltLast(Context, const_cast<Stmt *>(Inner), Kind)
                 : nullptr;
  };
  return withBranches(*S, Branch(If->Then), Branch(If->Else), Context);
}

/// \p Statements without the jumps that can be removed.
static Stmt *rebuilt(ASTContext &Context, ArrayRef<Stmt *> Statements,
                     SourceLocation Loc, Jump Kind) {
  llvm::SmallVector<Stmt *, 8> Result;
  for (size_t I = 0; I != Statements.size(); ++I) {
    Stmt *S = Statements[I];
    if (isJump(S, Kind))
      break; // The rest is never reached.
    const std::optional<Branches> If =
        isa<Expr>(S) ? std::nullopt : branchesOf(S);
    const bool IsOpen = If && !If->IsConstant;
    const bool InThen = IsOpen && endsByJump(If->Then, Kind);
    const bool InElse = IsOpen && If->Else && endsByJump(If->Else, Kind);
    if (!InThen && !InElse) {
      const bool IsLast = I + 1 == Statements.size();
      Result.push_back(IsLast ? rebuiltLast(Context, S, Kind) : S);
      continue;
    }
    llvm::SmallVector<Stmt *, 8> Rest;
    const Stmt *Other = InThen ? If->Else : If->Then;
    if (Other)
      Rest.push_back(const_cast<Stmt *>(Other));
    Rest.append(Statements.begin() + I + 1, Statements.end());
    Stmt *Ending = withoutLast(Context, InThen ? If->Then : If->Else);
    Stmt *Going = rebuilt(Context, Rest, S->getBeginLoc(), Kind);
    Result.push_back(withBranches(*S, InThen ? Ending : Going,
                                  InThen ? Going : Ending, Context));
    break;
  }
  return blockOf(Result, Loc, Context);
}

/// \p Statements of a case, with the statements behind `if (c) break;` in an
/// `else` branch. The last statement need not be a `break`. Null if there is
/// nothing to do, or if a variable is declared that other cases may see.
static Stmt *withoutBreaks(ASTContext &Context, ArrayRef<Stmt *> Statements) {
  const Stmt *Last = Statements.back();
  const size_t Rest = Statements.size() - isa<BreakStmt>(Last);
  const auto HasBreak = [](const Stmt *S) { return hasJump(S, Jump::Break); };
  if (const auto *Block = dyn_cast<CompoundStmt>(Last);
      Block && Statements.size() == 1) {
    const llvm::SmallVector<Stmt *, 8> Inner(Block->body());
    return Inner.empty() ||
                   llvm::none_of(llvm::ArrayRef<Stmt *>(Inner).drop_back(),
                                 HasBreak)
               ? nullptr
               : rebuilt(Context, Inner, Block->getBeginLoc(), Jump::Break);
  }
  if (llvm::none_of(Statements.take_front(Rest), HasBreak) ||
      llvm::any_of(Statements, [](const Stmt *S) { return isa<DeclStmt>(S); }))
    return nullptr;
  return rebuilt(Context, Statements.take_front(Rest),
                 Statements.front()->getBeginLoc(), Jump::Break);
}

static bool endsByBreak(const Stmt *S) {
  const auto *Block = dyn_cast<CompoundStmt>(S);
  return isa<BreakStmt>(S) ||
         (Block && !Block->body_empty() && isa<BreakStmt>(Block->body_back()));
}

/// The label \p Case with \p Sub as its statement, behind further labels.
static SwitchCase *withStatement(SwitchCase &Case, Stmt *Sub,
                                 ASTContext &Context, TreeRewriter &Rewriter) {
  return cast<SwitchCase>(Rewriter.rebuilt(&Case, [&](Stmt *Child) -> Stmt * {
    if (Child != Case.getSubStmt())
      return Child;
    auto *Next = dyn_cast<SwitchCase>(Child);
    return Next ? withStatement(*Next, Sub, Context, Rewriter) : Sub;
  }));
}

/// The block \p Body of a `switch` without breaks in cases that do not fall
/// through.
static Stmt *withoutBreaks(CompoundStmt &Body, ASTContext &Context,
                           TreeRewriter &Rewriter) {
  llvm::SmallVector<Stmt *, 16> Result;
  bool HasInstead = false;
  for (auto *I = Body.body_begin(); I != Body.body_end();) {
    auto *Next = std::find_if(I + 1, Body.body_end(),
                              [](const Stmt *S) { return isa<SwitchCase>(S); });
    auto *Label = dyn_cast<SwitchCase>(*I);
    llvm::SmallVector<Stmt *, 8> Statements;
    if (Label) {
      Stmt *First = Label->getSubStmt();
      while (auto *Further = dyn_cast<SwitchCase>(First))
        First = Further->getSubStmt();
      Statements.push_back(First);
      Statements.append(I + 1, Next);
    }
    const bool Ends =
        Label && (Next == Body.body_end() || isa<BreakStmt>(Next[-1]) ||
                  endsByBreak(Statements.back()));
    if (Stmt *Instead = Ends ? withoutBreaks(Context, Statements) : nullptr) {
      Result.push_back(withStatement(*Label, Instead, Context, Rewriter));
      Result.push_back(new (Context) BreakStmt(Instead->getEndLoc()));
      HasInstead = true;
    } else {
      Result.append(I, Next);
    }
    I = Next;
  }
  return HasInstead ? blockOf(Result, Body.getBeginLoc(), Context) : &Body;
}

/// \p S without breaks in each `switch`, except in inner loops.
static Stmt *withoutBreaks(Stmt *S, ASTContext &Context,
                           TreeRewriter &Rewriter) {
  if (isa<Expr>(S) || loopBody(S))
    return S;
  S = Rewriter.rebuilt(
      S, [&](Stmt *Child) { return withoutBreaks(Child, Context, Rewriter); });
  auto *Switch = dyn_cast<SwitchStmt>(S);
  if (!Switch || !isa<CompoundStmt>(Switch->getBody()))
    return S;
  return Rewriter.rebuilt(Switch, [&](Stmt *Child) {
    return Child == Switch->getBody()
               ? withoutBreaks(*cast<CompoundStmt>(Child), Context, Rewriter)
               : Child;
  });
}

static bool isStandardScan(const Stmt *S) {
  return anyNode(S,
                 [](const Stmt *Node) { return isa<OMPScanDirective>(Node); });
}

/// \p S, which \p Depth loops are the outer ones of, without jumps in the body
/// of the innermost one.
static Stmt *withoutJumps(Stmt *S, unsigned Depth, ASTContext &Context,
                          TreeRewriter &Rewriter) {
  auto *For = dyn_cast<ForStmt>(S);
  if (!For) // Blocks around one statement, and attributes.
    return S == onlyStatement(S) ? S : Rewriter.rebuilt(S, [&](Stmt *Child) {
      return withoutJumps(Child, Depth, Context, Rewriter);
    });
  if (Depth != 1)
    return withBody(*For,
                    withoutJumps(For->getBody(), Depth - 1, Context, Rewriter),
                    Context);
  if (!isa<CompoundStmt>(For->getBody()))
    return For;
  Stmt *Body = withoutBreaks(For->getBody(), Context, Rewriter);
  if (hasJump(Body, Jump::Continue) && !isStandardScan(Body))
    Body =
        rebuilt(Context, llvm::to_vector<8>(cast<CompoundStmt>(Body)->body()),
                Body->getBeginLoc(), Jump::Continue);
  return withBody(*For, Body, Context);
}

Stmt *ompscan::plugin::withoutContinues(Stmt *S, unsigned Loops,
                                        ASTContext &Context) {
  TreeRewriter Rewriter(*S, Context);
  return withoutJumps(S, Loops, Context, Rewriter);
}
