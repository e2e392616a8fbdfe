// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "opencl.h"
#include "problem.h"

static const char text[] = {
#embed "kernels.cl" suffix(, 0)
};
static cl_scan sum_scan, search_scan;
static cl_kernel sieve;
static cl_mem small_buffer, composite_buffer, sums_buffer, k_buffer,
    best_buffer;

void load(uint32_t n) {
  cl_begin();
  small_buffer = cl_array(MOST_SMALL_PRIMES * sizeof(cl_uint), NULL);
  composite_buffer = cl_array(n, NULL);
  sums_buffer = cl_array((n / 2 + 1) * sizeof(cl_ulong), NULL);
  k_buffer = cl_array(sizeof(cl_uint), NULL);
  best_buffer = cl_array(sizeof(cl_ulong), NULL);
  sum_scan = cl_make_scan(text, 1, 2 * sizeof(cl_ulong), n);
  search_scan = cl_make_scan(text, 2, sizeof(cl_ulong), BEGINS);
  const char *texts[] = {text};
  cl_program program = cl_build("-cl-std=CL1.2 -D SCAN=0", 1, texts);
  sieve = cl_kernel_of(program, "sieve");
  clReleaseProgram(program);
}

void prime_sums(uint32_t n, const uint32_t *limits, uint32_t *primes,
                int count) {
  uint32_t small[MOST_SMALL_PRIMES];
  const cl_uint smalls = small_primes(n, small), segment = SEGMENT;
  cl_write(small_buffer, small, smalls * sizeof *small);
  cl_arguments(sieve, 0, ARG(small_buffer), ARG(smalls), ARG(composite_buffer),
               ARG(n), ARG(segment), END);
  cl_for_each(sieve, (n + SEGMENT - 1) / SEGMENT);
  cl_uint k;
  cl_arguments(sum_scan.kernel, 4, ARG(composite_buffer), ARG(sums_buffer),
               ARG(k_buffer), ARG(n), END);
  cl_run_scan(&sum_scan);
  cl_read(k_buffer, &k, sizeof k);
  for (int l = 0; l < count; l++) {
    uint64_t best = 0, found;
    cl_uint begin = 0;
    // Primes from number k on are larger than k: no longer span begins there.
    while (begin < k && LENGTH(best) * begin < limits[l]) {
      const cl_uint size = k - begin < BEGINS ? k - begin : BEGINS;
      cl_resize_scan(&search_scan, size);
      cl_arguments(search_scan.kernel, 4, ARG(composite_buffer),
                   ARG(sums_buffer), ARG(best_buffer), ARG(begin), ARG(size),
                   ARG(k), ARG(limits[l]), END);
      cl_run_scan(&search_scan);
      cl_read(best_buffer, &found, sizeof found);
      best = found > best ? found : best;
      begin += size;
    }
    primes[l] = SUM(best);
  }
}

void unload(uint32_t n) {
  (void)n;
  cl_release(small_buffer, composite_buffer, sums_buffer, k_buffer, best_buffer,
             NULL);
  clReleaseKernel(sieve);
  cl_free_scan(&sum_scan);
  cl_free_scan(&search_scan);
  cl_end();
}
