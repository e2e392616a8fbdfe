// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t

// Results are computed from inputs of another size. On NVIDIA devices the inputs
// of a tile stay in local memory beside the results of a piece of it, whole
// pieces and those at the end of the loop. All sizes and places are drawn.

#include "Inputs/scan_test.h"

/* The loop over (0, n], with and without the pragma. In front of the arrays on
 * the device lie some of their elements, and behind them. */
#define LOOP(NAME, T, E, CLAUSE, ...)                                          \
  static void NAME##_loop(T *y, const E *x, const E *w, long n, E t) {         \
    PRAGMA(omp target parallel for CLAUSE map(to : x[0:n], w[0:n]) map(tofrom : y[0:n + 1])) \
    for (long i = 1; i <= n; i++)                                              \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME##_expected(T *y, const E *x, const E *w, long n, E t) {     \
    for (long i = 1; i <= n; i++)                                              \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME(uint64_t *state) {                                          \
    size_t n = scan_test_draw_size(state, 200000);                             \
    n = scan_test_size = n < scan_test_limit ? n : scan_test_limit;            \
    const size_t front = scan_test_draw(state, 40), size = n + front + 41;     \
    T *y = BLOCK(T, size), *want = BLOCK(T, size);                             \
    E *x = BLOCK(E, size), *w = BLOCK(E, size);                                \
    for (size_t k = 0; k < size; ++k) {                                        \
      x[k] = (E)scan_test_hash(*state + k);                                    \
      w[k] = (E)(scan_test_hash(*state - k) % 5);                              \
      y[k] = want[k] = (T)(scan_test_hash(k) % 100);                           \
    }                                                                          \
    const bool is_mapped = scan_test_draw(state, 2);                           \
    PRAGMA(omp target enter data map(to : x[0:size], w[0:size], y[0:size]) if (is_mapped)) \
    NAME##_loop(y + front, x + front / 2, w + front / 3, (long)n, 77);         \
    PRAGMA(omp target exit data map(from : y[0:size]) map(release : x[0:size], w[0:size]) if (is_mapped)) \
    NAME##_expected(want + front, x + front / 2, w + front / 3, (long)n, 77);  \
    CHECK_SAME(y, want, size);                                                 \
    free(y);                                                                   \
    free(want);                                                                \
    free(x);                                                                   \
    free(w);                                                                   \
  }

typedef unsigned char byte;
typedef unsigned short word;
typedef unsigned long large;

LOOP(counts, int, byte, scan(+ : y), y[i] = y[i - 1] + (x[i - 1] > t);)
LOOP(lines, large, byte, scan(+ : y), y[i] = y[i - 1] + (x[i - 1] == t);)
LOOP(halves, word, byte, scan(+ : y), y[i] = (word)(y[i - 1] + x[i - 1] / 2);)
LOOP(narrow, byte, word, scan(+ : y), y[i] = (byte)(y[i - 1] + (x[i - 1] >> 9));)
LOOP(widened, large, word, scan(+ : y), y[i] = y[i - 1] + x[i - 1];)
LOOP(largest, int, byte, scan(max : y),
     y[i] = y[i - 1] > x[i - 1] - 3 ? y[i - 1] : x[i - 1] - 3;)
LOOP(of_two, int, byte, scan(+ : y), y[i] = y[i - 1] + x[i - 1] * w[i - 1];)
LOOP(sums, double, byte, scan(+ : y), y[i] = y[i - 1] + x[i - 1] * 0.25;)
LOOP(bits, large, int, scan(^ : y), y[i] = y[i - 1] ^ (large)(x[i - 1] * 3L);)
LOOP(in_place, int, byte, scan(+ : y),
     y[i] = y[i - 1] + (y[i] & 7) + (x[i - 1] > t);)

/* An accumulator, the last value of which the loop leaves. */
static void accumulated(uint64_t *state) {
  size_t n = scan_test_draw_size(state, 200000);
  n = scan_test_size = n < scan_test_limit ? n : scan_test_limit;
  large *y = BLOCK(large, n), *want = BLOCK(large, n), s = 1;
  byte *x = BLOCK(byte, n);
  for (size_t k = 0; k < n; ++k) {
    x[k] = (byte)scan_test_hash(*state + k);
    s += x[k] > 9;
    want[k] = s;
  }
  const large last = s;
  s = 1;
#pragma omp target parallel for scan(+ : s) map(to : x[0:n]) map(tofrom : y[0:n])
  for (size_t i = 0; i < n; i++) {
    s += x[i] > 9;
    y[i] = s;
  }
  CHECK_SAME(y, want, n);
  CHECK_SAME(&s, &last, 1);
  free(x);
  free(y);
  free(want);
}

int main(int argc, char **argv) {
  static void (*const loops[])(uint64_t *) = {
      counts, lines, halves, narrow,   widened,    largest,
      of_two, sums,  bits,   in_place, accumulated};
  scan_test_init(argc, argv);
  scan_test_run_drawn("kept inputs", loops, sizeof loops / sizeof *loops);
  return scan_test_passed();
}
