// RUN: %cc1_verify %s
// RUN: not %clangxx %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// In a template, what depends on its parameters is judged where it is
// instantiated.

template <typename T> void sum(T *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{converting this operand of type 'float' to the item's type 'int'}} COL-DAG: :[[#@LINE]]:23: error
}

template <int Distance> void apart(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = Distance; i < n; i++)
    y[i] = y[i - Distance] + x[i]; // expected-error {{'y' is read at a subscript that is neither}} COL-DAG: :[[#@LINE]]:12: error
}

void instantiate(float *f, int *y, const float *x, const int *z, int n) {
  sum(f, x, n);
  sum(y, x, n);
  apart<1>(y, z, n);
  apart<2>(y, z, n);
}
