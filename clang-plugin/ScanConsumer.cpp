//===- ScanConsumer.cpp - Every scan loop of a translation unit -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanConsumer.h"
#include "Host/Continues.h"
#include "Host/IndexForm.h"
#include "Host/RowForm.h"
#include "Kernel/KernelBuilder.h"
#include "Kernel/KernelCheck.h"
#include "Loop/DataClauses.h"
#include "Loop/Expressions.h"
#include "Loop/LoopAnalysis.h"
#include "Loop/ParallelLoop.h"
#include "Loop/PlainLoop.h"
#include "Loop/RegionUse.h"
#include "Loop/UnreadResults.h"
#include "Pragma/StandIn.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTDiagnostic.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan;

ScanConsumer::ScanConsumer(CompilerInstance &CI, Options Opts)
    : CI(CI), Opts(std::move(Opts)), Diags(CI.getDiagnostics()),
      Says(CI.getCodeGenOpts(), Diags),
      Words(Relabel::install(CI.getDiagnostics())) {}

ScanConsumer::~ScanConsumer() = default;

void ScanConsumer::InitializeSema(Sema &NewSema) {
  S = &NewSema;
  Host = std::make_unique<HostBuilder>(NewSema);
  Data = std::make_unique<DataBuilder>(NewSema);
  Pragma = std::make_unique<OpenMPPragma>(NewSema, Diags, Words);
  // The preprocessor removes handlers by name and does not free them: this
  // takes out the parser's own handler, and the parser, when it ends, takes out
  // ours.
  Preprocessor &PP = CI.getPreprocessor();
  PP.RemovePragmaHandler(Pragma.get());
  PP.AddPragmaHandler(Pragma.get());
}

void ScanConsumer::ForgetSema() {
  Host.reset();
  Data.reset();
  S = nullptr;
}

bool ScanConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    visit(D);
  return true;
}

void ScanConsumer::HandleInlineFunctionDefinition(FunctionDecl *D) { visit(D); }

void ScanConsumer::visit(Decl *D) {
  if (auto *Function = dyn_cast<FunctionDecl>(D)) {
    visitFunction(Function);
  } else if (auto *Record = dyn_cast<CXXRecordDecl>(D)) {
    if (!Record->isDependentContext())
      for (Decl *Member : Record->decls())
        visit(Member);
  } else if (auto *Var = dyn_cast<VarDecl>(D)) {
    // A directive can stand in an initializer only inside of a lambda or a
    // statement expression, so the initializer itself stays.
    if (Var->hasInit() && !Var->getDeclContext()->isDependentContext() &&
        !Var->getInit()->isInstantiationDependent())
      replaceIn(Var->getInit(), Var->getDeclContext());
  } else if (auto *Field = dyn_cast<FieldDecl>(D)) {
    if (Expr *Init = Field->getInClassInitializer())
      replaceIn(Init, Field->getDeclContext());
  } else if (isa<LinkageSpecDecl, NamespaceDecl, ExportDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D)->decls())
      visit(Inner);
  }
}

void ScanConsumer::visitFunction(FunctionDecl *D) {
  if (D->isDependentContext() || !D->doesThisDeclarationHaveABody() ||
      D->isDefaulted())
    return;
  Stmt *Body = D->getBody();
  if (!Body || !Visited.insert(Body).second)
    return;
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(D))
    for (CXXCtorInitializer *Init : Constructor->inits())
      if (Init->getInit())
        replaceIn(Init->getInit(), D);
  llvm::SaveAndRestore<const Stmt *> Inside(Function, Body);
  Stmt *Replaced = replaceIn(Body, D);
  if (Replaced != Body)
    D->setBody(Replaced);
}

/// The directive that is the only statement of \p D, or null.
static OMPExecutableDirective *onlyDirective(OMPExecutableDirective &D) {
  Stmt *St = D.getAssociatedStmt();
  while (St) {
    if (auto *Captured = dyn_cast<CapturedStmt>(St))
      St = Captured->getCapturedStmt();
    else if (auto *Compound = dyn_cast<CompoundStmt>(St);
             Compound && Compound->size() == 1)
      St = Compound->body_front();
    else if (Stmt *Behind = behindStandIn(St))
      St = Behind;
    else
      return dyn_cast<OMPExecutableDirective>(St);
  }
  return nullptr;
}

