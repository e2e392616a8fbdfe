//===- bins.cl - Lists that a group shares ----------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates of histograms: reductions of arrays to which iterations only add
// elements (OMPSCAN_IS_HISTOGRAM). A group has one copy of the array in local
// memory, which it updates by atomic operations. A group of one work-item has a
// private copy.
//
//===----------------------------------------------------------------------===//

// PoCL 3.1 crashes when it decides whether to inline functions with such
// parameters.
#undef OMPSCAN_INLINE
#define OMPSCAN_INLINE static inline __attribute__((always_inline))

#if OMPSCAN_GROUP == 1

#define OMPSCAN_BINS ompscan_T
#define OMPSCAN_BIN uint
#define OMPSCAN_PUT(name, operator, function)                                  \
  OMPSCAN_INLINE void ompscan_put_##name(OMPSCAN_BIN *to, const uint value) {  \
    *to = *to operator value;                                                  \
  }

#else

#define OMPSCAN_BINS __local ompscan_T
#define OMPSCAN_BIN volatile __local uint
#define OMPSCAN_PUT(name, operator, function)                                  \
  OMPSCAN_INLINE void ompscan_put_##name(OMPSCAN_BIN *to, const uint value) {  \
    (void)function(to, value);                                                 \
  }

#endif

// With the whole name: programs for PTX get the functions that they name.
OMPSCAN_PUT(add, +, atomic_add)
OMPSCAN_PUT(and, &, atomic_and)
OMPSCAN_PUT(or, |, atomic_or)
OMPSCAN_PUT(xor, ^, atomic_xor)
