# bash completion for ompscan-clang and ompscan-clang++          -*- shell-script -*-
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The options of OmpScan, and those that Clang itself offers.
_ompscan_clang() {
  local word=${COMP_WORDS[COMP_CWORD]} options clang IFS=$'\n'
  COMPREPLY=()
  case $word in
  -*) ;;
  *) return ;;
  esac
  options='-Rpass=ompscan
-Rpass-missed=ompscan
-Rpass-analysis=ompscan
--offload-arch=native
-fplugin-arg-ompscan-print-loops
-fplugin-arg-ompscan-emit-kernels=
-fplugin-arg-ompscan-kernels=opencl
-fplugin-arg-ompscan-kernels=opencl,ptx
-fplugin-arg-ompscan-no-ptx
-fplugin-arg-ompscan-libclc=
-fplugin-arg-ompscan-ptxas=
-fplugin-arg-ompscan-no-compression
-fplugin-arg-ompscan-no-inscan
-fplugin-arg-ompscan-no-target-loops
-fplugin-arg-ompscan-no-associativity
-fplugin-arg-ompscan-no-fusion
-fplugin-arg-ompscan-native=
-fplugin-arg-ompscan-no-native'
  if clang=$(ompscan-config --clang-path 2>/dev/null); then
    options+=$'\n'$("$clang" --autocomplete="$word" 2>/dev/null | cut -f 1)
  fi
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  # What stands in front of a "=" is not completed once more.
  if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*=}"}"}")
  fi
  [[ ${COMPREPLY[0]:-} != *= ]] || compopt -o nospace 2>/dev/null
}

complete -o default -F _ompscan_clang ompscan-clang ompscan-clang++
