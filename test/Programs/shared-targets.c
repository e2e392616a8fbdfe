// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t 5000
// RUN: %run_tiny %t 5000
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t 2000
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t meet 2>&1 | %filecheck %s
// RUN: not %run %t meet 2>&1 | %filecheck %s

// Several counters that store into one array, at distances that are known when
// the loop begins: right if they keep apart, and the host's loop if not.

// CHECK: some iterations use elements of out that other iterations store

#include "Inputs/scan_test.h"

/* Those that are kept in front, the others behind them. */
#define PARTITION(DIRECTIVE)                                                   \
  DIRECTIVE                                                                    \
  for (int i = 0; i < n; i++) {                                                \
    if (x[i] > 0)                                                              \
      out[front++] = x[i];                                                     \
    else                                                                       \
      out[kept + behind++] = x[i];                                             \
  }

/* Three lists of one array, of pairs, of which none has been sent. */
struct pair {
  int key, place;
};
#define LISTS(DIRECTIVE)                                                       \
  DIRECTIVE                                                                    \
  for (unsigned i = 0; i < (unsigned)n; i++) {                                 \
    if (x[i] < -2) {                                                           \
      lists[a].key = x[i];                                                     \
      lists[a++].place = (int)i;                                               \
    } else if (x[i] > 2) {                                                     \
      lists[places->second + b].key = x[i];                                    \
      lists[places->second + b++].place = (int)i;                              \
    } else {                                                                   \
      lists[places->third + 2u * c + 1u].key = -x[i];                          \
      lists[places->third + 2u * c + 1u].place = 0;                            \
      c++;                                                                     \
    }                                                                          \
  }
struct places {
  unsigned second, third;
};

static void check(int n, int wrong) {
  int *x = BLOCK(int, n), kept = wrong, *got, *want, counts[2][5];
  struct places at = {0, 0}, *places = &at;
  struct pair *got_lists, *want_lists;
  unsigned most = 0;
  for (int i = 0; i < n; i++) {
    x[i] = (int)scan_test_pick((uint64_t)i, -9, 9);
    kept += x[i] > 0;
    at.second += x[i] < -2;
    at.third += x[i] > 2;
    most += x[i] >= -2 && x[i] <= 2;
  }
  at.third += at.second;
  most = at.third + 2 * most + 1;
  got = BLOCK(int, n), want = BLOCK(int, n);
  got_lists = BLOCK(struct pair, most), want_lists = BLOCK(struct pair, most);
  for (int way = 0; way < 2; way++) {
    int front = 0, behind = 0, *out = way ? want : got;
    unsigned a = 0, b = 0, c = 0;
    struct pair *lists = way ? want_lists : got_lists;
    if (way) {
      PARTITION()
      LISTS()
    } else {
      PARTITION(PRAGMA(omp parallel for scan(+ : front, behind)))
      LISTS(PRAGMA(omp parallel for scan(+ : a, b) scan(+ : c)))
    }
    memcpy(counts[way],
           (int[]){front, behind, (int)a, (int)b, (int)c}, sizeof counts[way]);
  }
  CHECK_SAME(counts[0], counts[1], 5);
  CHECK_SAME(got, want, n);
  CHECK_SAME(&got_lists->key, &want_lists->key, 2 * (size_t)most);
  free(x), free(got), free(want), free(got_lists), free(want_lists);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "meet")) {
    check(1000, -3);
    return 0;
  }
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n)
    check((int)n, 0);
  return scan_test_passed();
}
