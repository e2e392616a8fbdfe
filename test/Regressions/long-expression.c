// RUN: %clang %opt -DEXPECTED -w -c %s -o %t.o
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %t.o %ompscan_libs -o %t
// RUN: %run %t

// Drivers that are made from Clang take 256 brackets inside of each other. An operator needs none
// around an operand that binds as it does.

#include "../Programs/Inputs/scan_test.h"

#ifdef EXPECTED
#define LOOP(NAME) void NAME##_expected(unsigned *y, const unsigned *x, int n)
#else
#define LOOP(NAME)                                                                                 \
  void NAME##_expected(unsigned *y, const unsigned *x, int n);                                     \
  static void NAME(unsigned *y, const unsigned *x, int n)
#endif
#define FOUR(A) A A A A
#define LONG(A) FOUR(FOUR(FOUR(A A A A A)))

LOOP(terms) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] LONG(+x[i - 1]);
}

LOOP(in_call) {
#pragma omp parallel for scan(^ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] ^ (x[i] LONG(+x[i] - 3 * i));
}

LOOP(factors) {
  unsigned p = 1;
#pragma omp parallel for scan(* : p)
  for (int i = 1; i < n; i++) {
    p *= x[i] LONG(*(x[i] | 1));
    y[i] = p;
  }
}

LOOP(choices) {
  unsigned s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += x[i];
    y[i] = LONG(x[i] == s ? x[i] + 1 :) s;
  }
}

LOOP(truths) {
  unsigned s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += x[i] == 3 LONG(|| x[i] == 4);
    y[i] = s LONG(<< 1 >> 1);
  }
}

#ifndef EXPECTED
int main(void) {
  enum { N = 30 };
  unsigned x[N], y[N], want[N];
  for (int i = 0; i < N; i++)
    x[i] = scan_test_pick(i, 0, 40);
#define COMPARE(NAME)                                                                              \
  memset(y, 1, sizeof y);                                                                          \
  memset(want, 1, sizeof want);                                                                    \
  NAME(y, x, N);                                                                                   \
  NAME##_expected(want, x, N);                                                                     \
  CHECK_SAME(y, want, N);
  COMPARE(terms)
  COMPARE(in_call)
  COMPARE(factors)
  COMPARE(choices)
  COMPARE(truths)
  return scan_test_passed();
}
#endif
