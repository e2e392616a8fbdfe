// RUN: %clangxx %opt %s %ompscan_native_flags %ompscan_libs -o %t 2> %t.warnings
// RUN: %filecheck %s --input-file %t.warnings --implicit-check-not=error:
// RUN: %run %t
// RUN: %run_tiny %t 5000
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: %clangxx %opt %s -fplugin-arg-ompscan-Wno-ompscan-input-phase -Werror %ompscan_native_flags %ompscan_libs -o %t

// Loops in OpenMP's own form that use an item in the input phase mean what they
// mean without OpenMP. Lambdas that take the item by value and store at it are
// those of the RAJA Performance Suite.

#include "Inputs/scan_test.h"
#include <vector>

static double exclusive(double *y, const double *x, long n, double s) {
  auto step = [=](long i, double before) {
    y[i] = before;
    return x[i];
  };
#pragma omp parallel for reduction(inscan, + : s)
  for (long i = 0; i < n; ++i) {
#pragma omp scan exclusive(s)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: OpenMP does not define the value of 's' here, in the input phase; the loop means what it means without OpenMP [OS205]
    s += step(i, s);
  }
  return s;
}

static long selection(int *list, const double *x, long n, long count) {
  auto step = [=](long i, long at) {
    long inc = 0;
    if (x[i] < 0.0) {
      list[at] = i;
      inc = 1;
    }
    return inc;
  };
#pragma omp parallel for reduction(inscan, + : count)
  for (long i = 0; i < n; ++i) {
#pragma omp scan exclusive(count)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: OpenMP does not define the value of 'count' here
    count += step(i, count);
  }
  return count;
}

static int before(int *y, const int *x, size_t n, int s) {
#pragma omp parallel for reduction(inscan, + : s)
  for (size_t i = 0; i < n; i++) {
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: OpenMP does not define the value of 's' here
    y[i] = s;
    s += x[i];
#pragma omp scan inclusive(s)
  }
  return s;
}

// The same lambda with a `scan` clause. A function without effects may be the
// combiner, and stays a call.
static double clause(double *y, const double *x, long n, double s) {
  auto step = [=](long i, double before) {
    y[i] = before;
    return x[i];
  };
#pragma omp parallel for scan(+ : s)
  for (long i = 0; i < n; ++i)
    s += step(i, s);
  return s;
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    std::vector<double> x(n), y(n, -7), z(n, -7), wanted(n);
    std::vector<int> a(n), b(n, -7), list(n + 1, -7), kept(n + 1, -7);
    double sum = 5;
    long count = 0;
    for (size_t i = 0; i < n; i++) {
      x[i] = a[i] = scan_test_pick(i, -50, 99);
      wanted[i] = sum;
      sum += x[i];
      if (x[i] < 0)
        kept[count++] = i;
    }
    const double last = exclusive(y.data(), x.data(), n, 5);
    CHECK_SAME(y.data(), wanted.data(), n);
    CHECK_SAME(&last, &sum, 1);
    const double again = clause(z.data(), x.data(), n, 5);
    CHECK_SAME(z.data(), wanted.data(), n);
    CHECK_SAME(&again, &sum, 1);
    const long found = selection(list.data(), x.data(), n, 0);
    CHECK_SAME(list.data(), kept.data(), n + 1);
    CHECK_SAME(&found, &count, 1);
    const int total = before(b.data(), a.data(), n, 5), all = sum;
    for (size_t i = 0; i < n; i++) {
      const int want = wanted[i];
      CHECK_SAME(&b[i], &want, 1);
    }
    CHECK_SAME(&total, &all, 1);
  }
  return scan_test_passed();
}
