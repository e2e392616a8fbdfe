//===- Verification.cpp - Device against host -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verification.h"
#include "Environment.h"
#include "Failure.h"
#include "Report.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>

namespace ompscan {

namespace {

template <typename T> T valueAt(const unsigned char *Bytes) {
  T Value;
  std::memcpy(&Value, Bytes, sizeof Value);
  return Value;
}

template <typename T>
Difference compareIntegers(const unsigned char *Host,
                           const unsigned char *Device) {
  const Wide H = valueAt<T>(Host), D = valueAt<T>(Device);
  return {H != D, toString(H) + " on the host and " + toString(D) +
                      " on the device, a difference of " + toString(D - H)};
}

/// Half of the digits may go to the order of operations.
template <typename T>
Difference compareNumbers(const unsigned char *Host,
                          const unsigned char *Device) {
  const double H = static_cast<double>(valueAt<T>(Host));
  const double D = static_cast<double>(valueAt<T>(Device));
  char Text[160];
  std::snprintf(Text, sizeof Text,
                "%.17g on the host and %.17g on the device, a difference of "
                "%.3g",
                H, D, D - H);
  const double Allowed =
      std::sqrt(static_cast<double>(std::numeric_limits<T>::epsilon())) *
      std::max(std::fabs(H), std::fabs(D));
  const bool Close = H == D || (std::isnan(H) && std::isnan(D)) ||
                     (std::isfinite(Allowed) && std::fabs(H - D) <= Allowed);
  return {!Close, Text};
}

Difference compareBytes(const unsigned char *Host, const unsigned char *Device,
                        uint64_t Size) {
  const uint64_t Place = static_cast<uint64_t>(
      std::mismatch(Host, Host + Size, Device).first - Host);
  if (Place == Size)
    return {false, ""};
  char Text[100];
  std::snprintf(Text, sizeof Text,
                "0x%02x on the host and 0x%02x on the device in its byte %llu",
                Host[Place], Device[Place],
                static_cast<unsigned long long>(Place));
  return {true, Text};
}

} // namespace

Difference differenceOf(const unsigned char *Host, const unsigned char *Device,
                        uint64_t Size, uint32_t Type) {
  const bool Signed = Type == OMPSCAN_ELEMENT_SIGNED;
  if (Signed || Type == OMPSCAN_ELEMENT_UNSIGNED)
    switch (Size) {
    case 1:
      return Signed ? compareIntegers<int8_t>(Host, Device)
                    : compareIntegers<uint8_t>(Host, Device);
    case 2:
      return Signed ? compareIntegers<int16_t>(Host, Device)
                    : compareIntegers<uint16_t>(Host, Device);
    case 4:
      return Signed ? compareIntegers<int32_t>(Host, Device)
                    : compareIntegers<uint32_t>(Host, Device);
    case 8:
      return Signed ? compareIntegers<int64_t>(Host, Device)
                    : compareIntegers<uint64_t>(Host, Device);
    }
  if (Type == OMPSCAN_ELEMENT_FLOATING && Size == sizeof(float))
    return compareNumbers<float>(Host, Device);
  if (Type == OMPSCAN_ELEMENT_FLOATING && Size == sizeof(double))
    return compareNumbers<double>(Host, Device);
  return compareBytes(Host, Device, Size);
}

void Verification::add(const Array &A, const std::vector<Range> &Ranges,
                       Staging Results) {
  std::vector<Range> Stores;
  for (const Range &R : Ranges)
    if (R.isStore())
      Stores.push_back(R);
  this->Results.push_back({A, std::move(Stores), std::move(Results)});
}

bool Verification::compare(bool Exact) const {
  bool Equal = true;
  for (const Result &R : Results)
    Equal &= compare(R, Exact);
  return Equal;
}

bool Verification::compare(const Result &R, bool Exact) const {
  const uint64_t Size = R.Where.ElementSize;
  uint64_t Elements = 0, Wrong = 0;
  std::string First;
  for (const Range &S : R.Stores)
    for (uint64_t K = 0; K != S.Count; ++K) {
      const int64_t Element = S.First + static_cast<int64_t>(K) * S.Stride;
      const unsigned char *Host = hostAddress(R.Where, Element);
      const unsigned char *Kept = R.Bytes.at(Element, Size);
      ++Elements;
      if (std::memcmp(Host, Kept, Size) == 0)
        continue;
      const Difference D = differenceOf(Host, Kept, Size, R.Where.Type);
      if (!D.Matters && !Exact)
        continue;
      if (++Wrong == 1)
        First = std::string(R.Where.Name) + "[" + std::to_string(Element) +
                "] is " + D.Text;
    }
  if (Wrong == 0) {
    if (environment().Info)
      reportInfo(std::string(Location) + ": verified, all " +
                 std::to_string(Elements) + " elements of " + R.Where.Name +
                 " agree");
    return true;
  }
  reportWarning(std::string(Location) + ": device and host disagree: " + First +
                "; " + std::to_string(Wrong) + " of " +
                std::to_string(Elements) + " elements of " + R.Where.Name +
                " differ on " + Device +
                " (an operator that is not associative does that)");
  return false;
}

} // namespace ompscan
