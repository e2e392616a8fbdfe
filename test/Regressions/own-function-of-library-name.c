// RUN: %verify %s

// A function of the program that has the name of one of the C library was taken
// for that.

static double fmax(double a, double b) {
  return a - b; // expected-error {{[OS034]}}
}
static double fma(double a, double b, double c) {
  return a / b + c; // expected-error {{[OS144]}}
}

void loops(double *y, const double *x, int n, double k) {
  double v = 1;
#pragma omp parallel for scan(max : v) // expected-note {{'scan(+ : v)' fits}}
  for (int i = 0; i < n; i++) {
    v = fmax(v, x[i]);
    y[i] = v;
  }
#pragma omp parallel for scan(affine : v) // expected-note {{'scan(rational : v)' fits}}
  for (int i = 0; i < n; i++) {
    v = fma(k, v, x[i]);
    y[i] = v;
  }
}
