//===- PresentLookup.cpp - Which arrays of a loop are present -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/PresentLookup.h"
#include "access/HostElements.h"
#include "data/DataEnvironment.h"
#include "data/ReservedAddresses.h"
#include "device/Device.h"
#include "support/Failure.h"
#include <algorithm>
#include <new>
#include <optional>

namespace ompscan::rt {

namespace {

bool isMapped(const Array &A) { return A.Map != OMPSCAN_MAP_NONE && A.Count; }

/// The element by which an array is found of which \p R tells no more than
/// where elements are counted from. A store in every iteration may come in
/// front of the first count; that of `int k = -1` leads to no element of the
/// array.
Interval firstCounted(const Range &R) {
  constexpr uint32_t Both = OMPSCAN_COUNTED_AFTER | OMPSCAN_COUNTED_EVERY;
  const bool MayBeNone =
      (R.Counted.Flags & Both) == Both && R.First < 0 && R.Stride > 0;
  const int64_t First = MayBeNone ? R.First + R.Stride : R.First;
  return {First, First};
}

/// The elements that have to be present as a whole. Where it is not known how
/// many an array gets, only the first one of them counts; of several counters
/// only the lowest, since the others may have nothing to store, at the array's
/// end.
std::optional<Interval> neededOf(const Array &A,
                                 const std::vector<Range> &Ranges) {
  std::optional<Interval> Needed, Counted;
  const auto Include = [&](const Interval &Span) {
    Needed = Needed ? Interval{std::min(Needed->Low, Span.Low),
                               std::max(Needed->High, Span.High)}
                    : Span;
  };
  if (isMapped(A))
    Include({A.Begin, A.Begin + static_cast<int64_t>(A.Count) - 1});
  for (const Range &R : Ranges)
    if (R.Kind != OMPSCAN_ACCESS_COUNTED)
      Include({R.low(), R.high()});
    else if (const Interval First = firstCounted(R);
             !Counted || First.Low < Counted->Low)
      Counted = First;
  if (Counted && !isMapped(A))
    Include(*Counted);
  return Needed;
}

Unrecoverable notOnDevice(const Array &A, const Device &D) {
  return Unrecoverable(
      std::string("the loop has ") + A.Name +
      " as memory of the device ('is_device_ptr', 'has_device_addr'), and it "
      "is none of " +
      D.info().Name +
      "; ompscan_device_alloc and mapped data are, an address that another "
      "runtime has given is not");
}

Presence find(Device &D, const Array &A, const Interval &I) {
  return dataOf(D).find(
      hostAddress(A, I.Low),
      (static_cast<uint64_t>(I.High) - static_cast<uint64_t>(I.Low) + 1) *
          A.ElementSize);
}

} // namespace

void findPresent(Loop &L, const std::vector<std::vector<Range>> &Ranges) {
  Device &D = *L.On;
  for (const Result &R : L.Results)
    if (const Presence P = dataOf(D).find(R.Address, R.Size);
        P.State != Presence::Absent && !P.Data->isLentHere())
      throw Unrecoverable("the accumulator (" +
                          describeBytes(R.Address, R.Size) + ") is mapped on " +
                          D.info().Name +
                          "; accumulators belong to the host, unmap it before "
                          "the loop");
  const char *OnHost = nullptr;
  for (size_t I = 0; I != L.Arrays.size(); ++I) {
    Array &A = L.Arrays[I];
    const std::optional<Interval> Needed = neededOf(A, Ranges[I]);
    if (!Needed || A.Begins)
      continue;
    const Presence P = find(D, A, *Needed);
    const void *Begin = hostAddress(A, Needed->Low);
    if (P.State != Presence::Absent && P.Data->isLentHere()) {
      OnHost = A.Name;
      continue;
    }
    if (P.State == Presence::Partial) {
      const uint64_t Bytes = P.Data->end() - P.Data->begin();
      throw Unrecoverable(
          "only a part of elements " + std::to_string(Needed->Low) + " to " +
          std::to_string(Needed->High) + " of " + A.Name + " is on " +
          D.info().Name + ", where " +
          describeBytes(reinterpret_cast<void *>(P.Data->begin()), Bytes) +
          " are mapped; map all that the loop uses at once, or unmap what is "
          "there");
    }
    if (P.State == Presence::Present && (A.Modifiers & OMPSCAN_MAP_ALWAYS) &&
        P.Data->isDeviceOnly())
      throw Unrecoverable(std::string("the loop maps ") + A.Name +
                          " with 'always', and it is memory of the device, "
                          "which has no counterpart on the host");
    if (P.State == Presence::Absent && (A.Modifiers & OMPSCAN_MAP_PRESENT))
      throw Unrecoverable(std::string("the loop maps ") + A.Name +
                          " with 'present', and it is not on " + D.info().Name);
    if (P.State == Presence::Absent && isOnDevice(A))
      throw notOnDevice(A, D);
    if (P.State == Presence::Present)
      A.Present = P.Data;
    else if (isReserved(Begin))
      throw Unrecoverable(std::string(A.Name) +
                          " is memory of another device than " + D.info().Name);
  }
  if (OnHost)
    throw BelongsToHost(std::string(OnHost) +
                        " is on the host, for the 'target' construct that the "
                        "loop is a part of");
}

namespace {

bool movesAlways(const Array &A, uint32_t Way) {
  return A.Present && A.Count && (A.Modifiers & OMPSCAN_MAP_ALWAYS) &&
         (A.Map == Way || A.Map == OMPSCAN_MAP_TOFROM);
}

} // namespace

bool isSentAlways(const Array &A) { return movesAlways(A, OMPSCAN_MAP_TO); }
bool isFetchedAlways(const Array &A) {
  return movesAlways(A, OMPSCAN_MAP_FROM);
}

void sendAlways(const Loop &L) {
  for (const Array &A : L.Arrays)
    if (isSentAlways(A))
      dataOf(*L.On).updateTo(hostAddress(A, A.Begin), A.Count * A.ElementSize,
                             L.Location);
}

void fetchAlways(const Loop &L) {
  for (const Array &A : L.Arrays)
    if (isFetchedAlways(A))
      orLose(
          *L.On,
          [&] {
            return "the values of " + std::string(A.Name) +
                   " are on the device, and cannot be read back as 'always' "
                   "asks";
          },
          [&] {
            dataOf(*L.On).updateFrom(hostAddress(A, A.Begin),
                                     A.Count * A.ElementSize, L.Location);
          });
}

void findExtents(Loop &L) {
  for (Array &A : L.Arrays) {
    if (!lacksSection(A))
      continue;
    const Presence P = find(*L.On, A, {0, 0});
    if (P.State != Presence::Present && isOnDevice(A))
      throw notOnDevice(A, *L.On);
    if (P.State != Presence::Present)
      continue;
    const auto Base = reinterpret_cast<uintptr_t>(A.Base);
    const uint64_t Before = (Base - P.Data->begin()) / A.ElementSize;
    A.Begin = -static_cast<int64_t>(Before);
    A.Count = Before + (P.Data->end() - Base) / A.ElementSize;
  }
}

bool mayBePresent(const Loop &L) {
  DataEnvironment &Data = dataOf(*L.On);
  if (Data.isEmpty())
    return false;
  for (const Array &A : L.Arrays) {
    if (isMapped(A) &&
        find(*L.On, A, {A.Begin, A.Begin + static_cast<int64_t>(A.Count) - 1})
                .State != Presence::Absent)
      return true;
    // A section may leave out the element that subscripts are counted from.
    if (lacksSection(A) && find(*L.On, A, {0, 1}).State != Presence::Absent)
      return true;
    for (const Access &Use : A.Accesses)
      if (find(*L.On, A, {Use.First, Use.First}).State != Presence::Absent)
        return true;
  }
  return false;
}

std::string listNames(const std::vector<std::string> &Names) {
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Text;
}

bool holds(const PresentData &D, const Array &A, const Interval &I) {
  const auto Base = reinterpret_cast<uintptr_t>(A.Base);
  const Wide Size = A.ElementSize;
  return Wide(Base) + Wide(I.Low) * Size >= Wide(D.begin()) &&
         Wide(Base) + (Wide(I.High) + 1) * Size <= Wide(D.end());
}

} // namespace ompscan::rt
