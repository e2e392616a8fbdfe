// RUN: %clangxx %opt %s %ompscan_flags %ompscan_libs -o %t 2> %t.warnings
// RUN: %filecheck %s --input-file %t.warnings --implicit-check-not=error:
// RUN: env OMP_NUM_THREADS=3 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 5000

// Loops in OpenMP's own form that the analysis refuses run sequentially, phase by
// phase as OpenMP defines them: Clang's code would be wrong.

#include "Inputs/scan_test.h"
#include <complex>
#include <vector>

static int live; // objects that exist

struct Counted {
  int v;
  Counted() : v(0) { live++; }
  explicit Counted(int v) : v(v) { live++; }
  Counted(const Counted &o) : v(o.v) { live++; }
  ~Counted() { live--; }
  Counted &operator=(const Counted &o) {
    v = o.v;
    return *this;
  }
};

static void start(Counted &c) { c.v = 0; }

#pragma omp declare reduction(+ : Counted : omp_out.v += omp_in.v)
#pragma omp declare reduction(plus : Counted : omp_out.v += omp_in.v) initializer(start(omp_priv))
#pragma omp declare reduction(larger : Counted : omp_out.v = omp_out.v < omp_in.v ? omp_in.v : omp_out.v) initializer(omp_priv = Counted(-1000))

// Classes whose constructors and destructors have effects.
static Counted inclusive(int *y, const int *x, size_t n, Counted s) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}}Counted{{.*}} [OS142]
#pragma omp parallel for reduction(inscan, + : s)
  for (size_t i = 0; i < n; i++) {
    s.v += x[i];
#pragma omp scan inclusive(s)
    y[i] = s.v;
  }
  return s;
}

static Counted exclusive(int *y, const int *x, size_t n, Counted s) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}} [OS142]
#pragma omp parallel
  {
#pragma omp for reduction(inscan, plus : s)
    for (size_t i = 0; i < n; i++) {
      y[i] = s.v;
#pragma omp scan exclusive(s)
      s.v += x[i];
    }
  }
  return s;
}

static Counted largest(int *y, const std::vector<int> &x, Counted s) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}} [OS142]
#pragma omp parallel for reduction(inscan, larger : s)
  for (const int &each : x) {
    s.v = s.v < each ? each : s.v;
#pragma omp scan inclusive(s)
    y[&each - x.data()] = s.v;
  }
  return s;
}

// Last values under conditions, private variables, and several items.
static int variables(int *y, const int *x, int n, int *last, int *outer) {
  int s = 11, add = 5, kept = -2, scratch = 77, i = -8;
  unsigned m = 3;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: 'kept' is lastprivate{{.*}} [OS142]
#pragma omp parallel for reduction(inscan, + : s, m) lastprivate(kept) firstprivate(add) private(scratch)
  for (i = 0; i < n; i++) {
    scratch = x[i] + add;
    s += scratch;
    m += (unsigned)scratch;
    if (i > 1)
      kept = scratch;
#pragma omp scan inclusive(s, m)
    y[i] = s + (int)m;
    add = 5;
  }
  *last = kept;
  *outer = add + scratch + i;
  return s + (int)m;
}

// On `simd`, Clang's code uses what a reference refers to.
static int reference(int *y, const int *x, size_t n, int &total) {
  int &s = total;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: on 'simd'{{.*}} [OS142]
#pragma omp simd reduction(inscan, + : s)
  for (size_t i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  return s;
}

// There, it also runs the input phase first.
static int phases(int *y, const int *x, size_t n) {
  int s = 2;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: on 'simd'{{.*}} [OS142]
#pragma omp simd reduction(inscan, + : s)
  for (size_t i = 0; i < n; i++) {
    int more = 0;
    if (x[i] > 0)
      more = 1;
    y[i] = s;
#pragma omp scan exclusive(s)
    s += more;
  }
  return s;
}

// A complex product begins with 1 in each iteration.
static void turns(int *y, const int *x, size_t n) {
  std::complex<double> s(0, 1);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: 's' cannot be updated in an inner loop{{.*}} [OS142]
#pragma omp parallel for reduction(inscan, * : s)
  for (size_t i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      s *= std::complex<double>(0, x[i] % 2 ? 1 : -1);
#pragma omp scan inclusive(s)
    y[i] = (int)(s.real() + 2 * s.imag());
  }
}

// In a template: OpenMP's form is rewritten there, and the sequential loop has the
// same meaning.
template <typename T> static T of_type(int *y, const int *x, size_t n, T s) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}}Counted{{.*}} [OS142]
#pragma omp parallel
#pragma omp for reduction(inscan, plus : s)
  for (size_t i = 0; i < n; i++) {
    y[i] = s.v;
#pragma omp scan exclusive(s)
    s.v += x[i];
  }
  return s;
}

