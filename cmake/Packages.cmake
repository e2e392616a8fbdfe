# Names the packages of what is missing, by the table of scripts/packages.txt.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# ompscan_packages_of(RESULT PART [RELEASE])
#
# Sets RESULT to the packages that have the part, as in "Debian, Ubuntu: libmd-dev;
# Fedora: libmd-devel". RELEASE is the release of LLVM, for parts that each has.
function(ompscan_packages_of result part)
  file(STRINGS "${PROJECT_SOURCE_DIR}/scripts/packages.txt" rows
    REGEX "^[a-z-]+ +${part} ")
  set(debian)
  set(fedora)
  foreach(row IN LISTS rows)
    string(REGEX MATCHALL "[^ ]+" columns "${row}")
    list(GET columns 2 name)
    string(REPLACE "<N>" "${ARGV2}" name "${name}")
    list(APPEND debian "${name}")
    list(GET columns 3 name)
    list(APPEND fedora "${name}")
  endforeach()
  list(JOIN debian " " debian)
  list(JOIN fedora " " fedora)
  set(${result} "Debian, Ubuntu: ${debian}; Fedora: ${fedora}" PARENT_SCOPE)
endfunction()

# ompscan_note_missing(LIST NAME PART [RELEASE])
#
# Appends the name and the packages of a part to the text LIST.
function(ompscan_note_missing list name)
  ompscan_packages_of(packages ${ARGN})
  set(text "${${list}}")
  if(text)
    string(APPEND text ", ")
  endif()
  string(APPEND text "${name} (${packages})")
  set(${list} "${text}" PARENT_SCOPE)
endfunction()
