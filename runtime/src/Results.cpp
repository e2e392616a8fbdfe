//===- Results.cpp - What a loop has stored -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "Failure.h"
#include "Residence.h"
#include "Stream.h"
#include <string>

namespace ompscan {

/// "y", "x, y and z": the arrays that the loop stores to.
std::string storedNames(const std::vector<ArrayTransfer> &Arrays) {
  std::vector<std::string> Names;
  for (const ArrayTransfer &A : Arrays)
    if (A.isStored())
      Names.push_back(A.name());
  return listNames(Names);
}

/// Brings the results into host memory.
void fetchResults(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                  bool CanRunAgain) {
  for (ArrayTransfer &A : Arrays)
    A.fetchScattered(Commands);
  Commands.finish();
  const auto Lost = [&](const std::string &Cause) {
    return LostResults("the results in " + storedNames(Arrays) +
                       " cannot be read back, and the loop has overwritten "
                       "what it reads: " +
                       Cause);
  };
  const uint64_t Before = Commands.fetches();
  try {
    for (ArrayTransfer &A : Arrays)
      A.fetchContiguous(Commands);
    Commands.finish();
  } catch (const cl::Error &E) {
    if (CanRunAgain || Commands.fetches() == Before)
      throw;
    throw Lost(describe(E));
  } catch (const Failure &E) {
    if (CanRunAgain)
      throw;
    throw Lost(E.what());
  }
  for (ArrayTransfer &A : Arrays)
    A.scatter();
}

/// Brings the elements to the side, to be compared with those of the host.
void fetchAside(Stream &Commands, const Loop &L,
                const std::vector<std::vector<Range>> &Ranges,
                std::vector<ArrayTransfer> &Arrays, Verification &To) {
  for (ArrayTransfer &A : Arrays)
    if (A.isStored())
      A.fetchAside(Commands);
  Commands.finish();
  for (size_t I = 0; I != Arrays.size(); ++I)
    if (Arrays[I].isStored())
      To.add(L.Arrays[I], Ranges[I], Arrays[I].takeResults());
}

} // namespace ompscan
