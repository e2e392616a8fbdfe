//===- native-math.cl - Exponentials of float on the host -- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows math.cl: functions that have no branches, so that loops which call
// them become vectors. The powers are within 1 unit in the last place of the
// exact value, log1p within 2, and within 2 on processors that round products
// before they add them (test/Kernel/native-math.test).
//
//===----------------------------------------------------------------------===//

/// library.cl leaves out the functions of this file and of math.cl.
#define OMPSCAN_HAS_MATH 1

// The coefficients are those of a fit of the relative error, rounded to float
// one after the other, from the lowest power on, where each fit takes the ones
// before as given. The error of the fit is a sixteenth of that of the last
// rounding.
OMPSCAN_MATH float ompscan_exp_series(const float r) {
  const float c[] = {0x1.684fe4p-10f,
                     0x1.123bfp-7f,
                     0x1.555b9ap-5f,
                     0x1.55548ep-3f,
                     0x1.fffff8p-2f,
                     1.0f,
                     1.0f};
  return ompscan_polynomial(r, c, 7);
}
OMPSCAN_MATH float ompscan_exp2_series(const float r) {
  const float c[] = {0x1.3f9a64p-13f,
                     0x1.5f0baep-10f,
                     0x1.3b30a8p-7f,
                     0x1.c6af76p-5f,
                     0x1.ebfbd8p-3f,
                     0x1.62e43p-1f,
                     1.0f};
  return ompscan_polynomial(r, c, 7);
}
OMPSCAN_MATH float ompscan_exp10_series(const float r) {
  const float c[] = {
      0x1.a48ccep-3f, 0x1.156bcap-1f, 0x1.2bdbe2p0f, 0x1.046f9ap1f,
      0x1.535248p1f,  0x1.26bb1cp1f,  1.0f};
  return ompscan_polynomial(r, c, 7);
}

#define OMPSCAN_DEFINE_POWER_OF_FLOAT(name, least, most, log2, high, low)      \
  OMPSCAN_DEFINE_POWER(float, int, 24, 127, name, least, most, log2, high, low)
OMPSCAN_DEFINE_POWER_OF_FLOAT(exp, -105.0f, 90.0f, 0x1.715476p0f, 0x1.62e4p-1f,
                              0x1.7f7d1cp-20f)
OMPSCAN_DEFINE_POWER_OF_FLOAT(exp2, -151.0f, 129.0f, 1.0f, 1.0f, 0.0f)
OMPSCAN_DEFINE_POWER_OF_FLOAT(exp10, -46.0f, 39.0f, 0x1.a934fp1f, 0x1.344p-2f,
                              0x1.3509f8p-18f)

/// Defines log1p(x). What 1 + x loses is added to the logarithm, divided by the
/// sum, which is the slope of the logarithm there.
#define OMPSCAN_DEFINE_LOG1P(T)                                                \
  OMPSCAN_MATH T log1p(const T x) {                                            \
    _Pragma("OPENCL FP_CONTRACT OFF");                                         \
    const T sum = 1 + x, part = sum - 1;                                       \
    const T lost = x < 1 ? x - part : 1 - (sum - x);                           \
    const T y = log(sum), all = y + lost / sum;                                \
    return x > -1 && x < (T)INFINITY ? x == 0 ? x : all : y;                   \
  }
OMPSCAN_DEFINE_LOG1P(float)
#if !OMPSCAN_LACKS_DOUBLE
OMPSCAN_DEFINE_LOG1P(double)
#endif
