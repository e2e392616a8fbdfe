// RUN: %clangxx -std=c++20 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Functions that compute as they do on the host: conversions and promotions,
// effects and their order, references, pointers, arrays and temporaries.

#include "Inputs/operator_test.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

using u64 = uint64_t;

#define FUNCTION_TEST(NAME)                                                    \
  static void NAME##_scan(u64 *y, const u64 *x, int n) {                       \
    PRAGMA(omp parallel for scan(^ : y))                                       \
    for (int i = 1; i < n; i++)                                                \
      y[i] = y[i - 1] ^ NAME(x[i]);                                            \
  }                                                                            \
  static void NAME##_expected(u64 *y, const u64 *x, int n) {                   \
    for (int i = 1; i < n; i++)                                                \
      y[i] = y[i - 1] ^ NAME(x[i]);                                            \
  }                                                                            \
  OPERATOR_TEST(NAME##_test, u64, NAME##_scan, NAME##_expected, 0,             \
                scan_test_hash(k) >> (k % 64), SAME_BYTES)

static u64 integers(u64 x) {
  signed char c = (signed char)x;
  unsigned char uc = (unsigned char)(x >> 8);
  short s = (short)(x >> 16);
  unsigned short us = (unsigned short)(x >> 3);
  int i = (int)x;
  unsigned u = (unsigned)(x >> 7);
  long l = (long)x;
  u64 r = 0;
  r += (u64)(c * uc);
  r = r * 31 + (u64)(c >> 2);
  r = r * 31 + (u64)(uc << 3);
  r = r * 31 + (u64)(s / (us | 1));
  r = r * 31 + (u64)(i % ((c | 1)));
  r = r * 31 + (u64)(i < u);
  r = r * 31 + (u64)(c < us);
  r = r * 31 + (u64)(l < (long)u);
  r = r * 31 + (u64)(-uc);
  r = r * 31 + (u64)~us;
  r = r * 31 + (u64)(-1 > u);
  r = r * 31 + (u64)((i & 0xff) << (uc & 15));
  r = r * 31 + (l >> (uc & 63));
  r = r * 31 + (u64)(x >> (c & 63));
  r = r * 31 + (u64)(char)(c + 200);
  c += 300;
  uc -= 5;
  us *= us;
  s = (short)(s ^ us);
  c <<= 1;
  uc >>= 2;
  uc |= 1;
  s /= uc;
  r = r * 31 + (u64)c + uc + us + s;
  bool b = c;
  b += 1;
  r = r * 31 + b;
  b ^= true;
  r = r * 31 + b;
  b |= (us & 4);
  r = r * 31 + b;
  r = r * 31 + (u64)(!c) + (u64)(!!us) + (b ? c : us);
  r = r * 31 + (u64)(long long)(int)(short)x;
  r += 'a' + L'b' + sizeof('a') + u'c';
  r += (u64)(1 ? -1 : 0u);
  r += 0x8000000000000000u >> 3;
  r += (u64)INT32_MIN + (u64)INT64_MIN;
  r ^= (u64)(x % 1000 ? i / (int)(x % 1000) : -7);
  unsigned v = 5;
  v = v++ + 1;
  r += v;
  int q = (i++, (int)u);
  r += (u64)q;
  return r;
}
FUNCTION_TEST(integers)

static u64 floats(u64 x) {
  float f = (float)(int)x / 3;
  double d = (double)(int64_t)x / 7;
  u64 r = (u64)(int64_t)std::floor(d / 1e3);
  r = r * 31 + (u64)(int)(f / 16) + (u64)(unsigned char)(int)(f / 1e8f);
  r += f < d;
  r += f != f;
  r += 1e30f * 1e30f > d;
  r = r * 31 + (u64)(d > 0 ? 1 : 2.5);
  r += (u64)(int64_t)(float)(int)x;
  r += (u64)(int64_t)std::trunc(f);
  r += (u64)std::fabs(d / 1e4);
  r += std::signbit(-0.0f) +
       std::isnan(std::numeric_limits<float>::quiet_NaN()) +
       std::isinf(INFINITY);
  r = r * 31 + (u64)(int64_t)std::copysign(7.0, d) +
      (u64)(long)std::fmod(d, 1000.0);
  r += (u64)std::lround(f / 1000) + (u64)std::ilogb(d + 0.5) +
       (u64)std::ldexp(1.0, 40);
  f += 1;
  f *= 2;
  r += (u64)(int64_t)f;
  int k = 7;
  k *= 1.5;
  r += (u64)k;
  k += 0.9f;
  r += (u64)k;
  return r;
}
FUNCTION_TEST(floats)

// Oclgrind cannot call library functions that store in private memory.
static u64 parts(u64 x) {
  double d = double(int64_t(x)) / 7, whole;
  int e;
  double m = std::frexp(d + 1, &e);
  u64 r = u64(e) + u64(int64_t(m * 1e6));
  (void)std::modf(d / 3, &whole);
  return r + u64(int64_t(whole / 1e2));
}
FUNCTION_TEST(parts)

