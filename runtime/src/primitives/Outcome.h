//===- Outcome.h - How the call of a primitive ends ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_OUTCOME_H
#define OMPSCAN_RT_PRIMITIVES_OUTCOME_H

#include "ompscan/primitives.h"
#include "primitives/Operands.h"
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace ompscan::rt {

/// A call that no device and no host can do as it stands.
class Refusal : public std::runtime_error {
public:
  Refusal(ompscan_status Status, const std::string &Text)
      : std::runtime_error(Text), Status(Status) {}
  const ompscan_status Status;
};

/// \throws Refusal with OMPSCAN_ERROR_ARGUMENT.
[[noreturn]] void refuse(const std::string &Text);

/// Does a call of the function \p Name: runs \p Check, which adds the arrays of
/// the call and returns whether the host could do it. If so, and if loops run
/// on the host by default, \p OnHost does it. Else \p OnDevice does, on the
/// device that has data of the call, or on the first one with a compiler; and
/// \p OnHost if that fails and OMP_TARGET_OFFLOAD allows it. Throws nothing.
/// \returns an ompscan_status; ompscan_last_error() returns the text of an
/// error.
int performBy(
    const char *Name, const std::function<bool(OperandCheck &)> &Check,
    const std::function<void(const std::shared_ptr<Device> &)> &OnDevice,
    const std::function<void()> &OnHost) noexcept;

/// Calls performBy() with references to the functions: a std::function of a
/// reference allocates nothing that could throw here.
template <typename CheckFunction, typename DeviceFunction,
          typename HostFunction>
int perform(const char *Name, CheckFunction Check, DeviceFunction OnDevice,
            HostFunction OnHost) noexcept {
  return performBy(Name, std::ref(Check), std::ref(OnDevice), std::ref(OnHost));
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_OUTCOME_H
