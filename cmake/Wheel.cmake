# What the Python wheel has besides an installation (scripts/build-wheel.sh).
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A wheel may need no library of the system but those of C and C++. So it has the
# loader of OpenCL, beside a copy of the OpenMP runtime (CopyOpenMP.cmake). For the
# Clang of the Python index there is a plugin of its own, since that Clang is built with
# libc++.

set(OMPSCAN_LIBCXX_CLANG "" CACHE PATH
  "Folder that a Clang of release 22 is installed in which is built with libc++, to build a plugin for it (x86-64)")

file(REAL_PATH "${OpenCL_LIBRARY}" loader)
install(FILES "${loader}" DESTINATION "${OMPSCAN_PLUGIN_DIR}/opencl"
  RENAME libOpenCL.so.1 COMPONENT wheel)
set(from_bin "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/${OMPSCAN_PLUGIN_SUBDIR}")
set_property(TARGET ompscan APPEND PROPERTY
  INSTALL_RPATH "$ORIGIN/${OMPSCAN_PLUGIN_SUBDIR}/opencl")
set_property(TARGET ompscan-info ompscan-tune APPEND PROPERTY
  INSTALL_RPATH "${from_bin}/opencl")

if(OMPSCAN_LIBCXX_CLANG)
  # All of the plugin's sources are compiled against that library, also those which
  # it shares with the runtime: a build tree of its own.
  include(ExternalProject)
  set(tree "${PROJECT_BINARY_DIR}/libcxx-plugin")
  file(GLOB headers "${OMPSCAN_LIBCXX_CLANG}/include/*/c++/v1")
  set(flags -nostdinc++ -isystem "${headers}"
    -isystem "${OMPSCAN_LIBCXX_CLANG}/include/c++/v1")
  list(JOIN flags " " flags)
  ExternalProject_Add(libcxx-plugin
    SOURCE_DIR "${PROJECT_SOURCE_DIR}"
    BINARY_DIR "${tree}"
    CMAKE_ARGS
      "-DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}"
      "-DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}"
      "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
      "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
      "-DCMAKE_CXX_FLAGS=${flags}"
      "-DCMAKE_MODULE_LINKER_FLAGS=-nostdlib++ -s"
      -DOMPSCAN_LLVM_VERSIONS=22
      "-DOMPSCAN_UNOPTIMIZED_PLUGINS=${OMPSCAN_UNOPTIMIZED_PLUGINS}"
      -DOMPSCAN_BUILD_TESTS=OFF
    BUILD_COMMAND "${CMAKE_COMMAND}" --build "${tree}" --target ClangOmpScan-22
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON
    USES_TERMINAL_BUILD ON)
  install(PROGRAMS "${tree}/lib/ClangOmpScan-22.so"
    DESTINATION "${OMPSCAN_PLUGIN_DIR}" RENAME ClangOmpScan-22-libc++.so
    COMPONENT wheel)
endif()
