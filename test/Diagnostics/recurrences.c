// RUN: %verify -ferror-limit=0 %s

// Updates that do not have the form of their operator, and the operators that
// notes name instead.

#include <math.h>

void linear_by_sum(double *y, const double *a, int n) {
#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits the updates of 'y'}}
  for (int i = 1; i < n; i++)
    y[i] = a[i] * y[i - 1] + 1; // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update [OS034]}}
}

void doubled_or_reset_by_sum(int *y, const int *c, int n) {
  int v = 0;
#pragma omp parallel for scan(+ : v) // expected-note {{'scan(affine : v)' fits}}
  for (int i = 0; i < n; i++) {
    v = c[i] ? 0 : 2 * v + 1; // expected-error {{[OS034]}}
    y[i] = v;
  }
}

void kadane_by_max(int *y, const int *x, int n) {
#pragma omp parallel for scan(max : y) // expected-note {{'scan(maxplus : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] > 0 ? y[i - 1] + x[i] : 0; // expected-error {{[OS038]}}
}

void square(double *y, const double *x, int n) {
  double v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * v + x[i]; // expected-error {{the new value of 'v' is not of the form 'a * v + b', in which 'v' is 'v' and nothing else depends on 'v' [OS144]}}
    y[i] = v;
  }
}

void integer_quotient(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v / 3 + x[i]; // expected-error {{'a * v + b'}}
    y[i] = v;
  }
}

void reciprocal(double *y, const double *x, int n) {
#pragma omp parallel for scan(affine : y) // expected-note {{'scan(rational : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] / y[i - 1]; // expected-error {{[OS144]}}
}

void rational_integers(int *y, const int *x, int n) {
#pragma omp parallel for scan(rational : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] / y[i - 1]; // expected-error {{'y' of type 'int' cannot be scanned by 'rational', which supports only floating-point numbers [OS145]}}
}

void square_of_quotient(double *y, const double *x, int n) {
#pragma omp parallel for scan(rational : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] / y[i - 1]; // expected-error {{'(a * v + b) / (c * v + d)', in which}}
}

void by_the_item(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(last : v)
  for (int i = 0; i < n; i++) {
    v = v == 0 ? x[i] : v; // expected-error {{'c ? b : v'}}
    y[i] = v;
  }
}

void difference_of_bounds(int *y, const int *x, int n) {
#pragma omp parallel for scan(maxplus : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] - y[i - 1]; // expected-error {{'max(v + a, b)'}}
}

void no_recurrence(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = x[i]; // expected-error {{[OS144]}}
    y[i] = v;
  }
}

void no_previous(int *y, const int *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i]; // expected-error {{[OS033]}}
}

void other_place(int *y, const int *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 1; i < n; i++)
    if (x[i])
      y[i] = y[i - 1] + x[i];
    else
      y[i + 1] = 2 * y[i - 1]; // expected-error {{[OS030]}}
}

void other_item(int *y, const int *x, int n) {
  int v = 0, w = 0;
#pragma omp parallel for scan(affine : v, w)
  for (int i = 0; i < n; i++) {
    v = 2 * v + w;
    w = w * v + 1; // expected-error {{'v, w' use each other's values, which takes sums of multiples of them [OS203]}}
    y[i] = w;
  }
}

void wide(unsigned long *y, const unsigned long *x, int n) {
#pragma omp parallel for scan(maxplus : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] > 0 ? y[i - 1] + x[i] : 0; // expected-error {{'y' of type 'unsigned long' cannot be scanned by 'maxplus', which needs sums that do not wrap around; use a signed or narrow integer type, and no '-fwrapv' [OS145]}}
}

void narrow(short *y, const short *x, int n) {
  short v = 0;
#pragma omp parallel for scan(maxplus : v)
  for (int i = 0; i < n; i++) {
    v = v + x[i] > 0 ? v + x[i] : 0; // expected-error {{'v' of type 'short' cannot be scanned by 'maxplus', which needs a lower and an upper bound on a sum before it is converted to 'short', where it may wrap around [OS145]}}
    y[i] = v;
  }
}

