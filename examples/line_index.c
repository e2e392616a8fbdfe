// Builds the index of a text file: the offset at which every line begins.
//
// A byte belongs to line k if k newlines precede it. A scan over newline flags
// counts them; every newline then stores the beginning of the next line at its
// count.
//
// Build: ompscan-clang -O2 line_index.c -o line_index
// Run:   ./line_index TEXT
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "example.h"
#include <ompscan/ompscan.h>

// line[i] becomes the number of newlines before byte i.
static void number_lines(uint64_t *line, const unsigned char *text,
                         size_t size) {
  line[0] = 0;
#pragma omp target map(to : text[0 : size]) map(from : line[0 : size])
#pragma omp parallel for scan(+ : line)
  for (size_t i = 1; i < size; i++)
    line[i] = line[i - 1] + (text[i - 1] == '\n');
}

// The same loop without pragmas.
static void number_lines_sequentially(uint64_t *line, const unsigned char *text,
                                      size_t size) {
  line[0] = 0;
  for (size_t i = 1; i < size; i++)
    line[i] = line[i - 1] + (text[i - 1] == '\n');
}

// Times of several runs of a function, in milliseconds.
struct run_times {
  double first, best;
};

static struct run_times
measure(void (*run)(uint64_t *, const unsigned char *, size_t), uint64_t *line,
        const unsigned char *text, size_t size) {
  struct run_times times = {0, 0};
  for (int i = 0; i < Runs; i++) {
    double start = seconds();
    run(line, text, size);
    double time = (seconds() - start) * 1e3;
    if (i == 0)
      times.first = times.best = time;
    else if (time < times.best)
      times.best = time;
  }
  return times;
}

// begin[k] becomes the offset of line k, for all lines but the first, which
// begins at 0. Line `line[i]` ends at a newline at i.
static void scatter(uint64_t *begin, const uint64_t *line,
                    const unsigned char *text, size_t size) {
  begin[0] = 0;
#pragma omp parallel for
  for (size_t i = 0; i < size; i++)
    if (text[i] == '\n' && i + 1 < size)
      begin[line[i] + 1] = i + 1;
}

static void print_line(const unsigned char *text, size_t size,
                       const uint64_t *begin, uint64_t lines, uint64_t k) {
  size_t end = k + 1 < lines ? begin[k + 1] : size;
  if (end > begin[k] && text[end - 1] == '\n')
    end--;
  printf("line %llu at %llu: %.*s\n", (unsigned long long)k + 1,
         (unsigned long long)begin[k],
         (int)(end - begin[k] < 60 ? end - begin[k] : 60),
         (const char *)text + begin[k]);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s TEXT\n", argv[0]);
    return 2;
  }
  size_t size;
  unsigned char *text = read_file(argv[1], &size);
  if (size == 0) {
    printf("%s: empty, 0 lines\n", argv[1]);
    free(text);
    return 0;
  }
  uint64_t *line = allocate(size, sizeof *line);
  uint64_t *expected = allocate(size, sizeof *expected);

  char device[256] = "no device, so sequential";
  ompscan_get_device_name(0, device, sizeof device);
  printf("text: %s, %zu bytes\n", argv[1], size);

  // A call includes the transfers, if the device has its own memory.
  struct run_times scan = measure(number_lines, line, text, size);
  struct run_times sequential =
      measure(number_lines_sequentially, expected, text, size);
  printf("%s: %.3f ms; sequential: %.3f ms; %.2f times as fast\n", device,
         scan.best, sequential.best, sequential.best / scan.best);
  printf("first call: %.3f ms; sequential: %.3f ms; %.2f times as fast\n",
         scan.first, sequential.first, sequential.first / scan.first);

  bool agree = memcmp(line, expected, size * sizeof *line) == 0;
  puts(agree ? "the results agree" : "THE RESULTS DIFFER");

  // The last line counts even without a newline at its end.
  uint64_t lines = line[size - 1] + 1;
  uint64_t *begin = allocate(lines, sizeof *begin);
  scatter(begin, line, text, size);
  printf("%llu lines\n", (unsigned long long)lines);
  print_line(text, size, begin, lines, 0);
  print_line(text, size, begin, lines, lines - 1);

  free(begin);
  free(expected);
  free(line);
  free(text);
  return agree ? 0 : 1;
}
