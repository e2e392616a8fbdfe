/* RECURRENCE(NAME, T, CLAUSE, BODY) defines NAME() with the directive and
 * NAME_expected() without it: a loop over i from 1 with inputs a, b and c, and
 * arrays y and z of type T, and a scalar v that begins as *last. */
#include "scan_test.h"

#define RECURRENCE_LOOP(NAME, T, DIRECTIVE, ...)                               \
  static void NAME(T *y, T *z, const T *a, const T *b, const int *c, int n,    \
                   T *last) {                                                  \
    T v = *last;                                                               \
    (void)y, (void)z, (void)a, (void)b, (void)c, (void)v;                      \
    DIRECTIVE                                                                  \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
    *last = v;                                                                 \
  }

#define RECURRENCE(NAME, T, CLAUSE, ...)                                       \
  RECURRENCE_LOOP(NAME, T,                                                     \
                  PRAGMA(omp target parallel for                               \
                         map(to : a[0:n], b[0:n], c[0:n])                      \
                         map(tofrom : y[0:n], z[0:n]) CLAUSE),                 \
                  __VA_ARGS__)                                                 \
  RECURRENCE_LOOP(NAME##_expected, T, , __VA_ARGS__)

/* Runs both on inputs A and B, which may use k, and compares them by CHECK. */
#define RUN_RECURRENCE(NAME, T, A, B, CHECK)                                   \
  FOR_EACH_SIZE(n) {                                                           \
    T *a = BLOCK(T, n), *b = BLOCK(T, n);                                      \
    T *y = BLOCK(T, n), *z = BLOCK(T, n);                                      \
    T *y_want = BLOCK(T, n), *z_want = BLOCK(T, n);                            \
    int *c = BLOCK(int, n);                                                    \
    for (size_t k = 0; k < n; k++) {                                           \
      a[k] = (T)(A), b[k] = (T)(B);                                            \
      c[k] = scan_test_hash(k + 7) % 11 == 0;                                  \
    }                                                                          \
    if (n)                                                                     \
      y[0] = y_want[0] = z[0] = z_want[0] = 1;                                 \
    T last = 1, last_want = 1;                                                 \
    NAME(y, z, a, b, c, (int)n, &last);                                        \
    NAME##_expected(y_want, z_want, a, b, c, (int)n, &last_want);              \
    CHECK(y, y_want, n);                                                       \
    CHECK(z, z_want, n);                                                       \
    CHECK(&last, &last_want, 1);                                               \
    free(a), free(b), free(c);                                                 \
    free(y), free(z), free(y_want), free(z_want);                              \
  }

/* Runs the statements on inputs A and B, which may use k, and on arrays y and z
 * and y_want and z_want, and compares these by CHECK. */
#define RUN_ON_ARRAYS(T, A, B, CHECK, ...)                                     \
  FOR_EACH_SIZE(n) {                                                           \
    T *a = BLOCK(T, n), *b = BLOCK(T, n);                                      \
    T *y = BLOCK(T, n), *z = BLOCK(T, n);                                      \
    T *y_want = BLOCK(T, n), *z_want = BLOCK(T, n);                            \
    for (size_t k = 0; k < n; k++) {                                           \
      a[k] = (T)(A), b[k] = (T)(B);                                            \
      y[k] = y_want[k] = z[k] = z_want[k] = b[k];                              \
    }                                                                          \
    __VA_ARGS__                                                                \
    CHECK(y, y_want, n);                                                       \
    CHECK(z, z_want, n);                                                       \
    free(a), free(b), free(y), free(z), free(y_want), free(z_want);            \
  }

/* All elements are within EPSILON times a bound of what accumulates. */
#define CHECK_WITHIN(GOT, WANT, COUNT, EPSILON)                                \
  do                                                                           \
    for (size_t at = 0; at < (size_t)(COUNT); ++at)                            \
      if (!(fabs((double)(GOT)[at] - (double)(WANT)[at]) <= 400 * (EPSILON)))  \
        scan_test_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, #GOT, at,      \
                       (GOT)[at], (WANT)[at]);                                 \
  while (0)
#define CHECK_FLOAT(GOT, WANT, COUNT)                                          \
  CHECK_WITHIN(GOT, WANT, COUNT, FLT_EPSILON)
#define CHECK_DOUBLE(GOT, WANT, COUNT)                                         \
  CHECK_WITHIN(GOT, WANT, COUNT, 100 * DBL_EPSILON)

/* In (0, 1), and a factor of at most 0.9. */
#define UNIT (scan_test_pick(k, 1, 999) / 1000.0)
#define FACTOR (scan_test_pick(k, 1, 900) / 1000.0)
