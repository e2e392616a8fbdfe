// RUN: %cc1_verify %s

// Choices that are not the minimum or maximum they claim to be.

double fmin(double, double);

void loops(int *y, const int *x, double *d, const double *e, int n) {
#pragma omp parallel for scan(min : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1]; // expected-error {{this is no min of the previous element and an input [OS038]}}

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? y[i - 1] : x[i]; // expected-error {{this is no max of the previous element and an input [OS038]}}

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i - 1] : y[i - 1]; // expected-error {{this is no max of the previous element and an input [OS038]}}

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > 3 ? x[i] : y[i - 1]; // expected-error {{this is no max of the previous element and an input [OS038]}}

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    if (x[i] > y[i - 1]) // expected-error {{}}
      y[i] = x[i];

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{}}

#pragma omp parallel for scan(max : d)
  for (int i = 1; i < n; i++)
    d[i] = fmin(d[i - 1], e[i]); // expected-error {{}}

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1]; // expected-error {{}}
}
