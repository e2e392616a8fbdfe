// RUN: %clangxx -std=c++20 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// What of C++ up to C++20 a combiner may consist of.

#include "Inputs/operator_test.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace detail {
constexpr int weights[]{3, 1, 4, 1, 5};

template <typename... Ts> constexpr auto sum(Ts... values) {
  return (values + ... + 0u);
}

template <int N> constexpr unsigned power(unsigned base) {
  if constexpr (N == 0)
    return 1;
  else
    return base * power<N - 1>(base);
}

constexpr auto square = [](auto x) { return x * x; };

struct Triple {
  unsigned a, b;
  signed char c;
};

template <class T> inline const T &least(const T &a, const T &b) {
  return b < a ? b : a;
}

enum class Mode : uint8_t { Keep, Turn };
} // namespace detail

using detail::Triple;

static auto split(unsigned x) { return Triple{x >> 16, x & 0xffff, 1}; }

struct State {
  static constexpr unsigned size = 4;
  static const unsigned bias = 6;
  unsigned slot[size];
  detail::Mode mode;

  [[nodiscard]] unsigned first() const noexcept { return slot[0]; }
};

static State operator&(const State &left, const State &right) {
  State out = left;
  for (auto i = 0u; i < State::size; ++i)
    out.slot[i] += right.slot[i];
  out.mode = left.mode == right.mode ? detail::Mode::Keep : detail::Mode::Turn;
  return out;
}

static unsigned features(unsigned x) {
  auto [high, low, one] = split(x);
  Triple named{high, low, 0};
  auto &[p, q, unused] = named;
  unused = 7;
  p += named.c;
  unsigned total = high ^ low * unsigned(one);
  total += p * 31 + q;

  int table[5]{};
  for (int i = 0; auto w : detail::weights)
    table[i++] = w * int(x % 10);
  for (const int &entry : table)
    total += unsigned(entry);

  if (const unsigned bit = x & 1; bit != 0)
    total += detail::power<3>(x);
  switch (unsigned kind = x % 4; kind) {
  case 3:
    [[fallthrough]];
  case 2:
    total += kind;
    break;
  default:
    total ^= kind << 8;
  }

  const auto mix = [](unsigned a, unsigned b) -> unsigned {
    std::swap(a, b);
    return a * 2 + b;
  };
  total += mix(high, low) + detail::square(low) + detail::square(7);
  total += detail::sum(high, low, std::min(high, low), std::max(high, 9u),
                       detail::least(low, high), std::abs(-3));
  total += static_cast<unsigned>(std::floor(std::sqrt(double(low))));
  total += State::bias + State::size + unsigned(sizeof(State));
  return total;
}

static State state(unsigned x) {
  State s{{x, features(x)}, x % 3 ? detail::Mode::Keep : detail::Mode::Turn};
  s.slot[State::size - 1] = s.first();
  return s;
}

#pragma omp declare scan(& : State : omp_out = omp_out & omp_in)

static void scan(State *y, const unsigned *x, int n) {
#pragma omp parallel for scan(& : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] & state(x[i]);
}

static void expected(State *y, const unsigned *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] & state(x[i]);
}

static bool same(const State *a, const State *b) {
  return std::equal(a->slot, a->slot + State::size, b->slot) &&
         a->mode == b->mode;
}

OPERATOR_TEST_INPUT(states, State, unsigned, scan, expected, state(1),
                    unsigned(scan_test_hash(k)), same)

// The library's own aggregates.
typedef std::array<short, 6> Row;

static Row add(const Row &a, const Row &b) {
  Row sum = {};
  for (std::size_t i = 0; i != sum.size(); ++i)
    sum[i] = short(a[i] ^ b[i]);
  return sum;
}

#pragma omp declare scan(rows : Row : omp_out = add(omp_out, omp_in))

static void rows_scan(Row *y, const Row *x, int n) {
#pragma omp parallel for scan(rows : y)
  for (int i = 1; i < n; i++)
    y[i] = add(y[i - 1], x[i]);
}

static void rows_expected(Row *y, const Row *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = add(y[i - 1], x[i]);
}

static Row row(uint64_t k) {
  Row r;
  for (short &s : r)
    s = short(scan_test_hash(k++));
  return r;
}

OPERATOR_TEST(rows, Row, rows_scan, rows_expected, row(5), row(k), SAME_BYTES)

typedef std::pair<int, float> Best;

static Best better(const Best &a, const Best &b) {
  return b.second > a.second ? b : a;
}
#pragma omp declare scan(better : Best : omp_out = better(omp_out, omp_in))

static void best_scan(Best *y, const float *x, int n) {
#pragma omp parallel for scan(better : y)
  for (int i = 1; i < n; i++)
    y[i] = better(y[i - 1], Best(i, x[i]));
}

static void best_expected(Best *y, const float *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = better(y[i - 1], Best(i, x[i]));
}

OPERATOR_TEST_INPUT(best, Best, float, best_scan, best_expected, Best(0, x[0]),
                    float(scan_test_pick(k, -9, 9) + long(k / 100)), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  states();
  rows();
  best();
  return scan_test_passed();
}
