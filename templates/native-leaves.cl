//===- native-leaves.cl - Leaves in lanes of vectors ------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows ordered-groups.cl in a program for the host. The lanes of vectors
// combine leaves side by side, and then groups of leaves, in the order of
// docs/floating-point.md. With OMPSCAN_HAS_LANE_LEAVES it provides:
//
//   ompscan_leaves_abreast(leaf, count)  the leaves that are combined side by
//       side from leaf number `leaf` on, of `count` iterations: a power of 2
//       that divides the number; 0 if they are too few
//   ompscan_total_leaves(..., k, leaves, total)  sets `total` to theirs, from
//       iteration k on
//   ompscan_scan_leaves(..., k, leaf, leaves, halves, value, total)  stores the
//       scan of leaves of a block from number `leaf` on after `value`, which
//       becomes the value behind them, and sets `total` to that of the largest
//       group that ends with them
//
// The last two return false, and do nothing else, if the order does not allow
// for lanes.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_ORDERED && OMPSCAN_COMBINE_CALLS == OMPSCAN_CALLS_MATH
#define OMPSCAN_HAS_LANE_LEAVES 1

// An operator that calls exponentials or logarithms takes long, but has no
// branches: its vectors are functions that are called.

/// As many as the largest vectors have elements of 4 bytes.
#define OMPSCAN_LANES 16
/// The most leaves side by side, a multiple of the lanes.
#define OMPSCAN_MOST_LEAVES 64

/// Combines \p left with \p right in each lane.
static __attribute__((noinline)) void
ompscan_combine_lanes(ompscan_T *restrict left,
                      const ompscan_T *restrict right) {
  _Pragma("clang loop unroll(disable)") for (uint lane = 0;
                                             lane < OMPSCAN_LANES; ++lane)
      left[lane] = ompscan_combine(left[lane], right[lane]);
}

/// The operator outside of vectors.
static __attribute__((noinline)) ompscan_T
ompscan_combine_alone(const ompscan_T a, const ompscan_T b) {
  return ompscan_combine(a, b);
}

OMPSCAN_INLINE uint ompscan_leaves_abreast(const ulong leaf,
                                           const ulong count) {
  uint leaves = OMPSCAN_MOST_LEAVES;
  while (leaves >= OMPSCAN_LANES &&
         (leaf % leaves != 0 || count < leaves * OMPSCAN_LEAF))
    leaves /= 2;
  return leaves < OMPSCAN_LANES ? 0 : leaves;
}

/// Replaces the first of \p leaves totals of leaves by those of the largest
/// groups that end with each. \p values has the inputs, of one leaf \p leaves
/// apart.
static __attribute__((noinline)) void
ompscan_group_leaves(const ompscan_T *const values, const uint leaves,
                     ompscan_T *const totals) {
  for (uint i = 0; i < leaves; ++i)
    totals[i] = values[i];
  for (uint j = 1; j < OMPSCAN_LEAF; ++j)
    for (uint i = 0; i < leaves; i += OMPSCAN_LANES)
      ompscan_combine_lanes(totals + i, values + j * leaves + i);
  for (uint d = 1; d < leaves; d *= 2) {
    const uint pairs = leaves / (2 * d);
    ompscan_T left[OMPSCAN_MOST_LEAVES / 2], right[OMPSCAN_MOST_LEAVES / 2];
    for (uint i = 0; i < pairs || i % OMPSCAN_LANES; ++i) {
      const uint pair = i < pairs ? i : 0;
      left[i] = totals[(2 * pair + 1) * d - 1];
      right[i] = totals[(2 * pair + 2) * d - 1];
    }
    for (uint i = 0; i < pairs; i += OMPSCAN_LANES)
      ompscan_combine_lanes(left + i, right + i);
    for (uint i = 0; i < pairs; ++i)
      totals[(2 * i + 2) * d - 1] = left[i];
  }
}

