// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long env OMPSCAN_DEVICE=host %run %t
// RUN: %long %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t overlap 2>&1 | %filecheck %s
// RUN: %long %clang -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -lm -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan 5000

// Elements of pointers at subscripts that follow from data. An inspector
// compares them with what the loop stores before it stores anything; it reads
// no more than the loop does. Everything lies between pages that nothing may
// touch.

// CHECK: (gathered): the loop runs on the host{{.*}}: the loop may store to elements of x that it reads
// CHECK: (last_only): the loop runs on the host{{.*}}: the loop may store to elements of x that it reads
// CHECK: (index_is_stored): the loop runs on the host{{.*}}: arrays y and b overlap
// CHECK-NOT: (around)
// CHECK: (second_is_stored): the loop runs on the host{{.*}}: the loop may store to elements of b that it reads
// CHECK: (in_branch): the loop runs on the host{{.*}}: the loop may store to elements of x that it reads
// CHECK: (exposed): the loop runs on the host{{.*}}: the loop may store to elements of x that it reads
// CHECK: (cross): the loop runs on the host{{.*}}; some iterations use elements of y that other iterations store
// CHECK: ok

#include "Inputs/fenced_block.h"
#include "Inputs/scan_test.h"

typedef struct {
  int key;
  double weight;
} Record;

// Each loop twice: annotated, and as plain sequential code. a, b and c have m
// elements; b[i] and c[i] are subscripts if they are not negative.
#define BOTH(NAME, ITEM, BEGIN, TYPE, BODY)                                    \
  static long NAME(int *y, const int *a, const int *b, const int *c,           \
                   const Record *r, TYPE n) {                                  \
    long s = 3;                                                                \
    PRAGMA(omp parallel for scan(ITEM))                                    \
    for (TYPE i = BEGIN; i < n; i++)                                           \
      BODY return s;                                                           \
  }                                                                            \
  static long NAME##_expected(int *y, const int *a, const int *b,              \
                              const int *c, const Record *r, TYPE n) {         \
    long s = 3;                                                                \
    for (TYPE i = BEGIN; i < n; i++)                                           \
      BODY return s;                                                           \
  }
#define BRACES(...) {__VA_ARGS__}

// A value of the iteration, of the stored value, of the condition of a store.
BOTH(input, + : s, 0, long, BRACES(if (c[i] >= 0) s += a[c[i]]; y[i] = s;))
BOTH(chosen, + : s, 0, int, BRACES(s += c[i] < 0 ? 1 : a[c[i]]; y[i] = s;))
BOTH(in_and, + : s, 0, size_t, BRACES(s += c[i] >= 0 && a[c[i]] > 2; y[i] = s;))
BOTH(in_or, + : s, 0, unsigned, BRACES(s += c[i] < 0 || a[c[i]] > 2; y[i] = s;))
BOTH(output, + : s, 0, int, BRACES(s += a[i]; y[i] = (int)s + (c[i] < 0 ? 1 : a[c[i]]);))
BOTH(condition, + : s, 0, int, BRACES(s += a[i]; if (c[i] >= 0 && a[c[i]] > 1) y[i] = s;))
BOTH(in_branches, + : s, 0, int, BRACES(s += a[i]; if (c[i] < 0) y[i] = b[b[i]] + (int)s;
                                    else { if (i & 1) { y[i] = a[c[i]]; } }))
BOTH(no_store, + : s, 0, int, BRACES(s += c[i] < 0 ? 1 : a[c[i]];))
// Several levels, and a value between.
BOTH(nested, + : s, 0, int, BRACES(s += c[i] < 0 ? 1 : a[b[c[i]]]; y[i] = s;))
BOTH(three, + : s, 0, int, BRACES(if (c[i] >= 0) s += a[b[b[c[i]]]]; y[i] = s;))
BOTH(local, + : s, 0, int, BRACES(int j = c[i]; int t = 2; if (j >= 0) { j = b[j]; t = a[j]; }
                              s += t; y[i] = s;))
