// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
typedef struct {
  cl_int sum, most;
  cl_uint at;
} Stretch;
static cl_scan scan;
static cl_kernel clear, count;
static cl_mem low_buffer, high_buffer, change_buffer, all_buffer;

void load(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  cl_begin();
  low_buffer = cl_array(n * sizeof *low, low);
  high_buffer = cl_array(n * sizeof *high, high);
  change_buffer = cl_array(((size_t)m + 1) * sizeof(cl_int), NULL);
  all_buffer = cl_array(sizeof(Stretch), NULL);
  scan = cl_make_scan(text, 1, sizeof(Stretch), m);
  const char *texts[] = {text};
  cl_program program = cl_build("-cl-std=CL1.2 -D SCAN=0", 1, texts);
  clear = cl_kernel_of(program, "clear");
  count = cl_kernel_of(program, "count");
  clReleaseProgram(program);
}

Most most_frequent(const uint32_t *low, const uint32_t *high, size_t n,
                   uint32_t m) {
  (void)low, (void)high;
  const cl_ulong ranges = n, last = m - 1;
  Stretch all;
  cl_arguments(clear, 0, ARG(change_buffer), ARG(m), END);
  cl_for_each(clear, (size_t)m + 1);
  cl_arguments(count, 0, ARG(low_buffer), ARG(high_buffer), ARG(change_buffer),
               ARG(ranges), END);
  cl_for_each(count, n);
  cl_arguments(scan.kernel, 4, ARG(change_buffer), ARG(all_buffer), ARG(last),
               END);
  cl_run_scan(&scan);
  cl_read(all_buffer, &all, sizeof all);
  return (Most){all.at, all.most};
}

void unload(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  (void)low, (void)high, (void)n, (void)m;
  cl_release(low_buffer, high_buffer, change_buffer, all_buffer, NULL);
  clReleaseKernel(clear);
  clReleaseKernel(count);
  cl_free_scan(&scan);
  cl_end();
}
