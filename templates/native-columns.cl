//===- native-columns.cl - Columns side by side ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the hooks of a nest whose iterations are columns: neighbouring ones
// access neighbouring elements, and each contains a scan of equally many
// iterations, the rows. A thread goes down the rows of a block of columns once,
// with a loop over the columns in each row, which is vectorized. The running
// values are in the first-level cache.
//
// Where there are fewer blocks than keep all threads busy, columns are cut into
// parts, too. Each part first computes the totals of its columns, and begins
// with the values above it, as tiles of a scan do (native-scan.cl). A tile, a
// part of a block, is in the second-level cache in between. The thread of any
// part hands on the totals that are there, so that none waits for one that has
// lost its core.
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_NATIVE && OMPSCAN_HAS_COLUMNS

/// The columns of the widest block. Two arrays of values fit into the
/// first-level cache.
enum {
  ompscan_widest_block = sizeof(ompscan_column_T) <= 8    ? 1024
                         : sizeof(ompscan_column_T) <= 32 ? 256
                                                          : 64
};

/// The values that a column hands on take no more room than the scanned ones.
typedef char ompscan_column_layout
    [sizeof(ompscan_column_value) <= sizeof(ompscan_column_T) ? 1 : -1];

/// How far the parts of a block are, in a line of a cache.
typedef struct {
  ulong done; ///< parts whose values are handed on
  ulong is_locked;
  ulong padding[6];
} ompscan_column_state;

/// The totals of a column in a part, then the values above it.
typedef union {
  ompscan_column_T total;
  ompscan_column_value above;
} ompscan_column_slot;

/// Blocks of fewer columns keep the values of 4, 2 or 1 of them in registers.
#define OMPSCAN_NARROW_BLOCK 16

/// Executes a statement for the rows \p begin to \p end of \p count columns,
/// which are independent. \p values has a value of each column, \p v in the
/// statement, which is about column \p j.
#define OMPSCAN_GO_DOWN(T, values, v, j, ...)                                  \
  if (count < OMPSCAN_NARROW_BLOCK) {                                          \
    uint c = 0;                                                                \
    for (; c + 4 <= count; c += 4)                                             \
      OMPSCAN_GO_DOWN_FEW(T, values, v, j, 4, __VA_ARGS__)                     \
    for (; c + 2 <= count; c += 2)                                             \
      OMPSCAN_GO_DOWN_FEW(T, values, v, j, 2, __VA_ARGS__)                     \
    if (c < count)                                                             \
      OMPSCAN_GO_DOWN_FEW(T, values, v, j, 1, __VA_ARGS__)                     \
  } else {                                                                     \
    for (ulong row = begin; row < end; ++row) {                                \
      _Pragma("clang loop vectorize(assume_safety)") for (uint j = 0;          \
                                                          j < count; ++j) {    \
        T v = values[j];                                                       \
        __VA_ARGS__;                                                           \
        values[j] = v;                                                         \
      }                                                                        \
    }                                                                          \
  }
#define OMPSCAN_GO_DOWN_FEW(T, values, v, j, few, ...)                         \
  {                                                                            \
    T own[few];                                                                \
    _Pragma("unroll") for (uint i = 0; i < few; ++i) own[i] = values[c + i];   \
    for (ulong row = begin; row < end; ++row) {                                \
      _Pragma("unroll") for (uint i = 0; i < few; ++i) {                       \
        const uint j = c + i;                                                  \
        T v = own[i];                                                          \
        __VA_ARGS__;                                                           \
        own[i] = v;                                                            \
      }                                                                        \
    }                                                                          \
    _Pragma("unroll") for (uint i = 0; i < few; ++i) values[c + i] = own[i];   \
  }

/// How the columns of a launch are divided.
typedef struct {
  ulong line;   ///< neighbouring columns
  ulong blocks; ///< of all lines
  ulong blocks_of_line;
  uint width;   ///< columns of a block
  ulong height; ///< rows of a part
  ulong parts;
} ompscan_column_grid;

