//===- tile.cl - What the kernels have in common ----------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the slots of a loop (see docs/kernel-contract.md).
//
// The operator need not be commutative and has no identity: a value is only
// ever copied or combined, so it may be a structure. Names begin with ompscan_,
// since the loop's own arrays and scalars are parameters of the same functions.
//
//===----------------------------------------------------------------------===//

/// Elements of a tile.
#define OMPSCAN_TILE ((ulong)(OMPSCAN_GROUP) * (OMPSCAN_ITEMS))

/// Local memory holds the run of each work-item as a row. An odd pitch lets the
/// work-items walk along their rows without meeting in a bank.
#define OMPSCAN_PITCH_OF(items) ((items) | 1)

/// Whether whole vectors of the loop's arrays go to and from local memory: the
/// slots have to offer it, and the arrays to be aligned, which the runtime
/// looks at.
#define OMPSCAN_USES_VECTORS                                                   \
  (OMPSCAN_PTX && OMPSCAN_HAS_VECTORS && OMPSCAN_ALIGNED)

/// A value as the 32-bit words in which it travels between work-items.
#define OMPSCAN_WORDS ((OMPSCAN_ITEM_SIZE + 3) / 4)
typedef union {
  ompscan_T value;
  uint words[OMPSCAN_WORDS];
} ompscan_bits;

/// Whether a tile is finished with something on its left, which is what the
/// whole scan starts from if the tile is scanned by itself.
#if OMPSCAN_ALGORITHM == OMPSCAN_THREE_KERNEL
#define OMPSCAN_HAS_LEFT(tile) ((tile) == 0)
#else
#define OMPSCAN_HAS_LEFT(tile) true
#endif
