//===- HostClang.cpp - The Clang that loads the plugin --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/HostClang.h"
#include "clang/Basic/Version.h"
#include <cstdio>
#include <cstdlib>

void ompscan::plugin::requireHostClang() {
  // "Debian clang version 22.1.8 (...)": nothing is called here that may differ
  // between releases.
  const std::string Version = clang::getClangFullVersion();
  static constexpr char Words[] = "clang version ";
  const size_t Begin = Version.find(Words);
  const char *Number =
      Begin == std::string::npos ? "" : Version.c_str() + Begin + 14;
  static_assert(sizeof Words == 14 + 1);
  if (std::strtol(Number, nullptr, 10) == OMPSCAN_CLANG_MAJOR)
    return;
  std::fprintf(stderr,
               "error: the plugin ClangOmpScan-%d.so is for Clang %d and was "
               "loaded by '%s'; load the plugin of that release, or compile "
               "with ompscan-clang, which picks the right one\n",
               OMPSCAN_CLANG_MAJOR, OMPSCAN_CLANG_MAJOR, Version.c_str());
  std::_Exit(EXIT_FAILURE);
}
