// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t meet

// Stores at accumulators that advance by numbers which vary, and at counters
// from both ends of an array.

#include <stdint.h>
#include <string.h>

enum { Most = 20000, Room = 5 * Most };

static int Owner[Room], Expected[Room];
static int Wrong;
/// Whether to run loops whose iterations depend on each other as well.
static int Meets;

static void poison(void) {
  for (int i = 0; i < Room; i++)
    Owner[i] = Expected[i] = -7 - i;
}

static void check(long Got, long Wanted) {
  Wrong += memcmp(Owner, Expected, sizeof Owner) != 0 || Got != Wanted;
}

// The condition says that the step is positive.
#define POSITIVE                                                               \
  for (int i = 0; i < n; i++)                                                  \
    if (length[i] > 0) {                                                       \
      owner[k] = i;                                                            \
      k += length[i];                                                          \
    }
__attribute__((noinline)) static int positive(int n, const int *length, int *owner, int k) {
#pragma omp target map(tofrom : owner[0 : Room]) map(to : length[0 : n])
#pragma omp parallel for scan(+ : k)
  POSITIVE
  return k;
}
static int positiveExpected(int n, const int *length, int *owner, int k) {
  POSITIVE
  return k;
}

// The step is a variable of the iteration that stands for a formula.
#define NAMED                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    const int step = i % period - 1;                                           \
    if (step > 0) {                                                            \
      owner[k] = i;                                                            \
      k += step;                                                               \
    }                                                                          \
  }
__attribute__((noinline)) static int named(int n, int period, int *owner, int k) {
#pragma omp target map(tofrom : owner[0 : Room])
#pragma omp parallel for scan(+ : k)
  NAMED
  return k;
}
static int namedExpected(int n, int period, int *owner, int k) {
  NAMED
  return k;
}

// An unsigned type, and a value that may be zero.
#define LAST                                                                   \
  for (int i = 0; i < n; i++) {                                                \
    k += length[i];                                                            \
    Array[k] = i;                                                              \
  }
__attribute__((noinline)) static long last(int n, const uint8_t *length, long k) {
#pragma omp parallel for scan(+ : k)
#define Array Owner
  LAST
#undef Array
  return k;
}
static long lastExpected(int n, const uint8_t *length, long k) {
#define Array Expected
  LAST
#undef Array
  return k;
}

// The store in front of the update; the last one of equal subscripts counts.
#define FIRST                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    Array[k] = 3 * i;                                                          \
    k += (length[i] & 3) * 2;                                                  \
  }
__attribute__((noinline)) static int first(int n, const int *length, int k) {
#pragma omp parallel for scan(+ : k)
#define Array Owner
  FIRST
#undef Array
  return k;
}
static int firstExpected(int n, const int *length, int k) {
#define Array Expected
  FIRST
#undef Array
  return k;
}

// Steps of at least one, a subscript with a factor, and a truth value.
#define FACTOR                                                                 \
  for (int i = 0; i < n; i++) {                                                \
    const unsigned bytes = length[i];                                          \
    if (bytes && i != 5) {                                                     \
      Array[2 * k + 1] = i;                                                    \
      k += bytes > 2 ? bytes : 1;                                              \
    }                                                                          \
  }
__attribute__((noinline)) static uint64_t factor(int n, const uint8_t *length, uint64_t k) {
#pragma omp parallel for scan(+ : k)
#define Array Owner
  FACTOR
#undef Array
  return k;
}
static uint64_t factorExpected(int n, const uint8_t *length, uint64_t k) {
#define Array Expected
  FACTOR
#undef Array
  return k;
}

// Both ends: predicates and pivots.
#define ENDS                                                                   \
  for (int i = 0; i < n; i++)                                                  \
    if (x[i] < pivot)                                                          \
      out[f++] = x[i];                                                         \
    else                                                                       \
      out[--b] = x[i];
