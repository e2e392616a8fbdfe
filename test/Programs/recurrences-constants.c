// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t 4200
// RUN: %long env OMPSCAN_ALGORITHM=three-kernel %run_tiny %t 4200
// RUN: %run_oclgrind %t 20
// RUN: %long %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 400
// RUN: %clang -O2 -ffast-math %s %ompscan_flags %ompscan_libs -lm -o %t.fast
// RUN: %run_tiny %t.fast 4200

// Functions that are constant: resets, and the heads of the rows of a collapse. What is in front of
// them does not matter, infinity and NaN neither, but 0 * v is NaN if v is one of these. A function
// whose factor is NaN is NaN everywhere.

#include "Inputs/scan_test.h"

/* -ffast-math promises that there are numbers only. */
#if __FINITE_MATH_ONLY__
#define LARGEST 1000
#define NO_NUMBER -2000
#define NO_FACTOR 1
#define MINUS_ZERO 0
#else
#define LARGEST INFINITY
#define NO_NUMBER NAN
#define NO_FACTOR NAN
#define MINUS_ZERO -0.0
#endif

#define IS_INTEGER(T) ((T)1.5 == 1)

/* Sums and products of these are exact. Summands are not 0, since the sign of a
 * sum that is 0 depends on the order. */
static long summand(size_t k) {
  const long x = scan_test_pick(k, -9, 8);
  return x < 0 ? x : x + 1;
}
#define KIND(K) (scan_test_hash(K) % 64)
#define FACTOR(T, K)                                                           \
  (KIND(K) < 6     ? (T)0                                                      \
   : KIND(K) < 8   ? (T)(IS_INTEGER(T) ? 5 : NO_FACTOR)                        \
   : KIND(K) == 8  ? (T)(IS_INTEGER(T) ? 7 : -NO_FACTOR)                       \
   : KIND(K) < 20  ? (T)-1                                                     \
                   : (T)1)
#define SUMMAND(T, K)                                                          \
  ((T)(KIND((K) + 100) == 0 && !IS_INTEGER(T) ? LARGEST : summand((K) + 100)))
#define START(T, K)                                                            \
  ((T)(IS_INTEGER(T) || KIND((K) + 200) > 36                                   \
           ? scan_test_pick((K) + 200, -9, 9)                                  \
       : KIND((K) + 200) < 9  ? LARGEST                                        \
       : KIND((K) + 200) < 18 ? NO_NUMBER                                      \
                              : MINUS_ZERO))

/* The same bytes, or any NaN for NaN. */
#define CHECK_ALIKE(GOT, WANT, COUNT)                                          \
  do                                                                           \
    for (size_t at = 0; at < (size_t)(COUNT); ++at)                            \
      if (memcmp(&(GOT)[at], &(WANT)[at], sizeof *(GOT)) != 0 &&               \
          !((GOT)[at] != (GOT)[at] && (WANT)[at] != (WANT)[at]))               \
        scan_test_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, #GOT, at,      \
                       (long double)(GOT)[at], (long double)(WANT)[at]);       \
  while (0)

/* Defines NAME_T and its reference, for h rows of w. */
#define LOOP_AS(NAME, T, DIRECTIVE, ...)                                       \
  static void NAME(T *y, T *z, const T *a, const T *b, const T *s,             \
                   const int *c, int h, int w, T *last) {                      \
    T v = *last;                                                               \
    (void)a, (void)b, (void)s, (void)c, (void)z, (void)v;                      \
    DIRECTIVE __VA_ARGS__                                                      \
    *last = v;                                                                 \
  }
