//===- Samples.cpp - Values to try operators on ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Samples.h"
#include <cmath>
#include <limits>

using namespace ompscan::plugin;

/// SplitMix64.
uint64_t Samples::random() {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return Z ^ (Z >> 31);
}

uint64_t Samples::integer(const Field &F, Domain D) {
  if (F.Is == Field::Truth)
    return below(2);
  if (F.Is == Field::Enumerator)
    return F.Enumerators[below(F.Enumerators.size())];
  switch (D) {
  case Domain::Flags:
    return below(2);
  case Domain::Positive:
  case Domain::NaN:
    return 1 + below(5);
  case Domain::Natural:
    return below(5);
  case Domain::Small:
    return F.Is == Field::Signed ? below(8) - 3 : below(8);
  case Domain::Wide:
    break;
  }
  const uint64_t Power = uint64_t(1) << below(F.Width);
  switch (below(6)) {
  case 0: // -1, 0 and 1, and the limits with their neighbours
    return below(3) - 1;
  case 1:
    return (uint64_t(1) << (F.Width - 1)) + below(3) - 1;
  case 2:
    return Power + below(3) - 1;
  case 3:
    return 0 - Power;
  default:
    return random() & (Power - 1);
  }
}

double Samples::number(Domain D) {
  switch (D) {
  case Domain::Flags:
    return double(below(2));
  case Domain::NaN:
    if (below(3) == 0)
      return std::numeric_limits<double>::quiet_NaN();
    [[fallthrough]];
  case Domain::Positive:
    return double(1 + below(5));
  case Domain::Natural:
    return double(below(5));
  case Domain::Small:
    return (double(below(16)) - 6) / 2;
  case Domain::Wide:
    break;
  }
  return (double(below(2048)) - 1024) / double(uint64_t(1) << below(6));
}

Bytes Samples::next(Domain D, uint64_t Flags) {
  Bytes Value(Layout.size());
  const bool IsUsual = D == Domain::Positive || D == Domain::NaN;
  for (size_t I = 0; I != Layout.fields().size(); ++I) {
    const Field &F = Layout.fields()[I];
    const bool Flag = I < IsFlag.size() && (IsFlag[I] || F.Is == Field::Truth);
    if (IsUsual && Flag)
      F.write(Value, Flags);
    else if (F.Is == Field::Floating)
      F.writeFloating(Value, number(D));
    else
      F.write(Value, integer(F, D));
  }
  return Value;
}
