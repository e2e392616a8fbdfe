//===- TypeLowering.h - Types in OpenCL C --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_TYPELOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_TYPELOWERING_H

#include "Kernel/Lowering/Piece.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace ompscan::plugin {

class LoweringModule;

/// Whether \p T is an integer or an enumeration of 128 bits, which only the
/// host's own compiler knows.
bool isWideInteger(clang::QualType T, const clang::ASTContext &Context);

/// Spells types in OpenCL C, and defines records with the layout that they have
/// on the host. A member that kernels cannot use, such as a pointer, is an
/// array of bytes: an object with one can be copied.
class TypeLowering {
public:
  TypeLowering(LoweringModule &M, clang::ASTContext &Context)
      : M(M), Context(Context) {}

  /// The spelling of an object type; no array.
  std::string type(clang::QualType T, clang::SourceLocation Loc);
  /// The spelling of the type of an object in the program's memory. A kernel
  /// does not create such objects, so their destructors do not matter.
  std::string placeType(clang::QualType T, clang::SourceLocation Loc);
  /// A declaration of \p Name with type \p T; references become pointers.
  /// \p To is the address space that an outermost pointer points to.
  std::string declare(clang::QualType T, std::string Name,
                      clang::SourceLocation Loc, Space To = Space::Private);
  /// The name of a non-static data member.
  std::string field(const clang::FieldDecl *F);
  /// Whether the object that the member \p F belongs to is one number in
  /// kernels, and \p F is all of it.
  static bool isWholeNumber(const clang::FieldDecl *F);
  /// Whether kernels have only the bytes of the member \p F.
  static bool isBytes(const clang::FieldDecl *F);
  /// Reports the use of \p F at \p Loc if kernels have only its bytes.
  /// \returns whether it does.
  bool refusesUse(const clang::FieldDecl *F, clang::SourceLocation Loc);
  /// The value of the bit-field \p F of the object whose members begin with
  /// \p Object, `x.` or `p->`.
  std::string bitField(const clang::FieldDecl *F, llvm::StringRef Object,
                       clang::SourceLocation Loc);
  /// The name of the member that a direct, non-empty base class became.
  std::string base(const clang::CXXRecordDecl *Derived,
                   const clang::CXXRecordDecl *Base);

  /// Whether \p T is a record with padding, or with members of which kernels
  /// have only the bytes. An object of it that has no initializer begins as
  /// zero.
  bool isPadded(clang::QualType T, clang::SourceLocation Loc);

  /// `.name = `, in front of the initializer of a member.
  struct Designator {
    std::string Text;
    const clang::FieldDecl *Field; ///< Null for a base class.
  };
  /// The designators of the members of \p T if it is padded. Empty for other
  /// types.
  llvm::SmallVector<Designator, 8> designators(clang::QualType T,
                                               clang::SourceLocation Loc);

  /// The definitions of all records so far.
  const std::string &definitions() const { return Definitions; }

private:
  struct Layout {
    uint64_t Size = 0;
    uint64_t Align = 1;
  };
  struct Record {
    std::string Name;
    Layout Bytes;
    bool IsPadded = false;
  };

  std::string declarePlace(clang::QualType T, std::string Name,
                           clang::SourceLocation Loc,
                           Space To = Space::Private);
  clang::QualType bytes(clang::CharUnits Size) const;
  const Record &record(const clang::RecordDecl *R, clang::SourceLocation Loc);
  class RecordWriter;
  Record defineRecord(const clang::RecordDecl *R, clang::SourceLocation Loc);
  Layout layout(clang::QualType T, clang::SourceLocation Loc);

  LoweringModule &M;
  clang::ASTContext &Context;
  std::string Definitions;
  llvm::StringSet<> Emulated;
  /// The first bits of the members of bytes that have bit-fields.
  llvm::DenseMap<const clang::FieldDecl *, uint64_t> BitStorage;
  llvm::DenseMap<const clang::RecordDecl *, Record> Records;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_TYPELOWERING_H
