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
class FunctionDecl;
}

namespace ompscan::plugin {

/// Gives \p F, if it declares one of OpenMP's functions on devices, the symbol
/// of the runtime's function of the same meaning. Calls in this file then know
/// the devices of the runtime; those of files without the plugin, whose
/// `target` constructs run on the host, know only what their OpenMP runtime
/// knows.
void redirectDeviceRoutine(clang::FunctionDecl &F);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_DEVICEROUTINES_H
