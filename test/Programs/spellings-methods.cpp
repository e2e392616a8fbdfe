// RUN: %clangxx -O1 -std=c++17 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: %clangxx %opt -std=c++17 %s %ompscan_flags %ompscan_libs -o %t.cl
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run_tiny %t.cl

// Methods of the program's own classes that store elements, and methods that
// update members which are items.

#ifndef SCAN
#include "Inputs/both_ways.h"

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define SCAN_INTO(ARRAY, SIZE, ...)                                            \
  PRAGMA(omp target map(tofrom : ARRAY [0:SIZE]))                              \
  SCAN(__VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
#undef SCAN_INTO
namespace sequential {
#define SCAN(...)
#define SCAN_INTO(...)
#include __FILE__
} // namespace sequential

int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

// A selection of rows, such as a database makes.
struct Selection {
  int *rows;
  int at(size_t i) const { return rows[i]; }
  void set(size_t i, int row) { rows[i] = row; }
};

static void selections(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> in(n + 1), kept(n + 1), rest(n + 1);
  for (int i = 0; i < n; i++)
    in[i] = (7 * i + 3) % n;
  Selection all{in.data()}, first{kept.data()}, other{rest.data()};
  Selection *const second = &other;
  size_t matches = 0, misses = 0;
  SCAN(scan(+ : matches, misses))
  for (int i = 0; i < n; i++) {
    const int row = all.at(i);
    if (x[row] > 100)
      first.set(matches++, row);
    else
      second->set(misses++, row);
  }
  for (size_t i = 0; i < matches; i++)
    y[i] = kept[i];
  for (size_t i = 0; i < misses; i++)
    y[matches + i] = -rest[i];
  y[n] = matches;
}

// In an inner loop.
static void children(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> into(3 * n + 1);
  Selection child{into.data()};
  size_t k = 0;
  const size_t room = into.size();
  SCAN_INTO(child.rows, room, scan(+ : k))
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      for (int j = 0; j < (x[i] & 3); j++)
        child.set(k++, i + j);
  for (size_t i = 0; i < k; i += 3)
    y[i / 3] = into[i] + 3 * into[i / 2];
  y[n] = k + room;
}

// A state that a method changes.
struct Mean {
  long count = 0;
  double sum = 0;
  double next(double v) {
    sum += v;
    ++count;
    return sum / count;
  }
};

static void means(int n, const int *, const double *d, long *y, double *z) {
  Mean mean;
  SCAN(scan(+ : mean.sum, mean.count))
  for (int i = 0; i < n; i++)
    z[i] = mean.next(d[i]);
  y[n] = mean.count;
  z[n] = mean.sum;
}

// Members of the object itself.
struct Stack {
  std::vector<int> values;
  size_t size = 0;
  explicit Stack(int room) : values(room) {}
  void push(int v) { values[size++] = v; }
  void keep(int n, const int *x) {
    SCAN(scan(+ : size))
    for (int i = 0; i < n; i++)
      if (x[i] % 3)
        push(x[i]);
  }
};

static void stacks(int n, const int *x, const double *, long *y, double *) {
  Stack stack(n + 1);
  stack.keep(n, x);
  for (size_t i = 0; i < stack.size; i++)
    y[i] = stack.values[i];
  y[n] = stack.size;
}

const Loop loops[] = {LOOP(selections), LOOP(children), LOOP(means),
                      LOOP(stacks)};
#endif
