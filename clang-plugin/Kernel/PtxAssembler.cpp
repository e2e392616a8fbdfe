//===- PtxAssembler.cpp - Machine code of PTX -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/PtxAssembler.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace ompscan::plugin;
using llvm::StringRef;

std::string ompscan::plugin::findPtxas() {
  if (const auto Found = llvm::sys::findProgramByName("ptxas"))
    return *Found;
  const char *const Toolkits[] = {std::getenv("CUDA_PATH"),
                                  std::getenv("CUDA_HOME"), "/usr/local/cuda"};
  for (const char *Toolkit : Toolkits) {
    if (!Toolkit)
      continue;
    llvm::SmallString<64> File(Toolkit);
    llvm::sys::path::append(File, "bin", "ptxas");
    if (llvm::sys::fs::can_execute(File))
      return std::string(File);
  }
  return "";
}

namespace {

/// A file that goes with the object.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef Suffix) {
    llvm::SmallString<128> Name;
    Code = llvm::sys::fs::createTemporaryFile("ompscan", Suffix, Name);
    Path = std::string(Name);
    if (!Code)
      Remover.setFile(Path);
  }

  std::error_code write(StringRef Text) const {
    std::error_code Written = Code;
    if (Written)
      return Written;
    llvm::raw_fd_ostream OS(Path, Written);
    OS << Text;
    OS.close();
    if (!Written)
      Written = OS.error();
    OS.clear_error();
    return Written;
  }
  /// The contents of the file; empty if it cannot be read.
  std::string read() const {
    const auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

  std::string Path;
  /// Whether the file could be made.
  std::error_code Code;

private:
  llvm::FileRemover Remover;
};

} // namespace

std::string PtxAssembler::assemble(StringRef Ptx, unsigned Architecture,
                                   std::string &Error) const {
  const TemporaryFile Input("ptx"), Output("cubin"), Messages("txt");
  std::error_code Failed = Input.write(Ptx);
  for (const TemporaryFile *Each : {&Output, &Messages})
    if (!Failed)
      Failed = Each->Code;
  if (Failed) {
    Error = "a temporary file cannot be written: " + Failed.message();
    return "";
  }
  const std::string Target = "-arch=sm_" + std::to_string(Architecture);
  const StringRef Arguments[] = {Program, Target, Input.Path, "-o",
                                 Output.Path};
  const StringRef Said = Messages.Path;
  const compat::Optional<StringRef> Streams[] = {StringRef(""), Said, Said};
  std::string Why;
  const int Status =
      llvm::sys::ExecuteAndWait(Program, Arguments, /*Env=*/{}, Streams,
                                /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Why);
  if (Status == 0) {
    std::string Bytes = Output.read();
    if (!Bytes.empty())
      return Bytes;
  }
  if (Why.empty())
    Why = StringRef(Messages.read()).split('\n').first.str();
  Error = "'" + Program + " " + Target + "' fails" +
          (Why.empty() ? "" : ": " + Why);
  return "";
}
