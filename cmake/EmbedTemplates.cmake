# Makes the kernels in templates/ string constants of a generated header.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The file is included by CMakeLists.txt for the function, and run as a script
# (cmake -P) at build time, so that the header follows every change of a .cl.

if(CMAKE_SCRIPT_MODE_FILE)
  set(text "// Generated from templates/*.cl by cmake/EmbedTemplates.cmake.\n")
  string(APPEND text "#ifndef OMPSCAN_TEMPLATES_H\n#define OMPSCAN_TEMPLATES_H\n\n")
  string(APPEND text "namespace ompscan::templates {\n\n")
  foreach(input IN LISTS INPUTS)
    cmake_path(GET input STEM stem)
    string(REPLACE "-" ";" words "${stem}")
    set(name)
    foreach(word IN LISTS words)
      string(SUBSTRING "${word}" 0 1 head)
      string(SUBSTRING "${word}" 1 -1 tail)
      string(TOUPPER "${head}" head)
      string(APPEND name "${head}${tail}")
    endforeach()
    file(READ "${input}" source)
    string(APPEND text
      "inline constexpr char ${name}[] = R\"ompscan(${source})ompscan\";\n\n")
  endforeach()
  string(APPEND text "} // namespace ompscan::templates\n\n#endif // OMPSCAN_TEMPLATES_H\n")
  file(WRITE "${OUTPUT}" "${text}")
  return()
endif()

# ompscan_embed_templates(<target>)
#
# Defines an interface library with the header "Templates.h": for every
# templates/<some-name>.cl the constant ompscan::templates::<SomeName>, the
# text of the file.
function(ompscan_embed_templates target)
  file(GLOB inputs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/templates/*.cl")
  set(directory "${PROJECT_BINARY_DIR}/generated/templates")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
  add_custom_command(
    OUTPUT "${directory}/Templates.h"
    COMMAND "${CMAKE_COMMAND}" "-DINPUTS=${inputs}"
            "-DOUTPUT=${directory}/Templates.h" -P "${script}"
    DEPENDS ${inputs} "${script}"
    COMMENT "Embedding the kernel templates"
    VERBATIM)
  add_custom_target(${target}-header DEPENDS "${directory}/Templates.h")
  add_library(${target} INTERFACE)
  target_include_directories(${target} INTERFACE "${directory}")
  add_dependencies(${target} ${target}-header)
endfunction()
