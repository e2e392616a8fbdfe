//===- TraceTimes.cpp - Sums of a trace -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceTimes.h"
#include <cstdlib>
#include <cstring>
#include <fstream>

using namespace ompscan::bench;

TraceTimes ompscan::bench::timesOfTrace(const std::string &File, double Begin,
                                        double End) {
  TraceTimes Sum;
  std::ifstream In(File);
  for (std::string Line; std::getline(In, Line);) {
    const auto After = [&](const char *Key) {
      const size_t At = Line.find(Key);
      return At == std::string::npos ? ""
                                     : Line.c_str() + At + std::strlen(Key);
    };
    const double Time = std::atof(After("\"ts\":")) * 1e3;
    if (Time < Begin || Time > End)
      continue;
    const double Took = std::atof(After("\"dur\":")) / 1e3;
    const std::string Kind = After("\"cat\":\"");
    if (Kind.rfind("kernel\"", 0) == 0)
      Sum.Kernels += Took;
    else if (Kind.rfind("send\"", 0) == 0 || Kind.rfind("fetch\"", 0) == 0)
      Sum.Transfers += Took;
    else if (Kind.rfind("loop\"", 0) == 0)
      ++Sum.Launches;
  }
  return Sum;
}
