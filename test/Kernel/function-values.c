// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/* | %filecheck %s

// The scanned values of functions: constant ones have no flag where parameters tell, which are
// those of the operator declared by hand.

// CHECK-LABEL: // Scan of v in reset,
// CHECK: ompscan_T_layout[sizeof(ompscan_T) == 8 ?
void reset(float *y, const float *a, const float *b, const int *c, int n) {
  float v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    if (c[i])
      v = 0;
    v = a[i] * v + b[i];
    y[i] = v;
  }
}

// CHECK-LABEL: // Scan of v in reset_double,
// CHECK: ompscan_T_layout[sizeof(ompscan_T) == 16 ?
void reset_double(double *y, const double *b, const int *c, int n) {
  double v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = c[i] ? b[i] : v + b[i];
    y[i] = v;
  }
}

// CHECK-LABEL: // Scan of v in reset_integer,
// CHECK: ompscan_T_layout[sizeof(ompscan_T) == 8 ?
void reset_integer(int *y, const int *c, int n) {
  int v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = c[i] ? 0 : v + 1;
    y[i] = v;
  }
}

// A product has an exponent, of which a value marks constant ones.
// CHECK-LABEL: // Scan of y in products,
// CHECK: ompscan_T_layout[sizeof(ompscan_T) == 8 ?
void products(float *y, const float *x, int n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];
}

// CHECK-LABEL: // Scan of v in without_constants,
// CHECK: ompscan_T_layout[sizeof(ompscan_T) == 8 ?
void without_constants(float *y, const float *a, int n) {
  float v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v += a[i] * (y[i] - v);
    y[i] = v;
  }
}
