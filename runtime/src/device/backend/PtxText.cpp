//===- PtxText.cpp - PTX of object code -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/PtxText.h"
#include "device/backend/DeviceError.h"
#include "support/Failure.h"
#include "support/Zstd.h"

namespace ompscan::rt {

std::string textOf(const ompscan_kernel_version &V) {
  if (V.format == OMPSCAN_FORMAT_PTX)
    return V.code;
  const auto &At = *reinterpret_cast<const ompscan_compressed_text *>(V.code);
  try {
    const std::string Texts =
        decompress({At.frame, At.frame_size}, At.texts_size);
    if (At.offset > Texts.size() || V.size > Texts.size() - At.offset)
      throw Failure("the compressed PTX of the object code is damaged");
    return Texts.substr(At.offset, V.size);
  } catch (const Failure &E) {
    throw DeviceError(DeviceError::Kind::BuildFailed,
                      [&] { return std::string(E.what()); });
  }
}

} // namespace ompscan::rt
