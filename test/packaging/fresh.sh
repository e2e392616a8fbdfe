#!/bin/sh
#
# Types the commands of docs/install.md and docs/tutorial.md on fresh systems, and
# measures the time that this takes. Installs the Debian packages, and the wheel, in other
# ways, too, and tries editors and build tools (tools.sh), and systems that lack
# something.
#
#   test/packaging/fresh.sh PACKAGES FOLDER [SUITE [PART...]]
#
# SUITE (default: bookworm, Debian 12) is trixie, Debian 13, or noble, Ubuntu 24.04; on
# these the packages and the wheel are tried, and no more. PART is a part to try, in
# place of all: typed, packages, tutorial, wheel, pip, tools, lacking (after wheel: two),
# make, one. The last one needs the package of the plugin for Clang 19, which a machine
# with that Clang makes, and is left out without it.
# PACKAGES has the packages (scripts/package-debian.sh) and the wheel
# (scripts/build-wheel.sh). The part "make", which is tried if there are no packages,
# makes them there by all commands of docs/install.md; the wheel on Debian 12 only.
# FOLDER gets a base system (scripts/fresh-debian.sh), which later runs use again, and
# copies of it, which they replace. Needs root, debootstrap and package sources.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/../../scripts/fresh-debian.sh"

[ $# -ge 2 ] || {
  echo "usage: test/packaging/fresh.sh PACKAGES FOLDER [SUITE [PART...]]" >&2
  exit 2
}
suite=${3:-bookworm}
mkdir -p "$1"
packages=$(CDPATH='' cd -- "$1" && pwd)
mkdir -p "$2"
folder=$(CDPATH='' cd -- "$2" && pwd)
case $suite in
bookworm) parts='typed packages tutorial wheel pip tools lacking two' ;;
noble) parts='typed packages tutorial pip' ;;
*) parts='typed packages tutorial wheel pip' ;;
esac
[ -n "$(find "$packages" -maxdepth 1 -name '*.deb')" ] || parts="make $parts"
[ -z "$(find "$packages" -maxdepth 1 -name 'clang-ompscan-19_*.deb')" ] || parts="$parts one"
if [ $# -gt 3 ]; then
  shift 3
  parts=$*
fi

fail() {
  echo "fresh: $1" >&2
  exit 1
}

now() { date +%s.%N; }
since() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.1f s", to - from }'; }

# system NAME: a copy of the base system, with the program in it. apt asks nothing.
system() {
  ! mountpoint -q "$folder/$1/dev" || fail "$folder/$1 is in use"
  rm -rf "${folder:?}/$1"
  cp -a "$folder/$suite" "$folder/$1"
  fresh_mount "$folder/$1"
  mkdir "$folder/$1/root/try"
  echo 'APT::Get::Assume-Yes "true";' >"$folder/$1/etc/apt/apt.conf.d/90yes"
  cp "$here/consumer/prefix_sum.c" "$folder/$1/root/try/prefix.c"
  # The list of packages is no part of what is measured.
  fresh_run "$folder/$1" apt-get -q update >/dev/null
}

# --- docs/install.md --------------------------------------------------------
root=$here/../..
page=$root/docs/install.md

# clone NAME: a clone of the last commit, with the packages in it. pip takes the
# certificates of this machine, which a later ca-certificates would replace.
clone() {
  fresh_run "$folder/$1" apt-get -q install --no-install-recommends ca-certificates \
    >"$folder/$1/root/log" 2>&1
  fresh_certificates "$folder/$1"
  git clone --quiet --no-hardlinks "$root" "$folder/$1/root/OmpScan"
  mkdir "$folder/$1/root/OmpScan/packages"
  find "$packages" -maxdepth 1 -type f -exec cp -t "$folder/$1/root/OmpScan/packages" {} +
}

# type_section NAME SECTION EXPRESSION: types the commands of the section that the
# expression of sed leaves. The program prints its result, if it is run.
type_section() {
  "$here/commands.sh" "$page" "$2" | sed "$3" >"$folder/$1/root/commands"
  begin=$(now)
  fresh_run "$folder/$1" sh -ec 'cd /root/OmpScan
    sh -ex ../commands >../log 2>&1 || { cat ../log; exit 1; }'
  echo "fresh: docs/install.md, $2: $(since "$begin")"
  ! grep -q 'a\.out' "$folder/$1/root/commands" ||
    grep -qx 'the first 999999 numbers add up to 499999500000' "$folder/$1/root/log" ||
    fail "the program of '$2' does not print its result"
}

# All commands, in one system.
try_make() {
  rm -f "$packages"/*ompscan*.deb "$folder/commands"
  system make
  clone make
  for section in 'Debian packages' 'Python wheel' 'From source'; do
    "$here/commands.sh" "$page" "$section" >>"$folder/commands"
    [ "$section" != 'Python wheel' ] || [ "$suite" = bookworm ] || continue
    type_section make "$section" ''
  done
  "$here/commands.sh" "$page" | diff - "$folder/commands" ||
    fail "docs/install.md has commands in other sections"
  find "$folder/make/root/OmpScan/packages" -maxdepth 1 -type f -exec cp -t "$packages" {} +
  echo "fresh: packages are made"
}

# Those that install, each section on a system that has no compiler.
try_typed() {
  for section in 'Debian packages' 'Python wheel'; do
    name=typed-${section#* }
    system "$name"
    clone "$name"
    type_section "$name" "$section" '/^scripts\//d'
  done
  echo "fresh: docs/install.md passed"
}

# --- the packages -----------------------------------------------------------
try_packages() {
  system packages
  cp "$packages"/*ompscan*.deb "$folder/packages/root/try/"
  begin=$(now)
  fresh_run "$folder/packages" sh -ec 'apt-get -q -y install --no-install-recommends \
    /root/try/*.deb >/root/try/log 2>&1 || { cat /root/try/log; exit 1; }'
  echo "fresh: apt-get install: $(since "$begin")"
  compile=$(now)
  fresh_run "$folder/packages" sh -ec 'cd /root/try
    ompscan-clang -O2 prefix.c && OMPSCAN_INFO=1 ./a.out'
  echo "fresh: ompscan-clang -O2 prefix.c && ./a.out: $(since "$compile")"
  echo "fresh: in all: $(since "$begin")"

  # The releases of Clang that there are plugins for.
  releases=$(find "$packages" -maxdepth 1 -name 'clang-ompscan-*.deb' |
    sed 's/.*clang-ompscan-\([0-9]*\)_.*/\1/' | sort -n | xargs)
  # shellcheck disable=SC2016 # for the shell in there
  fresh_run "$folder/packages" env RELEASES="$releases" sh -ec 'cd /root/try
    for release in $RELEASES; do
      ompscan-config --clang clang-$release --check
      clang-$release -O2 $(ompscan-config --clang clang-$release --cflags) prefix.c \
        $(ompscan-config --libs) -o by-config
      ./by-config
    done
    # The path that programs get names no folder which is searched anyway.
    ! grep -q "/usr/lib/x86_64-linux-gnu" a.out
    ompscan-info >info || { cat info; exit 1; }
    grep -q "plugins for LLVM *$(echo "$RELEASES" | sed "s/ /, /g")$" info || { cat info; exit 1; }
    # Packages that go leave nothing behind.
    apt-get -q -y purge libompscan0 ompscan-tools >log 2>&1 || { cat log; exit 1; }
    left=$(find / -xdev -name "*ompscan*" ! -path "/root/*" ! -path "/var/log/*")
    [ -z "$left" ] || { echo "$left"; exit 1; }' ||
    fail "the packages do not work"
  echo "fresh: packages passed"
}

# --- docs/tutorial.md ---------------------------------------------------------
try_tutorial() {
  system tutorial
  cp "$packages"/*ompscan*.deb "$root/docs/tutorial.md" "$root/test/Support/run_tutorial.py" \
    "$folder/tutorial/root/try/"
  fresh_run "$folder/tutorial" sh -ec 'apt-get -q -y install --no-install-recommends \
    /root/try/*.deb python3-minimal >/root/try/log 2>&1 || { cat /root/try/log; exit 1; }
    cd /root/try; python3 run_tutorial.py tutorial.md /usr/bin'
  echo "fresh: docs/tutorial.md passed"
}

# --- one plugin, beside the OpenMP runtime of the other release ---------------
try_one() {
  system one
  cp "$packages"/lib*.deb "$packages"/clang-ompscan-19_*.deb "$folder/one/root/try/"
  fresh_run "$folder/one" sh -ec 'apt-get -q -y install --no-install-recommends \
    /root/try/*.deb libomp-22-dev >/root/try/log 2>&1 || { cat /root/try/log; exit 1; }
    cd /root/try; ompscan-clang -O2 prefix.c && ./a.out'
  echo "fresh: one plugin passed"
}

# --- the wheel --------------------------------------------------------------
# install_wheel NAME: in a virtual environment, by a pip that is there already.
install_wheel() {
  cp "$packages"/ompscan-*.whl "$folder/$1/root/try/"
  fresh_run "$folder/$1" sh -ec 'cd /root/try
    apt-get -q -y install --no-install-recommends python3-venv >log 2>&1 ||
      { cat log; exit 1; }
    python3 -m venv venv'
  begin=$(now)
  fresh_run "$folder/$1" sh -ec '/root/try/venv/bin/pip install -q --no-index \
    /root/try/*.whl'
}

# says NAME TEXT COMMAND: the command fails, and says the text.
says() {
  if fresh_run "$folder/$1" sh -c "cd /root/try && $3" >"$folder/said" 2>&1; then
    fail "'$3' ended with status 0"
  fi
  grep -qF -- "$2" "$folder/said" || {
    cat "$folder/said"
    fail "'$3' does not say '$2'"
  }
}

# remedy NAME: runs the command that the last message names.
remedy() {
  command=$(sed -n 's/.*on Debian: \(apt-get install [a-z0-9 -]*\).*/\1/p' \
    "$folder/said" | head -n 1)
  [ -n "$command" ] || fail "the message names no command"
  fresh_run "$folder/$1" sh -ec "$command -q -y --no-install-recommends \
    >/root/try/log 2>&1 || { cat /root/try/log; exit 1; }"
}

wrapper=venv/bin/ompscan-clang
try_wheel() {
  system wheel
  install_wheel wheel
  says wheel "ompscan-clang: error: found no Clang to run" "$wrapper prefix.c"
  remedy wheel
  fresh_run "$folder/wheel" sh -ec "cd /root/try; $wrapper -O2 prefix.c && ./a.out"
  echo "fresh: pip install, $command, compile and run: $(since "$begin")"
  # shellcheck disable=SC2016 # for the shell in there
  fresh_run "$folder/wheel" sh -ec 'cd /root/try; venv/bin/ompscan-config --check
    # A user who can write nowhere runs the program.
    chmod 755 /root
    setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent ./a.out
    venv/bin/pip uninstall -q -y ompscan
    left=$(find venv -name "*ompscan*")
    [ -z "$left" ] || { echo "$left"; exit 1; }'
  echo "fresh: wheel passed"
}

# --- pip alone, with a Clang of the Python index -------------------------------
try_pip() {
  system pip
  cp "$here/consumer/prefix_sum.cpp" "$folder/pip/root/try/prefix.cpp"
  cp "$packages"/ompscan-*.whl "$folder/pip/root/try/"
  fresh_run "$folder/pip" sh -ec 'cd /root/try
    apt-get -q -y install --no-install-recommends python3-venv >log 2>&1 ||
      { cat log; exit 1; }
    python3 -m venv venv'
  fresh_certificates "$folder/pip"
  begin=$(now)
  fresh_run "$folder/pip" sh -ec 'cd /root/try
    venv/bin/pip install -q --find-links . "ompscan[clang]"'
  # What such a system lacks is in the messages.
  says pip "clang-22 needs libatomic.so.1, which is not installed" "$wrapper prefix.c"
  remedy pip
  says pip "the C library has no headers here" "$wrapper prefix.c"
  remedy pip
  fresh_run "$folder/pip" sh -ec "cd /root/try
    ! command -v cc && ! command -v ld
    $wrapper -O2 prefix.c && ./a.out"
  echo "fresh: pip install 'ompscan[clang]', two packages, compile and run: $(since "$begin")"
  # shellcheck disable=SC2016 # for the shell in there
  fresh_run "$folder/pip" sh -ec 'cd /root/try
    venv/bin/ompscan-clang++ -O2 -std=c++17 prefix.cpp -o by-cxx && ./by-cxx
    venv/bin/ompscan-config --check
    venv/bin/clang-22 -O2 $(venv/bin/ompscan-config --cflags) prefix.c \
      $(venv/bin/ompscan-config --libs) -o by-config
    ./by-config
    venv/bin/ompscan-info >info
    ldd by-cxx | grep "libc++.so.1 => /root/try/venv/"
    ldd by-cxx | grep "libomp.so.5 => /root/try/venv/"'
  echo "fresh: pip alone passed"
}

# --- editors and build tools, with the packages ------------------------------
try_tools() {
  system tools
  cp "$packages"/*ompscan*.deb "$here/tools.sh" "$folder/tools/root/try/"
  cp -r "$here/consumer" "$folder/tools/root/try/"
  fresh_run "$folder/tools" sh -ec 'apt-get -q -y install --no-install-recommends \
    /root/try/*.deb bear ccache clang-tidy-22 clangd-22 cmake distcc make ninja-build \
    >/root/try/log 2>&1 || { cat /root/try/log; exit 1; }'
  fresh_run "$folder/tools" /root/try/tools.sh
  echo "fresh: tools passed"
}

# --- systems that lack something --------------------------------------------
try_lacking() {
  system lacking
  install_wheel lacking
  fresh_run "$folder/lacking" sh -ec 'cd /root/try
    apt-get -q -y install --no-install-recommends clang >log 2>&1 || { cat log; exit 1; }
    cat >dynamic.c <<PROGRAM
int main(void) {
  int y[9] = {1};
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 9; i++)
    y[i] = i;
  return y[8] != 8;
}
PROGRAM'
  says lacking "there is no plugin for '/usr/bin/clang', which is: Debian clang version 14" \
    "$wrapper prefix.c"
  # The libomp of Debian 12's own Clang is not one for Clang 22, and there is no
  # OpenCL: the wheel has both.
  fresh_run "$folder/lacking" sh -ec "cd /root/try
    apt-get -q -y install --no-install-recommends clang-22 libomp-dev >log 2>&1 ||
      { cat log; exit 1; }
    $wrapper dynamic.c && ./a.out
    venv/bin/ompscan-config --check"
  # Without them, the messages name the packages.
  fresh_run "$folder/lacking" rm -r /root/try/venv/lib/ompscan/openmp \
    /root/try/venv/lib/ompscan/opencl
  says lacking "'/usr/bin/clang-22' finds no libomp.so" "$wrapper dynamic.c"
  grep -q "libompscan.so.0 needs libOpenCL.so.1, which is not installed" "$folder/said" ||
    fail "nothing is said of OpenCL"
  says lacking "finds no libomp.so" "venv/bin/ompscan-config --check"
  remedy lacking
  says lacking "needs libOpenCL.so.1" "$wrapper dynamic.c"
  remedy lacking
  fresh_run "$folder/lacking" sh -ec "cd /root/try; $wrapper dynamic.c && ./a.out
    venv/bin/ompscan-config --check"
  echo "fresh: systems that lack something passed"
}

# --- two installations, each with a runtime of its own -------------------------
try_two() {
  cp "$packages"/lib*.deb "$packages"/clang-ompscan-22_*.deb "$folder/lacking/root/try/"
  # shellcheck disable=SC2016 # for the shell in there
  fresh_run "$folder/lacking" sh -ec 'cd /root/try
    apt-get -q -y install --no-install-recommends ./*.deb >log 2>&1 || { cat log; exit 1; }
    venv/bin/ompscan-clang prefix.c -o by-wheel && ./by-wheel
    /usr/bin/ompscan-clang prefix.c -o by-package && ./by-package
    ldd by-wheel | grep -q "libompscan.so.0 => /root/try/venv/lib/"
    ldd by-package | grep -q "libompscan.so.0 => /lib/x86_64-linux-gnu/"'
  echo "fresh: two installations passed"
}

fresh_base "$folder/$suite" "$suite"
for part in $parts; do
  "try_$part"
done
