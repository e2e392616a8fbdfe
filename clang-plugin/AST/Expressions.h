//===- Expressions.h - Looking at expressions of a loop ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_EXPRESSIONS_H
#define OMPSCAN_PLUGIN_AST_EXPRESSIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// Whether \p F only names its argument, in another category or as const:
/// std::move, std::forward and the like.
bool isForwarding(const clang::FunctionDecl &F);

/// \p E without parentheses, and without casts, calls of std::move and copies
/// that change no value or only turn an lvalue into its value. What OpenMP
/// captured for a region (`this->y`) is replaced by the expression that it was
/// captured from.
const clang::Expr *strip(const clang::Expr *E);

/// \p E without parentheses and without any implicit cast.
const clang::Expr *stripImplicit(const clang::Expr *E);

/// \p E as source text, for messages and names.
std::string text(const clang::Expr *E, const clang::ASTContext &Context);

/// The source of \p E, for messages; text() if its source is not one piece of a
/// file.
std::string sourceText(const clang::Expr *E, const clang::ASTContext &Context);

/// The value of \p E if it is an integer constant of at most 64 bits. Unsigned
/// values that do not fit int64_t wrap around.
std::optional<int64_t> constantValue(const clang::Expr *E,
                                     const clang::ASTContext &Context);

/// Whether \p Pred holds for \p E or an expression in it.
bool anyOf(const clang::Expr *E,
           llvm::function_ref<bool(const clang::Expr *)> Pred);

/// Whether the expression or statement \p S, which may be null, uses \p Var.
bool mentions(const clang::Stmt *S, const clang::VarDecl *Var);

/// Decides whether two subexpressions match; std::nullopt compares their
/// structure.
using LeafMatch = llvm::function_ref<std::optional<bool>(
    const clang::Expr *Pattern, const clang::Expr *E)>;

/// Whether \p E has the structure of \p Pattern. \p Match is asked first for
/// each pair of subexpressions.
bool matches(const clang::Expr *Pattern, const clang::Expr *E, LeafMatch Match);

/// Whether two expressions without side effects have the same structure, and so
/// the same value while nothing that they read changes.
bool sameExpression(const clang::Expr *A, const clang::Expr *B);
/// A number that all expressions have that are the same as \p E, which may be
/// null.
unsigned hashOf(const clang::Expr *E);

/// The array and the index of an element access, `y[i]` or `*(y + i - 1)`. Base
/// is null if \p E is no such access; Index is null for `*y`. Sums that do not
/// occur in the source are created in \p Context.
struct ElementAccess {
  const clang::Expr *Base = nullptr;
  const clang::Expr *Index = nullptr;
};
ElementAccess elementAccess(const clang::Expr *E,
                            const clang::ASTContext &Context);
/// A number that all accesses have whose array and subscript are the same.
unsigned hashOf(const ElementAccess &At);

/// The variable that \p E, which may be null, names; null if it names none.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// Whether \p S, which may be null, is a reference to \p Var.
bool isReferenceTo(const clang::Stmt *S, const clang::Decl *Var);

/// The object whose value \p S reads, as an implicit conversion; null for any
/// other statement, and for null.
const clang::Expr *loadedBy(const clang::Stmt *S);

/// x of `&x`, which \p S is; null for any other statement, and for null.
const clang::Expr *addressedBy(const clang::Stmt *S);

/// The variable that the declaration \p S declares alone; null for any other
/// statement, and for null.
const clang::VarDecl *variableDeclaredBy(const clang::Stmt *S);

/// The variable that \p E names, or of which \p E names a part as a structured
/// binding; null if there is none. \p E may be null.
const clang::VarDecl *boundVariable(const clang::Expr *E);

/// The variable that \p E names, or of which \p E names a member without a
/// pointer; null if there is none.
const clang::VarDecl *variableAround(const clang::Expr *E);

/// Whether \p E reads elements or memory behind pointers, or calls functions.
bool readsMemory(const clang::Expr *E, const clang::ASTContext &Context);

/// Whether \p E can be evaluated even if the program does not evaluate it.
/// Parts of it are defined where \p IsDefined says so.
bool isAlwaysDefined(
    const clang::Expr *E, const clang::ASTContext &Context,
    llvm::function_ref<bool(const clang::Expr *)> IsDefined = nullptr);

/// Whether each evaluation of \p E evaluates \p Part, an expression that is the
/// same, or another member of the object that \p Part finds by a pointer.
bool evaluates(const clang::Expr *E, const clang::Expr *Part);

/// Whether \p F is the function of the C or C++ library that its name says. A
/// program may have a function of the same name.
bool isLibraryFunction(const clang::FunctionDecl &F);

/// Whether \p E contains an assignment, an increment or a decrement.
bool changesAnything(const clang::Expr *E);

/// The literal \p N of the integer type \p Type.
clang::Expr *integerLiteral(int64_t N, clang::QualType Type,
                            clang::SourceLocation Loc,
                            const clang::ASTContext &Context);

/// The integer \p E converted to ptrdiff_t.
clang::Expr *asWideAsAddress(const clang::Expr *E,
                             const clang::ASTContext &Context);

/// \p E with an implicit conversion to \p Type.
clang::Expr *convertTo(clang::QualType Type, clang::CastKind Kind,
                       clang::Expr *E, const clang::ASTContext &Context,
                       clang::ExprValueKind Category = clang::VK_PRValue);

/// The value of the lvalue \p Place.
clang::Expr *loadOf(clang::Expr *Place, const clang::ASTContext &Context);

/// `Place = Value`
clang::Expr *assign(clang::Expr *Place, clang::Expr *Value,
                    const clang::ASTContext &Context);

/// A variable of the iteration, in \p Function, that is initialized with \p
/// Init.
clang::VarDecl *iterationVariable(llvm::StringRef Name, clang::Expr *Init,
                                  clang::DeclContext &Function,
                                  const clang::ASTContext &Context);

/// A reference to \p D at \p Loc. \p IsCaptured: \p D is declared outside of
/// the captured region at \p Loc.
clang::Expr *referTo(const clang::ValueDecl *D, clang::SourceLocation Loc,
                     const clang::ASTContext &Context, bool IsCaptured = false);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_EXPRESSIONS_H
