// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 5000
// RUN: %long %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size

// Steps that are known at run time only.

#include "Inputs/scan_test.h"

typedef struct {
  int *y;
  long count, sum;
} result;

static void starts(result *r, const int *x, int n, int step) {
  int *y = r->y;
  long count = 0;
  (void)x;
#pragma omp parallel for scan(+ : count)
  for (int i = 0; i < n; i += step)
    y[count++] = i;
  r->count = count;
}

static void starts_expected(result *r, const int *x, int n, int step) {
  (void)x;
  for (int i = 0; i < n; i += step)
    r->y[r->count++] = i;
}

static void strided(result *r, const int *x, int n, int step) {
  int *y = r->y;
  long s = 5;
#pragma omp parallel for scan(+ : s)
  for (unsigned i = 3; i <= (unsigned)n; i = i + step) {
    s += x[i];
    y[i] = (int)s;
  }
  r->sum = s;
}

static void strided_expected(result *r, const int *x, int n, int step) {
  long s = 5;
  for (unsigned i = 3; i <= (unsigned)n; i = i + step) {
    s += x[i];
    r->y[i] = (int)s;
  }
  r->sum = s;
}

static void down(result *r, const int *x, int n, int step) {
  int *y = r->y;
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (long i = n - 1; i > 0; i -= step) {
    y[i] = (int)s;
    s += x[i];
  }
  r->sum = s;
}

static void down_expected(result *r, const int *x, int n, int step) {
  long s = 0;
  for (long i = n - 1; i > 0; i -= step) {
    r->y[i] = (int)s;
    s += x[i];
  }
  r->sum = s;
}

/* A negative step, added. */
static void added(result *r, const int *x, int n, int step) {
  int *y = r->y;
  const int back = -step;
  long s = 0;
#pragma omp parallel for scan(max : s)
  for (int i = n - 1; i >= 0; i += back) {
    s = x[i] > s ? x[i] : s;
    y[i] = (int)s;
  }
  r->sum = s;
}

static void added_expected(result *r, const int *x, int n, int step) {
  const int back = -step;
  long s = 0;
  for (int i = n - 1; i >= 0; i += back) {
    s = x[i] > s ? x[i] : s;
    r->y[i] = (int)s;
  }
  r->sum = s;
}

/* The distance to the previous element is the step. */
static void recurrence(result *r, const int *x, int n, int step) {
  int *y = r->y;
#pragma omp parallel for scan(+ : y)
  for (int i = step; i < n; i += step)
    y[i] = y[i - step] + x[i];
}

static void recurrence_expected(result *r, const int *x, int n, int step) {
  for (int i = step; i < n; i += step)
    r->y[i] = r->y[i - step] + x[i];
}

typedef void loop(result *, const int *, int, int);

static void check(const char *name, loop *run, loop *expected, size_t n, int step) {
  int *x = BLOCK(int, n + 1);
  result mine = {BLOCK(int, n + 1), 0, 0};
  result sequential = {BLOCK(int, n + 1), 0, 0};
  for (size_t i = 0; i <= n; i++) {
    x[i] = (int)scan_test_pick(i, -1000, 1000);
    mine.y[i] = sequential.y[i] = (int)scan_test_pick(i + n, 0, 9);
  }
  run(&mine, x, (int)n, step);
  expected(&sequential, x, (int)n, step);
  for (size_t i = 0; i <= n; i++)
    if (mine.y[i] != sequential.y[i])
      scan_test_fail(__FILE__, __LINE__, name, "y", i, mine.y[i], sequential.y[i]);
  if (mine.count != sequential.count || mine.sum != sequential.sum)
    scan_test_fail(__FILE__, __LINE__, name, "sum", n, mine.sum, sequential.sum);
  free(x), free(mine.y), free(sequential.y);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  static const int steps[] = {1, 2, 3, 7, 64, 1000};
  FOR_EACH_SIZE (n)
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
      check("starts", starts, starts_expected, n, steps[s]);
      check("strided", strided, strided_expected, n, steps[s]);
      check("down", down, down_expected, n, steps[s]);
      check("recurrence", recurrence, recurrence_expected, n, steps[s]);
      check("added", added, added_expected, n, steps[s]);
    }
  return scan_test_passed();
}
