/* What the program tests share, for C and C++: sizes, data, exactly sized
 * blocks, and comparisons that end the program at the first difference. */
#ifndef SCAN_TEST_H
#define SCAN_TEST_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define PRAGMA(...) PRAGMA_(__VA_ARGS__)

/* Nothing, few, two tiny tiles and a part of a third, and around one, two and
 * three full levels: of the tiny tiles (12 elements) and of the tiles that devices
 * get. */
static const size_t scan_test_sizes[] = {
    0,    1,    2,    3,    11,   12,   13,   25,   143,  144,
    145,  255,  256,  257,  1023, 1024, 1025, 1727, 1728,
    1729, 2047, 2048, 2049, 4095, 4096, 4097, 10007, 100003, 1000003};

static size_t scan_test_limit = SIZE_MAX;
static bool scan_test_sparse;
static size_t scan_test_size;

/* The first argument, or else SCAN_TEST_LIMIT in the environment, is the largest
 * size to test. With SCAN_TEST_SPARSE, only the largest of sizes in a row is
 * tested, and 0: 3, 13, 25, 145, ... */
static inline void scan_test_init(int argc, char **argv) {
  const char *limit = argc > 1 ? argv[1] : getenv("SCAN_TEST_LIMIT");
  if (limit)
    scan_test_limit = strtoull(limit, NULL, 10);
  scan_test_sparse = getenv("SCAN_TEST_SPARSE") != NULL;
}

static inline bool scan_test_has(size_t at) {
  return at != sizeof scan_test_sizes / sizeof *scan_test_sizes &&
         scan_test_sizes[at] <= scan_test_limit;
}

static inline bool scan_test_next(size_t *at, size_t *n) {
  if (scan_test_sparse && *at)
    while (scan_test_has(*at + 1) &&
           scan_test_sizes[*at + 1] == scan_test_sizes[*at] + 1)
      ++*at;
  if (!scan_test_has(*at))
    return false;
  *n = scan_test_size = scan_test_sizes[(*at)++];
  return true;
}

#define FOR_EACH_SIZE(N)                                                       \
  for (size_t N##_at = 0, N = 0; scan_test_next(&N##_at, &N);)

/* Sixty-four bits that look random and depend on k only (splitmix64). */
static inline uint64_t scan_test_hash(uint64_t k) {
  k += UINT64_C(0x9e3779b97f4a7c15);
  k = (k ^ (k >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  k = (k ^ (k >> 27)) * UINT64_C(0x94d049bb133111eb);
  return k ^ (k >> 31);
}

/* An integer from low to high that depends on k only. */
static inline long scan_test_pick(uint64_t k, long low, long high) {
  return low + (long)(scan_test_hash(k) % (uint64_t)(high - low + 1));
}

/* A test that draws what it runs does as many runs as OMPSCAN_SOAK says. Run k
 * of seed s is run 0 of seed s + k, as in runtime/test/Soak.h; a failure says
 * which it was. */
static inline uint64_t scan_test_variable(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t scan_test_seed;
static const char *scan_test_drawn;

/* 0 or more, and less than end. */
static inline size_t scan_test_draw(uint64_t *state, size_t end) {
  return (size_t)(scan_test_hash((*state)++) % end);
}

/* 1 to most, as often between 1 and 2 as between most / 2 and most. */
static inline size_t scan_test_draw_size(uint64_t *state, size_t most) {
  const double power = (double)scan_test_draw(state, 1u << 30) / (1u << 30);
  const size_t size = (size_t)exp2(power * log2((double)most + 1));
  return size < most ? size : most;
}

/* Runs each of the count loops, which draw what they run, with states of their
 * own. */
static inline void scan_test_run_drawn(const char *name,
                                       void (*const *loops)(uint64_t *),
                                       size_t count) {
  const uint64_t runs = scan_test_variable("OMPSCAN_SOAK", 3);
  const uint64_t seed = scan_test_variable("OMPSCAN_SOAK_SEED", 1);
  scan_test_drawn = name;
  for (size_t at = 0; at < count; ++at)
    for (uint64_t run = 0; run < runs; ++run) {
      scan_test_seed = seed + run;
      uint64_t state = scan_test_hash(scan_test_seed);
      loops[at](&state);
    }
}

/* A heap block of exactly this size, full of bytes that nobody expects. */
static inline void *scan_test_block(size_t bytes) {
  void *block = malloc(bytes);
  if (!block && bytes) {
    fprintf(stderr, "out of memory\n");
    exit(2);
  }
  if (bytes)
    memset(block, 0xa5, bytes);
  return block;
}

#define BLOCK(T, COUNT) ((T *)scan_test_block((size_t)(COUNT) * sizeof(T)))

/* Ends a test that has failed. scripts/mutate-tests.py, which compares what
 * programs print, wants all of it. */
static inline void scan_test_stop(void) {
#ifndef SCAN_TEST_GO_ON
  exit(1);
#endif
}

static inline void scan_test_fail(const char *file, int line, const char *where,
                                  const char *array, size_t at, long double got,
                                  long double want) {
  printf("%s:%d: %s: size %zu: %s[%zu] is %.21Lg, expected %.21Lg\n", file,
         line, where, scan_test_size, array, at, got, want);
  if (scan_test_drawn)
    printf("%s, OMPSCAN_SOAK_SEED=%llu\n", scan_test_drawn,
           (unsigned long long)scan_test_seed);
  scan_test_stop();
}

/* All elements have the same bytes. */
#define CHECK_SAME(GOT, WANT, COUNT)                                           \
  do                                                                           \
    for (size_t at = 0; at < (size_t)(COUNT); ++at)                            \
      if (memcmp(&(GOT)[at], &(WANT)[at], sizeof *(GOT)) != 0)                 \
        scan_test_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, #GOT, at,      \
                       (long double)(GOT)[at], (long double)(WANT)[at]);       \
  while (0)

/* All elements agree up to a relative error. */
#define CHECK_CLOSE(GOT, WANT, COUNT, TOLERANCE)                               \
  do                                                                           \
    for (size_t at = 0; at < (size_t)(COUNT); ++at)                            \
      if (!(fabsl((long double)(GOT)[at] - (long double)(WANT)[at]) <=         \
            (TOLERANCE) * fabsl((long double)(WANT)[at])))                     \
        scan_test_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, #GOT, at,      \
                       (long double)(GOT)[at], (long double)(WANT)[at]);       \
  while (0)

/* With SCAN_TEST_DIGEST in the environment, prints a number of 64 bits that depends
 * on all bytes of a result: programs of other compilers have to print the same. */
static inline void scan_test_digest(const char *name, const void *result,
                                    size_t bytes) {
  if (!getenv("SCAN_TEST_DIGEST"))
    return;
  const unsigned char *at = (const unsigned char *)result;
  uint64_t digest = bytes;
  for (size_t k = 0; k < bytes; ++k)
    digest = (digest ^ at[k]) * UINT64_C(0x100000001b3);
  printf("digest of %s, size %zu: %016llx\n", name, scan_test_size,
         (unsigned long long)digest);
}

static inline int scan_test_passed(void) {
  puts("ok");
  return 0;
}

#endif
