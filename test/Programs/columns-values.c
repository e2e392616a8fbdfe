// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: %run %t
// RUN: %run_tiny %t

// Columns whose scans carry several values: systems of accumulators, which the
// column uses behind the scan, and recurrences of the last two and three elements,
// whose distance is a variable.

#include "Inputs/scan_test.h"

enum { N = 20000 };

#define NEST(NAME, ...)                                                        \
  static void NAME(int h, int w, unsigned *y, unsigned *last, const unsigned *x) { \
    _Pragma("omp target teams distribute map(to : x[0 : h * w]) map(tofrom : y[0 : h * w], last[0 : 3 * w])") \
    for (int r = 0; r < w; r++) { __VA_ARGS__ }                                \
  }
#define EXPECTED(NAME, ...)                                                    \
  static void NAME##Expected(int h, int w, unsigned *y, unsigned *last,        \
                             const unsigned *x) {                              \
    for (int r = 0; r < w; r++) { __VA_ARGS__ }                                \
  }

#define SYSTEM(SCAN)                                                           \
  unsigned s = r, t = 3;                                                       \
  SCAN for (int i = 0; i < h; i++) {                                           \
    const unsigned u = 3 * s + x[i * w + r] * t + 1;                           \
    s = t - u;                                                                 \
    t = u;                                                                     \
    y[i * w + r] = s + 2 * t;                                                  \
  }                                                                            \
  last[3 * r] = s;                                                             \
  last[3 * r + 1] = t;
NEST(system2, SYSTEM(_Pragma("omp parallel for scan(affine : s, t)")))
EXPECTED(system2, SYSTEM())

#define SECOND(SCAN)                                                           \
  SCAN for (int i = 2; i < h; i++) y[i * w + r] =                              \
      3 * y[(i - 1) * w + r] - y[(i - 2) * w + r] + x[i * w + r];
NEST(second, SECOND(_Pragma("omp parallel for scan(affine : y)")))
EXPECTED(second, SECOND())

#define THIRD(SCAN)                                                            \
  SCAN for (int i = 3; i < h; i++) y[i * w + r] =                              \
      y[(i - 1) * w + r] * x[i * w + r] - 5 * y[(i - 2) * w + r] +             \
      y[(i - 3) * w + r];
NEST(third, THIRD(_Pragma("omp parallel for scan(affine : y)")))
EXPECTED(third, THIRD())

// The element between is not in the source.
#define GAP(SCAN)                                                              \
  SCAN for (int i = 3; i < h; i++) y[i * w + r] =                              \
      3 * y[(i - 1) * w + r] + x[i * w + r] * y[(i - 3) * w + r];
NEST(gap, GAP(_Pragma("omp parallel for scan(affine : y)")))
EXPECTED(gap, GAP())

#define DOWN(SCAN)                                                             \
  SCAN for (int i = h - 4; i >= 0; i--) y[r + w * i] =                         \
      y[r + w * (i + 3)] + x[i * w + r] * y[r + w * (i + 1)];
NEST(down, DOWN(_Pragma("omp parallel for scan(affine : y)")))
EXPECTED(down, DOWN())

typedef void nest(int, int, unsigned *, unsigned *, const unsigned *);
static nest *const Got[] = {system2, second, third, gap, down},
                   *const Want[] = {system2Expected, secondExpected, thirdExpected,
                                    gapExpected, downExpected};

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  static const int Shapes[][2] = {{1, 2}, {2, 1}, {3, 3}, {6, 2}, {40, 7}, {7, 300}, {500, 33}, {101, 128}};
  unsigned *x = BLOCK(unsigned, N), *y = BLOCK(unsigned, N), *z = BLOCK(unsigned, N);
  for (unsigned s = 0; s < sizeof Shapes / sizeof *Shapes; s++)
    for (unsigned k = 0; k < sizeof Got / sizeof *Got; k++) {
      const int h = Shapes[s][0], w = Shapes[s][1];
      unsigned last[1000], kept[1000];
      for (int i = 0; i < 3 * w; i++)
        last[i] = kept[i] = 77;
      for (int i = 0; i < N; i++) {
        x[i] = (unsigned)scan_test_pick((size_t)i, 0, 99);
        y[i] = z[i] = x[i] + 7;
      }
      Got[k](h, w, y, last, x);
      Want[k](h, w, z, kept, x);
      CHECK_SAME(y, z, N);
      CHECK_SAME(last, kept, 3 * w);
    }
  free(x), free(y), free(z);
  return scan_test_passed();
}
