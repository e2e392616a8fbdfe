// Loops that run with directives and without. A test includes itself twice:
//
//     #ifndef SCAN
//     #include "Inputs/both_ways.h"
//     namespace parallel {
//     #define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
//     #include __FILE__
//     }
//     #undef SCAN
//     namespace sequential {
//     #define SCAN(...)
//     #include __FILE__
//     }
//     int main(int argc, char **argv) {
//       return checkBothWays(parallel::loops, sequential::loops, argc, argv);
//     }
//     #else
//     ... loops, which end with const Loop loops[] = {LOOP(name), ...};
//     #endif
#ifndef BOTH_WAYS_H
#define BOTH_WAYS_H

#include "scan_test.h"
#include <cmath>
#include <vector>

/// A loop over n elements of x, integers from -1000 to 1000, and d, multiples
/// of 1/16. It may store n + 2 elements of y, which are compared exactly, and
/// of z, which are compared with a tolerance.
struct Loop {
  const char *name;
  void (*run)(int n, const int *x, const double *d, long *y, double *z);
};
#define LOOP(NAME) {#NAME, NAME}

inline void checkLoop(const Loop &tested, const Loop &plain, size_t n) {
  std::vector<int> x(n + 1);
  std::vector<double> d(n + 1);
  for (size_t k = 0; k <= n; ++k) {
    x[k] = int(scan_test_pick(k, -1000, 1000));
    d[k] = double(scan_test_pick(k + 77, -40, 40)) / 16;
  }
  std::vector<long> y(n + 2, -77), wantY(y);
  std::vector<double> z(n + 2, -77), wantZ(z);
  tested.run(int(n), x.data(), d.data(), y.data(), z.data());
  plain.run(int(n), x.data(), d.data(), wantY.data(), wantZ.data());
  for (size_t k = 0; k < n + 2; ++k) {
    if (y[k] != wantY[k])
      scan_test_fail(__FILE__, __LINE__, tested.name, "y", k, y[k], wantY[k]);
    if (!(std::fabs(z[k] - wantZ[k]) <= 1e-3 * (1 + std::fabs(wantZ[k]))))
      scan_test_fail(__FILE__, __LINE__, tested.name, "z", k, z[k], wantZ[k]);
  }
}

template <size_t Count>
int checkBothWays(const Loop (&tested)[Count], const Loop (&plain)[Count],
                  int argc, char **argv) {
  scan_test_init(argc, argv);
  for (size_t n : {0, 1, 2, 13, 144, 1025, 5003}) {
    if (n > scan_test_limit)
      break;
    scan_test_size = n;
    for (size_t at = 0; at < Count; ++at)
      checkLoop(tested[at], plain[at], n);
  }
  return scan_test_passed();
}

#endif
