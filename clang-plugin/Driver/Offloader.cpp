//===- Offloader.cpp - Replaces directives --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Offloader.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Accesses/Batch.h"
#include "Analysis/Accesses/BoundReads.h"
#include "Analysis/Accesses/RegionUse.h"
#include "Analysis/Expressions/Work.h"
#include "Analysis/Fusion/Fusion.h"
#include "Analysis/Liveness/ExposedVariables.h"
#include "Analysis/Liveness/UnreadResults.h"
#include "Analysis/Parallel/ParallelLoop.h"
#include "Analysis/Parallel/RowNest.h"
#include "Analysis/Parallel/TeamLoops.h"
#include "Analysis/Scan/LinearSystems.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Analysis/Scan/Passes.h"
#include "Analysis/Scan/PlainLoop.h"
#include "Analysis/Scan/Race.h"
#include "Analysis/Scan/StandardForm.h"
#include "Analysis/Scan/TwoPasses.h"
#include "Host/AdvanceCode.h"
#include "Normalize/Advances.h"
#include "Normalize/CarriedItems.h"
#include "Normalize/Continues.h"
#include "Normalize/DirectForm.h"
#include "Normalize/IndexForm.h"
#include "Normalize/InnerDirectives.h"
#include "Normalize/PassBodies.h"
#include "Normalize/SelfCopies.h"
#include "Normalize/UnitStep.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTDiagnostic.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// A quiet trial that keeps the first reason for its failure.
struct Attempt {
  explicit Attempt(const Sema &S)
      : Quiet(S.getSourceManager(), &Reason), Reasons(Quiet.Engine) {
    Quiet.Engine.SetArgToStringFn(&FormatASTNodeDiagnosticArgument, &S.Context);
  }

  FirstReason Reason;
  compat::QuietEngine Quiet;
  const Diagnostics Reasons;
};

} // namespace

/// The `work` of the descriptor of \p Loop.
static unsigned workFor(const ScanLoop &Loop) {
  // The program asks for a device, or for what is mapped there.
  const bool NeedsDevice = Loop.Where.BorrowsData ||
                           Loop.Where.Device.Kind != DeviceClauseKind::Any ||
                           llvm::any_of(Loop.Arrays, [](const ArrayUse &A) {
                             return A.IsOnDevice || A.MapsPresent;
                           });
  // To begin a region takes longer than to launch a loop.
  const bool BeginsRegions = Loop.parallel() && Loop.parallel()->BeginsRegions;
  return NeedsDevice || BeginsRegions ? 0 : workOf(Loop);
}

/// The description of \p Kernels for the host code.
static Program programOf(const ScanLoop &Loop, const Kernel &Kernels) {
  unsigned Features = 0;
  if (Kernels.NeedsFP64)
    Features |= OMPSCAN_FEATURE_FP64;
  if (!Kernels.WideInteger.isNull())
    Features |= OMPSCAN_FEATURE_INT128;
  if (Loop.Where.IsReproducible)
    Features |= OMPSCAN_FEATURE_REPRODUCIBLE;
  if (haveLongSums(Loop.Items))
    Features |= OMPSCAN_FEATURE_OWN_RESULTS;
  if (Loop.parallel())
    Features |= OMPSCAN_FEATURE_PARALLEL;
  if (Loop.Where.IsNowait)
    Features |= OMPSCAN_FEATURE_NOWAIT;
  if (Loop.isBatch())
    Features |= OMPSCAN_FEATURE_ROWS;
  if (!Loop.Fills.empty())
    Features |= OMPSCAN_FEATURE_FUSED;
  if (Loop.Where.Threads)
    Features |= OMPSCAN_FEATURE_THREADS;
  Features |= Loop.Where.Binding << OMPSCAN_FEATURE_BINDING_SHIFT;
  if (Loop.IsUnread)
    Features |= OMPSCAN_FEATURE_UNREAD;
  if (Loop.Where.FollowsData)
    Features |= OMPSCAN_FEATURE_FOLLOWS_DATA;
  if (Loop.Where.BorrowsData)
    Features |= OMPSCAN_FEATURE_OMPTARGET;
  if (Loop.MovesPointer)
    Features |= OMPSCAN_FEATURE_MOVES_POINTER;
  return {Kernels.Hooks,      Kernels.Template,     Kernels.Traits,
          Kernels.MovedSize,  Kernels.StreamedSize, Features,
          workFor(Loop),      Kernels.ValueSize,    Kernels.Offsets,
          Kernels.LastOffsets};
}

