#!/bin/bash
#
# Tries what docs/tools.md says of editors and build tools: in a system that has
# them and the packages of OmpScan, beside prefix.c and consumer/.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

fail() {
  echo "tools: $1" >&2
  exit 1
}

quietly() {
  "$@" >log 2>&1 || {
    cat log >&2
    fail "failed: $*"
  }
}

read -ra cflags < <(ompscan-config --cflags)

# -E, -MD, and all three steps apart.
quietly ompscan-clang -E -MD -MF prefix.d prefix.c -o prefix.i
grep -q '/omp.h' prefix.d || fail "the list of dependences lacks omp.h"
quietly ompscan-clang -O2 -c prefix.i -o prefix.o
quietly ompscan-clang prefix.o -o prefix
./prefix >log

# ccache sees the plugin if it is an option, or by CCACHE_EXTRAFILES.
hits() { ccache --print-stats | sed -n 's/^direct_cache_hit\t//p'; }
plugin=$(ompscan-config --plugin)
for how in option wrapper; do
  command=(ccache clang-22 "${cflags[@]}")
  if [ $how = wrapper ]; then
    command=(ccache ompscan-clang)
    export CCACHE_EXTRAFILES=$plugin
  fi
  ccache -C -z >log
  quietly "${command[@]}" -O2 -c prefix.c -o prefix.o
  quietly "${command[@]}" -O2 -c prefix.c -o prefix.o
  [ "$(hits)" = 1 ] || fail "ccache compiles twice ($how)"
  cp -p "$plugin" plugin.bak
  echo >>"$plugin"
  quietly "${command[@]}" -O2 -c prefix.c -o prefix.o
  cp -p plugin.bak "$plugin"
  [ "$(hits)" = 1 ] || fail "ccache does not notice another plugin ($how)"
done
unset CCACHE_EXTRAFILES

# bear, and tools that read its list.
cat >.clangd <<'END'
CompileFlags:
  Add: [-fopenmp, -D__OMPSCAN__=200, -Wno-extra-tokens]
END
cat >.clang-tidy <<'END'
Checks: 'bugprone-*,clang-analyzer-*,openmp-*'
WarningsAsErrors: 'clang-diagnostic-*'
ExtraArgs: [-fopenmp, -D__OMPSCAN__=200, -Wno-extra-tokens, -Wno-analyzer-incompatible-plugin]
END
for command in "ompscan-clang" "clang-22 ${cflags[*]}"; do
  rm -f compile_commands.json
  # shellcheck disable=SC2086 # words
  quietly bear -- $command -O2 -c prefix.c -o prefix.o
  grep -q '"file": ".*/prefix.c"' compile_commands.json || fail "bear saw no compiler"
  quietly clangd-22 --check=prefix.c
  quietly clang-tidy-22 -p . prefix.c
  ! grep -q 'extra tokens\|incompatible' log || fail "clang-tidy complains"
done

# distcc takes the wrapper. The daemon refuses -fplugin.
distccd --daemon --no-detach --listen 127.0.0.1 --port 3777 --allow 127.0.0.1 \
  --log-file /tmp/distccd.log --enable-tcp-insecure --jobs 2 &
trap 'kill %1' EXIT
sleep 2
export DISTCC_HOSTS=127.0.0.1:3777 DISTCC_FALLBACK=0
rm -f prefix.o
quietly distcc ompscan-clang -O2 -c prefix.c -o prefix.o
quietly ompscan-clang prefix.o -o prefix
./prefix >log
grep -q 'COMPILE_OK.*prefix.c' /tmp/distccd.log || fail "distcc has compiled nothing"

# CMake's generators: built once, and once more after a change.
for generator in Ninja "Unix Makefiles"; do
  rm -rf build
  quietly cmake -S consumer -B build -G "$generator" -DCMAKE_C_COMPILER=clang-22 \
    -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_C_COMPILER_LAUNCHER=ccache
  quietly cmake --build build
  quietly build/prefix_sum_c
  sleep 1
  touch consumer/prefix_sum.c
  quietly cmake --build build
  [ "$(grep -c Building log)" = 1 ] || fail "$generator does not build one file again"
done
