//===- KernelHooks.h - The functions that templates call ------ -*- C++ -*-===//
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
#include "Kernel/Lowering/RecordText.h"
#include "Kernel/StreamedStores.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// The functions of one loop that the kernel templates call
/// (docs/kernel-contract.md) while they are written: the names and types of
/// parameters and of the scanned value, and the text so far.
class KernelHooks {
public:
  static constexpr llvm::StringRef InputSignature =
      "ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k)";
  static constexpr llvm::StringRef OutputSignature =
      "void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const "
      "ompscan_T ompscan_before, const ompscan_T ompscan_after)";

  KernelHooks(const ScanLoop &Loop, clang::ASTContext &Context,
              const Diagnostics &Diags, Lowering::BodyRequest RequestBody)
      : Loop(Loop), Context(Context), Streamed(Loop, Context),
        Own(std::make_unique<Lowering>(Context, Diags, std::move(RequestBody),
                                       Loop.Inlined)),
        Lower(*Own) {}
  /// The hooks of a loop in the body of \p Around, in the same program. Names
  /// with the numbers of items begin at \p FirstItem.
  KernelHooks(const ScanLoop &Loop, KernelHooks &Around, unsigned FirstItem)
      : Loop(Loop), Context(Around.Context), Streamed(Loop, Context),
        Lower(Around.Lower), FirstItem(FirstItem) {}

  /// Whether a team runs the loop, in an iteration of another one.
  bool isInTeam() const { return !Own; }

  /// Determines the types and names of parameters and items; called first.
  void name();

  /// A name that contains the user's \p Name and clashes neither with OpenCL's
  /// words, nor with the templates', nor with another parameter.
  static std::string parameterName(const llvm::Twine &Prefix,
                                   llvm::StringRef Name);

  /// The definitions of the types of lists and functions.
  const std::string &valueTypes() const { return ValueTypes; }
  /// The macros for the parameters of the loop.
  std::string parameterMacros() const;
  /// The number of the accumulator of the list \p Item at \p Index.
  std::string listPlace(unsigned Item, const clang::Expr *Index,
                        Lowering::Here Lowered) const;
  /// The type that ompscan_T is defined as.
  std::string valueType() const;
  /// Declares an ompscan_T, whose padding is zero.
  std::string declareValue(llvm::StringRef Name) const;
  /// Sets the offsets in \p K of the members of ompscan_T and of the values
  /// behind it, by the host's ABI; the device's compiler checks the size.
  void layOut(Kernel &K) const;
  /// The scanned value of an item in \p Value, which is an ompscan_T.
  std::string member(llvm::StringRef Value, unsigned Item) const;
  /// The item's own value in \p Value: the member, or that of a constant
  /// function.
  std::string value(llvm::StringRef Value, unsigned Item,
                    unsigned Lag = 1) const;
  /// The name of the function that combines the members of an item.
  std::string combiner(unsigned Item) const;
  /// The flag of an item that needs one, in \p Value.
  std::string flag(llvm::StringRef Value, unsigned Item) const;
  /// Whether loops are counted together, and no hook of an iteration calls one
  /// of the iteration before or behind, which may be of another row.
  bool knowsRows() const;
  /// The variable that holds the value of a scalar item during an iteration; of
  /// a linear system that of its accumulator \p Row.
  std::string variable(unsigned Item, unsigned Row = 1) const;

  /// \p Element, whose subscript is lowered with \p Substitute.
  std::string element(const ArrayElement &Element,
                      Lowering::Substitution Substitute);
  /// \p E, an element of the array item \p I or a member of one; \p Element is
  /// the element.
  std::string itemPlace(const Item &I, const clang::Expr *E,
                        const ArrayElement &Element,
                        Lowering::Substitution Substitute);
  /// Elements of arrays, values that the host passes on and the induction
  /// variable; \p Inner substitutes in subscripts.
  std::optional<std::string> substitute(const clang::Expr *E,
                                        Lowering::Substitution Inner);
  /// Calls substitute() with plain() as \p Inner.
  std::optional<std::string> plain(const clang::Expr *E);
  /// The variable with the value of the Fill \p Number.
  static std::string fillName(unsigned Number) {
    return "ompscan_filled" + std::to_string(Number);
  }
  /// How the values of Fills are stored.
  enum class FillStores {
    None,
    Vectors, ///< Into vectors that are stored later, unless there is a guard.
    All
  };
  /// Declares and stores the values of all Fills.
  std::string fills(Lowering::Substitution Substitute,
                    FillStores Stores = FillStores::All);
  static std::string fillVectorName(unsigned Number) {
    return fillName(Number) + "_vector";
  }
  /// The value that \p U combines into \p Item.
  std::string input(const Update &U, unsigned Item,
                    Lowering::Here Lowered) const;
  /// The terms of \p U.
  static std::vector<std::string> terms(const Update &U,
                                        Lowering::Here Lowered);

