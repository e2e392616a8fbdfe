//===- main.c - Runs one version of a micro-benchmark ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: PROGRAM N [--repeat R] [--kind K] [--seed S] [--check]
///
/// Solves a problem of size N once, and R more times (default 0) with a clock,
/// and prints a line of JSON: the answer, and times in nanoseconds (`begin` and
/// `end` of the timed runs are those of the monotonic clock). Before the
/// clock starts the input is on the device; when it stops so is the result. The
/// answers of the first and of the last run have to agree. With --check the
/// results are also compared with those of a simple, slow solution.
///
/// The exit status is 77 where the machine has no device for this version.
///
//===----------------------------------------------------------------------===//

#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WarmUps = 2, MostReals = 8, NoDevice = 77 };

typedef struct {
  uint64_t hash;
  size_t reals;
  double sums[MostReals], scales[MostReals];
} Answer;

static Answer answer;
bool is_timed;

void *array_of(size_t count, size_t size) {
  void *memory = malloc(count * size ? count * size : 1);
  if (!memory) {
    fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count, size);
    exit(1);
  }
  return memory;
}

void no_device(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(NoDevice);
}

void answer_bytes(const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  uint64_t sum = random_bits(answer.hash, size);
  for (size_t i = 0; i < size; i += 8) {
    uint64_t word = 0;
    memcpy(&word, at + i, size - i < 8 ? size - i : 8);
    sum += random_bits(0, word ^ i * 0xD6E8FEB86659FD93u);
  }
  answer.hash ^= sum;
}

// A sum in which each place has a weight of its own.
void answer_reals(const double *values, size_t count) {
  double sum = 0, scale = 0;
  for (size_t i = 0; i < count; i++) {
    sum += values[i] * (1 + (double)(i % 1021) / 1021);
    scale += fabs(values[i]);
  }
  if (answer.reals == MostReals)
    abort();
  answer.sums[answer.reals] = sum;
  answer.scales[answer.reals++] = scale;
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// Of the OpenMP versions, whose loops may return before they are done.
extern int ompscan_wait(int device) __attribute__((weak));

static double timed_run(void) {
  const double begin = nanoseconds();
  problem_run();
  if (ompscan_wait)
    ompscan_wait(-1);
  return nanoseconds() - begin;
}

static bool same(const Answer *a, const Answer *b) {
  if (a->hash != b->hash || a->reals != b->reals)
    return false;
  for (size_t i = 0; i < a->reals; i++)
    if (!(fabs(a->sums[i] - b->sums[i]) <= 1e-10 * a->scales[i]))
      return false;
  return true;
}

static uint64_t number(const char *text, uint64_t least) {
  char *end;
  const unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < least) {
    fprintf(stderr, "'%s' is no number from %llu up\n", text,
            (unsigned long long)least);
    exit(2);
  }
  return value;
}

static void usage(void) {
  fputs("usage: PROGRAM N [--repeat R] [--kind K] [--seed S] [--check]\n",
        stderr);
  exit(2);
}

// Prints without a locale: a point in every number.
static void print_answer(void) {
  printf("\"answer\": \"%016llx\", \"sums\": [",
         (unsigned long long)answer.hash);
  for (size_t i = 0; i < answer.reals; i++)
    printf("%s%.17g", i ? ", " : "", answer.sums[i]);
  printf("], \"scales\": [");
  for (size_t i = 0; i < answer.reals; i++)
    printf("%s%.17g", i ? ", " : "", answer.scales[i]);
  printf("]");
}

int main(int argc, char **argv) {
  if (argc < 2)
    usage();
  const size_t n = number(argv[1], 1);
  uint64_t repeat = 0, kind = Random, seed = 1;
  bool check = false;
  for (int i = 2; i < argc; i++) {
    if (strcmp(argv[i], "--check") == 0)
      check = true;
    else if (i + 1 == argc)
      usage();
    else if (strcmp(argv[i], "--repeat") == 0)
      repeat = number(argv[++i], 0);
    else if (strcmp(argv[i], "--kind") == 0)
      kind = number(argv[++i], 0) % Kinds;
    else if (strcmp(argv[i], "--seed") == 0)
      seed = number(argv[++i], 0);
    else
      usage();
  }
  problem_make(n, (int)kind, seed);
  problem_poison();
  problem_load();
  const double first = timed_run();
  problem_unload();
  if (check && !problem_check())
    return 1;
  problem_answer();

  double *times = array_of(repeat, sizeof *times), begin = 0, end = 0;
  if (repeat > 0) {
    const Answer before = answer;
    problem_poison();
    problem_load();
    for (int i = 0; i < WarmUps; i++)
      timed_run(); // The clock starts when nothing is left of them.
    is_timed = true;
    begin = nanoseconds();
    for (uint64_t i = 0; i < repeat; i++)
      times[i] = timed_run();
    end = nanoseconds();
    is_timed = false;
    problem_unload();
    answer = (Answer){0};
    problem_answer();
    if (!same(&before, &answer)) {
      fputs("the first and the last run differ\n", stderr);
      return 1;
    }
  }
  printf("{\"n\": %zu, \"kind\": %d, \"seed\": %llu, ", n, (int)kind,
         (unsigned long long)seed);
  print_answer();
  printf(", \"begin\": %.0f, \"end\": %.0f, \"first\": %.0f, \"times\": [",
         begin, end, first);
  for (uint64_t i = 0; i < repeat; i++)
    printf("%s%.0f", i ? ", " : "", times[i]);
  printf("]}\n");
  free(times);
  return 0;
}
