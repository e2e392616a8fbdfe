// RUN: %cc1_verify -Rpass=ompscan -Rpass-analysis=ompscan %s

// What is found out about declared operators that are not wrong.

#include <math.h>
#include <stdint.h>

// Every triple is tried.
// expected-remark@+1 {{operator 'saturate' is associative: all values were tried [OS199]}}
#pragma omp declare scan(saturate : uint8_t : omp_out = omp_out + omp_in > 255 ? 255 : omp_out + omp_in)
void bytes(uint8_t *y, const uint8_t *x, int n) {
#pragma omp parallel for scan(saturate : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] > 255 ? 255 : y[i - 1] + x[i];
}

// A map of integers: 2^64 values.
typedef struct {
  uint32_t factor, offset;
} Map;
static Map then(Map f, Map g) {
  const Map r = {f.factor * g.factor, f.offset * g.factor + g.offset};
  return r;
}
// expected-remark@+1 {{operator 'then' is associative: both sides are the same polynomials [OS199]}}
#pragma omp declare scan(then : Map : omp_out = then(omp_out, omp_in))
void maps(Map *y, const Map *x, int n) {
#pragma omp parallel for scan(then : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = then(y[i - 1], x[i]);
}

// Which bits are set to what: kept, cleared, set and inverted.
typedef struct {
  uint64_t keep, flip;
} Bits;
static Bits masks(Bits a, Bits b) {
  const Bits r = {a.keep & b.keep, (a.flip & b.keep) ^ b.flip};
  return r;
}
// expected-remark@+1 {{operator 'masks' is associative: it combines values bit by bit, and all bits were tried [OS199]}}
#pragma omp declare scan(masks : Bits : omp_out = masks(omp_out, omp_in))
void masked(Bits *y, const Bits *x, int n) {
#pragma omp parallel for scan(masks : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = masks(y[i - 1], x[i]);
}

// A lexicographic order of two members.
typedef struct {
  long key;
  unsigned position;
} Least;
static Least least(Least a, Least b) {
  return a.key < b.key || (a.key == b.key && a.position < b.position) ? a : b;
}
// expected-remark@+1 {{operator 'least' is associative: it compares and keeps numbers, and all orders were tried [OS199]}}
#pragma omp declare scan(least : Least : omp_out = least(omp_out, omp_in))
void leasts(Least *y, const Least *x, int n) {
#pragma omp parallel for scan(least : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = least(y[i - 1], x[i]);
}

// The order of another type than the member's own proves nothing.
static long mixed(long a, long b) {
  return (unsigned long)a < (unsigned long)b ? a : b;
}
// expected-remark@+1 {{no values were found for which operator 'mixed' is not associative [OS200]}}
#pragma omp declare scan(mixed : long : omp_out = mixed(omp_out, omp_in))
void mixes(long *y, const long *x, int n) {
#pragma omp parallel for scan(mixed : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = mixed(y[i - 1], x[i]);
}

// Of 3 values only.
static uint8_t carry(uint8_t left, uint8_t right) {
  static const uint8_t table[3][3] = {{0, 0, 2}, {0, 1, 2}, {0, 2, 2}};
  return table[right][left];
}
// expected-remark@+1 {{operator 'carry' is associative except for values that are no results of it}}
#pragma omp declare scan(carry : uint8_t : omp_out = carry(omp_out, omp_in))
void carries(uint8_t *y, const uint8_t *x, int n) {
#pragma omp parallel for scan(carry : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = carry(y[i - 1], x[i]);
}

// expected-remark@+1 {{operator 'modulo' is associative except for negative operands of a remainder}}
#pragma omp declare scan(modulo : int : omp_out = (omp_out + omp_in) % 1009)
void residues(int *y, const int *x, int n) {
#pragma omp parallel for scan(modulo : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = (y[i - 1] + x[i]) % 1009;
}

// expected-remark@+1 {{operator 'lower' is associative except for NaN}}
#pragma omp declare scan(lower : float : omp_out = omp_out < omp_in ? omp_out : omp_in)
void lowest(float *y, const float *x, int n) {
#pragma omp parallel for scan(lower : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] < x[i] ? y[i - 1] : x[i];
}

// A scan needs no identity.
// expected-remark@+2 {{operator 'times' is associative: both sides are the same polynomials, but for rounding [OS199]}}
// expected-remark@+1 {{the initializer of operator 'times' is not its identity, which a scan does not need: with a = }}
#pragma omp declare scan(times : double : omp_out = omp_in * omp_out * 2) initializer(omp_priv = 1)
void products(double *y, const double *x, int n) {
#pragma omp parallel for scan(times : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1] * 2;
}

// Few instructions that move many bytes.
struct page {
  char at[32768];
};
static int blank(int a, int b) {
  struct page two[2] = {{{0}}};
  for (int i = 0; i < 100; i++) {
    two[i & 1].at[a & 7] = (char)i;
    two[(i + 1) & 1] = two[i & 1];
  }
  return a + b + two[b & 1].at[b & 15] * 0;
}
// expected-remark@+1 {{cannot check whether operator 'blank' is associative: it takes too long [OS201]}}
#pragma omp declare scan(blank : int : omp_out = blank(omp_out, omp_in))
void pages(int *y, const int *x, int n) {
#pragma omp parallel for scan(blank : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = blank(y[i - 1], x[i]);
}

// A loop that does not end for most values.
static unsigned collatz(unsigned a, unsigned b) {
  unsigned steps = 0;
  for (unsigned long i = a * 4294967296ul + b; i != 7; i = i * 5 + 3)
    steps++;
  return steps;
}
// expected-remark@+1 {{cannot check whether operator 'collatz' is associative: it takes too long [OS201]}}
#pragma omp declare scan(collatz : unsigned : omp_out = collatz(omp_out, omp_in))
void endless(unsigned *y, const unsigned *x, int n) {
#pragma omp parallel for scan(collatz : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = collatz(y[i - 1], x[i]);
}

typedef union {
  int i;
  float f;
} Either;
static Either either(Either a, Either b) { return a.i ? a : b; }
// expected-remark@+1 {{cannot check whether operator 'either' is associative: its values are not made of integers and floating-point numbers [OS201]}}
#pragma omp declare scan(either : Either : omp_out = either(omp_out, omp_in))
void unions(Either *y, const Either *x, int n) {
#pragma omp parallel for scan(either : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = either(y[i - 1], x[i]);
}

// expected-remark@+1 {{cannot check whether operator 'towards' is associative: a call of 'nextafter' [OS201]}}
#pragma omp declare scan(towards : double : omp_out = nextafter(omp_out, omp_in))
void neighbours(double *y, const double *x, int n) {
#pragma omp parallel for scan(towards : y) // expected-remark {{parallelized}}
  for (int i = 1; i < n; i++)
    y[i] = nextafter(y[i - 1], x[i]);
}
