//===- select.cl - Selections from arrays ------------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hooks of templates/selection.cl for arrays. Elements that are kept slide
// to the begin, in order; rejected ones may go to an array of their own. The
// text in front (docs/kernels.md, "Primitives") defines
//
//   ompscan_E, ompscan_V     types of an element and of its value
//   OMPSCAN_HAS_VALUES       1: an array of values moves along
//   OMPSCAN_HAS_REJECTED     1: rejected elements are stored, too
//   OMPSCAN_HAS_PREVIOUS     1: ompscan_keep() looks at the element in front
//   OMPSCAN_HAS_LENGTHS      1: the length of the run that each kept element
//                            begins is stored; rejected elements are not
//   OMPSCAN_USER_PARAMETERS, OMPSCAN_USER_ARGUMENTS
//                            the user's arguments, each with a comma in front
//
// The arrays of a selection begin with element `from`, those for rejected
// elements with `rejected_from`. There is room for `rejected_count` elements: a
// tile whose rejected elements do not fit stores nothing, nor do the tiles
// behind it. `mirrored` asks for the opposite selection from the end to the
// begin: rejected elements slide to the end.
//
//===----------------------------------------------------------------------===//

/// With lengths, the value of an element is its place in the tile.
/// `borders` receives two words per tile: the number of runs that begin in
/// front of it, and the index of the first one in it. There is room for `room`
/// results; further ones are not stored.
#if OMPSCAN_HAS_LENGTHS
#define OMPSCAN_LENGTH_PARAMETERS                                              \
  , __global ulong *lengths, __global ulong *borders, const ulong room
#define OMPSCAN_LENGTH_ARGUMENTS , lengths, borders, room
#define OMPSCAN_NO_RUN (~0ul)
#else
#define OMPSCAN_LENGTH_PARAMETERS
#define OMPSCAN_LENGTH_ARGUMENTS
#endif

#define OMPSCAN_SELECT_ARRAYS                                                  \
  __global const ompscan_E *x, __global ompscan_E *out,                        \
      __global ompscan_E *rejected, __global const ompscan_V *y,               \
      __global ompscan_V *y_out, __global ompscan_V *y_rejected,               \
      __global const uchar *flags

/// The parameters of the kernels, and their first statement.
#define OMPSCAN_SELECTION_PARAMETERS                                           \
  OMPSCAN_SELECT_ARRAYS, const ulong from, const ulong rejected_from,          \
      const ulong rejected_count,                                              \
      const ulong n OMPSCAN_USER_PARAMETERS OMPSCAN_LENGTH_PARAMETERS
#if OMPSCAN_HAS_REJECTED
#define OMPSCAN_BEGIN_SELECTION(is_mirrored)                                   \
  const uint mirrored = (is_mirrored);                                         \
  x += from;                                                                   \
  out += from;                                                                 \
  rejected += rejected_from;                                                   \
  y += OMPSCAN_HAS_VALUES ? from : 0;                                          \
  y_out += OMPSCAN_HAS_VALUES ? from : 0;                                      \
  y_rejected += OMPSCAN_HAS_VALUES ? rejected_from : 0;
#else
#define OMPSCAN_BEGIN_SELECTION(is_mirrored) const uint mirrored = 0;
#endif

/// The parameters of functions.
#define OMPSCAN_SELECT_PARAMETERS                                              \
  OMPSCAN_SELECT_ARRAYS, const ulong rejected_count, const uint mirrored,      \
      const ulong n OMPSCAN_USER_PARAMETERS OMPSCAN_LENGTH_PARAMETERS
#define OMPSCAN_SELECT_ARGUMENTS                                               \
  x, out, rejected, y, y_out, y_rejected, flags, rejected_count, mirrored,     \
      n OMPSCAN_USER_ARGUMENTS OMPSCAN_LENGTH_ARGUMENTS

#if OMPSCAN_HAS_REJECTED
#define OMPSCAN_AT(k) (mirrored ? n - 1 - (k) : (k))
#define OMPSCAN_REJECTED_AT(k) (mirrored ? rejected_count - 1 - (k) : (k))
#define OMPSCAN_KEEPS(x, previous, k)                                          \
  (mirrored ^ ompscan_keep(x, previous, flags, k OMPSCAN_USER_ARGUMENTS))
#else
#define OMPSCAN_AT(k) (k)
#define OMPSCAN_KEEPS(x, previous, k)                                          \
  ompscan_keep(x, previous, flags, k OMPSCAN_USER_ARGUMENTS)
#endif

/// Defined behind the kernels, where macros of the user's text change nothing.
static inline uint ompscan_keep(const ompscan_E e, const ompscan_E previous,
                                __global const uchar *flags,
                                const ulong k OMPSCAN_USER_PARAMETERS);

