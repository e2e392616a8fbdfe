# The part of libclc for nvptx64 that kernels as PTX may call.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set(OMPSCAN_LIBCLC "" CACHE FILEPATH
  "libclc's nvptx64--.bc, whose functions the plugin gets; empty: that of the machine")

# ompscan_reduce_libclc(<release>)
#
# Makes libclc-nvptx64-<release>.bc, which the plugin of Clang <release> finds
# beside itself: bitcode of the functions that templates/library.cl lists. A
# Clang does not read the bitcode of a newer one, so that there may be none.
function(ompscan_reduce_libclc release)
  set(bin "${OMPSCAN_LLVM_${release}_BIN_DIR}")
  set(whole "${OMPSCAN_LIBCLC}")
  foreach(folder "${bin}/../share/clc" /usr/lib/clc /usr/lib64/clc /usr/share/clc)
    if(NOT whole AND EXISTS "${folder}/nvptx64--.bc")
      set(whole "${folder}/nvptx64--.bc")
    endif()
  endforeach()
  if(NOT whole OR NOT EXISTS "${bin}/llvm-link" OR NOT EXISTS "${bin}/llvm-dis")
    message(STATUS "Functions of libclc for Clang ${release}: none, "
      "nvptx64--.bc or llvm-link is not installed")
    return()
  endif()
  execute_process(COMMAND "${bin}/llvm-dis" "${whole}" -o -
    RESULT_VARIABLE is_newer OUTPUT_QUIET ERROR_QUIET)
  if(is_newer)
    message(STATUS
      "Functions of libclc for Clang ${release}: none, ${whole} is of a newer release")
    return()
  endif()
  message(STATUS "Functions of libclc for Clang ${release}: of ${whole}")
  set(source "${PROJECT_SOURCE_DIR}/clang-plugin/Kernel/libclc-functions.cl")
  set(calls "${CMAKE_CURRENT_BINARY_DIR}/libclc-functions-${release}.bc")
  set(folder "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${OMPSCAN_PLUGIN_SUBDIR}")
  set(reduced "${folder}/libclc-nvptx64-${release}.bc")
  add_custom_command(
    OUTPUT "${reduced}"
    COMMAND "${bin}/clang" -cc1 -triple nvptx64-nvidia-nvcl -x cl -cl-std=CL1.2
            -cl-ext=+cl_khr_fp64 -w -O1 -disable-llvm-passes -emit-llvm-bc
            -I "${PROJECT_SOURCE_DIR}/templates" -o "${calls}" "${source}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${bin}/llvm-link" --only-needed "${calls}" "${whole}" -o "${reduced}"
    DEPENDS "${source}" "${PROJECT_SOURCE_DIR}/templates/library.cl" "${whole}"
    COMMENT "Taking functions of libclc for Clang ${release}"
    VERBATIM)
  add_custom_target(libclc-nvptx64-${release} ALL DEPENDS "${reduced}")
  add_dependencies(ClangOmpScan-${release} libclc-nvptx64-${release})
  install(FILES "${reduced}"
    DESTINATION "${OMPSCAN_PLUGIN_DIR}" COMPONENT clang-ompscan-${release})
endfunction()
