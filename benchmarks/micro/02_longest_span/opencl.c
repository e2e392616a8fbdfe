// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan walk, lengths;
static cl_mem a_buffer, b_buffer, d_buffer, first_buffer, longest_buffer;

void load(const uint8_t *a, const uint8_t *b, int n) {
  cl_begin();
  const size_t size = (size_t)n;
  a_buffer = cl_array(size, a);
  b_buffer = cl_array(size, b);
  d_buffer = cl_array(size * sizeof(cl_int), NULL);
  first_buffer = cl_array((2 * size + 1) * sizeof(cl_int), NULL);
  longest_buffer = cl_array(sizeof(cl_int), NULL);
  walk = cl_make_scan(text, 1, 3 * sizeof(cl_int), size);
  lengths = cl_make_scan(text, 2, sizeof(cl_int), size);
}

int longest_span(const uint8_t *a, const uint8_t *b, int n) {
  (void)a, (void)b;
  cl_int longest;
  cl_arguments(walk.kernel, 4, ARG(a_buffer), ARG(b_buffer), ARG(d_buffer),
               ARG(first_buffer), ARG(n), END);
  cl_run_scan(&walk);
  cl_arguments(lengths.kernel, 4, ARG(d_buffer), ARG(first_buffer),
               ARG(longest_buffer), ARG(n), END);
  cl_run_scan(&lengths);
  cl_read(longest_buffer, &longest, sizeof longest);
  return longest;
}

void unload(const uint8_t *a, const uint8_t *b, int n) {
  (void)a, (void)b, (void)n;
  cl_release(a_buffer, b_buffer, d_buffer, first_buffer, longest_buffer, NULL);
  cl_free_scan(&walk);
  cl_free_scan(&lengths);
  cl_end();
}
