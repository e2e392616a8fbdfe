//===- Options.h - The options of ompscan-bench ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the commands of ompscan-bench share in reading their arguments.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_OPTIONS_H
#define OMPSCAN_BENCH_OPTIONS_H

#include <string>
#include <vector>

namespace ompscan::bench {

/// `--NAME`, which sets \p Target to \p Value.
struct Flag {
  const char *Name;
  bool *Target;
  bool Value = true;
};

/// `--NAME VALUE`; of several the last one counts.
struct Setting {
  const char *Name;
  std::string *Target;
};

/// Reads \p Count arguments. \p Refuse, which does not return, gets what is
/// wrong with them.
inline void readOptions(int Count, char **Values,
                        const std::vector<Flag> &Flags,
                        const std::vector<Setting> &Settings,
                        void (*Refuse)(const std::string &)) {
  for (int I = 0; I != Count; ++I) {
    const std::string Name = Values[I];
    bool IsKnown = false;
    for (const Flag &F : Flags)
      if (Name == F.Name) {
        *F.Target = F.Value;
        IsKnown = true;
      }
    for (const Setting &S : Settings)
      if (Name == S.Name) {
        if (I + 1 == Count)
          Refuse(Name + " needs a value");
        *S.Target = Values[++I];
        IsKnown = true;
      }
    if (!IsKnown)
      Refuse("unknown argument '" + Name + "'");
  }
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_OPTIONS_H
