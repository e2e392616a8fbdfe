/* Compares loops over int arrays: y of n elements with earlier contents, which
 * the loop's stores replace, and x of n elements. */
#include "scan_test.h"

typedef void int_loop(int *y, const int *x, long n);

/* Runs both loops on equal data, with `stride` elements of y for each n, and
 * compares all of y: what the loop does not store must be as before. */
static inline void check_int_loop(const char *name, int_loop *scan,
                                  int_loop *expected, size_t stride) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *y = BLOCK(int, n * stride),
        *want = BLOCK(int, n * stride);
    for (size_t k = 0; k < n; ++k)
      x[k] = (int)scan_test_pick(k, -9, 9);
    for (size_t k = 0; k < n * stride; ++k)
      y[k] = want[k] = (int)scan_test_pick(~k, -99, 99);
    scan(y, x, (long)n);
    expected(want, x, (long)n);
    for (size_t k = 0; k < n * stride; ++k)
      if (y[k] != want[k])
        scan_test_fail(__FILE__, __LINE__, name, "y", k, y[k], want[k]);
    free(x);
    free(y);
    free(want);
  }
}

#define CHECK_INT_LOOP(NAME) check_int_loop(#NAME, NAME, NAME##_expected, 1)
