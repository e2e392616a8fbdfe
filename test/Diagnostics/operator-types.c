// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Operators that the item's type does not have.

void loops(float *f, double *d, const int *x, int n) {
#pragma omp parallel for scan(& : f) // expected-error {{invalid operands to binary expression ('float' and 'float')}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    f[i] = f[i - 1] & x[i]; // expected-error {{invalid operands to binary expression ('float' and 'const int')}} COL-DAG: :[[#@LINE]]:21: error

#pragma omp parallel for scan(^ : d) // expected-error {{invalid operands to binary expression ('double' and 'double')}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    d[i] = d[i - 1] + x[i];
}
