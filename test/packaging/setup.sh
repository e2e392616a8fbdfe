#!/bin/bash
#
# Tries scripts/setup.sh with made-up programs in the place of apt-get, apt-cache and
# dpkg-query: no package is removed, and where one stands in the way, the files of
# the OpenMP runtime are copied, or the message says which.
#
#   test/packaging/setup.sh
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  cat "$work/log" "$work/calls" >&2
  echo "setup: $1" >&2
  exit 1
}

# The packages of the runtime, with what their files have in Debian's.
package() {
  local name=$1
  mkdir -p "$work/$name/DEBIAN" "$work/$name/usr/share/doc/$name"
  printf 'Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n' \
    "$name" >"$work/$name/DEBIAN/control"
  echo "$name" >"$work/$name/usr/share/doc/$name/copyright"
  for file in "${@:2}"; do
    mkdir -p "$work/$name/${file%/*}"
    echo "$file" >"$work/$name/$file"
  done
  dpkg-deb -b "$work/$name" "$work/debs/$name.deb" >"$work/log"
}
mkdir "$work/debs"
package libomp-22-dev usr/lib/llvm-22/lib/clang/22/include/{omp,ompx}.h
ln -s ../../x86_64-linux-gnu/libomp.so.5 "$work/libomp-22-dev/usr/lib/llvm-22/lib/libomp.so.5"
dpkg-deb -b "$work/libomp-22-dev" "$work/debs/libomp-22-dev.deb" >"$work/log"
package libomp5-19 usr/lib/llvm-19/lib/libomp.so.5
package liboffload-22-dev
package liboffload-22 usr/lib/llvm-22/lib/libomptarget.so.22.1

mkdir "$work/bin"
program() {
  cat >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
# What is to be removed is named in files: $work/remove-for/PACKAGE.
program apt-get <<END
#!/bin/bash
echo "apt-get \$*" >>"$work/calls"
case " \$* " in
*" -s "*)
  for word; do
    [ ! -e "$work/remove-for/\$word" ] || sed 's/^/Remv /' "$work/remove-for/\$word"
  done ;;
