//===- Options.h - Arguments of the plugin -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_OPTIONS_H
#define OMPSCAN_PLUGIN_DRIVER_OPTIONS_H

#include "Kernel/CompiledKernels.h"
#include <string>

namespace ompscan::plugin {

/// What -fplugin-arg-ompscan-* asked for.
struct Options {
  /// emit-kernels=DIR: write every filled kernel to a file there.
  std::string KernelDirectory;
  /// print-loops: print every ScanLoop to standard output.
  bool PrintLoops = false;
  /// no-target-loops: leave `target` loops without a scan to Clang.
  bool TargetLoops = true;
  /// no-inscan: leave OpenMP's own form without `target` to Clang.
  bool StandardForm = true;
  /// no-associativity: do not look for values that show that a declared
  /// operator is not associative.
  bool JudgesOperators = true;
  /// no-fusion: launch loops that fill the input of a scan by themselves.
  bool Fusion = true;
  /// no-native: leave out the machine code of the host. native=base,v3,v4: the
  /// versions of it.
  /// kernels=opencl,ptx,spirv,sm_90: add PTX, SPIR-V and machine code. By
  /// default there is PTX where a loop may use a device. no-ptx: none.
  /// no-compression: leave PTX readable.
  /// libclc=FILE: the library that PTX is linked with. ptxas=FILE: the program
  /// that assembles it.
  KernelForms Forms;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_OPTIONS_H
