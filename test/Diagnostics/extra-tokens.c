// RUN: %verify %s
// RUN: %clang -fsyntax-only -Wno-error=extra-tokens %ompscan_flags %s 2>&1 | %filecheck %s
// RUN: %clang -fsyntax-only -Wno-extra-tokens -Wno-backend-plugin -Werror %ompscan_flags %s

// Words that Clang leaves out of a directive: a misspelt clause would make the
// loop race. A word in front of a `scan` clause takes the clause with it. On
// other directives they stay a warning.

void region(int s) {
  // expected-warning@+1 {{extra tokens at the end of '#pragma omp parallel' are ignored}}
#pragma omp parallel nonsense(s)
  s += 1;
}

void loops(int *y, const int *x, int n, int s) {
  // CHECK: warning: extra tokens at the end of '#pragma omp parallel for' are ignored
  // expected-error@+1 {{extra tokens at the end of '#pragma omp parallel for' are ignored}}
#pragma omp parallel for inscan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
  // expected-error@+1 {{extra tokens at the end of '#pragma omp parallel for' are ignored}}
#pragma omp parallel for nonsense(s) scan(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
#if 1
  // expected-warning@+1 {{extra tokens at end of #endif directive}}
#endif nothing of OpenMP
}
