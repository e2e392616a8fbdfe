//===- LaunchCache.cpp - What is known of loops launched before -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/LaunchCache.h"
#include "access/Access.h"
#include "data/DataEnvironment.h"
#include "device/Device.h"
#include "launch/ProgramText.h"
#include "support/Environment.h"
#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace ompscan::rt {

namespace {

/// Of loops with the same kernels: their arrays may take turns.
constexpr size_t MostAlike = 4;
/// So many that were of no use, one after the other, are the last ones: what
/// changes in every launch is not worth the copy.
constexpr unsigned MostUseless = 16;

struct Alike {
  std::array<std::shared_ptr<const KnownLoop>, MostAlike> Loops;
  size_t Next = 0;      ///< place for the next one
  unsigned Useless = 0; ///< kept since one was found
};

struct Known {
  std::mutex Lock; ///< of what follows
  std::unordered_map<const ProgramText *, Alike> ByText;
};

/// Never destroyed: loops may run while static objects are destroyed.
Known &known() {
  static Known &All = *new Known;
  return All;
}

template <typename T, typename Predicate>
bool areSame(const std::vector<T> &A, const std::vector<T> &B, Predicate Same) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(), Same);
}

bool isSame(const Guard &A, const Guard &B) {
  return A.Relation == B.Relation && A.IsUnsigned == B.IsUnsigned &&
         A.Left == B.Left && A.Right == B.Right && A.Stride == B.Stride;
}
bool areSame(const std::vector<Guard> &A, const std::vector<Guard> &B) {
  return areSame(A, B,
                 [](const Guard &X, const Guard &Y) { return isSame(X, Y); });
}

bool isSame(const CountedAccess &A, const CountedAccess &B) {
  return A.Result == B.Result && A.Flags == B.Flags && A.Step == B.Step &&
         A.Scale == B.Scale && A.Offset == B.Offset && A.Initial == B.Initial &&
         A.Limit == B.Limit;
}

bool isSame(const Access &A, const Access &B) {
  return A.Kind == B.Kind && A.First == B.First && A.Stride == B.Stride &&
         A.Bits == B.Bits && A.ByNeighbours == B.ByNeighbours &&
         A.LeftOfCopy == B.LeftOfCopy && A.InSection == B.InSection &&
         isSame(A.Counted, B.Counted) && areSame(A.Guards, B.Guards);
}

bool isSame(const Array &A, const Array &B) {
  return A.Base == B.Base && A.ElementSize == B.ElementSize && A.Map == B.Map &&
         A.Begin == B.Begin && A.Count == B.Count && A.Type == B.Type &&
         A.Modifiers == B.Modifiers && A.Begins == B.Begins &&
         areSame(A.Accesses, B.Accesses,
                 [](const Access &X, const Access &Y) { return isSame(X, Y); });
}

bool isSame(const NoWrap &A, const NoWrap &B) {
  return A.First == B.First && A.Stride == B.Stride && A.Bits == B.Bits &&
         areSame(A.Guards, B.Guards);
}

bool isSame(const Result &A, const Result &B) {
  return A.Address == B.Address && A.Offset == B.Offset && A.Size == B.Size &&
         A.IsSigned == B.IsSigned;
}

bool isSame(const HostBytes &A, const HostBytes &B) {
  return A.Address == B.Address && A.Size == B.Size;
}

bool isSame(const Bounds &A, const Bounds &B) {
  return A.Lower == B.Lower && A.Bound == B.Bound && A.Step == B.Step &&
         A.Flags == B.Flags;
}

/// Whether both are the same but for the values of scalars, and names.
bool isSame(const Loop &A, const Loop &B) {
  return A.ItemSize == B.ItemSize && A.Features == B.Features &&
         A.Abi == B.Abi && A.ScalarPlaces == B.ScalarPlaces &&
         areSame(A.Arrays, B.Arrays,
                 [](const Array &X, const Array &Y) { return isSame(X, Y); }) &&
         areSame(
             A.NoWraps, B.NoWraps,
             [](const NoWrap &X, const NoWrap &Y) { return isSame(X, Y); }) &&
         areSame(
             A.Results, B.Results,
             [](const Result &X, const Result &Y) { return isSame(X, Y); }) &&
         areSame(A.Reads, B.Reads,
                 [](const HostBytes &X, const HostBytes &Y) {
                   return isSame(X, Y);
                 }) &&
         areSame(A.Scalars, B.Scalars, [](const auto &X, const auto &Y) {
           return X.size() == Y.size();
         });
}

/// Whether \p L is of the kind that is kept. One with rows, or without a
/// section that it needs, is completed when it is prepared.
bool isPlain(const Loop &L) {
  return L.Inner.empty() && !L.isAttempt() && !L.Arrays.empty() &&
         std::none_of(L.Arrays.begin(), L.Arrays.end(), lacksSection);
}

} // namespace

std::shared_ptr<const KnownLoop> findKnown(Loop &L, const Bounds &B,
                                           const std::shared_ptr<Device> &On) {
  if (!isPlain(L))
    return nullptr;
  L.Text = &ProgramText::of(L.Kernels);
  std::shared_ptr<const KnownLoop> Found;
  {
    Known &All = known();
    const std::lock_guard<std::mutex> Guard(All.Lock);
    const auto Place = All.ByText.find(L.Text);
    if (Place == All.ByText.end())
      return nullptr;
    for (const std::shared_ptr<const KnownLoop> &Each : Place->second.Loops)
      if (Each && Each->Described.On == On && isSame(Each->Limits, B) &&
          isSame(Each->Described, L)) {
        Found = Each;
        Place->second.Useless = 0;
        break;
      }
  }
  if (!Found)
    return nullptr;
  const std::unique_lock<std::mutex> Unchanged =
      On->data().lockUnchanged(Found->Version);
  if (!Unchanged)
    return nullptr;
  for (size_t I = 0; I != L.Arrays.size(); ++I)
    L.Arrays[I].Present = Found->Data[I]->shared_from_this();
  L.On = On;
  L.Trips = Found->Described.Trips;
  return Found;
}

void keepKnown(const Loop &L, const Bounds &B, uint64_t Version,
               const Plan &How,
               std::shared_ptr<const CheckedLoop> Checked) noexcept try {
  if (!isPlain(L) || L.On->hasOwnQueue() ||
      !std::all_of(L.Arrays.begin(), L.Arrays.end(), [](const Array &A) {
        return A.Present && !A.Present->isLent();
      }))
    return;
  Known &All = known();
  {
    const std::lock_guard<std::mutex> Guard(All.Lock);
    if (All.ByText[L.Text].Useless >= MostUseless)
      return;
  }
  auto New = std::make_shared<KnownLoop>(
      KnownLoop{L, B, {}, Version, How, std::move(Checked)});
  for (Array &A : New->Described.Arrays) {
    New->Data.push_back(A.Present.get());
    A.Present = nullptr; // It holds on to no data.
  }
  const std::lock_guard<std::mutex> Guard(All.Lock);
  Alike &Others = All.ByText[L.Text];
  ++Others.Useless;
  const auto Same = std::find_if(
      Others.Loops.begin(), Others.Loops.end(), [&](const auto &Each) {
        return Each && isSame(Each->Limits, B) && isSame(Each->Described, L);
      });
  const bool IsNew = Same == Others.Loops.end();
  (IsNew ? Others.Loops[Others.Next] : *Same) = std::move(New);
  if (IsNew)
    Others.Next = (Others.Next + 1) % MostAlike;
} catch (...) {
  // No memory to keep it: the next launch finds out again.
}

} // namespace ompscan::rt
