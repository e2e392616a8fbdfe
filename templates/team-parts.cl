//===- team-parts.cl - Rows in parts ----------------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows team.cl. Where rows do not fill a device, several groups run a row
// whose only inner loop is a scan: each of them a part of it. The parts of a
// row are a chain with decoupled look-back, as the tiles of single-pass.cl are.
// A group runs a part of one row, or of some columns (team-column-parts.cl).
//
// A part is one piece, whose values stay in local memory while the group looks
// back. If rows are longer than the runtime expects, parts have several pieces,
// which are read twice.
//
// Groups take parts in the order in which they start: the first part of each
// row, then the second ones, and so on. A part only waits for parts that are
// running or done, and if there are many rows, the part before it has been
// taken long before.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_HAS_CHAINS && !OMPSCAN_HAS_COLUMN_PARTS

/// Defines name_find_prefix(), which publishes \p total, the sum of the own
/// part of \p row, and returns the value before the part: \p seed if it is the
/// first one. A warp calls it.
#define OMPSCAN_DEFINE_TEAM_CHAIN(name)                                        \
  typedef union {                                                              \
    ompscan_T value;                                                           \
    uint words[(sizeof(ompscan_T) + 3) / 4];                                   \
  } name##_bits;                                                               \
  OMPSCAN_INLINE void name##_publish(const ulong row, const uint state,        \
                                     const ompscan_T value,                    \
                                     const ompscan_chain_t chain) {            \
    name##_bits b;                                                             \
    b.words[sizeof b.words / 4 - 1] = 0;                                       \
    b.value = value;                                                           \
    ompscan_publish_words(                                                     \
        chain.memory + OMPSCAN_STATUS(row * chain.parts + chain.part),         \
        OMPSCAN_FLAG(chain.epoch, state), b.words, sizeof b.words / 4);        \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name##_look_back(                                   \
      const ulong row, const ompscan_T seed, const ompscan_chain_t chain,      \
      const ompscan_team_t server) {                                           \
    const uint lanes = server.width;                                           \
    __global volatile ulong *const statuses =                                  \
        chain.memory + OMPSCAN_STATUS(row * chain.parts);                      \
    ompscan_T left = seed;                                                     \
    bool looks = chain.part > 0;                                               \
    long t = (long)chain.part - 1 - (long)server.member;                       \
    for (bool begins = true; looks; begins = false) {                          \
      name##_bits b;                                                           \
      uint state;                                                              \
      /* Lanes without a part poll part 0, so that they have a value. */       \
      do {                                                                     \
        state =                                                                \
            ompscan_poll_words(statuses + max(t, 0l) * OMPSCAN_STATUS_WORDS,   \
                               chain.epoch, b.words, sizeof b.words / 4);      \
        if (t < 0)                                                             \
          state = OMPSCAN_PREFIX;                                              \
      } while (ompscan_team_ballot(state == 0, server));                       \
      const uint prefixes =                                                    \
          ompscan_team_ballot(state == OMPSCAN_PREFIX, server);                \
      /* Parts up to the nearest one with a prefix count. */                   \
      const uint last =                                                        \
          prefixes ? popcount((prefixes & (0u - prefixes)) - 1u) : lanes - 1;  \
      ompscan_T value = b.value;                                               \
      _Pragma("unroll") for (uint d = 1; d < lanes; d *= 2) {                  \
        const ompscan_T further =                                              \
            name##_of(value, min(server.member + d, lanes - 1), server);       \
        if (server.member + d <= last)                                         \
          value = ompscan_combine(further, value);                             \
      }                                                                        \
      value = name##_of(value, 0, server);                                     \
      left = begins ? value : ompscan_combine(value, left);                    \
      looks = !prefixes;                                                       \
      t -= lanes;                                                              \
    }                                                                          \
    return left;                                                               \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name##_find_prefix(                                 \
      const ulong row, const ompscan_T total, const ompscan_T seed,            \
      const ompscan_chain_t chain, const ompscan_team_t server) {              \
    const bool publishes = server.member == 0;                                 \
    if (publishes && chain.part > 0)                                           \
      name##_publish(row, OMPSCAN_AGGREGATE, total, chain);                    \
    const ompscan_T prefix = name##_look_back(row, seed, chain, server);       \
    if (publishes)                                                             \
      name##_publish(row, OMPSCAN_PREFIX, ompscan_combine(prefix, total),      \
                     chain);                                                   \
    return prefix;                                                             \
  }

#endif // OMPSCAN_HAS_CHAINS

#if OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS

/// Ends the work of a team on a row of \p n iterations unless it has the last
/// part, which runs the statements after the loop.
#define OMPSCAN_END_PART(name, n)                                              \
  do {                                                                         \
    if (!name##_has_end(n OMPSCAN_TEAM_ARGUMENT))                              \
      return;                                                                  \
  } while (0)

/// Defines name_share(), the iterations of a part of \p n, and name_has_end(),
/// whether the own part is the last one of them.
#define OMPSCAN_DEFINE_PART_SHARE(name)                                        \
  OMPSCAN_INLINE ulong name##_share(const ulong n OMPSCAN_TEAM_PARAMETER) {    \
    const uint piece = OMPSCAN_VECTOR * ompscan_team.width;                    \
    const ulong pieces = (n + (piece - 1)) / piece;                            \
    const ulong parts = ompscan_team.chain->parts;                             \
    return pieces <= parts ? piece : (pieces + parts - 1) / parts * piece;     \
  }                                                                            \
  OMPSCAN_INLINE bool name##_has_end(const ulong n OMPSCAN_TEAM_PARAMETER) {   \
    const ulong share = name##_share(n OMPSCAN_TEAM_ARGUMENT);                 \
    const ulong begin = ompscan_team.chain->part * share;                      \
    return begin + share >= n && (begin < n || begin == 0);                    \
  }

#if !OMPSCAN_HAS_COLUMN_PARTS

/// Iterations of a work-item that are loaded together.
#define OMPSCAN_PART_ABREAST(T)                                                \
  (sizeof(T) <= 4 && OMPSCAN_VECTOR % 8 == 0    ? 8                            \
   : sizeof(T) <= 8 && OMPSCAN_VECTOR % 4 == 0  ? 4                            \
   : sizeof(T) <= 16 && OMPSCAN_VECTOR % 2 == 0 ? 2                            \
                                                : 1)

