// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Combiners that change their left operand: through a reference, as a member
// function, by a compound assignment.

#include "Inputs/operator_test.h"
#include <utility>

struct Counts {
  unsigned of[5];

  void merge(const Counts &other) {
    for (int i = 0; i < 5; ++i)
      of[i] += other.of[i];
  }
  Counts &operator+=(const Counts &other) {
    merge(other);
    return *this;
  }
  unsigned &operator[](int i) { return of[i]; }
  unsigned operator[](int i) const { return of[i]; }
};

static void absorb(Counts &into, const Counts &from) {
  unsigned &last = into[4];
  const unsigned &first = from[0];
  last += from[4];
  into[0] += first;
  for (int i = 1; i < 4; ++i) {
    unsigned t = from[i];
    std::swap(into.of[i], t);
    into[i] += t;
  }
}

#pragma omp declare scan(absorb : Counts : absorb(omp_out, omp_in))            \
    initializer(omp_priv = Counts{})
#pragma omp declare scan(member : Counts : omp_out.merge(omp_in))
#pragma omp declare scan(+ : Counts : omp_out += omp_in)

static void by_reference(Counts *y, const Counts *x, int n) {
#pragma omp parallel for scan(absorb : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    absorb(y[i], x[i]);
  }
}

static void by_member(Counts *y, const Counts *x, int n) {
#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].merge(x[i]);
  }
}

static void by_assignment(Counts *y, const Counts *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i] += x[i];
  }
}

static void expected(Counts *y, const Counts *x, int n) {
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i] += x[i];
  }
}

static Counts counts(uint64_t k) {
  Counts c = {};
  c[int(scan_test_hash(k) % 5)] = unsigned(k);
  return c;
}

OPERATOR_TEST(reference, Counts, by_reference, expected, counts(4), counts(k),
              SAME_BYTES)
OPERATOR_TEST(member, Counts, by_member, expected, counts(4), counts(k),
              SAME_BYTES)
OPERATOR_TEST(assignment, Counts, by_assignment, expected, counts(4), counts(k),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  reference();
  member();
  assignment();
  return scan_test_passed();
}
