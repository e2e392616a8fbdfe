// The functions of math.cl and native-math.cl, as functions of the host.
#include "builtins.cl"
#ifndef OMPSCAN_FMA
#include "native-prelude.cl"
#endif
#include "math.cl"
#include "native-math.cl"

#define EXPORT(name)                                                           \
  float own_##name##f(float x) { return name(x); }                             \
  double own_##name(double x) { return name(x); }
EXPORT(exp)
EXPORT(exp2)
EXPORT(exp10)
EXPORT(log)
EXPORT(log2)
EXPORT(log10)
EXPORT(log1p)
