//===- Failure.h - Why a loop cannot be offloaded ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_FAILURE_H
#define OMPSCAN_RT_SUPPORT_FAILURE_H

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace ompscan::rt {

/// A loop cannot run on the device, and nothing that the program can see has
/// changed. The text is the cause, as a clause without a full stop.
class Failure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The program or its environment asks for a device that the machine lacks. A
/// loop can run on the host's cores instead.
class NoSuchDevice : public Failure {
public:
  using Failure::Failure;
};

/// The text that stands for every other one where there is no memory for it.
constexpr char OutOfMemoryText[] = "the program is out of memory";

/// An exception that says more than its text, so that it can be thrown where
/// there is no memory for a text: std::bad_alloc in its place would say that
/// the host can do the loop.
class RobustFailure : public std::exception {
public:
  /// \p MakeText returns the text, or throws std::bad_alloc.
  template <typename Maker,
            typename = std::enable_if_t<std::is_invocable_v<Maker>>>
  explicit RobustFailure(Maker MakeText) noexcept {
    try {
      Text = std::make_shared<const std::string>(MakeText());
    } catch (const std::bad_alloc &) {
      // what() says so.
    }
  }
  const char *what() const noexcept override {
    return Text ? Text->c_str() : OutOfMemoryText;
  }

private:
  std::shared_ptr<const std::string> Text; ///< null if there was no memory
};

/// The device has done a loop in part, and the host can do the rest: from the
/// iteration with the induction variable \p Next on. The text is the cause.
class PartlyDone : public RobustFailure {
public:
  template <typename Maker>
  PartlyDone(int64_t Next, Maker MakeCause) noexcept
      : RobustFailure(MakeCause), Next(Next) {}
  const int64_t Next;
};

/// A loop belongs to a construct that the host is doing, and has to run there
/// as well. The text is the cause.
class BelongsToHost : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Neither the device nor the host can do a loop. The text is the cause.
class Unrecoverable : public RobustFailure {
public:
  using RobustFailure::RobustFailure;
  explicit Unrecoverable(const std::string &Text) noexcept
      : RobustFailure([&] { return Text; }) {}
};

/// Memory of the host or the device has changed and the loop cannot be run
/// again.
class LostResults : public Unrecoverable {
public:
  using Unrecoverable::Unrecoverable;
};

/// Calls \p Use with the text that \p Make returns, or OutOfMemoryText where
/// there is no memory for it.
template <typename Maker, typename User>
void withText(Maker Make, User Use) noexcept {
  std::string Text;
  const char *Known = OutOfMemoryText;
  try {
    Text = Make();
    Known = Text.c_str();
  } catch (const std::bad_alloc &) {
    // Known says so.
  }
  Use(Known);
}

/// The text of the exception \p E, or of the one that is being handled.
std::string describe(const std::exception_ptr &E);
std::string describeException();

/// "y", "x, y and z"
std::string listNames(const std::vector<std::string> &Names);

/// Integers wide enough for sums and products of 64-bit bounds and strides.
__extension__ typedef __int128 Wide;

/// \p Value in decimal.
std::string toString(Wide Value);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_FAILURE_H
