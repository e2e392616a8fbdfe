//===- TunedShapes.h - What ompscan-tune has found ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_TUNEDSHAPES_H
#define OMPSCAN_RT_PLAN_TUNEDSHAPES_H

#include "device/Device.h"
#include "device/DeviceExtension.h"
#include "plan/Tuning.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ompscan::rt {

/// The best shapes for one device, as they are kept in the program cache.
/// They come before those of Tuning.cpp.
class TunedShapes {
public:
  /// What is kept for \p Device; empty where nothing is, or the cache is off.
  static TunedShapes load(const BackendDevice &Device);
  /// Adds what is kept for \p Device already, and keeps all of it.
  /// \return why it is not kept; empty where it is.
  std::string store(const BackendDevice &Device) const;

  void set(TileStrategy W, uint64_t ItemSize, Shape S) {
    Shapes[{W, ItemSize}] = S;
  }
  /// The shape for items of exactly \p ItemSize bytes.
  std::optional<Shape> find(TileStrategy W, uint64_t ItemSize) const {
    const auto Found = Shapes.find({W, ItemSize});
    return Found == Shapes.end() ? std::nullopt : std::optional(Found->second);
  }
  bool empty() const { return Shapes.empty(); }

  /// A line for each shape: way, size of an item, group, items.
  std::string text() const;
  /// The way back. Lines that mean nothing are passed over.
  static TunedShapes parse(const std::string &Text);

private:
  std::map<std::pair<TileStrategy, uint64_t>, Shape> Shapes;
};

/// The shapes that ompscan-tune has found for \p D, loaded at the first call.
const TunedShapes &tunedShapes(Device &D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_TUNEDSHAPES_H