BOTH(dependent, + : s, 0, int, BRACES(s += a[i]; long t = s * (c[i] < 0 ? 1 : a[c[i]]);
                                  y[i] = (int)t;))
// Inner loops, a switch, members, bits of the subscript.
BOTH(inner, + : s, 0, int, BRACES(int t = 0; for (int j = c[i]; j >= 0 && t < 40; j = b[j] - 1)
                                t += 1 + (a[j] & 7);
                              s += t; y[i] = s;))
BOTH(in_switch, + : s, 0, int, BRACES(switch (c[i]) { case -1: y[i] = 1; break;
                                                  default: y[i] = a[c[i]]; }
                                  s += a[i];))
BOTH(member, + : s, 0, int, BRACES(if (c[i] >= 0) s += r[c[i]].key; y[i] = s + (c[i] >= 0 ? (int)r[c[i]].weight : 0);))
BOTH(copied, + : s, 0, int, BRACES(const Record here = r[i]; if (c[i] >= 0 && here.key > 0) s += a[c[i]];
                               y[i] = here.key + (int)s;))
BOTH(masked, + : s, 0, int, BRACES(s += a[i & 0]; y[i] = s;))
BOTH(in_steps, + : s, 0, int, BRACES(s += i; int t = c[i]; if (t >= 0) t = b[t]; y[i] = t;))
// The input of an update in the form of a comparison.
BOTH(largest, max : s, 0, int, BRACES(int j = c[i] < 0 ? 0 : c[i]; if (a[j] > s) s = a[j]; y[i] = s;))
BOTH(smallest, min : s, 0, int, BRACES(s = a[b[i]] < s ? a[b[i]] : s; y[i] = s;))
// The item is an array.
BOTH(recurrence, + : y, 1, int, BRACES(y[i] = y[i - 1] + (c[i] < 0 ? 1 : a[c[i]]);))
BOTH(in_body, + : y, 1, int, BRACES(int t = c[i] < 0 ? 1 : a[c[i]]; y[i] = y[i - 1] + t;))

#define KEEP(NAME, PRAGMA)                                                     \
  static int NAME(int *y, const int *a, const int *c, int n) {                 \
    int k = 0;                                                                 \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++)                                                \
      if (c[i] >= 0 && a[c[i]] > 2)                                            \
        y[k++] = a[c[i]] + i;                                                  \
    return k;                                                                  \
  }
KEEP(keep, PRAGMA(omp parallel for scan(+ : k)))
KEEP(keep_expected, )

// From both ends: an iteration stores at one of them only, so that the ranges
// of the two do not overlap although each might be all of the array.
#define DIVIDE(NAME, PRAGMA)                                                   \
  static long NAME(int *y, const int *a, const int *b, const int *c,           \
                   const Record *r, int n) {                                   \
    int front = 0, back = n;                                                   \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++)                                                \
      if (c[i] < 0 || a[c[i]] > 2)                                             \
        y[front++] = a[b[i]];                                                  \
      else if (r[i].key < 0)                                                   \
        y[--back] = i;                                                         \
    return front + 7L * back;                                                  \
  }
DIVIDE(divide, PRAGMA(omp parallel for scan(+ : front, back)))
DIVIDE(divide_expected, )

static void fill(int *y, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = (int)0xa5a5a5a5;
}

