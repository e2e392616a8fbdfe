// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan real_scan, modular_scan;
static cl_mem a_buffer, values_buffer, b_buffer, residues_buffer;

void load(const double *a, double *values, const uint32_t *b,
          uint32_t *residues, size_t n) {
  cl_begin();
  a_buffer = cl_array(n * sizeof *a, a);
  values_buffer = cl_array(n * sizeof *values, NULL);
  b_buffer = cl_array(n * sizeof *b, b);
  residues_buffer = cl_array(n * sizeof *residues, NULL);
  real_scan = cl_make_scan(text, 0, 2 * sizeof(cl_double), n);
  modular_scan = cl_make_scan(text, 1, 2 * sizeof(cl_uint), n);
}

void evaluate(const double *a, double x, double *values, size_t n) {
  (void)a, (void)values, (void)n;
  cl_arguments(real_scan.kernel, 4, ARG(a_buffer), ARG(x), ARG(values_buffer),
               END);
  cl_run_scan(&real_scan);
  cl_finish();
}

void evaluate_modular(const uint32_t *b, uint32_t x, uint32_t *residues,
                      size_t n) {
  (void)b, (void)residues, (void)n;
  cl_arguments(modular_scan.kernel, 4, ARG(b_buffer), ARG(x),
               ARG(residues_buffer), END);
  cl_run_scan(&modular_scan);
  cl_finish();
}

void unload(const double *a, double *values, const uint32_t *b,
            uint32_t *residues, size_t n) {
  (void)a, (void)b;
  cl_read(values_buffer, values, n * sizeof *values);
  cl_read(residues_buffer, residues, n * sizeof *residues);
  cl_release(a_buffer, values_buffer, b_buffer, residues_buffer, NULL);
  cl_free_scan(&real_scan);
  cl_free_scan(&modular_scan);
  cl_end();
}
