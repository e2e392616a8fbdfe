// RUN: %clangxx %opt -Wall -Werror -DGPU=0 %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 30

// Listing 4.8: Fibonacci's numbers as powers of a matrix.

#include "Inputs/operator_test.h"

#pragma omp declare target
struct Matrix {
  long x00, x01, x10, x11;
  // default constructor:
  Matrix() { x00 = 1; x01 = 1; x10 = 1; x11 = 0; }
  // constructor:
  Matrix(long x00_, long x01_, long x10_, long x11_) {
    x00 = x00_; x01 = x01_; x10 = x10_; x11 = x11_;
  }
};

Matrix operator*(Matrix A, Matrix C) {
  return Matrix(A.x00 * C.x00 + A.x01 * C.x10,
                A.x00 * C.x01 + A.x01 * C.x11,
                A.x10 * C.x00 + A.x11 * C.x10,
                A.x10 * C.x01 + A.x11 * C.x11);
}
#pragma omp end declare target

#pragma omp declare scan( * : Matrix : omp_out = omp_out * omp_in)             \
    initializer(omp_priv = Matrix(1,0,0,1))

static void scan(Matrix *y, Matrix *x, int N) {
#pragma omp target device(GPU) map(tofrom: y[:N]) map(to: x[:N])
#pragma omp parallel for scan( * : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] * x[i - 1];
}

static void expected(Matrix *y, Matrix *x, int N) {
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] * x[i - 1];
}

// Products of rotations and their inverses stay small.
static Matrix rotation(uint64_t k) {
  return scan_test_hash(k) % 2 ? Matrix(0, -1, 1, 0) : Matrix(1, 0, 0, -1);
}
OPERATOR_TEST(rotations, Matrix, scan, expected, rotation(7), rotation(k),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const int N = 91;
  Matrix *x = new Matrix[N], *y = new Matrix[N];
  scan(y, x, N);
  long a = 0, b = 1;
  for (int i = 0; i < N; i++) {
    long c = a + b;
    if (y[i].x00 != c || y[i].x01 != b || y[i].x10 != b || y[i].x11 != a) {
      printf("element %d: %ld, expected %ld\n", i, y[i].x01, b);
      return 1;
    }
    a = b;
    b = c;
  }
  delete[] x;
  delete[] y;
  rotations();
  return scan_test_passed();
}
