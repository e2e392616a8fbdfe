//===- SoakTest.cpp - What works in place, at random ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions that work in place, by sizes, data and places of memory that are
/// drawn (Soak.h). Each array lies between others, on the host or on the
/// device, in memory that held something else before.
///
//===----------------------------------------------------------------------===//

#include "Soak.h"
#include "PrimitiveTypes.h"
#include "ompscan/data.h"
#include <algorithm>
#include <string>
#include <type_traits>

using namespace ompscan::rt;

namespace {

/// An array with room for \p Room elements, of which those behind \p Values,
/// and what is around it, hold a pattern. Where it is on the device, the host's
/// bytes are spoilt.
template <typename T> class Between {
public:
  Between(Draw &D, const std::vector<T> &Values, size_t Room)
      : Front(D.coin() ? D.below(40) * sizeof(T) : 0),
        Size(Front + Room * sizeof(T) +
             (D.coin() ? D.below(40) * sizeof(T) : 0)),
        Bytes(new unsigned char[Size]), IsPresent(Size && D.coin()) {
    for (size_t I = 0; I != Size; ++I)
      Bytes[I] = pattern(I);
    if (!Values.empty())
      std::memcpy(data(), Values.data(), Values.size() * sizeof(T));
    if (IsPresent) {
      EXPECT_EQ(
          ompscan_map(OMPSCAN_DEFAULT_DEVICE, Bytes.get(), Size, OMPSCAN_TO),
          OMPSCAN_SUCCESS)
          << ompscan_last_error();
      std::memset(Bytes.get(), Spoilt, Size);
    }
    End = Front + Room * sizeof(T);
  }
  Between(Draw &D, const std::vector<T> &Values)
      : Between(D, Values, Values.size()) {}
  Between(const Between &) = delete;
  ~Between() {
    if (IsPresent)
      EXPECT_EQ(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Bytes.get(), Size,
                              OMPSCAN_RELEASE),
                OMPSCAN_SUCCESS);
  }

  T *data() { return reinterpret_cast<T *>(Bytes.get() + Front); }

  /// Whether the array begins with \p Want, and all around it is as it was.
  testing::AssertionResult holds(const std::vector<T> &Want) {
    if (IsPresent) {
      for (size_t I = 0; I != Size; ++I)
        if (Bytes[I] != Spoilt)
          return testing::AssertionFailure() << "the host's bytes have changed";
      if (ompscan_update_from(OMPSCAN_DEFAULT_DEVICE, Bytes.get(), Size) !=
          OMPSCAN_SUCCESS)
        return testing::AssertionFailure() << ompscan_last_error();
    }
    for (size_t I = 0; I != Size; I = I + 1 == Front ? End : I + 1)
      if ((I < Front || I >= End) && Bytes[I] != pattern(I))
        return testing::AssertionFailure()
               << "byte " << I << " has changed; the array has bytes " << Front
               << " to " << End << (IsPresent ? " of mapped data" : "");
    return same(data(), Want) << (IsPresent ? " (mapped)" : "");
  }

private:
  static constexpr unsigned char Spoilt = 0x5A;
  static unsigned char pattern(size_t I) {
    return static_cast<unsigned char>(I * 167 + 13);
  }

  const size_t Front, Size;
  const std::unique_ptr<unsigned char[]> Bytes;
  const bool IsPresent;
  size_t End = 0;
};

/// Leaves memory of this size, full of other bytes, to what comes next.
void poisonDevice(size_t Bytes) {
  const std::vector<unsigned char> Other(Bytes, 0xA5);
  EXPECT_EQ(
      ompscan_map(OMPSCAN_DEFAULT_DEVICE, Other.data(), Bytes, OMPSCAN_TO),
      OMPSCAN_SUCCESS);
  EXPECT_EQ(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Other.data(), Bytes,
                          OMPSCAN_RELEASE),
            OMPSCAN_SUCCESS);
}

