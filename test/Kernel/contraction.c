// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/* | %filecheck %s

// What the source says about contraction holds in the kernel: where one
// expression of a loop must not be contracted, nothing of it is.

// CHECK-LABEL: // Loop in anywhere
// CHECK: #pragma OPENCL FP_CONTRACT ON
void anywhere(float *y, const float *x, int n) {
#pragma omp target parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 3 + y[i];
}

static float apart(float a, float b) {
#pragma STDC FP_CONTRACT OFF
  return a * 3 + b;
}

// CHECK-LABEL: // Loop in called
// CHECK: #pragma OPENCL FP_CONTRACT OFF
void called(float *y, const float *x, int n) {
#pragma omp target parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = apart(x[i], y[i]);
}

#pragma STDC FP_CONTRACT OFF

// CHECK-LABEL: // Loop in compound
// CHECK: #pragma OPENCL FP_CONTRACT OFF
void compound(float *y, const float *x, int n) {
#pragma omp target parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] += x[i] * x[i];
}

// CHECK-LABEL: // Scan of s in scanned
// CHECK: #pragma OPENCL FP_CONTRACT OFF
void scanned(float *y, const float *x, int n) {
  float s = 0;
#pragma omp target parallel for scan(+ : s) map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
    y[i] = s;
  }
}