/// Sets \p fronts to the values in front of \p leaves leaves with the \p totals
/// of the function above, behind \p value.
static __attribute__((noinline)) void
ompscan_front_leaves(const ompscan_T *const totals, const uint leaves,
                     const ompscan_T value, ompscan_T *const fronts) {
  fronts[0] = value;
  for (uint d = leaves / 2; d > 0; d /= 2) {
    const uint pairs = leaves / (2 * d);
    ompscan_T left[OMPSCAN_MOST_LEAVES / 2], right[OMPSCAN_MOST_LEAVES / 2];
    for (uint i = 0; i < pairs || i % OMPSCAN_LANES; ++i) {
      const uint pair = i < pairs ? i : 0;
      left[i] = fronts[2 * pair * d];
      right[i] = totals[(2 * pair + 1) * d - 1];
    }
    for (uint i = 0; i < pairs; i += OMPSCAN_LANES)
      ompscan_combine_lanes(left + i, right + i);
    for (uint i = 0; i < pairs; ++i)
      fronts[(2 * i + 1) * d] = left[i];
  }
}

/// Loads the inputs of \p leaves leaves from iteration \p k on.
__attribute__((always_inline)) OMPSCAN_INLINE void
ompscan_load_leaves(OMPSCAN_PARAMETERS, const ulong k, const uint leaves,
                    ompscan_T *const values) {
  for (uint i = 0; i < leaves; ++i)
    OMPSCAN_FEW_ITERATIONS
  for (uint j = 0; j < OMPSCAN_LEAF; ++j)
    values[j * leaves + i] =
        ompscan_input(OMPSCAN_ARGUMENTS, k + i * OMPSCAN_LEAF + j);
}

__attribute__((always_inline)) OMPSCAN_INLINE bool
ompscan_scan_leaves(OMPSCAN_PARAMETERS, const ulong k, const ulong leaf,
                    const uint leaves, ompscan_halves *const halves,
                    ompscan_T *const value, ompscan_T *const group) {
  ompscan_T values[OMPSCAN_MOST_LEAVES * OMPSCAN_LEAF];
  ompscan_T totals[OMPSCAN_MOST_LEAVES], fronts[OMPSCAN_MOST_LEAVES + 1];
  ompscan_load_leaves(OMPSCAN_ARGUMENTS, k, leaves, values);
  ompscan_group_leaves(values, leaves, totals);
  ompscan_front_leaves(totals, leaves, *value, fronts);
  ompscan_T before = *value;
  const ompscan_T total = ompscan_complete(
      halves, leaf, ompscan_level_of(leaves), totals[leaves - 1], value);
  *value = ompscan_combine(*value, total);
  fronts[leaves] = *value;
  for (uint i = 0; i < leaves; ++i) {
    totals[i] = fronts[i];
    values[(OMPSCAN_LEAF - 1) * leaves + i] = fronts[i + 1];
  }
  for (uint j = 0; j + 1 < OMPSCAN_LEAF; ++j) {
    for (uint i = 0; i < leaves; i += OMPSCAN_LANES)
      ompscan_combine_lanes(totals + i, values + j * leaves + i);
    for (uint i = 0; i < leaves; ++i)
      values[j * leaves + i] = totals[i];
  }
  for (uint i = 0; i < leaves; ++i)
    OMPSCAN_FEW_ITERATIONS
  for (uint j = 0; j < OMPSCAN_LEAF; ++j) {
    const ompscan_T after = values[j * leaves + i];
    ompscan_output(OMPSCAN_ARGUMENTS, k + i * OMPSCAN_LEAF + j, before, after);
    before = after;
  }
  *group = total;
  return true;
}

__attribute__((always_inline)) OMPSCAN_INLINE bool
ompscan_total_leaves(OMPSCAN_PARAMETERS, const ulong k, const uint leaves,
                     ompscan_T *const total) {
  ompscan_T values[OMPSCAN_MOST_LEAVES * OMPSCAN_LEAF];
  ompscan_T totals[OMPSCAN_MOST_LEAVES];
  ompscan_load_leaves(OMPSCAN_ARGUMENTS, k, leaves, values);
  ompscan_group_leaves(values, leaves, totals);
  *total = totals[leaves - 1];
  return true;
}

// The rest of the program combines few values.
#define ompscan_combine ompscan_combine_alone

#elif OMPSCAN_IS_ORDERED && !OMPSCAN_COMBINE_CALLS &&                          \
    !OMPSCAN_COMBINE_BRANCHES && OMPSCAN_ITEM_SIZE % 4 == 0 &&                 \
    OMPSCAN_ITEM_SIZE <= 16
