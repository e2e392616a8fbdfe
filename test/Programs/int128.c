// Integers of 128 bits have no PTX.
// UNSUPPORTED: cuda
// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMPSCAN_VERIFY=exact OMPSCAN_INFO=1 %run %t 5000 2>&1 | %filecheck %s --check-prefix=VERIFIED
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %long %clang -O1 -g %asan -fsanitize=undefined -fno-sanitize=signed-integer-overflow,shift %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t.asan 5000
// VERIFIED: verified, all {{.*}} elements of y agree
// VERIFIED-NOT: disagree

// Integers of 128 bits as items, inputs, stored values, members and
// intermediate values, on the host's cores.

#ifndef SCAN
#include "Inputs/scan_test.h"

typedef __int128 I;
typedef unsigned __int128 U;

#define WIDE(HIGH, LOW) ((U)(HIGH) << 64 | (LOW))

/// A loop over n elements of x, u and a; it may store n + 1 elements of y and z,
/// and n of w.
typedef struct {
  const char *name;
  void (*run)(int n, const I *x, const U *u, const uint64_t *a, I *y, U *z,
              uint64_t *w);
} Loop;

#define ARGUMENTS                                                              \
  int n, const I *x, const U *u, const uint64_t *a, I *y, U *z, uint64_t *w

/// y or z after all elements, where z is not used otherwise.
static void fill_unused(int n, U *z, U value) {
  for (int i = 0; i <= n; i++)
    z[i] = value;
}

static const I steps[4] = {1, -(I)WIDE(3, 7), (I)WIDE(1, 0), 5};
#define LIMIT ((I)WIDE(0x7fffffffffffffff, 0xffffffffffffffff))

/// Modulo 2^61 - 1.
#define PRIME ((UINT64_C(1) << 61) - 1)
static inline uint64_t times(uint64_t a, uint64_t b) {
  return (uint64_t)((U)a * b % PRIME);
}
typedef struct {
  uint64_t value, power;
} Hash;
static inline Hash hash_of(uint64_t c) {
  return (Hash){c % PRIME, UINT64_C(0x9e3779b97f4a7c1)};
}
static inline Hash joined(Hash a, Hash b) {
  return (Hash){(uint64_t)(((U)a.value * b.power + b.value) % PRIME),
                times(a.power, b.power)};
}
#pragma omp declare scan(join : Hash : omp_out = joined(omp_out, omp_in))
#pragma omp declare scan(modular : uint64_t : omp_out = times(omp_out, omp_in))

/// A member of 128 bits behind one of 32, and an array of them.
typedef struct {
  int32_t count;
  I sum;
  U low[2];
} Moments;
static inline Moments moments_of(I v) {
  return (Moments){1, v, {(U)v, ~(U)v}};
}
static inline Moments with(Moments a, Moments b) {
  Moments r = {a.count + b.count, a.sum + b.sum, {0, 0}};
  for (int j = 0; j < 2; j++)
    r.low[j] = a.low[j] < b.low[j] ? a.low[j] : b.low[j];
  return r;
}
#pragma omp declare scan(with : Moments : omp_out = with(omp_out, omp_in))

/// Does not commute: x -> a * x + b modulo 2^128.
typedef struct {
  U a, b;
} Line;
static inline Line after(Line f, Line g) {
  return (Line){f.a * g.a, f.b * g.a + g.b};
}
#pragma omp declare scan(line : Line : omp_out = after(omp_out, omp_in))

