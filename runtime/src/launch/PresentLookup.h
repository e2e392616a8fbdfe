//===- PresentLookup.h - Which arrays of a loop are present --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_PRESENTLOOKUP_H
#define OMPSCAN_RT_LAUNCH_PRESENTLOOKUP_H

#include "access/Access.h"
#include "access/Loop.h"
#include "device/Device.h"
#include "support/Failure.h"
#include <string>
#include <vector>

namespace ompscan::rt {

class PresentData;

/// Looks for the arrays of \p L in the data environment of its device, and
/// notes where they are. Of a mapped array the section has to be there as a
/// whole, of others what the loop uses. \p Ranges holds the rangesOf() each
/// array.
///
/// \throws Unrecoverable if an array is there in part only, or has no memory on
///         the host and is not there, or if an accumulator is there;
///         BelongsToHost if the values of one are on the host for this thread.
void findPresent(Loop &L, const std::vector<std::vector<Range>> &Ranges);

/// Whether \p D holds the elements of \p I.
bool holds(const PresentData &D, const Array &A, const Interval &I);

/// Whether the program says that \p A is data on the device.
inline bool isOnDevice(const Array &A) {
  return (A.Modifiers & OMPSCAN_MAP_ON_DEVICE) != 0;
}

/// Whether \p A is present although it is mapped with `always`: whatever its
/// references, its section then goes to the device before the loop, and comes
/// back after it.
bool isSentAlways(const Array &A);
bool isFetchedAlways(const Array &A);

/// Sends such sections of the arrays of \p L.
///
/// \throws as DataEnvironment::updateTo().
void sendAlways(const Loop &L);

/// Brings such sections back.
///
/// \throws LostResults if it cannot be.
void fetchAlways(const Loop &L);

/// Runs \p F, and has every failure say what \p MakeSubject answers, and name
/// \p On.
///
/// \throws Unrecoverable as \p F does; LostResults.
template <typename Maker, typename Function>
void orLose(const Device &On, Maker MakeSubject, Function F) {
  try {
    F();
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    throw LostResults([&] {
      return withDevice(MakeSubject() + ": " + describeException(), &On);
    });
  }
}

/// Gives the arrays of \p L of which neither program nor formula tells how much
/// the loop uses the extent of the data on its device in which they begin, if
/// they do (OpenMP 5.2, section 5.8.6: a pointer without a map is one to a
/// section of length 0).
///
/// \throws Unrecoverable if one that isOnDevice() is not there.
void findExtents(Loop &L);

/// For a loop of which it cannot be told what it uses: whether the first
/// element of an access, or any of a mapped section, is present on its device.
bool mayBePresent(const Loop &L);

/// "y", "x, y and z"
std::string listNames(const std::vector<std::string> &Names);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_PRESENTLOOKUP_H
