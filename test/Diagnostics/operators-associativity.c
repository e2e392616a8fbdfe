// RUN: %cc1_verify %s
// RUN: %clang -fsyntax-only -Werror %s %ompscan_flags -fplugin-arg-ompscan-Wno-ompscan-associativity
// RUN: %clang -fsyntax-only -Werror %s %ompscan_flags -fplugin-arg-ompscan-no-associativity
// RUN: not %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-Werror=ompscan-associativity 2>&1 | %filecheck %s
// CHECK: error: operator 'average' is not associative, {{.*}}[-Werror,-Wompscan-associativity]

// Declared operators that are not associative, and those that a reduction
// cannot use.

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// The rounded mean of two integers.
static int average(int a, int b) { return (a + b) / 2; }
// expected-warning-re@+1 {{operator 'average' is not associative, so that results of a scan depend on how it is divided: with a = {{.*}}, b = {{.*}} and c = {{.*}}, (a op b) op c is {{.*}}, but a op (b op c) is {{.*}} [OS193]}}
#pragma omp declare scan(average : int : omp_out = average(omp_out, omp_in))
void averages(int *y, const int *x, int n) {
#pragma omp parallel for scan(average : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = average(y[i - 1], x[i]);
}
// It is judged once.
void averages_again(int *y, const int *x, int n) {
#pragma omp parallel for scan(average : y)
  for (int i = 1; i < n; i++)
    y[i] = average(y[i - 1], x[i]);
}

static int difference(int a, int b) { return a - b; }
#pragma omp declare scan(difference : int : omp_out = difference(omp_out, omp_in)) // expected-warning {{operator 'difference' is not associative}}
void differences(int *y, const int *x, int n) {
#pragma omp parallel for scan(difference : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = difference(y[i - 1], x[i]);
}

// (INT_MAX + 1) - 1 is not INT_MAX + (1 - 1).
static int saturate(int a, int b) {
  const long sum = (long)a + b;
  return sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : (int)sum;
}
#pragma omp declare scan(saturate : int : omp_out = saturate(omp_out, omp_in)) // expected-warning {{operator 'saturate' is not associative}}
void saturated(int *y, const int *x, int n) {
#pragma omp parallel for scan(saturate : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = saturate(y[i - 1], x[i]);
}

// All triples of bytes are tried.
static int8_t clamped(int8_t a, int8_t b) {
  const int sum = a + b;
  return sum > 100 ? 100 : sum < -100 ? -100 : (int8_t)sum;
}
#pragma omp declare scan(clamped : int8_t : omp_out = clamped(omp_out, omp_in)) // expected-warning {{operator 'clamped' is not associative}}
void clamped_sums(int8_t *y, const int8_t *x, int n) {
#pragma omp parallel for scan(clamped : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = clamped(y[i - 1], x[i]);
}

static float rounded_mean(float a, float b) { return roundf((a + b) * 0.5f); }
#pragma omp declare scan(rounded_mean : float : omp_out = rounded_mean(omp_out, omp_in)) // expected-warning {{operator 'rounded_mean' is not associative}}
void rounded_means(float *y, const float *x, int n) {
#pragma omp parallel for scan(rounded_mean : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = rounded_mean(y[i - 1], x[i]);
}

// It ignores a NaN on the left only.
static float half_ordered(float a, float b) {
  return isnan(a) ? b : a < b ? a : b;
}
#pragma omp declare scan(half_ordered : float : omp_out = half_ordered(omp_out, omp_in)) // expected-warning {{operator 'half_ordered' is not associative}}
void lowest(float *y, const float *x, int n) {
#pragma omp parallel for scan(half_ordered : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = half_ordered(y[i - 1], x[i]);
}

static double quotient(double a, double b) { return a / b; }
#pragma omp declare scan(quotient : double : omp_out = quotient(omp_out, omp_in)) // expected-warning {{operator 'quotient' is not associative}}
void quotients(double *y, const double *x, int n) {
#pragma omp parallel for scan(quotient : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = quotient(y[i - 1], x[i]);
}

