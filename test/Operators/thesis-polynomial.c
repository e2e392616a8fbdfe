// RUN: %clang %opt -Wall -Werror -DGPU=0 %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 30

// Listing 4.6: the value of a polynomial.

#include "Inputs/operator_test.h"

#pragma omp declare target
typedef struct tag_my_struct {
  int x;
  int y;
} Pair;

Pair op(Pair A, Pair C) {
  Pair ans;
  ans.x = A.x * C.y + C.x;
  ans.y = A.y * C.y;
  return ans;
}
#pragma omp end declare target

#pragma omp declare scan(op : Pair : omp_out = op(omp_out, omp_in))            \
    initializer(omp_priv = (Pair){0, 1})

// t[i] covers the first i coefficients; the last element of h is not used.
static void scan(Pair *t, Pair *h, int N) {
#pragma omp target device(GPU) map(from : t[:N]) map(to : h[:N])
#pragma omp parallel for scan(op : t)
  for (int i = 1; i < N; i++)
    t[i] = op(t[i-1], h[i-1]);
}

static void expected(Pair *t, Pair *h, int N) {
  for (int i = 1; i < N; i++)
    t[i] = op(t[i-1], h[i-1]);
}

static uint64_t position;
static Pair coefficient(int x) {
  return (Pair){(int)scan_test_pick(position++, -9, 9), x};
}

// Powers of -1 do not overflow.
OPERATOR_TEST(alternating, Pair, scan, expected, ((Pair){0, 1}),
              coefficient(-1), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  Pair *h = BLOCK(Pair, 5), *t = BLOCK(Pair, 5);
  const int coefficients[] = {1, 1, 0, 1};
  for (int i = 0; i < 4; i++)
    h[i] = (Pair){coefficients[i], 2};
  h[4] = (Pair){77, 77};
  t[0] = (Pair){0, 1};
  scan(t, h, 5);
  if (t[4].x != 13 || t[4].y != 16 || t[0].x != 0 || t[0].y != 1) {
    printf("x^3 + x^2 + 1 at 2 is %d, expected 13\n", t[4].x);
    return 1;
  }
  free(h);
  free(t);
  alternating();
  return scan_test_passed();
}
