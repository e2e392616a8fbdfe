//===- radix-warp.cl - Radix sort by warps ----------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A radix sort in single passes by warps, on NVIDIA devices: the digits of all
// steps are counted at once, and a step reads and stores every key once
// (Adinets and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort
// for GPUs", 2022). In a step, a group takes a tile and
//
// - counts the digits of each warp's keys by atomic operations, and publishes
//   the counts of the tile before it does anything else with the keys,
// - ranks the keys of each warp by votes, stripe by stripe, and puts them into
// local
//   memory in the order of their digits,
// - looks back for the counts of the tiles in front, a digit a work-item,
// - stores the keys, and after them the values, which go through the same local
//   memory. Neighbours are stored next to each other as far as their digits are
//   equal, so a tile has as many keys as local memory can hold.
//
// The state of a sort is a ticket for each step, in OMPSCAN_DIGITS words, and
// then a status for each digit of each tile. A status is a word: the count,
// below two bits that tell whether it is that of the tile or of all tiles up to
// it. At its end a step has left the latter in all statuses. The next one
// inverts the upper bit, which makes nothing of them, so that the state is
// cleared once a sort.
//
// Between the first and the last step, the arrays hold the integers that stand
// for the keys (ompscan_ordered). radix.cl lists the definitions of the text in
// front; ompscan_T is an unsigned integer of which two bits are free, and a
// group has at least OMPSCAN_DIGITS work-items.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_SWEEPS

#define OMPSCAN_STEPS (OMPSCAN_KEY_BITS / 8)

/// Small values follow their keys through local memory. Larger ones are stored
/// directly.
#define OMPSCAN_IS_STAGED (OMPSCAN_HAS_VALUES && sizeof(ompscan_V) <= 8)
#define OMPSCAN_STAGED_SIZE                                                    \
  (OMPSCAN_IS_STAGED && sizeof(ompscan_V) > sizeof(ompscan_E)                  \
       ? sizeof(ompscan_V)                                                     \
       : sizeof(ompscan_E))

/// Bytes of local memory for the keys of a tile, and before for the counts of
/// digits of its warps.
#define OMPSCAN_STAGE_BYTES                                                    \
  (OMPSCAN_TILE * OMPSCAN_STAGED_SIZE > OMPSCAN_WARPS * OMPSCAN_DIGITS * 4     \
       ? OMPSCAN_TILE * OMPSCAN_STAGED_SIZE                                    \
       : OMPSCAN_WARPS * OMPSCAN_DIGITS * 4)

/// Statuses that a work-item polls at once. On an H200 1 takes 1.12 of the
/// time, 8 take 1.01.
#define OMPSCAN_SIGHT 4

#define OMPSCAN_DIGIT_PREFIX ((ompscan_T)2 << (OMPSCAN_ITEM_SIZE * 8 - 2))
#define OMPSCAN_DIGIT_AGGREGATE ((ompscan_T)1 << (OMPSCAN_ITEM_SIZE * 8 - 2))
#define OMPSCAN_DIGIT_COUNT (OMPSCAN_DIGIT_AGGREGATE - 1)

OMPSCAN_INLINE void ompscan_store_count(__global volatile ompscan_T *status,
                                        const ompscan_T word) {
#if !OMPSCAN_PTX_STATUS
  *status = word;
#elif OMPSCAN_ITEM_SIZE == 4
  __asm__ volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(status),
                   "r"(word)
                   : "memory");
#else
  __asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(status),
                   "l"(word)
                   : "memory");
#endif
}

OMPSCAN_INLINE ompscan_T
ompscan_load_count(__global volatile ompscan_T *status) {
#if !OMPSCAN_PTX_STATUS
  return *status;
#else
  ompscan_T word;
#if OMPSCAN_ITEM_SIZE == 4
  __asm__ volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                   : "=r"(word)
                   : "l"(status)
                   : "memory");
#else
  __asm__ volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                   : "=l"(word)
                   : "l"(status)
                   : "memory");
