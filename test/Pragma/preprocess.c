// RUN: %clang -E %s %ompscan_flags | %filecheck %s
// RUN: %clang -E -dD %s %ompscan_flags | %filecheck %s
// RUN: %clang -E -fopenmp-simd -fplugin=%plugin %s | %filecheck %s

// Preprocessing leaves the clause as it is, with its macros replaced.

#define PLUS +
#define LIST y
#define SCAN scan(PLUS : LIST)

void loops(int *y, const int *x, int n) {
  // CHECK: #pragma omp parallel for scan(+ : y)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // CHECK: #pragma omp parallel for scan(+ : y)
#pragma omp parallel for SCAN
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // CHECK: #pragma omp target map(to : x[0 : n])
  // CHECK: #pragma omp parallel for scan(+ : y)
#pragma omp target map(to : x[0 : n])
  _Pragma("omp parallel for scan(+ : y)")
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // CHECK-NOT: reduction
}
