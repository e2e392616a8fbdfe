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
  cl_int left, right, pair;
} Best;
static cl_scan sum_scan, pair_scan;
static cl_mem x_buffer, sums_buffer, all_buffer;

void load(const int *x, size_t n) {
  cl_begin();
  x_buffer = cl_array(n * sizeof *x, x);
  sums_buffer = cl_array((n + 1) * sizeof(cl_int), NULL);
  all_buffer = cl_array(sizeof(Best), NULL);
  sum_scan = cl_make_scan(text, 1, sizeof(cl_int), n + 1);
  pair_scan = cl_make_scan(text, 2, sizeof(Best), n);
}

int largest_pair(const int *x, size_t n, size_t k) {
  (void)x;
  if (n < 2 * k)
    return INT_MIN;
  const cl_ulong size = n, window = k, last = n - 2 * k;
  Best all;
  cl_arguments(sum_scan.kernel, 4, ARG(x_buffer), ARG(sums_buffer), ARG(size),
               END);
  cl_run_scan(&sum_scan);
  cl_resize_scan(&pair_scan, n - 2 * k + 1);
  cl_arguments(pair_scan.kernel, 4, ARG(sums_buffer), ARG(all_buffer),
               ARG(window), ARG(last), END);
  cl_run_scan(&pair_scan);
  cl_read(all_buffer, &all, sizeof all);
  return all.pair;
}

void unload(const int *x, size_t n) {
  (void)x, (void)n;
  cl_release(x_buffer, sums_buffer, all_buffer, NULL);
  cl_free_scan(&sum_scan);
  cl_free_scan(&pair_scan);
  cl_end();
}
