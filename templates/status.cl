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
OMPSCAN_INLINE uint ompscan_take_tile(__global volatile ulong *chain,
                                      const uint first) {
  return atomic_inc((__global volatile uint *)chain) - first;
}

#if defined(OMPSCAN_ATOMIC_STATUS)

OMPSCAN_INLINE void ompscan_publish(__global volatile ulong *chain,
                                    const ulong tile, const uint epoch,
                                    const uint state, const ompscan_T value) {
  __global volatile uint *w =
      (__global volatile uint *)(chain + OMPSCAN_STATUS(tile));
  ompscan_bits b;
  b.value = value;
  for (uint i = 0; i < OMPSCAN_WORDS; ++i) {
    atomic_xchg(&w[2 * i + 1], 0u);
    atomic_xchg(&w[2 * i], b.words[i]);
    atomic_xchg(&w[2 * i + 1], OMPSCAN_FLAG(epoch, state));
  }
}

/// A word of a status, with flag 0 if it changes meanwhile.
OMPSCAN_INLINE ulong ompscan_load_status(__global volatile ulong *word) {
  __global volatile uint *w = (__global volatile uint *)word;
  const uint flag = atomic_or(&w[1], 0u);
  const uint value = atomic_or(&w[0], 0u);
  return atomic_or(&w[1], 0u) == flag ? (ulong)flag << 32 | value : 0ul;
}

#else

OMPSCAN_INLINE void ompscan_store_status(__global volatile ulong *word,
                                         const ulong value) {
#if OMPSCAN_PTX
  __asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value)
                   : "memory");
#else
  *word = value;
#endif
}

OMPSCAN_INLINE ulong ompscan_load_status(__global volatile ulong *word) {
#if OMPSCAN_PTX
  ulong value;
  __asm__ volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                   : "=l"(value)
                   : "l"(word)
                   : "memory");
  return value;
#else
  return *word;
#endif
}

OMPSCAN_INLINE void ompscan_publish(__global volatile ulong *chain,
                                    const ulong tile, const uint epoch,
                                    const uint state, const ompscan_T value) {
  const ulong flag = (ulong)OMPSCAN_FLAG(epoch, state) << 32;
  ompscan_bits b;
  b.words[OMPSCAN_WORDS - 1] = 0;
  b.value = value;
#pragma unroll
  for (uint i = 0; i < OMPSCAN_WORDS; ++i)
    ompscan_store_status(chain + OMPSCAN_STATUS(tile) + i, flag | b.words[i]);
}

#endif // OMPSCAN_ATOMIC_STATUS

/// Looks at the status of a tile once.
/// \returns OMPSCAN_AGGREGATE or OMPSCAN_PREFIX, or 0 if there is no value yet.
OMPSCAN_INLINE uint ompscan_poll(__global volatile ulong *chain,
                                 const ulong tile, const uint epoch,
                                 ompscan_T *value) {
  ompscan_bits b;
  uint flag = 0, differs = 0;
#pragma unroll
  for (uint i = 0; i < OMPSCAN_WORDS; ++i) {
    const ulong word = ompscan_load_status(chain + OMPSCAN_STATUS(tile) + i);
    if (i == 0)
      flag = (uint)(word >> 32);
    differs |= (uint)(word >> 32) ^ flag;
    b.words[i] = (uint)word;
  }
  *value = b.value;
  return (differs | ((flag >> 2) ^ epoch)) == 0 ? (flag & 3u) : 0u;
}

/// What a work-item does while it waits, the \p times'th time. On a CPU
/// the one that it waits for may need the core that it waits on: it hands it
/// over by sched_yield.
OMPSCAN_INLINE void ompscan_pause(const uint times) {
#if defined(OMPSCAN_YIELD) && defined(__x86_64__)
  if (times % 64 == 63) {
    ulong result = 24;
    __asm__ volatile("syscall" : "+a"(result)::"rcx", "r11", "memory");
  } else {
    __asm__ volatile("pause" ::: "memory");
  }
#endif
}

/// Waits for a value of a tile.
OMPSCAN_INLINE uint ompscan_wait(__global volatile ulong *chain,
                                 const ulong tile, const uint epoch,
                                 ompscan_T *value) {
  uint state;
  for (uint times = 0; !(state = ompscan_poll(chain, tile, epoch, value));
       ++times)
    ompscan_pause(times);
  return state;
}

#endif // OMPSCAN_ALGORITHM
