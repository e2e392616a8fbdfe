// RUN: %clang -fsyntax-only -Rpass=ompscan -Rpass-analysis=ompscan %ompscan_flags \
// RUN:   -fplugin-arg-ompscan-no-native -Xclang -verify %s

// Remarks name the operator that is chosen, and the one that fits.

void plain(double *y, const double *a, int n) {
  for (int i = 1; i < n; i++) // expected-remark {{this loop is a scan; add '#pragma omp parallel for scan(affine : y)' to parallelize it [OS082]}}
    y[i] = a[i] * y[i - 1] + 1;
}

void observations(double *y, const double *a, int n) {
  double v = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{scan(last : v)}}
    if (a[i] > 0)
      v = a[i];
    y[i] = v;
  }
}

void no_scan(double *y, const double *a, int n) {
  double t;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    y[i] = t;
  }
}

void chosen(double *y, const double *a, int n) {
  double v = 0;
#pragma omp parallel for scan(auto : v) // expected-remark {{parallelized a scan of 'v' (accumulator, double, operator affine)}}
  for (int i = 0; i < n; i++) {
    v = 0.5 * v + a[i];
    y[i] = v;
  }
}

int passes(const int *x, int n) {
  int s = 0, best = 0;
#pragma omp parallel for scan(+ : s) scan(max : best) // expected-remark {{split this scan into 2 passes: 'best' depends on 's', whose values an earlier pass computes [OS148]}} expected-remark {{scan of 's'}} expected-remark {{scan of 'best'}}
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > best)
      best = s;
  }
  return best;
}
