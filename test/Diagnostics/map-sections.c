// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Sections that leave out the seed, or are no plain section.

void loops(int *y, const int *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[1 : n - 1]) // expected-error {{the map of 'y' begins at element 1, but the scan starts from element 0; map element 0 as well [OS051]}} COL-DAG: :[[#@LINE]]:52: error
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target map(to : x[0 : n]) map(tofrom : y[8 : n - 8]) // expected-error {{the map of 'y' begins at element 8, but the scan starts from element 7; map element 7 as well [OS051]}} COL-DAG: :[[#@LINE]]:52: error
#pragma omp parallel for scan(+ : y)
  for (int i = 8; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target map(to : x[0 : n : 2]) map(tofrom : y[0 : n]) // expected-error {{expected ']'}} expected-note {{to match this '['}} COL-DAG: :[[#@LINE]]:37: error
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target map(to : x[0 : n]) map(tofrom : y[7 : n - 7])
#pragma omp parallel for scan(+ : y)
  for (int i = 8; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// The launch does not evaluate what bounds may leave out.
void picked(int *y, const int *at, int has, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < (has ? *at : n); i++) {
    s += 2;
    if (s > (has ? 0 : 100))
      y[*at + i] = s; // expected-error {{the section of 'y' that the loop stores cannot be computed from this conditional subscript; name it by '#pragma omp target map(tofrom: y[0:n])' in front of the directive [OS050]}} COL-DAG: :[[#@LINE]]:7: error
  }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < *at + n; i++) {
    s += 2;
    if (s > 100)
      y[*at + i] = s;
  }
}
