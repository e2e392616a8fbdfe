#!/bin/sh
#
# Runs scripts/demo.sh and scripts/check.sh on a fresh Debian 12: a base system
# made by debootstrap, in a folder, entered by chroot.
#
#   scripts/test-fresh-debian.sh DIRECTORY [--base-only]
#
# Needs root and debootstrap. DIRECTORY is made, or used again if it holds a base
# system already; it is left there. What is tested is the last commit: a clone,
# not the working tree. --base-only stops before the chroot.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=/dev/null
. "$root/scripts/fresh-debian.sh"

[ $# -ge 1 ] || {
  echo "usage: scripts/test-fresh-debian.sh DIRECTORY [--base-only]" >&2
  exit 2
}
mkdir -p "$1"
target=$(CDPATH='' cd -- "$1" && pwd)
fresh_base "$target"
[ "${2:-}" != --base-only ] || exit 0
fresh_mount "$target"

rm -rf "$target/root/OmpScan"
git clone --quiet --no-hardlinks "$root" "$target/root/OmpScan"
for script in demo check; do
  echo "test-fresh-debian: scripts/$script.sh"
  fresh_run "$target" /root/OmpScan/scripts/$script.sh
done
echo "test-fresh-debian: passed"
