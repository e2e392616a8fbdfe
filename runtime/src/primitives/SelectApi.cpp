//===- SelectApi.cpp - Functions that select elements ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompscan/primitives.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "primitives/Select.h"
#include "primitives/host/Masks.h"
#include "support/Export.h"
#include <optional>
#include <utility>

namespace ompscan::rt {

namespace {

/// The parameters of ompscan_keep.
constexpr const char *KeepParameters =
    "const ompscan_E e, const ompscan_E previous, "
    "__global const uchar *flags, const ulong k";

std::string keepFunction(const std::string &Answer) {
  return std::string("static inline uint ompscan_keep(") + KeepParameters +
         " OMPSCAN_USER_PARAMETERS) {\n  return " + Answer + ";\n}\n";
}

/// The arguments that all functions have.
struct Given {
  const char *Function;
  const void *In;
  void *Out;
  uint64_t N;
  uint64_t Size;
  const ompscan_companion *Values;
  size_t *Kept;
  /// The destination of rejected elements, in partitions that have one.
  void *Rejected = nullptr;
  bool HasRejected = false;
};

void describe(Selection &S, const Given &G) {
  S.Function = G.Function;
  S.N = G.N;
  S.Main = {G.In, G.Out, G.Rejected, G.Size};
  S.HasRejected = G.HasRejected;
  if (const ompscan_companion *C = G.Values)
    S.Values = {C->data, G.In == G.Out ? C->data : C->out,
                G.Rejected ? C->out_rest : nullptr, C->element_size};
}

/// Does the selection that \p Complete makes of the arguments.
template <typename Function> int select(const Given &G, Function Complete) {
  Selection S;
  uint64_t Kept = 0;
  const int Status = perform(
      G.Function,
      [&](OperandCheck &Check) {
        describe(S, G);
        Complete(S);
        checkArrays(S, std::nullopt, Check);
        return S.N == 0 || S.MarkOnHost;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (G.N)
          Kept = selectOnDevice(S, D);
      },
      [&] {
        if (G.N)
          Kept = selectOnHost(S);
      });
  if (Status == OMPSCAN_SUCCESS && G.Kept)
    *G.Kept = Kept;
  return Status;
}

/// Calls select() for a function that copies to another array.
template <typename Function> int selectTo(const Given &G, Function Complete) {
  return select(G, [&](Selection &S) {
    if (G.N && G.In && G.In == G.Out)
      refuse("in and out overlap");
    Complete(S);
  });
}

void checkPredicate(const ompscan_predicate *P) {
  if (!P)
    refuse("the predicate is a null pointer");
  if (isMissing(P->type) || isMissing(P->text))
    refuse("the predicate has no type or no text");
  checkBrackets("the predicate", P->text);
}

/// Keeps elements for which \p P holds, or does not hold.
void keepIf(Selection &S, const ompscan_predicate *P, bool IsNegated) {
  checkPredicate(P);
  S.UserValues = valuesOf(*P, "x");
  S.Type = userType("ompscan_E", P->type, S.Main.Size);
  S.Keep =
      predicateFunction("ompscan_holds", "const ompscan_E x", *P, IsNegated) +
      keepFunction("ompscan_holds(e OMPSCAN_USER_ARGUMENTS)");
}

void keepFlagged(Selection &S, const unsigned char *Flags) {
  if (!Flags && S.N)
    refuse("flags is a null pointer");
  S.Flags = Flags;
  S.Type = opaqueType("ompscan_E", S.Main.Size);
  S.Keep = keepFunction("flags[k] != 0");
  S.MarkOnHost = [&S](uint64_t Begin, uint64_t Count, unsigned char *Mask) {
    markFlagged(S.Flags + Begin, Count, Mask);
  };
}

void dropEqual(Selection &S, const char *Type, const void *Value) {
  if (!Value)
    refuse("value is a null pointer");
  const ompscan_predicate Equal{Type, nullptr, nullptr, nullptr, 0};
  const ompscan_predicate *By = Type ? &Equal : nullptr;
  S.Type = equalityType("ompscan_E", S.Main.Size, By);
  S.Keep = equalityFunction("ompscan_E", "ompscan_equals", S.Main.Size, By);
  const auto *Bytes = static_cast<const unsigned char *>(Value);
  S.UserValues = {{"ompscan_E", "value", {Bytes, Bytes + S.Main.Size}}};
  S.Keep += keepFunction("!ompscan_equals(e, F_value OMPSCAN_USER_ARGUMENTS)");
  if (const HostEquality Equality = hostEquality(Type, S.Main.Size))
    // A copy, since the value may be one of the elements.
    S.MarkOnHost = [&S, Equality](uint64_t Begin, uint64_t Count,
                                  unsigned char *Mask) {
      Equality.DiffersFrom(S.UserValues[0].Bytes.data(), S.Main.In, Begin,
                           Count, S.Main.Size, Mask);
    };
}

void keepZeroBit(Selection &S, unsigned Bit) {
  const uint64_t Size = S.Main.Size;
  if (Size != 1 && Size != 2 && Size != 4 && Size != 8)
    refuse("elements of " + std::to_string(Size) +
           " bytes are not unsigned integers; use 1, 2, 4 or 8");
  if (Bit >= 8 * Size)
    refuse("elements of " + std::to_string(Size) + " bytes have no bit " +
           std::to_string(Bit));
  S.Type = opaqueType("ompscan_E", Size);
  const uint32_t Value = Bit;
  const auto *Bytes = reinterpret_cast<const unsigned char *>(&Value);
  S.UserValues = {{"uint", "bit", {Bytes, Bytes + sizeof Value}}};
  S.Keep = keepFunction("!((ulong)e >> F_bit & 1ul)");
  S.MarkOnHost = [&S, Bit, Size](uint64_t Begin, uint64_t Count,
                                 unsigned char *Mask) {
    markZeroBits(S.Main.In, Begin, Count, Size, Bit, Mask);
  };
}

} // namespace

void keepUnique(Selection &S, const ompscan_predicate *Equal) {
  S.HasPrevious = true;
  S.Type = equalityType("ompscan_E", S.Main.Size, Equal);
  S.Keep = equalityFunction("ompscan_E", "ompscan_equals", S.Main.Size, Equal) +
           keepFunction("k == 0 || !ompscan_equals(previous, e "
                        "OMPSCAN_USER_ARGUMENTS)");
  if (Equal && Equal->text) {
    S.UserValues = valuesOf(*Equal, "xy");
  } else if (const HostEquality Equality =
                 hostEquality(Equal ? Equal->type : nullptr, S.Main.Size)) {
    S.MarkOnHost = [&S, Equality](uint64_t Begin, uint64_t Count,
                                  unsigned char *Mask) {
      Equality.DiffersFromPrevious(S.Main.In, Begin, Count, S.Main.Size, Mask);
    };
  }
}

} // namespace ompscan::rt