/// Whether a constant `if` clause leaves \p Loop to the host.
static bool neverRuns(const ScanLoop &Loop, const ASTContext &Context) {
  return llvm::any_of(Loop.Where.Conditions, [&](const Expr *Condition) {
    bool Holds = true;
    const Expr *E = strip(Condition);
    return !E->isValueDependent() &&
           E->EvaluateAsBooleanCondition(Holds, Context) && !Holds;
  });
}

/// The launch of all rows of \p Loop, the loops \p Own of \p D; std::nullopt,
/// with a remark, if there is none. \p Built becomes its kernels.
std::optional<HostBuilder::Pass>
Offloader::allRows(const ScanDirective &D, const DirectiveLoop &Own,
                   const ScanLoop &Loop, const Site &At,
                   std::optional<Kernel> &Built) {
  Attempt Trial(S);
  std::optional<HostBuilder::Pass> Rows;
  if (std::optional<ScanLoop> Batch = analyzeLoop(
          Own, *At.DC, S.Context, Trial.Reasons, /*AsBatch=*/true)) {
    Batch->BoundReads = boundReads(*Batch, At.Function, *At.DC, S.Context);
    Batch->Inlined = Loop.Inlined;
    if (const std::optional<Program> P =
            rowsProgram(*Batch, D, Own, At, Trial.Reasons, Built))
      Rows = {std::move(*Batch), *P};
  }
  if (!Rows)
    Says.rowsApart(Loop.Loc, Trial.Reason.text(), Trial.Reason.loc());
  return Rows;
}

/// The program that runs \p Batch, all rows of the loops \p Own of \p D: as
/// iterations of a loop if each row begins anew, else as one scan. \p Built
/// becomes its kernels.
std::optional<Program> Offloader::rowsProgram(
    ScanLoop &Batch, const ScanDirective &D, const DirectiveLoop &Own,
    const Site &At, const Diagnostics &Reasons, std::optional<Kernel> &Built) {
  if (!beginsAnew(Batch, S.Context)) {
    if (checkContinued(Batch, Reasons))
      Built = Kernels.compile(Batch, Reasons);
    return Built ? std::optional<Program>(programOf(Batch, *Built))
                 : std::nullopt;
  }
  std::optional<ScanLoop> Nest = checkAnew(Batch, Reasons)
                                     ? rowNest(Batch, Own, S.Context, Reasons)
                                     : std::nullopt;
  if (!Nest)
    return std::nullopt;
  Built = compileForTeams(*Nest, D, /*Bases=*/{}, At);
  if (!Built)
    Built = Kernels.compile(*Nest, Reasons);
  if (!Built)
    return std::nullopt;
  Program P = programOf(*Nest, *Built);
  P.Features |= OMPSCAN_FEATURE_ROWS | OMPSCAN_FEATURE_NEST;
  return P;
}

/// Finds the unexposed variables of \p Loop, which is the only launch of \p D.
static void setUnexposed(ScanLoop &Loop, const ScanDirective &D,
                         const Offloader::Site &At) {
  if (Loop.Outer.empty())
    Loop.Unexposed = unexposedVariables(D.Outer, At.Function, *At.DC);
}

/// Finds the reads of \p Loop that no store of it can be in the way of, since
/// it only stores to unexposed variables.
static void setApart(ScanLoop &Loop) {
  const auto IsUnexposed = [&](const Expr *Place) {
    const VarDecl *Var = variableOf(strip(Place));
    return Var && Loop.Unexposed.contains(Var->getCanonicalDecl());
  };
  if (llvm::any_of(Loop.Arrays,
                   [](const ArrayUse &A) { return A.isStored(); }) ||
      !llvm::all_of(Loop.Items,
                    [&](const Item &I) {
                      return !I.isArray() &&
                             llvm::all_of(I.places(),
                                          [&](const Item::Place &Place) {
                                            return IsUnexposed(Place.At);
                                          });
                    }) ||
      !llvm::all_of(Loop.Lasts, IsUnexposed))
    return;
  for (ArrayUse &A : Loop.Arrays)
    for (Access &Use : A.Accesses)
      Use.IsApart = A.IsOnHostOnly && Use.Kind == AccessKind::ReadAny;
}

