// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// What of C a combiner may consist of.

#include "Inputs/operator_test.h"

// Names that mean something in OpenCL C.
typedef struct global {
  unsigned kernel;
  short half;
} global;

typedef enum { red = 1, green = 1 << 1, blue = -4 } colour;

union word {
  uint32_t whole;
  uint8_t byte[4];
};

static const unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
static const struct {
  char shift;
  unsigned long long mask;
} steps[2] = {{1, 0x5555555555555555u}, {2, 0x3333333333333333u}};

static unsigned dot(const unsigned *a, const unsigned *b, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

static unsigned reverse(unsigned long long x) {
  for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
    x = (x >> steps[i].shift & steps[i].mask) |
        (x & steps[i].mask) << steps[i].shift;
  return (unsigned)x;
}

// Different for every value, and the same for every way to bracket sums.
static unsigned scramble(unsigned x) {
  unsigned digits[8] = {0}, table[2][8];
  int n = 0;
  for (unsigned rest = x; rest; rest /= 10) {
    if (n == 8)
      break;
    if (rest % 10 == 0)
      continue;
    digits[n++] = rest % 10;
  }
  do
    --n;
  while (n > 2);
  for (int i = 0; i < 8; i++) {
    table[0][i] = primes[7 - i];
    table[1][i] = digits[i] ? digits[i] : (unsigned)i;
  }
  switch (x & 7) {
  case 0:
    x += dot(digits, primes, 8);
    break;
  case 1:
  case 2:
    x ^= 0x1000;
    /* fall through */
  case blue & 7:
    x = ~x;
    break;
  case 5: {
    union word w;
    w.whole = x;
    w.byte[0] ^= w.byte[3];
    x = w.whole;
    break;
  }
  default:
    x = reverse(x) + dot(table[0], table[1], 8);
  }
  return x;
}

static unsigned apply(unsigned x, unsigned (*unused)[2], const char *text) {
  (*unused)[1] = x;
  return (*unused)[1] + (unsigned)text[2] - '-';
}

static global combine(global a, global b) {
  unsigned pair[2] = {1, 2};
  global local;
  int float4 = a.half, *constant = &float4;
  *constant += b.half;
  local.half = (short)float4;
  local.kernel = apply(a.kernel, &pair, "ab-") + b.kernel;
  return local;
}

static global input(unsigned x, signed char c, colour k, bool b) {
  global g = {scramble(x) + (b ? 1u : 0u), 0};
  g.half = (short)(c >> 1);
  g.half = (short)(g.half - (k == blue) + !b);
  return g;
}

#pragma omp declare scan(combine : global : omp_out = combine(omp_out, omp_in))

typedef struct {
  unsigned x;
  signed char c;
  colour k;
  bool b;
} Record;

static void scan(global *y, const Record *x, int n) {
#pragma omp parallel for scan(combine : y)
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], input(x[i].x, x[i].c, x[i].k, x[i].b));
}

static void expected(global *y, const Record *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], input(x[i].x, x[i].c, x[i].k, x[i].b));
}

static bool same(const global *got, const global *want) {
  return got->kernel == want->kernel && got->half == want->half;
}

OPERATOR_TEST_INPUT(records, global, Record, scan, expected, ((global){1, 2}),
                    ((Record){(unsigned)scan_test_hash(k) >> (k % 32),
                              (signed char)scan_test_hash(k + 1),
                              k % 3 ? red : k % 2 ? blue : green, k % 5 == 0}),
                    same)

// Widths, promotions and wrap-around are those of the host.
typedef struct {
  uint8_t u8;
  int8_t s8;
  uint16_t u16;
  int16_t s16;
  uint32_t u32;
  int32_t s32;
  uint64_t u64;
  int64_t s64;
  char c;
  bool truth;
  long l;
  unsigned long long ull;
} Widths;

static Widths add(Widths a, Widths b) {
  Widths r;
  r.u8 = (uint8_t)(a.u8 + b.u8);
  r.s8 = (int8_t)(a.s8 + b.s8);
  r.u16 = (uint16_t)(a.u16 * b.u16);
  r.s16 = (int16_t)((unsigned)a.s16 * (unsigned)b.s16);
  r.u32 = a.u32 * b.u32;
  r.s32 = a.s32 < b.s32 ? a.s32 : b.s32;
  r.u64 = a.u64 * b.u64;
  r.s64 = a.s64 < b.s64 ? b.s64 : a.s64;
  r.c = (char)(a.c ^ b.c);
  r.truth = a.truth != b.truth;
  r.l = a.l & ~(~b.l);
  r.ull = (a.ull >> 63) != (b.ull >> 63) ? 1ull << 63 : 0;
  return r;
}

