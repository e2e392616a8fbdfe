// One step multiplies the vector of the last values by a matrix from the left:
// SCAN is the order of the recurrence, or 0 for the filter.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 0

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// v -> m v + c.
typedef struct {
  double m[2][2], c[2];
} T;

T multiply(T a, T b) {
  T r;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j];
    r.c[i] = a.m[i][0] * b.c[0] + a.m[i][1] * b.c[1] + a.c[i];
  }
  return r;
}
T identity(void) {
  const T r = {{{1, 0}, {0, 1}}, {0, 0}};
  return r;
}

#define PARAMETERS global const double *x, global double *y
#define ARGUMENTS x, y

T input(ulong i, PARAMETERS) {
  const T r = {{{1.6, -0.8}, {1, 0}}, {x[i], 0}};
  return r;
}
void output(ulong i, T before, T after, PARAMETERS) { y[i] = after.c[0]; }

#else

// Modulo 2^31 - 1.
uint plus(uint a, uint b) {
  const uint sum = a + b;
  return sum >= 2147483647u ? sum - 2147483647u : sum;
}
uint times(uint a, uint b) {
  const ulong product = (ulong)a * b;
  return plus((uint)(product & 2147483647u), (uint)(product >> 31));
}

typedef struct {
  uint m[SCAN][SCAN];
} T;

T multiply(T a, T b) {
  T r;
#pragma unroll
  for (int i = 0; i < SCAN; i++)
#pragma unroll
    for (int j = 0; j < SCAN; j++) {
      r.m[i][j] = times(a.m[i][0], b.m[0][j]);
#pragma unroll
      for (int k = 1; k < SCAN; k++)
        r.m[i][j] = plus(r.m[i][j], times(a.m[i][k], b.m[k][j]));
    }
  return r;
}
T identity(void) {
  T r;
  for (int i = 0; i < SCAN; i++)
    for (int j = 0; j < SCAN; j++)
      r.m[i][j] = i == j;
  return r;
}

#define PARAMETERS global const uint *a, global const uint *b, global uint *f
#define ARGUMENTS a, b, f

T input(ulong i, PARAMETERS) {
#if SCAN == 2
  const T r = {{{a[i], b[i]}, {1, 0}}};
#else
  const T r = {{{a[i], b[i], 3, 5}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
#endif
  return r;
}
void output(ulong i, T before, T after, PARAMETERS) { f[i] = after.m[0][0]; }

#endif

#define IDENTITY identity()
#define COMBINE(a, b) multiply(b, a)
