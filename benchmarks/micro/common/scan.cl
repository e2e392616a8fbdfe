// A scan in a single pass by decoupled look-back (Merrill and Garland, 2016).
//
// The text in front of this one defines
//   T, IDENTITY, COMBINE(a, b)    the values, and how they are combined
//   PARAMETERS, ARGUMENTS         what the kernel takes besides
//   T input(ulong i, PARAMETERS)  what element i puts in
//   void output(ulong i, T before, T after, PARAMETERS)
// with names other than those of the kernel's own variables.
// The host defines GROUP and ITEMS: a tile is their product. A GROUP of 1 is
// for CPUs. Tiles are numbered in the order in which their groups begin: `base`
// is what the counter holds before the launch.
//
// The state of a tile travels in 64-bit words, each with 32 bits of the value
// and a flag (epoch and state). A reader takes it when all flags agree, so no
// fence is needed. `epoch` is another number for each launch. Small states lie
// 128 bytes apart: in one cache line they keep each other waiting.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

enum { Total = 1, Prefix = 2, Words = (sizeof(T) + 3) / 4, Ticket = 16 };
enum { Apart = Words <= 4 ? 16 : Words };
typedef union {
  T value;
  uint words[Words];
} Bits;

void publish(global volatile ulong *chain, ulong tile, uint epoch, uint state,
             T value) {
  Bits bits;
  bits.value = value;
#pragma unroll
  for (uint w = 0; w < Words; w++)
    chain[Ticket + tile * Apart + w] =
        (ulong)(epoch << 2 | state) << 32 | bits.words[w];
}

/// The state of a tile: 0 as long as it has none.
uint look(global volatile ulong *chain, ulong tile, uint epoch, T *value) {
  Bits bits;
  uint flag = 0, differs = 0;
#pragma unroll
  for (uint w = 0; w < Words; w++) {
    const ulong word = chain[Ticket + tile * Apart + w];
    flag = w == 0 ? (uint)(word >> 32) : flag;
    differs |= (uint)(word >> 32) ^ flag;
    bits.words[w] = (uint)word;
  }
  *value = bits.value;
  return differs == 0 && flag >> 2 == (epoch & 0x3FFFFFFF) ? flag & 3 : 0;
}

uint wait_for(global volatile ulong *chain, ulong tile, uint epoch, T *value) {
  uint state, times = 0;
  while ((state = look(chain, tile, epoch, value)) == 0) {
#if GROUP == 1 && defined(__x86_64__)
    // The tile on the left may need this core: sched_yield().
    if (++times % 64 == 0) {
      ulong result = 24;
      __asm__ volatile("syscall" : "+a"(result)::"rcx", "r11", "memory");
    }
#endif
  }
  return state;
}

#if GROUP == 1

kernel void scan(const ulong elements, global volatile ulong *chain,
                 const uint base, const uint epoch, PARAMETERS) {
  const ulong tile = atomic_inc((global volatile uint *)chain) - base;
  const ulong tile_begin = tile * ITEMS,
              tile_end = min(tile_begin + ITEMS, elements);
  T value = IDENTITY;
  if (tile > 0 && look(chain, tile - 1, epoch, &value) != Prefix) {
    T tile_total = IDENTITY, nearest;
    for (ulong i = tile_begin; i < tile_end; i++)
      tile_total = COMBINE(tile_total, input(i, ARGUMENTS));
    publish(chain, tile, epoch, Total, tile_total);
    value = IDENTITY;
    for (ulong t = tile; t > 0;) {
      const uint state = wait_for(chain, --t, epoch, &nearest);
      value = COMBINE(nearest, value);
      if (state == Prefix)
        break;
    }
    publish(chain, tile, epoch, Prefix, COMBINE(value, tile_total));
  }
  for (ulong i = tile_begin; i < tile_end; i++) {
    const T before = value;
    value = COMBINE(value, input(i, ARGUMENTS));
    output(i, before, value, ARGUMENTS);
  }
  publish(chain, tile, epoch, Prefix, value);
}

#else // GROUP > 1

enum { Pitch = ITEMS | 1, Window = 32 };
#define PLACE(i) ((i) / ITEMS * Pitch + (i) % ITEMS)

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(const ulong elements, global volatile ulong *chain, const uint base,
     const uint epoch, PARAMETERS) {
  local T rows[GROUP * Pitch], row_totals[2][GROUP], seen[Window], tile_prefix;
  local uint states[Window], ticket, found;
  const uint lane = get_local_id(0);
  if (lane == 0)
    ticket = atomic_inc((global volatile uint *)chain) - base;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong tile = ticket, tile_begin = tile * (GROUP * ITEMS);

  // Loads neighbours by neighbours; every work-item then scans its own row.
  for (uint j = 0; j < ITEMS; j++) {
    const uint i = j * GROUP + lane;
    rows[PLACE(i)] =
        tile_begin + i < elements ? input(tile_begin + i, ARGUMENTS) : IDENTITY;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  T running = rows[lane * Pitch];
  for (uint j = 1; j < ITEMS; j++)
    rows[lane * Pitch + j] = running = COMBINE(running, rows[lane * Pitch + j]);

  // The totals of the rows.
  row_totals[0][lane] = running;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint current = 0;
  for (uint distance = 1; distance < GROUP; distance *= 2) {
    if (lane >= distance)
      running = COMBINE(row_totals[current][lane - distance], running);
    current ^= 1;
    row_totals[current][lane] = running;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const T tile_total = row_totals[current][GROUP - 1];

  // What stands on the left of the tile: looks at a window of tiles at once.
  if (lane == 0) {
    tile_prefix = IDENTITY;
    found = tile == 0;
    publish(chain, tile, epoch, tile == 0 ? Prefix : Total, tile_total);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (long right = (long)tile - 1; !found; right -= Window) {
    if (lane < Window) {
      T value = IDENTITY;
      states[lane] =
          right < lane ? Prefix : wait_for(chain, right - lane, epoch, &value);
      seen[lane] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0)
      for (uint j = 0; j < Window && !found; j++) {
        tile_prefix = COMBINE(seen[j], tile_prefix);
        found = states[j] == Prefix;
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && tile > 0)
    publish(chain, tile, epoch, Prefix, COMBINE(tile_prefix, tile_total));

  // Stores as it has loaded.
  const T row_left = lane > 0
                         ? COMBINE(tile_prefix, row_totals[current][lane - 1])
                         : tile_prefix;
  for (uint j = 0; j < ITEMS; j++)
    rows[lane * Pitch + j] = COMBINE(row_left, rows[lane * Pitch + j]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint j = 0; j < ITEMS; j++) {
    const uint i = j * GROUP + lane;
    if (tile_begin + i < elements)
      output(tile_begin + i, i > 0 ? rows[PLACE(i - 1)] : tile_prefix,
             rows[PLACE(i)], ARGUMENTS);
  }
}

#endif // GROUP
