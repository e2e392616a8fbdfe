//===- ClangCompat.h - Differences between Clang releases -*- C++ -*-------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Only this file and ClangCompat.cpp test Clang's version. The releases in
/// cmake/llvm-releases.txt are built and tested.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H
#define OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <memory>
#include <optional>

#if CLANG_VERSION_MAJOR >= 17
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif
#if CLANG_VERSION_MAJOR >= 19
#include "clang/Sema/SemaOpenMP.h"
#endif

#if CLANG_VERSION_MAJOR != OMPSCAN_CLANG_MAJOR
#error "these headers are not of the release that the plugin is built for"
#endif

namespace llvm {
class Module;
class PassBuilder;
class TargetLibraryInfoImpl;
class TargetMachine;
} // namespace llvm

// Gives types the names that newer releases have for them.
namespace clang {
#if CLANG_VERSION_MAJOR < 19
using ArraySectionExpr = OMPArraySectionExpr;
#endif
#if CLANG_VERSION_MAJOR < 18
using ArraySizeModifier = ArrayType::ArraySizeModifier;
using StringLiteralKind = StringLiteral::StringKind;
#endif
#if CLANG_VERSION_MAJOR < 16
/// `T(a, b)` for an aggregate, which is an error there.
class CXXParenListInitExpr : public Expr {
public:
  static bool classof(const Stmt *) { return false; }
  llvm::ArrayRef<const Expr *> getInitExprs() const { return {}; }
  const Expr *getArrayFiller() const { return nullptr; }
  const FieldDecl *getInitializedFieldInUnion() const { return nullptr; }
};
#endif
} // namespace clang

#if CLANG_VERSION_MAJOR < 16
namespace llvm {
template <typename... RangesT> auto zip_equal(RangesT &&...Ranges) {
  return zip(std::forward<RangesT>(Ranges)...);
}
} // namespace llvm

// Structured bindings of llvm::enumerate.
namespace llvm::detail {
template <std::size_t I, typename R>
decltype(auto) get(const result_pair<R> &Pair) {
  if constexpr (I == 0)
    return Pair.index();
  else
    return Pair.value();
}
} // namespace llvm::detail

template <typename R>
struct std::tuple_size<llvm::detail::result_pair<R>>
    : std::integral_constant<std::size_t, 2> {};

template <std::size_t I, typename R>
struct std::tuple_element<I, llvm::detail::result_pair<R>> {
  using type = decltype(llvm::detail::get<I>(
      std::declval<const llvm::detail::result_pair<R> &>()));
};
#endif

