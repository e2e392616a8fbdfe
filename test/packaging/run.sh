#!/bin/bash
#
# Installs a build tree, builds and runs a project that says
# find_package(OmpScan), moves the installation and does so again, with every
# Clang that has a plugin and with the installed wrappers. Then makes a wheel, the
# Debian packages (debian.sh) and the tarball of a release (release.sh), and tries
# what a system lacks or has besides (setup.sh, configure.sh).
#
#   test/packaging/run.sh BUILD_DIR
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
[ $# = 1 ] || {
  echo "usage: test/packaging/run.sh BUILD_DIR" >&2
  exit 2
}
build=$(cd -- "$1" && pwd)

export OMP_TARGET_OFFLOAD=MANDATORY
export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export POCL_CACHE_DIR=$work/pocl-cache
mkdir "$POCL_CACHE_DIR"

fail() {
  echo "packaging: $1" >&2
  exit 1
}

# quietly COMMAND...: shows what a command says only where it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "failed: $*"
  }
}

# use PREFIX RELEASE: builds and runs the project, then the same sources with
# the wrappers.
use() {
  local prefix=$1 release=$2 project=$work/project
  rm -rf "$project"
  quietly cmake -S "$here/consumer" -B "$project" -G Ninja \
    -DCMAKE_C_COMPILER="clang-$release" -DCMAKE_CXX_COMPILER="clang++-$release" \
    -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build "$project"
  "$project/prefix_sum_c"
  "$project/prefix_sum_cxx"

  export OMPSCAN_CLANG=clang-$release
  quietly "$prefix/bin/ompscan-clang" -Wall -Werror -O2 \
    "$here/consumer/prefix_sum.c" -o "$work/with wrapper"
  "$work/with wrapper"
  quietly "$prefix/bin/ompscan-clang++" -Wall -Werror -O2 -std=c++17 \
    "$here/consumer/prefix_sum.cpp" -o "$work/with wrapper"
  "$work/with wrapper"
  unset OMPSCAN_CLANG
}

# use_flags PREFIX RELEASE: builds and runs a source with the flags of
# ompscan-config and pkg-config, as a shell or make expands them.
use_flags() {
  local prefix=$1 release=$2 config
  config="$(printf %q "$prefix/bin/ompscan-config") --clang clang-$release"
  quietly bash -c "eval clang-$release -Wall -Werror -O2 \
    \$($config --cflags) '$here/consumer/prefix_sum.c' \
    -o '$work/by-config' \$($config --libs)"
  "$work/by-config"
  [ -e "$(eval "$config --plugin" | sed 's/\\//g')" ] ||
    fail "ompscan-config names no plugin"
  [ "$(cd "$(eval "$config --prefix" | sed 's/\\//g')" && pwd)" = "$prefix" ] ||
    fail "ompscan-config names another prefix"
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name ompscan.pc)")
  export PKG_CONFIG_PATH
  quietly bash -c "eval clang-$release -O2 \
    \$(pkg-config --cflags ompscan-clang-$release) \
    '$here/consumer/prefix_sum.c' -o '$work/by-pkg-config' \
    \$(pkg-config --libs ompscan-clang-$release)"
  "$work/by-pkg-config"
}

# A build tree may have plugins that it was once configured for.
read -ra releases < <(sed -n "s/^releases='\(.*\)'$/\1/p" "$build/bin/ompscan-clang")
[ ${#releases[@]} -gt 0 ] || fail "no plugin in $build/lib"

quietly cmake --install "$build" --prefix "$work/installed"
for tool in ompscan-config ompscan-info ompscan-tune; do
  [ -x "$work/installed/bin/$tool" ] || fail "$tool is not installed"
done
find "$work/installed/share/doc" -name '*.md' -exec "$here/../../scripts/check-links.py" {} + ||
  fail "links of the installed documents lead nowhere"
man_page=$(gzip -cd "$work/installed/share/man/man1/ompscan-clang.1.gz" |
  sed -n 's/.*\(share\/doc\/[^ ]*\.md\).*/\1/p')
[ -e "$work/installed/$man_page" ] ||
  fail "the manual page names $man_page, which is not installed"
for release in "${releases[@]}"; do
  echo "packaging: Clang $release, installed"
  use "$work/installed" "$release"
done

# Nothing may point to where it was installed first.
mv "$work/installed" "$work/moved to a new place"
for release in "${releases[@]}"; do
  echo "packaging: Clang $release, moved"
  use "$work/moved to a new place" "$release"
  use_flags "$work/moved to a new place" "$release"
done
if grep -rIlF -e "$work/installed" -e "$build" "$work/moved to a new place"; then
  fail "the files above name the place of the build or of the installation"
fi

echo "packaging: a compiler without a plugin"
if cmake -S "$here/consumer" -B "$work/gcc" -G Ninja \
  -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ \
  -DCMAKE_PREFIX_PATH="$work/moved to a new place" >"$work/log" 2>&1; then
  fail "GCC was accepted"
fi
grep -q 'needs Clang' "$work/log" || {
  cat "$work/log" >&2
  fail "the message for GCC does not say what is needed"
}
echo "packaging: a compiler without a plugin, for the runtime alone"
quietly cmake -S "$here/runtime-only" -B "$work/runtime" -G Ninja \
  -DCMAKE_C_COMPILER=gcc -DCMAKE_PREFIX_PATH="$work/moved to a new place"
quietly cmake --build "$work/runtime"
"$work/runtime/select"

echo "packaging: the wheel"
quietly "$here/../../scripts/package-wheel.py" "$build" "$work/wheel"
wheel=("$work"/wheel/*.whl)
[ "$(stat -c %s "${wheel[0]}")" -lt 25000000 ] || fail "the wheel has 25 MB or more"
if python3 -m venv "$work/venv" >"$work/log" 2>&1; then
  quietly "$work/venv/bin/pip" install --no-index "${wheel[0]}"
  "$work/venv/bin/ompscan-config" --check
else
  echo "packaging: there is no venv for Python, and the wheel is not installed"
fi

"$here/debian.sh" "$build"
"$here/release.sh"
"$here/setup.sh"
"$here/configure.sh"
echo "packaging: passed"
