# Builds the plugin for one LLVM release.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Headers of Clang that nearly every file of the plugin includes. Parsing them
# takes most of the time that a file takes to compile.
set(OMPSCAN_PLUGIN_PRECOMPILED_HEADERS
  <clang/AST/AST.h>
  <clang/AST/ExprCXX.h>
  <clang/AST/StmtOpenMP.h>
  <clang/Frontend/CompilerInstance.h>
  <clang/Frontend/FrontendPluginRegistry.h>
  <clang/Lex/Preprocessor.h>
  <clang/Sema/Sema.h>
  <llvm/ADT/STLExtras.h>
  <llvm/IR/IRBuilder.h>
  <llvm/IR/Module.h>
  <llvm/Passes/PassBuilder.h>
  <llvm/Support/raw_ostream.h>
  <optional>
  <string>
  <vector>)

set(OMPSCAN_UNOPTIMIZED_PLUGINS "" CACHE STRING
  "LLVM releases whose plugins are built without optimization, in half of the time")

# ompscan_add_clang_library(<target> <release> MODULE|OBJECT SOURCES <file>...)
#
# Defines <target>, a library that Clang <release> loads or a part of one. Every
# symbol of LLVM and Clang comes from the Clang that loads it: a second copy of
# LLVM in the process would have its own registries and options, so nothing is
# linked. <target> has the precompiled headers of ompscan-ptx-<release>.
function(ompscan_add_clang_library target release kind)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "SOURCES")
  add_library(${target} ${kind} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES
    PREFIX ""
    DEFINE_SYMBOL "" # Precompiled headers know no macro of one target.
    POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/clang-plugin"
    "${PROJECT_SOURCE_DIR}/runtime/include")
  target_include_directories(${target} SYSTEM PRIVATE
    "${OMPSCAN_LLVM_${release}_INCLUDE_DIR}")
  target_link_libraries(${target} PRIVATE ompscan-plan ompscan-templates)
  target_compile_definitions(${target} PRIVATE
    _GNU_SOURCE
    __STDC_CONSTANT_MACROS
    __STDC_FORMAT_MACROS
    __STDC_LIMIT_MACROS
    OMPSCAN_CLANG_MAJOR=${release}
    OMPSCAN_VERSION_NUMBER=${OMPSCAN_VERSION_NUMBER})
  target_compile_options(${target} PRIVATE -fno-rtti -fno-exceptions
    -include "${PROJECT_SOURCE_DIR}/clang-plugin/Support/WeakSymbols.h")
  if(release IN_LIST OMPSCAN_UNOPTIMIZED_PLUGINS)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  set(common ompscan-ptx-${release})
  if(target STREQUAL common)
    target_precompile_headers(${target} PRIVATE
      ${OMPSCAN_PLUGIN_PRECOMPILED_HEADERS})
  else()
    target_precompile_headers(${target} REUSE_FROM ${common})
    target_link_libraries(${target} PRIVATE ${common})
    # A Clang of another release lacks some of the symbols. Bound at the first
    # call only, they leave the plugin time to say so.
    target_link_options(${target} PRIVATE LINKER:-z,lazy)
  endif()
endfunction()

# ompscan_add_clang_plugin(<release> SOURCES <file>...)
#
# Defines the target ClangOmpScan-<release>, the plugin.
function(ompscan_add_clang_plugin release)
  set(target ClangOmpScan-${release})
  ompscan_add_clang_library(${target} ${release} MODULE ${ARGN})
  install(TARGETS ${target}
    LIBRARY DESTINATION "${OMPSCAN_PLUGIN_DIR}" COMPONENT clang-ompscan-${release})
endfunction()
