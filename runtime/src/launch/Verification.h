//===- Verification.h - Device against host ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_VERIFICATION_H
#define OMPSCAN_RT_LAUNCH_VERIFICATION_H

#include "access/HostElements.h"
#include "access/ResolvedArray.h"
#include <string>
#include <vector>

namespace ompscan::rt {

/// Whether the results of \p L are to be compared with those of the host.
bool isVerified(const LaunchDescriptor &L);

/// The results of a device that were put aside, to be compared with those of
/// the host: OMPSCAN_VERIFY.
class Verification {
public:
  Verification(const char *Location, std::string Device)
      : Location(Location), Device(std::move(Device)) {}

  /// Takes what a device has stored in \p A. Called again for the same array of
  /// the next chunk of a loop.
  void add(const ResolvedArray &A, Staging Results);
  /// Takes what the device has made of \p R: \p Size bytes at \p Value.
  void add(const Result &R, const unsigned char *Value);

  /// Compares with host memory, and says what differs: a line for each array
  /// and each scalar, and, if \p Exact is not set, none for differences of
  /// floating-point numbers that the order of operations explains.
  ///
  /// \return whether all is equal.
  bool compare(bool Exact) const;

private:
  struct Part {
    std::vector<Range> Stores;
    Staging Bytes;
  };
  struct Elements {
    ArraySection Where;
    std::vector<Part> Parts;
  };
  struct Scalar {
    Result Where;
    std::vector<unsigned char> Value;
  };
  bool compare(const Elements &E, bool Exact) const;
  bool compare(const Scalar &S, bool Exact) const;
  bool agrees(const std::string &What) const;
  bool disagrees(const std::string &What) const;

  const char *Location;
  std::string Device;
  std::vector<Elements> Arrays;
  std::vector<Scalar> Scalars;
};

/// How two elements that were computed in different ways differ.
struct Difference {
  bool Matters; ///< is more than a rounding error
  std::string Text;
};

/// Compares two elements of \p Size bytes.
Difference differenceOf(const unsigned char *Host, const unsigned char *Device,
                        uint64_t Size, uint32_t Type);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_VERIFICATION_H
