// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Declared operators on scalar items: values of classes that are carried
// through the loop, of which other arrays get parts.

#include "Inputs/operator_test.h"
#include <algorithm>

struct Brackets {
  unsigned closing = 0, opening = 0;
  Brackets() = default;
  Brackets(unsigned c, unsigned o) : closing(c), opening(o) {}
  explicit Brackets(char c) : closing(c == ')'), opening(c == '(') {}
  friend Brackets operator+(const Brackets &a, const Brackets &b) {
    const unsigned matched = std::min(a.opening, b.closing);
    return {a.closing + b.closing - matched, a.opening - matched + b.opening};
  }
};
#pragma omp declare scan(+ : Brackets : omp_out = omp_out + omp_in)

static Brackets seed(2, 1), last;

static void depths(unsigned *depth, const char *text, int n) {
  Brackets b = seed;
#pragma omp parallel for scan(+ : b)
  for (int i = 0; i < n; i++) {
    b = b + Brackets(text[i]);
    depth[i] = b.opening * 1000 + b.closing;
  }
  last = b;
}

static void depths_expected(unsigned *depth, const char *text, int n) {
  Brackets b = seed;
  for (int i = 0; i < n; i++) {
    b = b + Brackets(text[i]);
    depth[i] = b.opening * 1000 + b.closing;
  }
  if (b.opening != last.opening || b.closing != last.closing) {
    printf("the value after the loop differs\n");
    exit(1);
  }
}

OPERATOR_TEST_INPUT(brackets, unsigned, char, depths, depths_expected, 0,
                    "(()x)"[scan_test_hash(k) % 5], SAME_BYTES)

// A member as the operator; read before and after the update.
struct Statistics {
  int64_t count, sum;
  int low, high;
  Statistics with(const Statistics &s) const {
    return {count + s.count, sum + s.sum, std::min(low, s.low),
            std::max(high, s.high)};
  }
};
#pragma omp declare scan(statistics : Statistics : omp_out =                   \
                             omp_out.with(omp_in))                             \
    initializer(omp_priv = Statistics{0, 0, INT32_MAX, INT32_MIN})

static void changes(int64_t *y, const int *x, int n) {
  Statistics s = {0, 0, INT32_MAX, INT32_MIN};
#pragma omp parallel for scan(statistics : s)
  for (int i = 0; i < n; i++) {
    const int64_t before = s.sum;
    s = s.with(Statistics{1, x[i], x[i], x[i]});
    y[i] = s.high - s.low + before * 3 + s.sum / s.count;
  }
}

static void changes_expected(int64_t *y, const int *x, int n) {
  Statistics s = {0, 0, INT32_MAX, INT32_MIN};
  for (int i = 0; i < n; i++) {
    const int64_t before = s.sum;
    s = s.with(Statistics{1, x[i], x[i], x[i]});
    y[i] = s.high - s.low + before * 3 + s.sum / s.count;
  }
}

OPERATOR_TEST_INPUT(statistics, int64_t, int, changes, changes_expected, 0,
                    int(scan_test_pick(k, -1000, 1000)), SAME_BYTES)

// Only some iterations update; two items and a reduction in one pass.
static unsigned long total;

static void mixed(uint64_t *y, const unsigned *x, int n) {
  Brackets b(0, 0);
  unsigned parity = 0;
  unsigned long sum = 5;
#pragma omp parallel for scan(+ : b) scan(^ : parity) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    if (x[i] % 3)
      b = b + Brackets(x[i] % 3 == 1 ? '(' : ')');
    parity ^= x[i];
    sum += x[i];
    y[i] = uint64_t(b.opening) << 32 ^ parity;
  }
  total = sum;
}

static void mixed_expected(uint64_t *y, const unsigned *x, int n) {
  Brackets b(0, 0);
  unsigned parity = 0;
  unsigned long sum = 5;
  for (int i = 0; i < n; i++) {
    if (x[i] % 3)
      b = b + Brackets(x[i] % 3 == 1 ? '(' : ')');
    parity ^= x[i];
    sum += x[i];
    y[i] = uint64_t(b.opening) << 32 ^ parity;
  }
  if (sum != total) {
    printf("the reduction differs\n");
    exit(1);
  }
}

OPERATOR_TEST_INPUT(several, uint64_t, unsigned, mixed, mixed_expected, 0,
                    unsigned(scan_test_hash(k)), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  brackets();
  statistics();
  several();
  return scan_test_passed();
}
