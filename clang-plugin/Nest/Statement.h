//===- Statement.h - The statements of a loop's body ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NEST_STATEMENT_H
#define OMPSCAN_PLUGIN_NEST_STATEMENT_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Casting.h"

namespace ompscan::plugin::nest {

/// A statement of a loop's body, or of a function that the body calls. A Body
/// is an immutable tree of them. Every form of control flow that Clang's AST
/// has is one of the kinds below; labels, attributes and the branch of an `if
/// constexpr` that is not taken are left out.
class Statement {
public:
  enum class Kind {
    Expression,
    Declaration,
    Block,
    If,
    Switch,
    Case,
    Loop,
    Jump,
    Atomic,
    Separator, ///< `#pragma omp scan`
    Empty,
    Other, ///< Anything that no loop may have.
  };

  Kind kind() const { return K; }
  /// The statement of Clang's AST that it was made from.
  const clang::Stmt *source() const { return Source; }
  clang::SourceLocation loc() const { return Source->getBeginLoc(); }
  /// Its expression if it is nothing else; null for other kinds.
  const clang::Expr *expression() const;

protected:
  Statement(Kind K, const clang::Stmt &Source) : K(K), Source(&Source) {}

private:
  friend class BodyBuilder;

  Kind K;
  const clang::Stmt *Source;
};

class ExpressionStatement : public Statement {
public:
  static bool classof(const Statement *S) {
    return S->kind() == Kind::Expression;
  }
  const clang::Expr &value() const {
    return *llvm::cast<clang::Expr>(source());
  }

private:
  friend class BodyBuilder;
  explicit ExpressionStatement(const clang::Expr &E)
      : Statement(Kind::Expression, E) {}
};

class Declaration : public Statement {
public:
  static bool classof(const Statement *S) {
    return S->kind() == Kind::Declaration;
  }
  const clang::DeclStmt &declared() const {
    return *llvm::cast<clang::DeclStmt>(source());
  }

private:
  friend class BodyBuilder;
  explicit Declaration(const clang::DeclStmt &D)
      : Statement(Kind::Declaration, D) {}
};

class Block : public Statement {
public:
  static bool classof(const Statement *S) { return S->kind() == Kind::Block; }
  llvm::ArrayRef<const Statement *> statements() const { return Statements; }

private:
  friend class BodyBuilder;
  Block(const clang::Stmt &Source, llvm::ArrayRef<const Statement *> Statements)
      : Statement(Kind::Block, Source), Statements(Statements) {}

  llvm::ArrayRef<const Statement *> Statements;
};

/// What `if`, `switch` and loops evaluate in front of their branches. The first
/// two are null where there are none.
struct Head {
  const Statement *Init = nullptr;
  const Declaration *Variable = nullptr;
  const clang::Expr *Condition = nullptr; ///< Null in `for (;;)`.

  /// Whether it is a condition alone.
  bool isPlain() const { return !Init && !Variable; }
};

class If : public Statement {
public:
  static bool classof(const Statement *S) { return S->kind() == Kind::If; }
  const Head &head() const { return H; }
  const clang::Expr &condition() const { return *H.Condition; }
  const Statement &thenBranch() const { return *Then; }
  const Statement *elseBranch() const { return Else; } ///< Null if none.

private:
  friend class BodyBuilder;
  If(const clang::Stmt &Source, Head H, const Statement &Then,
     const Statement *Else)
      : Statement(Kind::If, Source), H(H), Then(&Then), Else(Else) {}

  Head H;
  const Statement *Then, *Else;
};

class Switch : public Statement {
public:
  static bool classof(const Statement *S) { return S->kind() == Kind::Switch; }
  const Head &head() const { return H; }
  const clang::Expr &condition() const { return *H.Condition; }
  const Statement &body() const { return *Body; }

private:
  friend class BodyBuilder;
  Switch(const clang::Stmt &Source, Head H, const Statement &Body)
      : Statement(Kind::Switch, Source), H(H), Body(&Body) {}

