// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMPSCAN_MEMORY_LIMIT=160000 %run %t 10007
// RUN: %clangxx -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %run %t.asan 5000

// Guards on the induction variable: elements that they keep the loop from
// using do not exist.

#include "Inputs/scan_test.h"

// Each loop twice: annotated, and as plain sequential code.
#define BOTH(NAME, TYPE, FIRST, BODY)                                          \
  static long NAME(int *y, int *z, const int *x, TYPE n) {                     \
    long s = 0;                                                                \
    PRAGMA(omp parallel for scan(+ : s))                                       \
    for (TYPE i = FIRST; i < n; i++)                                           \
      BODY return s;                                                           \
  }                                                                            \
  static long NAME##_expected(int *y, int *z, const int *x, TYPE n) {          \
    long s = 0;                                                                \
    for (TYPE i = FIRST; i < n; i++)                                           \
      BODY return s;                                                           \
  }
#define BRACES(...) {__VA_ARGS__}

// Nothing in front of x[0].
BOTH(and_first, int, 0, BRACES(s += i > 0 && x[i] == x[i - 1]; y[i] = s;))
BOTH(or_first, size_t, 0, BRACES(s += i == 0 || x[i] != x[i - 1]; y[i] = s;))
BOTH(chosen, unsigned, 0, BRACES(s += i > 0 ? x[i - 1] : 0; y[i] = s;))
BOTH(counted, size_t, 0, BRACES(if (i != 0 && x[i] > x[i - 1]) s++; y[i] = s;))
// Nothing behind the last.
BOTH(before_last, int, 0, BRACES(s += i + 1 < n ? x[i + 1] : -1; y[i] = s;))
BOTH(long_index, long, 0, BRACES(if (!(i >= n - 1)) s += x[i + 1]; y[i] = s;))
BOTH(size_index, size_t, 0, BRACES(if (i + 1 < n) s += x[i + 1]; y[i] = s;))
// Both ends; the middle; only some.
BOTH(neighbours, int, 0,
     BRACES(if (i > 0 && i < n - 1) s += x[i - 1] + x[i + 1]; else s += 7;
            y[i] = s;))
BOTH(hole, int, 0, BRACES(if (i != 5) y[i] = x[i]; s++;))
BOTH(half, int, 0, BRACES(s += 2 * i < n ? x[i] : 1; y[i] = s;))
BOTH(later, int, 0, BRACES(s += i >= 10 ? x[i - 10] : 0; y[i] = s;))
// A constant that mentions the variable without using its value, and one that
// is larger than any signed number.
BOTH(sized, int, 0,
     BRACES(s += i + sizeof(i) < size_t(n) ? x[i + sizeof(i)] : 2; y[i] = s;))
BOTH(scaled, size_t, 0,
     BRACES(s += x[i * sizeof(x[i])]; y[i] = s;))
BOTH(unchosen, int, 0,
     BRACES(if (i + (0 ? i : 3) < n) s += x[i + (0 ? i : 3)]; y[i] = s;))
BOTH(largest, size_t, 0,
     BRACES(s += i < 18446744073709551615ull ? x[i] : 7; y[i] = s;))
// Stores behind guards.
BOTH(stores, int, 0,
     BRACES(s += x[i]; if (i > 0) z[i - 1] = s; if (i + 1 == n) z[i] = -1;
            y[i] = s;))
BOTH(in_place, int, 0, BRACES(if (i > 2) s += y[i]; y[i] = s;))
// Guards on data, where each iteration stores or reads the element anyhow.
BOTH(stored_anyhow, int, 0,
     BRACES(if (x[i] > 50) s += y[i]; y[i] = s; z[i] = x[i];))
BOTH(read_anyhow, size_t, 0,
     BRACES(const bool odd = i % 2 && x[i] > 40; s += odd + x[i];
            y[i] = s;))

template <typename Size>
static void check(long (*annotated)(int *, int *, const int *, Size),
                  long (*plain)(int *, int *, const int *, Size), size_t n,
                  size_t room) {
  int *x = BLOCK(int, room), *y = BLOCK(int, n), *y_want = BLOCK(int, n);
  int *z = BLOCK(int, n), *z_want = BLOCK(int, n);
  for (size_t i = 0; i < room; i++)
    x[i] = (int)scan_test_pick(i / 3, 0, 99);
  for (size_t i = 0; i < n; i++)
    y[i] = y_want[i] = (int)i;
  const long got = annotated(y, z, x, (Size)n);
  const long want = plain(y_want, z_want, x, (Size)n);
  CHECK_SAME(&got, &want, 1);
  CHECK_SAME(y, y_want, n);
  CHECK_SAME(z, z_want, n);
  free(x), free(y), free(y_want), free(z), free(z_want);
}
#define CHECK_LOOP(NAME, ROOM) check(NAME, NAME##_expected, n, ROOM)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    CHECK_LOOP(and_first, n);
    CHECK_LOOP(or_first, n);
    CHECK_LOOP(before_last, n);
    if (n > 11000)
      continue;
    CHECK_LOOP(chosen, n > 0 ? n - 1 : 0);
    CHECK_LOOP(counted, n);
    CHECK_LOOP(long_index, n);
    CHECK_LOOP(size_index, n);
    CHECK_LOOP(neighbours, n);
    CHECK_LOOP(hole, n);
    CHECK_LOOP(half, (n + 1) / 2);
    CHECK_LOOP(later, n > 10 ? n - 10 : 0);
    CHECK_LOOP(sized, n);
    CHECK_LOOP(scaled, 4 * n);
    CHECK_LOOP(unchosen, n);
    CHECK_LOOP(largest, n);
    CHECK_LOOP(stores, n);
    CHECK_LOOP(in_place, 0);
    CHECK_LOOP(stored_anyhow, n);
    CHECK_LOOP(read_anyhow, n);
  }
  return scan_test_passed();
}
