//===- ptx-erfc.cl - The complementary error function as PTX -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows math.cl: erfc of `double`, without branches, within 2 units in the
// last place of the exact value, at subnormal numbers, too
// (test/Kernel/libclc.test). That of libclc is not.
//
// For x >= 0, erfc(x) is exp(-x * x) * p(q) / (1 + x / 4), where p is a
// polynomial in q = (x - 4) / (x + 4). Its coefficients are minimax ones, of
// fpminimax of Sollya (math.cl). Values have two parts, such as p + p_low, up
// to the last operation. The mapping to q is that of Shepherd and Laframboise,
// "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity",
// Mathematics of Computation 36, 1981.
//
//===----------------------------------------------------------------------===//

/// \returns x + y; *low is what the sum loses.
OMPSCAN_OVERLOADED double ompscan_sum(const double x, const double y,
                                      double *const low) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  const double sum = x + y, added = sum - x;
  *low = (x - (sum - added)) + (y - added);
  return sum;
}

OMPSCAN_OVERLOADED double erfc(const double x) {
  _Pragma("OPENCL FP_CONTRACT OFF");
  // Results are 0 from here on.
  const double most = 27.3;
  const double size = fabs(x) > most ? most : fabs(x);

  // q = 1 - z
  const double d = size + 4;
  const double d_low = size > 4 ? 4 - (d - size) : size - (d - 4);
  const double inverse = 1 / d, z = 8 * inverse;
  const double z_low = (fma(-z, d, 8) - z * d_low) * inverse;
  const double q = 1 - z, q_low = ((1 - q) - z) - z_low;

  const double c[] = {
      0x1.16f73ab54044bp-32,  -0x1.ad6ccf7f3d3a2p-34, -0x1.08762fb720245p-28,
      0x1.698288e7014ebp-31,  0x1.0a3135a08bf04p-25,  -0x1.4f036960a825cp-26,
      -0x1.c635c585ecd26p-23, 0x1.7ed1645cccf6ap-22,  0x1.3b084e1271ed8p-20,
      -0x1.3c72c6236ff75p-18, -0x1.e7e71049b47c9p-21, 0x1.72cdcdca3381p-15,
      -0x1.dd2846836db48p-14, -0x1.269b55b24bdeep-14, 0x1.908f4727d1e4ep-10,
      -0x1.b00c052a9e1ebp-8,  0x1.38dbd2c8dcc2p-6,    -0x1.645fd8a4bf319p-5,
      0x1.52cac23710267p-4,   -0x1.14eacb1ad02e2p-3};
  const double second = 0x1.8be202d26c703p-3, first = -0x1.f3fe31ecb49cp-3;
  const double zeroth = 0x1.18932bf08e154p-2,
               zeroth_low = 0x1.0d8cf85938ad5p-56;
  const float slope[] = {0x1.4cddep-1f, -0x1.226ecep-1f, 0x1.21e758p-2f,
                         -0x1.d44e08p-3f};
  const double third = ompscan_polynomial(q, c, 20) * q;
  double two_low, p_low;
  const double two = ompscan_sum(second, third, &two_low);
  const double part = two * q, part_low = fma(two, q, -part) + two_low * q;
  const double one = first + part, one_low = ((first - one) + part) + part_low;
  const double product = one * q;
  const double product_low = fma(one, q, -product) + one_low * q;
  const double p = ompscan_sum(zeroth, product, &p_low);
  p_low += fma(q_low, (double)ompscan_polynomial((float)q, slope, 4),
               product_low + zeroth_low);

  // exp(-x * x) = 2^n * (power + power_low)
  const double square = size * size, square_low = fma(size, size, -square);
  const double shift = 0x1.8p52;
  const double shifted = fma(-square, 0x1.71547652b82fep0, shift);
  const int n = (int)(as_long(shifted) - as_long(shift));
  const double whole = shifted - shift;
  const double main = fma(-whole, 0x1.62e42fefa2p-1, -square);
  const double little = fma(-whole, 0x1.9ef35793c7673p-41, -square_low);
  const double r = main + little, r_low = (main - r) + little;
  const double power = 1 + r;
  const double power_low =
      ((1 - power) + r) + fma(r * r, ompscan_exp_rest(r), r_low);

  const double factor = 0.5 * z * p;
  const double factor_low =
      fma(0.5 * z, p, -factor) + 0.5 * fma(z, p_low, z_low * p);
  const double y =
      fma(factor, power, fma(factor, power_low, factor_low * power));
  const double first_scale = as_double((long)((n >> 1) + 1023) << 52);
  const double second_scale = as_double((long)(n - (n >> 1) + 1023) << 52);
  const double above = y * first_scale * second_scale;
  return x < 0 ? 2 - above : above;
}
