//===- ptx-gamma.cl - The gamma function as PTX ------------ -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows ptx-math.cl. libclc has only the exponential of lgamma(), which is
// wrong in the last two digits, and infinite where the result is too small
// (test/Kernel/libclc.test).
//
// Lanczos' approximation with 13 terms, as rational function (Boost, Math
// Toolkit, "The Lanczos Approximation"): the rounding error of y, which the
// power would multiply, is put back to first order.
//
//===----------------------------------------------------------------------===//

__attribute__((overloadable)) double pow(double x, double y);
__attribute__((overloadable)) double sin(double x);

/// \returns Lanczos' sum for \p x >= 0, in powers of 1 / x where x is large.
OMPSCAN_OVERLOADED double ompscan_lanczos(const double x) {
  const double above[] = {
      23531376880.410759, 42919803642.649098, 35711959237.355668,
      17921034426.037209, 6039542586.3520280, 1439720407.3117216,
      248874557.86205415, 31426415.585400194, 2876370.6289353724,
      186056.26539522349, 8071.6720023658162, 210.82427775157934,
      2.5066282746310002};
  const double below[] = {0,        39916800, 120543840, 150917976, 105258076,
                          45995730, 13339535, 2637558,   357423,    32670,
                          1925,     66,       1};
  double sum = 0, divisor = 0;
  if (x < 8)
    for (int i = 12; i >= 0; --i) {
      sum = fma(sum, x, above[i]);
      divisor = fma(divisor, x, below[i]);
    }
  else
    for (int i = 0; i <= 12; ++i) {
      sum = sum / x + above[i];
      divisor = divisor / x + below[i];
    }
  return sum / divisor;
}

/// \returns sin(pi * \p x).
OMPSCAN_OVERLOADED double ompscan_sine_of_pi(const double x) {
  const double rest = x - 2 * floor(0.5 * x);
  const double part = rest > 1 ? rest - 1 : rest;
  const double sine =
      sin(3.14159265358979323846 * (part > 0.5 ? 1 - part : part));
  return rest > 1 ? -sine : sine;
}

OMPSCAN_OVERLOADED double tgamma(const double x) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double shift = 5.524680040776729583740234375; // Lanczos' g - 1/2
  const double size = fabs(x);
  if (!(size < (double)INFINITY))
    return x > 0 ? x : x - x;
  if (size < 0x1p-54)
    return 1 / x;
  const bool is_whole = x == floor(x);
  if (is_whole && x < 0)
    return (double)NAN;
  if (size >= 184)
    return x > 0                                     ? (double)INFINITY
           : floor(x) * 0.5 == floor(floor(x) * 0.5) ? 0.0
                                                     : -0.0;
  if (is_whole && x <= 23) {
    double product = 1;
    for (double factor = 2; factor < x; ++factor)
      product *= factor;
    return product;
  }
  const double y = size + shift;
  double lost = size > shift ? (y - size) - shift : (y - shift) - size;
  double exponent = size - 0.5;
  double value = ompscan_lanczos(size) * exp(-y);
  if (x < 0) {
    value = -3.14159265358979323846 / (ompscan_sine_of_pi(size) * size * value);
    lost = -lost;
    exponent = -exponent;
  }
  value += lost * (shift + 0.5) * value / y;
  const double root = pow(y, 0.5 * exponent);
  return value * root * root;
}
