# Debian packages, by CPack: scripts/package-debian.sh.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   libompscan0         the runtime
#   libompscan-dev      its headers, the compiler wrappers and ompscan-config
#   clang-ompscan-<N>   the plugin for Clang N
#   ompscan-tools       ompscan-info and ompscan-tune
#   ompscan-mpi         libompscan-mpi, for the MPI that it was built with
#
# A package is the component of its name. Files that only Debian wants belong to
# it, too, and to no installation of everything (EXCLUDE_FROM_ALL).

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ompscan)
# Each package has a summary of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
file(STRINGS "${PROJECT_SOURCE_DIR}/packaging/project.txt" contact REGEX "^contact ")
string(REGEX REPLACE "^contact " "" contact "${contact}")
set(CPACK_PACKAGE_CONTACT "${contact}" CACHE STRING "Maintainer of the packages")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/PackageModes.cmake")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
if(CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
  "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")

set(debian "${PROJECT_SOURCE_DIR}/packaging/debian")
set(debian_generated "${PROJECT_BINARY_DIR}/generated/debian")

# The date of the release, or of the build.
file(STRINGS CHANGELOG.md debian_date LIMIT_COUNT 1
  REGEX "^## \\[${PROJECT_VERSION}\\] - [0-9]+-[0-9]+-[0-9]+$")
if(debian_date)
  string(REGEX REPLACE "^.* - " "" debian_date "${debian_date}")
  set(debian_date --date=${debian_date}T12:00Z)
elseif(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(debian_date --date=@$ENV{SOURCE_DATE_EPOCH})
else()
  set(debian_date)
endif()
execute_process(COMMAND env LC_ALL=C date -uR ${debian_date}
  OUTPUT_VARIABLE debian_date OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
configure_file("${debian}/changelog.in" "${debian_generated}/changelog" @ONLY)
execute_process(COMMAND gzip -9nf "${debian_generated}/changelog"
  COMMAND_ERROR_IS_FATAL ANY)

# ompscan_debian_package(<name> SECTION <section> SUMMARY <line>
#   DESCRIPTION <text> [DEPENDS <packages>...] [RECOMMENDS <packages>...]
#   [SUGGESTS <packages>...] [CONTROL <files>...])
macro(ompscan_debian_package name)
  cmake_parse_arguments(deb "" "SECTION;SUMMARY;DESCRIPTION"
    "DEPENDS;RECOMMENDS;SUGGESTS;CONTROL" ${ARGN})
  list(APPEND CPACK_COMPONENTS_ALL ${name})
  string(TOUPPER ${name} component)
  list(JOIN deb_DEPENDS ", " CPACK_DEBIAN_${component}_PACKAGE_DEPENDS)
  list(JOIN deb_RECOMMENDS ", " CPACK_DEBIAN_${component}_PACKAGE_RECOMMENDS)
  list(JOIN deb_SUGGESTS ", " CPACK_DEBIAN_${component}_PACKAGE_SUGGESTS)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${component}_PACKAGE_SECTION ${deb_SECTION})
  set(CPACK_DEBIAN_${component}_DESCRIPTION "${deb_SUMMARY}\n${deb_DESCRIPTION}")
  set(CPACK_DEBIAN_${component}_PACKAGE_CONTROL_EXTRA ${deb_CONTROL})
  install(FILES "${debian}/copyright" "${debian_generated}/changelog.gz"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}"
    COMPONENT ${name} EXCLUDE_FROM_ALL)
  if(EXISTS "${debian}/${name}.lintian-overrides")
    install(FILES "${debian}/${name}.lintian-overrides"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME ${name}
      COMPONENT ${name} EXCLUDE_FROM_ALL)
  endif()
endmacro()

set(CPACK_COMPONENTS_ALL)
set(same "(= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
file(WRITE "${debian_generated}/triggers" "activate-noawait ldconfig\n")

ompscan_debian_package(libompscan0
  SECTION libs
  SUMMARY "parallel scans under OpenMP pragmas - runtime library"
  DESCRIPTION "OmpScan runs loops that carry a prefix computation in parallel, on GPUs or on
the host's cores. This package has the library that programs need which were
compiled with its plugin for Clang."
  RECOMMENDS "libzstd1"
  CONTROL "${debian_generated}/triggers")

ompscan_debian_package(libompscan-dev
  SECTION libdevel
  SUMMARY "parallel scans under OpenMP pragmas - development files"
  DESCRIPTION "OmpScan runs loops that carry a prefix computation in parallel, on GPUs or on
the host's cores. This package has headers, files for CMake and pkg-config, and
the compiler wrappers ompscan-clang and ompscan-clang++, which need one of the
packages clang-ompscan-<release>."
  DEPENDS "libompscan0 ${same}")

list(TRANSFORM OMPSCAN_LLVM_FOUND REPLACE "(.+)" "libomp-\\1-dev"
  OUTPUT_VARIABLE libomp)
list(JOIN libomp " | " libomp)
foreach(release IN LISTS OMPSCAN_LLVM_FOUND)
  math(EXPR next "${release} + 1")
  ompscan_debian_package(clang-ompscan-${release}
    SECTION devel
    SUMMARY "parallel scans under OpenMP pragmas - plugin for Clang ${release}"
    DESCRIPTION "OmpScan runs loops that carry a prefix computation in parallel, on GPUs or on
the host's cores. This package has the plugin for Clang ${release}, which compiles the
clause 'scan' of OpenMP loops; ompscan-clang runs Clang with it."
    DEPENDS "clang-${release} (>= 1:${release}~)" "clang-${release} (<< 1:${next}~)"
      "${libomp}" "libompscan-dev ${same}"
    RECOMMENDS "ompscan-tools"
    SUGGESTS "libclc-${release}")
endforeach()

ompscan_debian_package(ompscan-tools
  SECTION devel
  SUMMARY "parallel scans under OpenMP pragmas - tools"
  DESCRIPTION "OmpScan runs loops that carry a prefix computation in parallel, on GPUs or on
the host's cores. This package has ompscan-info, which lists the devices that
loops can run on and tests them, and ompscan-tune, which looks for better
shapes of kernels for a device.")

if(OMPSCAN_MPI)
  ompscan_debian_package(ompscan-mpi
    SECTION libdevel
    SUMMARY "parallel scans under OpenMP pragmas - loops over the ranks of MPI"
    DESCRIPTION "OmpScan runs loops that carry a prefix computation in parallel, on GPUs or on
the host's cores. This package has the library by which such loops go on from
rank to rank of an MPI program. Its header is in libompscan-dev."
    DEPENDS "libompscan-dev ${same}"
    RECOMMENDS "mpi-default-dev"
    CONTROL "${debian_generated}/triggers")
endif()

include(CPack)
