// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long env OMPSCAN_DEVICE=host %run %t
// RUN: %long %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t overlap 2>&1 | %filecheck %s
// RUN: %long %clang -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan 5000

// Elements of pointers that data keeps the loop from using. How much there is
// of the arrays is not known, so that nothing is copied: what is not used lies
// on pages that nothing may touch.

// CHECK: (overlap): the loop runs on the host{{.*}}: arrays y and x overlap, but not element by element
// CHECK: (stored): the loop runs on the host{{.*}}: arrays z and x overlap, but not element by element
// CHECK: (wraps): the loop runs on the host{{.*}}: an unsigned subscript of 64 bits wraps around
// CHECK: ok

#include "Inputs/fenced_block.h"
#include "Inputs/scan_test.h"

enum { LAG = 5 };

// Each loop twice: annotated, and as plain sequential code.
#define BOTH(NAME, TYPE, BODY)                                                 \
  static long NAME(int *y, int *z, const int *x, const int *c, TYPE n) {       \
    long s = 3;                                                                \
    PRAGMA(omp parallel for scan(+ : s))                                       \
    for (TYPE i = 0; i < n; i++)                                               \
      BODY return s;                                                           \
  }                                                                            \
  static long NAME##_expected(int *y, int *z, const int *x, const int *c,      \
                              TYPE n) {                                        \
    long s = 3;                                                                \
    for (TYPE i = 0; i < n; i++)                                               \
      BODY return s;                                                           \
  }
#define BRACES(...) {__VA_ARGS__}

// x[i - LAG], where c[i] says that there is such an element.
BOTH(back, long, BRACES(if (c[i] > 0) s += x[i - LAG]; y[i] = s;))
BOTH(chosen, int, BRACES(s += c[i] > 0 ? x[i - LAG] : 1; y[i] = s;))
BOTH(differs, int, BRACES(s += c[i] > 0 && x[i] != x[i - LAG]; y[i] = s;))
BOTH(either, long, BRACES(s += c[i] <= 0 || x[i - LAG] > 4; y[i] = s;))
BOTH(both, size_t, BRACES(s += i >= LAG && c[i] > 0 ? x[i - LAG] : 2; y[i] = s;))
BOTH(in_output, int, BRACES(s += c[i]; y[i] = s > 100 && c[i] > 0 ? x[i - LAG] : 0;))
BOTH(in_loop, int, BRACES(int t = 0; for (int j = 0; j < c[i]; j++) t += x[i - LAG] + j;
                          s += t; y[i] = s;))
BOTH(in_switch, int, BRACES(switch (c[i]) { case 1: y[i] = x[i - LAG]; break;
                                            case 2: y[i] = 2 * x[i - LAG];}
                            s += c[i];))
// Stores of z[i - LAG] under such a guard, and of elements that keep their
// values otherwise.
BOTH(stores, int, BRACES(s += x[i]; if (c[i] > 0) z[i - LAG] = (int)s;))
BOTH(updates, int, BRACES(s += x[i]; if (c[i] > 0) z[i - LAG] += (int)s;))
BOTH(some, int, BRACES(s += x[i]; if (c[i] > 0) y[i] = (int)s;))
BOTH(two, long, BRACES(s += x[i]; if (c[i] > 1) z[i] = (int)s; else y[i] = c[i] > 0;))
// A pointer that is null, and that no iteration uses.
static long none(int *y, const int *null, const int *c, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += c[i] > 9 ? null[i] : 2;
    y[i] = c[i] > 9 ? null[i + 1] : (int)s;
  }
  return s;
}

// Kept in place.
#define IN_PLACE(NAME, PRAGMA)                                                 \
  static int NAME(int *x, const int *c, int n) {                               \
    int k = 0;                                                                 \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++)                                                \
      if (c[i] > 0)                                                            \
        x[k++] = x[i - LAG + LAG];                                             \
    return k;                                                                  \
  }
IN_PLACE(keep, PRAGMA(omp parallel for scan(+ : k)))
IN_PLACE(keep_expected, )

// x overlaps what is stored.
static long overlap(int *y, const int *x, const int *c, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += c[i] > 0 ? x[i] : 1;
    y[i] = (int)s;
  }
  return s;
}

static long stored(int *z, const int *x, const int *c, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (c[i] > 0)
      z[i] = (int)s;
  }
  return s;
}

// The same element is in place: each iteration reads before it stores.
static long same(int *y, const int *x, const int *c, int n) {
  return overlap(y, x, c, n);
}

