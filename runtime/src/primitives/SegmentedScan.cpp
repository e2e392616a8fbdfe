//===- SegmentedScan.cpp - Scans that begin anew
//---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A segmented scan is an ordinary one (docs/kernel-contract.md) of pairs: a
/// value, and whether a segment begins in what it stands for (Blelloch, "Prefix
/// Sums and Their Applications", 1990, section 1.5).
///
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "Export.h"
#include "Launch.h"
#include "Templates.h"
#include "ompscan/primitives.h"
#include "primitives/Call.h"
#include "primitives/Operands.h"
#include "primitives/Operator.h"
#include "primitives/Outcome.h"
#include <cstring>

namespace ompscan {

namespace {

struct SegmentedScan {
  const char *Function;
  const void *In;
  void *Out;
  uint64_t N;
  uint64_t Size;
  Operator Op;
  /// One of both: a byte for each element, or keys.
  const unsigned char *Heads;
  const void *Keys;
  uint64_t KeySize;
  const void *Initial; ///< null: the scan is inclusive

  bool isInPlace() const { return In == Out; }
  bool isHead(uint64_t K) const {
    return K == 0 ||
           (Heads ? Heads[K] != 0
                  : std::memcmp(elementAt(Keys, K, KeySize),
                                elementAt(Keys, K - 1, KeySize), KeySize) != 0);
  }
};

/// Bytes of a pair: its second half has the size and the alignment of the
/// first, but at least those of a uint.
uint64_t pairSize(uint64_t Size) { return (Size + 3) / 4 * 8; }

std::string slots(const SegmentedScan &S) {
  const std::string KeyText =
      S.Heads ? "#define OMPSCAN_SEGMENT_HEAD(k) (F_segments[(long)(k) - "
                "F_segments_origin] != 0)\ntypedef uchar ompscan_S;\n"
              : opaqueType("ompscan_S", S.KeySize) +
                    opaqueEquality("ompscan_S", S.KeySize) +
                    "#define OMPSCAN_SEGMENT_HEAD(k) "
                    "(!ompscan_same(F_segments[(long)(k) - F_segments_origin], "
                    "F_segments[(long)(k) - 1 - F_segments_origin]))\n";
  return S.Op.Type + userParameters({}) + S.Op.Function + KeyText +
         definition("OMPSCAN_CAN_RELOAD", 0) +
         definition("OMPSCAN_HAS_VECTORS", 0) +
         definition("OMPSCAN_IS_PLAIN", 0) +
         definition("OMPSCAN_USES_BEFORE", S.Initial != nullptr) +
         definition("OMPSCAN_IS_IN_PLACE", S.isInPlace()) +
         definition("OMPSCAN_PAIR_SIZE", pairSize(S.Size)) + R"(
typedef union { uint is_set; ompscan_E as_large; } ompscan_head;
typedef struct { ompscan_E value; ompscan_head head; } ompscan_T;
typedef char ompscan_pair_size[sizeof(ompscan_T) == OMPSCAN_PAIR_SIZE ? 1 : -1];
#if OMPSCAN_IS_IN_PLACE
#define OMPSCAN_OUT_PARAMETERS
#define OMPSCAN_OUT_ARGUMENTS
#define OMPSCAN_OUT(k) F_in[(long)(k) - F_in_origin]
#else
#define OMPSCAN_OUT_PARAMETERS , __global ompscan_E *F_out, const long F_out_origin
#define OMPSCAN_OUT_ARGUMENTS , F_out, F_out_origin
#define OMPSCAN_OUT(k) F_out[(long)(k) - F_out_origin]
#endif
#define OMPSCAN_PARAMETERS __global ompscan_E *F_in, const long F_in_origin OMPSCAN_OUT_PARAMETERS, \
  __global const ompscan_S *F_segments, const long F_segments_origin, const ompscan_E F_initial, \
  const long ompscan_lower, __global ompscan_T *F_values, const ulong F_trips
#define OMPSCAN_ARGUMENTS F_in, F_in_origin OMPSCAN_OUT_ARGUMENTS, \
  F_segments, F_segments_origin, F_initial, ompscan_lower, F_values, F_trips
#define OMPSCAN_IS_HEAD(k) ((k) == 0 || OMPSCAN_SEGMENT_HEAD(k))
static inline ompscan_T ompscan_combine(const ompscan_T a, const ompscan_T b) {
  ompscan_T r = b;
  if (!b.head.is_set)
    r.value = ompscan_operate(a.value, b.value);
  r.head.is_set = a.head.is_set | b.head.is_set;
  return r;
}
static inline ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  ompscan_T r;
  r.value = F_in[(long)ompscan_k - F_in_origin];
  r.head.as_large = r.value;
  r.head.is_set = OMPSCAN_IS_HEAD(ompscan_k);
  return r;
}
static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {
  ompscan_T r;
  r.value = F_initial;
  r.head.as_large = F_initial;
  r.head.is_set = 0;
  return r;
}
static inline void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                                  const ompscan_T ompscan_before, const ompscan_T ompscan_after) {
#if OMPSCAN_USES_BEFORE
  OMPSCAN_OUT(ompscan_k) = OMPSCAN_IS_HEAD(ompscan_k)
      ? F_initial : ompscan_operate(F_initial, ompscan_before.value);
#else
  OMPSCAN_OUT(ompscan_k) = ompscan_after.value;
#endif
  if (ompscan_k + 1 == F_trips)
    F_values[0] = ompscan_after;
}
)";
}

