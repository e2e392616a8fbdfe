// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan scan;
static cl_mem a_buffer, b_buffer, sum_buffer, carry_buffer;

void load(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
  cl_begin();
  a_buffer = cl_array(n * sizeof *a, a);
  b_buffer = cl_array(n * sizeof *b, b);
  sum_buffer = cl_array(n * sizeof *sum, NULL);
  carry_buffer = cl_array(sizeof(cl_uint), NULL);
  scan = cl_make_scan(text, 0, sizeof(cl_uchar), n);
}

bool add(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
  (void)a, (void)b, (void)sum;
  const cl_ulong last = n - 1;
  cl_uint carry;
  cl_arguments(scan.kernel, 4, ARG(a_buffer), ARG(b_buffer), ARG(sum_buffer),
               ARG(carry_buffer), ARG(last), END);
  cl_run_scan(&scan);
  cl_read(carry_buffer, &carry, sizeof carry);
  return carry;
}

void unload(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
  (void)a, (void)b;
  cl_read(sum_buffer, sum, n * sizeof *sum);
  cl_release(a_buffer, b_buffer, sum_buffer, carry_buffer, NULL);
  cl_free_scan(&scan);
  cl_end();
}
