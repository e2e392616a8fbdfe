// RUN: %clangxx %opt -DEXPECTED -w -c %s -o %t.o
// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %t.o %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s
// In memory that a device shares nothing is cut into chunks.
// RUN: %if !shared-memory %{ env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_MEMORY_LIMIT=200K OMPSCAN_INFO=1 \
// RUN:   %run_tiny %t 2>&1 | %filecheck %s --check-prefix=CHUNKS %}
// RUN: %run_tiny %t apart

// A scalar that a loop reads through a reference, a pointer, a member or a union may be an element
// that the loop stores. The host does such a loop. The same functions, compiled without OpenMP, say
// what is right.

// CHECK-DAG: (reference): on the host: a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (accumulated): {{.*}}a scalar that the loop reads is part of the elements that it stores in z
// CHECK-DAG: (beside): {{.*}}a scalar that the loop reads is part of the elements that it stores in z
// CHECK-DAG: (kept): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (pointer): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (unions): {{.*}}a scalar that the loop reads is part of the elements that it stores in u->i
// CHECK-DAG: (bits): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (Table::sums): {{.*}}a scalar that the loop reads is part of the elements that it stores in this->v
// CHECK-DAG: (bound): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (bound_member): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (bound_local): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (subscript): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (rows): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (mapped): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (fused): {{.*}}a scalar that the loop reads is part of the elements that it stores in y
// CHECK-DAG: (strided): 19999 iterations
// CHECK-DAG: (first): 59999 iterations
// CHECK-DAG: (few_kept): 60000 iterations

// CHUNKS-DAG: (beside): on the host: a scalar that the loop reads is part of the elements that it stores in z
// CHUNKS-DAG: (beside): {{.*}} chunks

#include "Inputs/scan_test.h"
#include <vector>

enum { N = 60000 };

#ifdef EXPECTED
#define LOOP(NAME, ...) void NAME##_expected(__VA_ARGS__)
#else
#define LOOP(NAME, ...)                                                                            \
  void NAME##_expected(__VA_ARGS__);                                                               \
  static void NAME(__VA_ARGS__)
#endif

struct Pair {
  int n, k;
};
union Both {
  int i[N];
  Pair s;
};

LOOP(reference, int *y, const int *, int *, const int &k) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + k;
}

LOOP(accumulated, int *, const int *x, int *z, const int &k) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += x[i] + k;
    z[i] = s;
  }
}

LOOP(beside, int *, const int *x, int *z, const int &k) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += x[i];
    z[i] = s + k;
  }
}

LOOP(kept, int *y, const int *, int *, const int &k) {
  int n = 0;
#pragma omp parallel for scan(+ : n)
  for (int i = 0; i < N; i++)
    if (y[i] > k - 5)
      y[n++] = y[i];
}

LOOP(pointer, int *y, const int *, int *, const int &) {
  auto *p = reinterpret_cast<Pair *>(y);
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + p->k;
}

LOOP(unions, int *y, const int *, int *, const int &) {
  auto *u = reinterpret_cast<Both *>(y);
#pragma omp parallel for scan(+ : u->i)
  for (int i = 1; i < N; i++)
    u->i[i] = u->i[i - 1] + u->s.k;
}

struct Bits {
  unsigned n : 16, k : 4;
};

LOOP(bits, int *y, const int *, int *, const int &) {
  auto *p = reinterpret_cast<Bits *>(y + 20);
  p->n = 30;
  p->k = 11;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < p->n; i++)
    y[i] = y[i - 1] + p->k;
}

LOOP(bits_apart, int *y, const int *, int *, const int &) {
  struct {
    int z;
    Bits bits;
  } own = {-1, {30, 11}};
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < own.bits.n; i++)
    y[i] = y[i - 1] + own.bits.k;
}

#ifdef EXPECTED
#define Table TableExpected
#endif
struct Table {
  std::vector<int> v;
  const int &middle = v[3];
  void sums() {
#pragma omp parallel for scan(+ : v)
    for (int i = 1; i < N; i++)
      v[i] = v[i - 1] + middle;
  }
};

LOOP(members, int *y, const int *, int *, const int &) {
  Table t{std::vector<int>(y, y + N)};
  t.sums();
  memcpy(y, t.v.data(), N * sizeof(int));
}

