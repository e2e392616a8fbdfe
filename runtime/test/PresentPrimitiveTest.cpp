//===- PresentPrimitiveTest.cpp - Primitives on mapped data ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "device/Devices.h"
#include "ompscan/data.h"
#include "ompscan/primitives.hpp"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace ompscan::rt;

namespace {

constexpr uint32_t Spoilt = 0xDEADBEEF;
constexpr size_t N = 5000;

/// An array that is mapped, and whose host side holds something else.
class Mapped {
public:
  explicit Mapped(const std::vector<uint32_t> &Values) : Host(Values) {
    EXPECT_EQ(
        ompscan_map(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes(), OMPSCAN_TO),
        OMPSCAN_SUCCESS)
        << ompscan_last_error();
    std::fill(Host.begin(), Host.end(), Spoilt);
  }
  ~Mapped() {
    ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes(),
                  OMPSCAN_RELEASE);
  }
  Mapped(const Mapped &) = delete;

  uint32_t *data() { return Host.data(); }
  /// Nothing has come back, except where the program asks for it now.
  std::vector<uint32_t> fetch() {
    EXPECT_EQ(std::count(Host.begin(), Host.end(), Spoilt), int64_t(N));
    EXPECT_EQ(ompscan_update_from(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes()),
              OMPSCAN_SUCCESS)
        << ompscan_last_error();
    return Host;
  }

private:
  size_t bytes() const { return Host.size() * sizeof(uint32_t); }
  std::vector<uint32_t> Host;
};

std::vector<uint32_t> someValues() {
  std::vector<uint32_t> V(N);
  for (size_t I = 0; I != N; ++I)
    V[I] = uint32_t(I * 2654435761u) % 97;
  return V;
}

TEST(SelectPresent, InPlace) {
  std::vector<uint32_t> Expected = someValues();
  Mapped Data(Expected);
  const uint32_t Value = 3;
  size_t Kept = 0;
  EXPECT_DONE(ompscan_remove(Data.data(), N, sizeof(uint32_t), "uint", &Value,
                             nullptr, &Kept));
  Expected.erase(std::remove(Expected.begin(), Expected.end(), Value),
                 Expected.end());
  ASSERT_EQ(Kept, Expected.size());
  std::vector<uint32_t> Got = Data.fetch();
  Got.resize(Kept);
  EXPECT_EQ(Got, Expected);
}

/// Where they are and, from a border that no buffer may have, in a copy.
TEST(SelectPresent, Partition) {
  for (size_t From : {size_t(0), size_t(7)})
    for (uint32_t Limit : {0u, 10u, 48u, 97u}) {
      std::vector<uint32_t> Expected = someValues();
      Mapped Data(Expected);
      const ompscan_argument Argument{"uint", "limit", &Limit, sizeof Limit};
      const ompscan_predicate First{"uint", "x < limit", nullptr, &Argument, 1};
      size_t Kept = 0;
      EXPECT_DONE(ompscan_partition(Data.data() + From, N - From,
                                    sizeof(uint32_t), &First, nullptr, &Kept));
      const auto Holds = [&](uint32_t X) { return X < Limit; };
      std::vector<uint32_t> Rest;
      std::remove_copy_if(Expected.begin() + From, Expected.end(),
                          std::back_inserter(Rest), Holds);
      EXPECT_EQ(Kept, N - From - Rest.size());
      Expected.erase(std::remove_if(Expected.begin() + From, Expected.end(),
                                    std::not_fn(Holds)),
                     Expected.end());
      Expected.insert(Expected.end(), Rest.begin(), Rest.end());
      EXPECT_EQ(Data.fetch(), Expected) << "limit " << Limit;
    }
}

TEST(SelectPresent, AMappedPartOfIt) {
  std::vector<uint32_t> Expected = someValues();
  Mapped Data(Expected);
  EXPECT_DONE(ompscan_radix_sort(Data.data() + 7, N - 100, "uint", 0, nullptr));
  std::sort(Expected.begin() + 7, Expected.end() - 93);
  EXPECT_EQ(Data.fetch(), Expected);
}

