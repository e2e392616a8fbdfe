// RUN: %clang %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 5000
// RUN: %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 1100

// Iterations that end early, and cases.

#include "Inputs/int_loops.h"

static void skip(int *y, const int *x, long n) {
  long k = 0;
#pragma omp parallel for scan(+ : k)
  for (long i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    y[k++] = x[i];
  }
}
static void skip_expected(int *y, const int *x, long n) {
  long k = 0;
  for (long i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    y[k++] = x[i];
  }
}

/* Several of them, one behind other statements, one in an else. */
static void often(int *y, const int *x, long n) {
  int s = 1;
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : s)
  for (long i = 0; i < n; i++) {
    if (i == 0)
      continue;
    int v = x[i] - x[i - 1];
    if (v > 5) {
      y[i] = -s;
      continue;
    }
    if (v != 0) {
      v *= 2;
    } else {
      continue;
    }
    for (int j = 0; j < 3; j++) {
      if (j == 1)
        continue;
      v += j;
    }
    s += v;
    y[i] = s;
  }
}
static void often_expected(int *y, const int *x, long n) {
  int s = 1;
  for (long i = 0; i < n; i++) {
    if (i == 0)
      continue;
    int v = x[i] - x[i - 1];
    if (v > 5) {
      y[i] = -s;
      continue;
    }
    if (v != 0) {
      v *= 2;
    } else {
      continue;
    }
    for (int j = 0; j < 3; j++) {
      if (j == 1)
        continue;
      v += j;
    }
    s += v;
    y[i] = s;
  }
}

