// RUN: %clang -O1 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -lm -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t

// Scans of rows that read inputs ahead of stores do not where another array is
// the same memory, some elements further on: with sections of a map, and without
// any; with bounds from memory, and as a recurrence of two values.

#include "../Programs/Inputs/scan_test.h"

enum { H = 300, W = 41, PITCH = 45, N = H * PITCH, FRONT = 4, ALL = N + 2 * FRONT };

#define ROWS(NAME, OUTER, INNER, ...)                                          \
  static void NAME(const int *ptr, double *y, const double *x) {               \
    (void)ptr;                                                                 \
    PRAGMA(OUTER) for (int r = 0; r < H; r++) { __VA_ARGS__(PRAGMA(INNER)) }   \
  }                                                                            \
  static void NAME##_expected(const int *ptr, double *y, const double *x) {    \
    (void)ptr;                                                                 \
    for (int r = 0; r < H; r++) {                                              \
      __VA_ARGS__()                                                            \
    }                                                                          \
  }

#define MAPPED                                                                 \
  omp target teams distribute map(to : ptr[0 : H + 1], x[0 : N])               \
      map(tofrom : y[0 : N])

#define SUM(SCAN)                                                              \
  double s = 1;                                                                \
  SCAN for (int i = 0; i < W; i++) {                                           \
    s += x[r * PITCH + i];                                                     \
    y[r * PITCH + i] = s;                                                      \
  }
ROWS(mapped, MAPPED, omp parallel for scan(+ : s), SUM)
ROWS(unmapped, omp target teams distribute, omp parallel for scan(+ : s), SUM)

#define BOUNDS(SCAN)                                                           \
  double s = 0;                                                                \
  SCAN for (int i = ptr[r]; i < ptr[r + 1] - FRONT; i++) {                     \
    s = 0.5 * s + x[i];                                                        \
    y[i] = s;                                                                  \
  }
ROWS(bounds, omp target teams distribute, omp parallel for scan(affine : s), BOUNDS)

#define SECOND(SCAN)                                                           \
  SCAN for (int i = 2; i < W; i++) y[r * PITCH + i] =                          \
      y[r * PITCH + i - 1] - y[r * PITCH + i - 2] + x[r * PITCH + i];
ROWS(second, MAPPED, omp parallel for scan(affine : y), SECOND)
ROWS(second_unmapped, omp target teams distribute, omp parallel for scan(affine : y),
     SECOND)

typedef void nest(const int *, double *, const double *);
#define EACH(NAME) {#NAME, NAME, NAME##_expected}
static const struct {
  const char *name;
  nest *got, *want;
} nests[] = {EACH(mapped), EACH(unmapped), EACH(bounds), EACH(second),
             EACH(second_unmapped)};

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  int ptr[H + 1];
  for (int r = 0; r <= H; r++)
    ptr[r] = r * PITCH;
  double *got = BLOCK(double, ALL), *want = BLOCK(double, ALL);
  for (size_t l = 0; l < sizeof nests / sizeof *nests; l++)
    for (int shift = -3; shift <= 3; shift++) {
      for (int i = 0; i < ALL; i++)
        got[i] = want[i] = i % 16 ? 0 : 1;
      scan_test_drawn = nests[l].name;
      scan_test_seed = (uint64_t)(shift + 3);
      nests[l].got(ptr, got + FRONT, got + FRONT + shift);
      nests[l].want(ptr, want + FRONT, want + FRONT + shift);
      CHECK_CLOSE(got, want, ALL, 1e-9);
    }
  free(got), free(want);
  return scan_test_passed();
}
