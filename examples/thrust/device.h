//===- device.h - Arrays on a CUDA device --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared code of the examples with Thrust. Each solves the problem of the
/// example with its name, with the same input, and prints the same line without
/// the host's time. Only the hash is checked, by comparing the lines. The exit
/// status is 77 if there is no CUDA device.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_EXAMPLES_THRUST_DEVICE_H
#define OMPSCAN_EXAMPLES_THRUST_DEVICE_H

#include "../inputs.h"
#include "thrust_memory.h"
#include <cstdio>
#include <cstdlib>
#include <thrust/device_ptr.h>
#include <thrust/iterator/counting_iterator.h>

namespace {

/// Ends the program if there is no device.
void needDevice() {
  int Count = 0;
  if (cudaGetDeviceCount(&Count) == cudaSuccess && Count > 0)
    return;
  std::fputs("there is no CUDA device\n", stderr);
  std::exit(77);
}

/// An array on the device; nothing sets its elements.
template <typename T> class Array {
public:
  explicit Array(size_t Count)
      : Bytes(Count ? Count * sizeof(T) : sizeof(T)),
        Data(reinterpret_cast<T *>(Memory.allocate(Bytes))) {}
  Array(const T *Host, size_t Count) : Array(Count) {
    cudaMemcpy(Data, Host, Count * sizeof(T), cudaMemcpyHostToDevice);
  }
  Array(const Array &) = delete;
  ~Array() { Memory.deallocate(reinterpret_cast<char *>(Data), Bytes); }

  T *get() const { return Data; }
  thrust::device_ptr<T> begin() const { return thrust::device_ptr<T>(Data); }
  void copyTo(T *Host, size_t Count) const {
    cudaMemcpy(Host, Data, Count * sizeof(T), cudaMemcpyDeviceToHost);
  }

private:
  size_t Bytes;
  T *Data;
};

/// The numbers from 0 up.
template <typename T> thrust::counting_iterator<T> count() {
  return thrust::counting_iterator<T>(0);
}

/// Waits for the device, and returns the time since \p Begin.
double finishedSince(double Begin) {
  finish();
  return seconds() - Begin;
}

} // namespace

#endif // OMPSCAN_EXAMPLES_THRUST_DEVICE_H
