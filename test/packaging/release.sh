#!/bin/bash
#
# Tests scripts/release.sh on a clone of the last commit.
#
#   test/packaging/release.sh
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
  echo "packaging: $1" >&2
  exit 1
}

git -C "$root" rev-parse -q --verify HEAD >/dev/null 2>&1 || {
  echo "packaging: the sources are no git repository; no release is tried"
  exit 0
}
commit() {
  git -C "$clone" -c user.name=Test -c user.email=test@localhost \
    commit -q --allow-empty -am "$1"
}
clone=$work/clone
git clone -q "$root" "$clone"
cp "$root/scripts/release.sh" "$root/scripts/make-sbom.py" "$clone/scripts/"
git -C "$clone" add -A
commit "The script as it is here"
version=$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' "$clone/CMakeLists.txt")
entry="## [$version] - 2026-11-25"

# refuses TEXT [OPTION...]: no release, for a reason with this text.
refuses() {
  local text=$1
  shift
  if "$clone/scripts/release.sh" "$@" "$work/refused" >"$work/log" 2>&1; then
    fail "a release was made where it should say '$text'"
  fi
  grep -qF -- "$text" "$work/log" || {
    cat "$work/log"
    fail "release.sh does not say '$text'"
  }
}

sed -i "s/^## \[$version\] - .*/## [$version] - unreleased/" "$clone/CHANGELOG.md"
commit "No date"
refuses "CHANGELOG.md has no date for $version"
"$clone/scripts/release.sh" --snapshot "$work/snapshot" >"$work/log"

sed -i "s/^## \[$version\] - .*/## [9.9.9] - 2026-11-25/" "$clone/CHANGELOG.md"
commit "Another version"
refuses "'## [9.9.9] - 2026-11-25', and not that of $version"
refuses "and not that of $version" --snapshot

sed -i "s/^## \[9.9.9\] - .*/$entry/" "$clone/CHANGELOG.md"
refuses "changes that are not committed"
commit "A date"
"$clone/scripts/release.sh" "$work/first" >"$work/log"
(cd "$work/first" && sha256sum --quiet -c SHA256SUMS)

# The same bytes from another place, with another umask and another time.
git clone -q "$clone" "$work/another clone"
(
  umask 077
  TZ=Asia/Tokyo "$work/another clone/scripts/release.sh" "$work/second" >"$work/log"
)
for file in "ompscan-$version.tar.gz" "ompscan-$version.spdx.json" SHA256SUMS; do
  cmp "$work/first/$file" "$work/second/$file"
done
tar -tzf "$work/first/ompscan-$version.tar.gz" | grep -v '/$' |
  sed "s,^ompscan-$version/,," | LC_ALL=C sort >"$work/packed"
git -C "$clone" ls-files | LC_ALL=C sort | diff - "$work/packed"

# The bill of materials has the tarball and its digest.
python3 - "$work/first" "$version" <<'END'
import hashlib, json, pathlib, sys
folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
sbom = json.loads((folder / f"ompscan-{version}.spdx.json").read_text())
source = folder / f"ompscan-{version}.tar.gz"
assert sbom["spdxVersion"] == "SPDX-2.3"
found = {p.get("packageFileName"): p for p in sbom["packages"]}[source.name]
assert found["versionInfo"] == version
assert found["checksums"] == [{
    "algorithm": "SHA256",
    "checksumValue": hashlib.sha256(source.read_bytes()).hexdigest()}]
END
# The SPDX project's own library, if it is there, finds no fault.
if python3 -c 'import spdx_tools' 2>/dev/null; then
  pyspdxtools -i "$work/first/ompscan-$version.spdx.json"
fi

# A signature by a key that only this test has.
if command -v gpg >/dev/null; then
  export GNUPGHOME=$work/gnupg
  mkdir -m 700 "$GNUPGHOME"
  refuses "gpg has no secret key 'publisher@localhost'" --sign publisher@localhost
  gpg --batch --quiet --passphrase '' --quick-generate-key publisher@localhost \
    default default never 2>"$work/log"
  "$clone/scripts/release.sh" --sign publisher@localhost "$work/signed" >"$work/log"
  gpg --batch --quiet --verify "$work/signed/SHA256SUMS.asc" \
    "$work/signed/SHA256SUMS" 2>"$work/log" || fail "the signature is not valid"
  echo "changed" >>"$work/signed/SHA256SUMS"
  ! gpg --batch --quiet --verify "$work/signed/SHA256SUMS.asc" \
    "$work/signed/SHA256SUMS" 2>/dev/null || fail "a changed file has a valid signature"
  gpgconf --kill all
else
  echo "packaging: gpg is not installed; no signature is tried"
fi

git -C "$clone" tag "v$version"
"$clone/scripts/release.sh" "$work/first" >"$work/log"
commit "After the tag"
refuses "the tag v$version is at another commit"
echo "packaging: source release passed"
