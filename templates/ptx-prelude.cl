//===- ptx-prelude.cl - OpenCL C as PTX -------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes prelude.cl, after builtins.cl, in a program that Clang compiles to
// PTX.
//
//===----------------------------------------------------------------------===//

typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
typedef uint uint16 __attribute__((ext_vector_type(16)));
typedef uchar uchar16 __attribute__((ext_vector_type(16)));
typedef ulong ulong2 __attribute__((ext_vector_type(2)));

/// Loads of elements that a kernel does not store are not repeated
/// (clang-plugin/Kernel/PtxPasses).
#define OMPSCAN_KEEPS_LOADS 1

// Groups and work-items have one dimension.
#define get_local_id(dimension) ((ulong)__nvvm_read_ptx_sreg_tid_x())
#define get_group_id(dimension) ((ulong)__nvvm_read_ptx_sreg_ctaid_x())
#define get_num_groups(dimension) ((ulong)__nvvm_read_ptx_sreg_nctaid_x())
#define get_global_id(dimension)                                               \
  (get_group_id(dimension) * OMPSCAN_GROUP + get_local_id(dimension))
#define get_global_size(dimension) (get_num_groups(dimension) * OMPSCAN_GROUP)

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(fences) __asm__ volatile("bar.sync 0;" ::: "memory")
#define mem_fence(fences) __asm__ volatile("fence.acq_rel.gpu;" ::: "memory")

/// Functions of library.cl are declared. The plugin links libclc with a program
/// that calls one (clang-plugin/Kernel/PtxPasses).
#define OMPSCAN_LIBRARY(result, name, builtin, parameters, arguments)          \
  __attribute__((overloadable)) result name parameters;

// libclc 22 makes an infinity of the ldexp of a NaN for nvptx64, so these are
// not linked. They can go when all supported releases keep it.

/// 2 to the power \p n, from -1022 to 1023.
static inline double ompscan_power_of_two(const int n) {
  return as_double((ulong)(n + 1023) << 52);
}

/// The last of three products rounds; the others are exact, or the result is
/// infinite or zero.
OMPSCAN_OVERLOADED double ldexp(double x, int n) {
  for (int step = 0; step < 2; ++step) {
    const int part = n > 1023 ? 1023 : n < -1022 ? -969 : 0;
    x *= ompscan_power_of_two(part);
    n -= part;
  }
  return x * ompscan_power_of_two(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}
OMPSCAN_OVERLOADED float ldexp(const float x, const int n) {
  return (float)ldexp((double)x, n);
}
