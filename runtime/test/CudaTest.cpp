//===- CudaTest.cpp - PTX and the devices of CUDA -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DeviceChoice.h"
#include "device/UnusedGpu.h"
#include "device/backend/PtxText.h"
#include "device/cuda/CudaProgram.h"
#include "device/cuda/PtxLibrary.h"
#include "support/Failure.h"
#include "support/Zstd.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

using namespace ompscan::rt;

namespace {

TEST(Ptx, Parameters) {
  const std::string Text = R"(
.entry first(
	.param .u64 .ptr .global .align 4 first_param_0,
	.param .align 4 .b8 first_param_1[12],
	.param .u32 first_param_2,
	.param .f64 first_param_3,
	.param .u8 first_param_4
)
.reqntid 256, 1, 1
{
	.param .b64 	param0;
}
.entry second(
	.param .u16 second_param_0
)
)";
  EXPECT_EQ(parametersOf(Text, "first"),
            (std::vector<uint32_t>{8, 12, 4, 8, 1}));
  EXPECT_EQ(parametersOf(Text, "second"), (std::vector<uint32_t>{2}));
  EXPECT_TRUE(parametersOf(Text, "sec").empty());
}

TEST(PtxLibrary, Names) {
  const std::string Name = programName("text", "-D A=1");
  EXPECT_EQ(Name.size(), 64u);
  EXPECT_EQ(Name, programName("text", "-D A=1"));
  EXPECT_NE(Name, programName("text", "-D A=2"));
  EXPECT_NE(Name, programName("texts", "-D A=1"));
}

TEST(PtxLibrary, Modules) {
  const std::string First(64, 'a'), Second(64, 'b');
  const std::string File = "// program " + First + " 6\n.file\n" +
                           "// program " + Second + " 4\nlast";
  const auto Found = modulesOf(File);
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found.at(First), ".file\n");
  EXPECT_EQ(Found.at(Second), "last");
  // A file that has been cut keeps what is in front of the cut.
  for (size_t Size = 0; Size != File.size(); ++Size)
    EXPECT_EQ(modulesOf(File.substr(0, Size)).size(),
              Size < File.find("// program " + Second) ? 0u : 1u);
  EXPECT_TRUE(
      modulesOf("// program " + First + " 18446744073709551616\n").empty());
  EXPECT_TRUE(modulesOf("// program short 1\nx").empty());
}

/// "first", a zero, "second text text text text" and a zero, by `zstd -9`.
constexpr unsigned char Frame[] = {
    0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x21, 0xc5, 0x00, 0x00, 0x90, 0x66,
    0x69, 0x72, 0x73, 0x74, 0x00, 0x73, 0x65, 0x63, 0x6f, 0x6e, 0x64,
    0x20, 0x74, 0x65, 0x78, 0x74, 0x00, 0x01, 0x00, 0xd1, 0x95, 0x25};
constexpr size_t TextsSize = 33;

std::string_view frame() {
  return {reinterpret_cast<const char *>(Frame), sizeof Frame};
}

/// The message of the failure that a call of \p Function throws.
template <typename Function> std::string whatFailsIn(Function F) {
  try {
    F();
  } catch (const std::exception &E) {
    return E.what();
  }
  return "";
}

TEST(CompressedPtx, Decompression) {
  const std::string Texts = decompress(frame(), TextsSize);
  EXPECT_EQ(Texts, std::string("first\0second text text text text\0", 33));
  const auto Fails = [](std::string_view Bytes, size_t Size) {
    return whatFailsIn([&] { decompress(Bytes, Size); });
  };
  const std::string Damaged = "the compressed PTX of the object code is "
                              "damaged";
  EXPECT_EQ(Fails(frame(), TextsSize - 1), Damaged);
  EXPECT_EQ(Fails(frame(), TextsSize + 1), Damaged);
  for (size_t Size = 0; Size != sizeof Frame; ++Size)
    EXPECT_EQ(Fails(frame().substr(0, Size), TextsSize), Damaged) << Size;
  EXPECT_EQ(whatFailsIn([] { decompress(frame(), TextsSize, "libnone.so.1"); }),
            "libnone.so.1 is missing (Debian: libzstd1), and the PTX of the "
            "object code is compressed");
}

