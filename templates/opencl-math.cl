//===- opencl-math.cl - The same functions by OpenCL ------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes math.cl and native-math.cl in programs for OpenCL whose results are
// those of all devices: their functions take the place of the driver's.
//
//===----------------------------------------------------------------------===//

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#else
#define OMPSCAN_LACKS_DOUBLE 1
#endif

#define OMPSCAN_OVERLOADED static inline __attribute__((overloadable))
#define OMPSCAN_AS(T, x) as_##T(x)

#define exp ompscan_exp
#define exp2 ompscan_exp2
#define exp10 ompscan_exp10
#define log ompscan_log
#define log2 ompscan_log2
#define log10 ompscan_log10
#define log1p ompscan_log1p
// Names that math.cl makes of these.
#define ompscan_ompscan_exp_series ompscan_exp_series
#define ompscan_ompscan_exp2_series ompscan_exp2_series
#define ompscan_ompscan_exp10_series ompscan_exp10_series
