//===- DeviceOnlyFunctions.h - Functions for devices only -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_DEVICEONLYFUNCTIONS_H
#define OMPSCAN_PLUGIN_DRIVER_DEVICEONLYFUNCTIONS_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace ompscan::plugin {

/// Functions with `device_type(nohost)`, of which Clang makes no code for the
/// host. `target` constructs that the host runs in place of a device call them.
class DeviceOnlyFunctions {
public:
  /// Takes \p F if it defines such a function.
  void see(clang::FunctionDecl &F);

  /// Has code made for the host, when the file has been read: until then Sema
  /// knows these functions as what the program says.
  void emit(clang::Sema &S);

private:
  llvm::SmallVector<clang::FunctionDecl *, 0> Defined;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_DEVICEONLYFUNCTIONS_H
