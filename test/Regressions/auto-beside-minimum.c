// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t

// An item whose update is an `if` that its own operator does not take leaves the
// choice of another item's operator alone.

#include "../Programs/Inputs/scan_test.h"

typedef struct {
  unsigned bits;
  int low, run;
} Results;

#define LOOP(NAME, DIRECTIVE)                                                  \
  static Results NAME(const int *x, unsigned *y, int n) {                      \
    Results r = {2, 5, 0};                                                     \
    unsigned bits = r.bits;                                                    \
    int low = r.low, run = r.run;                                              \
    DIRECTIVE                                                                  \
    for (int i = 0; i < n; i++) {                                              \
      bits = (bits & (unsigned)x[i]) | (unsigned)(x[i] + x[i]);                \
      if (x[i] - 50 < low)                                                     \
        low = x[i] - 50;                                                       \
      run += x[i] - 50;                                                        \
      if (run < 0)                                                             \
        run = 0;                                                               \
      y[i] = bits + (unsigned)low + (unsigned)run;                             \
    }                                                                          \
    r.bits = bits, r.low = low, r.run = run;                                   \
    return r;                                                                  \
  }

LOOP(chosen, PRAGMA(omp parallel for scan(auto : bits, low, run)))
LOOP(expected, )

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n);
    unsigned *y = BLOCK(unsigned, n), *want = BLOCK(unsigned, n);
    for (size_t k = 0; k < n; k++)
      x[k] = (int)(scan_test_hash(k) % 100);
    const Results r = chosen(x, y, (int)n);
    const Results w = expected(x, want, (int)n);
    CHECK_SAME(y, want, n);
    CHECK_SAME(&r.bits, &w.bits, 1);
    CHECK_SAME(&r.low, &w.low, 1);
    CHECK_SAME(&r.run, &w.run, 1);
    free(x), free(y), free(want);
  }
  return scan_test_passed();
}
