// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s

// Arrays with their maps and accesses, scalars, and the device.

int table[100];

void mapped(int *y, const int *x, int n) {
#pragma omp target device(GPU) map(to : x[2 : n]) map(tofrom : y[:n])
#pragma omp parallel for scan(+ : y)
  for (int i = 3; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

void inferred(double *y, const float *x, int n, double factor, int which) {
#pragma omp target parallel for device(which) scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * factor + table[i & 63] + i);
}