void wrapping(unsigned *y, const unsigned *x, int n) {
  unsigned v = 0;
#pragma omp parallel for scan(minplus : v)
  for (int i = 0; i < n; i++) {
    v = v > x[i] ? v - x[i] : 0; // expected-error {{which needs sums that do not wrap around; use a signed or narrow integer type}}
    y[i] = v;
  }
}

void mixed(int *y, const unsigned *x, int n) {
  int v = 0;
#pragma omp parallel for scan(maxplus : v) // expected-note {{'scan(+ : v)' fits}}
  for (int i = 0; i < n; i++) {
    v = v + x[i]; // expected-error {{which computes in 'unsigned int' here; cast the operands to 'int' [OS145]}}
    y[i] = v;
  }
}

void truncated(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = 0.5 * v + x[i]; // expected-error {{which computes in 'double' here}}
    y[i] = v;
  }
}

void narrowed(double *y, const double *x, int n) {
  double v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = 0.5 * (float)v + x[i]; // expected-error {{which computes in 'float' here}}
    y[i] = v;
  }
}

void bits_of_number(float *y, const float *x, int n) {
  float v = 0;
#pragma omp parallel for scan(bits : v) // expected-note {{'scan(+ : v)' fits}}
  for (int i = 0; i < n; i++) {
    v = v + x[i]; // expected-error {{which supports only integers [OS145]}}
    y[i] = v;
  }
}

void truth(_Bool *y, const _Bool *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 1; i < n; i++)
    y[i] = 2 * y[i - 1] + x[i]; // expected-error {{which supports only numbers [OS145]}}
}

void nothing_fits(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(auto : v) // expected-error {{no predefined operator fits the updates of 'v'; if an associative operator does, declare it by '#pragma omp declare scan', otherwise remove the 'scan' clause (see docs/recurrences.md) [OS146]}}
  for (int i = 0; i < n; i++) {
    v = v * v + x[i];
    y[i] = v;
  }
}

void far_shift(unsigned *y, int n) {
  unsigned v = 1;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (unsigned)((unsigned long)v << 40) + 1u; // expected-error {{[OS144]}}
    y[i] = v;
  }
}

void remainder_in_16_bits(int *y, const unsigned char *x, int n) {
  unsigned short v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v * 31 + x[i]) % 1009; // expected-error {{remainders of 'v' must be computed in a type of 32 or 64 bits that has the divisor, without '-fwrapv' if it is signed [OS165]}}
    y[i] = v;
  }
}

void divisor_beyond_the_type(int *y, const unsigned char *x, int n) {
  int v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v + x[i]) % 3000000000; // expected-error {{remainders of 'v' must be computed in a type of 32 or 64 bits that has the divisor}}
    y[i] = v;
  }
}

void remainder_of_signed_input(int *y, const int *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v * 31 + x[i]) % 1009; // expected-error {{this operand may be negative, and 'v' is computed in an unsigned type; convert the operand to an unsigned type if it is not, or compute in a signed one [OS165]}}
    y[i] = (int)v;
  }
}

void remainder_of_difference(int *y, const unsigned char *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v + 1009 - (x[i] - 256)) % 1009; // expected-error {{this operand may be negative}}
    y[i] = (int)v;
  }
}

void unproven_in_32_bits(int *y, const unsigned *x, int n) {
  unsigned v = 0;
#pragma omp parallel for scan(auto : v) // expected-error {{no predefined operator fits the updates of 'v'}} expected-note {{'scan(affine : v)' fits the updates of 'v', and promises that no dividend is negative or wraps around}}
  for (int i = 0; i < n; i++) {
    v = (v * 31 + x[i]) % 1009;
    y[i] = (int)v;
  }
}

void unproven_signed(int *y, const int *x, int n) {
  long v = 0;
#pragma omp parallel for scan(auto : v) // expected-error {{no predefined operator fits the updates of 'v'}} expected-note {{promises that no dividend is negative}}
  for (int i = 0; i < n; i++) {
    v = (v * 31 + x[i]) % 1009;
    y[i] = (int)v;
  }
}

void product_may_wrap_around(int *y, const unsigned char *x, int n) {
  unsigned v = 0;
#pragma omp parallel for scan(auto : v) // expected-error {{no predefined operator fits the updates of 'v'}} expected-note {{promises that no dividend is negative}}
  for (int i = 0; i < n; i++) {
    v = (v * 48271 + x[i]) % 2147483647;
    y[i] = (int)v;
  }
}

