//===- DescribedLaunch.h - Launches as object code makes them - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_DESCRIBEDLAUNCH_H
#define OMPSCAN_TEST_DESCRIBEDLAUNCH_H

#include "access/LaunchDescriptor.h"
#include "ompscan/abi.h"
#include "support/Sha256.h"
#include <cstring>
#include <string>
#include <vector>

namespace ompscan::rt {

/// The hooks of a loop, and what its descriptor says of them.
struct LoopHooks {
  std::string Text;
  uint32_t Template = OMPSCAN_TEMPLATE_SCAN;
  uint32_t Traits = OMPSCAN_TRAIT_CAN_RELOAD;
};

/// The descriptor and the values of one launch. Names and addresses are those
/// of the loop, which must live as long.
class DescribedLaunch {
public:
  ompscan_loop_descriptor Descriptor{};
  std::vector<uint64_t> Values;

  DescribedLaunch(const LaunchDescriptor &L, const Bounds &B,
                  const LoopHooks &Hooks)
      : Hooks(Hooks.Text) {
    add(L.DeviceRequest);
    if (L.Threads)
      add(int64_t(L.Threads));
    for (const Result &R : L.Results) {
      Results.push_back({R.Name ? R.Name : "", R.Offset, R.Size, R.Type});
      add(R.Address);
    }
    for (const Array &A : L.Arrays)
      addArray(A, &A == &L.Arrays.back() ? L.NoWraps : std::vector<NoWrap>());
    for (size_t I = 0; I != L.Scalars.size(); ++I) {
      Scalars.push_back({L.Scalars[I].size()});
      add(L.ScalarPlaces.empty() ? L.Scalars[I].data() : L.ScalarPlaces[I]);
    }
    for (const HostBytes &R : L.Reads) {
      Reads.push_back({R.Size});
      add(R.Address);
    }
    addRange(B);
    for (const InnerLoop &I : L.Inner)
      addRange(I.Range);
    describe(L, Hooks);
  }
  DescribedLaunch(const DescribedLaunch &) = delete;

  int32_t run() const { return __ompscan_run(&Descriptor, Values.data()); }

private:
  void add(int64_t Value) { Values.push_back(static_cast<uint64_t>(Value)); }
  void add(const void *Address) {
    Values.push_back(reinterpret_cast<uintptr_t>(Address));
  }
  void addAll(const std::vector<int64_t> &All) {
    for (int64_t Value : All)
      add(Value);
  }

  void addArray(const Array &A, const std::vector<NoWrap> &Behind) {
    Arrays.push_back({A.Name, A.ElementSize, A.Type, A.Map | A.Modifiers,
                      static_cast<uint32_t>(A.Accesses.size())});
    add(A.Base);
    add(A.Begin);
    add(static_cast<int64_t>(A.Count));
    for (const Access &Use : A.Accesses)
      addAccess(Use,
                &Use == &A.Accesses.back() ? Behind : std::vector<NoWrap>());
  }

  void addAccess(const Access &Use, const std::vector<NoWrap> &Behind) {
    uint32_t Kind = Use.Kind;
    Kind |= Use.ByNeighbours ? uint32_t(OMPSCAN_ACCESS_BY_NEIGHBOURS) : 0;
    Kind |= Use.LeftOfCopy ? uint32_t(OMPSCAN_ACCESS_LEFT_OF_COPY) : 0;
    Kind |= Use.InSection ? uint32_t(OMPSCAN_ACCESS_IN_SECTION) : 0;
    Kind |= Use.Bounded ? uint32_t(OMPSCAN_ACCESS_BOUNDED) : 0;
    Kind |= Use.OtherMembers ? uint32_t(OMPSCAN_ACCESS_OTHER_MEMBERS) : 0;
    Accesses.push_back({Kind, Use.Bits, static_cast<uint32_t>(Use.Outer.size()),
                        static_cast<uint32_t>(Use.Guards.size()),
                        static_cast<uint32_t>(Behind.size()), Use.Counted.Flags,
                        Use.Counted.Result, Use.Counted.Step, Use.Counted.Scale,
                        Use.Counted.Most});
    if (Use.Kind == OMPSCAN_ACCESS_COUNTED)
      add(Use.Counted.Offset);
    else
      addAll({Use.First, Use.Stride});
    addAll(Use.Outer);
    for (const Guard &G : Use.Guards) {
      Guards.push_back(
          {G.Relation | (G.IsUnsigned ? uint32_t(OMPSCAN_BOUNDS_UNSIGNED) : 0),
           G.Stride});
      addAll({G.Left, G.Right});
    }
    for (const NoWrap &N : Behind) {
      NoWraps.push_back(
          {N.Bits, /*is_always=*/0, static_cast<uint32_t>(N.Outer.size())});
      addAll({static_cast<int64_t>(N.First), N.Stride});
      addAll(N.Outer);
    }
  }

