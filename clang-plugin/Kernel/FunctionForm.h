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

/// A form whose functions are built by operations that have the value, or what
/// the last operation has made of it, as one operand, and an input as the
/// other.
class OperationForm : public FunctionForm {
public:
  std::string input(const Update &U,
                    llvm::ArrayRef<std::string> Texts) const final {
    return evaluate(U, Texts, U.Function.size() - 1);
  }

private:
  /// The text of \p Function followed by an operation \p Kind with the input
  /// \p Input, which is the left operand if \p IsOnLeft. A negation has none.
  virtual std::string operation(FunctionKind Kind, const std::string &Function,
                                const std::string &Input,
                                bool IsOnLeft) const = 0;
  std::string evaluate(const Update &U, llvm::ArrayRef<std::string> Texts,
                       unsigned Number) const;
};

/// \p Form, in which a dollar sign and a letter stand for what \p Value has for
/// the letter.
std::string filled(llvm::StringRef Form,
                   llvm::function_ref<std::string(char Letter)> Value);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_FUNCTIONFORM_H
