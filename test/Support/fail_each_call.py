#!/usr/bin/env python3
# Runs a program for each OpenCL call that it makes, or a sample of them, and lets
# the call fail.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: fail_each_call.py LAYER STEP OUTPUT PROGRAM [ARGUMENT...]

LAYER is the library of opencl_layer.cpp, OUTPUT what PROGRAM prints where all
is well. With each STEP-th call failing alone, and with all calls failing from
each STEP-th one of those on, the program must print OUTPUT and end with status 0,
having said which loop ran on the host and why; or it must end with status 1,
having said that results are lost, and of which loop where the program had gone on
before that was found out ("late"). Prints the counts.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile


def read_log(path):
    log = collections.defaultdict(int)
    with open(path) as lines:
        for line in lines:
            *key, value = line.split()
            log[" ".join(key)] = value if key == ["failed"] else int(value)
    return log


def main():
    layer, step, output, *program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "log")

        def run(variable, number):
            environment = dict(os.environ, OPENCL_LAYERS=layer,
                               OPENCL_LAYER_LOG=path, **{variable: str(number)})
            environment["OMP_TARGET_OFFLOAD"] = "DEFAULT"
            if os.path.exists(path):
                os.remove(path)
            result = subprocess.run(program, env=environment, timeout=60,
                                    capture_output=True, text=True)
            # A fatal error ends the program without its exit handlers.
            log = read_log(path) if os.path.exists(path) else None
            return result, log

        run("OPENCL_LAYER_FAIL", 0)  # fills the caches
        result, log = run("OPENCL_LAYER_FAIL", 0)
        if result.returncode != 0 or result.stdout.strip() != output:
            sys.exit(f"fail_each_call: fails without our doing:\n"
                     f"{result.stdout}{result.stderr}")
        calls = log["calls"]
        live = {key: log[key] for key in log if key.startswith("live ")}
        counts = collections.Counter()
        for variable, every in (("OPENCL_LAYER_FAIL", int(step)),
                                ("OPENCL_LAYER_LOSE", int(step) ** 2)):
            for number in range(1, calls + 1, every):
                result, log = run(variable, number)
                said = "ompscan: " in result.stderr
                if result.returncode == 0 and result.stdout.strip() == output:
                    outcome = "host" if said else "device"
                elif result.returncode == 1 and "ompscan: error: " in result.stderr \
                        and "cannot be read back" in result.stderr:
                    outcome = "lost"
                    if re.search(r"error: \S+:\d+:\d+ \(\w+\): the loop has "
                                 r"failed .* the values of \w+, ",
                                 result.stderr):
                        outcome = "late"
                else:
                    sys.exit(f"fail_each_call: {variable}={number}: status "
                             f"{result.returncode}\n{result.stdout}{result.stderr}")
                if log and any(log[key] > live.get(key, 0) for key in log
                               if key.startswith("live ")):
                    sys.exit(f"fail_each_call: {variable}={number} leaks: "
                             f"{dict(log)}")
                counts[outcome] += 1
    print(f"{calls} calls:", ", ".join(f"{counts[outcome]} {outcome}"
                                       for outcome in sorted(counts)))


main()
