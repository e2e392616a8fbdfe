//===- CommandLine.h - The arguments of tools --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the arguments of ompscan-tune and of the commands of ompscan-bench.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TOOLS_COMMANDLINE_H
#define OMPSCAN_TOOLS_COMMANDLINE_H

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ompscan {

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
        if (I + 1 == Count || !*Values[I + 1])
          Refuse(Name + " needs a value");
        *S.Target = Values[++I];
        IsKnown = true;
      }
    if (!IsKnown)
      Refuse("unknown argument '" + Name + "'");
  }
}

/// Reads the number \p Text, the value of \p Name. \p Refuse, which does not
/// return, gets what is wrong.
inline uint64_t numberOf(const std::string &Name, const std::string &Text,
                         uint64_t Least, uint64_t Most,
                         void (*Refuse)(const std::string &)) {
  const bool IsNumber =
      !Text.empty() && Text.size() < 19 &&
      Text.find_first_not_of("0123456789") == std::string::npos;
  if (!IsNumber || std::stoull(Text) < Least || std::stoull(Text) > Most)
    Refuse(Name + " takes numbers from " + std::to_string(Least) + " to " +
           std::to_string(Most) + ", not '" + Text + "'");
  return std::stoull(Text);
}

/// Reads the numbers of \p Text, which commas separate: the value of \p Name,
/// at least one of them. \p Refuse, which does not return, gets what is wrong.
inline std::vector<uint64_t> numbersOf(const std::string &Name,
                                       const std::string &Text, uint64_t Least,
                                       uint64_t Most,
                                       void (*Refuse)(const std::string &)) {
  std::vector<uint64_t> Numbers;
  std::istringstream In(Text);
  for (std::string Number; std::getline(In, Number, ',');)
    Numbers.push_back(numberOf(Name, Number, Least, Most, Refuse));
  if (Numbers.empty())
    Refuse(Name + " needs a value");
  return Numbers;
}

} // namespace ompscan

#endif // OMPSCAN_TOOLS_COMMANDLINE_H
