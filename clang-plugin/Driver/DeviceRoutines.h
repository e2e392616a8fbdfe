//===- DeviceRoutines.h - OpenMP's functions on devices ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_DEVICEROUTINES_H
#define OMPSCAN_PLUGIN_DRIVER_DEVICEROUTINES_H

namespace clang {
class ASTContext;
class FunctionDecl;
class OMPRequiresDecl;
} // namespace clang

namespace ompscan::plugin {

/// Gives functions of OpenMP on devices the symbols of the runtime's functions
/// of the same meaning. Calls in the file then know the devices of the runtime;
/// those of files without the plugin, whose `target` constructs run on the
/// host, know only what their OpenMP runtime knows.
class DeviceRoutines {
public:
  /// Redirects \p F if it declares such a function.
  void redirect(clang::FunctionDecl &F) const;

  /// With `requires unified_shared_memory`, memory of a device is the host's.
  void see(const clang::OMPRequiresDecl &Requires, clang::ASTContext &Context);

  bool sharesMemory() const { return SharesMemory; }

private:
  bool SharesMemory = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_DEVICEROUTINES_H
