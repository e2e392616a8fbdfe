// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan scan2, scan4, scan_filter;
static cl_mem a_buffer, b_buffer, f_buffer, g_buffer, x_buffer, y_buffer;

void load(const Arrays *p) {
  cl_begin();
  const size_t bytes = p->n * sizeof(cl_uint), reals = p->n * sizeof(cl_double);
  a_buffer = cl_array(bytes, p->a);
  b_buffer = cl_array(bytes, p->b);
  f_buffer = cl_array(bytes, NULL);
  g_buffer = cl_array(bytes, NULL);
  x_buffer = cl_array(reals, p->x);
  y_buffer = cl_array(reals, NULL);
  scan2 = cl_make_scan(text, 2, 4 * sizeof(cl_uint), p->n);
  scan4 = cl_make_scan(text, 4, 16 * sizeof(cl_uint), p->n);
  scan_filter = cl_make_scan(text, 0, 6 * sizeof(cl_double), p->n);
}

void order2(const uint32_t *a, const uint32_t *b, uint32_t *f, size_t n) {
  (void)a, (void)b, (void)f, (void)n;
  cl_arguments(scan2.kernel, 4, ARG(a_buffer), ARG(b_buffer), ARG(f_buffer),
               END);
  cl_run_scan(&scan2);
  cl_finish();
}

void order4(const uint32_t *a, const uint32_t *b, uint32_t *g, size_t n) {
  (void)a, (void)b, (void)g, (void)n;
  cl_arguments(scan4.kernel, 4, ARG(a_buffer), ARG(b_buffer), ARG(g_buffer),
               END);
  cl_run_scan(&scan4);
  cl_finish();
}

void filter(const double *x, double *y, size_t n) {
  (void)x, (void)y, (void)n;
  cl_arguments(scan_filter.kernel, 4, ARG(x_buffer), ARG(y_buffer), END);
  cl_run_scan(&scan_filter);
  cl_finish();
}

void unload(const Arrays *p) {
  cl_read(f_buffer, p->f, p->n * sizeof *p->f);
  cl_read(g_buffer, p->g, p->n * sizeof *p->g);
  cl_read(y_buffer, p->y, p->n * sizeof *p->y);
  cl_release(a_buffer, b_buffer, f_buffer, g_buffer, x_buffer, y_buffer, NULL);
  cl_free_scan(&scan2);
  cl_free_scan(&scan4);
  cl_free_scan(&scan_filter);
  cl_end();
}
