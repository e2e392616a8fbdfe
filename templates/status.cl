//===- status.cl - The statuses of tiles ------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Publishes and polls the values of tiles, by the words of status-word.cl.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_SINGLE_PASS

OMPSCAN_INLINE void ompscan_publish(__global volatile ulong *chain,
                                    const ulong tile, const uint epoch,
                                    const uint state, const ompscan_T value) {
  ompscan_bits b;
  b.words[OMPSCAN_WORDS - 1] = 0;
  b.value = value;
  ompscan_publish_words(chain + OMPSCAN_STATUS(tile),
                        OMPSCAN_FLAG(epoch, state), b.words, OMPSCAN_WORDS);
}

/// Polls the status of a tile once.
/// \returns OMPSCAN_AGGREGATE, OMPSCAN_PREFIX, or 0 if there is no value yet.
OMPSCAN_INLINE uint ompscan_poll(__global volatile ulong *chain,
                                 const ulong tile, const uint epoch,
                                 ompscan_T *value) {
  ompscan_bits b;
  const uint state = ompscan_poll_words(chain + OMPSCAN_STATUS(tile), epoch,
                                        b.words, OMPSCAN_WORDS);
  *value = b.value;
  return state;
}

/// Waits for the value of a tile.
/// \returns OMPSCAN_AGGREGATE or OMPSCAN_PREFIX.
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
