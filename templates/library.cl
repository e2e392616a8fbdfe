//===- library.cl - Functions of a library ---------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows native-prelude.cl or ptx-prelude.cl: the functions of the lowering of
// expressions (BuiltinCalls.cpp) that builtins.cl lacks, by their signatures.
// The prelude's OMPSCAN_LIBRARY(result, name, builtin, parameters, arguments)
// defines or declares one; `builtin` is Clang's name of it.
//
//===----------------------------------------------------------------------===//

// Clang 16 and 17 do not know the C library's exp10.
#if !__has_builtin(__builtin_exp10)
float ompscan_exp10f(float) __asm__("exp10f");
double ompscan_exp10(double) __asm__("exp10");
#define __builtin_exp10f ompscan_exp10f
#define __builtin_exp10 ompscan_exp10
#endif

#define OMPSCAN_LIBRARY_UNARY(name)                                            \
  OMPSCAN_LIBRARY(float, name, __builtin_##name##f, (float x), (x))            \
  OMPSCAN_LIBRARY(double, name, __builtin_##name, (double x), (x))
#define OMPSCAN_LIBRARY_BINARY(name)                                           \
  OMPSCAN_LIBRARY(float, name, __builtin_##name##f, (float x, float y),        \
                  (x, y))                                                      \
  OMPSCAN_LIBRARY(double, name, __builtin_##name, (double x, double y), (x, y))

#if !OMPSCAN_HAS_MATH // native-math.cl and math.cl have them.
OMPSCAN_LIBRARY_UNARY(exp)
OMPSCAN_LIBRARY_UNARY(exp10)
OMPSCAN_LIBRARY_UNARY(exp2)
OMPSCAN_LIBRARY_UNARY(log)
OMPSCAN_LIBRARY_UNARY(log10)
OMPSCAN_LIBRARY_UNARY(log1p)
OMPSCAN_LIBRARY_UNARY(log2)
#endif

OMPSCAN_LIBRARY_UNARY(acos)
OMPSCAN_LIBRARY_UNARY(acosh)
OMPSCAN_LIBRARY_UNARY(asin)
OMPSCAN_LIBRARY_UNARY(asinh)
OMPSCAN_LIBRARY_UNARY(atan)
OMPSCAN_LIBRARY_UNARY(atanh)
OMPSCAN_LIBRARY_UNARY(cbrt)
OMPSCAN_LIBRARY_UNARY(cos)
OMPSCAN_LIBRARY_UNARY(cosh)
OMPSCAN_LIBRARY_UNARY(erf)
OMPSCAN_LIBRARY_UNARY(erfc)
OMPSCAN_LIBRARY_UNARY(expm1)
OMPSCAN_LIBRARY_UNARY(lgamma)
OMPSCAN_LIBRARY_UNARY(logb)
OMPSCAN_LIBRARY_UNARY(sin)
OMPSCAN_LIBRARY_UNARY(sinh)
OMPSCAN_LIBRARY_UNARY(tan)
OMPSCAN_LIBRARY_UNARY(tanh)
OMPSCAN_LIBRARY_UNARY(tgamma)
OMPSCAN_LIBRARY_BINARY(atan2)
OMPSCAN_LIBRARY_BINARY(fdim)
OMPSCAN_LIBRARY_BINARY(fmod)
OMPSCAN_LIBRARY_BINARY(hypot)
OMPSCAN_LIBRARY_BINARY(nextafter)
OMPSCAN_LIBRARY_BINARY(pow)
OMPSCAN_LIBRARY_BINARY(remainder)
OMPSCAN_LIBRARY(float, frexp, __builtin_frexpf, (float x, int *y), (x, y))
OMPSCAN_LIBRARY(double, frexp, __builtin_frexp, (double x, int *y), (x, y))
OMPSCAN_LIBRARY(int, ilogb, __builtin_ilogbf, (float x), (x))
OMPSCAN_LIBRARY(int, ilogb, __builtin_ilogb, (double x), (x))
OMPSCAN_LIBRARY(float, ldexp, __builtin_ldexpf, (float x, int y), (x, y))
OMPSCAN_LIBRARY(double, ldexp, __builtin_ldexp, (double x, int y), (x, y))
OMPSCAN_LIBRARY(float, modf, __builtin_modff, (float x, float *y), (x, y))
OMPSCAN_LIBRARY(double, modf, __builtin_modf, (double x, double *y), (x, y))
OMPSCAN_LIBRARY(float, pown, __builtin_powif, (float x, int y), (x, y))
OMPSCAN_LIBRARY(double, pown, __builtin_powi, (double x, int y), (x, y))
OMPSCAN_LIBRARY(float, remquo, __builtin_remquof, (float x, float y, int *z),
                (x, y, z))
OMPSCAN_LIBRARY(double, remquo, __builtin_remquo, (double x, double y, int *z),
                (x, y, z))
