#!/usr/bin/env python3
#
# Adds results of `ompscan-info --self-test --json` to the table of tested
# devices.
#
#   scripts/tested.py [--page FILE] RESULT.json...
#
# FILE (default: docs/tested.md) has the table. A result takes the place of an
# older one of the same device, driver, system and compiler. A device that was
# not tested has no row.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import os

HEAD = ["device", "through", "driver", "system", "compiler", "OmpScan", "date",
        "loops"]
KEY = HEAD.index("OmpScan")  # What is in front of it identifies a row.


def rows_of(result):
    """The rows for the devices of one result."""
    runtime = result["runtime"]
    if "date" not in runtime:
        raise SystemExit("tested: a result is not of --self-test")
    for device in result["devices"]:
        tested = device.get("self-test", "none")
        if tested.startswith("none"):
            continue
        name = device["name"]
        through, driver = "machine code", "none"
        if "platform" in device:
            through, driver = "OpenCL", device["driver"]
        elif "CUDA" in device:
            through, driver = "CUDA", "CUDA " + device["CUDA"]
        if name.startswith("host,"):
            # The number of threads is no part of the device.
            name = f"{runtime['processor']}, {device['instructions']}"
        elif "Portable Computing Language" in device.get("platform", ""):
            driver = "PoCL " + driver
        yield [name, through, driver, runtime["system"],
               runtime["compiler of the loops"], runtime["version"],
               runtime["date"].split()[0], tested]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", default=os.path.join(root, "docs/tested.md"))
    parser.add_argument("results", nargs="+")
    arguments = parser.parse_args()

    with open(arguments.page, encoding="utf-8") as page:
        lines = page.read().split("\n")
    begin = lines.index("| " + " | ".join(HEAD) + " |") + 2
    end = begin
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    rows = {tuple(row[:KEY]): row for row in map(cells, lines[begin:end])}
    for path in arguments.results:
        with open(path, encoding="utf-8") as file:
            for row in rows_of(json.load(file)):
                rows[tuple(row[:KEY])] = [c.replace("|", "/") for c in row]
    lines[begin:end] = ["| " + " | ".join(rows[key]) + " |"
                        for key in sorted(rows)]
    with open(arguments.page, "w", encoding="utf-8") as page:
        page.write("\n".join(lines))


if __name__ == "__main__":
    main()