#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define PHASE(...) PRAGMA(omp scan __VA_ARGS__)
#define NAME(N) parallel_##N
#include __FILE__
#undef SCAN
#undef PHASE
#undef NAME
#define SCAN(...)
#define PHASE(...)
#define NAME(N) sequential_##N
#include __FILE__

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n > 20000)
      break;
    I *x = BLOCK(I, n + 1), *y = BLOCK(I, n + 1), *want_y = BLOCK(I, n + 1);
    U *u = BLOCK(U, n + 1), *z = BLOCK(U, n + 1), *want_z = BLOCK(U, n + 1);
    uint64_t *a = BLOCK(uint64_t, n + 1), *w = BLOCK(uint64_t, n + 1);
    uint64_t *want_w = BLOCK(uint64_t, n + 1);
    for (size_t k = 0; k <= n; ++k) {
      u[k] = WIDE(scan_test_hash(k), scan_test_hash(k + 77));
      a[k] = scan_test_hash(k + 55);
      // Sums carry from the lower half, and do not overflow.
      x[k] = (I)u[k] >> 20;
    }
    for (size_t at = 0; at < sizeof parallel_loops / sizeof(Loop); ++at) {
      memset(y, 0xa5, (n + 1) * sizeof(I));
      memset(want_y, 0xa5, (n + 1) * sizeof(I));
      memset(z, 0xa5, (n + 1) * sizeof(U));
      memset(want_z, 0xa5, (n + 1) * sizeof(U));
      memset(w, 0xa5, (n + 1) * sizeof(uint64_t));
      memset(want_w, 0xa5, (n + 1) * sizeof(uint64_t));
      parallel_loops[at].run((int)n, x, u, a, y, z, w);
      sequential_loops[at].run((int)n, x, u, a, want_y, want_z, want_w);
      for (size_t k = 0; k <= n; ++k)
        if (y[k] != want_y[k] || z[k] != want_z[k] || w[k] != want_w[k])
          scan_test_fail(__FILE__, __LINE__, parallel_loops[at].name,
                         y[k] != want_y[k]   ? "y"
                         : z[k] != want_z[k] ? "z"
                                             : "w",
                         k, (long double)y[k], (long double)want_y[k]);
    }
    free(x), free(y), free(want_y), free(u), free(z), free(want_z);
    free(a), free(w), free(want_w);
  }
  return scan_test_passed();
}
#else

// Accumulators, used before and after the update.
static void NAME(sums)(ARGUMENTS) {
  I s = -5;
  U t = (U)1 << 127;
  (void)a, (void)w;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i];
    t += u[i];
    z[i] = t;
  }
  y[n] = s;
  z[n] = t;
}

static void NAME(differences)(ARGUMENTS) {
  U t = 3;
  (void)x, (void)a, (void)w, (void)y;
  SCAN(scan(- : t))
  for (int i = 0; i < n; i++) {
    t -= u[i] + 1;
    z[i] = t;
  }
  z[n] = t;
}

// Recurrences of arrays: inclusive, in place, from the right, every third.
static void NAME(arrays)(ARGUMENTS) {
  (void)a, (void)w;
  for (int i = 0; i <= n; i++)
    y[i] = x[i], z[i] = u[i];
  SCAN(scan(+ : y))
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
  SCAN(scan(^ : z))
  for (int i = n - 2; i >= 0; i--)
    z[i] = z[i + 1] ^ u[i] << (i & 63);
  SCAN(scan(+ : y))
  for (int i = 3; i < n; i += 3)
    y[i] = y[i - 3] + x[i] - 2;
}

static void NAME(products)(ARGUMENTS) {
  U p = 7;
  (void)x, (void)w, (void)y;
  SCAN(scan(* : p))
  for (int i = 0; i < n; i++) {
    p *= u[i] | 1;
    p = p * (a[i] | 1);
    z[i] = p;
  }
  z[n] = p;
}

static void NAME(bits)(ARGUMENTS) {
  U all = ~(U)0, any = 0, odd = 1;
  bool every = true, some = false;
  (void)x, (void)y;
  SCAN(scan(& : all) scan(| : any) scan(^ : odd) scan(&& : every)
           scan(|| : some))
  for (int i = 0; i < n; i++) {
    all &= u[i] | (U)~0ULL << (i % 64);
    any |= u[i] & (U)1 << i % 128;
    odd ^= ~u[i];
    every = every && u[i] != 0;
    some = some || (u[i] & 0xfff) == 5;
    z[i] = all ^ any ^ odd;
    w[i] = every * 2 + some;
  }
  z[n] = all ^ odd;
}

// Truth values are 0 or 1 in an item of 128 bits, too.
static void NAME(truth)(ARGUMENTS) {
  I every = 1, some = 0;
  (void)u, (void)a, (void)w, (void)z;
  SCAN(scan(&& : every) scan(|| : some))
  for (int i = 0; i < n; i++) {
    every = every && x[i];
    some = some || x[i] > (I)1 << 106;
    y[i] = every - some;
  }
}