/// To and from mapped arrays, where they are and, from a border that no buffer
/// may have, in copies.
TEST(SelectPresent, Order) {
  const std::vector<uint32_t> Values = someValues();
  for (const size_t From : {size_t(0), size_t(7)}) {
    const size_t Count = N - From, K = 100, Position = 1234;
    std::vector<uint32_t> Order(Count);
    std::iota(Order.begin(), Order.end(), 0u);
    std::sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
      const uint32_t X = Values[From + A], Y = Values[From + B];
      return X == Y ? A < B : X > Y;
    });
    const std::vector<uint32_t> Before(N, 7);
    std::vector<uint32_t> First = Before, FirstIndices = Before, One = Before,
                          All = Before;
    for (size_t I = 0; I != K; ++I) {
      First[From + I] = Values[From + Order[I]];
      FirstIndices[From + I] = Order[I];
    }
    One[From] = Values[From + Order[Position]];
    std::copy(Order.begin(), Order.end(), All.begin() + From);

    Mapped Keys(Values), Out(Before), Indices(Before), Key(Before),
        AllIndices(Before);
    EXPECT_DONE(ompscan_top_k(Keys.data() + From, Count, "uint", 1, K,
                              Out.data() + From, Indices.data() + From, 4));
    size_t Index = 0;
    EXPECT_DONE(ompscan_nth_element(Keys.data() + From, Count, "uint", 1,
                                    Position, Key.data() + From, &Index));
    EXPECT_DONE(ompscan_argsort(Keys.data() + From, Count, "uint", 1,
                                AllIndices.data() + From, 4));
    EXPECT_EQ(Out.fetch(), First);
    EXPECT_EQ(Indices.fetch(), FirstIndices);
    EXPECT_EQ(Key.fetch(), One);
    EXPECT_EQ(Index, Order[Position]);
    EXPECT_EQ(AllIndices.fetch(), All);
    EXPECT_EQ(Keys.fetch(), Values);
  }
}

/// On borders that a device takes for a buffer of its own, and on others.
TEST(SelectPresent, Between) {
  const std::vector<uint32_t> Values = someValues();
  const ompscan_predicate Small{"uint", "x < 3", nullptr, nullptr, 0};
  for (size_t From : {size_t(0), size_t(2048), size_t(7)})
    // The last place is so near that the results of other conditions would
    // meet the input.
    for (size_t To : {size_t(4096), size_t(3500), From + 990}) {
      std::vector<uint32_t> Expected = Values, Kept;
      std::copy_if(Values.begin() + From, Values.begin() + From + 900,
                   std::back_inserter(Kept), [](uint32_t X) { return X < 3; });
      if (To + 900 > N)
        continue;
      std::copy(Kept.begin(), Kept.end(), Expected.begin() + To);
      Mapped Data(Values);
      size_t Count = 0;
      EXPECT_DONE(ompscan_copy_if(Data.data() + From, Data.data() + To, 900,
                                  sizeof(uint32_t), &Small, nullptr, &Count));
      ASSERT_EQ(Count, Kept.size());
      EXPECT_EQ(Data.fetch(), Expected) << From << " to " << To;
    }
  // Backwards, with less room than there are elements.
  std::vector<uint32_t> Expected = Values, Kept;
  std::copy_if(Values.begin() + 128, Values.end(), std::back_inserter(Kept),
               [](uint32_t X) { return X == 96; });
  ASSERT_LT(Kept.size(), 128u);
  std::copy(Kept.begin(), Kept.end(), Expected.begin());
  Mapped Data(Values);
  const ompscan_predicate Rare{"uint", "x == 96", nullptr, nullptr, 0};
  EXPECT_DONE(ompscan_copy_if(Data.data() + 128, Data.data(), N - 128,
                              sizeof(uint32_t), &Rare, nullptr, nullptr));
  EXPECT_EQ(Data.fetch(), Expected);
}

