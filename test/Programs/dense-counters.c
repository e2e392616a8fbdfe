// RUN: %clang %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t 5003
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t 5003 meet
// RUN: %long %run_tiny %t 5003
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %long %run %t.asan 1025

// Several stores of an iteration at one counter, into arrays without a map: all
// elements that the counter passes are stored, and no others.

#include "Inputs/scan_test.h"
#include <stdlib.h>
#include <string.h>

struct pair {
  int key, value;
};

#define LOOPS(NAME, SCAN)                                                                          \
  static int quoted_##NAME(char *out, const int *x, int n) {                                       \
    int k = 0;                                                                                     \
    SCAN(+ : k)                                                                                    \
    for (int i = 0; i < n; i++) {                                                                  \
      if (x[i] % 3 == 0)                                                                           \
        out[k++] = '\\';                                                                           \
      out[k++] = (char)x[i];                                                                       \
    }                                                                                              \
    return k;                                                                                      \
  }                                                                                                \
  static int lengths_##NAME(char *out, const int *x, int n) {                                      \
    int k = 5;                                                                                     \
    SCAN(+ : k)                                                                                    \
    for (int i = n - 1; i >= 0; i--) {                                                             \
      if (x[i] < 300) {                                                                            \
        out[k - 2] = (char)x[i];                                                                   \
        k++;                                                                                       \
      } else if (x[i] < 600) {                                                                     \
        out[k - 2] = (char)(x[i] >> 4);                                                            \
        out[k - 1] = (char)(x[i] & 15);                                                            \
        k += 2;                                                                                    \
      } else {                                                                                     \
        out[k] = 2;                                                                                \
        k += 3;                                                                                    \
        out[k - 5] = 1;                                                                            \
        out[k - 4] = (char)x[i];                                                                   \
      }                                                                                            \
    }                                                                                              \
    return k;                                                                                      \
  }                                                                                                \
  static int cases_##NAME(char *out, const int *x, int n) {                                        \
    int k = 0;                                                                                     \
    SCAN(+ : k)                                                                                    \
    for (int i = 0; i < n; i++) {                                                                  \
      switch (x[i] & 7) {                                                                          \
      case 0:                                                                                      \
        out[k++] = 10;                                                                             \
        out[k++] = 11;                                                                             \
        break;                                                                                     \
      case 1:                                                                                      \
        out[k++] = 20;                                                                             \
        break;                                                                                     \
      case 2:                                                                                      \
        break;                                                                                     \
      default:                                                                                     \
        out[k++] = (char)x[i];                                                                     \
        out[k++] = 1;                                                                              \
        out[k++] = 2;                                                                              \
      }                                                                                            \
    }                                                                                              \
    return k;                                                                                      \
  }                                                                                                \
  static int members_##NAME(struct pair *out, const int *x, int n) {                               \
    int k = -1;                                                                                    \
    SCAN(+ : k)                                                                                    \
    for (int i = 0; i < n; i++) {                                                                  \
      if (x[i] > 500) {                                                                            \
        k++;                                                                                       \
        out[k].key = i;                                                                            \
        out[k].value = -1;                                                                         \
      }                                                                                            \
      if (x[i] & 1) {                                                                              \
        ++k;                                                                                       \
        out[k].value = x[i];                                                                       \
        out[k].key = 2 * i;                                                                        \
      }                                                                                            \
    }                                                                                              \
    return k;                                                                                      \
  }                                                                                                \
  static int shared_##NAME(int *out, const int *x, int n, int m) {                                 \
    unsigned a = 0;                                                                                \
    long b = 0;                                                                                    \
    SCAN(+ : a, b)                                                                                 \
    for (int i = 0; i < n; i++) {                                                                  \
      if (x[i] & 2) {                                                                              \
        out[a++] = x[i];                                                                           \
        out[a++] = i;                                                                              \
      }                                                                                            \
      if (x[i] & 4)                                                                                \
        out[m + b++] = -x[i];                                                                      \
    }                                                                                              \
    return (int)(a * 1000 + b);                                                                    \
  }

#define PARALLEL(...) PRAGMA(omp parallel for scan(__VA_ARGS__))
#define SEQUENTIAL(...)
LOOPS(parallel, PARALLEL)
LOOPS(sequential, SEQUENTIAL)

enum { PerIteration = 3 };

static void check(const char *name, size_t n, const void *got, const void *want, size_t size,
                  int k, int expected) {
  if (k != expected)
    scan_test_fail(__FILE__, __LINE__, name, "k", n, k, expected);
  for (size_t i = 0; i < size; i++)
    if (((const char *)got)[i] != ((const char *)want)[i])
      scan_test_fail(__FILE__, __LINE__, name, "out", i, ((const char *)got)[i],
                     ((const char *)want)[i]);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const size_t sizes[] = {0, 1, 2, 13, 144, 1025, 5003, 40000};
  for (size_t at = 0; at < sizeof sizes / sizeof *sizes && sizes[at] <= scan_test_limit; at++) {
    const int n = (int)sizes[at];
    scan_test_size = sizes[at];
    int *x = malloc((size_t)(n + 1) * sizeof(int));
    for (int i = 0; i < n; i++)
      x[i] = (int)scan_test_pick((size_t)i, 0, 1000);
    const size_t size = (size_t)(PerIteration * n + 8) * sizeof(struct pair);
    char *got = malloc(size), *want = malloc(size);
#define BOTH(NAME, TYPE, ...)                                                                      \
  do {                                                                                             \
    memset(got, 0x5a, size);                                                                       \
    memset(want, 0x5a, size);                                                                      \
    const int k = NAME##_parallel((TYPE *)got, x, n __VA_ARGS__);                                  \
    check(#NAME, sizes[at], got, want, size, k, NAME##_sequential((TYPE *)want, x, n __VA_ARGS__)); \
  } while (0)
    BOTH(quoted, char, );
    BOTH(lengths, char, );
    BOTH(cases, char, );
    BOTH(members, struct pair, );
    BOTH(shared, int, , 2 * n);
    // Ranges that meet, and what is stored is read by another name: the host runs
    // the loop.
    if (argc > 2)
      BOTH(shared, int, , n / 2);
    int *own = malloc((size_t)(3 * n + 1) * sizeof(int)), *other;
    other = malloc((size_t)(3 * n + 1) * sizeof(int));
    for (int i = 0; i < 3 * n; i++)
      own[i] = other[i] = (int)scan_test_pick((size_t)i, 0, 1000);
    if (argc > 2) {
      const int k = quoted_parallel((char *)own, own, n);
      const int expected = quoted_sequential((char *)other, other, n);
      check("alias", sizes[at], own, other, (size_t)(3 * n) * sizeof(int), k, expected);
    }
    free(own);
    free(other);
    free(x);
    free(got);
    free(want);
  }
  return scan_test_passed();
}
