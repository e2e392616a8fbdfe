// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"

// What a row of digits does with a carry: drops it, makes one, or hands it on.
enum { Kill, Generate, Propagate };
typedef uint8_t Carry;

static Carry carry_of(uint32_t s) {
  return s >= BASE ? Generate : s == BASE - 1 ? Propagate : Kill;
}
static Carry ahead(Carry low, Carry high) {
  return high == Propagate ? low : high;
}
#pragma omp declare scan(ahead:Carry : omp_out = ahead(omp_out, omp_in))

void load(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
#pragma omp target enter data map(to : a[0 : n], b[0 : n])                     \
    map(alloc : sum[0 : n])
}

bool add(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
  Carry carry = Kill;
#pragma omp target parallel for scan(ahead : carry)
  for (size_t i = 0; i < n; i++) {
    const uint32_t s = a[i] + b[i] + (carry == Generate);
    sum[i] = s >= BASE ? s - BASE : s;
    carry = ahead(carry, carry_of(a[i] + b[i]));
  }
  return carry == Generate;
}

void unload(const uint32_t *a, const uint32_t *b, uint32_t *sum, size_t n) {
#pragma omp target exit data map(release : a[0 : n], b[0 : n])                 \
    map(from : sum[0 : n])
}
