//===- native-prelude.cl - OpenCL C as code of the host ---- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedes prelude.cl, after builtins.cl, in a program that Clang compiles for
// the host. A thread is a work-group of one work-item, and runs a tile at a
// time.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_NATIVE 1

/// Integers that no device but the host has; some hosts lack them, too.
#ifdef __SIZEOF_INT128__
typedef __int128 ompscan_int128;
typedef unsigned __int128 ompscan_uint128;
#endif

/// The members of ompscan_native_task of ompscan/abi.h.
#define OMPSCAN_TASK_MEMBERS                                                   \
  ulong group;                                                                 \
  ulong groups;                                                                \
  uint items;                                                                  \
  uint is_ordered;                                                             \
  uint streams;                                                                \
  uint is_inner;                                                               \
  ulong scratch;                                                               \
  ulong value;                                                                 \
  ulong is_fixed;                                                              \
  ulong left;                                                                  \
  uint is_known;                                                               \
  uint is_apart;

/// The work of one call of a kernel.
typedef struct {
  OMPSCAN_TASK_MEMBERS
} ompscan_task;

/// The work of one call of a kernel that knows rows. Kernels set the other
/// members in a copy for the iterations of one row, and for those behind its
/// first one.
typedef struct {
  OMPSCAN_TASK_MEMBERS
  ulong row;
  uint is_in_row;
  uint is_behind_begin;
} ompscan_row_task;

/// The hooks define it as ompscan_row_task if they know rows.
#define OMPSCAN_TASK_TYPE ompscan_task
#define OMPSCAN_TASK ompscan_own_task
/// Every function with the parameters of the loop has the task as well.
#define OMPSCAN_CONTEXT_PARAMETER const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK,
#define OMPSCAN_CONTEXT_ARGUMENT OMPSCAN_TASK,
/// The arguments of such a function, by their addresses in `arguments`.
#define OMPSCAN_LOOP_ARGUMENTS OMPSCAN_TASK, OMPSCAN_UNPACKED(arguments)

/// What OMPSCAN_COMBINE_CALLS, which the hooks of some scans define, says of
/// the operator: it calls functions of math.cl, or others of the C library.
#define OMPSCAN_CALLS_MATH 1
#define OMPSCAN_CALLS_LIBRARY 2

/// Precedes a loop over iterations that are too few for vectors.
#define OMPSCAN_FEW_ITERATIONS                                                 \
  _Pragma("clang loop unroll(disable) vectorize(disable)")

#define OMPSCAN_IS_LAST(k) (!OMPSCAN_TASK->is_inner && (k) + 1 == F_trips)

/// Within a row, no iteration has to find it by a division.
#define OMPSCAN_ROW(quotient)                                                  \
  (OMPSCAN_TASK->is_in_row ? OMPSCAN_TASK->row : (quotient))
/// Behind the begin of a row, no condition holds that asks for it.
#define OMPSCAN_KNOWS_COLUMN                                                   \
  if (OMPSCAN_TASK->is_behind_begin)                                           \
    __builtin_assume(ompscan_column != 0);

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

#ifdef __x86_64__
#define OMPSCAN_CAN_STREAM 1
/// Whether the version of the program has such stores. The plugin replaces it
/// by a number when versions are made.
__attribute__((const)) bool ompscan_may_stream(void);
/// Stores past the caches. The compiler's own way, __builtin_nontemporal_store,
/// serves for some elements of a vector only, which is worse than for none.
#define OMPSCAN_STREAM(to, value)                                              \
  __asm__("movnti %1, %0" : "=m"(*(to)) : "r"(value))
#define OMPSCAN_FINISH_STREAMS __builtin_ia32_sfence()
#else
#define OMPSCAN_CAN_STREAM 0
#define ompscan_may_stream() false
#define OMPSCAN_STREAM(to, value)
#define OMPSCAN_FINISH_STREAMS
#endif
/// Whether this version of the program stores past the caches for this task.
#define OMPSCAN_STREAMS (ompscan_may_stream() && OMPSCAN_TASK->streams)
/// Whether loops of this version of the program become vectors.
#ifdef __x86_64__
#define OMPSCAN_IN_VECTORS (ompscan_may_stream())
#else
#define OMPSCAN_IN_VECTORS 1
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

#if !OMPSCAN_IS_ALIKE
/// x * y + z, rounded once by processors that have an operation for it: all
/// versions of a program are made of the same text.
#define OMPSCAN_DEFINE_FMA(T)                                                  \
  OMPSCAN_OVERLOADED T ompscan_fma(const T x, const T y, const T z) {          \
    _Pragma("OPENCL FP_CONTRACT ON");                                          \
    return x * y + z;                                                          \
  }
OMPSCAN_DEFINE_FMA(float)
OMPSCAN_DEFINE_FMA(double)
#define OMPSCAN_FMA ompscan_fma
#endif

/// Functions of library.cl are those of the host's library.
#define OMPSCAN_LIBRARY(result, name, builtin, parameters, arguments)          \
  OMPSCAN_OVERLOADED result name parameters { return builtin arguments; }