/// Divides \p n columns of \p rows rows. \p busy blocks keep all threads busy,
/// and at most \p most columns can be cut.
OMPSCAN_INLINE ompscan_column_grid ompscan_divide_columns(OMPSCAN_PARAMETERS,
                                                          const ulong n,
                                                          const ulong rows,
                                                          const ulong busy,
                                                          const ulong most) {
  // The shortest piece of a row that is read at the speed of memory; the fewest
  // rows, and elements, of a part that are worth handing on values.
  enum { shortest = 256, lowest = 8, least = 4096 };
  const ulong widest = max((ulong)1, min((ulong)ompscan_widest_block,
                                         (ulong)OMPSCAN_ITEMS / lowest));
  ompscan_column_grid grid;
#ifdef OMPSCAN_ROW_LENGTH
  grid.line = OMPSCAN_ROW_LENGTH;
#else
  grid.line = n;
#endif
  const ulong lines = n / grid.line;
  // Blocks of one line, as wide as there can be enough of them.
  const ulong wanted =
      max((busy - 1) / lines + 1, (grid.line - 1) / widest + 1);
  const bool is_cut = n <= most &&
                      grid.line / wanted < min((ulong)shortest, widest) &&
                      lines * ((grid.line - 1) / widest + 1) < busy;
  const ulong count = is_cut ? (grid.line - 1) / widest + 1 : wanted;
  // Whole lines of a cache.
  const ulong even = (grid.line - 1) / count + 1;
  grid.width = (uint)min(widest, (even + 15) / 16 * 16);
  grid.blocks_of_line = (grid.line - 1) / grid.width + 1;
  grid.blocks = lines * grid.blocks_of_line;
  grid.height = rows;
  if (is_cut) {
    const ulong columns = min((ulong)grid.width, grid.line);
    const ulong tile =
        max(n * rows / (16 * busy), max(lowest * columns, (ulong)least));
    grid.height =
        min(rows, max(min(tile, (ulong)OMPSCAN_ITEMS) / columns, (ulong)1));
  }
  grid.parts = (rows - 1) / grid.height + 1;
  return grid;
}

/// Stores to \p totals those of the rows \p begin to \p end.
OMPSCAN_INLINE void ompscan_column_totals(OMPSCAN_PARAMETERS, const ulong first,
                                          const uint count, ulong begin,
                                          const ulong end,
                                          ompscan_column_T *const totals) {
  for (uint j = 0; j < count; ++j)
    totals[j] = ompscan_column_input(OMPSCAN_ARGUMENTS, first + j, begin);
  ++begin;
  OMPSCAN_GO_DOWN(
      ompscan_column_T, totals, v, j,
      v = ompscan_column_combine(
          v, ompscan_column_input(OMPSCAN_ARGUMENTS, first + j, row)))
}

/// The state and the memory that the parts of a block share.
typedef struct {
  __global ompscan_column_state *state;
  /// The number of the part that waits in each slot, or 0. Slots of all blocks
  /// take turns.
  __global ulong *waiting;
  ulong slots, blocks;
  /// The values of the next part, and the slots of the columns; slots are
  /// `stride` elements apart.
  __global ompscan_column_value *front;
  __global ompscan_column_slot *slot;
  ulong stride;
} ompscan_column_chain;

/// Hands on the totals of the parts whose turn it is, unless another thread
/// does.
static __attribute__((noinline)) void
ompscan_hand_on(const ompscan_column_chain *const chain, const uint count) {
  if (__atomic_exchange_n(&chain->state->is_locked, 1, __ATOMIC_ACQUIRE))
    return;
  for (ulong part = __atomic_load_n(&chain->state->done, __ATOMIC_ACQUIRE);;
       ++part) {
    const ulong i = part % chain->slots;
    // Part 0, which no slot belongs to, hands on by itself.
    if (part == 0 || __atomic_load_n(&chain->waiting[i * chain->blocks],
                                     __ATOMIC_ACQUIRE) != part)
      break;
    __global ompscan_column_slot *const slot = chain->slot + i * chain->stride;
    for (uint j = 0; j < count; ++j) {
      const ompscan_column_value above = chain->front[j];
      chain->front[j] = ompscan_column_after(above, slot[j].total);
      slot[j].above = above;
    }
    __atomic_store_n(&chain->state->done, part + 1, __ATOMIC_RELEASE);
  }
  __atomic_store_n(&chain->state->is_locked, 0, __ATOMIC_RELEASE);
}

