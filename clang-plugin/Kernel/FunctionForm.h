//===- FunctionForm.h - A form of scanned functions ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_FUNCTIONFORM_H
#define OMPSCAN_PLUGIN_KERNEL_FUNCTIONFORM_H

#include "Kernel/Lowering/RecordText.h"
#include "Model/Item.h"

namespace ompscan::plugin {

/// Text for functions of one form. See FunctionCode for the meaning of its
/// parts.
class FunctionForm {
public:
  virtual ~FunctionForm() = default;

  virtual RecordText record() const = 0;
  /// The functions that the others use, to follow the structure.
  virtual std::string definition() const = 0;
  virtual std::string factors() const { return ""; }
  virtual std::string identity() const = 0;
  virtual std::string constant(llvm::ArrayRef<std::string> Values) const = 0;
  virtual std::string constantOf(llvm::StringRef Value) const {
    return constant((Value + ".v").str());
  }
  virtual std::string isConstant(llvm::StringRef) const { return ""; }
  virtual std::string input(const Update &U,
                            llvm::ArrayRef<std::string> Texts) const = 0;
  virtual std::string composition() const = 0;
};

/// \p Form, in which a dollar sign and a letter stand for what \p Value has for
/// the letter.
std::string filled(llvm::StringRef Form,
                   llvm::function_ref<std::string(char Letter)> Value);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_FUNCTIONFORM_H
