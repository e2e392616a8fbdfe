//===- ScanConsumer.cpp - Every scan loop of a translation unit -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ScanConsumer.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/Validity.h"
#include "Analysis/Clauses/DataClauses.h"
#include "Analysis/Fusion/Fusion.h"
#include "Analysis/Parallel/TeamLoops.h"
#include "Analysis/Scan/StandardForm.h"
#include "Host/ColdCalls.h"
#include "Host/LinkMessage.h"
#include "Host/Rebase.h"
#include "Kernel/CompiledKernels.h"
#include "Normalize/InnerDirectives.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/RewrittenToken.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

ScanConsumer::ScanConsumer(CompilerInstance &CI, Options Opts)
    : CI(CI), Opts(std::move(Opts)), Diags(CI.getDiagnostics()),
      Says(CI.getCodeGenOpts(), Diags),
      Messages(DiagnosticRewriter::install(CI.getDiagnostics())),
      Attributes(Diags), Kernels(addCompiledKernels(CI, this->Opts.Forms)) {
  addColdCalls(CI.getCodeGenOpts());
  addLinkMessage(CI.getCodeGenOpts());
}

ScanConsumer::~ScanConsumer() = default;

void ScanConsumer::InitializeSema(Sema &NewSema) {
  S = &NewSema;
  Offloads = std::make_unique<Offloader>(CI, NewSema, Opts, Diags, Says);
  Pragma = std::make_unique<OpenMPPragma>(NewSema, Diags, *Messages,
                                          Opts.StandardForm);
  // The preprocessor removes handlers by name and does not free them: this
  // removes the parser's handler, and the parser removes this one at its end.
  Preprocessor &PP = CI.getPreprocessor();
  PP.RemovePragmaHandler(Pragma.get());
  PP.AddPragmaHandler(Pragma.get());
  if (!CI.getLangOpts().OpenMP)
    return;
  if (isModuleUnit(CI))
    Module.emplace(PP, PlaceholderDeclarations);
  PP.setTokenWatcher([this](const Token &Tok) {
    Attributes.see(Tok);
    if (Module)
      Module->see(Tok);
  });
}

void ScanConsumer::ForgetSema() {
  CI.getPreprocessor().setTokenWatcher(nullptr);
  Offloads.reset();
  S = nullptr;
}

bool ScanConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  Messages->reportExtraTokens(CI.getDiagnostics());
  // Declarations from a precompiled header or AST file precede Sema. They were
  // replaced when the file was made.
  if (S)
    for (Decl *D : Group)
      visit(D);
  return true;
}

void ScanConsumer::HandleInlineFunctionDefinition(FunctionDecl *D) {
  Messages->reportExtraTokens(CI.getDiagnostics());
  visit(D);
}

void ScanConsumer::HandleTranslationUnit(ASTContext &) {
  Messages->reportExtraTokens(CI.getDiagnostics());
  if (!Offloads)
    return;
  DeviceOnly.emit(*S);
  Offloads->emitConstants();
}