/// Of \p N elements none, all, some by chance, or runs.
std::vector<uint8_t> drawMarks(Draw &D, size_t N) {
  std::vector<uint8_t> Marks(N);
  switch (D.below(6)) {
  case 0:
    break;
  case 1:
    std::fill(Marks.begin(), Marks.end(), 1);
    break;
  case 2:
  case 3: {
    const uint64_t Share = D.coin() ? 500 : D.below(1001);
    for (uint8_t &M : Marks)
      M = D.below(1000) < Share;
    break;
  }
  default: {
    const size_t Longest = D.size(N);
    uint8_t Mark = D.coin();
    for (size_t I = 0; I != N; Mark = !Mark)
      for (size_t Left = std::min(D.size(Longest), N - I); Left; --Left)
        Marks[I++] = Mark;
  }
  }
  return Marks;
}

/// The elements with a mark, and then, with \p WithRest, the others.
template <typename T>
std::vector<T> marked(const std::vector<T> &X, const std::vector<uint8_t> &Is,
                      bool WithRest = false) {
  std::vector<T> V;
  for (size_t I = 0; I != X.size(); ++I)
    if (Is[I])
      V.push_back(X[I]);
  for (size_t I = 0; I != X.size() && WithRest; ++I)
    if (!Is[I])
      V.push_back(X[I]);
  return V;
}

/// Elements of which those with a mark have keys below \p Limit, of 0 to 99.
template <typename T>
std::vector<T> drawItems(Draw &D, const std::vector<uint8_t> &Marks,
                         uint32_t Limit) {
  std::vector<T> X;
  for (uint8_t M : Marks) {
    const auto R = static_cast<uint32_t>(D.any());
    X.push_back(Text<T>::make(M ? R % Limit : Limit + R % (100 - Limit), ~R));
  }
  return X;
}

/// Elements with another key than the one before where there is a mark.
template <typename T>
std::vector<T> drawRuns(Draw &D, const std::vector<uint8_t> &Marks,
                        bool SameBytes) {
  std::vector<T> X;
  uint32_t Key = 0;
  for (uint8_t M : Marks) {
    if (M)
      Key = (Key + 1 + static_cast<uint32_t>(D.below(99))) % 100;
    X.push_back(Text<T>::make(
        Key, SameBytes ? Key : static_cast<uint32_t>(X.size()) * 77));
  }
  return X;
}

/// Elements that are told from each other.
template <typename T> std::vector<T> numbered(size_t N) {
  std::vector<T> X;
  for (size_t I = 0; I != N; ++I)
    X.push_back(Text<T>::make(static_cast<uint32_t>(I),
                              static_cast<uint32_t>(I) * 2654435761u));
  return X;
}

/// The tests of elements of type T.
template <typename T> class SoakTest : public testing::Test {
protected:
  using Companion = std::conditional_t<
      sizeof(T) == 4, Record<12, uint32_t>,
      std::conditional_t<sizeof(T) == 1, Record<3, uint8_t>, uint32_t>>;

  /// Calls \p Test with each run's draws and a size. Few runs are of one type
  /// only: programs are built for each.
  template <typename Body> void run(Body Test) {
    const Soak S(std::is_same_v<T, uint32_t> ? 2 : 0);
    const size_t Most =
        S.IsLong ? std::min(size_t(1) << 22, (size_t(1) << 26) / sizeof(T))
                 : 20000;
    for (uint64_t Run = 0; Run != S.Runs && !this->HasFailure(); ++Run) {
      SCOPED_TRACE("OMPSCAN_SOAK_SEED=" + std::to_string(S.Seed + Run));
      Draw D(S.Seed + Run);
      const size_t N = D.size(Most);
      poisonDevice(N * sizeof(T));
      Test(D, N);
    }
  }
};
#define OMPSCAN_TRACE_RUN(NAME, N)                                             \
  SCOPED_TRACE(std::string(NAME) + ", " + std::to_string(N) +                  \
               " elements of type " + Text<TypeParam>::Type)

using SoakTypes =
    testing::Types<uint8_t, uint16_t, uint32_t, uint64_t, Record<3, uint8_t>,
                   Record<12, uint32_t>, Record<16, uint32_t>>;

template <typename T> class SelectSoak : public SoakTest<T> {};
TYPED_TEST_SUITE(SelectSoak, SoakTypes);

