// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_ROWS=warp %run %t 2
// RUN: env OMPSCAN_ROWS=group %run %t 2
// RUN: %run_tiny %t 3
// RUN: %run_oclgrind %t 1
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: env OMPSCAN_PROFILE=summary %run %t 1 2>&1 | %filecheck %s

// Accumulators that begin anew in each row of collapse(2), whose rows are iterations then, and those
// that seem to, and continue.

// CHECK-DAG: ompscan: 1 23 {{.*}}(equal)
// CHECK-DAG: ompscan: 1 989 {{.*}}(negated)
// CHECK-DAG: ompscan: 1 989 {{.*}}(chosen)
// CHECK-DAG: ompscan: 1 23 {{.*}}(from_bound)
// CHECK-DAG: ompscan: 1 23 {{.*}}(downwards)
// CHECK-DAG: ompscan: 1 989 {{.*}}(seeded)
// CHECK-DAG: ompscan: 1 989 {{.*}}(latest)
// CHECK-DAG: ompscan: 1 23 {{.*}}(two_items)
// CHECK-DAG: ompscan: 1 23 {{.*}}(beside_array)
// CHECK-DAG: ompscan: 1 24 {{.*}}(three_deep)
// CHECK-DAG: ompscan: 1 989 {{.*}}(second)
// CHECK-DAG: ompscan: 1 989 {{.*}}(read_before)
// CHECK-DAG: ompscan: 1 989 {{.*}}(sometimes)
// CHECK-DAG: ompscan: 1 989 {{.*}}(flagged)
// CHECK-DAG: ompscan: 1 989 {{.*}}(cut)
// CHECK-DAG: ompscan: 1 966 {{.*}}(narrow)

#include "Inputs/scan_test.h"

typedef struct {
  long *y, *z;
  const int *x;
  int h, w;
  long left[2];
} job;

#define SCAN(NAME, CLAUSES, ...)                                               \
  static void NAME(job *at) {                                                  \
    long *y = at->y, *z = at->z, s = 3, t = 5;                                 \
    const int *x = at->x, h = at->h, w = at->w;                                \
    const int begin = h & 3, far = 256 + (h & 1);                              \
    (void)z, (void)t, (void)begin, (void)far;                                  \
    PRAGMA(omp parallel for CLAUSES)                                           \
    __VA_ARGS__                                                                \
    at->left[0] = s, at->left[1] = t;                                          \
  }                                                                            \
  static void NAME##_expected(job *at) {                                       \
    long *y = at->y, *z = at->z, s = 3, t = 5;                                 \
    const int *x = at->x, h = at->h, w = at->w;                                \
    const int begin = h & 3, far = 256 + (h & 1);                              \
    (void)z, (void)t, (void)begin, (void)far;                                  \
    __VA_ARGS__                                                                \
    at->left[0] = s, at->left[1] = t;                                          \
  }
#define ROWS(BEGIN, ...)                                                       \
  for (int i = 0; i < h; i++)                                                  \
    for (int j = BEGIN; j < w; j++) {                                          \
      __VA_ARGS__                                                              \
      y[i * w + j] = s;                                                        \
    }

SCAN(equal, collapse(2) scan(affine : s),
     ROWS(0, if (j == 0) s = 0; s += x[i * w + j];))

SCAN(negated, collapse(2) scan(affine : s),
     ROWS(0, const int v = x[i * w + j]; if (j) s = 3 * s + v; else s = i;))

SCAN(chosen, collapse(2) scan(affine : s),
     ROWS(0, const int v = x[i * w + j]; s = j > 0 ? s + v : v - i;))

SCAN(from_bound, collapse(2) scan(affine : s),
     ROWS(begin, const int v = x[i * w + j]; if (!(j != begin)) s = i; s -= v * j;))

SCAN(downwards, collapse(2) scan(affine : s),
     for (int i = h - 1; i >= 0; i--)
       for (int j = w - 1; j >= 0; j--) {
         if (w - 1 <= j)
           s = -1;
         s = s * x[i * w + j] + 1;
         y[i * w + j] = s;
       })

// The seed is an element of the row.
SCAN(seeded, collapse(2) scan(affine : s),
     ROWS(0, const long first = z[i]; if (j == 0) { s = first; } s += x[i * w + j];))

SCAN(latest, collapse(2) scan(last : s),
     ROWS(0, const int v = x[i * w + j]; if (j == 0) s = -i; else if (v > 5) s = v;))