__attribute__((noinline)) static int ends(int n, const int *x, int *out, int f, int b, int pivot) {
#pragma omp parallel for scan(+ : f, b)
  ENDS
  return f - b;
}
static int endsExpected(int n, const int *x, int *out, int f, int b, int pivot) {
  ENDS
  return f - b;
}

// Both ends, the other one counted up or decremented behind the store.
#define ENDS_UP                                                                \
  for (int i = 0; i < n; i++) {                                                \
    if (x[i] > pivot)                                                          \
      out[f++] = i;                                                            \
    else if (x[i] < pivot)                                                     \
      out[m - 1 - c++] = i;                                                    \
    else {                                                                     \
      out[b] = -i;                                                             \
      b -= 2;                                                                  \
    }                                                                          \
  }
__attribute__((noinline)) static long endsUp(int n, const int *x, int *out, long m, int pivot) {
  long f = 0, c = 0, b = Room - 1;
#pragma omp parallel for scan(+ : f, c) scan(- : b)
  ENDS_UP
  return f + 3 * c - b;
}
static long endsUpExpected(int n, const int *x, int *out, long m, int pivot) {
  long f = 0, c = 0, b = Room - 1;
  ENDS_UP
  return f + 3 * c - b;
}

// Narrow elements, which are compared as integers.
#define UNIQUE                                                                 \
  for (int i = 1; i < n; i++)                                                  \
    if (y[i] != y[k - 1])                                                      \
      y[k++] = y[i];
__attribute__((noinline)) static int unique(int n, uint8_t *y) {
  int k = 1;
#pragma omp parallel for scan(+ : k)
  UNIQUE
  return k;
}
static int uniqueExpected(int n, uint8_t *y) {
  int k = 1;
  UNIQUE
  return k;
}

// Variables that hold the counter: a copy that the counter leaves behind, and
// the value of an increment or a decrement.
#define HELD                                                                   \
  for (int i = 0; i < n; i++) {                                                \
    int found = 0, at = k;                                                     \
    int next = at + 1;                                                         \
    if (x[i] > pivot) {                                                        \
      out[at] = x[i];                                                          \
      out[next] = i;                                                           \
      found = 2;                                                               \
    }                                                                          \
    const int step = found;                                                    \
    k += step;                                                                 \
    if (x[i] < pivot) {                                                        \
      long to;                                                                 \
      to = ++u;                                                                \
      low[to] = x[i];                                                          \
      const long from = b--;                                                   \
      low[from - 1] = -i;                                                      \
    }                                                                          \
  }
__attribute__((noinline)) static long held(int n, const int *x, int *out, int *low, int pivot) {
  int k = 3;
  int u = -1;
  long b = 2 * Most;
#pragma omp parallel for scan(+ : k, u) scan(- : b)
  HELD
  return k + u - b;
}
static long heldExpected(int n, const int *x, int *out, int *low, int pivot) {
  int k = 3;
  int u = -1;
  long b = 2 * Most;
  HELD
  return k + u - b;
}

// A branch says how far the counter moves behind it: by its own variable, by a
// copy, and with a use of the counter in between.
#define BRANCH                                                                 \
  for (int i = 0; i < n; i++) {                                                \
    int more = 0;                                                              \
    if (x[i] > pivot) {                                                        \
      if (x[i] & 1) {                                                          \
        out[k] = x[i];                                                         \
        more = 1;                                                              \
      }                                                                        \
    }                                                                          \
    k += more;                                                                 \
  }
__attribute__((noinline)) static int branch(int n, const int *x, int *out, int pivot) {
  int k = 3;
#pragma omp parallel for scan(+ : k)
  BRANCH
  return k;
}
static int branchExpected(int n, const int *x, int *out, int pivot) {
  int k = 3;
  BRANCH
  return k;
}

