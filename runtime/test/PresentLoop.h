//===- PresentLoop.h - A loop on data that is on the device --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_PRESENTLOOP_H
#define OMPSCAN_TEST_PRESENTLOOP_H

#include "TestLoop.h"
#include "ompscan/data.h"
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

constexpr int Default = OMPSCAN_DEFAULT_DEVICE;

/// A loop whose arrays, or some of them, lie in larger blocks that are mapped;
/// the host's copies are spoilt then.
template <typename Op> struct PresentLoop : TestLoop<Op> {
  using T = typename Op::T;
  struct Block {
    std::vector<unsigned char> Bytes, Spoilt;
    uint64_t Front;
  };
  std::vector<Block> Blocks; ///< y, x
  const int Number;

  /// \param Front bytes in front of an array in its block.
  PresentLoop(const Form &F, uint64_t Front, bool MapsX = true,
              bool MapsY = true, int Number = Default)
      : TestLoop<Op>(F), Number(Number) {
    this->L.DeviceRequest = Number;
    add(this->Y, 0, Front, MapsY);
    if (!F.InPlace)
      add(this->X, 1, Front, MapsX);
  }
  ~PresentLoop() {
    for (Block &B : Blocks)
      ompscan_unmap(Number, B.Bytes.data(), B.Bytes.size(), OMPSCAN_DELETE);
  }

  /// "" if y is right on the device and nothing has changed on the host.
  std::string problem() {
    for (Block &B : Blocks)
      if (B.Bytes != B.Spoilt)
        return "the host's memory has changed";
    return differenceOnDevice();
  }

  std::string differenceOnDevice() {
    Block &Y = Blocks[0];
    if (ompscan_update_from(Number, Y.Bytes.data(), Y.Bytes.size()) != 0)
      return ompscan_last_error();
    const auto *Expected =
        static_cast<const unsigned char *>(this->Expected.data());
    for (uint64_t I = 0; I != this->Expected.bytes(); ++I)
      if (Y.Bytes[Y.Front + I] != Expected[I])
        return "y is wrong at byte " + std::to_string(I) + " of " +
               std::to_string(this->Expected.bytes());
    for (uint64_t I = 0; I != Y.Front; ++I)
      if (Y.Bytes[I] != 0x11)
        return "what is in front of y has changed";
    return "";
  }

  /// Does on the host what the program does where launch() answers 0.
  void runHere() {
    const auto Scan = [&](unsigned char *Y, const unsigned char *X) {
      const auto Get = [](const unsigned char *From) {
        T Value;
        std::memcpy(&Value, From, sizeof(T));
        return Value;
      };
      const Form &F = this->F;
      const auto At = [&](unsigned char *Base, int64_t I) {
        return Base + I * static_cast<int64_t>(sizeof(T));
      };
      for (uint64_t K = 0; K != F.N; ++K) {
        const int64_t I = this->at(K);
        const T Input =
            Get(F.InPlace ? At(Y, F.Y(I))
                          : At(const_cast<unsigned char *>(X), F.X(I)));
        const T Value = Op::combine(Get(At(Y, F.Y(I - F.Step))), Input);
        std::memcpy(At(Y, F.Y(I)), &Value, sizeof(T));
      }
    };
    Scan(baseOf(0), this->F.InPlace ? nullptr : baseOf(1));
  }

private:
  unsigned char *baseOf(size_t Array) {
    return const_cast<unsigned char *>(
        static_cast<const unsigned char *>(this->L.Arrays[Array].Base));
  }

  template <typename B>
  void add(const B &From, size_t Array, uint64_t Front, bool Maps) {
    const auto *Data = static_cast<const unsigned char *>(From.data());
    Block Made;
    Made.Front = Front;
    Made.Bytes.assign(Front, 0x11);
    Made.Bytes.insert(Made.Bytes.end(), Data, Data + From.bytes());
    this->L.Arrays[Array].Base =
        Made.Bytes.data() + Front +
        (static_cast<const unsigned char *>(From.base()) - Data);
    if (Maps) {
      EXPECT_EQ(
          ompscan_map(Number, Made.Bytes.data(), Made.Bytes.size(), OMPSCAN_TO),
          0)
          << ompscan_last_error();
      Made.Bytes.assign(Made.Bytes.size(), 0x77);
    }
    Made.Spoilt = Made.Bytes;
    Blocks.push_back(std::move(Made)); // Moves no byte.
  }
};

inline Form form(uint64_t N, bool InPlace = false, int64_t Stride = 1,
                 uint32_t MapKind = OMPSCAN_MAP_NONE, int64_t Step = 1) {
  Form F;
  F.N = N;
  F.InPlace = InPlace;
  F.Y = {Stride, 2};
  F.X = InPlace ? F.Y : Map{-Stride, 1};
  F.MapKind = MapKind;
  F.Step = Step;
  return F;
}

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_PRESENTLOOP_H
