//===- prelude.cl - Definitions for hooks ------------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes the hooks of a program (docs/kernel-contract.md), whose vector hooks
// move OMPSCAN_VECTOR neighbouring elements at once by the macros below.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_THREE_KERNEL 0
#define OMPSCAN_SINGLE_PASS 1
#define OMPSCAN_REDUCE_THEN_SCAN 2
#define OMPSCAN_ROWS 7
#define OMPSCAN_COLUMNS 8
#define OMPSCAN_BUNDLES 9
#define OMPSCAN_ROW_PARTS 10
#ifndef OMPSCAN_ALGORITHM
#define OMPSCAN_ALGORITHM OMPSCAN_THREE_KERNEL
#endif
#ifndef OMPSCAN_PTX
#define OMPSCAN_PTX 0
#endif
#ifndef OMPSCAN_KEEPS_LOADS
#define OMPSCAN_KEEPS_LOADS 0
#endif
/// The use of inline PTX beside the shuffles and votes of warp.cl, which can be
/// compiled out: accesses to statuses (ld.relaxed, st.relaxed).
#define OMPSCAN_PTX_STATUS (OMPSCAN_PTX != 0)
/// Whether bytes go to local memory without a detour through registers
/// (cp.async), from compute capability 8.0 on.
#ifndef OMPSCAN_HAS_HEAD
#define OMPSCAN_HAS_HEAD 0
#endif
#ifndef OMPSCAN_ASYNC_COPIES
#define OMPSCAN_ASYNC_COPIES 0
#endif
/// Forces inlining on NVIDIA devices: functions there take pointers to values
/// in registers. Oclgrind rejects the code that Clang makes of the attribute.
#if OMPSCAN_PTX
#define OMPSCAN_INLINE static inline __attribute__((always_inline))
#else
#define OMPSCAN_INLINE static inline
#endif

/// Whether a compiler that says so knows that \p x is 0; builtins.cl is for
/// one.
#ifndef OMPSCAN_IS_KNOWN_ZERO
#define OMPSCAN_IS_KNOWN_ZERO(x) 0
#endif

/// In a program for the host (native-prelude.cl), a kernel is a function that
/// an entry calls, and functions with the parameters of the loop take a task.
#ifdef OMPSCAN_NATIVE
#define OMPSCAN_KERNEL OMPSCAN_INLINE
/// Begins the definition of an operator, loops over which become vectors.
#define OMPSCAN_VECTORIZED __attribute__((always_inline))
#else
#define OMPSCAN_VECTORIZED
#define OMPSCAN_NATIVE 0
#define OMPSCAN_CONTEXT_PARAMETER
#define OMPSCAN_CONTEXT_ARGUMENT
/// Stores to elements that follow one another.
#define OMPSCAN_STORE_IN_ORDER(place, value) (place) = (value)
/// Whether iteration \p k is the last one of the loop; not in the hooks of a
/// loop inside of a row, while OMPSCAN_IS_INNER is 1.
#define OMPSCAN_IS_LAST(k) (!OMPSCAN_IS_INNER && (k) + 1 == F_trips)
#define OMPSCAN_IS_INNER 0
/// The row of an iteration, for which \p quotient is an expression.
#define OMPSCAN_ROW(quotient) (quotient)
/// Follows the declaration of ompscan_column.
#define OMPSCAN_KNOWS_COLUMN
#define OMPSCAN_KERNEL                                                         \
  __kernel __attribute__((reqd_work_group_size(OMPSCAN_GROUP, 1, 1)))
#endif

/// -x, an integer of type \p T with 32 bits. Workaround: of `max(max(a, b),
/// -c)` ptxas (13.0, and that of driver 580.159) makes the instruction VIMNMX3
/// of compute capability 9.0 without the negation, also for CUDA C++, and
/// compilers make such code of several `max(-a, -b)`. It can go when ptxas is
/// right for test/Regressions/negated-extrema.c on such a device.
#if OMPSCAN_PTX
OMPSCAN_INLINE uint ompscan_negated(const uint x) {
  uint r;
  __asm__("{.reg .b32 t; not.b32 t, %1; add.s32 %0, t, 1;}" : "=r"(r) : "r"(x));
  return r;
}
#define OMPSCAN_NEGATED(T, x) ((T)ompscan_negated((uint)(x)))
#else
#define OMPSCAN_NEGATED(T, x) (-(x))
#endif

