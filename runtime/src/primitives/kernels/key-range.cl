//===- key-range.cl - The keys of a range ------------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the keys of a range of the order, with their indices, and counts those
// in front of the range. Equal keys are ordered by their places in the array,
// so that no two are equal, and keys that are kept stay in the order of the
// array. The ends of the range come from a sample of the keys.
//
// The array is cut into parts, one for each warp, or group without warps:
//
// - ompscan_range_mark reads all keys, and stores the places of those of the
//   range in a slot of each part as far as it has room,
// - ompscan_range_sums scans the counts of the parts,
// - ompscan_range_gather copies the keys with these places. A part whose slot
//   had too little room is read again.
//
// No part waits for another one.
//
// The text in front defines ompscan_E, OMPSCAN_KEY_BITS and OMPSCAN_IS_FLOATING
// (key-order.cl), and
//
//   ompscan_V                the type of an index, an unsigned integer
//   OMPSCAN_HAS_VALUES       1: there are indices
//
// A part has less than 2^32 keys. ompscan_T is a ulong, which holds the number
// of keys of the range in a tile above that of keys in front of it.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_KEY_BITS == 128
#define OMPSCAN_END_OF(low, high) ((ulong2)(low, high))
#define OMPSCAN_IS_ZERO(a) (((a).x | (a).y) == 0)
#define OMPSCAN_IS_LESS(a, b)                                                  \
  ((a).y < (b).y || ((a).y == (b).y && (a).x < (b).x))
#define OMPSCAN_IS_BETWEEN(a, low, high)                                       \
  (!OMPSCAN_IS_LESS(a, low) && !OMPSCAN_IS_LESS(high, a))
#define OMPSCAN_NEXT(a) ((ulong2)((a).x + 1, (a).y + ((a).x == ~0ul)))
#define OMPSCAN_PREVIOUS(a) ((ulong2)((a).x - 1, (a).y - ((a).x == 0)))
#else
#define OMPSCAN_END_OF(low, high) ((ompscan_E)(low))
#define OMPSCAN_IS_ZERO(a) ((a) == 0)
#define OMPSCAN_IS_LESS(a, b) ((a) < (b))
/// Not with `low` above `high`.
#define OMPSCAN_IS_BETWEEN(a, low, high)                                       \
  ((ompscan_E)((a) - (low)) <= (ompscan_E)((high) - (low)))
#define OMPSCAN_NEXT(a) ((ompscan_E)((a) + 1))
#define OMPSCAN_PREVIOUS(a) ((ompscan_E)((a) - 1))
#endif

/// A range from a key to before another one: the integers that stand for them
/// (ompscan_ordered), the lower halves first, and their places.
#define OMPSCAN_RANGE_PARAMETERS                                               \
  const ulong first_low, const ulong first_high, const ulong first_place,      \
      const ulong last_low, const ulong last_high, const ulong last_place
#define OMPSCAN_RANGE_ARGUMENTS                                                \
  first_low, first_high, first_place, last_low, last_high, last_place

/// The keys, and parts of \p part keys.
#define OMPSCAN_PARTS_PARAMETERS                                               \
  __global const ompscan_E *x, const ulong n, const ulong part,                \
      const ulong flip, OMPSCAN_RANGE_PARAMETERS
#define OMPSCAN_PARTS_ARGUMENTS x, n, part, flip, OMPSCAN_RANGE_ARGUMENTS

/// Parameters of ompscan_visit() for the keys of the range, which it copies, or
/// whose places it stores in a slot.
#define OMPSCAN_SINK_PARAMETERS                                                \
  const bool copies, __global uint *slot, const ulong room,                    \
      __global const ompscan_V *y, __global ompscan_E *out,                    \
      __global ompscan_V *y_out
#define OMPSCAN_SINK_ARGUMENTS copies, slot, room, y, out, y_out

/// Copies the key at \p place, and its index, which is the place itself if \p y
/// is null.
OMPSCAN_INLINE void ompscan_copy_key(const ulong place, const ulong to,
                                     __global const ompscan_E *x,
                                     __global const ompscan_V *y,
                                     __global ompscan_E *out,
                                     __global ompscan_V *y_out) {
  out[to] = x[place];
#if OMPSCAN_HAS_VALUES
  y_out[to] = y ? y[place] : (ompscan_V)place;
#endif
}

