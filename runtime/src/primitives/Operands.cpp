//===- Operands.cpp - Checks of the arguments of a primitive---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Operands.h"
#include "data/DataEnvironment.h"
#include "data/ReservedAddresses.h"
#include "device/Devices.h"
#include "primitives/ElementText.h"
#include "primitives/Outcome.h"
#include <algorithm>

namespace ompscan::rt {

void OperandCheck::addArray(const char *Name, const void *Address, uint64_t N,
                            uint64_t Size, bool IsStored) {
  if (Size == 0 || Size > MaxElementSize)
    refuse(std::string("the elements of ") + Name + " have " +
           std::to_string(Size) + " bytes; 1 to " +
           std::to_string(MaxElementSize) + " are supported");
  if (N == 0)
    return;
  if (!Address)
    refuse(std::string(Name) + " is a null pointer");
  const auto Begin = reinterpret_cast<uintptr_t>(Address);
  if (N > (UINTPTR_MAX - Begin) / Size)
    refuse(std::string(Name) + ", " + std::to_string(N) + " elements of " +
           std::to_string(Size) + " bytes, does not lie in the address space");
  const Range R{Name, Begin, Begin + N * Size, Size, IsStored};
  for (const Range &Other : Ranges)
    if ((R.IsStored || Other.IsStored) && R.Begin < Other.End &&
        Other.Begin < R.End)
      refuse(Other.Name + " and " + R.Name + " overlap");
  Ranges.push_back(R);
}

bool OperandCheck::isAnyPresentOn(Device &D) const {
  return std::any_of(Ranges.begin(), Ranges.end(), [&](const Range &R) {
    return dataOf(D).find(R.Begin, R.End).State != Presence::Absent;
  });
}

bool OperandCheck::Range::isOutOfReach() const {
  return isReserved(reinterpret_cast<const void *>(Begin)) &&
         dataOf(*hostDevice()).find(Begin, End).State != Presence::Present;
}

bool OperandCheck::isAnyOutOfReach() const {
  return std::any_of(Ranges.begin(), Ranges.end(),
                     [](const Range &R) { return R.isOutOfReach(); });
}

void OperandCheck::checkRoomOnHost(uint64_t Results) const {
  for (const Range &R : Ranges) {
    if (!R.isOutOfReach())
      continue;
    const Presence Found = dataOf(*hostDevice()).find(R.Begin, R.Begin + 1);
    const uint64_t Bytes = Found.Data ? Found.Data->end() - R.Begin : 0;
    throw Refusal(
        OMPSCAN_ERROR_OVERLAP,
        "there are " + std::to_string(Results) + " results, and room for " +
            std::to_string(Bytes / R.Size) + " where " + R.Name + " is");
  }
}

} // namespace ompscan::rt
