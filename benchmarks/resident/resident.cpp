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
std::string hooks(bool Accumulates) {
  std::string Text = R"(
typedef int ompscan_T;
static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) { return a + b; }
)";
  if (Accumulates)
    Text += R"(
#define OMPSCAN_SCALARS const int F_s,
#define OMPSCAN_SCALAR_ARGUMENTS F_s,
#define OMPSCAN_SEED F_s
#define OMPSCAN_HAS_RESULT 1
)";
  return Text + ompscan::templates::PlainHooks;
}

struct Arrays {
  std::vector<int> X, Y;
};

// As the plugin makes them.
const ompscan_result_descriptor Results[] = {
    {"s", 0, sizeof(int), OMPSCAN_ELEMENT_SIGNED}};
const ompscan_array_descriptor Recurrence[] = {
    {"y", sizeof(int), OMPSCAN_ELEMENT_SIGNED, OMPSCAN_MAP_NONE, 2},
    {"x", sizeof(int), OMPSCAN_ELEMENT_SIGNED, OMPSCAN_MAP_NONE, 1}};
const ompscan_array_descriptor Accumulator[] = {
    {"y", sizeof(int), OMPSCAN_ELEMENT_SIGNED, OMPSCAN_MAP_NONE, 1},
    {"x", sizeof(int), OMPSCAN_ELEMENT_SIGNED, OMPSCAN_MAP_NONE, 1}};
const ompscan_access_descriptor Accesses[] = {
    {OMPSCAN_ACCESS_SEED, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {OMPSCAN_ACCESS_WRITE, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {OMPSCAN_ACCESS_READ, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
const ompscan_scalar_descriptor Scalars[] = {{sizeof(int)}};
const ompscan_range_descriptor Ranges[] = {
    {1, OMPSCAN_RELATION_LT | 64u << OMPSCAN_INDUCTION_BITS_SHIFT}};

ompscan_loop_descriptor descriptorOf(const char *Hooks, bool Accumulates) {
  ompscan_loop_descriptor D{};
  D.abi = OMPSCAN_ABI_VERSION;
  D.plugin = "none";
  D.location = "resident.cpp";
  D.digest[0] = Accumulates; // Any numbers will do.
  D.item_size = sizeof(int);
  D.hooks = Hooks;
  D.kernel_template = OMPSCAN_TEMPLATE_SCAN;
  D.templates_version = OMPSCAN_TEMPLATES_VERSION;
  D.traits = Accumulates ? 0 : OMPSCAN_TRAIT_CAN_RELOAD;
  D.results = Results;
  D.arrays = Accumulates ? Accumulator : Recurrence;
  D.accesses = Accumulates ? Accesses + 1 : Accesses;
  D.scalars = Scalars;
  D.ranges = Ranges;
  D.result_count = D.scalar_count = Accumulates;
  D.array_count = 2;
  D.range_count = 1;
  D.value_count = 15;
  return D;
}

bool launch(const Arrays &A, const ompscan_loop_descriptor &D) {
  const auto AddressOf = [](const void *Pointer) {
    return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(Pointer));
  };
  const uint64_t Y = AddressOf(A.Y.data()), X = AddressOf(A.X.data());
  const uint64_t Count = A.Y.size();
  constexpr auto Device = static_cast<uint64_t>(OMPSCAN_DEVICE_DEFAULT);
  int Sum = 0;
  bool Done = false;
  if (D.result_count) {
    const uint64_t Values[] = {
        Device, AddressOf(&Sum), Y, 0,    0, 1, 1, X, 0, 0, 1,
        1,      AddressOf(&Sum), 1, Count};
    Done = __ompscan_run(&D, Values) == 1;
  } else {
    const uint64_t Values[] = {Device, Y, 0, 0, 0, 0, 1,    1,
                               X,      0, 0, 1, 1, 1, Count};
    Done = __ompscan_run(&D, Values) == 1;
  }
  __ompscan_end();
  return Done && (!D.result_count || Sum == static_cast<int>(Count) - 1);
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
bool launchChain(Arrays &A, const ompscan_loop_descriptor &D, int Chain) {
  for (int I = 0; I != Chain; ++I)
    if (!launch(A, D))
      return false;
  return Chain == 1 ||
         ompscan_update_from(OMPSCAN_DEFAULT_DEVICE, &A.Y.back(),
                             sizeof A.Y.back()) == OMPSCAN_SUCCESS;
}

bool measure(const char *Name, Arrays &A, bool Accumulates, int Chain,
             int Launches, long (*Time)()) {
  const std::string Hooks = hooks(Accumulates);
  const ompscan_loop_descriptor D = descriptorOf(Hooks.c_str(), Accumulates);
  std::vector<double> Whole, InOpenCL, InRuntime;
  for (int Run = -50; Run != Launches; ++Run) {
    const long Before = Time();
    const Clock::time_point Start = Clock::now();
    if (!launchChain(A, D, Chain)) {
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
