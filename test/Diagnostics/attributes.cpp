// RUN: %verify -std=c++17 %s

// A scan clause in an attribute, which Clang would leave out with a warning.

int scan(int);

void loops(int *y, const int *x, int n, int s) {
  // expected-error@+2 {{'scan' clause is not supported in an attribute; write the directive as '#pragma omp' [OS136]}}
  // expected-error@+1 {{extra tokens at the end of '#pragma omp target parallel for' are ignored}}
  [[omp::directive(target parallel for scan(+ : s))]]
  for (int i = 0; i < n; i++)
    y[i] = s += x[i];
  // expected-error@+2 {{'scan' clause is not supported in an attribute; write the directive as '#pragma omp'}}
  // expected-error@+1 {{extra tokens at the end of '#pragma omp parallel for' are ignored}}
  [[omp::sequence(directive(target map(y[0 : n])), omp::directive(parallel for schedule(static) scan(+ : s)))]]
  for (int i = 0; i < n; i++)
    y[i] = s += x[i];
  // expected-error@+2 {{'scan' clause is not supported in an attribute; write the directive as '#pragma omp'}}
  // expected-error@+1 {{extra tokens at the end of '#pragma omp parallel for' are ignored}}
  [[using omp : directive(parallel for scan(+ : s))]]
  for (int i = 0; i < n; i++)
    y[i] = s += x[i];
}

// Another thing of that name.
void others(int *y, const int *x, int n, int s) {
  [[omp::directive(parallel for num_threads(scan(2)) reduction(inscan, + : s))]]
  for (int i = 0; i < n; i++) {
    s += x[i];
    [[omp::directive(scan inclusive(s))]];
    y[i] = s;
  }
  y[scan(n)] = scan(scan(s));
}
