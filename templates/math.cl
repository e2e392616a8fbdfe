//===- math.cl - Exponentials and logarithms --------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows ptx-prelude.cl or native-prelude.cl: functions without branches.
// ptx-math.cl and native-math.cl have the powers of float.
//
// Each result is within 1 unit in the last place of the exact value, at
// subnormal numbers, too, and within 2 where a product is rounded before it is
// added (test/Kernel/ptx-math.test, native-math.test).
//
// The argument is reduced by a power of two. What remains is the argument of a
// polynomial that is minimax with coefficients of the type (fpminimax of
// Sollya; Brisebarre and Chevillard, "Efficient polynomial L-infinity
// approximations", ARITH 2007).
//
//===----------------------------------------------------------------------===//

/// A function that no loop has to call, which would keep the loop from becoming
/// vectors.
#define OMPSCAN_MATH __attribute__((always_inline)) OMPSCAN_OVERLOADED

#if OMPSCAN_IS_ALIKE
/// x * y + z, rounded twice on all devices.
#define OMPSCAN_DEFINE_SUM(T)                                                  \
  OMPSCAN_MATH T ompscan_rounded(const T x, const T y, const T z) {            \
    _Pragma("OPENCL FP_CONTRACT OFF");                                         \
    return x * y + z;                                                          \
  }
OMPSCAN_DEFINE_SUM(float)
#if !OMPSCAN_LACKS_DOUBLE
OMPSCAN_DEFINE_SUM(double)
#endif
#define OMPSCAN_FMA ompscan_rounded
#endif

/// Defined otherwise for processors that round the product first.
#ifndef OMPSCAN_FMA
#define OMPSCAN_FMA fma
#endif

/// \returns the polynomial with the coefficients \p c, highest power first.
#define OMPSCAN_DEFINE_POLYNOMIAL(T)                                           \
  OMPSCAN_MATH T ompscan_polynomial(const T x, const T *const c,               \
                                    const uint count) {                        \
    T sum = c[0];                                                              \
    _Pragma("unroll") for (uint i = 1; i < count; ++i) sum =                   \
        OMPSCAN_FMA(sum, x, c[i]);                                             \
    return sum;                                                                \
  }
OMPSCAN_DEFINE_POLYNOMIAL(float)

#if !OMPSCAN_LACKS_DOUBLE
OMPSCAN_DEFINE_POLYNOMIAL(double)

/// \returns (exp(r) - 1 - r) / r^2.
OMPSCAN_MATH double ompscan_exp_rest(const double r) {
  const double c[] = {0x1.adfe653d2c95p-26,  0x1.28b142b9d76d2p-22,
                      0x1.71ded547a806p-19,  0x1.a019957cb981cp-16,
                      0x1.a01a014e3ed2ap-13, 0x1.6c16c18615de5p-10,
                      0x1.11111111210f2p-7,  0x1.555555554fde8p-5,
                      0x1.5555555555515p-3,  0x1.000000000000cp-1};
  return ompscan_polynomial(r, c, 10);
}
OMPSCAN_MATH double ompscan_exp_series(const double r) {
  return OMPSCAN_FMA(OMPSCAN_FMA(ompscan_exp_rest(r), r, 1.0), r, 1.0);
}
OMPSCAN_MATH double ompscan_exp2_series(const double r) {
  const double c[] = {0x1.d4dcaf1eab335p-36,
                      0x1.eb07c112ea0dcp-32,
                      0x1.e4c346c3f883bp-28,
                      0x1.b5241c57aa7cbp-24,
                      0x1.62c0256e227dep-20,
                      0x1.ffcbfcde68fbap-17,
                      0x1.430912f7a738bp-13,
                      0x1.5d87fe7888349p-10,
                      0x1.3b2ab6fba5104p-7,
                      0x1.c6b08d704a185p-5,
                      0x1.ebfbdff82c58ep-3,
                      0x1.62e42fefa39efp-1,
                      0x1p0};
  return ompscan_polynomial(r, c, 13);
}
OMPSCAN_MATH double ompscan_exp10_series(const double r) {
  const double c[] = {0x1.4bed595a4de14p-15,
                      0x1.f8ffbefc497c4p-13,
                      0x1.2ec434b882052p-10,
                      0x1.489921fd63b6fp-8,
                      0x1.4116a3de98b41p-6,
                      0x1.16e4df2a5ba62p-4,
                      0x1.a7ed7089107f3p-3,
                      0x1.1429ffd20e98bp-1,
                      0x1.2bd7609fd8d05p0,
                      0x1.0470591de2b79p1,
                      0x1.53524c73cea6bp1,
                      0x1.26bb1bbb55516p1,
                      0x1p0};
  return ompscan_polynomial(r, c, 13);
}