/// \p Code, the host code for \p D, as the threads that reach \p D run it.
Stmt *Offloader::forThreads(const ScanDirective &D, Stmt *Code,
                            const Site &At) {
  return D.IsForTeam ? Host.forTeam(Code, At.DC) : Code;
}

void Offloader::judge(const ScanLoop &Loop) {
  if (!Opts.JudgesOperators)
    return;
  for (const Item &I : Loop.Items) {
    if (!I.Declared)
      continue;
    const auto [Known, IsNew] = Judged.try_emplace(I.Declared);
    if (IsNew) {
      Known->second = judgeOperator(I, CI, Kernels.bodyRequest());
      Says.judged(I, Loop, Known->second.Associativity);
    }
    // A reduction needs more of an operator than a scan.
    if (Known->second.Associativity.Is != Finding::Disproved &&
        Reported.insert({I.Declared, Loop.parallel() ? 1 : 0}).second)
      Says.judgedFurther(I, Loop, Known->second);
  }
  if (Loop.parallel())
    for (const TeamLoop &T : Loop.parallel()->Team)
      judge(*T.Loop);
}

Stmt *Offloader::replaceScan(const ScanDirective &D, const Site &At) {
  const OpenMPDirectiveKind Kind = D.Outer->getDirectiveKind();
  if (isOpenMPDistributeDirective(Kind) && !isOpenMPTeamsDirective(Kind)) {
    // Every team would run it.
    Diags.report(originalLoc(D.Scan->getBeginLoc(), S.getSourceManager()),
                 Diag::err_scan_carrier)
        << compat::directiveName(Kind, S.getLangOpts());
    return D.Outer;
  }
  Stmt *Replacement = replaceRewrittenForm(D, At);
  if (!Replacement)
    Replacement = forThreads(D, scanCode(D, At, Diags), At);
  return Replacement ? Replacement : D.Outer;
}

/// The sequential loop of \p D, with a warning, if the user wrote it in
/// OpenMP's own form, which the rewriter has made a `scan` clause (as in
/// templates), and it has no kernels; null otherwise.
Stmt *Offloader::replaceRewrittenForm(const ScanDirective &D, const Site &At) {
  if (originalWord(D.Scan->getBeginLoc(), S.getSourceManager(),
                   S.getLangOpts()) != "reduction" ||
      isOpenMPTargetExecutionDirective(D.Outer->getDirectiveKind()))
    return nullptr;
  Attempt Trial(S);
  bool IsSequential = false;
  Stmt *Replacement =
      forThreads(D, scanCode(D, At, Trial.Reasons, &IsSequential), At);
  if (Replacement && IsSequential)
    Says.standardMissed(D.Outer->getBeginLoc(), Trial.Reason.text(),
                        Trial.Reason.loc(), IsSequential);
  return Replacement;
}

Stmt *Offloader::replaceStandardScan(const ScanDirective &D, const Site &At) {
  Attempt Trial(S);
  bool IsSequential = false;
  Stmt *Replacement =
      forThreads(D, scanCode(D, At, Trial.Reasons, &IsSequential), At);
  if (!Replacement && !Trial.Reason.isFaultOfProgram())
    Replacement = runInPhases(D, At, Trial.Reason.text(), Trial.Reason.loc());
  else if (!Replacement || IsSequential)
    Says.standardMissed(D.Outer->getBeginLoc(), Trial.Reason.text(),
                        Trial.Reason.loc(), IsSequential);
  return Replacement ? Replacement : D.Outer;
}

Stmt *Offloader::runInPhases(const ScanDirective &D, const Site &At,
                             StringRef Reason, SourceLocation ReasonLoc) {
  Stmt *Replacement = forThreads(D, Host.buildPhases(D, At.DC), At);
  Says.standardMissed(D.Outer->getBeginLoc(), Reason, ReasonLoc,
                      /*IsSequential=*/Replacement != nullptr);
  return Replacement;
}

/// Whether the host code can declare the private variables of \p Loop.
static bool hasPlainPrivates(const ScanLoop &Loop) {
  return llvm::all_of(Loop.Privates, [](const VarDecl *Var) {
    const CXXRecordDecl *Class =
        Var->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return !Class || Class->isTrivial();
  });
}

