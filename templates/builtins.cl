//===- builtins.cl - OpenCL C without OpenCL's library ----- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Begins programs that the plugin compiles to machine code of the host and to
// PTX, without OpenCL's own headers: the types, and those functions of the
// lowering of expressions that the compiler itself knows. library.cl has the
// rest.
//
//===----------------------------------------------------------------------===//

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef ulong size_t;
#define true 1
#define false 0
#define NULL ((void *)0)
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FLT_MAX __FLT_MAX__
#define DBL_MAX __DBL_MAX__

#define OMPSCAN_IS_KNOWN_ZERO(x) (__builtin_constant_p(x) && (x) == 0)

#define atomic_inc(counter) __atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED)

#ifdef OMPSCAN_HAS_OPENCL_HEADER
// OpenCL's header declares the functions; those that follow are defined.
#define OMPSCAN_OVERLOADED __attribute__((overloadable))
#else
#define OMPSCAN_OVERLOADED static inline __attribute__((overloadable))
#endif

#define OMPSCAN_FOR_INTEGERS(DO)                                               \
  DO(char, uchar)                                                              \
  DO(uchar, uchar)                                                             \
  DO(short, ushort)                                                            \
  DO(ushort, ushort)                                                           \
  DO(int, uint)                                                                \
  DO(uint, uint)                                                               \
  DO(long, ulong)                                                              \
  DO(ulong, ulong)

#define OMPSCAN_MIN_AND_MAX(T, U)                                              \
  OMPSCAN_OVERLOADED T min(T x, T y) { return y < x ? y : x; }                 \
  OMPSCAN_OVERLOADED T max(T x, T y) { return x < y ? y : x; }
OMPSCAN_FOR_INTEGERS(OMPSCAN_MIN_AND_MAX)

#define OMPSCAN_INTEGER_clamp(T, U)                                            \
  OMPSCAN_OVERLOADED T clamp(T x, T low, T high) {                             \
    return min(max(x, low), high);                                             \
  }
#define OMPSCAN_INTEGER_abs(T, U)                                              \
  OMPSCAN_OVERLOADED U abs(T x) { return x < 0 ? (U)(0 - (U)x) : (U)x; }
#define OMPSCAN_INTEGER_popcount(T, U)                                         \
  OMPSCAN_OVERLOADED T popcount(T x) { return __builtin_popcountl((U)x); }
#define OMPSCAN_INTEGER_clz(T, U)                                              \
  OMPSCAN_OVERLOADED T clz(T x) {                                              \
    return x ? __builtin_clzl((U)x) - 8 * (int)(sizeof(ulong) - sizeof(T))     \
             : 8 * (int)sizeof(T);                                             \
  }
#define OMPSCAN_INTEGER_rotate(T, U)                                           \
  OMPSCAN_OVERLOADED T rotate(T x, T by) {                                     \
    const U bits = 8 * sizeof(T), left = (U)by % bits;                         \
    return (T)((U)x << left | (U)((U)x >> (U)((U)(bits - left) % bits)));      \
  }
#define OMPSCAN_INTEGER(name) OMPSCAN_FOR_INTEGERS(OMPSCAN_INTEGER_##name)
OMPSCAN_INTEGER(clamp)
OMPSCAN_INTEGER(abs)
OMPSCAN_INTEGER(popcount)
OMPSCAN_INTEGER(clz)
OMPSCAN_INTEGER(rotate)

#define OMPSCAN_ATOMIC_FUNCTION(name, builtin, T, space)                       \
  OMPSCAN_OVERLOADED T name(volatile space T *at, T value) {                   \
    return builtin(at, value, __ATOMIC_RELAXED);                               \
  }
#define OMPSCAN_EXCHANGE_FUNCTION(name, builtin, T, space)                     \
  OMPSCAN_OVERLOADED T name(volatile space T *at, T seen, T value) {           \
    __atomic_compare_exchange_n(at, &seen, value, false, __ATOMIC_RELAXED,     \
                                __ATOMIC_RELAXED);                             \
    return seen;                                                               \
  }
