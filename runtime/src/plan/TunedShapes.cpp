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
constexpr char DateWord[] = "tuned";

constexpr struct {
  const char *Name;
  ShapeTable Table;
} Tables[] = {{"serial", ShapeTable::Serial},
              {"groups", ShapeTable::Groups},
              {"warps", ShapeTable::Warps},
              {"plain", ShapeTable::Plain}};

Digest keyOfShapes(const BackendDevice &Device) {
  return Device.cacheKey("shapes", "");
}

} // namespace

const char *nameOf(ShapeTable T) {
  for (const auto &Each : Tables)
    if (Each.Table == T)
      return Each.Name;
  return "";
}

std::optional<ShapeTable> tableNamed(const std::string &Name) {
  for (const auto &Each : Tables)
    if (Each.Name == Name)
      return Each.Table;
  return std::nullopt;
}

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
    return NoCache;
  const std::string Text = text();
  return Cache->store(keyOfShapes(Device), {Text.begin(), Text.end()});
}

std::string TunedShapes::forget(const BackendDevice &Device) {
  const FileCache *Cache = diskCache();
  return Cache ? Cache->remove(keyOfShapes(Device)) : NoCache;
}

std::string TunedShapes::text() const {
  std::ostringstream Out;
  if (!Date.empty())
    Out << DateWord << ' ' << Date << '\n';
  for (const auto &[Key, S] : Shapes)
    Out << nameOf(Key.first) << ' ' << Key.second << ' ' << S.Group << ' '
        << S.Items << '\n';
  return Out.str();
}

TunedShapes TunedShapes::parse(const std::string &Text) {
  TunedShapes Result;
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream In(Line);
    std::string Word;
    uint64_t ItemSize = 0;
    Shape S{0, 0};
    In >> Word;
    if (Word == DateWord) {
      In >> Result.Date;
      continue;
    }
    const std::optional<ShapeTable> T = tableNamed(Word);
    if (T && In >> ItemSize >> S.Group >> S.Items && ItemSize >= 1 &&
        ItemSize <= MaxItemSize && S.Group >= 1 && S.Group <= MaxGroup &&
        S.Items >= 1 && S.Items <= MaxItems &&
        (S.Group == 1) == (*T == ShapeTable::Serial))
      Result.set(*T, ItemSize, S);
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

ShapeOrigin shapeOrigin(Device &D) {
  if (!D.compilesText())
    return ShapeOrigin::Compiled;
  if (!tunedShapes(D).date().empty())
    return ShapeOrigin::Tuned;
  // The tables of Tuning.cpp are those of an H200 and an H100.
  return D.driverKind() == DriverKind::Nvidia && D.computeCapability() == 90
             ? ShapeOrigin::Measured
             : ShapeOrigin::Guessed;
}

} // namespace ompscan::rt
