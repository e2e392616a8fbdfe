//===- Segments.cpp - Scans that begin anew ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Segments.h"
#include "Templates.h"
#include "data/ReservedAddresses.h"
#include "launch/Offload.h"
#include "plan/Tuning.h"
#include "primitives/ElementText.h"
#include "primitives/HostCall.h"
#include "primitives/Outcome.h"
#include "primitives/host/Elements.h"
#include <algorithm>
#include <cstring>
#include <optional>

namespace ompscan::rt {

namespace {

/// Reserved addresses without memory.
class NoAddresses {
public:
  explicit NoAddresses(uint64_t Bytes) : Begin(reserveAddresses(Bytes)) {}
  NoAddresses(const NoAddresses &) = delete;
  ~NoAddresses() { unreserveAddresses(reinterpret_cast<uintptr_t>(Begin)); }
  void *const Begin;
};

/// A function with the parameters of the loop.
std::string hook(const char *Head, const std::string &Body) {
  return std::string("static inline ") + Head + " {\n" + Body + "}\n";
}

} // namespace

void Segments::tell(const ompscan_segments *G, OperandCheck &Check) {
  const int Ways = G ? !!G->heads + !!G->keys + !!G->offsets : 2;
  // An array without elements may have no address.
  if (Ways > 1 || (Ways == 0 && (N != 0 || G->count != 0)))
    refuse("segments need exactly one of heads, keys and offsets");
  if (G->heads) {
    Check.addArray("heads", G->heads, N, 1, false);
    Heads = G->heads;
  } else if (G->keys) {
    Check.addArray("keys", G->keys, N, G->key_size, false);
    tellByKeys(G->keys, G->key_size, nullptr);
  } else {
    Check.addArray("offsets", G->offsets, G->count, sizeof(size_t), false);
    if (isReserved(G->offsets))
      refuse("offsets are memory of a device, which the host cannot read");
    tellByOffsets(G->offsets, G->count);
  }
}

void Segments::tellByKeys(const void *Array, uint64_t ElementSize,
                          const ompscan_predicate *Equal) {
  Keys = Array;
  KeySize = ElementSize;
  KeyType = equalityType("ompscan_S", ElementSize, Equal) +
            "static inline uint ompscan_same_key(const ompscan_S x, const "
            "ompscan_S y);\n";
  KeyEquals =
      equalityFunction("ompscan_S", "ompscan_same_key", ElementSize, Equal);
  if (!Equal || !Equal->text)
    KeyEquality = hostEquality(Equal ? Equal->type : nullptr, ElementSize);
  if (Equal && Equal->argument_count)
    refuse("the equality of keys takes no arguments");
}

uint64_t Segments::markSize(bool Counts) const {
  return Counts ? countSize(N) : 4;
}

void Segments::tellByOffsets(const size_t *Offsets, size_t Count) {
  Begins = {Offsets, Count};
  // Bits where they are less to transfer, in whole words of the kernels.
  if (Count > N / (8 * sizeof(size_t)))
    Begins.Bits.resize((N + 15) / 16 * 2);
  const bool HasBits = !Begins.Bits.empty();
  unsigned char *const Bits = Begins.Bits.data();
  size_t Before = 0;
  for (size_t I = 0; I != Count; ++I) {
    const size_t At = Offsets[I];
    if (At > N || At < Before)
      refuse("segment " + std::to_string(I) + " begins at element " +
             std::to_string(At) + ", which is " +
             (At > N ? "after the end" : "before the previous segment"));
    if (HasBits && At < N)
      Bits[At / 8] |= static_cast<unsigned char>(1u << At % 8);
    Before = At;
  }
}

void Segments::placeOnHost() {
  In = onHost(In);
  Heads = onHost(Heads);
  Keys = onHost(Keys);
}

void Segments::markHeads(uint64_t Begin, uint64_t Count,
                         unsigned char *Mask) const {
  if (Keys)
    return KeyEquality.DiffersFromPrevious(Keys, Begin, Count, KeySize, Mask);
  if (Heads) {
    markFlagged(Heads + Begin, Count, Mask);
  } else {
    std::fill_n(Mask, Count, 0);
    const size_t *const End = Begins.Offsets + Begins.Count;
    for (const size_t *O = std::lower_bound(Begins.Offsets, End, Begin);
         O != End && *O < Begin + Count; ++O)
      Mask[*O - Begin] = 1;
  }
  if (Begin == 0)
    Mask[0] = 1;
}

SegmentBlock::SegmentBlock(const Segments &S, uint64_t Begin, uint64_t Count,
                           const void *Initial, unsigned char *Mask,
                           bool NeedsFront)
    : S(S) {
  S.markHeads(Begin, Count, Mask);
  Heads = countMarked(Mask, Count);
  const void *const Found = std::memchr(Mask, 1, Count);
  First = Found ? static_cast<uint64_t>(
                      static_cast<const unsigned char *>(Found) - Mask)
                : Count;
  if (First && (NeedsFront || Heads == 0))
    S.Op.OnHost->Reduce(elementAt(S.In, Begin, S.Size), First, Front.Bytes);
  if (Heads == 0)
    return;
  for (Last = Count - 1; !Mask[Last];)
    --Last;
  S.Op.OnHost->Reduce(elementAt(S.In, Begin + Last, S.Size), Count - Last,
                      Behind.Bytes);
  if (Initial) {
    const HostNumber Whole = Behind;
    std::memcpy(Behind.Bytes, Initial, S.Size);
    S.Op.OnHost->Combine(Behind.Bytes, Whole.Bytes);
  }
}

void SegmentBlock::end(HostNumber &Open) const {
  if (First)
    S.Op.OnHost->Combine(Open.Bytes, Front.Bytes);
}

void SegmentBlock::pass(HostNumber &Open) const {
  if (Heads)
    Open = Behind;
  else
    end(Open);
}

uint64_t Segments::pairSize(bool Counts) const {
  return 2 * markOffset(Counts);
}

uint64_t Segments::markOffset(bool Counts) const {
  const uint64_t Unit = markSize(Counts);
  return (Size + Unit - 1) / Unit * Unit;
}

bool Segments::areNumbers() const {
  return vectorFor(Size) > 1 && (hasFlags() || vectorFor(KeySize) > 1);
}

bool Segments::isByRun(bool Counts) const {
  return hasFlags() && (Counts || areNumbers());
}

std::string Segments::text(bool Counts, bool UsesBefore,
                           const std::vector<ArrayParameter> &Outs,
                           const std::string &Output,
                           const std::string &Functions,
                           const std::string &Result) const {
  std::vector<ArrayParameter> Arrays{{"ompscan_E", "in"}};
  Arrays.insert(Arrays.end(), Outs.begin(), Outs.end());
  Arrays.push_back(
      {hasFlags() ? "const uchar" : "const ompscan_S", "segments"});
  std::string Parameters, Arguments;
  for (const ArrayParameter &A : Arrays) {
    const std::string Name = std::string("F_") + A.Name;
    Parameters += std::string("__global ") + A.Type + " *" + Name +
                  ", const long " + Name + "_origin, ";
    Arguments += Name + ", " + Name + "_origin, ";
  }
  const std::string Text =
      Op.Type + userParameters({}) + Op.Declaration + KeyType +
      definition("OMPSCAN_CAN_RELOAD", 0) +
      definition("OMPSCAN_HAS_VECTORS", 0) + definition("OMPSCAN_IS_PLAIN", 0) +
      definition("OMPSCAN_SEGMENTS_BY_WARP", areNumbers()) +
      (areNumbers()
           ? definition("OMPSCAN_HAS_KEYS", Keys != nullptr) + "typedef " +
                 (hasFlags() ? "uchar" : "ompscan_S") + " ompscan_mark;\n"
           : std::string()) +
      definition("OMPSCAN_SEGMENTS_BY_RUN", isByRun(Counts)) +
      (Result.empty() ? std::string()
                      : "#define OMPSCAN_RESULT(k) " + Result + "\n") +
      definition("OMPSCAN_USES_BEFORE", UsesBefore) +
      definition("OMPSCAN_PAIR_SIZE", pairSize(Counts)) +
      definition("OMPSCAN_COUNTS", Counts) + "typedef " +
      (markSize(Counts) == 8 ? "ulong" : "uint") +
      " ompscan_count;\n"
      "#define OMPSCAN_COUNT(e) (e).heads.count\n"
      "#define OMPSCAN_VALUE(k) F_in[(long)(k) - F_in_origin]\n"
      "#define OMPSCAN_KEY(k) F_segments[(long)(k) - F_segments_origin]\n"
      // Without a branch around the load, which would delay it.
      "#define OMPSCAN_IS_HEAD(k) (((k) == 0) | " +
      (hasFlags() ? "(OMPSCAN_KEY(k) != 0)"
                  : "!ompscan_same_key(OMPSCAN_KEY(max((ulong)(k), 1ul) - 1), "
                    "OMPSCAN_KEY(k))") +
      ")\n#define OMPSCAN_PARAMETERS " + Parameters +
      "const ompscan_E F_initial, const long ompscan_lower, __global "
      "ompscan_T *F_values, const ulong F_trips\n"
      "#define OMPSCAN_ARGUMENTS " +
      Arguments + "F_initial, ompscan_lower, F_values, F_trips\n" + R"(
typedef union { ompscan_count count; ompscan_E as_large; } ompscan_begins;
typedef struct { ompscan_E value; ompscan_begins heads; } ompscan_T;
typedef char ompscan_pair_size[sizeof(ompscan_T) == OMPSCAN_PAIR_SIZE ? 1 : -1];
static inline ompscan_T ompscan_combine(const ompscan_T a, const ompscan_T b) {
  ompscan_T r = b;
  if (!OMPSCAN_COUNT(b))
    r.value = ompscan_operate(a.value, b.value);
#if OMPSCAN_COUNTS
  OMPSCAN_COUNT(r) += OMPSCAN_COUNT(a);
#else
  OMPSCAN_COUNT(r) |= OMPSCAN_COUNT(a);
#endif
  return r;
}
static inline ompscan_T ompscan_pair(const ompscan_E value, const ompscan_count heads) {
  ompscan_T r;
  r.value = value;
  r.heads.as_large = value;
  OMPSCAN_COUNT(r) = heads;
  return r;
}
)";
  return Text + Functions +
         (Result.empty()
              ? std::string()
              : hook("ompscan_E ompscan_segment_result(OMPSCAN_PARAMETERS, "
                     "const bool is_head, const ompscan_E before, const "
                     "ompscan_E after)",
                     UsesBefore ? "  return is_head ? F_initial : "
                                  "ompscan_operate(F_initial, before);\n"
                                : "  return after;\n")) +
         hook("ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong "
              "ompscan_k)",
              "  return ompscan_pair(OMPSCAN_VALUE(ompscan_k), "
              "OMPSCAN_IS_HEAD(ompscan_k));\n") +
         hook("ompscan_T ompscan_seed(OMPSCAN_PARAMETERS)",
              "  return ompscan_pair(F_initial, 0);\n") +
         hook("void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, "
              "const ompscan_T ompscan_before, const ompscan_T ompscan_after)",
              Output + "  if (ompscan_k + 1 == F_trips)\n"
                       "    F_values[0] = ompscan_after;\n");
}

