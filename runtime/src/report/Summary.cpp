//===- Summary.cpp - A table of all loops ---------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Summary.h"
#include <algorithm>
#include <cstdio>
#include <vector>

namespace ompscan::rt {

void Summary::addLaunch(const LaunchRecord &R) {
  Totals &T = Loops[R.Location];
  ++T.Launches;
  T.Iterations += R.Iterations;
  T.Whole += R.wholeTime();
  T.Kernels += R.kernelTime();
  T.Transfers += R.transferTime();
  T.Management += R.managementTime();
  if (R.HasGuessedShape && Untuned.empty())
    Untuned = R.Device;
}

void Summary::addFallback(const char *Location, const char *) {
  ++Loops[Location].OnHost;
}

void Summary::addHostLoop(const char *Location, TimePoint Begin,
                          TimePoint End) {
  Loops[Location].Host += End - Begin;
}

namespace {

/// A time, and its share of \p Whole.
std::string share(Duration Part, Duration Whole) {
  char Text[64];
  std::snprintf(Text, sizeof Text, "%s (%.0f%%)", milliseconds(Part).c_str(),
                Whole.count() ? 100.0 * Part.count() / Whole.count() : 0.0);
  return Text;
}

using Row = std::vector<std::string>;

/// Columns with two spaces between; numbers, which is all but the last column,
/// are aligned on the right.
std::string layOut(const std::vector<Row> &Rows) {
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &R : Rows)
    for (size_t I = 0; I != R.size(); ++I)
      Widths[I] = std::max(Widths[I], R[I].size());
  std::string Text;
  for (const Row &R : Rows) {
    Text += "ompscan:";
    for (size_t I = 0; I + 1 != R.size(); ++I)
      Text += "  " + std::string(Widths[I] - R[I].size(), ' ') + R[I];
    Text += "  " + R.back() + "\n";
  }
  return Text;
}

} // namespace

std::string Summary::table() const {
  std::vector<std::pair<std::string, Totals>> Sorted(Loops.begin(),
                                                     Loops.end());
  std::sort(Sorted.begin(), Sorted.end(), [](const auto &A, const auto &B) {
    const auto TimeA = A.second.Whole + A.second.Host;
    const auto TimeB = B.second.Whole + B.second.Host;
    return TimeA != TimeB ? TimeA > TimeB : A.first < B.first;
  });
  std::vector<Row> Rows = {{"launches", "iterations", "total ms", "kernels ms",
                            "offload ms", "management ms", "on host", "host ms",
                            "loop"}};
  for (const auto &[Location, T] : Sorted)
    Rows.push_back({std::to_string(T.Launches), std::to_string(T.Iterations),
                    milliseconds(T.Whole), share(T.Kernels, T.Whole),
                    share(T.Transfers, T.Whole), share(T.Management, T.Whole),
                    std::to_string(T.OnHost), milliseconds(T.Host), Location});
  std::string Text = layOut(Rows);
  if (!Untuned.empty())
    Text += "ompscan: note: the shapes of tiles on " + Untuned +
            " are guessed; ompscan-tune measures them, in 15 s\n";
  return Text;
}

void Summary::print() const {
  if (!Loops.empty())
    std::fputs(table().c_str(), stderr);
}

} // namespace ompscan::rt
