//===- selection-loop.cl - Loops that keep some iterations - -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hooks of selection.cl for `if (p(x[i])) y[k++] = x[i];`. An iteration
// runs once, in ompscan_pick, which does all of its reads. The values to store
// wait in local memory until their place is known (ompscan_put_0). With
// OMPSCAN_HAS_REJECTED, iterations that are not kept advance another item and
// store, too (ompscan_put_1); their places follow from the number of iterations
// kept.
//
// OMPSCAN_IS_STAGED: without a look-back, which orders the tiles, kept items
// are copied to separate memory first.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS
#define OMPSCAN_STAGES 0
#else
#define OMPSCAN_STAGES OMPSCAN_IS_STAGED
#endif

#define OMPSCAN_SELECT_PARAMETERS OMPSCAN_PARAMETERS, const ulong n
#define OMPSCAN_SELECT_ARGUMENTS OMPSCAN_ARGUMENTS, n

typedef ompscan_moved ompscan_item;

#if OMPSCAN_GROUP == 1 || OMPSCAN_PTX

#if OMPSCAN_NATIVE
#define OMPSCAN_ITEM_VARIABLES                                                 \
  __local ompscan_moved *const items =                                         \
      (__local ompscan_moved *)OMPSCAN_TASK->scratch;
#else
#define OMPSCAN_ITEM_VARIABLES __local ompscan_moved items[OMPSCAN_TILE];
#endif
#define OMPSCAN_ITEM_PARAMETERS __local ompscan_moved *items
#define OMPSCAN_ITEM_LOCALS items

#else

/// `marks` has a byte for each item: 1 if it is kept.
#define OMPSCAN_ITEM_VARIABLES                                                 \
  __local ompscan_moved items[OMPSCAN_TILE];                                   \
  __local uchar marks[OMPSCAN_TILE] __attribute__((aligned(16)));
#define OMPSCAN_ITEM_PARAMETERS                                                \
  __local ompscan_moved *items, __local uchar *marks
#define OMPSCAN_ITEM_LOCALS items, marks

#endif

OMPSCAN_INLINE void ompscan_put_item(const uint i, const uint own,
                                     const ompscan_item item,
                                     OMPSCAN_ITEM_PARAMETERS) {
  items[i] = item;
}

/// An item whose bytes are all defined, also if an iteration that is not kept
/// sets no member. A count can be made to depend on its words.
#define OMPSCAN_MOVED_WORDS ((sizeof(ompscan_moved) + 3) / 4)
typedef union {
  ompscan_moved value;
  uint words[OMPSCAN_MOVED_WORDS];
} ompscan_clear_item;

OMPSCAN_INLINE uint ompscan_pick_clear(OMPSCAN_PARAMETERS, const ulong k,
                                       ompscan_clear_item *item) {
#pragma unroll
  for (uint w = 0; w < OMPSCAN_MOVED_WORDS; ++w)
    item->words[w] = 0;
  return ompscan_pick(OMPSCAN_ARGUMENTS, k, &item->value);
}

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECT_VARIABLES OMPSCAN_ITEM_VARIABLES
#define OMPSCAN_TILE_PARAMETERS OMPSCAN_ITEM_PARAMETERS
#define OMPSCAN_SELECT_LOCALS OMPSCAN_ITEM_LOCALS

OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong tile, const uint none,
                                        OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
#if OMPSCAN_COMPRESSES
  const uint kept = ompscan_pick_blocks(OMPSCAN_ARGUMENTS, begin, count, items);
#else
  uint kept = 0;
  for (uint i = 0; i < count; ++i) {
    ompscan_moved item;
    const uint keeps = ompscan_pick(OMPSCAN_ARGUMENTS, begin + i, &item);
    // Without a branch: a dropped item is overwritten by the next one.
    items[OMPSCAN_HAS_REJECTED && !keeps
              ? OMPSCAN_REJECTED_PLACE(i - kept, kept, count)
              : kept] = item;
    kept += keeps;
  }
