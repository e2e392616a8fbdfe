//===- SegmentedScan.cpp - Scans of segments -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/ElementText.h"
#include "primitives/HostCall.h"
#include "primitives/Outcome.h"
#include "primitives/Segments.h"
#include "primitives/host/Elements.h"
#include "primitives/host/ParallelFor.h"
#include "support/Export.h"

namespace ompscan::rt {

namespace {

void scanOnDevice(const Segments &S, void *Out, const void *Initial,
                  const std::shared_ptr<Device> &D) {
  const bool IsInPlace = S.In == Out;
  const auto To = [&](const std::string &K) {
    const std::string Name = IsInPlace ? "F_in" : "F_out";
    return Name + "[(long)" + K + " - " + Name + "_origin]";
  };
  const std::string Output =
      "  " + To("ompscan_k") +
      (Initial ? " = OMPSCAN_IS_HEAD(ompscan_k) ? F_initial\n"
                 "      : ompscan_operate(F_initial, ompscan_before.value);\n"
               : " = ompscan_after.value;\n");
  std::vector<Array> Outs;
  std::vector<ArrayParameter> Parameters;
  if (!IsInPlace) {
    Outs.push_back({{"out", Out, S.Size, OMPSCAN_MAP_NONE, 0, 0},
                    {Access{OMPSCAN_ACCESS_WRITE, 0, 1}}});
    Parameters.push_back({"ompscan_E", "out"});
  }
  S.run(S.text(/*Counts=*/false, Initial != nullptr, Parameters, Output, "",
               S.areNumbers() ? To("(k)") : ""),
        Outs, IsInPlace, Initial, nullptr, D);
}

/// A block is combined, and takes its turn to pass the value of the open
/// segment on. Then it is scanned.
void scanOnHost(Segments &S, void *Out, const void *Initial) {
  S.placeOnHost();
  const HostInitial First(Initial, S.Size);
  HostCall C(S.Function, S.N, 2 * S.N * S.Size);
  const Blocks All = Blocks::ofBytes(S.N, S.Size);
  const Buffers Masks(C.threads(), All.items());
  Turns Order;
  HostNumber Open{}; // of the blocks so far
  parallelFor(C.threads(), All.number(), [&](uint64_t Number, unsigned Slot) {
    const uint64_t Begin = All.begin(Number), Count = All.count(Number);
    unsigned char *const Mask = Masks.of(Slot);
    const SegmentBlock Block(S, Begin, Count, First.get(), Mask,
                             /*NeedsFront=*/false);
    HostNumber Before;
    Order.take(Number, [&] {
      Before = Open;
      Block.pass(Open);
    });
    S.Op.OnHost->Scan(elementAt(S.In, Begin, S.Size), Mask, Count, First.get(),
                      Before.Bytes, elementAt(Out, Begin, S.Size));
  });
  C.end();
}

} // namespace

} // namespace ompscan::rt

extern "C" OMPSCAN_EXPORT int
ompscan_segmented_scan(const void *in, void *out, size_t n, size_t element_size,
                       const ompscan_predicate *op,
                       const ompscan_segments *segments, const void *initial) {
  using namespace ompscan::rt;
  Segments S{__func__, in, n, element_size};
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        S.Op = operatorOf(op, element_size);
        if (!S.Op.Values.empty())
          refuse("the operator of a scan takes no arguments");
        Check.addArray("in", in, n, element_size, in == out);
        if (in != out)
          Check.addArray("out", out, n, element_size, true);
        S.tell(segments, Check);
        return n == 0 || S.canHost();
      },
      [&](const std::shared_ptr<Device> &D) {
        if (n)
          scanOnDevice(S, out, initial, D);
      },
      [&] {
        if (n)
          scanOnHost(S, onHost(out), initial);
      });
}
