//===- BackToBack.cpp - Calls on resident data, one after the other -------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-back-to-back [LOG2...]
///
/// Makes the same call 200 times in a row on 2^LOG2 elements (20) that are on
/// the device, and says what a call takes by the host's clock, in microseconds:
/// the median of 15 rows, with the quartiles. A row ends with the read of one
/// element. So the time is that of the device, or that of the host where it
/// needs longer to launch kernels than the device to run them.
///
/// The calls are a sum in a single pass, which is one kernel, a reproducible
/// sum, which is three through CUDA, and calls of primitives, which are
/// several. Results are checked.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <vector>

namespace {

constexpr int Rows = 15, WarmUp = 3, Calls = 200;

using Clock = std::chrono::steady_clock;

/// Prints what a call of \p Call takes; \p Wait ends when all calls have ended.
void measure(const char *Name, int Log2, const std::function<void()> &Call,
             const std::function<void()> &Wait) {
  std::vector<double> Times;
  for (int Row = -WarmUp; Row != Rows; ++Row) {
    const Clock::time_point Begin = Clock::now();
    for (int I = 0; I != Calls; ++I)
      Call();
    Wait();
    const std::chrono::duration<double, std::micro> Took = Clock::now() - Begin;
    if (Row >= 0)
      Times.push_back(Took.count() / Calls);
  }
  std::sort(Times.begin(), Times.end());
  std::printf("2^%d, %s: %.2f us a call (%.2f to %.2f)\n", Log2, Name,
              Times[Rows / 2], Times[Rows / 4], Times[Rows - 1 - Rows / 4]);
}

[[noreturn]] void fail(const char *What) {
  std::fprintf(stderr, "ompscan-bench-back-to-back: %s\n", What);
  std::exit(1);
}

void need(int Status) {
  if (Status != OMPSCAN_SUCCESS)
    fail(ompscan_last_error());
}

void measureSums(int Log2, int64_t n, const uint32_t *x, uint32_t *y) {
  const auto Wait = [&] {
#pragma omp target update from(y[n - 1 : 1])
  };
  measure(
      "sum", Log2,
      [&] {
#pragma omp target parallel for scan(+ : y)
        for (int64_t i = 1; i < n; i++)
          y[i] = y[i - 1] + x[i];
      },
      Wait);
  measure(
      "reproducible sum", Log2,
      [&] {
#pragma omp target parallel for order(reproducible : concurrent) scan(+ : y)
        for (int64_t i = 1; i < n; i++)
          y[i] = y[i - 1] + x[i];
      },
      Wait);
#pragma omp target update from(y[0 : n])
  uint32_t Sum = 0;
  for (int64_t I = 1; I != n; ++I)
    if (y[I] != (Sum += x[I]))
      fail("a sum is wrong");
}

void measurePrimitives(int Log2, int64_t n, uint32_t *x, uint32_t *y) {
  const auto Count = static_cast<size_t>(n);
  const auto Wait = [&] {
#pragma omp target update from(x[n - 1 : 1])
  };
  const ompscan_companion Values{y, sizeof *y, nullptr, nullptr};
  measure(
      "shift", Log2, [&] { need(ompscan_shift(x, Count, 1, 4, nullptr)); },
      Wait);
  measure(
      "radix sort", Log2,
      [&] { need(ompscan_radix_sort(x, Count, "uint", 0, nullptr)); }, Wait);
  measure(
      "radix sort of pairs", Log2,
      [&] { need(ompscan_radix_sort(x, Count, "uint", 0, &Values)); }, Wait);
#pragma omp target update from(x[0 : n])
  if (!std::is_sorted(x, x + n))
    fail("an order is wrong");
}

} // namespace

int main(int argc, char **argv) {
  std::vector<int> Sizes;
  for (int I = 1; I < argc; ++I)
    Sizes.push_back(std::atoi(argv[I]));
  if (Sizes.empty())
    Sizes = {20};
  for (const int Log2 : Sizes) {
    if (Log2 < 1 || Log2 > 31)
      fail("usage: ompscan-bench-back-to-back [LOG2...]");
    const int64_t n = int64_t(1) << Log2;
    std::vector<uint32_t> Input(n), Output(n, 0xA5A5A5A5);
    for (int64_t I = 0; I != n; ++I)
      Input[I] = static_cast<uint32_t>(I) * 2654435761u;
    Output[0] = 0;
    uint32_t *x = Input.data(), *y = Output.data();
#pragma omp target data map(to : x[0 : n], y[0 : n])
    {
      measureSums(Log2, n, x, y);
      measurePrimitives(Log2, n, x, y);
    }
  }
  char Name[256] = "";
  ompscan_get_device_name(0, Name, sizeof Name);
  std::printf("device: %s\n", Name);
  return 0;
}