TYPED_TEST(SelectSoak, InPlace) {
  using T = TypeParam;
  using C = typename TestFixture::Companion;
  this->run([&](Draw &D, size_t N) {
    static const char *const Names[] = {"select", "remove_if", "select_flagged",
                                        "remove", "unique",    "unique_by_key"};
    const uint64_t Which = D.below(std::size(Names));
    OMPSCAN_TRACE_RUN(Names[Which], N);
    std::vector<uint8_t> Marks = drawMarks(D, N);
    const auto Limit = static_cast<uint32_t>(1 + D.below(99));
    const ompscan_argument Argument{"uint", "limit", &Limit, sizeof Limit};
    const ompscan_predicate Less{Text<T>::Type, Text<T>::Less, nullptr,
                                 &Argument, 1};
    const ompscan_predicate SameKey{Text<T>::Type, Text<T>::SameKey, nullptr,
                                    nullptr, 0};
    const T Value = Text<T>::make(99, 12345);
    const bool ByBytes = D.coin();
    std::vector<T> Before;
    if (Which >= 4) {
      Marks[0] = 1;
      Before = drawRuns<T>(D, Marks, ByBytes);
    } else if (Which == 3) {
      Before = drawItems<T>(D, std::vector<uint8_t>(N, 1), 99);
      for (size_t I = 0; I != N; ++I)
        if (!Marks[I])
          Before[I] = Value;
    } else {
      Before = drawItems<T>(D, Marks, Limit);
    }
    if (Which == 1)
      for (uint8_t &M : Marks)
        M = !M;
    const std::vector<T> Wanted = marked(Before, Marks);
    const std::vector<C> Others = numbered<C>(N);
    Between<T> Data(D, Before);
    Between<C> Moved(D, Others);
    std::vector<uint8_t> FlagValues = Marks;
    for (uint8_t &F : FlagValues)
      F = F ? static_cast<uint8_t>(1 + D.below(255)) : 0;
    Between<uint8_t> Flags(D, FlagValues);
    const ompscan_companion Companion{Moved.data(), sizeof(C), nullptr,
                                      nullptr};
    const bool HasCompanion = Which == 5 || D.coin();
    const ompscan_companion *With = HasCompanion ? &Companion : nullptr;
    size_t Kept = 77;
    switch (Which) {
    case 0:
      EXPECT_DONE(
          ompscan_select(Data.data(), N, sizeof(T), &Less, With, &Kept));
      break;
    case 1:
      EXPECT_DONE(
          ompscan_remove_if(Data.data(), N, sizeof(T), &Less, With, &Kept));
      break;
    case 2:
      EXPECT_DONE(ompscan_select_flagged(Data.data(), Flags.data(), N,
                                         sizeof(T), With, &Kept));
      break;
    case 3:
      EXPECT_DONE(ompscan_remove(
          Data.data(), N, sizeof(T),
          std::is_arithmetic_v<T> && !ByBytes ? Text<T>::Type : nullptr, &Value,
          With, &Kept));
      break;
    case 4:
      EXPECT_DONE(ompscan_unique(Data.data(), N, sizeof(T),
                                 ByBytes ? nullptr : &SameKey, With, &Kept));
      break;
    case 5:
      EXPECT_DONE(ompscan_unique_by_key(Data.data(), Moved.data(), N, sizeof(T),
                                        sizeof(C), ByBytes ? nullptr : &SameKey,
                                        &Kept));
      break;
    }
    ASSERT_EQ(Kept, Wanted.size());
    ASSERT_TRUE(Data.holds(Wanted));
    ASSERT_TRUE(Moved.holds(HasCompanion ? marked(Others, Marks) : Others));
    ASSERT_TRUE(Flags.holds(FlagValues));
  });
}

template <typename T> class PartitionSoak : public SoakTest<T> {};
TYPED_TEST_SUITE(PartitionSoak, SoakTypes);

