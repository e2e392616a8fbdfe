// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t 400
// RUN: %run_oclgrind_in_place %t 60
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t 600 verify
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t nowhere 2>&1 \
// RUN:   | %filecheck %s --check-prefix=NOWHERE
// RUN: not env %run %t nowhere 2>&1 | %filecheck %s --check-prefix=NOWHERE
// RUN: not env OMP_TARGET_OFFLOAD=DEFAULT %run %t partly 2>&1 \
// RUN:   | %filecheck %s --check-prefix=PARTLY
// RUN: not env OMP_TARGET_OFFLOAD=DEFAULT %run %t behind 2>&1 \
// RUN:   | %filecheck %s --check-prefix=BEHIND

// Scans that use arrays at subscripts which no formula tells, or under a
// condition, where nothing but a `target data` around them, or the caller, says
// how much there is. Where it is nowhere, the host does the loop; where the
// loop uses data of the device as well, nobody can.

// NOWHERE: (guarded): {{.*}}: the loop uses x at subscripts that are not affine, and x is not on the device; map the section that the loop uses
// PARTLY: (guarded): the loop uses data that is mapped on {{.*}}, and cannot be offloaded: the loop uses x at subscripts that are not affine, and x is not on the device
// BEHIND: (guarded): the loop uses data that is mapped on {{.*}}, and cannot be offloaded

#include "../Programs/Inputs/scan_test.h"
#include <ompscan/ompscan.h>

enum { HOST = -77, ARRAYS = 6 };

typedef struct {
  int n, *x, *c, *at, *y, *z, *w, k;
  const int *none;
} job;

#define UNPACK                                                                 \
  int n = j->n, *x = j->x, *c = j->c, *at = j->at, *y = j->y, *z = j->z,       \
      *w = j->w, k = 0, s = 5;                                                 \
  const int *none = j->none, has = none != NULL;                                \
  (void)x, (void)c, (void)at, (void)y, (void)z, (void)w, (void)s, (void)k, (void)none, (void)has;

// The loop by itself, and with the pragma.
#define SCAN(NAME, DIRECTIVE, ...)                                             \
  static void NAME(job *j) {                                                   \
    UNPACK PRAGMA(DIRECTIVE) __VA_ARGS__ j->k = k;                             \
  }                                                                            \
  static void NAME##_expected(job *j) {                                        \
    UNPACK __VA_ARGS__ j->k = k;                                               \
  }

SCAN(guarded, omp target parallel for scan(+ : y),
     for (int i = 1; i < n; i++)
       y[i] = y[i - 1] + (c[i] ? x[i] : 0);)

SCAN(neighbour, omp target parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       if (c[i] && i > 0)
         s += x[i - 1];
       y[i] = s;
     })

SCAN(indirect, omp target teams distribute parallel for scan(max : y),
     for (int i = 1; i < n; i++)
       y[i] = x[at[i]] > y[i - 1] ? x[at[i]] : y[i - 1];)

// As many as c says of each.
SCAN(inner, omp target parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       int own = 0;
       for (int l = 0; l < c[i]; l++)
         own += x[i + l];
       s += own;
       y[i] = s - own;
     })

SCAN(stores, omp target parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       s += x[i];
       if (c[i])
         z[i] = s;
       w[at[i]] = s;
     })

// An array that need not be there.
SCAN(optional, omp target parallel for scan(+ : y),
     for (int i = 1; i < n; i++)
       y[i] = y[i - 1] + (has ? none[at[i]] : x[i]);)

// Each group of c[i] neighbours takes its own place.
SCAN(pieces, omp target parallel for scan(+ : k),
     for (int i = 0; i < n; i++) {
       const int from = k;
       k += c[i];
       for (int l = 0; l < c[i]; l++)
         w[from + l] = i;
     })

SCAN(in_place, omp target parallel for scan(+ : k),
     for (int i = 0; i < n; i++)
       if (c[i] && y[i] > 3)
         y[k++] = y[i];)

// Into one array from two places, one of which may be its end.
static int limit, kept;
SCAN(partition, omp target parallel for scan(+ : k, s),
     for (int i = 0; i < n; i++) {
       if (y[i] > limit)
         z[k++] = y[i];
       else
         z[kept - 5 + s++] = i;
     })

