// RUN: %verify %s

// A function of the program that has the name of one of the C library was taken
// for that.

static double fmax(double a, double b) { return a - b; }
static double fma(double a, double b, double c) { return a + b * c; }

void loops(double *y, const double *x, int n, double k) {
  double v = 1;
#pragma omp parallel for scan(max : v)
  for (int i = 0; i < n; i++) {
    v = fmax(v, x[i]); // expected-error {{[OS034]}}
    y[i] = v;
  }
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = fma(k, v, x[i]); // expected-error {{[OS144]}}
    y[i] = v;
  }
}
