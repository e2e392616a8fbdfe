//===- prelude.cl - What the slots of a loop are written with - -*- OpenCL
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in front of the slots of a loop (see docs/kernel-contract.md), which
// move OMPSCAN_VECTOR neighbours at once by the macros below.
//
//===----------------------------------------------------------------------===//

#define OMPSCAN_THREE_KERNEL 0
#define OMPSCAN_SINGLE_PASS 1
#define OMPSCAN_REDUCE_THEN_SCAN 2
#ifndef OMPSCAN_ALGORITHM
#define OMPSCAN_ALGORITHM OMPSCAN_THREE_KERNEL
#endif
#ifndef OMPSCAN_PTX
#define OMPSCAN_PTX 0
#endif
/// Elements that the vector slots move at once; 0: they must not be called.
#ifndef OMPSCAN_VECTOR
#define OMPSCAN_VECTOR 0
#endif

#if OMPSCAN_VECTOR > 0

/// OMPSCAN_VECTOR elements of type E, and the pieces in which they travel.
#define OMPSCAN_VECTOR_OF(E)                                                   \
  union {                                                                      \
    E e[OMPSCAN_VECTOR];                                                       \
    uint4 q[(sizeof(E) * OMPSCAN_VECTOR + 15) / 16];                           \
    uint2 d[(sizeof(E) * OMPSCAN_VECTOR + 7) / 8];                             \
    uint w[(sizeof(E) * OMPSCAN_VECTOR + 3) / 4];                              \
    ushort h[(sizeof(E) * OMPSCAN_VECTOR + 1) / 2];                            \
    uchar b[sizeof(E) * OMPSCAN_VECTOR];                                       \
  }

#define OMPSCAN_FETCH_AS(to, from, piece, type)                                \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(to.b) / sizeof(type); ++ompscan_i) \
      to.piece[ompscan_i] = ((__global const type *)(from))[ompscan_i]
#define OMPSCAN_PUT_AS(to, from, piece, type)                                  \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(from.b) / sizeof(type);            \
                         ++ompscan_i)((__global type *)(to))[ompscan_i] =      \
      from.piece[ompscan_i]

/// Does \p move in the largest pieces that \p vector is made of.
#define OMPSCAN_IN_PIECES(move, to, from, vector)                              \
  do {                                                                         \
    if (sizeof(vector.b) % 16 == 0)                                            \
      move(to, from, q, uint4);                                                \
    else if (sizeof(vector.b) % 8 == 0)                                        \
      move(to, from, d, uint2);                                                \
    else if (sizeof(vector.b) % 4 == 0)                                        \
      move(to, from, w, uint);                                                 \
    else if (sizeof(vector.b) % 2 == 0)                                        \
      move(to, from, h, ushort);                                               \
    else                                                                       \
      move(to, from, b, uchar);                                                \
  } while (0)

/// Loads the vector \p to from the elements at \p from, which are aligned to
/// the size of the vector or to 16 bytes, whichever is less.
#define OMPSCAN_FETCH(to, from)                                                \
  OMPSCAN_IN_PIECES(OMPSCAN_FETCH_AS, to, from, to)
/// The way back.
#define OMPSCAN_PUT(to, from) OMPSCAN_IN_PIECES(OMPSCAN_PUT_AS, to, from, from)

#endif // OMPSCAN_VECTOR
