// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Calls of lambdas that capture variables by reference and by copy, `this`, and
// results of expressions, in inputs, conditions and subscripts.

#include "Inputs/scan_test.h"
#include <cmath>
#include <vector>

using Ints = std::vector<int>;

static Ints data(size_t n) {
  Ints x(n);
  for (size_t i = 0; i < n; i++)
    x[i] = (int)scan_test_pick(i, -1000, 1000);
  return x;
}

static void check(const Ints &got, const Ints &want, size_t n) {
  CHECK_SAME(got.data(), want.data(), n);
}

// The variable has another value at the loop than where the lambda begins.
static void numbers(const Ints &x, size_t n) {
  Ints y(n, -77), want(n);
  int k = 3, s = 0, sum = 0;
  auto byReference = [&](int v) { return v * k + 1; };
  auto byCopy = [=](const int &v) { return v * k - 1; };
  k = 5;
#pragma omp parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++) {
    s += byReference(x[i]) + 2 * byCopy(x[i]);
    y[i] = s + k;
  }
  for (size_t i = 0; i < n; i++) {
    sum += x[i] * 5 + 1 + 2 * (x[i] * 3 - 1);
    want[i] = sum + 5;
  }
  check(y, want, n);
}

// Lambdas that call lambdas, on names of the loop's body.
static void nested(const Ints &x, size_t n) {
  Ints y(n, -77), want(n, -77);
  int k = 2, s = 0, sum = 0;
  auto weighted = [&](int a, int b) { return a * k - b; };
  auto shifted = [&](int a) { return weighted(a, 1) + k; };
#pragma omp parallel for scan(+ : s)
  for (size_t i = 1; i < n; i++) {
    const int difference = x[i] - x[i - 1];
    s += shifted(weighted(difference, 3));
    y[i] = s;
  }
  for (size_t i = 1; i < n; i++) {
    sum += ((x[i] - x[i - 1]) * 2 - 3) * 2 + 1;
    want[i] = sum;
  }
  check(y, want, n);
}

// Elements of arrays: a container by reference, a pointer by copy.
static void elements(const Ints &x, size_t n) {
  Ints y(n, -77), want(n, -77);
  const int *p = x.data();
  auto twice = [p](size_t i) { return 2 * p[i]; };
  auto at = [&](size_t i) -> const int & { return x[i]; };
  auto place = [&](size_t i) -> int & { return y[i]; };
  p = nullptr;
  if (n)
    y[0] = want[0] = 1;
#pragma omp parallel for scan(+ : y)
  for (size_t i = 1; i < n; i++)
    place(i) = place(i - 1) + twice(i) - at(i - 1);
  for (size_t i = 1; i < n; i++)
    want[i] = want[i - 1] + 2 * x[i] - x[i - 1];
  check(y, want, n);
}

// A generic lambda with captures of its own, and one that reads the
// accumulator.
static void others(const Ints &x, size_t n) {
  Ints y(n, -77), want(n);
  int s = 0, sum = 0;
  auto scaled = [m = 100, f = 7](auto v) { return v % m * f; };
  auto plus = [&](int v) { return s + v; };
#pragma omp parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++) {
    s = plus(scaled(x[i]));
    y[i] = s;
  }
  for (size_t i = 0; i < n; i++) {
    sum += x[i] % 100 * 7;
    want[i] = sum;
  }
  check(y, want, n);
}

struct Filter {
  int low, high;
  Ints table;

  size_t select(Ints &out, const Ints &x) const {
    size_t k = 0;
    auto isWanted = [this](int v) { return v >= low && v <= high; };
#pragma omp parallel for scan(+ : k)
    for (size_t i = 0; i < x.size(); i++)
      if (isWanted(x[i]))
        out[k++] = x[i];
    return k;
  }

  int count(Ints &out, const Ints &x) const {
    int s = 0;
    auto weight = [&](int v) { return table[v & 3]; };
#pragma omp parallel for scan(+ : s)
    for (size_t i = 0; i < x.size(); i++) {
      s += weight(x[i]);
      out[i] = s;
    }
    return s;
  }
};

static void members(const Ints &x, size_t n) {
  const Filter f{-300, 200, {5, -20, 7, -9}};
  Ints y(n, -77), want(n, -77);
  size_t k = 0;
  const size_t got = f.select(y, x);
  for (int v : x)
    if (v >= -300 && v <= 200)
      want[k++] = v;
  if (got != k) {
    printf("%zu elements are selected, not %zu\n", got, k);
    scan_test_stop();
  }
  check(y, want, k);

  int sum = 0;
  f.count(y, x);
  for (size_t i = 0; i < n; i++) {
    sum += f.table[x[i] & 3];
    want[i] = sum;
  }
  check(y, want, n);
}

static void halves(const Ints &x, size_t n) {
  std::vector<double> d(x.begin(), x.end()), y(n, -1), want(n);
  double factor = 0.5, s = 0, sum = 0;
  auto half = [factor](const double &v) { return std::floor(v * factor); };
#pragma omp parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++) {
    s += half(d[i]);
    y[i] = s;
  }
  for (size_t i = 0; i < n; i++) {
    sum += std::floor(d[i] * 0.5);
    want[i] = sum;
  }
  CHECK_SAME(y.data(), want.data(), n);
}

// Lambdas that an iteration makes, with variables whose values follow from
// names of elements.
static void made(const Ints &x, size_t n) {
  std::vector<double> d(x.begin(), x.end()), y(n, -77), want(n, -77);
  const double *from = d.data();
  double s = 0, sum = 0;
#pragma omp parallel for scan(+ : s)
  for (size_t i = 1; i < n; i++) {
    const size_t at = i - 1;
    const double value = from[at];
    const double twice = value * 2;
    const auto plus = [&](double v) { return twice + v; };
    s += plus(1);
    y[i] = s;
  }
  for (size_t i = 1; i < n; i++) {
    sum += x[i - 1] * 2 + 1;
    want[i] = sum;
  }
  CHECK_SAME(y.data(), want.data(), n);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  for (size_t n : {size_t(0), size_t(1), size_t(145), size_t(5003)}) {
    if (n > scan_test_limit)
      break;
    scan_test_size = n;
    const Ints x = data(n);
    numbers(x, n);
    nested(x, n);
    elements(x, n);
    others(x, n);
    members(x, n);
    halves(x, n);
    made(x, n);
  }
  return scan_test_passed();
}
