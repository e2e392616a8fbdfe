//===- DataBuilder.h - Host code of directives on data -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_DATABUILDER_H
#define OMPSCAN_PLUGIN_HOST_DATABUILDER_H

#include "Analysis/Accesses/RegionUse.h"
#include "Analysis/Clauses/DataClauses.h"
#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "llvm/ADT/DenseSet.h"

namespace ompscan::plugin {

/// Builds what takes the place of a directive on data, or of a `target`
/// construct that stays on the host:
///
///   {
///     #pragma omp taskwait depend(...)    // Where there is a depend clause.
///     if (condition)                      // Of an `if` clause.
///       __ompscan_data_enter(... __ompscan_data(...) ...);
///   }
///
/// With `nowait` the call is a task that the program need not wait for:
///
///   {
///     void *const __ompscan_data = condition ? __ompscan_data(...) : 0;
///     if (__ompscan_data_defers(__ompscan_data))
///       #pragma omp task depend(...)      // A target task.
///       __ompscan_data_enter(__ompscan_data);
///     else { ... }                        // As above.
///   }
///
///   {
///     void *const __ompscan_data = condition ? __ompscan_data_begin(...) : 0;
///     #pragma omp target data ...         // The directive as it was: it does
///     { ... }                             // nothing else by itself.
///     __ompscan_data_end(__ompscan_data);
///   }
///
/// and the same with __ompscan_host_begin and __ompscan_host_end. All functions
/// answer null if something cannot be built, which Sema has reported then; \p
/// DC is the context that the directive stands in.
class DataBuilder {
public:
  explicit DataBuilder(clang::Sema &S) : S(S), Context(S.Context), Calls(S) {}

  /// A stand-alone directive, or `target data`.
  clang::Stmt *buildData(clang::OMPExecutableDirective &D,
                         const DataClauses &Said, clang::DeclContext *DC);
  /// A `target` construct. \p SharesMemory: memory of a device is the host's.
  clang::Stmt *buildOnHost(clang::OMPExecutableDirective &D,
                           const DataClauses &Said, const RegionUse &Use,
                           bool SharesMemory, clang::DeclContext *DC);

  /// redirectTargetQueries() in \p D, a `target` construct in \p DC.
  void redirectQueries(clang::OMPExecutableDirective &D,
                       clang::DeclContext *DC);

private:
  void begin(const clang::OMPExecutableDirective &D, clang::DeclContext *DC);
  bool locate(const DataItem &Item, const Rebase &Move, clang::Expr *&First,
              clang::Expr *&Bytes);
  clang::Expr *repeat(clang::Expr *Handle, const DataItem &Item,
                      const Rebase &Move);
  clang::Expr *pointerOf(clang::Expr *First) const;
  void noteMapped(const DataClauses &Said);
  clang::Expr *map(clang::Expr *Handle, const DataItem &Item, unsigned Flags,
                   bool Attaches, const Rebase &Move);
  clang::Expr *mapEach(clang::Expr *Handle, DataItem Item, unsigned Flags,
                       bool Attaches, const Rebase &Move);
  clang::Expr *sizeOf(clang::Expr *E);
  clang::Expr *device(const DataClauses &Said, const Rebase &Move);
  clang::Stmt *enclose(clang::OMPExecutableDirective &D,
                       const DataClauses &Said, clang::Expr *Chain,
                       llvm::StringRef Name, llvm::StringRef End,
                       const Rebase &Move, bool Updates);
  clang::Stmt *defer(const clang::OMPExecutableDirective &D,
                     const DataClauses &Said, clang::Expr *Chain,
                     llvm::StringRef End, const Rebase &Move);
  clang::VarDecl *keep(llvm::StringRef Name, clang::Expr *Value,
                       llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  bool beginTarget(const clang::OMPExecutableDirective &D,
                   const DataClauses &Said, clang::VarDecl *Holds,
                   const Rebase &Move,
                   llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  bool update(const DataClauses &Said, unsigned Flags, clang::VarDecl *Holds,
              const Rebase &Move,
              llvm::SmallVectorImpl<clang::Stmt *> &Statements);

  clang::Sema &S;
  clang::ASTContext &Context;
  RuntimeCalls Calls;
  clang::SourceLocation Loc;
  std::string Place;
  /// Pointer variables that some directive maps themselves.
  llvm::DenseSet<const clang::VarDecl *> MappedPointers;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_DATABUILDER_H