  void addRange(const Bounds &B) {
    Ranges.push_back({B.Step, B.Flags});
    addAll({B.Lower, B.Bound});
  }

  void describe(const LaunchDescriptor &L, const LoopHooks &Of) {
    Descriptor.abi = OMPSCAN_ABI_VERSION;
    Descriptor.features =
        L.Features | (L.Threads ? uint32_t(OMPSCAN_FEATURE_THREADS) : 0);
    Descriptor.work = L.Work;
    Descriptor.plugin = "1.2.3";
    Descriptor.location = L.Location;
    Descriptor.item_size = L.ItemSize;
    Descriptor.hooks = Hooks.c_str();
    Descriptor.kernel_template = Of.Template;
    Descriptor.templates_version = OMPSCAN_TEMPLATES_VERSION;
    Descriptor.traits = Of.Traits;
    Descriptor.results = Results.data();
    Descriptor.arrays = Arrays.data();
    Descriptor.accesses = Accesses.data();
    Descriptor.guards = Guards.data();
    Descriptor.no_wraps = NoWraps.data();
    Descriptor.scalars = Scalars.data();
    Descriptor.reads = Reads.data();
    Descriptor.ranges = Ranges.data();
    Descriptor.result_count = static_cast<uint32_t>(Results.size());
    Descriptor.array_count = static_cast<uint32_t>(Arrays.size());
    Descriptor.scalar_count = static_cast<uint32_t>(Scalars.size());
    Descriptor.read_count = static_cast<uint32_t>(Reads.size());
    Descriptor.range_count = static_cast<uint32_t>(Ranges.size());
    Descriptor.value_count = static_cast<uint32_t>(Values.size());
    setDigest();
  }

  /// Names are told by their addresses.
  void setDigest() {
    std::vector<uintptr_t> Facts{
        Descriptor.features, static_cast<uintptr_t>(Descriptor.item_size),
        Descriptor.kernel_template, Descriptor.traits,
        reinterpret_cast<uintptr_t>(Descriptor.location)};
    const auto Add = [&Facts](auto... Each) {
      (Facts.push_back(static_cast<uintptr_t>(Each)), ...);
    };
    const auto AddName = [&](const char *Name) {
      Add(reinterpret_cast<uintptr_t>(Name));
    };
    for (const auto &R : Results) {
      AddName(R.name);
      Add(R.offset, R.size, R.type);
    }
    for (const auto &A : Arrays) {
      AddName(A.name);
      Add(A.element_size, A.element_type, A.map, A.access_count);
    }
    for (const auto &A : Accesses)
      Add(A.kind, A.bits, A.outer_count, A.guard_count, A.no_wrap_count,
          A.counted, A.result, A.step, A.scale, A.most);
    for (const auto &G : Guards)
      Add(G.flags, G.stride);
    for (const auto &N : NoWraps)
      Add(N.bits, N.is_always, N.outer_count);
    for (const auto &Each : Scalars)
      Add(Each.size);
    for (const auto &Each : Reads)
      Add(Each.size);
    for (const auto &R : Ranges)
      Add(R.step, R.flags);
    Sha256 Sum;
    Sum.addField(Hooks);
    Sum.add(Facts.data(), Facts.size() * sizeof Facts[0]);
    const Digest All = Sum.finish();
    std::memcpy(Descriptor.digest, All.data(), sizeof Descriptor.digest);
  }

  const std::string Hooks;
  std::vector<ompscan_result_descriptor> Results;
  std::vector<ompscan_array_descriptor> Arrays;
  std::vector<ompscan_access_descriptor> Accesses;
  std::vector<ompscan_guard_descriptor> Guards;
  std::vector<ompscan_no_wrap_descriptor> NoWraps;
  std::vector<ompscan_scalar_descriptor> Scalars;
  std::vector<ompscan_read_descriptor> Reads;
  std::vector<ompscan_range_descriptor> Ranges;
};

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_DESCRIBEDLAUNCH_H
