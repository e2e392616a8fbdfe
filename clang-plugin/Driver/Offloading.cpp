//===- Offloading.cpp - What takes the place of a directive ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Expressions.h"
#include "AST/Validity.h"
#include "Analysis/Accesses/BoundReads.h"
#include "Analysis/Fusion/Fusion.h"
#include "Analysis/Liveness/UnreadResults.h"
#include "Analysis/Parallel/ParallelLoop.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Driver/ScanConsumer.h"
#include "Kernel/KernelBuilder.h"
#include "Kernel/KernelCheck.h"
#include "Normalize/Continues.h"
#include "Normalize/IndexForm.h"
#include "Normalize/RowForm.h"
#include "Pragma/ItemPlaceholder.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTDiagnostic.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// What the host code says of \p Kernels.
static HostBuilder::Program programOf(const ScanLoop &Loop,
                                      const Kernel &Kernels) {
  unsigned Features = 0;
  if (Kernels.NeedsFP64)
    Features |= OMPSCAN_FEATURE_FP64;
  if (Loop.Reproducible)
    Features |= OMPSCAN_FEATURE_REPRODUCIBLE;
  if (Loop.IsParallel)
    Features |= OMPSCAN_FEATURE_PARALLEL;
  if (Loop.IsNowait)
    Features |= OMPSCAN_FEATURE_NOWAIT;
  if (Loop.IsBatch)
    Features |= OMPSCAN_FEATURE_ROWS;
  if (!Loop.Fills.empty())
    Features |= OMPSCAN_FEATURE_FUSED;
  if (Loop.IsUnread)
    Features |= OMPSCAN_FEATURE_UNREAD;
  return {Kernels.Source, Features, Kernels.ValueSize, Kernels.Offsets,
          Kernels.LastOffsets};
}

/// What takes the place of \p First and \p Second, if one launch does both;
/// else null, and nothing has changed.
Stmt *ScanConsumer::fuseTwo(Stmt *First, Stmt *Second, DeclContext *DC) {
  while (Stmt *Behind = behindPlaceholder(Second))
    Second = Behind;
  auto *Loop = dyn_cast<OMPExecutableDirective>(First);
  auto *Scan = dyn_cast<OMPExecutableDirective>(Second);
  if (!Loop || !Scan || !Opts.Fusion || !takesTargetLoops() ||
      !isValid(*Loop) || !isValid(*Scan) || scanDirective(*Loop, S->Context))
    return nullptr;
  auto Filling = parallelDirective(*Loop);
  auto Scanning = scanDirective(*Scan, S->Context);
  if (!Filling || !Scanning)
    return nullptr;
  Filling->Data = Scanning->Data = DataAround;
  FirstReason Reason;
  compat::QuietEngine Quiet(CI.getSourceManager(), &Reason);
  Quiet.Engine.SetArgToStringFn(&FormatASTNodeDiagnosticArgument, &S->Context);
  const Diagnostics Reasons(Quiet.Engine);
  bool IsCandidate = false;
  std::optional<ScanLoop> Both =
      fuse(*Filling, *Scanning, *DC, S->Context, Reasons, IsCandidate);
  // The first one has to be a kernel by itself, too: what is shared with a
  // construct that stays as it is must not change.
  const std::optional<ScanLoop> Apart =
      Both ? analyzeParallelLoop(*Filling, *DC, S->Context, Reasons)
           : std::nullopt;
  const bool IsKernel =
      Apart && buildKernel(*Apart, S->Context, Reasons, /*RequestBody=*/{});
  const std::optional<Kernel> Kernels =
      IsKernel ? kernelOf(*Both, Reasons) : std::nullopt;
  if (!Kernels) {
    if (IsCandidate)
      Says.notFused(Loop->getBeginLoc(), Reason.text(), Reason.loc());
    return nullptr;
  }
  Both->BoundReads = boundReads(*Both, Function, *DC, S->Context);
  Both->IsUnread =
      Function && hasUnreadResults(*Both, Scanning->Outer, Function, *DC);
  if (Opts.PrintLoops)
    Both->print(llvm::outs(), S->Context);
  Stmt *Two = nullptr;
  Stmt *Fused =
      Host->buildFused(*Both, programOf(*Both, *Kernels), DC, [&]() -> Stmt * {
        Stmt *Apart[] = {replaceIn(First, DC), replaceIn(Second, DC)};
        return Two = CompoundStmt::Create(
                   S->Context, Apart, FPOptionsOverride(), First->getBeginLoc(),
                   Second->getEndLoc());
      });
  if (Fused)
    Says.fused(*Both, S->Context);
  return Fused ? Fused : Two;
}

