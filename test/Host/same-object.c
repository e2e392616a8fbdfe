// RUN: %clang -O2 -g -gno-record-command-line -c %s -fopenmp -o %t.without.o
// RUN: %clang -O2 -g -gno-record-command-line -c %s %ompscan_flags -o %t.with.o
// RUN: cmp %t.without.o %t.with.o
// RUN: %clang -O2 -g -gno-record-command-line -c %s -fopenmp -DSCANS -o %t.scans.o
// RUN: %clang -O2 -g -gno-record-command-line -c %s %ompscan_flags -DSCANS -fplugin-arg-ompscan-no-inscan -o %t.left.o
// RUN: cmp %t.scans.o %t.left.o

// Without a scan, or with those that are left to Clang, a file compiles to the
// same object as without the plugin.

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

#ifdef SCANS
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

int shared_among_threads(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel
#pragma omp for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  return s;
}

int opaque_input(int *y, const int *x, int n, int (*opaque)(int)) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += opaque(x[i]);
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}

int opaque_value(int *y, const int *x, int n, int (*opaque)(int)) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (const int *p = x + 1; p != x + n; ++p) {
    int t = p[-1];
    switch (*p) {
    case 1:
      t = 2;
      if (p[-1] > 5)
        break;
      t = 3;
      break;
    case 2:
      t = *p + 3;
      break;
    }
    s += t;
#pragma omp scan inclusive(s)
    y[p - x] = opaque(s);
  }
  return s;
}
#endif