#endif
  // The loads are over before the tile's count is published.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return kept;
}

#elif OMPSCAN_PTX

#define OMPSCAN_STRIPE_VECTOR 1
#define OMPSCAN_STRIPES_ARE_WHOLE true

typedef struct {
  ompscan_clear_item m[OMPSCAN_STRIPES];
} ompscan_stripes;

OMPSCAN_INLINE uint ompscan_load_stripes(OMPSCAN_SELECT_PARAMETERS,
                                         const ulong begin, const uint count,
                                         const bool is_whole,
                                         ompscan_stripes *stripes,
                                         uint *words) {
  uint keeps = 0;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j) {
    const uint i = OMPSCAN_STRIPE_PLACE(j);
    keeps |= ompscan_pick_clear(OMPSCAN_ARGUMENTS,
                                begin + (is_whole ? i : min(i, count - 1)),
                                &stripes->m[j])
             << j;
  }
#pragma unroll
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j)
#pragma unroll
    for (uint w = 0; w < OMPSCAN_MOVED_WORDS; ++w)
      *words ^= stripes->m[j].words[w];
  return keeps;
}

/// Loads the items of a lane in a tile that is not full, whose \p count items
/// begin at \p begin, by way of local memory: a few at once, so that this code
/// is not as long as that for full tiles. The loads are over then.
OMPSCAN_INLINE uint ompscan_load_rest(OMPSCAN_SELECT_PARAMETERS,
                                      const ulong begin, const uint count,
                                      ompscan_stripes *stripes,
                                      OMPSCAN_ITEM_PARAMETERS) {
  uint keeps = 0;
#pragma unroll 8
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j) {
    const uint i = OMPSCAN_STRIPE_PLACE(j);
    ompscan_clear_item item;
    const uint is_kept =
        ompscan_pick_clear(OMPSCAN_ARGUMENTS, begin + min(i, count - 1), &item);
    keeps |= (i < count ? is_kept : 0u) << j;
    items[i] = item.value;
  }
#pragma unroll
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j)
    stripes->m[j].value = items[OMPSCAN_STRIPE_PLACE(j)];
  return keeps;
}

OMPSCAN_INLINE ompscan_item ompscan_stripe_item(const ompscan_stripes *stripes,
                                                const uint stripe,
                                                const uint i) {
  return stripes->m[stripe].value;
}

#else // !OMPSCAN_PTX

#define OMPSCAN_ITEM_FENCE CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE

OMPSCAN_INLINE void ompscan_load_item(OMPSCAN_SELECT_PARAMETERS, const ulong k,
                                      const uint i, OMPSCAN_ITEM_PARAMETERS) {
  ompscan_clear_item item;
  marks[i] = (uchar)ompscan_pick_clear(OMPSCAN_ARGUMENTS, k, &item);
  items[i] = item.value;
}

OMPSCAN_INLINE uint ompscan_run_keeps(OMPSCAN_SELECT_PARAMETERS,
                                      const ulong begin, const uint count,
                                      const uint first,
                                      OMPSCAN_ITEM_PARAMETERS) {
  uint bits = 0;
#if (OMPSCAN_ITEMS) % 16 == 0
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; j += 16) {
    // In each word byte i goes to bit 24 + i.
    const uint4 w =
        *(__local const uint4 *)(marks + first + j) * 0x01020408u >> 24 & 15u;
    bits |= (w.x | w.y << 4 | w.z << 8 | w.w << 12) << j;
  }
#else
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
    bits |= (uint)marks[first + j] << j;
#endif
  return bits;
}

OMPSCAN_INLINE ompscan_item ompscan_take_item(const uint i,
                                              OMPSCAN_ITEM_PARAMETERS) {
  return items[i];
}

#endif // OMPSCAN_GROUP, OMPSCAN_PTX
