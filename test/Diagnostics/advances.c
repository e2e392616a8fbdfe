// RUN: %cc1_verify %s

// Variables that do not advance by the same amount in every iteration.

void loops(const int *x, int *y, int n, int m) {
  int s = 0, k = 0;
  const int *p = x;
  int *q = y;

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] > 0)
      *q++ = s; // expected-error {{the array of this subscript must be a variable or a member that does not change in the loop; use a one-dimensional array, or set the pointer before the loop [OS054]}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += *p;
    p += x[i]; // expected-error {{shared variable 'p' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}}
  }

  // The clause says another amount, or one that varies.
#pragma omp parallel for scan(+ : s) linear(k : 2) // expected-error {{'linear' is not supported on a scan loop; add the step of the clause to the variable in every iteration [OS013]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
    k++;
  }

#pragma omp parallel for scan(+ : s) linear(k) // expected-error {{'linear' is not supported on a scan loop; add the step of the clause to the variable in every iteration [OS013]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] > 0)
      k++;
  }

  // The amount changes.
#pragma omp parallel for scan(+ : s) // expected-note {{'scan(auto : k)' carries the value}}
  for (int i = 0; i < n; i++) {
    s += x[k];
    k += m; // expected-error {{shared variable 'k' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}}
    m = 2;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[k];
    for (int j = 0; j < 2; j++)
      k++; // expected-error {{shared variable 'k' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}} expected-note {{advance 'k' behind the inner loop, by all that this adds, and use the counter of the inner loop in it}}
  }

  // Pointers and clauses of the user.
  int known = 0, own = 0;
  int *to = &known;
#pragma omp parallel for scan(+ : s) // expected-note {{'scan(auto : known)' carries the value}}
  for (int i = 0; i < n; i++) {
    s += x[i] + *to;
    known++; // expected-error {{shared variable 'known' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}}
  }

#pragma omp parallel for scan(+ : s) private(own)
  for (int i = 0; i < n; i++) {
    s += x[i] + own; // expected-error {{every iteration has its own 'own', and this reads it before the iteration assigns it; assign it first [OS068]}}
    own++;
  }
}
