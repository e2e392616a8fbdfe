//===- ClangCompat.h - Differences between Clang releases -*- C++ -*-------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only file that tests Clang's version. The releases in
/// cmake/llvm-releases.txt are built and tested.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H
#define OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"

#if CLANG_VERSION_MAJOR != OMPSCAN_CLANG_MAJOR
#error "these headers are not of the release that the plugin is built for"
#endif

namespace ompscan::plugin::compat {

/// The type that a record or enumeration declares.
inline clang::QualType tagType(const clang::ASTContext &Context,
                               const clang::TagDecl *D) {
#if CLANG_VERSION_MAJOR >= 22
  return Context.getCanonicalTagType(D);
#else
  return Context.getTypeDeclType(D);
#endif
}

/// The width of a bit-field.
inline unsigned bitWidth(const clang::FieldDecl *F,
                         const clang::ASTContext &Context) {
#if CLANG_VERSION_MAJOR >= 20
  (void)Context;
  return F->getBitWidthValue();
#else
  return F->getBitWidthValue(Context);
#endif
}

/// The list items of an OpenMP clause.
template <typename ClauseT> auto varlist(const ClauseT *C) {
#if CLANG_VERSION_MAJOR >= 20
  return C->varlist();
#else
  return C->varlists();
#endif
}

/// The spelling of a directive.
inline llvm::StringRef directiveName(clang::OpenMPDirectiveKind Kind,
                                     const clang::LangOptions &LangOpts) {
#if CLANG_VERSION_MAJOR >= 21
  return llvm::omp::getOpenMPDirectiveName(Kind, LangOpts.OpenMP);
#else
  (void)LangOpts;
  return llvm::omp::getOpenMPDirectiveName(Kind);
#endif
}

/// Fills \p Invocation from arguments of `clang -cc1`.
inline bool parseArguments(clang::CompilerInvocation &Invocation,
                           llvm::ArrayRef<const char *> Arguments,
                           clang::DiagnosticConsumer &Client) {
#if CLANG_VERSION_MAJOR >= 21
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Engine(clang::DiagnosticIDs::create(), Options,
                                  &Client, /*ShouldOwnClient=*/false);
#else
  clang::DiagnosticsEngine Engine(new clang::DiagnosticIDs,
                                  new clang::DiagnosticOptions, &Client,
                                  /*ShouldOwnClient=*/false);
#endif
  return clang::CompilerInvocation::CreateFromArgs(Invocation, Arguments,
                                                   Engine);
}

/// An engine that says nothing, or only to \p Other, to try out what may fail.
struct QuietEngine {
  clang::DiagnosticOptions Options;
  clang::IgnoringDiagConsumer Client;
#if CLANG_VERSION_MAJOR >= 21
  clang::DiagnosticsEngine Engine{clang::DiagnosticIDs::create(), Options,
                                  &Client, /*ShouldOwnClient=*/false};
#else
  clang::DiagnosticsEngine Engine{new clang::DiagnosticIDs,
                                  new clang::DiagnosticOptions, &Client,
                                  /*ShouldOwnClient=*/false};
#endif

  explicit QuietEngine(clang::SourceManager &SM,
                       clang::DiagnosticConsumer *Other = nullptr) {
    Engine.setSourceManager(&SM);
    if (Other)
      Engine.setClient(Other, /*ShouldOwnClient=*/false);
  }
};

/// A compiler for \p Invocation that reports to \p Client.
inline std::unique_ptr<clang::CompilerInstance>
makeCompilerInstance(std::shared_ptr<clang::CompilerInvocation> Invocation,
                     clang::DiagnosticConsumer &Client) {
#if CLANG_VERSION_MAJOR >= 21
  auto Clang = std::make_unique<clang::CompilerInstance>(std::move(Invocation));
  Clang->setVirtualFileSystem(llvm::vfs::getRealFileSystem());
  Clang->createDiagnostics(&Client, /*ShouldOwnClient=*/false);
#else
  auto Clang = std::make_unique<clang::CompilerInstance>();
  Clang->setInvocation(std::move(Invocation));
  Clang->createDiagnostics(&Client, /*ShouldOwnClient=*/false);
#endif
  return Clang;
}

/// Calls \p Use with the diagnostic \p Info saying \p Message.
template <typename UseT>
void withMessage(const clang::Diagnostic &Info, llvm::StringRef Message,
                 UseT Use) {
#if CLANG_VERSION_MAJOR >= 21
  clang::DiagnosticStorage Storage;
  Storage.DiagRanges.append(Info.getRanges().begin(), Info.getRanges().end());
  Storage.FixItHints.append(Info.getFixItHints().begin(),
                            Info.getFixItHints().end());
  Use(clang::Diagnostic(Info.getDiags(), Info.getLocation(), Info.getID(),
                        Storage, Message));
#else
  // Place, ranges and fix-its are those of the diagnostic in flight.
  Use(clang::Diagnostic(Info.getDiags(), Message));
#endif
}

} // namespace ompscan::plugin::compat

#endif // OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H
