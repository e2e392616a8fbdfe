// Elements of classes with assignment operators of their own, which copy member
// by member, are stored.

// RUN: %clangxx %opt -w %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_oclgrind %t

#include <cstdio>
#include <vector>

struct Sum {
  int value;
  Sum() : value(0) {}
  Sum(const Sum &other) : value(other.value) {}
  Sum &operator=(const Sum &other) {
    value = other.value;
    return *this;
  }
};

template <class T> struct Guarded {
  T value;
  short at;
  Guarded &operator=(const Guarded &other) {
    if (this != &other) {
      this->value = other.value;
      at = (other.at);
    }
    return *this;
  }
};

#pragma omp declare scan(+ : Sum : omp_out.value += omp_in.value)

static void ownForm(Sum *y, const Sum *x, int n) {
  Sum s;
#pragma omp target parallel for reduction(inscan, + : s) map(to : x[0 : n])    \
    map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    s.value += x[i].value;
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

static void elements(Guarded<int> *y, const Guarded<int> *x, int n) {
  int s = 0;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i].value;
    Guarded<int> element = x[i];
    element.value = s;
    y[i] = element;
  }
}

int main() {
  const int n = 5000;
  std::vector<Sum> x(n), y(n);
  std::vector<Guarded<int>> u(n), v(n);
  for (int i = 0; i < n; i++) {
    x[i].value = i % 7 - 2;
    y[i].value = -1;
    u[i] = {i % 5 - 1, static_cast<short>(i)};
    v[i] = {-1, -1};
  }
  ownForm(y.data(), x.data(), n);
  elements(v.data(), u.data(), n);
  int wrong = 0, sum = 0, total = 0;
  for (int i = 0; i < n; i++) {
    sum += i % 7 - 2;
    total += i % 5 - 1;
    wrong += y[i].value != sum;
    wrong += v[i].value != total || v[i].at != i;
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