/// Sets \p Several to the passes of \p Own, the loop of \p D, if its items have
/// to be scanned one after the other; false, with the reason reported to
/// \p Reasons, if a pass cannot be done.
bool Offloader::findPasses(const ScanDirective &D, DirectiveLoop &Own,
                           const Site &At, ArrayRef<InlinedCall> Inlined,
                           const Diagnostics &Reasons,
                           std::optional<InPasses> &Several) {
  if (D.IsClangsToo)
    for (Item &I : Own.Said.Items)
      I.WhyUnkept = Unkept::OwnForm;
  if (D.IsClangsToo)
    return true;
  Attempt AtOnce(S);
  std::optional<Passes> Found = Passes::find(Own, *At.DC, S.Context);
  // Passes do not help where only the size of an array is missing.
  if (!Found || analyzeLoop(Own, *At.DC, S.Context, AtOnce.Reasons) ||
      AtOnce.Reason.is(Diag::err_extent))
    return true;
  if (Own.Said.Where.BorrowsData) {
    Reasons.report(Own.Said.ScanLoc, Diag::err_other_offload)
        << OtherOffloadPasses;
    return false;
  }
  InPasses Result;
  Result.Dependent = Found->dependent().Name;
  Result.Decisive = Found->decisive().Name;
  std::optional<std::vector<ScanLoop>> Loops = Found->analyze(Reasons);
  if (!Loops)
    return false;
  for (ScanLoop &Loop : *Loops) {
    Loop.Inlined = Inlined.vec();
    Loop.BoundReads = boundReads(Loop, At.Function, *At.DC, S.Context);
    std::optional<Kernel> Built = Kernels.compile(Loop, Reasons);
    if (!Built)
      return false;
    Result.Passes.push_back({std::move(Loop), std::move(*Built)});
  }
  ScanLoop &Last = Result.Passes.back().Loop;
  setUnexposed(Last, D, At);
  if (Opts.PrintLoops)
    for (const Compiled &Each : Result.Passes)
      Each.Loop.print(llvm::outs(), S.Context);
  Result.Whole = Last;
  for (const Passes::Kept &K : Found->kept()) {
    Result.Whole.Items.push_back(*K.Scanned);
    Result.Kept.push_back({K.Scanned->Base, K.Result, K.Values});
  }
  Several = std::move(Result);
  return true;
}

/// Brings the loop of \p D into the form that the analysis reads; returns the
/// variables that advance with it, or std::nullopt, with the reason reported to
/// \p Reasons.
std::optional<Offloader::Normalized>
Offloader::normalize(ScanDirective &D, const Site &At,
                     const Diagnostics &Reasons) {
  Normalized Result;
  if (!D.Inner->hasAssociatedStmt())
    return Result;
  if (D.Scan && !D.OnHost && hasInnerDirectives(D)) {
    // A directive that cannot be taken out stays, and the analysis of the body
    // reports it.
    compat::QuietEngine Quiet(CI.getSourceManager());
    D.OnHost = withoutInnerDirectives(D, S.Context, Diagnostics(Quiet.Engine));
  }
  const std::optional<Stmt *> Counted =
      indexForm(D.onHost(), S, At.DC, Reasons);
  if (!Counted)
    return std::nullopt;
  D.OnHost = *Counted;
  if (const unsigned Count = D.loopCount())
    D.OnHost = withoutContinues(D.OnHost, Count, S.Context);
  if (!makeStepConstant(D, S, At.DC))
    return std::nullopt;
  // Clang's own loop is a race on such variables.
  if (!D.IsClangsToo) {
    auto Advances = replaceAdvances(
        D, unexposedVariables(D.Outer, At.Function, *At.DC), S, At.DC);
    if (!Advances)
      return std::nullopt;
    Result.Advances = std::move(*Advances);
  }
  DirectForm Direct = directForm(D, S, At.DC, /*WithTables=*/true);
  D.Plain =
      Direct.Loop ? withoutSelfCopyTests(Direct.Loop, S.Context) : nullptr;
  Result.Inlined = std::move(Direct.Inlined);
  Result.Moved = std::move(Direct.Moved);
  return Result;
}