/// Scans the own part of iterations 0 to n - 1 from the value in front of it.
/// It returns the value after the part to all work-items.
///
/// A warp of a team has neighbouring iterations, several units of one iteration
/// for each lane, or of large values a run for each lane. In local memory are,
/// the sums of the warps, the values before them, the seed, and the value after
/// the part; then the values of all work-items, each the sum of the iterations
/// of its warp so far.
#undef OMPSCAN_DEFINE_TEAM_SCAN
#define OMPSCAN_DEFINE_TEAM_SCAN(name)                                         \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name##_abreast,                                 \
                               OMPSCAN_PART_ABREAST(ompscan_T))                \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name, 1)                                        \
  OMPSCAN_DEFINE_TEAM_OF(name)                                                 \
  OMPSCAN_DEFINE_TEAM_CHAIN(name)                                              \
  OMPSCAN_DEFINE_PART_SHARE(name)                                              \
  /* Scans the iterations of a warp, of which it has \p own, from \p begin on. \
     The values go to \p kept; the sum is returned. */                         \
  OMPSCAN_INLINE ompscan_T name##_scan_warp(                                   \
      OMPSCAN_PARAMETERS, __local ompscan_T *const kept, const ulong begin,    \
      const uint own OMPSCAN_TEAM_PARAMETER) {                                 \
    enum { count = OMPSCAN_PART_ABREAST(ompscan_T) };                          \
    const uint lane = OMPSCAN_TEAM_LANE, lanes = OMPSCAN_TEAM_LANES;           \
    ompscan_T sum, left;                                                       \
    for (uint first = 0; first < own; first += count * lanes) {                \
      ompscan_T values[count], others[count];                                  \
      uint from[count];                                                        \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) values[u] =           \
          ompscan_input(OMPSCAN_ARGUMENTS,                                     \
                        begin + min(first + u * lanes + lane, own - 1));       \
      _Pragma("unroll") for (uint d = 1; d < lanes; d *= 2) {                  \
        const bool has_left = lane >= d;                                       \
        for (uint u = 0; u < count; ++u)                                       \
          from[u] = lane - (has_left ? d : 0);                                 \
        name##_abreast_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);   \
        _Pragma("unroll") for (uint u = 0; u < count; ++u) if (has_left)       \
            values[u] = ompscan_combine(others[u], values[u]);                 \
      }                                                                        \
      for (uint u = 0; u < count; ++u) {                                       \
        from[u] = lanes - 1;                                                   \
        others[u] = values[u];                                                 \
      }                                                                        \
      if (lanes > 1)                                                           \
        name##_abreast_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);   \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) {                     \
        const bool has_left = u > 0 || first > 0;                              \
        if (has_left)                                                          \
          values[u] = ompscan_combine(left, values[u]);                        \
        left = has_left ? ompscan_combine(left, others[u]) : others[u];        \
        if (first + u * lanes < own)                                           \
          sum = values[u];                                                     \
        kept[(first / lanes + u) * (OMPSCAN_GROUP)] = values[u];               \
      }                                                                        \
    }                                                                          \
    return name##_of(sum, (own - 1) % lanes OMPSCAN_TEAM_ARGUMENT);            \
  }                                                                            \
  /* Stores the iterations of a warp behind the value \p front. */             \
  OMPSCAN_INLINE void name##_store(OMPSCAN_PARAMETERS,                         \
                                   __local const ompscan_T *const kept,        \
                                   const ompscan_T front, const ulong begin,   \
                                   const uint own OMPSCAN_TEAM_PARAMETER) {    \
    enum { count = OMPSCAN_PART_ABREAST(ompscan_T) };                          \
    const uint lane = OMPSCAN_TEAM_LANE, lanes = OMPSCAN_TEAM_LANES;           \
    /* From a value to the one before it. */                                   \
    const int before = lane > 0 ? -1 : (int)lanes - 1 - (int)(OMPSCAN_GROUP);  \
    for (uint first = 0; first < own; first += count * lanes)                  \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) {                     \
        const uint i = first + u * lanes + lane;                               \
        __local const ompscan_T *const at =                                    \
            kept + (first / lanes + u) * (OMPSCAN_GROUP);                      \
        if (i < own && ompscan_team.has_row)                                   \
          ompscan_output(OMPSCAN_ARGUMENTS, begin + i,                         \
                         OMPSCAN_USES_BEFORE && i > 0                          \
                             ? ompscan_combine(front, at[before])              \
                             : front,                                          \
                         ompscan_combine(front, *at));                         \
      }                                                                        \
  }                                                                            \
  /* The same where each work-item has a run of neighbouring iterations, whose \
     values go to \p kept. \p left becomes the sum of the runs in front. */    \
  OMPSCAN_INLINE ompscan_T name##_scan_runs(                                   \
      OMPSCAN_PARAMETERS, __local ompscan_T *const kept,                       \
      ompscan_T *const left, const ulong begin,                                \
      const uint own OMPSCAN_TEAM_PARAMETER) {                                 \
    const uint lane = OMPSCAN_TEAM_LANE, first = lane * OMPSCAN_VECTOR;        \
    ompscan_T inputs[OMPSCAN_VECTOR];                                          \
    _Pragma("unroll") for (uint u = 0; u < OMPSCAN_VECTOR; ++u) inputs[u] =    \
        ompscan_input(OMPSCAN_ARGUMENTS, begin + min(first + u, own - 1));     \
    ompscan_T sum = inputs[0];                                                 \
    _Pragma("unroll") for (uint u = 0; u < OMPSCAN_VECTOR; ++u) {              \
      if (u > 0 && first + u < own)                                            \
        sum = ompscan_combine(sum, inputs[u]);                                 \
      kept[u * (OMPSCAN_GROUP)] = sum;                                         \
    }                                                                          \
    _Pragma("nounroll") for (uint d = 1; d < OMPSCAN_TEAM_LANES; d *= 2) {     \
      const bool has_left = lane >= d;                                         \
      const ompscan_T other =                                                  \
          name##_of(sum, lane - (has_left ? d : 0)OMPSCAN_TEAM_ARGUMENT);      \
      if (has_left)                                                            \
        sum = ompscan_combine(other, sum);                                     \
    }                                                                          \
    *left = name##_of(sum, lane - (lane > 0) OMPSCAN_TEAM_ARGUMENT);           \
    return name##_of(sum, (own - 1) / OMPSCAN_VECTOR OMPSCAN_TEAM_ARGUMENT);   \
  }                                                                            \
  OMPSCAN_INLINE void name##_store_runs(                                       \
      OMPSCAN_PARAMETERS, __local const ompscan_T *const kept,                 \
      ompscan_T front, const ompscan_T left, const ulong begin,                \
      const uint own OMPSCAN_TEAM_PARAMETER) {                                 \
    const uint lane = OMPSCAN_TEAM_LANE, first = lane * OMPSCAN_VECTOR;        \
    if (lane > 0)                                                              \
      front = ompscan_combine(front, left);                                    \
    ompscan_T before = front;                                                  \
    _Pragma("unroll") for (uint u = 0; u < OMPSCAN_VECTOR; ++u) {              \
      const ompscan_T after =                                                  \
          ompscan_combine(front, kept[u * (OMPSCAN_GROUP)]);                   \
      if (first + u < own && ompscan_team.has_row)                             \
        ompscan_output(OMPSCAN_ARGUMENTS, begin + first + u, before, after);   \
      before = after;                                                          \
    }                                                                          \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS,                            \
                                const ulong n OMPSCAN_TEAM_PARAMETER) {        \
    enum { warps = (OMPSCAN_GROUP) / 32 };                                     \
    const uint piece = OMPSCAN_VECTOR * ompscan_team.width;                    \
    const ulong share = name##_share(n OMPSCAN_TEAM_ARGUMENT);                 \
    const ulong begin = min(ompscan_team.chain->part * share, n);              \
    const ulong end = begin + min(n - begin, share);                           \
    if (begin == end)                                                          \
      return ompscan_seed(OMPSCAN_ARGUMENTS);                                  \
    const uint id = (uint)get_local_id(0);                                     \
    __local ompscan_T *const sums = (__local ompscan_T *)ompscan_team.room;    \
    __local ompscan_T *const fronts = sums + warps;                            \
    __local ompscan_T *const seed = fronts + warps;                            \
    __local ompscan_T *const last = seed + 1;                                  \
    __local ompscan_T *const kept = last + 1 + id;                             \
    if (ompscan_team.chain->part == 0 && id == 0)                              \
      *seed = ompscan_seed(OMPSCAN_ARGUMENTS);                                 \
    const ompscan_team_t server = {OMPSCAN_LANE, 32, 1, true, 0};              \
    /* Parts of several pieces are summed first. */                            \
    const bool is_long = share > piece;                                        \
    bool is_sum = is_long;                                                     \
    ompscan_T front, sum, left;                                                \
    for (ulong at = begin;;) {                                                 \
      const uint length = (uint)min(end - at, (ulong)piece);                   \
      const uint first = OMPSCAN_TEAM_FIRST(OMPSCAN_VECTOR);                   \
      const uint own = min(length - min(length, first),                        \
                           OMPSCAN_VECTOR * OMPSCAN_TEAM_LANES);               \
      if (own > 0) {                                                           \
        const ompscan_T total =                                                \
            OMPSCAN_TEAM_HAS_RUNS(ompscan_T)                                   \
                ? name##_scan_runs(OMPSCAN_ARGUMENTS, kept, &left, at + first, \
                                   own OMPSCAN_TEAM_ARGUMENT)                  \
                : name##_scan_warp(OMPSCAN_ARGUMENTS, kept, at + first,        \
                                   own OMPSCAN_TEAM_ARGUMENT);                 \
        if (OMPSCAN_TEAM_LANE == 0)                                            \
          sums[OMPSCAN_TEAM_WARP] = total;                                     \
      }                                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
      if (OMPSCAN_WARP == 0) {                                                 \
        const uint filled =                                                    \
            (length - 1) / (OMPSCAN_VECTOR * OMPSCAN_TEAM_LANES) + 1;          \
        ompscan_T all = sums[min(server.member, filled - 1)];                  \
        _Pragma("unroll") for (uint d = 1; d < warps; d *= 2) {                \
          const bool has_left = server.member >= d;                            \
          const ompscan_T left =                                               \
              name##_of(all, server.member - (has_left ? d : 0), server);      \
          if (has_left)                                                        \
            all = ompscan_combine(left, all);                                  \
        }                                                                      \
        const ompscan_T total = name##_of(all, filled - 1, server);            \
        if (is_sum || !is_long)                                                \
          sum = at == begin ? total : ompscan_combine(sum, total);             \
        if (!is_long || (is_sum && at + length == end))                        \
          front = name##_find_prefix(ompscan_team.chain->row, sum, *seed,      \
                                     *ompscan_team.chain, server);             \
        if (!is_sum) {                                                         \
          const bool is_first = server.member == 0;                            \
          const ompscan_T before =                                             \
              name##_of(all, server.member - !is_first, server);               \
          if (server.member < warps)                                           \
            fronts[server.member] =                                            \
                is_first ? front : ompscan_combine(front, before);             \
          front = ompscan_combine(front, total);                               \
          if (is_first)                                                        \
            *last = front;                                                     \
        }                                                                      \
      }                                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
      if (!is_sum && own > 0) {                                                \
        const ompscan_T before = fronts[OMPSCAN_TEAM_WARP];                    \
        if (OMPSCAN_TEAM_HAS_RUNS(ompscan_T))                                  \
          name##_store_runs(OMPSCAN_ARGUMENTS, kept, before, left, at + first, \
                            own OMPSCAN_TEAM_ARGUMENT);                        \
        else                                                                   \
          name##_store(OMPSCAN_ARGUMENTS, kept, before, at + first,            \
                       own OMPSCAN_TEAM_ARGUMENT);                             \
      }                                                                        \
      at += length;                                                            \
      if (at < end)                                                            \
        continue;                                                              \
      if (!is_sum)                                                             \
        return *last;                                                          \
      is_sum = false;                                                          \
      at = begin;                                                              \
    }                                                                          \
  }

#endif // !OMPSCAN_HAS_COLUMN_PARTS

#endif // OMPSCAN_ALGORITHM == OMPSCAN_ROW_PARTS