  Head H;
  const Statement *Body;
};

/// `case` or `default` with the statement behind it.
class Case : public Statement {
public:
  static bool classof(const Statement *S) { return S->kind() == Kind::Case; }
  bool isDefault() const { return llvm::isa<clang::DefaultStmt>(source()); }
  /// `case` with its value.
  const clang::CaseStmt &label() const {
    return *llvm::cast<clang::CaseStmt>(source());
  }
  const Statement &next() const { return *Next; }

private:
  friend class BodyBuilder;
  Case(const clang::SwitchCase &Source, const Statement &Next)
      : Statement(Kind::Case, Source), Next(&Next) {}

  const Statement *Next;
};

/// A loop in a body.
class InnerLoop : public Statement {
public:
  enum class Form { For, While, Do, Range };

  static bool classof(const Statement *S) { return S->kind() == Kind::Loop; }
  Form form() const { return F; }
  const Head &head() const { return H; }
  const clang::Expr *step() const { return Step; } ///< Null if none.
  const Statement &body() const { return *Body; }
  /// Of a range-based loop: the declarations in front of it, and that of its
  /// variable, which each iteration makes.
  llvm::ArrayRef<const Statement *> range() const { return Range; }
  const Statement *rangeVariable() const { return RangeVariable; }

private:
  friend class BodyBuilder;
  InnerLoop(const clang::Stmt &Source, Form F, Head H, const clang::Expr *Step,
            const Statement &Body)
      : Statement(Kind::Loop, Source), F(F), H(H), Step(Step), Body(&Body) {}

  Form F;
  Head H;
  const clang::Expr *Step;
  const Statement *Body;
  llvm::ArrayRef<const Statement *> Range;
  const Statement *RangeVariable = nullptr;
};

class Jump : public Statement {
public:
  enum class Target { Break, Continue, Return, Goto };

  static bool classof(const Statement *S) { return S->kind() == Kind::Jump; }
  Target target() const { return To; }
  bool isBreak() const { return To == Target::Break; }
  /// Whether it ends an iteration of a loop, or a loop.
  bool isInLoop() const { return isBreak() || To == Target::Continue; }
  /// The keyword, as the program spells it.
  llvm::StringRef spelling() const;
  /// The returned value; null if there is none.
  const clang::Expr *value() const;

private:
  friend class BodyBuilder;
  Jump(const clang::Stmt &Source, Target To)
      : Statement(Kind::Jump, Source), To(To) {}

  Target To;
};

class Atomic : public Statement {
public:
  static bool classof(const Statement *S) { return S->kind() == Kind::Atomic; }
  const clang::OMPAtomicDirective &directive() const {
    return *llvm::cast<clang::OMPAtomicDirective>(source());
  }

  /// The statement that is done at once.
  const Statement &operation() const { return *Operation; }

private:
  friend class BodyBuilder;
  Atomic(const clang::OMPAtomicDirective &D, const Statement &Operation)
      : Statement(Kind::Atomic, D), Operation(&Operation) {}

  const Statement *Operation;
};

/// The variables that \p S declares itself; none if it is no declaration.
llvm::SmallVector<const clang::VarDecl *, 1> variablesOf(const Statement &S);

/// The condition of \p S, an `if` or a `switch`; null for other statements.
const clang::Expr *branchCondition(const Statement &S);

/// Calls \p F for the statements that are directly in \p S, in the order of the
/// program.
void forEachChild(const Statement &S,
                  llvm::function_ref<void(const Statement &)> F);
/// Calls \p F for the expressions that \p S evaluates itself, initializers
/// among them, and not for those of the statements in it.
void forEachExpression(const Statement &S,
                       llvm::function_ref<void(const clang::Expr &)> F);
/// Calls \p F for \p S and for all statements in it, in the order of the
/// program.
void forEachStatement(const Statement &S,
                      llvm::function_ref<void(const Statement &)> F);
/// Whether \p Holds for \p S or for any statement in it.
bool anyStatement(const Statement &S,
                  llvm::function_ref<bool(const Statement &)> Holds);

/// The statements that \p S always runs, one after the other, without blocks
/// around them.
llvm::SmallVector<const Statement *, 4> sequence(const Statement &S);

/// The only statement in \p S, outside of blocks; null if there is another
/// number of them.
const Statement *onlyStatement(const Statement &S);

} // namespace ompscan::plugin::nest

#endif // OMPSCAN_PLUGIN_NEST_STATEMENT_H
