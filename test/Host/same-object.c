// RUN: %clang -O2 -g -c %s -fopenmp -o %t.without.o
// RUN: %clang -O2 -g -c %s %ompscan_flags -o %t.with.o
// RUN: cmp %t.without.o %t.with.o

// Without a scan, a file compiles to the same object as without the plugin.

#include <math.h>

double dot(const double *a, const double *b, int n) {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(dynamic, 8)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

void fill(double *a, int n) {
#pragma omp parallel
  {
#pragma omp single
    a[0] = 1;
#pragma omp for
    for (int i = 1; i < n; i++)
      a[i] = sin(i);
  }
}

int running(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  return s;
}
