// RUN: %clang %opt -w %s %ompscan_flags %ompscan_libs -o %t && %run %t && %run_tiny %t
// RUN: %clang -w -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan

// The analysis reads a body with 32 loops in each other a few times, not twice as
// often for each loop: 2 to the power of 32 would not end.

#include <stdio.h>

enum { N = 300 };

#define INNER(A, BODY) for (int A = 0; A < 1; A++) { t += A + u; BODY u = t & 3; }
#define FOUR(A, BODY) INNER(A##0, INNER(A##1, INNER(A##2, INNER(A##3, BODY))))
#define ALL(BODY) FOUR(a, FOUR(b, FOUR(c, FOUR(d, FOUR(e, FOUR(f, FOUR(g, FOUR(h, BODY))))))))

static int scanned(int *y, const int *x) {
  int s = 1;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    int t = 0, u = 0;
    s += x[i];
    ALL(t += s; if (t > 1000) break;)
    y[i] = t + u;
  }
  return s;
}

static int expected(int *y, const int *x) {
  int s = 1;
  for (int i = 0; i < N; i++) {
    int t = 0, u = 0;
    s += x[i];
    ALL(t += s; if (t > 1000) break;)
    y[i] = t + u;
  }
  return s;
}

int main(void) {
  static int x[N], y[N], want[N];
  for (int i = 0; i < N; i++) {
    x[i] = i % 11;
    y[i] = -1;
  }
  if (scanned(y, x) != expected(want, x))
    return 1;
  for (int i = 0; i < N; i++)
    if (y[i] != want[i])
      return printf("wrong at %d\n", i);
  return 0;
}
