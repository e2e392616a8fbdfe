// RUN: %clang -O1 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 OMPSCAN_REPRODUCIBLE=1 \
// RUN:   %run_tiny %t

// Rows in one launch, and sums that flags begin anew, on the host's cores: row
// and column are counted, and a tile whose end is known does not wait. All
// values are small integers, so that nothing is rounded.

#include "../Programs/Inputs/scan_test.h"
#include <math.h>
#include <string.h>

enum { N = 60000, POISON = -77 };

static int *f, *y, *want;
static float *a, *h, *g, *want_g;
static double *d, *want_d;
static unsigned char *flag;

// The loop by itself, and with the pragma.
#define LOOP(NAME, DIRECTIVE, ...)                                             \
  static void NAME(int rows, int m) {                                          \
    float s = 3;                                                               \
    double t = 2;                                                              \
    int c = 4;                                                                 \
    (void)s, (void)t, (void)c, (void)rows, (void)m;                            \
    PRAGMA(DIRECTIVE) __VA_ARGS__                                              \
    y[N] = c, g[N] = s, d[N] = t;                                              \
  }                                                                            \
  static void NAME##_expected(int rows, int m) {                               \
    float s = 3;                                                               \
    double t = 2;                                                              \
    int c = 4, *const y = want;                                                \
    float *const g = want_g;                                                   \
    double *const d = want_d;                                                  \
    (void)y, (void)g, (void)d, (void)rows, (void)m;                            \
    __VA_ARGS__                                                                \
    y[N] = c, g[N] = s, d[N] = t;                                              \
  }

LOOP(recurrence, omp parallel for collapse(2) scan(+ : y),
     for (int r = 0; r < rows; r++)
       for (int i = 1; i < m; i++)
         y[r * m + i] = y[r * m + i - 1] + f[r * m + i];)

LOOP(downwards, omp parallel for collapse(2) scan(+ : g),
     for (int r = rows - 1; r >= 0; r--)
       for (int i = m - 2; i >= 0; i--)
         g[r * m + i] = g[r * m + i + 1] + a[r * m + i];)

LOOP(largest, omp parallel for collapse(2) scan(max : y),
     for (long r = 0; r < rows; r++)
       for (short i = 1; i < m; i++)
         y[r * m + i] = f[r * m + i] > y[r * m + i - 1] ? f[r * m + i]
                                                        : y[r * m + i - 1];)

LOOP(reset, omp parallel for collapse(2) scan(affine : s),
     for (int r = 0; r < rows; r++)
       for (int i = 0; i < m; i++) {
         if (i == 0)
           s = 1;
         s += a[r * m + i];
         g[r * m + i] = s;
       })

LOOP(weighted, omp parallel for collapse(2) scan(affine : s),
     for (int r = 0; r < rows; r++)
       for (int i = 0; i < m; i++) {
         if (i == 0)
           s = 0;
         s = h[r * m + i] * s + a[r * m + i];
         g[r * m + i] = s;
       })

// Rows begin at another column, and only some of them anew.
LOOP(sometimes, omp parallel for collapse(2) scan(affine : t),
     for (int r = 0; r < rows; r++)
       for (int i = 2; i < m; i++) {
         if (i == 2 && r % 3 == 0)
           t = r % 5;
         t = i % 7 == 3 ? -t : t;
         t += a[r * m + i];
         d[r * m + i] = t;
       })

LOOP(deep, omp parallel for collapse(3) scan(affine : t),
     for (int r = 0; r < rows; r++)
       for (int q = 0; q < 2; q++)
         for (int i = 0; i < m / 2; i++) {
           if (i == 0)
             t = 5 - q;
           t += a[(r * 2 + q) * (m / 2) + i];
           d[(r * 2 + q) * (m / 2) + i] = t;
         })

LOOP(flags, omp parallel for scan(affine : s), for (int i = 0; i < N; i++) {
  if (flag[i])
    s = 0;
  s += a[i];
  g[i] = s;
})