LOOP(bound, int *y, const int *, int *, const int &) {
  const int *end = &y[12];
  y[12] = 30;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < *end; i++)
    y[i] = y[i - 1] + 1;
}

LOOP(bound_member, int *y, const int *, int *, const int &) {
  auto *p = reinterpret_cast<Pair *>(y);
  p->k = 9;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < p->k; i++)
    y[i] = y[i - 1] + 5;
}

LOOP(bound_local, int *to, const int *, int *, const int &) {
  Both own = {};
  int *y = own.i;
  own.s.k = 9;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < own.s.k; i++)
    y[i] = y[i - 1] + 5;
  memcpy(to, own.i, N * sizeof(int));
}

LOOP(subscript, int *y, const int *x, int *, const int &k) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i + (k & 1)];
}

LOOP(rows, int *y, const int *x, int *, const int &k) {
#pragma omp parallel for collapse(2) scan(+ : y)
  for (int r = 0; r < 4; r++)
    for (int i = 1; i < N / 4; i++)
      y[r * (N / 4) + i] = y[r * (N / 4) + i - 1] + x[i] + k;
}

// The scan must not read k before the loop in front of it is done.
LOOP(fused, int *y, const int *x, int *z, const int &k) {
#pragma omp target parallel for map(to : x[0 : N]) map(z[0 : N])
  for (int i = 0; i < N; i++)
    z[i] = x[i] * 3;
#pragma omp target parallel for scan(+ : y) map(to : z[0 : N]) map(y[0 : N])
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + z[i] + k;
}

LOOP(mapped, int *y, const int *, int *, const int &k) {
#pragma omp target data map(y[0 : N])
  {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + k;
  }
}

// These do not store to what they read.

LOOP(strided, int *y, const int *x, int *, const int &) {
  const int &k = y[5];
#pragma omp parallel for scan(+ : y)
  for (int i = 3; i < N; i += 3)
    y[i] = y[i - 3] + x[i] + k;
}

LOOP(first, int *y, const int *, int *, const int &) {
  const int &k = y[0];
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + k;
}

LOOP(few_kept, int *y, const int *, int *, const int &) {
  const int &k = y[N - 1];
  y[N - 1] = 100;
  int n = 0;
#pragma omp parallel for scan(+ : n)
  for (int i = 0; i < N; i++)
    if (y[i] > k)
      y[n++] = y[i];
}

#ifndef EXPECTED
typedef void Loop(int *y, const int *x, int *z, const int &k);

// With k as an element of y, as one of z, and as none.
static void compare(Loop *loop, Loop *expected, bool apart) {
  for (int where = apart ? 2 : 0; where < 3; where++) {
    static int data[4][N], other = 3;
    std::vector<int> x(N + 1);
    for (int i = 0; i < N; i++) {
      x[i] = scan_test_pick(i, -5, 5);
      data[0][i] = data[1][i] = scan_test_pick(i + N, -5, 5);
      data[2][i] = data[3][i] = scan_test_pick(i + 2 * N, -5, 5);
    }
    int *const Ks[] = {&data[0][6], &data[2][6], &other};
    int *const Expected[] = {&data[1][6], &data[3][6], &other};
    loop(data[0], x.data(), data[2], *Ks[where]);
    expected(data[1], x.data(), data[3], *Expected[where]);
    CHECK_SAME(data[0], data[1], N);
    CHECK_SAME(data[2], data[3], N);
  }
}

int main(int argc, char **) {
  const bool apart = argc > 1;
#define COMPARE(NAME) compare(NAME, NAME##_expected, apart);
  COMPARE(reference)
  COMPARE(accumulated)
  COMPARE(beside)
  COMPARE(kept)
  COMPARE(subscript)
  COMPARE(rows)
  COMPARE(fused)
  COMPARE(mapped)
  COMPARE(strided)
  COMPARE(first)
  COMPARE(few_kept)
  COMPARE(bits_apart)
  if (apart)
    return scan_test_passed();
  COMPARE(pointer)
  COMPARE(unions)
  COMPARE(bits)
  COMPARE(members)
  COMPARE(bound)
  COMPARE(bound_member)
  COMPARE(bound_local)
  return scan_test_passed();
}
#endif
