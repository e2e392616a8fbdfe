// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: env OMPSCAN_VERIFY=1 %run %t 2>&1 | %filecheck %s --implicit-check-not=warning
// RUN: %clang -O1 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -lm -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run_tiny %t

// CHECK: ok

// Sums by `sum2` lose no more than one that is exact and then rounded, but for a
// part in 2^35 (float) and 2^90 (double) of the sum of all magnitudes, however
// few iterations there are and whatever surrounds the loop, and are the same for
// any number of threads. Inputs cancel each other: sums in the digits of the type
// are wrong in the second digit. The exact ones are integers.

#include "Inputs/scan_test.h"
#include <omp.h>

typedef __int128 exact;

#define POISON(BLOCK_, N) memset(BLOCK_, 0xa5, (size_t)(N) * sizeof *(BLOCK_))

static int given_threads;

/* Rows of w inputs, by a directive around them. */
#define ROWS(T, NAME, OUTER)                                                   \
  static void T##_##NAME(T *y, const T *x, int h, int w) {                     \
    PRAGMA(OUTER)                                                              \
    for (int r = 0; r < h; r++) {                                              \
      T s = 0;                                                                 \
      PRAGMA(omp parallel for scan(sum2 : s))                                  \
      for (int i = 0; i < w; i++) {                                            \
        s += x[r * w + i];                                                     \
        y[r * w + i] = s;                                                      \
      }                                                                        \
    }                                                                          \
  }

/* Sums of the type T, which has MANTISSA bits, of inputs that are multiples of
 * 2^-SCALE; see above for 2^REST. */
