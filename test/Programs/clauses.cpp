// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Clauses in templates, methods and lambdas.

#include "Inputs/scan_test.h"
#include <vector>

struct Flag {
  bool On;
  explicit operator bool() const { return On; }
};

template <typename T, int Least> struct Sums {
  long Total = 0;

  bool wanted(long n) const { return n > Least; }

  T run(T *y, const T *x, long n, Flag f);
};

template <typename T, int Least>
T Sums<T, Least>::run(T *y, const T *x, long n, Flag f) {
  T last = T(-5), t = T(3);
  long s = Total;
#pragma omp target if (wanted(n)) map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s) private(t) lastprivate(last) if (f)
  for (long i = 0; i < n; i++) {
    t = x[i] * T(2);
    s += t;
    y[i] = T(s);
    last = T(s - t);
  }
  Total = s;
  return t == T(3) ? last : T(-77);
}

template <typename T> static void check(long n) {
  std::vector<T> x(n), y(n, T(1));
  for (long k = 0; k < n; ++k)
    x[k] = T(scan_test_pick(k, 0, 9));
  for (bool on : {true, false}) {
    Sums<T, 12> sums;
    const T last = sums.run(y.data(), x.data(), n, Flag{on});
    long s = 0;
    T want = T(-5);
    for (long k = 0; k < n; ++k) {
      want = T(s);
      s += T(x[k] * T(2));
      if (y[k] != T(s))
        scan_test_fail(__FILE__, __LINE__, "check", "y", k, y[k], s);
    }
    if (sums.Total != s || last != want)
      scan_test_fail(__FILE__, __LINE__, "check", "last", n, last, want);
  }
}

static void in_lambda(long n) {
  std::vector<int> y(n, 1);
  int *to = y.data(), last = 0;
  const auto count = [&](int step) {
#pragma omp parallel for scan(+ : to) firstprivate(step)                       \
    lastprivate(last) if (step > 1)
    for (long i = 1; i < n; i++) {
      last = int(i % step);
      to[i] = to[i - 1] + last;
    }
  };
  for (int step : {1, 7}) {
    count(step);
    int s = 1;
    for (long i = 1; i < n; i++)
      if (y[i] != (s += int(i % step)))
        scan_test_fail(__FILE__, __LINE__, "in_lambda", "y", i, y[i], s);
    if (n > 1 && last != int((n - 1) % step))
      scan_test_fail(__FILE__, __LINE__, "in_lambda", "last", n, last, 0);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    check<int>(long(n));
    check<unsigned char>(long(n));
    if (n)
      in_lambda(long(n));
  }
  return scan_test_passed();
}
