// RUN: %clang %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t inside 2>&1 | %filecheck %s
// RUN: %clangxx -x c++ -std=c++17 %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t.cpp
// RUN: %run %t.cpp

// Items that are targets of pointers: parameters, members, structures, in
// templates; elements of arrays; and one that lies in an array of the loop.

// CHECK-DAG: an accumulator of the loop is part of the elements that it uses in y
// CHECK-DAG: ok

#include "Inputs/scan_test.h"

typedef struct {
  int *used;
  long total;
} pool;

typedef struct {
  int a, b;
} pair;

static inline pair add(pair x, pair y) {
  pair sum = {x.a + y.a, x.b + y.b};
  return sum;
}
static inline pair zero(void) {
  pair none = {0, 0};
  return none;
}
#pragma omp declare scan(add : pair : omp_out = add(omp_out, omp_in))          \
    initializer(omp_priv = zero())

static void filter(const int *x, int n, int *out, int *count) {
  *count = 0;
#pragma omp parallel for scan(+ : *count)
  for (int i = 0; i < n; i++)
    if (x[i] > 50)
      out[(*count)++] = x[i];
}

static void of_member(pool *p, const int *x, int *y, int n) {
#pragma omp target parallel for map(to : x[0 : n]) map(from : y[0 : n])        \
    scan(+ : *p->used)
  for (int i = 0; i < n; i++) {
    *p->used += x[i];
    y[i] = *p->used;
  }
}

static void structures(pair *s, const pair *x, pair *y, int n) {
#pragma omp parallel for scan(add : *s)
  for (int i = 0; i < n; i++) {
    *s = add(*s, x[i]);
    y[i] = *s;
  }
}

static void bounds(const int *x, int *most, short *least, int *y, int n) {
#pragma omp parallel for scan(max : *most) scan(min : (*least))
  for (int i = 0; i < n; i++) {
    if (x[i] > *most)
      *most = x[i];
    *least = *least < (short)x[i] ? *least : (short)x[i];
    y[i] = *most - *least;
  }
}

static void elements(const int *x, int *y, int *total, pair (*grid)[2], int c,
                     int n) {
#pragma omp parallel for scan(+ : total[c + 1]) scan(add : grid[c][1])
  for (int i = 0; i < n; i++) {
    y[i] = total[c + 1] - x[i];
    total[c + 1] += x[i];
    pair one = {x[i], 1};
    grid[c][1] = add(grid[c][1], one);
    y[i] += grid[c][1].a * 3 + grid[c][1].b;
  }
  int most = -1000;
#pragma omp target parallel for map(to : x[0 : n]) scan(max : most)            \
    scan(last : total[c])
  for (int i = 0; i < n; i++)
    if (x[i] > most) {
      most = x[i];
      total[c] = i;
    }
}

static void inside(int *y, int n) {
  int *s = y + n / 2;
#pragma omp parallel for scan(+ : *s)
  for (int i = 0; i < n; i++) {
    *s += 1;
    y[i] = *s;
  }
}

#ifdef __cplusplus
template <typename T> void sums(const T *x, T *y, T *const total, int n) {
#pragma omp parallel for scan(+ : *total)
  for (int i = 0; i < n; i++) {
    *total += x[i];
    y[i] = *total;
  }
}

struct counter {
  long *count;
  void add(const int *x, int n, int *at) {
#pragma omp parallel for scan(+ : *this->count)
    for (int i = 0; i < n; i++)
      if (x[i] % 3 == 0)
        at[(*this->count)++] = i;
  }
};

static void templates(const int *x, int n) {
  int *y = BLOCK(int, n), *want = BLOCK(int, n), *place = BLOCK(int, n + 1);
  int total = 7, expected = 7;
  long count[2] = {0, 0};
  sums(x, y, &total, n);
  counter c = {count};
  c.add(x, n, place);
  for (int i = 0; i < n; i++) {
    want[i] = expected += x[i];
    if (x[i] % 3 == 0) {
      const int i_want = i;
      CHECK_SAME(place + count[1], &i_want, 1);
      count[1]++;
    }
  }
  CHECK_SAME(y, want, n);
  CHECK_SAME(&total, &expected, 1);
  CHECK_SAME(count, count + 1, 1);
  free(y), free(want), free(place);
}
#endif

static void check(int n) {
  int *x = BLOCK(int, n), *y = BLOCK(int, n), *out = BLOCK(int, n);
  int *want = BLOCK(int, n), *z = BLOCK(int, n);
  pair *pairs = BLOCK(pair, n), *summed = BLOCK(pair, n);
  for (int i = 0; i < n; i++) {
    x[i] = (int)scan_test_pick(i, -100, 200);
    pairs[i] = zero();
    pairs[i].a = x[i];
    pairs[i].b = 2;
  }
  int count = -5, kept = 0;
  filter(x, n, out, &count);
  for (int i = 0; i < n; i++)
    if (x[i] > 50)
      want[kept++] = x[i];
  CHECK_SAME(&count, &kept, 1);
  CHECK_SAME(out, want, kept);

  int used = 4, sum = 4;
  pool p = {&used, 0};
  of_member(&p, x, y, n);
  pair state = {1, 1};
  structures(&state, pairs, summed, n);
  int most = -1000, least_want = 1000, most_want = -1000;
  short least = 1000;
  bounds(x, &most, &least, z, n);
  for (int i = 0; i < n; i++) {
    want[i] = sum += x[i];
    most_want = x[i] > most_want ? x[i] : most_want;
    least_want = x[i] < least_want ? x[i] : least_want;
    const int range = most_want - least_want, a = sum - 3, b = 2 * i + 3;
    CHECK_SAME(z + i, &range, 1);
    CHECK_SAME(&summed[i].a, &a, 1);
    CHECK_SAME(&summed[i].b, &b, 1);
  }
  CHECK_SAME(y, want, n);
  CHECK_SAME(&used, &sum, 1);
  int total[2] = {-1, 4}, where = -1, highest = -1000, a = 0;
  pair grid[2][2];
  memset(grid, 0, sizeof grid);
  elements(x, y, total, grid, 0, n);
  for (int i = 0; i < n; i++) {
    want[i] = want[i] - 2 * x[i] + (a += x[i]) * 3 + i + 1;
    if (x[i] > highest)
      highest = x[i], where = i;
  }
  CHECK_SAME(y, want, n);
  CHECK_SAME(total, &where, 1);
  CHECK_SAME(total + 1, &sum, 1);
  CHECK_SAME(&grid[0][1].a, &a, 1);
  CHECK_SAME(&grid[0][1].b, &n, 1);

  sum -= 3;
  CHECK_SAME(&state.a, &sum, 1);
  CHECK_SAME(&most, &most_want, 1);
  most = least;
  CHECK_SAME(&most, &least_want, 1);

#ifdef __cplusplus
  templates(x, n);
#endif
  free(x), free(y), free(z), free(out), free(want), free(pairs), free(summed);
}

// The host runs the loop.
static void check_inside(int n) {
  int *y = BLOCK(int, n), *want = BLOCK(int, n);
  memset(y, 0, n * sizeof *y);
  memset(want, 0, n * sizeof *y);
  inside(y, n);
  for (int i = 0; i < n; i++) {
    want[n / 2] += 1;
    want[i] = want[n / 2];
  }
  CHECK_SAME(y, want, n);
  free(y), free(want);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "inside") == 0) {
    check_inside(1000);
    return scan_test_passed();
  }
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n)
    check((int)n);
  return scan_test_passed();
}
