#!/bin/bash
#
# Fuzzes the parser of directives and the files of the program cache.
#
#   scripts/fuzz.sh MINUTES [TARGET...]
#   scripts/fuzz.sh --bundle FOLDER
#
# TARGET is pragma, file-cache, or both (the default), one after the other, for
# MINUTES each. The targets are in test/Fuzz; the build tree for them is
# instrumented for libFuzzer, and keeps the corpora. The directives of the test
# programs are the first inputs.
#
# A run goes on when an input crashes, takes a minute, or takes all memory. Each
# such input is kept in fuzz-<target>/ of the build tree, and is tried again when
# the run has ended:
#
#   Clang     Clang fails at it without the plugin as well, at the text as it is
#             or with the clause of OpenMP that the plugin puts in its place
#   once      it does not fail again: the process was out of memory, say
#   a finding all others; the names of their files are printed
#
# The exit status is 1 if there are findings, or if a target has not run.
#
# With --bundle nothing is run: FOLDER gets all that a machine without compiler
# needs, and FOLDER/run.sh MINUTES [TARGET...] there does the same.
#
# Environment:
#   JOBS               processes at a time (default: 1)
#   OMPSCAN_BUILD_DIR  the build tree (default: build-fuzz)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build-fuzz}

# The rest of the script is also that of a bundle, where $folder is the bundle.

# try INPUT: "Clang", "once" or "finding", and the input's name.
try() {
  local alone=none
  [ "$target" = pragma ] || alone=
  if OMPSCAN_FUZZ_PLUGIN=$plugin "$binary" -timeout=60 -rss_limit_mb=3000 \
    "$1" >/dev/null 2>&1; then
    echo "once $1"
  elif [ -n "$alone" ] && ! OMPSCAN_FUZZ_PLUGIN=$alone "$binary" -timeout=60 \
    -rss_limit_mb=3000 "$1" >/dev/null 2>&1; then
    echo "Clang $1"
  else
    echo "finding $1"
  fi
}

# run_target TARGET MINUTES: false if there are findings.
run_target() {
  export target=$1 binary=$folder/bin/fuzz-$1
  export plugin=$folder/lib/ClangOmpScan-22.so OMPSCAN_FUZZ_PLUGIN
  OMPSCAN_FUZZ_PLUGIN=$plugin
  local kept=$folder/fuzz-$target corpus=$folder/corpus-$target log count
  local seeds=$folder/seeds
  log=$kept.log
  rm -rf "$kept"
  mkdir -p "$kept" "$corpus"
  local options=("-fork=${JOBS:-1}" -ignore_crashes=1 -ignore_timeouts=1
    -ignore_ooms=1 -max_total_time=$(($2 * 60)) -timeout=60 -rss_limit_mb=3000
    -artifact_prefix="$kept/")
  if [ "$target" = pragma ]; then
    options+=(-dict="$folder/words" -max_len=300 "$corpus" "$seeds")
  else
    # A file is written for each input.
    [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
    options+=(-max_len=4096 "$corpus")
  fi
  "$binary" "${options[@]}" >"$log" 2>&1 || true
  count=$(sed -n 's/^#\([0-9]*\): cov.*/\1/p' "$log" | tail -n 1)
  if [ -z "$count" ]; then
    echo "fuzz: $target has not run: $(tail -n 1 "$log")"
    return 1
  fi
  # shellcheck disable=SC2016 # $1 is that of the inner shell
  find "$kept" -type f -print0 |
    xargs -0 -r -P "${JOBS:-1}" -n 1 bash -c 'try "$1"' try >"$kept.tried"
  local clang once findings
  clang=$(grep -c '^Clang ' "$kept.tried" || true)
  once=$(grep -c '^once ' "$kept.tried" || true)
  findings=$(grep -c '^finding ' "$kept.tried" || true)
  echo "$target: $count inputs in $2 minutes on ${JOBS:-1} processes;" \
    "$(find "$kept" -type f | wc -l) failed: $clang by Clang alone," \
    "$once once only, $findings findings"
  sed -n 's/^finding /  /p' "$kept.tried"
  [ "$findings" -eq 0 ]
}

# check MINUTES [TARGET...]: ends if these are no arguments.
check() {
  local each
  case ${1:-} in
  '' | *[!0-9]*)
    echo "usage: $0 MINUTES [pragma] [file-cache]" >&2
    exit 2
    ;;
  esac
  for each in "${@:2}"; do
    case $each in
    pragma | file-cache) ;;
    *)
      echo "fuzz: there is no target '$each'" >&2
      exit 2
      ;;
    esac
  done
}

# main MINUTES [TARGET...]
main() {
  local minutes=$1 status=0 each
  shift
  [ $# -gt 0 ] || set -- pragma file-cache
  export -f try
  for each; do
    run_target "$each" "$minutes" || status=1
  done
  exit $status
}

# An input is a digit, for the source around it, and a directive.
pragma_seeds() {
  local number=0 directive
  rm -rf "$1"
  mkdir -p "$1"
  grep -rhoP '^\s*#pragma omp \K.*[^\\]$' --include=*.c --include=*.cpp "$root/test" |
    sort -u | while IFS= read -r directive; do
    printf '%d%s' $((number % 8)) "$directive" >"$1/seed-$number"
    number=$((number + 1))
  done
}

bundle=
if [ "${1:-}" = --bundle ]; then
  bundle=${2:-}
  if [ -z "$bundle" ] || [ $# -ne 2 ]; then
    echo "usage: scripts/fuzz.sh --bundle FOLDER" >&2
    exit 2
  fi
else
  check "$@"
fi

[ -e "$build/CMakeCache.txt" ] || cmake -S "$root" -B "$build" -G Ninja \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
  -DOMPSCAN_LLVM_VERSIONS=22 -DOMPSCAN_BUILD_TESTS=OFF -DOMPSCAN_MPI=OFF -DOMPSCAN_FUZZ=ON
cmake --build "$build" --parallel "${JOBS:-1}" --target fuzz-pragma fuzz-file-cache
pragma_seeds "$build/seeds"
grep -hoE '[a-z_]{2,}' "$build"/seeds/* | sort -u | sed 's/.*/"&"/' >"$build/words"

if [ -z "$bundle" ]; then
  folder=$build
  main "$@"
fi

mkdir -p "$bundle/bin" "$bundle/lib"
rm -rf "$bundle/seeds"
cp -R "$build/seeds" "$build/words" "$bundle"
cp "$build/bin/fuzz-pragma" "$build/bin/fuzz-file-cache" "$bundle/bin"
cp "$build/lib/ClangOmpScan-22.so" "$bundle/lib"
# All libraries but those that come with the loader.
ldd "$bundle"/bin/* | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv)\.so' |
  xargs -I{} cp -L {} "$bundle/lib"
{
  cat <<'HEAD'
#!/bin/bash
# Runs the targets of this folder: [JOBS=N] run.sh MINUTES [pragma] [file-cache]
set -eu
folder=$(cd -- "$(dirname -- "$0")" && pwd)
export LD_LIBRARY_PATH=$folder/lib
HEAD
  declare -f try run_target check main
  echo 'check "$@"; main "$@"'
} >"$bundle/run.sh"
chmod +x "$bundle/run.sh"
echo "fuzz: $bundle/run.sh runs the targets"
