//===- KernelFormat.h - Formats of compiled kernels ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELFORMAT_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELFORMAT_H

#include "Kernel/CompiledKernels.h"
#include "ompscan/abi.h"
#include "plan/Plan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class FrontendAction;
} // namespace clang

namespace ompscan::plugin {

/// The parts of a loop that its kernels in a format are made of.
struct KernelSource {
  uint32_t Template; ///< an ompscan_template
  uint32_t Traits;   ///< bits of ompscan_trait
  uint32_t MovedSize;
  uint32_t StreamedSize;
  uint64_t ItemSize;
  uint64_t InputSize;  ///< bytes that an iteration reads at formulas
  uint64_t OutputSize; ///< bytes that it stores there
  llvm::StringRef Hooks;

  rt::ProgramTraits traits() const {
    return rt::ProgramTraits::of(Template, Traits, MovedSize, StreamedSize);
  }
};

/// Kernels for the devices of one kind.
struct MachineCode {
  ompscan_kernel_format Format;
  uint32_t Capability; ///< ten times the compute capability
  std::string Bytes;
};

/// A format of kernels that drivers take instead of their text. Clang makes it
/// with a back end of its own.
class KernelFormat {
public:
  virtual ~KernelFormat() = default;

  virtual ompscan_kernel_format number() const = 0;
  virtual const char *name() const = 0; ///< for messages
  /// Whether the user has asked for it: a loop without it gets a warning.
  virtual bool isAsked() const { return true; }
  /// Whether object code has it compressed.
  virtual bool isCompressed() const { return false; }
  /// Ten times the least compute capability that kernels as \p For need, or 0.
  virtual uint32_t capability(const rt::Plan & /*For*/) const { return 0; }
  /// The plans that a loop is compiled for.
  virtual std::vector<rt::Plan> plans(const KernelSource &Loop) const = 0;
  /// The program of a loop in OpenCL C.
  virtual std::string compose(const KernelSource &Loop) const = 0;
  /// \p Text, of compose(), in this format and as each of \p Plans: one of
  /// plans(), or several that haveOneKernel(). Empty, with \p Error, if it does
  /// not compile.
  virtual std::vector<std::string> compile(llvm::StringRef Text,
                                           llvm::ArrayRef<rt::Plan> Plans,
                                           uint64_t ItemSize,
                                           std::string &Error) const = 0;
  /// Machine code of \p Code, which compile() has returned for \p For, for
  /// each kind of device that it was asked for and that can run it.
  /// \returns less of them and an \p Error if one cannot be made.
  virtual std::vector<MachineCode> assemble(llvm::StringRef /*Code*/,
                                            const rt::Plan & /*For*/,
                                            std::string & /*Error*/) const {
    return {};
  }
};

/// PTX, and the machine code that \p Forms asks for.
std::unique_ptr<KernelFormat> makePtxFormat(const clang::CompilerInstance &CI,
                                            const KernelForms &Forms);

/// A program in OpenCL C that becomes PTX.
struct PtxProgram {
  llvm::StringRef Text; ///< begins with templates::ptxPrelude()
  llvm::StringRef Options;
  uint32_t Capability;    ///< ten times the compute capability of its devices
  uint32_t Group;         ///< threads of a group
  llvm::StringRef Libclc; ///< its bitcode, or empty
  /// Clang's own folder, with OpenCL's header; empty if the options do not ask
  /// for that.
  llvm::StringRef Resources;
  /// Groups that a multiprocessor is to run at once; 0: any number.
  uint32_t GroupsOfUnit = 0;
};

/// The PTX of \p Program; empty, with an \p Error, if it does not compile.
/// \p Log, if it is there, gets the errors that Clang finds in the text.
std::string compilePtx(const PtxProgram &Program, std::string &Error,
                       std::string *Log = nullptr);

/// SPIR-V 1.0 for OpenCL. Must only be called if canMakeSpirv().
std::unique_ptr<KernelFormat>
makeSpirvFormat(const clang::CompilerInstance &CI);

/// Whether this Clang has a back end for SPIR-V.
bool canMakeSpirv();

/// Compiles \p Text with the build options \p Options by a second Clang with
/// \p Arguments. What \p Action writes goes to \p Output. False, with an \p
/// Error, if there are errors. \p Log, if it is there, gets those that Clang
/// finds in the text.
bool compileWith(std::vector<const char *> Arguments, llvm::StringRef Text,
                 llvm::StringRef Options, clang::FrontendAction &Action,
                 llvm::SmallVectorImpl<char> &Output, std::string &Error,
                 std::string *Log = nullptr);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELFORMAT_H
