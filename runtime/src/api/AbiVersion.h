//===- AbiVersion.h - Objects of other versions --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_API_ABIVERSION_H
#define OMPSCAN_RT_API_ABIVERSION_H

#include "ompscan/abi.h"
#include "support/Failure.h"
#include <string>

namespace ompscan::rt {

/// \param Abi    the version that an object was compiled for.
/// \param Plugin the version of its compiler plugin; empty if it is not known.
/// \throws Failure unless this runtime serves that version.
inline void checkVersion(uint32_t Abi, const std::string &Plugin = "") {
  if (Abi == OMPSCAN_ABI_VERSION)
    return;
  throw Failure("it was compiled for version " + std::to_string(Abi) +
                " of the interface to OmpScan's runtime" +
                (Plugin.empty() ? "" : " (plugin " + Plugin + ")") +
                ", and this runtime (" OMPSCAN_VERSION ") serves version " +
                std::to_string(OMPSCAN_ABI_VERSION) +
                "; install the runtime of the compiler plugin, or compile it "
                "again");
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_API_ABIVERSION_H
