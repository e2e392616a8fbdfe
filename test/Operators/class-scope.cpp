// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Operators declared in classes, class templates and function templates, and
// seen from where OpenMP sees them.

#include "Inputs/operator_test.h"

struct Words {
  unsigned low, high;

  static Words add(Words a, Words b) {
    Words r = {a.low + b.low, a.high + b.high};
    r.high += r.low < a.low;
    return r;
  }

#pragma omp declare scan(carry : Words : omp_out = add(omp_out, omp_in))       \
    initializer(omp_priv = Words{0, 0})

  static void scan(Words *y, const Words *x, int n) {
#pragma omp parallel for scan(carry : y)
    for (int i = 1; i < n; i++)
      y[i] = add(y[i - 1], x[i]);
  }
};

static void expected(Words *y, const Words *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = Words::add(y[i - 1], x[i]);
}

// By its qualified name from outside, and by a derived class.
static void outside(Words *y, const Words *x, int n) {
#pragma omp parallel for scan(Words::carry : y)
  for (int i = 1; i < n; i++)
    y[i] = Words::add(y[i - 1], x[i]);
}

struct Derived : Words {
  void scan_member(Words *y, const Words *x, int n) const {
#pragma omp parallel for scan(carry : y)
    for (int i = 1; i < n; i++)
      y[i] = add(y[i - 1], x[i]);
  }
};

static void derived(Words *y, const Words *x, int n) {
  Derived().scan_member(y, x, n);
}

// A class template with its own operator; the function of the initialiser is
// a member as well.
template <typename T, T Modulus> struct Ring {
  struct Value {
    T v;
  };
  static Value multiply(const Value &a, const Value &b) {
    return Value{T((unsigned long long)(a.v) * b.v % Modulus)};
  }
  static void one(Value &v) { v.v = T(1) % Modulus; }

#pragma omp declare scan(times : Value : omp_out = multiply(omp_out, omp_in))  \
    initializer(one(omp_priv))

  static void scan(Value *y, const Value *x, int n) {
#pragma omp parallel for scan(times : y)
    for (int i = 1; i < n; i++)
      y[i] = multiply(y[i - 1], x[i]);
  }
  static void expected(Value *y, const Value *x, int n) {
    for (int i = 1; i < n; i++)
      y[i] = multiply(y[i - 1], x[i]);
  }
};

// An operator declared in a function template, over its parameter.
template <typename T> struct Pair {
  T first, second;
};

template <typename T>
static Pair<T> inner(const Pair<T> &a, const Pair<T> &b) {
  return {static_cast<T>(a.first + b.first),
          static_cast<T>(a.second * b.second)};
}

template <typename T> static void local(Pair<T> *y, const Pair<T> *x, int n) {
#pragma omp declare scan(both : Pair<T> : omp_out = inner(omp_out, omp_in))    \
    initializer(omp_priv = Pair<T>{0, 1})
#pragma omp parallel for scan(both : y)
  for (int i = 1; i < n; i++)
    y[i] = inner(y[i - 1], x[i]);
}

template <typename T>
static void local_expected(Pair<T> *y, const Pair<T> *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = inner(y[i - 1], x[i]);
}

static Words words(uint64_t k) {
  return {unsigned(scan_test_hash(k)), unsigned(scan_test_hash(k) >> 32)};
}

typedef Ring<unsigned, 4294967291> Prime;
typedef Ring<unsigned char, 251> Small;
typedef Pair<unsigned long> Longs;
typedef Pair<unsigned char> Bytes;

#define WORDS(NAME, SCAN)                                                      \
  OPERATOR_TEST(NAME, Words, SCAN, expected, words(9), words(k), SAME_BYTES)
WORDS(in_class, Words::scan)
WORDS(from_outside, outside)
WORDS(in_derived_class, derived)
OPERATOR_TEST(ring, Prime::Value, Prime::scan, Prime::expected,
              Prime::Value{unsigned(n)},
              Prime::Value{unsigned(scan_test_hash(k)) | 1}, SAME_BYTES)
OPERATOR_TEST(small_ring, Small::Value, Small::scan, Small::expected,
              Small::Value{1}, Small::Value{(unsigned char)(k % 250 + 1)},
              SAME_BYTES)
OPERATOR_TEST(in_function_template, Longs, local, local_expected,
              (Longs{1, 3}), (Longs{k, k | 1}), SAME_BYTES)
OPERATOR_TEST(of_bytes, Bytes, local, local_expected, (Bytes{1, 3}),
              (Bytes{(unsigned char)k, (unsigned char)(k | 1)}), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  in_class();
  from_outside();
  in_derived_class();
  ring();
  small_ring();
  in_function_template();
  of_bytes();
  return scan_test_passed();
}
