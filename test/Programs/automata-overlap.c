// RUN: %clang -O2 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=3 %run %t 2>&1 | %filecheck %s
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=16 %run %t

// A loop that stores to its table, or to its inputs.

// CHECK: arrays out and table overlap
// CHECK: ok

#include "Inputs/scan_test.h"
#include <string.h>

enum { COUNT = 20000 };
static unsigned char table[4][4];

static void fill(void) {
  for (int k = 0; k < 16; ++k)
    table[k / 4][k % 4] = (unsigned char)((k * 7 + 3) % 4);
}

static int parallel(unsigned char *out, const unsigned char *c, int n) {
  int state = 1;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = table[state][c[i]];
    out[i] = (unsigned char)((state + 1) & 3);
  }
  return state;
}

static int sequential(unsigned char *out, const unsigned char *c, int n) {
  int state = 1;
  for (int i = 0; i < n; i++) {
    state = table[state][c[i]];
    out[i] = (unsigned char)((state + 1) & 3);
  }
  return state;
}

/// Runs both on bytes from \p Out on and \p In on, and compares all of \p Bytes.
static void check(const char *name, unsigned char *bytes, size_t size,
                  unsigned char *out, const unsigned char *c, int n) {
  static unsigned char before[COUNT], want[COUNT];
  fill();
  memcpy(before, bytes, size);
  const int last = sequential(out, c, n);
  memcpy(want, bytes, size);
  fill();
  memcpy(bytes, before, size);
  const int found = parallel(out, c, n);
  if (found != last)
    scan_test_fail(__FILE__, __LINE__, name, "state", 0, found, last);
  for (size_t k = 0; k < size; ++k)
    if (bytes[k] != want[k])
      scan_test_fail(__FILE__, __LINE__, name, "bytes", k, bytes[k], want[k]);
}

int main(int argc, char **argv) {
  static unsigned char in[COUNT], out[COUNT];
  scan_test_init(argc, argv);
  for (int k = 0; k < COUNT; ++k)
    in[k] = (unsigned char)scan_test_pick((size_t)k, 0, 3);
  check("apart", out, COUNT, out, in, COUNT);
  fill();
  check("table", &table[0][0], 16, &table[0][0], in, 16);
  check("in place", in, COUNT, in, in, COUNT);
  check("ahead", in, COUNT, in + 1, in, COUNT - 1);
  check("behind", in, COUNT, in, in + 1, COUNT - 1);
  return scan_test_passed();
}
