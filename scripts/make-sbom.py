#!/usr/bin/env python3
"""Writes the software bill of materials of a release, SPDX 2.3 in JSON.

    scripts/make-sbom.py FOLDER > sbom.spdx.json

FOLDER is that of scripts/release.sh: the source tarball, and perhaps the Debian
packages and the wheel. Names, versions, licences and dependencies are those that the
packages state themselves; checksums are of the files. The same files give the same
text: the time is SOURCE_DATE_EPOCH, which has to be set.

Part of the OmpScan project, under the Apache License v2.0 with LLVM
Exceptions. See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import email
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

LICENSE = "Apache-2.0 WITH LLVM-exception"
# Parts of other projects, by the names of the files that have them.
PARTS = [
    ("LLVM OpenMP runtime", LICENSE, r"/openmp/libomp\.so"),
    ("libclc", f"{LICENSE} AND MIT", r"/libclc-nvptx64-.*\.bc$"),
]


def fail(message):
    sys.exit(f"make-sbom: {message}")


def setting(name):
    """A line of packaging/project.txt."""
    root = pathlib.Path(__file__).resolve().parent.parent
    text = (root / "packaging" / "project.txt").read_text(encoding="utf-8")
    return re.search(rf"^{name} (.*)$", text, re.MULTILINE).group(1)


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


class Sbom:
    def __init__(self):
        self.packages, self.relations, self.needs = {}, [], []

    def relate(self, one, kind, other):
        self.relations.append({"spdxElementId": one, "relationshipType": kind,
                               "relatedSpdxElement": other})

    def add(self, name, version, licence, path=None, purl=None):
        """A package, and its file if it is one; answers its identifier."""
        key = identifier(path.name if path else f"{name}-{version}" if version
                         else name)
        package = {"SPDXID": key, "name": name, "filesAnalyzed": False,
                   "downloadLocation": "NOASSERTION", "copyrightText": "NOASSERTION",
                   "licenseConcluded": "NOASSERTION", "licenseDeclared": licence}
        if version:
            package["versionInfo"] = version
        if path:
            package["packageFileName"] = path.name
            package["downloadLocation"] = f"{setting('address')}/releases/{path.name}"
            package["supplier"] = "Organization: " + re.sub(
                r" <(.*)>$", r" (\1)", setting("contact"))
            package["checksums"] = [{"algorithm": "SHA256", "checksumValue":
                                     hashlib.sha256(path.read_bytes()).hexdigest()}]
        if purl:
            package["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": purl}]
        self.packages.setdefault(key, package)
        return key

    def add_parts(self, key, files):
        for label, licence, pattern in PARTS:
            if any(re.search(pattern, file) for file in files):
                part = self.add(f"{label} in {self.packages[key]['name']}", None,
                                licence)
                self.relate(key, "CONTAINS", part)

    def add_deb(self, path, source):
        fields = email.message_from_string(subprocess.run(
            ["dpkg-deb", "-f", path], stdout=subprocess.PIPE, check=True,
            text=True).stdout)
        name, version = fields["Package"], fields["Version"]
        key = self.add(name, version, LICENSE, path,
                       f"pkg:deb/{name}@{version}?arch={fields['Architecture']}")
        self.relate(key, "GENERATED_FROM", source)
        listing = subprocess.run(["dpkg-deb", "-c", path], stdout=subprocess.PIPE,
                                 check=True, text=True).stdout
        self.add_parts(key, listing.splitlines())
        needed = re.split(r"\s*[,|]\s*", fields["Depends"] or "")
        for need in sorted({n.split()[0].split(":")[0] for n in needed if n}):
            self.needs.append((key, need))

    def add_wheel(self, path, source):
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            metadata = next(n for n in names if n.endswith(".dist-info/METADATA"))
            fields = email.message_from_bytes(archive.read(metadata))
        name, version = fields["Name"], fields["Version"]
        key = self.add(name, version, fields["License"], path,
                       f"pkg:pypi/{name}@{version}")
        self.relate(key, "GENERATED_FROM", source)
        self.add_parts(key, names)
        for need in fields.get_all("Requires-Dist") or []:
            optional = self.add(need.split()[0], None, "NOASSERTION",
                                purl=f"pkg:pypi/{need.split()[0]}")
            self.relate(optional, "OPTIONAL_DEPENDENCY_OF", key)

    def build(self, folder):
        tarballs = sorted(folder.glob("ompscan-*.tar.gz"))
        if len(tarballs) != 1:
            fail(f"{folder} has {len(tarballs)} source tarballs, and not one")
        version = re.fullmatch(r"ompscan-(.*)\.tar\.gz", tarballs[0].name)[1]
        source = self.add("ompscan", version, LICENSE, tarballs[0])
        for path in sorted(folder.rglob("*.deb")):
            self.add_deb(path, source)
        for path in sorted(folder.glob("*.whl")):
            self.add_wheel(path, source)
        described = list(self.packages.values())
        own = {p["name"]: p["SPDXID"] for p in described
               if p.get("packageFileName", "").endswith(".deb")}
        for key, need in self.needs:
            other = own.get(need) or self.add(need, None, "NOASSERTION",
                                              purl=f"pkg:deb/debian/{need}")
            self.relate(key, "DEPENDS_ON", other)
        for package in described:
            if "packageFileName" in package:
                self.relate("SPDXRef-DOCUMENT", "DESCRIBES", package["SPDXID"])
        digest = hashlib.sha256("".join(
            p["checksums"][0]["checksumValue"] for p in described
            if "checksums" in p).encode()).hexdigest()
        created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(
            int(os.environ["SOURCE_DATE_EPOCH"])))
        return {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT", "name": f"ompscan-{version}",
            "documentNamespace": f"{setting('address')}/spdx/ompscan-{version}-"
                                 f"{digest[:16]}",
            "creationInfo": {"created": created,
                             "creators": ["Tool: make-sbom.py"]},
            "packages": list(self.packages.values()),
            "relationships": self.relations}


def main():
    if len(sys.argv) != 2:
        fail("usage: scripts/make-sbom.py FOLDER")
    if not os.environ.get("SOURCE_DATE_EPOCH", "").isdigit():
        fail("SOURCE_DATE_EPOCH is not set to a number of seconds")
    folder = pathlib.Path(sys.argv[1])
    if not folder.is_dir():
        fail(f"there is no folder {folder}")
    json.dump(Sbom().build(folder), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
