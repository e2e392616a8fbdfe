// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Loops that are not in the canonical form, or can never end.

void loops(int *y, const int *x, int n, unsigned m,
           int step) {
#pragma omp parallel for scan(+ : y)
  while (n) // expected-error {{statement after '#pragma omp parallel for' must be a for loop}} COL-DAG: :[[#@LINE]]:3: error
    n--;

#pragma omp parallel for scan(+ : y)
  y[1] = y[0] + x[1]; // expected-error {{statement after '#pragma omp parallel for' must be a for loop}} COL-DAG: :[[#@LINE]]:3: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i += n++) // expected-error {{the step of a scan loop must be an integer other than 0 that does not change in the loop, and a constant under 'collapse' [OS022]}} COL-DAG: :[[#@LINE]]:32: error
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i = i + i) // expected-error {{[OS022]}} COL-DAG: :[[#@LINE]]:32: error
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : m)
  for (int i = m = 0; i < n; i++) // expected-error {{the first value of 'i' in a scan loop must be an integer that does not change; compute it before the loop [OS023]}} COL-DAG: :[[#@LINE]]:16: error
    m += x[i];

#pragma omp parallel for collapse(2) scan(+ : m)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += step) // expected-error {{the step of a scan loop must be an integer other than 0 that does not change in the loop, and a constant under 'collapse' [OS022]}} COL-DAG: :[[#@LINE]]:33: error
      m += x[j];

#pragma omp parallel for scan(+ : y)
  for (unsigned i = 1; i <= 4294967295u; i++) // expected-error {{this condition is always true because the bound is the largest value of type 'unsigned int'; use '<' or a loop variable of a wider type [OS024]}} COL-DAG: :[[#@LINE]]:29: error
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y)
  for (unsigned i = m; i >= 0; i--) // expected-error {{this condition is always true because the bound is the smallest value of type 'unsigned int'; use '>' or a loop variable of a wider type [OS024]}} COL-DAG: :[[#@LINE]]:29: error
    y[i] = y[i + 1] + x[i];

#pragma omp parallel for scan(+ : y)
  for (float i = 1; i < n; i++) // expected-error {{variable must be of integer or pointer type}} COL-DAG: :[[#@LINE]]:8: error
    y[(int)i] = y[(int)i - 1] + x[(int)i];

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i *= 2) // expected-error {{increment clause of OpenMP for loop must perform simple addition or subtraction on loop variable 'i'}} COL-DAG: :[[#@LINE]]:26: error
    y[i] = y[i - 1] + x[i];
}

// Directives that make another loop of the one behind them.
void transformed(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : y)
#pragma omp unroll partial(4) // expected-error {{a scan loop cannot be transformed by another directive; remove that directive [OS184]}} COL-DAG: :[[#@LINE]]:1: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : s)
#pragma omp tile sizes(8) // expected-error {{[OS184]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }

#pragma omp target map(y[0 : n])
#pragma omp parallel for scan(+ : y)
#pragma omp unroll partial // expected-error {{[OS184]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target parallel for scan(+ : y) map(y[0 : n])
#pragma omp tile sizes(4) // expected-error {{[OS184]}}
#pragma omp unroll partial(2)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : s) collapse(2)
#pragma omp tile sizes(4, 4) // expected-error {{[OS184]}}
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      s += x[i];
      y[j * n + i] = s;
    }

#pragma omp parallel for scan(+ : y) collapse(2)
  for (int j = 0; j < n; j++)
#pragma omp unroll partial(2) // expected-error {{[OS184]}}
    for (int i = 1; i < n; i++)
      y[j * n + i] = y[j * n + i - 1] + x[i];

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
#pragma omp unroll partial(2) // expected-error {{this statement is not supported in a scan of 's'}}
    for (int j = 0; j < 4; j++)
      y[4 * i + j] = s;
    s += x[i];
  }
}
