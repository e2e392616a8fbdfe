//===- TargetQueries.cpp - Where a target construct runs ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/TargetQueries.h"
#include "AST/TreeWalk.h"
#include "Host/DeviceVariants.h"
#include "Host/RuntimeCalls.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

static constexpr StringRef DeviceNumber = "__ompscan_target_get_device_num";

/// The function of OpenMP that \p S calls; for one with a variant, that is the
/// function that is named. Empty if there is none.
static StringRef calledFunction(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Variant = dyn_cast<PseudoObjectExpr>(S))
    E = Variant->getSyntacticForm();
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->isExternC() ? F->getName() : "";
}

namespace {

class QueryRewriter {
public:
  QueryRewriter(Sema &S, RuntimeCalls &Calls)
      : Calls(Calls), Variants(S, Calls) {}

  /// Rewrites the construct \p D.
  void rewriteIn(OMPExecutableDirective &D) {
    Variants.enter(D);
    for (Stmt *&Child : D.children())
      if (Child)
        Child = rewrite(Child);
    Variants.leave();
  }

private:
  Stmt *rewrite(Stmt *S) {
    const StringRef Name = calledFunction(S);
    if (Name == "omp_is_initial_device")
      return Calls.query(IsInitialDevice);
    if (Name == "omp_get_device_num")
      return Calls.query(DeviceNumber);
    if (isa<LambdaExpr>(S))
      return S; // It may be called elsewhere.
    // The body of a captured statement is stored twice.
    if (auto *Captured = dyn_cast<CapturedStmt>(S)) {
      Stmt *Body = rewrite(Captured->getCapturedStmt());
      *Captured->children().end() = Body; // Behind the captures.
      Captured->getCapturedDecl()->setBody(Body);
      return S;
    }
    if (auto *Inner = dyn_cast<OMPExecutableDirective>(S)) {
      rewriteIn(*Inner);
      return S;
    }
    for (Stmt *&Child : S->children())
      if (Child)
        Child = rewrite(Child);
    return isa<Expr>(S) ? Variants.choose(cast<Expr>(S)) : S;
  }

  RuntimeCalls &Calls;
  DeviceVariants Variants;
};

} // namespace

void ompscan::plugin::redirectTargetQueries(OMPExecutableDirective &D, Sema &S,
                                            RuntimeCalls &Calls) {
  QueryRewriter(S, Calls).rewriteIn(D);
}

bool ompscan::plugin::hasTargetQueries(const OMPExecutableDirective &D) {
  return D.hasAssociatedStmt() &&
         anyNode(D.getInnermostCapturedStmt()->getCapturedStmt(),
                 [](const Stmt *S) {
                   const StringRef Name = calledFunction(S);
                   return Name == IsInitialDevice || Name == DeviceNumber;
                 });
}