#define OMPSCAN_VALUE_ROOM                                                     \
  (OMPSCAN_HAS_VALUES || OMPSCAN_HAS_LENGTHS ? OMPSCAN_TILE : 1)

typedef struct {
  ompscan_E e;
#if OMPSCAN_HAS_VALUES
  ompscan_V v;
#endif
} ompscan_item;

#define OMPSCAN_ITEM_VARIABLES                                                 \
  __local ompscan_E items[OMPSCAN_TILE];                                       \
  __local ompscan_V values[OMPSCAN_VALUE_ROOM];
#define OMPSCAN_ITEM_PARAMETERS                                                \
  __local ompscan_E *items, __local ompscan_V *values
#define OMPSCAN_ITEM_LOCALS items, values

OMPSCAN_INLINE void ompscan_put_item(const uint i, const uint own,
                                     const ompscan_item item,
                                     OMPSCAN_ITEM_PARAMETERS) {
  items[i] = item.e;
#if OMPSCAN_HAS_VALUES
  values[i] = item.v;
#elif OMPSCAN_HAS_LENGTHS
  values[i] = (ompscan_V)own;
#endif
}

#if OMPSCAN_GROUP == 1

#define OMPSCAN_SELECT_VARIABLES                                               \
  OMPSCAN_ITEM_VARIABLES                                                       \
  __local uchar keeps[OMPSCAN_TILE];
#define OMPSCAN_TILE_PARAMETERS OMPSCAN_ITEM_PARAMETERS, __local uchar *keeps
#define OMPSCAN_SELECT_LOCALS OMPSCAN_ITEM_LOCALS, keeps

/// Looks at all elements first, in a loop that compilers vectorize. The loops
/// behind it are the same for all kinds of conditions.
///
/// \param none 0, which the compiler does not know.
OMPSCAN_INLINE uint ompscan_select_load(OMPSCAN_SELECT_PARAMETERS,
                                        const ulong tile, const uint none,
                                        OMPSCAN_TILE_PARAMETERS) {
  const ulong begin = tile * OMPSCAN_TILE;
  const uint count = (uint)OMPSCAN_TILE_LENGTH(n, tile);
  // The compiler turns a known 1 into a masked load, which takes hundreds of
  // cycles where nothing is kept and the page is not present.
  const uint one = none + 1;
  // The first element may have none in front of it.
  uint kept =
      OMPSCAN_KEEPS(x[OMPSCAN_AT(begin)], x[OMPSCAN_AT(begin - (begin != 0))],
                    OMPSCAN_AT(begin));
  keeps[0] = (uchar)kept;
  for (uint i = 1; i < count; ++i) {
    const ulong k = begin + i;
    const uint keep_this =
        OMPSCAN_KEEPS(x[OMPSCAN_AT(k)], x[OMPSCAN_AT(k - 1)], OMPSCAN_AT(k));
    keeps[i] = (uchar)(0u - keep_this & one);
    kept += keep_this;
  }
  if (kept == count) {
    for (uint i = 0; i < count; ++i)
      items[i] = x[OMPSCAN_AT(begin + i)];
#if OMPSCAN_HAS_VALUES
    for (uint i = 0; i < count; ++i)
      values[i] = y[OMPSCAN_AT(begin + i)];
#elif OMPSCAN_HAS_LENGTHS
    for (uint i = 0; i < count; ++i)
      values[i] = (ompscan_V)i;
#endif
  } else if (OMPSCAN_HAS_REJECTED || kept > 0) {
    uint next = 0;
#pragma unroll 4
    for (uint i = 0; i < count; ++i) {
      const ulong k = OMPSCAN_AT(begin + i);
      const uint keep_this = keeps[i];
      // Without a branch: a dropped element is overwritten by the next one.
      const uint place = OMPSCAN_HAS_REJECTED && !keep_this
                             ? OMPSCAN_REJECTED_PLACE(i - next, kept, count)
                             : next;
      items[place] = x[k];
#if OMPSCAN_HAS_VALUES
      values[place] = y[k];
#elif OMPSCAN_HAS_LENGTHS
      values[place] = (ompscan_V)i;
#endif
      next += keep_this;
    }
  }
  // The loads are over before the tile's count is published.
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return kept;
}

#elif OMPSCAN_PTX

/// Every lane takes OMPSCAN_VECTOR neighbours of a stripe, in one access of up
/// to 16 bytes where the arrays lie on such borders.
#define OMPSCAN_STRIPE_VECTOR OMPSCAN_VECTOR
#define OMPSCAN_STRIPES_ARE_WHOLE                                              \
  (OMPSCAN_VECTOR == 1 || ((((ulong)x | (ulong)y) % 16) == 0 &&                \
                           !(OMPSCAN_IS_MIRRORED && n % OMPSCAN_VECTOR)))