void Segments::run(const std::string &Text, const std::vector<Array> &Outs,
                   bool IsInPlace, const void *Initial, uint64_t *Count,
                   const std::shared_ptr<Device> &D) const {
  const std::string Whole = templates::Prelude + Text +
                            templates::SegmentKernels + Op.Function + KeyEquals;
  ProgramTraits Traits;
  Traits.CanReload = false;
  if (isByRun(Count != nullptr))
    Traits.SerialItems = segmentItems(Size);
  if (areNumbers()) {
    Traits.SegmentSize = Size;
    Traits.HasKeys = Keys != nullptr;
  }
  const Access Read{OMPSCAN_ACCESS_READ, 0, 1};
  std::vector<unsigned char> Last(Size);
  LaunchDescriptor L{&ProgramText::of(Whole, Traits),
                     Function,
                     pairSize(Count != nullptr),
                     0,
                     OMPSCAN_DEVICE_DEFAULT,
                     {},
                     {},
                     {},
                     {}};
  L.Arrays.push_back({{"in", In, Size, OMPSCAN_MAP_NONE, 0, 0}, {Read}});
  if (IsInPlace)
    L.Arrays.back().Accesses.push_back({OMPSCAN_ACCESS_WRITE, 0, 1});
  L.Arrays.insert(L.Arrays.end(), Outs.begin(), Outs.end());
  L.Arrays.push_back({{"segments", Heads ? Heads : Keys,
                       hasFlags() ? 1 : KeySize, OMPSCAN_MAP_NONE, 0, 0},
                      {Read}});
  std::optional<NoAddresses> Nowhere;
  if (!L.Arrays.back().Base) {
    L.Arrays.back().Base = Nowhere.emplace(N).Begin;
    L.Arrays.back().Begins = &Begins;
  }
  std::vector<unsigned char> Seed(Size);
  if (Initial)
    Seed.assign(static_cast<const unsigned char *>(Initial),
                static_cast<const unsigned char *>(Initial) + Size);
  L.Scalars.push_back(Seed);
  L.IsPrimitive = true;
  L.OnDevice = D;
  // Like a loop with an accumulator, whose caller waits for it.
  if (Count)
    L.Results.push_back({Count, markOffset(true), markSize(true)});
  else
    L.Results.push_back({Last.data(), 0, Size});
  std::vector<uint64_t> Values{N, IsInPlace};
  const auto Add = [&Values](const void *Address) {
    Values.push_back(reinterpret_cast<uintptr_t>(Address));
  };
  for (const Array &A : L.Arrays) {
    Add(A.Base);
    Add(A.Begins);
  }
  Add(L.Results.front().Address);
  // The text is never freed, so that its address identifies the primitive.
  L.Key = {
      {reinterpret_cast<uintptr_t>(L.Text), 0}, Values.data(), Values.size()};
  constexpr uint32_t LongLoop =
      OMPSCAN_RELATION_LT | 64u << OMPSCAN_INDUCTION_BITS_SHIFT;
  L.Range = {0, static_cast<int64_t>(N), 1, LongLoop};
  ResolvedLaunch R;
  offload(L, R);
}

} // namespace ompscan::rt
