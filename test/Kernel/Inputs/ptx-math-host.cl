// The functions of ptx-math.cl, as functions of the host.
#include "builtins.cl"
#include "math.cl"
#include "ptx-math.cl"

#define EXPORT(name)                                                           \
  float ptx_##name##f(float x) { return name(x); }                             \
  double ptx_##name(double x) { return name(x); }
EXPORT(exp)
EXPORT(exp2)
EXPORT(exp10)
EXPORT(log)
EXPORT(log2)
EXPORT(log10)
