// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 5000
// RUN: %long %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size

// Inner loops that append elements: an iteration stores as many as it counts.

#include "Inputs/scan_test.h"

namespace {

/* Row r of a sparse matrix has the elements from begin[r] to begin[r + 1]. */
struct Matrix {
  int rows, size;
  int *begin, *column;
  double *value;
};

Matrix make(int rows, uint64_t salt) {
  Matrix m = {rows, 0, BLOCK(int, rows + 1), nullptr, nullptr};
  m.begin[0] = 0;
  for (int r = 0; r < rows; r++)
    m.begin[r + 1] = m.begin[r] + (int)scan_test_pick(salt + r, 0, 7);
  m.size = m.begin[rows];
  m.column = BLOCK(int, m.size);
  m.value = BLOCK(double, m.size);
  for (int j = 0; j < m.size; j++) {
    m.column[j] = (int)scan_test_pick(salt + rows + j, 0, 99);
    m.value[j] = (double)scan_test_pick(~(salt + j), 0, 3);
  }
  return m;
}

void drop(Matrix m) { free(m.begin), free(m.column), free(m.value); }

#define ARRAYS                                                                 \
  const int *begin = in.begin, *column = in.column;                            \
  const double *value = in.value;                                              \
  const int rows = in.rows, size = in.size;                                    \
  int *first = out.begin, *to = out.column;                                    \
  double *number = out.value;                                                  \
  (void)size, (void)number, (void)value, (void)column, (void)first;

#define LOOP(NAME, ...)                                                        \
  int NAME(const Matrix &in, Matrix &out) {                                    \
    ARRAYS int k = 0;                                                          \
    PRAGMA(omp target map(to : begin[0 : rows + 1], column[0 : size],          \
                              value[0 : size])                                 \
               map(tofrom : first[0 : rows + 1], to[0 : size], number[0 : size])) \
    PRAGMA(omp parallel for scan(+ : k))                                       \
    __VA_ARGS__                                                                \
    return k;                                                                  \
  }                                                                            \
  int NAME##_expected(const Matrix &in, Matrix &out) {                         \
    ARRAYS int k = 0;                                                          \
    __VA_ARGS__                                                                \
    return k;                                                                  \
  }

/* Elements other than zero. */
LOOP(nonzero, for (int r = 0; r < rows; r++) {
  for (int j = begin[r]; j < begin[r + 1]; j++)
    if (value[j] != 0) {
      number[k] = value[j];
      to[k] = column[j];
      k++;
    }
  first[r + 1] = k;
})
/* Some rows, whole. */
LOOP(chosen, for (int r = 0; r < rows; r++) {
  first[r] = k;
  if (column[begin[r] < size ? begin[r] : 0] % 3)
    for (int j = begin[r]; j < begin[r + 1]; j++) {
      number[k] = value[j];
      to[k++] = column[j];
    }
})
/* One of two branches, and an end by `continue`. */
LOOP(branches, for (int r = 0; r < rows; r++) {
  for (int j = begin[r]; j < begin[r + 1]; ++j) {
    if (column[j] > 90)
      continue;
    if (value[j] > 1)
      to[k++] = column[j];
    else if (column[j] % 2 == 0)
      to[k++] = -column[j];
  }
})
/* Loops in loops, with a count of the program's own. */
LOOP(nested, for (int r = 0; r < rows; r++) {
  int count = 0;
  for (int j = begin[r]; j < begin[r + 1]; ++j)
    for (int i = 0; i < 2; i++)
      if (value[j] == i) {
        to[k + count] = column[j] + i;
        count++;
      }
  k += count;
})

typedef int loop(const Matrix &in, Matrix &out);

void check(loop *got, loop *want, const Matrix &in) {
  Matrix mine = {in.rows, in.size, BLOCK(int, in.rows + 1), BLOCK(int, in.size),
                 BLOCK(double, in.size)};
  Matrix plain = {in.rows, in.size, BLOCK(int, in.rows + 1), BLOCK(int, in.size),
                  BLOCK(double, in.size)};
  const int k = got(in, mine), wanted = want(in, plain);
  CHECK_SAME(&k, &wanted, 1);
  CHECK_SAME(mine.begin, plain.begin, in.rows + 1);
  CHECK_SAME(mine.column, plain.column, in.size);
  CHECK_SAME(mine.value, plain.value, in.size);
  drop(mine), drop(plain);
}

} // namespace

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n == 0)
      continue;
    const Matrix in = make((int)n, n);
    if (in.size > 0) {
      check(nonzero, nonzero_expected, in);
      check(chosen, chosen_expected, in);
      check(branches, branches_expected, in);
      check(nested, nested_expected, in);
    }
    drop(in);
  }
  return scan_test_passed();
}
