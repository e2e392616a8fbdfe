//===- RegionSteps.h - What the threads of a region do -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_REGIONSTEPS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_REGIONSTEPS_H

#include "Nest/Body.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>

namespace ompscan::plugin {

/// A statement without control flow around it, of a parallel region or of the
/// code behind it. Anything that is no expression, declaration or loop is a
/// statement as a whole.
struct RegionStep {
  const nest::Statement *Statement;
  /// Of a loop, the directive that divides its iterations among the threads, or
  /// null.
  const clang::OMPLoopDirective *Sharing = nullptr;
  /// Each part does it, and not one thread for all.
  bool IsByParts = false;
  /// The function that contains it; null for that of the region.
  const clang::FunctionDecl *Function = nullptr;

  const nest::InnerLoop *loop() const {
    return llvm::dyn_cast<nest::InnerLoop>(Statement);
  }
};

/// The statements of a function that the program calls.
struct CalledSteps {
  /// The statements in its place, with the arguments in place of parameters; or
  /// the body itself of Function.
  const clang::Stmt *Body;
  const clang::FunctionDecl *Function = nullptr;
  /// The arguments for Function, if that is not null.
  llvm::SmallVector<const clang::Expr *, 4> Arguments = {};
};
/// Returns what a statement does that calls a function with a loop; nothing for
/// other statements.
using CallExpansion =
    llvm::function_ref<std::optional<CalledSteps>(const clang::Stmt &)>;

/// The number of the element of a part in a table, `(part + Shift) * Stride`.
struct PlaceOfPart {
  int64_t Shift;
  int64_t Stride;
};

/// The variable to which \p S gives a new value, and that value; null for other
/// statements.
std::pair<const clang::VarDecl *, const clang::Expr *>
definition(const nest::Statement &S);

/// Whether \p S may change \p Array, which may be a variable, or an element of
/// it.
bool mayChange(const clang::Stmt *S, const clang::Expr *Array,
               const clang::ASTContext &Context);

/// The steps of parallel regions, in their order. The *parts* of a region are
/// its threads, or the iterations of a worksharing loop that contains loops:
/// its blocks. A part has a number: `omp_get_thread_num()`, or the variable of
/// that loop.
class RegionSteps {
public:
  /// Reads \p Statements, which follow each other in a block, and what they
  /// call by \p Expand.
  RegionSteps(llvm::ArrayRef<clang::Stmt *> Statements,
              const clang::ASTContext &Context, const Diagnostics &Quiet,
              CallExpansion Expand);

  llvm::ArrayRef<RegionStep> steps() const { return Steps; }
  /// Whether every part has a copy of \p Var.
  bool isOwn(const clang::VarDecl *Var) const { return Own.count(Var) != 0; }
  /// The variables of which every part has a copy.
  const llvm::DenseSet<const clang::VarDecl *> &own() const { return Own; }
  /// N if \p E is the number of the part plus the constant N.
  std::optional<int64_t> behindPart(const clang::Expr *E) const;
  /// Where the element \p Index of a table belongs to the part.
  std::optional<PlaceOfPart> placeOfPart(const clang::Expr *Index) const;
  /// Whether the value of \p S, which may be null, is computed from the number
  /// of the part.
  bool dependsOnPart(const clang::Stmt *S) const;
  /// The value that \p Var has in front of the step \p At; null if that is not
  /// known.
  const clang::Expr *valueBefore(const clang::VarDecl *Var, size_t At) const;
  /// Whether \p A and \p B, which may be in two regions, are computed in the
  /// same way from the number of the part.
  bool haveSameValue(const clang::Expr *A, const clang::Expr *B) const;

private:
  const clang::Expr *firstValueOf(const clang::VarDecl *Var) const;
  const nest::Statement &read(const clang::Stmt &S);
  void add(const nest::Statement &S, bool IsByParts);
  void addDirective(const nest::Statement &S,
                    const clang::OMPExecutableDirective &D, bool IsByParts);
  void addElements(clang::ForStmt &For, const clang::OMPLoopDirective &Sharing);
  bool storesOfPart(const clang::Stmt *S) const;
  bool addShared(const clang::OMPExecutableDirective &D);
  void addOwn(const clang::OMPExecutableDirective &D);
  const CalledSteps *calledBy(const nest::Statement &S);
  bool addCalled(const nest::Statement &S, bool IsByParts);
  bool hasBlocks(const nest::Statement &Body);
  void note(const nest::Statement &S);
  void define(const clang::VarDecl *Var, const clang::Expr *Value);
  bool isPart(const clang::Expr *E) const;
  bool concernsParts(const clang::Expr &Condition) const;
  bool choosesThread(const clang::Expr &Condition) const;

  const clang::ASTContext &Context;
  const Diagnostics &Quiet;
  CallExpansion Expand;
  /// The results of calledBy(), by statements.
  llvm::DenseMap<const clang::Stmt *, std::optional<CalledSteps>> Called;
  unsigned Depth = 0; ///< of calls around the current place
  const clang::FunctionDecl *Function = nullptr;
  /// Functions whose own bodies are read, and the arguments of their calls.
  llvm::DenseSet<const clang::FunctionDecl *> Bound;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Arguments;
  std::vector<std::unique_ptr<nest::Body>> Bodies;
  llvm::SmallVector<RegionStep, 16> Steps;
  llvm::DenseSet<const clang::VarDecl *> Own;
  /// Variables whose value is the number of the part, or depends on it.
  llvm::DenseSet<const clang::VarDecl *> Parts, Dependent;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_REGIONSTEPS_H
