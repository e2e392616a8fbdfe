//===- SegmentedScan.cpp - Scans of segments -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/ElementText.h"
#include "primitives/Outcome.h"
#include "primitives/Segments.h"
#include "support/Export.h"
#include <cstring>

namespace ompscan::rt {

namespace {

void scanOnDevice(const Segments &S, void *Out, const void *Initial) {
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
  if (!IsInPlace)
    Outs.push_back({{"out", Out, S.Size, OMPSCAN_MAP_NONE, 0, 0},
                    {Access{OMPSCAN_ACCESS_WRITE, 0, 1}}});
  S.run(S.text(/*Counts=*/false, Initial != nullptr,
               IsInPlace ? "" : arrayParameters("ompscan_E", "out"),
               IsInPlace ? "" : arrayArguments("out"), Output, "",
               S.areNumbers() ? To("(k)") : ""),
        Outs, IsInPlace, Initial, nullptr);
}

void scanOnHost(const Segments &S, void *Out, const void *Initial) {
  std::vector<unsigned char> Value(S.Size), Element(S.Size);
  HeadWalk Heads(S);
  for (uint64_t K = 0; K != S.N; ++K) {
    std::memcpy(Element.data(), elementAt(S.In, K, S.Size), S.Size);
    auto *const To = static_cast<unsigned char *>(Out) + K * S.Size;
    const bool IsHead = Heads.next();
    if (Initial) {
      if (IsHead)
        std::memcpy(Value.data(), Initial, S.Size);
      std::memcpy(To, Value.data(), S.Size);
      S.Op.OnHost(Value.data(), Element.data());
    } else {
      if (IsHead)
        Value = Element;
      else
        S.Op.OnHost(Value.data(), Element.data());
      std::memcpy(To, Value.data(), S.Size);
    }
  }
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
      [&] {
        S.Op = operatorOf(op, element_size);
        if (!S.Op.Values.empty())
          refuse("the operator of a scan takes no arguments");
        OperandCheck Check;
        Check.addArray("in", in, n, element_size, in == out);
        if (in != out)
          Check.addArray("out", out, n, element_size, true);
        S.tell(segments, Check);
        return n == 0 || S.canHost();
      },
      [&] {
        if (n)
          scanOnDevice(S, out, initial);
      },
      [&] {
        if (n)
          scanOnHost(S, out, initial);
      });
}
