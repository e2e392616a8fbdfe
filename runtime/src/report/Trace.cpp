//===- Trace.cpp - A trace of all loops -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Trace.h"
#include "report/Report.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace ompscan::rt {

namespace {

/// The number under which devices are listed, as if they were a process.
constexpr int DeviceProcess = 0;

std::string field(const char *Name, const std::string &Value) {
  return "\"" + std::string(Name) + "\":" + Value;
}

std::string field(const char *Name, uint64_t Value) {
  return field(Name, std::to_string(Value));
}

/// Microseconds with three digits after the point.
std::string microseconds(Duration D) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.3f",
                std::chrono::duration<double, std::micro>(D).count());
  return Text;
}

/// The begin of an event on a track.
std::string event(const std::string &Name, const char *Category,
                  const char *Type, TimePoint Begin, uint64_t Process,
                  uint64_t Thread) {
  return "{" + field("name", quoteJson(Name)) + "," +
         field("cat", quoteJson(Category)) + "," +
         field("ph", quoteJson(Type)) + "," +
         field("ts", microseconds(Begin.time_since_epoch())) + "," +
         field("pid", Process) + "," + field("tid", Thread);
}

std::string duration(TimePoint Begin, TimePoint End) {
  return "," + field("dur", microseconds(End - Begin));
}

std::string nameOf(const char *What, uint64_t Process, uint64_t Thread,
                   const std::string &Name) {
  return "{" + field("name", quoteJson(What)) + "," + field("ph", "\"M\"") +
         "," + field("pid", Process) + "," + field("tid", Thread) + "," +
         field("args", "{" + field("name", quoteJson(Name)) + "}") + "}";
}

uint64_t thisProcess() { return static_cast<uint64_t>(::getpid()); }
uint64_t thisThread() { return static_cast<uint64_t>(::gettid()); }

} // namespace

std::string quoteJson(const std::string &Text) {
  std::string Quoted = "\"";
  for (const char C : Text) {
    if (C == '"' || C == '\\') {
      Quoted += '\\';
      Quoted += C;
    } else if (static_cast<unsigned char>(C) < 0x20) {
      char Escape[8];
      std::snprintf(Escape, sizeof Escape, "\\u%04x", C);
      Quoted += Escape;
    } else {
      Quoted += C;
    }
  }
  return Quoted + "\"";
}

Trace::Trace(const std::string &Path)
    : Path(Path), File(std::fopen(Path.c_str(), "we")), Owner(::getpid()) {
  if (!File) {
    reportWarning(("no profile is written, because " + Path +
                   " cannot be opened: " + std::strerror(errno))
                      .c_str());
    return;
  }
  std::fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", File);
  write(nameOf("process_name", DeviceProcess, 0, "devices"));
}

Trace::~Trace() {
  if (!isOpen())
    return;
  std::fputs("\n]}\n", File);
  std::fclose(File);
}

bool Trace::isOpen() const { return File && Owner == ::getpid(); }

void Trace::write(const std::string &Event) {
  if (!isOpen())
    return;
  // Flushed, so that no child of this process has a part of it to write again.
  if (std::fprintf(File, "%s\n%s", Empty ? "" : ",", Event.c_str()) < 0 ||
      std::fflush(File) != 0) {
    reportWarning(("the profile ends here, because " + Path +
                   " cannot be written: " + std::strerror(errno))
                      .c_str());
    std::fclose(File);
    File = nullptr;
  }
  Empty = false;
}

int Trace::track(const std::string &Device, bool Kernels) {
  const std::string Name = Device + (Kernels ? ", kernels" : ", transfers");
  const auto [Place, IsNew] =
      Tracks.emplace(Name, static_cast<int>(Tracks.size()) + 1);
  if (IsNew)
    write(nameOf("thread_name", DeviceProcess,
                 static_cast<uint64_t>(Place->second), Name));
  return Place->second;
}

void Trace::addLaunch(const LaunchRecord &R) {
  const uint64_t Process = thisProcess();
  const uint64_t Thread = R.Thread ? R.Thread : thisThread();
  write(event(R.Location, R.Method.empty() ? "data" : "loop", "X", R.Begin,
              Process, Thread) +
        duration(R.Begin, R.End) + "," +
        field("args", "{" + field("device", quoteJson(R.Device)) + "," +
                          field("method", quoteJson(R.Method)) + "," +
                          field("iterations", R.Iterations) + "," +
                          field("bytes in", R.BytesSent) + "," +
                          field("bytes out", R.BytesFetched) + "}") +
        "}");
  for (const Phase &P : R.Phases)
    write(event(P.Name, "management", "X", P.Begin, Process, Thread) +
          duration(P.Begin, P.End) + "}");
  for (const DeviceSpan &S : R.Spans) {
    const bool IsKernel = S.What == Activity::Kernel;
    const char *Category = IsKernel                   ? "kernel"
                           : S.What == Activity::Send ? "send"
                           : S.What == Activity::Copy ? "copy"
                                                      : "fetch";
    write(event(IsKernel ? S.Name : Category + (" " + S.Name), Category, "X",
                S.Begin, DeviceProcess,
                static_cast<uint64_t>(
                    track(S.Device.empty() ? R.Device : S.Device, IsKernel))) +
          duration(S.Begin, S.End) + "," +
          field("args", "{" + field("loop", quoteJson(R.Location)) + "," +
                            field("bytes", S.Bytes) + "}") +
          "}");
  }
}

void Trace::addFallback(const char *Location, const char *Cause) {
  write(event(Location, "fallback", "i", Clock::now(), thisProcess(),
              thisThread()) +
        "," + field("s", "\"t\"") + "," +
        field("args", "{" + field("cause", quoteJson(Cause)) + "}") + "}");
}

void Trace::addHostLoop(const char *Location, TimePoint Begin, TimePoint End) {
  write(event(Location, "host loop", "X", Begin, thisProcess(), thisThread()) +
        duration(Begin, End) + "}");
}

} // namespace ompscan::rt
