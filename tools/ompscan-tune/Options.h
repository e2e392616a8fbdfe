//===- Options.h - The options of ompscan-tune ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNE_OPTIONS_H
#define OMPSCAN_TUNE_OPTIONS_H

#include "plan/TunedShapes.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt::tune {

struct Options {
  std::optional<size_t> Device; ///< its number
  uint64_t Seconds = 15;
  bool IsExhaustive = false; ///< tries all shapes, however long it takes
  bool Resets = false;       ///< forgets the shapes
  std::optional<unsigned> Log2;
  std::optional<ShapeTable> Table;
  std::string Loop; ///< a part of its name
  std::vector<Shape> Shapes;
  uint32_t Vector = 0, Block = 0; ///< 0: those of loops

  /// Whether shapes are measured that loops cannot have.
  bool isExperiment() const { return !Shapes.empty() || Vector || Block; }
};

/// Reads the arguments of the program. Ends it for --help, and with status 2
/// and a message where they are wrong.
Options readArguments(int Count, char **Values);

/// Ends the program with status 2, and says what is wrong with its arguments.
[[noreturn]] void refuse(const std::string &Problem);

} // namespace ompscan::rt::tune

#endif // OMPSCAN_TUNE_OPTIONS_H
