// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t 20
// RUN: %run_tiny %t 60
// RUN: %run_oclgrind %t 14
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 60

// Scans of the rows and the columns of a matrix: a loop in an outer loop, in a
// league of teams, and with collapse(2).

#include "Inputs/scan_test.h"

typedef void matrix_loop(int *y, const int *x, int h, int w);

static void rows(int *y, const int *x, int h, int w) {
  for (int i = 0; i < h; i++) {
#pragma omp parallel for scan(+ : y)
    for (int j = 1; j < w; j++)
      y[i * w + j] = y[i * w + j - 1] + x[i * w + j];
  }
}

static void rows_expected(int *y, const int *x, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w; j++)
      y[i * w + j] = y[i * w + j - 1] + x[i * w + j];
}

static void row_pointers(int *y, const int *x, int h, int w) {
  for (int i = 0; i < h; i++) {
    int *row = y + i * w;
    const int *in = &x[i * w];
#pragma omp target map(to : in[0 : w]) map(tofrom : row[0 : w])
#pragma omp parallel for scan(+ : row)
    for (int j = 1; j < w; j++)
      row[j] = row[j - 1] + in[j];
  }
}

static void in_teams(int *y, const int *x, int h, int w) {
#pragma omp target teams distribute map(to : x[0 : h * w]) \
    map(tofrom : y[0 : h * w])
  for (int i = 0; i < h; i++) {
#pragma omp parallel for scan(+ : y)
    for (int j = 1; j < w; j++)
      y[i * w + j] = y[i * w + j - 1] + x[i * w + j];
  }
}

static void collapsed(int *y, const int *x, int h, int w) {
#pragma omp target map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
#pragma omp parallel for collapse(2) scan(+ : y)
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w; j++)
      y[i * w + j] = y[i * w + j - 1] + x[i * w + j];
}

// Elements lie a distance apart that is known when the loop begins only.
static void columns(int *y, const int *x, int h, int w) {
  for (int j = 0; j < w; j++) {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < h; i++)
      y[i * w + j] = y[(i - 1) * w + j] + x[w * i + j];
  }
}

static void columns_expected(int *y, const int *x, int h, int w) {
  for (int i = 1; i < h; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] += y[(i - 1) * w + j] - y[i * w + j] + x[i * w + j];
}

// The same upwards, in other types, in place; and a diagonal.
static void columns_up(int *y, const int *x, int height, int width) {
  const size_t h = (size_t)height;
  const unsigned w = (unsigned)width;
  (void)x;
  for (size_t j = 0; j < w; j++) {
#pragma omp parallel for scan(max : y)
    for (long i = (long)h - 2; i >= 0; i--)
      y[(size_t)i * w + j] = y[(size_t)i * w + j] > y[((size_t)i + 1) * w + j]
                                 ? y[(size_t)i * w + j]
                                 : y[((size_t)i + 1) * w + j];
  }
  const int m = height < width ? height : width;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < m; i++)
    y[i * width + i] += y[(i - 1) * width + i - 1];
}

static void columns_up_expected(int *y, const int *x, int h, int w) {
  (void)x;
  for (int i = h - 2; i >= 0; i--)
    for (int j = 0; j < w; j++)
      if (y[(i + 1) * w + j] > y[i * w + j])
        y[i * w + j] = y[(i + 1) * w + j];
  for (int i = 1; i < h && i < w; i++)
    y[i * w + i] += y[(i - 1) * w + i - 1];
}

// Variables of the loops around keep their values; the last row with an
// iteration leaves the last value.
static void triangle(int *y, const int *x, int h, int w) {
  int i = -3, j = -4, t = -5, last = -6;
#pragma omp parallel for scan(+ : y) collapse(2) private(t) lastprivate(last)
  for (i = h - 1; i >= 0; i -= 2) {
    for (j = i + 1; j < w; j++) {
      t = x[i * w + j] * i;
      last = t - 1;
      y[i * w + j] = t + y[i * w + j - 1];
    }
  }
  int want = -6;
  for (int r = h - 1; r >= 0; r -= 2)
    if (r + 1 < w)
      want = x[r * w + w - 1] * r - 1;
  if (i != -3 || j != -4 || t != -5 || last != want)
    scan_test_fail(__FILE__, __LINE__, __func__, "last", (size_t)i, last, want);
}

static void triangle_expected(int *y, const int *x, int h, int w) {
  for (int i = h - 1; i >= 0; i -= 2)
    for (int j = i + 1; j < w; j++)
      y[i * w + j] = x[i * w + j] * i + y[i * w + j - 1];
}

// An accumulator runs through all rows.
static void accumulated(int *y, const int *x, int h, int w) {
  int s = 7, k = 0;
  long sum = 3, want = 3;
#pragma omp target teams distribute parallel for collapse(2) \
    map(to : x[0 : h * w]) map(tofrom : y[0 : h * w]) scan(+ : s) \
        reduction(+ : sum)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      y[i * w + j] = s;
      s += x[i * w + j];
      sum += x[i * w + j] * i;
    }
#pragma omp parallel for collapse(2) scan(+ : k)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      if (x[i * w + j] > 0)
        y[k++] = i + j;
  int positive = 0;
  for (int i = 0; i < h * w; i++) {
    want += (long)x[i] * (i / w);
    positive += x[i] > 0;
  }
  if (sum != want || k != positive)
    scan_test_fail(__FILE__, __LINE__, __func__, "sum", (size_t)k, sum, want);
}

static void accumulated_expected(int *y, const int *x, int h, int w) {
  int s = 7, k = 0;
  for (int i = 0; i < h * w; i++) {
    y[i] = s;
    s += x[i];
  }
  for (int i = 0; i < h * w; i++)
    if (x[i] > 0)
      y[k++] = i / w + i % w;
}

static void check(const char *name, matrix_loop *scan, matrix_loop *expected) {
  FOR_EACH_SIZE(n) {
    if (n > 300)
      break;
    for (int h = 0; h < 9; h += 1 + h * 3) {
      const int w = (int)n;
      int *x = BLOCK(int, h *w), *y = BLOCK(int, h *w), *want = BLOCK(int, h *w);
      for (int k = 0; k < h * w; ++k) {
        x[k] = (int)scan_test_pick((uint64_t)k, -9, 9);
        y[k] = want[k] = (int)scan_test_pick(~(uint64_t)k, -99, 99);
      }
      scan(y, x, h, w);
      expected(want, x, h, w);
      for (int k = 0; k < h * w; ++k)
        if (y[k] != want[k])
          scan_test_fail(__FILE__, __LINE__, name, "y", (size_t)k, y[k],
                         want[k]);
      free(x);
      free(y);
      free(want);
    }
  }
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check("rows", rows, rows_expected);
  check("row_pointers", row_pointers, rows_expected);
  check("in_teams", in_teams, rows_expected);
  check("columns", columns, columns_expected);
  check("columns_up", columns_up, columns_up_expected);
  check("collapsed", collapsed, rows_expected);
  check("triangle", triangle, triangle_expected);
  check("accumulated", accumulated, accumulated_expected);
  return scan_test_passed();
}