struct P {
  int a;
  short b;
  P &set(int v) {
    a = v;
    return *this;
  }
  int get() const { return a; }
};
struct Q : P {
  P in[2];
  long z = 9;
};
static P make(int v) { return P{v, (short)v}; }
static int &pick(int &a, int &b, bool w) { return w ? a : b; }
static const P &larger(const P &l, const P &r) { return l.a > r.a ? l : r; }
template <typename T> struct Opt {
  T v;
  bool has;
  Opt() : v(), has(false) {}
  Opt(T t) : v(t), has(true) {}
  T value_or(T d) const { return has ? v : d; }
  template <class F> auto map(F f) const -> Opt<decltype(f(v))> {
    return has ? Opt<decltype(f(v))>(f(v)) : Opt<decltype(f(v))>();
  }
};
static void fill(int *p, int n, int v) {
  for (int *e = p + n; p != e; ++p)
    *p = v--;
}
static int total(const int *p, int n) {
  int t = 0;
  while (n-- > 0)
    t += p[n];
  return t;
}
static int total2(const int (&p)[3][2]) {
  int t = 0;
  for (auto &r : p)
    for (int v : r)
      t = t * 3 + v;
  return t;
}
static u64 objects(u64 x) {
  int i = (int)(x & 0xffff), j = (int)(x >> 40 & 0xffff);
  Q q{};
  q.set(3).set(i);
  q.in[1] = make(j);
  q.in[0] = q.in[1];
  q.in[0].a++;
  u64 r = (u64)(q.get() + q.in[0].get() * 5 + q.in[1].b + q.z);
  pick(i, j, x & 1) += 10;
  r = r * 31 + (u64)i + 7 * (u64)j;
  r += (u64)larger(q, q.in[0]).a + (u64)larger(make(i), make(j)).a;
  const P &tmp = make(i + 1);
  r += (u64)tmp.a;
  P &ref = q.in[x & 1];
  ref.b = 77;
  r += (u64)(q.in[0].b + 3 * q.in[1].b);
  P copy = ref;
  P *pp = &copy;
  pp->a -= 5;
  (*pp).b = (short)(pp->a ^ 0x55);
  r = r * 31 + (u64)copy.a + (u64)copy.b;
  int arr[6];
  fill(arr, 6, i);
  fill(arr + 2, 3, j);
  r = r * 31 + (u64)total(arr, 6) + (u64)total(&arr[1], 4);
  int two[3][2] = {{i, 1}, {2}, {}};
  two[2][1] = j;
  r = r * 31 + (u64)total2(two);
  Opt<int> o = x & 2 ? Opt<int>(i) : Opt<int>();
  r += (u64)o.map([](int v) { return v * 2L; }).value_or(-5);
  std::array<P, 2> ps{{make(1), make(i)}};
  std::swap(ps[0], ps[1]);
  r += (u64)ps[0].a * 3 + (u64)ps.back().a;
  std::pair<int, P> pr{i, make(j)};
  auto [first, second] = pr;
  first++;
  r += (u64)first + (u64)second.a + (u64)pr.first;
  auto &[ra, rb] = pr;
  ra = 4;
  rb.a = 5;
  r += (u64)(pr.first + pr.second.a);
  struct Local {
    int v;
    int operator()(int w) const { return v * w; }
  } mul{3};
  r += (u64)mul(i);
  union {
    unsigned u;
    unsigned char c[4];
  } un;
  un.u = (unsigned)x;
  std::swap(un.c[0], un.c[3]);
  r += un.u;
  const char *s = "hello";
  r += (u64)s[x % 5];
  char text[8] = "abc";
  text[x % 3] = 'z';
  r += (u64)(text[0] * 3 + text[1] * 5 + text[2] * 7 + text[5]);
  for (int a = 0, b = 9; a < b; ++a, --b) {
    if (a == 2)
      continue;
    r += (u64)(a * b);
    if (r % 97 == 3)
      break;
  }
  int w = 0;
  do {
    w += 3;
    switch (w) {
    case 3:
      r += 1;
    case 6:
      r += 2;
      break;
    default:
      r += 4;
    }
  } while (w < (int)(x % 13));
  P arrp[2] = {make(1), {2, 3}};
  arrp[0] = larger(arrp[0], arrp[1]);
  r += (u64)arrp[0].a;
  P zero{};
  P vals = {.a = 3};
  r += (u64)(zero.a + zero.b + vals.a + vals.b);
  return r;
}
FUNCTION_TEST(objects)
static u64 bits(u64 x) {
  unsigned u = (unsigned)x | 1;
  u64 v = x | 1;
  u64 r = (u64)__builtin_popcount(u) + 3 * (u64)__builtin_popcountll(v) +
          5 * (u64)__builtin_clz(u) + 7 * (u64)__builtin_clzll(v) +
          11 * (u64)__builtin_ctz(u) + 13 * (u64)__builtin_ctzll(v) +
          17 * (u64)__builtin_ffs((int)x) + 19 * (u64)__builtin_parity(u);
  r ^= __builtin_bswap32(u) + __builtin_bswap64(v) +
       __builtin_bswap16((unsigned short)u);
  unsigned o;
  r += (u64)__builtin_add_overflow(u, 0x80000000u, &o) + o;
  r = r * 31 + (u64)std::abs((int)(x >> 33)) + (u64)std::labs((long)x >> 1);
  unsigned w;
  memcpy(&w, &u, 4);
  r += w;
  float f;
  unsigned one = 0x3f800000;
  memcpy(&f, &one, sizeof f);
  r += (u64)f;
  return r;
}
FUNCTION_TEST(bits)
int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  integers_test();
  floats_test();
  if (argc < 2)
    parts_test();
  objects_test();
  bits_test();
  return scan_test_passed();
}
