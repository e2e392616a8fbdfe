#!/usr/bin/env python3
"""Checks which files may include which.

    scripts/check-includes.py [ROOT]

A *tree* is a folder of sources with a row in TREES, which has the folders and
files of other trees that it may include. Trees may lie in one another: a file
belongs to the innermost one.

A *room* is a folder of the trees runtime/src and clang-plugin. ROOMS lists them
from the top down; rooms of one line do not see each other. A file may include
files of its own room and of rooms on lower lines. The headers of a driver may
only be included by its own back end. No file of a room includes a header twice.

Headers that are in no tree, such as Clang's, are not checked. Prints each
include that breaks a rule, and ends with status 1 if there is one.

Part of the OmpScan project, under the Apache License v2.0 with LLVM
Exceptions. See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import sys

ABI = "runtime/include/ompscan/abi.h"

TREES = {
    "templates": [ABI],
    # The plugin compiles the kernels of the plans that the runtime would make.
    "clang-plugin": ["templates", ABI, "runtime/include/ompscan/data.h",
                     "runtime/src/plan",
                     "runtime/src/device/cuda/DependentLaunch.h"],
    "runtime/include": [],
    "runtime/src": ["templates", "runtime/include"],
    "runtime/mpi": ["runtime/include"],
    "runtime/programs": ["templates", "runtime/include", "runtime/src"],
    "tools": ["templates", "runtime/include", "runtime/src"],
    # Benchmarks see what programs see, and the texts of kernels.
    "benchmarks": ["templates", "runtime/include", "tools", "test/Support",
                   "benchmarks/classic"],
    "benchmarks/classic": ["templates", "runtime/include", "runtime/src",
                           "runtime/test"],
    "runtime/test": ["templates", "runtime/include", "runtime/src",
                     "tools/ompscan-tune", "test/Support"],
    # Programs of the lit suite are those of a user.
    "test": ["runtime/include", "test/Support"],
    "test/Support": ["runtime/include", "runtime/src"],
    "test/Fuzz": ["clang-plugin", "runtime/include", "runtime/src"],
    "examples": ["runtime/include", "benchmarks/micro/common"],
}

# The folders that the names of includes begin from, besides that of the file.
INCLUDE_FOLDERS = [
    *TREES,
    "tools/ompscan-info",
    "tools/ompscan-tune",
    "benchmarks/micro/common",
    "test/Programs/Inputs",
]

ROOMS = {
    "runtime/src": [
        ["api"],
        ["primitives"],
        ["primitives/host"],
        ["launch"],
        ["access"],
        ["data"],
        ["plan"],
        ["device"],
        ["device/cuda", "device/native", "device/omptarget", "device/opencl"],
        ["device/backend"],
        ["report"],
        ["support"],
    ],
    "clang-plugin": [
        ["Driver"],
        ["Proof"],
        ["Host", "Kernel", "Normalize"],
        ["Kernel/Lowering"],
        ["Analysis/Fusion"],
        ["Analysis/Liveness"],
        ["Analysis/Parallel"],
        ["Analysis/Scan"],
        ["Analysis/Accesses"],
        ["Analysis/Expressions"],
        ["Analysis/Clauses"],
        ["Pragma"],
        ["Model"],
        ["Nest"],
        ["AST"],
        ["Support"],
    ],
}

# System headers that belong to one room, by the begin of their names.
DRIVER_HEADERS = {"CL/": "device/opencl"}

SUFFIXES = (".h", ".hpp", ".c", ".cpp", ".cu", ".def", ".inc")

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


def is_in(path, folders):
    """Whether a relative path is one of some folders and files, or in one."""
    return any(path == f or path.startswith(f + "/") for f in folders)


def tree_of(path):
    return max((t for t in TREES if is_in(path, [t])), key=len, default=None)


class Includes:
    """What can be included, by paths from the root."""

    def __init__(self, root):
        self.root = root

    def candidates(self, path, name, is_quoted):
        """The files of trees that an include in a file may mean."""
        folders = [self.root / f for f in INCLUDE_FOLDERS]
        if is_quoted and (path.parent / name).is_file():
            folders = [path.parent]
        found = [(f / name).resolve() for f in folders if (f / name).is_file()]
        return [f.relative_to(self.root).as_posix() for f in found
                if f.is_relative_to(self.root)]

    def complaint_across(self, tree, path, name, is_quoted):
        """A complaint about an include of another tree, or None."""
        all_found = self.candidates(path, name, is_quoted)
        if not all_found or any(
                tree_of(f) in (tree, None) or is_in(f, TREES[tree])
                for f in all_found):
            return None
        return f"{tree} includes {all_found[0]}, which it may not"


def complaint_in(tree, path, name, heights):
    """A complaint about a quoted include in a tree with rooms, or None."""
    room = path.parent.relative_to(tree).as_posix()
    if not (tree / name).is_file():
        if (path.parent / name).is_file():
            return f'"{name}" is not written from {tree.name}'
        return None
    other = pathlib.PurePosixPath(name).parent.as_posix()
    if other != room and heights.get(other, -1) >= heights[room]:
        return f'{room} includes "{name}" of {other}, which is not below it'
    return None


def check_file(includes, tree_name, path, heights):
    """The complaints about one file: (line, text) pairs."""
    tree = includes.root / tree_name
    room = path.parent.relative_to(tree).as_posix()
    if heights and room not in heights:
        yield 1, f"the folder {room} is not a room; see ROOMS in {sys.argv[0]}"
        return
    text = path.read_text(encoding="utf-8")
    seen = set()
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start(2)) + 1
        name, is_quoted = match.group(2), match.group(1) == '"'
        complaint = includes.complaint_across(tree_name, path, name, is_quoted)
        if heights and not complaint:
            if name in seen and not name.endswith(".def"):
                complaint = f"{name} is included already"
            elif is_quoted:
                complaint = complaint_in(tree, path, name, heights)
            else:
                for begin, owner in DRIVER_HEADERS.items():
                    if name.startswith(begin) and room != owner:
                        complaint = f"<{name}> belongs to {owner}"
            seen.add(name)
        if complaint:
            yield line, complaint


def heights_of(tree):
    """The height of each room of a tree; empty if it has no rooms."""
    layers = ROOMS.get(tree, [])
    return {room: len(layers) - number
            for number, layer in enumerate(layers) for room in layer}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    includes = Includes(root)
    complaints = 0
    for tree in TREES:
        files = [p for p in (root / tree).rglob("*") if p.suffix in SUFFIXES
                 and p.is_file()
                 and tree_of(p.relative_to(root).as_posix()) == tree]
        if not files:
            sys.exit(f"check-includes: there are no sources in {root / tree}")
        heights = heights_of(tree)
        for path in sorted(files):
            for line, text in check_file(includes, tree, path, heights):
                print(f"{path.relative_to(root)}:{line}: {text}")
                complaints += 1
    sys.stdout.flush()
    if complaints:
        sys.exit(f"check-includes: {complaints} includes are against the rules")


if __name__ == "__main__":
    main()
