//===- ptx-sine.cl - Sine and cosine of float as PTX ------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows math.cl: sin and cos of `float`, within 1.6 units in the last place
// of the exact value (all numbers; test/Kernel/libclc.test). Those of libclc
// are not. The coefficients are minimax ones, of fpminimax of Sollya (math.cl).
//
//===----------------------------------------------------------------------===//

/// 2 / pi in 32 bits from each byte on; the first ones are worth 2^9 to 2^-22.
static __constant uint ompscan_two_over_pi[] = {
    0x00517cc1, 0x517cc1b7, 0x7cc1b727, 0xc1b72722, 0xb727220a, 0x27220a94,
    0x220a94fe, 0x0a94fe13, 0x94fe13ab, 0xfe13abe8, 0x13abe8fa, 0xabe8fa9a,
    0xe8fa9a6e, 0xfa9a6ee0, 0x9a6ee06d, 0x6ee06db1, 0xe06db14a, 0x6db14acc,
    0xb14acc9e, 0x4acc9e21, 0xcc9e21c8, 0x9e21c820, 0x21c820ff};

/// \returns the r from -pi/4 to pi/4 of size = n * pi/2 + r; *quadrant is n,
/// modulo 4. \p size is not negative, and finite.
///
/// Up to 2^16, \c n has 16 bits, and the first difference is exact (Cody and
/// Waite). From there on, \c turns is the product of 2 / pi and the significand
/// modulo 4, in units of 2^-62 (Payne and Hanek).
OMPSCAN_OVERLOADED float ompscan_reduce_angle(const float size,
                                              uint *const quadrant) {
  if (size < 0x1p16f) {
    const float shifted = fma(size, 0x1.45f306p-1f, 0x1.8p23f);
    const float n = shifted - 0x1.8p23f;
    *quadrant = as_uint(shifted);
    return fma(-n, 0x1.84698ap-48f,
               fma(-n, 0x1.4442dp-24f, fma(-n, 0x1.921fb4p0f, size)));
  }
  const uint bits = as_uint(size), exponent = (bits >> 23) - 143;
  const ulong significand = (ulong)((bits & 0x7fffff) | 0x800000)
                            << (exponent & 7);
  __constant const uint *const part = ompscan_two_over_pi + (exponent >> 3);
  const ulong turns = (significand * part[0] << 32) + significand * part[4] +
                      (significand * part[8] >> 32);
  *quadrant = (uint)((turns + (1ul << 61)) >> 62);
  const long rest = (long)(turns - ((ulong)*quadrant << 62));
  return (float)((double)rest * 0x1.921fb54442d18p-62);
}

/// \returns the sine of \p size, or its cosine if \p quadrants is 1.
OMPSCAN_OVERLOADED float ompscan_sine(const float size, const uint quadrants) {
  const float sines[] = {-0x1.9952ecp-13f, 0x1.110776p-7f, -0x1.555546p-3f};
  const float cosines[] = {0x1.99e8fcp-16f, -0x1.6c0c2ap-10f, 0x1.55554ap-5f,
                           -0.5f};
  uint quadrant;
  const float r = ompscan_reduce_angle(size, &quadrant), z = r * r;
  quadrant += quadrants;
  const float sine = fma(ompscan_polynomial(z, sines, 3), z * r, r);
  const float cosine = fma(ompscan_polynomial(z, cosines, 4), z, 1.0f);
  const float y = quadrant & 1 ? cosine : sine;
  return size < (float)INFINITY ? quadrant & 2 ? -y : y : (float)NAN;
}

OMPSCAN_OVERLOADED float sin(const float x) {
  const float sine = ompscan_sine(fabs(x), 0);
  return signbit(x) ? -sine : sine;
}
OMPSCAN_OVERLOADED float cos(const float x) { return ompscan_sine(fabs(x), 1); }
