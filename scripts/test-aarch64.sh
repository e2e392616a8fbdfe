#!/bin/bash
#
# Cross-builds OmpScan for AArch64, and tests it in a short form under QEMU.
#
#   scripts/test-aarch64.sh FOLDER [PART...]
#
# FOLDER gets the libraries of a Debian 12 for AArch64, a build tree and its packages,
# which later runs use again. PART is a part to run, in place of all:
#   system    the libraries, by mmdebstrap, without running anything of them
#   build     runtime, plugin, tools, unit tests (cmake/aarch64-linux-gnu.cmake)
#   units     the unit tests of the runtime that need no OpenCL
#   loops     ompscan-info, and the loops of its self-test on the host's cores
#   programs  programs of test/Programs and examples/, which the Clang of this machine
#             compiles for AArch64
#   clang     a Clang for AArch64 loads the plugin and compiles a program
#   packages  Debian packages, in which the plugin is not optimized
# The build tree of this machine must be up to date (scripts/check.sh): its plugin
# compiles the programs. Nothing of the system that runs is changed. Exit status 77 says
# that a tool is missing.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree of this machine (default: build)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
native=${OMPSCAN_BUILD_DIR:-$root/build}
release=22
suite=bookworm
triple=aarch64-linux-gnu

fail() {
  echo "test-aarch64: $1" >&2
  exit 1
}