/// The scan that is all that a `distribute` on \p D does in its loop, if that
/// is so.
static std::optional<ScanDirective> rowsDirective(OMPExecutableDirective &D,
                                                  const ASTContext &Context) {
  std::optional<ScanDirective> Found = parallelDirective(D);
  if (!Found || !isOpenMPDistributeDirective(Found->Inner->getDirectiveKind()))
    return std::nullopt;
  OMPExecutableDirective *const Rows = Found->Inner;
  const auto *Loops = dyn_cast<OMPLoopDirective>(Rows);
  Stmt *Body = Rows->getInnermostCapturedStmt()->getCapturedStmt();
  for (unsigned Left = Loops ? Loops->getLoopsNumber() : 0; Left;) {
    auto *Compound = dyn_cast<CompoundStmt>(Body);
    if (Compound && Compound->size() == 1) {
      Body = Compound->body_front();
      continue;
    }
    Found->RowLoop = dyn_cast<ForStmt>(Body);
    if (!Found->RowLoop)
      return std::nullopt;
    Body = Found->RowLoop->getBody();
    --Left;
  }
  while (true) {
    if (Stmt *Behind = behindStandIn(Body)) {
      Body = Behind;
      continue;
    }
    auto *Compound = dyn_cast<CompoundStmt>(Body);
    if (!Compound)
      break;
    if (Compound->body_empty())
      return std::nullopt;
    for (const Stmt *Name : llvm::drop_end(Compound->body())) {
      const auto *Declaration = dyn_cast<DeclStmt>(Name);
      if (!Declaration)
        return std::nullopt;
      for (const Decl *D : Declaration->decls()) {
        const auto *Var = dyn_cast<VarDecl>(D);
        if (!Var)
          return std::nullopt;
        Found->Names.push_back(Var);
      }
    }
    Body = Compound->body_back();
  }
  auto *Inner = dyn_cast<OMPExecutableDirective>(Body);
  if (!Inner || !isa<OMPLoopDirective>(Inner))
    return std::nullopt;
  Found->Rows = Rows;
  Found->Inner = Inner;
  if (Rows != Found->Outer)
    Found->Between.push_back(Rows);
  Found->Scan = scanClause(*Found->Inner, /*OnTarget=*/true, Context);
  return Found->Scan ? Found : std::nullopt;
}