#pragma omp declare scan(+ : Widths : omp_out = add(omp_out, omp_in))

static void widths_scan(Widths *y, const Widths *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = add(y[i - 1], x[i]);
}

static void widths_expected(Widths *y, const Widths *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = add(y[i - 1], x[i]);
}

static Widths widths(uint64_t k) {
  uint64_t h = scan_test_hash(k);
  Widths w;
  memset(&w, 0, sizeof w);
  w.u8 = (uint8_t)h;
  w.s8 = (int8_t)(h >> 8);
  w.u16 = (uint16_t)(h >> 1 | 1);
  w.s16 = (int16_t)(h >> 2 | 1);
  w.u32 = (uint32_t)(h >> 3 | 1);
  w.s32 = (int32_t)h;
  w.u64 = h | 1;
  w.s64 = (int64_t)h;
  w.c = (char)(h >> 16);
  w.truth = h >> 63;
  w.l = (long)(h | 255u << (h >> 60));
  w.ull = h << 1;
  return w;
}

static bool same_widths(const Widths *a, const Widths *b) {
  return a->u8 == b->u8 && a->s8 == b->s8 && a->u16 == b->u16 &&
         a->s16 == b->s16 && a->u32 == b->u32 && a->s32 == b->s32 &&
         a->u64 == b->u64 && a->s64 == b->s64 && a->c == b->c &&
         a->truth == b->truth && a->l == b->l && a->ull == b->ull;
}

OPERATOR_TEST(all_widths, Widths, widths_scan, widths_expected, widths(12345),
              widths(k), same_widths)

// Conditions of floating type, and of pointers. α and β have no letter of ASCII.
typedef struct {
  double d;
  float α, β;
} Conditions;

static Conditions chosen(Conditions a, Conditions b) {
  Conditions r = {b.d ? b.d : a.d, b.α && b.β, !b.β || a.α};
  const Conditions *p = b.d ? &b : 0;
  r.β += p ? p->β : 7;
  r.β += p && !b.d;
  if (a.d)
    r.α += a.β ?: 3;
  for (double left = 3; left; left -= 1)
    r.α += 1;
  float f = 2;
  while (f)
    f -= 1;
  do
    r.d += f - 1 ? 1 : 0;
  while (f);
  const _Bool truth = b.α;
  r.d += truth + (a.β != 0 ? b.β ? 1 : 2 : 3);
  return r;
}

static void conditions_scan(Conditions *y, const Conditions *x, int n) {
  double s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    Conditions before = {s ? 1 : 2, x[i].α ? s : 0, !s};
    s += x[i].d ? 2 : 1;
    if (x[i].d)
      before.d += s;
    y[i] = chosen(before, x[i]);
  }
}

static void conditions_expected(Conditions *y, const Conditions *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    Conditions before = {s ? 1 : 2, x[i].α ? s : 0, !s};
    s += x[i].d ? 2 : 1;
    if (x[i].d)
      before.d += s;
    y[i] = chosen(before, x[i]);
  }
}

static Conditions of_three(uint64_t k) {
  Conditions c = {(double)(k % 3), (float)(k % 2), (float)(k % 5 / 3)};
  return c;
}

OPERATOR_TEST(conditions, Conditions, conditions_scan, conditions_expected,
              of_three(1), of_three(k), SAME_BYTES)

#pragma omp declare scan(last : double : omp_out = omp_in ? omp_in : omp_out)

static void last_scan(double *y, const double *x, int n) {
#pragma omp parallel for scan(last : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] ? x[i] : y[i - 1];
}

static void last_expected(double *y, const double *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i] ? x[i] : y[i - 1];
}

OPERATOR_TEST(last_of_zeros, double, last_scan, last_expected, 4,
              (double)(scan_test_hash(k) % 3), SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  records();
  all_widths();
  conditions();
  last_of_zeros();
  return scan_test_passed();
}
