//===- PrimitiveTypes.h - Elements for the tests of primitives  -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_PRIMITIVETYPES_H
#define OMPSCAN_TEST_PRIMITIVETYPES_H

#include "device/Devices.h"
#include "ompscan/primitives.h"
#include "plan/Tuning.h"
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

namespace ompscan::rt {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// An element of \p Size bytes, the first of which are a key of type Key; the
/// others tell it from other elements.
template <size_t Size, typename KeyType> struct Record {
  using Key = KeyType;
  KeyType K;
  KeyType Rest[Size / sizeof(KeyType) - 1];
  KeyType key() const { return K; }
};

/// What a type is to OpenCL C: its text, and the key of an element.
template <typename T> struct Text;
#define OMPSCAN_TEST_SCALAR(T, NAME)                                           \
  template <> struct Text<T> {                                                 \
    static constexpr const char *Type = NAME;                                  \
    static constexpr const char *Less = "x < limit";                           \
    static constexpr const char *SameKey = "x == y";                           \
    static uint32_t key(T X) { return static_cast<uint32_t>(X); }              \
    static T make(uint32_t Key, uint32_t) { return static_cast<T>(Key); }      \
  };
OMPSCAN_TEST_SCALAR(uint8_t, "uchar")
OMPSCAN_TEST_SCALAR(int16_t, "short")
OMPSCAN_TEST_SCALAR(uint16_t, "ushort")
OMPSCAN_TEST_SCALAR(uint32_t, "uint")
OMPSCAN_TEST_SCALAR(int64_t, "long")
OMPSCAN_TEST_SCALAR(uint64_t, "ulong")
OMPSCAN_TEST_SCALAR(float, "float")
OMPSCAN_TEST_SCALAR(double, "double")
OMPSCAN_TEST_SCALAR(Int128, "int128")
OMPSCAN_TEST_SCALAR(UInt128, "uint128")
#undef OMPSCAN_TEST_SCALAR

#define OMPSCAN_TEST_RECORD(SIZE, KEY, NAME)                                   \
  template <> struct Text<Record<SIZE, KEY>> {                                 \
    static constexpr const char *Type = NAME;                                  \
    static constexpr const char *Less = "x.key < limit";                       \
    static constexpr const char *SameKey = "x.key == y.key";                   \
    static uint32_t key(const Record<SIZE, KEY> &X) { return X.K; }            \
    static Record<SIZE, KEY> make(uint32_t Key, uint32_t Noise) {              \
      Record<SIZE, KEY> R;                                                     \
      R.K = static_cast<KEY>(Key);                                             \
      for (KEY &W : R.Rest)                                                    \
        W = static_cast<KEY>(Noise = Noise * 1664525u + 1013904223u);          \
      return R;                                                                \
    }                                                                          \
  };
OMPSCAN_TEST_RECORD(3, uint8_t, "struct { uchar key; uchar w[2]; }")
OMPSCAN_TEST_RECORD(12, uint32_t, "struct { uint key; uint w[2]; }")
OMPSCAN_TEST_RECORD(16, uint32_t, "struct { uint key; uint w[3]; }")
OMPSCAN_TEST_RECORD(64, uint32_t, "struct { uint key; uint w[15]; }")
#undef OMPSCAN_TEST_RECORD

/// A heap block of exactly N elements; poisoned where it is not filled.
template <typename T> class Items {
public:
  explicit Items(size_t N) : N(N), Bytes(new unsigned char[N * sizeof(T)]) {
    std::memset(Bytes.get(), 0xA5, N * sizeof(T));
  }
  Items(const std::vector<T> &V) : Items(V.size()) {
    if (N)
      std::memcpy(Bytes.get(), V.data(), N * sizeof(T));
  }
  T *data() { return reinterpret_cast<T *>(Bytes.get()); }
  const T *data() const { return reinterpret_cast<const T *>(Bytes.get()); }
  size_t size() const { return N; }

private:
  size_t N;
  std::unique_ptr<unsigned char[]> Bytes;
};

/// Whether \p N elements of \p Size bytes at \p Have are those at \p Want.
testing::AssertionResult sameBytes(const void *Have, const void *Want, size_t N,
                                   size_t Size);

/// Whether the elements at \p Have are \p Want.
template <typename T>
testing::AssertionResult same(const T *Have, const std::vector<T> &Want) {
  return sameBytes(Have, Want.data(), Want.size(), sizeof(T));
}

/// \p N elements with keys below \p Keys, in no order.
template <typename T> std::vector<T> randomItems(size_t N, uint32_t Keys) {
  std::vector<T> V;
  uint32_t State = 4711 + static_cast<uint32_t>(N);
  for (size_t I = 0; I != N; ++I) {
    State = State * 1664525u + 1013904223u;
    V.push_back(Text<T>::make((State >> 8) % Keys, State));
  }
  return V;
}

/// Any bytes, of any sign.
template <typename T> std::vector<T> randomNumbers(size_t N) {
  std::vector<T> V(N);
  uint64_t State = 99 + N;
  for (T &X : V) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    if (std::is_floating_point<T>::value)
      X = static_cast<T>(static_cast<int64_t>(State)) / T(1 << 20);
    else if (sizeof(T) == 16)
      X = static_cast<T>(UInt128(State) << 64 | State * State);
    else
      X = static_cast<T>(State >> 17);
  }
  return V;
}

