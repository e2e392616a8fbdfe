//===- libclc-functions.cl - What kernels as PTX call ------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls each function of templates/library.cl. The build links it with those
// functions of libclc that it needs (cmake/ReduceLibclc.cmake).
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_LIBRARY(...) OMPSCAN_CALL(__COUNTER__, __VA_ARGS__)
#define OMPSCAN_CALL(...) OMPSCAN_CALL_OF(__VA_ARGS__)
#define OMPSCAN_CALL_OF(number, result, name, builtin, parameters, arguments)  \
  __attribute__((overloadable)) result name parameters;                        \
  result ompscan_call_##number parameters { return name arguments; }

#include "library.cl"
