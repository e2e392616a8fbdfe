//===- tile.cl - Sizes and names of a tile ----------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the hooks of a program (docs/kernel-contract.md).
//
// The operator need not be commutative and has no identity: values are only
// copied and combined, so ompscan_T may be a structure.
//
// Functions, types and macros carry the prefix ompscan_ or OMPSCAN_, locals and
// parameters do not. The parameters of a program begin with a capital letter,
// so that nothing clashes. A macro that declares locals and expands expressions
// of its caller keeps the prefix on these locals.
//
//===----------------------------------------------------------------------===//

/// Runs of neighbours that a work-item has in a tile.
#ifndef OMPSCAN_CHAINS
#define OMPSCAN_CHAINS 1
#endif

/// With OMPSCAN_HAS_HEAD, tiles begin behind the first `head` iterations, where
/// the elements that the loop stores lie on borders of vectors. Tile 0 has
/// these iterations, too.
#if OMPSCAN_HAS_HEAD
#define OMPSCAN_HEAD_PARAMETER , const uint head
#define OMPSCAN_HEAD_ARGUMENT , head
#define OMPSCAN_BEHIND_HEAD(k) (head + (k))
#else
#define OMPSCAN_HEAD_PARAMETER
#define OMPSCAN_HEAD_ARGUMENT
#define OMPSCAN_BEHIND_HEAD(k) (k)
#endif

/// Elements of a tile.
#define OMPSCAN_TILE ((ulong)(OMPSCAN_GROUP) * (OMPSCAN_ITEMS))
/// Elements of \p tile, of \p n in all: the last one may have less.
#define OMPSCAN_TILE_LENGTH(n, tile)                                           \
  min(OMPSCAN_TILE, (ulong)(n) - (ulong)(tile) * OMPSCAN_TILE)

/// Whether all iterations of \p n up to \p end exist, and need no more of
/// ompscan_output() than the store of `after`, which vector hooks can do in its
/// place: the last one may store values for the host.
#define OMPSCAN_ENDS_BEFORE(end, n) ((end) + OMPSCAN_USES_BEFORE <= (n))

/// Elements from the run of a work-item to that of the next one in local
/// memory. An odd pitch avoids bank conflicts between runs.
#define OMPSCAN_PITCH_OF(items) ((items) | 1)

/// Whether whole vectors move between the arrays and local memory: the hooks
/// provide for it, and the runtime has found the arrays to be aligned.
#define OMPSCAN_USES_VECTORS                                                   \
  (OMPSCAN_PTX && OMPSCAN_HAS_VECTORS && OMPSCAN_ALIGNED)

/// Whether what iterations store lies in local memory, and not the values of
/// the scan: see result-tile.cl.
#define OMPSCAN_STORES_RESULTS                                                 \
  (OMPSCAN_HAS_RESULTS && OMPSCAN_PTX && !OMPSCAN_IS_ORDERED &&                \
   OMPSCAN_ALGORITHM != OMPSCAN_THREE_KERNEL)

/// A value as 32-bit words.
#define OMPSCAN_WORDS ((OMPSCAN_ITEM_SIZE + 3) / 4)
typedef union {
  ompscan_T value;
  uint words[OMPSCAN_WORDS];
} ompscan_bits;

/// Whether a prefix is combined into a tile when it is finished. Three-kernel
/// scans every tile but the first by itself.
#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL
#define OMPSCAN_HAS_LEFT(tile) ((tile) == 0)
#else
#define OMPSCAN_HAS_LEFT(tile) true
#endif
