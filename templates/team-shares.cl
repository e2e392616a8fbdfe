//===- team-shares.cl - Rows that groups share ------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows team-parts.cl. A row that is much longer than the others would keep
// its group busy when the other groups have ended. Where a row can be run in
// parts and rows differ, a group puts such a row on a list in device memory,
// runs its other rows, and takes parts of listed rows until all are taken. So
// do groups that find a row on the list when they begin, and those with the
// last rows.
//
// The parts of a row are a chain with look-back. They are taken in order, and a
// group runs a part as soon as it has taken it, so that a part only waits for
// parts that are running or done. A group that lists a row ends when all parts
// are taken, so that none is left. Parts are read twice, for their sum and
// behind the value in front of them: they are in the caches then, and other
// rows need the registers and the local memory.
//
// The list is in the memory of the statuses. Each entry is followed by the
// statuses of its parts. Counters carry the epoch of the launch in their upper
// half, so that they are 0 when it begins.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_SHARES_ROWS

/// Iterations of a part.
#define OMPSCAN_SHARED_PART 8192

/// The members of an ompscan_shares_t as parameters of a kernel.
#define OMPSCAN_SHARE_PARAMETERS                                               \
  , const ulong longest, __global volatile ulong *const chain,                 \
      const uint words, const uint epoch

/// The list of a launch.
typedef struct {
  ulong longest; ///< iterations of a row that is not shared
  __global volatile ulong *memory;
  uint words; ///< of the memory behind its head
  uint epoch;
} ompscan_shares_t;

/// Its end and its first entry with parts that are not taken, as counters.
typedef struct {
  ulong end, open;
} ompscan_list_t;

/// A part that a group has taken, in local memory.
typedef struct {
  ulong row;
  uint statuses; ///< where those of the row begin
  uint part;
  uint parts; ///< of the row; 0: there is no part
  uint looks; ///< whether the group looks for a part behind its own rows
} ompscan_share_t;

/// Words in the head of the memory: those of an ompscan_list_t. Words of an
/// entry: the number of the row and of its parts, as a status, the parts that
/// are taken, and what separates them from the statuses.
enum {
  ompscan_list_end = 1,
  ompscan_list_open = 2,
  ompscan_entry_known = 3,
  ompscan_entry_taken = 3,
  ompscan_entry_words = 16
};

/// At least as many groups as a device runs at the same time. Those with the
/// last rows look at the list behind these, which takes time.
enum { ompscan_last_groups = 2048 };

OMPSCAN_INLINE ulong ompscan_entry_size(const uint parts) {
  return ompscan_entry_words + (ulong)parts * OMPSCAN_STATUS_WORDS;
}

/// \returns \p count with the epoch, as a counter has it.
OMPSCAN_INLINE ulong ompscan_counter(const uint count, const uint epoch) {
  return (ulong)OMPSCAN_FLAG(epoch, 0) << 32 | count;
}

OMPSCAN_INLINE uint ompscan_counted(__global volatile ulong *const counter,
                                    const uint epoch) {
  const ulong word = ompscan_load_status(counter);
  return word >> 32 == OMPSCAN_FLAG(epoch, 0) ? (uint)word : 0;
}

/// \returns the list to the first work-item, and 0 to others. There is no
/// branch, so that other loads can follow before a value is used.
OMPSCAN_INLINE ompscan_list_t
ompscan_find_list(__global volatile ulong *const memory) {
  ompscan_list_t list;
  __asm__ volatile("{.reg .pred p; setp.eq.u32 p, %2, 0; mov.u64 %0, 0; "
                   "mov.u64 %1, 0; @p ld.relaxed.gpu.global.u64 %0, [%3]; "
                   "@p ld.relaxed.gpu.global.u64 %1, [%4];}"
                   : "=&l"(list.end), "=&l"(list.open)
                   : "r"((uint)get_local_id(0)), "l"(memory + ompscan_list_end),
                     "l"(memory + ompscan_list_open));
  return list;
}