static void NAME(extrema)(ARGUMENTS) {
  I low = LIMIT, high = -LIMIT - 1;
  U top = 0;
  (void)a, (void)w;
  SCAN(scan(min : low) scan(max : high) scan(max : top))
  for (int i = 0; i < n; i++) {
    low = x[i] < low ? x[i] : low;
    if (x[i] > high)
      high = x[i];
    if (i % 3)
      top = top > u[i] ? top : u[i];
    y[i] = low;
    z[i] = top + (U)high;
  }
  y[n] = high;
}

static void NAME(extrema_of_arrays)(ARGUMENTS) {
  (void)a, (void)w;
  y[0] = 5;
  z[0] = ~(U)0;
  SCAN(scan(max : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] < x[i] ? x[i] : y[i - 1];
  SCAN(scan(min : z))
  for (int i = 1; i < n; i++)
    z[i] = u[i] < z[i - 1] ? u[i] : z[i - 1];
}

// Beside items of other sizes, under conditions, in a reduction.
static void NAME(mixed)(ARGUMENTS) {
  char c = 0;
  I s = 1;
  int k = 0;
  U most = 0, lists[3] = {1, 2, 3};
  SCAN(scan(+ : c, s, k) reduction(max : most) reduction(+ : lists))
  for (int i = 0; i < n; i++) {
    c++;
    if (x[i] > 0)
      s += x[i] * 3;
    else
      s -= a[i];
    if (u[i] & 1)
      k += 2;
    lists[i % 3] += u[i];
    most = u[i] > most ? u[i] : most;
    y[i] = s + k;
    w[i] = (uint64_t)(s >> 64) + (uint64_t)c;
  }
  y[n] = s;
  z[0] = most;
  z[n] = lists[0] ^ lists[1] ^ lists[2];
}

// Conversions from and to other numbers.
static void NAME(conversions)(ARGUMENTS) {
  I s = 0;
  double d = 0;
  U t = 0;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    s += (I)((double)x[i] * 0.5) + (int8_t)x[i] + (I)((float)(int)a[i] / 2);
    t += (U)(float)a[i] + (uint16_t)u[i] + (_Bool)x[i] + (U)(short)x[i];
    const double scaled = (double)u[i] / 0x1p64;
    y[i] = s + (I)scaled + (I)d;
    z[i] = t;
    w[i] = (uint64_t)t;
  }
}

// What the operators of C do.
static void NAME(operators)(ARGUMENTS) {
  I s = 0;
  U t = 0;
  (void)w;
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    I v = x[i];
    v <<= 3;
    v = -v / 7 + v % 1000003 + (~v & 0xff) + (v >> 90) + !v;
    v++;
    v *= v > 5 ? 3 : -2;
    U q = u[i] / (a[i] + 1) ^ u[i] % ((U)a[i] << 7 | 1);
    q >>= i % 100;
    q -= q << 100;
    if (q && v >= -((I)1 << 100))
      --q;
    s += v == -3 ? 1 : v;
    t += q;
    y[i] = s;
    z[i] = t;
  }
}

// Constants, tables, parameters and local arrays.
static void NAME(constants)(ARGUMENTS) {
  const I big = -(I)WIDE(0x123456789abcdef, 0xfedcba9876543210);
  I c = (I)n << 80, s = WIDE(5, 6);
  (void)u, (void)a, (void)w, (void)z;
  SCAN(scan(+ : s) firstprivate(c))
  for (int i = 0; i < n; i++) {
    I own[2] = {LIMIT, -LIMIT - 1};
    own[i & 1] += i & 1 ? 3 : -3;
    s += (x[i] & big) + steps[i % 4] + c + (own[0] ^ own[1]);
    switch ((I)(i % 5)) {
    case 3:
      s += (I)-1;
      break;
    case 4:
      s -= (I)0x7fffffffffffffff;
    }
    y[i] = s;
  }
}

// Values that an iteration passes on, and those of the last one.
static void NAME(carried)(ARGUMENTS) {
  I before = -3, s = 0;
  U last = 4;
  (void)a, (void)w;
  SCAN(scan(+ : s) lastprivate(last))
  for (int i = 0; i < n; i++) {
    s += x[i] > before;
    before = x[i];
    last = u[i] ^ 3;
    y[i] = s;
  }
  y[n] = before;
  z[n] = last;
}