#define OMPSCAN_HAS_LANE_LEAVES 1
/// Only what stores the leaves is there for both ways to store.
#define OMPSCAN_STORES_LEAVES 1

// Values of an operator of few instructions stay in registers of 32 bytes: a
// row has value number j of each leaf, a leaf in a lane.

/// The words of a value: itself, where it is a number, and parts of vectors.
/// The compiler knows an extremum by its type.
#define OMPSCAN_IF_NUMBER(T, other)                                            \
  __builtin_choose_expr(__builtin_types_compatible_p(ompscan_T, T), (T)0, other)
typedef __typeof__(OMPSCAN_IF_NUMBER(
    float, OMPSCAN_IF_NUMBER(double, __builtin_choose_expr(
                                         __alignof__(ompscan_T) == 8, (ulong)0,
                                         (uint)0)))) ompscan_leaf_word;
typedef __typeof__(OMPSCAN_IF_NUMBER(float, (uint)0)) ompscan_vector_part;
#undef OMPSCAN_IF_NUMBER
#define OMPSCAN_LEAF_WORDS (sizeof(ompscan_T) / sizeof(ompscan_leaf_word))
#define OMPSCAN_HAS_LONG_WORDS (sizeof(ompscan_leaf_word) == 8)
/// The words of 16 bytes, among which shuffles are fast.
#define OMPSCAN_PART_WORDS (16 / sizeof(ompscan_leaf_word))
/// Leaves side by side.
#define OMPSCAN_LEAVES (2 * OMPSCAN_PART_WORDS)

typedef ompscan_vector_part ompscan_vector __attribute__((ext_vector_type(8)));
typedef ompscan_vector_part ompscan_part __attribute__((ext_vector_type(4)));
/// A value in each lane, a vector for each of its words.
typedef struct {
  ompscan_vector words[OMPSCAN_LEAF_WORDS];
} ompscan_row;
/// The words of all values of the leaves. Variables have OMPSCAN_ALIGNED.
#define OMPSCAN_ALIGNED __attribute__((aligned(sizeof(ompscan_vector))))
typedef ompscan_leaf_word ompscan_leaf_words[OMPSCAN_LEAF_WORDS][OMPSCAN_LEAVES]
                                            [OMPSCAN_LEAF];
typedef union {
  ompscan_T value;
  ompscan_leaf_word words[OMPSCAN_LEAF_WORDS];
} ompscan_leaf_value;

#define OMPSCAN_LEAF_FUNCTION __attribute__((always_inline)) OMPSCAN_INLINE
#define OMPSCAN_EACH_WORD(i)                                                   \
  _Pragma("unroll") for (uint i = 0; i < OMPSCAN_LEAF_WORDS; ++i)

// The compiler makes vectors of loops whose loads and stores are of different
// objects, so words are variables of their own there.

/// Declares variables for the words of \p count values.
#define OMPSCAN_DECLARE_WORDS(name, count)                                     \
  ompscan_leaf_word name##_0[count], name##_1[count], name##_2[count],         \
      name##_3[count];
