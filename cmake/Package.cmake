# Installs the runtime with its headers, the CMake package for
# find_package(OmpScan), and the files of pkg-config.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include(CMakePackageConfigHelpers)

# Components are named by the Debian packages that they become
# (DebianPackages.cmake). Development needs the link without a number.
install(TARGETS ompscan
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    COMPONENT libompscan0 NAMELINK_COMPONENT libompscan-dev)
if(OMPSCAN_PRIMITIVES_PTX_FILE)
  install(FILES "${OMPSCAN_PRIMITIVES_PTX_FILE}"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/${OMPSCAN_PLUGIN_SUBDIR}"
    COMPONENT libompscan0)
endif()
if(OMPSCAN_MPI)
  install(TARGETS ompscan-mpi
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ompscan-mpi)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT libompscan-dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT license)

# The documents with the examples, as they lie in the sources, so that links between
# them hold. Links to other files of the sources lead to the project's address.
file(STRINGS "${PROJECT_SOURCE_DIR}/packaging/project.txt" address REGEX "^address ")
string(REPLACE "address " "" address "${address}")
file(GLOB_RECURSE documents RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/examples/*.md"
  "${PROJECT_SOURCE_DIR}/benchmarks/notes/*.md"
  "${PROJECT_SOURCE_DIR}/benchmarks/results/*.md")
list(APPEND documents README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md
  benchmarks/README.md)
list(REMOVE_ITEM documents docs/site/index.md)
foreach(document IN LISTS documents)
  set(from "${PROJECT_SOURCE_DIR}/${document}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${from}")
  file(READ "${from}" text)
  string(REGEX REPLACE
    "\\]\\((\\.\\./)*((clang-plugin|cmake|packaging|runtime|scripts|templates|test|tools)/[^)]*)\\)"
    "](${address}/\\2)" text "${text}")
  string(REGEX REPLACE "\\]\\(\\.\\./(benchmarks/[A-Za-z-]+)\\)" "](${address}/\\1)"
    text "${text}")
  string(REPLACE "](classic/" "](${address}/benchmarks/classic/" text "${text}")
  file(CONFIGURE OUTPUT "generated/documents/${document}" CONTENT "${text}" @ONLY)
endforeach()
install(DIRECTORY "${PROJECT_BINARY_DIR}/generated/documents/"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT libompscan-dev)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/images" DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs"
  COMPONENT libompscan-dev)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT libompscan-dev PATTERN "*.md" EXCLUDE)

set(directory "${CMAKE_INSTALL_LIBDIR}/cmake/OmpScan")

# Variables of OmpScanConfig.cmake.in.
list(JOIN OMPSCAN_LLVM_FOUND " " releases)
set(omp_header_dirs)
set(pc_omp_headers)
set(pc_omp_libs)
if(OMPSCAN_OPENMP_COPY)
  # pkg-config escapes blanks in the value of an option with "=".
  set(pc_omp_headers " --include-directory-after=\${plugindir}/openmp")
  set(pc_omp_libs " -L\${plugindir}/openmp -Wl,-rpath=\${plugindir}/openmp")
endif()
foreach(release IN LISTS OMPSCAN_LLVM_FOUND)
  set(dir "${OMPSCAN_LLVM_${release}_RESOURCES}")
  string(APPEND omp_header_dirs " \"${dir}\"")
  string(APPEND pc_omp_headers " -idirafter${dir}")
endforeach()
set(mpi_file "${CMAKE_SHARED_LIBRARY_PREFIX}ompscan-mpi${CMAKE_SHARED_LIBRARY_SUFFIX}")
set(runtime_file "${CMAKE_SHARED_LIBRARY_PREFIX}ompscan${CMAKE_SHARED_LIBRARY_SUFFIX}")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/OmpScanConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfig.cmake"
  INSTALL_DESTINATION "${directory}"
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR OMPSCAN_PLUGIN_DIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfig.cmake"
  "${PROJECT_BINARY_DIR}/generated/package/OmpScanConfigVersion.cmake"
  DESTINATION "${directory}" COMPONENT libompscan-dev)

# pkg-config: `ompscan` is the runtime, `ompscan-clang-<release>` a Clang with
# its plugin. Paths are relative to the file.
set(directory "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH prefix_from_pc
  "${CMAKE_INSTALL_PREFIX}/${directory}" "${CMAKE_INSTALL_PREFIX}")
# The loader searches the folder of an installation in /usr by itself, and
# packages may not name it in a program. Where that is, the installation knows.
set(pc_rpath "@pc_rpath@")
configure_file("${CMAKE_CURRENT_LIST_DIR}/ompscan.pc.in"
  "${PROJECT_BINARY_DIR}/generated/package/ompscan.pc.in" @ONLY)
install(CODE "
  set(pc_rpath)
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(pc_rpath \" -Wl,-rpath=\\\${libdir}\")
  endif()
  configure_file(\"${PROJECT_BINARY_DIR}/generated/package/ompscan.pc.in\"
    \"${PROJECT_BINARY_DIR}/generated/package/ompscan.pc\" @ONLY)"
  COMPONENT libompscan-dev)
install(FILES "${PROJECT_BINARY_DIR}/generated/package/ompscan.pc"
  DESTINATION "${directory}" COMPONENT libompscan-dev)
foreach(release IN LISTS OMPSCAN_LLVM_FOUND)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/ompscan-clang.pc.in"
    "${PROJECT_BINARY_DIR}/generated/package/ompscan-clang-${release}.pc" @ONLY)
  install(FILES
    "${PROJECT_BINARY_DIR}/generated/package/ompscan-clang-${release}.pc"
    DESTINATION "${directory}" COMPONENT clang-ompscan-${release})
endforeach()
