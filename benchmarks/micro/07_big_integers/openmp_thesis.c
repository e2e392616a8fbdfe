// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Step by step: what each digit does with a carry, the scan, and the digits.

#include "problem.h"
#include <stdlib.h>

enum { Kill, Generate, Propagate };
typedef uint8_t Carry;

static Carry carry_of(uint32_t s) {
  return s >= BASE ? Generate : s == BASE - 1 ? Propagate : Kill;
}
static Carry ahead(Carry low, Carry high) {
  return high == Propagate ? low : high;
}
#pragma omp declare scan(ahead:Carry : omp_out = ahead(omp_out, omp_in))

static Carry *digit, *carry; // carry[i] goes into digit i

void load(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
  digit = array_of(n, sizeof *digit);
  carry = array_of(n + 1, sizeof *carry);
  carry[0] = Kill;
#pragma omp target enter data map(to : a[0 : n], b[0 : n])                     \
    map(alloc : sum[0 : n], digit[0 : n], carry[0 : n + 1])
#pragma omp target update to(carry[0 : 1])
}

bool add(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++)
    digit[i] = carry_of(a[i] + b[i]);
#pragma omp target parallel for scan(ahead : carry)
  for (size_t i = 1; i <= n; i++)
    carry[i] = ahead(carry[i - 1], digit[i - 1]);
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++) {
    const uint32_t s = a[i] + b[i] + (carry[i] == Generate);
    sum[i] = s >= BASE ? s - BASE : s;
  }
#pragma omp target update from(carry[n : 1])
  return carry[n] == Generate;
}

void unload(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
#pragma omp target exit data map(from : sum[0 : n])                            \
    map(release : a[0 : n], b[0 : n], digit[0 : n], carry[0 : n + 1])
  free(digit);
  free(carry);
}
