//===- ClangCompat.h - Differences between Clang releases -*- C++ -*-------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With ClangCompat.cpp, the only file that tests Clang's version. The releases
/// in cmake/llvm-releases.txt are built and tested.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H
#define OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>

#if CLANG_VERSION_MAJOR >= 17
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#endif
#if CLANG_VERSION_MAJOR >= 19
#include "clang/Sema/SemaOpenMP.h"
#endif

#if CLANG_VERSION_MAJOR != OMPSCAN_CLANG_MAJOR
#error "these headers are not of the release that the plugin is built for"
#endif

namespace llvm {
class PassBuilder;
} // namespace llvm

// Names of newer releases, for types that older ones have under another name.
namespace clang {
#if CLANG_VERSION_MAJOR < 19
using ArraySectionExpr = OMPArraySectionExpr;
#endif
#if CLANG_VERSION_MAJOR < 18
using ArraySizeModifier = ArrayType::ArraySizeModifier;
using StringLiteralKind = StringLiteral::StringKind;
#endif
} // namespace clang

namespace ompscan::plugin::compat {

/// The language of declarations with C linkage.
#if CLANG_VERSION_MAJOR >= 18
constexpr auto LinkageOfC = clang::LinkageSpecLanguageIDs::C;
#else
constexpr auto LinkageOfC = clang::LinkageSpecDecl::lang_c;
#endif

/// The part of Sema that knows OpenMP.
inline auto &openMP(clang::Sema &S) {
#if CLANG_VERSION_MAJOR >= 19
  return S.OpenMP();
#else
  return S;
#endif
}

/// Whether code is generated for a device of Clang's own offloading.
inline bool isTargetDevice(const clang::LangOptions &LangOpts) {
#if CLANG_VERSION_MAJOR >= 17
  return LangOpts.OpenMPIsTargetDevice;
#else
  return LangOpts.OpenMPIsDevice;
#endif
}

inline clang::LangOptions &langOpts(clang::CompilerInvocation &Invocation) {
#if CLANG_VERSION_MAJOR >= 18
  return Invocation.getLangOpts();
#else
  return *Invocation.getLangOpts();
#endif
}

/// The class that \p Method is called for, with the method's qualifiers.
inline clang::QualType objectType(const clang::CXXMethodDecl *Method) {
#if CLANG_VERSION_MAJOR >= 18
  return Method->getFunctionObjectParameterType();
#else
  return Method->getThisObjectType();
#endif
}

/// Whether the function \p Builtin is std::forward_like, which LLVM 16 treats
/// as any other.
inline bool isForwardLike(unsigned Builtin) {
#if CLANG_VERSION_MAJOR >= 17
  return Builtin == clang::Builtin::BIforward_like;
#else
  (void)Builtin;
  return false;
#endif
}

/// Whether `initializer` of a declared operator is a call, not an assignment.
inline bool isInitializedByCall(const clang::OMPDeclareReductionDecl *D) {
#if CLANG_VERSION_MAJOR >= 18
  return D->getInitializerKind() == clang::OMPDeclareReductionInitKind::Call;
#else
  return D->getInitializerKind() == clang::OMPDeclareReductionDecl::CallInit;
#endif
}

/// Whether functions that preserve nearly all registers return values: those of
/// LLVM 16 preserve the register of the value, too.
constexpr bool PreservingCallsReturn = CLANG_VERSION_MAJOR >= 17;

/// Whether the back end for NVPTX compiles the kernels: Clang 16 makes invalid
/// casts between address spaces.
bool canMakePtx();

/// The value that \p V is initialized with; null if that is no constant.
/// \p Storage holds what Clang does not keep.
const clang::APValue *constantValue(const clang::VarDecl *V,
                                    clang::APValue &Storage);

/// Calls \p Add when the passes for \p Options are set up.
void addPasses(clang::CodeGenOptions &Options,
               std::function<void(llvm::PassBuilder &)> Add);

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

inline llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> diagnosticIDs() {
#if CLANG_VERSION_MAJOR >= 22
  return clang::DiagnosticIDs::create();
#else
  return new clang::DiagnosticIDs;
#endif
}

/// Fills \p Invocation from arguments of `clang -cc1`.
inline bool parseArguments(clang::CompilerInvocation &Invocation,
                           llvm::ArrayRef<const char *> Arguments,
                           clang::DiagnosticConsumer &Client) {
#if CLANG_VERSION_MAJOR >= 21
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Engine(diagnosticIDs(), Options, &Client,
                                  /*ShouldOwnClient=*/false);
#else
  clang::DiagnosticsEngine Engine(diagnosticIDs(), new clang::DiagnosticOptions,
                                  &Client,
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
  clang::DiagnosticsEngine Engine{diagnosticIDs(), Options, &Client,
                                  /*ShouldOwnClient=*/false};
#else
  clang::DiagnosticsEngine Engine{diagnosticIDs(), new clang::DiagnosticOptions,
                                  &Client,
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
#if CLANG_VERSION_MAJOR >= 22
  auto Clang = std::make_unique<clang::CompilerInstance>(std::move(Invocation));
  Clang->setVirtualFileSystem(llvm::vfs::getRealFileSystem());
  Clang->createDiagnostics(&Client, /*ShouldOwnClient=*/false);
#elif CLANG_VERSION_MAJOR >= 21
  auto Clang = std::make_unique<clang::CompilerInstance>(std::move(Invocation));
  Clang->createDiagnostics(*llvm::vfs::getRealFileSystem(), &Client,
                           /*ShouldOwnClient=*/false);
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
