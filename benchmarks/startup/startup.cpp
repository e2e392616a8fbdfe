//===- startup.cpp - What the first loop of a process costs ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads the runtime, runs a loop of ten iterations for the first time, and
/// says how long that took: as a whole, in calls of OpenCL, and in the runtime
/// itself.
///
///   export OPENCL_LAYERS=build/test/opencl-layer.so
///   build/bin/ompscan-startup build/lib/libompscan.so
///
/// The ICD loader and the OpenCL implementation are loaded before the clock
/// starts: the time that this takes is told by itself. The layer adds to the
/// runtime's share what it costs itself, some microseconds. Run it twice: the
/// first run fills the program cache.
///
//===----------------------------------------------------------------------===//

#define CL_TARGET_OPENCL_VERSION 120
#include "Templates.h"
#include "ompscan/abi.h"
#include "opencl_layer.h"
#include <CL/cl.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace {

const std::string Hooks = std::string(R"(
typedef int ompscan_T;
static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) { return a + b; }
#define OMPSCAN_IN_PLACE 1
)") + ompscan::templates::PlainHooks;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - Start)
      .count();
}

template <typename F> F *find(void *Library, const char *Name) {
  auto *Found = reinterpret_cast<F *>(::dlsym(Library, Name));
  if (!Found) {
    std::fprintf(stderr, "ompscan-startup: %s\n", ::dlerror());
    std::exit(1);
  }
  return Found;
}

/// `for (i = 1; i < 10; i++) y[i] += y[i - 1];`
bool runLoop(void *Runtime) {
  static const ompscan_array_descriptor Array = {
      "y", sizeof(int), OMPSCAN_ELEMENT_SIGNED, OMPSCAN_MAP_NONE, 3};
  static const ompscan_access_descriptor Accesses[] = {
      {OMPSCAN_ACCESS_SEED, 0, 0, 0, 0, 0, 0, 0, 0, 0},
      {OMPSCAN_ACCESS_READ, 0, 0, 0, 0, 0, 0, 0, 0, 0},
      {OMPSCAN_ACCESS_WRITE, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
  static const ompscan_range_descriptor Range = {
      1, OMPSCAN_RELATION_LT | 32u << OMPSCAN_INDUCTION_BITS_SHIFT};
  ompscan_loop_descriptor D{};
  D.abi = OMPSCAN_ABI_VERSION;
  D.plugin = "none";
  D.location = "startup.cpp";
  D.item_size = sizeof(int);
  D.hooks = Hooks.c_str();
  D.kernel_template = OMPSCAN_TEMPLATE_SCAN;
  D.templates_version = OMPSCAN_TEMPLATES_VERSION;
  D.traits = OMPSCAN_TRAIT_CAN_RELOAD;
  D.arrays = &Array;
  D.accesses = Accesses;
  D.ranges = &Range;
  D.array_count = D.range_count = 1;
  D.value_count = 12;
  int Y[10];
  for (int &Value : Y)
    Value = 1;
  const uint64_t Values[] = {static_cast<uint64_t>(OMPSCAN_DEVICE_DEFAULT),
                             reinterpret_cast<uintptr_t>(Y),
                             0,
                             10,
                             0,
                             0,
                             1,
                             1,
                             1,
                             1,
                             1,
                             10};
  auto *const Run = find<decltype(__ompscan_run)>(Runtime, "__ompscan_run");
  return Run(&D, Values) == 1 && Y[9] == 10;
}

} // namespace

int main(int argc, char **argv) {
  const char *LayerPath = std::getenv("OPENCL_LAYERS");
  if (argc != 2 || !LayerPath) {
    std::fputs("usage: OPENCL_LAYERS=LAYER ompscan-startup RUNTIME\n", stderr);
    return 2;
  }
  Clock::time_point Start = Clock::now();
  clGetPlatformIDs(0, nullptr, nullptr);
  const double Loading = millisecondsSince(Start);
  void *Layer = ::dlopen(LayerPath, RTLD_NOW | RTLD_NOLOAD);
  auto *const Time =
      find<decltype(opencl_layer_time)>(Layer, "opencl_layer_time");

  for (int Run = 0; Run != 2; ++Run) {
    const long Before = Time();
    Start = Clock::now();
    void *Runtime = ::dlopen(argv[1], RTLD_NOW);
    if (!Runtime || !runLoop(Runtime)) {
      std::fprintf(stderr, "ompscan-startup: the loop does not run on %s\n",
                   argv[1]);
      return 1;
    }
    const double Whole = millisecondsSince(Start);
    const double InOpenCL = static_cast<double>(Time() - Before) / 1e6;
    std::printf("%s loop: %.3f ms, of it in OpenCL %.3f ms, in the runtime "
                "%.3f ms\n",
                Run == 0 ? "first" : "next", Whole, InOpenCL, Whole - InOpenCL);
  }
  std::printf("loading OpenCL: %.3f ms\n", Loading);
}
