# A copy of LLVM's OpenMP runtime that belongs to a build tree and its installation.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian installs one libomp at a time. Where another one is in use that Clang
# cannot take, scripts/setup.sh puts the files of a fitting one into the folder
# openmp/ of the sources, in place of a package: omp.h, libomp.so and libomp.so.5.
# The tools, the CMake package and pkg-config name the copy if there is one.

set(OMPSCAN_OPENMP_DIR "" CACHE PATH
  "Folder with omp.h and libomp.so to use in place of the system's; openmp/ of the sources is taken if it is there")

# ompscan_copy_openmp()
#
# Sets OMPSCAN_OPENMP_COPY for the caller to the folder in the build tree; empty
# where there is no copy.
function(ompscan_copy_openmp)
  set(from "${OMPSCAN_OPENMP_DIR}")
  # The build looks whether it is there, or gone, and configures once more.
  file(GLOB default CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/openmp/libomp.so")
  if(default AND NOT from)
    set(from "${PROJECT_SOURCE_DIR}/openmp")
  endif()
  set(copy "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${OMPSCAN_PLUGIN_SUBDIR}/openmp")
  file(REMOVE_RECURSE "${copy}")
  if(NOT from)
    set(OMPSCAN_OPENMP_COPY "" PARENT_SCOPE)
    _ompscan_note_missing_openmp()
    return()
  endif()
  foreach(name IN ITEMS omp.h libomp.so)
    if(NOT EXISTS "${from}/${name}")
      message(FATAL_ERROR "OMPSCAN_OPENMP_DIR: there is no ${name} in ${from}.")
    endif()
  endforeach()
  message(STATUS "OpenMP runtime: the copy in ${from}")
  file(COPY "${from}/" DESTINATION "${copy}")
  # Of no package: those of Debian depend on the package of the runtime.
  install(DIRECTORY "${copy}/"
    DESTINATION "${OMPSCAN_PLUGIN_DIR}/openmp" COMPONENT openmp)
  set(OMPSCAN_OPENMP_COPY "${copy}" PARENT_SCOPE)
endfunction()

# Programs need the runtime, the build does not.
function(_ompscan_note_missing_openmp)
  foreach(release IN LISTS OMPSCAN_LLVM_FOUND)
    set(library)
    execute_process(
      COMMAND "${OMPSCAN_LLVM_${release}_BIN_DIR}/clang" -print-file-name=libomp.so
      OUTPUT_VARIABLE library
      OUTPUT_STRIP_TRAILING_WHITESPACE
      ERROR_QUIET)
    if(NOT EXISTS "${library}" AND
       NOT EXISTS "${OMPSCAN_LLVM_${release}_BIN_DIR}/../lib/libomp.so")
      ompscan_packages_of(packages openmp ${release})
      message(STATUS
        "OpenMP runtime: Clang ${release} finds none, which programs need (${packages})")
    endif()
  endforeach()
endfunction()
