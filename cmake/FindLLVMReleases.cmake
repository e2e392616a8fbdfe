# Finds the LLVM releases that the plugin is built for.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(Clang) is not used: the package files of two releases define the
# same targets (clangAST, LLVMSupport, ...), so that one tree can load only one
# of them. The plugin links to nothing of LLVM, it needs a directory of headers
# for each release, and llvm-config-<N> names that.

# ompscan_find_llvm_releases()
#
# Looks for the releases in OMPSCAN_LLVM_VERSIONS and sets, for the caller,
#   OMPSCAN_LLVM_FOUND               those that are there, in the same order
#   OMPSCAN_LLVM_<N>_INCLUDE_DIR     headers of LLVM and Clang
#   OMPSCAN_LLVM_<N>_BIN_DIR         clang, clang++, FileCheck
#   OMPSCAN_LLVM_<N>_RESOURCES       headers that Clang has of its own
# The cache variable OMPSCAN_LLVM_CONFIG_<N> names another llvm-config.
function(ompscan_find_llvm_releases)
  set(found)
  set(missing)
  foreach(release IN LISTS OMPSCAN_LLVM_VERSIONS)
    if(NOT release IN_LIST OMPSCAN_SUPPORTED_LLVM_VERSIONS)
      list(JOIN OMPSCAN_SUPPORTED_LLVM_VERSIONS ", " supported)
      message(FATAL_ERROR
        "OMPSCAN_LLVM_VERSIONS: LLVM ${release} is not supported. Supported releases: ${supported}.")
    endif()

    find_program(OMPSCAN_LLVM_CONFIG_${release}
      NAMES llvm-config-${release}
      HINTS /usr/lib/llvm-${release}/bin
      DOC "llvm-config of LLVM ${release}")
    if(NOT OMPSCAN_LLVM_CONFIG_${release})
      message(STATUS "LLVM ${release}: not found (no llvm-config-${release})")
      list(APPEND missing ${release})
      continue()
    endif()

    _ompscan_llvm_config(${release} --version version)
    if(NOT version MATCHES "^${release}\\.")
      message(FATAL_ERROR
        "OMPSCAN_LLVM_CONFIG_${release} (${OMPSCAN_LLVM_CONFIG_${release}}) is of LLVM ${version}, not ${release}.")
    endif()
    _ompscan_llvm_config(${release} --includedir include_dir)
    _ompscan_llvm_config(${release} --bindir bin_dir)
    if(NOT EXISTS "${include_dir}/clang/AST/AST.h" AND
       NOT EXISTS "${include_dir}/clang/AST/ASTContext.h")
      message(STATUS "LLVM ${release}: no headers of Clang in ${include_dir}")
      list(APPEND missing ${release})
      continue()
    endif()

    message(STATUS "LLVM ${release}: ${version} in ${include_dir}")
    list(APPEND found ${release})
    set(OMPSCAN_LLVM_${release}_INCLUDE_DIR "${include_dir}" PARENT_SCOPE)
    set(OMPSCAN_LLVM_${release}_BIN_DIR "${bin_dir}" PARENT_SCOPE)
    # Until release 15 the folder is named by the whole version.
    set(name ${release})
    if(release LESS 16)
      set(name ${version})
    endif()
    cmake_path(SET resources NORMALIZE "${bin_dir}/../lib/clang/${name}/include")
    set(OMPSCAN_LLVM_${release}_RESOURCES "${resources}" PARENT_SCOPE)
  endforeach()

  if(NOT found)
    set(packages)
    foreach(release IN LISTS missing)
      ompscan_packages_of(names clang ${release})
      string(APPEND packages "\n  ${release}: ${names}")
    endforeach()
    message(FATAL_ERROR
      "No LLVM release to build the plugin for. The packages of one of these releases are needed:${packages}\n"
      "For a release in another place set OMPSCAN_LLVM_CONFIG_<release> to its llvm-config.")
  endif()
  set(OMPSCAN_LLVM_FOUND "${found}" PARENT_SCOPE)
endfunction()

function(_ompscan_llvm_config release option result)
  execute_process(
    COMMAND "${OMPSCAN_LLVM_CONFIG_${release}}" ${option}
    OUTPUT_VARIABLE output
    OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()
