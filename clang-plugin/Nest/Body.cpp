//===- Body.cpp - A loop's body, read from Clang's AST --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nest/Body.h"
#include "Support/ClangCompat.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtVisitor.h"

using namespace clang;

namespace ompscan::plugin::nest {

/// Makes a Statement of each statement of Clang's AST. Nothing behind it needs
/// to know these.
class BodyBuilder : public ConstStmtVisitor<BodyBuilder, const Statement *> {
public:
  BodyBuilder(llvm::BumpPtrAllocator &Memory, const ASTContext &Context)
      : Memory(Memory), Context(Context) {}

  const Statement *VisitStmt(const Stmt *S) {
    return make<Statement>(Statement::Kind::Other, *S);
  }
  const Statement *VisitExpr(const Expr *E) {
    return make<ExpressionStatement>(*E);
  }
  const Statement *VisitNullStmt(const NullStmt *S) {
    return make<Statement>(Statement::Kind::Empty, *S);
  }
  const Statement *VisitDeclStmt(const DeclStmt *S) { return declaration(S); }
  const Statement *VisitCompoundStmt(const CompoundStmt *S) {
    llvm::SmallVector<const Statement *, 8> Statements;
    for (const Stmt *Each : S->body()) {
      // An input may need one of several variables, and a result another one.
      const auto *Several = dyn_cast<DeclStmt>(Each);
      if (!Several || Several->isSingleDecl() ||
          !llvm::all_of(Several->decls(),
                        [](const Decl *D) { return isa<VarDecl>(D); })) {
        Statements.push_back(Visit(Each));
        continue;
      }
      for (Decl *D : Several->decls())
        Statements.push_back(declaration(new (Context) DeclStmt(
            DeclGroupRef(D), D->getBeginLoc(), D->getEndLoc())));
    }
    return make<Block>(*S, copied(Statements));
  }
  const Statement *VisitAttributedStmt(const AttributedStmt *S) {
    return Visit(S->getSubStmt());
  }
  // Only a `goto`, which no loop may have, leads to the label.
  const Statement *VisitLabelStmt(const LabelStmt *S) {
    return Visit(S->getSubStmt());
  }

  const Statement *VisitIfStmt(const IfStmt *S) {
    const Head H = {optional(S->getInit()),
                    declaration(S->getConditionVariableDeclStmt()),
                    S->getCond()};
    std::optional<const Stmt *> Chosen;
    if (S->isConsteval())
      Chosen = S->isNegatedConsteval() ? S->getThen() : S->getElse();
    else if (S->isConstexpr())
      if (const auto Case = S->getNondiscardedCase(Context))
        Chosen = *Case;
    if (!Chosen)
      return make<If>(*S, H, *Visit(S->getThen()), optional(S->getElse()));
    llvm::SmallVector<const Statement *, 3> Statements;
    for (const Statement *Part :
         {H.Init, static_cast<const Statement *>(H.Variable),
          optional(*Chosen)})
      if (Part)
        Statements.push_back(Part);
    return make<Block>(*S, copied(Statements));
  }

  const Statement *VisitSwitchStmt(const SwitchStmt *S) {
    const Head H = {optional(S->getInit()),
                    declaration(S->getConditionVariableDeclStmt()),
                    S->getCond()};
    return make<Switch>(*S, H, *Visit(S->getBody()));
  }
  const Statement *VisitSwitchCase(const SwitchCase *S) {
    return make<Case>(*S, *Visit(S->getSubStmt()));
  }

  const Statement *VisitForStmt(const ForStmt *S) {
    const Head H = {optional(S->getInit()),
                    declaration(S->getConditionVariableDeclStmt()),
                    S->getCond()};
    return make<InnerLoop>(*S, InnerLoop::Form::For, H, S->getInc(),
                           *Visit(S->getBody()));
  }
  const Statement *VisitWhileStmt(const WhileStmt *S) {
    const Head H = {nullptr, declaration(S->getConditionVariableDeclStmt()),
                    S->getCond()};
    return make<InnerLoop>(*S, InnerLoop::Form::While, H, nullptr,
                           *Visit(S->getBody()));
  }
  const Statement *VisitDoStmt(const DoStmt *S) {
    const Head H = {nullptr, nullptr, S->getCond()};
    return make<InnerLoop>(*S, InnerLoop::Form::Do, H, nullptr,
                           *Visit(S->getBody()));
  }
  const Statement *VisitCXXForRangeStmt(const CXXForRangeStmt *S) {
    const Head H = {nullptr, nullptr, S->getCond()};
    auto *Loop = make<InnerLoop>(*S, InnerLoop::Form::Range, H, S->getInc(),
                                 *Visit(S->getBody()));
    llvm::SmallVector<const Statement *, 4> Range;
    for (const Stmt *Part :
         {S->getInit(), static_cast<const Stmt *>(S->getRangeStmt()),
          static_cast<const Stmt *>(S->getBeginStmt()),
          static_cast<const Stmt *>(S->getEndStmt())})
      if (Part)
        Range.push_back(Visit(Part));
    Loop->Range = copied(Range);
    Loop->RangeVariable = optional(S->getLoopVarStmt());
    return Loop;
  }

  const Statement *VisitBreakStmt(const BreakStmt *S) {
    return make<Jump>(*S, Jump::Target::Break);
  }
  const Statement *VisitContinueStmt(const ContinueStmt *S) {
    return make<Jump>(*S, Jump::Target::Continue);
  }
  const Statement *VisitReturnStmt(const ReturnStmt *S) {
    return make<Jump>(*S, Jump::Target::Return);
  }
  const Statement *VisitGotoStmt(const GotoStmt *S) {
    return make<Jump>(*S, Jump::Target::Goto);
  }

  const Statement *VisitOMPAtomicDirective(const OMPAtomicDirective *S) {
    return make<Atomic>(*S, *Visit(S->getRawStmt()));
  }
  const Statement *VisitOMPScanDirective(const OMPScanDirective *S) {
    return make<Statement>(Statement::Kind::Separator, *S);
  }

private:
  template <typename T, typename... Args> T *make(Args &&...A) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Memory.Allocate<T>()) T(std::forward<Args>(A)...);
  }
  llvm::ArrayRef<const Statement *>
  copied(llvm::ArrayRef<const Statement *> Statements) {
    return Statements.copy(Memory);
  }
  const Statement *optional(const Stmt *S) { return S ? Visit(S) : nullptr; }
  const Declaration *declaration(const DeclStmt *S) {
    return S ? make<Declaration>(*S) : nullptr;
  }

  llvm::BumpPtrAllocator &Memory;
  const ASTContext &Context;
};

Body::Body(const Stmt &S, const ASTContext &Context)
    : Context(Context), Root(BodyBuilder(Memory, Context).Visit(&S)) {}

} // namespace ompscan::plugin::nest
