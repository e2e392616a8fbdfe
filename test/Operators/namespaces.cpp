// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Affine maps modulo a prime. Operators in namespaces, found by their qualified
// names, by using declarations and by argument-dependent look-up.

#include "Inputs/operator_test.h"

namespace algebra {
inline namespace v1 {
constexpr unsigned prime = 998244353;

struct Affine {
  unsigned slope, offset;

  // *this after f
  constexpr unsigned operator()(unsigned x) const {
    return unsigned((1ull * slope * x + offset) % prime);
  }
};

constexpr Affine operator*(Affine f, Affine g) {
  return {unsigned(1ull * f.slope * g.slope % prime), g(f.offset)};
}

constexpr Affine compose(const Affine &f, const Affine &g) { return g * f; }

#pragma omp declare scan(* : Affine : omp_out = omp_out * omp_in)              \
    initializer(omp_priv = Affine{1, 0})
#pragma omp declare scan(after : Affine : omp_out = compose(omp_out, omp_in))
} // namespace v1

namespace linear {
#pragma omp declare scan(after : Affine : omp_out = operator*(omp_out, omp_in))
} // namespace linear
} // namespace algebra

using algebra::Affine;

static void by_argument(Affine *y, const Affine *x, int n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];
}

static void qualified(Affine *y, const Affine *x, int n) {
#pragma omp parallel for scan(algebra::linear::after : y)
  for (int i = 1; i < n; i++)
    y[i] = operator*(y[i - 1], x[i]);
}

namespace algebra {
static void within(Affine *y, const Affine *x, int n) {
#pragma omp parallel for scan(after : y)
  for (int i = 1; i < n; i++)
    y[i] = compose(y[i - 1], x[i]);
}
} // namespace algebra

namespace {
namespace client {
using namespace algebra;
void directive(Affine *y, const Affine *x, int n) {
#pragma omp parallel for scan(after : y)
  for (int i = 1; i < n; i++)
    y[i] = compose(y[i - 1], x[i]);
}
} // namespace client
} // namespace

static void expected(Affine *y, const Affine *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];
}

static void expected_after(Affine *y, const Affine *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1];
}

static Affine map(uint64_t k) {
  return {unsigned(scan_test_hash(k) % algebra::prime),
          unsigned(scan_test_hash(~k) % algebra::prime)};
}

OPERATOR_TEST(found_by_argument, Affine, by_argument, expected, map(5), map(k),
              SAME_BYTES)
OPERATOR_TEST(found_qualified, Affine, qualified, expected, map(5), map(k),
              SAME_BYTES)
OPERATOR_TEST(found_within, Affine, algebra::within, expected_after, map(5),
              map(k), SAME_BYTES)
OPERATOR_TEST(found_by_using, Affine, client::directive, expected_after, map(5),
              map(k), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  found_by_argument();
  found_qualified();
  found_within();
  found_by_using();
  return scan_test_passed();
}
