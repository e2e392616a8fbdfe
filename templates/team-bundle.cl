//===- team-bundle.cl - Rows that are scanned together ----- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows team.cl. In the algorithm OMPSCAN_BUNDLES a team runs a bundle: each
// of its work-items has a row of its own, and all of them scan the elements of
// these rows as one sequence. Work is balanced by elements, as in the segmented
// scans of Sengupta et al., "Scan Primitives for GPU Computing" (2007), and of
// Merrill and Garland, "Merge-based Parallel Sparse Matrix-Vector
// Multiplication" (2016). A bundle has no more rows than a word has bits, so
// that it needs neither a search for the row of an element nor the totals of
// other bundles.
//
// Rows with iterations are numbered. Local memory holds what differs from row
// to row, and a bit for each element of a piece, which is set where a row
// begins: the number of bits up to an element is the number of its row.
// Neighbouring work-items load and store neighbouring elements. Between them
// the elements are in local memory, where a work-item scans some neighbours.
//
// On NVIDIA devices, rows of one length need none of this. They are scanned
// side by side: in a step, each work-item has an element of each of some rows,
// and loads those of the next step.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_ALGORITHM == OMPSCAN_BUNDLES

/// The iterations of a row from which the whole group runs it.
#define OMPSCAN_LONGEST_IN_BUNDLE (64 * OMPSCAN_BUNDLE_LANES)

/// Elements of type \p T of a piece for each work-item.
#define OMPSCAN_BUNDLE_ITEMS(T)                                                \
  (sizeof(T) <= 4 ? 8 : sizeof(T) <= 8 ? 4 : sizeof(T) <= 16 ? 2 : 1)

// Lengths of rows are exchanged as values of a scan are.
#define ompscan_T uint
OMPSCAN_DEFINE_TEAM_EXCHANGE(ompscan_length, 1)
OMPSCAN_DEFINE_TEAM_OF(ompscan_length)
#undef ompscan_T

/// The sum of \p value of the work-items up to this one.
OMPSCAN_INLINE uint ompscan_length_sum(uint value OMPSCAN_TEAM_PARAMETER) {
  OMPSCAN_TEAM_STEPS for (uint d = 1; d < OMPSCAN_BUNDLE_LANES; d *= 2) {
    const bool has_left = ompscan_team.member >= d;
    const uint left = ompscan_length_of(
        value, ompscan_team.member - (has_left ? d : 0)OMPSCAN_TEAM_ARGUMENT);
    if (has_left)
      value += left;
  }
  return value;
}

/// \returns a word whose bit l says whether work-item l \p is_set. \p word is
/// local memory.
OMPSCAN_INLINE uint ompscan_bundle_vote(
    const bool is_set, __local uint *const word OMPSCAN_TEAM_PARAMETER) {
#if OMPSCAN_TEAM_SHUFFLES
  return ompscan_team_ballot(is_set OMPSCAN_TEAM_ARGUMENT);
#else
  if (ompscan_team.member == 0)
    *word = 0;
  OMPSCAN_TEAM_BARRIER;
  atomic_or(word, (uint)is_set << ompscan_team.member);
  OMPSCAN_TEAM_BARRIER;
  return *word;
#endif
}

/// Whether the rows of a bundle are equally long, so that they can be scanned
/// side by side: units of as many iterations as there are work-items, with few
/// work-items that have none. On other devices than NVIDIA's a barrier under
/// this condition would multiply the code. Where rows may differ, the code
/// would take registers: on an H200 2^27 floats in ragged rows 0.39 ms, not
/// 0.35.
OMPSCAN_INLINE bool ompscan_are_even(const uint length OMPSCAN_TEAM_PARAMETER) {
#if OMPSCAN_BUNDLE_MAY_BE_EVEN
  const uint lanes = OMPSCAN_BUNDLE_LANES;
  const uint next = ompscan_length_of(length, (ompscan_team.member + 1) %
                                                  lanes OMPSCAN_TEAM_ARGUMENT);
  const uint changes = ompscan_length_of(
      ompscan_length_sum(next != length OMPSCAN_TEAM_ARGUMENT),
      lanes - 1 OMPSCAN_TEAM_ARGUMENT);
  const uint rounded = (length + (lanes - 1)) / lanes * lanes;
  return changes == 0 && length > 0 && 5 * rounded <= 6 * length;
#else
  return false;
#endif
}

