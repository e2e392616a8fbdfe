//===- DataDirective.cpp - Directives on data -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/DataDirective.h"
#include "device/Device.h"
#include "ompscan/abi.h"
#include <algorithm>
#include <cstddef>
#include <utility>

namespace ompscan::rt {

namespace {

/// Runs \p F, and has every error of it say which item it is about.
template <typename Function> void about(const char *Name, Function F) {
  try {
    F();
  } catch (const DataError &E) {
    throw DataError(E.Code, std::string(Name) + ": " + E.what());
  } catch (const DeviceError &E) {
    throw DataError(statusOf(E), std::string(Name) + ": " + E.what());
  }
}

} // namespace

ompscan_status statusOf(const DeviceError &E) {
  return E.kind() == DeviceError::Kind::OutOfDeviceMemory ||
                 E.kind() == DeviceError::Kind::OutOfResources
             ? OMPSCAN_ERROR_MEMORY
             : OMPSCAN_ERROR_OPENCL;
}

DataDirective::DataDirective(const char *Location, std::shared_ptr<Device> On)
    : Location(Location), On(std::move(On)), By(Mapper::thisThread()) {}

void DataDirective::add(const char *Name, const void *Address, uint64_t Bytes,
                        unsigned Flags) {
  if (Flags & OMPSCAN_ITEM_POINTER) {
    if (LastIsEmpty || Items.empty())
      EmptyPointers.push_back(Address);
    else
      Items.back().Pointer = Address;
    return;
  }
  LastItem = Items.size();
  LastIsEmpty = Bytes == 0;
  if (LastIsEmpty)
    return;
  about(Name, [&] {
    checkAddress(Address, Bytes, "; is the length of the section negative?");
  });
  Items.push_back({Name, const_cast<void *>(Address), Bytes, Flags});
}

void DataDirective::repeat(uint64_t Count, uint64_t Distance) {
  const auto First = Items.begin() + static_cast<ptrdiff_t>(LastItem);
  if (Count == 0)
    Items.erase(First, Items.end());
  const std::vector<Item> Parts(
      Items.begin() + static_cast<ptrdiff_t>(LastItem), Items.end());
  if (Parts.empty() || Count == 1)
    return;
  if (Parts.size() == 1 && Parts[0].Count == 1 && Parts[0].Bytes <= Distance) {
    Items.back().Count = Count;
    Items.back().Distance = Distance;
    return;
  }
  for (uint64_t I = 1; I < Count; ++I)
    for (const Item &Part : Parts) {
      Items.push_back(Part);
      Items.back().Address = static_cast<char *>(Part.Address) + I * Distance;
    }
}

/// Replaces structures by their mapped members, if only members are mapped.
/// Between these lies no more than padding, or a member of its size.
void DataDirective::divide() {
  std::vector<Item> Divided;
  for (const Item &I : Items) {
    const auto Begin = reinterpret_cast<uintptr_t>(I.Address);
    const uintptr_t End = Begin + I.Bytes;
    uintptr_t Next = Begin;
    bool IsComplete = true;
    const auto Skip = [&](uintptr_t To) {
      IsComplete &= To - Next < alignof(std::max_align_t);
      Next = To;
    };
    std::vector<Item> Parts;
    if (I.Flags & OMPSCAN_ITEM_STRUCTURE)
      for (const auto &D : dataOf(*On).overlapping(Begin, End)) {
        Skip(std::max(Begin, D->begin()));
        Parts.push_back(I);
        Parts.back().Address = reinterpret_cast<void *>(Next);
        Parts.back().Bytes = std::min(End, D->end()) - Next;
        Next += Parts.back().Bytes;
      }
    Skip(End);
    if (IsComplete && Parts.size() > 1)
      Divided.insert(Divided.end(), Parts.begin(), Parts.end());
    else
      Divided.push_back(I);
  }
  Items = std::move(Divided);
}

/// Attaches pointers to what they lead to where one of the two is new.
void DataDirective::attach(const std::vector<bool> &IsNew) {
  const auto LiesInNew = [&](const void *Pointer) {
    const auto At = reinterpret_cast<uintptr_t>(Pointer);
    for (size_t I = 0; I != Items.size(); ++I) {
      const auto Begin = reinterpret_cast<uintptr_t>(Items[I].Address);
      if (IsNew[I] && Begin <= At && At - Begin < Items[I].Bytes)
        return true;
    }
    return false;
  };
  for (size_t I = 0; I != Items.size(); ++I)
    if (const void *Pointer = Items[I].Pointer;
        Pointer && (IsNew[I] || LiesInNew(Pointer)))
      about(Items[I].Name, [&] { dataOf(*On).attach(Pointer, Location); });
  for (const void *Pointer : EmptyPointers)
    if (LiesInNew(Pointer))
      about("a pointer", [&] { dataOf(*On).attach(Pointer, Location); });
}

void DataDirective::enter() {
  divide();
  size_t Done = 0;
  std::vector<bool> IsNew;
  try {
    for (; Done != Items.size(); ++Done) {
      const Item &I = Items[Done];
      about(I.Name, [&] {
        IsNew.push_back(dataOf(*On).enter(I.Address, I.Bytes,
                                          I.Flags & ~unsigned(OMPSCAN_FROM),
                                          Location, By));
      });
    }
    attach(IsNew);
  } catch (...) {
    while (Done != 0) {
      const Item &I = Items[--Done];
      try {
        dataOf(*On).exit(I.Address, I.Bytes, OMPSCAN_RELEASE);
      } catch (const std::exception &) {
        // Another thread has unmapped it already.
      }
    }
    throw;
  }
}

/// The items that are there.
std::vector<DataDirective::Item> DataDirective::present() const {
  std::vector<Item> There;
  for (const Item &I : Items)
    about(I.Name, [&] {
      const uint64_t Bytes = I.blocks().extent();
      const Presence P = dataOf(*On).find(I.Address, Bytes);
      if (P.State == Presence::Partial)
        throw DataError(
            OMPSCAN_ERROR_OVERLAP,
            "only a part of the " + describeBytes(I.Address, Bytes) +
                " is on " + On->info().Name + ", where " +
                describeBytes(reinterpret_cast<void *>(P.Data->begin()),
                              P.Data->end() - P.Data->begin()) +
                " are mapped");
      if (P.State == Presence::Absent && (I.Flags & OMPSCAN_PRESENT))
        throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                        "the " + describeBytes(I.Address, Bytes) +
                            " are not on " + On->info().Name +
                            ", as 'present' requires");
      if (P.State == Presence::Present)
        There.push_back(I);
    });
  return There;
}