#define BRANCH_COPY                                                            \
  for (int i = 0; i < n; i++) {                                                \
    signed char result;                                                        \
    {                                                                          \
      signed char more = 0;                                                    \
      if (x[i] < pivot)                                                        \
        ;                                                                      \
      else {                                                                   \
        out[2 * k + 1] = x[i];                                                 \
        more = 1;                                                              \
      }                                                                        \
      result = more;                                                           \
    }                                                                          \
    k += result;                                                               \
  }
__attribute__((noinline)) static long branchCopy(int n, const int *x, int *out, int pivot) {
  long k = 3;
#pragma omp parallel for scan(+ : k)
  BRANCH_COPY
  return k;
}
static long branchCopyExpected(int n, const int *x, int *out, int pivot) {
  long k = 3;
  BRANCH_COPY
  return k;
}

#define BRANCH_BETWEEN                                                         \
  for (int i = 0; i < n; i++) {                                                \
    int more = 0;                                                              \
    if (x[i] > pivot) {                                                        \
      out[k] = x[i];                                                           \
      more = 2;                                                                \
    }                                                                          \
    low[i] = -k;                                                               \
    k += more;                                                                 \
  }
__attribute__((noinline)) static int branchBetween(int n, const int *x, int *out, int *low,
                                                   int pivot) {
  int k = 3;
#pragma omp parallel for scan(+ : k)
  BRANCH_BETWEEN
  return k;
}
static int branchBetweenExpected(int n, const int *x, int *out, int *low, int pivot) {
  int k = 3;
  BRANCH_BETWEEN
  return k;
}

static void run(int n) {
  static int Length[Most];
  static uint8_t Short[Most];
  unsigned Random = n + 1;
  for (int i = 0; i < Most; i++) {
    Random = Random * 1664525 + 1013904223;
    Length[i] = (int)(Random >> 29) - 3;
    Short[i] = Random >> 30;
  }
  poison();
  check(positive(n, Length, Owner, 11), positiveExpected(n, Length, Expected, 11));
  poison();
  check(named(n, 4, Owner, 3), namedExpected(n, 4, Expected, 3));
  poison();
  check(last(n, Short, 0), lastExpected(n, Short, 0));
  poison();
  check(first(n, Length, 1), firstExpected(n, Length, 1));
  poison();
  check((long)factor(n, Short, 0), (long)factorExpected(n, Short, 0));
  uint8_t Copy[Most];
  memcpy(Copy, Short, sizeof Copy);
  const int Kept = uniqueExpected(n, Copy);
  check(unique(n, Short), Kept);
  Wrong += memcmp(Short, Copy, Kept) != 0;
  for (int Pivot = -4; Pivot < 6; Pivot += 3) {
    poison();
    check(ends(n, Length, Owner, 0, n, Pivot), endsExpected(n, Length, Expected, 0, n, Pivot));
    poison();
    if (Meets)
      check(ends(n, Length, Owner + Most, 0, n - n / 3, Pivot),
            endsExpected(n, Length, Expected + Most, 0, n - n / 3, Pivot));
    poison();
    check(branch(n, Length, Owner, Pivot), branchExpected(n, Length, Expected, Pivot));
    poison();
    check(branchCopy(n, Length, Owner, Pivot), branchCopyExpected(n, Length, Expected, Pivot));
    poison();
    check(branchBetween(n, Length, Owner, Owner + 2 * Most + 8, Pivot),
          branchBetweenExpected(n, Length, Expected, Expected + 2 * Most + 8, Pivot));
    poison();
    check(held(n, Length, Owner, Owner + 2 * Most + 8, Pivot),
          heldExpected(n, Length, Expected, Expected + 2 * Most + 8, Pivot));
    poison();
    check(endsUp(n, Length, Owner, 2 * n, Pivot), endsUpExpected(n, Length, Expected, 2 * n, Pivot));
  }
}

int main(int argc, char **argv) {
  Meets = argc > 1;
  const int Sizes[] = {0, 1, 2, 3, 101, 4099, Most};
  for (unsigned I = 0; I != sizeof Sizes / sizeof *Sizes; ++I)
    run(Sizes[I]);
  return Wrong;
}
