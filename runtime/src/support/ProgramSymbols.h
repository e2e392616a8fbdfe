//===- ProgramSymbols.h - Functions of the program ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_PROGRAMSYMBOLS_H
#define OMPSCAN_RT_SUPPORT_PROGRAMSYMBOLS_H

#include <dlfcn.h>

namespace ompscan::rt {

/// Sets the pointer \p F to the function \p Name of the program or of a library
/// that it has loaded; to null if there is none.
template <typename Function>
void findInProgram(Function &F, const char *Name) noexcept {
  F = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, Name));
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_PROGRAMSYMBOLS_H
