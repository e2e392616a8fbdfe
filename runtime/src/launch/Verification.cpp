//===- Verification.cpp - Device against host -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Verification.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace ompscan::rt {

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
    default: // compared by bytes
      break;
    }
  if (Type == OMPSCAN_ELEMENT_FLOATING && Size == sizeof(float))
    return compareNumbers<float>(Host, Device);
  if (Type == OMPSCAN_ELEMENT_FLOATING && Size == sizeof(double))
    return compareNumbers<double>(Host, Device);
  return compareBytes(Host, Device, Size);
}

bool isVerified(const LaunchDescriptor &L) {
  return environment().Verify != Verifying::Off && !L.IsPrimitive &&
         (L.Features & OMPSCAN_FEATURE_OWN_RESULTS) == 0;
}

void Verification::add(const ResolvedArray &A, Staging Results) {
  Part New{{}, std::move(Results)};
  for (const Range &R : A.Ranges)
    if (R.isStore())
      New.Stores.push_back(R);
  auto Known =
      std::find_if(Arrays.begin(), Arrays.end(), [&](const Elements &E) {
        return E.Where.Name == A.Name && E.Where.Base == A.Base;
      });
  if (Known == Arrays.end())
    Known = Arrays.insert(Known, {A, {}});
  Known->Parts.push_back(std::move(New));
}

void Verification::add(const Result &R, const unsigned char *Value) {
  Scalars.push_back({R, {Value, Value + R.Size}});
}

bool Verification::compare(bool Exact) const {
  bool Equal = true;
  for (const Elements &E : Arrays)
    Equal &= compare(E, Exact);
  for (const Scalar &S : Scalars)
    Equal &= compare(S, Exact);
  return Equal;
}

bool Verification::agrees(const std::string &What) const {
  if (environment().Info)
    reportInfo(std::string(Location) + ": verified, " + What);
  return true;
}

bool Verification::disagrees(const std::string &What) const {
  reportWarning((std::string(Location) + ": device and host disagree: " + What +
                 " on " + Device + " (the operator may not be associative)")
                    .c_str());
  return false;
}

bool Verification::compare(const Elements &E, bool Exact) const {
  const uint64_t Size = E.Where.ElementSize;
  const std::string Name = E.Where.Name;
  uint64_t Count = 0, Wrong = 0;
  std::string First;
  for (const Part &P : E.Parts)
    for (const Range &S : P.Stores)
      for (uint64_t K = 0; K != S.Count; ++K) {
        const int64_t Element = S.First + static_cast<int64_t>(K) * S.Stride;
        const unsigned char *Host = E.Where.hostAddress(Element);
        const unsigned char *Kept = P.Bytes.at(Element, Size);
        ++Count;
        if (std::memcmp(Host, Kept, Size) == 0)
          continue;
        const Difference D = differenceOf(Host, Kept, Size, E.Where.Type);
        if (!D.Matters && !Exact)
          continue;
        if (++Wrong == 1)
          First = Name + "[" + std::to_string(Element) + "] is " + D.Text;
      }
  const std::string Elements = std::to_string(Count) + " elements of " + Name;
  if (Wrong == 0)
    return agrees("all " + Elements + " agree");
  return disagrees(First + "; " + std::to_string(Wrong) + " of " + Elements +
                   " differ");
}

bool Verification::compare(const Scalar &S, bool Exact) const {
  const auto *Host = static_cast<const unsigned char *>(S.Where.Address);
  const std::string Name = S.Where.Name;
  const Difference D =
      differenceOf(Host, S.Value.data(), S.Where.Size, S.Where.Type);
  if (std::memcmp(Host, S.Value.data(), S.Where.Size) == 0 ||
      (!D.Matters && !Exact))
    return agrees(Name + " agrees");
  return disagrees(Name + " is " + D.Text + "; it differs");
}

} // namespace ompscan::rt
