//===- DeviceVariants.h - Variants of functions for a device -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_DEVICEVARIANTS_H
#define OMPSCAN_PLUGIN_HOST_DEVICEVARIANTS_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Frontend/OpenMP/OMPConstants.h"

namespace clang {
class Sema;
} // namespace clang

namespace ompscan::plugin {

class RuntimeCalls;

/// Gives calls in a `target` construct the variant (`declare variant`) of their
/// function for the device that runs the construct, or that the host takes the
/// place of. Clang chooses the variant for the host.
class DeviceVariants {
public:
  DeviceVariants(clang::Sema &S, RuntimeCalls &Calls) : S(S), Calls(Calls) {}

  /// Enters the construct \p D, whose traits variants may ask for.
  void enter(const clang::OMPExecutableDirective &D);
  /// Leaves the construct that was entered last.
  void leave();

  /// Returns a choice between the variants of \p E for the host and for the
  /// device, where they differ. Returns \p E itself otherwise, and if it is the
  /// call of a method or returns an object of a class.
  clang::Expr *choose(clang::Expr *E);

private:
  clang::FunctionDecl *variantOf(clang::FunctionDecl &F) const;

  clang::Sema &S;
  RuntimeCalls &Calls;
  llvm::SmallVector<llvm::omp::TraitProperty, 8> Constructs;
  llvm::SmallVector<size_t, 4> Entered; ///< the sizes of Constructs
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_DEVICEVARIANTS_H
