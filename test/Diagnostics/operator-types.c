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

struct pixel {
  float red, green;
};

void of_structures(struct pixel *p, int n) {
#pragma omp parallel for scan(+ : p) // expected-error {{values of type 'struct pixel' cannot be combined by this operator; write '#pragma omp declare scan' for the type, or scan a member by a variable, which the loop stores to the member}}
  for (int i = 1; i < n; i++)
    p[i].red += p[i - 1].red;
}
