// RUN: %clangxx %opt -std=c++17 -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t

// Rows of alignments in one array: an update uses what the element, and the one
// before it, held before the loop.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define TARGET(...) PRAGMA(omp target __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
#undef TARGET
namespace sequential {
#define SCAN(...)
#define TARGET(...)
#include __FILE__
} // namespace sequential
int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

static void edit(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> row(n + 1);
  for (int j = 0; j <= n; j++)
    row[j] = j;
  int *d = row.data();
  for (int i = 1; i < 6; i++) {
    int last = d[0];
    d[0] = i;
    SCAN(scan(minplus : d))
    for (int j = 1; j <= n; j++) {
      const int old = d[j];
      d[j] = std::min(std::min(d[j] + 1, d[j - 1] + 1), last + (x[j - 1] % 5 != i - 3));
      last = old;
    }
    y[n] += last;
  }
  for (int j = 0; j <= n; j++)
    y[j] += row[j];
}

// A local alignment.
static void local(int n, const int *x, const double *, long *y, double *) {
  std::vector<int> row(n + 1);
  int *h = row.data();
  int best = 0;
  for (int i = 1; i < 6; i++) {
    int diagonal = 0;
    SCAN(scan(maxplus : h))
    for (int j = 1; j <= n; j++) {
      const int up = h[j];
      const int match = diagonal + (x[j - 1] % 4 == i % 4 ? 3 : -2);
      h[j] = std::max(std::max(h[j - 1] - 1, 0), std::max(match, up - 1));
      diagonal = up;
    }
    for (int j = 1; j <= n; j++)
      best = std::max(best, h[j]);
    y[i % (n + 1)] += best + diagonal;
  }
  for (int j = 0; j <= n; j++)
    y[j] += row[j];
}

// The value before of the element itself is used by the input, and later.
static void sums(int n, const int *x, const double *, long *y, double *z) {
  std::vector<long> v(n + 1);
  for (int i = 0; i <= n; i++)
    v[i] = x[i];
  long *p = v.data();
  long before = 5;
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++) {
    const long t = p[i];
    p[i] = p[i - 1] + before * x[i] + t;
    z[i] = double(before) + double(p[i] % 1000);
    before = t;
  }
  for (int i = 0; i < n; i++)
    y[i] = v[i];
  y[n] = before;
  long after = 3;
  TARGET(map(tofrom : p[0 : n + 1]) map(to : x[0 : n + 1]))
  SCAN(scan(+ : p))
  for (int i = n - 1; i >= 0; i--) {
    const long t = p[i] & 255;
    p[i] = p[i + 1] + after + (x[i] > 0 ? t : 1);
    after = t;
  }
  for (int i = 0; i < n; i++)
    y[i] += v[i] * 3;
  y[n + 1] = after;
}

const Loop loops[] = {LOOP(edit), LOOP(local), LOOP(sums)};
#endif