void DataDirective::exit() {
  divide();
  for (const Item &I : present())
    try {
      about(I.Name, [&] {
        dataOf(*On).exit(I.Address, I.Bytes, I.Flags & ~unsigned(OMPSCAN_TO),
                         Location);
      });
    } catch (const DataError &E) {
      // The item before this one may have been the rest of the same data.
      if (E.Code != OMPSCAN_ERROR_NOT_PRESENT)
        throw;
    }
}

/// \p All, with those as one that follow one another in memory, as those of an
/// iterator may: each transfer takes microseconds.
std::vector<DataDirective::Item>
DataDirective::joined(const std::vector<Item> &All) const {
  std::vector<Item> Joined;
  for (const Item &I : All) {
    if (!Joined.empty()) {
      Item &Last = Joined.back();
      const uint64_t Both = Last.Bytes + I.Bytes;
      if (Last.Count == 1 && I.Count == 1 && Last.Flags == I.Flags &&
          static_cast<char *>(Last.Address) + Last.Bytes == I.Address &&
          dataOf(*On).find(Last.Address, Both).State == Presence::Present) {
        Last.Bytes = Both;
        continue;
      }
    }
    Joined.push_back(I);
  }
  return Joined;
}

void DataDirective::update() {
  divide();
  for (const Item &I : joined(present()))
    about(I.Name, [&] {
      if (I.Flags & OMPSCAN_TO)
        dataOf(*On).updateTo(I.blocks(), Location);
      if (I.Flags & OMPSCAN_FROM)
        dataOf(*On).updateFrom(I.blocks(), Location);
    });
}

} // namespace ompscan::rt
