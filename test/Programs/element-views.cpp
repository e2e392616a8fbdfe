// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %run_tiny %t
// RUN: %clangxx -std=c++17 -O0 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host %run %t.asan

// Pointers into arrays and references to elements that an iteration declares.

#include "Inputs/named_loops.h"
#include <cstring>
#include <vector>

LOOP(address, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const long *p = &x[i * 3];
       s += p[0] + p[1] * p[2];
       y[i] = s;
     })
LOOP(row, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const long *row = x + i * 3;
       long sum = 0;
       for (int j = 0; j < 3; j++)
         sum += row[j];
       s += sum;
       y[i] = s;
     })
LOOP(deduced, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       auto *p = x + i;
       s += *p;
       auto *q = &y[i];
       *q = s;
     })
LOOP(reference, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) {
       long &v = y[i];
       v = y[i - 1] + x[i];
     })
LOOP(result, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       long &v = y[i];
       s += x[i];
       v = s;
     })
LOOP(compound, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       long &v = y[i];
       s += v;
       v = s;
     })
LOOP(constant_reference, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const long &v = x[i + 1];
       s += v;
       y[i] = s + v;
     })
LOOP(pointer_to_previous, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) {
       long *p = y + i;
       p[0] = p[-1] + x[i];
     })
LOOP(of_names, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int at = i * 2;
       const long *p = x + at;
       const long *q = p + 1;
       const long &v = q[1];
       s += *q + v;
       y[i] = s;
     })
LOOP(read_start, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const long *p = x + index[i];
       s += p[1];
       y[i] = s;
     })
LOOP(no_scan, target parallel for map(tofrom : y[0:n + 1]) map(to : x[0:n + 1]),
     for (int i = 0; i < n; i++) {
       const long *p = &x[i];
       long &v = y[i + 1];
       v = p[1] * 2;
     })

// No names: the pointer runs along, and the reference is to a copy.
LOOP(running, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       long sum = 0;
       const int first = index[i];
       for (int k = first; k < first + 3; k++)
         sum += x[k];
       s += sum;
       y[i] = s;
     })
LOOP(temporary, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const double &v = x[i];
       s += static_cast<long>(v);
       y[i] = s;
     })

struct Point {
  long a, b;
  int cells[3];
};

template <bool IsPlain>
static void members(std::vector<Point> &points, std::vector<long> &sums) {
  long s = 0;
  const int n = static_cast<int>(points.size());
#define BODY                                                                   \
  for (int i = 0; i < n; i++) {                                                \
    Point &p = points[i];                                                      \
    const Point *q = &p;                                                       \
    auto &first = p.a;                                                         \
    long *out = sums.data() + i;                                               \
    s += first;                                                                \
    p.b = s;                                                                   \
    p.cells[1] = 3;                                                            \
    *out = s + q->a - first;                                                   \
  }
  if constexpr (IsPlain) {
    BODY
  } else {
#pragma omp parallel for scan(+ : s)
    BODY
  }
#undef BODY
}

static void check_members() {
  std::vector<Point> points(5000), expected;
  std::vector<long> sums(5000, -1), expectedSums(sums);
  for (size_t i = 0; i < points.size(); ++i)
    points[i] = {scan_test_pick(i, -5, 5), -1, {1, 2, 4}};
  expected = points;
  members<false>(points, sums);
  members<true>(expected, expectedSums);
  if (sums != expectedSums ||
      std::memcmp(points.data(), expected.data(),
                  points.size() * sizeof(Point)) != 0) {
    puts("members is wrong");
    std::exit(1);
  }
}

int main() {
  CHECK_LOOP(address);
  CHECK_LOOP(row);
  CHECK_LOOP(deduced);
  CHECK_LOOP(reference);
  CHECK_LOOP(result);
  CHECK_LOOP(compound);
  CHECK_LOOP(constant_reference);
  CHECK_LOOP(pointer_to_previous);
  CHECK_LOOP(of_names);
  CHECK_LOOP(read_start);
  CHECK_LOOP(no_scan);
  CHECK_LOOP(running);
  CHECK_LOOP(temporary);
  check_members();
  puts("ok");
  return 0;
}
