# Finds what the tests need besides what they test: GoogleTest, lit and FileCheck.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# ompscan_decide_on_tests()
#
# Sets OMPSCAN_BUILD_TESTS to ON or OFF for the caller, where the cache says AUTO.
# Where the cache says ON, it is an error if a tool is missing. OMPSCAN_LIT is lit.
macro(ompscan_decide_on_tests)
  if(OMPSCAN_BUILD_TESTS)
    _ompscan_find_test_tools(_ompscan_missing)
    if(NOT _ompscan_missing)
      set(OMPSCAN_BUILD_TESTS ON)
    elseif("${OMPSCAN_BUILD_TESTS}" STREQUAL "AUTO")
      message(STATUS
        "Tests: no, missing: ${_ompscan_missing}. scripts/setup.sh check installs or names it.")
      set(OMPSCAN_BUILD_TESTS OFF)
    else()
      message(FATAL_ERROR
        "The tests need what is missing here: ${_ompscan_missing}. Configure with -DOMPSCAN_BUILD_TESTS=OFF to build without them.")
    endif()
  endif()
endmacro()

# Sets a variable of the caller to the names of what is missing. Targets of
# GoogleTest belong to the folder that looks for them, so that folder calls this.
function(_ompscan_find_test_tools result)
  set(missing)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    ompscan_note_missing(missing "GoogleTest" gtest)
  endif()

  list(GET OMPSCAN_LLVM_FOUND 0 primary)
  set(lit_hints)
  foreach(release IN LISTS OMPSCAN_LLVM_FOUND)
    list(APPEND lit_hints
      "${OMPSCAN_LLVM_${release}_BIN_DIR}"
      "${OMPSCAN_LLVM_${release}_BIN_DIR}/../build/utils/lit")
    if(NOT EXISTS "${OMPSCAN_LLVM_${release}_BIN_DIR}/FileCheck")
      ompscan_note_missing(missing "FileCheck of LLVM ${release}" filecheck
        ${release})
    endif()
  endforeach()
  find_program(OMPSCAN_LIT
    NAMES llvm-lit lit lit.py
    HINTS ${lit_hints}
    NO_DEFAULT_PATH
    DOC "lit, which runs the tests")
  find_program(OMPSCAN_LIT NAMES llvm-lit lit)
  if(NOT OMPSCAN_LIT)
    ompscan_note_missing(missing "lit" lit ${primary})
  endif()
  set(${result} "${missing}" PARENT_SCOPE)
endfunction()
