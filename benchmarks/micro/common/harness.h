//===- harness.h - What a benchmark and its main program share -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every benchmark has a problem.c, which makes the input and judges the
/// answer, and several versions of the solution (sequential.c, openmp.c, ...),
/// each a program of its own with main.c. problem.h declares what a version
/// defines:
///
/// - load() puts the input on the device, and makes room for the results,
/// - a function that solves the problem; this alone is timed,
/// - unload() brings the results to the host and takes all off the device.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MICRO_HARNESS_H
#define OMPSCAN_MICRO_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What problem.c defines.

/// What --kind chooses: data at random, or an edge case of the benchmark.
enum { Random, Edge1, Edge2, Kinds };

/// Makes an input of size \p n >= 1.
void problem_make(size_t n, int kind, uint64_t seed);
/// Fills the results with values that are wrong.
void problem_poison(void);
/// Call load(), the solution and unload() of the version.
void problem_load(void);
void problem_run(void);
void problem_unload(void);
/// Tells the results to answer_bytes() and answer_reals().
void problem_answer(void);
/// Solves the problem by another way, which may take quadratic time, and
/// compares. Says on stderr what is wrong.
bool problem_check(void);

// What main.c defines.

/// Memory for \p count elements of \p size bytes; ends the program where there
/// is none.
void *array_of(size_t count, size_t size);
/// Adds results to the answer, in which all versions have to agree: bytes
/// exactly, numbers up to rounding.
void answer_bytes(const void *bytes, size_t size);
void answer_reals(const double *values, size_t count);
/// Whether the runs that count are under way.
extern bool is_timed;
/// Ends the program, and the driver passes over the version: this machine has
/// no device for it.
void no_device(const char *what);

/// Number \p i of a sequence of well mixed 64-bit numbers (splitmix64).
static inline uint64_t random_bits(uint64_t seed, uint64_t i) {
  uint64_t z = (seed << 40) + (i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_MICRO_HARNESS_H
