//===- ptx-float.cl - Functions of float as PTX ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows ptx-gamma.cl and ptx-erfc.cl: functions of `float` that libclc 22 has
// with errors of more than 2 units in the last place, or with wrong infinities
// (test/Kernel/libclc.test). Those of `double` replace them.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_BY_DOUBLE(name)                                                \
  __attribute__((overloadable)) double name(double x);                         \
  OMPSCAN_OVERLOADED float name(float x) { return (float)name((double)x); }
#define OMPSCAN_BINARY_BY_DOUBLE(name)                                         \
  __attribute__((overloadable)) double name(double x, double y);               \
  OMPSCAN_OVERLOADED float name(float x, float y) {                            \
    return (float)name((double)x, (double)y);                                  \
  }

OMPSCAN_BY_DOUBLE(cosh)
OMPSCAN_BY_DOUBLE(erfc)
OMPSCAN_BY_DOUBLE(lgamma)
OMPSCAN_BY_DOUBLE(sinh)
OMPSCAN_BY_DOUBLE(tan)
OMPSCAN_BY_DOUBLE(tgamma)
OMPSCAN_BINARY_BY_DOUBLE(atan2)
