// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t 10007
// RUN: %clangxx -std=c++17 -O1 %s %ompscan_native_flags %ompscan_libs -o %t.host
// RUN: env OMPSCAN_DEVICE=host %run %t.host 100003
// RUN: %long %run_tiny %t 1000
// RUN: %clangxx -std=c++17 -O1 -g %asan %s %ompscan_flags %ompscan_libs \
// RUN:   -o %t.asan
// RUN: %run %t.asan 1000

// Scans that read a std::vector<bool>.

#include <cstdio>
#include <cstdlib>
#include <vector>

using Bits = std::vector<bool>;
using Ints = std::vector<int>;

// Sums that begin anew at a flag.
static void restart(Ints &y, const Ints &x, const Bits &begins) {
  int s = 0;
#pragma omp parallel for scan(affine : s)
  for (int i = 0; i < (int)x.size(); i++) {
    if (begins[i])
      s = 0;
    s += x[i];
    y[i] = s;
  }
}

// Bits of a copy are objects of a class, which are converted.
static void count(Ints &y, Bits mask) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (std::size_t i = 0; i < y.size(); i++) {
    s += mask[i];
    y[i] = mask[i] ? s : -s;
  }
}

static int keep(Ints &y, const Bits &mask) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (std::size_t i = 0; i < mask.size(); i++)
    if (!mask[i])
      y[k++] = (int)i;
  return k;
}

// A recurrence, and bits from the end.
static void backwards(Ints &y, const Bits &mask) {
#pragma omp parallel for scan(+ : y)
  for (std::size_t i = 1; i < y.size(); i++)
    y[i] = y[i - 1] + mask[mask.size() - 1 - i];
}

struct Selection {
  Bits mask;
  Ints weights;

  // Which bit it is stands in memory, as does the weight's number.
  long total(Ints &y, const int *order, int n) const {
    long s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++) {
      if (mask[order[i]])
        s += weights[order[i]];
      y[i] = s;
    }
    return s;
  }
};

static void check(bool holds, const char *what, int n) {
  if (!holds) {
    std::printf("BAD %s, %d elements\n", what, n);
    std::exit(1);
  }
}

static void run(int n) {
  Ints x(n), y(n), order(n);
  Bits mask(n);
  for (int i = 0; i < n; i++) {
    x[i] = i % 13;
    order[i] = n - 1 - i;
    mask[i] = i * 7919LL % 97 < 40;
  }
  restart(y, x, mask);
  int s = 0;
  for (int i = 0; i < n; i++) {
    s = (mask[i] ? 0 : s) + x[i];
    check(y[i] == s, "restart", n);
  }
  count(y, mask);
  s = 0;
  for (int i = 0; i < n; i++) {
    s += mask[i];
    check(y[i] == (mask[i] ? s : -s), "count", n);
  }
  const int kept = keep(y, mask);
  int k = 0;
  for (int i = 0; i < n; i++)
    if (!mask[i])
      check(y[k++] == i, "keep", n);
  check(kept == k, "the number kept", n);
  y.assign(n, 3);
  backwards(y, mask);
  s = 3;
  for (int i = 0; i < n; i++) {
    s += i == 0 ? 0 : mask[n - 1 - i];
    check(y[i] == s, "backwards", n);
  }
  const Selection chosen = {mask, x};
  const long total = chosen.total(y, order.data(), n);
  s = 0;
  for (int i = 0; i < n; i++) {
    s += mask[n - 1 - i] ? x[n - 1 - i] : 0;
    check(y[i] == s, "total", n);
  }
  check(total == s, "the last total", n);
}

int main(int, char **arguments) {
  for (int n : {0, 1, 2, 63, 64, 65, 129, std::atoi(arguments[1])})
    run(n);
}