#define LOOP(NAME, T, CLAUSES, ...)                                            \
  LOOP_AS(NAME##_##T, T,                                                       \
          PRAGMA(omp target parallel for                                       \
                 map(to : a[0:h*w], b[0:h*w], s[0:h*w], c[0:h*w])              \
                 map(tofrom : y[0:h*w], z[0:h*w]) CLAUSES), __VA_ARGS__)       \
  LOOP_AS(NAME##_##T##_expected, T, , __VA_ARGS__)

#define SEQUENCE(FIRST) for (int i = FIRST; i < h * w; i++)
#define ROWS(FIRST)                                                            \
  for (int r = 0; r < h; r++)                                                  \
    for (int i = FIRST; i < w; i++)
#define AT r *w + i
#define LESS(A, B) ((A) < (B) ? (A) : (B))
#define MORE(A, B) ((A) > (B) ? (A) : (B))

#define RUN(NAME, T)                                                           \
  {                                                                            \
    const size_t n = (size_t)h * (size_t)w;                                    \
    T *y = BLOCK(T, n), *z = BLOCK(T, n);                                      \
    T *y_want = BLOCK(T, n), *z_want = BLOCK(T, n);                            \
    T *a = BLOCK(T, n), *b = BLOCK(T, n), *s = BLOCK(T, n);                    \
    int *c = BLOCK(int, n);                                                    \
    for (size_t k = 0; k < n; k++) {                                           \
      a[k] = FACTOR(T, k), b[k] = SUMMAND(T, k);                               \
      y[k] = y_want[k] = z[k] = z_want[k] = s[k] = START(T, k);                \
      c[k] = scan_test_hash(k + 7) % 11 == 0;                                  \
    }                                                                          \
    T last = 1, last_want = 1;                                                 \
    NAME##_##T(y, z, a, b, s, c, h, w, &last);                                 \
    NAME##_##T##_expected(y_want, z_want, a, b, s, c, h, w, &last_want);       \
    CHECK_ALIKE(y, y_want, n);                                                 \
    CHECK_ALIKE(z, z_want, n);                                                 \
    CHECK_ALIKE(&last, &last_want, 1);                                         \
    free(y), free(z), free(y_want), free(z_want);                              \
    free(a), free(b), free(s), free(c);                                        \
  }

#define LOOPS_OF_NUMBERS(T)                                                    \
  LOOP(reset, T, scan(affine : v), SEQUENCE(0) {                               \
    z[i] = v;                                                                  \
    if (c[i])                                                                  \
      v = s[i];                                                                \
    else                                                                       \
      v = a[i] * v + b[i];                                                     \
    y[i] = v;                                                                  \
  })                                                                           \
  LOOP(reset_in_front, T, scan(affine : v), SEQUENCE(0) {                      \
    if (c[i])                                                                  \
      v = s[i];                                                                \
    v = a[i] * v + b[i];                                                       \
    y[i] = v;                                                                  \
  })                                                                           \
  LOOP(kept, T, scan(affine : v), SEQUENCE(0) {                                \
    if (c[i])                                                                  \
      v = s[i];                                                                \
    else if (b[i] > 4)                                                         \
      v *= a[i] * a[i];                                                        \
    y[i] = v;                                                                  \
  })                                                                           \
  LOOP(chosen, T, scan(affine : y), SEQUENCE(1) {                              \
    y[i] = c[i] ? s[i] : b[i] - a[i] * y[i - 1];                               \
  })                                                                           \
  LOOP(infinite, T, scan(affine : v), SEQUENCE(0) {                            \
    const T factor = i % 3 == 1 ? LARGEST : i % 3 == 2 ? 0 : 1;                \
    const T x = b[i] < 0 ? -b[i] : b[i];                                       \
    if (c[i] && i % 3 == 0)                                                    \
      v = x;                                                                   \
    else                                                                       \
      v = factor * v + x;                                                      \
    y[i] = v;                                                                  \
  })                                                                           \
  LOOP(reset_rows, T, collapse(2) scan(affine : v), ROWS(0) {                  \
    if (i == 0)                                                                \
      v = s[AT];                                                               \
    v = a[AT] * v + b[AT];                                                     \
    y[AT] = v;                                                                 \
  })                                                                           \
  LOOP(rows_and_all, T, collapse(2) scan(affine : y, v), ROWS(1) {             \
    y[AT] = a[AT] * y[AT - 1] + b[AT];                                         \
    v = c[AT] ? b[AT] : v - b[AT];                                             \
    z[AT] = v;                                                                 \
  })
#define RUN_NUMBERS(T)                                                         \
  RUN(reset, T)                                                                \
  RUN(reset_in_front, T)                                                       \
  RUN(kept, T)                                                                 \
  RUN(chosen, T)                                                               \
  RUN(infinite, T)                                                             \
  RUN(reset_rows, T)                                                           \
  RUN(rows_and_all, T)

#define LOOPS_OF_ROWS(T)                                                       \
  LOOP(rows, T, collapse(2) scan(affine : y),                                  \
       ROWS(1) y[AT] = a[AT] * y[AT - 1] + b[AT];)                             \
  LOOP(rows_before, T, collapse(2) scan(affine : y), ROWS(1) {                 \
    z[AT] = y[AT - 1];                                                         \
    y[AT] = c[AT] ? s[AT] : b[AT] + a[AT] * y[AT - 1];                         \
  })                                                                           \
  LOOP(rows_of_two, T, collapse(2) scan(affine : y) scan(+ : z), ROWS(1) {     \
    z[AT] = z[AT - 1] + b[AT];                                                 \
    y[AT] = a[AT] * y[AT - 1] - b[AT];                                         \
  })                                                                           \
  LOOP(last_rows, T, collapse(2) scan(last : y),                               \
       ROWS(1) y[AT] = c[AT] ? b[AT] : y[AT - 1];)                             \
  LOOP(bounded_rows, T, collapse(2) scan(maxplus : y), ROWS(1) {               \
    const T x = b[AT] > 9 ? 9 : b[AT];                                         \
    y[AT] = LESS(MORE(y[AT - 1] + x, 0), 99);                                  \
  })
#define RUN_ROWS(T)                                                            \
  RUN(rows, T)                                                                 \
  RUN(rows_before, T)                                                          \
  RUN(rows_of_two, T)                                                          \
  RUN(last_rows, T)                                                            \
  RUN(bounded_rows, T)

LOOPS_OF_NUMBERS(float)
LOOPS_OF_NUMBERS(double)
LOOPS_OF_ROWS(float)
LOOPS_OF_ROWS(int)

LOOP(bits_rows, int, collapse(2) scan(bits : y),
     ROWS(1) y[AT] = (y[AT - 1] & s[AT]) ^ b[AT];)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  static const int shapes[][2] = {{0, 5},    {7, 0},   {1, 1},    {1, 2},
                                  {2, 1},    {2, 2},   {5, 4},    {11, 30},
                                  {300, 14}, {2, 2100}, {4099, 1}, {3, 5000},
                                  {9000, 2}, {1, 70000}};
  for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
    const int h = shapes[shape][0], w = shapes[shape][1];
    scan_test_size = (size_t)h * 1000000 + (size_t)w;
    if ((size_t)h * (size_t)w > scan_test_limit)
      continue;
    RUN_NUMBERS(float)
    RUN_NUMBERS(double)
    RUN_ROWS(float)
    RUN_ROWS(int)
    RUN(bits_rows, int)
  }
  return scan_test_passed();
}
