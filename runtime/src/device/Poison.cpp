//===- Poison.cpp - A pattern in what loops must not read -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Poison.h"

const bool ompscan::rt::PoisonBuffers = OMPSCAN_POISON_BUFFERS;