#define OMPSCAN_FOR_ATOMICS(DO, name, T, U)                                    \
  DO(name, OMPSCAN_BUILTIN_##name, T, __global)                                \
  DO(name, OMPSCAN_BUILTIN_##name, U, __global)                                \
  DO(name, OMPSCAN_BUILTIN_##name, T, __local)                                 \
  DO(name, OMPSCAN_BUILTIN_##name, U, __local)
#define OMPSCAN_ATOMIC(name)                                                   \
  OMPSCAN_FOR_ATOMICS(OMPSCAN_ATOMIC_FUNCTION, name, int, uint)
#define OMPSCAN_EXCHANGE(name)                                                 \
  OMPSCAN_FOR_ATOMICS(OMPSCAN_EXCHANGE_FUNCTION, name, int, uint)
#define OMPSCAN_LONG_ATOMIC(name)                                              \
  OMPSCAN_FOR_ATOMICS(OMPSCAN_ATOMIC_FUNCTION, name, long, ulong)
#define OMPSCAN_LONG_EXCHANGE(name)                                            \
  OMPSCAN_FOR_ATOMICS(OMPSCAN_EXCHANGE_FUNCTION, name, long, ulong)
#define OMPSCAN_BUILTIN_atomic_add __atomic_fetch_add
#define OMPSCAN_BUILTIN_atomic_sub __atomic_fetch_sub
#define OMPSCAN_BUILTIN_atomic_and __atomic_fetch_and
#define OMPSCAN_BUILTIN_atomic_or __atomic_fetch_or
#define OMPSCAN_BUILTIN_atomic_xor __atomic_fetch_xor
#define OMPSCAN_BUILTIN_atomic_min __atomic_fetch_min
#define OMPSCAN_BUILTIN_atomic_max __atomic_fetch_max
#define OMPSCAN_BUILTIN_atomic_xchg __atomic_exchange_n
#define OMPSCAN_BUILTIN_atom_add __atomic_fetch_add
#define OMPSCAN_BUILTIN_atom_sub __atomic_fetch_sub
#define OMPSCAN_BUILTIN_atom_and __atomic_fetch_and
#define OMPSCAN_BUILTIN_atom_or __atomic_fetch_or
#define OMPSCAN_BUILTIN_atom_xor __atomic_fetch_xor
#define OMPSCAN_BUILTIN_atom_min __atomic_fetch_min
#define OMPSCAN_BUILTIN_atom_max __atomic_fetch_max
#define OMPSCAN_BUILTIN_atom_xchg __atomic_exchange_n
OMPSCAN_ATOMIC(atomic_add)
OMPSCAN_ATOMIC(atomic_sub)
OMPSCAN_ATOMIC(atomic_and)
OMPSCAN_ATOMIC(atomic_or)
OMPSCAN_ATOMIC(atomic_xor)
OMPSCAN_ATOMIC(atomic_min)
OMPSCAN_ATOMIC(atomic_max)
OMPSCAN_ATOMIC(atomic_xchg)
OMPSCAN_EXCHANGE(atomic_cmpxchg)
OMPSCAN_LONG_ATOMIC(atom_add)
OMPSCAN_LONG_ATOMIC(atom_sub)
OMPSCAN_LONG_ATOMIC(atom_and)
OMPSCAN_LONG_ATOMIC(atom_or)
OMPSCAN_LONG_ATOMIC(atom_xor)
OMPSCAN_LONG_ATOMIC(atom_min)
OMPSCAN_LONG_ATOMIC(atom_max)
OMPSCAN_LONG_ATOMIC(atom_xchg)
OMPSCAN_LONG_EXCHANGE(atom_cmpxchg)

OMPSCAN_OVERLOADED int mul_hi(int x, int y) {
  return (int)((long)x * (long)y >> 32);
}
OMPSCAN_OVERLOADED uint mul_hi(uint x, uint y) {
  return (uint)((ulong)x * (ulong)y >> 32);
}
OMPSCAN_OVERLOADED long mul_hi(long x, long y) {
  return (long)((__int128)x * (__int128)y >> 64);
}
OMPSCAN_OVERLOADED ulong mul_hi(ulong x, ulong y) {
  return (ulong)((unsigned __int128)x * (unsigned __int128)y >> 64);
}

/// The bytes of \p x as a value of type \p T.
#define OMPSCAN_AS(T, x)                                                       \
  (((union {                                                                   \
     __typeof__((0, (x))) from;                                                \
     T to;                                                                     \
   }){x})                                                                      \
       .to)
#define as_float(x) OMPSCAN_AS(float, x)
#define as_double(x) OMPSCAN_AS(double, x)
#define as_int(x) OMPSCAN_AS(int, x)
#define as_uint(x) OMPSCAN_AS(uint, x)
#define as_long(x) OMPSCAN_AS(long, x)
#define as_ulong(x) OMPSCAN_AS(ulong, x)

#define OMPSCAN_UNARY(name)                                                    \
  OMPSCAN_OVERLOADED float name(float x) { return __builtin_##name##f(x); }    \
  OMPSCAN_OVERLOADED double name(double x) { return __builtin_##name(x); }
#define OMPSCAN_BINARY(name)                                                   \
  OMPSCAN_OVERLOADED float name(float x, float y) {                            \
    return __builtin_##name##f(x, y);                                          \
  }                                                                            \
  OMPSCAN_OVERLOADED double name(double x, double y) {                         \
    return __builtin_##name(x, y);                                             \
  }
#define OMPSCAN_CLASSIFIES(name)                                               \
  OMPSCAN_OVERLOADED int name(float x) { return __builtin_##name(x); }         \
  OMPSCAN_OVERLOADED int name(double x) { return __builtin_##name(x); }
#define OMPSCAN_COMPARES(name)                                                 \
  OMPSCAN_OVERLOADED int name(float x, float y) {                              \
    return __builtin_##name(x, y);                                             \
  }                                                                            \
  OMPSCAN_OVERLOADED int name(double x, double y) {                            \
    return __builtin_##name(x, y);                                             \
  }

OMPSCAN_UNARY(ceil)
OMPSCAN_UNARY(fabs)
OMPSCAN_UNARY(floor)
OMPSCAN_UNARY(rint)
OMPSCAN_UNARY(round)
OMPSCAN_UNARY(sqrt)
OMPSCAN_UNARY(trunc)
OMPSCAN_BINARY(copysign)
OMPSCAN_BINARY(fmax)
OMPSCAN_BINARY(fmin)
OMPSCAN_CLASSIFIES(isfinite)
OMPSCAN_CLASSIFIES(isinf)
OMPSCAN_CLASSIFIES(isnan)
OMPSCAN_CLASSIFIES(isnormal)
OMPSCAN_CLASSIFIES(signbit)
OMPSCAN_COMPARES(isgreater)
OMPSCAN_COMPARES(isgreaterequal)
OMPSCAN_COMPARES(isless)
OMPSCAN_COMPARES(islessequal)
OMPSCAN_COMPARES(islessgreater)
OMPSCAN_COMPARES(isunordered)

OMPSCAN_OVERLOADED float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
OMPSCAN_OVERLOADED double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
