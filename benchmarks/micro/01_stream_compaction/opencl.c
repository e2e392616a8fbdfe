// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan scan;
static cl_mem x_buffer, out_buffer, kept_buffer;

void load(const int *x, int *out, size_t n) {
  (void)out;
  cl_begin();
  x_buffer = cl_array(n * sizeof *x, x);
  out_buffer = cl_array(n * sizeof *out, NULL);
  kept_buffer = cl_array(sizeof(cl_uint), NULL);
  scan = cl_make_scan(text, 0, sizeof(cl_uint), n);
}

size_t compact(const int *x, int *out, size_t n, int threshold) {
  (void)x, (void)out;
  const cl_ulong last = n - 1;
  cl_uint kept;
  cl_arguments(scan.kernel, 4, ARG(x_buffer), ARG(out_buffer), ARG(kept_buffer),
               ARG(threshold), ARG(last), END);
  cl_run_scan(&scan);
  cl_read(kept_buffer, &kept, sizeof kept);
  return kept;
}

void unload(const int *x, int *out, size_t n) {
  (void)x;
  cl_read(out_buffer, out, n * sizeof *out);
  cl_release(x_buffer, out_buffer, kept_buffer, NULL);
  cl_free_scan(&scan);
  cl_end();
}
