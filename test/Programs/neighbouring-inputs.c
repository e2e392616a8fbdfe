// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t

// Iterations read elements at several places of an array, as those of filters
// do. On NVIDIA devices a warp has the elements of its part in local memory once,
// and those in front of it. All sizes and places are drawn.

#include "Inputs/scan_test.h"

/* The loop over [8, n), with and without the pragma. In front of the arrays on
 * the device lie some of their elements, and behind them. */
#define LOOP(NAME, T, E, START, CLAUSE, ...)                                         \
  static void NAME##_loop(T *y, T *z, const E *x, const E *w, int n, int lag) { \
    START                                                                      \
    PRAGMA(omp target parallel for CLAUSE map(to : x[0:n + 9], w[0:n + 9]) map(tofrom : y[0:n], z[0:n])) \
    for (int i = 8; i < n; i++)                                                \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME##_expected(T *y, T *z, const E *x, const E *w, int n, int lag) { \
    START                                                                      \
    for (int i = 8; i < n; i++)                                                \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME(uint64_t *state) {                                          \
    size_t n = scan_test_draw_size(state, 100000);                             \
    n = scan_test_size = n < scan_test_limit ? n : scan_test_limit;            \
    const size_t front = scan_test_draw(state, 40), size = n + front + 41;     \
    T *y = BLOCK(T, size), *want = BLOCK(T, size), *z = BLOCK(T, size),        \
      *also = BLOCK(T, size);                                                  \
    E *x = BLOCK(E, size), *w = BLOCK(E, size);                                \
    for (size_t k = 0; k < size; ++k) {                                        \
      x[k] = (E)(scan_test_hash(*state + k) % 1000);                           \
      w[k] = (E)(scan_test_hash(*state - k) % 5);                              \
      y[k] = want[k] = (T)(scan_test_hash(k) % 100);                           \
      z[k] = also[k] = (T)(scan_test_hash(k) % 90);                            \
    }                                                                          \
    const bool is_mapped = scan_test_draw(state, 2);                           \
    const int lag = (int)scan_test_draw(state, 9);                             \
    PRAGMA(omp target enter data map(to : x[0:size], w[0:size], y[0:size], z[0:size]) if (is_mapped)) \
    NAME##_loop(y + front, z + front / 5, x + front / 2, w + front / 3, (int)n, lag); \
    PRAGMA(omp target exit data map(from : y[0:size], z[0:size]) map(release : x[0:size], w[0:size]) if (is_mapped)) \
    NAME##_expected(want + front, also + front / 5, x + front / 2, w + front / 3, (int)n, lag); \
    CHECK_SAME(y, want, size);                                                 \
    CHECK_SAME(z, also, size);                                                 \
    free(y);                                                                   \
    free(want);                                                                \
    free(z);                                                                   \
    free(also);                                                                \
    free(x);                                                                   \
    free(w);                                                                   \
  }

typedef unsigned char byte;
typedef unsigned long large;

LOOP(products, unsigned, unsigned, , scan(+ : y), y[i] = y[i - 1] + x[i] * x[i - 1];)
LOOP(behind_only, unsigned, unsigned, , scan(+ : y),
     y[i] = y[i - 1] + (x[i - 1] ^ x[i - 3]);)
LOOP(ahead, unsigned, unsigned, , scan(+ : y),
     y[i] = y[i - 1] + x[i + 8] * x[i] + x[i + 3];)
LOOP(large_ones, large, large, , scan(^ : y),
     y[i] = y[i - 1] ^ (x[i] * x[i - 7] + w[i + 2] * w[i - 3]);)
/* Nine places cannot be held: x[i - 8] and x[i + 1]. */
LOOP(far, unsigned, unsigned, , scan(+ : y),
     y[i] = y[i - 1] + x[i + 1] * x[i - 8] + x[i];)
LOOP(variable, unsigned, unsigned, , scan(+ : y),
     y[i] = y[i - 1] + x[i - lag] * x[i] + x[i - 1] + x[i - lag + 1];)
LOOP(of_bytes, unsigned, byte, , scan(+ : y),
     y[i] = y[i - 1] + (x[i] > x[i - 1] || x[i - 2] == x[i]);)
LOOP(narrowed, byte, unsigned, , scan(+ : y),
     y[i] = (byte)(y[i - 1] + (x[i] > x[i - 5]));)
LOOP(largest, int, int, , scan(max : y),
     y[i] = y[i - 1] > x[i] - x[i - 2] ? y[i - 1] : x[i] - x[i - 2];)
LOOP(filter, unsigned, unsigned, , scan(affine : y),
     y[i] = 3 * x[i] + 2 * x[i - 1] + x[i - 2] - y[i - 1] - 5 * y[i - 2];)
LOOP(wide_filter, large, large, , scan(affine : y),
     y[i] = x[i + 2] + x[i - 6] * w[i - 1] - 3 * y[i - 1] + y[i - 3];)
LOOP(variable_factor, unsigned, unsigned, , scan(affine : y),
     y[i] = w[i - 1] * y[i - 1] + x[i] - x[i - 1];)
LOOP(guarded, unsigned, unsigned, , scan(+ : y),
     y[i] = y[i - 1] + (w[i] > 2 ? x[i - 1] : x[i]);)

LOOP(two_results, unsigned, unsigned, unsigned s = 3;, scan(+ : s), {
  z[i] = s;
  s += x[i] * x[i - 2];
  y[i] = s + x[i - 1];
})
LOOP(average, large, large, large v = 3;, scan(affine : v), {
  v = 5 * v + x[i] - x[i - 4];
  y[i] = v * w[i - 4];
})

int main(int argc, char **argv) {
  static void (*const loops[])(uint64_t *) = {
      products, behind_only, ahead,       large_ones,      far,
      variable, of_bytes,    narrowed,    largest,         filter,
      guarded,  wide_filter, two_results, variable_factor, average};
  scan_test_init(argc, argv);
  scan_test_run_drawn("neighbouring inputs", loops, sizeof loops / sizeof *loops);
  return scan_test_passed();
}