/* In blocks and branches that the iteration ends by. */
#define ENDS(PRAGMAS)                                                          \
  PRAGMAS for (long i = 0; i < n; i++) {                                       \
    const int v = x[i];                                                        \
    {                                                                          \
      if (v == 0)                                                              \
        continue;                                                              \
      if (v < 0) {                                                             \
        s -= v;                                                                \
        if (v == -3)                                                           \
          continue;                                                            \
        y[i] = s;                                                              \
      } else {                                                                 \
        if (v > 5) {                                                           \
          if (i & 1)                                                           \
            continue;                                                          \
          s += 3;                                                              \
        } else {                                                               \
          s++;                                                                 \
          if (v == 5)                                                          \
            continue;                                                          \
          y[i] = -s;                                                           \
        }                                                                      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  if (n > 0)                                                                   \
    y[0] += 7 * s;
static void ends(int *y, const int *x, long n) {
  int s = 1;
  ENDS(PRAGMA(omp target map(to : x[0 : n]) map(tofrom : y[0 : n]))
           PRAGMA(omp parallel for scan(+ : s)))
}
static void ends_expected(int *y, const int *x, long n) {
  int s = 1;
  ENDS()
}

static void cases(int *y, const int *x, long n) {
  int s = 0, depth = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : s, depth)
  for (long i = 0; i < n; i++) {
    int weight;
    switch (x[i]) {
    case 1:
    case 2:
      weight = 10;
      depth++;
      break;
    case -1: {
      const int twice = 2 * x[i];
      weight = twice;
      depth--;
      break;
    }
    case 3:
      weight = 0;
      break;
    default:
      weight = x[i];
    }
    s += weight;
    switch (s & 3) {
    case 0:
      y[i] = depth;
      break;
    case 1:
      y[i] = s;
    }
  }
}
static void cases_expected(int *y, const int *x, long n) {
  int s = 0, depth = 0;
  for (long i = 0; i < n; i++) {
    int weight;
    switch (x[i]) {
    case 1:
    case 2:
      weight = 10;
      depth++;
      break;
    case -1:
      weight = 2 * x[i];
      depth--;
      break;
    case 3:
      weight = 0;
      break;
    default:
      weight = x[i];
    }
    s += weight;
    switch (s & 3) {
    case 0:
      y[i] = depth;
      break;
    case 1:
      y[i] = s;
    }
  }
}

/* A case goes on into the next one. */
#define FALLS(DIRECTIVE)                                                       \
  DIRECTIVE                                                                    \
  for (long i = 0; i < n; i++) {                                               \
    int weight = 1;                                                            \
    switch (x[i] & 7) {                                                        \
    case 0:                                                                    \
      weight = 5; /* fall through */                                           \
    case 1:                                                                    \
      weight += 2;                                                             \
      break;                                                                   \
    case 2:                                                                    \
      s += 3;                                                                  \
      y[i] = s;                                                                \
      break;                                                                   \
    case 3:                                                                    \
      weight = -x[i]; /* fall through */                                       \
    case 4:                                                                    \
    default: {                                                                 \
      const int twice = 2 * weight;                                            \
      s -= twice;                                                              \
      kept[k++] = x[i];                                                        \
    } /* fall through */                                                       \
    case 5:                                                                    \
      weight = 0;                                                              \
    }                                                                          \
    switch (s & 3) {                                                           \
    case 1:                                                                    \
      y[i] = weight; /* fall through */                                        \
    case 2:                                                                    \
      y[i] = -s;                                                               \
    }                                                                          \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wimplicit-fallthrough"
static void check_falls(int n) {
  int *x = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);
  int *kept = BLOCK(int, n), *kept_want = BLOCK(int, n);
  for (int i = 0; i < n; i++) {
    x[i] = (int)scan_test_pick((uint64_t)i, -99, 99);
    y[i] = want[i] = i;
  }
  int s = 2, k = 0;
  FALLS(PRAGMA(omp target map(to : x[0 : n]) map(tofrom : y[0 : n]))
            PRAGMA(omp parallel for scan(+ : s, k)))
  const int got[] = {s, k};
  {
    int *const device = y, *const device_kept = kept;
    y = want, kept = kept_want;
    s = 2, k = 0;
    FALLS()
    y = device, kept = device_kept;
  }
  const int expected[] = {s, k};
  CHECK_SAME(got, expected, 2);
  CHECK_SAME(y, want, n);
  CHECK_SAME(kept, kept_want, k);
  free(x), free(y), free(want), free(kept), free(kept_want);
}
#pragma clang diagnostic pop

/* Cases that a condition leaves. */
#define LEAVES(PRAGMAS)                                                        \
  PRAGMAS for (long i = 0; i < n; i++) {                                       \
    int v = 1;                                                                 \
    switch (x[i] & 7) {                                                        \
    case 0:                                                                    \
    case 1:                                                                    \
      if (i & 1)                                                               \
        break;                                                                 \
      s += 2;                                                                  \
      k += 5;                                                                  \
      break;                                                                   \
    case 2: {                                                                  \
      int q = i & 3;                                                           \
      if (q == 2) {                                                            \
        v = 7;                                                                 \
        break;                                                                 \
      }                                                                        \
      v = q;                                                                   \
      if (q == 1)                                                              \
        break;                                                                 \
      else                                                                     \
        v += 3;                                                                \
      s += v;                                                                  \
      break;                                                                   \
    }                                                                          \
    case 5:                                                                    \
      if (i & 2)                                                               \
        v = 5;                                                                 \
      else                                                                     \
        break;                                                                 \
      v *= 2;                                                                  \
      break;                                                                   \
    case 6:                                                                    \
      switch (i & 3) {                                                         \
      case 1:                                                                  \
        if (i & 4)                                                             \
          break;                                                               \
        v = 11;                                                                \
        break;                                                                 \
      default:                                                                 \
        v = 12;                                                                \
      }                                                                        \
      if (v == 11)                                                             \
        break;                                                                 \
      k += v;                                                                  \
      break;                                                                   \
    default:                                                                   \
      if (i & 8)                                                               \
        break;                                                                 \
      v = 9;                                                                   \
      s += 4;                                                                  \
    }                                                                          \
    y[i] = s * 16 + v - k;                                                     \
  }                                                                            \
  if (n > 0)                                                                   \
    y[n - 1] += s + 3 * k;

static void leaves(int *y, const int *x, long n) {
  int s = 3, k = 1;
  LEAVES(PRAGMA(omp parallel for scan(+ : s, k)))
}
static void leaves_expected(int *y, const int *x, long n) {
  int s = 3, k = 1;
  LEAVES()
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n)
    check_falls((int)n);
  CHECK_INT_LOOP(skip);
  CHECK_INT_LOOP(often);
  CHECK_INT_LOOP(ends);
  CHECK_INT_LOOP(cases);
  CHECK_INT_LOOP(leaves);
  return scan_test_passed();
}
