// Compares functions of libclc with those of the C library.
#include "compare.h"

static void testFloats(const char *name, float (*function)(float, float),
                       double (*reference)(double, double)) {
  double worst = 0, at = 0;
  uint64_t state = 1;
  for (int k = 0; k < SAMPLES; ++k) {
    double first, second;
    operands(k, &state, &first, &second);
    const float x = (float)first, y = (float)second;
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
  for (int k = 0; k < SAMPLES; ++k) {
    double x, y;
    operands(k, &state, &x, &y);
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
double ptx_lgamma(double);
static double positiveLgamma(double x) { return x < 0 ? 0 : ptx_lgamma(x); }
static double negativeLgamma(double x) { return x < 0 ? ptx_lgamma(x) : 0; }
static long double positiveLgammal(long double x) {
  return x < 0 ? 0 : lgammal(x);
}
static long double negativeLgammal(long double x) {
  return x < 0 ? lgammal(x) : 0;
}
float ptx_lgammaf(float);

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
  testFloat("lgammaf", ptx_lgammaf, lgamma);
  testDouble("lgamma", positiveLgamma, positiveLgammal);
  testDoubleFrom("lgamma, negative", negativeLgamma, negativeLgammal, 0);
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
