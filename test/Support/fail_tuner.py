#!/usr/bin/env python3
# Lets OpenCL calls of ompscan-tune fail, and looks at what it keeps.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: fail_tuner.py LAYER STEP CACHE COMMAND...

COMMAND is ompscan-tune with its arguments, CACHE the directory of its program
cache. Every STEP-th of its OpenCL calls fails, alone and with all after it. It
must end with status 0, or with status 1 and a message; no unfinished file may
stay in the cache, and what is kept must be read without a complaint by the next
run. Prints the counts.
"""

import collections
import os
import subprocess
import sys


def main():
    layer, step, cache, *command = sys.argv[1:]
    log = os.path.join(cache, "..", os.path.basename(cache) + ".log")
    environment = dict(os.environ, OMPSCAN_CACHE=cache, OMPSCAN_INFO="1")

    def run(**variables):
        return subprocess.run(command, env=dict(environment, **variables),
                              timeout=120, capture_output=True, text=True)

    run()  # fills the caches
    result = run(OPENCL_LAYERS=layer, OPENCL_LAYER_LOG=log)
    with open(log) as lines:
        calls = int(lines.readline().split()[1])
    if result.returncode != 0:
        sys.exit(f"fail_tuner: fails without our doing:\n{result.stderr}")
    counts = collections.Counter()
    for variable in ("OPENCL_LAYER_FAIL", "OPENCL_LAYER_LOSE"):
        for number in range(1, calls + 1, int(step)):
            result = run(OPENCL_LAYERS=layer, **{variable: str(number)})
            said = "ompscan-tune: " in result.stderr
            if result.returncode not in (0, 1) or \
                    (result.returncode == 1 and not said) or \
                    "WRONG" in result.stdout:
                sys.exit(f"fail_tuner: {variable}={number}: status "
                         f"{result.returncode}\n{result.stdout}{result.stderr}")
            counts[result.returncode] += 1
            if any(name.startswith(".unfinished") for name in os.listdir(cache)):
                sys.exit(f"fail_tuner: {variable}={number} leaves an unfinished "
                         "file behind")
    result = run()
    if result.returncode != 0 or "cache" in result.stderr:
        sys.exit(f"fail_tuner: the next run says:\n{result.stderr}")
    print(f"{calls} calls: {counts[0]} done, {counts[1]} told")


main()