#if OMPSCAN_PTX

#define OMPSCAN_LANES 32u
#define OMPSCAN_LANE ((uint)get_local_id(0) % OMPSCAN_LANES)
#define OMPSCAN_WARP ((uint)get_local_id(0) / OMPSCAN_LANES)

/// The elements of type E that a warp reads of one array for its part of a
/// tile, as a member of a structure in local memory.
#define OMPSCAN_PART (OMPSCAN_LANES * (OMPSCAN_ITEMS))
#define OMPSCAN_PART_OF(E, name)                                               \
  E name[OMPSCAN_PART] __attribute__((aligned(16)))

/// OMPSCAN_VECTOR elements in the registers of a lane.
#define OMPSCAN_VECTOR_OF(E)                                                   \
  union {                                                                      \
    E e[OMPSCAN_VECTOR];                                                       \
    uint4 q[(sizeof(E) * OMPSCAN_VECTOR + 15) / 16];                           \
    uint2 d[(sizeof(E) * OMPSCAN_VECTOR + 7) / 8];                             \
    uint w[(sizeof(E) * OMPSCAN_VECTOR + 3) / 4];                              \
    ushort h[(sizeof(E) * OMPSCAN_VECTOR + 1) / 2];                            \
    uchar b[sizeof(E) * OMPSCAN_VECTOR];                                       \
  }

/// ompscan_fetch_bytes() for elements of 4 or 8 bytes off the borders of
/// vectors.
OMPSCAN_INLINE void ompscan_fetch_elements(__local void *to,
                                           __global const void *from,
                                           const uint bytes, const uint size) {
#pragma unroll 12
  for (uint i = OMPSCAN_LANE; i < bytes / size; i += OMPSCAN_LANES) {
#if OMPSCAN_ASYNC_COPIES
    if (size == 8)
      __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(
                           (uint)(ulong)((__local ulong *)to + i)),
                       "l"((__global const ulong *)from + i)
                       : "memory");
    else
      __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                           (uint)(ulong)((__local uint *)to + i)),
                       "l"((__global const uint *)from + i)
                       : "memory");
#else
    if (size == 8)
      ((__local ulong *)to)[i] = ((__global const ulong *)from)[i];
    else
      ((__local uint *)to)[i] = ((__global const uint *)from)[i];
#endif
  }
}

/// Copies \p bytes, a multiple of 16, of elements of \p size bytes to local
/// memory. All lanes of the warp call it, and then ompscan_warp_barrier().
OMPSCAN_INLINE void ompscan_fetch_bytes(__local void *to,
                                        __global const void *from,
                                        const uint bytes, const uint size) {
#if OMPSCAN_HAS_HEAD
  const bool is_off = (size == 4 || size == 8) && (ulong)from % 16 != 0;
#else
  const bool is_off = false;
#endif
  if (is_off) {
    ompscan_fetch_elements(to, from, bytes, size);
  } else {
#pragma unroll
    for (uint j = 0; j < bytes / 16; j += OMPSCAN_LANES) {
      const uint i = j + OMPSCAN_LANE;
      if (j + OMPSCAN_LANES > bytes / 16 && i >= bytes / 16)
        break;
#if OMPSCAN_ASYNC_COPIES
      __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                           (uint)(ulong)((__local uint4 *)to + i)),
                       "l"((__global const uint4 *)from + i)
                       : "memory");
#else
      ((__local uint4 *)to)[i] = ((__global const uint4 *)from)[i];
#endif
    }
  }
#if OMPSCAN_ASYNC_COPIES
  __asm__ volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// Loads the part \p to from element \p from on.
#define OMPSCAN_FETCH(to, from)                                                \
  ompscan_fetch_bytes(to, from, sizeof(to), sizeof((to)[0]))
