// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 10007
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t 5000
// RUN: %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: not %run %t overlap 2>&1 | %filecheck %s
// CHECK: arrays y and w overlap

// Temporaries that take a value from one iteration to the next; the first
// iteration finds what they hold before the loop, and they hold what the last
// one left after it.

#include "Inputs/scan_test.h"

/* Each loop twice: annotated, and as plain sequential code. */
#define BOTH(NAME, CLAUSES, BODY)                                              \
  static void NAME(int *x, int *y, const int *w, int n, int *kept) {           \
    int t1 = kept[0], t2 = kept[1], s = 0, k = 0;                              \
    PRAGMA(omp parallel for CLAUSES)                                           \
    for (int i = 1; i < n; i++)                                                \
      BODY kept[0] = t1, kept[1] = t2, kept[2] = s, kept[3] = k;               \
  }                                                                            \
  static void NAME##_expected(int *x, int *y, const int *w, int n,             \
                              int *kept) {                                     \
    int t1 = kept[0], t2 = kept[1], s = 0, k = 0;                              \
    for (int i = 1; i < n; i++)                                                \
      BODY kept[0] = t1, kept[1] = t2, kept[2] = s, kept[3] = k;               \
  }
#define BRACES(...) {__VA_ARGS__}

/* In place: the element's old value goes to the next iteration. */
BOTH(exclusive, scan(+ : x), BRACES(t2 = x[i]; x[i] = x[i - 1] + t1; t1 = t2;))
BOTH(local, scan(+ : x), BRACES(int t = x[i]; x[i] = t1 + x[i - 1]; t1 = t;))
BOTH(shifted, scan(- : x),
     BRACES(t2 = x[i + 1]; x[i + 1] = x[i] - t1; t1 = t2;))
BOTH(scaled, scan(+ : x),
     BRACES(const int t = x[i]; x[i] = x[i - 1] + t1 * 3 + i; y[i] = x[i];
            t1 = t + 1;))
BOTH(largest, scan(max : x),
     BRACES(int t = x[i]; int u = t1; x[i] = u > x[i - 1] ? u : x[i - 1];
            t1 = t;))
BOTH(perhaps, scan(+ : x),
     BRACES(int t = w[i] ? x[i] : -3; x[i] = x[i - 1] + t1; t1 = t;))
/* From other arrays. */
BOTH(other, scan(+ : y), BRACES(y[i] = y[i - 1] + t1; t1 = w[i];))
BOTH(differences, scan(+ : s),
     BRACES(int d = w[i] - t1; s += d * d; y[i] = s; t2 = w[i]; t1 = t2;))
BOTH(runs, scan(+ : k), BRACES(if (w[i] != t1) y[k++] = i; t1 = w[i];))
BOTH(two, scan(+ : s), BRACES(s += t1 * t2; y[i] = s; t1 = w[i]; t2 = i;))

/* Further back. */
BOTH(two_back, scan(+ : y),
     BRACES(y[i] = y[i - 1] + t2; t2 = t1; t1 = w[i];))
BOTH(curvature, scan(+ : s),
     BRACES(int d = w[i] - 2 * t1 + t2; s += d; y[i] = s; const int old = t1;
            t1 = w[i]; t2 = old + 1;))
BOTH(new_value, scan(max : s),
     BRACES(s = t1 + t2 > s ? t1 + t2 : s; t1 = w[i]; y[i] = s; t2 = t1 * 2;))
BOTH(kept_two_back, scan(+ : k),
     BRACES(if (w[i] != t1 || t1 != t2) y[k++] = t2 - t1; t2 = t1; t1 = w[i];))

/* Down the columns of a matrix, one after the other. */
#define COLUMNS(NAME, DIRECTIVE)                                               \
  static int NAME(int *x, int rows, int width, int t) {                        \
    for (int j = 0; j < width; j++)                                            \
      DIRECTIVE                                                                \
    for (int i = 1; i < rows; i++) {                                           \
      int old = x[i * width + j];                                              \
      x[i * width + j] = x[(i - 1) * width + j] + t;                           \
      t = old;                                                                 \
    }                                                                          \
    return t;                                                                  \
  }
COLUMNS(columns, PRAGMA(omp parallel for scan(+ : x)))
COLUMNS(columns_expected, )

static void checkColumns(int rows, int width) {
  const int n = rows * width;
  int *x = BLOCK(int, n), *want = BLOCK(int, n);
  for (int i = 0; i < n; i++)
    x[i] = want[i] = (int)scan_test_pick((uint64_t)i, -99, 99);
  const int last = columns(x, rows, width, 5);
  const int last_want = columns_expected(want, rows, width, 5);
  CHECK_SAME(x, want, n);
  CHECK_SAME(&last, &last_want, 1);
  free(x), free(want);
}

/* A variable of the iteration takes nothing to the next one, though a macro
   declares it. */
#define THREE(NAME) int NAME = 3
static void checkOwn(const int *w, int n) {
  int *y = BLOCK(int, n), *want = BLOCK(int, n);
  y[0] = want[0] = 4;
  PRAGMA(omp parallel for scan(+ : y))
  for (int i = 1; i < n; i++) {
    THREE(own);
    y[i] = y[i - 1] + own;
    own = w[i];
  }
  for (int i = 1; i < n; i++)
    want[i] = 4 + 3 * i;
  CHECK_SAME(y, want, n);
  free(y), free(want);
}

typedef void Loop(int *, int *, const int *, int, int *);

static void check(Loop *annotated, Loop *plain, int n) {
  int *x = BLOCK(int, n + 1), *x_want = BLOCK(int, n + 1);
  int *y = BLOCK(int, n + 1), *y_want = BLOCK(int, n + 1);
  int *w = BLOCK(int, n + 1);
  int kept[4] = {11, 12, 13, 14}, want[4] = {11, 12, 13, 14};
  for (int i = 0; i <= n; i++) {
    x[i] = x_want[i] = (int)scan_test_pick((uint64_t)i, -99, 99);
    y[i] = y_want[i] = i;
    w[i] = (int)scan_test_pick((uint64_t)i, 0, 2);
  }
  annotated(x, y, w, n, kept);
  plain(x_want, y_want, w, n, want);
  CHECK_SAME(x, x_want, n + 1);
  CHECK_SAME(y, y_want, n + 1);
  CHECK_SAME(kept, want, 4);
  free(x), free(x_want), free(y), free(y_want), free(w);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "overlap") == 0) {
    int y[8] = {1, 2, 3, 4, 5, 6, 7, 8}, kept[4] = {0};
    other(y, y, y, 8, kept);
    printf("%d\n", y[7]);
    return 0;
  }
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    check(exclusive, exclusive_expected, (int)n);
    check(local, local_expected, (int)n);
    check(shifted, shifted_expected, (int)n);
    check(scaled, scaled_expected, (int)n);
    check(largest, largest_expected, (int)n);
    check(perhaps, perhaps_expected, (int)n);
    check(other, other_expected, (int)n);
    check(differences, differences_expected, (int)n);
    check(runs, runs_expected, (int)n);
    check(two, two_expected, (int)n);
    check(two_back, two_back_expected, (int)n);
    check(curvature, curvature_expected, (int)n);
    check(new_value, new_value_expected, (int)n);
    check(kept_two_back, kept_two_back_expected, (int)n);
    checkColumns((int)n, 3);
  }
  const int w[4] = {9, 9, 9, 9};
  checkOwn(w, 4);
  return scan_test_passed();
}