/// The host code for the passes \p Several; null if it cannot be built.
Stmt *Offloader::passesCode(InPasses &Several, ArrayRef<Advance> Advances,
                            const Site &At) {
  std::vector<HostBuilder::Pass> Passes;
  QualType Wide;
  for (Compiled &Each : Several.Passes) {
    if (Wide.isNull())
      Wide = Each.Kernels.WideInteger;
    Says.ownOrder(Each.Loop, Each.Kernels, /*HasRows=*/false);
    Program P = programOf(Each.Loop, Each.Kernels);
    P.Features |= Several.Passes.size() << OMPSCAN_FEATURE_PASSES_SHIFT;
    Passes.push_back({std::move(Each.Loop), std::move(P)});
  }
  Stmt *Replacement =
      Host.buildPasses(Passes, Several.Whole, Several.Kept, At.DC);
  Replacement = withAdvances(Replacement, Advances, Several.Whole.IV, At.DC, S);
  if (!Replacement)
    return nullptr;
  Says.inPasses(Several.Whole.Loc, Passes.size(), Several.Dependent,
                Several.Decisive);
  for (const HostBuilder::Pass &Each : Passes) {
    Says.offloaded(Each.Loop, S.Context);
    judge(Each.Loop);
  }
  Says.coresOnly(Several.Whole.Loc, Wide);
  return Replacement;
}

/// The host code for \p Written, a directive with a scan; null, with the reason
/// reported to \p Reasons, if there is none. With \p IsSequential, it is the
/// sequential loop where there are no kernels.
Stmt *Offloader::scanCode(const ScanDirective &Written, const Site &At,
                          const Diagnostics &Reasons, bool *IsSequential) {
  ScanDirective D = Written;
  const std::optional<Normalized> Form = normalize(D, At, Reasons);
  std::optional<DirectiveLoop> Own =
      Form ? loopOf(D, S.Context, Reasons) : std::nullopt;
  if (!Own)
    return nullptr;
  const Placement &Where = Own->Said.Where;
  if (Where.BorrowsData && (Where.Device.Kind == DeviceClauseKind::GPU ||
                            Where.Device.Kind == DeviceClauseKind::CPU)) {
    Reasons.report(Own->Said.ScanLoc, Diag::err_other_offload)
        << OtherOffloadDevice;
    return nullptr;
  }
  joinSystems(*Own, *At.DC, S.Context);
  addCarriedItems(D, *Own, *At.DC, S.Context);
  std::optional<InPasses> Several;
  if (!findPasses(D, *Own, At, Form->Inlined, Reasons, Several))
    return nullptr;
  if (Several)
    return passesCode(*Several, Form->Advances, At);
  std::optional<ScanLoop> Loop = analyzeLoop(*Own, *At.DC, S.Context, Reasons);
  std::optional<InputUse> Early;
  if (!Loop || (D.IsClangsToo && !checkStandardForm(*Loop, Form->Moved,
                                                    S.Context, Reasons, Early)))
    return nullptr;
  Loop->Inlined = Form->Inlined;
  Loop->BoundReads = boundReads(*Loop, At.Function, *At.DC, S.Context);
  setUnexposed(*Loop, D, At);
  // Counts are read: the code after the loop adds them to pointers.
  Loop->IsUnread =
      hasUnreadResults(*Loop, Loop->Unexposed, D.Outer, At.Function);
  for (const Advance &A : Form->Advances)
    if (A.Count)
      Loop->Unexposed.insert(A.Count);
  setApart(*Loop);
  Loop->MovesPointer = llvm::any_of(
      Form->Advances, [](const Advance &A) { return A.Count != nullptr; });
  if (Opts.PrintLoops)
    Loop->print(llvm::outs(), S.Context);
  const std::optional<Kernel> Built = Kernels.compile(*Loop, Reasons);
  if (!Built && IsSequential && hasPlainPrivates(*Loop)) {
    *IsSequential = true;
    if (Early)
      Says.inputUse(*Early);
    return Host.buildSequential(*Loop, At.DC);
  }
  if (!Built)
    return nullptr;
  std::optional<Kernel> RowsBuilt;
  std::optional<HostBuilder::Pass> Rows;
  if (!Loop->Outer.empty())
    Rows = allRows(D, *Own, *Loop, At, RowsBuilt);
  Stmt *Replacement = Host.build(*Loop, programOf(*Loop, *Built), At.DC,
                                 Rows ? &*Rows : nullptr);
  Replacement = withAdvances(Replacement, Form->Advances, Loop->IV, At.DC, S);
  if (!Replacement)
    return nullptr;
  if (Early)
    Says.inputUse(*Early);
  if (neverRuns(*Loop, S.Context))
    Says.missed(Loop->Loc, Remarks::Missed::NeverHolds);
  else
    Says.offloaded(*Loop, S.Context);
  judge(*Loop);
  Says.hostOnly(*Loop);
  Says.coresOnly(Loop->Loc, Built->WideInteger);
  Says.ownOrder(*Loop, *Built, Rows.has_value());
  return Replacement;
}

