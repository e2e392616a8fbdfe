// RUN: %cc1_verify %s

// Operators that the item's type does not have.

void loops(float *f, double *d, const int *x, int n) {
#pragma omp parallel for scan(& : f) // expected-error {{}}
  for (int i = 1; i < n; i++)
    f[i] = f[i - 1] & x[i]; // expected-error {{invalid operands to binary expression ('float' and 'int')}}

#pragma omp parallel for scan(^ : d) // expected-error {{}}
  for (int i = 1; i < n; i++)
    d[i] = d[i - 1] + x[i];
}
