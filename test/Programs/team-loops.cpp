// RUN: %clangxx %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMP_NUM_THREADS=3 %run %t
// RUN: env OMP_NUM_THREADS=4 OMPSCAN_SHORT_LOOP=0 %run_tiny %t 5000
// RUN: env OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=4 %run %t 5000

// Scans on `for` in functions of C++ that a team calls: Clang alone accepts no
// parameter that is a reference as a list item there.

#include "Inputs/scan_test.h"
#include <vector>

static void parameter(std::vector<int> &y, const std::vector<int> &x, int &s) {
#pragma omp for reduction(inscan, + : s) nowait
  for (size_t i = 0; i < x.size(); i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
#pragma omp barrier
}

template <typename T> struct Sums {
  std::vector<T> values;
  T total;

  void add(const std::vector<int> &x) {
    T &sum = total;
#pragma omp for simd scan(+ : sum) if (0)
    for (size_t i = 0; i < x.size(); i++) {
      sum += x[i];
      values[i] = sum;
    }
  }
};

template <typename T, typename Ref>
static void generic(T *y, const T *x, size_t n, Ref s) {
#pragma omp for reduction(inscan, max : s)
  for (size_t i = 0; i < n; i++) {
    s = s > x[i] ? s : x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    std::vector<int> x(n), y(n, -1), z(n, -1), w(n, -1);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -50, 60);
    Sums<long> sums{std::vector<long>(n, -1), 5};
    int s = 3, most = -20, t = 8;
#pragma omp parallel
    {
      parameter(y, x, s);
      sums.add(x);
      generic<int, int &>(z.data(), x.data(), n, most);
      const auto run = [&] {
#pragma omp for scan(+ : t)
        for (size_t i = 0; i < x.size(); i++) {
          t += x[i];
          w[i] = t;
        }
      };
      run();
    }
    int before = 3, largest = -20, after = 8;
    long sum = 5;
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&y[i], &before, 1);
      before += x[i];
      sum += x[i];
      CHECK_SAME(&sums.values[i], &sum, 1);
      largest = largest > x[i] ? largest : x[i];
      CHECK_SAME(&z[i], &largest, 1);
      after += x[i];
      CHECK_SAME(&w[i], &after, 1);
    }
    CHECK_SAME(&s, &before, 1);
    CHECK_SAME(&sums.total, &sum, 1);
    CHECK_SAME(&most, &largest, 1);
    CHECK_SAME(&t, &after, 1);
  }
  return scan_test_passed();
}