TYPED_TEST(PartitionSoak, InPlace) {
  using T = TypeParam;
  using C = typename TestFixture::Companion;
  this->run([&](Draw &D, size_t N) {
    const bool IsSplit = std::is_arithmetic_v<T> && D.coin();
    OMPSCAN_TRACE_RUN(IsSplit ? "split" : "partition", N);
    const std::vector<uint8_t> Marks = drawMarks(D, N);
    const auto Limit = static_cast<uint32_t>(1 + D.below(99));
    const ompscan_argument Argument{"uint", "limit", &Limit, sizeof Limit};
    const ompscan_predicate First{Text<T>::Type, Text<T>::Less, nullptr,
                                  &Argument, 1};
    std::vector<T> Before = drawItems<T>(D, Marks, Limit);
    const auto Bit = static_cast<unsigned>(D.below(8 * sizeof(T)));
    if constexpr (std::is_arithmetic_v<T>)
      for (size_t I = 0; I != N && IsSplit; ++I) {
        const T Mask = static_cast<T>(T(1) << Bit);
        Before[I] = static_cast<T>(D.any());
        Before[I] =
            static_cast<T>(Marks[I] ? Before[I] & ~Mask : Before[I] | Mask);
      }
    const std::vector<C> Others = numbered<C>(N);
    Between<T> Data(D, Before);
    Between<C> Moved(D, Others);
    const ompscan_companion Companion{Moved.data(), sizeof(C), nullptr,
                                      nullptr};
    const ompscan_companion *With = D.coin() ? &Companion : nullptr;
    size_t Kept = 77;
    if (IsSplit) {
      EXPECT_DONE(ompscan_split(Data.data(), N, sizeof(T), Bit, With, &Kept));
    } else {
      EXPECT_DONE(
          ompscan_partition(Data.data(), N, sizeof(T), &First, With, &Kept));
    }
    ASSERT_EQ(Kept, size_t(std::count(Marks.begin(), Marks.end(), 1)));
    ASSERT_TRUE(Data.holds(marked(Before, Marks, /*WithRest=*/true)));
    ASSERT_TRUE(Moved.holds(With ? marked(Others, Marks, true) : Others));
  });
}

template <typename T> class MoveSoak : public SoakTest<T> {};
TYPED_TEST_SUITE(MoveSoak, SoakTypes);

TYPED_TEST(MoveSoak, InPlace) {
  using T = TypeParam;
  this->run([&](Draw &D, size_t Most) {
    static const char *const Names[] = {"pad", "unpad", "insert_gap",
                                        "erase_range", "shift"};
    const uint64_t Which = D.below(std::size(Names));
    const bool IsFilled = D.coin();
    const T Fill =
        IsFilled ? Text<T>::make(99, static_cast<uint32_t>(D.any())) : T();
    const T *const FillAt = IsFilled ? &Fill : nullptr;
    // The elements of a matrix, with those between the rows.
    const size_t Columns = D.size(Most);
    const size_t Pitch =
        std::min(Columns + D.below(2) * D.size(Most), std::max(Most, Columns));
    const size_t Rows = Most / Pitch;
    if (Which < 2) {
      OMPSCAN_TRACE_RUN(
          Names[Which] + std::string(" of ") + std::to_string(Rows) + " x " +
              std::to_string(Columns) + ", pitch " + std::to_string(Pitch),
          Rows * Pitch);
      const std::vector<T> Narrow = numbered<T>(Rows * Columns);
      std::vector<T> Wide;
      for (size_t R = 0; R != Rows; ++R) {
        Wide.insert(Wide.end(), Narrow.begin() + R * Columns,
                    Narrow.begin() + (R + 1) * Columns);
        Wide.insert(Wide.end(), Pitch - Columns, Fill);
      }
      if (Which == 0) {
        Between<T> Data(D, Narrow, Wide.size());
        EXPECT_DONE(
            ompscan_pad(Data.data(), Rows, Columns, Pitch, sizeof(T), FillAt));
        ASSERT_TRUE(Data.holds(Wide));
        return;
      }
      if (D.coin())
        Wide.resize(Wide.size() - (Pitch - Columns));
      Between<T> Data(D, Wide);
      EXPECT_DONE(ompscan_unpad(Data.data(), Rows, Columns, Pitch, sizeof(T)));
      ASSERT_TRUE(Data.holds(Narrow));
      return;
    }
    OMPSCAN_TRACE_RUN(Names[Which], Most);
    std::vector<T> X = numbered<T>(Most);
    const size_t Count = D.size(Most);
    if (Which == 2) {
      Between<T> Data(D, X, Most + Count);
      const size_t Position = D.below(Most + 1);
      EXPECT_DONE(ompscan_insert_gap(Data.data(), Most, Position, Count,
                                     sizeof(T), FillAt));
      X.insert(X.begin() + static_cast<ptrdiff_t>(Position), Count, Fill);
      ASSERT_TRUE(Data.holds(X));
      return;
    }
    Between<T> Data(D, X);
    if (Which == 3) {
      const size_t Position = D.below(Most - Count + 1);
      EXPECT_DONE(
          ompscan_erase_range(Data.data(), Most, Position, Count, sizeof(T)));
      X.erase(X.begin() + static_cast<ptrdiff_t>(Position),
              X.begin() + static_cast<ptrdiff_t>(Position + Count));
    } else if (D.coin()) {
      EXPECT_DONE(ompscan_shift(
          Data.data(), Most, static_cast<ptrdiff_t>(Count), sizeof(T), FillAt));
      X.insert(X.begin(), Count, Fill);
      X.resize(Most);
    } else {
      EXPECT_DONE(ompscan_shift(Data.data(), Most,
                                -static_cast<ptrdiff_t>(Count), sizeof(T),
                                FillAt));
      X.erase(X.begin(), X.begin() + static_cast<ptrdiff_t>(Count));
      X.resize(Most, Fill);
    }
    ASSERT_TRUE(Data.holds(X));
  });
}

