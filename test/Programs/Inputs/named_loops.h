/* Loops that are written once and compiled twice: with a directive, and as the
 * plain sequential loops that they are compared with. */
#ifndef NAMED_LOOPS_H
#define NAMED_LOOPS_H

#include "scan_test.h"

/* n iterations use at most 4 * n + 16 elements of each array. */
typedef struct {
  long *x, *y, *z;
  int *index;
  int n, r;
  long result;
} Arrays;

#define LOOP(NAME, CLAUSES, ...)                                               \
  static void NAME(long *x, long *y, long *z, const int *index, int n, int r,  \
                   long *result) {                                             \
    long s = 0;                                                                \
    PRAGMA(omp CLAUSES)                                                        \
    __VA_ARGS__                                                                \
    *result = s;                                                               \
    (void)x, (void)y, (void)z, (void)index, (void)n, (void)r;                  \
  }                                                                            \
  static void NAME##_expected(long *x, long *y, long *z, const int *index,     \
                              int n, int r, long *result) {                    \
    long s = 0;                                                                \
    __VA_ARGS__                                                                \
    *result = s;                                                               \
    (void)x, (void)y, (void)z, (void)index, (void)n, (void)r;                  \
  }

typedef void NamedLoop(long *, long *, long *, const int *, int, int, long *);

static Arrays arrays_new(size_t n) {
  const size_t count = 4 * n + 16;
  Arrays a = {(long *)malloc(count * sizeof(long)),
              (long *)malloc(count * sizeof(long)),
              (long *)malloc(count * sizeof(long)),
              (int *)malloc(count * sizeof(int)),
              (int)n,
              2,
              -1};
  for (size_t i = 0; i < count; i++) {
    a.x[i] = scan_test_pick(i, -9, 9);
    a.y[i] = scan_test_pick(i + 7, -1000, 1000);
    a.z[i] = -77;
    a.index[i] = (int)scan_test_pick(i + 3, 0, n == 0 ? 0 : (long)n - 1);
  }
  return a;
}

static void arrays_free(Arrays a) {
  free(a.x);
  free(a.y);
  free(a.z);
  free(a.index);
}

static void check_named_loop(const char *name, NamedLoop *loop,
                             NamedLoop *expected) {
  static const size_t sizes[] = {0, 1, 2, 5, 13, 257, 2049, 10007};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const size_t n = sizes[k], bytes = (4 * n + 16) * sizeof(long);
    Arrays a = arrays_new(n), b = arrays_new(n);
    loop(a.x, a.y, a.z, a.index, a.n, a.r, &a.result);
    expected(b.x, b.y, b.z, b.index, b.n, b.r, &b.result);
    if (a.result != b.result || memcmp(a.x, b.x, bytes) != 0 ||
        memcmp(a.y, b.y, bytes) != 0 || memcmp(a.z, b.z, bytes) != 0) {
      printf("%s is wrong with %zu iterations\n", name, n);
      exit(1);
    }
    arrays_free(a);
    arrays_free(b);
  }
}

#define CHECK_LOOP(NAME) check_named_loop(#NAME, NAME, NAME##_expected)

#endif /* NAMED_LOOPS_H */
