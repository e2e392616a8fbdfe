// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Scalars of every type in the input are those of the moment the loop starts.

#include "Inputs/scan_test.h"

struct parameters {
  int offset;
  struct {
    float factor;
  } inner;
};

static int global_offset = 3;

static void scan(double *y, const double *x, int n, signed char a,
                 unsigned short b, unsigned c, long long d, float e, double f,
                 bool g, const struct parameters *p) {
  struct parameters q = *p;
  enum { Four = 4 } four = Four;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * a + b * c + d + e * f + (g ? 1 : 2) +
                       global_offset + q.offset + q.inner.factor + four);
}

static void expected(double *y, const double *x, int n, signed char a,
                     unsigned short b, unsigned c, long long d, float e,
                     double f, bool g, const struct parameters *p) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * a + b * c + d + e * f + (g ? 1 : 2) +
                       global_offset + p->offset + p->inner.factor + 4);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    double *x = BLOCK(double, n), *y = BLOCK(double, n),
           *want = BLOCK(double, n);
    for (size_t k = 0; k < n; ++k)
      x[k] = scan_test_pick(k, -9, 9);
    if (n)
      y[0] = want[0] = 1;
    struct parameters p = {-7, {0.25f}};
    global_offset = (int)n % 5;
    scan(y, x, (int)n, -3, 65535, 2, -100000, 0.5f, -0.5, n % 2, &p);
    expected(want, x, (int)n, -3, 65535, 2, -100000, 0.5f, -0.5, n % 2, &p);
    CHECK_SAME(y, want, n);
    free(x);
    free(y);
    free(want);
  }
  return scan_test_passed();
}