void reduced_apart(int *y, const unsigned char *x, int n) {
  int v = 0;
#pragma omp parallel for scan(auto : v) // expected-error {{no predefined operator fits the updates of 'v'}} expected-note {{promises that no dividend is negative}}
  for (int i = 0; i < n; i++) {
    v = v * 31 + x[i];
    v %= 1009;
    y[i] = v;
  }
}

void wide_operand(int *y, const unsigned _BitInt(300) *x, int n) {
  int v = 0;
#pragma omp parallel for scan(auto : v) // expected-error {{no predefined operator fits the updates of 'v'}} expected-note {{promises that no dividend is negative}}
  for (int i = 0; i < n; i++) {
    v = (v + (int)x[i]) % 1009;
    y[i] = v;
  }
}

void remainders_of_sums(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(+ : v) // expected-note {{'scan(affine : v)' fits the updates of 'v', and promises that no dividend is negative}}
  for (int i = 0; i < n; i++) {
    v = (v + x[i]) % 1009; // expected-error {{'%' is applied to the previous value here}}
    y[i] = v;
  }
}

void variable_divisor(int *y, const unsigned *x, unsigned long m, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v * 31 + x[i]) % m; // expected-error {{[OS165]}}
    y[i] = (int)v;
  }
}

void two_divisors(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v * 31 % 1013 + x[i]) % 1009; // expected-error {{[OS165]}}
    y[i] = (int)v;
  }
}

void not_last(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * 31 % 1009 + x[i]; // expected-error {{[OS165]}}
    y[i] = (int)v;
  }
}

void not_reduced_later(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v *= 31;
    v %= 1009;
    v += x[i]; // expected-error {{[OS165]}}
    y[i] = (int)v;
  }
}

void reduced_on_one_path(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * 31 + x[i]; // expected-error {{[OS165]}}
    if (x[i] > 5)
      v %= 1009;
    y[i] = (int)v;
  }
}

void kept_behind(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * 31 + x[i];
    v = x[i] > 5 ? v % 1009 : v; // expected-error {{[OS165]}}
    y[i] = (int)v;
  }
}

void signed_input_of_sum(int *y, const int *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * 31 + x[i]; // expected-error {{[OS165]}}
    v %= 1009;
    y[i] = (int)v;
  }
}

void two_divisors_apart(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = (v * 31 + x[i]) % 1009;
    v %= 1013; // expected-error@-1 {{[OS165]}}
    y[i] = (int)v;
  }
}

void read_in_between(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * 31 + x[i];
    y[i] = (int)v;
    v %= 1009; // expected-error {{'v' is updated a second time in an iteration, which uses its value between the updates; use the value before the first or after the last one [OS046]}}
  }
}

void reduced_later(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = v * 31 + x[i];
    y[i] = (int)v;
    v += 3; // expected-error {{OS046}}
    v %= 1009;
  }
}

// Bounds in the wrong order, or in an order that only the program knows.

void crossed_bounds(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(maxplus : v)
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v < 9) // expected-error {{[OS144]}}
      v = 9;
    else if (v > 0)
      v = 0;
    y[i] = v;
  }
}

static int within(int a, int low, int high) {
  return a < low ? low : a > high ? high : a; // expected-error {{[OS144]}}
}
void unknown_bounds(int *y, const int *x, int low, int high, int n) {
  int v = 0;
#pragma omp parallel for scan(maxplus : v)
  for (int i = 0; i < n; i++) {
    v = within(v + x[i], low, high);
    y[i] = v;
  }
}

// A local whose value has changed before the update, and functions that are no
// expression.

void changed_element(double *y, double *z, const double *x, int n) {
  double m = 0;
#pragma omp parallel for scan(affine : m)
  for (int i = 0; i < n; i++) {
    const double t = z[i] + m;
    z[i] = x[i];
    m = 0.5 * t; // expected-error {{[OS048]}}
    y[i] = t;
  }
}

void changed_item(double *y, const double *x, int n) {
  double m = 0;
#pragma omp parallel for scan(affine : m)
  for (int i = 0; i < n; i++) {
    const double t = x[i] + m;
    m = 0.5 * m + 1;
    m = m + t; // expected-error {{[OS048]}}
    y[i] = t;
  }
}

