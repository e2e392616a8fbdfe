//===- SlidesCpu.cpp - Sequential C++ in the place of primitives ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-slides-cpu LOG2 [PART-OF-A-NAME]
///
/// The sequential C++ algorithm of each primitive: of the standard library
/// where it has one, else the plain loop. Times are wall-clock times.
///
//===----------------------------------------------------------------------===//

#include "HostClock.h"
#include "Report.h"
#include "Slides.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <numeric>

using namespace ompscan::bench;

namespace {

class Bench {
public:
  Bench(unsigned Log2, std::string Part)
      : N(uint64_t(1) << Log2), Part(std::move(Part)) {}

  /// \p Call works on what \p Prepare has set, and tells by its answer what it
  /// has found, so that no compiler leaves it out.
  void measure(const std::string &Name, uint64_t Count, uint64_t Bytes,
               const std::function<void()> &Prepare,
               const std::function<uint64_t()> &Call) {
    if (Name.find(Part) == std::string::npos)
      return;
    report(Name.c_str(), "sequential C++", Count, Bytes,
           timesOf(Prepare, [&] { Found = Found + Call(); }));
  }

  bool wants(const char *Name) const {
    return std::string(Name).find(Part) != std::string::npos;
  }

  const uint64_t N;

private:
  std::string Part;
  volatile uint64_t Found = 0;
};

using Elements = std::vector<uint32_t>;
const auto Nothing = [] {};

void selections(Bench &B, const Elements &X) {
  Elements Data(B.N), Out(B.N), Bits(X);
  for (const Fraction &F : Fractions) {
    const auto Kept = std::count_if(X.begin(), X.end(),
                                    [&](uint32_t E) { return E < F.Limit; });
    const uint64_t Bytes = 4 * (B.N + static_cast<uint64_t>(Kept));
    B.measure(
        keptName(SelectInPlace, F), B.N, Bytes, [&] { Data = X; },
        [&] {
          return std::remove_if(Data.begin(), Data.end(),
                                [&](uint32_t E) { return E >= F.Limit; }) -
                 Data.begin();
        });
    B.measure(keptName(SelectCopy, F), B.N, Bytes, Nothing, [&] {
      return std::copy_if(X.begin(), X.end(), Out.begin(),
                          [&](uint32_t E) { return E < F.Limit; }) -
             Out.begin();
    });
  }
  for (uint32_t &E : Bits)
    E &= 1;
  uint64_t Runs = 1;
  for (uint64_t I = 1; I != B.N; ++I)
    Runs += Bits[I] != Bits[I - 1];
  B.measure(
      UniqueInPlace, B.N, 4 * (B.N + Runs), [&] { Data = Bits; },
      [&] { return std::unique(Data.begin(), Data.end()) - Data.begin(); });
  B.measure(
      UniqueByKey, B.N, 8 * (B.N + Runs),
      [&] {
        Data = Bits;
        Out = X;
      },
      [&] {
        uint64_t K = 1;
        for (uint64_t I = 1; I != B.N; ++I)
          if (Data[I] != Data[K - 1]) {
            Data[K] = Data[I];
            Out[K++] = Out[I];
          }
        return K;
      });
}

void partitions(Bench &B, const Elements &X) {
  Elements Data(B.N), Out(B.N);
  const auto Holds = [](uint32_t E) { return E < Half.Limit; };
  B.measure(
      PartitionInPlace, B.N, 8 * B.N, [&] { Data = X; },
      [&] {
        return std::stable_partition(Data.begin(), Data.end(), Holds) -
               Data.begin();
      });
  B.measure(PartitionCopy, B.N, 8 * B.N, Nothing, [&] {
    return std::partition_copy(X.begin(), X.end(), Out.begin(), Data.begin(),
                               Holds)
               .first -
           Out.begin();
  });
  B.measure(
      SplitInPlace, B.N, 8 * B.N, [&] { Data = X; },
      [&] {
        return std::stable_partition(Data.begin(), Data.end(),
                                     [](uint32_t E) { return !(E & 1); }) -
               Data.begin();
      });
}

/// Sorts \p Keys together with their numbers, which stand below them in an
/// integer: one sort of both is a stable one of the keys.
void sortWithNumbers(Bench &B, const char *Name, uint64_t Bytes,
                     const Elements &Keys) {
  std::vector<uint64_t> Pairs(B.wants(Name) ? B.N : 0);
  B.measure(
      Name, B.N, Bytes,
      [&] {
        for (uint64_t I = 0; I != B.N; ++I)
          Pairs[I] = uint64_t(Keys[I]) << 32 | I;
      },
      [&] {
        std::sort(Pairs.begin(), Pairs.end());
        return Pairs[B.N / 2];
      });
}

void sorts(Bench &B, const Elements &X) {
  if (!B.wants(SortKeys) && !B.wants(SortPairs))
    return;
  Elements Before(X), Keys;
  for (uint32_t &E : Before)
    E = sortKey(E);
  B.measure(
      SortKeys, B.N, 8 * B.N, [&] { Keys = Before; },
      [&] {
        std::sort(Keys.begin(), Keys.end());
        return Keys[B.N / 2];
      });
  sortWithNumbers(B, SortPairs, 16 * B.N, Before);
}

void orders(Bench &B, const Elements &X) {
  if (!B.wants(TopK) && !B.wants(Median) && !B.wants(Argsort))
    return;
  Elements Before(X), Keys;
  for (uint32_t &E : Before)
    E = sortKey(E);
  B.measure(
      TopK, B.N, 4 * B.N, [&] { Keys = Before; },
      [&] {
        std::partial_sort(Keys.begin(),
                          Keys.begin() + static_cast<ptrdiff_t>(topOf(B.N)),
                          Keys.end(), std::greater<uint32_t>());
        return Keys[0];
      });
  B.measure(
      Median, B.N, 4 * B.N, [&] { Keys = Before; },
      [&] {
        const auto Middle = Keys.begin() + static_cast<ptrdiff_t>(B.N / 2);
        std::nth_element(Keys.begin(), Middle, Keys.end());
        return *Middle;
      });
  sortWithNumbers(B, Argsort, 8 * B.N, Before);
}

template <typename T>
void pads(Bench &B, const char *Name, const char *BackName) {
  if (!B.wants(Name) && !(BackName && B.wants(BackName)))
    return;
  const uint64_t Rows = std::max<uint64_t>(B.N / PadPitch, 1),
                 Flat = Rows * PadColumns, Wide = Rows * PadPitch;
  std::vector<T> Data(Wide, T(1));
  B.measure(Name, Flat, (Flat + Wide) * sizeof(T), Nothing, [&] {
    for (uint64_t R = Rows; R-- != 0;) {
      std::memmove(&Data[R * PadPitch], &Data[R * PadColumns],
                   PadColumns * sizeof(T));
      Data[R * PadPitch + PadColumns] = T(-1);
    }
    return static_cast<uint64_t>(Data[Wide / 2] != 0);
  });
  if (BackName)
    B.measure(BackName, Flat, 2 * Flat * sizeof(T), Nothing, [&] {
      for (uint64_t R = 1; R < Rows; ++R)
        std::memmove(&Data[R * PadColumns], &Data[R * PadPitch],
                     PadColumns * sizeof(T));
      return static_cast<uint64_t>(Data[Flat / 2] != 0);
    });
}

void shifts(Bench &B, const Elements &X) {
  Elements Data(X);
  Data.resize(B.N + GapLength);
  const auto Move = [&](uint64_t To, uint64_t From, uint64_t Count) {
    std::memmove(&Data[To], &Data[From], 4 * Count);
    return Data[B.N / 2];
  };
  B.measure(ShiftInPlace, B.N, 8 * B.N, Nothing,
            [&] { return Move(1, 0, B.N - 1); });
  B.measure(InsertGap, B.N, 8 * B.N, Nothing, [&] {
    const uint32_t Some = Move(GapLength, 0, B.N);
    std::fill_n(Data.begin(), GapLength, 0u);
    return Some;
  });
  if (B.N > GapLength)
    B.measure(EraseRange, B.N, 8 * (B.N - GapLength), Nothing,
              [&] { return Move(0, GapLength, B.N - GapLength); });
}

void reductions(Bench &B, const Elements &X, const Elements &Keys) {
  Elements Out(B.N), OutKeys(runsOf(B.N));
  B.measure(ReduceSum, B.N, 4 * B.N, Nothing,
            [&] { return std::accumulate(X.begin(), X.end(), 0u); });
  B.measure(ReduceAffine, B.N / 2, 8 * (B.N / 2), Nothing, [&] {
    uint32_t A = 1, C = 0;
    for (uint64_t I = 0; I + 1 < B.N; I += 2) {
      C = (X[I] | 1) * C + X[I + 1];
      A *= X[I] | 1;
    }
    return A + C;
  });
  for (const bool IsShort : {true, false}) {
    const uint64_t Length = IsShort ? RunLength : longSegment(B.N);
    B.measure(IsShort ? SegmentedReduceShort : SegmentedReduceLong, B.N,
              segmentedReduceBytes(B.N, (B.N + Length - 1) / Length), Nothing,
              [&] {
                for (uint64_t I = 0, S = 0; I < B.N; I += Length, ++S)
                  Out[S] = std::accumulate(
                      X.begin() + I, X.begin() + std::min(I + Length, B.N), 0u);
                return Out[0];
              });
  }
  B.measure(ReduceByKey, B.N, reduceByKeyBytes(B.N), Nothing, [&] {
    uint64_t K = 0;
    OutKeys[0] = Keys[0];
    Out[0] = X[0];
    for (uint64_t I = 1; I != B.N; ++I)
      if (Keys[I] == OutKeys[K]) {
        Out[K] += X[I];
      } else {
        OutKeys[++K] = Keys[I];
        Out[K] = X[I];
      }
    return K;
  });
  std::vector<uint64_t> Lengths(runsOf(B.N));
  B.measure(RunLengths, B.N, runLengthBytes(B.N), Nothing, [&] {
    uint64_t K = 0;
    OutKeys[0] = Keys[0];
    Lengths[0] = 1;
    for (uint64_t I = 1; I != B.N; ++I)
      if (Keys[I] == OutKeys[K]) {
        ++Lengths[K];
      } else {
        OutKeys[++K] = Keys[I];
        Lengths[K] = 1;
      }
    return K;
  });
  B.measure(Histogram, B.N, 4 * B.N, Nothing, [&] {
    uint64_t Counts[Bins] = {};
    for (uint32_t E : X)
      ++Counts[E / (HistogramEnd / Bins)];
    return Counts[0];
  });
}

void scans(Bench &B, const Elements &X, const Elements &Keys) {
  Elements Out(B.N);
  B.measure(ScanSum, B.N, 8 * B.N, Nothing, [&] {
    std::partial_sum(X.begin(), X.end(), Out.begin());
    return Out.back();
  });
  std::vector<unsigned char> Flags(B.N);
  for (uint64_t I = 0; I < B.N; I += RunLength)
    Flags[I] = 1;
  B.measure(SegmentedScanFlags, B.N, 9 * B.N, Nothing, [&] {
    uint32_t Sum = 0;
    for (uint64_t I = 0; I != B.N; ++I)
      Out[I] = Sum = (Flags[I] ? 0 : Sum) + X[I];
    return Out.back();
  });
  std::vector<size_t> Offsets;
  for (uint64_t I = 0; I < B.N; I += RunLength)
    Offsets.push_back(I);
  B.measure(SegmentedScanOffsets, B.N, scanByOffsetsBytes(B.N), Nothing, [&] {
    for (size_t S = 0; S != Offsets.size(); ++S) {
      const uint64_t End = S + 1 == Offsets.size() ? B.N : Offsets[S + 1];
      uint32_t Sum = 0;
      for (uint64_t I = Offsets[S]; I != End; ++I)
        Out[I] = Sum += X[I];
    }
    return Out.back();
  });
  B.measure(SegmentedScanKeys, B.N, 12 * B.N, Nothing, [&] {
    uint32_t Sum = Out[0] = X[0];
    for (uint64_t I = 1; I != B.N; ++I)
      Out[I] = Sum = (Keys[I] == Keys[I - 1] ? Sum : 0) + X[I];
    return Out.back();
  });
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2 || std::atoi(Values[1]) < 1 || std::atoi(Values[1]) > 32) {
    std::fprintf(stderr, "usage: ompscan-bench-slides-cpu LOG2 [NAME]\n");
    return 2;
  }
  Bench B(static_cast<unsigned>(std::atoi(Values[1])),
          Count > 2 ? Values[2] : "");
  const Elements X = elements(B.N);
  Elements Keys(B.N);
  for (uint64_t I = 0; I != B.N; ++I)
    Keys[I] = slideKey(I);
  selections(B, X);
  partitions(B, X);
  sorts(B, X);
  orders(B, X);
  pads<float>(B, PadFloat, UnpadFloat);
  pads<double>(B, PadDouble, nullptr);
  shifts(B, X);
  reductions(B, X, Keys);
  scans(B, X, Keys);
  return 0;
}
