//===- PtxAssembler.cpp - Machine code of PTX -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/PtxAssembler.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
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

/// Runs \p Program with \p Arguments behind its name. \p Said gets its output,
/// or why it does not run.
/// \returns whether its exit status is 0.
static bool run(StringRef Program, llvm::ArrayRef<StringRef> Arguments,
                std::string &Said) {
  const TemporaryFile Output("txt");
  if (Output.Code) {
    Said = "a temporary file cannot be written: " + Output.Code.message();
    return false;
  }
  llvm::SmallVector<StringRef, 8> All = {Program};
  All.append(Arguments.begin(), Arguments.end());
  const StringRef Path = Output.Path;
  const compat::Optional<StringRef> Streams[] = {StringRef(""), Path, Path};
  std::string Why;
  const int Status =
      llvm::sys::ExecuteAndWait(Program, All, /*Env=*/{}, Streams,
                                /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Why);
  Said = Why.empty() ? Output.read() : Why;
  return Status == 0;
}

static std::string firstLine(StringRef Text) {
  return Text.split('\n').first.str();
}

std::string PtxAssembler::assemble(StringRef Ptx, unsigned Architecture,
                                   std::string &Error) const {
  const TemporaryFile Input("ptx"), Output("cubin");
  std::error_code Failed = Input.write(Ptx);
  if (!Failed)
    Failed = Output.Code;
  if (Failed) {
    Error = "a temporary file cannot be written: " + Failed.message();
    return "";
  }
  const std::string Target = "-arch=sm_" + std::to_string(Architecture);
  std::string Said;
  if (run(Program, {Target, Input.Path, "-o", Output.Path}, Said)) {
    std::string Bytes = Output.read();
    if (!Bytes.empty())
      return Bytes;
  }
  Error = "'" + Program + " " + Target + "' fails" +
          (Said.empty() ? "" : ": " + firstLine(Said));
  return "";
}

std::vector<unsigned>
ompscan::plugin::findNativeArchitectures(std::string &Error) {
  const auto Program = llvm::sys::findProgramByName("nvidia-smi");
  if (!Program) {
    Error = "there is no 'nvidia-smi' in PATH";
    return {};
  }
  std::string Said;
  if (!run(*Program, {"--query-gpu=compute_cap", "--format=csv,noheader"},
           Said)) {
    Error = "'nvidia-smi' fails: " + firstLine(Said);
    return {};
  }
  std::vector<unsigned> Found;
  llvm::SmallVector<StringRef, 8> Lines;
  StringRef(Said).split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const StringRef Line : Lines) {
    const auto [Major, Minor] = Line.trim().split('.'); // "9.0"
    unsigned Tens, Ones;
    if (!Major.getAsInteger(10, Tens) && !Minor.getAsInteger(10, Ones) &&
        !llvm::is_contained(Found, 10 * Tens + Ones))
      Found.push_back(10 * Tens + Ones);
  }
  if (Found.empty())
    Error = "'nvidia-smi' says '" + firstLine(Said) + "'";
  return Found;
}