/// The kernels of \p Loop, whose iterations run the loops of the directives
/// \p Inner and are run by teams of work-items; none, with the Team of \p Loop
/// empty, if there are no loops to share.
std::optional<Kernel> Offloader::compileForTeams(ScanLoop &Loop,
                                                 ArrayRef<ScanDirective> Inner,
                                                 const NamedArrays &Bases,
                                                 const Site &At) {
  if (Inner.empty())
    return std::nullopt;
  Attempt Trial(S);
  findTeamLoops(Loop, Inner, Bases, *At.DC, S.Context, Trial.Reasons);
  auto &Team = Loop.parallel()->Team;
  std::optional<Kernel> Built =
      Team.empty() ? std::nullopt : Kernels.compile(Loop, Trial.Reasons);
  if (!Built) {
    Team.clear();
    Says.oneWorkItem(Loop.Loc, Trial.Reason.text(), Trial.Reason.loc());
  }
  return Built;
}

/// The loop of \p D without a scan, and its kernels.
std::optional<Offloader::Compiled>
Offloader::parallelLoop(ScanDirective &D, const Site &At,
                        const Diagnostics &Reasons) {
  const DirectForm Direct = directForm(D, S, At.DC);
  D.Plain = Direct.Loop;
  std::optional<ScanLoop> Loop =
      analyzeParallelLoop(D, *At.DC, S.Context, Reasons);
  auto Inner = innerDirectives(D, S.Context);
  for (ScanDirective &Each : Inner) {
    Each.Data.push_back(D.Outer);
    if (Loop && isOpenMPParallelDirective(Each.Inner->getDirectiveKind()))
      Loop->parallel()->BeginsRegions = true;
  }
  std::optional<Kernel> Built =
      Loop ? compileForTeams(*Loop, Inner, Direct.Bases, At) : std::nullopt;
  if (Loop && !Built)
    Built = Kernels.compile(*Loop, Reasons);
  if (!Built)
    return std::nullopt;
  if (!Loop->Items.empty() && Built->ValueSize > MostReducedBytes) {
    Reasons.report(Loop->Loc, Diag::err_parallel_values)
        << std::to_string(Built->ValueSize) << std::to_string(MostReducedBytes);
    return std::nullopt;
  }
  return Compiled{std::move(*Loop), std::move(*Built)};
}

Stmt *Offloader::replaceParallel(ScanDirective &D, const Site &At) {
  Attempt Trial(S);
  std::optional<Compiled> Found = parallelLoop(D, At, Trial.Reasons);
  if (!Found) {
    Says.parallelMissed(D.Outer->getBeginLoc(), Trial.Reason.text(),
                        Trial.Reason.loc());
    return nullptr;
  }
  ScanLoop &Loop = Found->Loop;
  setUnexposed(Loop, D, At);
  if (Opts.PrintLoops)
    Loop.print(llvm::outs(), S.Context);
  if (neverRuns(Loop, S.Context)) {
    Says.parallelMissed(Loop.Loc, "its 'if' clause is always false",
                        SourceLocation());
    return nullptr;
  }
  Stmt *Replacement = Host.build(Loop, programOf(Loop, Found->Kernels), At.DC);
  if (Replacement) {
    Says.offloaded(Loop, S.Context);
    judge(Loop);
    Says.ownOrder(Loop, Found->Kernels, /*HasRows=*/false);
  }
  return Replacement;
}

