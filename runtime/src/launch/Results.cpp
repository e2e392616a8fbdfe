//===- Results.cpp - What a loop has stored -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Results.h"
#include "device/Stream.h"
#include "support/Failure.h"
#include <string>

namespace ompscan::rt {

std::string storedNames(const std::vector<ArrayTransfer> &Arrays) {
  std::vector<std::string> Names;
  for (const ArrayTransfer &A : Arrays)
    if (A.array().isStored())
      Names.push_back(A.array().Name);
  return listNames(Names);
}

namespace {

void fetchToPlaces(Stream &Commands, std::vector<ArrayTransfer> &Arrays) {
  for (ArrayTransfer &A : Arrays)
    A.fetchContiguous(Commands);
  Commands.finish();
}

/// What stands in the memory of the program is not known, but the device has
/// all results still: reads them once more. \p Cause is that of the failure.
void fetchAgain(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                const std::exception_ptr &Cause) {
  try {
    Commands.restart();
    fetchToPlaces(Commands, Arrays);
  } catch (const std::exception &) {
    throw LostResults([&] {
      return "the results in " + storedNames(Arrays) +
             " cannot be read back, and the loop has overwritten what it "
             "reads: " +
             describe(Cause);
    });
  }
}

} // namespace

void fetchResults(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                  bool CanRunAgain, const std::function<void(bool)> &Open) {
  for (ArrayTransfer &A : Arrays)
    A.fetchScattered(Commands);
  Commands.finish();
  if (CanRunAgain)
    Open(/*AllHere=*/false);
  else
    Commands.hold(Open);
  const uint64_t Before = Commands.fetches();
  try {
    fetchToPlaces(Commands, Arrays);
    Commands.deliver();
  } catch (const std::exception &) {
    if (CanRunAgain || Commands.fetches() == Before)
      throw;
    fetchAgain(Commands, Arrays, std::current_exception());
  }
  for (ArrayTransfer &A : Arrays)
    A.scatter();
}

void fetchAside(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                Verification &To) {
  for (ArrayTransfer &A : Arrays)
    if (A.array().isStored())
      A.fetchAside(Commands);
  Commands.finish();
  for (ArrayTransfer &A : Arrays)
    if (A.array().isStored())
      To.add(A.array(), A.takeResults());
}

} // namespace ompscan::rt
