#!/usr/bin/env python3
# Runs a program of several ranks once for each call that fails on one of them.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: fail_rank.py STEP COMMAND...

COMMAND gets the number of the call that fails, each STEP-th one in turn, and
whether (1) or not (0) all calls behind it fail, too. It prints the number of
"calls", and "right"; or it ends with another status than 0, and a message of
the runtime. Prints the counts.
"""

import collections
import re
import subprocess
import sys


def main():
    step = int(sys.argv[1])

    def run(call, all_behind):
        return subprocess.run([*sys.argv[2:], str(call), str(all_behind)],
                              capture_output=True, text=True, check=False)

    run(0, 0)  # fills the caches
    result = run(0, 0)
    if result.returncode or "right" not in result.stdout.split():
        sys.exit(f"fail_rank: fails without our doing:\n"
                 f"{result.stdout}{result.stderr}")
    calls = int(re.search(r"^(\d+) calls$", result.stdout, re.M).group(1))
    counts = collections.Counter()
    for call in range(1, calls + 1, step):
        for all_behind in (0, 1):
            result = run(call, all_behind)
            if result.returncode == 0 and "right" in result.stdout.split():
                counts["right"] += 1
            elif (result.returncode not in (0, 124, 137)
                  and "ompscan: error: " in result.stderr):
                counts["ended"] += 1
            else:
                sys.exit(f"fail_rank: call {call}, {all_behind}: status "
                         f"{result.returncode}\n{result.stdout}{result.stderr}")
    print(f"{calls} calls fail: {counts['ended']} end all ranks, "
          f"{counts['right']} are made up for")


main()