/// Loads of a lane that are in flight, and stores of a step, one by one: parts
/// of its elements, so that none are left for a loop of their own.
#if OMPSCAN_ITEMS % 12 == 0
#define OMPSCAN_UNROLL_LOADS _Pragma("unroll 12")
#elif OMPSCAN_ITEMS % 11 == 0
#define OMPSCAN_UNROLL_LOADS _Pragma("unroll 11")
#elif OMPSCAN_ITEMS % 9 == 0
#define OMPSCAN_UNROLL_LOADS _Pragma("unroll 9")
#elif OMPSCAN_ITEMS % 10 == 0
#define OMPSCAN_UNROLL_LOADS _Pragma("unroll 10")
#else
#define OMPSCAN_UNROLL_LOADS _Pragma("unroll 12")
#endif
#if OMPSCAN_ITEMS % 4 == 0
#define OMPSCAN_UNROLL_STORES _Pragma("unroll 4")
#elif OMPSCAN_ITEMS % 3 == 0
#define OMPSCAN_UNROLL_STORES _Pragma("unroll 3")
#elif OMPSCAN_ITEMS % 2 == 0
#define OMPSCAN_UNROLL_STORES _Pragma("unroll 2")
#else
#define OMPSCAN_UNROLL_STORES _Pragma("unroll 4")
#endif
/// OMPSCAN_FETCH where element \p last is the last one, which stands for those
/// behind it.
#define OMPSCAN_FETCH_SOME(to, from, last)                                     \
  OMPSCAN_UNROLL_LOADS for (ulong ompscan_i = OMPSCAN_LANE;                    \
                            ompscan_i < OMPSCAN_PART;                          \
                            ompscan_i += OMPSCAN_LANES)(to)[ompscan_i] =       \
      (from)[ompscan_i < (last) ? ompscan_i : (last)]
/// Stores the part \p from from element \p to on; OMPSCAN_STORE_SOME those of
/// it that lie in front of element \p end.
#define OMPSCAN_STORE_PART(to, from)                                           \
  _Pragma("unroll") for (uint ompscan_i = OMPSCAN_LANE;                        \
                         ompscan_i < sizeof(from) / 16;                        \
                         ompscan_i +=                                          \
                         OMPSCAN_LANES)((__global uint4 *)(to))[ompscan_i] =   \
      ((__local const uint4 *)(from))[ompscan_i]
#define OMPSCAN_STORE_SOME(to, from, end)                                      \
  OMPSCAN_UNROLL_STORES for (long ompscan_i = OMPSCAN_LANE;                    \
                             ompscan_i < OMPSCAN_PART;                         \
                             ompscan_i += OMPSCAN_LANES) if (ompscan_i <       \
                                                             (end))(           \
      to)[ompscan_i] = (from)[ompscan_i]

#define OMPSCAN_TAKE_AS(vector, from, words, type)                             \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i) vector.words[ompscan_i] =                \
      ((__local const type *)(from))[ompscan_i]
#define OMPSCAN_GIVE_AS(vector, to, words, type)                               \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i)((__local type *)(to))[ompscan_i] =       \
      vector.words[ompscan_i]
#define OMPSCAN_TAKE_AS_ONE(vector, from)                                      \
  vector.q[0] = *(__local const uint4 *)(from)
#define OMPSCAN_GIVE_AS_ONE(vector, to) *(__local uint4 *)(to) = vector.q[0]
/// Expands \p move for the largest type that divides \p vector. The loop
/// variable keeps its prefix, since the arguments are expressions of the
/// caller. Most vectors have 16 bytes, and no loop that would be unrolled.
#define OMPSCAN_BY_WORDS(move, vector, other)                                  \
  do {                                                                         \
    if (sizeof(vector.b) == 16) {                                              \
      move##_ONE(vector, other);                                               \
    } else if (sizeof(vector.b) % 16 == 0) {                                   \
      move(vector, other, q, uint4);                                           \
    } else if (sizeof(vector.b) % 8 == 0) {                                    \
      move(vector, other, d, uint2);                                           \
    } else if (sizeof(vector.b) % 4 == 0) {                                    \
      move(vector, other, w, uint);                                            \
    } else if (sizeof(vector.b) % 2 == 0) {                                    \
      move(vector, other, h, ushort);                                          \
    } else {                                                                   \
      move(vector, other, b, uchar);                                           \
    }                                                                          \
  } while (0)

