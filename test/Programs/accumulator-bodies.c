// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000

// What may stand around the update of a scalar item: temporaries, private
// variables, inner loops, reductions, choices, and stores in place.

#include "Inputs/scan_test.h"

/* What the loops compute besides their arrays. */
struct results {
  long item, largest, smallest, count;
};

/* What both loops of a pair are: with the directive and without it. The pair
 * starts from the item's value and leaves it there. */
#define LOOP_PAIR(NAME, DIRECTIVE, ...)                                        \
  static struct results NAME(int *y, int *z, const int *x, int n, int s) {     \
    struct results r = {0, -1, 1 << 20, 5};                                    \
    int t = 0, largest = -1, smallest = 1 << 20;                               \
    long count = 5;                                                            \
    PRAGMA(omp DIRECTIVE)                                                      \
    for (int i = 0; i < n; i++)                                                \
      __VA_ARGS__                                                              \
    r.item = s, r.largest = largest, r.smallest = smallest, r.count = count;   \
    (void)t;                                                                   \
    return r;                                                                  \
  }                                                                            \
  static struct results NAME##_expected(int *y, int *z, const int *x, int n,   \
                                        int s) {                               \
    struct results r = {0, -1, 1 << 20, 5};                                    \
    int t = 0, largest = -1, smallest = 1 << 20;                               \
    long count = 5;                                                            \
    for (int i = 0; i < n; i++)                                                \
      __VA_ARGS__                                                              \
    r.item = s, r.largest = largest, r.smallest = smallest, r.count = count;   \
    (void)t;                                                                   \
    return r;                                                                  \
  }

LOOP_PAIR(temporaries, parallel for scan(+ : s), {
  const int a = x[i] * 2, b = a + 1;
  int c;
  if (b > 60)
    c = b - 60;
  else
    c = 1;
  s += c;
  const int after = s - c;
  y[i] = after;
})

LOOP_PAIR(private_variable, parallel for scan(+ : s) private(t), {
  t = x[i] * x[i] / 16;
  s += t;
  t = s / 2;
  y[i] = t;
})

LOOP_PAIR(inner_loop, parallel for scan(+ : s), {
  int sum = 0;
  for (int j = 0; j < 4; j++)
    sum += x[i] >> j & j;
  s += sum;
  int bits = 0;
  for (int j = 0; j < 8; j++)
    bits += s >> j & 1;
  y[i] = bits;
})

LOOP_PAIR(reductions,
          parallel for scan(+ : s) reduction(max : largest)
          reduction(min : smallest) reduction(+ : count), {
  y[i] = s;
  s += x[i] + 1;
  if (x[i] > largest)
    largest = x[i];
  smallest = x[i] < smallest ? x[i] : smallest;
  count += x[i] & 1;
})

LOOP_PAIR(maximum_by_if, parallel for scan(max : s), {
  y[i] = s;
  if (x[i] > s)
    s = x[i];
})

LOOP_PAIR(maximum_by_choice, parallel for scan(max : s), {
  s = s > x[i] ? s : x[i];
  y[i] = s;
})

LOOP_PAIR(minimum_by_if, parallel for scan(min : s), {
  if (s > x[i])
    s = x[i];
  y[i] = s;
})

LOOP_PAIR(minimum_by_choice, parallel for scan(min : s), {
  y[i] = s;
  s = x[i] < s ? x[i] : s;
})

LOOP_PAIR(any_in_each, parallel for scan(|| : s), {
  s = s || x[i] > 97;
  y[i] = s;
})

LOOP_PAIR(in_place, parallel for scan(+ : s), {
  const int v = y[i];
  y[i] = s;
  s += v;
})

LOOP_PAIR(in_place_inclusive, parallel for scan(+ : s), {
  s += y[i];
  y[i] = s;
})

LOOP_PAIR(stores_under_conditions,
          target parallel for map(to : x[0 : n])
          map(tofrom : y[0 : n], z[0 : n]) scan(+ : s), {
  y[i] = -1;
  if (s > 1000)
    y[i] = s;
  s += x[i];
  if (x[i] & 1)
    z[i] = s;
})

#define CHECK_PAIR(NAME)                                                       \
  FOR_EACH_SIZE(n) {                                                           \
    int *x = BLOCK(int, n), *y = BLOCK(int, n), *z = BLOCK(int, n);            \
    int *y_want = BLOCK(int, n), *z_want = BLOCK(int, n);                      \
    for (size_t i = 0; i < n; i++) {                                           \
      x[i] = (int)scan_test_pick(i, 0, 100);                                   \
      y[i] = y_want[i] = (int)scan_test_pick(i + 7, -9, 9);                    \
    }                                                                          \
    struct results got = NAME(y, z, x, (int)n, 7);                             \
    struct results want = NAME##_expected(y_want, z_want, x, (int)n, 7);       \
    CHECK_SAME(y, y_want, n);                                                  \
    CHECK_SAME(z, z_want, n);                                                  \
    CHECK_SAME(&got.item, &want.item, 1);                                      \
    CHECK_SAME(&got.largest, &want.largest, 1);                                \
    CHECK_SAME(&got.smallest, &want.smallest, 1);                              \
    CHECK_SAME(&got.count, &want.count, 1);                                    \
    free(x), free(y), free(z), free(y_want), free(z_want);                     \
  }

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_PAIR(temporaries)
  CHECK_PAIR(private_variable)
  CHECK_PAIR(inner_loop)
  CHECK_PAIR(reductions)
  CHECK_PAIR(maximum_by_if)
  CHECK_PAIR(maximum_by_choice)
  CHECK_PAIR(minimum_by_if)
  CHECK_PAIR(minimum_by_choice)
  CHECK_PAIR(any_in_each)
  CHECK_PAIR(in_place)
  CHECK_PAIR(in_place_inclusive)
  CHECK_PAIR(stores_under_conditions)
  return scan_test_passed();
}
