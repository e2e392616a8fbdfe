# For CMAKE_TOOLCHAIN_FILE: builds for AArch64 on another machine, with Clang and lld.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OMPSCAN_SYSROOT names a folder with the libraries and headers of a Linux for AArch64,
# as scripts/test-aarch64.sh makes it. Programs that the build runs are run by QEMU.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(OMPSCAN_SYSROOT "" CACHE PATH "Folder of the system that is built for")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES OMPSCAN_SYSROOT)
if(NOT OMPSCAN_SYSROOT)
  message(FATAL_ERROR "OMPSCAN_SYSROOT names no system for AArch64.")
endif()
set(CMAKE_SYSROOT "${OMPSCAN_SYSROOT}")

find_program(OMPSCAN_CROSS_CLANG
  NAMES clang-22 clang-21 clang-19 clang-18 clang NO_CMAKE_FIND_ROOT_PATH REQUIRED)
find_program(OMPSCAN_CROSS_CLANGXX
  NAMES clang++-22 clang++-21 clang++-19 clang++-18 clang++
  NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_C_COMPILER "${OMPSCAN_CROSS_CLANG}")
set(CMAKE_CXX_COMPILER "${OMPSCAN_CROSS_CLANGXX}")
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
foreach(kind IN ITEMS EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()

find_program(CMAKE_STRIP NAMES llvm-strip-22 llvm-strip NO_CMAKE_FIND_ROOT_PATH REQUIRED)
find_program(OMPSCAN_QEMU
  NAMES qemu-aarch64-static qemu-aarch64 NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR "${OMPSCAN_QEMU};-L;${OMPSCAN_SYSROOT}")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