// Variables that advance with the loop.
static void NAME(advances)(ARGUMENTS) {
  I v = (I)WIDE(1, 2), s = 0;
  U t = 5;
  const I by = (I)WIDE(2, 1);
  (void)u, (void)a, (void)w;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += x[i] - v;
    v += by;
    t -= UINT64_C(0xfedcba9876543210);
    y[i] = s;
    z[i] = t + (U)v;
  }
  y[n] = v;
  z[n] = t;
}

static void NAME(affine)(ARGUMENTS) {
  U v = 12345;
  I r = 1;
  (void)w;
  SCAN(scan(affine : v, r))
  for (int i = 0; i < n; i++) {
    v = v * WIDE(0x2360ed051fc65da4, 0x4385df649fccf645) + u[i];
    r = a[i] % 5 == 0 ? 0 : r + 1;
    y[i] = r;
    z[i] = v;
  }
  z[n] = v;
}

static void NAME(functions)(ARGUMENTS) {
  I kept = -1, best = 0, least = 7;
  U mask = 9;
  (void)w;
  SCAN(scan(last : kept) scan(maxplus : best) scan(minplus : least)
           scan(bits : mask))
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      kept = x[i];
    best = best + x[i] > 0 ? best + x[i] : 0;
    least = least + x[i] < LIMIT / 2 ? least + x[i] : LIMIT / 2;
    mask = (mask & u[i]) ^ (U)a[i] << 40;
    y[i] = kept ^ best ^ least;
    z[i] = mask;
  }
  y[n] = best;
}

static void NAME(chosen)(ARGUMENTS) {
  U v = 1;
  (void)x, (void)w, (void)y;
  SCAN(scan(auto : v))
  for (int i = 0; i < n; i++) {
    v = v * 3 + a[i];
    z[i] = v;
  }
}

// Hashes modulo 2^61 - 1, whose products have 122 bits.
static void NAME(rabin_karp)(ARGUMENTS) {
  Hash *h = malloc((n + 1) * sizeof *h);
  h[0] = (Hash){1, 1};
  (void)x, (void)u, (void)y, (void)z;
  SCAN(scan(join : h))
  for (int i = 1; i < n; i++)
    h[i] = joined(h[i - 1], hash_of(a[i]));
  for (int i = 0; i < n; i++)
    w[i] = h[i].value ^ h[i].power;
  free(h);
}

static void NAME(modular)(ARGUMENTS) {
  uint64_t p = 3;
  (void)x, (void)u, (void)y, (void)z;
  SCAN(scan(modular : p))
  for (int i = 0; i < n; i++) {
    p = times(p, a[i] % PRIME);
    w[i] = p;
  }
  w[n] = p;
}

// An input of 64 bits with intermediate values of 128.
static void NAME(narrow)(ARGUMENTS) {
  uint64_t s = 0;
  (void)x, (void)y, (void)z;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += (uint64_t)((U)a[i] * a[i] >> 64) + (uint64_t)(u[i] % 1000);
    w[i] = s;
  }
  w[n] = s;
}

// Q64.64: the integer part is the upper half.
static void NAME(fixed_point)(ARGUMENTS) {
  I s = 0;
  (void)u, (void)z;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += (I)((double)(int)(a[i] >> 40) / 3 * 0x1p64);
    y[i] = s;
    w[i] = (uint64_t)(s >> 64);
  }
  y[n] = s;
}

static void NAME(structures)(ARGUMENTS) {
  Moments m = {0, 0, {~(U)0, ~(U)0}};
  (void)u, (void)a;
  SCAN(scan(with : m))
  for (int i = 0; i < n; i++) {
    m = with(m, moments_of(x[i]));
    y[i] = m.sum;
    z[i] = m.low[0] ^ m.low[1];
    w[i] = m.count;
  }
  y[n] = m.sum;
}

static void NAME(lines)(ARGUMENTS) {
  Line *f = malloc((n + 1) * sizeof *f);
  f[0] = (Line){3, 4};
  (void)x, (void)y, (void)w;
  SCAN(scan(line : f))
  for (int i = 1; i < n; i++)
    f[i] = after(f[i - 1], (Line){u[i] | 1, a[i]});
  for (int i = 0; i < n; i++)
    z[i] = f[i].a ^ f[i].b;
  free(f);
}

