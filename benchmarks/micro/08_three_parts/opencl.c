// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
typedef struct {
  cl_ulong first, second, pairs;
} Cuts;
static cl_scan sum_scan, cut_scan;
static cl_mem x_buffer, sums_buffer, total_buffer, all_buffer;

void load(const int *x, size_t n) {
  cl_begin();
  x_buffer = cl_array(n * sizeof *x, x);
  sums_buffer = cl_array(n * sizeof(cl_int), NULL);
  total_buffer = cl_array(sizeof(cl_int), NULL);
  all_buffer = cl_array(sizeof(Cuts), NULL);
  sum_scan = cl_make_scan(text, 1, sizeof(cl_int), n);
  if (n > 1)
    cut_scan = cl_make_scan(text, 2, sizeof(Cuts), n - 1);
}

uint64_t ways(const int *x, size_t n) {
  (void)x;
  const cl_ulong last = n - 1, last_cut = n - 2;
  cl_int total;
  cl_arguments(sum_scan.kernel, 4, ARG(x_buffer), ARG(sums_buffer),
               ARG(total_buffer), ARG(last), END);
  cl_run_scan(&sum_scan);
  cl_read(total_buffer, &total, sizeof total);
  if (total % 3 != 0 || n == 1)
    return 0;
  const cl_int third = total / 3;
  Cuts all;
  cl_arguments(cut_scan.kernel, 4, ARG(sums_buffer), ARG(all_buffer),
               ARG(third), ARG(last_cut), END);
  cl_run_scan(&cut_scan);
  cl_read(all_buffer, &all, sizeof all);
  return all.pairs;
}

void unload(const int *x, size_t n) {
  (void)x;
  cl_release(x_buffer, sums_buffer, total_buffer, all_buffer, NULL);
  cl_free_scan(&sum_scan);
  if (n > 1)
    cl_free_scan(&cut_scan);
  cl_end();
}
