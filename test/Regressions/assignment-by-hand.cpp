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

struct Vector {
  int v[3];
  Vector &operator=(const Vector &other) {
    for (int i = 0; i < 3; i++)
      v[i] = other.v[i];
    return *this;
  }
  Vector &operator+=(const Vector &other) {
    for (int i = 0; i < 3; i++)
      v[i] += other.v[i];
    return *this;
  }
};

struct ByValue {
  int a, b;
  ByValue &operator=(ByValue other) {
    a = other.a;
    b = other.b;
    return *this;
  }
};

#pragma omp declare scan(+ : Sum : omp_out.value += omp_in.value)
#pragma omp declare scan(+ : Vector : omp_out += omp_in)
#pragma omp declare scan(+ : ByValue : omp_out.a += omp_in.a, omp_out.b ^= omp_in.b)

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

static void loops(Vector *y, const Vector *x, ByValue *v, const ByValue *u, int n) {
  Vector s{{0, 0, 0}};
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  ByValue t{0, 0};
#pragma omp parallel for scan(+ : t)
  for (int i = 0; i < n; i++) {
    t.a += u[i].a, t.b ^= u[i].b;
    v[i] = t;
  }
}

static int sameLoops(int n) {
  std::vector<Vector> x(n), y(n);
  std::vector<ByValue> u(n), v(n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 3; j++)
      x[i].v[j] = (i + j) % 7 - 2, y[i].v[j] = -1;
    u[i].a = i % 5, u[i].b = i * 3 % 8, v[i].a = v[i].b = -1;
  }
  loops(y.data(), x.data(), v.data(), u.data(), n);
  int wrong = 0, s[3] = {}, a = 0, b = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 3; j++)
      wrong += y[i].v[j] != (s[j] += x[i].v[j]);
    wrong += v[i].a != (a += u[i].a);
    wrong += v[i].b != (b ^= u[i].b);
  }
  return wrong;
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
  int wrong = sameLoops(n), sum = 0, total = 0;
  for (int i = 0; i < n; i++) {
    sum += i % 7 - 2;
    total += i % 5 - 1;
    wrong += y[i].value != sum;
    wrong += v[i].value != total || v[i].at != i;
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
