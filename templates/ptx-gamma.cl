//===- ptx-gamma.cl - The gamma function as PTX ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows math.cl: tgamma and lgamma of `double`, within 2 units in the last
// place of the exact value (test/Kernel/libclc.test). Those of libclc are not.
//
// For x = m + t with an integer m, gamma(x) is gamma(1 + t) times, or divided
// by, the factors between 1 + t and x, all of which are exact. 1 / gamma(1 + t)
// has no poles, so that one polynomial is enough for all t. Values in two parts
// are `high + low`, where `low` is less than a unit in the last place of
// `high`.
//
// The coefficients are minimax ones, of fpminimax of Sollya (math.cl).
//
//===----------------------------------------------------------------------===//

/// \returns the high part of 1 / gamma(1 + t) - 1, where |t| <= 1/2.
OMPSCAN_OVERLOADED double ompscan_gamma_series(const double t,
                                               double *const low) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double first = 0x1.2788cfc6fb619p-1, first_low = -0x1.6ac7f943f66dp-58;
  const double second = -0x1.4fcf4026afa2ep-1,
               second_low = 0x1.6ee41be6ee50cp-56;
  const double c[] = {
      -0x1.432a1fd47c217p-30, 0x1.5f9b8f39fa2b3p-28, 0x1.a43d034b704p-28,
      -0x1.b9b5a40b62431p-23, 0x1.302504722104p-20,  -0x1.4fac571930362p-20,
      -0x1.51ce8ad121b6dp-16, 0x1.0c8a7888f5101p-13, -0x1.c364fe6fae3d4p-13,
      -0x1.317112cd7e429p-10, 0x1.d919c527f64ap-8,   -0x1.3b4af28485001p-7,
      -0x1.59af103c34092p-5,  0x1.5512320b43fc5p-3,  -0x1.5815e8fa27048p-5};
  const double third = fma(ompscan_polynomial(t, c, 15), t, second_low);
  const double two = second + third, two_low = (second - two) + third;
  const double product = t * two,
               product_low = fma(t, two, -product) + t * two_low;
  const double one = first + product,
               one_low = (first - one) + product + (product_low + first_low);
  const double high = t * one;
  *low = fma(t, one, -high) + t * one_low;
  return high;
}

/// Multiplies \p high + \p low by the factors between \p x = m + t and 1 + t,
/// where \p steps is m - 1: by x - 1 to 1 + t if that is positive, and by x to
/// t if it is negative.
OMPSCAN_OVERLOADED void ompscan_gamma_product(const double x, const int steps,
                                              double *const high,
                                              double *const low) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double step = steps < 0 ? 1 : -1;
  const int count = steps < 0 ? -steps : steps;
  double factor = steps < 0 ? x : x - 1;
  _Pragma("nounroll") for (int i = 0; i < count; ++i) {
    const double product = *high * factor;
    *low = fma(*low, factor, fma(*high, factor, -product));
    *high = product;
    factor += step;
  }
}

/// \returns the high part of (\p n + n_low) / (\p d + d_low).
OMPSCAN_OVERLOADED double ompscan_quotient(const double n, const double n_low,
                                           const double d, const double d_low,
                                           double *const low) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double inverse = 1 / d, high = n * inverse;
  *low = (fma(-high, d, n) + fma(-high, d_low, n_low)) * inverse;
  return high;
}

OMPSCAN_OVERLOADED double tgamma(const double x) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  // Outside, results are zeros and infinities.
  const double least = -184, most = 172, scale = 0x1p-200;
  const double inner = x > least && x < most ? x : 1;
  const double m = rint(inner), t = inner - m;
  double rest_low;
  const double rest = ompscan_gamma_series(t, &rest_low);
  const double inverse = 1 + rest,
               inverse_low = (1 - inverse) + rest + rest_low;
  const bool is_above = m > 0;
  double product = scale * (is_above ? 1 : inverse);
  double product_low = scale * (is_above ? 0 : inverse_low);
  ompscan_gamma_product(inner, (int)m - 1, &product, &product_low);
  double low;
  const double high = ompscan_quotient(
      is_above ? product : 1, is_above ? product_low : 0,
      is_above ? inverse : product, is_above ? inverse_low : product_low, &low);
  const double gamma = (high + low) * (is_above ? 1 / scale : scale);
  const double whole = floor(x);
  return fabs(x) < 0x1p-54     ? 1 / x
         : x >= most           ? (double)INFINITY
         : x < 0 && x == whole ? (double)NAN
         : x > least           ? gamma
         : x < 0               ? whole * 0.5 == floor(whole * 0.5) ? 0.0 : -0.0
                               : x;
}

