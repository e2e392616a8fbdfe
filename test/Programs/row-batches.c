// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %long env OMPSCAN_ALGORITHM=three-kernel %run_tiny %t 4
// RUN: %run_oclgrind %t 3
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: env OMPSCAN_PROFILE=summary %run %t 1 2>&1 | %filecheck %s
// RUN: env OMPSCAN_INFO=1 %run %t 1 2>&1 | %filecheck %s --check-prefix=WHY
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 %run %t 2 2>&1 \
// RUN:   | %filecheck %s --check-prefix=VERIFIED

// All rows of collapse(2) and collapse(3) in one launch, and those of a `distribute` as iterations
// with loops inside; and one launch a row where that would be wrong, or where what a row takes cannot
// be told.

// CHECK-DAG: ompscan: 1 37 {{.*}}(gap)
// CHECK-DAG: ompscan: 1 37 {{.*}}(in_place)
// CHECK-DAG: ompscan: 1 37 {{.*}}(exclusive)
// CHECK-DAG: ompscan: 1 37 {{.*}}(backwards)
// CHECK-DAG: ompscan: 1 47 {{.*}}(columns)
// CHECK-DAG: ompscan: 1 18 {{.*}}(unsigned_types)
// CHECK-DAG: ompscan: 1 37 {{.*}}(contiguous)
// CHECK-DAG: ompscan: 37 1702 {{.*}}(mixed)
// CHECK-DAG: ompscan: 1 36 {{.*}}(three_deep)
// CHECK-DAG: ompscan: 1 1739 {{.*}}(through)
// CHECK-DAG: ompscan: 1 1739 {{.*}}(compacted)
// CHECK-DAG: ompscan: 1 37 {{.*}}(choices)
// CHECK-DAG: ompscan: 1 37 {{.*}}(last_values)
// CHECK-DAG: ompscan: 1 37 {{.*}}(broadcast)
// CHECK-DAG: ompscan: 1 37 {{.*}}(teams)
// CHECK-DAG: ompscan: 1 37 {{.*}}(teams_apart)
// CHECK-DAG: ompscan: 37 1739 {{.*}}(teams_through)
// CHECK-DAG: ompscan: 1 37 {{.*}}(teams_named)
// CHECK-DAG: ompscan: 1 37 {{.*}}(teams_numbered)
// CHECK-DAG: ompscan: 1 36 {{.*}}(teams_deep)
// CHECK-DAG: ompscan: 1 3 {{.*}}(teams_inner)
// CHECK-DAG: ompscan: 1 37 {{.*}}(teams_unknown)
// CHECK-DAG: ompscan: 37 1739 {{.*}}(continued)
// CHECK-DAG: ompscan: 37 1702 {{.*}}(overwritten)
// CHECK-DAG: ompscan: 35 {{.*}}(triangles)
// CHECK-DAG: ompscan: 37 {{.*}}(rotating)
// CHECK-DAG: ompscan: 37 {{.*}}(guarded)

// WHY-NOT: row by row
// WHY: (continued): row by row: {{.*}}of z
// WHY-NOT: row by row
// WHY: (overwritten): row by row: several rows store the same element of z
// WHY-NOT: row by row
// VERIFIED: (gap): row by row: OMPSCAN_VERIFY compares each row

#include "Inputs/scan_test.h"

typedef struct {
  int *y, *z;
  const int *x;
  int h, w, *out, *left;
} job;

#define BEGIN                                                                  \
  int *y = at->y, *z = at->z, *out = at->out;                                  \
  const int *x = at->x;                                                        \
  const int h = at->h, w = at->w;                                              \
  int s = 3, t = 5, u = 7, k = 1, last = -1;                                   \
  (void)out, (void)x, (void)y, (void)z;
#define END                                                                    \
  at->left[0] = s;                                                             \
  at->left[1] = t;                                                             \
  at->left[2] = u;                                                             \
  at->left[3] = k;                                                             \
  at->left[4] = last;

