//===- Failure.h - Why a loop cannot be offloaded ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_FAILURE_H
#define OMPSCAN_RT_SUPPORT_FAILURE_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ompscan::rt {

/// A loop cannot run on the device, and nothing that the program can see has
/// changed. The text is the cause, as a clause without a full stop.
class Failure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The device has done a loop in part, and the host can do the rest: from the
/// iteration with the induction variable \p Next on. The text is the cause.
class PartlyDone : public std::runtime_error {
public:
  PartlyDone(int64_t Next, const std::string &Cause)
      : std::runtime_error(Cause), Next(Next) {}
  const int64_t Next;
};

/// A loop belongs to a construct that the host is doing, and has to run there
/// as well. The text is the cause.
class BelongsToHost : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Neither the device nor the host can do a loop. The text is the cause.
class Unrecoverable : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Memory of the host or the device has changed and the loop cannot be run
/// again.
class LostResults : public Unrecoverable {
public:
  using Unrecoverable::Unrecoverable;
};

/// Integers wide enough for sums and products of 64-bit bounds and strides.
__extension__ typedef __int128 Wide;

/// \p Value in decimal.
std::string toString(Wide Value);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_FAILURE_H
