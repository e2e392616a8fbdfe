# Installs the runtime and the CMake package, for find_package(OmpScan).
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include(CMakePackageConfigHelpers)

install(TARGETS ompscan LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(directory "${CMAKE_INSTALL_LIBDIR}/cmake/OmpScan")

# What OmpScanConfig.cmake.in takes from here.
list(JOIN OMPSCAN_LLVM_FOUND " " releases)
set(omp_header_dirs)
foreach(release IN LISTS OMPSCAN_LLVM_FOUND)
  cmake_path(SET dir NORMALIZE
    "${OMPSCAN_LLVM_${release}_BIN_DIR}/../lib/clang/${release}/include")
  string(APPEND omp_header_dirs " \"${dir}\"")
endforeach()
set(runtime_file "${CMAKE_SHARED_LIBRARY_PREFIX}ompscan${CMAKE_SHARED_LIBRARY_SUFFIX}")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/OmpScanConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfig.cmake"
  INSTALL_DESTINATION "${directory}"
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfig.cmake"
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfigVersion.cmake"
  DESTINATION "${directory}")
