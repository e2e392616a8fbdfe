// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"
#include <limits.h>

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
typedef struct {
  cl_int low, first, high, last, step;
} Range;
static cl_scan sum_scan, range_scan;
static cl_kernel clear, occur;
static cl_mem x_buffer, sums_buffer, first_buffer, last_buffer, range_buffer;

void load(const uint32_t *x, size_t n, uint32_t m) {
  cl_begin();
  x_buffer = cl_array(n * sizeof *x, x);
  sums_buffer = cl_array(n * sizeof(cl_uint), NULL);
  first_buffer = cl_array(m * sizeof(cl_int), NULL);
  last_buffer = cl_array(m * sizeof(cl_int), NULL);
  range_buffer = cl_array(sizeof(Range), NULL);
  sum_scan = cl_make_scan(text, 1, sizeof(cl_ulong), n);
  range_scan = cl_make_scan(text, 2, sizeof(Range), m);
  const char *texts[] = {text};
  cl_program program = cl_build("-cl-std=CL1.2 -D SCAN=0", 1, texts);
  clear = cl_kernel_of(program, "clear");
  occur = cl_kernel_of(program, "occur");
  clReleaseProgram(program);
}

uint32_t largest(const uint32_t *x, size_t n, uint32_t m) {
  (void)x;
  const cl_ulong count = n, last_value = m - 1;
  Range all;
  cl_arguments(clear, 0, ARG(first_buffer), ARG(last_buffer), ARG(m), END);
  cl_for_each(clear, m);
  cl_arguments(sum_scan.kernel, 4, ARG(x_buffer), ARG(sums_buffer), ARG(m),
               END);
  cl_run_scan(&sum_scan);
  cl_arguments(occur, 0, ARG(sums_buffer), ARG(first_buffer), ARG(last_buffer),
               ARG(count), END);
  cl_for_each(occur, n);
  cl_arguments(range_scan.kernel, 4, ARG(first_buffer), ARG(last_buffer),
               ARG(range_buffer), ARG(last_value), END);
  cl_run_scan(&range_scan);
  cl_read(range_buffer, &all, sizeof all);
  const uint32_t low = all.step == INT_MAX ? 0 : m - (uint32_t)all.step;
  return (uint32_t)all.high > low ? (uint32_t)all.high : low;
}

void unload(const uint32_t *x, size_t n, uint32_t m) {
  (void)x, (void)n, (void)m;
  cl_release(x_buffer, sums_buffer, first_buffer, last_buffer, range_buffer,
             NULL);
  clReleaseKernel(clear);
  clReleaseKernel(occur);
  cl_free_scan(&sum_scan);
  cl_free_scan(&range_scan);
  cl_end();
}