  /// Declares the induction variable of \p Iteration; in a batch, the variables
  /// of all loops, `ompscan_row` and `ompscan_column`.
  std::string induction(llvm::StringRef Iteration) const;
  /// Adds a function that declares the induction variable, of iteration
  /// `ompscan_k` or of the first one.
  void addFunction(llvm::StringRef Signature, llvm::StringRef Statements,
                   bool InIteration);

  /// Whether the last iteration stores values for the host.
  bool hasResults() const {
    return !Loop.Lasts.empty() ||
           llvm::any_of(Loop.Items, [](const Item &I) { return !I.isArray(); });
  }
  /// Whether the runtime needs more values to know the stored elements
  /// (OMPSCAN_COUNTED_EVERY).
  bool countsEvery() const {
    return llvm::any_of(Loop.Arrays, [](const ArrayUse &Array) {
      return llvm::any_of(Array.Accesses, [](const Access &A) {
        return A.Kind == AccessKind::Counted && A.Counted.IsEvery;
      });
    });
  }

  /// The statement that stores \p Value to \p Place, which is \p Element.
  std::string store(const ArrayElement &Element, llvm::StringRef Place,
                    llvm::StringRef Value) const;

  const ScanLoop &Loop;
  clang::ASTContext &Context;
  const StreamedStores Streamed;

private:
  const std::unique_ptr<Lowering> Own;

public:
  Lowering &Lower;
  const unsigned FirstItem = 0;
  std::vector<ItemCode> Items;
  /// The functions of the C library that the operators of a scan call.
  LibraryCalls CombineCalls = LibraryCalls::None;
  /// ompscan_T is a structure with a member for each item.
  bool Packed = false;
  std::string InductionName;
  /// Of a loop in a row whose variable is only used in the sum of it and one
  /// value of the row: these sums, which the variable of the hooks stands for.
  llvm::SmallPtrSet<const clang::Expr *, 4> RowSums;
  /// The types of the variables of the loop's Nested, or of its Outer in a
  /// batch, whose names are in OuterNames.
  llvm::SmallVector<std::string, 1> NestedTypes, OuterNames;
  llvm::SmallVector<std::string, 4> ArrayNames, ScalarNames, ScalarTypes;
  /// Declarations of the parameters, their names as arguments, and as arguments
  /// whose addresses are in an array.
  std::string Parameters, Arguments, Unpacked;
  unsigned ParameterCount = 0;
  /// The functions so far.
  std::string Text;

private:
  /// The size of the count of kept iterations. The runtime ensures that the
  /// count fits into the items whose values are subscripts.
  uint64_t countSize() const;
  /// The values and flags of all items: the members of ompscan_T, if it is a
  /// structure. \p Offsets receives those of the values.
  RecordText items(llvm::SmallVectorImpl<uint64_t> *Offsets = nullptr) const;
  void nameParameters();
  void nameLoops();
  void makeItems();
  std::string valueTypeOf(clang::QualType Type, clang::SourceLocation Loc);
  std::string innermostLower() const;
  std::string batchInductions(llvm::StringRef Iteration) const;
  /// Declares the induction variable of the scan, and WideName.
  std::string declareInductions(llvm::StringRef Lower,
                                llvm::StringRef Number) const;

  /// The subscript \p Index, of type long.
  std::string subscript(const clang::Expr *Index,
                        Lowering::Substitution Substitute);
  /// Whether \p E is a sum of the induction variable and other terms.
  bool followsInduction(const clang::Expr *E) const;
  /// \p E, a signed integer, computed in 64 bits.
  std::string wide(const clang::Expr *E, Lowering::Substitution Substitute);

  std::string InductionType, ValueTypes;
  /// The induction variable in 64 bits, for subscripts: a compiler does not
  /// know that an `int` does not wrap around from one iteration to the next,
  /// and would convert each subscript. Empty if the variable is no `int`, or
  /// may wrap around.
  std::string WideName;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELHOOKS_H
