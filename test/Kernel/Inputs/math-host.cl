// The functions of native-math.cl, or of ptx-math.cl with TEST_PTX, as
// functions of the host.
#include "builtins.cl"
#if !defined(TEST_PTX) && !defined(OMPSCAN_FMA)
#include "native-prelude.cl"
#endif
#include "math.cl"
#ifdef TEST_PTX
#include "ptx-math.cl"
#else
#include "native-math.cl"
#endif

#define EXPORT(name)                                                           \
  float own_##name##f(float x) { return name(x); }                             \
  double own_##name(double x) { return name(x); }
EXPORT(exp)
EXPORT(exp2)
EXPORT(exp10)
EXPORT(log)
EXPORT(log2)
EXPORT(log10)
#ifndef TEST_PTX
EXPORT(log1p)
#endif
