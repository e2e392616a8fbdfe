// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 14

// The input is the left operand of an operator that does not commute: new
// factors of products come from the left, as transformations of a point do.

#include "Inputs/operator_test.h"

// Products of 2x2 matrices modulo a prime: exact, and in one order only.
struct Matrix {
  unsigned a, b, c, d;
};

static Matrix operator*(const Matrix &x, const Matrix &y) {
  return {(x.a * y.a + x.b * y.c) % 32749u, (x.a * y.b + x.b * y.d) % 32749u,
          (x.c * y.a + x.d * y.c) % 32749u, (x.c * y.b + x.d * y.d) % 32749u};
}

#pragma omp declare scan(* : Matrix : omp_out = omp_out * omp_in)              \
    initializer(omp_priv = Matrix{1, 0, 0, 1})

static Matrix factor(uint64_t k) {
  return {unsigned(scan_test_pick(4 * k, 0, 32748)),
          unsigned(scan_test_pick(4 * k + 1, 0, 32748)),
          unsigned(scan_test_pick(4 * k + 2, 0, 32748)),
          unsigned(scan_test_pick(4 * k + 3, 0, 32748))};
}

static void left_products(Matrix *y, const Matrix *x, size_t n) {
#pragma omp parallel for scan(* : y)
  for (size_t i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1];
}

static void expected_left(Matrix *y, const Matrix *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1];
}

OPERATOR_TEST(array, Matrix, left_products, expected_left, factor(n),
              factor(k), SAME_BYTES)

// In place: every element is the input of its own iteration.
static void copy(Matrix *to, const Matrix *from, size_t n) {
  for (size_t i = 1; i < n; i++)
    to[i] = from[i];
}

static void in_place(Matrix *y, const Matrix *x, size_t n) {
  copy(y, x, n);
#pragma omp parallel for scan(* : y)
  for (size_t i = 1; i < n; i++)
    y[i] = y[i] * y[i - 1];
}

OPERATOR_TEST(array_in_place, Matrix, in_place, expected_left, factor(n),
              factor(k), SAME_BYTES)

// An accumulator that some iterations leave as it is.
static void accumulated(Matrix *y, const Matrix *x, size_t n) {
  Matrix m = {3, 1, 4, 1};
#pragma omp parallel for scan(* : m)
  for (size_t i = 0; i < n; i++) {
    if (x[i].a % 3 != 0)
      m = x[i] * m;
    y[i] = m;
  }
}

static void expected_accumulated(Matrix *y, const Matrix *x, size_t n) {
  Matrix m = {3, 1, 4, 1};
  for (size_t i = 0; i < n; i++) {
    if (x[i].a % 3 != 0)
      m = x[i] * m;
    y[i] = m;
  }
}

OPERATOR_TEST(accumulator, Matrix, accumulated, expected_accumulated, factor(7),
              factor(k), SAME_BYTES)

// Two items of one operator, one from each side, and a sum beside them.
struct Both {
  Matrix left, right;
  int sum;
};

static void from_both_sides(Both *y, const Both *x, size_t n) {
  Matrix l = {1, 0, 0, 1}, r = {1, 0, 0, 1};
  int sum = 0;
#pragma omp parallel for scan(* : l, r) scan(+ : sum)
  for (size_t i = 0; i < n; i++) {
    l = x[i].left * l;
    r = r * x[i].left;
    sum += x[i].sum;
    y[i] = Both{l, r, sum};
  }
}

static void expected_both(Both *y, const Both *x, size_t n) {
  Matrix l = {1, 0, 0, 1}, r = {1, 0, 0, 1};
  int sum = 0;
  for (size_t i = 0; i < n; i++) {
    l = x[i].left * l;
    r = r * x[i].left;
    sum += x[i].sum;
    y[i] = Both{l, r, sum};
  }
}

OPERATOR_TEST(both, Both, from_both_sides, expected_both,
              (Both{factor(1), factor(2), 0}),
              (Both{factor(k), factor(k), int(k % 7)}), SAME_BYTES)

// A combiner with the operands the other way round, downwards, by a function;
// a permutation is applied behind those before it.
struct Permutation {
  unsigned char at[8];
};

static Permutation then(const Permutation &first, const Permutation &second) {
  Permutation r;
  for (int i = 0; i < 8; i++)
    r.at[i] = second.at[first.at[i]];
  return r;
}

#pragma omp declare scan(chain : Permutation : omp_out = then(omp_in, omp_out))

static void chained(Permutation *y, const Permutation *x, size_t n) {
#pragma omp parallel for scan(chain : y)
  for (size_t i = n - 1; i > 0; i--)
    y[i - 1] = then(y[i], x[i - 1]);
}

static void expected_chain(Permutation *y, const Permutation *x, size_t n) {
  for (size_t i = n - 1; i > 0; i--)
    y[i - 1] = then(y[i], x[i - 1]);
}

static Permutation shuffled(uint64_t k) {
  Permutation p;
  for (unsigned i = 0; i < 8; i++)
    p.at[i] = (unsigned char)i;
  for (unsigned i = 7; i > 0; i--) {
    const unsigned j = unsigned(scan_test_pick(8 * k + i, 0, int(i)));
    const unsigned char t = p.at[i];
    p.at[i] = p.at[j];
    p.at[j] = t;
  }
  return p;
}

static void chained_from_end(Permutation *y, const Permutation *x, size_t n) {
  if (n == 0)
    return;
  y[n - 1] = shuffled(5);
  chained(y, x, n);
}

static void expected_from_end(Permutation *y, const Permutation *x, size_t n) {
  if (n == 0)
    return;
  y[n - 1] = shuffled(5);
  expected_chain(y, x, n);
}

OPERATOR_TEST(downwards, Permutation, chained_from_end, expected_from_end,
              shuffled(9), shuffled(k), SAME_BYTES)

// A selection keeps the products of the elements before.
static void select(Matrix *y, const Matrix *x, size_t n) {
  Matrix m = {1, 0, 0, 1};
  size_t count = 0;
#pragma omp parallel for scan(* : m) scan(+ : count)
  for (size_t i = 0; i < n; i++) {
    m = x[i] * m;
    if (x[i].d % 2)
      y[count++] = m;
  }
  for (size_t i = count; i < n; i++)
    y[i] = Matrix{0, 0, 0, 0};
}

static void expected_select(Matrix *y, const Matrix *x, size_t n) {
  Matrix m = {1, 0, 0, 1};
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    m = x[i] * m;
    if (x[i].d % 2)
      y[count++] = m;
  }
  for (size_t i = count; i < n; i++)
    y[i] = Matrix{0, 0, 0, 0};
}

OPERATOR_TEST(selection, Matrix, select, expected_select, factor(3), factor(k),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  array();
  array_in_place();
  accumulator();
  both();
  downwards();
  selection();
  return scan_test_passed();
}
