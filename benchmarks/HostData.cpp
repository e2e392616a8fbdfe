//===- HostData.cpp - Scans of data on the host ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scans ints that lie on the host, in ordinary and in pinned memory, by an
/// annotated loop, and says how many GB/s go both ways; beside it, in the same
/// run, what OpenCL's own transfers of as many bytes take.
///
///   build/bin/ompscan-hostdata [--log2 N] [--runs R]
///
/// N is 24 without an option, R is 5. Each figure is the median of R runs after
/// one that is not counted; every result is checked, that of the first run on
/// poisoned memory. The exit status is 1 if one is wrong.
///
//===----------------------------------------------------------------------===//

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ompscan/ompscan.h>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char *Text) {
  std::fprintf(stderr, "ompscan-hostdata: %s\n", Text);
  std::exit(1);
}

void check(cl_int Status, const char *Call) {
  if (Status != CL_SUCCESS) {
    std::fprintf(stderr, "ompscan-hostdata: %s answers %d\n", Call, Status);
    std::exit(1);
  }
}

/// Prints the median time of \p Runs runs, and the bandwidth for \p Bytes.
void measure(const char *Name, int Runs, double Bytes,
             const std::function<void()> &Run) {
  std::vector<double> Times;
  for (int I = 0; I <= Runs; ++I) {
    const Clock::time_point Start = Clock::now();
    Run();
    if (I)
      Times.push_back(
          std::chrono::duration<double, std::milli>(Clock::now() - Start)
              .count());
  }
  std::sort(Times.begin(), Times.end());
  const double Median = Times[Times.size() / 2];
  std::printf("%-44s %10.2f ms %8.2f GB/s  (%.2f to %.2f ms)\n", Name, Median,
              Bytes / 1e6 / Median, Times.front(), Times.back());
}

/// OpenCL's own transfers, on the device of the loops.
struct Plain {
  cl_context Context;
  cl_device_id Device;
  cl_command_queue Up, Down;
  cl_mem In, Out;
  size_t Bytes;

  explicit Plain(size_t Bytes) : Bytes(Bytes) {
    static int Probe[16];
    cl_mem Buffer;
    size_t Offset;
    if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, Probe, sizeof Probe,
                    OMPSCAN_ALLOC) ||
        ompscan_get_buffer(OMPSCAN_DEFAULT_DEVICE, Probe, &Buffer, &Offset))
      fail(ompscan_last_error());
    check(clGetMemObjectInfo(Buffer, CL_MEM_CONTEXT, sizeof Context, &Context,
                             nullptr),
          "clGetMemObjectInfo");
    check(clGetContextInfo(Context, CL_CONTEXT_DEVICES, sizeof Device, &Device,
                           nullptr),
          "clGetContextInfo");
    cl_int Status;
    for (cl_command_queue *Queue : {&Up, &Down}) {
      *Queue = clCreateCommandQueue(Context, Device, 0, &Status);
      check(Status, "clCreateCommandQueue");
    }
    for (cl_mem *Memory : {&In, &Out}) {
      *Memory =
          clCreateBuffer(Context, CL_MEM_READ_WRITE, Bytes, nullptr, &Status);
      check(Status, "clCreateBuffer");
    }
  }
  ~Plain() {
    clReleaseMemObject(In);
    clReleaseMemObject(Out);
    clReleaseCommandQueue(Up);
    clReleaseCommandQueue(Down);
  }
  void write(const void *From) const {
    check(clEnqueueWriteBuffer(Up, In, CL_TRUE, 0, Bytes, From, 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
  }
  void read(void *To) const {
    check(clEnqueueReadBuffer(Down, Out, CL_TRUE, 0, Bytes, To, 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
  }
};

void scan(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

void checkScan(const int *Y, long N) {
  unsigned Sum = 3;
  for (long I = 1; I < N; ++I)
    if (Y[I] != static_cast<int>(Sum += static_cast<unsigned>(I % 7)))
      fail("a result is wrong");
}

void measureAll(const char *Kind, int *X, int *Y, long N, int Runs) {
  const size_t Bytes = static_cast<size_t>(N) * sizeof(int);
  for (long I = 0; I < N; ++I)
    X[I] = static_cast<int>(I % 7);
  std::memset(Y, 0xA5, Bytes);
  Y[0] = 3;
  char Name[80];
  const auto Named = [&](const char *What) {
    std::snprintf(Name, sizeof Name, "%s memory: %s", Kind, What);
    return Name;
  };
  scan(Y, X, N);
  checkScan(Y, N);
  measure(Named("scan"), Runs, 2.0 * Bytes, [&] { scan(Y, X, N); });
  checkScan(Y, N);
  const Plain P(Bytes);
  P.write(X);
  measure(Named("write, then read"), Runs, 2.0 * Bytes, [&] {
    P.write(X);
    P.read(Y);
  });
  measure(Named("write and read at once"), Runs, 2.0 * Bytes, [&] {
    std::thread Other([&] { P.write(X); });
    P.read(Y);
    Other.join();
  });
}

} // namespace

int main(int argc, char **argv) {
  int Log2 = 24, Runs = 5;
  for (int I = 1; I < argc; I += 2) {
    char *End = nullptr;
    const long Value = I + 1 < argc ? std::strtol(argv[I + 1], &End, 10) : -1;
    const bool IsNumber = End && *argv[I + 1] && !*End;
    if (std::strcmp(argv[I], "--log2") == 0 && IsNumber && Value >= 1 &&
        Value <= 36) {
      Log2 = static_cast<int>(Value);
    } else if (std::strcmp(argv[I], "--runs") == 0 && IsNumber && Value >= 1 &&
               Value <= 1000) {
      Runs = static_cast<int>(Value);
    } else {
      std::fputs("usage: ompscan-hostdata [--log2 N] [--runs R]\n"
                 "N is 1 to 36, R is 1 to 1000\n",
                 stderr);
      return 2;
    }
  }
  const long N = 1L << Log2;
  const size_t Bytes = static_cast<size_t>(N) * sizeof(int);
  char Device[256] = "";
  ompscan_get_device_name(0, Device, sizeof Device);
  std::printf("%ld ints of 4 bytes, %s\n", N, Device);

  auto *X = static_cast<int *>(std::malloc(Bytes));
  auto *Y = static_cast<int *>(std::malloc(Bytes));
  if (!X || !Y)
    fail("out of memory");
  measureAll("ordinary", X, Y, N, Runs);
  std::free(X);
  std::free(Y);

  X = static_cast<int *>(ompscan_host_alloc(OMPSCAN_DEFAULT_DEVICE, Bytes));
  Y = static_cast<int *>(ompscan_host_alloc(OMPSCAN_DEFAULT_DEVICE, Bytes));
  if (!X || !Y)
    fail(ompscan_last_error());
  measureAll("pinned", X, Y, N, Runs);
  ompscan_host_free(X);
  ompscan_host_free(Y);
}
