//===- ScanConsumer.h - Every scan loop of a translation unit - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_SCANCONSUMER_H
#define OMPSCAN_PLUGIN_DRIVER_SCANCONSUMER_H

#include "Driver/DeviceOnlyFunctions.h"
#include "Driver/DeviceRoutines.h"
#include "Driver/Offloader.h"
#include "Pragma/AttributeCheck.h"
#include "Pragma/DiagnosticRewriter.h"
#include "Pragma/ModuleUnit.h"
#include "Pragma/OpenMPPragma.h"
#include "Support/Diagnostics.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class CompilerInstance;
}

namespace ompscan::plugin {

/// Takes over the `omp` pragma when parsing begins. Walks parsed declarations
/// before code generation sees them, finds directives with a `scan` clause,
/// `target` loops and directives on data, and has an Offloader replace them.
class ScanConsumer : public clang::SemaConsumer {
public:
  ScanConsumer(clang::CompilerInstance &CI, Options Opts);
  ~ScanConsumer() override;

  void InitializeSema(clang::Sema &NewSema) override;
  void ForgetSema() override;
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *D) override;
  void HandleTranslationUnit(clang::ASTContext &Context) override;

private:
  void visit(clang::Decl *D);
  void visitFunction(clang::FunctionDecl *D);
  clang::Stmt *replaceIn(clang::Stmt *St, clang::DeclContext *DC);
  clang::Stmt *replaceInside(clang::Stmt *St, clang::DeclContext *DC,
                             bool IsTold);
  bool isForClangAlone() const;
  bool hasOtherOffload() const;
  clang::Stmt *replaceBesideOffload(ScanDirective &D, clang::DeclContext *DC);
  clang::Stmt *replaceNestBesideOffload(clang::OMPExecutableDirective &D,
                                        clang::DeclContext *DC);
  bool takesTargetLoops() const;
  bool takesStandardForm() const;
  bool isValidDirective(const clang::OMPExecutableDirective &D);
  void replaceCopies(clang::Stmt &Loops) const;
  void replaceInBlock(clang::CompoundStmt &Block, clang::DeclContext *DC);
  clang::Stmt *fuse(clang::Stmt *First, clang::Stmt *Second,
                    clang::DeclContext *DC);
  clang::Stmt *replaceWhereClangIsWrong(clang::OMPExecutableDirective &D,
                                        clang::DeclContext *DC);
  void suggestScan(clang::Stmt &Loop, clang::DeclContext &DC);
  void suggestOneLoop(llvm::ArrayRef<clang::Stmt *> Statements,
                      clang::DeclContext &DC);
  void warnOfRace(clang::OMPExecutableDirective &D, clang::DeclContext &DC);

  clang::CompilerInstance &CI;
  const Options Opts;
  Diagnostics Diags;
  Remarks Says;
  const std::shared_ptr<DirectiveMessages> Messages;
  std::unique_ptr<OpenMPPragma> Pragma;
  AttributeCheck Attributes;
  /// Keeps the pass of addCompiledKernels().
  const std::shared_ptr<void> Kernels;
  std::optional<ModuleUnit> Module;
  DeviceRoutines Routines;
  DeviceOnlyFunctions DeviceOnly;
  std::unique_ptr<Offloader> Offloads;
  clang::Sema *S = nullptr;
  /// Visited bodies, since Clang passes some declarations twice.
  llvm::DenseSet<const clang::Stmt *> Visited;
  /// The statements that replaceIn() has replaced outside of blocks.
  llvm::DenseMap<const clang::Stmt *, clang::Stmt *> Replacements;
  /// The body of the current function.
  const clang::Stmt *Function = nullptr;
  /// The directives around the current statement, and the number of those with
  /// `target` among them.
  llvm::SmallVector<const clang::OMPExecutableDirective *, 4> Around;
  unsigned TargetDepth = 0;
  /// The `target data` directives among them.
  llvm::SmallVector<const clang::OMPExecutableDirective *, 2> DataAround;
  /// Loops that suggestScan() or warnOfRace() has seen, and regions that
  /// suggestOneLoop() has: instantiations share them.
  llvm::DenseSet<clang::SourceLocation> SeenLoops, SeenRegions;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_SCANCONSUMER_H
