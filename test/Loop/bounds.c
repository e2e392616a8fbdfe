// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s

// Induction variables, bounds, steps and strides.

void down(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = n - 2; i >= 0; i--)
    y[i] = y[i + 1] + x[i];
}

void stepped(int *y, const int *x, unsigned char n) {
#pragma omp parallel for scan(+ : y)
  for (unsigned char i = 3; n > i; i += 3)
    y[i] = y[i - 3] + x[i];
}

void strided(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 2; i <= n; i += 2)
    y[2 * i + 1] = y[2 * i - 3] + x[n - i];
}

void wrapping(int *y, const int *x, unsigned n) {
#pragma omp parallel for scan(+ : y)
  for (unsigned i = 1; i != n; i++)
    y[i] = y[i - 1] + x[i - 1u];
}
