// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 14
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 2000

// Sums that start again where a flag is set; the combiner changes its left
// operand in place. The structure has padding.

#include "Inputs/operator_test.h"

typedef struct {
  double sum;
  bool head;
} Segment;

static void add(Segment *left, const Segment *right) {
  left->sum = right->head ? right->sum : left->sum + right->sum;
  left->head |= right->head;
}

#pragma omp declare scan(segments : Segment : add(&omp_out, &omp_in))          \
    initializer(omp_priv = (Segment){0, false})

static void scan(Segment *y, const Segment *x, size_t n) {
#pragma omp parallel for scan(segments : y)
  for (size_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    add(&y[i], &x[i]);
  }
}

static void expected(Segment *y, const Segment *x, size_t n) {
  for (size_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    add(&y[i], &x[i]);
  }
}

static bool same(const Segment *got, const Segment *want) {
  return got->sum == want->sum && got->head == want->head;
}

// Sums of integers are exact.
OPERATOR_TEST(segmented, Segment, scan, expected, ((Segment){3, false}),
              ((Segment){(double)scan_test_pick(k, -99, 99),
                         scan_test_hash(k) % 11 == 0}),
              same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  segmented();
  return scan_test_passed();
}
