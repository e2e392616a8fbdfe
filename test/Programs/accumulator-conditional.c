// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run %t 5000
// RUN: %run_tiny %t
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Updates under an if by operators for which nothing can stand for an iteration
// without one: && and ||, whose item may hold more than 0 or 1 before the first
// update, and a declared operator, also a non-commutative one.

#include "Inputs/scan_test.h"

/* The first reads see the item's own 7, later ones 0 or 1. */
static int any(int *y, const int *x, int n, int limit, int s) {
#pragma omp parallel for scan(|| : s)
  for (int i = 0; i < n; i++) {
    y[i] = s;
    if (x[i] > limit)
      s = s || x[i] == 95;
  }
  return s;
}

static int any_expected(int *y, const int *x, int n, int limit, int s) {
  for (int i = 0; i < n; i++) {
    y[i] = s;
    if (x[i] > limit)
      s = s || x[i] == 95;
  }
  return s;
}

static int all(int *y, const int *x, int n, int limit, int s) {
#pragma omp parallel for scan(&& : s)
  for (int i = 0; i < n; i++) {
    if (x[i] > limit)
      s = s && x[i] != 95;
    y[i] = s;
  }
  return s;
}

static int all_expected(int *y, const int *x, int n, int limit, int s) {
  for (int i = 0; i < n; i++) {
    if (x[i] > limit)
      s = s && x[i] != 95;
    y[i] = s;
  }
  return s;
}

/* The map t -> slope * t + offset, and then another. */
typedef struct {
  unsigned slope, offset;
} line;

static line then(line p, line q) {
  return (line){p.slope * q.slope, p.offset * q.slope + q.offset};
}
#pragma omp declare scan(then : line : omp_out = then(omp_out, omp_in))

static int lines(int *y, const int *x, int n, int limit, int s) {
  line p = {3, (unsigned)s};
#pragma omp parallel for scan(then : p)
  for (int i = 0; i < n; i++) {
    line q = {(unsigned)x[i] | 1, 5};
    if (x[i] > limit)
      p = then(p, q);
    y[i] = (int)p.offset;
  }
  return (int)(p.offset ^ p.slope);
}

static int lines_expected(int *y, const int *x, int n, int limit, int s) {
  line p = {3, (unsigned)s};
  for (int i = 0; i < n; i++) {
    line q = {(unsigned)x[i] | 1, 5};
    if (x[i] > limit)
      p = then(p, q);
    y[i] = (int)p.offset;
  }
  return (int)(p.offset ^ p.slope);
}

/* Updates in both branches: one of them in every iteration. */
static int branches(int *y, const int *x, int n, int limit, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    if (x[i] > limit)
      s += x[i];
    else
      s -= 2;
    y[i] = s;
  }
  return s;
}

static int branches_expected(int *y, const int *x, int n, int limit, int s) {
  for (int i = 0; i < n; i++) {
    if (x[i] > limit)
      s += x[i];
    else
      s -= 2;
    y[i] = s;
  }
  return s;
}

#define CHECK_LOOP(NAME)                                                       \
  FOR_EACH_SIZE(n) {                                                           \
    int *x = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);         \
    for (size_t i = 0; i < n; i++)                                             \
      x[i] = (int)scan_test_pick(i, 0, 99);                                    \
    /* Always, sometimes, seldom, never. */                                    \
    for (int at = 0; at < 4; at++) {                                           \
      const int limit = ((const int[]){-1, 50, 94, 99})[at];                   \
      const int got_last = NAME(y, x, (int)n, limit, 7);                       \
      const int want_last = NAME##_expected(want, x, (int)n, limit, 7);        \
      CHECK_SAME(y, want, n);                                                  \
      CHECK_SAME(&got_last, &want_last, 1);                                    \
    }                                                                          \
    free(x), free(y), free(want);                                              \
  }

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_LOOP(any)
  CHECK_LOOP(all)
  CHECK_LOOP(lines)
  CHECK_LOOP(branches)
  return scan_test_passed();
}
