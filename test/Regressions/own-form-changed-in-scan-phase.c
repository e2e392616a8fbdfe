// RUN: not %clang %opt %s %ompscan_flags -c -o %t 2>&1 | %filecheck %s

// A loop that cannot be a kernel runs phase by phase. It is an error if a list item
// is updated in the scan phase, as in loops that can.

void sums(unsigned *y, const unsigned *x, int n, unsigned s) {
  // CHECK: [[#@LINE+1]]:1: error: cannot compile this scan by 'reduction(inscan, ...)'{{.*}} [OS178]
#pragma omp parallel for reduction(inscan, | : s)
  for (int i = 0; i < n; i++) {
    volatile unsigned t = x[i];
    s |= t;
#pragma omp scan exclusive(s)
    y[i] = x[i];
  }
}
// CHECK: 1 error generated.
