//===- ItemRewriter.h - Items in the form that Clang accepts -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_ITEMREWRITER_H
#define OMPSCAN_PLUGIN_PRAGMA_ITEMREWRITER_H

#include "Support/Diagnostics.h"
#include "clang/AST/Type.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace clang {
class Sema;
class ValueDecl;
} // namespace clang

namespace ompscan::plugin {

/// Rewrites the items of a scan clause. An array or a pointer becomes the
/// section `y[0:1]`; an item that Sema would refuse, such as `*count`, becomes
/// a placeholder (ItemPlaceholder.h).
class ItemRewriter {
public:
  using Tokens = llvm::ArrayRef<clang::Token>;

  /// The types for which the program declares the operator of a clause; none if
  /// only Sema can know them.
  using Types = std::optional<llvm::SmallVector<clang::QualType, 2>>;

  /// Appends rewritten items to \p Out, and declarations of placeholders, which
  /// have to precede the directive, to \p Declarations. \p Combined are those
  /// of the operator.
  ItemRewriter(clang::Sema &S, const Diagnostics &Diags,
               llvm::SmallVectorImpl<clang::Token> &Out,
               llvm::SmallVectorImpl<clang::Token> &Declarations,
               Types Combined)
      : S(S), Diags(Diags), Out(Out), Declarations(Declarations),
        Combined(std::move(Combined)) {}

  /// Rewrites \p Item, which \p Delimiter follows; false if an error has been
  /// reported.
  bool rewrite(Tokens Item, const clang::Token &Delimiter);

private:
  const clang::ValueDecl *lookUp(const clang::Token &Name) const;
  std::pair<Tokens, clang::QualType> rowIn(Tokens Item) const;
  bool needsPlaceholder(Tokens Item) const;
  bool mayCombine(clang::QualType Element) const;
  bool checkContainer(const clang::Token &Name) const;
  bool checkArray(const clang::Token &Name, clang::QualType Type) const;
  clang::Token placeholder(const clang::Token &Name) const;
  void append(llvm::SmallVectorImpl<clang::Token> &To, llvm::StringRef Text,
              const clang::Token &Name) const;
  void declare(llvm::StringRef Declarator, llvm::StringRef Function,
               Tokens Item, const clang::Token &Name);
  void appendAddress(Tokens Item, const clang::Token &Name, bool MayCombine);
  void appendPointer(Tokens Item, const clang::Token &Name,
                     clang::QualType Type);
  void appendSection(clang::QualType Type, const clang::Token &Name);
  bool appendTarget(Tokens Item);
  void appendCopy(Tokens Item, const clang::Token &Name);
  bool isElement(Tokens Item) const;
  bool appendRow(Tokens Row, clang::QualType Type);

  clang::Sema &S;
  const Diagnostics &Diags;
  llvm::SmallVectorImpl<clang::Token> &Out;
  llvm::SmallVectorImpl<clang::Token> &Declarations;
  const Types Combined;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_ITEMREWRITER_H