#endif
  return word;
#endif
}

/// Stores the count of digit d of step s in the keys of group g in `sums[(g *
/// OMPSCAN_STEPS + s) * OMPSCAN_DIGITS + d]`, and clears the \p words words of
/// the state. The first of \p steps digits begins at bit \p first_bit, and \p
/// last_mask is the largest value of the last one; if digits are bytes, they
/// are those of the whole key.
OMPSCAN_KERNEL void ompscan_radix_count(
    __global const ompscan_E *x, const ulong n, const ulong flip,
    __global ompscan_T *sums, __global ompscan_T *state, const ulong words,
    const uint first_bit, const uint steps, const uint last_mask) {
  __local uint counts[OMPSCAN_STEPS * OMPSCAN_DIGITS];
  const uint id = (uint)get_local_id(0);
  const ulong length = OMPSCAN_COUNTED * OMPSCAN_GROUP;
  for (uint d = id; d < OMPSCAN_STEPS * OMPSCAN_DIGITS; d += OMPSCAN_GROUP)
    counts[d] = 0;
  for (ulong i = get_global_id(0); i < words; i += get_global_size(0))
    state[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong begin = get_group_id(0) * length; begin < n;
       begin += get_num_groups(0) * length) {
    const uint count = (uint)min(length, n - begin);
    ompscan_E keys[OMPSCAN_COUNTED];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_COUNTED; ++j)
      keys[j] = x[begin + min(j * OMPSCAN_GROUP + id, count - 1)];
#pragma unroll
    for (uint j = 0; j < OMPSCAN_COUNTED; ++j)
      if (j * OMPSCAN_GROUP + id < count)
#pragma unroll
        for (uint s = 0; s < OMPSCAN_STEPS; ++s)
          if (OMPSCAN_DIGITS_ARE_BYTES || s < steps)
            atomic_inc(
                &counts[s * OMPSCAN_DIGITS +
                        ompscan_digit(
                            ompscan_ordered(keys[j], flip),
                            (OMPSCAN_DIGITS_ARE_BYTES ? 0 : first_bit) + 8 * s,
                            s + 1 == steps ? last_mask : 255u)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = id; d < OMPSCAN_STEPS * OMPSCAN_DIGITS; d += OMPSCAN_GROUP)
    sums[get_group_id(0) * OMPSCAN_STEPS * OMPSCAN_DIGITS + d] = counts[d];
}

/// Sums \p rows rows of counts of all steps, and stores the row of the sums
/// behind them. A group sums the counts of as many digits as a warp has lanes.
OMPSCAN_KERNEL void ompscan_radix_sums(__global ompscan_T *sums,
                                       const ulong rows) {
  __local ompscan_T parts[OMPSCAN_GROUP];
  const uint id = (uint)get_local_id(0);
  const ulong own = get_group_id(0) * OMPSCAN_LANES + OMPSCAN_LANE;
  ompscan_T sum = 0;
  for (ulong r = OMPSCAN_WARP; r < rows; r += 16 * OMPSCAN_WARPS) {
    ompscan_T counts[16];
#pragma unroll
    for (uint i = 0; i < 16; ++i)
      counts[i] = sums[min(r + i * OMPSCAN_WARPS, rows - 1) * OMPSCAN_STEPS *
                           OMPSCAN_DIGITS +
                       own];
#pragma unroll
    for (uint i = 0; i < 16; ++i)
      sum += r + i * OMPSCAN_WARPS < rows ? counts[i] : 0;
  }
  parts[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id < OMPSCAN_LANES) {
    sum = 0;
#pragma unroll
    for (uint w = 0; w < OMPSCAN_WARPS; ++w)
      sum += parts[w * OMPSCAN_LANES + id];
    sums[rows * OMPSCAN_STEPS * OMPSCAN_DIGITS + own] = sum;
  }
}

/// \returns the key that \p ordered stands for.
OMPSCAN_INLINE ompscan_E ompscan_restored(const ompscan_E ordered,
                                          const ulong flip) {
#if OMPSCAN_IS_FLOATING
  const ompscan_E sign_bit = (ompscan_E)1 << (OMPSCAN_KEY_BITS - 1);
  const ompscan_E key = ordered ^ (ompscan_E)flip;
  return key ^ (key & sign_bit ? sign_bit : (ompscan_E)~0ul);
#else
  return ompscan_ordered(ordered, flip);
#endif
}

/// Clears from \p lanes the lanes of the warp in which bit \p bit of \p digit
/// is another. (A sort with match.any of PTX takes 1.26 times as long; with
/// ompscan_ballot, it has a third more instructions for a stripe of keys.)
#define OMPSCAN_VOTE_ON(lanes, digit, bit)                                     \
  do {                                                                         \
    uint votes;                                                                \
    __asm__ volatile("{.reg .pred p; .reg .b32 t; and.b32 t, %1, " #bit ";"    \
                     " setp.ne.u32 p, t, 0;"                                   \
                     " vote.sync.ballot.b32 %0, p, 0xffffffff;"                \
                     " @!p not.b32 %0, %0;}"                                   \
                     : "=r"(votes)                                             \
                     : "r"(digit));                                            \
    lanes &= votes;                                                            \
  } while (0)

/// \returns the lanes of the warp with the same digit.
OMPSCAN_INLINE uint ompscan_peers(const uint digit) {
  uint lanes = ~0u;
  OMPSCAN_VOTE_ON(lanes, digit, 1);
  OMPSCAN_VOTE_ON(lanes, digit, 2);
  OMPSCAN_VOTE_ON(lanes, digit, 4);
  OMPSCAN_VOTE_ON(lanes, digit, 8);
  OMPSCAN_VOTE_ON(lanes, digit, 16);
  OMPSCAN_VOTE_ON(lanes, digit, 32);
  OMPSCAN_VOTE_ON(lanes, digit, 64);
  OMPSCAN_VOTE_ON(lanes, digit, 128);
  return lanes;
}

/// \returns the count of digit \p digit in the tiles in front of \p tile.
OMPSCAN_INLINE ompscan_T ompscan_digits_left(
    const ulong tile, const uint digit, __global volatile ompscan_T *statuses,
    const ompscan_T former) {
  ompscan_T left = 0;
  for (ulong t = tile; t > 0;) {
    ompscan_T words[OMPSCAN_SIGHT];
#pragma unroll
    for (uint i = 0; i < OMPSCAN_SIGHT; ++i) {
      words[i] = 0;
      if (t > i)
        words[i] = ompscan_load_count(
                       &statuses[(t - 1 - i) * OMPSCAN_DIGITS + digit]) ^
                   former;
    }
    bool goes_on = true;
#pragma unroll
    for (uint i = 0; i < OMPSCAN_SIGHT; ++i) {
      goes_on = goes_on && words[i] > OMPSCAN_DIGIT_COUNT;
      if (goes_on) {
        left += words[i] & OMPSCAN_DIGIT_COUNT;
        if (words[i] & OMPSCAN_DIGIT_PREFIX)
          return left;
        --t;
      }
    }
  }
  return left;
}

/// Loads element `own + j * OMPSCAN_LANES` of the \p count ones of a tile at
/// \p from into \p to[j].
#define OMPSCAN_LOAD_STRIPES(to, from, own, count)                             \
  do {                                                                         \
    if (count == OMPSCAN_TILE) {                                               \
      _Pragma("unroll") for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS;    \
                             ++ompscan_j) to[ompscan_j] =                      \
          (from)[own + ompscan_j * OMPSCAN_LANES];                             \
    } else {                                                                   \
      _Pragma("unroll") for (uint ompscan_j = 0; ompscan_j < OMPSCAN_ITEMS;    \
                             ++ompscan_j) if (own +                            \
                                                  ompscan_j * OMPSCAN_LANES <  \
                                              count) to[ompscan_j] =           \
          (from)[own + ompscan_j * OMPSCAN_LANES];                             \
    }                                                                          \
  } while (0)

