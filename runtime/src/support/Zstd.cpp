//===- Zstd.cpp - Compressed bytes ----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Zstd.h"
#include "support/Failure.h"
#include <dlfcn.h>

namespace ompscan::rt {

namespace {

/// \p Name of \p Library, a function like \p Type.
template <typename Type> Type *functionOf(void *Library, const char *Name) {
  return reinterpret_cast<Type *>(::dlsym(Library, Name));
}

} // namespace

std::string decompress(std::string_view Frame, size_t Size,
                       const char *Library) {
  // Never closed: the program may use it.
  void *const Handle = ::dlopen(Library, RTLD_NOW | RTLD_LOCAL);
  auto *const Decompress =
      Handle ? functionOf<size_t(void *, size_t, const void *, size_t)>(
                   Handle, "ZSTD_decompress")
             : nullptr;
  auto *const IsError =
      Handle ? functionOf<unsigned(size_t)>(Handle, "ZSTD_isError") : nullptr;
  if (!Decompress || !IsError)
    throw Failure(std::string(Library) +
                  " is missing (Debian: libzstd1), and the PTX of the object "
                  "code is compressed");
  std::string Bytes(Size, '\0');
  const size_t Written =
      Decompress(Bytes.data(), Size, Frame.data(), Frame.size());
  if (IsError(Written) || Written != Size)
    throw Failure("the compressed PTX of the object code is damaged");
  return Bytes;
}

} // namespace ompscan::rt