static long wraps(const unsigned char *x, const int *c, int *y, size_t n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++) {
    s += c[i] > 0 ? x[i - LAG] : 1;
    y[i] = (int)s;
  }
  return s;
}

static void fill(int *x, int *y, int *z, size_t n) {
  for (size_t i = 0; i < n; i++) {
    x[i] = (int)scan_test_pick(i, -9, 9);
    y[i] = z[i] = (int)0xa5a5a5a5;
  }
}

#define CHECK_BOTH(NAME)                                                       \
  do {                                                                         \
    fill(x, y[0], z[0], n);                                                    \
    fill(x, y[1], z[1], n);                                                    \
    long got[] = {NAME(y[0], z[0], x, c, n)};                                  \
    long want[] = {NAME##_expected(y[1], z[1], x, c, n)};                      \
    CHECK_SAME(got, want, 1);                                                  \
    CHECK_SAME(y[0], y[1], n);                                                 \
    CHECK_SAME(z[0], z[1], n);                                                 \
  } while (0)

static void check(size_t n) {
  int *x = fenced_block(n * sizeof *x, 0), *c = BLOCK(int, n);
  int *y[] = {BLOCK(int, n), BLOCK(int, n)};
  int *z[] = {fenced_block(n * sizeof *x, 0), fenced_block(n * sizeof *x, 0)};
  for (size_t i = 0; i < n; i++)
    c[i] = i < LAG ? 0 : (int)scan_test_pick(i, -1, 2);
  CHECK_BOTH(back);
  CHECK_BOTH(chosen);
  CHECK_BOTH(differs);
  CHECK_BOTH(either);
  CHECK_BOTH(both);
  CHECK_BOTH(in_output);
  CHECK_BOTH(in_loop);
  CHECK_BOTH(in_switch);
  CHECK_BOTH(stores);
  CHECK_BOTH(updates);
  CHECK_BOTH(some);
  CHECK_BOTH(two);

  long got[] = {none(y[0], NULL, c, (int)n)}, want[] = {2 * (long)n};
  CHECK_SAME(got, want, 1);
  for (size_t i = 0; i < n; i++)
    y[1][i] = 2 * (int)i + 2;
  CHECK_SAME(y[0], y[1], n);

  fill(y[0], x, x, n);
  fill(y[1], x, x, n);
  got[0] = keep(y[0], c, (int)n);
  want[0] = keep_expected(y[1], c, (int)n);
  CHECK_SAME(got, want, 1);
  CHECK_SAME(y[0], y[1], n);

  fill(y[0], x, x, n);
  fill(y[1], x, x, n);
  got[0] = same(y[0], y[0], c, (int)n);
  want[0] = 0;
  for (size_t i = 0; i < n; i++) {
    want[0] += c[i] > 0 ? y[1][i] : 1;
    y[1][i] = (int)want[0];
  }
  CHECK_SAME(got, want, 1);
  CHECK_SAME(y[0], y[1], n);
  for (int I = 0; I < 2; I++) {
    free(y[I]);
    free_fenced_block(z[I], n * sizeof *x);
  }
  free_fenced_block(x, n * sizeof *x);
  free(c);
}

static void check_overlap(void) {
  enum { N = 5000 };
  int *c = BLOCK(int, N), *got = BLOCK(int, N + 1), *want = BLOCK(int, N + 1);
  for (int i = 0; i < N; i++)
    c[i] = i % 3;
  for (int I = 0; I < 2; I++) {
    for (int i = 0; i < N + 1; i++)
      got[i] = want[i] = i % 7;
    long sums[2] = {0, 0};
    sums[0] = I ? stored(got, got + 1, c, N) : overlap(got + 1, got, c, N);
    for (int i = 0; i < N; i++)
      if (I) {
        sums[1] += want[i + 1];
        if (c[i] > 0)
          want[i] = (int)sums[1];
      } else {
        sums[1] += c[i] > 0 ? want[i] : 1;
        want[i + 1] = (int)sums[1];
      }
    CHECK_SAME(sums, sums + 1, 1);
    CHECK_SAME(got, want, N + 1);
  }
  unsigned char *x = fenced_block(N, 0);
  long sum = 0;
  memset(x, 7, N);
  for (int i = 0; i < N; i++) {
    c[i] = i >= LAG && i % 3;
    sum += c[i] > 0 ? 7 : 1;
  }
  long found[] = {wraps(x, c, got, N)};
  CHECK_SAME(found, &sum, 1);
  free(c);
  free(got);
  free(want);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "overlap") == 0) {
    check_overlap();
    return scan_test_passed();
  }
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n)
    check(n);
  return scan_test_passed();
}
