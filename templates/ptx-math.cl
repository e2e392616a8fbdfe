//===- ptx-math.cl - Powers of float as PTX ---------------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows math.cl: powers of float, by an approximate instruction. They have no
// branches, and are within 2 units in the last place of the exact value, at
// subnormal numbers, too (test/Kernel/ptx-math.test).
//
//===----------------------------------------------------------------------===//

/// \returns 2 to the power \p x to at least 22 bits (ompscan_approximate_exp2),
/// and x * y + z or the nearest number from 0 to 1 (ompscan_saturated_fma).
#ifdef __NVPTX__
OMPSCAN_OVERLOADED float ompscan_approximate_exp2(const float x) {
  return __nvvm_ex2_approx_ftz_f(x);
}
OMPSCAN_OVERLOADED float ompscan_saturated_fma(const float x, const float y,
                                               const float z) {
#if __has_builtin(__nvvm_fma_rn_sat_f)
  return __nvvm_fma_rn_sat_f(x, y, z);
#else // LLVM 19 has none, and does not share the results of assembly
  float sum;
  __asm__("fma.rn.sat.f32 %0, %1, %2, %3;"
          : "=f"(sum)
          : "f"(x), "f"(y), "f"(z));
  return sum;
#endif
}
#else // for tests on the host
OMPSCAN_OVERLOADED float ompscan_approximate_exp2(const float x) {
  return __builtin_exp2f(x);
}
OMPSCAN_OVERLOADED float ompscan_saturated_fma(const float x, const float y,
                                               const float z) {
  const float sum = fma(x, y, z);
  return sum > 0 ? sum < 1 ? sum : 1 : 0;
}
#endif

/// Defines the power \p name(x) of a base, of type float. \p log2_high + \p
/// log2_low is the base's binary logarithm.
///
/// The power is 2^n 2^f, where n is the integer next to x * log2, from -126 to
/// 126: outside, f is large, and 2^f is 0 or infinite. NaN stays NaN by f.
/// Adding 1.5 * 2^23 rounds to an integer, which the low bits of the sum have.
#define OMPSCAN_DEFINE_POWER_OF_FLOAT(name, log2_high, log2_low)               \
  OMPSCAN_OVERLOADED float name(const float x) {                               \
    _Pragma("OPENCL FP_CONTRACT OFF");                                         \
    const float share = ompscan_saturated_fma(x, log2_high / 252, 0.5f);       \
    const float shifted = fma(share, 252.0f, 0x1.8p23f + 1);                   \
    const float n = shifted - (0x1.8p23f + 127);                               \
    const float f = fma(x, log2_low, fma(x, log2_high, -n));                   \
    const uint scale = as_uint(shifted) << 23;                                 \
    return ompscan_approximate_exp2(f) * as_float(scale);                      \
  }
OMPSCAN_DEFINE_POWER_OF_FLOAT(exp, 0x1.715476p0f, 0x1.4ae0cp-26f)
// Instead of 0, whose product with an infinity is NaN. Other products with it
// are too small to matter.
OMPSCAN_DEFINE_POWER_OF_FLOAT(exp2, 1.0f, 0x1p-126f)
OMPSCAN_DEFINE_POWER_OF_FLOAT(exp10, 0x1.a934fp1f, 0x1.2f346ep-24f)
