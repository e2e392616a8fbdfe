// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Clauses that a scan loop cannot have.

void loops(int *y, const int *x, int n) {
  int last = 0;

#pragma omp parallel for scan(+ : y) collapse(2) // expected-error {{clause 'collapse' is not supported on a scan loop [OS014]}} COL-DAG: :[[#@LINE]]:38: error
  for (int j = 0; j < n; j++)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) ordered // expected-error {{clause 'ordered' is not supported on a scan loop [OS014]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) lastprivate(last) // expected-error {{clause 'lastprivate' is not supported on a scan loop [OS014]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) if (n > 100) // expected-error {{clause 'if' is not supported on a scan loop [OS014]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target parallel for scan(+ : y) map(tofrom : y[0 : n]) nowait // expected-error {{clause 'nowait' is not supported on a scan loop [OS014]}} COL-DAG: :[[#@LINE]]:68: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + 1;
}
