// RUN: %clang -O2 -c %s %ompscan_native_flags -o %t.o
// RUN: nm %t.o | %filecheck %s --implicit-check-not=_lse --implicit-check-not=larger

// The functions that an operator calls are part of the loops over it, which
// become vectors only without calls.

#include <math.h>

static float larger(float a, float b) { return a > b ? a : b; }
static float lse(float a, float b) {
  return larger(a, b) + log1pf(expf(-fabsf(a - b)));
}
#pragma omp declare scan(lse : float : omp_out = lse(omp_out, omp_in))

// CHECK: scan_lanes
void f(const float *x, float *y, long n) {
#pragma omp parallel for scan(lse : y)
  for (long i = 1; i < n; i++)
    y[i] = lse(y[i - 1], x[i]);
}
