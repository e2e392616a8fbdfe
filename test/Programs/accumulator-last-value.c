// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run %t 5000
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 5000
// RUN: not %run %t overlap 2>&1 | %filecheck %s
// CHECK: some iterations use elements of out that other iterations store

// Stores at the value of a counter in every iteration: the last iteration with
// that value counts. Outputs have exactly the elements that are stored; those
// around them keep their bytes.

#include "Inputs/scan_test.h"

/* Each loop twice: annotated, and as plain sequential code. */
#define BOTH(NAME, N_MAPS, N_BODY)                                             \
  static long NAME(int *out, const int *x, int n, long m, int start) {         \
    int k = start;                                                             \
    PRAGMA(omp target N_MAPS)                                                  \
    PRAGMA(omp parallel for scan(+ : k))                                       \
    for (int i = 0; i < n; i++)                                                \
      N_BODY                                                                   \
    return k;                                                                  \
  }                                                                            \
  static long NAME##_expected(int *out, const int *x, int n, int start) {      \
    int k = start;                                                             \
    for (int i = 0; i < n; i++)                                                \
      N_BODY                                                                   \
    return k;                                                                  \
  }

#define MAP_X map(to : x [0:n])
#define BRACES(...) {__VA_ARGS__}

/* Before the update. */
BOTH(keep_last, MAP_X, BRACES(out[k] = x[i]; k += x[i] > 50;))
BOTH(under_if, MAP_X, BRACES(out[k] = i; if (x[i] > 50) k++;))
BOTH(by_two, MAP_X,
     BRACES(int big = x[i] > 50; out[k + 1] = i; k += big ? 2 : 0;))
BOTH(either, MAP_X,
     BRACES(out[k] = x[i]; if (x[i] > 90) k++; else if (x[i] < 5) k += 1;))
/* After it. */
BOTH(unique, MAP_X, BRACES(k += i == 0 || x[i] != x[i - 1]; out[k] = x[i];))
BOTH(unique_minus, MAP_X,
     BRACES(if (i == 0 || x[i] != x[i - 1]) k++; out[k - 1] = i;))
BOTH(last_of, MAP_X, BRACES(k += x[i] & 64; out[2 * k + 1] = i;))
/* Under the update's condition, where no two iterations meet. */
BOTH(pre_increment, MAP_X, BRACES(if (x[i] > 50) out[++k] = x[i];))
BOTH(interleaved, MAP_X, BRACES(if (x[i] > 50) {
       out[2 * k] = x[i];
       out[2 * k + 1] = i;
       k++;
     }))
BOTH(behind, MAP_X, BRACES(if (x[i] > 50) {
       k += 3;
       out[k - 1] = x[i];
     }))
/* Where a map says how much there is. */
BOTH(from_the_back, MAP_X map(tofrom : out [0:m]),
     BRACES(if (x[i] > 50) out[--k] = x[i];))
BOTH(far, MAP_X map(tofrom : out [0:m]),
     BRACES(out[k + n] = x[i]; k += x[i] > 50;))

typedef long Annotated(int *, const int *, int, long, int);
typedef long Plain(int *, const int *, int, int);

static void check(Annotated *annotated, Plain *plain, const int *x, int n,
                  int start, long room) {
  int *got = BLOCK(int, room), *want = BLOCK(int, room);
  const long k = annotated(got, x, n, room, start);
  const long k_want = plain(want, x, n, start);
  CHECK_SAME(&k, &k_want, 1);
  CHECK_SAME(got, want, room);
  free(got), free(want);
}
#define CHECK_LOOP(NAME, START, ROOM)                                          \
  check(NAME, NAME##_expected, x, size, START, ROOM)

/* Only the elements that are stored exist. */
static void check_exact(const int *x, int n) {
  int *all = BLOCK(int, n + 2);
  const long last = unique_expected(all, x, n, -1);
  int *got = BLOCK(int, last + 1);
  unique(got, x, n, 0, -1);
  CHECK_SAME(got, all, last + 1);
  free(got);
  /* No element behind the last one where the last iteration moves on. */
  long count = keep_last_expected(all, x, n, 0);
  if (n != 0 && x[n - 1] <= 50)
    count++;
  got = BLOCK(int, count);
  keep_last(got, x, n, 0, 0);
  CHECK_SAME(got, all, count);
  free(got), free(all);
}

static void overlap(void) {
  int out[8] = {0}, a = 0, b = 0;
#pragma omp parallel for scan(+ : a, b)
  for (int i = 0; i < 8; i++)
    if (i & 1)
      out[a++] = i;
    else
      out[b++] = i;
  printf("%d %d %d\n", out[0], a, b);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "overlap") == 0) {
    overlap();
    return 0;
  }
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    const int size = (int)n;
    for (int kind = 0; kind < 3; kind++) {
      int *x = BLOCK(int, n);
      for (size_t i = 0; i < n; i++)
        x[i] = kind == 0   ? (int)scan_test_pick(i / 3, 0, 99)
               : kind == 1 ? 99
                           : (int)(i % 1000 == 7) * 99;
      CHECK_LOOP(keep_last, 3, size + 5);
      CHECK_LOOP(unique, 2, size + 5);
      CHECK_LOOP(under_if, 0, size + 1);
      check_exact(x, size);
      if (n < 6000) {
        CHECK_LOOP(by_two, 1, 2 * size + 5);
        CHECK_LOOP(either, 0, size + 1);
        CHECK_LOOP(unique_minus, 0, size + 1);
        CHECK_LOOP(last_of, 0, 128 * size + 2);
        CHECK_LOOP(pre_increment, -1, size + 1);
        CHECK_LOOP(interleaved, 1, 2 * size + 5);
        CHECK_LOOP(behind, 0, 3 * size + 1);
        CHECK_LOOP(from_the_back, size, size + 1);
        CHECK_LOOP(far, 0, 3 * size + 5);
      }
      free(x);
    }
  }
  return scan_test_passed();
}