static void twice(int *a) { *a *= 2; }
void changed_by_address(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int h = x[i];
    const int t = s + h;
    twice(&h);
    s = t; // expected-error {{[OS133]}}
    y[i] = s + h;
  }
}

void reduced(int *y, const int *x, int n) {
  int s = 0, most = 0, least = 0;
#pragma omp parallel for scan(+ : s) reduction(max : most) // expected-note {{'scan(last : most)' fits the updates of 'most'}}
  for (int i = 0; i < n; i++) {
    y[i] = s += x[i];
    if (s == 0)
      most = 7; // expected-error {{write 'most = x > most ? x : most' with the input 'x', or make 'most' private [OS133]}}
  }
#pragma omp parallel for scan(min : least)
  for (int i = 0; i < n; i++) {
    least = x[i]; // expected-error {{write 'least = x < least ? x : least' with the input 'x'}}
    y[i] = least;
  }
}

static int counted(int a) {
  int k = 0;
  while (a > k)
    ++k;
  return k;
}
void function_with_loop(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(maxplus : v)
  for (int i = 0; i < n; i++) {
    v = counted(v + x[i]); // expected-error {{[OS144]}}
    y[i] = v;
  }
}

static int fibonacci(int k) {
  return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2); // expected-error {{[OS144]}}
}
void function_that_calls_itself(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    v = fibonacci(v + x[i]);
    y[i] = v;
  }
}

// An input is evaluated more than once.
void stores_input(int *y, int *z, const int *x, int n) {
  int v = 0;
  long s = 0;
#pragma omp parallel for scan(last : v) scan(+ : s)
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      v = z[i] += x[i]; // expected-error {{[OS040]}}
    y[i] = v;
  }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += z[i] = x[i]; // expected-error {{[OS040]}}
    y[i] = s;
  }
}

void stores_in_condition(int *y, int *z, const int *x, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    if ((z[i] = z[i] + x[i]) > 8) // expected-error {{[OS040]}}
      s += x[i];
    y[i] = s;
  }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    switch (z[i]++) { // expected-error {{[OS040]}}
    case 3:
      s += 2;
    }
    y[i] = s;
  }
}

// As numbers of type float, 16777217 and 16777216 are equal.
void compared_as_float(int *y, const float *x, int n) {
  int v = 16777217;
#pragma omp parallel for scan(last : v)
  for (int i = 0; i < n; i++) {
    if (v != x[i]) // expected-error {{[OS144]}}
      v = x[i];
    y[i] = v;
  }
}

// -0.0 and 0.0 are equal.
void compared_with_itself(float *y, const float *x, int n) {
  float v = 0;
#pragma omp parallel for scan(last : v)
  for (int i = 0; i < n; i++) {
    if (v != x[i]) // expected-error {{[OS144]}}
      v = x[i];
    y[i] = v;
  }
}

void not_always(int *y, const unsigned *x, int n) {
  unsigned long v = 0;
#pragma omp parallel for scan(affine : v)
  for (int i = 0; i < n; i++) {
    if (x[i])
      v = v * 31 % 1009;
    else
      v += 3; // expected-error {{[OS165]}}
    y[i] = (int)v;
  }
}

void second_order_by_sum(double *y, const double *x, int n) {
#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 2; i < n; i++)
    y[i] = y[i - 1] + y[i - 2]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores}}
}

void fifth_order(double *y, const double *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 5; i < n; i++)
    y[i] = 0.5 * y[i - 1] - 0.1 * y[i - 5] + x[i]; // expected-error {{[OS035]}}
}

void product_of_last_values(double *y, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = y[i - 1] * y[i - 2]; // expected-error {{[OS144]}}
}

void choice_of_last_values(double *y, const double *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = x[i] > 0 ? y[i - 1] : y[i - 2] + x[i]; // expected-error {{'y' uses several of its last values, which takes one assignment that every iteration makes, without '?:' and '%' around these values [OS202]}}
}

void last_values_in_branches(double *y, const double *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++) {
    if (x[i] > 0)
      y[i] = y[i - 1] - y[i - 2]; // expected-error {{one assignment that every iteration makes}}
    else
      y[i] = y[i - 2];
  }
}

