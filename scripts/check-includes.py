#!/usr/bin/env python3
"""Checks that includes point from a room to rooms below it, never up.

    scripts/check-includes.py [ROOT]

A room is a folder of runtime/src or clang-plugin. The tables below list the
rooms from the top down; rooms of one line do not see each other. A file may
include files of its own room and of rooms on lower lines. The headers of a
driver may only be included by its own back end.

Prints each include that breaks a rule, and ends with status 1 if there is one.

Part of the OmpScan project, under the Apache License v2.0 with LLVM
Exceptions. See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import sys

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
        ["device/cuda", "device/native", "device/opencl"],
        ["device/backend"],
        ["report"],
        ["support"],
    ],
    "clang-plugin": [
        ["Driver"],
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

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


def check_file(tree, path, heights):
    """The complaints about one file: (line, text) pairs."""
    room = path.parent.relative_to(tree).as_posix()
    if room not in heights:
        yield 1, f"the folder {room} is no room; see ROOMS in {sys.argv[0]}"
        return
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start(2)) + 1
        name = match.group(2)
        if match.group(1) == "<":
            for begin, owner in DRIVER_HEADERS.items():
                if name.startswith(begin) and room != owner:
                    yield line, f"<{name}> belongs to {owner}"
            continue
        target = tree / name
        if not target.is_file():
            if (path.parent / name).is_file():
                yield line, f'"{name}" is not written from {tree.name}'
            continue  # Public and generated headers, Clang's, LLVM's.
        other = pathlib.PurePosixPath(name).parent.as_posix()
        if other != room and heights.get(other, -1) >= heights[room]:
            yield line, f'{room} includes "{name}" of {other}, which is not below it'


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    complaints = 0
    for tree_name, layers in ROOMS.items():
        heights = {
            room: len(layers) - number
            for number, layer in enumerate(layers)
            for room in layer
        }
        tree = root / tree_name
        files = [p for p in tree.rglob("*") if p.suffix in (".h", ".cpp", ".def")]
        if not files:
            sys.exit(f"check-includes: there are no sources in {tree}")
        for path in sorted(files):
            for line, text in check_file(tree, path, heights):
                print(f"{path.relative_to(root)}:{line}: {text}")
                complaints += 1
    sys.stdout.flush()
    if complaints:
        sys.exit(f"check-includes: {complaints} includes point the wrong way")


if __name__ == "__main__":
    main()
