//===- native-prelude.cl - OpenCL C as code of the host ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes prelude.cl in a program that Clang compiles for the host. A thread
// is a work-group of one work-item, and runs a tile at a time. The program is
// compiled without OpenCL's own headers: this file has the types, and the
// functions that the lowering of expressions uses, by the host's library.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_NATIVE 1

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

/// The work of one call of a kernel: ompscan_native_task of ompscan/abi.h.
typedef struct {
  ulong group;
  ulong groups;
  uint items;
  uint is_ordered;
  uint streams;
  uint is_inner;
  ulong scratch;
} ompscan_task;

#define OMPSCAN_TASK ompscan_own_task
/// Every function with the parameters of the loop has the task as well.
#define OMPSCAN_CONTEXT_PARAMETER const ompscan_task *const OMPSCAN_TASK,
#define OMPSCAN_CONTEXT_ARGUMENT OMPSCAN_TASK,

#define OMPSCAN_IS_LAST(k) (!OMPSCAN_TASK->is_inner && (k) + 1 == F_trips)

#define OMPSCAN_GROUP 1
#define OMPSCAN_ITEMS (OMPSCAN_TASK->items)
#define get_local_id(dimension) 0u
#define get_group_id(dimension) (OMPSCAN_TASK->group)
#define get_num_groups(dimension) (OMPSCAN_TASK->groups)
#define get_global_id(dimension) (OMPSCAN_TASK->group)
#define get_global_size(dimension) (OMPSCAN_TASK->groups)

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(fences)
#define mem_fence(fences) __atomic_thread_fence(__ATOMIC_RELEASE)
#define atomic_inc(counter) __atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED)

#ifdef __x86_64__
#define OMPSCAN_CAN_STREAM 1
/// Stores past the caches. The compiler's own way, __builtin_nontemporal_store,
/// serves for some elements of a vector only, which is worse than for none.
#define OMPSCAN_STREAM(to, value)                                              \
  __asm__("movnti %1, %0" : "=m"(*(to)) : "r"(value))
#define OMPSCAN_FINISH_STREAMS __builtin_ia32_sfence()
#else
#define OMPSCAN_CAN_STREAM 0
#define OMPSCAN_STREAM(to, value)
#define OMPSCAN_FINISH_STREAMS
#endif

/// Stores \p value, whose size and alignment are multiples of 4, to \p place.
#define OMPSCAN_STORE_IN_ORDER(place, value)                                   \
  do {                                                                         \
    union {                                                                    \
      __typeof__((0, (place))) all;                                            \
      ulong pairs[(sizeof(place) + 7) / 8];                                    \
      uint words[sizeof(place) / 4];                                           \
    } ompscan_stored = {value};                                                \
    if (!OMPSCAN_CAN_STREAM || !OMPSCAN_TASK->streams) {                       \
      (place) = ompscan_stored.all;                                            \
    } else if (__alignof__(place) % 8 == 0) {                                  \
      _Pragma("unroll") for (uint ompscan_i = 0;                               \
                             ompscan_i < sizeof(place) / 8; ++ompscan_i)       \
          OMPSCAN_STREAM((__global ulong *)&(place) + ompscan_i,               \
                         ompscan_stored.pairs[ompscan_i]);                     \
    } else {                                                                   \
      _Pragma("unroll") for (uint ompscan_i = 0;                               \
                             ompscan_i < sizeof(place) / 4; ++ompscan_i)       \
          OMPSCAN_STREAM((__global uint *)&(place) + ompscan_i,                \
                         ompscan_stored.words[ompscan_i]);                     \
    }                                                                          \
  } while (0)

/// Waits a moment, for the \p times'th time; exported by the runtime.
void __ompscan_pause(uint times);

/// Whether one of \p size bytes at \p address lies in one of \p count ranges,
/// each of which has its begin and its end in \p ranges.
static inline int ompscan_is_stored(const ulong address, const ulong size,
                                    __global const ulong *const ranges,
                                    const ulong count) {
  for (ulong j = 0; j < count; ++j)
    if (address < ranges[2 * j + 1] && ranges[2 * j] < address + size)
      return true;
  return false;
}

#define OMPSCAN_OVERLOADED static inline __attribute__((overloadable))

#define OMPSCAN_FOR_INTEGERS(DO)                                               \
  DO(char, uchar)                                                              \
  DO(uchar, uchar)                                                             \
  DO(short, ushort)                                                            \
  DO(ushort, ushort)                                                           \
  DO(int, uint)                                                                \
  DO(uint, uint)                                                               \
  DO(long, ulong)                                                              \
  DO(ulong, ulong)

#define OMPSCAN_INTEGER_FUNCTIONS(T, U)                                        \
  OMPSCAN_OVERLOADED T min(T x, T y) { return y < x ? y : x; }                 \
  OMPSCAN_OVERLOADED T max(T x, T y) { return x < y ? y : x; }                 \
  OMPSCAN_OVERLOADED U abs(T x) { return x < 0 ? (U)(0 - (U)x) : (U)x; }       \
  OMPSCAN_OVERLOADED T popcount(T x) { return __builtin_popcountl((U)x); }     \
  OMPSCAN_OVERLOADED T clz(T x) {                                              \
    return x ? __builtin_clzl((U)x) - 8 * (int)(sizeof(ulong) - sizeof(T))     \
             : 8 * (int)sizeof(T);                                             \
  }                                                                            \
  OMPSCAN_OVERLOADED T rotate(T x, T by) {                                     \
    const U bits = 8 * sizeof(T), left = (U)by % bits;                         \
    return (T)((U)x << left | (U)((U)x >> (U)((U)(bits - left) % bits)));      \
  }
