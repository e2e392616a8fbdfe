// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t

// Maxima and minima of negated integers. LLVM makes negated minima and maxima of
// them, and ptxas 13.0 lost the negation where it combined three operands.

#include "../Programs/Inputs/scan_test.h"

#define LOOPS(T, NAME)                                                         \
  static void highest##NAME(T *y, const T *x, int n) {                         \
    _Pragma("omp target parallel for scan(max : y)") for (int i = 1; i < n;    \
                                                          i++) y[i] =          \
        y[i - 1] >= (T) - x[i] ? y[i - 1] : (T) - x[i];                        \
  }                                                                            \
  static void lowest##NAME(T *y, const T *x, int n) {                          \
    _Pragma("omp target parallel for scan(min : y)") for (int i = 1; i < n;    \
                                                          i++) y[i] =          \
        y[i - 1] <= (T) - x[i] ? y[i - 1] : (T) - x[i];                        \
  }                                                                            \
  static T most##NAME(const T *x, int n) {                                     \
    T m = -100;                                                                \
    _Pragma("omp target parallel for reduction(max : m)") for (int i = 0;      \
                                                               i < n; i++) m = \
        m >= (T) - x[i] ? m : (T) - x[i];                                      \
    return m;                                                                  \
  }                                                                            \
  static void check##NAME(int n) {                                             \
    T *x = BLOCK(T, n), *y = BLOCK(T, n), *z = BLOCK(T, n);                    \
    for (int i = 0; i < n; i++)                                                \
      x[i] = (T)scan_test_pick(i + n, 0, 4);                                   \
    T high = y[0] = -50, low = z[0] = 50, most = -100;                         \
    T last = 0;                                                                \
    _Pragma("omp target data map(to : x[0 : n]) map(tofrom : y[0 : n], z[0 : n])") {  \
      highest##NAME(y, x, n);                                                  \
      lowest##NAME(z, x, n);                                                   \
      last = most##NAME(x, n);                                                 \
    }                                                                          \
    for (int i = 0; i < n; i++) {                                              \
      most = most > (T)-x[i] ? most : (T)-x[i];                                \
      if (i > 0 && (T)-x[i] > high)                                            \
        high = (T)-x[i];                                                       \
      if (i > 0 && (T)-x[i] < low)                                             \
        low = (T)-x[i];                                                        \
      if (y[i] != high || z[i] != low) {                                       \
        printf(#NAME ", n %d: [%d] is %d, %d, not %d, %d\n", n, i, (int)y[i],  \
               (int)z[i], (int)high, (int)low);                                \
        exit(1);                                                               \
      }                                                                        \
    }                                                                          \
    if (last != most) {                                                        \
      printf(#NAME ", n %d: %d, not %d\n", n, (int)last, (int)most);           \
      exit(1);                                                                 \
    }                                                                          \
    free(x);                                                                   \
    free(y);                                                                   \
    free(z);                                                                   \
  }

LOOPS(int, Int)
LOOPS(short, Short)
LOOPS(signed char, Char)
LOOPS(long, Long)

int main(void) {
  const int sizes[] = {2, 50, 144, 1000, 5000, 20011};
  for (int i = 0; i < 6; i++) {
    checkInt(sizes[i]);
    checkShort(sizes[i]);
    checkChar(sizes[i]);
    checkLong(sizes[i]);
  }
  return 0;
}
