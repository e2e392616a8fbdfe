// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s --match-full-lines
// RUN: %clang -fsyntax-only -fwrapv -DWRAPS %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s --match-full-lines --check-prefix=WRAPS

// Induction variables, bounds, steps and strides.

void down(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = n - 2; i >= 0; i--)
    y[i] = y[i + 1] + x[i];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in down
// CHECK-NEXT:   for long i = n - 2; i >= 0; step -1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i + 1]
// CHECK-NEXT:   input x[i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride -1
// CHECK-NEXT:     seed at i + 1, stride -1
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i, stride -1

void stepped(int *y, const int *x, unsigned char n) {
#pragma omp parallel for scan(+ : y)
  for (unsigned char i = 3; n > i; i += 3)
    y[i] = y[i - 3] + x[i];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in stepped
// CHECK-NEXT:   for unsigned char i = 3; i < n; step 3
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i - 3]
// CHECK-NEXT:   input x[i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride 3
// CHECK-NEXT:     seed at i - 3, stride 3
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i, stride 3

void strided(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 2; i <= n; i += 2)
    y[2 * i + 1] = y[2 * i - 3] + x[n - i];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in strided
// CHECK-NEXT:   for int i = 2; i <= n; step 2
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[2 * i + 1], previous y[2 * i - 3]
// CHECK-NEXT:   input x[n - i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at 2 * i + 1, stride 4
// CHECK-NEXT:     seed at 2 * i - 3, stride 4
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at n - i, stride -2
// CHECK-NEXT:   scalar n, int

void wrapping(int *y, const int *x, unsigned n) {
#pragma omp parallel for scan(+ : y)
  for (unsigned i = 1; i != n; i++)
    y[i] = y[i - 1] + x[i - 1u];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in wrapping
// CHECK-NEXT:   for unsigned int i = 1; i != n; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input x[i - 1U]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1, while i - 1 fits 32 bits
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i - 1U, stride 1, while i - 1U fits 32 bits

#ifdef WRAPS
void wraps(int *y, const int *x, const int *z, int n, long m) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i + m] + z[2 * i + n];
}
#endif
// WRAPS: scan loop at {{.*}} in wraps
// WRAPS:     seed at i - 1, stride 1, while i - 1 fits 32 signed bits
// WRAPS:     read at i + m, stride 1
// WRAPS:     read at 2 * i + n, stride 2, while 2 * i fits 32 signed bits, while 2 * i + n fits 32 signed bits