/// Loads vector number \p place of \p part, an array in local memory.
#define OMPSCAN_TAKE(vector, part, place)                                      \
  OMPSCAN_BY_WORDS(OMPSCAN_TAKE_AS, vector, (part) + (place) * OMPSCAN_VECTOR)
/// Stores vector number \p place of \p part.
#define OMPSCAN_GIVE(vector, part, place)                                      \
  OMPSCAN_BY_WORDS(OMPSCAN_GIVE_AS, vector, (part) + (place) * OMPSCAN_VECTOR)

// An iteration may also read elements behind the one in its vector: those in
// front of a vector, or of the part, are its halo.

/// The number of elements of \p array.
#define OMPSCAN_COUNT(array) (sizeof(array) / sizeof((array)[0]))
/// Loads the elements, of type E, in front of element \p from into \p halo,
/// while \p fetch loads others.
#define OMPSCAN_WITH_HALO(E, halo, from, fetch)                                \
  do {                                                                         \
    const uint ompscan_count = OMPSCAN_COUNT(halo);                            \
    const uint ompscan_at = min(OMPSCAN_LANE, ompscan_count - 1);              \
    const E ompscan_first = *((from) - ompscan_count + ompscan_at);            \
    fetch;                                                                     \
    if (OMPSCAN_LANE < ompscan_count)                                          \
      (halo)[OMPSCAN_LANE] = ompscan_first;                                    \
  } while (0)
/// Loads the halo of vector number \p place of \p part.
#define OMPSCAN_TAKE_HALO(halo, part, place)                                   \
  _Pragma("unroll") for (uint ompscan_i = 0; ompscan_i < OMPSCAN_COUNT(halo);  \
                         ++ompscan_i) {                                        \
    const uint ompscan_at = (place) * OMPSCAN_VECTOR + ompscan_i;              \
    (halo)[ompscan_i] = ompscan_at < OMPSCAN_COUNT(halo)                       \
                            ? part##_halo[ompscan_at]                          \
                            : (part)[ompscan_at - OMPSCAN_COUNT(halo)];        \
  }
/// Makes the halo of vector \p name, a member of ompscan_halo, that of the next
/// vector.
#define OMPSCAN_MOVE_HALO(name)                                                \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < OMPSCAN_COUNT(ompscan_halo->name);        \
                         ++ompscan_i) ompscan_halo->name[ompscan_i] =          \
      ompscan_i + OMPSCAN_VECTOR < OMPSCAN_COUNT(ompscan_halo->name)           \
          ? ompscan_halo->name[ompscan_i + OMPSCAN_VECTOR]                     \
          : name.e[ompscan_i + OMPSCAN_VECTOR -                                \
                   OMPSCAN_COUNT(ompscan_halo->name)]
/// The element \p distance places behind element `ompscan_j` of vector \p name.
#define OMPSCAN_BEHIND(name, distance)                                         \
  (ompscan_j >= (distance)                                                     \
       ? name.e[ompscan_j - (distance)]                                        \
       : ompscan_halo->name[OMPSCAN_COUNT(ompscan_halo->name) + ompscan_j -    \
                            (distance)])

#define OMPSCAN_STORE_AS(vector, to, words, type)                              \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i)((__global type *)(to))[ompscan_i] =      \
      vector.words[ompscan_i]
#define OMPSCAN_STORE_AS_ONE(vector, to) *(__global uint4 *)(to) = vector.q[0]
/// Stores \p vector at the element that \p to points to.
#define OMPSCAN_STORE(vector, to) OMPSCAN_BY_WORDS(OMPSCAN_STORE_AS, vector, to)

#endif // OMPSCAN_PTX
