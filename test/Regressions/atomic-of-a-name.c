// RUN: not %clang %opt %s %ompscan_flags -c -o %t 2>&1 | %filecheck %s

// An atomic statement uses a name of the body, whose value stands for it: a
// reason to refuse the loop, and no crash of the compiler.

void sums(unsigned *y, unsigned (*m)[9], const unsigned *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const unsigned t = x[i] * 3;
    // CHECK: [[#@LINE+1]]:1: error: this statement is not supported in a scan
#pragma omp atomic
    m[i % 6][i] -= t;
    s += x[i];
    y[i] = s;
  }
}
// CHECK: 1 error generated.