LOOP(steps, omp parallel for scan(affine : t), for (int i = 0; i < N; i++) {
  t = flag[i] == 1 ? a[i] : flag[i] == 2 ? t - a[i] : t;
  d[i] = t;
})

LOOP(factors, omp parallel for scan(affine : s), for (int i = 0; i < N; i++) {
  s = flag[i] ? 2 : h[i] * s;
  s = s + a[i];
  g[i] = s;
})

LOOP(last, omp parallel for scan(last : c), for (int i = 0; i < N; i++) {
  if (flag[i])
    c = f[i];
  y[i] = c + i % 3;
})

LOOP(residues, omp parallel for scan(affine : c), for (int i = 0; i < N; i++) {
  c = flag[i] ? f[i] : 3 * c + f[i];
  y[i] = c;
})

static void poison(void) {
  for (int i = 0; i <= N; i++) {
    y[i] = want[i] = POISON;
    g[i] = want_g[i] = POISON;
    d[i] = want_d[i] = POISON;
  }
}

#define RUN(NAME, ROWS, M)                                                     \
  do {                                                                         \
    poison();                                                                  \
    NAME##_expected(ROWS, M);                                                  \
    NAME(ROWS, M);                                                             \
    CHECK_SAME(y, want, N + 1);                                                \
    for (int i = 0; i <= N; i++)                                               \
      if (memcmp(&g[i], &want_g[i], sizeof *g) &&                              \
          !(isnan(g[i]) && isnan(want_g[i])))                                  \
        scan_test_fail(__FILE__, __LINE__, #NAME, "g", i, g[i], want_g[i]);    \
    for (int i = 0; i <= N; i++)                                               \
      if (d[i] != want_d[i])                                                   \
        scan_test_fail(__FILE__, __LINE__, #NAME, "d", i, d[i], want_d[i]);    \
  } while (0)

int main(void) {
  f = BLOCK(int, N + 1), y = BLOCK(int, N + 1), want = BLOCK(int, N + 1);
  a = BLOCK(float, N + 1), h = BLOCK(float, N + 1), g = BLOCK(float, N + 1);
  want_g = BLOCK(float, N + 1), d = BLOCK(double, N + 1);
  want_d = BLOCK(double, N + 1), flag = BLOCK(unsigned char, N + 1);
  for (int i = 0; i < N; i++) {
    f[i] = i * 7919 % 1013 % 9 - 4;
    a[i] = i * 104729 % 997 % 7 - 3;
    h[i] = i * 31 % 19 % 3 - 1;
  }
  const int lengths[] = {1, 2, 3, 4, 7, 8, 9, 10, 16, 17, 64, 1000, N / 2, N};
  for (unsigned at = 0; at < sizeof lengths / sizeof *lengths; at++) {
    const int m = lengths[at], rows = N / m;
    RUN(recurrence, rows, m);
    RUN(downwards, rows, m);
    if (m <= 1000)
      RUN(largest, rows, m);
    RUN(reset, rows, m);
    RUN(weighted, rows, m);
    RUN(sometimes, rows, m);
    RUN(deep, rows, m);
  }
  // Resets everywhere, in places, and nowhere.
  for (int every = 1; every < 3 * N; every = every * 5 + 1) {
    for (int i = 0; i < N; i++)
      flag[i] = (i * 13 + 5) % every ? 0 : 1 + i % 2;
    RUN(flags, 1, N);
    RUN(steps, 1, N);
    RUN(factors, 1, N);
    RUN(last, 1, N);
    RUN(residues, 1, N);
  }
  a[N / 3] = INFINITY, h[N / 2] = NAN;
  for (int i = 0; i < N; i++)
    flag[i] = i % 777 == 5;
  RUN(flags, 1, N);
  RUN(factors, 1, N);
  RUN(weighted, N / 100, 100);
  RUN(reset, N / 100, 100);
  return scan_test_passed();
}
