// RUN: %cc1_verify %s

// A value has no qualifiers, also where the array that it is loaded from has.

void loop(int *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{converting this operand of type 'float' to the item's type 'int'}}
}
