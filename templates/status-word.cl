//===- status-word.cl - The words of statuses -------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of a chained scan: a ticket counter, then a status for each tile,
// or for each part of a row (team-parts.cl). A status is a value and a flag.
// The flag holds the epoch of the launch that wrote it, and the state: the
// value is the total of the tile (aggregate), or the seed combined with all
// elements up to the end of the tile (prefix).
//
// No fence is needed: every 32-bit word of the value travels with a copy of the
// flag in one 64-bit access, and a reader accepts the value if all flags agree.
// The accesses must not be torn, which the device self-test checks. Nothing is
// cleared between launches, since flags carry the epoch.
//
// OMPSCAN_STATUS_WORDS may exceed the words of a value, so that statuses that
// tiles write and poll concurrently lie on different cache lines.
//
// OMPSCAN_ATOMIC_STATUS uses 32-bit atomic operations instead, for Oclgrind.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS || OMPSCAN_HAS_CHAINS

#define OMPSCAN_AGGREGATE 1u
#define OMPSCAN_PREFIX 2u
#define OMPSCAN_FLAG(epoch, state) ((epoch) << 2 | (state))

/// The ticket counter occupies a cache line of its own.
#define OMPSCAN_STATUS_BEGIN 16
#ifndef OMPSCAN_STATUS_WORDS
#define OMPSCAN_STATUS_WORDS ((OMPSCAN_ITEM_SIZE + 3) / 4)
#endif
#define OMPSCAN_STATUS(tile)                                                   \
  (OMPSCAN_STATUS_BEGIN + (tile) * OMPSCAN_STATUS_WORDS)

/// \returns the number of the next tile. Work-groups take tiles in the order in
/// which they start, so that a tile only waits for running work-groups.
OMPSCAN_INLINE uint ompscan_take_tile(__global volatile ulong *chain,
                                      const uint first) {
  return atomic_inc((__global volatile uint *)chain) - first;
}

#if defined(OMPSCAN_ATOMIC_STATUS)

OMPSCAN_INLINE void ompscan_store_status(__global volatile ulong *word,
                                         const ulong value) {
  __global volatile uint *w = (__global volatile uint *)word;
  atomic_xchg(&w[1], 0u);
  atomic_xchg(&w[0], (uint)value);
  atomic_xchg(&w[1], (uint)(value >> 32));
}

/// \returns a word of a status, with flag 0 if it changes meanwhile.
OMPSCAN_INLINE ulong ompscan_load_status(__global volatile ulong *word) {
  __global volatile uint *w = (__global volatile uint *)word;
  const uint flag = atomic_or(&w[1], 0u);
  const uint value = atomic_or(&w[0], 0u);
  return atomic_or(&w[1], 0u) == flag ? (ulong)flag << 32 | value : 0ul;
}

#else

OMPSCAN_INLINE void ompscan_store_status(__global volatile ulong *word,
                                         const ulong value) {
#if OMPSCAN_PTX_STATUS
  __asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value)
                   : "memory");
#else
  *word = value;
#endif
}

OMPSCAN_INLINE ulong ompscan_load_status(__global volatile ulong *word) {
#if OMPSCAN_PTX_STATUS
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

#endif // OMPSCAN_ATOMIC_STATUS

/// Publishes \p count words of a value at \p status.
OMPSCAN_INLINE void ompscan_publish_words(__global volatile ulong *status,
                                          const uint flag, const uint *words,
                                          const uint count) {
  // Most values have one or two words, and no loop that would be unrolled.
  ompscan_store_status(status, (ulong)flag << 32 | words[0]);
  if (count > 1)
    ompscan_store_status(status + 1, (ulong)flag << 32 | words[1]);
#pragma unroll
  for (uint i = 2; i < count; ++i)
    ompscan_store_status(status + i, (ulong)flag << 32 | words[i]);
}

/// Polls \p count words of a value at \p status once.
/// \returns OMPSCAN_AGGREGATE, OMPSCAN_PREFIX, or 0 if there is no value yet.
OMPSCAN_INLINE uint ompscan_poll_words(__global volatile ulong *status,
                                       const uint epoch, uint *words,
                                       const uint count) {
  ulong word = ompscan_load_status(status);
  const uint flag = (uint)(word >> 32);
  uint differs = 0;
  words[0] = (uint)word;
  if (count > 1) {
    word = ompscan_load_status(status + 1);
    differs = (uint)(word >> 32) ^ flag;
    words[1] = (uint)word;
  }
#pragma unroll
  for (uint i = 2; i < count; ++i) {
    word = ompscan_load_status(status + i);
    differs |= (uint)(word >> 32) ^ flag;
    words[i] = (uint)word;
  }
  return (differs | ((flag >> 2) ^ epoch)) == 0 ? (flag & 3u) : 0u;
}

/// Pauses a waiting work-item for the \p times'th time. On a CPU the tile that
/// it waits for may need its core, which it yields now and then (sched_yield).
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

#endif // OMPSCAN_ALGORITHM
