// RUN: %cc1_verify %s

// A value has no qualifiers, also where the array that it is loaded from has.

void loop(unsigned char *y, const int *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] > y[i - 1] ? x[i] : y[i - 1]; // expected-error {{this operand of type 'int' is converted to the item's type 'unsigned char'}}
}
