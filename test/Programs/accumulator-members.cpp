// RUN: %clangxx %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Scalar members as items in C++: in methods with and without `this`, defined in
// and behind the class, in lambdas, templates and constructors; by declared
// operators and in OpenMP's own form.

#include "Inputs/scan_test.h"
#include <vector>

struct Span {
  int low, high;
  Span &operator+=(const Span &o) {
    low = o.low < low ? o.low : low;
    high = o.high > high ? o.high : high;
    return *this;
  }
};
#pragma omp declare scan(+ : Span : omp_out += omp_in)

template <class T> struct Sums {
  T total;
  int count = 0;
  Span range = {0, 0};

  void inClass(std::vector<T> &y, std::vector<int> &kept, const int *x, int n) {
#pragma omp parallel for scan(+ : total, count)
    for (int i = 0; i < n; i++) {
      total += x[i];
      y[i] = total;
      if (x[i] > 0)
        kept[count++] = i;
    }
  }

  void throughThis(T *y, const int *x, int n);

  void inLambda(T *y, const int *x, int n) {
    auto run = [&, this](auto step) {
#pragma omp parallel for scan(+ : this->total)
      for (int i = 0; i < n; i++) {
        y[i] = this->total;
        this->total += x[i] * step;
      }
    };
    run(2);
  }
};

template <class T> void Sums<T>::throughThis(T *y, const int *x, int n) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : this->total, this->range)
  for (int i = 0; i < n; i++) {
    this->total += x[i];
    y[i] = this->total;
    this->range += Span{x[i], x[i]};
  }
}

struct Plain {
  long total = 1;
  int best;

  Plain(long *y, const int *x, int n);
  void standard(long *y, const int *x, int n) {
#pragma omp target parallel for reduction(inscan, + : total) map(to : x[0 : n]) map(from : y[0 : n])
    for (int i = 0; i < n; i++) {
      y[i] = total;
#pragma omp scan exclusive(total)
      total += x[i];
    }
  }
};

Plain::Plain(long *y, const int *x, int n) : best(-1000) {
#pragma omp parallel for scan(+ : total) reduction(max : best)
  for (int i = 0; i < n; i++) {
    total += x[i];
    y[i] = total;
    best = x[i] > best ? x[i] : best;
  }
}

static void ofReference(Plain &p, long *y, const int *x, int n) {
#pragma omp parallel for scan(+ : p.total)
  for (int i = 0; i < n; i++)
    y[i] = p.total -= x[i];
}

// Static members, and what a namespace has.
namespace apart {
long variable;
int *array;
} // namespace apart
struct Shared {
  static long total;
  static int count;
  static void inClass(long *y, const int *x, int n) {
#pragma omp parallel for scan(+ : total)
    for (int i = 0; i < n; i++) {
      y[i] = total;
      total += x[i];
    }
  }
  void behindIt(const int *x, int n);
};
long Shared::total;
int Shared::count;
void Shared::behindIt(const int *x, int n) {
#pragma omp target map(to : x[0 : n])
#pragma omp parallel for scan(+ : count)
  for (int i = 0; i < n; i++)
    count += x[i] > 0;
}
template <class T> struct Each {
  static T best;
};
template <class T> T Each<T>::best;
template <class T> static void findBest(const int *x, int n) {
#pragma omp parallel for scan(max : Each<T>::best) scan(+ : ::apart::variable)
  for (int i = 0; i < n; i++) {
    Each<T>::best = x[i] > Each<T>::best ? x[i] : Each<T>::best;
    apart::variable += x[i] * x[i];
  }
}

static void checkShared(const int *x, int n) {
  long *y = BLOCK(long, n), *want = BLOCK(long, n), sum = 7, square = 1;
  int positive = 2, best = -99;
  for (int i = 0; i < n; i++) {
    want[i] = sum;
    sum += x[i];
    square += x[i] * x[i];
    positive += x[i] > 0;
    best = x[i] > best ? x[i] : best;
  }
  Shared::total = 7, Shared::count = 2, apart::variable = 1;
  Each<int>::best = -99;
  Shared::inClass(y, x, n);
  Shared().behindIt(x, n);
  findBest<int>(x, n);
  const long got[] = {Shared::total, Shared::count, apart::variable,
                      Each<int>::best};
  const long results[] = {sum, positive, square, best};
  CHECK_SAME(got, results, 4);
  CHECK_SAME(y, want, n);

  int *row = BLOCK(int, n + 1);
  row[0] = 3;
  apart::array = row;
#pragma omp parallel for scan(+ : apart::array, Shared::count)
  for (int i = 0; i < n; i++) {
    apart::array[i + 1] = apart::array[i] + x[i];
    Shared::count -= x[i] > 0;
  }
  const long last[] = {n ? row[n] - 3 : 0, Shared::count};
  const long lastWant[] = {sum - 7, 2};
  CHECK_SAME(last, lastWant, 2);
  free(y), free(want), free(row);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    const int size = int(n);
    int *x = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = int(scan_test_pick(i, -50, 50));

    checkShared(x, size);
    Sums<long> s{5};
    std::vector<long> y(n, -1), want(n, -1);
    std::vector<int> kept(n, -1), keptWant(n, -1);
    long total = 5;
    int count = 0;
    Span range = {0, 0};
    s.inClass(y, kept, x, size);
    for (int i = 0; i < size; i++) {
      total += x[i];
      want[i] = total;
      if (x[i] > 0)
        keptWant[count++] = i;
    }
    CHECK_SAME(y.data(), want.data(), n);
    CHECK_SAME(kept.data(), keptWant.data(), n);
    CHECK_SAME(&s.count, &count, 1);

    s.throughThis(y.data(), x, size);
    for (int i = 0; i < size; i++) {
      total += x[i];
        want[i] = total;
      range += Span{x[i], x[i]};
    }
    CHECK_SAME(y.data(), want.data(), n);
    CHECK_SAME(&s.range.low, &range.low, 1);
    CHECK_SAME(&s.range.high, &range.high, 1);

    s.inLambda(y.data(), x, size);
    for (int i = 0; i < size; i++) {
      want[i] = total;
      total += x[i] * 2;
    }
    CHECK_SAME(y.data(), want.data(), n);
    CHECK_SAME(&s.total, &total, 1);

    total = 1;
    int best = -1000;
    Plain p(y.data(), x, size);
    for (int i = 0; i < size; i++) {
      want[i] = total += x[i];
      best = x[i] > best ? x[i] : best;
    }
    CHECK_SAME(y.data(), want.data(), n);
    CHECK_SAME(&p.best, &best, 1);
    p.standard(y.data(), x, size);
    for (int i = 0; i < size; i++) {
      want[i] = total;
      total += x[i];
    }
    CHECK_SAME(y.data(), want.data(), n);
    ofReference(p, y.data(), x, size);
    for (int i = 0; i < size; i++)
      want[i] = total -= x[i];
    CHECK_SAME(y.data(), want.data(), n);
    CHECK_SAME(&p.total, &total, 1);
    free(x);
  }
  return scan_test_passed();
}
