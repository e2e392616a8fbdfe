//===- Piece.h - An expression in OpenCL C -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_PIECE_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_PIECE_H

#include "clang/Basic/OperatorPrecedence.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace ompscan::plugin {

/// Where an object lives on the device. An object that a substitution names may
/// be a variable or an element in global memory: no pointer type fits both.
enum class Space { Private, Constant, Substituted };

/// An expression in OpenCL C: an operand of any operator.
struct Piece {
  Piece() = default;
  Piece(std::string Text) : Text(std::move(Text)) {}
  /// \p Operation, whose operator has the precedence \p Binds.
  Piece(const std::string &Operation, clang::prec::Level Binds)
      : Text("(" + Operation + ")"), Binds(Binds) {}
  Piece(std::string Text, Space In) : Text(std::move(Text)), In(In) {}

  /// The text, without its parentheses if the operator in them binds at least
  /// as tightly as \p Least.
  std::string operand(clang::prec::Level Least) const {
    return Binds < Least ? Text : Text.substr(1, Text.size() - 2);
  }

  std::string Text;
  /// The precedence of the operator in the parentheses around Text; Unknown for
  /// any other form of Text.
  clang::prec::Level Binds = clang::prec::Unknown;
  /// The address space of the object that a glvalue names.
  Space In = Space::Private;
  /// The address space that a pointer points to.
  Space To = Space::Private;
  /// A pointer to the object, where it is named through one.
  std::string Pointer;
  /// The object that a pointer points to, where it has a name.
  std::string Object;
  /// The text of the substitution that this is a part of.
  std::string Root;
};

/// The object that \p Pointer points to.
Piece dereference(const Piece &Pointer);

/// The text of a pointer to the object that \p P names.
std::string address(const Piece &P);

/// A pointer to the object that \p P names.
Piece pointerTo(const Piece &P);

/// Strips a pair of parentheses around the whole of \p Text.
llvm::StringRef withoutParens(llvm::StringRef Text);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_PIECE_H
