// RUN: %clang -O2 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=16 %run %t
// RUN: %clang -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t.asan

// Tests of pointers in C, where a pointer alone may be a condition. Its array
// may be missing, and nothing reads it then.

#include "Inputs/scan_test.h"
#include <stdlib.h>

#define BODY                                                                   \
  for (int i = 0; i < n; i++) {                                                \
    s += w == NULL ? 1 : w[i];                                                 \
    if (v)                                                                     \
      s += v[i];                                                               \
    if (!w && v && v[i] > 3)                                                   \
      s -= 2;                                                                  \
    else if (w || x[i] == 5)                                                   \
      s += w ? 7 : x[i];                                                       \
    if (NULL != v)                                                             \
      y[i] = s + v[i];                                                         \
    else                                                                       \
      y[i] = s;                                                                \
  }                                                                            \
  return s;

static long parallel(long *y, const int *x, const int *v, const short *w,
                     int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  BODY
}

static long sequential(long *y, const int *x, const int *v, const short *w,
                       int n) {
  long s = 0;
  BODY
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  for (int n = 0; n <= 20000; n = 3 * n + 1) {
    // Exactly as large as the loop reads.
    const size_t count = n ? (size_t)n : 1;
    int *x = malloc(count * sizeof *x), *v = malloc(count * sizeof *v);
    short *w = malloc(count * sizeof *w);
    long *y = malloc(count * sizeof *y), *want = malloc(count * sizeof *want);
    for (size_t k = 0; k < count; ++k) {
      x[k] = (int)scan_test_pick(k, 0, 9);
      v[k] = (int)scan_test_pick(k + 7, -9, 9);
      w[k] = (short)scan_test_pick(k + 99, -9, 9);
    }
    for (int which = 0; which < 4; ++which) {
      const int *const some_v = which & 1 ? v : NULL;
      const short *const some_w = which & 2 ? w : NULL;
      for (size_t k = 0; k < count; ++k)
        y[k] = want[k] = -77;
      const long last = sequential(want, x, some_v, some_w, n);
      const long found = parallel(y, x, some_v, some_w, n);
      if (found != last)
        scan_test_fail(__FILE__, __LINE__, "missing", "s", (size_t)which, found,
                       last);
      for (size_t k = 0; k < count; ++k)
        if (y[k] != want[k])
          scan_test_fail(__FILE__, __LINE__, "missing", "y", k, y[k], want[k]);
    }
    free(x);
    free(v);
    free(w);
    free(y);
    free(want);
  }
  return scan_test_passed();
}