// Sections that only name what is on the device: all of it may be used.
SCAN(empty, omp target parallel for scan(+ : y) map(x[ : 0], y[ : 0]) map(to : at[0 : 0]),
     for (int i = 1; i < n; i++)
       y[i] = y[i - 1] + x[at[i]];)

SCAN(empty_at_run_time,
     omp target parallel for scan(+ : s) map(x[ : has], w[ : has]) map(to : at[0 : has]),
     for (int i = 0; i < n; i++) {
       if (x[at[i]] > 0)
         s += x[at[i]];
       w[i] = s;
     })

SCAN(one_element,
     omp target parallel for scan(+ : k) map(c[0 : 1], y[ : 1], w[0 : 1], at[0]),
     for (int i = 0; i < n; i++) {
       k += c[at[i]];
       y[i] = k;
       w[at[i]] = i;
     })

SCAN(pointers, omp target parallel for scan(+ : s) map(x, at) map(to : y),
     for (int i = 0; i < n; i++) {
       s += x[at[i]];
       y[i] = s;
     })

SCAN(empty_of_loop, omp target teams distribute parallel for map(w[ : 0], at[ : 0]),
     for (int i = 0; i < n; i++)
       w[(i + 7l) % n] += at[i];)

SCAN(one_of_loop, omp target teams distribute parallel for map(tofrom : w[0 : 1]) map(at[0]),
     for (int i = 0; i < n; i++)
       w[i] += at[(i + 7l) % n];)

SCAN(empty_counted, omp target parallel for scan(+ : k) map(w[ : 0], z[0 : 1]),
     for (int i = 0; i < n; i++)
       if (x[i] > 0) {
         w[k] = x[i];
         z[k++] = i;
       })

// No `target`, but a `target data` around it.
static void lexical(job *j) {
  UNPACK
#pragma omp target data map(to : x[0 : 2 * n], c[0 : n]) map(tofrom : y[0 : n])
  {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + (c[i] ? x[2 * i] : 0);
  }
}
static void lexical_expected(job *j) {
  UNPACK for (int i = 1; i < n; i++) y[i] = y[i - 1] + (c[i] ? x[2 * i] : 0);
}

static int *const *arrays(job *j, size_t *counts) {
  static int *All[ARRAYS];
  const size_t n = (size_t)j->n;
  int *const now[ARRAYS] = {j->x, j->c, j->at, j->y, j->z, j->w};
  const size_t sizes[ARRAYS] = {2 * n, n, n, n, n, 4 * n};
  memcpy(All, now, sizeof now);
  memcpy(counts, sizes, sizeof sizes);
  return All;
}

static job make(int n) {
  job j = {n, BLOCK(int, 2 * n), BLOCK(int, n), BLOCK(int, n),
           BLOCK(int, n), BLOCK(int, n), BLOCK(int, 4 * n), -1, NULL};
  for (int i = 0; i < n; i++) {
    j.c[i] = (int)scan_test_pick((uint64_t)i, 0, 2);
    j.at[i] = (int)((i + (uint64_t)n / 3) % (uint64_t)n);
    j.y[i] = (int)scan_test_pick((uint64_t)i, -9, 9);
    j.z[i] = i;
  }
  for (int i = 0; i < 2 * n; i++)
    j.x[i] = (int)scan_test_pick(1000 + (uint64_t)i, -9, 9);
  for (int i = 0; i < 4 * n; i++)
    j.w[i] = -i;
  return j;
}

static void destroy(job *j) {
  free(j->x), free(j->c), free(j->at), free(j->y), free(j->z), free(j->w);
}

#define CALL(C)                                                                \
  do                                                                           \
    if ((C) != 0) {                                                            \
      printf("line %d: %s\n", __LINE__, ompscan_last_error());                 \
      exit(1);                                                                 \
    }                                                                          \
  while (0)

