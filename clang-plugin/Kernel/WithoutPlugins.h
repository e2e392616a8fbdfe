//===- WithoutPlugins.h - An action that plugins do not see --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_WITHOUTPLUGINS_H
#define OMPSCAN_PLUGIN_KERNEL_WITHOUTPLUGINS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include <memory>
#include <string>

namespace ompscan::plugin {

/// \p ActionT on a program that the user has not written. Clang puts the
/// consumers of all plugins of the process, whatever their subject, around that
/// of an action. They get an empty one here, and the action's own takes their
/// place before anything is parsed.
template <typename ActionT> class WithoutPlugins : public ActionT {
public:
  using ActionT::ActionT;

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef File) override {
    InFile = File.str();
    return std::make_unique<clang::ASTConsumer>();
  }
  void ExecuteAction() override {
    clang::CompilerInstance &CI = this->getCompilerInstance();
    std::unique_ptr<clang::ASTConsumer> Own =
        ActionT::CreateASTConsumer(CI, InFile);
    if (!Own)
      return;
    CI.setASTConsumer(std::move(Own));
    ActionT::ExecuteAction();
  }

private:
  std::string InFile;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_WITHOUTPLUGINS_H
