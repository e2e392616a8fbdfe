// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Saturating sums: of bytes, and as the composition of clamped shifts, which
// saturates on both sides and is associative all the same.

#include "Inputs/operator_test.h"

#pragma omp declare scan(saturate : unsigned char, unsigned short, uint32_t :  \
                             omp_out = omp_out + omp_in < omp_out              \
                                           ? -1                                \
                                           : omp_out + omp_in)

// The promoted sum of bytes does not wrap around.
static uint8_t add_bytes(uint8_t a, uint8_t b) {
  int sum = a + b;
  return sum > UINT8_MAX ? UINT8_MAX : sum;
}
#pragma omp declare scan(add_bytes : uint8_t : omp_out =                       \
                             add_bytes(omp_out, omp_in))                       \
    initializer(omp_priv = 0)

static void bytes_scan(uint8_t *y, const uint8_t *x, size_t n) {
#pragma omp parallel for scan(add_bytes : y)
  for (size_t i = 1; i < n; i++)
    y[i] = add_bytes(y[i - 1], x[i]);
}

static void bytes_expected(uint8_t *y, const uint8_t *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = add_bytes(y[i - 1], x[i]);
}

static void words_scan(uint32_t *y, const uint32_t *x, size_t n) {
#pragma omp parallel for scan(saturate : y)
  for (size_t i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] < y[i - 1] ? -1 : y[i - 1] + x[i];
}

static void words_expected(uint32_t *y, const uint32_t *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] < y[i - 1] ? -1 : y[i - 1] + x[i];
}

OPERATOR_TEST(bytes, uint8_t, bytes_scan, bytes_expected, 1,
              (uint8_t)(scan_test_hash(k) % 64 == 0), SAME_BYTES)
OPERATOR_TEST(words, uint32_t, words_scan, words_expected, 12,
              (uint32_t)scan_test_hash(k) >> 8, SAME_BYTES)

// x -> min(max(x + shift, low), high)
typedef struct {
  int32_t shift;
  int16_t low, high;
} Clamp;

static int32_t clamp(int32_t x, int16_t low, int16_t high) {
  if (x < low)
    return low;
  else if (x > high)
    return high;
  return x;
}

static Clamp then(Clamp f, Clamp g) {
  const Clamp r = {f.shift + g.shift,
                   (int16_t)clamp(f.low + g.shift, g.low, g.high),
                   (int16_t)clamp(f.high + g.shift, g.low, g.high)};
  return r;
}
#pragma omp declare scan(then : Clamp : omp_out = then(omp_out, omp_in))

static void clamps_scan(Clamp *y, const Clamp *x, size_t n) {
#pragma omp parallel for scan(then : y)
  for (size_t i = 1; i < n; i++)
    y[i] = then(y[i - 1], x[i]);
}

static void clamps_expected(Clamp *y, const Clamp *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = then(y[i - 1], x[i]);
}

OPERATOR_TEST(clamps, Clamp, clamps_scan, clamps_expected,
              ((Clamp){0, -300, 300}),
              ((Clamp){(int32_t)scan_test_pick(k, -99, 99), -300, 300}),
              SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  bytes();
  words();
  clamps();
  return scan_test_passed();
}
