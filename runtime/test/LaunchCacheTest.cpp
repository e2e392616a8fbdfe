//===- LaunchCacheTest.cpp - Loops that are launched again ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/LaunchCache.h"
#include "TestLoop.h"
#include "api/LaunchReader.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "ompscan/data.h"
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

constexpr int Default = OMPSCAN_DEFAULT_DEVICE;

Form form() {
  Form F;
  F.N = 1000;
  F.Y = {1, 2};
  F.X = {1, 1};
  return F;
}

class LaunchCache : public ::testing::Test, protected TestLoop<IntSum> {
protected:
  LaunchCache() : TestLoop(form()) {
    // A loop of its own: the cache gives up those that other tests launch.
    L.Location = "LaunchCacheTest.c:1:1";
  }
  ~LaunchCache() override {
    unmap(X);
    unmap(Y);
  }

  template <typename B> void map(const B &From) {
    EXPECT_EQ(ompscan_map(Default, From.data(), From.bytes(), OMPSCAN_TO), 0)
        << ompscan_last_error();
  }
  template <typename B> void unmap(const B &From) {
    ompscan_unmap(Default, From.data(), From.bytes(), OMPSCAN_DELETE);
  }
  /// Maps both and has the loop known: its kernels have run before.
  void know() {
    map(X);
    map(Y);
    EXPECT_EQ(launch(), 1);
    EXPECT_EQ(launch(), 1);
    EXPECT_EQ(ompscan_wait(Default), 0);
  }
  bool isKnown(const LaunchDescriptor &Other, uint64_t Trips = form().N) const {
    const DescribedLaunch Launch = described(Other, Trips);
    LaunchDescriptor D = readLaunch(Launch.Descriptor, Launch.Values.data());
    ResolvedLaunch R;
    return findKnown(D, deviceFor(Default), R) != nullptr;
  }
  bool isKnown() const { return isKnown(L); }
  /// A copy that reads the same scalars.
  LaunchDescriptor copy() const {
    LaunchDescriptor Copy = L;
    for (const std::vector<unsigned char> &S : L.Scalars)
      Copy.ScalarPlaces.push_back(S.data());
    return Copy;
  }
  bool isExpected(const void *Values) const {
    return std::memcmp(Values, Expected.data(), Expected.bytes()) == 0;
  }
  /// Whether y is right on the device, and as it was on the host.
  bool isRightOnDevice() {
    const auto *Bytes = static_cast<const unsigned char *>(Y.data());
    const std::vector<unsigned char> Before(Bytes, Bytes + Y.bytes());
    void *Host = Y.data();
    EXPECT_FALSE(isExpected(Host));
    EXPECT_EQ(ompscan_update_from(Default, Host, Y.bytes()), 0);
    const bool IsRight = isExpected(Host);
    std::memcpy(Host, Before.data(), Before.size());
    return IsRight;
  }
};

TEST_F(LaunchCache, AreTheSame) {
  know();
  EXPECT_TRUE(isKnown());
  EXPECT_FALSE(isKnown(L, form().N - 1));
  EXPECT_TRUE(isKnown(copy()));
  LaunchDescriptor Other = copy();
  ++Other.Arrays[1].Accesses[0].First;
  EXPECT_FALSE(isKnown(Other));
  Other = copy();
  Other.Arrays[0].Base = static_cast<char *>(Y.data()) + sizeof(int);
  EXPECT_FALSE(isKnown(Other));
  Other = copy();
  Other.Features |= OMPSCAN_FEATURE_REPRODUCIBLE;
  EXPECT_FALSE(isKnown(Other));
  Other = copy();
  Other.Results.push_back({&Other, 0, 4});
  EXPECT_FALSE(isKnown(Other));
  EXPECT_TRUE(isKnown());
  EXPECT_EQ(launch(), 1);
  EXPECT_TRUE(isRightOnDevice());
}

/// Each of these may change where the data of any loop is.
TEST_F(LaunchCache, AreUnknownWhenDataComesOrGoes) {
  int Another = 0;
  know();
  EXPECT_EQ(ompscan_map(Default, &Another, sizeof Another, OMPSCAN_TO), 0);
  EXPECT_FALSE(isKnown());
  know();
  EXPECT_EQ(ompscan_unmap(Default, &Another, sizeof Another, 0), 0);
  EXPECT_FALSE(isKnown());
  know();
  void *Memory = ompscan_device_alloc(Default, 4);
  EXPECT_FALSE(isKnown());
  know();
  EXPECT_EQ(ompscan_device_free(Default, Memory), 0);
  EXPECT_FALSE(isKnown());
}

TEST_F(LaunchCache, FindTheirDataWhereItIs) {
  know();
  EXPECT_TRUE(isRightOnDevice());
  unmap(X);
  EXPECT_EQ(launch(), 1); // x comes along.
  EXPECT_TRUE(isRightOnDevice());
  know();
  unmap(Y);
  unmap(X);
  EXPECT_EQ(launch(), 1);
  EXPECT_TRUE(isExpected(Y.data()));
}

/// The thread that has data on the host uses it there.
TEST_F(LaunchCache, StayOnTheHostWithTheirData) {
  know();
  DataEnvironment &Here = dataOf(*deviceFor(Default));
  const auto Data = Here.find(Y.data(), Y.bytes()).Data;
  ASSERT_TRUE(Here.lend(*Data));
  EXPECT_FALSE(isKnown());
  testing::internal::CaptureStderr();
  EXPECT_EQ(launch(), 0);
  testing::internal::GetCapturedStderr();
  __ompscan_end();
  Here.takeBack(*Data);
  EXPECT_EQ(launch(), 1);
  EXPECT_TRUE(isKnown());
  EXPECT_TRUE(isRightOnDevice());
}

} // namespace
