//===- Slides.cpp - The primitives, measured ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-slides LOG2 [PART-OF-A-NAME]
///
/// Calls every primitive on 2^LOG2 elements, checks what it gives against a
/// sequential loop, and reports the times of its kernels: from the begin of the
/// first one to the end of the last.
///
//===----------------------------------------------------------------------===//

#include "SlidesBench.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <ompscan/ompscan.h>
#include <ompscan/primitives.hpp>

using namespace ompscan::bench;

namespace {

void select(const Bench &B, const std::vector<uint32_t> &X) {
  std::vector<uint32_t> Data, Out(B.N), Wanted;
  for (const Fraction &F : Fractions) {
    const auto Keep = ompscan::condition("x < limit").with("limit", F.Limit);
    uint64_t Kept = 0;
    const std::string Names[] = {keptName(SelectInPlace, F),
                                 keptName(SelectCopy, F)};
    if (!B.wants(Names[0]) && !B.wants(Names[1]))
      continue;
    Wanted.clear();
    std::copy_if(X.begin(), X.end(), std::back_inserter(Wanted),
                 [&](uint32_t E) { return E < F.Limit; });
    const auto IsRight = [&](const std::vector<uint32_t> &Have) {
      return Kept == Wanted.size() &&
             std::equal(Wanted.begin(), Wanted.end(), Have.begin());
    };
    const uint64_t Bytes = 4 * (B.N + Wanted.size());
    if (B.wants(Names[0]))
      B.measure(
          Names[0], B.N, Bytes, [&] { Data = X; },
          [&] { Kept = ompscan::select(Data.data(), B.N, Keep); },
          [&] { return IsRight(Data); });
    if (B.wants(Names[1]))
      B.measure(
          Names[1], B.N, Bytes, [] {},
          [&] { Kept = ompscan::copy_if(X.data(), Out.data(), B.N, Keep); },
          [&] { return IsRight(Out); });
  }
}

void partition(const Bench &B, const std::vector<uint32_t> &X) {
  if (!B.wants(PartitionInPlace) && !B.wants(PartitionCopy))
    return;
  const uint32_t Limit = Half.Limit;
  const auto Keep = ompscan::condition("x < limit").with("limit", Limit);
  std::vector<uint32_t> Data, Out(B.N), Wanted;
  const auto Holds = [&](uint32_t E) { return E < Limit; };
  std::copy_if(X.begin(), X.end(), std::back_inserter(Wanted), Holds);
  std::remove_copy_if(X.begin(), X.end(), std::back_inserter(Wanted), Holds);
  if (B.wants(PartitionInPlace))
    B.measure(
        PartitionInPlace, B.N, 8 * B.N, [&] { Data = X; },
        [&] { ompscan::partition(Data.data(), B.N, Keep); },
        [&] { return Data == Wanted; });
  if (!B.wants(PartitionCopy))
    return;
  Data.resize(B.N);
  uint64_t Kept = 0;
  B.measure(
      PartitionCopy, B.N, 8 * B.N, [] {},
      [&] {
        Kept = ompscan::partition_copy(X.data(), Out.data(), Data.data(), B.N,
                                       Keep);
      },
      [&] {
        return std::equal(Out.begin(), Out.begin() + Kept, Wanted.begin()) &&
               std::equal(Wanted.begin() + Kept, Wanted.end(), Data.begin());
      });
}

void unique(const Bench &B, const std::vector<uint32_t> &X) {
  if (!B.wants(UniqueInPlace))
    return;
  std::vector<uint32_t> Bits(X), Data, Wanted;
  for (uint32_t &E : Bits)
    E &= 1;
  std::unique_copy(Bits.begin(), Bits.end(), std::back_inserter(Wanted));
  uint64_t Kept = 0;
  B.measure(
      UniqueInPlace, B.N, 4 * (B.N + Wanted.size()), [&] { Data = Bits; },
      [&] { Kept = ompscan::unique(Data.data(), B.N); },
      [&] {
        return Kept == Wanted.size() &&
               std::equal(Wanted.begin(), Wanted.end(), Data.begin());
      });
}

template <typename T>
void pad(const Bench &B, const char *Name, const char *BackName) {
  if (!B.wants(Name) && !(BackName && B.wants(BackName)))
    return;
  const uint64_t Rows = std::max<uint64_t>(B.N / PadPitch, 1);
  std::vector<T> Flat(Rows * PadColumns), Wide(Rows * PadPitch, T(-1)), Data;
  for (uint64_t I = 0; I != Flat.size(); ++I) {
    Flat[I] = static_cast<T>(slideElement(I));
    Wide[I / PadColumns * PadPitch + I % PadColumns] = Flat[I];
  }
  const uint64_t Bytes = (Flat.size() + Wide.size()) * sizeof(T);
  if (B.wants(Name))
    B.measure(
        Name, Flat.size(), Bytes,
        [&] {
          Data = Flat;
          Data.resize(Wide.size());
        },
        [&] { ompscan::pad(Data.data(), Rows, PadColumns, PadPitch, T(-1)); },
        [&] { return Data == Wide; });
  if (BackName && B.wants(BackName))
    B.measure(
        BackName, Flat.size(), 2 * Flat.size() * sizeof(T),
        [&] { Data = Wide; },
        [&] { ompscan::unpad(Data.data(), Rows, PadColumns, PadPitch); },
        [&] { return std::equal(Flat.begin(), Flat.end(), Data.begin()); });
}

void shift(const Bench &B, const std::vector<uint32_t> &X) {
  if (!B.wants(ShiftInPlace))
    return;
  std::vector<uint32_t> Data;
  B.measure(
      ShiftInPlace, B.N, 8 * B.N, [&] { Data = X; },
      [&] { ompscan::shift(Data.data(), B.N, 1); },
      [&] {
        return Data[0] == 0 &&
               std::equal(Data.begin() + 1, Data.end(), X.begin());
      });
}

struct Map {
  uint32_t A, B;
};

void reduce(const Bench &B, const std::vector<uint32_t> &X) {
  if (B.wants(ReduceSum)) {
    uint32_t Sum = 0;
    B.measure(
        ReduceSum, B.N, 4 * B.N, [] {},
        [&] { Sum = ompscan::reduce(X.data(), B.N, 0u); },
        [&] { return Sum == std::accumulate(X.begin(), X.end(), 0u); });
  }
  if (!B.wants(ReduceAffine))
    return;
  std::vector<Map> Maps(B.N / 2);
  Map Wanted{1, 0}, Found{};
  for (uint64_t I = 0; I != Maps.size(); ++I) {
    Maps[I] = {X[2 * I] | 1, X[2 * I + 1]};
    Wanted = {Maps[I].A * Wanted.A, Maps[I].A * Wanted.B + Maps[I].B};
  }
  const ompscan_predicate Compose{
      "struct { uint a, b; }", "compose(x, y)",
      "ompscan_E compose(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r; r.a = y.a * x.a; r.b = y.a * x.b + y.b; return r; }",
      nullptr, 0};
  B.measure(
      ReduceAffine, Maps.size(), 8 * Maps.size(), [] {},
      [&] {
        ompscan_reduce(Maps.data(), Maps.size(), sizeof(Map), &Compose, nullptr,
                       &Found);
      },
      [&] { return Found.A == Wanted.A && Found.B == Wanted.B; });
}

void sort(const Bench &B, const std::vector<uint32_t> &X) {
  std::vector<uint32_t> Keys, Values;
  // All bytes of a key differ.
  std::vector<uint32_t> Before(X);
  for (uint32_t &E : Before)
    E *= 2654435761u;
  if (B.wants(SortKeys))
    B.measure(
        SortKeys, B.N, 8 * B.N, [&] { Keys = Before; },
        [&] { ompscan::radix_sort(Keys.data(), B.N); },
        [&] { return std::is_sorted(Keys.begin(), Keys.end()); });
  if (!B.wants(SortPairs))
    return;
  std::vector<uint32_t> Places(B.N);
  std::iota(Places.begin(), Places.end(), 0u);
  B.measure(
      SortPairs, B.N, 16 * B.N,
      [&] {
        Keys = Before;
        Values = Places;
      },
      [&] {
        ompscan::radix_sort(Keys.data(), B.N, false,
                            ompscan::companion(Values.data()));
      },
      [&] {
        for (uint64_t I = 0; I != B.N; ++I)
          if (Before[Values[I]] != Keys[I] ||
              (I && (Keys[I] < Keys[I - 1] ||
                     (Keys[I] == Keys[I - 1] && Values[I] < Values[I - 1]))))
            return false;
        return true;
      });
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2 || std::atoi(Values[1]) < 1 || std::atoi(Values[1]) > 32) {
    std::fprintf(stderr, "usage: ompscan-bench-slides LOG2 [NAME]\n");
    return 2;
  }
  // Kernels are timed.
  setenv("OMPSCAN_REPEAT", "1", /*overwrite=*/1);
  const Bench B(static_cast<unsigned>(std::atoi(Values[1])),
                Count > 2 ? Values[2] : "");
  char Name[256] = "";
  if (ompscan_get_device_name(0, Name, sizeof Name) > 0)
    inform("device 0", Name);
  try {
    const std::vector<uint32_t> X = elements(B.N);
    select(B, X);
    unique(B, X);
    partition(B, X);
    pad<float>(B, PadFloat, UnpadFloat);
    pad<double>(B, PadDouble, nullptr);
    shift(B, X);
    reduce(B, X);
    sort(B, X);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "ompscan-bench-slides: %s\n", E.what());
    return 1;
  }
  return 0;
}
