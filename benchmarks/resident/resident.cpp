//===- resident.cpp - What a launch on resident data costs ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs loops on data that is on the device, many times, and says what a launch
/// takes: as a whole, in calls of OpenCL (which set the kernel's arguments, put
/// it into the queue and wait for it), and in the runtime itself. Each figure
/// is a median, with the quartiles behind it. A loop without an accumulator
/// returns before the device has done it (not with OMPSCAN_ASYNC=0); a chain is
/// 30 of them and the read of one element, which waits, and its figures are the
/// 30th part.
///
///   export OPENCL_LAYERS=build/test/opencl-layer.so
///   build/bin/ompscan-resident [ITERATIONS [LAUNCHES]]
///
/// The layer counts its own work as OpenCL's, but for some 20 ns a call.
///
//===----------------------------------------------------------------------===//

#define CL_TARGET_OPENCL_VERSION 120
#include "Templates.h"
#include "ompscan/abi.h"
#include "ompscan/data.h"
#include "opencl_layer.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace {

/// y[i] = y[i - 1] + x[i]; where there is an accumulator, s += x[i]; y[i] = s.
std::string slots(bool Accumulates) {
  std::string Text = R"(
typedef int ompscan_T;
static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) { return a + b; }
#define OMPSCAN_USES_BEFORE 0
#define OMPSCAN_HAS_VECTORS 0
#define OMPSCAN_IS_PLAIN 0
#define X(k) F_x[ompscan_lower + (long)(k) - F_x_origin]
#define Y(k) F_y[ompscan_lower + (long)(k) - F_y_origin]
static inline ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k) { return X(ompscan_k); }
static inline ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong ompscan_k) { return Y(ompscan_k); }
)";
  return (Accumulates ? R"(
#define OMPSCAN_PARAMETERS __global int *F_y, const long F_y_origin, __global int *F_x, const long F_x_origin, const int F_s, const long ompscan_lower, __global ompscan_T *F_values, const ulong F_trips
#define OMPSCAN_ARGUMENTS F_y, F_y_origin, F_x, F_x_origin, F_s, ompscan_lower, F_values, F_trips
#define OMPSCAN_CAN_RELOAD 0
)"
                      : R"(
#define OMPSCAN_PARAMETERS __global int *F_y, const long F_y_origin, __global int *F_x, const long F_x_origin, const long ompscan_lower
#define OMPSCAN_ARGUMENTS F_y, F_y_origin, F_x, F_x_origin, ompscan_lower
#define OMPSCAN_CAN_RELOAD 1
)") + Text +
         (Accumulates ? R"(
static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) { return F_s; }
static inline void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const ompscan_T ompscan_before, const ompscan_T ompscan_after) {
  Y(ompscan_k) = ompscan_after;
  if (ompscan_k + 1 == F_trips)
    *F_values = ompscan_after;
}
)"
                      : R"(
static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) { return F_y[ompscan_lower - 1 - F_y_origin]; }
static inline void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const ompscan_T ompscan_before, const ompscan_T ompscan_after) { Y(ompscan_k) = ompscan_after; }
)");
}

struct Arrays {
  std::vector<int> X, Y;
};

bool launch(const Arrays &A, const char *Kernels, bool Accumulates) {
  const auto Count = static_cast<int64_t>(A.Y.size());
  int Sum = 0;
  ompscan_loop *L =
      __ompscan_begin(OMPSCAN_ABI_VERSION, Kernels, "resident.cpp", sizeof(int),
                      0, OMPSCAN_DEVICE_DEFAULT);
  if (Accumulates)
    L = __ompscan_result(L, &Sum, 0, sizeof Sum);
  L = __ompscan_array(L, "y", A.Y.data(), sizeof(int), OMPSCAN_MAP_NONE, 0, 0);
  if (!Accumulates)
    L = __ompscan_access(L, OMPSCAN_ACCESS_SEED, 0, 0);
  L = __ompscan_access(L, OMPSCAN_ACCESS_WRITE, 1, 1);
  L = __ompscan_array(L, "x", A.X.data(), sizeof(int), OMPSCAN_MAP_NONE, 0, 0);
  L = __ompscan_access(L, OMPSCAN_ACCESS_READ, 1, 1);
  if (Accumulates)
    L = __ompscan_scalar(L, &Sum, sizeof Sum);
  const bool Done =
      __ompscan_launch(L, 1, Count, 1,
                       OMPSCAN_RELATION_LT |
                           64u << OMPSCAN_INDUCTION_BITS_SHIFT) == 1;
  __ompscan_end();
  return Done && (!Accumulates || Sum == Count - 1);
}

