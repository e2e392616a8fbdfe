//===- runs_device.h - The part of runs.cpp by Thrust ----------- -*- C++
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_EXAMPLES_CUDA_RUNS_DEVICE_H
#define OMPSCAN_EXAMPLES_CUDA_RUNS_DEVICE_H

#include <cstddef>
#include <cstdint>

/// A new stream, a cudaStream_t; null without a device.
void *make_stream();

/// \p Bytes of memory of the device, until the program ends.
void *device_memory(size_t Bytes);

/// Sorts \p Count pairs by their keys, in \p Stream.
void sort_pairs(void *Stream, uint32_t *Keys, uint32_t *Values, size_t Count);

/// The largest total of a run. \p Sum are the prefix sums of all values, up to
/// and with the last one, and \p Begin the first elements of the runs.
uint64_t largest_total(void *Stream, const uint64_t *Sum, const uint32_t *Begin,
                       size_t Runs, size_t Count);

#endif // OMPSCAN_EXAMPLES_CUDA_RUNS_DEVICE_H
