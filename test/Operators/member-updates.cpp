// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Combiners of members, and updates of one member at a time, on a device.

#include "../Programs/Inputs/scan_test.h"
#include <algorithm>

struct Nested {
  float lowest;
  unsigned char bits;
};
struct Statistics {
  int total;
  short count;
  int highest;
  Nested nested;
  long long unused;
};
#pragma omp declare scan(                                                      \
        statistics : Statistics : omp_out.total += omp_in.total,               \
            omp_out.count += omp_in.count,                                     \
            omp_out.highest = std::max(omp_out.highest, omp_in.highest),       \
            omp_out.nested.lowest = omp_in.nested.lowest <                     \
                                            omp_out.nested.lowest              \
                                        ? omp_in.nested.lowest                 \
                                        : omp_out.nested.lowest,               \
            omp_out.nested.bits ^= omp_in.nested.bits)
#pragma omp declare reduction(total : Statistics : omp_out.total +=            \
                                  omp_in.total) initializer(omp_priv = {})

/* An affine map of one number, in members that depend on each other. */
struct Line {
  unsigned slope, offset;
};
#pragma omp declare scan(line : Line : (omp_out.offset = omp_out.offset *      \
                                            omp_in.slope + omp_in.offset,      \
                                        omp_out.slope *= omp_in.slope))

#define EACH                                                                   \
  {                                                                            \
    r.total += 3 * x[i] + 1;                                                   \
    if (x[i] % 4 == 0) {                                                       \
      r.count -= x[i] / 2;                                                     \
      r.nested.bits ^= (unsigned char)x[i];                                    \
    } else if (x[i] % 4 == 1) {                                                \
      ++r.count;                                                               \
    }                                                                          \
    if (x[i] - i % 8 > r.highest)                                              \
      r.highest = x[i] - i % 8;                                                \
    r.nested.lowest =                                                          \
        0.5f * x[i] < r.nested.lowest ? 0.5f * x[i] : r.nested.lowest;         \
    y[i] = r;                                                                  \
  }

static Statistics members(Statistics *y, const int *x, int n, Statistics r) {
#pragma omp target parallel for scan(statistics : r) map(to : x[0 : n])        \
    map(from : y[0 : n])
  for (int i = 0; i < n; i++)
    EACH
  return r;
}

static Statistics expected(Statistics *y, const int *x, int n, Statistics r) {
  for (int i = 0; i < n; i++)
    EACH
  return r;
}

static Statistics standard(Statistics *y, const int *x, int n, Statistics r) {
#pragma omp target parallel for reduction(inscan, total : r)                   \
    map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    y[i] = r;
#pragma omp scan exclusive(r)
    r.total = r.total - 2 * x[i];
  }
  return r;
}

static Statistics expectedStandard(Statistics *y, const int *x, int n,
                                   Statistics r) {
  for (int i = 0; i < n; i++) {
    y[i] = r;
    r.total = r.total - 2 * x[i];
  }
  return r;
}

static void lines(Line *y, const int *x, int n) {
#pragma omp target parallel for scan(line : y) map(to : x[0 : n])              \
    map(tofrom : y[0 : n])
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].offset = y[i].offset * unsigned(x[i]) + unsigned(x[i - 1]),
    y[i].slope *= unsigned(x[i]);
  }
}

static void expectedLines(Line *y, const int *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = Line{y[i - 1].slope * unsigned(x[i]),
                y[i - 1].offset * unsigned(x[i]) + unsigned(x[i - 1])};
}

static void compare(const Statistics &got, const Statistics &want) {
  CHECK_SAME(&got.total, &want.total, 1);
  CHECK_SAME(&got.count, &want.count, 1);
  CHECK_SAME(&got.highest, &want.highest, 1);
  CHECK_SAME(&got.nested.lowest, &want.nested.lowest, 1);
  CHECK_SAME(&got.nested.bits, &want.nested.bits, 1);
  CHECK_SAME(&got.unused, &want.unused, 1);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    const int size = (int)n;
    int *x = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -99, 99);
    Statistics *y = BLOCK(Statistics, n), *want = BLOCK(Statistics, n);
    const Statistics first{5, 7, -60, {-20, 3}, 1234567890123};
    compare(members(y, x, size, first), expected(want, x, size, first));
    for (size_t i = 0; i < n; i++)
      compare(y[i], want[i]);
    compare(standard(y, x, size, first),
            expectedStandard(want, x, size, first));
    for (size_t i = 0; i < n; i++)
      compare(y[i], want[i]);
    Line *z = BLOCK(Line, n), *wantLines = BLOCK(Line, n);
    if (n)
      z[0] = wantLines[0] = {3, 4};
    lines(z, x, size);
    expectedLines(wantLines, x, size);
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&z[i].slope, &wantLines[i].slope, 1);
      CHECK_SAME(&z[i].offset, &wantLines[i].offset, 1);
    }
    free(x), free(y), free(want), free(z), free(wantLines);
  }
  return scan_test_passed();
}