/// Whether the scans in the loop of \p D, which \p Nest runs, can also be
/// launched separately. Those that teams share can, unless they are scans only
/// of the arrays that variables of the row point to.
bool Offloader::canLaunchApart(const ScanDirective &D, const ScanLoop &Nest,
                               const Site &At) {
  // In a `target` construct on the host, nothing launches these.
  if (hasStandardScans(D, S.Context))
    return false;
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  // Otherwise the user learns what is wrong with a scan.
  return Nest.parallel()->Team.empty() ||
         llvm::all_of(innerDirectives(D, S.Context), [&](ScanDirective Inner) {
           if (!Inner.Scan)
             return true;
           const std::optional<DirectiveLoop> Own =
               normalize(Inner, At, NoDiags) ? loopOf(Inner, S.Context, NoDiags)
                                             : std::nullopt;
           return Own && isScan(*Own, *At.DC, S.Context);
         });
}

Stmt *Offloader::replaceNest(ScanDirective &D, const Site &At,
                             llvm::function_ref<Stmt *()> Apart) {
  Attempt Trial(S);
  D.OnHost = withoutInnerDirectives(D, S.Context, Trial.Reasons);
  const std::optional<Compiled> Found =
      D.OnHost ? parallelLoop(D, At, Trial.Reasons) : std::nullopt;
  if (!Found) {
    Says.nestApart(D.Outer->getBeginLoc(), Trial.Reason.text(),
                   Trial.Reason.loc());
    return nullptr;
  }
  const ScanLoop &Loop = Found->Loop;
  if (Opts.PrintLoops)
    Loop.print(llvm::outs(), S.Context);
  Program P = programOf(Loop, Found->Kernels);
  Stmt *Replacement = nullptr;
  if (!Loop.Where.BorrowsData && canLaunchApart(D, Loop, At)) {
    P.Features |= OMPSCAN_FEATURE_NEST;
    Replacement = Host.buildFused(Loop, P, At.DC, Apart);
  } else {
    Replacement = Host.build(Loop, P, At.DC);
  }
  if (Replacement) {
    Says.offloaded(Loop, S.Context);
    judge(Loop);
    Says.ownOrder(Loop, Found->Kernels, /*HasRows=*/false);
  }
  return Replacement;
}

Stmt *Offloader::fuse(ScanDirective &First, ScanDirective &Second,
                      const Site &At, llvm::function_ref<Stmt *()> Apart) {
  Attempt Trial(S);
  bool IsCandidate = false;
  First.Plain = directForm(First, S, At.DC).Loop;
  Second.Plain = directForm(Second, S, At.DC).Loop;
  std::optional<ScanLoop> Both = ompscan::plugin::fuse(
      First, Second, *At.DC, S.Context, Trial.Reasons, IsCandidate);
  // The first loop also has to be a kernel alone: code that a host construct
  // shares must not change.
  const std::optional<ScanLoop> Alone =
      Both ? analyzeParallelLoop(First, *At.DC, S.Context, Trial.Reasons)
           : std::nullopt;
  const bool IsKernel = Alone && buildKernel(*Alone, S.Context, Trial.Reasons,
                                             /*RequestBody=*/{});
  const std::optional<Kernel> Built =
      IsKernel ? Kernels.compile(*Both, Trial.Reasons) : std::nullopt;
  if (!Built) {
    if (IsCandidate)
      Says.notFused(First.Outer->getBeginLoc(), Trial.Reason.text(),
                    Trial.Reason.loc());
    return nullptr;
  }
  Both->BoundReads = boundReads(*Both, At.Function, *At.DC, S.Context);
  Both->IsUnread = hasUnreadResults(
      *Both, unexposedVariables(Second.Outer, At.Function, *At.DC),
      Second.Outer, At.Function);
  if (Opts.PrintLoops)
    Both->print(llvm::outs(), S.Context);
  Stmt *Two = nullptr;
  Stmt *Fused = Host.buildFused(*Both, programOf(*Both, *Built), At.DC,
                                [&] { return Two = Apart(); });
  if (Fused) {
    Says.fused(*Both, S.Context);
    judge(*Both);
    Says.ownOrder(*Both, *Built, /*HasRows=*/false);
  }
  return Fused ? Fused : Two;
}

