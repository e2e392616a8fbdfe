// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Directives that cannot carry the clause.

void loops(int *y, const int *x, int n) {
#pragma omp parallel scan(+ : y) // expected-error {{'scan' clause is not allowed on '#pragma omp parallel'; use 'for', 'parallel for' or a combined 'target ... parallel for'}} COL-DAG: :[[#@LINE]]:22: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target scan(+ : y) // expected-error {{'scan' clause is not allowed on '#pragma omp target'; use 'for', 'parallel for' or a combined 'target ... parallel for'}} COL-DAG: :[[#@LINE]]:20: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp task scan(+ : y) // expected-error {{'scan' clause is not allowed on '#pragma omp task'; use 'for', 'parallel for' or a combined 'target ... parallel for'}} COL-DAG: :[[#@LINE]]:18: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp taskloop scan(+ : y) // expected-error {{'scan' clause is not allowed on '#pragma omp taskloop'; use 'for', 'parallel for' or a combined 'target ... parallel for'}} COL-DAG: :[[#@LINE]]:22: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp teams distribute scan(+ : y) // expected-error {{'scan' clause is not allowed on '#pragma omp teams distribute'; use 'for', 'parallel for' or a combined 'target ... parallel for'}} COL-DAG: :[[#@LINE]]:30: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// Every team would run the loop.
void teams(int *y, const int *x, int n) {
#pragma omp teams
  {
    n--;
#pragma omp distribute parallel for scan(+ : y) // expected-error {{'scan' clause is not allowed on '#pragma omp distribute parallel for'; use 'for', 'parallel for' or a combined 'target ... parallel for'}}
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
}

// A comma may stand behind the name of the directive.
void comma(int *y, const int *x, int n) {
#pragma omp parallel for, scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for, schedule(static), scan(+ : y) // expected-note {{'scan(* : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i]; // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update}}
}