void ScanConsumer::visit(Decl *D) {
  if (auto *Function = dyn_cast<FunctionDecl>(D)) {
    if (!isForClangAlone() && S->getLangOpts().OpenMP) {
      Routines.redirect(*Function);
      DeviceOnly.see(*Function);
    }
    visitFunction(Function);
  } else if (auto *Requires = dyn_cast<OMPRequiresDecl>(D)) {
    if (!isForClangAlone())
      Routines.see(*Requires, S->Context);
  } else if (auto *Record = dyn_cast<CXXRecordDecl>(D)) {
    if (!Record->isDependentContext())
      for (Decl *Member : Record->decls())
        visit(Member);
  } else if (auto *Var = dyn_cast<VarDecl>(D)) {
    // In an initializer, directives occur only inside of lambdas and statement
    // expressions, so the initializer itself stays.
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

/// Replaces the directives in \p St, which is in \p DC. Returns the replacement
/// of \p St.
Stmt *ScanConsumer::replaceIn(Stmt *St, DeclContext *DC) {
  if (Stmt *Behind = behindPlaceholder(St))
    return replaceIn(Behind, DC);
  bool IsTold = false; // why a construct stays on the host
  // No code is generated for a directive with an error.
  auto *const Directive = dyn_cast<OMPExecutableDirective>(St);
  const bool IsTaken = Directive && isValidDirective(*Directive);
  const bool IsTarget = Directive && isOpenMPTargetExecutionDirective(
                                         Directive->getDirectiveKind());
  if (IsTaken && IsTarget && !isForClangAlone() &&
      !checkMappers(*Directive, S->Context, Diags))
    return St;
  if (IsTaken && IsTarget && TargetDepth == 0 && !isForClangAlone())
    Offloads->redirectQueries(*Directive, DC);
  if (IsTaken) {
    auto Found = scanDirective(*Directive, S->Context);
    if (Found) {
      Found->Data = DataAround;
      if (!Found->IsClangsToo) {
        if (hasOtherOffload())
          return replaceBesideOffload(*Found, DC);
        return Offloads->replaceScan(*Found, {DC, Function});
      }
      if (takesStandardForm())
        return Offloads->replaceStandardScan(*Found, {DC, Function});
    }
    if (scanClause(*Directive, S->Context) && (!Found || TargetDepth != 0)) {
      Says.missed(Directive->getBeginLoc(), Remarks::Missed::OtherConstruct);
      if (Opts.StandardForm && !isForClangAlone())
        if (Stmt *Replacement = replaceWhereClangIsWrong(*Directive, DC))
          return Replacement;
    }
    if (!Found)
      warnOfRace(*Directive, *DC);
    if (hasOtherOffload() && IsTarget && TargetDepth == 0)
      if (Stmt *Replacement = replaceNestBesideOffload(*Directive, DC))
        return Replacement;
    if (takesTargetLoops())
      if (auto Found = parallelDirective(*Directive)) {
        const auto Apart = [&] { return replaceInside(St, DC, true); };
        if (Stmt *Replacement =
                hasInnerDirectives(*Found)
                    ? Offloads->replaceNest(*Found, {DC, Function}, Apart)
                    : Offloads->replaceParallel(*Found, {DC, Function}))
          return Replacement;
        IsTold = true;
      }
  }
  return replaceInside(St, DC, IsTold);
}

/// Replaces the directives inside of \p St, which is in \p DC, and \p St if it
/// is a directive on data. \p IsTold: a remark has said why \p St, a `target`
/// construct, stays on the host.
Stmt *ScanConsumer::replaceInside(Stmt *St, DeclContext *DC, bool IsTold) {
  auto *const Directive = dyn_cast<OMPExecutableDirective>(St);
  const bool IsTaken = Directive && isValidDirective(*Directive);
  const bool IsTarget = Directive && isOpenMPTargetExecutionDirective(
                                         Directive->getDirectiveKind());
  if (isa<ForStmt, CXXForRangeStmt>(St) && Around.empty())
    suggestScan(*St, *DC);
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
  if (Directive)
    suggestOneLoop(St, *DC);
  // The body of a captured statement is stored twice.
  if (auto *Captured = dyn_cast<CapturedStmt>(St)) {
    CapturedDecl *Region = Captured->getCapturedDecl();
    Stmt *Body = Captured->getCapturedStmt();
    Stmt *Replaced = replaceIn(Body, Region);
    // Behind the captures, which children() returns.
    *Captured->children().end() = Replaced;
    Region->setBody(Replaced);
    return St;
  }
  if (auto *Block = dyn_cast<CompoundStmt>(St)) {
    replaceInBlock(*Block, DC);
    return St;
  }
  if (Directive)
    Around.push_back(Directive);
  llvm::SaveAndRestore<unsigned> Targets(TargetDepth, TargetDepth + IsTarget);
  const bool IsData = IsTaken && isa<OMPTargetDataDirective>(St);
  if (IsData)
    DataAround.push_back(Directive);
  for (Stmt *&Child : St->children())
    if (Child) {
      Stmt *Replaced = replaceIn(Child, DC);
      if (Replaced != Child)
        Replacements[Child] = Replaced;
      Child = Replaced;
    }
  if (const auto *Transformation = dyn_cast<OMPLoopTransformationDirective>(St))
    if (Stmt *Loops = Transformation->getTransformedStmt())
      replaceCopies(*Loops);
  if (IsData)
    DataAround.pop_back();
  if (Directive)
    Around.pop_back();
  // If Clang itself offloads, these directives are Clang's.
  if (IsTaken && !hasOtherOffload()) {
    if (isOpenMPTargetDataManagementDirective(Directive->getDirectiveKind()))
      return Offloads->replaceData(*Directive, DC);
    if (IsTarget && Directive->hasAssociatedStmt())
      return Offloads->keepOnHost(*Directive, DC, Routines.sharesMemory(),
                                  IsTold);
  }
  return St;
}

/// Whether \p D and the functions that it calls have no error. What they call
/// of templates is defined before anything reads it.
bool ScanConsumer::isValidDirective(const OMPExecutableDirective &D) {
  if (!S->getLangOpts().CPlusPlus)
    return isValid(D, S->Context);
  return isValid(D, S->Context, [this](FunctionDecl &F) {
    S->InstantiateFunctionDefinition(F.getPointOfInstantiation(), &F,
                                     /*Recursive=*/true);
  });
}

/// Puts Replacements into \p Loops, the loops that a directive has made of
/// others. They share the innermost body with these.
void ScanConsumer::replaceCopies(Stmt &Loops) const {
  for (Stmt *&Child : Loops.children()) {
    if (!Child)
      continue;
    if (Stmt *Replaced = Replacements.lookup(Child))
      Child = Replaced;
    else if (llvm::none_of(Replacements, [&](const auto &Known) {
               return Known.second == Child;
             }))
      replaceCopies(*Child);
  }
}

/// Whether options for Clang's own offloading, or for SIMD only, leave Clang
/// all that it compiles without the plugin.
bool ScanConsumer::isForClangAlone() const {
  return CI.getLangOpts().OpenMPSimd || hasOtherOffload();
}

/// Whether Clang offloads `target` constructs itself, by libomptarget. Then
/// only scans are the plugin's.
bool ScanConsumer::hasOtherOffload() const {
  const LangOptions &Lang = CI.getLangOpts();
  return compat::hasOwnOffload(Lang) || compat::isTargetDevice(Lang);
}

/// The replacement of \p D, which has a `scan` clause, where
/// hasOtherOffload().
Stmt *ScanConsumer::replaceBesideOffload(ScanDirective &D, DeclContext *DC) {
  const bool IsTarget =
      isOpenMPTargetExecutionDirective(D.Outer->getDirectiveKind());
  if (TargetDepth != 0) {
    Diags.report(originalLoc(D.Scan->getBeginLoc(), CI.getSourceManager()),
                 Diag::err_other_offload)
        << OtherOffloadInside;
    return D.Outer;
  }
  if (IsTarget && !checkMappers(*D.Outer, S->Context, Diags))
    return D.Outer;
  if (!compat::isTargetDevice(CI.getLangOpts()))
    return Offloads->replaceScan(D, {DC, Function});
  // The host launches the loop of a `target` construct. Any other one that a
  // device comes to runs there as it is written.
  if (IsTarget)
    return new (S->Context) NullStmt(D.Outer->getBeginLoc());
  return Rebase(S->Context, DC).statement(statementOf(*D.Inner));
}

/// The replacement of \p D, a `target` loop whose iterations run scans, where
/// hasOtherOffload(); null if it is Clang's.
Stmt *ScanConsumer::replaceNestBesideOffload(OMPExecutableDirective &D,
                                             DeclContext *DC) {
  std::optional<ScanDirective> Nest = parallelDirective(D);
  if (!Nest || !Opts.TargetLoops ||
      llvm::none_of(innerDirectives(*Nest, S->Context),
                    [](const ScanDirective &Inner) {
                      return Inner.Scan && !Inner.IsClangsToo;
                    }))
    return nullptr;
  if (!checkMappers(D, S->Context, Diags))
    return &D;
  if (compat::isTargetDevice(CI.getLangOpts()))
    return new (S->Context) NullStmt(D.getBeginLoc());
  return Offloads->replaceNest(*Nest, {DC, Function}, [] { return nullptr; });
}

/// Whether the plugin replaces `target` loops without a scan.
bool ScanConsumer::takesTargetLoops() const {
  return Opts.TargetLoops && !isForClangAlone();
}

/// Whether the plugin replaces OpenMP's own form in the current place, which
/// has no `target` of its own. In a `target` construct that stays on the host,
/// the loop is a part of what Clang runs there.
bool ScanConsumer::takesStandardForm() const {
  return Opts.StandardForm && !isForClangAlone() && TargetDepth == 0;
}

/// Replaces the directives in \p Block. A loop that fills the input of the next
/// scan is replaced together with it.
void ScanConsumer::replaceInBlock(CompoundStmt &Block, DeclContext *DC) {
  const llvm::MutableArrayRef<Stmt *> Body(Block.body_begin(), Block.size());
  for (size_t I = 0; I != Body.size(); ++I) {
    suggestOneLoop(Body.drop_front(I), *DC);
    size_t Next = I + 1;
    while (Next < Body.size() && mayStandBefore(Body[Next], S->Context))
      ++Next;
    Stmt *Fused = Next < Body.size() ? fuse(Body[I], Body[Next], DC) : nullptr;
    if (Fused) {
      Body[I] = new (S->Context) NullStmt(Body[I]->getBeginLoc());
      Body[Next] = Fused;
      I = Next;
    } else {
      Body[I] = replaceIn(Body[I], DC);
    }
  }
}

/// The replacement of \p First and \p Second by one launch; null, without any
/// change, if there is none.
Stmt *ScanConsumer::fuse(Stmt *First, Stmt *Second, DeclContext *DC) {
  while (Stmt *Behind = behindPlaceholder(Second))
    Second = Behind;
  auto *Loop = dyn_cast<OMPExecutableDirective>(First);
  auto *Scan = dyn_cast<OMPExecutableDirective>(Second);
  if (!Loop || !Scan || !Opts.Fusion || !takesTargetLoops() ||
      !isValidDirective(*Loop) || !isValidDirective(*Scan) ||
      scanDirective(*Loop, S->Context))
    return nullptr;
  auto Filling = parallelDirective(*Loop);
  auto Scanning = scanDirective(*Scan, S->Context);
  if (!Filling || !Scanning || Scanning->IsClangsToo)
    return nullptr;
  Filling->Data = Scanning->Data = DataAround;
  return Offloads->fuse(*Filling, *Scanning, {DC, Function}, [&] {
    Stmt *Apart[] = {replaceIn(First, DC), replaceIn(Second, DC)};
    return blockOf(Apart, {First->getBeginLoc(), Second->getEndLoc()},
                   S->Context);
  });
}

/// Whether \p Clause names a reference with an initial value. Clang's code uses
/// the object that it refers to, and not the copy of an iteration.
static bool namesBoundReference(const OMPReductionClause &Clause) {
  return llvm::any_of(compat::varlist(&Clause), [](const Expr *E) {
    const VarDecl *Var = variableOf(strip(E));
    return Var && Var->getType()->isReferenceType() && Var->hasInit();
  });
}

/// The sequential loop in the place of \p D, in OpenMP's own form, where
/// Clang's code would be wrong; null, with an error, where that cannot be
/// built. Null also where Clang's code is right.
Stmt *ScanConsumer::replaceWhereClangIsWrong(OMPExecutableDirective &D,
                                             DeclContext *DC) {
  if (!isa<OMPSimdDirective>(D)) {
    Says.standardMissed(
        D.getBeginLoc(),
        "the loop must be the only statement of the 'target' construct",
        SourceLocation(), /*IsSequential=*/false);
    return nullptr;
  }
  ScanDirective Loop;
  Loop.Outer = Loop.Inner = &D;
  Loop.Scan = scanClause(D, S->Context);
  Loop.IsClangsToo = true;
  if (const Expr *Use = findSetInScanPhase(D))
    return Offloads->runInPhases(Loop, {DC, Function},
                                 "on 'simd', Clang runs the input phase first, "
                                 "which uses values of the scan phase",
                                 Use->getExprLoc());
  if (namesBoundReference(*Loop.Scan))
    return Offloads->runInPhases(Loop, {DC, Function},
                                 "on 'simd', Clang does not make a list item "
                                 "that is a reference private",
                                 SourceLocation());
  return nullptr;
}

/// Whether the threads of a team call the function with \p Body: it has
/// directives for them outside of its own regions.
static bool isOfTeam(const Stmt *Body) {
  bool IsFound = false;
  forEachNode(Body, [&](const Stmt *Node) {
    const auto *D = dyn_cast<OMPExecutableDirective>(Node);
    IsFound |=
        isa<OMPBarrierDirective, OMPSingleDirective, OMPMasterDirective,
            OMPMaskedDirective, OMPForDirective, OMPForSimdDirective>(Node);
    return !IsFound && !(D && isOpenMPParallelDirective(D->getDirectiveKind()));
  });
  return IsFound;
}

/// Checks \p Loop, which has no directive, once. If the threads of a team run
/// it, each one has its own loop.
void ScanConsumer::suggestScan(Stmt &Loop, DeclContext &DC) {
  if (Says.wantsPlain() && isValid(Loop, S->Context) && !isOfTeam(Function) &&
      !CI.getSourceManager().isInSystemHeader(Loop.getBeginLoc()) &&
      SeenLoops.insert(Loop.getBeginLoc()).second)
    Offloads->suggestScan(Loop, {&DC, Function});
}

/// Checks the region that \p Statements begin with, if they do, once. Those
/// behind it in the block may be its second pass.
void ScanConsumer::suggestOneLoop(llvm::ArrayRef<Stmt *> Statements,
                                  DeclContext &DC) {
  auto *Region = dyn_cast<OMPExecutableDirective>(Statements.front());
  if (!Region || !Says.wantsPlain() || !Around.empty() ||
      !isOpenMPParallelDirective(Region->getDirectiveKind()) ||
      isOpenMPTargetExecutionDirective(Region->getDirectiveKind()) ||
      CI.getDiagnostics().hasErrorOccurred() || !isValidDirective(*Region) ||
      CI.getSourceManager().isInSystemHeader(Region->getBeginLoc()) ||
      !SeenRegions.insert(Region->getBeginLoc()).second)
    return;
  // That loop is too short to be a scan of its own.
  if (const Stmt *Totals =
          Offloads->suggestOneLoop(Statements, {&DC, Function}))
    SeenLoops.insert(Totals->getBeginLoc());
}

/// Checks the loop of \p D, which has no scan, once. After an error, the clause
/// may be missing because it is invalid.
void ScanConsumer::warnOfRace(OMPExecutableDirective &D, DeclContext &DC) {
  if (!isForClangAlone() && !CI.getDiagnostics().hasErrorOccurred() &&
      isa<OMPLoopDirective>(D) && !scanClause(D, S->Context) &&
      !CI.getSourceManager().isInSystemHeader(D.getBeginLoc()) &&
      SeenLoops.insert(D.getBeginLoc()).second)
    Offloads->warnOfRace(D, Around, {&DC, Function});
}