Stmt *Offloader::replaceData(OMPExecutableDirective &D, DeclContext *DC) {
  const std::optional<DataClauses> Said =
      readDataDirective(D, S.Context, Diags);
  if (!Said || Said->Items.empty())
    return &D;
  Stmt *Replacement = Data.buildData(D, *Said, DC);
  return Replacement ? Replacement : &D;
}

Stmt *Offloader::keepOnHost(OMPExecutableDirective &D, DeclContext *DC,
                            bool SharesMemory, bool IsTold) {
  const DataClauses Said = readTargetClauses(D, S.Context);
  const RegionUse Use = findRegionUse(D, Said, *DC, S.Context);
  if (!IsTold)
    Says.onHost(D.getBeginLoc(), Use.IsUnknown);
  Stmt *Replacement = Data.buildOnHost(D, Said, Use, SharesMemory, DC);
  return Replacement ? Replacement : &D;
}

/// The scan that \p Written, a loop without a directive, would be with one
/// item, which the loop is brought into plain form for: \p Item or, if that is
/// null, any one.
std::optional<ScanLoop> Offloader::plainScan(Stmt &Written, const Expr *Item,
                                             const Site &At) {
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  const SourceLocation Loc = Written.getBeginLoc();
  ScanDirective D;
  D.Outer = D.Inner = OMPMasterDirective::Create(S.Context, Loc, Loc, &Written);
  D.OnHost = &Written;
  D.IsPlain = true;
  if (Item)
    D.Tried.push_back(Item);
  if (!normalize(D, At, NoDiags))
    return std::nullopt;
  const ForStmt *Read = loopIn(D.plain()), *OnHost = loopIn(D.onHost());
  if (!Read || !OnHost)
    return std::nullopt;
  Clauses Said;
  Said.ScanLoc = Loc;
  return findPlainScan({std::move(Said), {Read}, {OnHost}}, *At.DC, S.Context,
                       NoDiags);
}

void Offloader::suggestScan(Stmt &Written, const Site &At) {
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  const auto *For = dyn_cast<ForStmt>(&Written);
  if (For && !isCanonical(*For, /*InRegion=*/false))
    return;
  const auto Candidates = scanCandidates(Written, *At.DC, S.Context, NoDiags);
  std::optional<ScanLoop> Loop;
  if (!Candidates.empty())
    Loop = plainScan(Written, /*Item=*/nullptr, At);
  for (const Expr *Item : Candidates)
    if (!Loop)
      Loop = plainScan(Written, Item, At);
  if (Loop && buildKernel(*Loop, S.Context, NoDiags, /*RequestBody=*/{}))
    Says.plain(*Loop, CI.getSourceManager());
}

const Stmt *Offloader::suggestOneLoop(ArrayRef<Stmt *> Statements,
                                      const Site &At) {
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  const std::optional<TwoPassScan> Found = findTwoPassScan(
      Statements, *At.DC, S.Context, NoDiags,
      [&](const Stmt &Call) { return calledSteps(Call, *At.DC, S); });
  if (!Found || !buildKernel(Found->Loop, S.Context, NoDiags,
                             /*RequestBody=*/{}))
    return nullptr;
  Says.twoPasses(Statements.front()->getBeginLoc(), *Found, S.Context);
  return Found->Totals;
}

void Offloader::warnOfRace(OMPExecutableDirective &D,
                           ArrayRef<const OMPExecutableDirective *> Around,
                           const Site &At) {
  if (!runsUnordered(D, Around, S.Context))
    return;
  compat::QuietEngine Quiet(CI.getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  if (scanCandidates(*onlyStatement(statementOf(D)), *At.DC, S.Context, NoDiags)
          .empty())
    return;
  ScanDirective Own;
  Own.Outer = Own.Inner = &D;
  // A variable that advances with the loop is a race.
  Own.IsClangsToo = true;
  if (!normalize(Own, At, NoDiags))
    return;
  const std::optional<DirectiveLoop> Given = loopOf(Own, S.Context, NoDiags);
  const std::optional<ScanLoop> Loop =
      Given ? findPlainScan(*Given, *At.DC, S.Context, NoDiags) : std::nullopt;
  if (Loop && isRace(*Loop, D, Around, S.Context) &&
      buildKernel(*Loop, S.Context, NoDiags, /*RequestBody=*/{}))
    Says.race(*Loop, D, S.Context);
}
