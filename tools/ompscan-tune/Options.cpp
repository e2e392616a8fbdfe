//===- Options.cpp - The options of ompscan-tune --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "CommandLine.h"
#include "Loops.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace ompscan::rt::tune {

namespace {

constexpr char Usage[] =
    "usage: ompscan-tune [--device NUMBER] [--seconds N] [--log2 N]\n"
    "                    [--way plain|warps|groups|serial] "
    "[--loop PART-OF-NAME]\n"
    "       ompscan-tune --exhaustive [--device NUMBER] [--log2 N] [--way WAY]\n"
    "                    [--loop PART-OF-NAME] [--shape GROUPxITEMS[,...]]\n"
    "                    [--vector N] [--block N]\n"
    "       ompscan-tune --reset [--device NUMBER]\n"
    "\n"
    "Searches for tiles that are faster on a device than the default ones,\n"
    "and keeps them in the program cache, where loops of later programs find\n"
    "them.\n"
    "\n"
    "  --seconds N   the time for the search (default 15)\n"
    "  --exhaustive  tries all shapes, which takes minutes\n"
    "  --reset       forgets the shapes\n"
    "  --help        prints this\n"
    "\n"
    "The other options limit the search; with --shape, --vector or --block,\n"
    "which imply --exhaustive, nothing is kept. The environment variables of "
    "the\n"
    "runtime apply.\n";

constexpr uint64_t MaxSeconds = 24 * 60 * 60;
constexpr uint64_t MaxLog2 = 40;
constexpr uint64_t MaxGroup = 1024, MaxItems = 1 << 20;
constexpr uint64_t MaxVector = 16, MaxBlock = 1 << 16;

/// Whether \p Text names a loop or a part of one.
void checkLoop(const std::string &Text) {
  std::string Names;
  for (const TuneLoop &L : allLoops()) {
    if (std::string(L.Name).find(Text) != std::string::npos)
      return;
    Names += (Names.empty() ? "'" : ", '") + std::string(L.Name) + "'";
  }
  refuse("--loop '" + Text +
         "' is not a part of the name of a loop; the loops are " + Names);
}

ShapeTable tableOf(const std::string &Text) {
  const std::optional<ShapeTable> T = tableNamed(Text);
  if (!T)
    refuse("--way takes plain, warps, groups or serial, not '" + Text + "'");
  return *T;
}

/// "128x76,256x36"
std::vector<Shape> shapesOf(const std::string &Text) {
  std::vector<Shape> Shapes;
  std::istringstream In(Text);
  for (std::string Each; std::getline(In, Each, ',');) {
    const size_t Cross = Each.find('x');
    if (Cross == std::string::npos)
      refuse("--shape takes shapes such as 128x76, not '" + Each + "'");
    const auto Number = [&](const std::string &Part, uint64_t Most) {
      return static_cast<uint32_t>(
          numberOf("each half of --shape", Part, 1, Most, refuse));
    };
    Shapes.push_back({Number(Each.substr(0, Cross), MaxGroup),
                      Number(Each.substr(Cross + 1), MaxItems)});
  }
  if (Shapes.empty())
    refuse("--shape needs a value");
  return Shapes;
}

} // namespace

void refuse(const std::string &Problem) {
  std::fprintf(stderr, "ompscan-tune: %s\n%s", Problem.c_str(), Usage);
  std::exit(2);
}

Options readArguments(int Count, char **Values) {
  Options O;
  bool Help = false;
  std::string Device, Seconds, Log2, Way, Loop, Shapes, Vector, Block;
  readOptions(Count - 1, Values + 1,
              {{"--help", &Help},
               {"--exhaustive", &O.IsExhaustive},
               {"--reset", &O.Resets}},
              {{"--device", &Device},
               {"--seconds", &Seconds},
               {"--log2", &Log2},
               {"--way", &Way},
               {"--loop", &Loop},
               {"--shape", &Shapes},
               {"--vector", &Vector},
               {"--block", &Block}},
              refuse);
  if (Help) {
    std::fputs(Usage, stdout);
    std::exit(0);
  }
  const auto Number = [](const char *Name, const std::string &Text,
                         uint64_t Least, uint64_t Most) {
    return static_cast<uint32_t>(numberOf(Name, Text, Least, Most, refuse));
  };
  if (!Device.empty())
    O.Device = Number("--device", Device, 0, UINT16_MAX);
  if (!Seconds.empty())
    O.Seconds = Number("--seconds", Seconds, 1, MaxSeconds);
  if (!Log2.empty())
    O.Log2 = Number("--log2", Log2, 1, MaxLog2);
  if (!Way.empty())
    O.Table = tableOf(Way);
  if (!Loop.empty())
    checkLoop(O.Loop = Loop);
  if (!Shapes.empty())
    O.Shapes = shapesOf(Shapes);
  if (!Vector.empty())
    O.Vector = Number("--vector", Vector, 1, MaxVector);
  if (!Block.empty())
    O.Block = Number("--block", Block, 1, MaxBlock);
  O.IsExhaustive |= O.isExperiment();
  if (O.IsExhaustive && !Seconds.empty())
    refuse("--seconds does not limit an exhaustive search; remove --seconds, "
           "or --exhaustive, --shape, --vector and --block");
  if (O.Resets && (O.IsExhaustive || O.Log2 || O.Table || !Seconds.empty() ||
                   !Loop.empty()))
    refuse("--reset takes no other option than --device");
  return O;
}

} // namespace ompscan::rt::tune
