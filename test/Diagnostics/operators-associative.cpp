// RUN: %clangxx -fsyntax-only -Wall -Werror %s %ompscan_flags

// Operators that are associative, some of them only for the values that occur
// or but for rounding: there is no warning.

#include <cmath>
#include <cstdint>

#define USE(OP, TYPE)                                                          \
  void OP##_scan(TYPE *y, const TYPE *x, int n) {                              \
    _Pragma("omp parallel for scan(op : y)") for (int i = 1; i < n; i++)       \
        y[i] = OP(y[i - 1], x[i]);                                             \
  }

// The position of a minimum: the first, the last, and any of equal ones.
struct At {
  float value;
  int position;
};
static At first(At a, At b) { return b.value < a.value ? b : a; }
static At last(At a, At b) { return b.value <= a.value ? b : a; }
static At ordered(At a, At b) {
  return a.value < b.value || (a.value == b.value && a.position < b.position)
             ? a
             : b;
}
namespace firsts {
#pragma omp declare scan(op : At : omp_out = first(omp_out, omp_in))
USE(first, At)
} // namespace firsts
namespace lasts {
#pragma omp declare scan(op : At : omp_out = last(omp_out, omp_in))
USE(last, At)
} // namespace lasts
namespace orders {
#pragma omp declare scan(op : At : omp_out = ordered(omp_out, omp_in))
USE(ordered, At)
} // namespace orders

// Sums that begin anew at flags, of which any number but 0 is one.
struct Segment {
  int flag;
  double sum;
};
static Segment segments(Segment a, Segment b) {
  return {a.flag | b.flag, b.flag ? b.sum : a.sum + b.sum};
}
#pragma omp declare scan(op : Segment : omp_out = segments(omp_out, omp_in))
USE(segments, Segment)

// Maps and products of matrices, of floating-point numbers.
struct Map {
  float factor, offset;
};
static Map compose(Map f, Map g) {
  return {f.factor * g.factor, f.offset * g.factor + g.offset};
}
#pragma omp declare scan(op : Map : omp_out = compose(omp_out, omp_in))
USE(compose, Map)

struct Matrix {
  float m[3][3];
};
static Matrix multiply(const Matrix &a, const Matrix &b) {
  Matrix r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      r.m[i][j] = 0;
      for (int k = 0; k < 3; k++)
        r.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  return r;
}
#pragma omp declare scan(op : Matrix : omp_out = multiply(omp_out, omp_in))
USE(multiply, Matrix)

// Sums of exponentials, whose identity is {-infinity, 0}.
struct LogSum {
  float largest, sum;
};
static LogSum add(LogSum a, LogSum b) {
  const float largest = std::fmax(a.largest, b.largest);
  if (largest == -INFINITY)
    return {largest, 0};
  return {largest, a.sum * std::exp(a.largest - largest) +
                       b.sum * std::exp(b.largest - largest)};
}
#pragma omp declare scan(op : LogSum : omp_out = add(omp_out, omp_in))         \
    initializer(omp_priv = {-INFINITY, 0})
USE(add, LogSum)

// Count, mean and sum of squared deviations (Chan, Golub and LeVeque).
struct Moments {
  double count, mean, squares;
};
static Moments merge(Moments a, Moments b) {
  const double count = a.count + b.count;
  if (count == 0)
    return a;
  const double delta = b.mean - a.mean;
  return {count, a.mean + delta * b.count / count,
          a.squares + b.squares + delta * delta * a.count * b.count / count};
}
#pragma omp declare scan(op : Moments : omp_out = merge(omp_out, omp_in))
USE(merge, Moments)

// The largest sum of neighbours.
struct Sums {
  int all, prefix, suffix, best;
};
static int higher(int a, int b) { return a > b ? a : b; }
static Sums append(Sums a, Sums b) {
  return {a.all + b.all, higher(a.prefix, a.all + b.prefix),
          higher(b.suffix, a.suffix + b.all),
          higher(higher(a.best, b.best), a.suffix + b.prefix)};
}
#pragma omp declare scan(op : Sums : omp_out = append(omp_out, omp_in))
USE(append, Sums)

// The two largest values; those of an element are {value, INT_MIN}.
struct Top {
  int first, second;
};
static Top largest(Top a, Top b) {
  return a.first > b.first ? Top{a.first, higher(a.second, b.first)}
                           : Top{b.first, higher(a.first, b.second)};
}
#pragma omp declare scan(op : Top : omp_out = largest(omp_out, omp_in))
void top_two(Top *y, const int *x, int n) {
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = largest(y[i - 1], Top{x[i], INT32_MIN});
}

// Unmatched brackets.
struct Brackets {
  unsigned close, open;
};
static Brackets match(Brackets a, Brackets b) {
  const unsigned matched = a.open < b.close ? a.open : b.close;
  return {a.close + b.close - matched, a.open + b.open - matched};
}
#pragma omp declare scan(op : Brackets : omp_out = match(omp_out, omp_in))
USE(match, Brackets)

// A hash of a string, of residues.
struct Hash {
  uint64_t hash, power;
};
static Hash concatenate(Hash a, Hash b) {
  constexpr uint64_t Modulus = 1000000007;
  return {(a.hash * b.power + b.hash) % Modulus, a.power * b.power % Modulus};
}
#pragma omp declare scan(op : Hash : omp_out = concatenate(omp_out, omp_in))
USE(concatenate, Hash)

// An interval that may be empty, which begins behind its end then.
struct Interval {
  double low, high;
};
static Interval hull(Interval a, Interval b) {
  if (a.low > a.high)
    return b;
  if (b.low > b.high)
    return a;
  return {std::fmin(a.low, b.low), std::fmax(a.high, b.high)};
}
#pragma omp declare scan(op : Interval : omp_out = hull(omp_out, omp_in))
USE(hull, Interval)

// Runs of equal elements.
struct Runs {
  int first, last, count;
};
static Runs join(Runs a, Runs b) {
  if (a.count == 0)
    return b;
  if (b.count == 0)
    return a;
  return {a.first, b.last, a.count + b.count - (a.last == b.first)};
}
#pragma omp declare scan(op : Runs : omp_out = join(omp_out, omp_in))
USE(join, Runs)

// A sum of two parts, of which one has what the other loses.
struct Exact {
  double sum, rest;
};
static Exact exactly(Exact a, Exact b) {
  const double sum = a.sum + b.sum, back = sum - a.sum;
  return {sum, (a.sum - (sum - back)) + (b.sum - back) + a.rest + b.rest};
}
#pragma omp declare scan(op : Exact : omp_out = exactly(omp_out, omp_in))
USE(exactly, Exact)