std::optional<Kernel> ScanConsumer::kernelOf(const ScanLoop &Loop,
                                             const Diagnostics &Reports) {
  std::optional<Kernel> Kernels = buildKernel(
      Loop, S->Context, Reports,
      [this](const FunctionDecl *F, SourceLocation Loc) {
        if (F->getTemplateInstantiationPattern())
          S->InstantiateFunctionDefinition(Loc, const_cast<FunctionDecl *>(F),
                                           /*Recursive=*/true);
      });
  if (!Kernels)
    return std::nullopt;
  emitKernel(Loop, Kernels->Source);
  const std::string Error = checkKernel(Kernels->Source, CI);
  if (!Error.empty()) {
    Reports.report(Loop.Loc, Diag::err_kernel) << Error;
    return std::nullopt;
  }
  return Kernels;
}

/// What takes the place of \p Loop; null if it cannot be built.
Stmt *ScanConsumer::hostCode(const ScanLoop &Loop, const Kernel &Kernels,
                             DeclContext *DC, const ScanLoop *Batch,
                             const Kernel *BatchKernels) {
  if (!Batch)
    return Host->build(Loop, programOf(Loop, Kernels), DC);
  return Host->build(Loop, programOf(Loop, Kernels), DC, Batch,
                     programOf(*Batch, *BatchKernels));
}

/// Whether an `if` clause of \p Loop is known to leave it to the host.
static bool neverRuns(const ScanLoop &Loop, const ASTContext &Context) {
  return llvm::any_of(Loop.Conditions, [&](const Expr *Condition) {
    bool Holds = true;
    const Expr *E = strip(Condition);
    return !E->isValueDependent() &&
           E->EvaluateAsBooleanCondition(Holds, Context) && !Holds;
  });
}

/// Finds what does all rows of \p Loop, the scan of \p Directive, at once; or
/// says why there is nothing.
void ScanConsumer::findBatch(const ScanDirective &Directive,
                             const ScanLoop &Loop, const DeclContext &DC,
                             std::optional<ScanLoop> &Batch,
                             std::optional<Kernel> &Kernels) {
  FirstReason Reason;
  compat::QuietEngine Quiet(CI.getSourceManager(), &Reason);
  Quiet.Engine.SetArgToStringFn(&FormatASTNodeDiagnosticArgument, &S->Context);
  const Diagnostics Reasons(Quiet.Engine);
  Batch = analyzeLoop(Directive, DC, S->Context, Reasons, /*AsBatch=*/true);
  if (Batch) {
    Batch->BoundReads = boundReads(*Batch, Function, DC, S->Context);
    Kernels = kernelOf(*Batch, Reasons);
  }
  if (Kernels && Kernels->ValueSize > MostValueBytes) {
    Reasons.report(Loop.Loc, Diag::err_batch) << 6;
    Kernels.reset();
  }
  if (!Kernels)
    Says.rowsApart(Loop.Loc, Reason.text(), Reason.loc());
}

Stmt *ScanConsumer::offload(const ScanDirective &Directive, DeclContext *DC) {
  if (!makeIndexForm(*Directive.Inner, *S, DC, Diags))
    return Directive.Outer;
  removeContinues(*Directive.Inner, S->Context);
  std::optional<ScanLoop> Loop = analyzeLoop(Directive, *DC, S->Context, Diags);
  if (!Loop)
    return Directive.Outer;
  Loop->BoundReads = boundReads(*Loop, Function, *DC, S->Context);
  Loop->IsUnread = Loop->Outer.empty() && Function &&
                   hasUnreadResults(*Loop, Directive.Outer, Function, *DC);
  if (Opts.PrintLoops)
    Loop->print(llvm::outs(), S->Context);
  const std::optional<Kernel> Kernels = kernelOf(*Loop, Diags);
  if (!Kernels)
    return Directive.Outer;
  std::optional<ScanLoop> Batch;
  std::optional<Kernel> BatchKernels;
  if (!Loop->Outer.empty())
    findBatch(Directive, *Loop, *DC, Batch, BatchKernels);
  Stmt *Replacement =
      BatchKernels ? hostCode(*Loop, *Kernels, DC, &*Batch, &*BatchKernels)
                   : hostCode(*Loop, *Kernels, DC);
  if (!Replacement)
    return Directive.Outer;
  if (neverRuns(*Loop, S->Context))
    Says.missed(Loop->Loc, Remarks::Missed::NeverHolds);
  else
    Says.offloaded(*Loop, S->Context);
  return Replacement;
}

/// Whether a clause of \p Loop mentions one of \p Names.
static bool usesAny(const ScanLoop &Loop, ArrayRef<const VarDecl *> Names) {
  llvm::SmallVector<const Expr *, 4> Said(llvm::ArrayRef(Loop.Conditions));
  if (Loop.DeviceNumber)
    Said.push_back(Loop.DeviceNumber);
  for (OMPClause *C : Loop.Dependences)
    for (const Stmt *Child : C->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Child))
        Said.push_back(E);
  return llvm::any_of(Said, [&](const Expr *E) {
    return llvm::any_of(Names,
                        [&](const VarDecl *Var) { return mentions(E, Var); });
  });
}