using Clock = std::chrono::steady_clock;

/// "12.34 (11.02 to 13.60)", in microseconds.
std::string spread(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  char Text[80];
  std::snprintf(Text, sizeof Text, "%8.2f (%.2f to %.2f)",
                Values[Values.size() / 2], Values[Values.size() / 4],
                Values[Values.size() * 3 / 4]);
  return Text;
}

/// \p Chain loops and, where that is more than one, what waits for them.
bool launchChain(Arrays &A, const char *Kernels, bool Accumulates, int Chain) {
  for (int I = 0; I != Chain; ++I)
    if (!launch(A, Kernels, Accumulates))
      return false;
  return Chain == 1 ||
         ompscan_update_from(OMPSCAN_DEFAULT_DEVICE, &A.Y.back(),
                             sizeof A.Y.back()) == OMPSCAN_SUCCESS;
}

bool measure(const char *Name, Arrays &A, bool Accumulates, int Chain,
             int Launches, long (*Time)()) {
  // As of the plugin's programs; any digits will do.
  const std::string Kernels = OMPSCAN_DIGEST_MARK +
                              std::string(32, Accumulates ? 'a' : 'b') + "\n" +
                              ompscan::templates::Prelude + slots(Accumulates) +
                              ompscan::templates::Kernels;
  std::vector<double> Whole, InOpenCL, InRuntime;
  for (int Run = -50; Run != Launches; ++Run) {
    const long Before = Time();
    const Clock::time_point Start = Clock::now();
    if (!launchChain(A, Kernels.c_str(), Accumulates, Chain)) {
      std::fprintf(stderr, "ompscan-resident: the loop does not run\n");
      return false;
    }
    const double All =
        std::chrono::duration<double, std::micro>(Clock::now() - Start)
            .count() /
        Chain;
    const double Calls = static_cast<double>(Time() - Before) / 1e3 / Chain;
    if (Run < 0)
      continue; // Programs are built, pools filled.
    Whole.push_back(All);
    InOpenCL.push_back(Calls);
    InRuntime.push_back(All - Calls);
  }
  std::printf("%-12s %10zu iterations, us a launch: %s, in OpenCL %s, in the "
              "runtime %s\n",
              Name, A.Y.size() - 1, spread(Whole).c_str(),
              spread(InOpenCL).c_str(), spread(InRuntime).c_str());
  return true;
}

} // namespace

int main(int argc, char **argv) {
  const char *LayerPath = std::getenv("OPENCL_LAYERS");
  const long Iterations = argc > 1 ? std::atol(argv[1]) : 1000;
  const int Launches = argc > 2 ? std::atoi(argv[2]) : 2000;
  if (argc > 3 || !LayerPath || Iterations < 1 || Launches < 1) {
    std::fputs("usage: OPENCL_LAYERS=LAYER ompscan-resident [ITERATIONS "
               "[LAUNCHES]]\n",
               stderr);
    return 1;
  }
  const auto Count = static_cast<size_t>(Iterations) + 1;
  Arrays A{std::vector<int>(Count, 1), std::vector<int>(Count, 0)};
  for (const std::vector<int> *Each : {&A.X, &A.Y})
    if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, Each->data(), Count * sizeof(int),
                    OMPSCAN_TO) != OMPSCAN_SUCCESS) {
      std::fprintf(stderr, "%s\n", ompscan_last_error());
      return 1;
    }
  void *Layer = ::dlopen(LayerPath, RTLD_NOW | RTLD_NOLOAD);
  auto *const Time = Layer ? reinterpret_cast<decltype(&opencl_layer_time)>(
                                 ::dlsym(Layer, "opencl_layer_time"))
                           : nullptr;
  if (!Time) {
    std::fprintf(stderr, "ompscan-resident: the loader has not loaded %s\n",
                 LayerPath);
    return 1;
  }
  return measure("recurrence", A, false, 1, Launches, Time) &&
                 measure("chain", A, false, 30, Launches, Time) &&
                 measure("accumulator", A, true, 1, Launches, Time)
             ? 0
             : 1;
}
