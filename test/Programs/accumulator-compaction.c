// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: env OMPSCAN_ALGORITHM=single-pass %run %t 5000
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run %t 5000
// RUN: env OMPSCAN_ALGORITHM=three-kernel %run %t 5000
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %run_tiny %t.asan 5000

// Stores at the value of a counter, into outputs of exactly the size that is
// counted. What stands in front of them and between them keeps its bytes.

#include "Inputs/scan_test.h"
#include <stdbool.h>

static long compact(int *out, const int *x, long n, int limit, long k) {
#pragma omp parallel for scan(+ : k)
  for (long i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

static long compact_expected(int *out, const int *x, long n, int limit,
                             long k) {
  for (long i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

/* The other branch counts in a list, so that this is no partition. */
static long compact_or_count(int *out, const int *x, long n, long h[8]) {
  long k = 0;
#pragma omp parallel for scan(+ : k) reduction(+ : h[0 : 8])
  for (long i = 0; i < n; i++)
    if (x[i] > 40)
      out[k++] = x[i];
    else
      h[3]++;
  return k;
}

static void check_compact_or_count(void) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *out = BLOCK(int, n), *want = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    long kept = 0, h[8] = {5, 5, 5, 5, 5, 5, 5, 5};
    for (size_t i = 0; i < n; i++)
      if (x[i] > 40)
        want[kept++] = x[i];
    const long got = compact_or_count(out, x, (long)n, h);
    const long counts[2] = {got, h[3]}, counts_want[2] = {kept, 5 + (long)n - kept};
    CHECK_SAME(counts, counts_want, 2);
    CHECK_SAME(out, want, kept);
    free(x), free(out), free(want);
  }
}

static void check_compact(void) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *all = BLOCK(int, n + 3);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    /* All, some, few, none; behind three elements that stay. */
    const int limits[] = {-1, 40, 97, 99};
    for (int at = 0; at < 4; at++) {
      const long want = compact_expected(all, x, (long)n, limits[at], 3);
      int *out = BLOCK(int, want), *out_want = BLOCK(int, want);
      compact_expected(out_want, x, (long)n, limits[at], 3);
      const long got = compact(out, x, (long)n, limits[at], 3);
      CHECK_SAME(&got, &want, 1);
      CHECK_SAME(out, out_want, want);
      free(out), free(out_want);
    }
    free(x), free(all);
  }
}

/* Values and where they were, from the last to the first, under a map. */
static int compact_pairs(int *value, int *where, const int *x, int n, int m) {
  int k = 0;
#pragma omp target map(to : x[0 : n]) map(from : value[0 : m], where[0 : m])
#pragma omp parallel for scan(+ : k)
  for (int i = n - 1; i >= 0; i--)
    if (x[i] % 3 == 0) {
      value[k] = x[i];
      where[k] = i;
      k++;
    }
  return k;
}

static int compact_pairs_expected(int *value, int *where, const int *x, int n) {
  int k = 0;
  for (int i = n - 1; i >= 0; i--)
    if (x[i] % 3 == 0) {
      value[k] = x[i];
      where[k] = i;
      k++;
    }
  return k;
}

/* Two elements of room for each that is stored. */
static unsigned spread(int *out, const int *x, long n) {
  unsigned k = 0;
#pragma omp parallel for scan(+ : k)
  for (long i = 0; i < n; i++)
    if (x[i] & 1) {
      out[k] = x[i];
      k += 2;
    }
  return k;
}

static unsigned spread_expected(int *out, const int *x, long n) {
  unsigned k = 0;
  for (long i = 0; i < n; i++)
    if (x[i] & 1) {
      out[k] = x[i];
      k += 2;
    }
  return k;
}

static void partition(int *odd, int *even, const int *x, int n, int *odds,
                      int *evens) {
  int a = 0, b = 0;
#pragma omp parallel for scan(+ : a, b)
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      odd[a++] = x[i];
    else
      even[b++] = x[i];
  *odds = a;
  *evens = b;
}

