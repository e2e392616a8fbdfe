//===- BorrowedData.h - Data of LLVM's libomptarget ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of a file that is compiled for Clang's own offload works on the data
/// of libomptarget. That library maps what the loop maps, with its counts of
/// references, and so a `target` construct of Clang beside the loop finds what
/// it would find beside another one of Clang.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_BORROWEDDATA_H
#define OMPSCAN_RT_ACCESS_BORROWEDDATA_H

#include "access/LaunchDescriptor.h"

namespace ompscan::rt {

/// If \p L, whose iterations are counted, borrowsData(): maps its arrays by
/// libomptarget until \p L is gone, and sets their Borrowed and the device of
/// \p L, which is the one of libomptarget that it asks for. On the host, as
/// libomptarget has it too, the loop uses the host's own data.
///
/// An array that the loop does not map is data of libomptarget where it is
/// present, and copied for the launch where it is not.
///
/// \throws Failure if OMP_TARGET_OFFLOAD requires a device and libomptarget has
///         none; Unrecoverable if the loop can neither run on its device nor on
///         the host.
void borrowData(LaunchDescriptor &L);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_BORROWEDDATA_H