/// Replaces the directives in \p St, which stands in \p DC, and answers what
/// \p St became.
Stmt *ScanConsumer::replaceIn(Stmt *St, DeclContext *DC) {
  if (Stmt *Behind = behindStandIn(St))
    return replaceIn(Behind, DC);
  bool IsTold = false; // why a construct stays on the host
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(St)) {
    ScanDirective Found{Directive, Directive, nullptr};
    Found.Data = DataAround;
    if (Directive->getDirectiveKind() == llvm::omp::OMPD_target &&
        Directive->hasAssociatedStmt())
      if (OMPExecutableDirective *Nested = onlyDirective(*Directive))
        Found.Inner = Nested;
    const bool OnTarget =
        isOpenMPTargetExecutionDirective(Directive->getDirectiveKind());
    Found.Scan = scanClause(*Found.Inner, OnTarget, S->Context);
    if (Found.Scan)
      return offload(Found, DC);
    if (OnTarget)
      if (auto Rows = rowsDirective(*Directive, S->Context)) {
        Rows->Data = DataAround;
        if (Stmt *Replacement = offloadRows(*Rows, DC))
          return Replacement;
      }
    if (scanClause(*Directive, /*OnTarget=*/true, S->Context))
      Says.missed(Directive->getBeginLoc(), Remarks::Missed::NoTarget);
    // Clang's own offloading, and the host's vectors, are asked for by name.
    const LangOptions &Lang = CI.getLangOpts();
    if (Opts.TargetLoops && !Lang.OpenMPSimd && Lang.OMPTargetTriples.empty())
      if (const auto Found = parallelDirective(*Directive)) {
        if (Stmt *Replacement = offloadParallel(*Found, DC))
          return Replacement;
        IsTold = true;
      }
  }
  if (const auto *For = dyn_cast<ForStmt>(St); For && DirectiveDepth == 0)
    lookForScan(*For, *DC);
  if (auto *Lambda = dyn_cast<LambdaExpr>(St)) {
    visitFunction(Lambda->getCallOperator());
    if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
      for (FunctionDecl *Specialization : Generic->specializations())
        visitFunction(Specialization);
    return St;
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(St))
    for (Decl *D : Declaration->decls())
      if (isa<CXXRecordDecl>(D))
        visit(D);
  // The body of a captured statement lives twice.
  if (auto *Captured = dyn_cast<CapturedStmt>(St)) {
    CapturedDecl *Region = Captured->getCapturedDecl();
    Stmt *Body = Captured->getCapturedStmt();
    Stmt *Replaced = replaceIn(Body, Region);
    // Behind the captures, which are all that children() has.
    *Captured->children().end() = Replaced;
    Region->setBody(Replaced);
    return St;
  }
  const bool IsDirective = isa<OMPExecutableDirective>(St);
  llvm::SaveAndRestore<unsigned> Depth(DirectiveDepth,
                                       DirectiveDepth + IsDirective);
  const bool IsData = isa<OMPTargetDataDirective>(St);
  if (IsData)
    DataAround.push_back(cast<OMPExecutableDirective>(St));
  for (Stmt *&Child : St->children())
    if (Child)
      Child = replaceIn(Child, DC);
  if (IsData)
    DataAround.pop_back();
  // Where Clang itself offloads, all of this is Clang's.
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(St);
      Directive && S->getLangOpts().OMPTargetTriples.empty()) {
    if (isOpenMPTargetDataManagementDirective(Directive->getDirectiveKind()))
      return replaceData(*Directive, DC);
    if (isOpenMPTargetExecutionDirective(Directive->getDirectiveKind()) &&
        Directive->hasAssociatedStmt())
      return keepOnHost(*Directive, DC, IsTold);
  }
  return St;
}

/// Puts calls of the runtime in the place of \p D, which is about data only.
Stmt *ScanConsumer::replaceData(OMPExecutableDirective &D, DeclContext *DC) {
  const std::optional<DataClauses> Said =
      readDataDirective(D, S->Context, Diags);
  if (!Said || Said->Items.empty())
    return &D;
  Stmt *Replacement = Data->buildData(D, *Said, DC);
  return Replacement ? Replacement : &D;
}

/// Leaves \p D, a `target` construct, to the host, with the values of mapped
/// data that it may use.
Stmt *ScanConsumer::keepOnHost(OMPExecutableDirective &D, DeclContext *DC,
                               bool IsTold) {
  const DataClauses Said = readTargetClauses(D, S->Context);
  const RegionUse Use = findRegionUse(D, Said, *DC, S->Context);
  if (!IsTold)
    Says.onHost(D.getBeginLoc(), Use.IsUnknown);
  Stmt *Replacement = Data->buildOnHost(D, Said, Use, DC);
  return Replacement ? Replacement : &D;
}

/// Says that \p For, which no directive is about, is a scan, if it is one.
void ScanConsumer::lookForScan(const ForStmt &For, const DeclContext &DC) {
  const SourceManager &SM = CI.getSourceManager();
  if (!Says.wantsPlain() || SM.isInSystemHeader(For.getForLoc()) ||
      !SeenLoops.insert(For.getForLoc()).second)
    return;
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  const std::optional<ScanLoop> Loop =
      findPlainScan(For, DC, S->Context, NoDiags);
  if (Loop && buildKernel(*Loop, S->Context, NoDiags, /*RequestBody=*/{}))
    Says.plain(*Loop, SM);
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
  if (Loop.IsUnread)
    Features |= OMPSCAN_FEATURE_UNREAD;
  return {Kernels.Source, Features, Kernels.ValueSize, Kernels.Offsets,
          Kernels.LastOffsets};
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

/// See __ompscan_begin.
static constexpr uint64_t MostValueBytes = 256;

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
  if (Batch)
    Kernels = kernelOf(*Batch, Reasons);
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
      Loop ? kernelOf(*Loop, Reasons) : std::nullopt;
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
  std::string Name = Stem;
  for (unsigned I = 2; !EmittedNames.insert(Name).second; ++I)
    Name = Stem + "-" + std::to_string(I);
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
