//===- PeersOpenCL.cpp - Boost.Compute ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-opencl LOG2 [PART-OF-A-LOOP'S-NAME]
///
/// The sums of Loops.h by Boost.Compute's inclusive_scan, on the OpenCL device
/// that Boost.Compute takes by default. Data is resident; times are wall-clock
/// times until the queue is done.
///
//===----------------------------------------------------------------------===//

#define CL_TARGET_OPENCL_VERSION 120
#include "Loops.h"
#include "Report.h"
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional/operator.hpp>
#include <boost/compute/system.hpp>
#include <chrono>
#include <cstdlib>
#include <cstring>

using namespace ompscan::bench;
namespace compute = boost::compute;

namespace {

constexpr unsigned Runs = 7;

template <typename T>
void measureSum(compute::command_queue &Queue, unsigned Log2,
                const char *Wanted, const char *Name) {
  if (!std::strstr(Name, Wanted))
    return;
  const uint64_t N = uint64_t(1) << Log2;
  std::vector<T> Host(N);
  for (uint64_t I = 0; I != N; ++I)
    make(Host[I], I);
  compute::vector<T> X(Host.begin(), Host.end(), Queue);
  compute::vector<T> Y(N, Queue.get_context());
  std::vector<double> Times;
  for (unsigned I = 0; I != Runs + 1; ++I) {
    Queue.finish();
    const auto Begin = std::chrono::steady_clock::now();
    compute::inclusive_scan(X.begin(), X.end(), Y.begin(), compute::plus<T>(),
                            Queue);
    Queue.finish();
    const auto End = std::chrono::steady_clock::now();
    if (I != 0) // The first one warms up.
      Times.push_back(
          std::chrono::duration<double, std::nano>(End - Begin).count());
  }
  std::vector<T> Result(N);
  compute::copy(Y.begin(), Y.end(), Result.begin(), Queue);
  T Sum{};
  for (uint64_t I = 0; I != N; ++I)
    if ((Sum = T(Sum + Host[I])) != Result[I]) {
      std::fprintf(stderr, "ompscan-bench: Boost.Compute, %s: WRONG RESULT\n",
                   Name);
      return;
    }
  report(Name, "Boost.Compute", N, 2 * N * sizeof(T), Times);
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: %s LOG2 [LOOP]\n", Values[0]);
    return 2;
  }
  const auto Log2 = static_cast<unsigned>(std::atoi(Values[1]));
  const char *Wanted = Count > 2 ? Values[2] : "";
  try {
    const compute::device Device = compute::system::default_device();
    const compute::context Context(Device);
    compute::command_queue Queue(Context, Device);
    inform("Boost.Compute's device", Device.name());
    measureSum<int32_t>(Queue, Log2, Wanted, IntSum);
    measureSum<float>(Queue, Log2, Wanted, FloatSum);
    measureSum<int64_t>(Queue, Log2, Wanted, LongSum);
    measureSum<double>(Queue, Log2, Wanted, DoubleSum);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "ompscan-bench: Boost.Compute: %s\n", E.what());
    return 1;
  }
  return 0;
}
