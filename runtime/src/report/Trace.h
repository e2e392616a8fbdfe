//===- Trace.h - A trace of all loops ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_REPORT_TRACE_H
#define OMPSCAN_RT_REPORT_TRACE_H

#include "report/LaunchRecord.h"
#include <cstdio>
#include <map>
#include <string>
#include <sys/types.h>

namespace ompscan::rt {

/// A file that Perfetto and Chrome's about:tracing read (the Trace Event
/// Format): OMPSCAN_PROFILE=FILE. It is written as the loops run, and has its
/// end once this object is destroyed; the viewers do without the end of a
/// program that crashes.
class Trace {
public:
  /// Says so where the file cannot be written, and writes nothing then.
  explicit Trace(const std::string &Path);
  Trace(const Trace &) = delete;
  ~Trace();

  void addLaunch(const LaunchRecord &R);
  void addFallback(const char *Location, const char *Cause);
  void addHostLoop(const char *Location, TimePoint Begin, TimePoint End);

private:
  bool isOpen() const;
  void write(const std::string &Event);
  /// The number of a track of \p Device, which is named at its first use.
  int track(const std::string &Device, bool Kernels);

  const std::string Path;
  std::FILE *File;   ///< null if it cannot be opened or written
  const pid_t Owner; ///< a child of it must not write to the file
  bool Empty = true;
  std::map<std::string, int> Tracks;
};

/// \p Text as a string of JSON, with the quotes.
std::string quoteJson(const std::string &Text);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_REPORT_TRACE_H
