// RUN: %clang -O1 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -lm -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t

// Selections that store more than caches hold: one thread runs their tiles in parts.
// The last part, and the last tile, are not whole. Elements behind the kept ones
// stay, also in place.

#include "../Programs/Inputs/scan_test.h"
#include <stdlib.h>
#include <string.h>

enum { N = 1500007, Most = 2 * N + 5 };

typedef struct {
  int key;
  float x, y;
} point;

/// The loop with and without a directive; `limit` is from 0, which keeps all, to 100.
#define BOTH(NAME, T, SCAN, ...)                                                          \
  static long NAME(long n, T *y, const T *x, int limit) { __VA_ARGS__(_Pragma(SCAN)) }    \
  static long NAME##Expected(long n, T *y, const T *x, int limit) { __VA_ARGS__() }

#define LARGE(SCAN)                                                                       \
  long k = 2;                                                                             \
  SCAN for (long i = 0; i < n; i++) if (x[i] >= limit) y[k++] = x[i];                     \
  return k;
BOTH(large, double, "omp parallel for scan(+ : k)", LARGE)

#define IN_PLACE(SCAN)                                                                    \
  int k = 0;                                                                              \
  (void)x;                                                                                \
  SCAN for (int i = 0; i < n; i++) if (y[i] >= limit) y[k++] = y[i];                      \
  return k;
BOTH(inPlace, double, "omp parallel for scan(+ : k)", IN_PLACE)

#define POINTS(SCAN)                                                                      \
  long k = 0;                                                                             \
  SCAN for (long i = 0; i < n; i++) if (x[i].key >= limit) y[k++] = x[i];                 \
  return k;
BOTH(points, point, "omp parallel for scan(+ : k)", POINTS)

#define SPLIT(SCAN)                                                                       \
  long k = 0, r = 0;                                                                      \
  double *z = y + n;                                                                      \
  SCAN for (long i = 0; i < n; i++) if (x[i] >= limit) y[k++] = x[i];                     \
  else z[r++] = x[i];                                                                     \
  return 3 * k + r;
BOTH(split, double, "omp parallel for scan(+ : k, r)", SPLIT)

#define CHECK(T, NAME, MAKE, LIMIT)                                                       \
  do {                                                                                    \
    T *x = malloc(Most * sizeof(T)), *got = malloc(Most * sizeof(T)),                     \
      *want = malloc(Most * sizeof(T));                                                   \
    for (int i = 0; i < Most; i++) {                                                      \
      x[i] = MAKE;                                                                        \
      got[i] = want[i] = x[(i + 7) % (i + 1)];                                            \
    }                                                                                     \
    const long k = NAME(N, got, x, LIMIT), wanted = NAME##Expected(N, want, x, LIMIT);    \
    if (k != wanted || memcmp(got, want, Most * sizeof(T)) != 0) {                        \
      printf("%s, from %d on: wrong\n", #NAME, LIMIT);                                    \
      wrong = 1;                                                                          \
    }                                                                                     \
    free(x);                                                                              \
    free(got);                                                                            \
    free(want);                                                                           \
  } while (0)

int main(void) {
  static const int limits[] = {0, 1, 50, 99, 100};
  int wrong = 0;
  for (int l = 0; l < 5; l++) {
    const int limit = limits[l];
#define RANK(i) ((int)((i) * 2654435761u >> 16) % 100)
    CHECK(double, large, RANK((unsigned)i), limit);
    CHECK(double, inPlace, RANK((unsigned)i), limit);
    CHECK(point, points, ((point){RANK((unsigned)i), i, -i}), limit);
    CHECK(double, split, RANK((unsigned)i), limit);
  }
  return wrong;
}
