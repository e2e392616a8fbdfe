//===- modular.h - Arithmetic modulo 2^31 - 1 ------------------ -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MICRO_MODULAR_H
#define OMPSCAN_MICRO_MODULAR_H

#include <stdint.h>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

/// A prime. Numbers are from 0 to MODULUS - 1.
#define MODULUS 2147483647u

BOTH static inline uint32_t plus(uint32_t a, uint32_t b) {
  const uint32_t sum = a + b;
  return sum >= MODULUS ? sum - MODULUS : sum;
}

BOTH static inline uint32_t times(uint32_t a, uint32_t b) {
  const uint64_t product = (uint64_t)a * b;
  return plus((uint32_t)(product & MODULUS), (uint32_t)(product >> 31));
}

#endif // OMPSCAN_MICRO_MODULAR_H