#define SCAN(NAME, CLAUSES, ...)                                               \
  static void NAME(const job *at) {                                            \
    BEGIN                                                                      \
    PRAGMA(omp parallel for CLAUSES)                                           \
    __VA_ARGS__                                                                \
    END                                                                        \
  }                                                                            \
  static void NAME##_expected(const job *at) {                                 \
    BEGIN                                                                      \
    __VA_ARGS__                                                                \
    END                                                                        \
  }

SCAN(gap, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++)
         y[i * w + j] = y[i * w + j - 1] + x[i * w + j] * (i - j);)

SCAN(in_place, collapse(2) scan(+ : y),
     for (int i = h - 1; i >= 0; i--) {
       for (int j = 1; j < w; j++)
         y[i * w + j] += y[i * w + j - 1];
     })

// What an iteration stores needs the value before, which in the first one of a
// row stands before the row.
SCAN(exclusive, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++) {
         z[i * w + j] = y[i * w + j - 1] - i;
         y[i * w + j] = y[i * w + j - 1] + x[i * w + j];
       })

SCAN(backwards, collapse(2) scan(max : y),
     for (long i = 0; i < h; i++)
       for (int j = w - 2; j >= 0; j--)
         y[i * w + j] = x[i * w + j] > y[i * w + j + 1] ? x[i * w + j]
                                                        : y[i * w + j + 1];)

SCAN(columns, collapse(2) scan(+ : y),
     for (int j = 0; j < w; j++)
       for (int i = 1; i < h; i++)
         y[i * w + j] = y[(i - 1) * w + j] + x[w * i + j];)

SCAN(unsigned_types, collapse(2) scan(^ : y),
     for (size_t i = 1; i < (size_t)h; i += 2)
       for (unsigned j = 3; j < (unsigned)w; j += 3)
         y[i * (unsigned)w + j] = y[i * (unsigned)w + (j - 3u)] ^
                                  x[(i - 1u) * (size_t)w + j];)

// Rows follow each other without a gap, and start from another column.
SCAN(contiguous, collapse(2) scan(+ : z),
     for (int i = 0; i < h; i++)
       for (int j = 0; j < w; j++)
         z[i * (w + 1) + j + 1] = z[i * (w + 1) + j] + x[i * w + j];)

// What goes through all rows next to what begins anew in each.
SCAN(mixed, collapse(2) scan(+ : y, s) scan(max : z) reduction(+ : t),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++) {
         const int v = x[i * w + j];
         s += v;
         t += v > 0 ? j : i;
         y[i * w + j] = y[i * w + j - 1] + v;
         z[i * w + j] = v > z[i * w + j - 1] ? v : z[i * w + j - 1];
         out[i * w + j] = s + y[i * w + j];
       })

SCAN(three_deep, collapse(3) scan(+ : y),
     for (int a = 0; a < 3; a++)
       for (int b = h / 3 - 1; b >= 0; --b)
         for (int c = 1; c < w - 1; c++)
           y[(a * (h / 3) + b) * w + c] =
               y[(a * (h / 3) + b) * w + c - 1] + x[(b * 3 + a) * w + c];)

SCAN(through, collapse(2) scan(+ : s),
     for (int i = 0; i < h; i++)
       for (int j = 0; j < w; j++) {
         y[i * w + j] = s;
         s += x[i * w + j];
       })

SCAN(compacted, collapse(2) scan(+ : k),
     for (int i = 0; i < h; i++)
       for (int j = 0; j < w; j++)
         if (x[i * w + j] > i % 5)
           y[k++] = x[i * w + j] + j;)

SCAN(choices, collapse(2) scan(min : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++)
         if (x[i * w + j] < y[i * w + j - 1])
           y[i * w + j] = x[i * w + j];
         else
           y[i * w + j] = y[i * w + j - 1];)

SCAN(last_values, collapse(2) scan(+ : y) lastprivate(last),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++) {
         last = x[i * w + j] * i;
         y[i * w + j] = y[i * w + j - 1] + last;
       })

// Reads of all rows and of all columns: one row of x, and its diagonals.
SCAN(broadcast, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++)
         y[i * w + j] = y[i * w + j - 1] + x[j] * x[i * w] + x[i + j];)