static int distance(int a, int b) { return a < b ? b - a : a - b; }
#pragma omp declare scan(distance : int : omp_out = distance(omp_out, omp_in)) // expected-warning {{operator 'distance' is not associative}}
void distances(int *y, const int *x, int n) {
#pragma omp parallel for scan(distance : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = distance(y[i - 1], x[i]);
}

// The last value that is set, without that of the left operand.
typedef struct {
  float value;
  bool set;
} Last;
static Last last(Last a, Last b) {
  const Last r = {b.set ? b.value : a.value, b.set};
  return r;
}
// expected-warning-re@+1 {{operator 'last' is not associative, {{.*}} with a = {.value = {{.*}}, .set = {{true|false}}}, b = {{.*}}}}
#pragma omp declare scan(last : Last : omp_out = last(omp_out, omp_in))
void lasts(Last *y, const Last *x, int n) {
#pragma omp parallel for scan(last : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = last(y[i - 1], x[i]);
}

// A moving average; `scan(affine : y)` computes it.
static float smoothed(float a, float b) { return 0.9f * a + 0.1f * b; }
#pragma omp declare scan(smoothed : float : omp_out = smoothed(omp_out, omp_in)) // expected-warning {{operator 'smoothed' is not associative}}
void smooth(float *y, const float *x, int n) {
#pragma omp parallel for scan(smoothed : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = smoothed(y[i - 1], x[i]);
}

static unsigned residue(unsigned a, unsigned b) {
  return (a + 1000003u - b) % 1000003u;
}
#pragma omp declare scan(residue : unsigned : omp_out = residue(omp_out, omp_in)) // expected-warning {{operator 'residue' is not associative}}
void residues(unsigned *y, const unsigned *x, int n) {
#pragma omp parallel for scan(residue : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = residue(y[i - 1], x[i]);
}

// A step of Horner's rule; its maps are associative, the step is not.
#pragma omp declare scan(horner : long : omp_out = omp_out * 3 + omp_in) // expected-warning {{operator 'horner' is not associative}}
void polynomial(long *y, const long *x, int n) {
#pragma omp parallel for scan(horner : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * 3 + x[i];
}

// Sums of which one member loses what the left operand has.
typedef struct {
  int sum, count;
} Mean;
static Mean merge(Mean a, Mean b) {
  const Mean r = {a.sum + b.sum, b.count + 1};
  return r;
}
#pragma omp declare scan(merge : Mean : omp_out = merge(omp_out, omp_in)) // expected-warning {{operator 'merge' is not associative}}
void means(Mean *y, const Mean *x, int n) {
#pragma omp parallel for scan(merge : y) // expected-note {{this scan uses the operator}}
  for (int i = 1; i < n; i++)
    y[i] = merge(y[i - 1], x[i]);
}

// A reduction begins with the initializer in every work-item.
// expected-warning@+1 {{the initializer of operator 'times' is not its identity, but a reduction combines any number of them with the values}}
#pragma omp declare reduction(times : long : omp_out *= omp_in) initializer(omp_priv = 0)
long product(const long *x, int n) {
  long p = 1;
#pragma omp target parallel for reduction(times : p) map(to : x[0 : n]) // expected-note {{this reduction uses the operator}}
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}

// expected-warning@+1 {{operator 'before' does not commute, but a reduction combines values in any order: with a = }}
#pragma omp declare reduction(before : Mean : omp_out.sum = omp_out.sum * omp_in.count + omp_in.sum, omp_out.count *= omp_in.count) \
    initializer(omp_priv = {0, 1})
Mean compose(const Mean *x, int n) {
  Mean m = {0, 1};
#pragma omp target parallel for reduction(before : m) map(to : x[0 : n]) // expected-note {{this reduction uses the operator}}
  for (int i = 0; i < n; i++) {
    m.sum = m.sum * x[i].count + x[i].sum;
    m.count *= x[i].count;
  }
  return m;
}
