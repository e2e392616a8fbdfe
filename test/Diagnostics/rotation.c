// RUN: %cc1_verify %s

// Temporaries that carry what cannot be computed ahead.

void loops(int *x, int *y, const int *w, int n, int t, int u, int s) {
#pragma omp parallel for scan(+ : x) private(t)
  for (int i = 1; i < n; i++) {
    int old = x[i];
    x[i] = x[i - 1] + t; // expected-error {{every iteration has its own 't', and this reads it before the iteration assigns it; assign it first, or remove 't' from the clause to carry its value to the next iteration [OS068]}}
    t = old;
  }

  // Its last value is not to be written back.
#pragma omp parallel for scan(+ : x) firstprivate(t)
  for (int i = 1; i < n; i++) {
    int old = x[i];
    x[i] = x[i - 1] + t; // expected-error {{every iteration has its own 't', and this reads it before the iteration assigns it; assign it first [OS068]}}
    t = old;
  }

  // Two back.
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + u;
    u = t;
    t = w[i];
  }

  // Two that change places.
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + u;
    const int old = t;
    t = u; // expected-error {{'t' carries this value to the next iteration}}
    u = old;
  }

  // Another pass keeps the value where more than the input uses it.
#pragma omp parallel for scan(+ : x)
  for (int i = 1; i < n; i++) {
    int old = x[i];
    y[i] = t;
    x[i] = x[i - 1] + t;
    t = old;
  }

#pragma omp parallel for scan(+ : x)
  for (int i = 1; i < n; i++) {
    int old = x[i];
    x[i] = x[i - 1] + t;
    t = old;
    y[i] = x[i - 1];
  }

  // A recurrence of its own.
#pragma omp parallel for scan(+ : s) // expected-note {{'scan(auto : t)' carries the value}}
  for (int i = 1; i < n; i++) {
    s += t;
    t = t / 2 + w[i]; // expected-error {{shared variable 't' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}}
  }

#pragma omp parallel for scan(+ : x)
  for (int i = 1; i < n; i++) {
    int old = x[i];
    int before = t;
    x[i] = x[i - 1] + before;
    t = old;
    y[i] = before;
  }
}

struct pair {
  int first, second;
};

int parts(int *y, struct pair p, const struct pair *w, int n) {
#pragma omp parallel for scan(+ : y) private(p)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + p.first; // expected-error {{remove 'p' from the clause to carry its value to the next iteration [OS068]}}
    p = w[i];
  }

  // Not as it has been assigned.
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + p.first;
    p = w[i]; // expected-error {{shared variable 'p' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}}
    p.first = i;
  }
  return p.first;
}