/// Arrays on the device that have room for what is kept only.
TEST(SelectPresent, RoomForWhatIsKept) {
  const std::vector<uint32_t> Values = someValues();
  const ompscan_predicate Small{"uint", "x < 3", nullptr, nullptr, 0};
  const size_t Count = static_cast<size_t>(std::count_if(
      Values.begin(), Values.end(), [](uint32_t X) { return X < 3; }));
  for (size_t Room : {Count, Count - 1}) {
    std::vector<uint32_t> Out(N, Spoilt), Numbers(N), OutNumbers(N);
    EXPECT_DONE(
        ompscan_map(OMPSCAN_DEFAULT_DEVICE, Out.data(), Room * 4, OMPSCAN_TO));
    const ompscan_companion Companion{Numbers.data(), 4, OutNumbers.data(),
                                      nullptr};
    size_t Kept = 99;
    const int Status =
        ompscan_copy_if(Values.data(), Out.data(), N, sizeof(uint32_t), &Small,
                        &Companion, &Kept);
    EXPECT_EQ(Out, std::vector<uint32_t>(N, Spoilt));
    EXPECT_DONE(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Out.data(), Room * 4,
                              OMPSCAN_FROM));
    if (Room == Count) {
      EXPECT_EQ(Status, OMPSCAN_SUCCESS) << ompscan_last_error();
      EXPECT_EQ(Kept, Count);
      EXPECT_LT(*std::max_element(Out.begin(), Out.begin() + Kept), 3u);
    } else {
      EXPECT_TRUE(
          isRefused(Status, "only a part of out", OMPSCAN_ERROR_OVERLAP));
      EXPECT_EQ(Out, std::vector<uint32_t>(N, Spoilt));
    }
  }
}

/// What is mapped needs no second copy on the device.
TEST(SelectPresent, InItsOwnMemory) {
  std::vector<uint32_t> Expected(200000, 5), Values(Expected);
  Values[100] = Values[199999] = 7;
  BufferPool &Pool = deviceFor(OMPSCAN_DEVICE_DEFAULT)->pool();
  EXPECT_DONE(ompscan_map(OMPSCAN_DEFAULT_DEVICE, Values.data(),
                          Values.size() * 4, OMPSCAN_TO));
  const uint64_t Before = Pool.idleBytes();
  size_t Kept = 0;
  const uint32_t Seven = 7;
  EXPECT_DONE(ompscan_remove(Values.data(), Values.size(), 4, "uint", &Seven,
                             nullptr, &Kept));
  EXPECT_EQ(Kept, 199998u);
  EXPECT_DONE(ompscan_shift(Values.data(), Values.size(), 3, 4, nullptr));
  EXPECT_LE(Pool.idleBytes(), Before + 100000);
  EXPECT_DONE(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Values.data(),
                            Values.size() * 4, OMPSCAN_FROM));
  Expected.resize(199998);
  Expected.insert(Expected.begin(), {0, 0, 0});
  Values.resize(199998);
  Expected.resize(199998);
  EXPECT_EQ(Values, Expected);
}

TEST(SelectPresent, FromTheDeviceToTheHost) {
  const std::vector<uint32_t> Values = someValues();
  Mapped Data(Values);
  std::vector<unsigned char> Heads(N);
  std::vector<uint32_t> Expected(N), Out(N, Spoilt);
  for (size_t I = 0; I != N; ++I) {
    Heads[I] = I % 37 == 0;
    Expected[I] = Values[I] + (Heads[I] ? 0 : Expected[I - 1]);
  }
  const ompscan_predicate Plus{"uint", "x + y", nullptr, nullptr, 0};
  const ompscan_segments Segments{Heads.data(), nullptr, 0, nullptr, 0};
  EXPECT_DONE(ompscan_segmented_scan(
      Data.data(), Out.data(), N, sizeof(uint32_t), &Plus, &Segments, nullptr));
  EXPECT_EQ(Out, Expected);
  EXPECT_EQ(Data.fetch(), Values);
}

