// Shared code of the larger examples: times, memory, files, random numbers.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef OMPSCAN_EXAMPLES_EXAMPLE_H
#define OMPSCAN_EXAMPLES_EXAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// How often the device runs its part. The first run builds the kernels.
enum { Runs = 5 };

// Ends the program: "about: problem" on the standard error stream.
static inline void fail(const char *about, const char *problem) {
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", about, problem);
  exit(1);
}

static inline double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Memory for `count` elements of `size` bytes each, filled with a byte that is
// not a result, so that missing stores are visible.
static inline void *allocate(size_t count, size_t size) {
  const size_t bytes = count && size ? count * size : 1;
  void *block = count > SIZE_MAX / (size ? size : 1) ? NULL : malloc(bytes);
  if (!block)
    fail("out of memory", "try a smaller problem");
  return memset(block, 0xCB, bytes);
}

// Whether an argument is a size rather than the name of a file. Ends the
// program if the size is not from 1 to `most`.
static inline bool is_size(const char *argument, size_t most, size_t *size) {
  if (!argument[0] || strspn(argument, "0123456789") != strlen(argument))
    return false;
  const unsigned long long value = strtoull(argument, NULL, 10);
  if (value == 0 || value > most) {
    char problem[80];
    snprintf(problem, sizeof problem, "the size must be from 1 to %zu", most);
    fail(argument, problem);
  }
  *size = (size_t)value;
  return true;
}

// The bytes of a file, and room for one more.
static inline unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    perror(path);
    exit(1);
  }
  const long end = ftell(file);
  if (end < 0)
    fail(path, "its size cannot be told");
  rewind(file);
  *size = (size_t)end;
  unsigned char *bytes = (unsigned char *)allocate(*size + 1, 1);
  if (fread(bytes, 1, *size, file) != *size)
    fail(path, "cannot read the whole file");
  fclose(file);
  return bytes;
}

static inline void write_file(const char *path, const void *bytes,
                              size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(1);
  }
  const bool is_whole = fwrite(bytes, 1, size, file) == size;
  if (fclose(file) != 0 || !is_whole)
    fail(path, "cannot write the whole file");
}

// Number i of a sequence of well mixed 64-bit numbers (splitmix64).
static inline uint64_t random_bits(uint64_t i) {
  uint64_t z = (i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

// A number by which results can be compared without printing them.
static inline uint64_t hash_of(const void *data, size_t size) {
  const unsigned char *bytes = (const unsigned char *)data;
  uint64_t hash = size;
  for (size_t i = 0; i < size; i += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
    hash = random_bits(hash ^ word);
  }
  return hash;
}

// The time of a run on the device, in seconds, without and with the transfers.
// Loops that return nothing to the host may still be running when the program
// continues: read the clock after a result has arrived.
struct times {
  double resident, whole;
};

// Keeps the best of several runs.
static inline void keep_best(struct times *best, struct times run) {
  if (best->whole == 0 || run.resident < best->resident)
    best->resident = run.resident;
  if (best->whole == 0 || run.whole < best->whole)
    best->whole = run.whole;
}

// The end of an example's line. `host` may be negative: not measured.
static inline void print_times(struct times device, double host) {
  printf("; device %.3f ms, with transfers %.3f ms", device.resident * 1e3,
         device.whole * 1e3);
  if (host >= 0)
    printf("; host %.3f ms", host * 1e3);
  puts("");
}

#endif // OMPSCAN_EXAMPLES_EXAMPLE_H
