//===- OperatorProgram.cpp - A declared operator as LLVM's IR -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OperatorProgram.h"
#include "Kernel/ItemCode.h"
#include "Kernel/KernelCheck.h"
#include "Kernel/WithoutPlugins.h"
#include "Support/ClangCompat.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace clang;
using namespace ompscan::plugin;

OperatorProgram::~OperatorProgram() = default;

static constexpr llvm::StringLiteral CombineName = "ompscan_judged_combine";
static constexpr llvm::StringLiteral IdentityName = "ompscan_judged_identity";

/// The program of \p I in OpenCL C; empty if a kernel cannot have it.
static std::string textOf(const Item &I, ASTContext &Context,
                          const Diagnostics &Diags,
                          Lowering::BodyRequest RequestBody) {
  Lowering Lower(Context, Diags, std::move(RequestBody));
  Item Own = I;
  Own.Members.clear();
  Own.InputFirst = false; // The operator as it is declared.
  const SourceLocation Loc = I.Declared->getLocation();
  const ItemCode Code(Own, Lower.type(I.Type, Loc), /*ListType=*/"", {},
                      /*Number=*/0, /*ScansFunctions=*/false, Context);
  const std::string &Type = Code.type();
  std::string Text = "static inline " + Type + " ompscan_combine(const " +
                     Type + " a, const " + Type + " b) {\n" +
                     Code.combine(Lower) + "}\nvoid " + CombineName.str() +
                     "(" + Type + " *r, const " + Type + " *a, const " + Type +
                     " *b) {\n  *r = ompscan_combine(*a, *b);\n}\n";
  if (I.Declared->getInitializer()) {
    const std::string Begin = Code.initialization(Lower);
    if (Begin.find("ompscan_orig") == std::string::npos)
      Text += "void " + IdentityName.str() + "(" + Type + " *r) {\n" + Begin +
              "  *r = ompscan_priv;\n}\n";
  }
  if (Lower.hasFailed())
    return "";
  return "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
         "#pragma OPENCL FP_CONTRACT OFF\n" +
         Lower.definitions() + Text;
}

/// Puts the functions of \p M together, and values into registers.
static void simplify(llvm::Module &M) {
  static constexpr llvm::StringLiteral Pipeline =
      "function(sroa,early-cse,simplifycfg),"
      "cgscc(inline,function(sroa,early-cse,simplifycfg,instsimplify)),"
      "globaldce";
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  llvm::ModulePassManager Passes;
  llvm::cantFail(Builder.parsePassPipeline(Passes, Pipeline));
  Passes.run(M, Modules);
}

/// \p Source in LLVM's IR, for a generic 64-bit device, whose functions of
/// OpenCL's library are calls; null if there is an error.
static std::unique_ptr<llvm::Module> moduleOf(StringRef Source,
                                              const CompilerInstance &Host,
                                              llvm::LLVMContext &Context,
                                              FirstError &Errors) {
  static constexpr const char *FileName = "operator.cl";
  const std::string &Resources = Host.getHeaderSearchOpts().ResourceDir;
  const char *const Arguments[] = {"-emit-llvm-only",
                                   "-w",
                                   "-x",
                                   "cl",
                                   "-cl-std=CL1.2",
                                   "-O1",
                                   "-disable-llvm-passes",
                                   "-triple",
                                   "spir64-unknown-unknown",
                                   "-finclude-default-header",
                                   "-fdeclare-opencl-builtins",
                                   "-resource-dir",
                                   Resources.c_str(),
                                   FileName};
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!compat::parseArguments(*Invocation, Arguments, Errors))
    return nullptr;
  WithoutPlugins<EmitLLVMOnlyAction> Action(&Context);
  const bool IsCompiled =
      compileKernel(std::move(Invocation), FileName, Source, Errors, Action);
  return IsCompiled ? Action.takeModule() : nullptr;
}

std::unique_ptr<OperatorProgram>
OperatorProgram::compile(const Item &I, CompilerInstance &CI,
                         Lowering::BodyRequest RequestBody,
                         std::string &WhyNot) {
  compat::QuietEngine Quiet(CI.getSourceManager());
  const std::string Source = textOf(
      I, CI.getASTContext(), Diagnostics(Quiet.Engine), std::move(RequestBody));
  WhyNot = "a kernel cannot have it";
  if (Source.empty())
    return nullptr;
  std::unique_ptr<OperatorProgram> Result(new OperatorProgram);
  FirstError Errors;
  Result->M = moduleOf(Source, CI, Result->Context, Errors);
  if (!Result->M) {
    WhyNot = Errors.Text;
    return nullptr;
  }
  simplify(*Result->M);
  Result->Combine = Result->M->getFunction(CombineName);
  Result->Identity = Result->M->getFunction(IdentityName);
  return Result;
}
