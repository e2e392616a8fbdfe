//===- MoveApi.cpp - Functions that move elements by a formula ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompscan/primitives.h"
#include "primitives/Move.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "support/Export.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstdint>
#include <string>

namespace ompscan::rt {

namespace {

/// Does the movement that \p Describe answers, with After 0 where there is
/// nothing to do.
template <typename Function>
int move(const char *Name, void *Data, uint64_t Size, const void *Fill,
         Function Describe) {
  Movement M;
  return perform(
      Name,
      [&](OperandCheck &Check) {
        M = Describe();
        M.Function = Name;
        M.Data = Data;
        M.Size = Size;
        Check.addArray("data", Data, std::max(M.Before, M.After), Size, true);
        const auto *Bytes = static_cast<const unsigned char *>(Fill);
        if (Fill)
          M.Fill.assign(Bytes, Bytes + Size);
        else
          M.Fill.assign(Size, 0);
        return true;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (M.After)
          moveOnDevice(M, D);
      },
      [&] {
        if (M.After)
          moveOnHost(M);
      });
}

uint64_t sum(uint64_t A, uint64_t B) {
  uint64_t S;
  if (__builtin_add_overflow(A, B, &S))
    refuse("data does not lie in the address space");
  return S;
}

uint64_t product(uint64_t A, uint64_t B) {
  uint64_t P;
  if (__builtin_mul_overflow(A, B, &P))
    refuse("data does not lie in the address space");
  return P;
}

/// The bytes in front of element \p Position of \p Data; 0 if there is no such
/// element, which checkOffset() refuses.
uint64_t offsetOf(const void *Data, uint64_t Position, uint64_t Size) {
  uint64_t Bytes, Address;
  const bool IsThere =
      Data && !__builtin_mul_overflow(Position, Size, &Bytes) &&
      !__builtin_add_overflow(reinterpret_cast<uintptr_t>(Data), Bytes,
                              &Address);
  return IsThere ? Bytes : 0;
}

void checkOffset(const void *Data, uint64_t Position, uint64_t Size) {
  sum(reinterpret_cast<uintptr_t>(Data), product(Position, Size));
}

void checkPitch(uint64_t Columns, uint64_t Pitch) {
  if (Columns > Pitch)
    refuse("rows of " + std::to_string(Columns) +
           " columns do not fit into a pitch of " + std::to_string(Pitch));
}

} // namespace

} // namespace ompscan::rt

using namespace ompscan::rt;

extern "C" {

OMPSCAN_EXPORT int ompscan_pad(void *data, size_t rows, size_t columns,
                               size_t pitch, size_t element_size,
                               const void *fill) {
  return move(__func__, data, element_size, fill, [&]() -> Movement {
    checkPitch(columns, pitch);
    if (columns == pitch)
      return {};
    return {{},
            {},
            {},
            product(rows, columns),
            product(rows, pitch),
            columns,
            columns,
            pitch,
            true,
            {}};
  });
}

OMPSCAN_EXPORT int ompscan_unpad(void *data, size_t rows, size_t columns,
                                 size_t pitch, size_t element_size) {
  return move(__func__, data, element_size, nullptr, [&]() -> Movement {
    checkPitch(columns, pitch);
    if (columns == pitch || rows == 0 || columns == 0)
      return {};
    return {{},
            {},
            {},
            sum(product(rows - 1, pitch), columns),
            rows * columns,
            columns,
            pitch,
            columns,
            false,
            {}};
  });
}

OMPSCAN_EXPORT int ompscan_insert_gap(void *data, size_t n, size_t position,
                                      size_t count, size_t element_size,
                                      const void *fill) {
  if (position > n)
    return move(__func__, data, element_size, fill, [&]() -> Movement {
      refuse("position " + std::to_string(position) + " is after the " +
             std::to_string(n) + " elements");
    });
  auto *const Tail = static_cast<unsigned char *>(data) +
                     offsetOf(data, position, element_size);
  return move(__func__, Tail, element_size, fill, [&]() -> Movement {
    if (count == 0)
      return {};
    checkOffset(data, position, element_size);
    const uint64_t Moved = n - position;
    return {{}, {}, {}, Moved, sum(Moved, count), 0, count, 0, true, {}};
  });
}

OMPSCAN_EXPORT int ompscan_erase_range(void *data, size_t n, size_t position,
                                       size_t count, size_t element_size) {
  auto *const Tail = static_cast<unsigned char *>(data) +
                     offsetOf(data, position, element_size);
  return move(__func__, Tail, element_size, nullptr, [&]() -> Movement {
    if (position > n || count > n - position)
      refuse("elements " + std::to_string(position) + " to " +
             toString(Wide(position) + count) + " are not among the " +
             std::to_string(n) + " elements");
    if (count == 0)
      return {};
    checkOffset(data, position, element_size);
    return {{},
            {},
            {},
            n - position,
            n - position - count,
            0,
            uint64_t(0) - count,
            0,
            false,
            {}};
  });
}

OMPSCAN_EXPORT int ompscan_shift(void *data, size_t n, ptrdiff_t by,
                                 size_t element_size, const void *fill) {
  return move(__func__, data, element_size, fill, [&]() -> Movement {
    if (by == 0)
      return {};
    return {{}, {}, {}, n, n, 0, static_cast<uint64_t>(by), 0, by > 0, {}};
  });
}

} // extern "C"
