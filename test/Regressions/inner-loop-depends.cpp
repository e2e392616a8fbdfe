// RUN: %verify %s
// RUN: %clangxx %opt -DSTORED %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %clangxx %opt -DPASSES %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t

// What an inner loop computes depends on a scan item where the item says when
// the loop ends, by way of any number of variables: it may be stored, but not
// be put into another item, unless there can be several passes.

#include "../Programs/Inputs/scan_test.h"

enum { N = 1500 };
static int *x, *y;

#ifdef STORED
#define USE(VALUE) y[i] = VALUE
#define WANT(VALUE) want = VALUE
#else
#define USE(VALUE) b += VALUE
#endif

// clang-format off
#define LEFT(USES)                                                             \
  s += x[i];                                                                   \
  int t = 0;                                                                   \
  for (int j = 0; j < 4; j++) {                                                \
    if (s % 3 == j)                                                            \
      break;                                                                   \
    t += j + 1;                                                                \
  }                                                                            \
  USES(t)

#define SKIPPED(USES)                                                          \
  s += x[i];                                                                   \
  int t = 0;                                                                   \
  for (int j = 0; j < 4; j++) {                                                \
    switch (s % 3) {                                                           \
    case 1:                                                                    \
      if (j == 1)                                                              \
        continue;                                                              \
    }                                                                          \
    t += j + 1;                                                                \
  }                                                                            \
  USES(t)

#define HANDED_ON(USES)                                                        \
  s += x[i];                                                                   \
  int t = 0, u = 0, v = 0, w = 0;                                              \
  for (int j = 0; j < 5; j++) {                                                \
    w = v;                                                                     \
    v = u;                                                                     \
    u = t;                                                                     \
    t = s;                                                                     \
  }                                                                            \
  USES(w)

#define AT_HEAD(USES)                                                          \
  s += x[i];                                                                   \
  int t = 0, u = 0;                                                            \
  for (int j = 0; j < u + 3 && j < 10; j++) {                                  \
    t += 1;                                                                    \
    u = s % 4;                                                                 \
  }                                                                            \
  USES(t)

#define ONE_ROUND(USES)                                                        \
  s += x[i];                                                                   \
  int t = s;                                                                   \
  int u = 0;                                                                   \
  for (int j = 0; j < 1; j++) {                                                \
    u = t;                                                                     \
    t = x[i];                                                                  \
  }                                                                            \
  USES(u)

#define OPERAND(USES)                                                          \
  s += x[i];                                                                   \
  int t = 1;                                                                   \
  (void)(s % 3 == 0 && (t = x[i] + 2));                                        \
  USES(t)

#define REFERENCE(USES)                                                        \
  s += x[i];                                                                   \
  int t = x[i];                                                                \
  const int &r = t;                                                            \
  t = s;                                                                       \
  USES(r)
// clang-format on

#ifdef STORED
#define LOOP(BODY)                                                             \
  {                                                                            \
    int s = 5;                                                                 \
    PRAGMA(omp parallel for scan(+ : s))                                       \
    for (int i = 0; i < N; i++) {                                              \
      BODY(USE);                                                               \
    }                                                                          \
    s = 5;                                                                     \
    for (int i = 0; i < N; i++) {                                              \
      int want;                                                                \
      BODY(WANT);                                                              \
      CHECK_SAME(&y[i], &want, 1);                                             \
    }                                                                          \
  }
#elif defined(PASSES)
#define LOOP(BODY)                                                             \
  {                                                                            \
    int s = 5, b = 0;                                                          \
    PRAGMA(omp parallel for scan(+ : s, b))                                    \
    for (int i = 0; i < N; i++) {                                              \
      BODY(USE);                                                               \
    }                                                                          \
    const int s_got = s, b_got = b;                                            \
    s = 5, b = 0;                                                              \
    for (int i = 0; i < N; i++) {                                              \
      BODY(USE);                                                               \
    }                                                                          \
    CHECK_SAME(&s_got, &s, 1);                                                 \
    CHECK_SAME(&b_got, &b, 1);                                                 \
  }
#else
#define LOOP(BODY)                                                             \
  {                                                                            \
    int s = 5, b = 0;                                                          \
    PRAGMA(omp target parallel for nowait scan(+ : s, b))                      \
    for (int i = 0; i < N; i++) {                                              \
      BODY(USE);                                                               \
    }                                                                          \
  }
#endif

int main() {
  x = BLOCK(int, N);
  y = BLOCK(int, N);
  for (int i = 0; i < N; i++)
    x[i] = (int)scan_test_pick(i, 0, 9);
#ifndef PASSES // An iteration may not be left early then.
  LOOP(LEFT)      // expected-error {{OS048}}
  LOOP(SKIPPED)   // expected-error {{OS048}}
  LOOP(REFERENCE) // expected-error {{OS048}}
#endif
  LOOP(HANDED_ON) // expected-error {{OS048}}
  LOOP(AT_HEAD)   // expected-error {{OS048}}
  LOOP(ONE_ROUND) // expected-error {{OS048}}
  LOOP(OPERAND)   // expected-error {{OS048}}
#if !defined(STORED) && !defined(PASSES)
  // The second round reads what the first one has stored.
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    int t = 0;
    for (int j = 0; j < 2; j++) {
      t += y[i]; // expected-error {{OS057}}
      y[i] = x[i];
    }
    s += t;
  }
#endif
  return scan_test_passed();
}
