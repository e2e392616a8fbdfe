#!/bin/sh
#
# Runs scripts/demo.sh and scripts/check.sh on a fresh Debian 12: a base system
# made by debootstrap, in a folder, entered by chroot.
#
#   scripts/test-fresh-debian.sh DIRECTORY [--base-only]
#
# Needs root and debootstrap. Takes the package sources and the proxy of this
# machine where it has any. DIRECTORY is made, or used again if it holds a base
# system already; it is left there. What is tested is the last commit: a clone,
# not the working tree. --base-only stops before the chroot.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

fail() {
  echo "test-fresh-debian: $1" >&2
  exit 1
}

[ $# -ge 1 ] || fail "usage: scripts/test-fresh-debian.sh DIRECTORY [--base-only]"
[ "$(id -u)" = 0 ] || fail "needs root"
command -v debootstrap >/dev/null || fail "debootstrap is not installed"
mkdir -p "$1"
target=$(CDPATH='' cd -- "$1" && pwd)
base_only=${2:-}

# The mirror that this machine uses, as apt knows it.
# shellcheck disable=SC2016 # the fields are apt-get's
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' \
  'Created-By: Packages' 2>/dev/null |
  awk '$2 == "bookworm" && /debian/ { print $1; exit }') || true
mirror=${mirror:-http://deb.debian.org/debian}

if [ ! -e "$target/etc/debian_version" ]; then
  echo "test-fresh-debian: base system from $mirror"
  proxy=$(apt-config dump --format '%v%n' Acquire::http::Proxy)
  http_proxy=${proxy:-${http_proxy:-}} \
    debootstrap --variant=minbase bookworm "$target" "$mirror"
fi

# Sources, keys, proxy and the like, as they are here.
rm -rf "$target/etc/apt"
cp -a /etc/apt "$target/etc/apt"
cp -a /usr/share/keyrings/. "$target/usr/share/keyrings/"
cp /etc/resolv.conf "$target/etc/resolv.conf"
cp /etc/hosts "$target/etc/hosts"
mkdir -p "$target/etc/ssl/certs"
cp -aL /etc/ssl/certs/. "$target/etc/ssl/certs/"
[ "$base_only" != --base-only ] || exit 0

unmount() {
  for place in dev/pts dev/shm dev proc sys; do
    if mountpoint -q "$target/$place"; then
      umount "$target/$place"
    fi
  done
}
trap unmount EXIT
trap 'exit 1' HUP INT TERM
mount -t proc proc "$target/proc"
mount --bind /dev "$target/dev"
mount -t tmpfs tmpfs "$target/dev/shm"
# PoCL asks there how much memory the machine has.
mount --bind /sys "$target/sys"

rm -rf "$target/root/OmpScan"
git clone --quiet --no-hardlinks "$root" "$target/root/OmpScan"
for script in demo check; do
  echo "test-fresh-debian: scripts/$script.sh"
  chroot "$target" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LANG=C.UTF-8 CI=true \
    ${http_proxy:+"http_proxy=$http_proxy"} \
    ${https_proxy:+"https_proxy=$https_proxy"} \
    /root/OmpScan/scripts/$script.sh </dev/null
done
echo "test-fresh-debian: passed"