*" download "*) cp "$work"/debs/*.deb . ;;
*" install "*) [ ! -e "$work/offline" ] || exit 100 ;;
esac
END
program apt-cache <<'END'
#!/bin/bash
case $1 in
depends)
  printf '%s\n  Depends: libc6\n  Depends: libomp5-19\n  Depends: liboffload-22\n' "$2"
  echo '  Conflicts: <libomp-x.y-dev>' ;;
madison) [ "$2" = "${NOT_OFFERED:-}" ] || echo "$2 | 1 | here" ;;
esac
END
program dpkg-query <<END
#!/bin/bash
[ ! -e "$work/installed" ] || echo installed
END
program id <<END
#!/bin/bash
cat "$work/user"
END

# set_up GOAL: runs the script of a made-up Debian 12; its status is in \$status.
set_up() {
  rm -rf "$work/calls"
  touch "$work/calls"
  status=0
  PATH=$work/bin:$PATH "$work/clone/scripts/setup.sh" "$@" >"$work/log" 2>&1 || status=$?
}
# clone: sources without the folder openmp/.
clone() {
  rm -rf "$work/clone" "$work/remove-for"
  mkdir -p "$work/clone/scripts" "$work/clone/cmake" "$work/remove-for"
  sed "s,/etc/os-release,$work/os-release," "$root/scripts/setup.sh" \
    >"$work/clone/scripts/setup.sh"
  chmod +x "$work/clone/scripts/setup.sh"
  cp "$root/scripts/packages.txt" "$work/clone/scripts/"
  cp "$root/cmake/llvm-releases.txt" "$work/clone/cmake/"
}
installs() { grep -v ' -s ' "$work/calls" | grep ' install '; }
printf 'ID=debian\nVERSION_ID=12\n' >"$work/os-release"
echo 0 >"$work/user"

# Each system of the table has its release of LLVM and its OpenMP runtime; on others,
# what is missing is named.
while read -r _ system release openmp; do
  clone
  printf 'ID=%s\nVERSION_ID="%s"\n' "${system%-*}" "${system##*-}" >"$work/os-release"
  set_up demo
  [ $status = 0 ] || fail "status $status on $system"
  installs | grep -q -- "--no-remove .* clang-$release .* $openmp" ||
    fail "the packages of $system are not installed"
done < <(grep '^system ' "$root/scripts/packages.txt")
printf 'ID=gentoo\n' >"$work/os-release"
clone
set_up demo
if [ $status != 0 ]; then
  grep -q 'this system is gentoo-; packages are installed on debian-12, ' "$work/log" ||
    fail "the systems are not named"
fi
! installs || fail "packages of Debian are installed on another system"

# Where nothing is there, each part is named, with its packages.
mkdir "$work/bare"
for tool in awk cat dirname echo id ls sed sh sort xargs; do
  ln -s "$(type -P $tool)" "$work/bare/$tool"
done
status=0
PATH=$work/bare "$work/clone/scripts/setup.sh" check >"$work/log" 2>&1 || status=$?
[ $status = 1 ] || fail "status $status where nothing is there"
while read -r part; do
  grep -qF -- "$part" "$work/log" || fail "this is not named: $part"
done <<'END'
  cmake (Debian, Ubuntu: cmake; Fedora: cmake)
  ninja (Debian, Ubuntu: ninja-build; Fedora: ninja-build)
  c++ (Debian, Ubuntu: g++; Fedora: gcc-c++)
  and development files (Debian, Ubuntu: clang-<release> libclang-<release>-dev llvm-<release>-dev; Fedora: clang clang-devel llvm-devel)
  the OpenMP runtime of that release (Debian, Ubuntu: libomp-<release>-dev; Fedora: libomp-devel)
  the header <CL/cl.h> (Debian, Ubuntu: opencl-c-headers; Fedora: opencl-headers)
  the header <CL/opencl.hpp> (Debian, Ubuntu: opencl-clhpp-headers; Fedora: opencl-headers)
  libOpenCL (Debian, Ubuntu: ocl-icd-opencl-dev; Fedora: OpenCL-ICD-Loader-devel)
  the header <sha2.h> (Debian, Ubuntu: libmd-dev; Fedora: libmd-devel)
  GoogleTest (Debian, Ubuntu: libgtest-dev; Fedora: gtest-devel)
END
printf 'ID=debian\nVERSION_ID=12\n' >"$work/os-release"

# Nothing in the way.
for goal in demo package check; do
  clone
  set_up $goal
  [ $status = 0 ] || fail "status $status without a conflict"
  installs | grep -q -- '--no-remove .* libomp-22-dev' || fail "libomp-22-dev is not installed"
  found=$(installs | grep -ow 'clang-22\|dpkg-dev\|libgtest-dev' | xargs)
  case $goal in
  demo) wanted="clang-22" ;;
  package) wanted="clang-22 dpkg-dev" ;;
  check) wanted="clang-22 dpkg-dev libgtest-dev" ;;
  esac
  [ "$found" = "$wanted" ] || fail "of these packages, '$found' are installed for $goal"
  [ ! -e "$work/clone/openmp" ] || fail "there is a copy of what is installed"
done

# Another libomp is there: the rest is installed, and the copy is complete and kept.
clone
echo libomp-14-dev >"$work/remove-for/libomp-22-dev"
set_up demo
[ $status = 0 ] || fail "status $status beside another libomp"
grep -q 'libomp-22-dev would remove libomp-14-dev' "$work/log" ||
  fail "the package in the way is not named"
installs | grep -q -- '--no-remove .* cmake' || fail "the rest is not installed"
! installs | grep -q libomp || fail "libomp is installed"
for file in omp.h ompx.h libomp.so libomp.so.5 copyright; do
  [ -s "$work/clone/openmp/$file" ] || fail "the copy has no $file"
done
set_up demo
! grep -q download "$work/calls" || fail "the copy is made twice"

# The same for LLVM's libomptarget, which only the tests need, and not everywhere.
clone
echo libomp5-14 >"$work/remove-for/liboffload-22-dev"
set_up check
[ $status = 0 ] || fail "status $status beside another libomptarget"
installs | grep -q -- '--no-remove .* libgtest-dev' || fail "the rest is not installed"
! installs | grep -q liboffload || fail "liboffload is installed"
for file in libomptarget.so libomptarget.so.22.1 copyright; do
  [ -s "$work/clone/offload/$file" ] || fail "the copy of liboffload has no $file"
done
clone
set_up check
installs | grep -q -- '--no-remove .* liboffload-22-dev' || fail "liboffload is not installed"
clone
NOT_OFFERED=liboffload-22-dev set_up check
[ $status = 0 ] || fail "status $status without liboffload"
installs | grep -q -- '--no-remove .* libgtest-dev' || fail "without liboffload, the rest is not installed"
! installs | grep -q liboffload || fail "liboffload is installed from nowhere"

# Without a network, the last line says so.
clone
touch "$work/offline"
set_up demo
rm "$work/offline"
[ $status = 1 ] || fail "status $status without a network"
tail -n 1 "$work/log" | grep -q 'is there a network, and room on the disk' ||
  fail "nothing is said of the network"

# Something else is in the way: nothing is installed.
clone
echo mesa-opencl-icd >"$work/remove-for/libclc-22"
set_up check
[ $status = 1 ] || fail "status $status beside another libclc"
grep -q 'libclc-22 would remove mesa-opencl-icd' "$work/log" ||
  fail "the package in the way is not named"
! installs || fail "something is installed"

# A user's copy needs no root; what needs it is named.
clone
echo libomp-14-dev >"$work/remove-for/libomp-22-dev"
echo 1000 >"$work/user"
set_up demo
[ $status = 1 ] || fail "status $status without root"
grep -q 'as root, run: .* install --no-remove .* cmake' "$work/log" || fail "no command is named"
! grep -q 'as root, run: .*libomp' "$work/log" || fail "a package is named that is copied"
! installs || fail "something is installed without root"
[ -e "$work/clone/openmp/libomp.so" ] || fail "there is no copy"

# All is there: apt-get is not called.
clone
touch "$work/installed"
set_up check
[ $status = 0 ] || fail "status $status where all is installed"
[ ! -s "$work/calls" ] || fail "apt-get is called for nothing"
echo "setup: passed"
