//===- ScanConsumer.h - Every scan loop of a translation unit - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_SCANCONSUMER_H
#define OMPSCAN_PLUGIN_DRIVER_SCANCONSUMER_H

#include "Analysis/Clauses/Clauses.h"
#include "Driver/Options.h"
#include "Driver/Remarks.h"
#include "Host/DataBuilder.h"
#include "Host/HostBuilder.h"
#include "Kernel/KernelBuilder.h"
#include "Pragma/AttributeCheck.h"
#include "Pragma/DiagnosticRewriter.h"
#include "Pragma/ModuleUnit.h"
#include "Pragma/OpenMPPragma.h"
#include "Support/Diagnostics.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class CompilerInstance;
}

namespace ompscan::plugin {

/// The directive \p D, alone or with its only statement, if that has a scan.
std::optional<ScanDirective> scanDirective(clang::OMPExecutableDirective &D,
                                           const clang::ASTContext &Context);

/// Stands in front of code generation: takes over the `omp` pragma when parsing
/// begins, and replaces every directive with a `scan` clause, `target` loops
/// without one, and directives that have to do with data on devices, in what
/// has been parsed.
class ScanConsumer : public clang::SemaConsumer {
public:
  ScanConsumer(clang::CompilerInstance &CI, Options Opts);
  ~ScanConsumer() override;

  void InitializeSema(clang::Sema &S) override;
  void ForgetSema() override;
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *D) override;

private:
  void visit(clang::Decl *D);
  void visitFunction(clang::FunctionDecl *D);
  clang::Stmt *replaceIn(clang::Stmt *St, clang::DeclContext *DC);
  bool takesTargetLoops() const;
  void replaceInBlock(clang::CompoundStmt &Block, clang::DeclContext *DC);
  clang::Stmt *fuseTwo(clang::Stmt *First, clang::Stmt *Second,
                       clang::DeclContext *DC);
  void lookForScan(const clang::ForStmt &For, const clang::DeclContext &DC);
  void findBatch(const ScanDirective &Directive, const ScanLoop &Loop,
                 const clang::DeclContext &DC, std::optional<ScanLoop> &Batch,
                 std::optional<Kernel> &Kernels);
  clang::Stmt *offload(const ScanDirective &Directive, clang::DeclContext *DC);
  clang::Stmt *offloadRows(ScanDirective &Directive, clang::DeclContext *DC);
  clang::Stmt *offloadParallel(const ScanDirective &Directive,
                               clang::DeclContext *DC);
  std::optional<Kernel> kernelOf(const ScanLoop &Loop,
                                 const Diagnostics &Reports);
  std::optional<Kernel> parallelKernel(const ScanLoop &Loop,
                                       const Diagnostics &Reports);
  clang::Stmt *hostCode(const ScanLoop &Loop, const Kernel &Kernels,
                        clang::DeclContext *DC, const ScanLoop *Batch = nullptr,
                        const Kernel *BatchKernels = nullptr);
  clang::Stmt *replaceData(clang::OMPExecutableDirective &D,
                           clang::DeclContext *DC);
  clang::Stmt *keepOnHost(clang::OMPExecutableDirective &D,
                          clang::DeclContext *DC, bool IsTold);
  void emitKernel(const ScanLoop &Loop, llvm::StringRef Source);

  clang::CompilerInstance &CI;
  const Options Opts;
  Diagnostics Diags;
  Remarks Says;
  DiagnosticRewriter &Words;
  std::unique_ptr<OpenMPPragma> Pragma;
  AttributeCheck Attributes;
  std::optional<ModuleUnit> Module;
  std::unique_ptr<HostBuilder> Host;
  std::unique_ptr<DataBuilder> Data;
  clang::Sema *S = nullptr;
  /// Bodies that have been visited: Clang hands some declarations over twice.
  llvm::DenseSet<const clang::Stmt *> Visited;
  llvm::StringSet<> EmittedNames;
  /// The body of the function at work.
  const clang::Stmt *Function = nullptr;
  /// Directives around the statement at work.
  unsigned DirectiveDepth = 0;
  /// Those of them that are `target data`.
  llvm::SmallVector<const clang::OMPExecutableDirective *, 2> DataAround;
  /// Loops that lookForScan() has seen: instantiations share them.
  llvm::DenseSet<clang::SourceLocation> SeenLoops;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_SCANCONSUMER_H