typedef OMPSCAN_VECTOR_OF(ompscan_E) ompscan_e_vector;
typedef OMPSCAN_VECTOR_OF(ompscan_V) ompscan_v_vector;

#define OMPSCAN_IS_MIRRORED (OMPSCAN_HAS_REJECTED && mirrored)

typedef struct {
  ompscan_e_vector e[OMPSCAN_STRIPES];
#if OMPSCAN_HAS_VALUES
  ompscan_v_vector v[OMPSCAN_STRIPES];
#endif
} ompscan_stripes;

#define OMPSCAN_LOAD_AS(vector, from, words, type)                             \
  _Pragma("unroll") for (uint ompscan_i = 0;                                   \
                         ompscan_i < sizeof(vector.b) / sizeof(type);          \
                         ++ompscan_i) vector.words[ompscan_i] =                \
      ((__global const type *)(from))[ompscan_i]
#define OMPSCAN_LOAD_AS_ONE(vector, from)                                      \
  vector.q[0] = *(__global const uint4 *)(from)

/// Loads the elements of a lane in a tile of \p count elements, which begins at
/// element \p begin of the selection. Behind the last element it is repeated.
/// \p is_whole: the tile is full, and stripes are aligned.
#define OMPSCAN_LOADER(name, E, vector)                                        \
  OMPSCAN_INLINE void name(__global const E *array, const ulong begin,         \
                           const uint count, const bool is_whole,              \
                           const uint mirrored, const ulong n,                 \
                           vector *stripes) {                                  \
    if (!is_whole) {                                                           \
      _Pragma("unroll") for (uint r = 0; r < OMPSCAN_STRIPES; ++r) {           \
        stripes[r].w[sizeof(vector) / 4 - 1] = 0;                              \
        _Pragma("unroll") for (uint j = 0; j < OMPSCAN_VECTOR; ++j) stripes[r] \
            .e[j] = array[OMPSCAN_AT(                                          \
            begin + min(OMPSCAN_STRIPE_PLACE(r) + j, count - 1))];             \
      }                                                                        \
    } else if (OMPSCAN_IS_MIRRORED) {                                          \
      __global const E *const p = array + (n - OMPSCAN_VECTOR - begin);        \
      _Pragma("unroll") for (uint r = 0; r < OMPSCAN_STRIPES; ++r) {           \
        vector v;                                                              \
        OMPSCAN_BY_WORDS(OMPSCAN_LOAD_AS, v,                                   \
                         p - (long)OMPSCAN_STRIPE_PLACE(r));                   \
        stripes[r].w[sizeof(vector) / 4 - 1] = 0;                              \
        _Pragma("unroll") for (uint j = 0; j < OMPSCAN_VECTOR; ++j) stripes[r] \
            .e[j] = v.e[OMPSCAN_VECTOR - 1 - j];                               \
      }                                                                        \
    } else {                                                                   \
      __global const E *const p = array + begin + OMPSCAN_STRIPE_PLACE(0);     \
      _Pragma("unroll") for (uint r = 0; r < OMPSCAN_STRIPES; ++r) {           \
        stripes[r].w[sizeof(vector) / 4 - 1] = 0;                              \
        OMPSCAN_BY_WORDS(OMPSCAN_LOAD_AS, stripes[r],                          \
                         p + r * OMPSCAN_LANES * OMPSCAN_VECTOR);              \
      }                                                                        \
    }                                                                          \
  }
OMPSCAN_LOADER(ompscan_load_e, ompscan_E, ompscan_e_vector)
#if OMPSCAN_HAS_VALUES
OMPSCAN_LOADER(ompscan_load_v, ompscan_V, ompscan_v_vector)
#endif
#undef OMPSCAN_LOADER

#if OMPSCAN_HAS_PREVIOUS
/// \returns the value of \p e in lane \p lane.
OMPSCAN_INLINE ompscan_E ompscan_e_of(const ompscan_E e, const uint lane) {
  union {
    ompscan_E value;
    uint words[(sizeof(ompscan_E) + 3) / 4];
  } b;
  b.words[(sizeof(ompscan_E) + 3) / 4 - 1] = 0;
  b.value = e;
#pragma unroll
  for (uint i = 0; i < (sizeof(ompscan_E) + 3) / 4; ++i)
    b.words[i] = ompscan_word_of(b.words[i], lane);
  return b.value;
}
#endif

