//===- Environment.h - Environment variables ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that reads environment variables.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_ENVIRONMENT_H
#define OMPSCAN_RT_SUPPORT_ENVIRONMENT_H

#include "support/Algorithm.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// OMP_TARGET_OFFLOAD
enum class Offload {
  Mandatory, ///< A loop that cannot be offloaded ends the program.
  Disabled,  ///< The host's cores are the only device; nothing is reported.
  Default    ///< A loop that cannot be offloaded runs on the host.
};

/// OMPSCAN_VERIFY
enum class Verifying {
  Off,
  Close, ///< Differences that the order of operations explains do not matter.
  Exact
};

struct Environment {
  /// OMP_TARGET_OFFLOAD
  Offload Policy = Offload::Default;
  /// OMP_DEFAULT_DEVICE: the device number of loops without a `device` clause.
  std::optional<int64_t> DefaultDevice;
  /// OMPSCAN_DEVICE: part of a device's name, a type, or "all"; empty where not
  /// set.
  std::string Device;
  /// It is "all" or ends with ":all": loops are dealt out over the devices that
  /// it names.
  bool DealsOut = false;
  /// OMPSCAN_SHORT_LOOP: iterations of a prefix sum below which the calling
  /// thread runs a loop on data of the host.
  std::optional<int64_t> ShortLoop;
  /// OMPSCAN_INFO: a line on stderr for every loop that a device does.
  bool Info = false;
  /// OMPSCAN_ALGORITHM
  std::optional<Algorithm> Method;
  /// OMPSCAN_ROWS: what runs a row, where a team can.
  std::optional<RowTeam> Rows;
  /// OMPSCAN_REPRODUCIBLE: floating-point results are the same at every run.
  bool Reproducible = false;
  /// OMPSCAN_PTX: whether kernels may use NVIDIA's own instructions.
  bool Ptx = true;
  /// OMPSCAN_PRIMITIVES: the file with the PTX of primitives; empty for that
  /// beside the library.
  std::string Primitives;
  /// OMPSCAN_CLANG: the Clang that compiles primitives for CUDA, or "off";
  /// empty for any.
  std::string Clang;
  /// PATH: the folders of programs.
  std::string ProgramFolders;
  /// OMPSCAN_REPEAT: how often kernels run to be timed; 0: no times are taken.
  uint32_t Repeat = 0;
  /// OMPSCAN_CACHE: where built programs are kept; empty for nowhere.
  std::string CacheDirectory;
  /// OMPSCAN_MEMORY_LIMIT: bytes that the arrays of a loop may take on a
  /// device.
  std::optional<uint64_t> MemoryLimit;
  /// OMPSCAN_POOL: bytes of device memory that is kept for later loops.
  std::optional<uint64_t> PoolLimit;
  /// OMPSCAN_PROFILE: a file for a trace, or "summary"; empty for none.
  std::string Profile;
  /// OMPSCAN_ASYNC: whether loops on present data may return before their
  /// kernels have ended.
  bool Async = true;
  /// OMPSCAN_VERIFY: the host does every loop, too, and results are compared.
  Verifying Verify = Verifying::Off;
  /// OMP_DISPLAY_ENV: the environment is printed at its first use.
  bool Display = false;

  /// Whether commands on devices are timed.
  bool takesTimes() const { return Info || Repeat || !Profile.empty(); }
  /// Whether floating-point results of a loop with the ompscan_feature bits
  /// \p Features are the same at every run, for any number of threads.
  bool isReproducible(uint32_t Features) const;
};

/// Names of environment variables that are set, with their values.
using Variables = std::map<std::string, std::string>;

/// The variables of the process; none for a program that runs with more rights
/// than its user has.
Variables processVariables();

/// Reads the variables of \p Set. Every value that has no meaning counts as not
/// set and adds a line that names the variable and what it accepts to
/// \p Warnings, as does a name that is nearly one of ours.
Environment parseEnvironment(const Variables &Set,
                             std::vector<std::string> &Warnings);

/// The value of OMPSCAN_DEVICE.
std::string deviceText(const Environment &E);

/// What OMP_DISPLAY_ENV prints of \p E.
std::string displayText(const Environment &E);

/// The environment of the process at the first call. Prints the warnings.
const Environment &environment() noexcept;

/// The value of OMPSCAN_DEVICE, in lower case, that stands for all GPUs and the
/// host.
constexpr char AllDevices[] = "all";

/// \p Text with the ASCII letters in lower case.
std::string toLower(std::string Text);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_ENVIRONMENT_H
