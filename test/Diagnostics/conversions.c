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
    y[i] = y[i - 1] + f[i]; // expected-error {{converting this operand of type 'float' to the item's type 'int' does not commute with '+'; cast it to 'int' first [OS037]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * 1.5; // expected-error {{converting this operand of type 'double' to the item's type 'int' does not commute with '*'; cast it to 'int' first [OS037]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(max : narrow)
  for (int i = 1; i < n; i++)
    narrow[i] = x[i] > narrow[i - 1] ? x[i] : narrow[i - 1]; // expected-error {{converting this operand of type 'int' to the item's type 'uint8_t' (aka 'unsigned char') does not commute with 'max'; cast it to 'uint8_t' first [OS037]}} COL-DAG: :[[#@LINE]]:40: error

#pragma omp parallel for scan(+ : flags)
  for (int i = 1; i < n; i++)
    flags[i] = flags[i - 1] + x[i]; // expected-error {{converting this operand of type 'int' to the item's type 'bool' does not commute with '+'; cast it to 'bool' first [OS037]}} COL-DAG: :[[#@LINE]]:31: error

#pragma omp parallel for scan(& : flags)
  for (int i = 1; i < n; i++)
    flags[i] = flags[i - 1] & x[i]; // expected-error {{converting this operand of type 'int' to the item's type 'bool' does not commute with '&'; cast it to 'bool' first [OS037]}} COL-DAG: :[[#@LINE]]:31: error

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
