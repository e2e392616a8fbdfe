//===- FunctionForm.cpp - A form of scanned functions -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/FunctionForm.h"

using namespace clang;
using namespace ompscan::plugin;

std::string
ompscan::plugin::filled(StringRef Form,
                        llvm::function_ref<std::string(char Letter)> Value) {
  std::string Text;
  for (size_t At = Form.find('$'); At != StringRef::npos; At = Form.find('$')) {
    Text += Form.take_front(At);
    Text += Value(Form[At + 1]);
    Form = Form.drop_front(At + 2);
  }
  return Text + Form.str();
}
