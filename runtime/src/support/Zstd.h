//===- Zstd.h - Compressed bytes ------------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_ZSTD_H
#define OMPSCAN_RT_SUPPORT_ZSTD_H

#include <cstddef>
#include <string>
#include <string_view>

namespace ompscan::rt {

/// The library of Zstandard. It is loaded when something has to be
/// decompressed: most processes need none.
constexpr char ZstdLibrary[] = "libzstd.so.1";

/// The \p Size bytes that \p Frame contains, by \p Library.
///
/// \throws Failure if the library is missing, or the frame is damaged or has
///         another size.
std::string decompress(std::string_view Frame, size_t Size,
                       const char *Library = ZstdLibrary);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_ZSTD_H
