//===- Classic.cpp - Algorithms of the literature ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Templates.h"
#include "ompscan/primitives.h"
#include "primitives/Call.h"
#include "primitives/Operands.h"
#include "primitives/Operator.h"
#include "primitives/Outcome.h"
#include "support/Environment.h"
#include "support/Export.h"
#include <cstring>

namespace ompscan::rt {

namespace {

struct Classic {
  const char *Name;
  uint64_t Number; ///< in runtime/src/primitives/kernels/classic.cl
  bool IsScan;
  uint32_t Items; ///< elements of a work-item
};

constexpr Classic Classics[] = {
    {"hillis-steele", 0, true, 1}, {"blelloch", 1, true, 2},
    {"interleaved", 2, false, 1},  {"sequential", 3, false, 1},
    {"shuffle", 4, false, 1},
};

/// \throws Refusal
const Classic &classicOf(const char *Name, bool IsScan) {
  std::string Names;
  for (const Classic &C : Classics)
    if (C.IsScan == IsScan) {
      if (Name && std::strcmp(C.Name, Name) == 0)
        return C;
      Names += std::string(Names.empty() ? "" : ", ") + C.Name;
    }
  refuse(std::string(Name ? Name : "a null pointer") +
         " is no algorithm of this function; there are " + Names);
}

/// The kernels of one algorithm for one operator.
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
    if (How.IsScan)
      return {"ompscan_classic_tiles", "ompscan_classic_add"};
    return {"ompscan_classic_reduce"};
  }

  std::string text() const {
    return templates::Prelude + Op.Type + userParameters(Op.Values) +
           Op.Declaration + definition("OMPSCAN_CLASSIC", How.Number) +
           countText(4) + templates::LookBack + templates::Classic +
           Op.Function;
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

} // namespace

} // namespace ompscan::rt

using namespace ompscan::rt;

extern "C" {

OMPSCAN_EXPORT int ompscan_classic_scan(const char *algorithm, const void *in,
                                        void *out, size_t n,
                                        size_t element_size,
                                        const ompscan_predicate *op) {
  const Classic *How = nullptr;
  Operator Op;
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        How = &classicOf(algorithm, /*IsScan=*/true);
        Op = operatorOf(op, element_size);
        Check.addArray("in", in, n, element_size, in == out);
        if (in != out)
          Check.addArray("out", out, n, element_size, true);
        return n == 0;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (n)
          DeviceClassic(D, "ompscan_classic_scan", *How, Op, n, element_size)
              .scan(in, out, n);
      },
      [] {});
}

OMPSCAN_EXPORT int ompscan_classic_reduce(const char *algorithm, const void *in,
                                          size_t n, size_t element_size,
                                          const ompscan_predicate *op,
                                          void *result) {
  const Classic *How = nullptr;
  Operator Op;
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        How = &classicOf(algorithm, /*IsScan=*/false);
        Op = operatorOf(op, element_size);
        if (std::strcmp(How->Name, "sequential") == 0 && !Op.IsCommutative)
          refuse(
              "sequential addressing changes the order of elements; it takes "
              "one of + * min max & | ^");
        Check.addArray("in", in, n, element_size, false);
        Check.addArray("result", result, 1, element_size, true);
        if (n == 0)
          refuse("no elements have no result");
        return false;
      },
      [&](const std::shared_ptr<Device> &D) {
        DeviceClassic(D, "ompscan_classic_reduce", *How, Op, n, element_size)
            .reduce(in, result, n);
      },
      [] {});
}

} // extern "C"
