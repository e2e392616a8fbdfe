// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Rows of vectors of vectors and of arrays of pointers, one in each iteration
// of an outer loop.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <memory>

using Table = std::vector<std::vector<long>>;
enum { Rows = 3 };

static Table made(int n, const int *x) {
  Table table(Rows, std::vector<long>(n));
  for (int r = 0; r < Rows; r++)
    for (int i = 0; i < n; i++)
      table[r][i] = x[i] % (r + 5);
  return table;
}
static void sumUp(const Table &table, int n, long *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int r = 0; r < Rows; r++)
      y[i] = 31 * y[i] % 1000003 + table[r][i];
  }
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
#else

static void recurrence(int n, const int *x, const double *, long *y, double *) {
  Table v = made(n, x);
  for (std::size_t r = 0; r < v.size(); r++) {
    SCAN(scan(+ : v))
    for (int j = 1; j < n; j++)
      v[r][j] = v[r][j - 1] + v[r][j];
  }
  sumUp(v, n, y);
}

static void named(int n, const int *x, const double *, long *y, double *) {
  Table v = made(n, x);
  for (int r = Rows - 1; r >= 0; r--) {
    SCAN(scan(max : v[r]))
    for (std::size_t j = 1; j < v[r].size(); j++)
      v[r][j] = std::max(v[r][j - 1], v[r][j]);
  }
  sumUp(v, n, y);
}

// Each row is computed from the one in front of it.
static void lattice(int n, const int *x, const double *, long *y, double *) {
  Table v = made(n, x);
  for (int r = 1; r < Rows; r++) {
    SCAN(scan(+ : v))
    for (int j = 1; j < n; j++) {
      const long up = v[r - 1][j];
      v[r][j] = v[r][j - 1] + up % 7;
      y[j] = v[r][j];
    }
  }
  sumUp(v, n, y);
}

static void accumulator(int n, const int *x, const double *, long *y,
                        double *) {
  Table v = made(n, x);
  const Table in = v;
  long s = 0;
  for (int r = 0; r < Rows; r++) {
    SCAN(scan(+ : s))
    for (int j = 0; j < n; j++) {
      if (in[r][j] > 1)
        s += in[r][j];
      v[r][j] = s;
    }
  }
  sumUp(v, n, y);
}

// The row in front of the first one does not exist.
static void guarded(int n, const int *x, const double *, long *y, double *) {
  Table v = made(n, x);
  for (int r = 0; r < Rows; r++) {
    long s = 0;
    SCAN(scan(+ : s))
    for (int j = 0; j < n; j++) {
      s += v[r][j] + (r > 0 ? v[r - 1][j] : 1);
      v[r][j] = s % 100;
    }
  }
  sumUp(v, n, y);
}

static void kept(int n, const int *x, const double *, long *y, double *) {
  const Table in = made(n, x);
  Table out(Rows, std::vector<long>(n));
  for (int r = 0; r < Rows; r++) {
    int k = 0;
    SCAN(scan(+ : k))
    for (int j = 0; j < n; j++)
      if (in[r][j] > r)
        out[r][k++] = in[r][j];
  }
  sumUp(out, n, y);
}

static void cube(int n, const int *x, const double *, long *y, double *) {
  std::vector<Table> v(2, made(n, x));
  for (int p = 0; p < 2; p++)
    for (int r = 0; r < Rows; r++) {
      SCAN(scan(+ : v))
      for (int j = 1; j < n; j++)
        v[p][r][j] += v[p][r][j - 1];
    }
  sumUp(v[1], n, y);
}

static void pointers(int n, const int *x, const double *, long *y, double *) {
  Table v = made(n, x);
  long *rows[Rows];
  for (int r = 0; r < Rows; r++)
    rows[r] = v[r].data();
  long **table = rows;
  for (int r = 0; r < Rows; r++) {
    SCAN(scan(+ : table))
    for (int j = 1; j < n; j++)
      table[r][j] = table[r][j - 1] + x[j];
    SCAN(scan(max : rows[r]))
    for (int j = 1; j < n; j++)
      rows[r][j] = rows[r][j] > rows[r][j - 1] ? rows[r][j] : rows[r][j - 1];
  }
  sumUp(v, n, y);
}