void complex_last_values(_Complex double *y, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = 0.5 * y[i - 1] - 0.25 * y[i - 2]; // expected-error {{'y' uses several of its last values, which takes a type 'float', 'double', or of integers of at most 64 bits [OS202]}}
}

void unnamed_last_value(double *y, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 2; i < n; i++)
    y[i] = 0.5 * *(y + i - 2); // expected-error {{'y' uses several of its last values, but not all of them, and those between cannot be named; write its elements as 'y[i - 1]' and 'y[i - 2]' [OS202]}}
}

void unused_last_value(double *y, double *z, const double *x, int n) {
#pragma omp parallel for scan(affine : y)
  for (int i = 3; i < n; i++) {
    y[i] = 0.5 * y[i - 1] + x[i];
    z[i] = y[i - 2]; // expected-error {{[OS035]}}
  }
}

/* Accumulators that use each other. */

void reset_under_condition(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    const float last = s;
    if (x[i] > 0)
      s = 1; // expected-error {{'s, t' use each other's values, but this value, which not every iteration assigns, uses none of them, and would not stop NaN and infinity; scan each part in a loop of its own [OS203]}}
    s += t;
    t = last;
    y[i] = s;
  }
}

void product_of_accumulators(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    const float last = s;
    s = t * last; // expected-error {{'s, t' use each other's values, which takes sums of multiples of them [OS203]}}
    t = last;
    y[i] = s;
  }
}

void choice_of_accumulators(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    const float last = x[i] > 0 ? s : t; // expected-error {{'s, t' use each other's values, which takes updates without '?:' and '%' around these values [OS203]}}
    s = t + last;
    t = last;
    y[i] = s;
  }
}

void compared_accumulators(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    if (s > t) // expected-error {{which takes sums of multiples of them [OS203]}}
      s = t + x[i];
    t = s;
    y[i] = s;
  }
}

void wide_accumulators(float *y, const float *x, int n) {
  long double s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    long double last = s; // expected-error {{'s, t' use each other's values, which takes a type 'float', 'double', or of integers of at most 64 bits [OS203]}}
    s = 0.5L * t + x[i];
    t = last;
    y[i] = s;
  }
}

void function_of_accumulator(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    const float last = s * s; // expected-error {{which takes sums of multiples of them [OS203]}}
    s = t + last;
    t = 0.5f * s;
    y[i] = s;
  }
}

void narrowed_accumulator(double *y, const double *x, int n) {
  double s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    const float last = s;
    s = t + x[i];
    t = last + s; // expected-error {{this input of the update of 's' depends on 's' itself}}
    y[i] = s;
  }
}

void chosen_variable(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    float last = 0;
    if (x[i] > 0)
      last = s;
    s = t + last; // expected-error {{this input of the update of 's' depends on 's' itself}}
    t = s;
    y[i] = s;
  }
}

void sum_of_accumulators(float *y, const float *x, int n) {
  float s = 0, t = 0, u = 0;
#pragma omp parallel for scan(affine : s, t) scan(+ : u)
  for (int i = 0; i < n; i++) {
    const float last = s;
    s = t + x[i];
    t = 0.5f * last;
    u += s; // expected-error {{this input of the update of 'u' depends on 's', whose values another pass cannot compute because others use them; scan them in a loop of their own that stores 's' [OS048]}}
    y[i] = u;
  }
}

void five_accumulators(float *y, const float *x, int n) {
  float s = 0, t = 0, u = 0, v = 0, w = 0;
#pragma omp parallel for scan(affine : s, t, u, v, w)
  for (int i = 0; i < n; i++) {
    const float last = s;
    s = t + x[i];
    t = u;
    u = v;
    v = w; // expected-error {{this input of the update of 's' depends on 'w', which in turn depends on other items}}
    w = 0.5f * last;
    y[i] = s;
  }
}

void accumulators_in_inner_loop(float *y, const float *x, int n) {
  float s = 0, t = 0;
#pragma omp parallel for scan(affine : s, t)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 3; j++) {
      const float last = s;
      s = 0.5f * t + x[i]; // expected-error {{'s' cannot be updated in an inner loop}}
      t = last;
    }
    y[i] = s;
  }
}
