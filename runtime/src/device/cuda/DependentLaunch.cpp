//===- DependentLaunch.cpp - Kernels that begin early ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/DependentLaunch.h"

namespace ompscan::rt {

std::string withDependentLaunch(std::string_view Ptx) {
  // Directives of a module: its version, its target, the size of addresses.
  constexpr std::string_view Last = ".address_size 64";
  const size_t Header = Ptx.find(Last);
  if (Header == std::string_view::npos)
    return "";
  // The first version that knows the instructions.
  std::string Text = ".version 7.8\n.target sm_" +
                     std::to_string(DependentLaunchCapability) + "\n" +
                     std::string(Last) + "\n.visible .global .b8 " +
                     DependentLaunchMark + ";";
  Ptx.remove_prefix(Header + Last.size());
  for (;;) {
    const size_t Kernel = Ptx.find(".entry ");
    if (Kernel == std::string_view::npos)
      return Text.append(Ptx);
    // Parameters have no braces.
    const size_t Body = Ptx.find('{', Kernel);
    if (Body == std::string_view::npos)
      return "";
    Text.append(Ptx.substr(0, Body + 1));
    Text += "\n\tgriddepcontrol.wait;";
    Ptx.remove_prefix(Body + 1);
  }
}

} // namespace ompscan::rt
