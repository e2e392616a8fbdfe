//===- HostProgram.h - Annotated loops or their peers --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of a program whose source has annotated loops and their peers. It
/// has the annotated loops if it is compiled by the plugin. Otherwise
/// OMPSCAN_BENCH_COMPILER names the compiler, and it has the plain loops, or
/// with OpenMP those that are written by hand.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_HOSTPROGRAM_H
#define OMPSCAN_BENCH_HOSTPROGRAM_H

#include "Report.h"
#ifndef OMPSCAN_BENCH_COMPILER
#include "KernelTimes.h"
#endif
#include <string>

namespace ompscan::bench {

/// The name of this program in tables.
inline std::string who() {
#ifndef OMPSCAN_BENCH_COMPILER
  return ompscanName();
#elif defined(_OPENMP)
  return "OpenMP by hand (" OMPSCAN_BENCH_COMPILER ")";
#else
  return "plain loop (" OMPSCAN_BENCH_COMPILER ")";
#endif
}

/// Reports the compiler, or the device of annotated loops.
inline void informOfProgram() {
#ifdef OMPSCAN_BENCH_COMPILER
  inform(OMPSCAN_BENCH_COMPILER, __VERSION__);
#else
  informOfDevice();
#endif
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_HOSTPROGRAM_H