// Kept elements of 128 bits, at a counter of 32.
static void NAME(compaction)(ARGUMENTS) {
  int k = 0, l = 0;
  (void)a;
  SCAN(scan(+ : k, l))
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      y[k++] = x[i];
    } else {
      z[l] = u[i];
      w[l] = (uint64_t)(x[i] >> 64);
      l++;
    }
}

// In place, and at subscripts that are known at run time.
static void NAME(in_place)(ARGUMENTS) {
  int k = 0;
  U s = 0;
  (void)a, (void)w;
  for (int i = 0; i <= n; i++)
    y[i] = x[i];
  SCAN(scan(+ : k))
  for (int i = 0; i < n; i++)
    if (y[i] & 1)
      y[k++] = y[i];
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += u[(int)(u[i] % (U)n)];
    z[i] = s;
  }
}

// Items that depend on other ones, in several passes.
static void NAME(passes)(ARGUMENTS) {
  I s = 0, best = -LIMIT;
  int hits = 0;
  (void)u, (void)a, (void)z;
  SCAN(scan(+ : s) scan(max : best) reduction(+ : hits))
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > best)
      best = s;
    hits += s > 0;
    y[i] = best;
  }
  w[0] = hits;
}

// All rows in one launch.
static void NAME(rows)(ARGUMENTS) {
  (void)a, (void)w;
  for (int i = 0; i <= n; i++)
    y[i] = x[i], z[i] = u[i];
  const int wide = 9, high = n / wide;
  SCAN(collapse(2) scan(+ : y))
  for (int i = 0; i < high; i++)
    for (int j = 1; j < wide; j++)
      y[i * wide + j] = y[i * wide + j - 1] + x[i * wide + j];
}

static void NAME(phases)(ARGUMENTS) {
  I s = 3;
  U m = 0;
  (void)a, (void)w;
  SCAN(reduction(inscan, + : s))
  for (int i = 0; i < n; i++) {
    s += x[i];
    PHASE(inclusive(s))
    y[i] = s;
  }
  SCAN(reduction(inscan, max : m))
  for (int i = 0; i < n; i++) {
    z[i] = m;
    PHASE(exclusive(m))
    m = m < u[i] ? u[i] : m;
  }
}

static void NAME(checked)(ARGUMENTS) {
  I s = 0;
  int k = 0;
  (void)w;
  fill_unused(n, z, 0);
  SCAN(scan(+ : s, k) order(reproducible : concurrent))
  for (int i = 0; i < n; i++) {
    I r, p;
    U q, m;
    const bool added = __builtin_add_overflow(x[i] * 1048576, (I)u[i], &r);
    const bool taken = __builtin_sub_overflow(u[i], (U)a[i] << 64, &q);
    const bool wide = __builtin_mul_overflow(u[i] >> i % 128, (U)a[i], &m);
    const bool negative = __builtin_mul_overflow(x[i] >> i % 100, (I)a[i], &p);
    k += added + 2 * taken + 4 * wide + 8 * negative;
    s += (r >> 40) + (I)(q >> 50) + (I)(m >> 50) - (p >> 30);
    y[i] = s + k;
  }
}

#define LOOP(N) {#N, NAME(N)}
static const Loop NAME(loops)[] = {
    LOOP(sums),        LOOP(differences),       LOOP(arrays),
    LOOP(products),    LOOP(bits),              LOOP(truth),
    LOOP(extrema),     LOOP(extrema_of_arrays), LOOP(mixed),
    LOOP(conversions), LOOP(operators),         LOOP(constants),
    LOOP(carried),     LOOP(advances),          LOOP(affine),
    LOOP(functions),   LOOP(chosen),            LOOP(rabin_karp),
    LOOP(modular),     LOOP(narrow),            LOOP(fixed_point),
    LOOP(structures),  LOOP(lines),             LOOP(compaction),
    LOOP(in_place),    LOOP(passes),            LOOP(rows),
    LOOP(phases),      LOOP(checked)};
#undef LOOP
#endif