/// Executes \p copy for each word of a value: its number is the last argument.
#define OMPSCAN_COPY_WORDS(copy, row, name)                                    \
  copy(row, name##_0, 0) copy(row, name##_1, 1) copy(row, name##_2, 2)         \
      copy(row, name##_3, 3)
#define OMPSCAN_TAKE_WORD(row, name, i)                                        \
  if (i < OMPSCAN_LEAF_WORDS)                                                  \
    __builtin_memcpy(name, &(row)->words[i], sizeof name);
#define OMPSCAN_GIVE_WORD(row, name, i)                                        \
  if (i < OMPSCAN_LEAF_WORDS)                                                  \
    __builtin_memcpy(&(row)->words[i], name, sizeof name);
/// Value number \p j.
#define OMPSCAN_VALUE(name, j)                                                 \
  ompscan_value_of(name##_0[j], OMPSCAN_LEAF_WORDS > 1 ? name##_1[j] : 0,      \
                   OMPSCAN_LEAF_WORDS > 2 ? name##_2[j] : 0,                   \
                   OMPSCAN_LEAF_WORDS > 3 ? name##_3[j] : 0)
#define OMPSCAN_SET_VALUE(name, j, of)                                         \
  {                                                                            \
    const ompscan_leaf_value one = {.value = of};                              \
    name##_0[j] = one.words[0];                                                \
    if (OMPSCAN_LEAF_WORDS > 1)                                                \
      name##_1[j] = one.words[1 % OMPSCAN_LEAF_WORDS];                         \
    if (OMPSCAN_LEAF_WORDS > 2)                                                \
      name##_2[j] = one.words[2 % OMPSCAN_LEAF_WORDS];                         \
    if (OMPSCAN_LEAF_WORDS > 3)                                                \
      name##_3[j] = one.words[3 % OMPSCAN_LEAF_WORDS];                         \
  }

OMPSCAN_LEAF_FUNCTION ompscan_T ompscan_value_of(const ompscan_leaf_word a,
                                                 const ompscan_leaf_word b,
                                                 const ompscan_leaf_word c,
                                                 const ompscan_leaf_word d) {
  const ompscan_leaf_word all[4] = {a, b, c, d};
  ompscan_T value;
  __builtin_memcpy(&value, all, sizeof value);
  return value;
}

/// Executes statements in each lane. Unrolled, they would not become a vector.
#define OMPSCAN_IN_LANES(lane, ...)                                            \
  if (OMPSCAN_HAS_LONG_WORDS) {                                                \
    _Pragma("clang loop unroll(disable) vectorize_width(4)")                   \
        _Pragma("clang loop interleave_count(1)") for (ulong lane = 0;         \
                                                       lane < OMPSCAN_LEAVES;  \
                                                       ++lane) __VA_ARGS__     \
  } else {                                                                     \
    _Pragma("clang loop unroll(disable) vectorize_width(8)")                   \
        _Pragma("clang loop interleave_count(1)") for (ulong lane = 0;         \
                                                       lane < OMPSCAN_LEAVES;  \
                                                       ++lane) __VA_ARGS__     \
  }
/// Executes statements for the values of a leaf, in vectors of 16 bytes.
#define OMPSCAN_IN_PARTS(j, ...)                                               \
  if (OMPSCAN_HAS_LONG_WORDS) {                                                \
    _Pragma("clang loop unroll(disable) vectorize_width(2)")                   \
        _Pragma("clang loop interleave_count(4)") for (ulong j = 0;            \
                                                       j < OMPSCAN_LEAF; ++j)  \
            __VA_ARGS__                                                        \
  } else {                                                                     \
    _Pragma("clang loop unroll(disable) vectorize_width(4)")                   \
        _Pragma("clang loop interleave_count(2)") for (ulong j = 0;            \
                                                       j < OMPSCAN_LEAF; ++j)  \
            __VA_ARGS__                                                        \
  }

#ifdef OMPSCAN_FACTOR_LIMIT
/// The product of factors that are near 1, and so is it: no exponents change.
OMPSCAN_LEAF_FUNCTION ompscan_T ompscan_combine_leaf(ompscan_T a,
                                                     const ompscan_T b) {
  a.v *= b.v;
  return a;
}
#else
#define ompscan_combine_leaf(a, b) ompscan_combine(a, b)
#endif

/// \returns \p left combined with \p right in each lane.
OMPSCAN_LEAF_FUNCTION ompscan_row ompscan_combine_rows(
    const ompscan_row *const left, const ompscan_row *const right) {
  OMPSCAN_DECLARE_WORDS(a, OMPSCAN_LEAVES)
  OMPSCAN_DECLARE_WORDS(b, OMPSCAN_LEAVES)
  OMPSCAN_DECLARE_WORDS(c, OMPSCAN_LEAVES)
  OMPSCAN_COPY_WORDS(OMPSCAN_TAKE_WORD, left, a)
  OMPSCAN_COPY_WORDS(OMPSCAN_TAKE_WORD, right, b)
  OMPSCAN_IN_LANES(
      lane, OMPSCAN_SET_VALUE(c, lane,
                              ompscan_combine_leaf(OMPSCAN_VALUE(a, lane),
                                                   OMPSCAN_VALUE(b, lane))))
  ompscan_row result;
  OMPSCAN_COPY_WORDS(OMPSCAN_GIVE_WORD, &result, c)
  return result;
}

/// Adds a bit to \p others in each lane where the product in \p row has an
/// exponent, or is so far from 1 that it gets one.
OMPSCAN_LEAF_FUNCTION void ompscan_add_far_lanes(ompscan_vector *const others,
                                                 const ompscan_row *const row) {
#ifdef OMPSCAN_FACTOR_LIMIT
  const ompscan_factor most = (OMPSCAN_FACTOR_LIMIT) * (OMPSCAN_FACTOR_LIMIT);
  ompscan_leaf_word far[OMPSCAN_LEAVES];
  OMPSCAN_DECLARE_WORDS(a, OMPSCAN_LEAVES)
  OMPSCAN_COPY_WORDS(OMPSCAN_TAKE_WORD, row, a)
  OMPSCAN_IN_LANES(lane, {
    const ompscan_T one = OMPSCAN_VALUE(a, lane);
    const ompscan_factor size = fabs(one.v);
    far[lane] = (int)(one.e != 0) | !(size >= 1 / most) | !(size <= most);
  })
  ompscan_vector all;
  __builtin_memcpy(&all, far, sizeof all);
  *others |= all;
#endif
}

/// \returns the value in the last lane of \p row.
OMPSCAN_LEAF_FUNCTION ompscan_T
ompscan_last_lane(const ompscan_row *const row) {
  ompscan_leaf_value last;
  OMPSCAN_EACH_WORD(i) {
    ompscan_leaf_word words[OMPSCAN_LEAVES];
    __builtin_memcpy(words, &row->words[i], sizeof words);
    last.words[i] = words[OMPSCAN_LEAVES - 1];
  }
  return last.value;
}

/// \returns a row with \p value in each lane.
OMPSCAN_LEAF_FUNCTION ompscan_row ompscan_same_in_all(const ompscan_T value) {
  const ompscan_leaf_value one = {.value = value};
  ompscan_row row;
  OMPSCAN_EACH_WORD(i) {
    ompscan_leaf_word words[OMPSCAN_LEAVES];
#pragma unroll
    for (uint lane = 0; lane < OMPSCAN_LEAVES; ++lane)
      words[lane] = one.words[i];
    __builtin_memcpy(&row.words[i], words, sizeof words);
  }
  return row;
}

/// Defines a function whose result has parts of 4 bytes of \p a and, from
/// number 8 on, of \p b.
#define OMPSCAN_DEFINE_SHUFFLE(name, ...)                                      \
  OMPSCAN_LEAF_FUNCTION ompscan_row ompscan_##name(const ompscan_row a,        \
                                                   const ompscan_row b) {      \
    ompscan_row to;                                                            \
    OMPSCAN_EACH_WORD(i)                                                       \
    to.words[i] =                                                              \
        __builtin_shufflevector(a.words[i], b.words[i], __VA_ARGS__);          \
    return to;                                                                 \
  }
/// OMPSCAN_DEFINE_SHUFFLE with other parts for words of 8 bytes.
#define OMPSCAN_DEFINE_LANE_SHUFFLE(name, parts, long_parts)                   \
  OMPSCAN_DEFINE_SHUFFLE(name##_of_4, OMPSCAN_LIST parts)                      \
  OMPSCAN_DEFINE_SHUFFLE(name##_of_8, OMPSCAN_LIST long_parts)                 \
  OMPSCAN_LEAF_FUNCTION ompscan_row ompscan_##name(const ompscan_row a,        \
                                                   const ompscan_row b) {      \
    return OMPSCAN_HAS_LONG_WORDS ? ompscan_##name##_of_8(a, b)                \
                                  : ompscan_##name##_of_4(a, b);               \
  }
#define OMPSCAN_LIST(...) __VA_ARGS__
// Shuffles within each part of 16 bytes, one instruction each.
OMPSCAN_DEFINE_SHUFFLE(low_words, 0, 8, 1, 9, 4, 12, 5, 13)
OMPSCAN_DEFINE_SHUFFLE(high_words, 2, 10, 3, 11, 6, 14, 7, 15)
OMPSCAN_DEFINE_SHUFFLE(low_pairs, 0, 1, 8, 9, 4, 5, 12, 13)
OMPSCAN_DEFINE_SHUFFLE(high_pairs, 2, 3, 10, 11, 6, 7, 14, 15)
// Of b, the lanes that are the last ones of 2, 4 and 8 leaves.
OMPSCAN_DEFINE_LANE_SHUFFLE(ends_of_two, (0, 9, 2, 11, 4, 13, 6, 15),
                            (0, 1, 10, 11, 4, 5, 14, 15))
OMPSCAN_DEFINE_LANE_SHUFFLE(ends_of_four, (0, 1, 2, 11, 4, 5, 6, 15),
                            (0, 1, 2, 3, 4, 5, 14, 15))
OMPSCAN_DEFINE_SHUFFLE(ends_of_eight, 0, 1, 2, 3, 4, 5, 6, 15)
// Of b, the lanes in the second halves of 4 and 8 leaves.
OMPSCAN_DEFINE_LANE_SHUFFLE(halves_of_four, (0, 1, 10, 11, 4, 5, 14, 15),
                            (0, 1, 2, 3, 12, 13, 14, 15))
OMPSCAN_DEFINE_SHUFFLE(halves_of_eight, 0, 1, 2, 3, 12, 13, 14, 15)
// The last lane of the first half of 2, 4 and 8 leaves, in all their lanes.
OMPSCAN_DEFINE_LANE_SHUFFLE(middle_of_two, (0, 0, 2, 2, 4, 4, 6, 6),
                            (0, 1, 0, 1, 4, 5, 4, 5))
OMPSCAN_DEFINE_LANE_SHUFFLE(middle_of_four, (1, 1, 1, 1, 5, 5, 5, 5),
                            (2, 3, 2, 3, 2, 3, 2, 3))
OMPSCAN_DEFINE_SHUFFLE(middle_of_eight, 3, 3, 3, 3, 3, 3, 3, 3)
OMPSCAN_DEFINE_LANE_SHUFFLE(next_lanes, (1, 2, 3, 4, 5, 6, 7, 8),
                            (2, 3, 4, 5, 6, 7, 8, 9))
#undef OMPSCAN_DEFINE_SHUFFLE
#undef OMPSCAN_DEFINE_LANE_SHUFFLE
#undef OMPSCAN_LIST

/// Exchanges words of as many \p rows as a part of 16 bytes has words: word i
/// of such a part of row j becomes word j of that of row i.
OMPSCAN_LEAF_FUNCTION void ompscan_exchange(ompscan_row *const rows) {
  const ompscan_row a = rows[0], b = rows[1];
  if (OMPSCAN_HAS_LONG_WORDS) {
    rows[0] = ompscan_low_pairs(a, b);
    rows[1] = ompscan_high_pairs(a, b);
    return;
  }
  const ompscan_row c = rows[2], d = rows[3];
  const ompscan_row low_ab = ompscan_low_words(a, b);
  const ompscan_row low_cd = ompscan_low_words(c, d);
  const ompscan_row high_ab = ompscan_high_words(a, b);
  const ompscan_row high_cd = ompscan_high_words(c, d);
  rows[0] = ompscan_low_pairs(low_ab, low_cd);
  rows[1] = ompscan_high_pairs(low_ab, low_cd);
  rows[2] = ompscan_low_pairs(high_ab, high_cd);
  rows[3] = ompscan_high_pairs(high_ab, high_cd);
}

/// Sets \p rows to the \p leaves. The halves of vectors come from memory, which
/// takes no shuffle.
OMPSCAN_LEAF_FUNCTION void ompscan_take_leaves(ompscan_leaf_words leaves,
                                               ompscan_row *const rows) {
#pragma unroll
  for (uint j = 0; j < OMPSCAN_LEAF; j += OMPSCAN_PART_WORDS) {
#pragma unroll
    for (uint n = 0; n < OMPSCAN_PART_WORDS; ++n)
      OMPSCAN_EACH_WORD(i)
    rows[j + n].words[i] = __builtin_shufflevector(
        *(ompscan_part *)&leaves[i][n][j],
        *(ompscan_part *)&leaves[i][n + OMPSCAN_PART_WORDS][j], 0, 1, 2, 3, 4,
        5, 6, 7);
    ompscan_exchange(&rows[j]);
  }
}

/// The inverse: sets the \p leaves to \p rows, which lose their values.
OMPSCAN_LEAF_FUNCTION void ompscan_give_leaves(ompscan_leaf_words leaves,
                                               ompscan_row *const rows) {
#pragma unroll
  for (uint j = 0; j < OMPSCAN_LEAF; j += OMPSCAN_PART_WORDS)
    ompscan_exchange(&rows[j]);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_LEAF; j += OMPSCAN_LEAVES)
#pragma unroll
    for (uint n = j; n < j + OMPSCAN_PART_WORDS; ++n)
      OMPSCAN_EACH_WORD(i) {
        const ompscan_vector left = rows[n].words[i];
        const ompscan_vector right = rows[n + OMPSCAN_PART_WORDS].words[i];
        *(ompscan_vector *)&leaves[i][n - j][j] =
            __builtin_shufflevector(left, right, 0, 1, 2, 3, 8, 9, 10, 11);
        *(ompscan_vector *)&leaves[i][n - j + OMPSCAN_PART_WORDS][j] =
            __builtin_shufflevector(left, right, 4, 5, 6, 7, 12, 13, 14, 15);
      }
}

/// Loads the inputs of the leaves from iteration \p k on.
OMPSCAN_LEAF_FUNCTION void ompscan_load_leaves(OMPSCAN_PARAMETERS,
                                               const ulong k,
                                               ompscan_row *const inputs) {
  ompscan_leaf_words leaves OMPSCAN_ALIGNED;
#pragma unroll
  for (uint leaf = 0; leaf < OMPSCAN_LEAVES; ++leaf) {
    const ulong first = k + leaf * OMPSCAN_LEAF;
    OMPSCAN_DECLARE_WORDS(x, OMPSCAN_LEAF)
    OMPSCAN_IN_PARTS(
        j, OMPSCAN_SET_VALUE(x, j, ompscan_input(OMPSCAN_ARGUMENTS, first + j)))
#define OMPSCAN_GIVE_LEAF(to, name, i)                                         \
  if (i < OMPSCAN_LEAF_WORDS)                                                  \
    __builtin_memcpy(to[i][leaf], name, sizeof name);
    OMPSCAN_COPY_WORDS(OMPSCAN_GIVE_LEAF, leaves, x)
#undef OMPSCAN_GIVE_LEAF
  }
  ompscan_take_leaves(leaves, inputs);
}

/// Sets \p result to the totals of the largest groups that end with each leaf
/// with the \p inputs.
/// \returns whether it can do so: all products are near 1.
OMPSCAN_LEAF_FUNCTION bool ompscan_group_leaves(const ompscan_row *const inputs,
                                                ompscan_row *const result) {
  ompscan_row totals = inputs[0], left, both;
  ompscan_vector far = 0;
  ompscan_add_far_lanes(&far, &totals);
#pragma unroll
  for (uint j = 1; j < OMPSCAN_LEAF; ++j) {
    totals = ompscan_combine_rows(&totals, &inputs[j]);
    ompscan_add_far_lanes(&far, &inputs[j]);
    ompscan_add_far_lanes(&far, &totals);
  }
#define OMPSCAN_GROUP_HALVES(size)                                             \
  left = ompscan_middle_of_##size(totals, totals);                             \
  both = ompscan_combine_rows(&left, &totals);                                 \
  totals = ompscan_ends_of_##size(totals, both);                               \
  ompscan_add_far_lanes(&far, &totals);
  OMPSCAN_GROUP_HALVES(two)
  OMPSCAN_GROUP_HALVES(four)
  if (OMPSCAN_LEAVES == 8) {
    OMPSCAN_GROUP_HALVES(eight)
  }
#undef OMPSCAN_GROUP_HALVES
  *result = totals;
  ulong any[4];
  __builtin_memcpy(any, &far, sizeof any);
  return (any[0] | any[1] | any[2] | any[3]) == 0;
}

/// \returns the values in front of the leaves with the \p totals of the
/// function above, behind \p value.
OMPSCAN_LEAF_FUNCTION ompscan_row ompscan_front_leaves(const ompscan_row totals,
                                                       const ompscan_T value) {
  ompscan_row fronts = ompscan_same_in_all(value), right, both;
  if (OMPSCAN_LEAVES == 8) {
    right = ompscan_middle_of_eight(totals, totals);
    both = ompscan_combine_rows(&fronts, &right);
    fronts = ompscan_halves_of_eight(fronts, both);
  }
  right = ompscan_middle_of_four(totals, totals);
  both = ompscan_combine_rows(&fronts, &right);
  fronts = ompscan_halves_of_four(fronts, both);
  right = ompscan_middle_of_two(totals, totals);
  both = ompscan_combine_rows(&fronts, &right);
  return ompscan_ends_of_two(fronts, both);
}

OMPSCAN_INLINE uint ompscan_leaves_abreast(const ulong leaf,
                                           const ulong count) {
  return OMPSCAN_IN_VECTORS && leaf % OMPSCAN_LEAVES == 0 &&
                 count >= OMPSCAN_LEAVES * OMPSCAN_LEAF
             ? OMPSCAN_LEAVES
             : 0;
}

OMPSCAN_LEAF_FUNCTION bool ompscan_total_leaves(OMPSCAN_PARAMETERS,
                                                const ulong k,
                                                const uint leaves,
                                                ompscan_T *const total) {
  ompscan_row inputs[OMPSCAN_LEAF], totals;
  ompscan_load_leaves(OMPSCAN_ARGUMENTS, k, inputs);
  const bool is_done = ompscan_group_leaves(inputs, &totals);
  *total = ompscan_last_lane(&totals);
  return is_done;
}

OMPSCAN_LEAF_FUNCTION bool
ompscan_scan_leaves(OMPSCAN_PARAMETERS, const ulong k, const ulong leaf,
                    const uint leaves, ompscan_halves *const halves,
                    ompscan_T *const value, ompscan_T *const group) {
  ompscan_row rows[OMPSCAN_LEAF], before[OMPSCAN_LEAF], totals;
  ompscan_load_leaves(OMPSCAN_ARGUMENTS, k, rows);
  if (!ompscan_group_leaves(rows, &totals))
    return false;
#ifdef OMPSCAN_FACTOR_LIMIT
  if (!OMPSCAN_IS_CONSTANT(*value))
    return false;
#endif
  before[0] = ompscan_front_leaves(totals, *value);
  const ompscan_T total =
      ompscan_complete_group(halves, leaf, ompscan_level_of(OMPSCAN_LEAVES),
                             ompscan_last_lane(&totals), value);
  *value = ompscan_combine(*value, total);
#pragma unroll
  for (uint j = 0; j + 1 < OMPSCAN_LEAF; ++j)
    before[j + 1] = rows[j] = ompscan_combine_rows(&before[j], &rows[j]);
  rows[OMPSCAN_LEAF - 1] =
      ompscan_next_lanes(before[0], ompscan_same_in_all(*value));
#define OMPSCAN_VALUE_OF(words, j)                                             \
  ompscan_value_of(words[0][0][j], words[1 % OMPSCAN_LEAF_WORDS][0][j],        \
                   words[2 % OMPSCAN_LEAF_WORDS][0][j],                        \
                   words[3 % OMPSCAN_LEAF_WORDS][0][j])
#define OMPSCAN_OUTPUT_LEAVES(is_streamed)                                     \
  {                                                                            \
    OMPSCAN_TASK_TYPE known = *OMPSCAN_TASK;                                   \
    known.streams = is_streamed;                                               \
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &known;                      \
    ompscan_leaf_words old OMPSCAN_ALIGNED, new OMPSCAN_ALIGNED;               \
    ompscan_give_leaves(old, before);                                          \
    ompscan_give_leaves(new, rows);                                            \
    _Pragma("clang loop unroll_count(8)") /**/                                 \
        for (ulong j = 0; j < OMPSCAN_LEAVES * OMPSCAN_LEAF; ++j)              \
            ompscan_output(OMPSCAN_ARGUMENTS, k + j, OMPSCAN_VALUE_OF(old, j), \
                           OMPSCAN_VALUE_OF(new, j));                          \
  }
  if (OMPSCAN_TASK->streams)
    OMPSCAN_OUTPUT_LEAVES(1)
  else
    OMPSCAN_OUTPUT_LEAVES(0)
#undef OMPSCAN_OUTPUT_LEAVES
#undef OMPSCAN_VALUE_OF
  *group = total;
  return true;
}

#endif
