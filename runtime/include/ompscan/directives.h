//===- ompscan/directives.h - Directives as macros ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Directives for sources that other compilers compile, too: each macro is a
/// directive where the OmpScan plugin and OpenMP are there, and empty anywhere
/// else, so that the loop is a sequential one. `#pragma omp parallel for
/// scan(+ : y)` itself is a loop that races where the plugin is missing: Clang
/// warns of the clause, and leaves it out.
///
/// \code
///   OMPSCAN_PARALLEL_FOR(scan(+ : y))
///   for (int i = 1; i < n; i++)
///     y[i] = y[i - 1] + x[i];
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_DIRECTIVES_H
#define OMPSCAN_DIRECTIVES_H

#if defined(__OMPSCAN__) && defined(_OPENMP)
#define OMPSCAN_PRAGMA(...) _Pragma(#__VA_ARGS__)
#else
#define OMPSCAN_PRAGMA(...)
#endif

/// The directive `#pragma omp` with the arguments, of any kind:
/// `OMPSCAN_DIRECTIVE(target map(to: x[0:n]) map(tofrom: y[0:n]))`.
#define OMPSCAN_DIRECTIVE(...) OMPSCAN_PRAGMA(omp __VA_ARGS__)

/// `#pragma omp parallel for` with the clauses.
#define OMPSCAN_PARALLEL_FOR(...) OMPSCAN_PRAGMA(omp parallel for __VA_ARGS__)

/// `#pragma omp target parallel for` with the clauses.
#define OMPSCAN_TARGET_PARALLEL_FOR(...)                                       \
  OMPSCAN_PRAGMA(omp target parallel for __VA_ARGS__)

#endif // OMPSCAN_DIRECTIVES_H
