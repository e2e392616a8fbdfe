//===- DeviceTest.cpp - The choice of a device ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DeviceChoice.h"
#include "device/opencl/OpenCL.h"
#include "ompscan/abi.h"
#include "ompscan/ompscan.h"
#include "support/Failure.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

const std::vector<DeviceInfo> Machine = {
    {"NVIDIA H200", DeviceType::Gpu},
    {"Radeon Pro", DeviceType::Gpu},
    {"pthread-Xeon", DeviceType::Cpu},
    {"FPGA board", DeviceType::Accelerator},
};

size_t choose(int64_t Request, const char *Name = "",
              std::optional<int64_t> Default = {}) {
  Environment E;
  E.Device = Name;
  E.DefaultDevice = Default;
  return chooseDevice(Machine, namedDevices(Machine, E), Request, E);
}

std::string problem(int64_t Request, const char *Name = "",
                    std::optional<int64_t> Default = {}) {
  try {
    choose(Request, Name, Default);
    return "";
  } catch (const Failure &E) {
    return E.what();
  }
}

TEST(ChooseDevice, Default) {
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT), 0u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "", 2), 2u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "", 3), 3u);
  EXPECT_EQ(
      problem(OMPSCAN_DEVICE_DEFAULT, "", 4),
      "OMP_DEFAULT_DEVICE=4 names no device of this machine, which has 0: "
      "NVIDIA H200 (GPU), 1: Radeon Pro (GPU), 2: pthread-Xeon (CPU), 3: "
      "FPGA board (accelerator)");
}

TEST(ChooseDevice, ByNameAndType) {
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "radeon"), 1u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "XEON"), 2u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "gpu"), 0u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "CPU"), 2u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "Accelerator"), 3u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "xeon", 1), 2u)
      << "OMPSCAN_DEVICE is stronger than OMP_DEFAULT_DEVICE";
  EXPECT_EQ(
      problem(OMPSCAN_DEVICE_DEFAULT, "arc")
          .find("OMPSCAN_DEVICE=arc names no device of this machine, which "
                "has 0: NVIDIA"),
      0u);
}

TEST(ChooseDevice, ByNumberAmongNamed) {
  EXPECT_EQ(choose(1, "gpu"), 1u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "gpu", 1), 1u);
  EXPECT_EQ(choose(2, "gpu"), 0u) << "is no GPU";
  EXPECT_EQ(choose(9, "gpu"), 0u) << "is not there";
  Environment E;
  E.Device = "gpu";
  E.DealsOut = true;
  EXPECT_EQ(chooseDevice(Machine, namedDevices(Machine, E), 1, E), 0u)
      << "loops are dealt out over all of them";
}

TEST(ChooseDevice, HostByNumber) {
  std::vector<DeviceInfo> WithHost = Machine;
  WithHost.push_back({"host, 8 threads", DeviceType::Cpu, /*IsHost=*/true});
  Environment E;
  E.Device = "gpu";
  const auto Choose = [&](int64_t Request) {
    return chooseDevice(WithHost, namedDevices(WithHost, E), Request, E);
  };
  EXPECT_EQ(Choose(4), 4u);
  E.DefaultDevice = 4;
  EXPECT_EQ(Choose(OMPSCAN_DEVICE_DEFAULT), 0u)
      << "OMPSCAN_DEVICE is stronger than OMP_DEFAULT_DEVICE";
}

TEST(ChooseDevice, AllOfThem) {
  EXPECT_EQ(choose(OMPSCAN_DEVICE_DEFAULT, "all"), 0u);
  EXPECT_EQ(choose(1, "All"), 0u);
  Environment E;
  E.Device = "all";
  EXPECT_EQ(namedDevices(Machine, E), (std::vector<size_t>{0, 1}));
  EXPECT_EQ(namedDevices({Machine[2], {"host", DeviceType::Cpu, true}}, E),
            std::vector<size_t>{1})
      << "CPUs of drivers are named by themselves only";
}

TEST(ChooseDevice, InTurn) {
  const auto Of = [](uint64_t Turn, const char *Name = "",
                     std::optional<int64_t> Default = {}) {
    Environment E;
    E.Device = Name;
    E.DefaultDevice = Default;
    return deviceInTurn(Machine, namedDevices(Machine, E),
                        choose(OMPSCAN_DEVICE_DEFAULT, Name, Default), Turn, E);
  };
  EXPECT_EQ(Of(0), 0u);
  EXPECT_EQ(Of(1), 1u);
  EXPECT_EQ(Of(2), 0u);
  EXPECT_EQ(Of(1, "radeon"), 1u);
  EXPECT_EQ(Of(2, "radeon"), 1u);
  EXPECT_EQ(Of(1, "xeon"), 2u) << "no GPU";
  EXPECT_EQ(Of(1, "", 0), 0u) << "named for all processes";
}