static void partition_expected(int *odd, int *even, const int *x, int n,
                               int *odds, int *evens) {
  int a = 0, b = 0;
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      odd[a++] = x[i];
    else
      even[b++] = x[i];
  *odds = a;
  *evens = b;
}

/* Where runs of equal elements start; the guard keeps x[-1] from being read. */
static int run_starts(int *start, const int *x, int n) {
  int k = 0;
#pragma omp target map(to : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] != x[i - 1])
      start[k++] = i;
  return k;
}

static int run_starts_expected(int *start, const int *x, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] != x[i - 1])
      start[k++] = i;
  return k;
}

/* Where lines begin, and the line of every character. */
static int index_lines(int *start, int *line, const char *text, int n) {
  int lines = 0;
#pragma omp parallel for scan(+ : lines)
  for (int i = 0; i < n; i++) {
    line[i] = lines;
    if (text[i] == '\n')
      start[lines++] = i + 1;
  }
  return lines;
}

static int index_lines_expected(int *start, int *line, const char *text,
                                int n) {
  int lines = 0;
  for (int i = 0; i < n; i++) {
    line[i] = lines;
    if (text[i] == '\n')
      start[lines++] = i + 1;
  }
  return lines;
}

static void check_others(void) {
  FOR_EACH_SIZE(n) {
    const int size = (int)n;
    int *x = BLOCK(int, n);
    char *text = BLOCK(char, n);
    for (int i = 0; i < size; i++) {
      x[i] = (int)scan_test_pick((uint64_t)i / 5 * 3 + i % 2, 0, 9);
      text[i] = x[i] == 4 ? '\n' : 'x';
    }
    /* The plain loops run twice: once to count, once into the exact size. */
    int *room = BLOCK(int, 2 * n), *more = BLOCK(int, 2 * n);

    int want = compact_pairs_expected(room, more, x, size);
    int *a = BLOCK(int, want), *a_want = BLOCK(int, want);
    int *b = BLOCK(int, want), *b_want = BLOCK(int, want);
    compact_pairs_expected(a_want, b_want, x, size);
    int got = compact_pairs(a, b, x, size, want);
    CHECK_SAME(&got, &want, 1);
    CHECK_SAME(a, a_want, want);
    CHECK_SAME(b, b_want, want);
    free(a), free(a_want), free(b), free(b_want);

    want = (int)spread_expected(room, x, size);
    a = BLOCK(int, want), a_want = BLOCK(int, want);
    spread_expected(a_want, x, size);
    got = (int)spread(a, x, size);
    CHECK_SAME(&got, &want, 1);
    CHECK_SAME(a, a_want, want);
    free(a), free(a_want);

    int odds, evens, odds_want, evens_want;
    partition_expected(room, more, x, size, &odds_want, &evens_want);
    a = BLOCK(int, odds_want), a_want = BLOCK(int, odds_want);
    b = BLOCK(int, evens_want), b_want = BLOCK(int, evens_want);
    partition_expected(a_want, b_want, x, size, &odds_want, &evens_want);
    partition(a, b, x, size, &odds, &evens);
    CHECK_SAME(&odds, &odds_want, 1);
    CHECK_SAME(&evens, &evens_want, 1);
    CHECK_SAME(a, a_want, odds_want);
    CHECK_SAME(b, b_want, evens_want);
    free(a), free(a_want), free(b), free(b_want);

    want = run_starts_expected(room, x, size);
    a = BLOCK(int, want), a_want = BLOCK(int, want);
    run_starts_expected(a_want, x, size);
    got = run_starts(a, x, size);
    CHECK_SAME(&got, &want, 1);
    CHECK_SAME(a, a_want, want);
    free(a), free(a_want);

    want = index_lines_expected(room, more, text, size);
    a = BLOCK(int, want), a_want = BLOCK(int, want);
    b = BLOCK(int, n), b_want = BLOCK(int, n);
    index_lines_expected(a_want, b_want, text, size);
    got = index_lines(a, b, text, size);
    CHECK_SAME(&got, &want, 1);
    CHECK_SAME(a, a_want, want);
    CHECK_SAME(b, b_want, n);
    free(a), free(a_want), free(b), free(b_want);

    free(x), free(text), free(room), free(more);
  }
}