/// Makes one launch of a scan in each iteration of a `distribute`. Null if that
/// cannot be: then the host has the `target`, and each row is a launch.
Stmt *ScanConsumer::offloadRows(ScanDirective &Directive, DeclContext *DC) {
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  Sema::ContextRAII InTarget(*S, DC);
  EnterExpressionEvaluationContext Evaluated(
      *S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  RowForm WithoutNames(*S);
  if (!WithoutNames.put(Directive))
    return nullptr;
  const std::optional<ScanLoop> Loop =
      analyzeLoop(Directive, *DC, S->Context, NoDiags);
  // A `target` has copies of scalars.
  if (!Loop || !Loop->Lasts.empty() ||
      llvm::any_of(Loop->Items, [](const Item &I) { return !I.isArray(); }) ||
      usesAny(*Loop, Directive.Names))
    return nullptr;
  const std::optional<ScanLoop> Batch =
      analyzeLoop(Directive, *DC, S->Context, NoDiags, /*AsBatch=*/true);
  const std::optional<Kernel> Kernels =
      Batch ? kernelOf(*Loop, NoDiags) : std::nullopt;
  const std::optional<Kernel> BatchKernels =
      Kernels ? kernelOf(*Batch, NoDiags) : std::nullopt;
  if (!BatchKernels || BatchKernels->ValueSize > MostValueBytes)
    return nullptr;
  Stmt *Replacement = hostCode(*Loop, *Kernels, DC, &*Batch, &*BatchKernels);
  if (Replacement) {
    WithoutNames.keep();
    Says.offloaded(*Loop, S->Context);
  }
  return Replacement;
}

/// Makes a kernel of a `target` loop without a scan. Null if it stays on the
/// host, which no more than a remark says.
Stmt *ScanConsumer::offloadParallel(const ScanDirective &Directive,
                                    DeclContext *DC) {
  FirstReason Reason;
  compat::QuietEngine Quiet(CI.getSourceManager(), &Reason);
  Quiet.Engine.SetArgToStringFn(&FormatASTNodeDiagnosticArgument, &S->Context);
  const Diagnostics Reasons(Quiet.Engine);
  const std::optional<ScanLoop> Loop =
      analyzeParallelLoop(Directive, *DC, S->Context, Reasons);
  if (Loop && Opts.PrintLoops)
    Loop->print(llvm::outs(), S->Context);
  if (Loop && neverRuns(*Loop, S->Context)) {
    Says.parallelMissed(Loop->Loc, "its 'if' clause never holds",
                        SourceLocation());
    return nullptr;
  }
  const std::optional<Kernel> Kernels =
      Loop ? parallelKernel(*Loop, Reasons) : std::nullopt;
  if (!Kernels) {
    Says.parallelMissed(Directive.Outer->getBeginLoc(), Reason.text(),
                        Reason.loc());
    return nullptr;
  }
  Stmt *Replacement = hostCode(*Loop, *Kernels, DC);
  if (Replacement)
    Says.offloaded(*Loop, S->Context);
  return Replacement;
}

std::optional<Kernel> ScanConsumer::parallelKernel(const ScanLoop &Loop,
                                                   const Diagnostics &Reports) {
  std::optional<Kernel> Kernels = kernelOf(Loop, Reports);
  if (!Kernels || Kernels->ValueSize <= MostReducedBytes)
    return Kernels;
  Reports.report(Loop.Loc, Diag::err_parallel_values)
      << std::to_string(Kernels->ValueSize) << std::to_string(MostReducedBytes);
  return std::nullopt;
}

void ScanConsumer::emitKernel(const ScanLoop &Loop, StringRef Source) {
  if (Opts.KernelDirectory.empty())
    return;
  const SourceManager &SM = CI.getSourceManager();
  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loop.Loc));
  const std::string Stem =
      (llvm::sys::path::stem(Place.getFilename()) + "-" +
       Twine(Place.getLine()) + "-" + Twine(Place.getColumn()))
          .str();
  // Instantiations of a template share the place.
  const std::string First = Loop.Fills.empty() ? Stem : Stem + "-fused";
  std::string Name = First;
  for (unsigned I = 2; !EmittedNames.insert(Name).second; ++I)
    Name = First + "-" + std::to_string(I);
  llvm::SmallString<128> Path(Opts.KernelDirectory);
  llvm::sys::path::append(Path, Name + ".cl");
  std::error_code Error =
      llvm::sys::fs::create_directories(Opts.KernelDirectory);
  if (!Error) {
    llvm::raw_fd_ostream OS(Path, Error);
    if (!Error) {
      OS << Source;
      OS.close();
      Error = OS.error();
      OS.clear_error();
    }
  }
  if (Error)
    Diags.report(Loop.Loc, Diag::err_emit_kernels)
        << Path.str() << Error.message();
}
