# The target docs-api makes the API reference of the public headers with
# Doxygen, where that is installed. A warning of Doxygen is an error.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_program(OMPSCAN_DOXYGEN doxygen DOC "Doxygen, for the target docs-api")
if(NOT OMPSCAN_DOXYGEN)
  return()
endif()

configure_file("${PROJECT_SOURCE_DIR}/docs/Doxyfile.in"
  "${PROJECT_BINARY_DIR}/docs/Doxyfile" @ONLY)
add_custom_target(docs-api
  COMMAND "${OMPSCAN_DOXYGEN}" "${PROJECT_BINARY_DIR}/docs/Doxyfile"
  COMMENT "Writing the API reference to docs/api/html"
  VERBATIM)
