// REQUIRES: order-modifiers
// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s --match-full-lines

// Numbers that are rounded in the same order at every run.

void sums(double *y, const double *x, int n) {
#pragma omp parallel for scan(+ : y) order(reproducible : concurrent)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for scan(+ : y) order(concurrent)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
// CHECK: scan loop at 7:26 in sums
// CHECK: seed at i - 1, stride 1
// CHECK: reproducible
// CHECK: scan loop at 10:26 in sums
// CHECK-NOT: reproducible
