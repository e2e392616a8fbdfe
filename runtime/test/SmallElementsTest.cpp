//===- SmallElementsTest.cpp - Elements of 1 to 3 bytes -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops with vector hooks over small elements, which lie anywhere between
/// borders of vectors: templates/shifted-copy.cl, templates/word-tile.cl,
/// templates/runs.cl.
///
//===----------------------------------------------------------------------===//

#include "Soak.h"
#include "TestLoop.h"
#include "launch/Launch.h"
#include "ompscan/data.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// The operator \p Result of `a` and `b`, on elements and on words that hold
/// one at the top or the bottom.
#define INTEGERS(Name, Type, Element, Result, IsAtTop, Wide, Identity)         \
  struct Name {                                                                \
    using T = Type;                                                            \
    static constexpr const char *Code =                                        \
        "typedef " #Element " ompscan_T;\n"                                    \
        "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"       \
        "  return (" #Element ")(" #Result ");\n}\n"                           \
        "typedef " #Wide " ompscan_wide;\n"                                    \
        "static ompscan_wide ompscan_combine_wide(ompscan_wide a, "            \
        "ompscan_wide b) {\n  return " #Result ";\n}\n"                        \
        "#define OMPSCAN_WIDE_AT_TOP " #IsAtTop "\n"                           \
        "#define OMPSCAN_WIDE_IDENTITY " #Identity "\n";                       \
    static T combine(T a, T b) { return static_cast<T>(Result); }              \
  }
INTEGERS(CharSum, int8_t, char, a + b, 0, uint, 0u);
INTEGERS(UShortSum, uint16_t, ushort, a + b, 0, uint, 0u);
INTEGERS(ByteMax, uint8_t, uchar, a > b ? a : b, 1, uint, 0u);
INTEGERS(ShortMin, int16_t, short, a < b ? a : b, 1, int, 0x7fffffff);
#undef INTEGERS

/// Maps of 4 bits, one after the other: neither commutative nor with zeros.
struct ByteMaps {
  struct T {
    uint8_t V;
  };
  static constexpr const char *Code =
      "typedef struct { uchar v; } ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  ompscan_T r;\n"
      "  r.v = (uchar)((a.v & b.v & 15) | ((a.v >> 4 & b.v) ^ b.v >> 4) << "
      "4);\n"
      "  return r;\n"
      "}\n";
  static T combine(T A, T B) {
    return {static_cast<uint8_t>((A.V & B.V & 15) |
                                 (((A.V >> 4) & B.V & 15) ^ B.V >> 4) << 4)};
  }
};

/// x -> (2 a + 1) x + b modulo 256.
struct BytePair {
  struct T {
    uint8_t A, B;
  };
  static constexpr const char *Code =
      "typedef struct { uchar a, b; } ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  ompscan_T r;\n"
      "  r.a = (uchar)(a.a + b.a + 2 * a.a * b.a);\n"
      "  r.b = (uchar)((2 * b.a + 1) * a.b + b.b);\n"
      "  return r;\n"
      "}\n";
  static T combine(T A, T B) {
    return {static_cast<uint8_t>(A.A + B.A + 2 * A.A * B.A),
            static_cast<uint8_t>((2 * B.A + 1) * A.B + B.B)};
  }
};

/// The first, the sum and the last.
struct ByteTriple {
  struct T {
    uint8_t A, B, C;
  };
  static constexpr const char *Code =
      "typedef struct { uchar a, b, c; } ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  ompscan_T r;\n"
      "  r.a = a.a;\n"
      "  r.b = (uchar)(a.b + b.b);\n"
      "  r.c = b.c;\n"
      "  return r;\n"
      "}\n";
  static T combine(T A, T B) {
    return {A.A, static_cast<uint8_t>(A.B + B.B), B.C};
  }
};

/// An array with bytes around it, as a part of mapped data.
class MappedBetween {
public:
  template <typename T>
  MappedBetween(const Block<T> &Elements, uint64_t Front, uint64_t Behind)
      : Front(Front), Bytes(Front + Elements.bytes() + Behind, Around) {
    put(Elements);
    EXPECT_EQ(ompscan_map(OMPSCAN_DEFAULT_DEVICE, Bytes.data(), Bytes.size(),
                          OMPSCAN_TO),
              OMPSCAN_SUCCESS)
        << ompscan_last_error();
  }
  MappedBetween(const MappedBetween &) = delete;
  ~MappedBetween() {
    ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Bytes.data(), Bytes.size(),
                  OMPSCAN_DELETE);
  }

  /// The address of element 0 of the elements given to the constructor.
  template <typename T> const void *base(const Block<T> &Elements) const {
    return reinterpret_cast<const void *>(
        reinterpret_cast<uintptr_t>(Elements.base()) -
        reinterpret_cast<uintptr_t>(Elements.data()) +
        reinterpret_cast<uintptr_t>(Bytes.data()) + Front);
  }

  /// The first byte on the device that is not one of \p Want or around it, -1
  /// if there is none. Bytes are counted from the begin of the array.
  template <typename T> int64_t wrong(const Block<T> &Want) {
    put(Want);
    const std::vector<unsigned char> Expected = Bytes;
    std::fill(Bytes.begin(), Bytes.end(), 0x77);
    EXPECT_EQ(
        ompscan_update_from(OMPSCAN_DEFAULT_DEVICE, Bytes.data(), Bytes.size()),
        OMPSCAN_SUCCESS)
        << ompscan_last_error();
    for (uint64_t I = 0; I != Bytes.size(); ++I)
      if (Bytes[I] != Expected[I])
        return static_cast<int64_t>(I) - static_cast<int64_t>(Front);
    return NoneWrong;
  }

  static constexpr int64_t NoneWrong = INT64_MIN;

