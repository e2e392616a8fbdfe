// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// The hull and the intersection of intervals, and the union of two as a short
// list of pieces, in place.

#include "Inputs/operator_test.h"

typedef struct Interval {
  float low, high; /* empty where low > high */
} Interval;

static inline bool is_empty(Interval i) { return i.low > i.high; }

static Interval hull(Interval a, Interval b) {
  if (is_empty(a))
    return b;
  if (is_empty(b))
    return a;
  return (Interval){a.low < b.low ? a.low : b.low,
                    a.high > b.high ? a.high : b.high};
}

static void intersect(Interval *a, const Interval *b) {
  if (b->low > a->low)
    a->low = b->low;
  if (b->high < a->high)
    a->high = b->high;
  if (is_empty(*a)) {
    a->low = 1;
    a->high = 0;
  }
}

#pragma omp declare scan(hull : Interval : omp_out = hull(omp_out, omp_in))    \
    initializer(omp_priv = {1, 0})
#pragma omp declare scan(intersect : Interval : intersect(&omp_out, &omp_in))

static void hull_scan(Interval *y, const Interval *x, size_t n) {
#pragma omp parallel for scan(hull : y)
  for (size_t i = 1; i < n; i++)
    y[i] = hull(y[i - 1], x[i]);
}

static void hull_expected(Interval *y, const Interval *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = hull(y[i - 1], x[i]);
}

static void intersect_scan(Interval *y, Interval *x, size_t n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(intersect : y)
  for (size_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    intersect(&y[i], &x[i]);
  }
}

static void intersect_expected(Interval *y, Interval *x, size_t n) {
  for (size_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    intersect(&y[i], &x[i]);
  }
}

static Interval interval(uint64_t k, long width) {
  if (scan_test_hash(k) % 5 == 0)
    return (Interval){1, 0};
  float middle = (float)scan_test_pick(k, -1000 - (long)k, 1000 + (long)k) / 8;
  return (Interval){middle - (float)width, middle + (float)width};
}

OPERATOR_TEST(hulls, Interval, hull_scan, hull_expected, interval(5, 1),
              interval(k, 3), SAME_BYTES)
OPERATOR_TEST(intersections, Interval, intersect_scan, intersect_expected,
              ((Interval){-1e6f, 1e6f}),
              ((Interval){-1e6f + (float)k, 1e6f - (float)(k * k % 997) * 7}),
              SAME_BYTES)

// At most two disjoint pieces of a circle of 24 hours, more are merged.
typedef struct {
  unsigned char count;
  struct {
    signed char begin, end;
  } piece[2];
} Union;

static Union unite(Union a, Union b) {
  unsigned hours = 0; /* a bit for each */
  const Union *both[2];
  both[0] = &a;
  both[1] = &b;
  for (int u = 0; u < 2; u++)
    for (int p = 0; p < both[u]->count; p++)
      for (int h = both[u]->piece[p].begin; h < both[u]->piece[p].end; h++)
        hours |= 1u << h;
  Union result = {0, {{0, 0}, {0, 0}}};
  int h = 0;
  do {
    while (h < 24 && !(hours >> h & 1))
      h++;
    if (h == 24)
      break;
    if (result.count < 2)
      result.piece[result.count++].begin = (signed char)h;
    while (h < 24 && hours >> h & 1)
      h++;
    result.piece[result.count - 1].end = (signed char)h;
  } while (1);
  return result;
}

static Union day(Union a, Union b) {
  Union r = unite(a, b);
  return r;
}
#pragma omp declare scan(day : Union : omp_out = day(omp_out, omp_in))

static void day_scan(Union *y, const Union *x, size_t n) {
#pragma omp parallel for scan(day : y)
  for (size_t i = 1; i < n; i++)
    y[i] = day(y[i - 1], x[i]);
}

static void day_expected(Union *y, const Union *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = day(y[i - 1], x[i]);
}

// All of a day before noon and all of it after: two pieces are enough.
static Union hours(uint64_t k) {
  signed char at = (signed char)scan_test_pick(k, 0, 5);
  Union u = {2, {{(signed char)(8 - at), 9}, {20, (signed char)(21 + at / 2)}}};
  if (k < 3)
    u.count = 1;
  return u;
}

OPERATOR_TEST(days, Union, day_scan, day_expected, hours(1), hours(k),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  hulls();
  intersections();
  days();
  return scan_test_passed();
}