void scanOnDevice(const SegmentedScan &S) {
  const std::string Text = templates::Prelude + slots(S) + templates::Kernels;
  const Access Read{OMPSCAN_ACCESS_READ, 0, 1};
  const Access Write{OMPSCAN_ACCESS_WRITE, 0, 1};
  std::vector<unsigned char> Last(S.Size);
  Loop L{Text.c_str(),
         S.Function,
         pairSize(S.Size),
         0,
         OMPSCAN_DEVICE_DEFAULT,
         {},
         {},
         {},
         {}};
  if (S.isInPlace()) {
    L.Arrays.push_back(
        {"in", S.In, S.Size, OMPSCAN_MAP_NONE, 0, 0, {Read, Write}});
  } else {
    L.Arrays.push_back({"in", S.In, S.Size, OMPSCAN_MAP_NONE, 0, 0, {Read}});
    L.Arrays.push_back({"out", S.Out, S.Size, OMPSCAN_MAP_NONE, 0, 0, {Write}});
  }
  L.Arrays.push_back({"segments",
                      S.Heads ? S.Heads : S.Keys,
                      S.Heads ? 1 : S.KeySize,
                      OMPSCAN_MAP_NONE,
                      0,
                      0,
                      {Read}});
  const auto *Initial =
      static_cast<const unsigned char *>(S.Initial ? S.Initial : S.In);
  L.Scalars.emplace_back(Initial, Initial + S.Size);
  // Like a loop with an accumulator, whose results OMPSCAN_VERIFY leaves alone.
  L.Results.push_back({Last.data(), 0, S.Size});
  constexpr uint32_t LongLoop =
      OMPSCAN_RELATION_LT | 64u << OMPSCAN_INDUCTION_BITS_SHIFT;
  offload(L, {0, static_cast<int64_t>(S.N), 1, LongLoop});
}

void scanOnHost(const SegmentedScan &S) {
  std::vector<unsigned char> Value(S.Size), Element(S.Size);
  for (uint64_t K = 0; K != S.N; ++K) {
    std::memcpy(Element.data(), elementAt(S.In, K, S.Size), S.Size);
    auto *const To = static_cast<unsigned char *>(S.Out) + K * S.Size;
    const bool IsHead = S.isHead(K);
    if (S.Initial) {
      if (IsHead)
        std::memcpy(Value.data(), S.Initial, S.Size);
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

/// A flag for each of \p N elements, from the indices of the segments' begins.
std::vector<unsigned char> headsOf(const ompscan_segments &G, uint64_t N) {
  std::vector<unsigned char> Heads(N);
  for (size_t I = 0; I != G.count; ++I) {
    if (G.offsets[I] > N || (I && G.offsets[I] < G.offsets[I - 1]))
      refuse("segment " + std::to_string(I) + " begins at element " +
             std::to_string(G.offsets[I]) + ", which is " +
             (G.offsets[I] > N ? "behind the end"
                               : "in front of the segment before"));
    if (G.offsets[I] < N)
      Heads[G.offsets[I]] = 1;
  }
  return Heads;
}

} // namespace

} // namespace ompscan

extern "C" OMPSCAN_EXPORT int
ompscan_segmented_scan(const void *in, void *out, size_t n, size_t element_size,
                       const ompscan_predicate *op,
                       const ompscan_segments *segments, const void *initial) {
  using namespace ompscan;
  SegmentedScan S{__func__, in,      out,     n, element_size,
                  {},       nullptr, nullptr, 0, initial};
  std::vector<unsigned char> Heads;
  return perform(
      __func__,
      [&] {
        S.Op = operatorOf(op, element_size);
        if (!S.Op.Values.empty())
          refuse("the operator of a scan takes no arguments");
        OperandCheck Check;
        Check.addArray("in", in, n, element_size, S.isInPlace());
        if (!S.isInPlace())
          Check.addArray("out", out, n, element_size, true);
        if (!segments ||
            !!segments->heads + !!segments->keys + !!segments->offsets != 1)
          refuse("segments are told by one of heads, keys and offsets");
        if (segments->heads) {
          Check.addArray("heads", segments->heads, n, 1, false);
          S.Heads = segments->heads;
        } else if (segments->keys) {
          Check.addArray("keys", segments->keys, n, segments->key_size, false);
          S.Keys = segments->keys;
          S.KeySize = segments->key_size;
        } else {
          Heads = headsOf(*segments, n);
          S.Heads = Heads.data();
        }
        return n == 0 || S.Op.OnHost;
      },
      [&] {
        if (n)
          scanOnDevice(S);
      },
      [&] {
        if (n)
          scanOnHost(S);
      });
}
