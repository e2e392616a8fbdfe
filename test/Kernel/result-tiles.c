// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/* | %filecheck %s

// Tiles hold what iterations read and store, and not the scanned values, where
// each iteration stores one element of each array that it stores to, and all
// elements have the same size.

// CHECK: #define OMPSCAN_HAS_RESULTS 1
// CHECK-LABEL: // Scan of v in average,
// CHECK: OMPSCAN_PART_OF(float, ompscan_r0);
// CHECK: ompscan_make_results(
// CHECK: ompscan_r0.e[ompscan_j] = V0_v;
void average(float *y, const float *x, int n) {
  float v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v += 0.125f * (x[i] - v);
    y[i] = v;
  }
}

// CHECK: #define OMPSCAN_HAS_RESULTS 1
// CHECK-LABEL: // Scan of s in two_results,
// CHECK: OMPSCAN_PART_OF(double, ompscan_r0);
// CHECK-NEXT: OMPSCAN_PART_OF(double, ompscan_r1);
// CHECK: const ompscan_T ompscan_before = ompscan_j ? ompscan_values[ompscan_j - 1] : ompscan_left;
// CHECK: ompscan_r{{[01]}}.e[ompscan_j] = V0_s;
// CHECK: ompscan_r{{[01]}}.e[ompscan_j] = {{.*}}ompscan_e0.e[ompscan_j]
void two_results(double *y, double *z, const double *x, int n) {
  double s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i];
    z[i] = x[i] / s;
  }
}

// CHECK: #define OMPSCAN_HAS_RESULTS 1
// CHECK-LABEL: // Scan of y in filter,
// CHECK: ompscan_r0.e[ompscan_j] = ompscan_after.v;
void filter(float *y, const float *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = x[i] + 0.5f * y[i - 1] - 0.25f * y[i - 2];
}

// CHECK: #define OMPSCAN_HAS_RESULTS 1
// CHECK-LABEL: // Scan of y in count,
void count(int *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] > 0);
}

// CHECK: #define OMPSCAN_HAS_RESULTS 1
// CHECK-LABEL: // Scan of y in neighbours,
// CHECK: float ompscan_e0_halo[8];
// CHECK: ompscan_e0.e[ompscan_j] * OMPSCAN_BEHIND(ompscan_e0, 8)
void neighbours(float *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 8; i < n; i++)
    y[i] = y[i - 1] + x[i] * x[i - 8];
}

// CHECK: #define OMPSCAN_HAS_RESULTS 0
// CHECK-LABEL: // Scan of s in sizes_differ,
void sizes_differ(double *y, const float *x, int n) {
  double s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = 2 * s;
  }
}

// CHECK: #define OMPSCAN_HAS_RESULTS 0
// CHECK-LABEL: // Scan of s in under_a_condition,
void under_a_condition(float *y, const float *x, int n) {
  float s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] > 0)
      y[i] = s;
  }
}

// CHECK: #define OMPSCAN_HAS_RESULTS 0
// CHECK-LABEL: // Scan of s in in_place,
void in_place(float *x, int n) {
  float s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    x[i] = 2 * s;
  }
}