OMPSCAN_INLINE uint ompscan_load_stripes(OMPSCAN_SELECT_PARAMETERS,
                                         const ulong begin, const uint count,
                                         const bool is_whole,
                                         ompscan_stripes *stripes,
                                         uint *words) {
  ompscan_load_e(x, begin, count, is_whole, mirrored, n, stripes->e);
#if OMPSCAN_HAS_VALUES
  ompscan_load_v(y, begin, count, is_whole, mirrored, n, stripes->v);
#endif
#if OMPSCAN_HAS_PREVIOUS
  ompscan_E previous_end = stripes->e[0].e[0];
  if (OMPSCAN_LANE == 0)
    previous_end =
        x[max(begin + min(OMPSCAN_STRIPE_PLACE(0), count - 1), 1ul) - 1];
#endif
  uint keeps = 0;
#pragma unroll
  for (uint j = 0; j < OMPSCAN_STRIPES; ++j) {
    const uint place = OMPSCAN_STRIPE_PLACE(j);
#if OMPSCAN_HAS_PREVIOUS
    // Lane 0 follows the end of the last lane in the stripe before.
    const ompscan_E end = stripes->e[j].e[OMPSCAN_VECTOR - 1];
    ompscan_E previous = previous_end;
    if (j == 0 || OMPSCAN_LANE < OMPSCAN_LANES - 1)
      previous = end;
    previous = ompscan_e_of(previous,
                            (OMPSCAN_LANE + OMPSCAN_LANES - 1) % OMPSCAN_LANES);
    if (j == 0 && OMPSCAN_LANE == 0)
      previous = previous_end;
    previous_end = end;
#endif
#pragma unroll
    for (uint i = 0; i < OMPSCAN_VECTOR; ++i) {
      const ompscan_E e = stripes->e[j].e[i];
#if !OMPSCAN_HAS_PREVIOUS
      const ompscan_E previous = e;
#endif
      const uint p = min(place + i, count - 1);
      const uint keep_this = OMPSCAN_KEEPS(e, previous, OMPSCAN_AT(begin + p));
      keeps |= keep_this << (j * OMPSCAN_VECTOR + i);
#if OMPSCAN_HAS_PREVIOUS
      previous = e;
#endif
    }
#pragma unroll
    for (uint i = 0; i < sizeof(ompscan_e_vector) / 4; ++i)
      *words ^= stripes->e[j].w[i];
#if OMPSCAN_HAS_VALUES
#pragma unroll
    for (uint i = 0; i < sizeof(ompscan_v_vector) / 4; ++i)
      *words ^= stripes->v[j].w[i];
#endif
  }
  return keeps;
}

OMPSCAN_INLINE ompscan_item ompscan_stripe_item(const ompscan_stripes *stripes,
                                                const uint stripe,
                                                const uint i) {
  ompscan_item item;
  item.e = stripes->e[stripe].e[i];
#if OMPSCAN_HAS_VALUES
  item.v = stripes->v[stripe].e[i];
#endif
  return item;
}

#else // !OMPSCAN_PTX

#define OMPSCAN_ITEM_FENCE CLK_LOCAL_MEM_FENCE

OMPSCAN_INLINE void ompscan_load_item(OMPSCAN_SELECT_PARAMETERS, const ulong k,
                                      const uint i, OMPSCAN_ITEM_PARAMETERS) {
  items[i] = x[OMPSCAN_AT(k)];
#if OMPSCAN_HAS_VALUES
  values[i] = y[OMPSCAN_AT(k)];
#endif
}

OMPSCAN_INLINE uint ompscan_run_keeps(OMPSCAN_SELECT_PARAMETERS,
                                      const ulong begin, const uint count,
                                      const uint first,
                                      OMPSCAN_ITEM_PARAMETERS) {
  uint keeps = 0;
#if OMPSCAN_HAS_PREVIOUS
  ompscan_E previous =
      first == 0 ? x[OMPSCAN_AT(begin - (begin != 0))] : items[first - 1];
#endif
#pragma unroll
  for (uint j = 0; j < OMPSCAN_ITEMS; ++j) {
    const ompscan_E e = items[first + j];
#if !OMPSCAN_HAS_PREVIOUS
    const ompscan_E previous = e;
#endif
    keeps |= OMPSCAN_KEEPS(e, previous,
                           OMPSCAN_AT(begin + min(first + j, count - 1)))
             << j;
#if OMPSCAN_HAS_PREVIOUS
    previous = e;
#endif
  }
  return keeps;
}

OMPSCAN_INLINE ompscan_item ompscan_take_item(const uint i,
                                              OMPSCAN_ITEM_PARAMETERS) {
  ompscan_item item;
  item.e = items[i];
#if OMPSCAN_HAS_VALUES
  item.v = values[i];
#endif
  return item;
}

#endif // OMPSCAN_GROUP, OMPSCAN_PTX
