// Packs a file by the lengths of its runs, unpacks it again, and compares.
//
// A packed run of equal bytes is two bytes: its length minus one, and the byte.
// No run crosses a multiple of 256 bytes, so that its length fits into a byte.
// One scan counts the runs that have ended, and stores the end and the byte of
// each. To unpack, a scan over the lengths computes the place of each run.
//
// Build: ompscan-clang -O2 rle.c -o rle
// Run:   ./rle [BYTES or FILE [PACKED]]
//
// Without a file the bytes are those of a drawing. PACKED is an output.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"

enum { LongestRun = 256 };

struct packed {
  size_t runs;
  unsigned char *bytes; // Two for each run; room for as many as bytes are read.
};

static struct times on_device(const unsigned char *in, size_t size,
                              struct packed *packed, unsigned char *out) {
  unsigned char *pairs = packed->bytes;
  size_t *end = allocate(size, sizeof *end);
  size_t *begin = allocate(size + 1, sizeof *begin);
  struct times times;
  const double start = seconds();
#pragma omp target data map(to : in[0 : size]) map(from : out[0 : size])       \
    map(alloc : pairs[0 : 2 * size], end[0 : size], begin[0 : size + 1])
  {
    const double inside = seconds();
    size_t runs = 0;
#pragma omp target parallel for scan(+ : runs)
    for (size_t i = 0; i < size; i++)
      if (i + 1 == size || (i + 1) % LongestRun == 0 || in[i] != in[i + 1]) {
        end[runs] = i + 1;
        pairs[2 * runs + 1] = in[i];
        runs++;
      }
#pragma omp target teams distribute parallel for
    for (size_t r = 0; r < runs; r++) {
      const size_t length = end[r] - (r > 0 ? end[r - 1] : 0);
      pairs[2 * r] = (unsigned char)(length - 1);
      begin[r + 1] = length;
      if (r == 0)
        begin[0] = 0;
    }

    // In place: no value for which the host has to wait.
#pragma omp target parallel for scan(+ : begin)
    for (size_t r = 1; r <= runs; r++)
      begin[r] += begin[r - 1];
#pragma omp target teams distribute parallel for
    for (size_t r = 0; r < runs; r++)
      for (unsigned k = 0; k <= pairs[2 * r]; k++)
        out[begin[r] + k] = pairs[2 * r + 1];
#pragma omp target update from(out[0 : 1]) // Waits for the loops.
    times.resident = seconds() - inside;
#pragma omp target update from(pairs[0 : 2 * runs])
    packed->runs = runs;
  }
  times.whole = seconds() - start;
  free(end);
  free(begin);
  return times;
}

static void on_host(const unsigned char *in, size_t size, struct packed *packed,
                    unsigned char *out) {
  unsigned char *pairs = packed->bytes;
  size_t runs = 0;
  for (size_t i = 0; i < size; i++)
    if (i % LongestRun == 0 || in[i] != in[i - 1]) {
      pairs[2 * runs] = 0;
      pairs[2 * runs++ + 1] = in[i];
    } else {
      pairs[2 * runs - 2]++;
    }
  packed->runs = runs;
  size_t length = 0;
  for (size_t r = 0; r < runs; r++)
    for (unsigned k = 0; k <= pairs[2 * r]; k++)
      out[length++] = pairs[2 * r + 1];
}

int main(int argc, char **argv) {
  if (argc > 3) {
    fprintf(stderr, "usage: %s [BYTES or FILE [PACKED]]\n", argv[0]);
    return 2;
  }
  size_t size;
  unsigned char *in =
      bytes_of(argc > 1 ? argv[1] : "10000000", make_drawing, &size);
  struct packed device = {0, allocate(size, 2)}, host = {0, allocate(size, 2)};
  unsigned char *device_out = allocate(size, 1), *host_out = allocate(size, 1);

  struct times best = {0, 0};
  for (int run = 0; run < Runs; run++)
    keep_best(&best, on_device(in, size, &device, device_out));
  const double start = seconds();
  on_host(in, size, &host, host_out);
  const double host_time = seconds() - start;

  const bool agree = device.runs == host.runs &&
                     memcmp(device.bytes, host.bytes, 2 * host.runs) == 0 &&
                     memcmp(device_out, in, size) == 0 &&
                     memcmp(host_out, in, size) == 0;
  printf("rle: %zu bytes, %zu packed, hash %016" PRIx64, size, 2 * device.runs,
         hash_of(device.bytes, 2 * device.runs));
  print_times(best, host_time);
  if (!agree)
    fprintf(stderr, "rle: DEVICE AND HOST DIFFER\n");
  else if (argc == 3)
    write_file(argv[2], device.bytes, 2 * device.runs);
  free(in);
  free(device.bytes);
  free(host.bytes);
  free(device_out);
  free(host_out);
  return agree ? 0 : 1;
}
