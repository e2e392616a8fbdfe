//===- ClangCompat.cpp - Differences between Clang releases ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ClangCompat.h"
#include <utility>

using namespace ompscan::plugin;

bool compat::canMakePtx() { return CLANG_VERSION_MAJOR >= 17; }

const clang::APValue *compat::constantValue(const clang::VarDecl *V,
                                            clang::APValue &Storage) {
  if (const clang::APValue *Value = V->evaluateValue())
    return Value;
#if CLANG_VERSION_MAJOR < 17
  // Initializers of arrays and records are evaluated in C++ only, as such.
  const clang::ASTContext &Context = V->getASTContext();
  clang::Expr::EvalResult Result;
  if (!Context.getLangOpts().CPlusPlus && V->hasGlobalStorage() &&
      V->getInit()->EvaluateAsConstantExpr(Result, Context)) {
    Storage = std::move(Result.Val);
    return &Storage;
  }
#endif
  (void)Storage;
  return nullptr;
}

using AddFunction = std::function<void(llvm::PassBuilder &)>;

#if CLANG_VERSION_MAJOR >= 18

void compat::addPasses(clang::CodeGenOptions &Options, AddFunction Add) {
  Options.PassBuilderCallbacks.push_back(std::move(Add));
}

#else

#include "llvm/ADT/STLExtras.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include <dlfcn.h>

// CodeGenOptions names plugins of passes only, as -fpass-plugin does. Clang
// loads this library again as such a plugin, which is not told for which
// options.

/// The functions of the compiler whose passes are set up next. A compiler
/// inside of another one starts when the passes of that one run.
static std::vector<AddFunction> Waiting;

/// The file that this code is from.
static std::string library() {
  static const char Anchor = 0;
  Dl_info About;
  return dladdr(&Anchor, &About) && About.dli_fname ? About.dli_fname : "";
}

void compat::addPasses(clang::CodeGenOptions &Options, AddFunction Add) {
  const std::string Library = library();
  if (!llvm::is_contained(Options.PassPlugins, Library)) {
    Options.PassPlugins.push_back(Library);
    // A compiler that failed before its passes leaves some.
    Waiting.clear();
  }
  Waiting.push_back(std::move(Add));
}

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompscan", "",
          [](llvm::PassBuilder &Builder) {
            for (const AddFunction &Add : std::exchange(Waiting, {}))
              Add(Builder);
          }};
}

#endif
