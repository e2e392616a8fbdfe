//===- Algorithm.cpp - Algorithms of a launch -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Algorithm.h"

namespace ompscan::rt {

const char *algorithmName(Algorithm A) {
  switch (A) {
  case Algorithm::ThreeKernel:
    return "three-kernel";
  case Algorithm::SinglePass:
    return "single-pass";
  case Algorithm::ReduceThenScan:
    return "reduce-then-scan";
  case Algorithm::ForEach:
    return "parallel loop";
  case Algorithm::Reduce:
    return "reduction";
  case Algorithm::ReduceLists:
    return "reduction of lists";
  case Algorithm::Histogram:
    return "histogram";
  case Algorithm::Rows:
    return "rows";
  case Algorithm::Columns:
    return "columns";
  case Algorithm::Bundles:
    return "bundles of rows";
  case Algorithm::RowParts:
    return "parts of rows";
  }
  return "unknown";
}

const char *teamName(RowTeam T) {
  switch (T) {
  case RowTeam::WorkItem:
    return "work-item";
  case RowTeam::Column:
    return "column";
  case RowTeam::PartOfWarp:
    return "part";
  case RowTeam::HalfWarp:
    return "half-warp";
  case RowTeam::Warp:
    return "warp";
  case RowTeam::Group64:
    return "group-64";
  case RowTeam::Group128:
    return "group-128";
  case RowTeam::Group:
    return "group";
  case RowTeam::Group512:
    return "group-512";
  case RowTeam::WideGroup:
    return "wide-group";
  case RowTeam::Columns:
    return "columns";
  case RowTeam::Bundle:
    return "bundle";
  case RowTeam::Parts:
    return "parts";
  }
  return "unknown";
}

} // namespace ompscan::rt
