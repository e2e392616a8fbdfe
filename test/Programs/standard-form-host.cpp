// RUN: %clangxx %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t 5000
// RUN: %long env OMPSCAN_DEVICE=host %run %t
// RUN: %clangxx -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host %run %t.asan 5000
// RUN: %clangxx -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s --implicit-check-not=__kmpc_fork_call
// CHECK: call{{.*}} @__ompscan_run
// The same with a precompiled header.
// RUN: %clangxx %opt -x c++-header %S/Inputs/standard_form_loops.h %ompscan_flags -o %t.pch
// RUN: %clangxx %opt -Wall -Werror -include-pch %t.pch %s %ompscan_flags %ompscan_libs -o %t.with-pch
// RUN: %run %t.with-pch 5000

// OpenMP 5's own form without target in C++: containers, iterators, classes
// with operators, methods, lambdas, templates.

#include "Inputs/scan_test.h"
#include "Inputs/standard_form_loops.h"

template <typename F>
static void check_last(F scan, const std::vector<int> &x, bool is_inclusive) {
  std::vector<unsigned> y(x.size(), 0xa5a5a5a5);
  Last s(2, 1);
  const Last last = scan(y, x, s);
  for (std::size_t i = 0; i < x.size(); i++) {
    const unsigned before = s.value * 1000 + s.count;
    s += Last(x[i] & 1, x[i]);
    const unsigned after = s.value * 1000 + s.count;
    CHECK_SAME(&y[i], is_inclusive ? &after : &before, 1);
  }
  CHECK_SAME(&last.count, &s.count, 1);
  CHECK_SAME(&last.value, &s.value, 1);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    std::vector<int> x(n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    check_last(joined, x, true);
    check_last(joined_before, x, false);
    check_last(loops::template_scan<Last, long>, x, true);
    check_last(loops::template_scan<Last, unsigned>, x, true);

    std::vector<long> sums(n, -1);
    Counter counter;
    counter.total = 40;
    counter.run(sums, x);
    long total = 40;
    for (size_t i = 0; i < n; i++) {
      total += x[i];
      CHECK_SAME(&sums[i], &total, 1);
    }
    CHECK_SAME(&counter.total, &total, 1);

    std::vector<int> y = x, z = x;
    const int sum = loops::over_range(y), best = loops::over_iterator(z);
    int s = 2, m = 2;
    for (size_t i = 0; i < n; i++) {
      s += x[i];
      m = x[i] > m ? x[i] : m;
      CHECK_SAME(&y[i], &s, 1);
      CHECK_SAME(&z[i], &m, 1);
    }
    CHECK_SAME(&sum, &s, 1);
    CHECK_SAME(&best, &m, 1);

    std::vector<int> w(n, -1);
    int k = 3;
    [&] {
#pragma omp parallel for reduction(inscan, + : k)
      for (size_t i = 0; i < n; i++) {
        w[i] = k;
#pragma omp scan exclusive(k)
        k += x[i] > 50;
      }
    }();
    int want = 3;
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&w[i], &want, 1);
      want += x[i] > 50;
    }
    CHECK_SAME(&k, &want, 1);
  }
  return scan_test_passed();
}
