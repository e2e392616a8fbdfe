//===- KernelHooks.h - What every function of a kernel needs -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELHOOKS_H

#include "Kernel/ItemCode.h"
#include "Kernel/KernelBuilder.h"
#include "Kernel/Lowering/Lowering.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// The slots of one loop while they are written (docs/kernel-contract.md): the
/// names and types of its parameters and of the scanned value, and the text so
/// far.
class KernelHooks {
public:
  /// What ompscan_input and ompscan_output are made of where rows begin anew.
  static constexpr llvm::StringRef RowInputSignature =
      "ompscan_T ompscan_row_input(OMPSCAN_PARAMETERS, const ulong ompscan_k)";
  static constexpr llvm::StringRef RowOutputSignature =
      "void ompscan_row_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, "
      "const "
      "ompscan_T ompscan_before, const ompscan_T ompscan_after)";
  static constexpr llvm::StringRef InputSignature =
      "ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k)";
  static constexpr llvm::StringRef OutputSignature =
      "void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const "
      "ompscan_T ompscan_before, const ompscan_T ompscan_after)";

  KernelHooks(const ScanLoop &Loop, clang::ASTContext &Context,
              const Diagnostics &Diags, Lowering::BodyRequest RequestBody)
      : Loop(Loop), Context(Context),
        Lower(Context, Diags, std::move(RequestBody)) {}

  /// Types and names of the parameters and of the items. To be called first;
  /// false if a type has no place on a device, which is reported.
  bool name() { return nameParameters() && makeItems(); }

  /// A name that cannot clash with OpenCL's words, with the template's or with
  /// another parameter, and still shows what the user called it.
  static std::string parameterName(const llvm::Twine &Prefix,
                                   llvm::StringRef Name);

  /// The types of lists, in front of all that has one.
  const std::string &listTypes() const { return ListTypes; }
  /// Which accumulator of the list \p Item one at \p Index is.
  std::optional<std::string> listPlace(unsigned Item, const clang::Expr *Index,
                                       Lowering::Here Lowered) const;
  /// What ompscan_T is.
  std::string valueType() const;
  /// Places the members of ompscan_T, and what lies behind it, in \p K as the
  /// host's ABI does; the device's compiler checks the size.
  void layOut(Kernel &K) const;
  /// The value of an item in \p Value, which is an ompscan_T.
  std::string member(llvm::StringRef Value, unsigned Item) const;
  /// The mark of an item that needs one.
  std::string flag(llvm::StringRef Value, unsigned Item) const;
  /// What holds the value of a scalar item while an iteration runs.
  std::string variable(unsigned Item) const;

  /// \p Element, whose subscript is lowered with \p Substitute.
  std::optional<std::string> element(const ArrayElement &Element,
                                     Lowering::Substitution Substitute);
  /// Elements of arrays, values that the host passes on and the induction
  /// variable; \p Inner is asked for what stands in subscripts.
  std::optional<std::string> substitute(const clang::Expr *E,
                                        Lowering::Substitution Inner);
  /// Nothing but those, in subscripts too.
  std::optional<std::string> plain(const clang::Expr *E);
  /// What holds the elements that are computed in the place of a loop in front.
  static std::string fillName(unsigned Number) {
    return "ompscan_filled" + std::to_string(Number);
  }
  /// Declares what the loop computes in the place of a loop in front of it, and
  /// stores it: not at all, or, what every iteration stores, in a vector that
  /// is stored later, or at once.
  enum class FillStores { None, Vectors, All };
  std::optional<std::string> fills(Lowering::Substitution Substitute,
                                   FillStores Stores = FillStores::All);
  static std::string fillVectorName(unsigned Number) {
    return fillName(Number) + "_vector";
  }
  /// What \p U puts into \p Item.
  std::optional<std::string> input(const Update &U, unsigned Item,
                                   Lowering::Here Lowered) const;

  /// Declares the induction variable as it is in \p Iteration; in a batch, that
  /// of every loop, and the numbers of the row and of the iteration in it.
  std::string induction(llvm::StringRef Iteration) const;
  /// Adds a function that knows the induction variable, of iteration
  /// `ompscan_k` or of the first one.
  void addFunction(llvm::StringRef Signature, llvm::StringRef Statements,
                   bool InIteration);

  /// Whether the last iteration leaves values for the host.
  bool hasResults() const {
    return !Loop.Lasts.empty() ||
           llvm::any_of(Loop.Items, [](const Item &I) { return !I.isArray(); });
  }
  /// Whether the runtime asks for more values, to know the elements that have
  /// been stored (OMPSCAN_COUNTED_EVERY).
  bool countsEvery() const {
    return llvm::any_of(Loop.Arrays, [](const ArrayUse &Array) {
      return llvm::any_of(Array.Accesses, [](const Access &A) {
        return A.Kind == AccessKind::Counted && A.Counted.IsEvery;
      });
    });
  }

  const ScanLoop &Loop;
  clang::ASTContext &Context;
  Lowering Lower;
  std::vector<ItemCode> Items;
  /// ompscan_T is a structure with a member for each item.
  bool Packed = false;
  std::string InductionName;
  /// The types of the variables of the loop's Nested, or of its Outer in a
  /// batch, whose names are in OuterNames.
  llvm::SmallVector<std::string, 1> NestedTypes, OuterNames;
  llvm::SmallVector<std::string, 4> ArrayNames, ScalarNames;
  /// Declarations of the kernel's parameters, and the names to pass them on by.
  std::string Parameters, Arguments;
  /// The functions so far.
  std::string Text;

private:
  /// The bytes of a number that counts the iterations of a selection. The
  /// runtime sees to it that there are no more than fit into the items at whose
  /// values is stored.
  uint64_t countSize() const;
  bool nameParameters();
  bool nameLoops();
  bool makeItems();
  std::optional<std::string> valueTypeOf(clang::QualType Type,
                                         clang::SourceLocation Loc);
  std::string batchInductions(llvm::StringRef Iteration) const;

  std::string InductionType, ListTypes;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELHOOKS_H
