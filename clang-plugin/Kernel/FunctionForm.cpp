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

/// The function of the node \p Number of \p U.
std::string OperationForm::evaluate(const Update &U,
                                    llvm::ArrayRef<std::string> Texts,
                                    unsigned Number) const {
  const FunctionNode &Node = U.Function[Number];
  const auto At = [&](unsigned Other) { return evaluate(U, Texts, Other); };
  switch (Node.Kind) {
  case FunctionKind::Before:
    return identity();
  case FunctionKind::Input:
    return constant(Texts[Node.Term]);
  case FunctionKind::Choose:
    return "((" + Texts[Node.Term] + ") ? " + At(Node.Left) + " : " +
           At(Node.Right) + ")";
  case FunctionKind::Negate:
    return operation(Node.Kind, At(Node.Left), "", /*IsOnLeft=*/false);
  default:
    break;
  }
  const bool IsOnLeft = U.Function[Node.Left].Kind == FunctionKind::Input;
  const unsigned Input = IsOnLeft ? Node.Left : Node.Right;
  return operation(Node.Kind, At(IsOnLeft ? Node.Right : Node.Left),
                   Texts[U.Function[Input].Term], IsOnLeft);
}

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
