//===- SelfTest.cpp - Loops on every device -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTest.h"
#include "Loops.h"
#include "device/DeviceChoice.h"
#include "device/Devices.h"
#include "ompscan/abi.h"
#include "support/Algorithm.h"
#include "support/Environment.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ompscan::rt::info {

namespace {

/// A loop takes seconds where a driver compiles it.
constexpr std::chrono::seconds TimeLimit{300};

constexpr size_t Sizes[] = {0, 1, 2, 1000, 100003};

/// Replaces variables of the environment of a process.
class ChildEnvironment {
public:
  ChildEnvironment() {
    for (char **Each = environ; *Each; ++Each)
      Lines.push_back(*Each);
  }

  void set(const std::string &Name, const std::string &Value) {
    const std::string Begin = Name + "=";
    for (std::string &Line : Lines)
      if (Line.compare(0, Begin.size(), Begin) == 0) {
        Line = Begin + Value;
        return;
      }
    Lines.push_back(Begin + Value);
  }

  /// Valid until set() is called.
  std::vector<char *> pointers() {
    std::vector<char *> All;
    for (std::string &Line : Lines)
      All.push_back(Line.data());
    All.push_back(nullptr);
    return All;
  }

private:
  std::vector<std::string> Lines;
};

/// Returns true if OMPSCAN_DEVICE leaves the choice of a number to the program.
bool isNumberFree() {
  const std::string &Name = environment().Device;
  return Name.empty() || isBackendName(toLower(Name));
}

ChildEnvironment environmentFor(size_t Number, const char *Method) {
  const DeviceInfo &Info = allDevices()[Number]->info();
  ChildEnvironment E;
  E.set("OMP_TARGET_OFFLOAD", "MANDATORY");
  E.set("OMPSCAN_SHORT_LOOP", "0"); // Short loops run on the device, too.
  if (Method)
    E.set("OMPSCAN_ALGORITHM", Method);
  if (Info.IsHost)
    E.set("OMPSCAN_DEVICE", "host");
  else if (isNumberFree())
    E.set("OMP_DEFAULT_DEVICE", std::to_string(Number));
  else
    E.set("OMPSCAN_DEVICE", Info.Name);
  return E;
}

/// The end of a process and what it has printed.
struct Outcome {
  bool IsInTime = true;
  int Status = 0; ///< of waitpid()
  std::string Output;

  bool isGood() const {
    return IsInTime && WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
  }
  std::string problem() const;
};

/// The line of \p Text that says why a process has ended: the runtime's error,
/// or the last one.
std::string causeIn(std::string Text) {
  if (const size_t Error = Text.find("ompscan: error: ");
      Error != std::string::npos)
    Text = Text.substr(Error, Text.find('\n', Error) - Error);
  while (!Text.empty() && Text.back() == '\n')
    Text.pop_back();
  return Text.substr(Text.rfind('\n') + 1);
}

std::string Outcome::problem() const {
  const std::string Line = causeIn(Output);
  if (!IsInTime)
    return "it did not end after " + std::to_string(TimeLimit.count()) +
           " seconds";
  if (WIFSIGNALED(Status))
    return std::string("the process was ended by a signal, ") +
           ::strsignal(WTERMSIG(Status)) + (Line.empty() ? "" : ": ") + Line;
  return Line.empty() ? "exit status " + std::to_string(WEXITSTATUS(Status))
                      : Line;
}

/// Reads \p From to its end. \returns false if that takes longer than the
/// limit.
bool readAll(int From, std::string &Output) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + TimeLimit;
  for (;;) {
    const auto Rest = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - Clock::now());
    ::pollfd Ready = {From, POLLIN, 0};
    if (Rest.count() <= 0 ||
        ::poll(&Ready, 1, static_cast<int>(Rest.count())) == 0)
      return false;
    char Buffer[4096];
    const ::ssize_t Size = ::read(From, Buffer, sizeof Buffer);
    if (Size == 0 || (Size < 0 && errno != EINTR))
      return true;
    if (Size > 0)
      Output.append(Buffer, static_cast<size_t>(Size));
  }
}