// `simd` in a template, and an item whose type is no parameter's.
static long simd_sum;
template <int Factor> static void on_simd(int *y, const int *x, int n) {
#pragma omp simd reduction(inscan, + : simd_sum) simdlen(4)
  for (int i = 0; i < n; i++) {
    y[i] = (int)simd_sum * Factor;
#pragma omp scan exclusive(simd_sum)
    simd_sum += x[i];
  }
}
// With a destructor that has an effect.
static Counted simd_largest;
template <typename T> static void on_simd_counted(T *y, const T *x, int n) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}}Counted{{.*}} [OS142]
#pragma omp simd reduction(inscan, larger : simd_largest)
  for (int i = 0; i < n; i++) {
    if (x[i] > simd_largest.v)
      simd_largest.v = x[i];
#pragma omp scan inclusive(simd_largest)
    y[i] = simd_largest.v;
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    std::vector<int> x(n), y(n, -1);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -50, 60);
    int sum = 4;
    {
      const Counted end = inclusive(y.data(), x.data(), n, Counted(4));
      for (size_t i = 0; i < n; i++) {
        sum += x[i];
        CHECK_SAME(&y[i], &sum, 1);
      }
      CHECK_SAME(&end.v, &sum, 1);
      y.assign(n, -1);
      sum = 9;
      const Counted after = exclusive(y.data(), x.data(), n, Counted(9));
      for (size_t i = 0; i < n; i++) {
        CHECK_SAME(&y[i], &sum, 1);
        sum += x[i];
      }
      CHECK_SAME(&after.v, &sum, 1);
      y.assign(n, -1);
      sum = 3;
      const Counted typed = of_type<Counted>(y.data(), x.data(), n, Counted(3));
      for (size_t i = 0; i < n; i++) {
        CHECK_SAME(&y[i], &sum, 1);
        sum += x[i];
      }
      CHECK_SAME(&typed.v, &sum, 1);
      y.assign(n, -1);
      sum = -7;
      const Counted most = largest(y.data(), x, Counted(-7));
      for (size_t i = 0; i < n; i++) {
        sum = sum < x[i] ? x[i] : sum;
        CHECK_SAME(&y[i], &sum, 1);
      }
      CHECK_SAME(&most.v, &sum, 1);
    }
    const int none = 1; // simd_largest
    CHECK_SAME(&live, &none, 1);

    simd_sum = 4;
    on_simd<3>(y.data(), x.data(), (int)n);
    sum = 4;
    for (size_t i = 0; i < n; i++) {
      const int expected = 3 * sum;
      CHECK_SAME(&y[i], &expected, 1);
      sum += x[i];
    }
    simd_largest.v = -7;
    on_simd_counted(y.data(), x.data(), (int)n);
    sum = -7;
    for (size_t i = 0; i < n; i++) {
      sum = sum < x[i] ? x[i] : sum;
      CHECK_SAME(&y[i], &sum, 1);
    }

    y.assign(n, -1);
    int last = 0, outer = 0, kept = -2;
    int s = 11;
    unsigned m = 3;
    const int both = variables(y.data(), x.data(), (int)n, &last, &outer);
    for (size_t i = 0; i < n; i++) {
      s += x[i] + 5;
      m += (unsigned)(x[i] + 5);
      if (i > 1)
        kept = x[i] + 5;
      const int expected = s + (int)m;
      CHECK_SAME(&y[i], &expected, 1);
    }
    const int ended = s + (int)m, unchanged = 5 + 77 - 8;
    CHECK_SAME(&both, &ended, 1);
    CHECK_SAME(&last, &kept, 1);
    CHECK_SAME(&outer, &unchanged, 1);

    y.assign(n, -1);
    turns(y.data(), x.data(), n);
    std::complex<double> turned(0, 1);
    for (size_t i = 0; i < n; i++) {
      turned *= std::complex<double>(0, x[i] % 2 ? -1 : 1);
      const int expected = (int)(turned.real() + 2 * turned.imag());
      CHECK_SAME(&y[i], &expected, 1);
    }

    y.assign(n, -1);
    int total = 6;
    const int end = reference(y.data(), x.data(), n, total);
    sum = 6;
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&y[i], &sum, 1);
      sum += x[i];
    }
    CHECK_SAME(&end, &sum, 1);
    CHECK_SAME(&total, &sum, 1);

    y.assign(n, -1);
    const int counted = phases(y.data(), x.data(), n);
    sum = 2;
    for (size_t i = 0; i < n; i++) {
      CHECK_SAME(&y[i], &sum, 1);
      sum += x[i] > 0;
    }
    CHECK_SAME(&counted, &sum, 1);
  }
  return scan_test_passed();
}
