// What a run of faults-forms.cpp is, and the layer that lets its calls fail.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FAULTS_RUNS_H
#define FAULTS_RUNS_H

#include "../../Support/opencl_layer.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <ompscan/ompscan.h>
#include <string>
#include <vector>

static constexpr int N = 3000, Device = OMPSCAN_DEFAULT_DEVICE;

static decltype(&opencl_layer_fail) fail;
static decltype(&opencl_layer_calls) calls;
static decltype(&opencl_layer_live) live;

static void findLayer() {
  void *Layer = dlopen(std::getenv("OPENCL_LAYERS"), RTLD_NOW | RTLD_NOLOAD);
  const auto Find = [&](const char *Name) {
    void *Found = Layer ? dlsym(Layer, Name) : nullptr;
    if (!Found) {
      std::puts("no layer");
      std::exit(2);
    }
    return Found;
  };
  fail = reinterpret_cast<decltype(fail)>(Find("opencl_layer_fail"));
  calls = reinterpret_cast<decltype(calls)>(Find("opencl_layer_calls"));
  live = reinterpret_cast<decltype(live)>(Find("opencl_layer_live"));
}

static long callsOfRun;

/// From here on calls fail no more: what follows looks at the results.
static void endOfFaults() {
  callsOfRun = calls();
  fail(0, 0);
}

enum Outcome { Right, Told };

[[noreturn]] static void wrong(int Line, const char *What) {
  std::printf("wrong: line %d: not so: %s (%s)\n", Line, What,
              ompscan_last_error());
  std::exit(3);
}
#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C))                                                                  \
      wrong(__LINE__, #C);                                                     \
  while (0)

static int input(int I) {
  return int(unsigned(I) * 2654435761u >> 20) - 2000;
}

static std::vector<int> inputs(int Count = N) {
  std::vector<int> V(Count);
  for (int I = 0; I < Count; I++)
    V[I] = input(I);
  return V;
}

static std::vector<int> poison(int Count = N) {
  return std::vector<int>(Count, int(0xA5A5A5A5));
}

/// What y[i] = y[i-1] + x[i] leaves.
static std::vector<int> sumsOf(const std::vector<int> &X, int First) {
  std::vector<int> Y = X;
  Y[0] = First;
  for (size_t I = 1; I < Y.size(); I++)
    Y[I] += Y[I - 1];
  return Y;
}

#endif // FAULTS_RUNS_H