private:
  static constexpr unsigned char Around = 0x3C;

  template <typename T> void put(const Block<T> &Elements) {
    std::memcpy(Bytes.data() + Front, Elements.data(), Elements.bytes());
  }

  const uint64_t Front;
  std::vector<unsigned char> Bytes;
};

/// A loop with the hooks by which elements are copied as vectors.
template <typename Op> class VectorLoop : public TestLoop<Op> {
public:
  /// \param Front bytes in front of y, and of x.
  VectorLoop(const Form &F, uint64_t FrontOfY, uint64_t FrontOfX,
             uint64_t Behind)
      : TestLoop<Op>(F), OnDevice(this->Y, FrontOfY, Behind),
        Inputs(this->X, FrontOfX, Behind) {
    this->Hooks.Traits |= OMPSCAN_TRAIT_HAS_VECTORS | OMPSCAN_TRAIT_IS_PLAIN;
    this->setHooks(this->Hooks.Text);
    this->L.Arrays[0].Base = OnDevice.base(this->Y);
    if (!F.InPlace)
      this->L.Arrays[1].Base = Inputs.base(this->X);
  }

  int64_t wrong() { return OnDevice.wrong(this->Expected); }

private:
  MappedBetween OnDevice, Inputs;
};

/// The shape of groups that read runs of words: an odd number of them.
template <typename Op> Shape wordShape(uint32_t Group, uint32_t Words) {
  const auto Size = static_cast<uint32_t>(sizeof(typename Op::T));
  return {Group, Words * 4 / Size};
}

constexpr Algorithm AllAlgorithms[] = {
    Algorithm::SinglePass, Algorithm::ReduceThenScan, Algorithm::ThreeKernel};

template <typename Op>
void check(uint64_t N, bool InPlace, uint64_t FrontOfY, uint64_t FrontOfX,
           Algorithm A, Shape S) {
  Form F;
  F.N = N;
  F.InPlace = InPlace;
  VectorLoop<Op> L(F, FrontOfY, FrontOfX, /*Behind=*/N % 19);
  Plan P;
  P.Method = A;
  P.Tile = S;
  P.SumItems = A == Algorithm::SinglePass ? 0 : 3;
  P.Kind = device().driverKind();
  runOn(P, L.L, checked(L.L, device()));
  ASSERT_EQ(L.wrong(), MappedBetween::NoneWrong)
      << N << " iterations" << (InPlace ? " in place" : "") << ", " << FrontOfY
      << " and " << FrontOfX << " bytes in front of y and x, by "
      << algorithmName(A) << " in tiles of " << S.Group << " x " << S.Items;
}

template <typename Op> class SmallElements : public testing::Test {};
using SmallOperators = testing::Types<CharSum, UShortSum, ByteMax, ShortMin,
                                      ByteMaps, BytePair, ByteTriple>;
TYPED_TEST_SUITE(SmallElements, SmallOperators);

/// Every place between two borders with every seventh size up to two tiles and
/// some more, and every size with some place.
TYPED_TEST(SmallElements, PlacesAndSizes) {
  constexpr uint64_t Size = sizeof(typename TypeParam::T);
  const Shape S = wordShape<TypeParam>(4, 5);
  const uint64_t Tile = S.tile();
  for (uint64_t Front = 0; Front <= 16; ++Front) {
    if (isSimulated() && Front % 5 != 0)
      continue;
    for (uint64_t N = isSimulated() ? 2 * Tile - 3 : 1 + Front % 7;
         N <= 2 * Tile + 9; N += 7)
      ASSERT_NO_FATAL_FAILURE(check<TypeParam>(
          N, /*InPlace=*/(N + Front) % 2, Front * Size,
          (Front * 5 + N) % 17 * Size, AllAlgorithms[N % 3], S));
  }
}

TYPED_TEST(SmallElements, Shapes) {
  constexpr uint64_t Size = sizeof(typename TypeParam::T);
  if (isSimulated())
    return;
  // The last ones have no runs of words, and one vector.
  for (const Shape &S :
       {wordShape<TypeParam>(32, 31), Shape{8, 5}, wordShape<TypeParam>(4, 1)})
    for (Algorithm A : {Algorithm::SinglePass, Algorithm::ReduceThenScan})
      for (uint64_t N : {S.tile() - 1, S.tile(), 5 * S.tile() + 3})
        for (bool InPlace : {false, true})
          for (uint64_t Front : {0, 1, 6, 11})
            ASSERT_NO_FATAL_FAILURE(check<TypeParam>(N, InPlace, Front * Size,
                                                     Front * 3 * Size, A, S));
}

/// In the shape that the runtime chooses.
TYPED_TEST(SmallElements, RandomPlaces) {
  constexpr uint64_t Size = sizeof(typename TypeParam::T);
  const Soak S(40);
  for (uint64_t Run = 0; Run != S.Runs && !this->HasFailure(); ++Run) {
    SCOPED_TRACE("OMPSCAN_SOAK_SEED=" + std::to_string(S.Seed + Run));
    Draw D(S.Seed + Run);
    Form F;
    F.N = D.size((uint64_t(1) << (isSimulated() ? 8 : 20)) / Size);
    F.InPlace = D.coin();
    const uint64_t FrontOfY = D.below(17) * Size;
    const uint64_t FrontOfX = D.below(17) * Size;
    VectorLoop<TypeParam> L(F, FrontOfY, FrontOfX, D.below(40));
    ASSERT_EQ(L.launch(), 1);
    ASSERT_EQ(L.wrong(), MappedBetween::NoneWrong)
        << F.N << " iterations" << (F.InPlace ? " in place" : "") << ", "
        << FrontOfY << " and " << FrontOfX << " bytes in front of y and x";
  }
}

} // namespace