#define CHECK_BOTH(NAME)                                                       \
  do {                                                                         \
    fill(y[0], n);                                                             \
    fill(y[1], n);                                                             \
    long got[] = {NAME(y[0], a, b, c, r, n)};                                  \
    long want[] = {NAME##_expected(y[1], a, b, c, r, n)};                      \
    CHECK_SAME(got, want, 1);                                                  \
    CHECK_SAME(y[0], y[1], n);                                                 \
  } while (0)

static void check(size_t n, int behind) {
  const size_t bytes = n * sizeof(int);
  int *a = fenced_block(bytes, behind), *b = fenced_block(bytes, behind),
      *c = fenced_block(bytes, behind);
  int *y[] = {fenced_block(bytes, behind), fenced_block(bytes, behind)};
  Record *r = fenced_block(n * sizeof *r, behind);
  for (size_t i = 0; i < n; i++) {
    a[i] = (int)scan_test_pick(i, -9, 9);
    b[i] = (int)scan_test_pick(i + n, 0, (long)n - 1);
    c[i] = i % 3 == 1 ? -1 : (int)scan_test_pick(3 * i, 0, (long)n - 1);
    r[i] = (Record){a[i], b[i] % 100};
  }
  CHECK_BOTH(input);
  CHECK_BOTH(chosen);
  CHECK_BOTH(in_and);
  CHECK_BOTH(in_or);
  CHECK_BOTH(output);
  CHECK_BOTH(condition);
  CHECK_BOTH(in_branches);
  CHECK_BOTH(no_store);
  CHECK_BOTH(nested);
  CHECK_BOTH(three);
  CHECK_BOTH(local);
  CHECK_BOTH(dependent);
  CHECK_BOTH(inner);
  CHECK_BOTH(in_switch);
  CHECK_BOTH(member);
  CHECK_BOTH(copied);
  CHECK_BOTH(masked);
  CHECK_BOTH(in_steps);
  CHECK_BOTH(largest);
  CHECK_BOTH(smallest);
  CHECK_BOTH(recurrence);
  CHECK_BOTH(in_body);
  CHECK_BOTH(divide);
  fill(y[0], n);
  fill(y[1], n);
  const int got[] = {keep(y[0], a, c, (int)n)};
  const int want[] = {keep_expected(y[1], a, c, (int)n)};
  CHECK_SAME(got, want, 1);
  CHECK_SAME(y[0], y[1], n);
  free_fenced_block(a, bytes);
  free_fenced_block(b, bytes);
  free_fenced_block(c, bytes);
  free_fenced_block(y[0], bytes);
  free_fenced_block(y[1], bytes);
  free_fenced_block(r, n * sizeof *r);
}

// What is read overlaps what is stored: by one element, by all, or around it.
#define GATHER(NAME)                                                           \
  static long NAME(int *y, const int *x, const int *b, int n) {                \
    long s = 0;                                                                \
    PRAGMA(omp parallel for scan(+ : s))                                       \
    for (int i = 0; i < n; i++) {                                              \
      s += x[b[i]];                                                            \
      y[i] = (int)(s & 15);                                                    \
    }                                                                          \
    return s;                                                                  \
  }
GATHER(gathered)
GATHER(last_only)
GATHER(index_is_stored)
GATHER(around)
#undef PRAGMA
#define PRAGMA(...)
GATHER(gathered_expected)
#undef PRAGMA
#define PRAGMA(...) PRAGMA_(__VA_ARGS__)

static long second_is_stored(int *y, const int *x, const int *b, const int *c,
                             int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[b[c[i]]];
    y[i] = (int)(s & 15);
  }
  return s;
}

// Only stored values read x, in iterations that the subscript selects.
static long in_branch(int *y, const int *x, const int *b, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += i & 3;
    if (b[i] >= 0)
      y[i] = x[b[i]] + (int)(s & 15);
  }
  return s;
}

static struct {
  long before[3];
  long total;
} data;
static void exposed(const long *x, const int *b, int n) {
#pragma omp parallel for scan(+ : data.total)
  for (int i = 0; i < n; i++)
    data.total += x[b[i]] & 7;
}

// An iteration may store at both ends of y, and they meet.
#define CROSS(NAME, PRAGMA)                                                    \
  static long NAME(int *y, const int *x, const int *b, int n) {                \
    int front = 0, back = n;                                                   \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++) {                                              \
      if (x[b[i]] > 2)                                                         \
        y[front++] = i;                                                        \
      if (x[b[i]] < 6)                                                         \
        y[--back] = -i;                                                        \
    }                                                                          \
    return front + 7L * back;                                                  \
  }
