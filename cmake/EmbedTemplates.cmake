# Makes the kernels in templates/ string constants of a generated header.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The file is included by CMakeLists.txt for the function, and run as a script
# (cmake -P) at build time, so that the header follows every change of a .cl.
# Comments stay behind.

if(CMAKE_SCRIPT_MODE_FILE)
  # Sets <variable> to the text of the templates named, as a C++ literal.
  function(literal variable)
    set(text)
    foreach(name IN LISTS ARGN)
      file(READ "${DIRECTORY}/${name}.cl" source)
      string(REGEX REPLACE "\n *//[^\n]*" "" source "\n${source}")
      string(REGEX REPLACE "\n\n+" "\n" source "${source}")
      string(APPEND text "\n    R\"ompscan(${source})ompscan\"")
    endforeach()
    set(${variable} "${text}" PARENT_SCOPE)
  endfunction()

  literal(prelude prelude)
  # What is used stands before what uses it.
  literal(kernels tile status warp warp-tile group-tile serial-tile single-pass
    three-kernel reduce-then-scan)
  literal(segment_kernels tile status warp warp-tile group-tile segment-runs
    segment-tile single-pass three-kernel reduce-then-scan)
  literal(segmented_scan_kernels tile status warp segment-part segment-warp
    group-tile serial-tile single-pass three-kernel reduce-then-scan)
  literal(flagged_scan_kernels tile status warp segment-part segment-warp
    group-tile segment-runs segment-scan-tile single-pass three-kernel
    reduce-then-scan)
  literal(number_segment_kernels tile status warp segment-part segment-reduce
    group-tile segment-runs segment-tile single-pass three-kernel
    reduce-then-scan)
  literal(number_run_kernels tile status warp segment-part segment-reduce
    group-tile serial-tile single-pass three-kernel reduce-then-scan)
  literal(head_flags head-flags)
  literal(bins bins)
  literal(parallel_loop parallel-loop)
  literal(selection tile status warp single-pass three-kernel primitives/counts
    selection selection-serial selection-group selection-warp selection-kernels)
  # A primitive is its own text, what it has in common with scans, what all
  # primitives count with, and its kernels.
  literal(look_back tile status warp single-pass primitives/counts)
  literal(select primitives/select primitives/select-serial
    primitives/select-group primitives/select-warp primitives/select-kernels)
  literal(move primitives/move primitives/move-serial primitives/move-group
    primitives/move-vector primitives/move-kernels)
  literal(reduce primitives/reduce)
  literal(radix primitives/radix primitives/radix-warp)
  literal(histogram primitives/histogram)
  literal(classic primitives/classic)
  set(text "// Generated from templates/*.cl by cmake/EmbedTemplates.cmake.\n")
  string(APPEND text "#ifndef OMPSCAN_TEMPLATES_H\n#define OMPSCAN_TEMPLATES_H\n\n")
  string(APPEND text "namespace ompscan::templates {\n\n")
  string(APPEND text
    "/// What stands in front of the slots of a loop.\n"
    "inline constexpr char Prelude[] =${prelude};\n\n"
    "/// What follows them.\n"
    "inline constexpr char Kernels[] =${kernels};\n\n"
    "/// The same of a scan of segments of numbers that keys tell, and flags.\n"
    "inline constexpr char SegmentedScanKernels[] =${segmented_scan_kernels};\n\n"
    "inline constexpr char FlaggedScanKernels[] =${flagged_scan_kernels};\n\n"
    "/// The same of a reduction of segments that flags tell.\n"
    "inline constexpr char SegmentKernels[] =${segment_kernels};\n\n"
    "/// The same where they are segments of numbers.\n"
    "inline constexpr char NumberSegmentKernels[] =${number_segment_kernels};\n\n"
    "/// The same of a reduction of runs of keys of numbers.\n"
    "inline constexpr char NumberRunKernels[] =${number_run_kernels};\n\n"
    "/// The kernels that make flags of offsets, behind the prelude.\n"
    "inline constexpr char HeadFlags[] =${head_flags};\n\n"
    "/// What stands in front of the slots of a loop that counts in lists.\n"
    "inline constexpr char Bins[] =${bins};\n\n"
    "/// What follows those of a loop without a scan.\n"
    "inline constexpr char ParallelLoop[] =${parallel_loop};\n\n"
    "/// The same of a loop that keeps some of its iterations.\n"
    "inline constexpr char Selection[] =${selection};\n\n"
    "/// What follows the text of a primitive, and its kernels.\n"
    "inline constexpr char LookBack[] =${look_back};\n\n"
    "inline constexpr char Select[] =${select};\n\n"
    "inline constexpr char Move[] =${move};\n\n"
    "inline constexpr char Reduce[] =${reduce};\n\n"
    "inline constexpr char Radix[] =${radix};\n\n"
    "inline constexpr char Histogram[] =${histogram};\n\n"
    "inline constexpr char Classic[] =${classic};\n\n")
  string(APPEND text "} // namespace ompscan::templates\n\n#endif // OMPSCAN_TEMPLATES_H\n")
  file(WRITE "${OUTPUT}" "${text}")
  return()
endif()

# ompscan_embed_templates(<target>)
#
# Defines an interface library with the headers "Templates.h" and
# "templates/Compose.h". The first one has the constants
# ompscan::templates::Prelude and ompscan::templates::Kernels (or another), the
# text in front of a loop's slots and the text behind them, and those of the
# primitives; the second one puts them together for a loop.
function(ompscan_embed_templates target)
  file(GLOB inputs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/templates/*.cl"
    "${PROJECT_SOURCE_DIR}/templates/primitives/*.cl")
  set(directory "${PROJECT_BINARY_DIR}/generated/templates")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
  add_custom_command(
    OUTPUT "${directory}/Templates.h"
    COMMAND "${CMAKE_COMMAND}" "-DDIRECTORY=${PROJECT_SOURCE_DIR}/templates"
            "-DOUTPUT=${directory}/Templates.h" -P "${script}"
    DEPENDS ${inputs} "${script}"
    COMMENT "Embedding the kernel templates"
    VERBATIM)
  add_custom_target(${target}-header DEPENDS "${directory}/Templates.h")
  add_library(${target} INTERFACE)
  target_include_directories(${target} INTERFACE "${directory}"
    "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/runtime/include")
  add_dependencies(${target} ${target}-header)
endfunction()
