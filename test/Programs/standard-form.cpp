// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clangxx -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %long %run %t.asan 5000

// OpenMP 5's own form on constructs with target: reduction(inscan, ...) and
// the scan directive. And scalar items with declared operators.

#include "Inputs/scan_test.h"

static int inclusive(int *y, const int *x, int n, int s) {
#pragma omp target parallel for reduction(inscan, + : s) map(to : x[0 : n])    \
    map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}

static int exclusive(int *y, const int *x, int n, int s) {
#pragma omp target parallel for simd reduction(inscan, + : s)                  \
    map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  return s;
}

static int inclusive_in_teams(int *y, const int *x, int n, int s) {
#pragma omp target teams distribute parallel for reduction(inscan, + : s)      \
    map(to : x[0 : n]) map(from : y[0 : n]) num_teams(4)
  for (int i = 0; i < n; i++) {
    const int twice = 2 * x[i];
    s += twice;
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}

static int exclusive_in_teams(int *y, const int *x, int n, int s) {
#pragma omp target teams distribute parallel for simd reduction(inscan, + : s) \
    map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += 2 * x[i];
  }
  return s;
}

static int maximum_in_target(int *y, const int *x, int n, int s) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for reduction(inscan, max : s)
  for (int i = 0; i < n; i++) {
    s = x[i] > s ? x[i] : s;
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}

static void check_builtin() {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *y = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    const int size = (int)n;

    int s = 3, last = inclusive(y, x, size, s);
    for (size_t i = 0; i < n; i++) {
      s += x[i];
      CHECK_SAME(&y[i], &s, 1);
    }
    CHECK_SAME(&last, &s, 1);

    s = 4, last = exclusive(y, x, size, s);
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&y[i], &s, 1);
      s += x[i];
    }
    CHECK_SAME(&last, &s, 1);

    s = 5, last = inclusive_in_teams(y, x, size, s);
    for (size_t i = 0; i < n; i++) {
      s += 2 * x[i];
      CHECK_SAME(&y[i], &s, 1);
    }
    CHECK_SAME(&last, &s, 1);

    s = 6, last = exclusive_in_teams(y, x, size, s);
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&y[i], &s, 1);
      s += 2 * x[i];
    }
    CHECK_SAME(&last, &s, 1);

    s = 7, last = maximum_in_target(y, x, size, s);
    for (size_t i = 0; i < n; i++) {
      s = x[i] > s ? x[i] : s;
      CHECK_SAME(&y[i], &s, 1);
    }
    CHECK_SAME(&last, &s, 1);
    free(x), free(y);
  }
}

/// Composed from the left: p, and then q. Not commutative.
struct Line {
  unsigned slope, offset;
};
#pragma omp declare reduction(then : Line : omp_out = Line{                    \
        omp_out.slope * omp_in.slope,                                          \
        omp_out.offset * omp_in.slope + omp_in.offset})                        \
    initializer(omp_priv = Line{1, 0})

static Line line(int x) { return Line{(unsigned)x | 1, (unsigned)x}; }

static Line then(Line p, Line q) {
  return Line{p.slope * q.slope, p.offset * q.slope + q.offset};
}

static Line lines(unsigned *y, const int *x, int n, Line p) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for reduction(inscan, then : p)
  for (int i = 0; i < n; i++) {
    Line q = line(x[i]);
    p = Line{p.slope * q.slope, p.offset * q.slope + q.offset};
#pragma omp scan inclusive(p)
    y[i] = p.offset;
  }
  return p;
}

/// Associative, not commutative: the number of values and the last one.
struct Last {
  unsigned count = 0, value = 0;
  Last() = default;
  Last(unsigned count, unsigned value) : count(count), value(value) {}
  ~Last() {}
  void add(const Last &later) {
    count += later.count;
    value = later.count ? later.value : value;
  }
  Last &operator+=(const Last &later) {
    add(later);
    return *this;
  }
};

static Last join(const Last &a, const Last &b) {
  return {a.count + b.count, b.count ? b.value : a.value};
}
static void absorb(Last &a, const Last &b) { a = join(a, b); }

#pragma omp declare scan(joined : Last : omp_out = join(omp_out, omp_in))
#pragma omp declare scan(added : Last : omp_out.add(omp_in))
#pragma omp declare scan(+ : Last : omp_out += omp_in)
#pragma omp declare scan(absorbed : Last : absorb(omp_out, omp_in))

static Last by_function(unsigned *y, const int *x, int n, Last b) {
#pragma omp parallel for scan(joined : b)
  for (int i = 0; i < n; i++) {
    b = join(b, Last(x[i] & 1, x[i]));
    y[i] = b.value * 1000 + b.count;
  }
  return b;
}

static Last by_method(unsigned *y, const int *x, int n, Last b) {
#pragma omp parallel for scan(added : b)
  for (int i = 0; i < n; i++) {
    Last t(x[i] & 1, x[i]);
    b.add(t);
    y[i] = b.value * 1000 + b.count;
  }
  return b;
}

static Last by_operator(unsigned *y, const int *x, int n, Last b) {
#pragma omp parallel for scan(+ : b)
  for (int i = 0; i < n; i++) {
    b += Last(x[i] & 1, x[i]);
    y[i] = b.value * 1000 + b.count;
  }
  return b;
}

/* A copy of the item may be changed like any other local variable. */
static Last by_reference(unsigned *y, const int *x, int n, Last b) {
#pragma omp parallel for scan(absorbed : b)
  for (int i = 0; i < n; i++) {
    absorb(b, Last(x[i] & 1, x[i]));
    Last t = b;
    t.add(Last(0, 5));
    y[i] = t.value * 1000 + t.count;
  }
  return b;
}

template <typename F>
static void check_last(F scan, unsigned *y, const int *x, size_t n) {
  Last b(2, 1);
  const Last last = scan(y, x, (int)n, b);
  for (size_t i = 0; i < n; i++) {
    b = join(b, Last(x[i] & 1, x[i]));
    const unsigned want = b.value * 1000 + b.count;
    CHECK_SAME(&y[i], &want, 1);
  }
  CHECK_SAME(&last.count, &b.count, 1);
  CHECK_SAME(&last.value, &b.value, 1);
}

static void check_declared() {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n);
    unsigned *y = BLOCK(unsigned, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);

    Line p{3, 1};
    const Line last = lines(y, x, (int)n, p);
    for (size_t i = 0; i < n; i++) {
      p = then(p, line(x[i]));
      CHECK_SAME(&y[i], &p.offset, 1);
    }
    CHECK_SAME(&last.slope, &p.slope, 1);
    CHECK_SAME(&last.offset, &p.offset, 1);

    check_last(by_function, y, x, n);
    check_last(by_method, y, x, n);
    check_last(by_operator, y, x, n);
    check_last(by_reference, y, x, n);
    free(x), free(y);
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_builtin();
  check_declared();
  return scan_test_passed();
}
