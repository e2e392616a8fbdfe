// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/*.cl | %filecheck %s
// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -ffp-contract=off -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/*.cl | %filecheck %s --check-prefix=OFF
// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -DPRAGMA -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/*.cl | %filecheck %s --check-prefix=OFF

// Promotions and conversions are written out, and contraction is that of the
// command line. Nothing is of type double where the program has none.

static unsigned char mix(unsigned char a, unsigned char b) {
  return (a * b) >> 8;
}
#pragma omp declare scan(mix : unsigned char : omp_out = mix(omp_out, omp_in))

void loop(unsigned char *y, const unsigned char *x, int n) {
#pragma omp parallel for scan(mix : y)
  for (int i = 1; i < n; i++)
    y[i] = mix(y[i - 1], x[i]);
}

// CHECK-NOT: cl_khr_fp64 : enable
// CHECK: #pragma OPENCL FP_CONTRACT ON
// CHECK: static uchar ompscan_f_mix(uchar [[A:[a-z_]+]], uchar [[B:[a-z_]+]])
// CHECK-NEXT: return (uchar){{.*}}((int)[[A]]) * ((int)[[B]]){{.*}} >> 8
// OFF: #pragma OPENCL FP_CONTRACT OFF

#ifdef PRAGMA
// The kernel puts the update together in another way.
void composed(double *y, const double *x, const double *a, int n) {
#pragma STDC FP_CONTRACT OFF
  double v = 1;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * a[i] + x[i];
    y[i] = v;
  }
}
#endif