TEST(ChooseDevice, ByClause) {
  EXPECT_EQ(choose(1), 1u);
  EXPECT_EQ(choose(3, "", 0), 3u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_GPU), 0u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_GPU, "", 2), 0u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_CPU), 2u);
  EXPECT_EQ(problem(4).find("device(4) names no device of this machine"), 0u);
  EXPECT_EQ(problem(-4), "device(-4) is not a device number");
  try {
    chooseDevice({Machine[2]}, {}, OMPSCAN_DEVICE_GPU, Environment());
    FAIL();
  } catch (const Failure &E) {
    EXPECT_STREQ(E.what(), "device(GPU) names no device of this machine, which "
                           "has 0: pthread-Xeon (CPU)");
  }
}

TEST(ChooseDevice, EnvironmentBeatsClause) {
  EXPECT_EQ(choose(3, "xeon", 0), 2u);
  EXPECT_EQ(choose(99, "xeon"), 2u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_GPU, "xeon"), 2u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_CPU, "gpu"), 0u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_GPU, "radeon"), 1u);
  EXPECT_EQ(choose(OMPSCAN_DEVICE_CPU, "e"), 2u)
      << "of the devices that it names, the clause chooses";
  EXPECT_EQ(problem(OMPSCAN_DEVICE_GPU, "arc").find("OMPSCAN_DEVICE=arc"), 0u);
}

TEST(ChooseDevice, TargetAndHost) {
  Environment E;
  EXPECT_TRUE(countsAsTarget(OMPSCAN_FEATURE_NOWAIT, E));
  EXPECT_FALSE(countsAsTarget(OMPSCAN_FEATURE_FOLLOWS_DATA, E));
  EXPECT_FALSE(excludesHost(OMPSCAN_DEVICE_DEFAULT, E));
  E.Policy = Offload::Mandatory;
  EXPECT_FALSE(countsAsTarget(OMPSCAN_FEATURE_FOLLOWS_DATA, E));
  EXPECT_TRUE(excludesHost(OMPSCAN_DEVICE_DEFAULT, E));
  EXPECT_FALSE(excludesHost(1, E));
  EXPECT_FALSE(excludesHost(OMPSCAN_DEVICE_CPU, E));
  E.DefaultDevice = 1;
  EXPECT_FALSE(excludesHost(OMPSCAN_DEVICE_DEFAULT, E));
  E.DefaultDevice.reset();
  E.Device = "host";
  EXPECT_FALSE(excludesHost(OMPSCAN_DEVICE_DEFAULT, E));
  EXPECT_TRUE(countsAsTarget(OMPSCAN_FEATURE_FOLLOWS_DATA, E));
}

TEST(OpenCLErrors, Names) {
  EXPECT_EQ(errorName(-5), "CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(errorName(-9999), "OpenCL error -9999");
  EXPECT_EQ(describe(cl::Error(-4, "clCreateBuffer")),
            "the device is out of memory: clCreateBuffer answers "
            "CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)");
  EXPECT_EQ(deviceError(cl::Error(-4, "clCreateBuffer")).kind(),
            DeviceError::Kind::OutOfDeviceMemory);
}

TEST(PublicApi, Devices) {
  const int Count = ompscan_get_num_devices();
  ASSERT_GT(Count, 0);
  char Name[256];
  const int Length = ompscan_get_device_name(0, Name, sizeof Name);
  ASSERT_GT(Length, 0);
  EXPECT_EQ(std::string(Name).size(), static_cast<size_t>(Length));
  EXPECT_EQ(ompscan_get_device_name(0, nullptr, 0), Length);
  EXPECT_EQ(ompscan_get_device_name(0, nullptr, 9), Length);
  char Short[3] = "??";
  EXPECT_EQ(ompscan_get_device_name(0, Short, sizeof Short), Length);
  EXPECT_EQ(Short, std::string(Name).substr(0, 2));
  EXPECT_EQ(ompscan_get_device_name(Count, Name, sizeof Name), -1);
  EXPECT_EQ(ompscan_get_device_name(-1, Name, sizeof Name), -1);
  EXPECT_STREQ(ompscan_version(), OMPSCAN_VERSION);
}

} // namespace