#endif // OMPSCAN_LACKS_DOUBLE

/// Defines the power \p name(x) of a base, of a type with \p digits bits in the
/// significand whose exponents are stored with \p bias added. Below \p least a
/// result is 0, above \p most infinite. \p log2 is the base's binary logarithm,
/// and \p high + \p low the inverse of that; products of \p high and an
/// exponent are exact.
///
/// The power is s * 2^n, where n is the integer next to x * log2, and s the
/// power of what remains. Adding 1.5 * 2^(digits - 1) rounds to n, which the
/// low bits of the sum have. Of the two factors of 2^n one is exact, so that a
/// subnormal result is rounded once. NaN stays NaN.
#define OMPSCAN_DEFINE_POWER(T, Bits, digits, bias, name, least, most, log2,   \
                             high, low)                                        \
  OMPSCAN_MATH T name(T x) {                                                   \
    _Pragma("OPENCL FP_CONTRACT OFF");                                         \
    const T shift = (T)((Bits)3 << ((digits) - 2));                            \
    x = x<(least) ? (least) : x>(most) ? (most) : x;                           \
    const T shifted = OMPSCAN_FMA(x, (log2), shift);                           \
    const int n = (int)(OMPSCAN_AS(Bits, shifted) - OMPSCAN_AS(Bits, shift));  \
    const T whole = shifted - shift;                                           \
    const T rest = OMPSCAN_FMA(-whole, (low), OMPSCAN_FMA(-whole, (high), x)); \
    const Bits first = (Bits)((n >> 1) + (bias)) << ((digits) - 1);            \
    const Bits second = (Bits)(n - (n >> 1) + (bias)) << ((digits) - 1);       \
    return ompscan_##name##_series(rest) * OMPSCAN_AS(T, first) *              \
           OMPSCAN_AS(T, second);                                              \
  }
#if !OMPSCAN_LACKS_DOUBLE
#define OMPSCAN_DEFINE_POWER_OF_DOUBLE(name, least, most, log2, high, low)     \
  OMPSCAN_DEFINE_POWER(double, long, 53, 1023, name, least, most, log2, high,  \
                       low)
OMPSCAN_DEFINE_POWER_OF_DOUBLE(exp, -746.0, 710.0, 0x1.71547652b82fep0,
                               0x1.62e42fefa2p-1, 0x1.9ef35793c7673p-41)
OMPSCAN_DEFINE_POWER_OF_DOUBLE(exp2, -1076.0, 1025.0, 1.0, 1.0, 0.0)
OMPSCAN_DEFINE_POWER_OF_DOUBLE(exp10, -325.0, 309.0, 0x1.a934f0979a371p1,
                               0x1.34413509f6p-2, 0x1.9fef311f12b36p-42)
#endif

/// \returns log(1 + f) - (f - f * f / 2), where 1 + f is between the roots of
/// 1/2 and 2.
OMPSCAN_MATH float ompscan_log_rest(const float f) {
  const float c[] = {0x1.2cb4ecp-4f,  -0x1.ddbf6ap-4f, 0x1.dc7b2ep-4f,
                     -0x1.fbbddep-4f, 0x1.23ddf2p-3f,  -0x1.55628cp-3f,
                     0x1.999d2cp-3f,  -0x1.ffffe6p-3f, 0x1.555554p-2f};
  return f * f * f * ompscan_polynomial(f, c, 9);
}
#if !OMPSCAN_LACKS_DOUBLE
/// Here log(1 + f) is the series of 2 artanh(s), s = f / (2 + f): 2 s + s R,
/// where 2 s = f - s f (as in fdlibm's e_log.c).
OMPSCAN_MATH double ompscan_log_rest(const double f) {
  const double c[] = {0x1.2b5cbf35f9613p-3, 0x1.39fe00f6a268cp-3,
                      0x1.7462b7953f5eap-3, 0x1.c71c62db969a9p-3,
                      0x1.2492492df7bc6p-2, 0x1.99999999952d6p-2,
                      0x1.5555555555558p-1};
  const double s = f / (2 + f), z = s * s;
  return s * OMPSCAN_FMA(0.5 * f, f, z * ompscan_polynomial(z, c, 7));
}
#endif

