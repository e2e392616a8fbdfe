//===- Printable.h - Text on one line ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_PRINTABLE_H
#define OMPSCAN_PLUGIN_SUPPORT_PRINTABLE_H

#include "llvm/ADT/StringExtras.h"
#include <string>

namespace ompscan::plugin {

/// \p Text with escape sequences for control characters and backslashes. The
/// name of a file may contain both; in a comment of a kernel or in a line of a
/// report, they would end or continue the line.
inline std::string printable(llvm::StringRef Text) {
  std::string Result;
  for (const char C : Text) {
    const auto Byte = static_cast<unsigned char>(C);
    if (C == '\\')
      Result += "\\\\";
    else if (C == '\n')
      Result += "\\n";
    else if (Byte < 0x20 || Byte == 0x7f)
      Result += "\\x" + llvm::utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2);
    else
      Result += C;
  }
  return Result;
}

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_SUPPORT_PRINTABLE_H
