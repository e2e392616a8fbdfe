// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/* | %filecheck %s

// The host uses powers of the matrix of a linear recurrence or system if all iterations have the
// same one.

// CHECK-LABEL: // Scan of y in filter,
// CHECK: #define OMPSCAN_HAS_POWERS 1
// CHECK: ompscan_apply(
void filter(float *y, const float *x, float a, float b, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = x[i] * x[i - 1] - 2 * a * y[i - 1] + y[i - 2] / (b + 1);
}

// CHECK-LABEL: // Scan of s in system,
// CHECK: #define OMPSCAN_HAS_POWERS 1
void system(double *y, const double *x, int n) {
  double s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    const double out = x[i] + s;
    s = 0.5 * out + t;
    t = 0.25 * out;
    y[i] = out;
  }
}

// CHECK-LABEL: // Scan of y in of_elements,
// CHECK-NOT: #define OMPSCAN_HAS_POWERS 1
void of_elements(float *y, const float *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = x[i] * y[i - 1] - y[i - 2];
}

// CHECK-LABEL: // Scan of y in of_counters,
// CHECK-NOT: #define OMPSCAN_HAS_POWERS 1
void of_counters(float *y, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = 1.0f / i * y[i - 1] - y[i - 2];
}

// CHECK-LABEL: // Scan of s in conditional,
// CHECK-NOT: #define OMPSCAN_HAS_POWERS 1
void conditional(double *y, const double *x, int n) {
  double s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    s += t + x[i];
    if (x[i] > 0)
      t += 0.25 * s;
    y[i] = s;
  }
}

// CHECK-LABEL: // Scan of y in order_four,
// CHECK: #define OMPSCAN_HAS_POWERS 1
void order_four(double *y, const double *x, double a, double b, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 4; i < n; i++)
    y[i] = x[i] + a * y[i - 1] - b * y[i - 2] + y[i - 3] - y[i - 4];
}