/// Sums of numbers; of records, the last key that is not 0 beside a sum.
template <typename T, typename = void> struct Combine {
  static constexpr const char *Operator = "+";
  static constexpr const char *Preamble = nullptr;
  static T of(T X, T Y) { return static_cast<T>(X + Y); }
};
template <typename T>
struct Combine<T, std::enable_if_t<!std::is_arithmetic_v<T>>> {
  static constexpr const char *Operator = "last(x, y)";
  static constexpr const char *Preamble =
      "ompscan_E last(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r = y;\n  if (!y.key) r.key = x.key;\n"
      "  r.w[0] = x.w[0] + y.w[0];\n  return r; }";
  static T of(const T &X, T Y) {
    Y.K = Y.K ? Y.K : X.K;
    Y.Rest[0] = static_cast<decltype(Y.K)>(X.Rest[0] + Y.Rest[0]);
    return Y;
  }
};

template <typename T> class SegmentedSoak : public SoakTest<T> {};
TYPED_TEST_SUITE(SegmentedSoak, SoakTypes);

TYPED_TEST(SegmentedSoak, InPlace) {
  using T = TypeParam;
  this->run([&](Draw &D, size_t N) {
    static const char *const Names[] = {"segmented_scan by heads",
                                        "segmented_scan by keys",
                                        "segmented_scan by offsets"};
    const uint64_t Which = D.below(std::size(Names));
    OMPSCAN_TRACE_RUN(Names[Which], N);
    const std::vector<uint8_t> Marks = drawMarks(D, N);
    std::vector<size_t> Begins;
    for (size_t I = 0; I != N; ++I)
      if (Marks[I])
        Begins.push_back(I);
    if (Begins.empty())
      Begins.push_back(0);
    std::vector<T> X = drawItems<T>(D, drawMarks(D, N), 1);
    const T Initial = Text<T>::make(9, 3);
    const bool IsExclusive = D.coin();
    const ompscan_predicate Op{Text<T>::Type, Combine<T>::Operator,
                               Combine<T>::Preamble, nullptr, 0};
    Between<T> Data(D, X);
    Between<uint8_t> Heads(D, Marks);
    const std::vector<uint16_t> KeyValues = drawRuns<uint16_t>(D, Marks, true);
    Between<uint16_t> Keys(D, KeyValues);
    ompscan_segments Segments{};
    if (Which == 0) {
      Segments.heads = Heads.data();
    } else if (Which == 1) {
      Segments.keys = Keys.data();
      Segments.key_size = sizeof(uint16_t);
    } else {
      Segments.offsets = Begins.data();
      Segments.count = Begins.size();
    }
    EXPECT_DONE(ompscan_segmented_scan(Data.data(), Data.data(), N, sizeof(T),
                                       &Op, &Segments,
                                       IsExclusive ? &Initial : nullptr));
    T Sum{};
    for (size_t I = 0; I != N; ++I) {
      const bool IsFirst = I == 0 || Marks[I];
      const T Before = IsFirst ? Initial : Sum;
      Sum = IsFirst && !IsExclusive ? X[I] : Combine<T>::of(Before, X[I]);
      X[I] = IsExclusive ? Before : Sum;
    }
    ASSERT_TRUE(Data.holds(X));
    ASSERT_TRUE(Heads.holds(Marks));
    ASSERT_TRUE(Keys.holds(KeyValues));
  });
}

} // namespace
