#!/bin/sh
#
# Makes a release of the last commit.
#
#   scripts/release.sh [--snapshot] [--packages] [--sign KEY] FOLDER
#
# FOLDER gets ompscan-<version>.tar.gz, the same bytes for the same commit, the bill of
# materials ompscan-<version>.spdx.json, and SHA256SUMS. The version is that of CMakeLists.txt; the first entry of
# CHANGELOG.md has to have it, with a date, and so has the tag v<version>, if there
# is one. --snapshot accepts "unreleased" for the date, and no tag.
# --sign also makes SHA256SUMS.asc, a signature by gpg with the secret key KEY of
# whoever publishes: `gpg --verify SHA256SUMS.asc SHA256SUMS` checks it.
# --packages also builds the Debian packages and the wheel from the unpacked
# tarball, which takes minutes.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

fail() {
  echo "release: $1" >&2
  exit 1
}

snapshot=
packages=
folder=
key=
while [ $# -gt 0 ]; do
  case $1 in
  --snapshot) snapshot=yes ;;
  --packages) packages=yes ;;
  --sign)
    [ $# -gt 1 ] || fail "--sign needs the name of a key"
    key=$2
    shift
    ;;
  -*) fail "unknown option '$1'" ;;
  *)
    [ -z "$folder" ] || fail "one folder is expected, not '$folder' and '$1'"
    folder=$1
    ;;
  esac
  shift
done
[ -n "$folder" ] ||
  fail "usage: scripts/release.sh [--snapshot] [--packages] [--sign KEY] FOLDER"
if [ -n "$key" ]; then
  command -v gpg >/dev/null || fail "gpg is not installed, which --sign needs"
  gpg --batch --list-secret-keys "$key" >/dev/null 2>&1 ||
    fail "gpg has no secret key '$key'"
fi

git -C "$root" rev-parse -q --verify HEAD >/dev/null ||
  fail "$root is no git repository"
[ -z "$(git -C "$root" status --porcelain)" ] ||
  fail "there are changes that are not committed"

version=$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' "$root/CMakeLists.txt")
[ -n "$version" ] || fail "found no version in CMakeLists.txt"
entry=$(sed -n '/^## \[/{p;q;}' "$root/CHANGELOG.md")
case $entry in
"## [$version] - "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]) ;;
"## [$version] - unreleased")
  [ -n "$snapshot" ] ||
    fail "CHANGELOG.md has no date for $version; write it, or say --snapshot"
  ;;
*)
  fail "the first entry of CHANGELOG.md is '$entry', and not that of $version"
  ;;
esac
if [ -z "$snapshot" ] && git -C "$root" rev-parse -q --verify "v$version^{}" >/dev/null; then
  [ "$(git -C "$root" rev-parse "v$version^{}")" = "$(git -C "$root" rev-parse HEAD)" ] ||
    fail "the tag v$version is at another commit; raise the version"
fi

mkdir -p "$folder"
folder=$(CDPATH='' cd -- "$folder" && pwd)
name=ompscan-$version
# Times and modes are those of the commit, and gzip adds neither name nor time.
git -C "$root" -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD |
  gzip -9n >"$folder/$name.tar.gz"
rm -f "$folder"/*.deb "$folder"/mpi/ompscan-mpi_*.deb "$folder"/*.whl \
  "$folder"/*.spdx.json "$folder"/SHA256SUMS*
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH

if [ -n "$packages" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  tar -xzf "$folder/$name.tar.gz" -C "$work"
  "$work/$name/scripts/package-debian.sh" "$folder"
  "$work/$name/scripts/build-wheel.sh" "$folder"
fi

"$root/scripts/make-sbom.py" "$folder" >"$folder/$name.spdx.json" ||
  fail "the bill of materials is not complete"

cd -- "$folder"
find . -type f -name '*ompscan*' | sed 's,^\./,,' | LC_ALL=C sort |
  xargs -d '\n' sha256sum -- >SHA256SUMS
[ -z "$key" ] || gpg --batch --yes --armor --local-user "$key" \
  --detach-sign --output SHA256SUMS.asc SHA256SUMS
cat SHA256SUMS