#define SUMS(T, SCALE, MANTISSA, REST)                                         \
  ROWS(T, rows, omp target teams distribute map(to : x[0 : h * w])             \
                    map(from : y[0 : h * w]))                                  \
  ROWS(T, shared, omp parallel for)                                            \
  static T T##_value(exact units) {                                            \
    return (T)ldexpl((long double)units, -SCALE);                              \
  }                                                                            \
  static void T##_check(const char *what, const T *got, const exact *want,     \
                        const exact *all, int n) {                             \
    scan_test_drawn = what;                                                    \
    for (int i = 0; i < n; i++) {                                              \
      const exact off = (exact)ldexpl((long double)got[i], SCALE) - want[i];   \
      const exact size = want[i] < 0 ? -want[i] : want[i];                     \
      const exact most = (size >> (MANTISSA - 1)) + (all[i] >> REST) + 1;      \
      if (!(got[i] - got[i] == 0) || off > most || off < -most)                \
        scan_test_fail(__FILE__, __LINE__, what, "got", (size_t)i,             \
                       (long double)got[i], (long double)T##_value(want[i]));  \
    }                                                                          \
  }                                                                            \
  static T T##_inclusive(T *y, const T *x, int n) {                            \
    T s = 0;                                                                   \
    PRAGMA(omp target map(to : x[0 : n]) map(from : y[0 : n]))                 \
    PRAGMA(omp parallel for scan(sum2 : s))                                    \
    for (int i = 0; i < n; i++) {                                              \
      s += x[i];                                                               \
      y[i] = s;                                                                \
    }                                                                          \
    return s;                                                                  \
  }                                                                            \
  static T T##_exclusive(T *y, const T *x, int n) {                            \
    T s = 0;                                                                   \
    PRAGMA(omp parallel for scan(sum2 : s))                                    \
    for (int i = 0; i < n; i++) {                                              \
      y[i] = s;                                                                \
      s = s - -x[i];                                                           \
    }                                                                          \
    return s;                                                                  \
  }                                                                            \
  static T T##_total(const T *x, int n) {                                      \
    T s = 0;                                                                   \
    PRAGMA(omp parallel for scan(sum2 : s))                                    \
    for (int i = 0; i < n; i++)                                                \
      s += x[i];                                                               \
    return s;                                                                  \
  }                                                                            \
  static void T##_recurrence(T *y, const T *x, int n) {                        \
    PRAGMA(omp parallel for scan(sum2 : y))                                    \
    for (int i = 1; i < n; i++)                                                \
      y[i] = y[i - 1] + x[i];                                                  \
  }                                                                            \
  static int T##_resets(T *y, const T *x, int n) {                             \
    T s = 0;                                                                   \
    int k = 0;                                                                 \
    PRAGMA(omp parallel for scan(sum2 : s) scan(+ : k))                        \
    for (int i = 0; i < n; i++) {                                              \
      if (i % 100 == 77)                                                       \
        s = x[i];                                                              \
      else                                                                     \
        s += x[i];                                                             \
      if (x[i] > 0)                                                            \
        k++;                                                                   \
      y[i] = s;                                                                \
    }                                                                          \
    return k;                                                                  \
  }                                                                            \
  static void T##_collapsed(T *y, const T *x, int h, int w) {                  \
    T s = 0;                                                                   \
    PRAGMA(omp parallel for collapse(2) scan(sum2 : s))                        \
    for (int r = 0; r < h; r++)                                                \
      for (int i = 0; i < w; i++) {                                            \
        if (i == 0)                                                            \
          s = 0;                                                               \
        s += x[r * w + i];                                                     \
        y[r * w + i] = s;                                                      \
      }                                                                        \
  }                                                                            \
  static T T##_continued(T *y, const T *x, int h, int w) {                     \
    T s = 0;                                                                   \
    PRAGMA(omp parallel for collapse(2) scan(sum2 : s))                        \
    for (int r = 0; r < h; r++)                                                \
      for (int i = 0; i < w; i++) {                                            \
        s += x[r * w + i];                                                     \
        y[r * w + i] = s;                                                      \
      }                                                                        \
    return s;                                                                  \
  }                                                                            \
  /* The exact sums of rows of w inputs, and of the magnitudes. */             \
  static void T##_sum(exact *sum, exact *all, const exact *units, int n,       \
                      int w, int resets) {                                     \
    for (int i = 0; i < n; i++) {                                              \
      const int first = i % w == 0 || (resets && i % 100 == 77);               \
      sum[i] = units[i] + (first ? 0 : sum[i - 1]);                            \
      all[i] = (units[i] < 0 ? -units[i] : units[i]) + (i ? all[i - 1] : 0);   \
    }                                                                          \
  }                                                                            \
  static void T##_sums(int n) {                                                \
    scan_test_size = (size_t)n;                                                \
    const int h = n < 20 ? 1 : 5, w = n / h;                                   \
    exact *units = BLOCK(exact, n), *sum = BLOCK(exact, n);                    \
    exact *all = BLOCK(exact, n);                                              \
    T *x = BLOCK(T, n), *y = BLOCK(T, n);                                      \
    for (int i = 0; i < n; i++) {                                              \
      const uint64_t draw = scan_test_hash((uint64_t)i);                       \
      units[i] = (exact)(draw >> (64 - MANTISSA));                             \
      if (i % 50 == 9)                                                         \
        units[i] = ((exact)1 << (2 * MANTISSA - 8));                           \
      if (i % 50 == 31)                                                        \
        units[i] = -((exact)1 << (2 * MANTISSA - 8));                          \
      x[i] = T##_value(units[i]);                                              \
    }                                                                          \
    T##_sum(sum, all, units, n, n, 0);                                         \
    T last = T##_inclusive(y, x, n);                                           \
    T##_check("inclusive", y, sum, all, n);                                    \
    T##_check("its total", &last, sum + n - 1, all + n - 1, 1);                \
    POISON(y, n);                                                              \
    last = T##_exclusive(y, x, n);                                             \
    T##_check("exclusive", y + 1, sum, all, n - 1);                            \
    T##_check("its total", &last, sum + n - 1, all + n - 1, 1);                \
    last = T##_total(x, n);                                                    \
    T##_check("total", &last, sum + n - 1, all + n - 1, 1);                    \
    POISON(y, n);                                                              \
    y[0] = x[0];                                                               \
    T##_recurrence(y, x, n);                                                   \
    T##_check("recurrence", y, sum, all, n);                                   \
    POISON(y, n);                                                              \
    T##_continued(y, x, h, w);                                                 \
    T##_check("continued", y, sum, all, h * w);                                \
    T##_sum(sum, all, units, n, n, 1);                                         \
    POISON(y, n);                                                              \
    T##_resets(y, x, n);                                                       \
    T##_check("resets", y, sum, all, n);                                       \
    T##_sum(sum, all, units, h * w, w, 0);                                     \
    POISON(y, n);                                                              \
    T##_rows(y, x, h, w);                                                      \
    T##_check("rows", y, sum, all, h * w);                                     \
    POISON(y, n);                                                              \
    T##_collapsed(y, x, h, w);                                                 \
    T##_check("collapsed", y, sum, all, h * w);                                \
    POISON(y, n);                                                              \
    T##_shared(y, x, h, w);                                                    \
    T##_check("shared", y, sum, all, h * w);                                   \
    /* The same bits for any number of threads. */                             \
    T *again = BLOCK(T, n);                                                    \
    scan_test_drawn = "any number of threads";                                 \
    T##_inclusive(y, x, n);                                                    \
    for (int threads = 1; threads < 6; threads++) {                            \
      omp_set_num_threads(threads);                                            \
      POISON(again, n);                                                        \
      T##_inclusive(again, x, n);                                              \
      CHECK_SAME(again, y, n);                                                 \
    }                                                                          \
    omp_set_num_threads(given_threads);                                        \
    free(units), free(sum), free(all), free(x), free(y), free(again);          \
  }

SUMS(float, 20, 24, 35)
SUMS(double, 30, 53, 90)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  given_threads = omp_get_max_threads();
  static const int sizes[] = {1, 2, 7, 60, 600, 5000, 70000};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    if ((size_t)sizes[s] <= scan_test_limit) {
      float_sums(sizes[s]);
      double_sums(sizes[s]);
    }
  /* What is infinite or no number stays so. */
  const float x[] = {1, INFINITY, 2, -INFINITY, 3, NAN, 4};
  float y[7];
  float_inclusive(y, x, 7);
  if (y[0] != 1 || y[1] != INFINITY || y[2] != INFINITY || !isnan(y[3]) ||
      !isnan(y[6]))
    scan_test_fail(__FILE__, __LINE__, "infinite", "y", 0, y[1], INFINITY);
  return scan_test_passed();
}
