//===- PresentPrimitiveTest.cpp - Primitives on mapped data ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompscan/data.h"
#include "ompscan/primitives.h"
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

#define EXPECT_DONE(call)                                                      \
  ASSERT_EQ(call, OMPSCAN_SUCCESS) << ompscan_last_error()

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

TEST(SelectPresent, AMappedPartOfIt) {
  std::vector<uint32_t> Expected = someValues();
  Mapped Data(Expected);
  EXPECT_DONE(ompscan_radix_sort(Data.data() + 7, N - 100, "uint", 0, nullptr));
  std::sort(Expected.begin() + 7, Expected.end() - 93);
  EXPECT_EQ(Data.fetch(), Expected);
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

TEST(SelectPresent, HalfOfIt) {
  std::vector<uint32_t> Values(2 * N, 1);
  EXPECT_DONE(ompscan_map(OMPSCAN_DEFAULT_DEVICE, Values.data(),
                          N * sizeof(uint32_t), OMPSCAN_TO));
  const uint32_t Value = 1;
  size_t Kept = 99;
  EXPECT_EQ(ompscan_remove(Values.data(), 2 * N, sizeof(uint32_t), "uint",
                           &Value, nullptr, &Kept),
            OMPSCAN_ERROR_OVERLAP);
  EXPECT_NE(std::string(ompscan_last_error()).find("only a part of data"),
            std::string::npos)
      << ompscan_last_error();
  EXPECT_EQ(Kept, 99u);
  EXPECT_DONE(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Values.data(),
                            N * sizeof(uint32_t), OMPSCAN_RELEASE));
}

} // namespace
