// Compares the functions of ptx-math.cl with those of the C library.
#include "units.h"

#define TEST(name)                                                             \
  {                                                                            \
    float ptx_##name##f(float);                                                \
    double ptx_##name(double);                                                 \
    testFloat(#name "f", ptx_##name##f, name);                                 \
    testDouble(#name, ptx_##name, name##l);                                    \
  }

int main(void) {
  TEST(exp)
  TEST(exp2)
  TEST(exp10)
  TEST(log)
  TEST(log2)
  TEST(log10)
}
