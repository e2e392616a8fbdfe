//===- Assignments.h - What expressions assign ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_ASSIGNMENTS_H
#define OMPSCAN_PLUGIN_AST_ASSIGNMENTS_H

#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// The target and the value of `target = value`, for scalars and class objects.
/// Both are null if \p E is not such an assignment.
struct Assignment {
  const clang::Expr *Target = nullptr;
  const clang::Expr *Value = nullptr;
};
Assignment plainAssignment(const clang::Expr *E);

/// Whether \p F is a library function that makes a pair or a tuple of its
/// operands, and does not change them although it takes references.
bool makesTuple(const clang::FunctionDecl &F);

/// Whether \p T is a pair or a tuple whose parts are numbers, objects that are
/// copied byte by byte, or such pairs and tuples.
bool isPlainTuple(clang::QualType T, const clang::ASTContext &Context);

/// Whether \p F assigns such a pair or tuple part by part, as a trivial
/// operator would.
bool assignsTuple(const clang::CXXMethodDecl &F);

/// Whether \p F assigns each member of its object from the same member of its
/// operand and does nothing else, as a trivial operator would.
bool copiesMembers(const clang::CXXMethodDecl &F);

/// Whether \p F may change its object: it is not const, and its body does more
/// with the object than to read members.
bool changesObject(const clang::CXXMethodDecl &F);

/// The operands that \p Call may change: its object, and arguments for
/// references to types that are not const; rvalue references only if
/// \p WithRValues.
llvm::SmallVector<const clang::Expr *, 2>
changedOperands(const clang::CallExpr &Call, bool WithRValues);

/// The places that \p S and all in it assign, or may change by calls.
llvm::SmallVector<const clang::Expr *, 8> changedPlaces(const clang::Stmt *S);

/// changedPlaces() without the containers of which \p S only names elements.
llvm::SmallVector<const clang::Expr *, 8>
changedElements(const clang::Stmt *S, const clang::ASTContext &Context);

/// The only statement in \p S and its blocks, not counting empty statements;
/// null if there are none or several.
const clang::Stmt *singleStatement(const clang::Stmt *S);

/// The operand that \p E assigns, increments or decrements; null if there is
/// none.
const clang::Expr *changedBy(const clang::Expr *E);

/// The operand that \p S increments by one; null if \p S is null or does
/// anything else.
const clang::Expr *incrementedBy(const clang::Stmt *S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_ASSIGNMENTS_H