// The host's memory is spoilt while the device has the data, unless that is the
// host's own.
static void check(const char *name, void (*scan)(job *), void (*expected)(job *),
                  int n, int on_device) {
  const int spoils =
      ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) != 1;
  job got = make(n), want = make(n);
  size_t counts[ARRAYS];
  int *const *of = arrays(&got, counts);
  for (int a = 0; on_device && a < ARRAYS; a++) {
    CALL(ompscan_map(OMPSCAN_DEFAULT_DEVICE, of[a], counts[a] * sizeof(int),
                     OMPSCAN_TO));
    for (size_t i = 0; spoils && i < counts[a]; i++)
      of[a][i] = HOST;
  }
  scan(&got);
  for (int a = 0; on_device && a < ARRAYS; a++) {
    for (size_t i = 0; spoils && i < counts[a]; i++)
      if (of[a][i] != HOST)
        scan_test_fail(__FILE__, n, name, "host", i, of[a][i], HOST);
    CALL(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, of[a], counts[a] * sizeof(int),
                       OMPSCAN_FROM));
  }
  expected(&want);
  int *result[ARRAYS];
  memcpy(result, of, sizeof result);
  of = arrays(&want, counts);
  for (int a = 0; a < ARRAYS; a++)
    for (size_t i = 0; i < counts[a]; i++)
      // What is kept in place leaves the rest undefined.
      if (result[a][i] != of[a][i])
        scan_test_fail(__FILE__, n, name, &"x\0c\0a\0y\0z\0w"[2 * a], i,
                       result[a][i], of[a][i]);
  if (got.k != want.k)
    scan_test_fail(__FILE__, n, name, "k", 0, got.k, want.k);
  destroy(&got), destroy(&want);
}

// Memory that the host cannot read.
static void device_only(int n) {
  job j = make(n), want = make(n);
  int *x = ompscan_device_alloc(OMPSCAN_DEFAULT_DEVICE, n * sizeof *x);
  CALL(ompscan_copy(OMPSCAN_DEFAULT_DEVICE, x, j.x, n * sizeof *x));
  const int *c = j.c;
  int *y = j.y;
#pragma omp target map(to : c[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (c[i] ? x[i] : 0);
  guarded_expected(&want);
  CHECK_SAME(j.y, want.y, n);
  ompscan_device_free(OMPSCAN_DEFAULT_DEVICE, x);
  destroy(&j), destroy(&want);
}

int main(int argc, char **argv) {
  const char *const how = argc > 1 ? argv[1] : "5000";
  job j = make(50);
  if (!strcmp(how, "nowhere")) {
    check("guarded", guarded, guarded_expected, 50, 0);
    destroy(&j);
    return scan_test_passed();
  }
  if (!strcmp(how, "partly")) {
    CALL(ompscan_map(OMPSCAN_DEFAULT_DEVICE, j.y, 50 * sizeof(int), OMPSCAN_TO));
    guarded(&j);
  }
  if (!strcmp(how, "behind")) {
    CALL(ompscan_map(OMPSCAN_DEFAULT_DEVICE, j.x + 1, 40 * sizeof(int),
                     OMPSCAN_TO));
    guarded(&j);
  }
  destroy(&j);
  const int on_device = strcmp(how, "host") != 0;
  const int most = on_device ? atoi(how) : 500;
  for (int n = most; n > 0; n = n > 1 && n < 40 ? 1 : n / 17) {
    check("guarded", guarded, guarded_expected, n, on_device);
    check("neighbour", neighbour, neighbour_expected, n, on_device);
    check("indirect", indirect, indirect_expected, n, on_device);
    check("inner", inner, inner_expected, n, on_device);
    check("stores", stores, stores_expected, n, on_device);
    check("optional", optional, optional_expected, n, on_device);
    check("pieces", pieces, pieces_expected, n, on_device);
    check("empty", empty, empty_expected, n, on_device);
    check("empty_at_run_time", empty_at_run_time, empty_at_run_time_expected, n,
          on_device);
    check("one_element", one_element, one_element_expected, n, on_device);
    check("pointers", pointers, pointers_expected, n, on_device);
    check("empty_of_loop", empty_of_loop, empty_of_loop_expected, n, on_device);
    check("one_of_loop", one_of_loop, one_of_loop_expected, n, on_device);
    check("empty_counted", empty_counted, empty_counted_expected, n, on_device);
    check("lexical", lexical, lexical_expected, n, 0);
    check("in_place", in_place, in_place_expected, n, on_device);
    for (limit = -10; limit <= 10; limit += 10) {
      job like = make(n);
      kept = 0;
      for (int i = 0; i < n; i++)
        kept += like.y[i] > limit;
      destroy(&like);
      check("partition", partition, partition_expected, n, on_device);
    }
    if (on_device && argc < 3)
      device_only(n);
  }
  return scan_test_passed();
}
