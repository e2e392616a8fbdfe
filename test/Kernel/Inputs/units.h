// Compares functions with those of the C library, of a wider type, in units in
// the last place, at floats and doubles of all magnitudes and, mostly, at those
// that the functions here differ at.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef SAMPLES
#define SAMPLES 1000000
#endif

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

static void judge(const char *name, double worst, double at) {
  fprintf(stderr, "%s: %g at %a\n", name, worst, at);
  printf("%s: at most %g\n", name, ceil(worst));
}

static void testFloat(const char *name, float (*function)(float),
                      double (*reference)(double)) {
  double worst = 0, at = 0;
  for (uint64_t k = 0; k < UINT64_C(1) << 32; k += 1009) {
    // Zeros, infinities and NaN have the bits of multiples of 2^23.
    const uint32_t bits = k % 128 == 0 ? (uint32_t)(k << 16) : (uint32_t)k;
    float x;
    memcpy(&x, &bits, sizeof(x));
    const double exact = reference(x);
    const double u = error(exact, (float)exact, function(x), 24, -125);
    if (!(u <= worst))
      worst = u, at = x;
  }
  judge(name, worst, at);
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

/// Zeros, infinities and NaN.
static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN};
enum { Specials = sizeof(special) / sizeof(special[0]) };

/// Units are those of 2^(least - 1) at least.
static void testDoubleFrom(const char *name, double (*function)(double),
                           long double (*reference)(long double), int least) {
  double worst = 0, at = 0;
  uint64_t state = 1;
  for (int k = 0; k < SAMPLES; ++k) {
    const double x = k < Specials ? special[k] : sample(k, &state);
    const long double exact = reference(x);
    const double u = error(exact, (double)exact, function(x), 53, least);
    if (!(u <= worst))
      worst = u, at = x;
  }
  judge(name, worst, at);
}

static void testDouble(const char *name, double (*function)(double),
                       long double (*reference)(long double)) {
  testDoubleFrom(name, function, reference, -1021);
}