TEST(CompressedPtx, TextOfVersion) {
  ompscan_compressed_text At{reinterpret_cast<const char *>(Frame),
                             sizeof Frame, TextsSize, 6};
  ompscan_kernel_version V{};
  V.code = reinterpret_cast<const char *>(&At);
  V.format = OMPSCAN_FORMAT_ZSTD_PTX;
  V.size = 26;
  EXPECT_EQ(textOf(V), "second text text text text");
  At.offset = 0;
  V.size = 5;
  EXPECT_EQ(textOf(V), "first");
  // Numbers that do not belong to the frame.
  V.size = TextsSize + 1;
  EXPECT_NE(whatFailsIn([&] { textOf(V); }), "");
  V.size = 1;
  At.offset = UINT64_MAX;
  EXPECT_NE(whatFailsIn([&] { textOf(V); }), "");
  V.format = OMPSCAN_FORMAT_PTX;
  V.code = "plain";
  EXPECT_EQ(textOf(V), "plain");
}

TEST(UnusedGpu, SystemFiles) {
  namespace fs = std::filesystem;
  std::string Pattern = testing::TempDir() + "ompscan-gpu-XXXXXX";
  const std::string Root = ::mkdtemp(Pattern.data());
  EXPECT_EQ(findNvidiaGpu(Root), "");
  fs::create_directories(Root + "/dev");
  std::ofstream(Root + "/dev/nvidia0").flush();
  EXPECT_EQ(findNvidiaGpu(Root), "an NVIDIA GPU");
  const std::string Gpu = Root + "/proc/driver/nvidia/gpus/0000:17:00.0";
  fs::create_directories(Gpu);
  EXPECT_EQ(findNvidiaGpu(Root), "an NVIDIA GPU");
  std::ofstream(Gpu + "/information")
      << "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 33\n";
  EXPECT_EQ(findNvidiaGpu(Root), "NVIDIA H100 80GB HBM3");
  fs::remove_all(Root);
}

TEST(MachineCode, OfDevice) {
  ompscan_kernel_version All[] = {{}, {}, {}, {}, {}, {}};
  const char *const Code[] = {"ptx", "75", "80", "86", "ptx", "90"};
  const uint32_t Capabilities[] = {70, 75, 80, 86, 80, 90};
  for (size_t I = 0; I != std::size(All); ++I) {
    const bool IsPtx = Code[I] == std::string("ptx");
    All[I].code = Code[I];
    All[I].format = IsPtx ? OMPSCAN_FORMAT_PTX : OMPSCAN_FORMAT_CUBIN;
    All[I].capability = Capabilities[I];
  }
  All[std::size(All) - 1].is_last = 1;
  EXPECT_EQ(machineCodeOf(All[0], 70), nullptr);
  EXPECT_STREQ(machineCodeOf(All[0], 75), "75");
  EXPECT_STREQ(machineCodeOf(All[0], 80), "80");
  EXPECT_STREQ(machineCodeOf(All[0], 89), "86");
  // That of the next version is made of other PTX.
  EXPECT_EQ(machineCodeOf(All[0], 90), nullptr);
  EXPECT_STREQ(machineCodeOf(All[4], 90), "90");
  EXPECT_EQ(machineCodeOf(All[4], 120), nullptr);
}

TEST(UnitedDevices, ByAddress) {
  const std::vector<DeviceInfo> Devices = {
      {"H100", DeviceType::Gpu, false, "OpenCL, NVIDIA CUDA"},
      {"A100", DeviceType::Gpu, false, "OpenCL, NVIDIA CUDA"},
      {"H100", DeviceType::Gpu, false, "CUDA"},
      {"H200", DeviceType::Gpu, false, "CUDA"},
      {"pthread", DeviceType::Cpu, false, "OpenCL, PoCL"}};
  const std::vector<std::string> Addresses = {"0:17:0", "0:18:0", "0:17:0",
                                              "0:19:0", ""};
  const auto Kept = [&](const char *Name) {
    Environment E;
    E.Device = Name;
    return unitedDevices(Devices, Addresses, E);
  };
  using List = std::vector<size_t>;
  EXPECT_EQ(Kept(""), (List{0, 1, 3, 4}));
  EXPECT_EQ(Kept("opencl"), (List{0, 1, 3, 4}));
  EXPECT_EQ(Kept("h100"), (List{0, 1, 3, 4}));
  EXPECT_EQ(Kept("cuda"), (List{2, 1, 3, 4}));
}

TEST(UnitedDevices, NamesOfBackends) {
  const std::vector<DeviceInfo> Devices = {
      {"H100", DeviceType::Gpu, false, "OpenCL, NVIDIA CUDA"},
      {"H100", DeviceType::Gpu, false, "CUDA"}};
  Environment E;
  E.Device = "cuda";
  EXPECT_EQ(namedDevices(Devices, E), (std::vector<size_t>{1}));
  E.Device = "OpenCL";
  EXPECT_EQ(namedDevices(Devices, E), (std::vector<size_t>{0}));
  E.Device = "nvidia";
  EXPECT_EQ(namedDevices(Devices, E), (std::vector<size_t>{0}));
}

} // namespace