/// Puts key \p i of the part that begins at \p begin, as number \p number.
OMPSCAN_INLINE void ompscan_put_key(const ulong begin, const uint i,
                                    const ulong number,
                                    __global const ompscan_E *x,
                                    OMPSCAN_SINK_PARAMETERS) {
  if (copies)
    ompscan_copy_key(begin + i, number, x, y, out, y_out);
  else if (number < room)
    slot[number] = i;
}

/// The integers of the keys of a range whose places lie between two of its
/// ends: from `low` to `high`, which they include. Keys in front of the range
/// have less than `low`.
typedef struct {
  ompscan_E low, high;
  bool is_empty;       ///< there are none
  bool are_all_before; ///< all keys are in front of the range
} ompscan_interval;

/// \returns the integers of keys at \p place and behind it, up to the place of
/// the next end of the range. Equal keys with places in front of that of the
/// first key are in front of it.
OMPSCAN_INLINE ompscan_interval ompscan_interval_at(const uint place,
                                                    const ompscan_E first,
                                                    const uint first_place,
                                                    const ompscan_E last,
                                                    const uint last_place) {
  ompscan_interval r;
  r.low = place < first_place ? OMPSCAN_NEXT(first) : first;
  r.high = place < last_place ? last : OMPSCAN_PREVIOUS(last);
  r.are_all_before = place < first_place && OMPSCAN_IS_ZERO(r.low);
  r.is_empty = r.are_all_before ||
               (place >= last_place && OMPSCAN_IS_ZERO(last)) ||
               OMPSCAN_IS_LESS(r.high, r.low);
  return r;
}

/// \returns 1 for a key in front of the range, 2 for one of the range, and 0
/// for others.
OMPSCAN_INLINE uint ompscan_side(const ompscan_E key,
                                 const ompscan_interval keys) {
  const bool is_before = keys.are_all_before || OMPSCAN_IS_LESS(key, keys.low);
  const bool is_within =
      !keys.is_empty && !is_before && !OMPSCAN_IS_LESS(keys.high, key);
  return (is_before ? 1u : 0u) | (is_within ? 2u : 0u);
}

#if OMPSCAN_PTX

/// Visits the keys from \p tile to before \p end, of a tile of a warp, and puts
/// those of the range. \p kept counts those, and \p before the keys of the
/// lane in front of the range.
OMPSCAN_INLINE void ompscan_visit_tile(const ulong begin, const uint tile,
                                       const uint end, const ulong flip,
                                       const ompscan_interval keys,
                                       __global const ompscan_E *x, uint *kept,
                                       uint *before, OMPSCAN_SINK_PARAMETERS) {
  const uint own = tile + OMPSCAN_LANE;
  __global const ompscan_E *const from = x + begin + own;
  ompscan_E e[OMPSCAN_ITEMS];
  uint valid = ~0u >> (32 - OMPSCAN_ITEMS);
  if (end - tile == OMPSCAN_PART) {
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      e[j] = from[j * OMPSCAN_LANES];
  } else {
    valid = own < end ? ~0u >> (31 - (end - 1 - own) / OMPSCAN_LANES) : 0u;
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
      e[j] = keys.low;
      if (own + j * OMPSCAN_LANES < end)
        e[j] = from[j * OMPSCAN_LANES];
    }
  }
  // Without branches, which would part the loads.
  uint in_range = 0;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    e[j] = ompscan_ordered(e[j], flip);
    in_range |= (OMPSCAN_IS_BETWEEN(e[j], keys.low, keys.high) ? 1u : 0u) << j;
  }
  in_range &= keys.is_empty ? 0u : valid;
  if (keys.are_all_before) {
    *before += popcount(valid);
  } else if (!OMPSCAN_IS_ZERO(keys.low)) {
    uint in_front = 0;
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      in_front |= (OMPSCAN_IS_LESS(e[j], keys.low) ? 1u : 0u) << j;
    *before += popcount(in_front & valid);
  }
  if (ompscan_ballot(in_range != 0)) {
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
      const uint votes = ompscan_ballot(in_range >> j & 1u);
      if (in_range >> j & 1u)
        ompscan_put_key(begin, own + j * OMPSCAN_LANES,
                        *kept + popcount(votes & ((1u << OMPSCAN_LANE) - 1u)),
                        x, OMPSCAN_SINK_ARGUMENTS);
      *kept += popcount(votes);
    }
  }
}