/// Results for which just as much is mapped as there are, and one less.
TEST(SelectPresent, RunLengths) {
  constexpr size_t Length = 7, Runs = (N - 1) / Length + 1;
  std::vector<uint32_t> Values(N), Firsts(Runs), Expected(Runs);
  std::vector<size_t> Lengths(Runs, 99);
  for (size_t I = 0; I != N; ++I)
    Values[I] = Expected[I / Length] = uint32_t(I / Length);
  Mapped Data(Values);
  const auto Encode = [&](size_t Room) {
    const auto Map = [&](auto &V) {
      EXPECT_EQ(ompscan_map(OMPSCAN_DEFAULT_DEVICE, V.data(),
                            Room * sizeof V[0], OMPSCAN_TO),
                OMPSCAN_SUCCESS);
    };
    const auto Unmap = [&](auto &V) {
      EXPECT_EQ(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, V.data(),
                              Room * sizeof V[0], OMPSCAN_FROM),
                OMPSCAN_SUCCESS);
    };
    size_t Count = 77;
    Map(Firsts);
    Map(Lengths);
    const int Status =
        ompscan_run_length_encode(Data.data(), N, sizeof(uint32_t), nullptr,
                                  Firsts.data(), Lengths.data(), &Count);
    EXPECT_EQ(Count, Status == OMPSCAN_SUCCESS ? Runs : 77u);
    Unmap(Firsts);
    Unmap(Lengths);
    return Status;
  };
  BufferPool &Pool = deviceFor(OMPSCAN_DEVICE_DEFAULT)->pool();
  const uint64_t Before = Pool.idleBytes();
  EXPECT_DONE(Encode(Runs));
  EXPECT_EQ(Firsts, Expected);
  EXPECT_EQ(std::count(Lengths.begin(), Lengths.end(), Length),
            int64_t(Runs - 1));
  EXPECT_EQ(Lengths.back(), N - Length * (Runs - 1));
  EXPECT_EQ(Encode(Runs - 1), OMPSCAN_ERROR_ARGUMENT);
  EXPECT_NE(std::string(ompscan_last_error())
                .find("there are 715 runs, and room for 714"),
            std::string::npos)
      << ompscan_last_error();
  // No results as many as elements.
  EXPECT_LE(Pool.idleBytes(), Before + N * sizeof(uint64_t));
}

/// Flags are made where the data is, of few offsets and of many.
TEST(SelectPresent, SegmentsByOffsets) {
  const std::vector<uint32_t> Values = someValues();
  for (size_t Length : {37, 2500}) {
    Mapped Data(Values), Out(std::vector<uint32_t>(N, 7));
    std::vector<uint32_t> Expected(N);
    std::vector<size_t> Begins;
    for (size_t I = 0; I != N; ++I) {
      if (I % Length == 0)
        Begins.push_back(I);
      Expected[I] = Values[I] + (I % Length ? Expected[I - 1] : 0);
    }
    const ompscan_predicate Plus{"uint", "x + y", nullptr, nullptr, 0};
    const ompscan_segments Segments{nullptr, nullptr, 0, Begins.data(),
                                    Begins.size()};
    EXPECT_DONE(ompscan_segmented_scan(Data.data(), Out.data(), N,
                                       sizeof(uint32_t), &Plus, &Segments,
                                       nullptr));
    EXPECT_EQ(Out.fetch(), Expected);
    EXPECT_EQ(Data.fetch(), Values);
  }
}

TEST(SelectPresent, HalfOfIt) {
  std::vector<uint32_t> Values(2 * N, 1);
  EXPECT_DONE(ompscan_map(OMPSCAN_DEFAULT_DEVICE, Values.data(),
                          N * sizeof(uint32_t), OMPSCAN_TO));
  const uint32_t Value = 1;
  size_t Kept = 99;
  EXPECT_TRUE(isRefused(ompscan_remove(Values.data(), 2 * N, sizeof(uint32_t),
                                       "uint", &Value, nullptr, &Kept),
                        "only a part of data", OMPSCAN_ERROR_OVERLAP));
  EXPECT_EQ(Kept, 99u);
  EXPECT_DONE(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Values.data(),
                            N * sizeof(uint32_t), OMPSCAN_RELEASE));
}

