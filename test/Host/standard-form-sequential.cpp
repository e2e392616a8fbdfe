// RUN: %clangxx %opt %s %ompscan_flags %ompscan_libs -o %t 2> %t.warnings
// RUN: %filecheck %s --input-file %t.warnings
// RUN: env OMP_NUM_THREADS=3 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 5000
// RUN: %clangxx -S -emit-llvm -w %s %ompscan_flags -o - | %filecheck %s --check-prefix=NONE --implicit-check-not=__kmpc_fork_call
// NONE: define

// Loops in OpenMP's own form without kernels run sequentially: Clang's code
// would be wrong. The items have values before the loop.

#include "../Programs/Inputs/scan_test.h"
#include <vector>

struct Part {
  int key;
};

static int ranges(std::vector<int> &y, const std::vector<Part> &parts,
                  int (*opaque)(int)) {
  int s = 3;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}} [OS142]
#pragma omp parallel for reduction(inscan, + : s)
  for (const Part &part : parts) {
    s += part.key;
#pragma omp scan inclusive(s)
    y[&part - parts.data()] = opaque(s);
  }
  return s;
}

static int iterators(std::vector<int> &y, std::vector<Part> &parts,
                     int (*opaque)(int)) {
  int s = 4;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}} [OS142]
#pragma omp parallel for reduction(inscan, + : s)
  for (auto it = parts.begin(); it < parts.end(); ++it) {
    y[it - parts.begin()] = s + it->key;
#pragma omp scan exclusive(s)
    s += opaque(it->key + (*it).key);
  }
  return s;
}

// Variables from one phase to the other, private ones, and the last value.
static int variables(int *y, const int *x, int n, int (*opaque)(int)) {
  int s = 5, more = 70, last = 0, i = -8;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this scan runs on one core: {{.*}} [OS142]
#pragma omp parallel for reduction(inscan, + : s) private(more) lastprivate(last)
  for (i = 0; i < n; i++) {
    more = 0;
    if (x[i] & 1)
      more = opaque(x[i]);
    last = s;
    y[i] = s;
#pragma omp scan exclusive(s)
    s += more;
  }
  return s + last + (more == 70) + (i == -8);
}

static int twice(int x) { return 2 * x; }

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    std::vector<int> y(n, -1), z(n, -1), x(n), w(n, -1);
    std::vector<Part> parts(n);
    for (size_t i = 0; i < n; i++)
      parts[i].key = x[i] = (int)scan_test_pick(i, -50, 50);
    int s = 3, t = 4, u = 5, last = 0;
    const int a = ranges(y, parts, twice), b = iterators(z, parts, twice);
    int *W = w.data();
    int c = 0;
    if (n % 2) {
      // The host's copies are not those that the loop uses.
#pragma omp target data map(tofrom : W[0 : n])
      c = variables(W, x.data(), (int)n, twice);
    } else {
      c = variables(W, x.data(), (int)n, twice);
    }
    for (size_t i = 0; i < n; i++) {
      s += x[i];
      const int doubled = 2 * s, before = t + x[i];
      CHECK_SAME(&y[i], &doubled, 1);
      CHECK_SAME(&z[i], &before, 1);
      CHECK_SAME(&w[i], &u, 1);
      t += 4 * x[i];
      last = u;
      u += x[i] & 1 ? 2 * x[i] : 0;
    }
    const int end = u + last + 2;
    CHECK_SAME(&a, &s, 1);
    CHECK_SAME(&b, &t, 1);
    CHECK_SAME(&c, &end, 1);
  }
  return scan_test_passed();
}