static void mixed(int n, const int *x, const double *, long *y, double *) {
  Table v = made(n, x);
  std::vector<long *> pointers;
  std::vector<std::unique_ptr<long[]>> owners;
  for (auto &row : v) {
    pointers.push_back(row.data());
    owners.emplace_back(new long[n + 1]());
  }
  std::vector<long> array[Rows] = {v[0], v[1], v[2]};
  for (int r = 0; r < Rows; r++) {
    SCAN(scan(+ : owners))
    for (int j = 1; j < n; j++)
      owners[r][j] = owners[r][j - 1] + pointers[r][j];
    SCAN(scan(+ : pointers))
    for (int j = 1; j < n; j++)
      pointers[r][j] = pointers[r][j - 1] + owners[r][j] % 10;
    SCAN(scan(max : array))
    for (int j = 1; j < n; j++)
      array[r][j] = std::max(array[r][j], array[r][j - 1]);
    for (int j = 0; j < n; j++)
      v[r][j] += array[r][j];
  }
  sumUp(v, n, y);
}

template <class T> static void integrate(std::vector<std::vector<T>> &v) {
  for (std::size_t r = 0; r < v.size(); r++) {
    SCAN(scan(+ : v))
    for (std::size_t j = 1; j < v[r].size(); j++)
      v[r][j] += v[r][j - 1];
  }
}
struct Image {
  Table rows;
  void add(int r) {
    SCAN(scan(+ : rows))
    for (std::size_t j = 1; j < rows[r].size(); j++)
      rows[r][j] += rows[r][j - 1];
  }
};
static void inTemplates(int n, const int *x, const double *, long *y,
                        double *) {
  Image image{made(n, x)};
  integrate(image.rows);
  image.add(1);
  sumUp(image.rows, n, y);
}

// The clause names one of the rows that are stored, and not the first one.
template <class T>
static void namedOf(std::vector<std::vector<T>> &v, int n, int r) {
  SCAN(scan(+ : v[r]))
  for (int j = 1; j < n; j++) {
    v[0][j] = j % 5;
    v[r][j] = v[r][j - 1] + v[r][j];
  }
}
struct Grid {
  Table rows;
  long fixed[Rows][100];
  void add(int n, int r) {
    SCAN(scan(+ : rows[r]))
    for (int j = 1; j < n; j++) {
      rows[0][j] += 3;
      rows[r][j] += rows[r][j - 1];
    }
    SCAN(scan(+ : fixed[r]))
    for (int j = 1; j < 100; j++) {
      fixed[r - 1][j] = j;
      fixed[r][j] = fixed[r][j - 1] + j % 9;
    }
  }
};
static void oneOfSeveral(int n, const int *x, const double *, long *y,
                         double *) {
  Grid grid{made(n, x), {}};
  grid.add(n, 2);
  namedOf(grid.rows, n, 1);
  Table &v = grid.rows;
  for (int j = 0; j < n; j++)
    v[1][j] += grid.fixed[1][j % 100] + grid.fixed[2][j % 100];
  sumUp(v, n, y);

  std::vector<Table> cube(2, v);
  SCAN(scan(+ : cube[1]))
  for (int j = 1; j < n; j++) {
    cube[0][2][j] = j;
    cube[1][2][j] += cube[1][2][j - 1];
  }
  long *rows[Rows] = {v[0].data(), v[1].data(), v[2].data()};
  std::unique_ptr<long[]> owners[2];
  for (auto &owner : owners)
    owner.reset(new long[n + 1]());
  int r = 2;
  SCAN(scan(+ : rows[r]) scan(max : owners[1]))
  for (int j = 1; j < n; j++) {
    rows[0][j] = cube[0][2][j];
    owners[0][j] = x[j] % 3;
    rows[r][j] = rows[r][j - 1] + cube[1][2][j] % 11;
    owners[1][j] = std::max(owners[1][j - 1], long(x[j]));
  }
  SCAN(scan(+ : rows[1][0 : n]))
  for (int j = 1; j < n; j++) {
    rows[0][j] += owners[0][j];
    rows[1][j] = rows[1][j - 1] + owners[1][j];
  }
  static long lines[2][4000];
  SCAN(scan(+ : lines[1]))
  for (int j = 1; j < std::min(n, 4000); j++) {
    lines[0][j] = rows[0][j];
    lines[1][j] = lines[1][j - 1] + x[j];
    rows[0][j] += lines[1][j] % 100;
  }
  for (int j = 0; j < n; j++)
    y[j] += v[0][j] + 3 * v[1][j] + 5 * v[2][j];
}

const Loop loops[] = {LOOP(recurrence),  LOOP(named),    LOOP(lattice),
                      LOOP(accumulator), LOOP(guarded),  LOOP(kept),
                      LOOP(cube),        LOOP(pointers), LOOP(mixed),
                      LOOP(inTemplates), LOOP(oneOfSeveral)};
#endif
