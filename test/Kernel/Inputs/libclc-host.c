// Compares functions of libclc with those of the C library.
#include "units.h"

/// Doubles of all magnitudes up to 2^100 and, mostly, of small ones.
static double operand(uint64_t *state) {
  *state =
      *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  const double unit = (double)(*state >> 11) * 0x1p-53;
  return *state >> 5 & 1 ? (unit - 0.5) * 16
                         : ldexp(unit - 0.5, (int)(*state >> 6 & 127) - 27);
}

static void testFloats(const char *name, float (*function)(float, float),
                       double (*reference)(double, double)) {
  double worst = 0, at = 0;
  uint64_t state = 1;
  for (int k = 0; k < 1000000; ++k) {
    const float x = (float)operand(&state), y = (float)operand(&state);
    const double exact = reference(x, y);
    const double u = error(exact, (float)exact, function(x, y), 24, -125);
    if (!(u <= worst))
      worst = u, at = x;
  }
  judge(name, worst, at);
}

static void testDoubles(const char *name, double (*function)(double, double),
                        long double (*reference)(long double, long double)) {
  double worst = 0, at = 0;
  uint64_t state = 1;
  for (int k = 0; k < 1000000; ++k) {
    const double x = operand(&state), y = operand(&state);
    const long double exact = reference(x, y);
    const double u = error(exact, (double)exact, function(x, y), 53, -1021);
    if (!(u <= worst))
      worst = u, at = x;
  }
  judge(name, worst, at);
}

#define TEST(name)                                                             \
  {                                                                            \
    float ptx_##name##f(float);                                                \
    double ptx_##name(double);                                                 \
    testFloat(#name "f", ptx_##name##f, name);                                 \
    testDouble(#name, ptx_##name, name##l);                                    \
  }
#define TEST2(name)                                                            \
  {                                                                            \
    float ptx_##name##f(float, float);                                         \
    double ptx_##name(double, double);                                         \
    testFloats(#name "f", ptx_##name##f, name);                                \
    testDoubles(#name, ptx_##name, name##l);                                   \
  }

/// The logarithm of the gamma function has zeros below 0, next to which no
/// relative error is small.
static long double positiveLgamma(long double x) {
  return x < 0 ? 0 : lgammal(x);
}
static double positiveLgammaf(double x) { return x < 0 ? 0 : lgamma(x); }
float ptx_lgammaf(float);
double ptx_lgamma(double);
static float lgammaOfFloat(float x) { return x < 0 ? 0 : ptx_lgammaf(x); }
static double lgammaOfDouble(double x) { return x < 0 ? 0 : ptx_lgamma(x); }

int main(void) {
  TEST(acos)
  TEST(acosh)
  TEST(asin)
  TEST(asinh)
  TEST(atan)
  TEST(atanh)
  TEST(cbrt)
  TEST(cos)
  TEST(cosh)
  TEST(erf)
  TEST(erfc)
  TEST(expm1)
  testFloat("lgammaf", lgammaOfFloat, positiveLgammaf);
  testDouble("lgamma", lgammaOfDouble, positiveLgamma);
  TEST(log1p)
  TEST(sin)
  TEST(sinh)
  TEST(tan)
  TEST(tanh)
  TEST(tgamma)
  TEST2(atan2)
  TEST2(fmod)
  TEST2(hypot)
  TEST2(pow)
  TEST2(remainder)
  return 0;
}