CROSS(cross, PRAGMA(omp parallel for scan(+ : front, back)))
CROSS(cross_expected, )

#define CHECK_GATHER(NAME, Y, X, B)                                            \
  do {                                                                         \
    memcpy(want, got, 3 * N * sizeof *got);                                    \
    long sums[] = {NAME(got + (Y), got + (X), B, N)};                          \
    long expected[] = {gathered_expected(                                      \
        want + (Y), want + (X), (B) == got ? want : (B), N)};                  \
    CHECK_SAME(sums, expected, 1);                                             \
    CHECK_SAME(got, want, 3 * N);                                              \
  } while (0)

static void check_overlap(void) {
  enum { N = 5000 };
  int *got = fenced_block(3 * N * sizeof *got, 1), *want = BLOCK(int, 3 * N);
  int *b = BLOCK(int, N), *c = BLOCK(int, N);
  for (int i = 0; i < 3 * N; i++)
    got[i] = i % 9;
  for (int i = 0; i < N; i++)
    b[i] = (int)scan_test_pick(i, 0, N - 1);
  CHECK_GATHER(gathered, N / 2, 0, b);
  for (int i = 0; i < N; i++)
    b[i] %= N / 2;
  b[N - 1] = N;
  CHECK_GATHER(last_only, N, 0, b);
  // b[i] is a subscript when y[i - 1] has been stored, and none before.
  for (int i = 1; i < N; i++)
    got[i] = -1000000000;
  got[0] = 3;
  CHECK_GATHER(index_is_stored, 1, 2 * N, got);
  for (int i = 0; i < N; i++)
    b[i] = i % 2 ? i : 2 * N + i;
  CHECK_GATHER(around, N, 0, b);

  // And so is b[c[i]].
  for (int i = 1; i < N; i++)
    got[i] = -1000000000;
  for (int i = 0; i < N; i++)
    c[i] = i / 2;
  memcpy(want, got, 3 * N * sizeof *got);
  long sums[] = {second_is_stored(got + 1, got + 2 * N, got, c, N)}, sum = 0;
  for (int i = 0; i < N; i++) {
    sum += want[2 * N + want[c[i]]];
    want[i + 1] = (int)(sum & 15);
  }
  CHECK_SAME(sums, &sum, 1);
  CHECK_SAME(got, want, 3 * N);

  // The last iteration reads what the first one stores.
  for (int i = 0; i < N; i++)
    b[i] = i == N - 1 ? N : i % 3 ? -1 : i;
  memcpy(want, got, 3 * N * sizeof *got);
  sums[0] = in_branch(got + N, got, b, N);
  sum = 0;
  for (int i = 0; i < N; i++) {
    sum += i & 3;
    if (b[i] >= 0)
      want[N + i] = want[b[i]] + (int)(sum & 15);
  }
  CHECK_SAME(sums, &sum, 1);
  CHECK_SAME(got, want, 3 * N);

  data.before[0] = data.before[1] = data.before[2] = 2;
  long *const all = (long *)&data;
  for (int i = 0; i < N; i++)
    b[i] = i % 4;
  sum = 0;
  for (int i = 0; i < N; i++)
    sum += (i % 4 == 3 ? sum : 2) & 7;
  exposed(all, b, N);
  CHECK_SAME(&data.total, &sum, 1);

  memcpy(want, got, 3 * N * sizeof *got);
  sums[0] = cross(got, b, b, N);
  sum = cross_expected(want, b, b, N);
  CHECK_SAME(sums, &sum, 1);
  CHECK_SAME(got, want, 3 * N);
  free(want);
  free(b);
  free(c);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "overlap") == 0) {
    check_overlap();
    return scan_test_passed();
  }
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n)
    for (int behind = 0; behind < 2; behind++)
      check(n, behind);
  return scan_test_passed();
}