/// Whether there are parts on \p list.
OMPSCAN_INLINE bool ompscan_is_open(const ompscan_list_t list,
                                    const uint epoch) {
  return list.end >> 32 == OMPSCAN_FLAG(epoch, 0) && list.end > list.open;
}

/// Raises a counter to at least \p count.
OMPSCAN_INLINE void ompscan_raise(__global volatile ulong *const counter,
                                  const uint count, const uint epoch) {
  __asm__ volatile("red.relaxed.gpu.global.max.u64 [%0], %1;" ::"l"(counter),
                   "l"(ompscan_counter(count, epoch))
                   : "memory");
}

/// Adds the row \p k of \p n iterations to the list.
/// \returns whether there is room for it.
OMPSCAN_INLINE bool ompscan_share_row(const ulong k, const ulong n,
                                      const ompscan_shares_t shares) {
  if (n / OMPSCAN_SHARED_PART >= shares.words)
    return false;
  const uint parts = (uint)((n - 1) / OMPSCAN_SHARED_PART + 1);
  const ulong size = ompscan_entry_size(parts);
  __global volatile ulong *const end = shares.memory + ompscan_list_end;
  uint at;
  ulong known = ompscan_load_status(end), seen;
  for (;; known = seen) {
    at = known >> 32 == OMPSCAN_FLAG(shares.epoch, 0) ? (uint)known : 0;
    if (at + size > shares.words)
      return false;
    __asm__ volatile("atom.relaxed.gpu.global.cas.b64 %0, [%1], %2, %3;"
                     : "=l"(seen)
                     : "l"(end), "l"(known),
                       "l"(ompscan_counter(at + (uint)size, shares.epoch))
                     : "memory");
    if (seen == known)
      break;
  }
  const uint entry[ompscan_entry_known] = {(uint)k, (uint)(k >> 32), parts};
  ompscan_publish_words(shares.memory + OMPSCAN_STATUS_BEGIN + at,
                        OMPSCAN_FLAG(shares.epoch, OMPSCAN_PREFIX), entry,
                        ompscan_entry_known);
  return true;
}

/// Takes a part of a row on the list as \p share.
OMPSCAN_INLINE void ompscan_take_share(__local ompscan_share_t *const share,
                                       const ompscan_shares_t shares) {
  share->parts = 0;
  for (;;) {
    const uint end = ompscan_counted(shares.memory + ompscan_list_end,
                                     shares.epoch),
               at = ompscan_counted(shares.memory + ompscan_list_open,
                                    shares.epoch);
    if (at >= end)
      break;
    __global volatile ulong *const entry =
        shares.memory + OMPSCAN_STATUS_BEGIN + at;
    uint known[ompscan_entry_known];
    // The group that has made the entry is about to write it.
    while (ompscan_poll_words(entry, shares.epoch, known,
                              ompscan_entry_known) == 0)
      ;
    __global volatile ulong *const taken = entry + ompscan_entry_taken;
    ompscan_raise(taken, 0, shares.epoch);
    ulong before;
    __asm__ volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], 1;"
                     : "=l"(before)
                     : "l"(taken)
                     : "memory");
    if ((uint)before < known[2]) {
      share->row = (ulong)known[1] << 32 | known[0];
      share->statuses = at + ompscan_entry_words;
      share->part = (uint)before;
      share->parts = known[2];
      break;
    }
    ompscan_raise(shares.memory + ompscan_list_open,
                  at + (uint)ompscan_entry_size(known[2]), shares.epoch);
  }
}

/// Whether the team runs a part of a row.
#define OMPSCAN_TEAM_IS_PART                                                   \
  (ompscan_team.chain && ompscan_team.chain->parts > 0)

/// Ends the work of a team on a row unless it has the last part, which runs the
/// statements after the loop.
#define OMPSCAN_END_PART(name, n)                                              \
  do {                                                                         \
    if (OMPSCAN_TEAM_IS_PART &&                                                \
        ompscan_team.chain->part + 1 < ompscan_team.chain->parts)              \
      return;                                                                  \
  } while (0)

