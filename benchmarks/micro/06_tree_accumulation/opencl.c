// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan scan;
static cl_kernel subtract;
static cl_mem tour_buffer, weight_buffer, down_buffer, up_buffer, before_buffer;

void load(const int *tour, const int *weight, int *down, int *up, size_t n) {
  (void)down, (void)up;
  cl_begin();
  tour_buffer = cl_array(2 * n * sizeof *tour, tour);
  weight_buffer = cl_array(n * sizeof *weight, weight);
  down_buffer = cl_array(n * sizeof *down, NULL);
  up_buffer = cl_array(n * sizeof *up, NULL);
  before_buffer = cl_array(n * sizeof(cl_int), NULL);
  scan = cl_make_scan(text, 1, 2 * sizeof(cl_int), 2 * n);
  const char *texts[] = {text};
  cl_program program = cl_build("-cl-std=CL1.2 -D SCAN=0", 1, texts);
  subtract = cl_kernel_of(program, "subtract");
  clReleaseProgram(program);
}

void accumulate(const int *tour, const int *weight, int *down, int *up,
                size_t n) {
  (void)tour, (void)weight, (void)down, (void)up;
  const cl_ulong nodes = n;
  cl_arguments(scan.kernel, 4, ARG(tour_buffer), ARG(weight_buffer),
               ARG(down_buffer), ARG(up_buffer), ARG(before_buffer), END);
  cl_run_scan(&scan);
  cl_arguments(subtract, 0, ARG(up_buffer), ARG(before_buffer), ARG(nodes),
               END);
  cl_for_each(subtract, n);
  cl_finish();
}

void unload(const int *tour, const int *weight, int *down, int *up, size_t n) {
  (void)tour, (void)weight;
  cl_read(down_buffer, down, n * sizeof *down);
  cl_read(up_buffer, up, n * sizeof *up);
  cl_release(tour_buffer, weight_buffer, down_buffer, up_buffer, before_buffer,
             NULL);
  clReleaseKernel(subtract);
  cl_free_scan(&scan);
  cl_end();
}
