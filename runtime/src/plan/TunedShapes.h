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
#include <cstddef>
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
  /// Why nothing is kept if the cache is off.
  static constexpr char NoCache[] =
      "there is no program cache (OMPSCAN_CACHE=off)";

  /// What is kept for \p Device; empty where nothing is, or the cache is off.
  static TunedShapes load(const BackendDevice &Device);
  /// Keeps these shapes for \p Device in the place of those before.
  /// \return why they are not kept; empty where they are.
  std::string store(const BackendDevice &Device) const;
  /// Forgets what is kept for \p Device.
  /// \return why it is still there; empty where nothing is.
  static std::string forget(const BackendDevice &Device);

  void set(ShapeTable T, uint64_t ItemSize, Shape S) {
    Shapes[{T, ItemSize}] = S;
  }
  /// Leaves the choice for \p T and \p ItemSize to Tuning.cpp.
  void remove(ShapeTable T, uint64_t ItemSize) { Shapes.erase({T, ItemSize}); }
  /// The shape for items of exactly \p ItemSize bytes.
  std::optional<Shape> find(ShapeTable T, uint64_t ItemSize) const {
    const auto Found = Shapes.find({T, ItemSize});
    return Found == Shapes.end() ? std::nullopt : std::optional(Found->second);
  }
  size_t size() const { return Shapes.size(); }

  /// The day of the last measurement, "2026-11-27"; empty if there was none.
  const std::string &date() const { return Date; }
  void setDate(std::string Day) { Date = std::move(Day); }

  /// "tuned DATE", and a line for each shape: table, size of an item, group,
  /// items.
  std::string text() const;
  /// The way back. Lines that mean nothing are passed over.
  static TunedShapes parse(const std::string &Text);

private:
  std::map<std::pair<ShapeTable, uint64_t>, Shape> Shapes;
  std::string Date;
};

/// "serial", "groups", "warps", "plain"
const char *nameOf(ShapeTable T);
/// The table of that name; nothing if there is none.
std::optional<ShapeTable> tableNamed(const std::string &Name);

/// The shapes that ompscan-tune has found for \p D, loaded at the first call.
const TunedShapes &tunedShapes(Device &D);

/// Where the shapes of scans on a device come from.
enum class ShapeOrigin {
  Compiled, ///< The compiler plugin has chosen them.
  Tuned,    ///< ompscan-tune has compared them with others on the device.
  Measured, ///< Tuning.cpp has them, from a device of this kind.
  Guessed   ///< Tuning.cpp has them, from devices of another kind.
};

ShapeOrigin shapeOrigin(Device &D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_TUNEDSHAPES_H
