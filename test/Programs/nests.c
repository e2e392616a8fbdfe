// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: env OMPSCAN_ROWS=group %run %t
// RUN: %bundles %run %t

// Rows in one launch, whatever stands around and between the loops in them.

#include "Inputs/scan_test.h"

typedef struct {
  int *y, *z, *last;
  double *g;
  const double *f;
  const int *x, *first, *ptr, *order;
  int h, w, n;
} job;

typedef struct {
  int low, high;
} span;

static span widened(span a, span b) {
  a.low = b.low < a.low ? b.low : a.low;
  a.high = b.high > a.high ? b.high : a.high;
  return a;
}
#pragma omp declare reduction(widen : span : omp_out = widened(omp_out, omp_in)) \
    initializer(omp_priv = omp_orig)

#define BEGIN                                                                  \
  int *y = at->y, *z = at->z, *last = at->last;                                \
  double *g = at->g;                                                           \
  const double *f = at->f;                                                     \
  const int *x = at->x, *first = at->first, *ptr = at->ptr;                    \
  const int *order = at->order;                                                \
  const int h = at->h, w = at->w, n = at->n;                                   \
  (void)x, (void)y, (void)z, (void)f, (void)g, (void)first, (void)last;        \
  (void)ptr, (void)order, (void)h, (void)w, (void)n;

#define NAME(F) F
#define ROWS(...) PRAGMA(omp target teams distribute __VA_ARGS__)
#define EACH(...) PRAGMA(__VA_ARGS__)
#define RESTORE(E)
#include "Inputs/nests.inc"
#undef NAME
#undef ROWS
#undef EACH
#undef RESTORE
#define NAME(F) F##_expected
#define ROWS(...)
#define EACH(...)
#define RESTORE(E) E;
#include "Inputs/nests.inc"

typedef void nest(const job *);

static int *integers(int count, uint64_t seed, int low, int high) {
  int *block = BLOCK(int, count);
  for (int k = 0; k < count; ++k)
    block[k] = (int)scan_test_pick(seed + (uint64_t)k, low, high);
  return block;
}

static void check(const char *name, nest *run, nest *expected, int h, int w) {
  const int n = h * w;
  int *ptr = BLOCK(int, h + 1), *order = BLOCK(int, h);
  double *f = BLOCK(double, n);
  for (int r = 0; r <= h; ++r)
    ptr[r] = r == h ? n : (int)scan_test_pick((uint64_t)r, r * w, r * w + w);
  for (int r = 0; r < h; ++r)
    order[r] = h - 1 - r;
  for (int k = 0; k < n; ++k)
    f[k] = (double)scan_test_pick((uint64_t)k, -40, 40);
  int *x = integers(n, 1, -9, 9), *first = integers(h, 500, -50, 50);
  job jobs[2];
  for (int k = 0; k < 2; ++k) {
    jobs[k] = (job){integers(n, 1000, -3, 3), integers(n, 2000, -3, 3),
                    integers(h, 3000, -3, 3), BLOCK(double, n),
                    f, x, first, ptr, order, h, w, n};
    for (int i = 0; i < n; ++i)
      jobs[k].g[i] = -0.5;
  }
  run(&jobs[0]);
  expected(&jobs[1]);
  const job *got = &jobs[0], *want = &jobs[1];
  for (int i = 0; i < n; ++i)
    if (got->y[i] != want->y[i] || got->z[i] != want->z[i] ||
        got->g[i] != want->g[i])
      scan_test_fail(__FILE__, h * 1000 + w, name, "an element", (size_t)i,
                     got->y[i], want->y[i]);
  for (int r = 0; r < h; ++r)
    if (got->last[r] != want->last[r])
      scan_test_fail(__FILE__, h * 1000 + w, name, "a row's result", (size_t)r,
                     got->last[r], want->last[r]);
  for (int k = 0; k < 2; ++k)
    free(jobs[k].y), free(jobs[k].z), free(jobs[k].last), free(jobs[k].g);
  free(x), free(first), free(ptr), free(order), free(f);
}

#define CHECK(NAME) check(#NAME, NAME, NAME##_expected, h, w)

static void check_all(int h, int w) {
  CHECK(begun);
  CHECK(lasting);
  CHECK(ragged);
  CHECK(exclusive);
  CHECK(triangles);
  CHECK(softmax);
  CHECK(there_and_back);
  CHECK(several);
  CHECK(affine);
  if (w > 0)
    CHECK(recurrence);
  CHECK(compacted);
  CHECK(three_levels);
  CHECK(columns);
  CHECK(collapsed);
  CHECK(own_form);
  CHECK(declared);
  CHECK(picked);
}

int main(void) {
  const int sizes[][2] = {{0, 5}, {7, 0}, {1, 1},  {9, 1},    {6, 2},
                          {5, 9}, {1, 13}, {37, 47}, {3, 5000}, {300, 33}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    check_all(sizes[i][0], sizes[i][1]);
  return scan_test_passed();
}
