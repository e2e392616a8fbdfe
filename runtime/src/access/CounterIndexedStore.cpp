//===- CounterIndexedStore.cpp - Elements stored by count -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/CounterIndexedStore.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <string>

namespace ompscan::rt {

Range countedRange(const Array &A, const CountedAccess &Use, uint64_t Trips) {
  const bool IsAfter = Use.Flags & OMPSCAN_COUNTED_AFTER;
  const bool IsEvery = Use.Flags & OMPSCAN_COUNTED_EVERY;
  const Wide Stores = Wide(Use.Most) * Wide(Trips);
  const Wide Final = Wide(Use.Initial) + Wide(Use.Step) * Stores;
  const Wide Least =
      Use.Flags & OMPSCAN_COUNTED_SIGNED ? -Wide(Use.Limit) - 1 : 0;
  if (Final > Wide(Use.Limit) || Final < Least)
    throw Failure(std::string("the counter of the elements stored in ") +
                  A.Name +
                  (Use.Step > 0 ? " may exceed the largest value of its type"
                                : " may fall below the least value of its "
                                  "type"));
  const Wide Stride = Wide(Use.Scale) * Use.Step;
  Wide First = Wide(Use.Scale) * Use.Initial + Use.Offset;
  if (IsAfter && !IsEvery)
    First += Stride;
  // Before its first update as well.
  const Wide Count = Stores + (IsAfter && IsEvery ? 1 : 0);
  const Wide Last = First + Stride * (Count - 1);
  if (const uint32_t Bits = Use.Flags >> OMPSCAN_COUNTED_BITS_SHIFT;
      Bits != 0 &&
      (std::min(First, Last) < 0 || std::max(First, Last) >= Wide(1) << Bits))
    throw Failure("an unsigned subscript of " + std::to_string(Bits) +
                  " bits that depends on an accumulator may wrap around");
  checkAddresses(A, std::min(First, Last), std::max(First, Last));
  Range R{OMPSCAN_ACCESS_COUNTED, static_cast<int64_t>(First),
          static_cast<int64_t>(Stride), static_cast<uint64_t>(Count)};
  R.Counted = Use;
  return R;
}

int64_t integerAt(const void *Address, uint64_t Size, bool IsSigned) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, Address, Size); // Little-endian, as OpenCL's devices are.
  const unsigned Unused = 64 - 8 * static_cast<unsigned>(Size);
  Bits <<= Unused;
  return IsSigned ? static_cast<int64_t>(Bits) >> Unused
                  : static_cast<int64_t>(Bits >> Unused);
}

int64_t largestInteger(uint64_t Size, bool IsSigned) {
  if (Size >= 8)
    return INT64_MAX;
  return (int64_t(1) << (8 * Size - (IsSigned ? 1 : 0))) - 1;
}

std::vector<Range> settleCounts(const ArraySection &A,
                                const SharedRanges &Ranges,
                                const std::vector<Result> &Results,
                                const std::vector<unsigned char> &Values,
                                uint64_t ItemSize) {
  std::vector<Range> Settled;
  for (Range R : Ranges) {
    if (R.isCounted()) {
      const Result &Counter = Results[R.Counted.Result];
      auto Value = [&](uint64_t Number) {
        return integerAt(Values.data() + Number * ItemSize + Counter.Offset,
                         Counter.Size, Counter.IsSigned);
      };
      const bool IsAfter = R.Counted.Flags & OMPSCAN_COUNTED_AFTER;
      const bool IsEvery = R.Counted.Flags & OMPSCAN_COUNTED_EVERY;
      // The first and the last value that something is stored at.
      const Wide First = IsAfter && IsEvery ? Value(2) : R.Counted.Initial;
      const Wide Last = IsAfter || !IsEvery ? Value(0) : Value(1);
      R.Counted.Flags &= ~uint32_t(OMPSCAN_COUNTED_ALONE);
      R.Count = static_cast<uint64_t>((Last - First) / R.Counted.Step) +
                (IsEvery ? 1 : 0);
      if (IsEvery)
        R.First =
            static_cast<int64_t>(First * R.Counted.Scale + R.Counted.Offset);
      if (R.Count == 0)
        continue;
      if (!A.Base)
        throw Failure(std::string(A.Name) + " is a null pointer");
      checkSection(A, R);
    }
    Settled.push_back(R);
  }
  return Settled;
}

} // namespace ompscan::rt
