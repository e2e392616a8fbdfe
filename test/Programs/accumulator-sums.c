// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// The item is a scalar: it starts from its value before the loop, is used
// before the update, after it or both, and has its final value after the loop.

#include "Inputs/scan_test.h"

/* What both loops of a pair are: with the directive and without it. */
#define LOOP_PAIR(T, NAME, CLAUSE, HEAD, ...)                                  \
  static T NAME(T *y, T *z, const T *x, long n, T s) {                         \
    PRAGMA(omp parallel for CLAUSE)                                            \
    for HEAD                                                                   \
      __VA_ARGS__                                                              \
    return s;                                                                  \
  }                                                                            \
  static T NAME##_expected(T *y, T *z, const T *x, long n, T s) {              \
    for HEAD                                                                   \
      __VA_ARGS__                                                              \
    return s;                                                                  \
  }

#define UP (long i = 0; i < n; i++)
#define DOWN (long i = n - 1; i >= 0; i--)

#define TYPE(T, NAME)                                                          \
  LOOP_PAIR(T, NAME##_inclusive, scan(+ : s), UP, { s += x[i]; y[i] = s; })    \
  LOOP_PAIR(T, NAME##_exclusive_down, scan(+ : s), DOWN,                       \
            { y[i] = s; s = x[i] + s; })                                       \
  LOOP_PAIR(T, NAME##_under_if, scan(+ : s), UP,                               \
            { y[i] = s; if (x[i] > 3) s += x[i]; z[i] = s; })

TYPE(int, int)
TYPE(long, long)
TYPE(double, double)
TYPE(unsigned char, byte)

LOOP_PAIR(int, exclusive, scan(+ : s), UP, { y[i] = s; s += x[i]; })
LOOP_PAIR(int, both, scan(+ : s), UP, { y[i] = s; s = s + x[i]; z[i] = s; })
LOOP_PAIR(int, down, scan(+ : s), DOWN, { s += x[i]; y[i] = s; })
LOOP_PAIR(int, minus, scan(- : s), UP, { s -= x[i]; y[i] = s; })
LOOP_PAIR(int, final_only, scan(+ : s), UP, { s += x[i]; })
LOOP_PAIR(int, expressions, scan(+ : s), UP,
          { y[i] = s * 2 + x[i]; s += x[i] + 1; z[i] = s > 9 ? s : x[i]; })
LOOP_PAIR(int, count_up, scan(+ : s), UP, { y[i] = s++; })
LOOP_PAIR(int, count_up_first, scan(+ : s), UP, { y[i] = ++s; })
LOOP_PAIR(int, count_down, scan(- : s), UP, { y[i] = s; s = s - 1; })
LOOP_PAIR(int, value_of_the_update, scan(+ : s), UP, { y[i] = s += x[i]; })
LOOP_PAIR(unsigned, product, scan(* : s), UP, { s *= x[i] | 1; y[i] = s; })
LOOP_PAIR(unsigned, parity, scan(^ : s), UP, { y[i] = s; s ^= x[i]; })
LOOP_PAIR(unsigned, every_third, scan(+ : s), (long i = 1; i < n; i += 3),
          { s += x[i]; y[i] = s; })

/* Every type adds small whole numbers, so sums of double are exact. */
#define CHECK_PAIR(T, NAME)                                                    \
  FOR_EACH_SIZE(n) {                                                           \
    T *x = BLOCK(T, n), *y = BLOCK(T, n), *z = BLOCK(T, n);                    \
    T *y_want = BLOCK(T, n), *z_want = BLOCK(T, n);                            \
    for (size_t i = 0; i < n; i++)                                             \
      x[i] = (T)scan_test_pick(i, 0, 9);                                       \
    T last = NAME(y, z, x, (long)n, 7);                                        \
    T last_want = NAME##_expected(y_want, z_want, x, (long)n, 7);              \
    CHECK_SAME(y, y_want, n);                                                  \
    CHECK_SAME(z, z_want, n);                                                  \
    CHECK_SAME(&last, &last_want, 1);                                          \
    free(x), free(y), free(z), free(y_want), free(z_want);                     \
  }

#define CHECK_TYPE(T, NAME)                                                    \
  CHECK_PAIR(T, NAME##_inclusive)                                              \
  CHECK_PAIR(T, NAME##_exclusive_down)                                         \
  CHECK_PAIR(T, NAME##_under_if)

/* The item may be a variable of the file, and one iteration feeds the next
 * loop: the carry goes out of one and into the other. */
static long total;

static void add_to_total(long *y, const int *x, long first, long last) {
#pragma omp target map(to : x[first:last - first])                             \
    map(from : y[first:last - first])
#pragma omp parallel for scan(+ : total)
  for (long i = first; i < last; i++) {
    total += x[i];
    y[i] = total;
  }
}

static void check_carry(void) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n);
    long *y = BLOCK(long, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -1000000, 1000000);
    total = 1L << 40;
    long want = total;
    const long middle = (long)n / 3;
    add_to_total(y, x, 0, middle);
    add_to_total(y, x, middle, (long)n);
    for (size_t i = 0; i < n; i++) {
      want += x[i];
      CHECK_SAME(&y[i], &want, 1);
    }
    CHECK_SAME(&total, &want, 1);
    free(x), free(y);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_TYPE(int, int)
  CHECK_TYPE(long, long)
  CHECK_TYPE(double, double)
  CHECK_TYPE(unsigned char, byte)
  CHECK_PAIR(int, exclusive)
  CHECK_PAIR(int, both)
  CHECK_PAIR(int, down)
  CHECK_PAIR(int, minus)
  CHECK_PAIR(int, final_only)
  CHECK_PAIR(int, expressions)
  CHECK_PAIR(int, count_up)
  CHECK_PAIR(int, count_up_first)
  CHECK_PAIR(int, count_down)
  CHECK_PAIR(int, value_of_the_update)
  CHECK_PAIR(unsigned, product)
  CHECK_PAIR(unsigned, parity)
  CHECK_PAIR(unsigned, every_third)
  check_carry();
  return scan_test_passed();
}