namespace ompscan::plugin::compat {

/// The type of optional arguments of LLVM's functions.
#if CLANG_VERSION_MAJOR >= 16
template <typename T> using Optional = std::optional<T>;
#else
template <typename T> using Optional = llvm::Optional<T>;
#endif

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

/// What variants of functions are chosen for in \p Constructs on a device of
/// the host's architecture.
std::unique_ptr<llvm::omp::OMPContext>
deviceContext(clang::ASTContext &Context,
              llvm::ArrayRef<llvm::omp::TraitProperty> Constructs);

/// Whether code is generated for a device of Clang's own offloading.
inline bool isTargetDevice(const clang::LangOptions &LangOpts) {
#if CLANG_VERSION_MAJOR >= 17
  return LangOpts.OpenMPIsTargetDevice;
#else
  return LangOpts.OpenMPIsDevice;
#endif
}

/// Whether Clang offloads `target` constructs itself, by libomptarget.
inline bool hasOwnOffload(const clang::LangOptions &LangOpts) {
  return !LangOpts.OMPTargetTriples.empty();
}

/// Whether pointers wrap around.
inline bool definesPointerOverflow(const clang::LangOptions &LangOpts) {
#if CLANG_VERSION_MAJOR >= 20
  return LangOpts.PointerOverflowDefined;
#else
  return LangOpts.isSignedOverflowDefined();
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

/// Whether \p Text begins with \p Prefix.
inline bool startsWith(llvm::StringRef Text, llvm::StringRef Prefix) {
  return Text.take_front(Prefix.size()) == Prefix;
}

/// A structured binding like \p B, which is not bound yet.
inline clang::BindingDecl *createBinding(clang::ASTContext &Context,
                                         clang::DeclContext *DC,
                                         const clang::BindingDecl &B) {
#if CLANG_VERSION_MAJOR >= 21
  return clang::BindingDecl::Create(Context, DC, B.getLocation(),
                                    B.getIdentifier(), B.getType());
#else
  return clang::BindingDecl::Create(Context, DC, B.getLocation(),
                                    B.getIdentifier());
#endif
}

/// The floating-point options that pragmas override for \p E.
inline clang::FPOptionsOverride fpFeatures(const clang::BinaryOperator &E,
                                           const clang::ASTContext &Context) {
#if CLANG_VERSION_MAJOR >= 16
  (void)Context;
  return E.getFPFeatures();
#else
  return E.getFPFeatures(Context.getLangOpts());
#endif
}

/// Whether \p Order is `order(reproducible: concurrent)`.
inline bool isReproducible(const clang::OMPOrderClause &Order) {
#if CLANG_VERSION_MAJOR >= 16
  return Order.getModifier() == clang::OMPC_ORDER_MODIFIER_reproducible;
#else
  (void)Order;
  return false;
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

/// Whether functions that preserve most registers can return values. In LLVM 16
/// they also preserve the register of the value, which loses it.
constexpr bool PreservingCallsReturn = CLANG_VERSION_MAJOR >= 17;

/// Whether the back end for NVPTX compiles the kernels: Clang 16 makes invalid
/// casts between address spaces.
bool canMakePtx();

/// Whether \p Program ends with status 0. Its input is empty, and its output is
/// discarded.
bool runQuietly(llvm::StringRef Program,
                llvm::ArrayRef<llvm::StringRef> Arguments);

/// The value that \p V is initialized with; null if it is not a constant.
/// \p Storage holds the value if Clang does not keep it.
const clang::APValue *constantValue(const clang::VarDecl *V,
                                    clang::APValue &Storage);

/// Fills \p Fields with the fields of the closure \p Class, by the variables
/// that they capture. Returns the field of `this`; null if there is none.
clang::FieldDecl *captureFields(
    const clang::CXXRecordDecl &Class,
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> &Fields);

/// Calls \p Add when the passes for \p Options are set up.
void addPasses(clang::CodeGenOptions &Options,
               std::function<void(llvm::PassBuilder &)> Add);

/// A machine of the target \p Options, which passes ask about processors; null
/// if LLVM does not know the target.
std::unique_ptr<llvm::TargetMachine>
makeTargetMachine(const clang::TargetOptions &Options);

/// The assembly of \p M, which is optimized; empty if \p Machine writes none.
/// There is no reduction of the strength of address computations: for kernels
/// it takes as long as everything else in the code generator, and ptxas does it
/// again.
std::string assemblyOf(llvm::Module &M, llvm::TargetMachine &Machine);

/// An expander that computes values of \p SE by instructions named \p Name.
template <typename ExpanderT, typename AnalysisT>
ExpanderT makeExpander(AnalysisT &SE, const char *Name) {
  // Releases before 22 want the layout, too.
  if constexpr (std::is_constructible_v<ExpanderT, AnalysisT &, const char *>)
    return ExpanderT(SE, Name);
  else
    return ExpanderT(SE, SE.getDataLayout(), Name);
}

/// The library functions of \p Triple, with the vector functions that
/// \p Options name (from LLVM 18 on).
std::unique_ptr<llvm::TargetLibraryInfoImpl>
libraryOf(const llvm::Triple &Triple, const clang::CodeGenOptions &Options);

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

/// The `iterator` modifier of a `map`, `to` or `from` clause; null without one,
/// and for clauses that have none in this release.
template <typename ClauseT>
auto iteratorModifier(const ClauseT &C, int)
    -> decltype(const_cast<ClauseT &>(C).getIteratorModifier()) {
  return const_cast<ClauseT &>(C).getIteratorModifier();
}
template <typename ClauseT>
const clang::Expr *iteratorModifier(const ClauseT &, long) {
  return nullptr;
}
template <typename ClauseT>
const clang::Expr *iteratorModifier(const ClauseT &C) {
  return iteratorModifier(C, 0);
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

/// An engine without output, or with output to \p Other only, for attempts that
/// may fail.
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
  // The location, ranges and fix-its are those of the current diagnostic.
  Use(clang::Diagnostic(Info.getDiags(), Message));
#endif
}

} // namespace ompscan::plugin::compat

#endif // OMPSCAN_PLUGIN_SUPPORT_CLANGCOMPAT_H