/// \returns the e of x = 2^e (1 + f), where 1 + f is between the roots of 1/2
/// and 2. Subnormal numbers become normal by 2^scale.
#define OMPSCAN_DEFINE_REDUCTION(T, Bits, digits, least, scale)                \
  OMPSCAN_MATH T ompscan_log_reduce(const T x, T *const f) {                   \
    const T root = (T)0x1.6a09e667f3bcdp-1;                                    \
    const bool is_small = x < (least);                                         \
    const T normal = is_small ? x * (T)((Bits)1 << (scale)) : x;               \
    const Bits bits = OMPSCAN_AS(Bits, normal);                                \
    const Bits exponent = (bits - OMPSCAN_AS(Bits, root)) >> ((digits) - 1);   \
    const Bits reduced = bits - (exponent << ((digits) - 1));                  \
    *f = OMPSCAN_AS(T, reduced) - 1;                                           \
    return (T)((int)exponent - (is_small ? (scale) : 0));                      \
  }
OMPSCAN_DEFINE_REDUCTION(float, int, 24, 0x1p-126f, 25)
#if !OMPSCAN_LACKS_DOUBLE
OMPSCAN_DEFINE_REDUCTION(double, long, 53, 0x1p-1022, 54)
#endif

/// Defines a logarithm. \p high + \p low is the logarithm of e, and \p two + \p
/// two_low that of 2, where the product of \p two and an exponent is exact.
///
/// The logarithm of 2^e (1 + f) is ompscan_##name##_terms(e, f, &rest) + rest.
/// The sum of e * two and (f - f * f / 2) * high is computed in two terms, \c
/// sum and \c lost. The other terms are smaller.
#define OMPSCAN_DEFINE_LOGARITHM(T, name, high, low, two, two_low)             \
  OMPSCAN_MATH T ompscan_##name##_terms(const T e, const T f, T *const rest) { \
    _Pragma("OPENCL FP_CONTRACT OFF");                                         \
    const T halved = (T)0.5 * f, square = halved * f, main = f - square;       \
    const T cubic = ompscan_log_rest(f) +                                      \
                    (((f - main) - square) - OMPSCAN_FMA(halved, f, -square)); \
    const T product = main * (high), whole = e * (two), sum = whole + product; \
    const T lost =                                                             \
        (product - (sum - whole)) + OMPSCAN_FMA(main, high, -product);         \
    *rest = lost +                                                             \
            OMPSCAN_FMA(cubic, high, OMPSCAN_FMA(main, low, e * (two_low)));   \
    return sum;                                                                \
  }                                                                            \
  OMPSCAN_MATH T name(const T x) {                                             \
    T f, rest;                                                                 \
    const T e = ompscan_log_reduce(x, &f);                                     \
    const T sum = ompscan_##name##_terms(e, f, &rest), y = sum + rest;         \
    return x > 0 ? (x < (T)INFINITY ? y : x) : x == 0 ? -(T)INFINITY : (T)NAN; \
  }
OMPSCAN_DEFINE_LOGARITHM(float, log, 1.0f, 0.0f, 0x1.62e4p-1f, 0x1.7f7d1cp-20f)
OMPSCAN_DEFINE_LOGARITHM(float, log2, 0x1.715476p0f, 0x1.4ae0cp-26f, 1.0f, 0.0f)
OMPSCAN_DEFINE_LOGARITHM(float, log10, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f,
                         0x1.344p-2f, 0x1.3509f8p-18f)
#if !OMPSCAN_LACKS_DOUBLE
OMPSCAN_DEFINE_LOGARITHM(double, log, 1.0, 0.0, 0x1.62e42fefa2p-1,
                         0x1.9ef35793c7673p-41)
OMPSCAN_DEFINE_LOGARITHM(double, log2, 0x1.71547652b82fep0,
                         0x1.777d0ffda0d24p-56, 1.0, 0.0)
OMPSCAN_DEFINE_LOGARITHM(double, log10, 0x1.bcb7b1526e50ep-2,
                         0x1.95355baaafad3p-57, 0x1.34413509f6p-2,
                         0x1.9fef311f12b36p-42)
#endif
