//===- status.cl - What tiles tell each other -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of a chained scan: a ticket counter, then the status of each tile.
// A status is one value with a flag, which says in which launch (its epoch) the
// value was written and what it is: the tile's own total (aggregate), or the
// seed combined with everything up to the end of the tile (prefix).
//
// There is no fence that every driver heeds, so none is needed: every 32-bit
// word of the value travels with its own copy of the flag in one 64-bit access,
// and a reader takes the value only if all flags agree. The accesses must not
// be torn (the runtime's self-test looks at that). Since flags carry the epoch,
// nothing is cleared between launches.
//
// Many tiles store and look at the same time. Where statuses share a cache
// line they keep each other waiting, so that OMPSCAN_STATUS_WORDS may be more
// than a value takes.
//
// OMPSCAN_ATOMIC_STATUS: the same by 32-bit atomic operations, for a simulator
// that knows no other way for work-groups to talk.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

#define OMPSCAN_AGGREGATE 1u
#define OMPSCAN_PREFIX 2u
#define OMPSCAN_FLAG(epoch, state) ((epoch) << 2 | (state))

/// The ticket counter has a cache line for itself.
#define OMPSCAN_STATUS_BEGIN 16
#ifndef OMPSCAN_STATUS_WORDS
#define OMPSCAN_STATUS_WORDS OMPSCAN_WORDS
#endif
#define OMPSCAN_STATUS(tile)                                                   \
  (OMPSCAN_STATUS_BEGIN + (tile) * OMPSCAN_STATUS_WORDS)

/// The number of the next tile. Tiles are dealt in the order in which
/// work-groups begin, so that a tile only ever waits for work-groups that run.
OMPSCAN_INLINE uint ompscan_take_tile(__global volatile ulong *ompscan_chain,
                                      const uint ompscan_first) {
  return atomic_inc((__global volatile uint *)ompscan_chain) - ompscan_first;
}

#if defined(OMPSCAN_ATOMIC_STATUS)

OMPSCAN_INLINE void ompscan_publish(__global volatile ulong *ompscan_chain,
                                    const ulong ompscan_tile,
                                    const uint ompscan_epoch,
                                    const uint ompscan_state,
                                    const ompscan_T ompscan_value) {
  __global volatile uint *ompscan_w =
      (__global volatile uint *)(ompscan_chain + OMPSCAN_STATUS(ompscan_tile));
  ompscan_bits ompscan_b;
  ompscan_b.value = ompscan_value;
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_WORDS; ++ompscan_i) {
    atomic_xchg(&ompscan_w[2 * ompscan_i + 1], 0u);
    atomic_xchg(&ompscan_w[2 * ompscan_i], ompscan_b.words[ompscan_i]);
    atomic_xchg(&ompscan_w[2 * ompscan_i + 1],
                OMPSCAN_FLAG(ompscan_epoch, ompscan_state));
  }
}

/// A word of a status, with flag 0 if it changes meanwhile.
OMPSCAN_INLINE ulong
ompscan_load_status(__global volatile ulong *ompscan_word) {
  __global volatile uint *ompscan_w = (__global volatile uint *)ompscan_word;
  const uint ompscan_flag = atomic_or(&ompscan_w[1], 0u);
  const uint ompscan_value = atomic_or(&ompscan_w[0], 0u);
  return atomic_or(&ompscan_w[1], 0u) == ompscan_flag
             ? (ulong)ompscan_flag << 32 | ompscan_value
             : 0ul;
}

#else

OMPSCAN_INLINE void ompscan_store_status(__global volatile ulong *ompscan_word,
                                         const ulong ompscan_value) {
#if OMPSCAN_PTX
  __asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(ompscan_word),
                   "l"(ompscan_value)
                   : "memory");
#else
  *ompscan_word = ompscan_value;
#endif
}

OMPSCAN_INLINE ulong
ompscan_load_status(__global volatile ulong *ompscan_word) {
#if OMPSCAN_PTX
  ulong ompscan_value;
  __asm__ volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                   : "=l"(ompscan_value)
                   : "l"(ompscan_word)
                   : "memory");
  return ompscan_value;
#else
  return *ompscan_word;
#endif
}

OMPSCAN_INLINE void ompscan_publish(__global volatile ulong *ompscan_chain,
                                    const ulong ompscan_tile,
                                    const uint ompscan_epoch,
                                    const uint ompscan_state,
                                    const ompscan_T ompscan_value) {
  const ulong ompscan_flag = (ulong)OMPSCAN_FLAG(ompscan_epoch, ompscan_state)
                             << 32;
  ompscan_bits ompscan_b;
  ompscan_b.words[OMPSCAN_WORDS - 1] = 0;
  ompscan_b.value = ompscan_value;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_WORDS; ++ompscan_i)
    ompscan_store_status(ompscan_chain + OMPSCAN_STATUS(ompscan_tile) +
                             ompscan_i,
                         ompscan_flag | ompscan_b.words[ompscan_i]);
}

#endif // OMPSCAN_ATOMIC_STATUS

/// Looks at the status of a tile once.
/// \returns OMPSCAN_AGGREGATE or OMPSCAN_PREFIX, or 0 if there is no value yet.
OMPSCAN_INLINE uint ompscan_poll(__global volatile ulong *ompscan_chain,
                                 const ulong ompscan_tile,
                                 const uint ompscan_epoch,
                                 ompscan_T *ompscan_value) {
  ompscan_bits ompscan_b;
  uint ompscan_flag = 0, ompscan_differs = 0;
#pragma unroll
  for (uint ompscan_i = 0; ompscan_i < OMPSCAN_WORDS; ++ompscan_i) {
    const ulong ompscan_word = ompscan_load_status(
        ompscan_chain + OMPSCAN_STATUS(ompscan_tile) + ompscan_i);
    if (ompscan_i == 0)
      ompscan_flag = (uint)(ompscan_word >> 32);
    ompscan_differs |= (uint)(ompscan_word >> 32) ^ ompscan_flag;
    ompscan_b.words[ompscan_i] = (uint)ompscan_word;
  }
  *ompscan_value = ompscan_b.value;
  return (ompscan_differs | ((ompscan_flag >> 2) ^ ompscan_epoch)) == 0
             ? (ompscan_flag & 3u)
             : 0u;
}

/// What a work-item does while it waits, the \p ompscan_times'th time. On a CPU
/// the one that it waits for may need the core that it waits on: it hands it
/// over by sched_yield.
OMPSCAN_INLINE void ompscan_pause(const uint ompscan_times) {
#if defined(OMPSCAN_YIELD) && defined(__x86_64__)
  if (ompscan_times % 64 == 63) {
    ulong ompscan_result = 24;
    __asm__ volatile("syscall" : "+a"(ompscan_result)::"rcx", "r11", "memory");
  } else {
    __asm__ volatile("pause" ::: "memory");
  }
#endif
}

/// Waits for a value of a tile.
OMPSCAN_INLINE uint ompscan_wait(__global volatile ulong *ompscan_chain,
                                 const ulong ompscan_tile,
                                 const uint ompscan_epoch,
                                 ompscan_T *ompscan_value) {
  uint ompscan_state;
  for (uint ompscan_times = 0;
       !(ompscan_state = ompscan_poll(ompscan_chain, ompscan_tile,
                                      ompscan_epoch, ompscan_value));
       ++ompscan_times)
    ompscan_pause(ompscan_times);
  return ompscan_state;
}

#endif // OMPSCAN_ALGORITHM
