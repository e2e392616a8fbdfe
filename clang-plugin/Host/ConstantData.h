//===- ConstantData.h - Constant objects in the AST ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_CONSTANTDATA_H
#define OMPSCAN_PLUGIN_HOST_CONSTANTDATA_H

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <utility>
#include <vector>

namespace ompscan::plugin {

/// Builds constant initializers and the `static const` objects that they
/// initialize, at the scope of the translation unit. An object is named by the
/// digest of its content: there is one for each content.
class ConstantData {
public:
  explicit ConstantData(clang::Sema &S) : S(S), Context(S.Context) {}

  /// An initializer, and the bytes that tell it from every other one.
  struct Constant {
    clang::Expr *Init;
    std::string Key;
  };
  using Field = std::pair<llvm::StringRef, Constant>;
  using Record = std::vector<Field>;

  Constant uint32(uint32_t N);
  Constant uint64(uint64_t N);
  Constant int64(int64_t N);
  /// The address of a string.
  Constant string(llvm::StringRef Text);
  /// The address of an array of \p Elements, all of the structure \p Type; a
  /// null pointer if there are none.
  Constant array(llvm::StringRef Type, llvm::ArrayRef<Record> Elements);
  /// An object of the structure \p Type.
  clang::VarDecl *object(llvm::StringRef Type, const Record &Fields);
  /// The 128 bits of the MD5 digest of \p Fields.
  static std::pair<uint64_t, uint64_t> digestOf(const Record &Fields);

  /// Has all objects emitted that were built. To be called once, at the end of
  /// the translation unit.
  void emit();

private:
  Constant literal(uint64_t N, unsigned Bits, bool IsSigned);
  clang::QualType recordType(llvm::StringRef Name, const Record &Like);
  clang::Expr *list(llvm::ArrayRef<clang::Expr *> Inits, clang::QualType Type);
  clang::Expr *initializer(const Record &Fields, clang::QualType Type);
  clang::VarDecl *variable(llvm::StringRef Type, llvm::StringRef Key,
                           clang::Expr *Init);

  clang::Sema &S;
  clang::ASTContext &Context;
  llvm::StringMap<clang::QualType> Types;
  llvm::StringMap<clang::VarDecl *> Known;
  std::vector<clang::VarDecl *> Built;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_CONSTANTDATA_H