SCAN(two_items, collapse(2) scan(affine : s) scan(affine : t),
     ROWS(0, if (j == 0) s = 0; s += x[i * w + j]; if (0 == j) t = 1;
          t = 2 * t - x[i * w + j]; z[i * w + j] = t;))

SCAN(beside_array, collapse(2) scan(affine : s) scan(+ : z),
     ROWS(1, if (j <= 1) s = 7; s += x[i * w + j];
          z[i * w + j] = z[i * w + j - 1] + x[i * w + j];))

SCAN(three_deep, collapse(3) scan(affine : s),
     for (int a = 0; a < 3; a++)
       for (int b = 0; b < (h + 1) / 3; b++)
         for (int c = 0; c < w / 2; c++) {
           if (c == 0)
             s = a - b;
           s += x[b * w + c] * a;
           y[(a * ((h + 1) / 3) + b) * (w / 2) + c] = s;
         })

// These continue, or do at some place.
SCAN(second, collapse(2) scan(affine : s),
     ROWS(0, if (j == 1) s = 0; s += x[i * w + j];))

SCAN(read_before, collapse(2) scan(affine : s),
     ROWS(0, z[i * w + j] = s; if (j == 0) s = 0; s += x[i * w + j];))

SCAN(sometimes, collapse(2) scan(affine : s),
     ROWS(0, if (j == 0 && i % 3 == 0) s = 0; s += x[i * w + j];))

SCAN(flagged, collapse(2) scan(affine : s),
     ROWS(0, if (x[i * w + j] == 2) s = 0; s += x[i * w + j];))

// So does every 256th iteration.
SCAN(cut, collapse(2) scan(affine : s),
     ROWS(0, if (!(unsigned char)j) s = 0; s += x[i * w + j];))

// The variable may hold another value than its bound.
SCAN(narrow, collapse(2) scan(affine : s),
     for (int i = 0; i < h; i++)
       for (unsigned char j = (unsigned char)far; j < w; j++) {
         if (j == far)
           s = 0;
         s += x[i * w + j];
         y[i * w + j] = s;
       })

static void fill(long *block, int count, uint64_t seed) {
  for (int k = 0; k < count; ++k)
    block[k] = (long)scan_test_pick(seed + (uint64_t)k, -9, 9);
}

static void check(const char *name, void (*scan)(job *),
                  void (*expected)(job *), int h, int w) {
  const int count = h * w + w + h + 1;
  job got = {BLOCK(long, count), BLOCK(long, count), NULL, h, w, {-1, -1}};
  job want = {BLOCK(long, count), BLOCK(long, count), NULL, h, w, {-2, -2}};
  int *x = BLOCK(int, count);
  for (int k = 0; k < count; ++k)
    x[k] = (int)scan_test_pick(1 + (uint64_t)k, -9, 9);
  got.x = want.x = x;
  for (int k = 0; k < 2; ++k) {
    fill(k ? got.y : want.y, count, 1000);
    fill(k ? got.z : want.z, count, 2000);
  }
  scan(&got);
  expected(&want);
  for (int k = 0; k < count; ++k)
    if (got.y[k] != want.y[k] || got.z[k] != want.z[k])
      scan_test_fail(__FILE__, h * 1000 + w, name, "an element", (size_t)k,
                     got.y[k], want.y[k]);
  for (int k = 0; k < 2; ++k)
    if (got.left[k] != want.left[k])
      scan_test_fail(__FILE__, h * 1000 + w, name, "an item", (size_t)k,
                     got.left[k], want.left[k]);
  free(x);
  free(got.y), free(got.z), free(want.y), free(want.z);
}

#define CHECK(NAME) check(#NAME, NAME, NAME##_expected, h, w)

static void check_all(int h, int w) {
  CHECK(equal);
  CHECK(negated);
  CHECK(chosen);
  CHECK(from_bound);
  CHECK(downwards);
  CHECK(seeded);
  CHECK(latest);
  CHECK(two_items);
  CHECK(beside_array);
  CHECK(three_deep);
  CHECK(second);
  CHECK(read_before);
  CHECK(sometimes);
  CHECK(flagged);
  CHECK(cut);
  if (w < 250) // It ends.
    CHECK(narrow);
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : 0;
  check_all(23, 43);
  if (only > 1) {
    check_all(5, 9);
    check_all(3, 900);
  }
  if (only == 0) {
    check_all(0, 5);
    check_all(7, 0);
    check_all(9, 1);
    check_all(6, 2);
    check_all(2, 5000);
    check_all(300, 14);
  }
  return scan_test_passed();
}
