#!/bin/bash
#
# Makes the Debian packages of a build tree, checks them, and compiles and runs a
# program with what is in them, without installing anything.
#
#   test/packaging/debian.sh BUILD_DIR
#
# test/packaging/fresh.sh installs packages on a fresh system.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
[ $# = 1 ] || {
  echo "usage: test/packaging/debian.sh BUILD_DIR" >&2
  exit 2
}
build=$(cd -- "$1" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "packaging: $1" >&2
  exit 1
}

grep -qx 'CMAKE_INSTALL_PREFIX:PATH=/usr' "$build/CMakeCache.txt" ||
  fail "packages need a build tree that is configured with -DCMAKE_INSTALL_PREFIX=/usr"
(umask 077 && cpack --config "$build/CPackConfig.cmake" -B "$work/cpack") \
  >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  fail "cpack failed"
}
for package in "$work"/cpack/*.deb; do
  dpkg-deb -c "$package" | grep -v -e '^drwxr-xr-x ' -e '^-rwxr-xr-x ' \
    -e '^-rw-r--r-- ' -e '^lrwxrwxrwx ' &&
    fail "the modes above are wrong in $package, made with umask 077"
done

# A build tree may have plugins that it was once configured for.
read -ra releases < <(sed -n "s/^releases='\(.*\)'$/\1/p" "$build/bin/ompscan-clang")

# files PACKAGE: the files of a package but its papers; folders of the machine's
# architecture as LIB.
files() {
  dpkg-deb -c "$work/cpack/$1"_*.deb | awk '$1 !~ /^d/ { print $6 }' |
    sed -E 's,^\./usr/lib(/[a-z0-9_]+-linux-gnu[a-z0-9]*)?/,LIB/,; s,^\./usr/,,' |
    grep -v '^share/doc/' | LC_ALL=C sort
}

# expect PACKAGE FILE...: these and no others.
expect() {
  local package=$1
  shift
  printf '%s\n' "$@" | LC_ALL=C sort | diff - <(files "$package") ||
    fail "the files above are wrong in $package"
  for file in copyright changelog.gz; do
    dpkg-deb -c "$work/cpack/$package"_*.deb >"$work/list"
    grep -q " \./usr/share/doc/$package/$file\$" "$work/list" ||
      fail "$package has no $file"
  done
}

version=$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' "$here/../../CMakeLists.txt")
completions=share/bash-completion/completions
primitives=()
[ ! -e "$build/lib/ompscan/primitives.ptx" ] ||
  primitives=(LIB/ompscan/primitives.ptx)
expect libompscan0 LIB/libompscan.so.0 "LIB/libompscan.so.$version" \
  "${primitives[@]}" share/lintian/overrides/libompscan0
mapfile -t headers < <(cd -- "$here/../../runtime" && ls include/ompscan/*)
expect libompscan-dev bin/ompscan-clang bin/ompscan-clang++ bin/ompscan-config \
  "${headers[@]}" LIB/libompscan.so LIB/pkgconfig/ompscan.pc \
  LIB/cmake/OmpScan/OmpScanConfig.cmake \
  LIB/cmake/OmpScan/OmpScanConfigVersion.cmake \
  $completions/ompscan-{clang,clang++,config} \
  share/man/man1/ompscan-{clang,clang++,config}.1.gz
expect ompscan-tools bin/ompscan-info bin/ompscan-tune \
  $completions/ompscan-{info,tune} share/man/man1/ompscan-{info,tune}.1.gz
if [ -e "$build/lib/libompscan-mpi.so" ]; then
  expect ompscan-mpi "LIB/libompscan-mpi.so"{,.0,".$version"} \
    share/lintian/overrides/ompscan-mpi
fi
for release in "${releases[@]}"; do
  compiler=()
  [ "$release" -lt 17 ] || compiler=("LIB/ompscan/ProgramCompiler-$release.so")
  # There is none if the libclc of the build is of a newer release.
  functions=ompscan/libclc-nvptx64-$release.bc
  [ ! -e "$build/lib/$functions" ] || compiler+=("LIB/$functions")
  expect "clang-ompscan-$release" "LIB/ompscan/ClangOmpScan-$release.so" \
    "${compiler[@]}" "LIB/pkgconfig/ompscan-clang-$release.pc"
  depends=$(dpkg-deb -f "$work/cpack/clang-ompscan-$release"_*.deb Depends)
  for package in "clang-$release (>= 1:$release~)" "libompscan-dev (= $version)"; do
    case ", $depends," in
    *", $package,"*) ;;
    *) fail "clang-ompscan-$release does not depend on $package: $depends" ;;
    esac
  done
  suggests=$(dpkg-deb -f "$work/cpack/clang-ompscan-$release"_*.deb Suggests)
  [ "$suggests" = "libclc-$release" ] ||
    fail "clang-ompscan-$release suggests '$suggests'"
done

if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error,warning "$work"/cpack/*.deb ||
    fail "lintian has complaints"
else
  echo "packaging: lintian is not installed, and not run"
fi

# All together, in a folder.
for package in "$work"/cpack/*.deb; do
  dpkg-deb -x "$package" "$work/root"
done
export PATH=$work/root/usr/bin:$PATH
# Where another release's OpenMP runtime is in the way of the one that the
# packages depend on, the build tree has a copy of that.
if [ -e "$build/lib/ompscan/openmp/libomp.so" ]; then
  plugin=$(find "$work/root" -name "ClangOmpScan-${releases[0]}.so")
  cp -r "$build/lib/ompscan/openmp" "${plugin%/*}"
fi
for release in "${releases[@]}"; do
  ompscan-config --clang "clang-$release" --check
done
for page in "$work"/root/usr/share/man/man1/*.1.gz; do
  if command -v man >/dev/null; then
    LC_ALL=C man --warnings -l "$page" >/dev/null 2>"$work/log"
    [ ! -s "$work/log" ] || { cat "$work/log"; fail "faults in $page"; }
  fi
done

# complete WORD...: what bash offers for the last word.
complete_words() {
  (
    # shellcheck source=/dev/null
    . "$work/root/usr/share/bash-completion/completions/$1"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    spec=$(complete -p "$1")
    case $spec in
    *' -F '*)
      function=${spec#* -F }
      "${function%% *}"
      printf '%s\n' "${COMPREPLY[@]}"
      ;;
    *' -W '*)
      spec=${spec#* -W \'}
      # shellcheck disable=SC2086 # a list of words
      printf '%s\n' ${spec%%\'*}
      ;;
    esac
  )
}
# offers WANTED WORD...
offers() {
  local wanted=$1
  shift
  complete_words "$@" | grep -qxF -- "$wanted" ||
    fail "completion of '$*' does not offer $wanted: $(complete_words "$@" | head -5)"
}
offers -fplugin-arg-ompscan-no-fusion ompscan-clang -fplugin-arg-ompscan-no-f
offers -fopenmp ompscan-clang++ -fopenm
offers --cflags ompscan-config --c
offers warps ompscan-tune --way w
offers --json ompscan-info --j

# documents TOOL OPTION: the option is in the manual page and in the completion.
documents() {
  gzip -dc "$work/root/usr/share/man/man1/$1.1.gz" | sed 's,\\,,g' >"$work/page"
  grep -q -e "$2" "$work/page" || fail "$2 is not in the manual page of $1"
  grep -q -e "$2" "$work/root/usr/share/bash-completion/completions/$1" ||
    fail "$2 is not in the completion of $1"
}

for tool in ompscan-config ompscan-info ompscan-tune; do
  for option in $("$tool" --help | grep -oE '(^|[ [])--[a-z2-]+' | tr -d ' [' | sort -u); do
    documents "$tool" "$option"
  done
done
plugin_options=$(sed -nE 's/.*Argument == "([a-z-]+)".*/\1/p' \
  "$here/../../clang-plugin/Driver/Plugin.cpp")
for option in $plugin_options; do
  documents ompscan-clang "-fplugin-arg-ompscan-$option"
done
echo "packaging: Debian packages passed"
