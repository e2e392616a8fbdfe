//===- PtxLibrary.h - PTX that belongs to the runtime --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The programs of primitives come as PTX in a file beside the library, which
/// the build makes of the texts that the runtime asks for (runtime/programs).
/// In the file each module follows a line with a word, the name of its program
/// and the size of the module in bytes:
///
///     // program <name> <size>
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_PTXLIBRARY_H
#define OMPSCAN_RT_DEVICE_CUDA_PTXLIBRARY_H

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace ompscan::rt {

/// The name of the program that is built of \p Text, OpenCL C, with the build
/// options \p Options: the digest of both.
std::string programName(const std::string &Text, const std::string &Options);

/// That program in the list of a ProgramCompiler (runtime/programs/README.md),
/// for devices of \p Capability, ten times the compute capability. \p More are
/// further options.
std::string listEntry(const std::string &Text, const std::string &Options,
                      uint32_t Capability, const std::string &More = "");

/// The modules in \p File by the names of their programs. A part that does not
/// begin with \p Word, and what is behind it, is left out.
std::map<std::string_view, std::string_view>
modulesOf(std::string_view File, std::string_view Word = "program");

/// The folder of OmpScan's files beside the library.
std::string folderOfFiles();

/// The PTX of the program of \p Text and \p Options in the file of the runtime,
/// or in OMPSCAN_PRIMITIVES; empty if there is none.
std::string findPtx(const std::string &Text, const std::string &Options);
/// Why there was none.
std::string whyNoPtx();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_PTXLIBRARY_H