/// \returns log|gamma(x)|, where -40 < x < 12 and x is no pole.
OMPSCAN_OVERLOADED double ompscan_log_of_gamma(const double x) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const int m = (int)rint(x);
  const double t = x - m;
  double rest_low;
  const double rest = ompscan_gamma_series(t, &rest_low);
  const double inverse = 1 + rest,
               inverse_low = (1 - inverse) + rest + rest_low;
  const bool is_above = m > 0;
  // Small arguments have small products.
  const int scale = is_above ? 0 : 100;
  double n = is_above ? 1 : 0x1p100 * inverse;
  double n_low = is_above ? 0 : 0x1p100 * inverse_low;
  ompscan_gamma_product(x, m - 1, &n, &n_low);
  // Around the zeros at 1 and 2, all digits of gamma(x) - 1 matter.
  const bool is_near = x > 0.75 && x < 2.5;
  if (is_near) {
    const double part = m == 1 ? 0 : t;
    n = part - rest;
    n_low = ((part - n) - rest) - rest_low;
  }
  double low;
  const double gamma = ompscan_quotient(n, n_low, is_above ? inverse : 1,
                                        is_above ? inverse_low : 0, &low);
  double f = gamma, e = 0;
  if (!is_near) {
    e = ompscan_log_reduce(fabs(gamma), &f);
    low *= as_double((ulong)(1023 - (int)e) << 52);
    low = gamma < 0 ? -low : low;
  }
  double tail;
  const double sum = ompscan_log_terms(e - scale, f, &tail);
  const double y = sum + fma(low, 1 - f * (1 - f * (1 - f)), tail);
  return is_above ? y : -y;
}

/// \returns log(gamma(x)) + \p added, where x >= 12, by Stirling's series.
OMPSCAN_OVERLOADED double ompscan_log_of_large_gamma(const double x,
                                                     const double added) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double c[] = {0x1.a87e131a0aebfp-11, -0x1.37f99d8354579p-11,
                      0x1.a019f13d721bap-11, -0x1.6c16c16b2cbc3p-9,
                      0x1.5555555555551p-4};
  const double shift = 0x1.d67f1c864beb5p-1; // log(2 pi) / 2
  double f, tail;
  const double e = ompscan_log_reduce(x, &f);
  const double sum = ompscan_log_terms(e, f, &tail);
  const double high = sum + tail, low = (sum - high) + tail;
  const double slope = high - 1, product = x * slope;
  const double inverse = 1 / x;
  const double series =
      fma(ompscan_polynomial(inverse * inverse, c, 5), inverse, shift);
  const double rest =
      fma(x, low, fma(x, slope, -product)) + (fma(high, -0.5, series) + added);
  return product < (double)INFINITY ? product + rest : product;
}

/// Below 0, by the reflection gamma(-x) gamma(x) = -pi / (x sin(pi x)).
OMPSCAN_OVERLOADED double lgamma(const double x) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double t = x - rint(x);
  if ((x <= 0 && t == 0) || fabs(x) == (double)INFINITY)
    return (double)INFINITY;
  if (x > -40 && x < 12)
    return ompscan_log_of_gamma(x);
  // sin(pi t) / (pi t)
  const double c[] = {-0x1.c361a4091859fp-18, 0x1.3710c82ac4037p-13,
                      -0x1.3380b33074828p-9,  0x1.ac6803233efe2p-6,
                      -0x1.86a8e46cb37b5p-3,  0x1.9f9cb402b20cap-1,
                      -0x1.a51a6625306fep0,   1.0};
  const double sine = t * ompscan_polynomial(t * t, c, 8);
  const bool is_above = x > 0;
  const double y =
      ompscan_log_of_large_gamma(fabs(x), is_above ? 0 : log(fabs(x * sine)));
  return is_above ? y : -y;
}
