// A stretch of Horner's rule is the map v -> v y + p; maps are composed.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 0

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double Number;
#define HORNER(v, x, a) ((v) * (x) + (a))
#define TIMES(a, b) ((a) * (b))

#else

typedef uint Number;

// Modulo 2^31 - 1.
uint plus(uint a, uint b) {
  const uint sum = a + b;
  return sum >= 2147483647u ? sum - 2147483647u : sum;
}
uint times(uint a, uint b) {
  const ulong product = (ulong)a * b;
  return plus((uint)(product & 2147483647u), (uint)(product >> 31));
}
#define HORNER(v, x, a) plus(times(v, x), a)
#define TIMES(a, b) times(a, b)

#endif

typedef struct {
  Number p, y;
} T;

T make(Number p, Number y) {
  T t;
  t.p = p;
  t.y = y;
  return t;
}
T then(T a, T b) { return make(HORNER(a.p, b.y, b.p), TIMES(a.y, b.y)); }

#define IDENTITY make(0, 1)
#define COMBINE(a, b) then(a, b)
#define PARAMETERS global const Number *a, const Number x, global Number *values
#define ARGUMENTS a, x, values

T input(ulong i, PARAMETERS) { return make(a[i], x); }

void output(ulong i, T before, T after, PARAMETERS) { values[i] = after.p; }
