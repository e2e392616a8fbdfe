// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_ROWS=column %run %t
// RUN: %run_tiny %t 60
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %clang -O2 %s %ompscan_native_flags %ompscan_libs -o %t-host
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_INFO=1 OMP_NUM_THREADS=3 %t-host 2>&1 | %filecheck %s
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %t-host
// CHECK: (sums): 5 iterations on host, {{.*}}, columns,
// CHECK: (conditional): 3 iterations on host, {{.*}}, parallel loop,
// CHECK: (changed): 5 iterations on host, {{.*}}, parallel loop,

// Columns of arrays that are scanned side by side.

#include "Inputs/scan_test.h"

typedef struct {
  int factor, term;
} pair;

static pair composed(pair a, pair b) {
  const pair r = {(int)((unsigned)a.factor * (unsigned)b.factor),
                  (int)((unsigned)a.term * (unsigned)b.factor + (unsigned)b.term)};
  return r;
}
#pragma omp declare reduction(compose : pair : omp_out = composed(omp_out, omp_in)) \
    initializer(omp_priv = {1, 0})

typedef struct {
  int h, w;
  const int *x, *first, *scale;
  int *y, *z, *last;
  double *g;
  pair *p;
  signed char *b;
} job;

#define NAME(F) F
#define COLUMNS(...) PRAGMA(omp target teams distribute __VA_ARGS__)
#define DOWN(...) PRAGMA(omp parallel for __VA_ARGS__)
#include "Inputs/columns.inc"
#undef NAME
#undef COLUMNS
#undef DOWN
#define NAME(F) F##_expected
#define COLUMNS(...)
#define DOWN(...)
#include "Inputs/columns.inc"

typedef void nest(const job *);

static int *integers(int count, uint64_t seed, int low, int high) {
  int *block = BLOCK(int, count);
  for (int k = 0; k < count; ++k)
    block[k] = (int)scan_test_pick(seed + (uint64_t)k, low, high);
  return block;
}

static void check(const char *name, nest *run, nest *expected, int h, int w) {
  const size_t n = (size_t)h * (size_t)w;
  int *x = integers((int)n, 1, -9, 9), *first = integers(w, 77, -50, 50);
  int *scale = integers(w, 99, -5, 5);
  job jobs[2];
  for (int k = 0; k < 2; ++k)
    jobs[k] = (job){h, w, x, first, scale, integers((int)n, 1000, -30, 30),
                    BLOCK(int, n), integers(w, 5000, -3, 3), BLOCK(double, n),
                    BLOCK(pair, n), BLOCK(signed char, n)};
  run(&jobs[0]);
  expected(&jobs[1]);
  const job *got = &jobs[0], *want = &jobs[1];
  for (size_t i = 0; i < n; ++i)
    if (got->y[i] != want->y[i] || got->z[i] != want->z[i] ||
        memcmp(&got->g[i], &want->g[i], sizeof *got->g) != 0 ||
        got->p[i].factor != want->p[i].factor ||
        got->p[i].term != want->p[i].term || got->b[i] != want->b[i])
      scan_test_fail(__FILE__, h * 10000 + w, name, "an element", i, got->y[i],
                     want->y[i]);
  for (int c = 0; c < w; ++c)
    if (got->last[c] != want->last[c])
      scan_test_fail(__FILE__, h * 10000 + w, name, "a column's result",
                     (size_t)c, got->last[c], want->last[c]);
  for (int k = 0; k < 2; ++k)
    free(jobs[k].y), free(jobs[k].z), free(jobs[k].last), free(jobs[k].g),
        free(jobs[k].p), free(jobs[k].b);
  free(x), free(first), free(scale);
}

#define CHECK(NAME) check(#NAME, NAME, NAME##_expected, h, w)

static void check_all(int h, int w) {
  CHECK(sums);
  CHECK(exclusive);
  CHECK(begun);
  CHECK(recurrence);
  CHECK(scaled);
  CHECK(affine);
  CHECK(several);
  CHECK(declared);
  CHECK(bytes);
  CHECK(collapsed);
  CHECK(conditional);
  CHECK(changed);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const int sizes[][2] = {{9, 5},     {0, 5},    {7, 0},    {1, 1},   {1, 9},
                          {40, 1},    {300, 2},  {33, 7},   {700, 15}, {90, 16},
                          {3000, 17}, {500, 63}, {77, 64},  {900, 65}, {3, 1000},
                          {11, 3001}, {61, 1030}, {2, 20000}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    if ((size_t)sizes[i][0] <= scan_test_limit &&
        (size_t)sizes[i][1] <= scan_test_limit)
      check_all(sizes[i][0], sizes[i][1]);
  return scan_test_passed();
}