/// Goes down the rows \p begin to \p end of the \p count columns from \p first
/// on, which are \p part of a block.
OMPSCAN_INLINE void
ompscan_column_tile(OMPSCAN_PARAMETERS, const ulong first, const uint count,
                    const ulong begin, const ulong end, const bool is_last,
                    const ulong part, const ompscan_column_chain *const chain) {
  ompscan_column_value values[ompscan_widest_block];
  __global ulong *const done = &chain->state->done;
  bool is_handed_on = is_last;
  if (part == 0) {
    for (uint j = 0; j < count; ++j)
      values[j] = ompscan_column_begin(OMPSCAN_ARGUMENTS, first + j);
  } else if (__atomic_load_n(done, __ATOMIC_ACQUIRE) == part &&
             !OMPSCAN_TASK->is_ordered) {
    __builtin_memcpy(values, chain->front, count * sizeof *values);
  } else {
    ompscan_column_T totals[ompscan_widest_block];
    const ulong i = part % chain->slots;
    __global ulong *const waiting = &chain->waiting[i * chain->blocks];
    __global ompscan_column_slot *const slot = chain->slot + i * chain->stride;
    ompscan_column_totals(OMPSCAN_ARGUMENTS, first, count, begin, end, totals);
    // Its last part has to be handed on, and to have left the slot.
    for (uint times = 0;
         __atomic_load_n(done, __ATOMIC_ACQUIRE) + chain->slots <= part ||
         __atomic_load_n(waiting, __ATOMIC_ACQUIRE);
         ++times) {
      __ompscan_pause(times);
      ompscan_hand_on(chain, count);
    }
    for (uint j = 0; j < count; ++j)
      slot[j].total = totals[j];
    __atomic_store_n(waiting, part, __ATOMIC_RELEASE);
    ompscan_hand_on(chain, count);
    for (uint times = 0; __atomic_load_n(done, __ATOMIC_ACQUIRE) <= part;
         ++times) {
      __ompscan_pause(times);
      ompscan_hand_on(chain, count);
    }
    for (uint j = 0; j < count; ++j)
      values[j] = slot[j].above;
    __atomic_store_n(waiting, 0, __ATOMIC_RELEASE);
    is_handed_on = true;
  }
  OMPSCAN_GO_DOWN(ompscan_column_value, values, v, j,
                  v = ompscan_column_step(OMPSCAN_ARGUMENTS, first + j, row, v))
  if (!is_handed_on) {
    __builtin_memcpy(chain->front, values, count * sizeof *values);
    __atomic_store_n(done, part + 1, __ATOMIC_RELEASE);
  }
  if (is_last)
    for (uint j = 0; j < count; ++j)
      ompscan_column_end(OMPSCAN_ARGUMENTS, first + j, values[j]);
}

/// Runs tiles of \p n columns. Groups take tiles from a counter, in the order
/// of parts, so that each one waits for tiles that run. \p busy blocks keep all
/// threads busy. \p room begins with the counter, a state for each of so many
/// blocks, and a word for each of them and of so many slots, all of them 0.
/// Then come the slots and the values of \p most columns, which may be cut.
OMPSCAN_KERNEL void ompscan_columns(OMPSCAN_PARAMETERS, const ulong n,
                                    const ulong busy, const ulong most,
                                    __global ulong *room) {
  const ulong groups = get_num_groups(0);
  const ulong rows = ompscan_column_length(OMPSCAN_ARGUMENTS, 0);
  if (rows == 0) {
    for (ulong k = get_group_id(0); k < n; k += groups)
      ompscan_iteration(OMPSCAN_ARGUMENTS, k);
    return;
  }
  const ompscan_column_grid grid =
      ompscan_divide_columns(OMPSCAN_ARGUMENTS, n, rows, busy, most);
  const ulong tiles = grid.blocks * grid.parts;
  for (ulong turn = 0; turn < (tiles - 1) / groups + 1; ++turn) {
    const ulong tile = __atomic_fetch_add(room, 1, __ATOMIC_RELAXED);
    if (tile >= tiles)
      return;
    const ulong part = tile / grid.blocks;
    const ulong block = tile % grid.blocks;
    const ulong line = block / grid.blocks_of_line;
    const ulong first =
        line * grid.line + block % grid.blocks_of_line * grid.width;
    ompscan_column_chain chain = {(__global ompscan_column_state *)room};
    if (grid.parts > 1) {
      chain.waiting = (__global ulong *)(chain.state + 1 + busy) + block;
      chain.slots = chain.blocks = busy;
      __global ompscan_column_slot *const slots =
          (__global ompscan_column_slot *)(chain.waiting - block + busy * busy);
      chain.slot = slots + first;
      chain.stride = most;
      chain.front =
          (__global ompscan_column_value *)(slots + busy * most) + first;
      chain.state += 1 + block;
    }
    // The nest has no last iteration.
    OMPSCAN_TASK_TYPE inner = *OMPSCAN_TASK;
    inner.is_inner = 1;
#ifdef OMPSCAN_ROW_LENGTH
    inner.is_in_row = 1;
    inner.row = line;
#endif
    const OMPSCAN_TASK_TYPE *const OMPSCAN_TASK = &inner;
    ompscan_column_tile(
        OMPSCAN_ARGUMENTS, first,
        (uint)min((ulong)grid.width, (line + 1) * grid.line - first),
        part * grid.height, min(rows, (part + 1) * grid.height),
        part + 1 == grid.parts, part, &chain);
  }
}

#endif // OMPSCAN_NATIVE && OMPSCAN_HAS_COLUMNS