[ $# -ge 1 ] || {
  echo "usage: scripts/test-aarch64.sh FOLDER [PART...]" >&2
  exit 2
}
mkdir -p "$1"
folder=$(cd -- "$1" && pwd)
shift
parts=(system build units loops programs clang packages)
[ $# = 0 ] || parts=("$@")

for program in mmdebstrap:mmdebstrap qemu-aarch64-static:qemu-user-static \
  ld.lld-$release:lld-$release clang-$release:clang-$release; do
  command -v "${program%:*}" >/dev/null || {
    echo "test-aarch64: not run: apt-get install ${program#*:}" >&2
    exit 77
  }
done
[ -e "$native/bin/ompscan-clang" ] ||
  fail "nothing is built in $native; run scripts/check.sh"

system=$folder/system
build=$folder/build
openmp=$folder/openmp

# run SECONDS COMMAND...: a program for AArch64.
run() {
  local seconds=$1
  shift
  timeout "$seconds" qemu-aarch64-static -L "$system" "$@"
}

test_system() {
  if [ ! -e "$system/usr/bin/clang-$release" ]; then
    rm -rf "$system"
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
      --include="libc6-dev,libstdc++-12-dev,libmd-dev,ocl-icd-opencl-dev" \
      --include="opencl-c-headers,opencl-clhpp-headers,libgtest-dev,libzstd1" \
      --include="clang-$release,libclang-$release-dev,llvm-$release-dev,libomp-$release-dev" \
      $suite "$system" "deb http://deb.debian.org/debian $suite main" \
      "deb http://deb.debian.org/debian-security $suite-security main" ||
      fail "mmdebstrap does not get the system"
  fi
  # QEMU would take these folders for those of the machine.
  rm -rf "${system:?}"/{dev,tmp,var}
  # Links to absolute places lead out of the folder.
  local link target
  find "$system/usr/lib/$triple" -maxdepth 1 -type l -lname '/*' |
    while read -r link; do
      target=$(readlink "$link")
      ln -sfr "$system$target" "$link"
    done
  rm -rf "$openmp"
  mkdir "$openmp"
  cp "$system"/usr/lib/llvm-$release/lib/clang/$release/include/omp*.h "$openmp"
  cp -L "$system/usr/lib/$triple/libomp.so.5" "$openmp"
  ln -s libomp.so.5 "$openmp/libomp.so"
}

test_build() {
  local config=$folder/llvm-config loops=$folder/loop-compiler
  {
    echo "#!/bin/sh"
    echo "exec qemu-aarch64-static -L '$system' '$system/usr/lib/llvm-$release/bin/llvm-config' \"\$@\""
  } >"$config"
  {
    echo "#!/bin/sh"
    # The build asks for the Clang of that system.
    echo "export OMPSCAN_CLANG=clang-$release"
    echo "exec '$native/bin/ompscan-clang++' --target=$triple --sysroot='$system' \"\$@\""
  } >"$loops"
  chmod +x "$config" "$loops"
  cmake -S "$root" -B "$build" -G Ninja \
    -DCMAKE_TOOLCHAIN_FILE="$root/cmake/$triple.cmake" -DOMPSCAN_SYSROOT="$system" \
    -DOMPSCAN_LLVM_VERSIONS=$release "-DOMPSCAN_LLVM_CONFIG_$release=$config" \
    -DOMPSCAN_UNOPTIMIZED_PLUGINS=$release -DOMPSCAN_LOOP_COMPILER="$loops" \
    -DOMPSCAN_OPENMP_DIR="$openmp" \
    -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib/$triple \
    -DOMPSCAN_BUILD_TESTS=ON -DOMPSCAN_MPI=OFF -DOMPSCAN_WERROR=ON
  cmake --build "$build" --parallel "$(nproc)" --target \
    ompscan ClangOmpScan-$release ProgramCompiler-$release ompscan-info \
    ompscan-tune ompscan-runtime-tests
  file "$build/lib/libompscan.so.0" "$build/lib/ClangOmpScan-$release.so" -L |
    grep -c 'ARM aarch64' | grep -qx 2 || fail "the build is not for AArch64"
}

# Tests that need no OpenCL, start no program and walk no paths from the root, which is
# another one under QEMU.
units=(Alignment ChooseAlgorithm ChooseDevice CompressedPtx Difference DriverKinds
  Environment Guards HostPrimitives 'HostPrimitivesOf/*' LaunchRecord MachineCode Merge
  Native NativeMemoryQuery NativeProgram NativeVersions NoWraps Overlaps Plans ProgramTexts
  Ptx PtxLibrary Ranges Rows Samples Seam SearchInTurns Sha256 ShapeOrigins ShapeSearch
  Shapes ShortLoops Spirv Summary Trace TripCount 'TripCount/*' TunedShapes
  Uses WideToString)

test_units() {
  local filter
  filter=$(printf '%s.*:' "${units[@]}")
  OCL_ICD_VENDORS=/nonexistent OMP_NUM_THREADS=3 run 600 \
    "$build/bin/ompscan-runtime-tests" --gtest_brief=1 --gtest_filter="$filter"
}

test_loops() {
  local info=$build/bin/ompscan-info name loop
  OCL_ICD_VENDORS=/nonexistent OMP_NUM_THREADS=3 run 60 "$info" |
    tee "$folder/info"
  # The self-test starts itself, which QEMU can not do for a program.
  name=$(sed -n 's/^  name  *\(host.*\)/\1/p' "$folder/info")
  for loop in {0..8}; do
    OMPSCAN_DEVICE=host OCL_ICD_VENDORS=/nonexistent OMP_NUM_THREADS=3 \
      OMP_TARGET_OFFLOAD=MANDATORY run 120 "$info" --run-loop "$loop" "$name" ||
      fail "loop $loop of the self-test fails"
  done
}

# The driver that links, with its options.
link=("clang++-$release" "--target=$triple" "--sysroot=$system"
  "-fuse-ld=lld-$release" -fopenmp "-L$build/lib" "-L$openmp")

# compile SOURCE PROGRAM ARGUMENT...: by the Clang of this machine. The wrapper does not
# link, since the libraries that it knows are not for AArch64.
compile() {
  local wrapper=$native/bin/ompscan-clang
  case $1 in
  *.cpp) wrapper+=++ ;;
  esac
  "$wrapper" --target=$triple --sysroot="$system" -O1 -w "${@:3}" -c "$1" -o "$2.o" &&
    "${link[@]}" "$2.o" -lompscan -lm -o "$2"
}

