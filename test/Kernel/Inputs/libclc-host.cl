// The functions of programs for PTX, as functions of the host that call libclc.
#define OMPSCAN_LIBRARY(result, name, builtin, parameters, arguments)          \
  __attribute__((overloadable)) result name parameters;
#include "builtins.cl"
#include "math.cl"
#include "ptx-math.cl"
#include "ptx-gamma.cl"
#include "ptx-erfc.cl"
#include "ptx-sine.cl"
#include "ptx-float.cl"
#include "library.cl"

#define EXPORT(name)                                                           \
  float ptx_##name##f(float x) { return name(x); }                             \
  double ptx_##name(double x) { return name(x); }
#define EXPORT_BINARY(name)                                                    \
  float ptx_##name##f(float x, float y) { return name(x, y); }                 \
  double ptx_##name(double x, double y) { return name(x, y); }
EXPORT(acos)
EXPORT(acosh)
EXPORT(asin)
EXPORT(asinh)
EXPORT(atan)
EXPORT(atanh)
EXPORT(cbrt)
EXPORT(cos)
EXPORT(cosh)
EXPORT(erf)
EXPORT(erfc)
EXPORT(expm1)
EXPORT(lgamma)
EXPORT(log1p)
EXPORT(sin)
EXPORT(sinh)
EXPORT(tan)
EXPORT(tanh)
EXPORT(tgamma)
EXPORT_BINARY(atan2)
EXPORT_BINARY(fmod)
EXPORT_BINARY(hypot)
EXPORT_BINARY(pow)
EXPORT_BINARY(remainder)
