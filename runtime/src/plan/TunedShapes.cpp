//===- TunedShapes.cpp - What ompscan-tune has found ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/TunedShapes.h"
#include "support/FileCache.h"
#include <sstream>

namespace ompscan::rt {

namespace {

constexpr uint64_t MaxItemSize = 256;
constexpr uint32_t MaxGroup = 1024, MaxItems = 1 << 20;

Digest keyOfShapes(const BackendDevice &Device) {
  return Device.cacheKey("shapes", "");
}

} // namespace

TunedShapes TunedShapes::load(const BackendDevice &Device) {
  const FileCache *Cache = diskCache();
  if (!Cache)
    return {};
  // What keeps the cache from being used is said where programs are loaded.
  std::string Problem;
  const auto Kept = Cache->load(keyOfShapes(Device), Problem);
  return Kept ? parse({Kept->begin(), Kept->end()}) : TunedShapes();
}

std::string TunedShapes::store(const BackendDevice &Device) const {
  const FileCache *Cache = diskCache();
  if (!Cache)
    return "there is no program cache (OMPSCAN_CACHE)";
  TunedShapes All = load(Device);
  for (const auto &[Key, S] : Shapes)
    All.Shapes[Key] = S;
  const std::string Text = All.text();
  return Cache->store(keyOfShapes(Device), {Text.begin(), Text.end()});
}

std::string TunedShapes::text() const {
  std::ostringstream Out;
  for (const auto &[Key, S] : Shapes)
    Out << static_cast<int>(Key.first) << ' ' << Key.second << ' ' << S.Group
        << ' ' << S.Items << '\n';
  return Out.str();
}

TunedShapes TunedShapes::parse(const std::string &Text) {
  TunedShapes Result;
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream In(Line);
    int W = -1;
    uint64_t ItemSize = 0;
    Shape S{0, 0};
    if (In >> W >> ItemSize >> S.Group >> S.Items &&
        W >= int(TileStrategy::Serial) && W <= int(TileStrategy::Warps) &&
        ItemSize >= 1 && ItemSize <= MaxItemSize && S.Group >= 1 &&
        S.Group <= MaxGroup && S.Items >= 1 && S.Items <= MaxItems &&
        (S.Group == 1) == (W == int(TileStrategy::Serial)))
      Result.set(static_cast<TileStrategy>(W), ItemSize, S);
  }
  return Result;
}

namespace {

struct LoadedShapes : DeviceExtension {
  explicit LoadedShapes(const BackendDevice &D)
      : Shapes(TunedShapes::load(D)) {}
  const TunedShapes Shapes;
};

} // namespace

const TunedShapes &tunedShapes(Device &D) {
  return D.extension<LoadedShapes>(D.backend()).Shapes;
}

} // namespace ompscan::rt
