//===- Classic.cpp - Algorithms of the literature ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classic.h"
#include "Templates.h"
#include "primitives/Call.h"
#include "primitives/Operands.h"
#include "primitives/Operator.h"
#include "primitives/Outcome.h"
#include "support/Environment.h"
#include <algorithm>
#include <cstring>

using namespace ompscan::rt;

namespace ompscan::bench {

namespace {

enum class Purpose { Scan, Reduce, CopyIf };

struct Classic {
  const char *Name;
  uint64_t Number; ///< in classic.cl
  Purpose For;
  uint32_t Items; ///< elements of a work-item; 0: as in the runtime
};

constexpr Classic Classics[] = {
    {"hillis-steele", 0, Purpose::Scan, 1},
    {"blelloch", 1, Purpose::Scan, 2},
    {"interleaved", 2, Purpose::Reduce, 1},
    {"sequential", 3, Purpose::Reduce, 1},
    {"shuffle", 4, Purpose::Reduce, 1},
    {"staged", 5, Purpose::CopyIf, 0},
    {"scattered", 6, Purpose::CopyIf, 0},
};

/// \throws Refusal
const Classic &classicOf(const char *Name, Purpose For) {
  std::string Names;
  for (const Classic &C : Classics)
    if (C.For == For) {
      if (Name && std::strcmp(C.Name, Name) == 0)
        return C;
      Names += std::string(Names.empty() ? "" : ", ") + C.Name;
    }
  refuse(std::string(Name ? Name : "a null pointer") +
         " is no algorithm of this function; there are " + Names);
}

/// The kernels of a scan or a reduction for one operator.
class DeviceClassic {
public:
  DeviceClassic(const std::shared_ptr<Device> &D, const char *Function,
                const Classic &How, const Operator &Op, uint64_t N,
                uint64_t Size)
      : How(How), Op(Op), Size(Size), C(D, Function, N),
        Kernels(C.kernels(text(), plan(), 4, names())),
        Tile(Kernels.plan().Tile) {}

  void scan(const void *In, void *Out, uint64_t N) {
    const uint64_t Bytes = N * Size;
    const bool IsInPlace = In == Out;
    const Memory From =
        C.operand("in", In, Bytes, IsInPlace ? Use::InOut : Use::In, 0, true);
    const Memory To =
        IsInPlace ? From : C.operand("out", Out, Bytes, Use::Out, 0, true);
    scanLevel(From, To, N);
    C.fetch("out", To, Out, Bytes);
    C.end();
  }

  void reduce(const void *In, void *Result, uint64_t N) {
    Memory From = C.operand("in", In, N * Size, Use::In);
    do {
      const uint64_t Tiles = tiles(N);
      const Memory To = C.scratch(Tiles * Size);
      ArgumentSetter(Kernels->Named[0]).add(From).add(To).add(N).add(Op.Values);
      C.run(Kernels->Named[0], Tiles, Tile.Group);
      From = To;
      N = Tiles;
    } while (N > 1);
    C.fetch("result", From, Result, Size);
    C.end();
  }

private:
  std::vector<std::string> names() const {
    if (How.For == Purpose::Scan)
      return {"ompscan_classic_tiles", "ompscan_classic_add"};
    return {"ompscan_classic_reduce"};
  }

  std::string text() const {
    return templates::Prelude + Op.Type + userParameters(Op.Values) +
           Op.Declaration + definition("OMPSCAN_CLASSIC", How.Number) +
           countText(4) + templates::LookBack + ClassicKernels + Op.Function;
  }

  /// Groups of many work-items, also on CPUs.
  Plan plan() {
    Device &D = C.device();
    Plan P = slidePlan(D, Algorithm::ReduceThenScan, Size);
    uint32_t Group = 1;
    while (Group < 256 && 2 * Group <= D.limits().MaxGroup &&
           5 * Group * Size <= D.limits().LocalMemory)
      Group *= 2;
    P.Tile = {Group, How.Items};
    if (std::strcmp(How.Name, "shuffle") == 0) {
      if (!environment().Ptx || D.computeCapability() < 70 || Group < 32)
        throw Refusal(OMPSCAN_ERROR_DEVICE,
                      "reductions by shuffles need an NVIDIA device of compute "
                      "capability 7.0, and OMPSCAN_PTX");
      P.Ptx = D.computeCapability();
    }
    return P;
  }

  uint64_t tiles(uint64_t N) const { return (N - 1) / Tile.tile() + 1; }

  /// Scans \p N elements, and the totals of their tiles in turn.
  void scanLevel(const Memory &From, const Memory &To, uint64_t N) {
    const uint64_t Tiles = tiles(N);
    const Memory Sums = C.scratch(Tiles * Size);
    ArgumentSetter(Kernels->Named[0])
        .add(From)
        .add(To)
        .add(N)
        .add(Sums)
        .add(Op.Values);
    C.run(Kernels->Named[0], Tiles, Tile.Group);
    if (Tiles == 1)
      return;
    scanLevel(Sums, Sums, Tiles);
    ArgumentSetter(Kernels->Named[1]).add(To).add(N).add(Sums).add(Op.Values);
    C.run(Kernels->Named[1], Tiles, Tile.Group);
  }

  const Classic &How;
  const Operator &Op;
  const uint64_t Size;
  Call C;
  const KernelLease Kernels;
  const Shape Tile;
};

/// The kernels of a compaction for one condition.
class DeviceCompaction {
public:
  DeviceCompaction(const std::shared_ptr<Device> &D, const char *Function,
                   const Classic &How, const ompscan_predicate &Keep,
                   uint64_t N, uint64_t Size)
      : Keep(Keep), Values(valuesOf(Keep, "x")), N(N), Size(Size),
        C(D, Function, N),
        Kernels(
            C.kernels(text(How),
                      selectPlan(C.device(), Algorithm::ReduceThenScan, Size,
                                 /*ValueSize=*/0, /*HasRejected=*/false),
                      countSize(N),
                      {"ompscan_select_count", "ompscan_scan_counts",
                       std::strcmp(How.Name, "scattered") == 0
                           ? "ompscan_classic_scatter"
                           : "ompscan_select_place"})) {}

