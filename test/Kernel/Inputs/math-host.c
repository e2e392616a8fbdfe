// Compares the functions of math-host.cl with those of the C library.
#include "compare.h"

#define TEST(name)                                                             \
  {                                                                            \
    float own_##name##f(float);                                                \
    double own_##name(double);                                                 \
    testFloat(#name "f", own_##name##f, name);                                 \
    testDouble(#name, own_##name, name##l);                                    \
  }

int main(void) {
  TEST(exp)
  TEST(exp2)
  TEST(exp10)
  TEST(log)
  TEST(log2)
  TEST(log10)
#ifndef TEST_PTX
  TEST(log1p)
  // log1p keeps the sign of a zero.
  float own_log1pf(float);
  double own_log1p(double);
  printf("%d %d\n", signbit(own_log1pf(-0.0f)) != 0, signbit(own_log1p(-0.0)) != 0);
#endif
}
