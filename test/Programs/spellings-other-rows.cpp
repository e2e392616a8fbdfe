// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %clangxx %opt -std=c++20 -Wall -Werror -DMEET %s %ompscan_flags %ompscan_libs -o %t-meet
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_INFO=1 %run_tiny %t-meet 2>&1 | %filecheck %s

// Scans of a row that read other rows of the same array, as dynamic programming
// and integral images do. Where rows overlap, the host runs the loop.

// CHECK: some iterations use elements of a that other iterations store

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>

enum { Rows = 4 };

/// \p h rows of \p w numbers from 0 to 9.
static std::vector<long> made(int h, int w, int n, const int *x) {
  std::vector<long> a(size_t(h) * size_t(w));
  for (size_t k = 0; k < a.size(); k++)
    a[k] = n == 0 ? 1 : (x[k % size_t(n)] + 1000) % 10;
  return a;
}
/// A number for each of \p n columns of \p w.
static void sumUp(const std::vector<long> &a, int w, int n, long *y) {
  for (size_t k = 0; n && k < a.size(); k++)
    y[k % size_t(w) % size_t(n)] =
        (31 * y[k % size_t(w) % size_t(n)] + a[k]) % 1000003;
}

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
namespace sequential {
#define SCAN(...)
#include __FILE__
} // namespace sequential
int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#elif defined(MEET)

// Rows of n elements begin every n / 2.
static void lattice(int n, const int *x, const double *, long *y, double *) {
  std::vector<long> v = made(Rows, n + 1, n, x);
  long *const a = v.data();
  const int w = n / 2;
  for (int r = 1; r < Rows; r++) {
    SCAN(scan(+ : a))
    for (int j = 1; j < n; j++)
      a[r * w + j] = a[r * w + j - 1] + a[(r - 1) * w + j];
  }
  sumUp(v, n + 1, n, y);
}
const Loop loops[] = {LOOP(lattice)};

#else

// The ways to each point of a lattice.
static void lattice(int n, const int *x, const double *, long *y, double *) {
  std::vector<long> v = made(Rows, n + 1, n, x);
  long *const a = v.data();
  const int w = n + 1;
  for (int r = 1; r < Rows; r++) {
    SCAN(scan(+ : a))
    for (int j = 1; j < w; j++)
      a[r * w + j] = a[r * w + j - 1] + a[(r - 1) * w + j];
  }
  sumUp(v, w, n, y);
}

// Rows of known length.
static void table(int n, const int *x, const double *, long *y, double *) {
  static long a[Rows][5004];
  const std::vector<long> from = made(Rows, 5004, n, x);
  std::copy(from.begin(), from.end(), &a[0][0]);
  for (int r = 1; r < Rows; r++) {
    SCAN(scan(max : a))
    for (int j = 1; j < n; j++)
      a[r][j] = std::max(a[r][j - 1], a[r - 1][j]);
  }
  sumUp(std::vector<long>(&a[0][0], &a[0][0] + Rows * 5004), 5004, n, y);
}

// The row in front of the first one does not exist.
static void integral(int n, const int *x, const double *, long *y, double *) {
  const std::vector<long> in = made(Rows, n + 1, n, x);
  std::vector<long> out(in.size(), -1);
  const int w = n + 1;
  for (int r = 0; r < Rows; r++) {
    long row = 0;
    SCAN(scan(+ : row))
    for (int j = 0; j < w; j++) {
      row += in[r * w + j];
      out[r * w + j] = row + (r > 0 ? out[(r - 1) * w + j] : 0);
    }
  }
  sumUp(out, w, n, y);
}

// With a row and a column of zeros, and unsigned subscripts.
static void padded(int n, const int *x, const double *, long *y, double *) {
  const std::size_t w = std::size_t(n), W = w + 1;
  const std::vector<long> in = made(Rows, n, n, x);
  std::vector<long> out((Rows + 1) * W);
  for (std::size_t r = 0; r < Rows; r++) {
    long row = 0;
    SCAN(scan(+ : row))
    for (std::size_t j = 0; j < w; j++) {
      row += in[r * w + j];
      out[(r + 1) * W + j + 1] = out[r * W + j + 1] + row;
    }
  }
  sumUp(out, n + 1, n, y);
}

// Two rows that take turns.
static void rolling(int n, const int *x, const double *, long *y, double *) {
  std::vector<long> v = made(2, n + 1, n, x);
  long *const a = v.data();
  const int w = n + 1;
  for (int r = 1; r < Rows; r++) {
    const int now = r & 1, before = now ^ 1;
    SCAN(scan(+ : a))
    for (int j = 1; j < w; j++)
      a[now * w + j] = a[now * w + j - 1] + a[before * w + j - 1];
  }
  sumUp(v, w, n, y);
}

// Levenshtein's distance of two texts.
static void distance(int n, const int *x, const double *, long *y, double *) {
  const int w = n + 1;
  std::vector<int> d((Rows + 1) * size_t(w));
  for (int j = 0; j < w; j++)
    d[j] = j;
  for (int r = 1; r <= Rows; r++) {
    d[r * w] = r;
    SCAN(scan(minplus : d))
    for (int j = 1; j < w; j++)
      d[r * w + j] = std::min(
          std::min(d[(r - 1) * w + j] + 1,
                   d[(r - 1) * w + j - 1] + ((x[j - 1] & 3) != (r & 3))),
          d[r * w + j - 1] + 1);
  }
  sumUp(std::vector<long>(d.begin(), d.end()), w, n, y);
}

// The second half of an array from the first one.
static void halves(int n, const int *x, const double *, long *y, double *) {
  std::vector<long> v = made(2, n, n, x);
  long *const a = v.data();
  SCAN(scan(+ : a))
  for (int j = 1; j < n; j++)
    a[n + j] = a[n + j - 1] + a[j];
  sumUp(v, n, n, y);
}

// All rows by one directive: each waits for the one before.
static void collapsed(int n, const int *x, const double *, long *y, double *) {
  std::vector<long> v = made(Rows, n + 1, n, x);
  long *const a = v.data();
  const int w = n + 1;
  SCAN(collapse(2) scan(+ : a))
  for (int r = 1; r < Rows; r++)
    for (int j = 1; j < w; j++)
      a[r * w + j] = a[r * w + j - 1] + a[(r - 1) * w + j];
  sumUp(v, w, n, y);
}

const Loop loops[] = {LOOP(lattice), LOOP(table),    LOOP(integral),
                      LOOP(padded),  LOOP(rolling),  LOOP(distance),
                      LOOP(halves),  LOOP(collapsed)};
#endif
