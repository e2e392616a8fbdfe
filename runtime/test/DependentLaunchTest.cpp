//===- DependentLaunchTest.cpp - Kernels that begin early -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/DependentLaunch.h"
#include <gtest/gtest.h>

using namespace ompscan::rt;

namespace {

TEST(DependentLaunch, EachKernelWaits) {
  EXPECT_EQ(withDependentLaunch("// LLVM\n.version 6.0\n.target sm_70\n"
                                ".address_size 64\n"
                                ".func f()\n{\n\tret;\n}\n"
                                ".visible .entry a(\n\t.param .u64 a_0\n)\n"
                                ".reqntid 128, 1, 1\n{\n\tret;\n}\n"
                                ".visible .entry b()\n{\n\tret;\n}\n"),
            ".version 7.8\n.target sm_90\n.address_size 64\n"
            ".visible .global .b8 ompscan_dependent_launch;\n"
            ".func f()\n{\n\tret;\n}\n"
            ".visible .entry a(\n\t.param .u64 a_0\n)\n"
            ".reqntid 128, 1, 1\n{\n\tgriddepcontrol.wait;\n\tret;\n}\n"
            ".visible .entry b()\n{\n\tgriddepcontrol.wait;\n\tret;\n}\n");
}

TEST(DependentLaunch, OtherTexts) {
  EXPECT_EQ(withDependentLaunch(""), "");
  EXPECT_EQ(withDependentLaunch(".version 6.0\n.entry a() {}"), "");
  EXPECT_EQ(withDependentLaunch(".address_size 64\n.entry a()"), "");
}

} // namespace
