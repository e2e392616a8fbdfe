//===- selection.cl - Selections --------------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A selection keeps some items, in order; the others are dropped or stored
// elsewhere (OMPSCAN_HAS_REJECTED). The scan is one of counts (counts.cl). Its
// look-back also makes a selection in place safe: a tile stores only where
// tiles up to itself have loaded, and publishes its count only when its loads
// are over.
//
// Loops (selection-loop.cl) and primitives (select.cl, beside the primitives)
// define the hooks of a tile after this file, which selection-tile.cl uses:
//
//   OMPSCAN_SELECT_PARAMETERS, OMPSCAN_SELECT_ARGUMENTS
//                           the arrays, and n, the number of items
//   ompscan_item            the value that moves
//   OMPSCAN_ITEM_VARIABLES, OMPSCAN_ITEM_PARAMETERS, OMPSCAN_ITEM_LOCALS
//                           local memory for the items of a tile
//   ompscan_put_item(i, own, item, OMPSCAN_ITEM_PARAMETERS)
//                           stores item number `own` of the tile at place i
//
// Groups without warps:
//
//   OMPSCAN_ITEM_FENCE      the fence after the loads of a tile
//   ompscan_load_item(OMPSCAN_SELECT_PARAMETERS, k, i, OMPSCAN_ITEM_PARAMETERS)
//                           loads item k to place i of local memory
//   ompscan_run_keeps(OMPSCAN_SELECT_PARAMETERS, begin, count, first,
//                     OMPSCAN_ITEM_PARAMETERS)
//                           returns a bit for each of OMPSCAN_ITEMS items from
//                           place `first` on: whether it is kept
//   ompscan_take_item(i, OMPSCAN_ITEM_PARAMETERS)
//
// Warps:
//
//   OMPSCAN_STRIPE_VECTOR   neighbouring items that a lane has of a stripe,
//                           which is what all lanes load together
//   ompscan_stripes         the items of a lane in registers
//   OMPSCAN_STRIPES_ARE_WHOLE
//                           whether a full tile is loaded in whole stripes
//   ompscan_load_stripes(OMPSCAN_SELECT_PARAMETERS, begin, count, is_whole,
//                        stripes, words)
//                           loads the items of a lane and returns a bit for
//                           each that is kept; combines all loaded words into
//                           `words`
//   ompscan_stripe_item(stripes, stripe, i)
//
// One work-item:
//
//   OMPSCAN_SELECT_VARIABLES, OMPSCAN_TILE_PARAMETERS, OMPSCAN_SELECT_LOCALS
//   ompscan_select_load()   loads a tile to its places in local memory and
//                           returns the number of items kept
//
//===----------------------------------------------------------------------===//

/// The place in local memory of rejected item i of a tile with \p count items,
/// of which \p kept are kept. One work-item stores them from the end of the
/// tile.
#if OMPSCAN_GROUP == 1
#define OMPSCAN_REJECTED_PLACE(i, kept, count) ((count) - 1 - (i))
#else
#define OMPSCAN_REJECTED_PLACE(i, kept, count) ((kept) + (i))
#endif

#if OMPSCAN_PTX && OMPSCAN_GROUP > 1
/// Stripes of a warp's part, and the place in the tile of the first item that a
/// lane has of a stripe.
#define OMPSCAN_STRIPES ((OMPSCAN_ITEMS) / (OMPSCAN_STRIPE_VECTOR))
#define OMPSCAN_STRIPE_PLACE(stripe)                                           \
  (OMPSCAN_WARP * OMPSCAN_PART +                                               \
   ((stripe) * OMPSCAN_LANES + OMPSCAN_LANE) * OMPSCAN_STRIPE_VECTOR)
#endif