/// Pieces of an array, in place and not, with and without an initial value,
/// from borders that no buffer may have, and with pieces of no elements and of
/// one.
TEST(ScanAcross, Pieces) {
  const ompscan_predicate Sum{"uint", "+", nullptr, nullptr, 0};
  const uint32_t Seed = 1000;
  for (const std::vector<size_t> &Ends : std::vector<std::vector<size_t>>{
           {N}, {1, N}, {7, 2048, N}, {0, 1, 1, 2, 3000, N}, {N, N}})
    for (const bool IsInPlace : {false, true})
      for (const uint32_t *Initial : {(const uint32_t *)nullptr, &Seed}) {
        const std::vector<uint32_t> Values = someValues();
        Mapped In(Values), Out(std::vector<uint32_t>(N, 77));
        uint32_t *const To = IsInPlace ? In.data() : Out.data();
        std::vector<ompscan_piece> Pieces;
        size_t Begin = 0;
        for (const size_t End : Ends) {
          Pieces.push_back({In.data() + Begin, To + Begin, End - Begin,
                            OMPSCAN_DEFAULT_DEVICE});
          Begin = End;
        }
        EXPECT_DONE(ompscan_scan_across(Pieces.data(), Pieces.size(), 4, &Sum,
                                        Initial));
        std::vector<uint32_t> Expected(N);
        uint32_t Total = Initial ? Seed : 0;
        for (size_t I = 0; I != N; ++I)
          Expected[I] = Total += Values[I];
        EXPECT_EQ((IsInPlace ? In : Out).fetch(), Expected)
            << Ends.size() << " pieces";
      }
}

/// Without an initial value the first element stays as it is.
template <typename T>
void testSigns(const char *Type, const std::vector<const char *> &Signs,
               T First) {
  std::vector<T> Values(N);
  Values[0] = First;
  for (size_t I = 1; I != Values.size(); ++I)
    Values[I] = static_cast<T>(I * 7 % 5) - static_cast<T>(2);
  std::vector<uint32_t> Bits(Values.size());
  std::memcpy(Bits.data(), Values.data(), Bits.size() * sizeof(T));
  for (const std::string Sign : Signs) {
    std::vector<T> Expected = Values;
    for (size_t I = 1; I != Values.size(); ++I) {
      const T X = Expected[I - 1], Y = Values[I];
      if (Sign == "min")
        Expected[I] = Y < X ? Y : X;
      else if (Sign == "max")
        Expected[I] = X < Y ? Y : X;
      else if (Sign == "+")
        Expected[I] = X + Y;
      else if (Sign == "*")
        Expected[I] = X * Y;
      else if constexpr (std::is_integral_v<T>)
        Expected[I] = Sign == "&" ? X & Y : Sign == "|" ? X | Y : X ^ Y;
    }
    std::vector<uint32_t> Want(Bits.size());
    std::memcpy(Want.data(), Expected.data(), Want.size() * sizeof(T));
    Mapped In(Bits), Out(std::vector<uint32_t>(Bits.size(), 77));
    const ompscan_piece Pieces[] = {
        {In.data(), Out.data(), 1000, OMPSCAN_DEFAULT_DEVICE},
        {In.data() + 1000, Out.data() + 1000, N - 1000,
         OMPSCAN_DEFAULT_DEVICE}};
    const ompscan_predicate Op{Type, Sign.c_str(), nullptr, nullptr, 0};
    EXPECT_DONE(ompscan_scan_across(Pieces, 2, sizeof(T), &Op, nullptr));
    EXPECT_EQ(Out.fetch(), Want) << Type << ' ' << Sign;
  }
}

TEST(ScanAcross, Signs) {
  testSigns<int32_t>("int", {"*", "min", "max", "&"}, -11);
  testSigns<float>("float", {"+"}, -0.0f);
  testSigns<float>("float", {"min"}, std::numeric_limits<float>::quiet_NaN());
}