/// Calls name_run_share() in the scan of a team.
#define OMPSCAN_IF_SHARE(name)                                                 \
  if (OMPSCAN_TEAM_IS_PART)                                                    \
    return name##_run_share(                                                   \
        OMPSCAN_ARGUMENTS, n, ompscan_team.room, ompscan_team.chain->memory,   \
        ompscan_team.chain->epoch, ompscan_team.chain->part,                   \
        ompscan_team.chain->parts);

/// Defines name_run_share(), which scans the own part of iterations 0 to n - 1:
/// it sums up the part, behind its first input, looks back, and begins again.
/// It returns the value after the part. It is a call, so that rows that are not
/// shared keep their registers.
#define OMPSCAN_DEFINE_TEAM_SHARE(name)                                        \
  OMPSCAN_DEFINE_TEAM_CHAIN(name##_sum)                                        \
  static __attribute__((noinline)) ompscan_T name##_run_share(                 \
      OMPSCAN_PARAMETERS, const ulong n, __local void *const room,             \
      __global volatile ulong *const memory, const uint epoch,                 \
      const ulong part, const ulong parts) {                                   \
    enum { count = OMPSCAN_TEAM_ABREAST(ompscan_T) };                          \
    const ompscan_chain_t chain = {memory, epoch, 0, 1, part, parts};          \
    const uint piece = count * (OMPSCAN_GROUP);                                \
    __local ompscan_T *const front =                                           \
        (__local ompscan_T *)room + 2 * (OMPSCAN_GROUP / 32);                  \
    const ulong begin = part * OMPSCAN_SHARED_PART;                            \
    const ulong end = min(begin + OMPSCAN_SHARED_PART, n);                     \
    ompscan_T total = ompscan_input(OMPSCAN_ARGUMENTS, begin);                 \
    bool is_sum = true;                                                        \
    uint turn = 0;                                                             \
    _Pragma("nounroll") for (ulong at = begin + 1;; at += piece) {             \
      if (at >= end) {                                                         \
        if (!is_sum)                                                           \
          break;                                                               \
        if (OMPSCAN_WARP == 0) {                                               \
          const ompscan_team_t server = {OMPSCAN_LANE, 32, 1, true, 0};        \
          const ompscan_T found = name##_sum_find_prefix(                      \
              0, total, ompscan_seed(OMPSCAN_ARGUMENTS), chain, server);       \
          if (server.member == 0)                                              \
            *front = found;                                                    \
        }                                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                          \
        total = *front;                                                        \
        is_sum = false;                                                        \
        at = begin;                                                            \
      }                                                                        \
      const uint length = (uint)min(end - at, (ulong)piece);                   \
      /* It stores nothing while it sums up. */                                \
      const ompscan_team_t ompscan_team = {(uint)get_local_id(0) %             \
                                               (OMPSCAN_GROUP),                \
                                           OMPSCAN_GROUP, 1, !is_sum, room};   \
      ompscan_T values[count];                                                 \
      name##_load(OMPSCAN_ARGUMENTS, values, at,                               \
                  length OMPSCAN_TEAM_ARGUMENT);                               \
      name##_step(OMPSCAN_ARGUMENTS, values, &total, at, length,               \
                  turn OMPSCAN_TEAM_ARGUMENT);                                 \
      turn ^= 1;                                                               \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE); /* The next part uses the same memory. */    \
    return total;                                                              \
  }

#else

#define OMPSCAN_SHARE_PARAMETERS
#define OMPSCAN_IF_SHARE(name)
#define OMPSCAN_DEFINE_TEAM_SHARE(name)
#if OMPSCAN_ALGORITHM != OMPSCAN_ROW_PARTS
#define OMPSCAN_END_PART(name, n)
#endif

#endif // OMPSCAN_SHARES_ROWS