#endif // OMPSCAN_PTX

/// Visits the keys of a part from \p begin on, and puts those of the range.
/// \returns their number, above 32 bits with the number of those in front of
/// the range, in all lanes of the warp or work-items of the group.
OMPSCAN_INLINE ulong ompscan_visit(const ulong begin, OMPSCAN_PARTS_PARAMETERS,
                                   __local ompscan_T *numbers,
                                   OMPSCAN_SINK_PARAMETERS) {
  const uint length = begin < n ? (uint)min(part, n - begin) : 0;
  const ompscan_E first = OMPSCAN_END_OF(first_low, first_high);
  const ompscan_E last = OMPSCAN_END_OF(last_low, last_high);
  // Places in the part.
  const uint first_from =
      first_place < begin ? 0 : (uint)min(first_place - begin, (ulong)length);
  const uint last_from =
      last_place < begin ? 0 : (uint)min(last_place - begin, (ulong)length);
  uint kept = 0, before = 0;
  for (uint from = 0, until; from < length; from = until) {
    until = length;
    if (first_from > from)
      until = min(until, first_from);
    if (last_from > from)
      until = min(until, last_from);
    const ompscan_interval keys =
        ompscan_interval_at(from, first, first_from, last, last_from);
#if OMPSCAN_PTX
    for (uint tile = from, end; tile < until; tile = end) {
      end = until - tile < OMPSCAN_PART ? until : tile + OMPSCAN_PART;
      ompscan_visit_tile(begin, tile, end, flip, keys, x, &kept, &before,
                         OMPSCAN_SINK_ARGUMENTS);
    }
#elif OMPSCAN_GROUP == 1
    for (uint i = from; i < until; ++i) {
      const uint side = ompscan_side(ompscan_ordered(x[begin + i], flip), keys);
      before += side & 1u;
      if (side == 2)
        ompscan_put_key(begin, i, kept++, x, OMPSCAN_SINK_ARGUMENTS);
    }
#else
    for (uint tile = from; tile < until; tile += (uint)OMPSCAN_TILE) {
      const uint run = tile + (uint)get_local_id(0) * OMPSCAN_ITEMS;
      uint sides[OMPSCAN_ITEMS];
      ompscan_T own = 0;
      for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
        sides[j] = 0;
        if (run + j < until)
          sides[j] =
              ompscan_side(ompscan_ordered(x[begin + run + j], flip), keys);
        own += (ulong)(sides[j] >> 1) << 32 | (sides[j] & 1u);
      }
      ompscan_T all;
      uint number = kept + (uint)(ompscan_scan_group(own, numbers, &all) >> 32);
      for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
        if (sides[j] == 2)
          ompscan_put_key(begin, run + j, number++, x, OMPSCAN_SINK_ARGUMENTS);
      kept += (uint)(all >> 32);
      before += (uint)all;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
  }
#if OMPSCAN_PTX
#pragma unroll
  for (uint d = OMPSCAN_LANES / 2; d > 0; d /= 2)
    before += ompscan_word_down(before, d);
  before = ompscan_word_of(before, 0);
#endif
  return (ulong)kept << 32 | before;
}

#if OMPSCAN_PTX
#define OMPSCAN_OWN_PART (get_group_id(0) * (ulong)OMPSCAN_WARPS + OMPSCAN_WARP)
#define OMPSCAN_PART_MEMBER OMPSCAN_LANE
#define OMPSCAN_PART_MEMBERS OMPSCAN_LANES
#define OMPSCAN_RANGE_NUMBERS __local ompscan_T numbers[1];
#else
#define OMPSCAN_OWN_PART ((ulong)get_group_id(0))
#define OMPSCAN_PART_MEMBER ((uint)get_local_id(0))
#define OMPSCAN_PART_MEMBERS OMPSCAN_GROUP
#define OMPSCAN_RANGE_NUMBERS __local OMPSCAN_GROUP_NUMBERS(numbers);
#endif

