// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-missed=ompscan \
// RUN:   -Xclang -verify
// expected-no-diagnostics
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %run_oclgrind %t

// Arrays of arrays, arrays in structures, and loops under `collapse`.

#include "../Programs/Inputs/scan_test.h"

enum { N = 23, M = 17 };
typedef struct {
  double m[2][2];
  int tag;
} small;

static double A[N][M], B[M][N], C[N][N];

static void product(void) {
#pragma omp target teams distribute parallel for collapse(2) map(to : A, B)    \
    map(from : C)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < M; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// Rows that are mapped in part; the others, and columns that nobody stores,
// stay.
static void rows(double (*to)[M], double (*from)[M]) {
#pragma omp target parallel for map(to : from[0 : N])                          \
    map(tofrom : to[2 : N - 4][0 : M])
  for (int i = 2; i < N - 2; i++) {
    to[i][3] = from[i][2];
    for (int j = 5; j < M; j++)
      to[i][j] = from[i - 2][j] + from[i + 2][j];
  }
}

static void members(small *s, int count) {
#pragma omp target parallel for
  for (int i = 0; i < count; i++) {
    double t = 0;
    for (int r = 0; r < 2; r++)
      for (int c = 0; c < 2; c++)
        t += s[i].m[r][c];
    s[i].m[i & 1][1] = t;
  }
}

// Loops that count down, in steps, from and to anything; one of them may not
// run at all. Variables may be declared anywhere, and belong to the iteration.
static int box(int *v, int planes, unsigned char high, long wide) {
  int i = -1, last = -1;
  long k;
#pragma omp target teams distribute parallel for collapse(3)                   \
    map(tofrom : v[0 : planes * 10 * 8], last) lastprivate(last)
  for (i = planes - 1; i >= 0; i--)
    for (unsigned char j = 3; j < high; j += 5)
      for (k = wide; k != -2; k -= 2) {
        v[(i * 10 + j) * 8 + k + 2] += (int)k;
        last = i + j + (int)k;
      }
  return i == -1 ? last : -99;
}

static int box_plain(int *v, int planes, unsigned char high, long wide) {
  int last = -1;
  for (int i = planes - 1; i >= 0; i--)
    for (int j = 3; j < high; j += 5)
      for (long k = wide; k != -2; k -= 2) {
        v[(i * 10 + j) * 8 + k + 2] += (int)k;
        last = i + j + (int)k;
      }
  return last;
}

int main(void) {
  double from[N][M], to[N][M], want_to[N][M], want_C[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      A[i][j] = i - j;
      B[j][i] = i * j % 7;
      from[i][j] = i * M + j;
      want_to[i][j] = to[i][j] = -2;
    }
  memset(C, 0xa5, sizeof C);
  product();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      want_C[i][j] = 0;
      for (int k = 0; k < M; k++)
        want_C[i][j] += A[i][k] * B[k][j];
    }
  CHECK_SAME(&C[0][0], &want_C[0][0], N * N);

  rows(to, from);
  for (int i = 2; i < N - 2; i++) {
    want_to[i][3] = from[i][2];
    for (int j = 5; j < M; j++)
      want_to[i][j] = from[i - 2][j] + from[i + 2][j];
  }
  CHECK_SAME(&to[0][0], &want_to[0][0], N * M);

  small *s = BLOCK(small, N);
  for (int i = 0; i < N; i++)
    s[i] = (small){{{i, 1}, {2, 3}}, 9};
  members(s, N);
  for (int i = 0; i < N; i++) {
    const double want[4] = {i, i & 1 ? 1 : i + 6, 2, i & 1 ? i + 6 : 3};
    CHECK_SAME(&s[i].m[0][0], want, 4);
    if (s[i].tag != 9)
      scan_test_fail(__FILE__, __LINE__, "members", "tag", i, s[i].tag, 9);
  }
  free(s);

  static const struct {
    int planes;
    unsigned char high;
    long wide;
  } sizes[] = {{4, 9, 4}, {3, 4, 0}, {1, 9, -2}, {0, 9, 4}, {2, 3, 4}};
  for (int c = 0; c < 5; c++) {
    const size_t size = (size_t)sizes[c].planes * 10 * 8;
    int *v = BLOCK(int, size), *want = BLOCK(int, size);
    for (size_t k = 0; k < size; k++)
      v[k] = want[k] = (int)k;
    const int last = box(v, sizes[c].planes, sizes[c].high, sizes[c].wide);
    const int want_last =
        box_plain(want, sizes[c].planes, sizes[c].high, sizes[c].wide);
    CHECK_SAME(v, want, size);
    CHECK_SAME(&last, &want_last, 1);
    free(v);
    free(want);
  }
  return scan_test_passed();
}