/// See Composition.
struct AffineMap {
  uint32_t A, B;
};

/// One affine map after the other, by a text with an argument: not commutative.
struct Composition {
  uint32_t One = 1;
  ompscan_argument Argument{"uint", "one", &One, sizeof One};
  ompscan_predicate Text{
      "struct { uint a; uint b; }", "compose(x, y, one)",
      "ompscan_E compose(ompscan_E x, ompscan_E y, uint one) {\n"
      "  ompscan_E r; r.a = y.a * x.a * one; r.b = y.a * x.b + y.b;\n"
      "  return r; }",
      &Argument, 1};

  Composition() = default;
  Composition(const Composition &) = delete;
};

/// Types that are sorted and counted as numbers.
using AllKeys =
    testing::Types<uint8_t, int16_t, uint32_t, int64_t, float, double>;

/// Whether the host's cores do what they can.
inline bool runsOnHost() {
  return environment().Policy == Offload::Disabled ||
         deviceFor(OMPSCAN_DEVICE_DEFAULT) == hostDevice();
}

inline Device &testDevice() { return *deviceFor(OMPSCAN_DEVICE_DEFAULT); }

/// Whether a call with this status has done what it is for.
testing::AssertionResult isDone(int Status);

/// Whether a call with this status has ended with \p Expected and an error that
/// \p Part is a part of.
testing::AssertionResult isRefused(int Status, const std::string &Part,
                                   int Expected = OMPSCAN_ERROR_ARGUMENT);

/// \p Items moved by \p By places; \p Fill is where none has moved to.
template <typename T>
std::vector<T> shifted(const std::vector<T> &Items, ptrdiff_t By, T Fill) {
  std::vector<T> Result(Items.size(), Fill);
  for (size_t I = 0; I != Items.size(); ++I)
    if (const ptrdiff_t To = static_cast<ptrdiff_t>(I) + By;
        To >= 0 && To < static_cast<ptrdiff_t>(Items.size()))
      Result[To] = Items[I];
  return Result;
}

/// \p Rows rows of \p Items, with \p More elements \p Fill behind each.
template <typename T>
std::vector<T> padded(const std::vector<T> &Items, size_t Rows, size_t Columns,
                      size_t More, T Fill) {
  std::vector<T> Result;
  for (size_t R = 0; R != Rows; ++R) {
    Result.insert(Result.end(), Items.begin() + R * Columns,
                  Items.begin() + (R + 1) * Columns);
    Result.insert(Result.end(), More, Fill);
  }
  return Result;
}

/// Sizes around the borders of tiles, up to \p Tiles tiles.
inline std::set<size_t> sizesAround(uint64_t Tile, uint64_t Tiles) {
  std::set<size_t> Sizes{0, 1, 2, 3};
  for (uint64_t Border : {Tile, 2 * Tile, Tiles * Tile})
    for (uint64_t N : {Border - 1, Border, Border + 1})
      Sizes.insert(N);
  return Sizes;
}
inline std::set<size_t> slideSizes(uint64_t ItemSize, uint64_t Tiles) {
  return sizesAround(slideShape(testDevice().limits(), ItemSize).tile(), Tiles);
}

} // namespace ompscan::rt

/// The call has done what it is for.
#define EXPECT_DONE(call) ASSERT_TRUE(ompscan::rt::isDone(call))

#endif // OMPSCAN_TEST_PRIMITIVETYPES_H
