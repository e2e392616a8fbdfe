// Compares functions with those of the C library, of a wider type, in units in
// the last place: floats of all magnitudes, doubles of all magnitudes, in the
// range of exponentials, and near 1.
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

static void testDouble(const char *name, double (*function)(double),
                       long double (*reference)(long double)) {
  double worst = 0, at = 0;
  uint64_t state = 1;
  for (int k = 0; k < 1000000; ++k) {
    state =
        state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const double unit = (double)(state >> 11) * 0x1p-53;
    double x;
    if (k % 3 == 0)
      memcpy(&x, &state, sizeof(x));
    else
      x = k % 3 == 1 ? (unit - 0.5) * 1500 : 0.5 + unit * 2;
    if (k % 4096 == 0)
      x = k == 0       ? 0.0
          : k == 4096  ? -0.0
          : k == 8192  ? INFINITY
          : k == 12288 ? -INFINITY
                       : NAN;
    const long double exact = reference(x);
    const double u = error(exact, (double)exact, function(x), 53, -1021);
    if (!(u <= worst))
      worst = u, at = x;
  }
  judge(name, worst, at);
}