/* Several branches store, each iteration at most once: once for the device and
 * once for the host. */
typedef long branches(int *out, const int *x, long n, long room, long k);
#define BRANCHES(NAME, PRAGMAS, ...)                                           \
  static long NAME(int *out, const int *x, long n, long room, long k) {        \
    long s = 7, l = room;                                                      \
    PRAGMAS for (long i = 0; i < n; i++) { __VA_ARGS__ }                       \
    return k + 3 * s + 5 * l;                                                  \
  }                                                                            \
  static long NAME##_expected(int *out, const int *x, long n, long room,       \
                              long k) {                                        \
    long s = 7, l = room;                                                      \
    for (long i = 0; i < n; i++) { __VA_ARGS__ }                               \
    return k + 3 * s + 5 * l;                                                  \
  }
#define ALONE(...) PRAGMA(omp parallel for scan(+ : __VA_ARGS__))
#define IN_ROOM                                                                \
  PRAGMA(omp target map(to : x[0 : n]) map(tofrom : out[0 : room]))            \
  PRAGMA(omp parallel for scan(+ : k))
/* clang-format off */
BRANCHES(else_if, ALONE(k),
  if (x[i] % 3 == 0) out[k++] = -7; else if (x[i] > 40) out[k++] = x[i];)
BRANCHES(last_else, ALONE(k),
  if (x[i] < 20) out[k++] = x[i] / 2;
  else if (x[i] < 60) { out[k] = x[i]; k++; }
  else out[k++] = -x[i];)
BRANCHES(nested, ALONE(k),
  if (x[i] > 10) {
    if (x[i] > 70) { k += 1; out[k - 1] = 2 * x[i]; }
    else if (i & 1) { ++k; out[k - 1] = (int)i; }
  } else if (x[i] == 3) { k++; out[k - 1] = 3; })
BRANCHES(cases, ALONE(k),
  switch (x[i] & 7) {
  case 1: out[k++] = 5; break;
  case 2: case 3: out[k] = x[i]; k++; break;
  case 4: break;
  default: if (x[i] > 20) out[k++] = -x[i];
  })
BRANCHES(two_each, ALONE(k),
  if (x[i] > 50) { out[k] = 1; out[k + 1] = x[i]; k += 2; }
  else if (x[i] > 20) { out[k + 1] = -x[i]; out[k] = 2; k += 2; })
/* With values of the counter and of another item. */
BRANCHES(numbered, ALONE(k, s),
  s += x[i];
  if (x[i] < 20) out[k++] = (int)s; else if (x[i] < 60) { out[k] = (int)k; k++; })
BRANCHES(backwards, ALONE(l),
  if (x[i] < 20) out[--l] = (int)i; else if (x[i] < 60) { l--; out[l] = -x[i]; })
/* From both ends. */
BRANCHES(both_ends, ALONE(k, l),
  if (x[i] < 20) out[k++] = x[i];
  else if (x[i] < 60) out[--l] = x[i];
  else out[k++] = -x[i];)
/* Not every step, or not the whole of one, is stored. */
BRANCHES(with_gaps, IN_ROOM,
  if (x[i] < 20) out[k++] = x[i]; else if (x[i] < 60) k++;)
BRANCHES(with_half, IN_ROOM,
  if (x[i] < 20) { out[2 * k] = 1; out[2 * k + 1] = x[i]; k++; }
  else if (x[i] < 60) { out[2 * k + 1] = -x[i]; k++; })
