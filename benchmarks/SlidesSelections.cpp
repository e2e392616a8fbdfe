//===- SlidesSelections.cpp - Selections, partitions and sorts measured ---===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlidesGroups.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <ompscan/primitives.hpp>

using namespace ompscan::bench;

namespace {

/// The elements, on the device for all that read them, and copied there for
/// what works in place.
struct Selections {
  explicit Selections(const Bench &B)
      : B(B), Host(elements(B.N)), X(Host), Data(B.N), Out(B.N) {}

  void select();
  void unique();
  void uniqueByKey();
  void partition();
  void split();
  void sort();
  void sortLongKeys();
  void order();

  const Bench &B;
  const std::vector<uint32_t> Host;
  Resident<uint32_t> X, Data, Out;
};

void Selections::select() {
  for (const Fraction &F : Fractions) {
    const auto Keep = ompscan::condition("x < limit").with("limit", F.Limit);
    const std::string InPlace = keptName(SelectInPlace, F),
                      Copy = keptName(SelectCopy, F);
    if (!B.wants(InPlace) && !B.wants(Copy))
      continue;
    const std::vector<uint32_t> Wanted =
        filtered(Host, [&](uint32_t E) { return E < F.Limit; });
    uint64_t Kept = 0;
    const uint64_t Bytes = 4 * (B.N + Wanted.size());
    if (B.wants(InPlace))
      B.measure(
          InPlace, B.N, Bytes, [&] { Data.take(X); },
          [&] { Kept = ompscan::select(Data.data(), B.N, Keep); },
          [&] { return Kept == Wanted.size() && beginsWith(Data, Wanted); });
    if (B.wants(Copy))
      B.measure(
          Copy, B.N, Bytes, [] {},
          [&] { Kept = ompscan::copy_if(X.data(), Out.data(), B.N, Keep); },
          [&] { return Kept == Wanted.size() && beginsWith(Out, Wanted); });
  }
}

/// Bits of the elements: every second one begins a run.
std::vector<uint32_t> bitsOf(std::vector<uint32_t> X) {
  for (uint32_t &E : X)
    E &= 1;
  return X;
}

/// Of each run of equal keys the first element.
std::vector<uint32_t> firstOfRuns(const std::vector<uint32_t> &Keys,
                                  const std::vector<uint32_t> &X) {
  std::vector<uint32_t> Wanted(X.size());
  uint64_t Runs = 0;
  for (uint64_t I = 0; I != X.size(); ++I) { // Without branches, as filtered().
    Wanted[Runs] = X[I];
    Runs += I == 0 || Keys[I] != Keys[I - 1];
  }
  Wanted.resize(Runs);
  return Wanted;
}

void Selections::unique() {
  if (!B.wants(UniqueInPlace))
    return;
  const std::vector<uint32_t> HostBits = bitsOf(Host);
  const std::vector<uint32_t> Wanted = firstOfRuns(HostBits, HostBits);
  Resident<uint32_t> Bits(HostBits);
  uint64_t Kept = 0;
  B.measure(
      UniqueInPlace, B.N, 4 * (B.N + Wanted.size()), [&] { Data.take(Bits); },
      [&] { Kept = ompscan::unique(Data.data(), B.N); },
      [&] { return Kept == Wanted.size() && beginsWith(Data, Wanted); });
}

void Selections::uniqueByKey() {
  if (!B.wants(UniqueByKey))
    return;
  const std::vector<uint32_t> HostBits = bitsOf(Host);
  const std::vector<uint32_t> Keys = firstOfRuns(HostBits, HostBits),
                              Values = firstOfRuns(HostBits, Host);
  Resident<uint32_t> Bits(HostBits);
  uint64_t Kept = 0;
  B.measure(
      UniqueByKey, B.N, 8 * (B.N + Keys.size()),
      [&] {
        Data.take(Bits);
        Out.take(X);
      },
      [&] { Kept = ompscan::unique_by_key(Data.data(), Out.data(), B.N); },
      [&] {
        return Kept == Keys.size() && beginsWith(Data, Keys) &&
               beginsWith(Out, Values);
      });
}

/// The elements for which \p Holds answers true, then the others.
template <typename Function>
std::vector<uint32_t> partitioned(const std::vector<uint32_t> &X,
                                  Function Holds) {
  std::vector<uint32_t> Wanted = filtered(X, Holds);
  const std::vector<uint32_t> Rest =
      filtered(X, [&](uint32_t E) { return !Holds(E); });
  Wanted.insert(Wanted.end(), Rest.begin(), Rest.end());
  return Wanted;
}

void Selections::partition() {
  if (!B.wants(PartitionInPlace) && !B.wants(PartitionCopy))
    return;
  const auto Keep = ompscan::condition("x < limit").with("limit", Half.Limit);
  const std::vector<uint32_t> Wanted =
      partitioned(Host, [](uint32_t E) { return E < Half.Limit; });
  if (B.wants(PartitionInPlace))
    B.measure(
        PartitionInPlace, B.N, 8 * B.N, [&] { Data.take(X); },
        [&] { ompscan::partition(Data.data(), B.N, Keep); },
        [&] { return beginsWith(Data, Wanted); });
  if (!B.wants(PartitionCopy))
    return;
  uint64_t Kept = 0;
  B.measure(
      PartitionCopy, B.N, 8 * B.N, [] {},
      [&] {
        Kept = ompscan::partition_copy(X.data(), Out.data(), Data.data(), B.N,
                                       Keep);
      },
      [&] {
        const auto &Front = Out.fetch(), &Rest = Data.fetch();
        return std::equal(Wanted.begin(), Wanted.begin() + Kept,
                          Front.begin()) &&
               std::equal(Wanted.begin() + Kept, Wanted.end(), Rest.begin());
      });
}

void Selections::split() {
  if (!B.wants(SplitInPlace))
    return;
  const std::vector<uint32_t> Wanted =
      partitioned(Host, [](uint32_t E) { return (E & 1) == 0; });
  B.measure(
      SplitInPlace, B.N, 8 * B.N, [&] { Data.take(X); },
      [&] { ompscan::split(Data.data(), B.N, 0); },
      [&] { return beginsWith(Data, Wanted); });
}

void Selections::sort() {
  if (!B.wants(SortKeys) && !B.wants(SortPairs))
    return;
  std::vector<uint32_t> Before(Host);
  for (uint32_t &E : Before)
    E = sortKey(E);
  Resident<uint32_t> Unsorted(Before);
  if (B.wants(SortKeys))
    B.measure(
        SortKeys, B.N, 8 * B.N, [&] { Data.take(Unsorted); },
        [&] { ompscan::radix_sort(Data.data(), B.N); },
        [&] {
          const auto &Keys = Data.fetch();
          return std::is_sorted(Keys.begin(), Keys.end());
        });
  if (!B.wants(SortPairs))
    return;
  std::vector<uint32_t> Numbers(B.N);
  std::iota(Numbers.begin(), Numbers.end(), 0u);
  Resident<uint32_t> Places(std::move(Numbers));
  B.measure(
      SortPairs, B.N, 16 * B.N,
      [&] {
        Data.take(Unsorted);
        Out.take(Places);
      },
      [&] {
        ompscan::radix_sort(Data.data(), B.N, false,
                            ompscan::companion(Out.data()));
      },
      [&] {
        const auto &Keys = Data.fetch(), &Values = Out.fetch();
        // Of many elements some: their places are all over the memory.
        const uint64_t Step = B.N > (1u << 24) ? 61 : 1;
        for (uint64_t I = 0; I < B.N; I += Step)
          if (Values[I] >= B.N || Before[Values[I]] != Keys[I] ||
              (I && (Keys[I] < Keys[I - 1] ||
                     (Keys[I] == Keys[I - 1] && Values[I] < Values[I - 1]))))
            return false;
        return true;
      });
}

void Selections::sortLongKeys() {
  if (!B.wants(SortLongKeys))
    return;
  std::vector<uint64_t> Before;
  Before.reserve(B.N);
  for (uint32_t E : Host)
    Before.push_back(longSortKey(E));
  Resident<uint64_t> Unsorted(std::move(Before)), Keys(B.N);
  B.measure(
      SortLongKeys, B.N, 16 * B.N, [&] { Keys.take(Unsorted); },
      [&] { ompscan::radix_sort(Keys.data(), B.N); },
      [&] {
        const auto &Sorted = Keys.fetch();
        return std::is_sorted(Sorted.begin(), Sorted.end());
      });
}

/// Keys that are read, and not sorted.
void Selections::order() {
  if (!B.wantsAny({TopK, Median, Argsort}))
    return;
  std::vector<uint32_t> Before(Host);
  for (uint32_t &E : Before)
    E = sortKey(E);
  Resident<uint32_t> Keys(Before);
  const uint64_t K = topOf(B.N);
  if (B.wants(TopK)) {
    std::vector<uint32_t> Wanted(Before);
    std::partial_sort(Wanted.begin(), Wanted.begin() + ptrdiff_t(K),
                      Wanted.end(), std::greater<uint32_t>());
    Wanted.resize(K);
    B.measure(
        TopK, B.N, 4 * B.N, [] {},
        [&] { ompscan::top_k(Keys.data(), B.N, K, Out.data(), Data.data()); },
        [&] { return beginsWith(Out, Wanted); });
  }
  if (B.wants(Median)) {
    uint32_t Found = 0;
    std::vector<uint32_t> Wanted(Before);
    const auto Middle = Wanted.begin() + ptrdiff_t(B.N / 2);
    std::nth_element(Wanted.begin(), Middle, Wanted.end());
    B.measure(
        Median, B.N, 4 * B.N, [] {},
        [&] { Found = ompscan::nth_element(Keys.data(), B.N, B.N / 2); },
        [&] { return Found == *Middle; });
  }
  if (B.wants(Argsort))
    B.measure(
        Argsort, B.N, 8 * B.N, [] {},
        [&] { ompscan::argsort(Keys.data(), B.N, Out.data()); },
        [&] {
          const auto &Order = Out.fetch();
          const uint64_t Step = B.N > (1u << 24) ? 61 : 1;
          for (uint64_t I = Step; I < B.N; I += Step) {
            const uint32_t A = Order[I - 1], Z = Order[I];
            if (A >= B.N || Z >= B.N || Before[A] > Before[Z] ||
                (Before[A] == Before[Z] && A > Z))
              return false;
          }
          return true;
        });
}

} // namespace

void ompscan::bench::measureSelections(const Bench &B) {
  bool HasFraction = false;
  for (const Fraction &F : Fractions)
    HasFraction |=
        B.wantsAny({keptName(SelectInPlace, F), keptName(SelectCopy, F)});
  if (!HasFraction &&
      !B.wantsAny({UniqueInPlace, UniqueByKey, PartitionInPlace, PartitionCopy,
                   SplitInPlace, SortKeys, SortPairs, SortLongKeys, TopK,
                   Median, Argsort}))
    return; // There is nothing to make data for.
  Selections S(B);
  S.select();
  S.unique();
  S.uniqueByKey();
  S.partition();
  S.split();
  S.sort();
  S.sortLongKeys();
  S.order();
}
