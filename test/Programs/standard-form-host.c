// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t 5000
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t 5000
// RUN: env OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_DEVICE= %run %t 5000
// The plugin has replaced all of them, or none.
// RUN: %clang -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s --check-prefix=TAKEN --implicit-check-not=__kmpc_fork_call
// TAKEN: call{{.*}} @__ompscan_run
// RUN: %clang -S -emit-llvm %s %ompscan_flags -fplugin-arg-ompscan-no-inscan -o - | %filecheck %s --check-prefix=LEFT --implicit-check-not=__ompscan
// LEFT: @__kmpc_fork_call
// OpenMP 5's own form without target: the results are those of the sequential
// loop, for every operator.

#include "Inputs/scan_test.h"

/* An inclusive and an exclusive scan of T with the operator OP, which UPDATE
 * applies to s and the input v. */
#define SCANS(NAME, T, OP, UPDATE)                                             \
  static T NAME##_inclusive(T *y, const T *x, size_t n, T s) {                 \
    PRAGMA(omp parallel for reduction(inscan, OP : s))                         \
    for (size_t i = 0; i < n; i++) {                                           \
      const T v = x[i];                                                        \
      UPDATE;                                                                  \
      PRAGMA(omp scan inclusive(s))                                            \
      y[i] = s;                                                                \
    }                                                                          \
    return s;                                                                  \
  }                                                                            \
  static T NAME##_exclusive(T *y, const T *x, size_t n, T s) {                 \
    PRAGMA(omp parallel for simd reduction(inscan, OP : s))                    \
    for (size_t i = 0; i < n; i++) {                                           \
      y[i] = s;                                                                \
      PRAGMA(omp scan exclusive(s))                                            \
      const T v = x[i];                                                        \
      UPDATE;                                                                  \
    }                                                                          \
    return s;                                                                  \
  }                                                                            \
  static void NAME##_check(size_t n, T low, T high, T first) {                 \
    T *x = BLOCK(T, n), *y = BLOCK(T, n), *z = BLOCK(T, n);                    \
    for (size_t i = 0; i < n; i++)                                             \
      x[i] = (T)scan_test_pick(i, (long)low, (long)high);                      \
    T s = first;                                                               \
    const T last = NAME##_inclusive(y, x, n, first);                           \
    const T end = NAME##_exclusive(z, x, n, first);                            \
    for (size_t i = 0; i < n; i++) {                                           \
      const T v = x[i];                                                        \
      CHECK_SAME(&z[i], &s, 1);                                                \
      UPDATE;                                                                  \
      CHECK_SAME(&y[i], &s, 1);                                                \
    }                                                                          \
    CHECK_SAME(&last, &s, 1);                                                  \
    CHECK_SAME(&end, &s, 1);                                                   \
    free(x), free(y), free(z);                                                 \
  }

SCANS(sum, int, +, s += v)
SCANS(difference, long, -, s -= v)
SCANS(bytes, unsigned char, +, s += v)
SCANS(whole, double, +, s = s + v)
SCANS(product, unsigned, *, s *= v)
SCANS(least, float, min, s = v < s ? v : s)
SCANS(most, short, max, if (v > s) s = v)
SCANS(parity, unsigned long, ^, s ^= v)
SCANS(some, int, +, if (v > 50) s += 3)

static void check_operators(size_t n) {
  sum_check(n, -99, 99, 5);
  difference_check(n, -99, 99, 5);
  bytes_check(n, 0, 255, 7);
  whole_check(n, -1000, 1000, 3);
  product_check(n, 1, 9, 3);
  least_check(n, -100000, 100000, 500);
  most_check(n, -30000, 30000, -2000);
  parity_check(n, 0, 1 << 30, 9);
  some_check(n, 0, 99, -4);
}

/* The composition of lines: associative, not commutative. */
typedef struct {
  unsigned slope, offset;
} line;
#pragma omp declare reduction(then : line : omp_out = (line){                  \
        omp_out.slope * omp_in.slope,                                          \
        omp_out.offset * omp_in.slope + omp_in.offset})                        \
    initializer(omp_priv = (line){1, 0})

static line line_of(int x) {
  line made = {(unsigned)x | 1, (unsigned)x};
  return made;
}

static line lines_inclusive(unsigned *y, const int *x, int n, line p) {
#pragma omp parallel for reduction(inscan, then : p)
  for (int i = 0; i < n; i++) {
    line q = line_of(x[i]);
    p = (line){p.slope * q.slope, p.offset * q.slope + q.offset};
#pragma omp scan inclusive(p)
    y[i] = p.offset;
  }
  return p;
}

static line lines_exclusive(unsigned *y, const int *x, int n, line p) {
#pragma omp parallel for reduction(inscan, then : p)
  for (int i = 0; i < n; i++) {
    y[i] = p.offset;
#pragma omp scan exclusive(p)
    line q = line_of(x[i]);
    p = (line){p.slope * q.slope, p.offset * q.slope + q.offset};
  }
  return p;
}

