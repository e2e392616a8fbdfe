// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Choices that are not the minimum or maximum they claim to be.

double fmin(double, double);

void loops(int *y, const int *x, double *d, const double *e, int n) {
#pragma omp parallel for scan(min : y) // expected-note {{'scan(max : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1]; // expected-error {{this does not choose the min of the previous value and an input; compare these two values, and choose between them [OS038]}} COL-DAG: :[[#@LINE]]:17: error

#pragma omp parallel for scan(max : y) // expected-note {{'scan(min : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? y[i - 1] : x[i]; // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}} COL-DAG: :[[#@LINE]]:17: error

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i - 1] : y[i - 1]; // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}} COL-DAG: :[[#@LINE]]:17: error

#pragma omp parallel for scan(max : y) // expected-note {{'scan(last : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] > 3 ? x[i] : y[i - 1]; // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}} COL-DAG: :[[#@LINE]]:17: error

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    if (x[i] > y[i - 1]) // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}} COL-DAG: :[[#@LINE]]:14: error
      y[i] = x[i];

#pragma omp parallel for scan(max : y) // expected-note {{'scan(+ : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{'+' is applied to the previous value here, but the operator of the 'scan' clause is 'max'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:21: error

#pragma omp parallel for scan(max : d) // expected-note {{'scan(min : d)' fits}}
  for (int i = 1; i < n; i++)
    d[i] = fmin(d[i - 1], e[i]); // expected-error {{'fmin' is applied to the previous value here, but the operator of the 'scan' clause is 'max'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(+ : y) // expected-note {{'scan(max : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1]; // expected-error {{'?:' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:28: error
}