/// Stores keys of a sample, one of each `n / samples` neighbours. \p seed
/// tells which.
OMPSCAN_KERNEL void ompscan_range_sample(__global const ompscan_E *x,
                                         const ulong n, const uint samples,
                                         const uint seed,
                                         __global ompscan_E *out) {
  const ulong step = n / samples;
  const uint i = (uint)get_global_id(0);
  if (i < samples) {
    // The finalizer of MurmurHash3.
    uint h = i * 0x9E3779B9u + seed;
    h = (h ^ h >> 16) * 0x85EBCA6Bu;
    h = (h ^ h >> 13) * 0xC2B2AE35u;
    h ^= h >> 16;
    out[i] = x[i * step + (h * step >> 32)];
  }
}

/// Stores the number of keys of the range in part p in `counts[p]`, and that of
/// keys in front of it in `counts[parts + p]`. A slot has room for \p room
/// places.
OMPSCAN_KERNEL void ompscan_range_mark(OMPSCAN_PARTS_PARAMETERS,
                                       const ulong parts, __global uint *slots,
                                       const ulong room,
                                       __global ulong *counts) {
  OMPSCAN_RANGE_NUMBERS
  const ulong p = OMPSCAN_OWN_PART;
  const ulong found = ompscan_visit(p * part, OMPSCAN_PARTS_ARGUMENTS, numbers,
                                    false, slots + p * room, room, 0, 0, 0);
  if (p < parts && OMPSCAN_PART_MEMBER == 0) {
    counts[p] = found >> 32;
    counts[parts + p] = found & 0xfffffffful;
  }
}

/// Replaces each count of keys of the range by the sum of those in front of it.
/// \p totals receives both sums over all parts. One group runs it.
OMPSCAN_KERNEL void ompscan_range_sums(__global ulong *counts,
                                       const ulong parts,
                                       __global ulong *totals) {
  __local OMPSCAN_GROUP_NUMBERS(numbers);
  const ulong each = (parts - 1) / OMPSCAN_GROUP + 1;
  const ulong begin = min(get_local_id(0) * each, parts);
  const ulong end = min(begin + each, parts);
  // In a loop, so that there is one copy of ompscan_scan_group (see radix.cl).
  for (uint turn = 2; turn-- > 0;) {
    __global ulong *const own = counts + turn * parts;
    ompscan_T sum = 0, all;
    for (ulong p = begin; p < end; ++p)
      sum += own[p];
    ompscan_T left = ompscan_scan_group(sum, numbers, &all);
    if (turn == 0)
      for (ulong p = begin; p < end; ++p) {
        const ulong count = own[p];
        own[p] = left;
        left += count;
      }
    if (get_local_id(0) == 0)
      totals[turn] = all;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

/// Copies the keys of the range, whose places, or only the counts of these, are
/// known, and their indices.
OMPSCAN_KERNEL void
ompscan_range_gather(OMPSCAN_PARTS_PARAMETERS, const ulong parts,
                     __global uint *slots, const ulong room,
                     __global const ulong *counts, __global const ulong *totals,
                     __global const ompscan_V *y, __global ompscan_E *out,
                     __global ompscan_V *y_out) {
  OMPSCAN_RANGE_NUMBERS
  const ulong p = OMPSCAN_OWN_PART;
  if (p >= parts)
    return;
  const ulong to = counts[p];
  const ulong count = (p + 1 == parts ? totals[0] : counts[p + 1]) - to;
  if (count > room) {
    ompscan_visit(p * part, OMPSCAN_PARTS_ARGUMENTS, numbers, true, slots, room,
                  y, out + to, OMPSCAN_HAS_VALUES ? y_out + to : y_out);
    return;
  }
  for (ulong i = OMPSCAN_PART_MEMBER; i < count; i += OMPSCAN_PART_MEMBERS)
    ompscan_copy_key(p * part + slots[p * room + i], to + i, x, y, out, y_out);
}
