//===- Reduce.cpp - Reduction ---------------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Reduce.h"
#include "Templates.h"
#include "ompscan/primitives.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "primitives/HostCall.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "primitives/host/ParallelFor.h"
#include "support/Export.h"
#include <algorithm>
#include <cstring>

namespace ompscan::rt {

namespace {

std::vector<unsigned char> bytesOf(const void *Element, uint64_t Size) {
  const auto *Bytes = static_cast<const unsigned char *>(Element);
  return {Bytes, Bytes + Size};
}

} // namespace

void reduceOnDevice(const Reduction &R, const std::shared_ptr<Device> &D) {
  Call C(D, R.Function, R.N);
  const std::string Text =
      templates::Prelude + R.Op.Type + userParameters(R.Op.Values) +
      R.Op.Declaration +
      definition("OMPSCAN_IS_COMMUTATIVE", R.Op.IsCommutative) + countText(4) +
      templates::LookBack + templates::Reduce + R.Op.Function;
  const KernelLease Kernels = C.kernels(
      Text, slidePlan(C.device(), C.method(), R.Size), 4, {"ompscan_reduce"});
  Kernel &Reducer = Kernels->Named[0];
  const Shape Tile = Kernels.plan().Tile;
  const uint64_t Tiles = (R.N - 1) / Tile.tile() + 1;
  // Each group has the same number of tiles, the last ones perhaps none.
  const uint64_t Wanted =
      std::min(Tiles, reduceGroups(C.device().units(), Tile));
  const uint64_t TilesEach = (Tiles - 1) / Wanted + 1;
  const uint64_t Groups = (Tiles - 1) / TilesEach + 1;

  const Memory In = C.operand("in", R.In, R.N * R.Size, Use::In);
  const Memory Partial = C.scratch(Groups * R.Size);
  const Memory Whole = C.scratch(R.Size);
  const auto Reduce = [&](const Memory &From, const Memory &To, uint64_t N,
                          uint64_t Each, uint64_t Count, const void *Initial) {
    const std::vector<unsigned char> Zero(R.Size);
    ArgumentSetter(Reducer)
        .add(From)
        .add(To)
        .add(N)
        .add(Each)
        .add(uint32_t(Initial != nullptr))
        .add({UserValue{"", "",
                        bytesOf(Initial ? Initial : Zero.data(), R.Size)}})
        .add(R.Op.Values);
    C.run(Reducer, Count, Tile.Group);
  };
  Reduce(In, Partial, R.N, TilesEach, Groups, nullptr);
  Reduce(Partial, Whole, Groups, (Groups - 1) / Tile.tile() + 1, 1, R.Initial);
  C.fetch("result", Whole, R.Result, R.Size);
  C.end();
}

namespace {

void reduceOnHost(const Reduction &R) {
  HostCall C(R.Function, R.N, R.N * R.Size);
  const void *const In = onHost(R.In);
  const Blocks All = Blocks::ofBytes(R.N, R.Size);
  std::vector<unsigned char> Values(All.number() * R.Size);
  parallelFor(C.threads(), All.number(), [&](uint64_t Block, unsigned) {
    R.Op.OnHost->Reduce(elementAt(In, All.begin(Block), R.Size),
                        All.count(Block), &Values[Block * R.Size]);
  });
  std::vector<unsigned char> Whole(R.Size);
  R.Op.OnHost->Reduce(Values.data(), All.number(), Whole.data());
  if (R.Initial) {
    Values = bytesOf(R.Initial, R.Size);
    R.Op.OnHost->Combine(Values.data(), Whole.data());
    Whole = Values;
  }
  std::memcpy(onHost(R.Result), Whole.data(), R.Size);
  C.end();
}

} // namespace

} // namespace ompscan::rt

extern "C" OMPSCAN_EXPORT int
ompscan_reduce(const void *in, size_t n, size_t element_size,
               const ompscan_predicate *op, const void *initial, void *result) {
  using namespace ompscan::rt;
  Reduction R{__func__, in, n, element_size, initial, result, {}};
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        R.Op = operatorOf(op, element_size);
        Check.addArray("in", in, n, element_size, false);
        Check.addArray("result", result, 1, element_size, true);
        if (n == 0 && !initial)
          refuse("a reduction of no elements needs an initial value");
        return n == 0 || R.Op.OnHost;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (n)
          reduceOnDevice(R, D);
        else
          deliverTo(D, R.Function, "result", result,
                    bytesOf(initial, element_size));
      },
      [&] {
        if (n)
          reduceOnHost(R);
        else
          std::memmove(onHost(result), initial, element_size);
      });
}
