# shellcheck shell=sh
#
# For scripts to source: a fresh Debian or Ubuntu in a folder, made by debootstrap and
# entered by chroot. It needs root, and takes the package sources and the proxy
# of this machine where it has any.
#
#   fresh_base FOLDER [SUITE]     makes a base system of Debian 12, or of another
#                                 suite, unless FOLDER holds one already; noble is
#                                 Ubuntu 24.04
#   fresh_certificates FOLDER     copies the certificates of this machine, again
#                                 after packages were installed there
#   fresh_mount FOLDER            mounts proc, dev and sys, until the script ends
#   fresh_run FOLDER COMMAND...   runs a command in it
#
# Environment:
#   OMPSCAN_UBUNTU_KEYRING  the keys of Ubuntu, of the package ubuntu-keyring of Debian 13
#                           (default: where this package has them)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

fresh_base() {
  [ "$(id -u)" = 0 ] || {
    echo "fresh-debian: needs root" >&2
    return 1
  }
  command -v debootstrap >/dev/null || {
    echo "fresh-debian: debootstrap is not installed" >&2
    return 1
  }
  # The mirror that this machine uses, as apt knows it.
  # shellcheck disable=SC2016 # the fields are apt-get's
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' \
    'Created-By: Packages' 2>/dev/null |
    awk '$2 == "bookworm" && /debian/ { print $1; exit }') || true
  mirror=${mirror:-http://deb.debian.org/debian}
  options='' script=''
  if [ "${2:-}" = noble ]; then
    mirror=http://archive.ubuntu.com/ubuntu
    keyring=${OMPSCAN_UBUNTU_KEYRING:-/usr/share/keyrings/ubuntu-archive-keyring.gpg}
    [ -e "$keyring" ] || {
      echo "fresh-debian: there is no $keyring (OMPSCAN_UBUNTU_KEYRING)" >&2
      return 1
    }
    options="--components=main,universe --keyring=$keyring"
    # Debian 12 has no script of this name; those of Ubuntu are the same.
    script=/usr/share/debootstrap/scripts/gutsy
  fi

  mkdir -p "$1"
  if [ ! -e "$1/etc/debian_version" ]; then
    echo "fresh-debian: base system from $mirror"
    proxy=$(apt-config dump --format '%v%n' Acquire::http::Proxy)
    # shellcheck disable=SC2086 # words, or none
    http_proxy=${proxy:-${http_proxy:-}} \
      debootstrap --variant=minbase $options "${2:-bookworm}" "$1" "$mirror" $script || return
    if [ "${2:-}" = noble ]; then
      for pocket in noble noble-updates noble-security; do
        echo "deb $mirror $pocket main universe"
      done >"$1/etc/apt/sources.list"
    fi
  fi

  # Sources, keys, proxy and the like, as they are here.
  if [ "${2:-bookworm}" = bookworm ]; then
    rm -rf "$1/etc/apt"
    cp -a /etc/apt "$1/etc/apt"
    cp -a /usr/share/keyrings/. "$1/usr/share/keyrings/"
  fi
  cp /etc/resolv.conf "$1/etc/resolv.conf"
  cp /etc/hosts "$1/etc/hosts"
  fresh_certificates "$1"
}

fresh_certificates() {
  # Links there lead to files of this machine.
  rm -rf "$1/etc/ssl/certs"
  mkdir -p "$1/etc/ssl/certs"
  cp -aL /etc/ssl/certs/. "$1/etc/ssl/certs/"
}

fresh_mounted=
fresh_unmount() {
  for target in $fresh_mounted; do
    for place in dev/pts dev/shm dev proc sys; do
      if mountpoint -q "$target/$place"; then
        umount "$target/$place"
      fi
    done
  done
}

fresh_mount() {
  trap fresh_unmount EXIT
  trap 'exit 1' HUP INT TERM
  fresh_mounted="$fresh_mounted $1"
  mount -t proc proc "$1/proc" &&
    mount --bind /dev "$1/dev" &&
    mount -t tmpfs tmpfs "$1/dev/shm" &&
    # PoCL asks there how much memory the machine has.
    mount --bind /sys "$1/sys"
}

fresh_run() {
  target=$1
  shift
  chroot "$target" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LANG=C.UTF-8 CI=true DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+"http_proxy=$http_proxy"} \
    ${https_proxy:+"https_proxy=$https_proxy"} \
    ${PIP_INDEX_URL:+"PIP_INDEX_URL=$PIP_INDEX_URL"} \
    ${PIP_CERT:+"PIP_CERT=$PIP_CERT"} \
    "$@" </dev/null
}