/// The order of operands counts.
TEST(ScanAcross, TextOperator) {
  const ompscan_predicate Compose{
      "uint2", "(uint2)(y.x * x.x, y.x * x.y + y.y)", nullptr, nullptr, 0};
  const std::vector<uint32_t> Values = someValues();
  Mapped In(Values), Out(std::vector<uint32_t>(N, 77));
  std::vector<ompscan_piece> Pieces;
  for (const auto &[Begin, End] :
       {std::pair<size_t, size_t>{0, 100}, {100, 2000}, {2000, N / 2}})
    Pieces.push_back({In.data() + 2 * Begin, Out.data() + 2 * Begin,
                      End - Begin, OMPSCAN_DEFAULT_DEVICE});
  EXPECT_DONE(ompscan_scan_across(Pieces.data(), 3, 8, &Compose, nullptr));
  std::vector<uint32_t> Expected = Values;
  for (size_t I = 2; I != N; I += 2) {
    Expected[I] = Values[I] * Expected[I - 2];
    Expected[I + 1] = Values[I] * Expected[I - 1] + Values[I + 1];
  }
  EXPECT_EQ(Out.fetch(), Expected);
}

TEST(ScanAcross, InCpp) {
  std::vector<uint32_t> Expected = someValues();
  Mapped Data(Expected);
  const ompscan_piece Pieces[] = {
      {Data.data(), Data.data(), 3000, OMPSCAN_DEFAULT_DEVICE},
      {Data.data() + 3000, Data.data() + 3000, N - 3000,
       OMPSCAN_DEFAULT_DEVICE}};
  ompscan::inclusive_scan_across<uint32_t>(Pieces, 2, "max");
  std::partial_sum(Expected.begin(), Expected.end(), Expected.begin(),
                   [](uint32_t A, uint32_t B) { return std::max(A, B); });
  EXPECT_EQ(Data.fetch(), Expected);
}

TEST(ScanAcross, Refusals) {
  const ompscan_predicate Sum{"uint", "+", nullptr, nullptr, 0};
  Mapped Data(someValues());
  std::vector<uint32_t> Other(N);
  const auto Problem = [&](ompscan_piece P, int Status,
                           const ompscan_predicate &Op) {
    const ompscan_piece Both[] = {
        {Data.data(), Data.data(), 10, OMPSCAN_DEFAULT_DEVICE}, P};
    EXPECT_EQ(ompscan_scan_across(Both, 2, 4, &Op, nullptr), Status);
    return std::string(ompscan_last_error());
  };
  const auto Has = [](const std::string &Text, const char *Part) {
    EXPECT_NE(Text.find(Part), std::string::npos) << Text;
  };
  uint32_t *const Rest = Data.data() + 10;
  Has(Problem({Other.data(), Other.data(), N, -1}, OMPSCAN_ERROR_NOT_PRESENT,
              Sum),
      "ompscan_scan_across: piece 1 is not mapped on ");
  Has(Problem({Rest, Other.data(), 9, -1}, OMPSCAN_ERROR_NOT_PRESENT, Sum),
      "piece 1 is not mapped on ");
  Has(Problem({Rest, Rest, 9, 99}, OMPSCAN_ERROR_ARGUMENT, Sum),
      "piece 1 names device 99, and there is none of that number");
  const auto Host = static_cast<int>(allDevices().size()) - 1;
  Has(Problem({Rest, Rest, 9, Host}, OMPSCAN_ERROR_ARGUMENT, Sum),
      "piece 1 is on the host");
  Has(Problem({Rest - 1, Rest - 1, 9, -1}, OMPSCAN_ERROR_ARGUMENT, Sum),
      "piece 0.in and piece 1.in overlap");
  Has(Problem({Rest, Rest, 9, -1}, OMPSCAN_ERROR_TEXT,
              {"uint", "x +* y", nullptr, nullptr, 0}),
      "operator");
  EXPECT_EQ(ompscan_scan_across(nullptr, 2, 4, &Sum, nullptr),
            OMPSCAN_ERROR_ARGUMENT);
  EXPECT_DONE(ompscan_scan_across(nullptr, 0, 4, &Sum, nullptr));
  EXPECT_EQ(Data.fetch(), someValues()) << "nothing has changed";
}

} // namespace