// Each row goes on where the one before it has ended.
SCAN(continued, collapse(2) scan(+ : z),
     for (int i = 0; i < h; i++)
       for (int j = 0; j < w; j++)
         z[i * w + j + 1] = z[i * w + j] + x[i * w + j];)

// The last row's values stay.
SCAN(overwritten, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++) {
         y[i * w + j] = y[i * w + j - 1] + x[i * w + j];
         z[j] = y[i * w + j];
       })

SCAN(triangles, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < i; j++)
         y[i * w + j] = y[i * w + j - 1] + x[j];)

SCAN(rotating, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++) {
         y[i * w + j] = y[i * w + j - 1] + u;
         u = x[i * w + j];
       })

SCAN(guarded, collapse(2) scan(+ : y),
     for (int i = 0; i < h; i++)
       for (int j = 1; j < w; j++)
         y[i * w + j] =
             y[i * w + j - 1] + (i > 0 ? x[(i - 1) * w + j] : x[j]);)

// A scan that is all that an iteration of a `distribute` does.
static void teams(const job *at) {
  int *y = at->y;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target teams distribute map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
  for (int i = 0; i < h; i++) {
#pragma omp parallel for scan(+ : y)
    for (int j = 1; j < w; j++)
      y[i * w + j] = y[i * w + j - 1] + x[i * w + j] * (i - j);
  }
}

static void teams_apart(const job *at) {
  int *y = at->y, i;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
#pragma omp teams distribute
  for (i = 0; i < h; i++)
#pragma omp parallel for scan(max : y)
    for (int j = w - 2; j >= 0; j--)
      y[i * w + j] = x[i * w + j] > y[i * w + j + 1] ? x[i * w + j]
                                                     : y[i * w + j + 1];
}

static void teams_through(const job *at) {
  int *y = at->y, s = 3;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target teams distribute map(to : x[0 : h * w]) \
    map(tofrom : s, y[0 : h * w])
  for (int i = 0; i < h; i++)
#pragma omp parallel for scan(+ : s)
    for (int j = 0; j < w; j++) {
      y[i * w + j] = s;
      s += x[i * w + j];
    }
  at->left[0] = s;
}

// The row has a name.
static void teams_named(const job *at) {
  int *y = at->y;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target teams distribute map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
  for (int i = 0; i < h; i++) {
    int *row = y + i * w;
    const int *in = &x[i * w];
#pragma omp parallel for scan(+ : row)
    for (int j = 1; j < w; j++)
      row[j] = row[j - 1] + in[j] * (i - j);
  }
}

static void teams_numbered(const job *at) {
  int *y = at->y;
  const int *x = at->x;
  const long h = at->h, w = at->w;
#pragma omp target map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
#pragma omp teams distribute
  for (int i = 0; i < h; i++) {
    const long first = i * w;
    int *const row = first + y, *next = row + 1;
    {
#pragma omp parallel for scan(max : row)
      for (int j = w - 2; j >= 0; j--)
        *(row + j) = x[first + j] > next[j] ? x[first + j] : next[j];
    }
  }
}

static void teams_deep(const job *at) {
  int *y = at->y;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target teams distribute collapse(2) map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
  for (int a = 0; a < 3; a++)
    for (int b = h / 3 - 1; b >= 0; --b) {
      int *row = &y[(a * (h / 3) + b) * w];
#pragma omp parallel for scan(+ : row)
      for (int c = 1; c < w - 1; c++)
        row[c] = row[c - 1] + x[(b * 3 + a) * w + c];
    }
}

static void teams_inner(const job *at) {
  int *y = at->y;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target teams distribute map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
  for (int a = 0; a < 3; a++) {
    int *plane = &y[a * (h / 3) * w];
#pragma omp parallel for collapse(2) scan(+ : plane)
    for (int b = h / 3 - 1; b >= 0; --b)
      for (int c = 1; c < w - 1; c++)
        plane[b * w + c] = plane[b * w + c - 1] + x[(b * 3 + a) * w + c];
  }
}