/// Runs this program with \p Arguments.
Outcome runSelf(std::vector<std::string> Arguments, ChildEnvironment E) {
  const auto Failed = [](const char *Call) {
    Outcome O;
    O.Status = 127 << 8;
    O.Output = std::string(Call) + ": " + std::strerror(errno);
    return O;
  };
  int Pipe[2];
  if (::pipe2(Pipe, O_CLOEXEC) != 0)
    return Failed("pipe2");
  std::vector<char *> Argv;
  for (std::string &A : Arguments)
    Argv.push_back(A.data());
  Argv.push_back(nullptr);
  ::posix_spawn_file_actions_t Actions;
  ::posix_spawn_file_actions_init(&Actions);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDERR_FILENO);
  ::pid_t Child = 0;
  errno = ::posix_spawn(&Child, "/proc/self/exe", &Actions, nullptr,
                        Argv.data(), E.pointers().data());
  const bool IsThere = errno == 0;
  ::posix_spawn_file_actions_destroy(&Actions);
  ::close(Pipe[1]);
  if (!IsThere) {
    ::close(Pipe[0]);
    return Failed("posix_spawn");
  }
  Outcome O;
  O.IsInTime = readAll(Pipe[0], O.Output);
  ::close(Pipe[0]);
  if (!O.IsInTime)
    ::kill(Child, SIGKILL);
  while (::waitpid(Child, &O.Status, 0) < 0 && errno == EINTR) {
  }
  return O;
}

/// The values of OMPSCAN_ALGORITHM to test \p D with; null for none. Kernels
/// that are compiled with the program have their algorithms.
std::vector<const char *> methodsOf(Device &D) {
  if (!D.compilesText())
    return {nullptr};
  std::vector<const char *> Methods;
  // A single pass must not be tried where groups may wait for ever.
  if (D.supportsLookback())
    Methods.push_back(algorithmName(Algorithm::SinglePass));
  Methods.push_back(algorithmName(Algorithm::ReduceThenScan));
  Methods.push_back(algorithmName(Algorithm::ThreeKernel));
  return Methods;
}

} // namespace

std::string whyNotTested(size_t Number) {
  if (allDevices()[Number]->info().IsHost || isNumberFree())
    return "";
  Environment E = environment();
  E.Device = allDevices()[Number]->info().Name;
  std::vector<DeviceInfo> Infos;
  for (const Device *D : allDevices())
    Infos.push_back(D->info());
  if (namedDevices(Infos, E).front() == Number)
    return "";
  return "OMPSCAN_DEVICE names another device of this name";
}

std::vector<Trial> testDevice(size_t Number) {
  Device &D = *allDevices()[Number];
  std::vector<Trial> Trials;
  for (const char *Method : methodsOf(D))
    for (size_t I = 0; I != ompscan::info::testLoops().size(); ++I) {
      const ompscan::info::TestLoop &L = ompscan::info::testLoops()[I];
      if (L.NeedsFp64 && !D.hasFp64())
        continue;
      const Outcome O = runSelf(
          {"ompscan-info", "--run-loop", std::to_string(I), D.info().Name},
          environmentFor(Number, Method));
      Trials.push_back(
          {L.Name, Method ? Method : "default", O.isGood() ? "" : O.problem()});
    }
  return Trials;
}

int runLoop(const char *Index, const char *DeviceName) {
  const size_t I = std::strtoul(Index, nullptr, 10);
  if (I >= ompscan::info::testLoops().size()) {
    std::fprintf(stderr, "there is no loop %s\n", Index);
    return 2;
  }
  try {
    const std::string &Name = deviceFor(OMPSCAN_DEVICE_DEFAULT)->info().Name;
    if (Name != DeviceName) {
      std::fprintf(stderr, "loops run on %s\n", Name.c_str());
      return 1;
    }
    for (const size_t N : Sizes) {
      const std::string Problem = ompscan::info::testLoops()[I].Check(N);
      if (!Problem.empty()) {
        std::fprintf(stderr, "of %zu elements, %s\n", N, Problem.c_str());
        return 1;
      }
    }
    return 0;
  } catch (const std::exception &E) {
    std::fprintf(stderr, "%s\n", E.what());
    return 1;
  }
}

} // namespace ompscan::rt::info
