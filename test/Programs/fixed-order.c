// REQUIRES: order-modifiers
// RUN: %clang %ompscan_flags %opt %s -o %t %ompscan_libs -lm
// DEFINE: %{most} = "float all, double sums, double affine, double log_sums, double reductions"
// DEFINE: %{few} = "float sums, float affine, double several, float reductions"
// DEFINE: %{two} = "float sums, double affine, double reductions"
// RUN: %run %t 1048579 %{most} > %t.device
// RUN: %run_tiny %t 10007 %{few} > %t.tiny
// RUN: %run %t 10007 %{few} | diff - %t.tiny
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t 10007 %{two} > %t.two
// RUN: env OMPSCAN_ALGORITHM=single-pass %run_tiny %t 10007 %{two} | diff - %t.two
// RUN: env OMPSCAN_ALGORITHM=three-kernel %run %t 10007 %{two} | diff - %t.two
// RUN: %if !shared-memory %{ env OMPSCAN_MEMORY_LIMIT=10M OMPSCAN_INFO=1 \
// RUN:   %run %t chunks 2>&1 | %filecheck %s --check-prefix=CHUNKS %}
//
// Chunks are whole blocks.
// CHUNKS: 2097157 iterations {{.*}} 3 chunks
//
// The order of a scan with order(reproducible: concurrent) is that of
// docs/floating-point.md, whatever device, algorithm and tiles there are.
// test/Host/fixed-order.c compares the bits with those of the host's cores.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Iterations of a leaf and of a block, and the sizes of groups in a block.
enum { LEAF = 8, BLOCK = 1 << 20, LEVELS = 18 };

// The loops that run, "float sums, double all" for example; all if empty.
static const char *loops = "";

// The types, as bits: float and double.
#ifndef TYPES
#define TYPES 3
#endif

#if TYPES & 1
#define T float
#define P single_
#define LEAST 0x1p-100f
#define EXP expf
#define LOG1P log1pf
#include "Inputs/fixed_order.h"
#endif

#if TYPES & 2
#define T double
#define P double_
#define LEAST 0x1p-900
#define EXP exp
#define LOG1P log1p
#include "Inputs/fixed_order.h"
#endif

int main(int argc, char **argv) {
#if TYPES & 1
  if (argc > 1 && strcmp(argv[1], "chunks") == 0) {
    single_run_sums(2 * BLOCK + 5);
    return 0;
  }
#endif
  const int sizes[] = {0,    1,    2,    7,      8,     9,
                       17,   1000, 4096, 4097,   10007, 100003,
                       BLOCK, BLOCK + 3};
  const int most = argc > 1 ? atoi(argv[1]) : BLOCK + 3;
  if (argc > 2)
    loops = argv[2];
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= most;
       i++) {
#if TYPES & 1
    single_run(sizes[i]);
#endif
#if TYPES & 2
    double_run(sizes[i]);
#endif
  }
  return 0;
}