OMPSCAN_FOR_INTEGERS(OMPSCAN_INTEGER_FUNCTIONS)

#define OMPSCAN_ATOMIC_FUNCTION(prefix, name, builtin, T)                      \
  OMPSCAN_OVERLOADED T prefix##_##name(volatile __global T *at, T value) {     \
    return builtin(at, value, __ATOMIC_RELAXED);                               \
  }
#define OMPSCAN_ATOMIC_FUNCTIONS(prefix, T)                                    \
  OMPSCAN_ATOMIC_FUNCTION(prefix, add, __atomic_fetch_add, T)                  \
  OMPSCAN_ATOMIC_FUNCTION(prefix, sub, __atomic_fetch_sub, T)                  \
  OMPSCAN_ATOMIC_FUNCTION(prefix, and, __atomic_fetch_and, T)                  \
  OMPSCAN_ATOMIC_FUNCTION(prefix, or, __atomic_fetch_or, T)                    \
  OMPSCAN_ATOMIC_FUNCTION(prefix, xor, __atomic_fetch_xor, T)                  \
  OMPSCAN_ATOMIC_FUNCTION(prefix, min, __atomic_fetch_min, T)                  \
  OMPSCAN_ATOMIC_FUNCTION(prefix, max, __atomic_fetch_max, T)                  \
  OMPSCAN_ATOMIC_FUNCTION(prefix, xchg, __atomic_exchange_n, T)                \
  OMPSCAN_OVERLOADED T prefix##_cmpxchg(volatile __global T *at, T seen,       \
                                        T value) {                             \
    __atomic_compare_exchange_n(at, &seen, value, false, __ATOMIC_RELAXED,     \
                                __ATOMIC_RELAXED);                             \
    return seen;                                                               \
  }
OMPSCAN_ATOMIC_FUNCTIONS(atomic, int)
OMPSCAN_ATOMIC_FUNCTIONS(atomic, uint)
OMPSCAN_ATOMIC_FUNCTIONS(atom, long)
OMPSCAN_ATOMIC_FUNCTIONS(atom, ulong)

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
#define OMPSCAN_WITH_RESULT(name, type)                                        \
  OMPSCAN_OVERLOADED float name(float x, type *y) {                            \
    return __builtin_##name##f(x, y);                                          \
  }                                                                            \
  OMPSCAN_OVERLOADED double name(double x, type *y) {                          \
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

OMPSCAN_UNARY(acos)
OMPSCAN_UNARY(acosh)
OMPSCAN_UNARY(asin)
OMPSCAN_UNARY(asinh)
OMPSCAN_UNARY(atan)
OMPSCAN_UNARY(atanh)
OMPSCAN_UNARY(cbrt)
OMPSCAN_UNARY(ceil)
OMPSCAN_UNARY(cos)
OMPSCAN_UNARY(cosh)
OMPSCAN_UNARY(erf)
OMPSCAN_UNARY(erfc)
OMPSCAN_UNARY(exp)
OMPSCAN_UNARY(exp10)
OMPSCAN_UNARY(exp2)
OMPSCAN_UNARY(expm1)
OMPSCAN_UNARY(fabs)
OMPSCAN_UNARY(floor)
OMPSCAN_UNARY(lgamma)
OMPSCAN_UNARY(log)
OMPSCAN_UNARY(log10)
OMPSCAN_UNARY(log1p)
OMPSCAN_UNARY(log2)
OMPSCAN_UNARY(logb)
OMPSCAN_UNARY(rint)
OMPSCAN_UNARY(round)
OMPSCAN_UNARY(sin)
OMPSCAN_UNARY(sinh)
OMPSCAN_UNARY(sqrt)
OMPSCAN_UNARY(tan)
OMPSCAN_UNARY(tanh)
OMPSCAN_UNARY(tgamma)
OMPSCAN_UNARY(trunc)
OMPSCAN_BINARY(atan2)
OMPSCAN_BINARY(copysign)
OMPSCAN_BINARY(fdim)
OMPSCAN_BINARY(fmax)
OMPSCAN_BINARY(fmin)
OMPSCAN_BINARY(fmod)
OMPSCAN_BINARY(hypot)
OMPSCAN_BINARY(nextafter)
OMPSCAN_BINARY(pow)
OMPSCAN_BINARY(remainder)
OMPSCAN_WITH_RESULT(frexp, int)
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

OMPSCAN_OVERLOADED float modf(float x, float *y) {
  return __builtin_modff(x, y);
}
OMPSCAN_OVERLOADED double modf(double x, double *y) {
  return __builtin_modf(x, y);
}
OMPSCAN_OVERLOADED float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
OMPSCAN_OVERLOADED double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
OMPSCAN_OVERLOADED float ldexp(float x, int y) {
  return __builtin_ldexpf(x, y);
}
OMPSCAN_OVERLOADED double ldexp(double x, int y) {
  return __builtin_ldexp(x, y);
}
OMPSCAN_OVERLOADED float pown(float x, int y) { return __builtin_powif(x, y); }
OMPSCAN_OVERLOADED double pown(double x, int y) { return __builtin_powi(x, y); }
OMPSCAN_OVERLOADED int ilogb(float x) { return __builtin_ilogbf(x); }
OMPSCAN_OVERLOADED int ilogb(double x) { return __builtin_ilogb(x); }
OMPSCAN_OVERLOADED float remquo(float x, float y, int *z) {
  return __builtin_remquof(x, y, z);
}
OMPSCAN_OVERLOADED double remquo(double x, double y, int *z) {
  return __builtin_remquo(x, y, z);
}
