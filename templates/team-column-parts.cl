//===- team-column-parts.cl - Columns in parts ------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows team-parts.cl. Where columns do not fill a device, a group runs a
// part of up to OMPSCAN_ITEMS neighbouring columns. Each work-item scans a run
// of OMPSCAN_VECTOR iterations of one column, whose values stay in registers
// while the group looks back. Neighbouring work-items have neighbouring
// columns, so that they use neighbouring elements.
//
// The statuses of the columns of a part are neighbours, and the group reads
// those of some parts together: a look takes as long as a load, and a part has
// to wait for the next one if it finds no prefix. The last part of a column,
// and parts of columns that are longer than the runtime expects, are read
// twice.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_HAS_COLUMN_PARTS

/// Parts whose statuses a work-item reads together.
#define OMPSCAN_PARTS_SEEN 4

/// Defines name_publish(), by which a work-item publishes a value of its
/// column, and name_look_back(), which returns the value before the own part,
/// which is not the first one. All work-items of a group call it.
#define OMPSCAN_DEFINE_COLUMN_CHAIN(name)                                      \
  typedef union {                                                              \
    ompscan_T value;                                                           \
    uint words[(sizeof(ompscan_T) + 3) / 4];                                   \
  } name##_bits;                                                               \
  /* What a work-item leaves for the others: the sum of its run, and that of   \
     the parts that it has seen, up to the nearest prefix. */                  \
  typedef struct {                                                             \
    ompscan_T sum, seen;                                                       \
    uint is_prefix;                                                            \
  } name##_place;                                                              \
  OMPSCAN_INLINE void name##_publish(                                          \
      const uint state, const ompscan_T value OMPSCAN_TEAM_PARAMETER) {        \
    const ompscan_chain_t chain = *ompscan_team.chain;                         \
    const ulong status = chain.part * chain.columns + chain.row +              \
                         ompscan_team_interleaved(ompscan_team);               \
    name##_bits b;                                                             \
    b.words[sizeof b.words / 4 - 1] = 0;                                       \
    b.value = value;                                                           \
    ompscan_publish_words(chain.memory + OMPSCAN_STATUS(status),               \
                          OMPSCAN_FLAG(chain.epoch, state), b.words,           \
                          sizeof b.words / 4);                                 \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name##_look_back(                                   \
      const ompscan_T seed OMPSCAN_TEAM_PARAMETER) {                           \
    enum { count = OMPSCAN_PARTS_SEEN };                                       \
    const ompscan_chain_t chain = *ompscan_team.chain;                         \
    const uint id = (uint)get_local_id(0);                                     \
    const uint column = ompscan_team_interleaved(ompscan_team);                \
    const ulong k = chain.row + min(column, chain.rows - 1);                   \
    __local name##_place *const places =                                       \
        (__local name##_place *)ompscan_team.room;                             \
    __local uint *const looks = &places[OMPSCAN_GROUP].is_prefix;              \
    if (id == 0)                                                               \
      *looks = 0;                                                              \
    ompscan_T left = seed;                                                     \
    bool is_known = chain.part == 0, begins = true;                            \
    long t = (long)chain.part - 1 - (long)(ompscan_team.member * count);       \
    uint round = 0;                                                            \
    do {                                                                       \
      ++round;                                                                 \
      name##_bits b[count];                                                    \
      uint states[count];                                                      \
      /* In front of part 0, which has a prefix, is none. */                   \
      _Pragma("unroll") for (uint j = 0; j < count; ++j) {                     \
        b[j].value = seed;                                                     \
        states[j] = OMPSCAN_PREFIX;                                            \
      }                                                                        \
      if (chain.part > 0)                                                      \
        _Pragma("unroll") for (uint j = 0; j < count; ++j) states[j] =         \
            ompscan_poll_words(                                                \
                chain.memory +                                                 \
                    OMPSCAN_STATUS((ulong)max(t - j, 0l) * chain.columns + k), \
                chain.epoch, b[j].words, sizeof b[j].words / 4);               \
      uint times = 0;                                                          \
      for (bool waits = true; waits; ompscan_pause(times++)) {                 \
        waits = false;                                                         \
        _Pragma("unroll") for (uint j = 0; j < count; ++j) {                   \
          if (states[j] == 0)                                                  \
            states[j] = ompscan_poll_words(                                    \
                chain.memory +                                                 \
                    OMPSCAN_STATUS((ulong)max(t - j, 0l) * chain.columns + k), \
                chain.epoch, b[j].words, sizeof b[j].words / 4);               \
          waits = waits || states[j] == 0;                                     \
        }                                                                      \
      }                                                                        \
      ompscan_T seen = b[0].value;                                             \
      bool is_prefix = states[0] == OMPSCAN_PREFIX;                            \
      _Pragma("unroll") for (uint j = 1; j < count; ++j) if (!is_prefix) {     \
        seen = ompscan_combine(b[j].value, seen);                              \
        is_prefix = states[j] == OMPSCAN_PREFIX;                               \
      }                                                                        \
      places[id].seen = seen;                                                  \
      places[id].is_prefix = is_prefix;                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
      for (uint m = 0; m < ompscan_team.width && !is_known; ++m) {             \
        __local const name##_place *const place =                              \
            &places[m * ompscan_team.stride + column];                         \
        left = begins ? place->seen : ompscan_combine(place->seen, left);      \
        begins = false;                                                        \
        is_known = place->is_prefix != 0;                                      \
      }                                                                        \
      if (!is_known)                                                           \
        *looks = round;                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
      t -= ompscan_team.width * count;                                         \
    } while (*looks == round);                                                 \
    return left;                                                               \
  }

/// Scans the own part of iterations 0 to n - 1 from the value in front of it.
/// It returns the value after the part to all work-items.
#undef OMPSCAN_DEFINE_TEAM_SCAN
#define OMPSCAN_DEFINE_TEAM_SCAN(name)                                         \
  OMPSCAN_DEFINE_COLUMN_CHAIN(name)                                            \
  OMPSCAN_DEFINE_PART_SHARE(name)                                              \
  /* Loads a run of \p own iterations from \p begin on, and combines them      \
     with \p value, or returns their sum if it is none that \p stores. */      \
  OMPSCAN_INLINE ompscan_T name##_run(OMPSCAN_PARAMETERS, ompscan_T value,     \
                                      const bool stores, const ulong begin,    \
                                      const uint own) {                        \
    enum { count = OMPSCAN_VECTOR < 16 ? OMPSCAN_VECTOR : 16 };                \
    _Pragma("nounroll") for (uint at = 0; at < own; at += count) {             \
      ompscan_T inputs[count];                                                 \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) inputs[u] =           \
          ompscan_input(OMPSCAN_ARGUMENTS, begin + min(at + u, own - 1));      \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) if (at + u < own) {   \
        const ompscan_T before = value;                                        \
        value = stores || at + u > 0 ? ompscan_combine(before, inputs[u])      \
                                     : inputs[u];                              \
        if (stores)                                                            \
          ompscan_output(OMPSCAN_ARGUMENTS, begin + at + u, before, value);    \
      }                                                                        \
    }                                                                          \
    return value;                                                              \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name(OMPSCAN_PARAMETERS,                            \
                                const ulong n OMPSCAN_TEAM_PARAMETER) {        \
    const uint width = ompscan_team.width, stride = ompscan_team.stride;       \
    const ulong share = name##_share(n OMPSCAN_TEAM_ARGUMENT);                 \
    const ulong part = ompscan_team.chain->part * share;                       \
    if (part >= n)                                                             \
      return ompscan_seed(OMPSCAN_ARGUMENTS);                                  \
    const ulong length = min(n - part, share), most = share / width;           \
    const ulong first = min(ompscan_team.member * most, length);               \
    const uint own = (uint)min(length - first, most);                          \
    const ulong begin = part + first;                                          \
    const bool is_kept = length == OMPSCAN_VECTOR * width;                     \
    ompscan_T values[OMPSCAN_VECTOR], sum;                                     \
    if (is_kept) {                                                             \
      _Pragma("unroll") for (uint u = 0; u < OMPSCAN_VECTOR; ++u) values[u] =  \
          ompscan_input(OMPSCAN_ARGUMENTS, begin + u);                         \
      _Pragma("unroll") for (uint u = 1; u < OMPSCAN_VECTOR; ++u) values[u] =  \
          ompscan_combine(values[u - 1], values[u]);                           \
      sum = values[OMPSCAN_VECTOR - 1];                                        \
    } else {                                                                   \
      sum = name##_run(OMPSCAN_ARGUMENTS, sum, false, begin, own);             \
    }                                                                          \
    __local name##_place *const places =                                       \
        (__local name##_place *)ompscan_team.room;                             \
    __local const name##_place *const column =                                 \
        places + ompscan_team_interleaved(ompscan_team);                       \
    places[get_local_id(0)].sum = sum;                                         \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    ompscan_T total = column->sum, before = total;                             \
    for (uint m = 1; m < width && m * most < length; ++m) {                    \
      if (m == ompscan_team.member)                                            \
        before = total;                                                        \
      total = ompscan_combine(total, column[m * stride].sum);                  \
    }                                                                          \
    const bool publishes = ompscan_team.member == 0 && ompscan_team.has_row;   \
    ompscan_T front = total;                                                   \
    if (part == 0)                                                             \
      front = ompscan_seed(OMPSCAN_ARGUMENTS);                                 \
    else if (publishes)                                                        \
      name##_publish(OMPSCAN_AGGREGATE, total OMPSCAN_TEAM_ARGUMENT);          \
    front = name##_look_back(front OMPSCAN_TEAM_ARGUMENT);                     \
    total = ompscan_combine(front, total);                                     \
    if (publishes)                                                             \
      name##_publish(OMPSCAN_PREFIX, total OMPSCAN_TEAM_ARGUMENT);             \
    if (ompscan_team.member > 0)                                               \
      front = ompscan_combine(front, before);                                  \
    if (!ompscan_team.has_row)                                                 \
      return total;                                                            \
    if (is_kept) {                                                             \
      _Pragma("unroll") for (uint u = 0; u < OMPSCAN_VECTOR; ++u)              \
          ompscan_output(OMPSCAN_ARGUMENTS, begin + u,                         \
                         OMPSCAN_USES_BEFORE && u > 0                          \
                             ? ompscan_combine(front, values[u - 1])           \
                             : front,                                          \
                         ompscan_combine(front, values[u]));                   \
    } else {                                                                   \
      name##_run(OMPSCAN_ARGUMENTS, front, true, begin, own);                  \
    }                                                                          \
    return total;                                                              \
  }

#endif // OMPSCAN_HAS_COLUMN_PARTS
