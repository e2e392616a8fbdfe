//===- Report.h - What ompscan-info tells --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_INFO_REPORT_H
#define OMPSCAN_INFO_REPORT_H

#include "SelfTest.h"
#include "Terminal.h"
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt::info {

/// A fact: its name, and its value as a text or, if \p IsNumber, as a number or
/// truth value of JSON.
struct Fact {
  std::string Name;
  std::string Value;
  bool IsNumber = false;
};

/// A subject and what is to be said about it.
struct Section {
  std::string Title; ///< of the text
  std::vector<Fact> Facts;
  std::vector<Trial> Trials = {}; ///< of a device
};

struct Report {
  Section Runtime;
  std::vector<Section> Devices;
  std::string Problem; ///< why there is no device
};

/// Finds everything out. Makes a context on each device.
Report makeReport();

/// Runs the loops of the self-test on each device, and adds their results, the
/// date and the system.
///
/// \return whether all is well.
bool addSelfTest(Report &R);

std::string toText(const Report &R, const Painter &Paint);
std::string toJson(const Report &R);

} // namespace ompscan::rt::info

#endif // OMPSCAN_INFO_REPORT_H