BRANCHES(unlike_steps, IN_ROOM,
  if (x[i] > 90) { out[k] = (int)i; k += 3; }
  else if (x[i] > 0 && x[i] < 4) { out[k] = -x[i]; k += x[i]; }
  else if (x[i] == 7) out[k++] = 7;)
/* Several stores in an iteration. */
BRANCHES(escaped, IN_ROOM,
  if (x[i] % 7 == 0) out[k++] = -1;
  out[k++] = x[i];)
BRANCHES(encoded, IN_ROOM,
  if (x[i] < 30) out[k++] = x[i];
  else if (x[i] < 60) { out[k++] = -x[i]; out[k++] = (int)i; }
  else if (x[i] < 90) { out[k] = 1; k++; out[k] = 2; k++; out[k++] = x[i]; })
BRANCHES(encoded_backwards, PRAGMA(omp target map(to : x[0 : n]) map(tofrom : out[0 : room]))
                            PRAGMA(omp parallel for scan(+ : l)),
  if (x[i] % 7 == 0) { l--; out[l] = -1; }
  out[--l] = x[i];)
BRANCHES(unlike_lengths, IN_ROOM,
  out[k] = x[i]; k += 2;
  if (x[i] > 70) { out[k] = -5; k += 3; })
/* Values between two updates. */
BRANCHES(between, ALONE(s),
  s += x[i]; const long inner = s;
  if (x[i] & 1) s -= 50;
  out[i] = (int)(s + 3 * inner);
  s++;)
BRANCHES(depends, PRAGMA(omp parallel for scan(+ : s) scan(max : l)),
  s += x[i];
  if (s > l) l = s;
  s -= 40;
  out[i] = (int)(l - s);)
/* clang-format on */

static void check_branches(const char *name, branches *got, branches *want,
                           bool fits) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    const long room = 10 * (long)n;
    int *out = BLOCK(int, room), *out_want = BLOCK(int, room);
    for (long i = 0; i < room; i++)
      out[i] = out_want[i] = (int)~i;
    long k = got(out, x, (long)n, room, 0);
    const long k_want = want(out_want, x, (long)n, room, 0);
    if (k != k_want)
      scan_test_fail(__FILE__, __LINE__, name, "k", n, k, k_want);
    for (long i = 0; i < room; i++)
      if (out[i] != out_want[i])
        scan_test_fail(__FILE__, __LINE__, name, "out", (size_t)i, out[i],
                       out_want[i]);
    free(out);
    if (fits) { /* An output of exactly that size. */
      const long count = k_want - 3 * 7 - 5 * room;
      out = BLOCK(int, count);
      k = got(out, x, (long)n, room, 0);
      CHECK_SAME(&k, &k_want, 1);
      CHECK_SAME(out, out_want, count);
      free(out);
    }
    free(x), free(out_want);
  }
}
#define CHECK_BRANCHES(NAME, FITS)                                             \
  check_branches(#NAME, NAME, NAME##_expected, FITS);

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_BRANCHES(else_if, true)
  CHECK_BRANCHES(last_else, true)
  CHECK_BRANCHES(nested, true)
  CHECK_BRANCHES(cases, true)
  CHECK_BRANCHES(two_each, true)
  CHECK_BRANCHES(numbered, false)
  CHECK_BRANCHES(backwards, false)
  CHECK_BRANCHES(both_ends, false)
  CHECK_BRANCHES(with_gaps, false)
  CHECK_BRANCHES(with_half, false)
  CHECK_BRANCHES(unlike_steps, false)
  CHECK_BRANCHES(escaped, false)
  CHECK_BRANCHES(encoded, false)
  CHECK_BRANCHES(encoded_backwards, false)
  CHECK_BRANCHES(unlike_lengths, false)
  CHECK_BRANCHES(between, false)
  CHECK_BRANCHES(depends, false)
  check_compact();
  check_compact_or_count();
  check_others();
  return scan_test_passed();
}
