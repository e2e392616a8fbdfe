//===- Instructions.cpp - What the processor can do -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/Instructions.h"
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ompscan::rt {

namespace {

ompscan_instructions detect() noexcept {
#if defined(__x86_64__)
  // A virtual machine may hide those of the third level that no vector
  // instruction implies. __builtin_cpu_supports() does not know all of them in
  // older compilers.
  unsigned Eax, Ebx, Basic = 0, Extended = 0, Edx;
  constexpr unsigned Movbe = 1u << 22, F16c = 1u << 29, Lzcnt = 1u << 5;
  const bool HasScalars =
      __get_cpuid(1, &Eax, &Ebx, &Basic, &Edx) &&
      __get_cpuid(0x80000001, &Eax, &Ebx, &Extended, &Edx) &&
      (Basic & (Movbe | F16c)) == (Movbe | F16c) && (Extended & Lzcnt);
  // The features that the levels of the x86-64 psABI add and that neither
  // implies nor is implied by another one. __builtin_cpu_supports() knows the
  // levels themselves only from GCC 12 and Clang 19 on.
  __builtin_cpu_init();
  const bool HasV3 = HasScalars && __builtin_cpu_supports("avx2") &&
                     __builtin_cpu_supports("bmi") &&
                     __builtin_cpu_supports("bmi2") &&
                     __builtin_cpu_supports("fma");
  const bool HasV4 = HasV3 && __builtin_cpu_supports("avx512f") &&
                     __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512cd") &&
                     __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512vl");
  return HasV4   ? OMPSCAN_INSTRUCTIONS_X86_64_V4
         : HasV3 ? OMPSCAN_INSTRUCTIONS_X86_64_V3
                 : OMPSCAN_INSTRUCTIONS_BASE;
#else
  return OMPSCAN_INSTRUCTIONS_BASE;
#endif
}

} // namespace

ompscan_instructions supportedInstructions() noexcept {
  static const ompscan_instructions Supported = detect();
  return Supported;
}

const char *instructionsName(ompscan_instructions I) {
  switch (I) {
  case OMPSCAN_INSTRUCTIONS_X86_64_V3:
    return "x86-64-v3";
  case OMPSCAN_INSTRUCTIONS_X86_64_V4:
    return "x86-64-v4";
  case OMPSCAN_INSTRUCTIONS_BASE:
    break;
  }
#if defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "this processor";
#endif
}

const ompscan_native_version &
bestVersion(const ompscan_native_version *Versions) noexcept {
  const ompscan_native_version *Best = Versions;
  for (const ompscan_native_version *V = Versions; !V->is_last;) {
    ++V;
    if (V->instructions <= uint32_t(supportedInstructions()))
      Best = V;
  }
  return *Best;
}

} // namespace ompscan::rt