  /// \returns how many elements are kept.
  uint64_t run(const void *In, void *Out) {
    const Memory From = C.operand("in", In, N * Size, Use::In);
    const Memory To = C.operand("out", Out, N * Size, Use::Out, 0, true);
    const Shape Tile = Kernels.plan().Tile;
    const uint64_t Tiles = (N - 1) / Tile.tile() + 1;
    const Memory Sums = C.scratch(Tiles * sizeof(uint64_t));
    const Memory Total = C.scratch(sizeof(uint64_t));
    const auto Select = [&](Kernel &K) {
      const Memory None;
      ArgumentSetter(K)
          .add(From)
          .add(To)
          .add(None)
          .add(None)
          .add(None)
          .add(None)
          .add(None)
          .add(uint64_t(0))
          .add(uint64_t(0))
          .add(N)
          .add(N)
          .add(Values)
          .add(Sums);
      C.run(K, Tiles, Tile.Group);
    };
    Select(Kernels->Named[0]);
    ArgumentSetter(Kernels->Named[1]).add(Sums).add(Tiles).add(Total);
    C.run(Kernels->Named[1], 1, Tile.Group);
    uint64_t Kept;
    C.read(Total, &Kept, sizeof Kept);
    OperandCheck Check;
    Check.addArray("in", In, N, Size, false);
    Check.addArray("out", Out, Kept, Size, true);
    Select(Kernels->Named[2]);
    C.fetch("out", To, Out, Kept * Size);
    C.end();
    return Kept;
  }

private:
  std::string text(const Classic &How) const {
    return templates::Prelude + userType("ompscan_E", Keep.type, Size) +
           opaqueType("ompscan_V", 1) + definition("OMPSCAN_HAS_VALUES", 0) +
           definition("OMPSCAN_HAS_REJECTED", 0) +
           definition("OMPSCAN_HAS_PREVIOUS", 0) +
           definition("OMPSCAN_HAS_LENGTHS", 0) + userParameters(Values) +
           countText(countSize(N)) + templates::LookBack + templates::Select +
           definition("OMPSCAN_CLASSIC", How.Number) + ClassicKernels +
           predicateFunction("ompscan_holds", "const ompscan_E x", Keep,
                             /*IsNegated=*/false) +
           "static inline uint ompscan_keep(const ompscan_E e, const ompscan_E "
           "previous, __global const uchar *flags, const ulong k "
           "OMPSCAN_USER_PARAMETERS) {\n"
           "  return ompscan_holds(e OMPSCAN_USER_ARGUMENTS);\n}\n";
  }

  const ompscan_predicate &Keep;
  const std::vector<UserValue> Values;
  const uint64_t N, Size;
  Call C;
  const KernelLease Kernels;
};

} // namespace

int classicScan(const char *Algorithm, const void *In, void *Out, size_t N,
                size_t ElementSize, const ompscan_predicate *Op) {
  const Classic *How = nullptr;
  Operator Operation;
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        How = &classicOf(Algorithm, Purpose::Scan);
        Operation = operatorOf(Op, ElementSize);
        Check.addArray("in", In, N, ElementSize, In == Out);
        if (In != Out)
          Check.addArray("out", Out, N, ElementSize, true);
        return N == 0;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (N)
          DeviceClassic(D, "classicScan", *How, Operation, N, ElementSize)
              .scan(In, Out, N);
      },
      [] {});
}

int classicReduce(const char *Algorithm, const void *In, size_t N,
                  size_t ElementSize, const ompscan_predicate *Op,
                  void *Result) {
  const Classic *How = nullptr;
  Operator Operation;
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        How = &classicOf(Algorithm, Purpose::Reduce);
        Operation = operatorOf(Op, ElementSize);
        if (std::strcmp(How->Name, "sequential") == 0 &&
            !Operation.IsCommutative)
          refuse(
              "sequential addressing changes the order of elements; it takes "
              "one of + * min max & | ^");
        Check.addArray("in", In, N, ElementSize, false);
        Check.addArray("result", Result, 1, ElementSize, true);
        if (N == 0)
          refuse("no elements have no result");
        return false;
      },
      [&](const std::shared_ptr<Device> &D) {
        DeviceClassic(D, "classicReduce", *How, Operation, N, ElementSize)
            .reduce(In, Result, N);
      },
      [] {});
}

int classicCopyIf(const char *Algorithm, const void *In, void *Out, size_t N,
                  size_t ElementSize, const ompscan_predicate *Keep,
                  size_t *Kept) {
  const Classic *How = nullptr;
  uint64_t Found = 0;
  const int Status = perform(
      __func__,
      [&](OperandCheck &Check) {
        if (In == Out)
          refuse("in and out are the same");
        How = &classicOf(Algorithm, Purpose::CopyIf);
        Check.addArray("in", In, N, ElementSize, false);
        Check.addArray("out", Out, std::min<size_t>(N, 1), ElementSize, true);
        return N == 0;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (N)
          Found =
              DeviceCompaction(D, "classicCopyIf", *How, *Keep, N, ElementSize)
                  .run(In, Out);
      },
      [] {});
  if (Status == OMPSCAN_SUCCESS && Kept)
    *Kept = Found;
  return Status;
}

} // namespace ompscan::bench
