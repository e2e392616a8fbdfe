// Errors of functions in units in the last place, and numbers to test functions
// of math.h with: of all magnitudes and, mostly, those that errors are large at.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// \returns the distance of \p result from \p exact in units in the last place
/// of a type with \p digits bits, whose normal numbers begin at 2^(least - 1).
static double error(long double exact, long double rounded, long double result,
                    int digits, int least) {
  if (isnan(exact) || isnan(result))
    return isnan(exact) && isnan(result) ? 0 : INFINITY;
  if (isinf(rounded) || isinf(result))
    return rounded == result ? 0 : INFINITY;
  int exponent;
  frexpl(exact, &exponent);
  const long double unit =
      ldexpl(1, (exponent < least ? least : exponent) - digits);
  return (double)(fabsl(exact - result) / unit);
}

static uint64_t randomBits(uint64_t *state) {
  *state =
      *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state;
}

/// \returns the \p k-th number to test a function with. The low bits of
/// \p state have short periods and are not used, except as those of a double.
static double sample(int k, uint64_t *state) {
  const uint64_t bits = randomBits(state);
  const double unit = (double)(bits >> 11) * 0x1p-53;
  double x;
  switch (k % 8) {
  case 0: // all magnitudes
    memcpy(&x, &bits, sizeof(x));
    return x;
  case 1: // exponentials
    return (unit - 0.5) * 1500;
  case 2: // logarithms, and zeros of lgamma()
    return 0.5 + unit * 2;
  case 3: // erfc(x) > 0
    return (unit - 0.5) * 60;
  case 4: // 0 < |tgamma(x)| < INFINITY
    return unit * 360 - 187;
  case 5: // multiples of 1/2, and numbers next to them
    x = (double)((int)(bits >> 53) % 800 - 400) / 2;
    return x + ldexp(x, -52) * (double)((int)(bits >> 40 & 15) - 8);
  case 6: // small numbers of all magnitudes
    return ldexp(unit - 0.5, (int)(randomBits(state) >> 58) - 59);
  default:
    return (unit - 0.5) * 8;
  }
}

/// Operands of all magnitudes up to 2^100 and, mostly, small ones, or such that
/// the power is a number.
static void operands(int k, uint64_t *state, double *x, double *y) {
  double each[2];
  for (int i = 0; i < 2; ++i) {
    const uint64_t bits = randomBits(state);
    const double unit = (double)(bits >> 11) * 0x1p-53;
    each[i] = bits >> 5 & 1 ? (unit - 0.5) * 16
                            : ldexp(unit - 0.5, (int)(bits >> 6 & 127) - 27);
  }
  *x = each[0];
  *y = each[1];
  if (k % 4 == 0) {
    if (k % 8 == 0)
      *x = 1 + *x / 64;
    *x = fabs(*x);
    *y = (each[1] - floor(each[1]) - 0.5) * 2200 / log2(*x);
  }
}

/// Zeros, infinities and NaN.
static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN};
enum { Specials = sizeof(special) / sizeof(special[0]) };
