// RUN: %cc1_verify %s
// RUN: not %clangxx %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// In a template, what depends on its parameters is judged where it is
// instantiated.

template <typename T> void sum(T *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{this operand of type 'float' is converted to the item's type 'int'}} COL-DAG: :[[#@LINE]]:23: error
}

template <int Distance> void apart(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits the updates of 'y'}}
  for (int i = Distance; i < n; i++)
    y[i] = y[i - Distance] + x[i]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores}} COL-DAG: :[[#@LINE]]:12: error
}

// A loop without its `scan` directive does not take that of the next one.
template <typename T> T unseparated(T *y, const T *x, int n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
int separated(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}

// Other items in the directive are Sema's to report.
template <typename T> T others(T *y, const T *x, int n) {
  int s = 0, t = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s, t) // expected-error 2{{the list item must appear in 'reduction' clause}} COL-DAG: :[[#@LINE]]:31: error
    y[i] = s;
  }
  return s;
}

void instantiate(float *f, int *y, const float *x, const int *z, int n) {
  sum(f, x, n);
  sum(y, x, n);
  apart<1>(y, z, n);
  apart<2>(y, z, n);
}
