// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Conversions that do not commute with the operator: a sequential loop would
// round, cut off or normalise after every step.

#include <stdbool.h>
#include <stdint.h>

void loops(int *y, uint8_t *narrow, bool *flags, int *x, const float *f,
           const unsigned *u, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + f[i]; // expected-error {{this operand of type 'float' is converted to the item's type 'int' only after '+' is applied; cast the operand to 'int' [OS037]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * 1.5; // expected-error {{this operand of type 'double' is converted to the item's type 'int' only after '*' is applied; cast the operand to 'int' [OS037]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(max : narrow)
  for (int i = 1; i < n; i++)
    narrow[i] = x[i] > narrow[i - 1] ? x[i] : narrow[i - 1]; // expected-error {{this operand of type 'int' is converted to the item's type 'uint8_t' (aka 'unsigned char') only after 'max' is applied; cast the operand to 'uint8_t' [OS037]}} COL-DAG: :[[#@LINE]]:40: error

#pragma omp parallel for scan(+ : flags)
  for (int i = 1; i < n; i++)
    flags[i] = flags[i - 1] + x[i]; // expected-error {{this operand of type 'int' is converted to the item's type 'bool' only after '+' is applied; cast the operand to 'bool' [OS037]}} COL-DAG: :[[#@LINE]]:31: error

#pragma omp parallel for scan(& : flags)
  for (int i = 1; i < n; i++)
    flags[i] = flags[i - 1] & x[i]; // expected-error {{this operand of type 'int' is converted to the item's type 'bool' only after '&' is applied; cast the operand to 'bool' [OS037]}} COL-DAG: :[[#@LINE]]:31: error

  // These are fine.
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (int)f[i];

#pragma omp parallel for scan(+ : narrow)
  for (int i = 1; i < n; i++)
    narrow[i] = narrow[i - 1] + x[i];

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + u[i];

#pragma omp parallel for scan(|| : flags)
  for (int i = 1; i < n; i++)
    flags[i] = flags[i - 1] || x[i];
}

// A minimum or maximum is compared in a type of its own.

double fmax(double, double);
float fmaxf(float, float);

void compared(int *y, short *a, double *d, float *e, const int *x, int n) {
  int s = -1;
#pragma omp parallel for scan(max : s)
  for (int i = 0; i < n; i++) {
    if (s < 4ul) // expected-error {{'max' compares in type 'unsigned long', which does not have all values of the item's type 'int'; compare in 'int' [OS037]}} COL-DAG: :[[#@LINE]]:11: error
      s = 4ul;
    y[i] = s;
  }

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] < 5u ? 5u : y[i - 1]; // expected-error {{'max' compares in type 'unsigned int', which does not have all values of the item's type 'int'; compare in 'int' [OS037]}}

#pragma omp parallel for scan(max : d)
  for (int i = 1; i < n; i++)
    d[i] = fmaxf(d[i - 1], e[i]); // expected-error {{'max' compares in type 'float', which does not have all values of the item's type 'double'; compare in 'double' [OS037]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = fmaxf(y[i - 1], x[i]); // expected-error {{'max' compares in type 'float', which does not have all values of the item's type 'int'; compare in 'int' [OS037]}}

#pragma omp parallel for scan(max : d)
  for (int i = 1; i < n; i++)
    d[i] = (float)fmax(d[i - 1], e[i]); // expected-error {{this operand of type 'float' is converted to the item's type 'double' only after 'max' is applied; cast the operand to 'double' [OS037]}}

#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = (uint8_t)(y[i - 1] < x[i] ? x[i] : y[i - 1]); // expected-error {{this operand of type 'uint8_t' (aka 'unsigned char') is converted to the item's type 'int' only after 'max' is applied; cast the operand to 'int' [OS037]}}

  // Constants have the value that is compared.
  unsigned char t = 5;
#pragma omp parallel for scan(max : t)
  for (int i = 0; i < n; i++) {
    if (-7 > t) // expected-warning {{always false}}
      t = -7; // expected-error {{this operand of type 'int' is converted to the item's type 'unsigned char' only after 'max' is applied; cast the operand to 'unsigned char' [OS037]}}
    y[i] = t;
  }

#pragma omp parallel for scan(max : a)
  for (int i = 1; i < n; i++)
    if (a[i - 1] < 40000) // expected-warning {{always true}}
      a[i] = 40000; // expected-warning {{changes value from 40000 to -25536}} expected-error {{this operand of type 'int' is converted to the item's type 'short' only after 'max' is applied; cast the operand to 'short' [OS037]}}
    else
      a[i] = a[i - 1];

#pragma omp parallel for scan(maxplus : t)
  for (int i = 0; i < n; i++) {
    if (t < a[i]) // expected-error {{'t' of type 'unsigned char' cannot be scanned by 'maxplus', which needs a lower and an upper bound on a sum before it is converted to 'unsigned char', where it may wrap around [OS145]}}
      t = a[i];
    y[i] = t;
  }

  int best = -1;
#pragma omp parallel for scan(+ : y) reduction(max : best)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
    best = best < 5u ? 5u : best; // expected-error {{'max' compares in type 'unsigned int', which does not have all values of the item's type 'int'; compare in 'int' [OS037]}}
  }
}

// A difference of truth values is not a sum of their negations.
void differences(bool *flags, const bool *g, bool *y, int n) {
#pragma omp parallel for scan(- : flags)
  for (int i = 1; i < n; i++)
    flags[i] = flags[i - 1] - g[i]; // expected-error {{a difference in the item's type 'bool' is an exclusive or; use '^' instead of '-' [OS037]}} COL-DAG: :[[#@LINE]]:29: error

  bool s = false, l[2] = {false, false};
#pragma omp parallel for scan(- : s)
  for (int i = 0; i < n; i++) {
    s -= g[i]; // expected-error {{a difference in the item's type 'bool' is an exclusive or; use '^' instead of '-' [OS037]}}
    y[i] = s;
  }

#pragma omp parallel for reduction(- : s) scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + g[i];
    s--; // expected-error {{a difference in the item's type 'bool' is an exclusive or; use '^' instead of '-' [OS037]}}
  }

#pragma omp parallel for scan(+ : y) reduction(+ : l)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + g[i];
    l[i & 1] -= g[i]; // expected-error {{a difference in the item's type 'bool' is an exclusive or; use '^' instead of '-' [OS037]}}
  }
}