using namespace ompscan::rt;

extern "C" {

OMPSCAN_EXPORT int ompscan_select(void *data, size_t n, size_t element_size,
                                  const ompscan_predicate *keep,
                                  const ompscan_companion *companion,
                                  size_t *kept) {
  return select({__func__, data, data, n, element_size, companion, kept},
                [&](Selection &S) { keepIf(S, keep, false); });
}

OMPSCAN_EXPORT int ompscan_remove_if(void *data, size_t n, size_t element_size,
                                     const ompscan_predicate *drop,
                                     const ompscan_companion *companion,
                                     size_t *kept) {
  return select({__func__, data, data, n, element_size, companion, kept},
                [&](Selection &S) { keepIf(S, drop, true); });
}

OMPSCAN_EXPORT int ompscan_copy_if(const void *in, void *out, size_t n,
                                   size_t element_size,
                                   const ompscan_predicate *keep,
                                   const ompscan_companion *companion,
                                   size_t *kept) {
  return selectTo({__func__, in, out, n, element_size, companion, kept},
                  [&](Selection &S) { keepIf(S, keep, false); });
}

OMPSCAN_EXPORT int ompscan_select_flagged(void *data,
                                          const unsigned char *flags, size_t n,
                                          size_t element_size,
                                          const ompscan_companion *companion,
                                          size_t *kept) {
  return select({__func__, data, data, n, element_size, companion, kept},
                [&](Selection &S) { keepFlagged(S, flags); });
}

OMPSCAN_EXPORT int ompscan_copy_flagged(const void *in, void *out,
                                        const unsigned char *flags, size_t n,
                                        size_t element_size,
                                        const ompscan_companion *companion,
                                        size_t *kept) {
  return selectTo({__func__, in, out, n, element_size, companion, kept},
                  [&](Selection &S) { keepFlagged(S, flags); });
}

OMPSCAN_EXPORT int ompscan_remove(void *data, size_t n, size_t element_size,
                                  const char *type, const void *value,
                                  const ompscan_companion *companion,
                                  size_t *kept) {
  return select({__func__, data, data, n, element_size, companion, kept},
                [&](Selection &S) { dropEqual(S, type, value); });
}

OMPSCAN_EXPORT int ompscan_unique(void *data, size_t n, size_t element_size,
                                  const ompscan_predicate *equal,
                                  const ompscan_companion *companion,
                                  size_t *kept) {
  return select({__func__, data, data, n, element_size, companion, kept},
                [&](Selection &S) { keepUnique(S, equal); });
}

OMPSCAN_EXPORT int ompscan_unique_copy(const void *in, void *out, size_t n,
                                       size_t element_size,
                                       const ompscan_predicate *equal,
                                       const ompscan_companion *companion,
                                       size_t *kept) {
  return selectTo({__func__, in, out, n, element_size, companion, kept},
                  [&](Selection &S) { keepUnique(S, equal); });
}

OMPSCAN_EXPORT int ompscan_unique_by_key(void *keys, void *values, size_t n,
                                         size_t key_size, size_t value_size,
                                         const ompscan_predicate *equal,
                                         size_t *kept) {
  const ompscan_companion Values{values, value_size, nullptr, nullptr};
  return select({__func__, keys, keys, n, key_size, &Values, kept},
                [&](Selection &S) { keepUnique(S, equal); });
}

OMPSCAN_EXPORT int ompscan_partition(void *data, size_t n, size_t element_size,
                                     const ompscan_predicate *first,
                                     const ompscan_companion *companion,
                                     size_t *kept) {
  return select(
      {__func__, data, data, n, element_size, companion, kept, nullptr, true},
      [&](Selection &S) { keepIf(S, first, false); });
}

OMPSCAN_EXPORT int ompscan_partition_copy(const void *in, void *out, void *rest,
                                          size_t n, size_t element_size,
                                          const ompscan_predicate *first,
                                          const ompscan_companion *companion,
                                          size_t *kept) {
  return selectTo(
      {__func__, in, out, n, element_size, companion, kept, rest, true},
      [&](Selection &S) { keepIf(S, first, false); });
}

OMPSCAN_EXPORT int ompscan_split(void *data, size_t n, size_t element_size,
                                 unsigned bit,
                                 const ompscan_companion *companion,
                                 size_t *kept) {
  return select(
      {__func__, data, data, n, element_size, companion, kept, nullptr, true},
      [&](Selection &S) { keepZeroBit(S, bit); });
}

} // extern "C"
