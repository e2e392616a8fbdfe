//===- Info.cpp - Tells what there is to run loops on ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Report.h"
#include "SelfTest.h"
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

constexpr char Usage[] =
    "usage: ompscan-info [--json] [--self-test]\n"
    "       ompscan-info [--json] PROGRAM...\n"
    "\n"
    "Prints the version of OmpScan's runtime, the LLVM releases whose plugin "
    "is\n"
    "installed with it, the program cache, and the devices that loops can run "
    "on,\n"
    "with the algorithm that each of them runs, and why. Of a program or "
    "shared\n"
    "library, prints the loops, the back ends that each has, and why no GPU "
    "runs\n"
    "them.\n"
    "\n"
    "  --json       as JSON\n"
    "  --self-test  also runs loops on each device, compares their results "
    "with\n"
    "               those of sequential code, and prints date and system\n"
    "\n"
    "On a terminal, the text has colours, unless NO_COLOR is set.\n"
    "The environment variables of the runtime apply. The exit status is 1 if\n"
    "there is no device, if one fails the self-test, or if a program cannot be\n"
    "read.\n";

} // namespace

int main(int argc, char **argv) {
  if (argc == 4 && std::strcmp(argv[1], "--run-loop") == 0)
    return ompscan::rt::info::runLoop(argv[2], argv[3]);
  bool Json = false, SelfTest = false;
  std::vector<std::string> Programs;
  for (int I = 1; I != argc; ++I) {
    if (std::strcmp(argv[I], "--json") == 0) {
      Json = true;
    } else if (std::strcmp(argv[I], "--self-test") == 0) {
      SelfTest = true;
    } else if (std::strcmp(argv[I], "--help") == 0) {
      std::fputs(Usage, stdout);
      return 0;
    } else if (argv[I][0] != '-') {
      Programs.push_back(argv[I]);
    } else {
      std::fprintf(stderr, "ompscan-info: unknown argument '%s'\n%s", argv[I],
                   Usage);
      return 2;
    }
  }
  if (SelfTest && !Programs.empty()) {
    std::fprintf(stderr, "ompscan-info: --self-test takes no program\n%s",
                 Usage);
    return 2;
  }
  const ompscan::Painter Paint = ompscan::Painter::of(stdout);
  try {
    for (const std::string &Each : Programs) {
      const auto Loops = ompscan::rt::info::loopsOfProgram(Each);
      std::fputs(
          (Json ? toJson(Each, Loops) : toText(Each, Loops, Paint)).c_str(),
          stdout);
    }
    if (!Programs.empty())
      return 0;
    ompscan::rt::info::Report R = ompscan::rt::info::makeReport();
    const bool Good = !SelfTest || addSelfTest(R);
    std::fputs((Json ? toJson(R) : toText(R, Paint)).c_str(), stdout);
    return Good && !R.Devices.empty() ? 0 : 1;
  } catch (const std::exception &E) {
    std::fprintf(stderr, "ompscan-info: %s\n", E.what());
    return 1;
  }
}
