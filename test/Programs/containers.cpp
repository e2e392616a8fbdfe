// RUN: %clangxx -std=c++20 %opt -Wall -Werror %s %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t 10007
// RUN: %long %run_tiny %t 1000
// RUN: %run_oclgrind %t 150
// RUN: %clangxx -std=c++20 -O1 -g %asan %s %ompscan_flags %ompscan_libs \
// RUN:   -o %t.asan
// RUN: %run %t.asan 1000

// Containers of the standard library as items and as inputs, in functions,
// templates, lambdas, constructors and methods.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>
#include <string>
#include <valarray>
#include <vector>
#define FAIL(n)                                                                \
  do {                                                                         \
    std::printf("BAD %s\n", n);                                                \
    std::exit(1);                                                              \
  } while (0)
static void vec(std::vector<int> &y, const std::vector<int> &x) {
#pragma omp parallel for scan(+ : y)
  for (std::size_t i = 1; i < y.size(); i++)
    y[i] = y[i - 1] + x[i];
}
template <class C> static void generic(C &y, const C &x) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < (int)y.size(); i++)
    y[i] = y[i - 1] + x[i];
}
template <class T> static T total(const std::vector<T> &x, std::vector<T> &y) {
  T s = 0;
#pragma omp parallel for scan(+ : s)
  for (std::size_t i = 0; i < x.size(); i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}
template <class T>
static T last(const std::vector<T> &x, std::vector<T> &y, T s) {
#pragma omp parallel for scan(+ : s)
  for (std::size_t i = 0; i < x.size(); i++) {
    s += i + 1 < x.size() ? x[i + 1] : T(x.size());
    y[i] = s;
  }
  return s;
}
struct Acc {
  std::vector<int> v;
  int n;
  Acc(int n) : v(n), n(n) {
    for (int i = 0; i < n; i++)
      v[i] = i % 7;
#pragma omp parallel for scan(+ : v)
    for (int i = 1; i < n; i++)
      v[i] += v[i - 1];
  }
  void again() {
#pragma omp parallel for scan(+ : this->v)
    for (int i = 1; i < n; i++)
      v[i] += v[i - 1];
  }
  int sum() const {
    int s = 0;
    std::vector<int> out(n);
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++) {
      s += v[i];
      out[i] = s;
    }
    return out.back() == s ? s : -1;
  }
  void outside();
};
void Acc::outside() {
#pragma omp parallel for scan(max : v)
  for (int i = 1; i < n; i++)
    v[i] = std::max(v[i], v[i - 1]);
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5000;
  std::vector<int> x(n), y(n), w(n);
  for (int i = 0; i < n; i++)
    x[i] = std::rand() % 100;
  y[0] = 5;
  w = y;
  vec(y, x);
  for (int i = 1; i < n; i++)
    w[i] = w[i - 1] + x[i];
  if (y != w)
    FAIL("vec");
  y[0] = 3;
  w = y;
  generic(y, x);
  for (int i = 1; i < n; i++)
    w[i] = w[i - 1] + x[i];
  if (y != w)
    FAIL("generic vec");
  std::array<int, 100> ax, ay;
  for (int i = 0; i < 100; i++)
    ax[i] = x[i];
  ay[0] = 9;
  generic(ay, ax);
  {
    int s = 9;
    for (int i = 1; i < 100; i++) {
      s += ax[i];
      if (ay[i] != s)
        FAIL("array");
    }
  }
  std::valarray<int> vx(n), vy(n);
  for (int i = 0; i < n; i++)
    vx[i] = x[i];
  vy[0] = 1;
  generic(vy, vx);
  {
    int s = 1;
    for (int i = 1; i < n; i++) {
      s += vx[i];
      if (vy[i] != s)
        FAIL("valarray");
    }
  }
  std::span<int> sx(x), sy(y);
  sy[0] = 4;
  generic(sy, sx);
  {
    int s = 4;
    for (int i = 1; i < n; i++) {
      s += sx[i];
      if (sy[i] != s)
        FAIL("span");
    }
  }
  if (total(x, y) != std::accumulate(x.begin(), x.end(), 0))
    FAIL("total");
  std::partial_sum(x.begin(), x.end(), w.begin());
  if (y != w)
    FAIL("total y");
  int l = last(x, y, 3);
  {
    int s = 3;
    for (int i = 0; i < n; i++) {
      s += i + 1 < n ? x[i + 1] : n;
      if (y[i] != s)
        FAIL("last y");
    }
    if (s != l)
      FAIL("last");
  }
  Acc a(n);
  {
    int s = 0;
    for (int i = 0; i < n; i++) {
      s += i % 7;
      if (a.v[i] != s)
        FAIL("ctor");
    }
  }
  auto before = a.v;
  a.again();
  std::partial_sum(before.begin(), before.end(), before.begin());
  if (before != a.v)
    FAIL("again");
  if (a.sum() != int(std::accumulate(a.v.begin(), a.v.end(), 0u)))
    FAIL("sum");
  a.v = x;
  a.outside();
  {
    int m = x[0];
    for (int i = 0; i < n; i++) {
      m = std::max(m, x[i]);
      if (a.v[i] != m)
        FAIL("max");
    }
  }
  auto lambda = [](auto &y, const auto &x, auto n) {
#pragma omp parallel for scan(+ : y)
    for (decltype(n) i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i - 1];
  };
  y[0] = 1;
  lambda(y, x, y.size());
  {
    int s = 1;
    for (int i = 1; i < n; i++) {
      s += x[i - 1];
      if (y[i] != s)
        FAIL("lambda");
    }
  }
  int *p = y.data();
  lambda(p, x, 100L);
  {
    int s = 1;
    for (int i = 1; i < 100; i++) {
      s += x[i - 1];
      if (y[i] != s)
        FAIL("lambda p");
    }
  }
  auto cap = [&] {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x.data()[i] * y.size();
  };
  cap();
  {
    unsigned s = y[0];
    for (int i = 1; i < n; i++) {
      s += x[i] * n;
      if (y[i] != int(s))
        FAIL("cap");
    }
  }
  std::vector<int> idx(n);
  for (int i = 0; i < n; i++)
    idx[i] = (i * 7) % n;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[idx[i]];
  {
    int s = y[0];
    for (int i = 1; i < n; i++) {
      s += x[idx[i]];
      if (y[i] != s)
        FAIL("idx");
    }
  }
  std::string text = "a\nbc\nd";
  std::vector<int> lines(10);
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (size_t i = 0; i < text.size(); i++)
    if (text[i] == '\n')
      lines[k++] = i;
  if (k != 2 || lines[0] != 1 || lines[1] != 4)
    FAIL("lines");
  std::puts("ok");
}
