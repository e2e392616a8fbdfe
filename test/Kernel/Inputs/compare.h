// Compares functions with those of the C library, of a wider type, in units in
// the last place.
#include "units.h"

/// How many doubles there are; there are four times as many floats.
#ifndef SAMPLES
#define SAMPLES 1000000
#endif

static void judge(const char *name, double worst, double at) {
  fprintf(stderr, "%s: %g at %a\n", name, worst, at);
  printf("%s: at most %g\n", name, ceil(worst));
}

static void testFloat(const char *name, float (*function)(float),
                      double (*reference)(double)) {
  enum { Step = 1009000000 / SAMPLES | 1 };
  double worst = 0, at = 0;
  for (uint64_t k = 0; k < UINT64_C(1) << 32; k += Step) {
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