static void check_lines(size_t n) {
  int *x = BLOCK(int, n);
  unsigned *y = BLOCK(unsigned, n), *z = BLOCK(unsigned, n);
  for (size_t i = 0; i < n; i++)
    x[i] = (int)scan_test_pick(i, 0, 99);
  line p = {3, 1};
  const line last = lines_inclusive(y, x, (int)n, p);
  const line end = lines_exclusive(z, x, (int)n, p);
  for (size_t i = 0; i < n; i++) {
    const line q = line_of(x[i]);
    CHECK_SAME(&z[i], &p.offset, 1);
    p.offset = p.offset * q.slope + q.offset;
    p.slope *= q.slope;
    CHECK_SAME(&y[i], &p.offset, 1);
  }
  CHECK_SAME(&last.slope, &p.slope, 1);
  CHECK_SAME(&last.offset, &p.offset, 1);
  CHECK_SAME(&end.slope, &p.slope, 1);
  CHECK_SAME(&end.offset, &p.offset, 1);
  free(x), free(y), free(z);
}

/* Two items, clauses, and variables around the loop. */
static long clauses(int *y, int *z, const int *x, int n, int factor,
                    int threads) {
  long s = 10;
  int best = -1, t = 77, last = -5, i = 1234;
#pragma omp parallel for reduction(inscan, + : s) reduction(inscan, max : best) \
    private(t) firstprivate(factor) lastprivate(last) num_threads(threads)     \
    schedule(static, 7) if (parallel : n > 2) default(shared)
  for (i = 0; i < n; i++) {
    t = factor * x[i];
    s += t;
    best = x[i] > best ? x[i] : best;
#pragma omp scan inclusive(s, best)
    y[i] = (int)s;
    z[i] = best;
    last = x[i] + 1;
  }
  return s * 1000 + best * 100 + last + t;
}

static void check_clauses(size_t n) {
  int *x = BLOCK(int, n), *y = BLOCK(int, n), *z = BLOCK(int, n);
  for (size_t i = 0; i < n; i++)
    x[i] = (int)scan_test_pick(i, 0, 99);
  const long got = clauses(y, z, x, (int)n, 3, 4);
  long s = 10;
  int best = -1, last = -5;
  for (size_t i = 0; i < n; i++) {
    s += 3 * x[i];
    best = x[i] > best ? x[i] : best;
    last = x[i] + 1;
    const int sum = (int)s;
    CHECK_SAME(&y[i], &sum, 1);
    CHECK_SAME(&z[i], &best, 1);
  }
  const long want = s * 1000 + best * 100 + last + 77;
  CHECK_SAME(&got, &want, 1);
  free(x), free(y), free(z);
}

/* In place, over a pointer, downwards, and a list of accumulators. */
static int in_place(int *y, size_t n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int *p = y; p < y + n; ++p) {
    s += *p;
#pragma omp scan inclusive(s)
    *p = s;
  }
  return s;
}

static int from_right(int *z, const int *x, int n) {
  int s = 1;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = n - 1; i >= 0; i--) {
    z[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  return s;
}

static void counted(int *z, const int *x, int n, int counts[4]) {
#pragma omp parallel for reduction(inscan, + : counts[0 : 4])
  for (int i = 0; i < n; i++) {
    counts[x[i] & 3]++;
#pragma omp scan inclusive(counts[0 : 4])
    z[i] = counts[x[i] & 3] * 10 + counts[0];
  }
}

static void check_forms(size_t n) {
  int *x = BLOCK(int, n), *y = BLOCK(int, n), *z = BLOCK(int, n);
  for (size_t i = 0; i < n; i++)
    x[i] = y[i] = (int)scan_test_pick(i, 0, 99);
  const int sum = in_place(y, n);
  int s = 0;
  for (size_t i = 0; i < n; i++) {
    s += x[i];
    CHECK_SAME(&y[i], &s, 1);
  }
  CHECK_SAME(&sum, &s, 1);

  const int end = from_right(z, x, (int)n);
  s = 1;
  for (size_t i = n; i-- > 0;) {
    CHECK_SAME(&z[i], &s, 1);
    s += x[i];
  }
  CHECK_SAME(&end, &s, 1);

  int got[4] = {3, 0, -1, 5}, want[4] = {3, 0, -1, 5};
  counted(z, x, (int)n, got);
  for (size_t i = 0; i < n; i++) {
    want[x[i] & 3]++;
    s = want[x[i] & 3] * 10 + want[0];
    CHECK_SAME(&z[i], &s, 1);
  }
  CHECK_SAME(got, want, 4);
  free(x), free(y), free(z);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    check_operators(n);
    check_lines(n);
    check_clauses(n);
    check_forms(n);
  }
  return scan_test_passed();
}
