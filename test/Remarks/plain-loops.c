// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang -verify
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -fdiagnostics-parseable-fixits 2>&1 | %filecheck %s
// RUN: cp %s %t.fixed.c && %clang -fsyntax-only %t.fixed.c %ompscan_flags -Rpass-analysis=ompscan -Xclang -fixit && %clang -c %t.fixed.c %ompscan_flags -Rpass=ompscan -o %t.o 2>&1 | %filecheck %s --check-prefix=FIXED

// FIXED-COUNT-7: remark: parallelized a scan

// Loops without a directive that are scans, and such that are none, or that
// nobody would want.

void plain(int *restrict y, const int *x, float *f, int n, int m) {
  // expected-remark@+2 {{this loop is a scan; add '#pragma omp parallel for scan(+ : y)' to parallelize it [OS082]}}
  // CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:3-[[#@LINE+1]]:3}:"#pragma omp parallel for scan(+ : y)\n  "
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  for (int k = 1; k < n; ++k) // expected-remark {{add '#pragma omp parallel for scan(max : f)' to parallelize it [OS082]}}
    f[k] = f[k] > f[k - 1] ? f[k] : f[k - 1];

  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i) // expected-remark {{add '#pragma omp parallel for scan(* : y)' to parallelize it [OS082]}}
      y[j * n + i] *= y[j * n + i - 1];

  int s = 0, k = 0;
  // CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:14-[[#@LINE+1]]:14}:"\n  #pragma omp parallel for scan(+ : s)\n  "
  if (m > 3) for (int i = 0; i < n; i++) { // expected-remark {{add '#pragma omp parallel for scan(+ : s)' to parallelize it [OS082]}}
    s += x[i];
    y[i] = s;
  }
  for (int i = 0; i < n; i++) // expected-remark {{add '#pragma omp parallel for scan(+ : s)' to parallelize it [OS082]}}
    y[i] = s += x[i];
  for (int i = 0; i < n; i++) // expected-remark {{add '#pragma omp parallel for scan(+ : k)' to parallelize it [OS082]}}
    if (x[i] > 0)
      y[k++] = x[i];
  float v = 0, w = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{add '#pragma omp parallel for scan(affine : v, w)' to parallelize it [OS082]}}
    const float last = v;
    v = 0.5f * w + x[i];
    w = 0.5f * last;
    f[i] = v;
  }
#define LOOP for (int i = 0; i < n; i++) { y[i] = s; s |= x[i]; }
  LOOP // expected-remark {{add '#pragma omp parallel for scan(| : s)' to parallelize it [OS082]}}
}

int omp_get_max_threads(void);
int none(int *y, const int *x, int n) {
  int s = 0, i;
  for (int i = 0; i < n; i++)
    s += x[i];
  for (i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
  for (int i = 1; i < omp_get_max_threads(); i++)
    y[i] = y[i - 1] + x[i];
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] / 2 + x[i];
  for (int i = 1; i < n; i++) {
    if (x[i] < 0)
      break;
    y[i] = y[i - 1] + x[i];
  }
  for (int i = 1; i < n; i++, s++)
    y[i] = y[i - 1] + x[i];
  for (int i = 1;; i++) {
    y[i] = y[i - 1] + x[i];
    if (i == n)
      return s;
  }
  for (;;)
    ;
}

void with_directives(int *y, const int *x, int n) {
#pragma omp parallel for
  for (int j = 0; j < 4; j++)
    for (int i = 1; i < n; i++)
      y[j * n + i] = y[j * n + i - 1] + x[i];
}
