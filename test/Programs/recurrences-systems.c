// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O0 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan 5000

// Accumulators that use each other, by `affine` and `auto`: exact on integers,
// within an error bound on floating-point numbers.

#include "Inputs/recurrences.h"

/* Iterations with the accumulators s, t and u, which begin as those of last. */
#define SYSTEM_LOOP(NAME, T, DIRECTIVE, FOR, ...)                              \
  static void NAME(T *y, T *z, const T *a, const T *b, int n, T last[3]) {     \
    T s = last[0], t = last[1], u = last[2];                                   \
    long k = 0;                                                                \
    DIRECTIVE                                                                  \
    FOR __VA_ARGS__ last[0] = s, last[1] = t, last[2] = u + (T)k;              \
  }
#define SYSTEM_OVER(NAME, T, CLAUSE, FOR, ...)                                 \
  SYSTEM_LOOP(NAME, T,                                                         \
              PRAGMA(omp target parallel for map(to : a[0:n], b[0:n])          \
                     map(tofrom : y[0:n], z[0:n]) CLAUSE),                     \
              FOR, __VA_ARGS__)                                                \
  SYSTEM_LOOP(NAME##_expected, T, , FOR, __VA_ARGS__)
#define SYSTEM(NAME, T, CLAUSE, ...)                                           \
  SYSTEM_OVER(NAME, T, CLAUSE, for (int i = 0; i < n; i++), __VA_ARGS__)

/* Integers, modulo 2^w. */

SYSTEM(fibonacci, uint32_t, scan(auto : s, t), {
  y[i] = s;
  const uint32_t next = s + t;
  s = t;
  t = next;
})

SYSTEM(varying_integers, uint64_t, scan(affine : s, t), {
  const uint64_t before = s;
  s = a[i] * s - b[i] * t + 3;
  z[i] = s;
  t = b[i] * before + (t << 3) - s;
  y[i] = s ^ t;
})

SYSTEM(narrow, uint8_t, scan(affine : s, t), {
  s += 3 * t + a[i];
  t -= s * b[i];
  t++;
  y[i] = s, z[i] = t;
})

SYSTEM(three_integers, int32_t, scan(affine : s, t, u), {
  const int32_t next = t - u + (a[i] & 255);
  u = t;
  t = s;
  s = next;
  y[i] = next, z[i] = u;
})

/* Only some iterations make updates, or change what they use. */
SYSTEM(some, uint32_t, scan(affine : s, t), {
  if (a[i] & 1) {
    uint32_t w = s - t;
    if (b[i] & 1)
      w += 5 * t;
    t = s + b[i];
    if (b[i] & 2) {
      w *= 3;
      s = w + a[i];
    }
    z[i] = w;
  } else {
    s = 7;
  }
  y[i] = s + t;
})

/* A variable that has numbers, then values of the system, and numbers again. */
SYSTEM(reused, uint64_t, scan(affine : s, t), {
  uint64_t w = a[i];
  s += w * t;
  w = s - t;
  t = w + b[i];
  y[i] = w;
  w = b[i];
  t += w * s;
  z[i] = t;
})

SYSTEM(with_others, uint64_t, scan(affine : s, t) scan(+ : k), {
  k += a[i] & 1;
  s += t + b[i];
  t += s * a[i];
  y[i] = s + (uint64_t)k;
})

/* One that needs a pass of its own, whose values the system uses. */
SYSTEM(after_a_pass, uint64_t, scan(+ : u) scan(affine : s, t), {
  u += a[i];
  s += t + u;
  t += s;
  y[i] = t;
})

SYSTEM_OVER(backwards, uint32_t, scan(affine : s, t),
            for (int i = n - 1; i >= 0; i -= 2), {
              s += t + a[i];
              t += s;
              y[i] = t;
            })

/* Floating-point numbers. The filters are stable. */

SYSTEM(transposed, float, scan(affine : s, t), {
  const float out = 0.2f * a[i] + s;
  s = 0.3f * a[i] + 0.9f * out + t;
  t = 0.1f * a[i] - 0.4f * out;
  y[i] = out;
})

SYSTEM(direct, double, scan(affine : s, t), {
  const double w = a[i] + 1.2 * s - 0.5 * t;
  y[i] = 0.2 * w + 0.4 * s + 0.2 * t;
  t = s;
  s = w;
})

SYSTEM(smoothing, double, scan(affine : s, t), {
  const double before = s;
  s = 0.3 * a[i] + (1 - 0.3) * (s + t);
  t = 0.1 * (s - before) + 0.9 * t;
  y[i] = s + t;
})

SYSTEM(rotation, float, scan(affine : s, t), {
  const float real = 0.9f * (0.8f * s - 0.6f * t) + b[i];
  t = 0.9f * (0.6f * s + 0.8f * t);
  s = real;
  y[i] = s, z[i] = t;
})

SYSTEM(loop_of_three, double, scan(affine : s, t, u), {
  s += 0.1 * (a[i] - u);
  t += 0.1 * (s - t);
  u += 0.1 * (t - u);
  y[i] = u;
})

SYSTEM(varying, double, scan(affine : s, t), {
  const double out = b[i] + 0.5 * a[i] * s;
  s = out - 0.3 * b[i] * t;
  t = fma(0.5, out, t / 4);
  if (a[i] > 0.5)
    t += 0.1 * s;
  y[i] = out;
})

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define RUN_SYSTEM(NAME, T, A, B, CHECK)                                       \
  RUN_ON_ARRAYS(T, A, B, CHECK, {                                              \
    T last[3] = {1, 2, 3}, want[3] = {1, 2, 3};                                \
    NAME(y, z, a, b, (int)n, last);                                            \
    NAME##_expected(y_want, z_want, a, b, (int)n, want);                       \
    CHECK(last, want, 3);                                                      \
  })
#define EXACT(NAME, T)                                                         \
  RUN_SYSTEM(NAME, T, scan_test_hash(k), scan_test_hash(k + 3), CHECK_SAME)
#define FLOAT(NAME) RUN_SYSTEM(NAME, float, FACTOR, UNIT, CHECK_FLOAT)
#define DOUBLE(NAME) RUN_SYSTEM(NAME, double, FACTOR, UNIT, CHECK_DOUBLE)
  EXACT(fibonacci, uint32_t)
  EXACT(varying_integers, uint64_t)
  EXACT(narrow, uint8_t)
  RUN_SYSTEM(three_integers, int32_t, scan_test_pick(k, 0, 9), 0, CHECK_SAME)
  EXACT(some, uint32_t)
  EXACT(reused, uint64_t)
  EXACT(with_others, uint64_t)
  EXACT(after_a_pass, uint64_t)
  EXACT(backwards, uint32_t)
  FLOAT(transposed)
  DOUBLE(direct)
  DOUBLE(smoothing)
  FLOAT(rotation)
  DOUBLE(loop_of_three)
  DOUBLE(varying)
  return scan_test_passed();
}