/// Whether rows may be joined: they follow each other in memory, and nothing
/// else differs from row to row, so that the own values of all of them are the
/// same. Without shuffles a barrier would be under another condition.
#define OMPSCAN_BUNDLE_MAY_BE_JOINED                                           \
  (OMPSCAN_TEAM_SHUFFLES && OMPSCAN_MAY_JOIN_ROWS)

/// The team that exchanges values for the bundle.
OMPSCAN_INLINE ompscan_team_t
ompscan_bundle_team(const ompscan_team_t ompscan_team) {
  ompscan_team_t team = ompscan_team;
  team.is_bundle = false;
  return team;
}

/// Calls name_bundle() in the scan of a team.
#define OMPSCAN_IF_BUNDLE(name)                                                \
  if (ompscan_team.is_bundle)                                                  \
    return name##_bundle(OMPSCAN_ARGUMENTS, n,                                 \
                         ompscan_bundle_team(ompscan_team));

/// Defines name_bundle(), which scans iterations 0 to n - 1 of the rows of all
/// work-items, each of which has arguments and a number n of its own. It
/// returns the value after the last one of the own row, if that has iterations.
#define OMPSCAN_DEFINE_TEAM_BUNDLE(name)                                       \
  enum {                                                                       \
    name##_items = OMPSCAN_BUNDLE_ITEMS(ompscan_T),                            \
    name##_elements = OMPSCAN_BUNDLE_LANES * name##_items,                     \
    name##_words =                                                             \
        (name##_elements + 31) / 32, /* Rows that are scanned side by side. */ \
    name##_rows =                                                              \
        OMPSCAN_TEAM_HAS_RUNS(ompscan_T) ? 1 : OMPSCAN_TEAM_ABREAST(ompscan_T) \
  };                                                                           \
  typedef struct {                                                             \
    ompscan_own own;                                                           \
    ompscan_T seed;                                                            \
  } ompscan_bundle_row;                                                        \
  typedef struct {                                                             \
    ompscan_bundle_row rows[OMPSCAN_BUNDLE_LANES];                             \
    ompscan_T values[name##_elements + OMPSCAN_BUNDLE_LANES];                  \
    uint heads[name##_words], votes;                                           \
  } ompscan_bundle;                                                            \
  /* Where the value \p at is: a gap behind each run spreads them over the     \
     banks of local memory. */                                                 \
  OMPSCAN_INLINE uint name##_place(const uint at) {                            \
    return at + at / name##_items;                                             \
  }                                                                            \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name##_rows, name##_rows)                       \
  OMPSCAN_DEFINE_TEAM_EXCHANGE(name##_run, 1)                                  \
  OMPSCAN_DEFINE_TEAM_OF(name##_run)                                           \
  /* Scans the values of a piece. \p total, the value before it, becomes that  \
     after it. */                                                              \
  OMPSCAN_INLINE void name##_scan_runs(                                        \
      __local ompscan_bundle *const bundle,                                    \
      ompscan_T *const total OMPSCAN_TEAM_PARAMETER) {                         \
    const uint lane = ompscan_team.member, at = lane * name##_items;           \
    __local ompscan_T *const own = &bundle->values[name##_place(at)];          \
    const uint heads =                                                         \
        bundle->heads[at / 32] >> at % 32 & ((1u << name##_items) - 1);        \
    ompscan_T run[name##_items];                                               \
    run[0] = own[0];                                                           \
    _Pragma("unroll") for (uint i = 1; i < name##_items; ++i) {                \
      run[i] = own[i];                                                         \
      if ((heads >> i & 1) == 0)                                               \
        run[i] = ompscan_combine(run[i - 1], run[i]);                          \
    }                                                                          \
    const uint votes =                                                         \
        ompscan_bundle_vote(heads != 0, &bundle->votes OMPSCAN_TEAM_ARGUMENT); \
    const uint upto = votes & ((2u << lane) - 1);                              \
    /* Runs on the left that the last row of the own run includes. */          \
    const uint left = lane - (upto ? 31 - (uint)clz(upto) : 0);                \
    ompscan_T sum = run[name##_items - 1];                                     \
    OMPSCAN_TEAM_STEPS for (uint d = 1; d < OMPSCAN_BUNDLE_LANES; d *= 2) {    \
      const ompscan_T other = name##_run_of(                                   \
          sum, lane - (lane >= d ? d : 0) OMPSCAN_TEAM_ARGUMENT);              \
      if (left >= d)                                                           \
        sum = ompscan_combine(other, sum);                                     \
    }                                                                          \
    ompscan_T front =                                                          \
        name##_run_of(sum, lane - (lane > 0) OMPSCAN_TEAM_ARGUMENT);           \
    if (lane == 0)                                                             \
      front = *total;                                                          \
    else if ((votes & ((1u << lane) - 1)) == 0)                                \
      front = ompscan_combine(*total, front);                                  \
    sum = name##_run_of(sum, OMPSCAN_BUNDLE_LANES - 1 OMPSCAN_TEAM_ARGUMENT);  \
    *total = votes ? sum : ompscan_combine(*total, sum);                       \
    _Pragma("unroll") for (uint i = 0; i < name##_items; ++i) {                \
      if ((heads & ((2u << i) - 1)) == 0)                                      \
        run[i] = ompscan_combine(front, run[i]);                               \
      own[i] = run[i];                                                         \
    }                                                                          \
  }                                                                            \
  /* Loads the inputs from \p first on of the rows from \p row on. */          \
  OMPSCAN_INLINE void name##_load_even(                                        \
      OMPSCAN_PARAMETERS, __local const ompscan_bundle *const bundle,          \
      const uint row, const uint first, const uint length,                     \
      ompscan_T *const to OMPSCAN_TEAM_PARAMETER) {                            \
    _Pragma("unroll") for (uint u = 0; u < name##_rows; ++u) {                 \
      const ompscan_own own = bundle->rows[row + u].own;                       \
      to[u] = ompscan_input(OMPSCAN_EQUAL_ARGUMENTS_OF(own),                   \
                            min(first + ompscan_team.member, length - 1));     \
    }                                                                          \
  }                                                                            \
  /* Scans rows of the same \p length, several side by side, whose own values  \
     are in local memory. It returns the value after the own row. */           \
  OMPSCAN_INLINE ompscan_T name##_even(                                        \
      OMPSCAN_PARAMETERS, __local const ompscan_bundle *const bundle,          \
      const uint length OMPSCAN_TEAM_PARAMETER) {                              \
    enum { count = name##_rows };                                              \
    const uint lane = ompscan_team.member;                                     \
    ompscan_T total[count], values[count], next[count], others[count];         \
    ompscan_T last[count], result;                                             \
    uint from[count];                                                          \
    name##_load_even(OMPSCAN_ARGUMENTS, bundle, 0, 0, length,                  \
                     next OMPSCAN_TEAM_ARGUMENT);                              \
    for (uint row = 0, first = 0; row < OMPSCAN_BUNDLE_LANES;) {               \
      const uint begin = row, at = first;                                      \
      const uint own = min(length - at, (uint)OMPSCAN_BUNDLE_LANES);           \
      first += own;                                                            \
      if (first == length) {                                                   \
        row += count;                                                          \
        first = 0;                                                             \
      }                                                                        \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) {                     \
        values[u] = next[u];                                                   \
        if (at == 0)                                                           \
          total[u] = bundle->rows[begin + u].seed;                             \
      }                                                                        \
      if (row < OMPSCAN_BUNDLE_LANES)                                          \
        name##_load_even(OMPSCAN_ARGUMENTS, bundle, row, first, length,        \
                         next OMPSCAN_TEAM_ARGUMENT);                          \
      OMPSCAN_TEAM_STEPS for (uint d = 1; d < OMPSCAN_BUNDLE_LANES; d *= 2) {  \
        const bool has_left = lane >= d;                                       \
        for (uint u = 0; u < count; ++u)                                       \
          from[u] = lane - (has_left ? d : 0);                                 \
        name##_rows_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);      \
        _Pragma("unroll") for (uint u = 0; u < count; ++u) if (has_left)       \
            values[u] = ompscan_combine(others[u], values[u]);                 \
      }                                                                        \
      for (uint u = 0; u < count; ++u)                                         \
        from[u] = own - 1;                                                     \
      name##_rows_exchange(values, from, last OMPSCAN_TEAM_ARGUMENT);          \
      if (OMPSCAN_USES_BEFORE) {                                               \
        for (uint u = 0; u < count; ++u)                                       \
          from[u] = lane - (lane > 0);                                         \
        name##_rows_exchange(values, from, others OMPSCAN_TEAM_ARGUMENT);      \
      }                                                                        \
      if (lane < own)                                                          \
        _Pragma("unroll") for (uint u = 0; u < count; ++u) {                   \
          const ompscan_own row_own = bundle->rows[begin + u].own;             \
          ompscan_output(OMPSCAN_EQUAL_ARGUMENTS_OF(row_own), at + lane,       \
                         OMPSCAN_USES_BEFORE && lane > 0                       \
                             ? ompscan_combine(total[u], others[u])            \
                             : total[u],                                       \
                         ompscan_combine(total[u], values[u]));                \
        }                                                                      \
      _Pragma("unroll") for (uint u = 0; u < count; ++u) {                     \
        total[u] = ompscan_combine(total[u], last[u]);                         \
        if (lane == begin + u)                                                 \
          result = total[u];                                                   \
      }                                                                        \
    }                                                                          \
    return result;                                                             \
  }                                                                            \
  /* Loads the inputs of a whole piece of joined rows, the first of which is   \
     \p first. */                                                              \
  OMPSCAN_INLINE void name##_load_joined(                                      \
      OMPSCAN_PARAMETERS, const ompscan_own own, const uint first,             \
      ompscan_T *const to OMPSCAN_TEAM_PARAMETER) {                            \
    _Pragma("unroll") for (uint u = 0; u < name##_items; ++u) to[u] =          \
        ompscan_input(OMPSCAN_ARGUMENTS_OF(own),                               \
                      first + u * OMPSCAN_BUNDLE_LANES + ompscan_team.member); \
  }                                                                            \
  /* Scans a piece of \p count elements, the first of which is \p first. The   \
     own row has \p length elements from \p begin on; \p result becomes the    \
     value after it. \p rows is the number of rows that begin before the       \
     piece. If the rows are joined, all have the own values of the first one.  \
     \p ahead has the inputs if they have been loaded. */                      \
  OMPSCAN_INLINE void name##_scan_piece(                                       \
      OMPSCAN_PARAMETERS, __local ompscan_bundle *const bundle,                \
      const ompscan_T seed, const uint length, const uint begin,               \
      const uint first, const uint count, ompscan_T *const total,              \
      ompscan_T *const result, uint *const rows, const bool is_joined,         \
      const ompscan_T *const ahead OMPSCAN_TEAM_PARAMETER) {                   \
    const uint lane = ompscan_team.member;                                     \
    const bool has_head = length > 0 && begin - first < count;                 \
    for (uint w = lane; w < name##_words; w += OMPSCAN_BUNDLE_LANES)           \
      bundle->heads[w] = 0;                                                    \
    OMPSCAN_TEAM_BARRIER;                                                      \
    if (has_head)                                                              \
      atomic_or(&bundle->heads[(begin - first) / 32],                          \
                1u << (begin - first) % 32);                                   \
    OMPSCAN_TEAM_BARRIER;                                                      \
    ompscan_T loaded[name##_items];                                            \
    ompscan_own own[name##_items];                                             \
    uint number[name##_items];                                                 \
    _Pragma("unroll") for (uint u = 0; u < name##_items; ++u) {                \
      const uint at = u * OMPSCAN_BUNDLE_LANES + lane;                         \
      const uint heads = bundle->heads[at / 32];                               \
      number[u] = *rows + (uint)popcount(heads & ((2u << at % 32) - 1)) - 1;   \
      if ((u + 1) * OMPSCAN_BUNDLE_LANES % 32 == 0 || u + 1 == name##_items)   \
        *rows += (uint)popcount(heads);                                        \
      own[u] = bundle->rows[is_joined ? 0 : number[u]].own;                    \
      loaded[u] = ahead ? ahead[u]                                             \
                        : ompscan_input(OMPSCAN_ARGUMENTS_OF(own[u]),          \
                                        first + min(at, count - 1));           \
    }                                                                          \
    _Pragma("unroll") for (uint u = 0; u < name##_items; ++u)                  \
        bundle->values[name##_place(u * OMPSCAN_BUNDLE_LANES + lane)] =        \
        loaded[u];                                                             \
    OMPSCAN_TEAM_BARRIER;                                                      \
    if (has_head)                                                              \
      bundle->values[name##_place(begin - first)] =                            \
          ompscan_combine(seed, bundle->values[name##_place(begin - first)]);  \
    OMPSCAN_TEAM_BARRIER;                                                      \
    const ompscan_T before = *total;                                           \
    name##_scan_runs(bundle, total OMPSCAN_TEAM_ARGUMENT);                     \
    OMPSCAN_TEAM_BARRIER;                                                      \
    if (length > 0 && begin + length - 1 - first < count)                      \
      *result = bundle->values[name##_place(begin + length - 1 - first)];      \
    _Pragma("unroll") for (uint u = 0; u < name##_items; ++u) {                \
      const uint at = u * OMPSCAN_BUNDLE_LANES + lane;                         \
      if (at >= count)                                                         \
        continue;                                                              \
      const bool is_head = bundle->heads[at / 32] >> at % 32 & 1;              \
      ompscan_output(OMPSCAN_ARGUMENTS_OF(own[u]), first + at,                 \
                     is_head  ? bundle->rows[number[u]].seed                   \
                     : at > 0 ? bundle->values[name##_place(at - 1)]           \
                              : before,                                        \
                     bundle->values[name##_place(at)]);                        \
    }                                                                          \
    OMPSCAN_TEAM_BARRIER;                                                      \
  }                                                                            \
  /* Scans the rows as one sequence. */                                        \
  OMPSCAN_INLINE ompscan_T name##_pieces(                                      \
      OMPSCAN_PARAMETERS, __local ompscan_bundle *const bundle,                \
      const ompscan_T seed, const uint length, const uint begin,               \
      const uint end, const bool is_joined OMPSCAN_TEAM_PARAMETER) {           \
    ompscan_T result = seed, total = {0};                                      \
    uint rows = 0, first = 0;                                                  \
    if (is_joined) {                                                           \
      /* Whole pieces need no conditions. */                                   \
      const ompscan_own own = bundle->rows[0].own;                             \
      ompscan_T next[name##_items], loaded[name##_items];                      \
      if (name##_elements <= end)                                              \
        name##_load_joined(OMPSCAN_ARGUMENTS, own, 0,                          \
                           next OMPSCAN_TEAM_ARGUMENT);                        \
      for (; first + name##_elements <= end; first += name##_elements) {       \
        _Pragma("unroll") for (uint u = 0; u < name##_items; ++u) loaded[u] =  \
            next[u];                                                           \
        if (first + 2 * name##_elements <= end)                                \
          name##_load_joined(OMPSCAN_ARGUMENTS, own, first + name##_elements,  \
                             next OMPSCAN_TEAM_ARGUMENT);                      \
        name##_scan_piece(OMPSCAN_ARGUMENTS, bundle, seed, length, begin,      \
                          first, name##_elements, &total, &result, &rows,      \
                          true, loaded OMPSCAN_TEAM_ARGUMENT);                 \
      }                                                                        \
    }                                                                          \
    for (; first < end; first += name##_elements)                              \
      name##_scan_piece(OMPSCAN_ARGUMENTS, bundle, seed, length, begin, first, \
                        min(end - first, (uint)name##_elements), &total,       \
                        &result, &rows, is_joined,                             \
                        NULL OMPSCAN_TEAM_ARGUMENT);                           \
    return result;                                                             \
  }                                                                            \
  OMPSCAN_INLINE ompscan_T name##_bundle(                                      \
      OMPSCAN_PARAMETERS, const ulong n OMPSCAN_TEAM_PARAMETER) {              \
    __local ompscan_bundle *const bundle =                                     \
        (__local ompscan_bundle *)ompscan_team.bundle;                         \
    const uint lane = ompscan_team.member;                                     \
    const uint length = ompscan_team.has_row ? (uint)n : 0;                    \
    /* The elements, and above them the rows that have any. */                 \
    enum { bits = 24 };                                                        \
    const uint sum = ompscan_length_sum(                                       \
        length | (uint)(length > 0) << bits OMPSCAN_TEAM_ARGUMENT);            \
    const uint begin = sum % (1u << bits) - length;                            \
    const uint end = ompscan_length_of(sum, OMPSCAN_BUNDLE_LANES -             \
                                                1 OMPSCAN_TEAM_ARGUMENT) %     \
                     (1u << bits);                                             \
    ompscan_T seed = {0};                                                      \
    __local ompscan_bundle_row *const row =                                    \
        &bundle->rows[length > 0 ? (sum >> bits) - 1 : 0];                     \
    if (length > 0) {                                                          \
      const ompscan_own own = OMPSCAN_OWN(begin);                              \
      seed = ompscan_seed(OMPSCAN_ARGUMENTS);                                  \
      row->own = own;                                                          \
      row->seed = seed;                                                        \
    }                                                                          \
    OMPSCAN_TEAM_BARRIER;                                                      \
    if (OMPSCAN_BUNDLE_MAY_BE_JOINED &&                                        \
        ompscan_bundle_vote(length > 0 &&                                      \
                                OMPSCAN_BEGIN_OF(row->own) !=                  \
                                    OMPSCAN_BEGIN_OF(bundle->rows[0].own),     \
                            &bundle->votes OMPSCAN_TEAM_ARGUMENT) == 0)        \
      return name##_pieces(OMPSCAN_ARGUMENTS, bundle, seed, length, begin,     \
                           end, true OMPSCAN_TEAM_ARGUMENT);                   \
    if (OMPSCAN_BUNDLE_MAY_BE_EVEN &&                                          \
        ompscan_are_even(length OMPSCAN_TEAM_ARGUMENT)) {                      \
      const ompscan_own own = OMPSCAN_OWN(0);                                  \
      row->own = own;                                                          \
      OMPSCAN_TEAM_BARRIER;                                                    \
      return name##_even(OMPSCAN_ARGUMENTS, bundle,                            \
                         length OMPSCAN_TEAM_ARGUMENT);                        \
    }                                                                          \
    return name##_pieces(OMPSCAN_ARGUMENTS, bundle, seed, length, begin, end,  \
                         false OMPSCAN_TEAM_ARGUMENT);                         \
  }

#else
#define OMPSCAN_IF_BUNDLE(name)
#define OMPSCAN_DEFINE_TEAM_BUNDLE(name)
#endif