/// Does step \p step: stores every key, and its value, in its place. \p turns
/// tells whether the keys come as the program has them (bit 0) and have to be
/// stored so (bit 1). `sums[totals + d]` is the number of keys with digit d.
OMPSCAN_KERNEL void
ompscan_radix_place(__global const ompscan_E *x, __global ompscan_E *out,
                    __global const ompscan_V *y, __global ompscan_V *y_out,
                    const ulong n, const uint shift, const uint mask,
                    const ulong flip, __global const ompscan_T *sums,
                    const ulong totals, __global volatile ompscan_T *state,
                    const uint step, const uint turns) {
  __local uint ticket;
  __local uint count_parts[OMPSCAN_DIGITS / OMPSCAN_LANES];
  __local ompscan_T total_parts[OMPSCAN_DIGITS / OMPSCAN_LANES];
  __local ompscan_T places[OMPSCAN_DIGITS];
  // The place of the next key of a digit in the tile, for each warp.
  __local ushort columns[OMPSCAN_WARPS * OMPSCAN_DIGITS];
  __local ulong2 stage[(OMPSCAN_STAGE_BYTES + 15) / 16];
  __local ompscan_E *const sorted = (__local ompscan_E *)stage;
  __global volatile ompscan_T *const statuses = state + OMPSCAN_DIGITS;
  // The state that the step before has left.
  const ompscan_T former = step % 2 ? OMPSCAN_DIGIT_PREFIX : 0;
  const uint id = (uint)get_local_id(0);
  const bool has_digit = id < OMPSCAN_DIGITS;
  if (id == 0)
    ticket = atomic_inc((__global volatile uint *)(state + step));
  __local ushort *const column = columns + OMPSCAN_WARP * OMPSCAN_DIGITS;
  __local uint *const all_counts = (__local uint *)stage;
  __local uint *const own_counts = all_counts + OMPSCAN_WARP * OMPSCAN_DIGITS;
#pragma unroll
  for (uint d = 0; d < OMPSCAN_DIGITS; d += OMPSCAN_LANES)
    own_counts[d + OMPSCAN_LANE] = 0;
  const ompscan_T whole = has_digit ? sums[totals + id] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong tile = ticket;
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)min(OMPSCAN_TILE, n - begin);
  const uint own = OMPSCAN_WARP * OMPSCAN_PART + OMPSCAN_LANE;

  ompscan_E keys[OMPSCAN_ITEMS];
  OMPSCAN_LOAD_STRIPES(keys, x + begin, own, count);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    if (turns & 1u)
      keys[j] = ompscan_ordered(keys[j], flip);
    // Places behind the end have the largest digit, and stay there.
    if (count < OMPSCAN_TILE && own + j * OMPSCAN_LANES >= count)
      keys[j] = (ompscan_E)~0ul;
  }
  // Increments without a result are combined where lanes have the same digit.
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
    atomic_inc(&own_counts[ompscan_digit(keys[j], shift, mask)]);
  barrier(CLK_LOCAL_MEM_FENCE);

  // One work-item per digit.
  uint total = 0, valid = 0, counts_before = 0;
  ompscan_T totals_before = 0;
  uint counts[OMPSCAN_WARPS];
  if (has_digit) {
#pragma unroll
    for (uint w = 0; w < OMPSCAN_WARPS; ++w) {
      counts[w] = all_counts[w * OMPSCAN_DIGITS + id];
      total += counts[w];
    }
    valid = total - (id == mask ? (uint)OMPSCAN_TILE - count : 0u);
    ompscan_store_count(
        &statuses[tile * OMPSCAN_DIGITS + id],
        ((tile == 0 ? OMPSCAN_DIGIT_PREFIX : OMPSCAN_DIGIT_AGGREGATE) | valid) ^
            former);
    counts_before = (uint)ompscan_scan_lanes(total, OMPSCAN_LANES);
    totals_before = ompscan_scan_lanes(whole, OMPSCAN_LANES);
    if (OMPSCAN_LANE == OMPSCAN_LANES - 1) {
      count_parts[OMPSCAN_WARP] = counts_before;
      total_parts[OMPSCAN_WARP] = totals_before;
    }
    counts_before -= total;
    totals_before -= whole;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (has_digit) {
#pragma unroll
    for (uint w = 0; w < OMPSCAN_DIGITS / OMPSCAN_LANES; ++w) {
      counts_before += w < OMPSCAN_WARP ? count_parts[w] : 0;
      totals_before += w < OMPSCAN_WARP ? total_parts[w] : 0;
    }
    uint next = counts_before;
#pragma unroll
    for (uint w = 0; w < OMPSCAN_WARPS; ++w) {
      columns[w * OMPSCAN_DIGITS + id] = (ushort)next;
      next += counts[w];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

#if OMPSCAN_HAS_VALUES
  // Two or four of them in a register.
  uint ranks[(OMPSCAN_ITEMS + 1) / 2];
#define OMPSCAN_RANK(j) (ranks[(j) / 2] >> 16 * ((j) % 2) & 0xffffu)
#endif
  const uint lanes_above = ~1u << OMPSCAN_LANE;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint digit = ompscan_digit(keys[j], shift, mask);
    const uint same = ompscan_peers(digit);
    const uint upto = popcount(same & ~lanes_above);
    const uint before = column[digit];
    ompscan_warp_barrier();
    if ((same & lanes_above) == 0)
      column[digit] = (ushort)(before + upto);
    ompscan_warp_barrier();
    const uint rank = before + upto - 1;
    sorted[rank] = keys[j];
#if OMPSCAN_HAS_VALUES
    ranks[j / 2] = j % 2 ? ranks[j / 2] | rank << 16 : rank;
#endif
  }

#if OMPSCAN_HAS_VALUES
  ompscan_V values[OMPSCAN_ITEMS];
  // They arrive during the look-back.
  if (OMPSCAN_IS_STAGED)
    OMPSCAN_LOAD_STRIPES(values, y + begin, own, count);
#endif
  if (has_digit) {
    const ompscan_T left = ompscan_digits_left(tile, id, statuses, former);
    if (tile > 0)
      ompscan_store_count(&statuses[tile * OMPSCAN_DIGITS + id],
                          (OMPSCAN_DIGIT_PREFIX | (left + valid)) ^ former);
    // The difference may wrap around.
    places[id] = totals_before + left - counts_before;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

#if OMPSCAN_HAS_VALUES
  uint digits[(OMPSCAN_ITEMS + 3) / 4];
#endif
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const uint i = j * OMPSCAN_GROUP + id;
    const ompscan_E key = sorted[i];
    const uint digit = ompscan_digit(key, shift, mask);
    const ompscan_T place = places[digit] + i;
    if (i < count)
      out[place] = turns & 2u ? ompscan_restored(key, flip) : key;
#if OMPSCAN_HAS_VALUES
    digits[j / 4] = j % 4 ? digits[j / 4] | digit << 8 * (j % 4) : digit;
#endif
  }
#if OMPSCAN_HAS_VALUES
  if (OMPSCAN_IS_STAGED) {
    __local ompscan_V *const moved = (__local ompscan_V *)stage;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j)
      moved[OMPSCAN_RANK(j)] = values[j];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
      const uint i = j * OMPSCAN_GROUP + id;
      const uint digit = digits[j / 4] >> 8 * (j % 4) & 255u;
      if (i < count)
        y_out[places[digit] + i] = moved[i];
    }
  } else {
#pragma unroll
    for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
      const uint i = own + j * OMPSCAN_LANES;
      if (i < count)
        y_out[places[ompscan_digit(keys[j], shift, mask)] + OMPSCAN_RANK(j)] =
            y[begin + i];
    }
  }
#undef OMPSCAN_RANK
#endif
}

#endif // OMPSCAN_SWEEPS
