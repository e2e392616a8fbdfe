// RUN: %cc1_verify %s

// A subscript that is an accumulator and a constant collides as the accumulator
// itself does: without the update's condition the last iteration would have to
// win.

void last_of_each(int n, const int *x, int *out) {
  int k = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += x[i] > 3;
    out[k - 1] = x[i]; // expected-error {{several iterations may store the same element of 'out' here}}
  }
}

void under_the_condition(int n, const int *x, int *out) {
  int k = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      k++;
      out[k - 1] = x[i];
    }
}
