// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan scan;
static cl_kernel search;
static cl_mem frequency_buffer, sums_buffer, out_buffer;

void load(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  cl_begin();
  frequency_buffer = cl_array(n * sizeof *frequency, frequency);
  sums_buffer = cl_array(n * sizeof(cl_uint), NULL);
  out_buffer = cl_array(n * sizeof *out, NULL);
  scan = cl_make_scan(text, 1, sizeof(cl_uint), n);
  const char *texts[] = {text};
  cl_program program = cl_build("-cl-std=CL1.2 -D SCAN=0", 1, texts);
  search = cl_kernel_of(program, "search");
  clReleaseProgram(program);
}

void draw_all(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  (void)frequency, (void)out;
  cl_arguments(scan.kernel, 4, ARG(frequency_buffer), ARG(sums_buffer), END);
  cl_run_scan(&scan);
  cl_arguments(search, 0, ARG(sums_buffer), ARG(out_buffer), ARG(n), END);
  cl_for_each(search, n);
  cl_finish();
}

void unload(const uint32_t *frequency, uint32_t *out, uint32_t n) {
  (void)frequency;
  cl_read(out_buffer, out, n * sizeof *out);
  cl_release(frequency_buffer, sums_buffer, out_buffer, NULL);
  clReleaseKernel(search);
  cl_free_scan(&scan);
  cl_end();
}