test_programs() {
  local work=$folder/programs source standard threads number=0 passed=0
  rm -rf "$work"
  mkdir "$work"
  for source in "$root"/test/Programs/*.c "$root"/test/Programs/*.cpp; do
    # Those that are compiled in the usual way, and run alone.
    head -n 1 "$source" |
      grep -Eq '^// RUN: %clang(xx)? .*%s %ompscan_flags %ompscan_libs (-lm )?-o %t$' ||
      continue
    grep -Eq '^// RUN: (%long )?%run %t( [0-9]+)?$' "$source" || continue
    # One of three, for a short form.
    number=$((number + 1))
    ((number % 3 == 0)) || continue
    standard=$(head -n 1 "$source" | grep -o -e '-std=[^ ]*') || standard=
    compile "$source" "$work/program" ${standard:+"$standard"} ||
      fail "$source does not compile"
    for threads in 1 3; do
      SCAN_TEST_LIMIT=1009 SCAN_TEST_SPARSE=1 OMPSCAN_DEVICE=host \
        OCL_ICD_VENDORS=/nonexistent OMP_NUM_THREADS=$threads \
        LD_LIBRARY_PATH="$build/lib:$openmp" run 120 "$work/program" \
        >"$work/log" 2>&1 || {
        cat "$work/log"
        fail "$source fails with $threads threads"
      }
    done
    passed=$((passed + 1))
  done
  echo "test-aarch64: $passed programs passed"
}

# The Clang of that system in one process: QEMU starts no second one.
test_clang() {
  local object=$folder/by-clang.o
  run 300 "$system/usr/lib/llvm-$release/bin/clang" \
    -fplugin="$build/lib/ClangOmpScan-$release.so" -fopenmp -O2 \
    -c "$root/examples/prefix_sum.c" -o "$object"
  "${link[@]}" "$object" -lompscan -o "$folder/by-clang"
  [ "$(OMPSCAN_DEVICE=host OCL_ICD_VENDORS=/nonexistent OMP_NUM_THREADS=3 \
    LD_LIBRARY_PATH="$build/lib:$openmp" run 60 "$folder/by-clang")" = \
    "the first 999999 numbers add up to 499999500000" ] ||
    fail "the program by the Clang for AArch64 is wrong"
}

# dpkg-shlibdeps looks for libraries where packages of both kinds of machines are
# installed: in another folder, which is entered by chroot.
test_packages() {
  chroot=$folder/packaging # The trap needs it.
  [ "$(id -u)" = 0 ] || fail "packages are made as root"
  if [ ! -e "$chroot/usr/bin/cpack" ]; then
    rm -rf "$chroot"
    mmdebstrap --quiet --variant=apt --architectures=amd64,arm64 \
      --include="cmake,dpkg-dev,file,llvm-$release" \
      --include="libmd0:arm64,libstdc++6:arm64,ocl-icd-libopencl1:arm64,libomp5-19:arm64" \
      $suite "$chroot" "deb http://deb.debian.org/debian $suite main" \
      "deb http://deb.debian.org/debian-security $suite-security main" ||
      fail "mmdebstrap does not get the system for packages"
  fi
  trap 'umount "$chroot$root" "$chroot$folder" 2>/dev/null || true' EXIT
  mkdir -p "$chroot$root" "$chroot$folder"
  mount --bind "$root" "$chroot$root"
  mount --bind "$folder" "$chroot$folder"
  rm -rf "$folder/packages"
  chroot "$chroot" cpack --config "$build/CPackConfig.cmake" -B "$folder/packages" \
    >"$folder/packages.log" 2>&1 || {
    cat "$folder/packages.log"
    fail "the packages are not made"
  }
  umount "$chroot$root" "$chroot$folder"
  trap - EXIT
  local package count=0
  for package in "$folder"/packages/*.deb; do
    [ "$(dpkg-deb -f "$package" Architecture)" = arm64 ] ||
      fail "$package is not for AArch64"
    count=$((count + 1))
  done
  dpkg-deb -f "$folder"/packages/libompscan0_*.deb Depends |
    grep -q '^.*libc6 (>= .*libmd0.*ocl-icd-libopencl1' ||
    fail "libompscan0 depends on no libraries"
  dpkg-deb -c "$folder"/packages/libompscan0_*.deb |
    grep " ./usr/lib/$triple/libompscan.so.0 ->" >/dev/null || fail "libompscan0 has no library"
  echo "test-aarch64: $count packages are made"
}

for part in "${parts[@]}"; do
  begin=$SECONDS
  "test_$part"
  echo "test-aarch64: $part passed, $((SECONDS - begin)) s"
done