// No formula says where the rows are.
static void teams_unknown(const job *at) {
  int *y = at->y;
  const int *x = at->x, h = at->h, w = at->w;
#pragma omp target teams distribute map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
  for (int i = 0; i < h; i++) {
    int *row = y + i % h * w;
#pragma omp parallel for scan(+ : row)
    for (int j = 1; j < w; j++)
      row[j] = row[j - 1] + x[i * w + j] * (i - j);
  }
}

typedef void loop(const job *);

static void fill(int *block, int count, uint64_t seed) {
  for (int k = 0; k < count; ++k)
    block[k] = (int)scan_test_pick(seed + (uint64_t)k, -9, 9);
}

static void check(const char *name, loop *scan, loop *expected, int h, int w) {
  // Stores of a triangle go beyond the last row.
  const int count = h * (w + 1) + w + h + 1;
  job got = {BLOCK(int, count), BLOCK(int, count), NULL,         h,
             w,                 BLOCK(int, count), BLOCK(int, 5)};
  job want = {BLOCK(int, count), BLOCK(int, count), NULL,         h,
              w,                 BLOCK(int, count), BLOCK(int, 5)};
  int *x = BLOCK(int, count);
  memcpy(got.left, (int[]){3, 5, 7, 1, -1}, 5 * sizeof(int));
  fill(x, count, 1);
  got.x = want.x = x;
  for (int k = 0; k < 2; ++k) {
    fill(k ? got.y : want.y, count, 1000);
    fill(k ? got.z : want.z, count, 2000);
    fill(k ? got.out : want.out, count, 3000);
  }
  scan(&got);
  expected(&want);
  const int *const results[] = {got.y, got.z, got.out, got.left};
  const int *const wanted[] = {want.y, want.z, want.out, want.left};
  for (int a = 0; a < 4; ++a)
    for (int k = 0; k < (a < 3 ? count : 5); ++k)
      if (results[a][k] != wanted[a][k])
        scan_test_fail(__FILE__, h * 1000 + w, name, &"y\0z\0o\0l"[2 * a],
                       (size_t)k, results[a][k], wanted[a][k]);
  free(x);
  free(got.y), free(got.z), free(got.out), free(got.left);
  free(want.y), free(want.z), free(want.out), free(want.left);
}

#define CHECK(NAME) check(#NAME, NAME, NAME##_expected, h, w)

/// One of each kind of result, for an algorithm that is not the usual one.
static void check_few(int h, int w) {
  CHECK(exclusive);
  CHECK(backwards);
  CHECK(mixed);
  CHECK(compacted);
  CHECK(last_values);
  CHECK(rotating);
  check("teams_deep", teams_deep, three_deep_expected, h, w);
}

static void check_all(int h, int w) {
  CHECK(gap);
  CHECK(in_place);
  CHECK(exclusive);
  CHECK(backwards);
  CHECK(columns);
  CHECK(unsigned_types);
  CHECK(contiguous);
  CHECK(mixed);
  CHECK(three_deep);
  CHECK(through);
  CHECK(compacted);
  CHECK(choices);
  CHECK(last_values);
  CHECK(broadcast);
  CHECK(continued);
  CHECK(overwritten);
  CHECK(triangles);
  check("teams", teams, gap_expected, h, w);
  check("teams_apart", teams_apart, backwards_expected, h, w);
  check("teams_through", teams_through, through_expected, h, w);
  check("teams_named", teams_named, gap_expected, h, w);
  check("teams_numbered", teams_numbered, backwards_expected, h, w);
  check("teams_deep", teams_deep, three_deep_expected, h, w);
  check("teams_inner", teams_inner, three_deep_expected, h, w);
  check("teams_unknown", teams_unknown, gap_expected, h, w);
  CHECK(rotating);
  CHECK(guarded);
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : 0;
  if (only == 1) {
    check_all(37, 47);
  } else if (only == 4) {
    check_few(5, 9);
    check_few(11, 30);
    check_few(3, 5000);
    check_few(300, 14);
  } else {
    check_all(5, 9);
    check_all(1, 13);
  }
  if (only == 0) {
    check_all(0, 5);
    check_all(7, 0);
    check_all(9, 1);
    check_all(6, 2);
    check_all(11, 30);
    check_all(3, 5000);
    check_all(300, 14);
  }
  return scan_test_passed();
}
