#!/usr/bin/env python3
# Lets each OpenCL call of many kinds of loops and calls fail, in few processes.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: fail_each_form.py LAYER PROGRAM STEP [KIND...]

LAYER is the library of opencl_layer.cpp, PROGRAM that of
test/Runtime/faults-forms.cpp. Every STEP-th call of each kind fails, alone and
with all after it. The program goes on after each failure: the result must be
right, or the error told, with the name of the device. Where it may end, it must
do so with status 1 and an error that names the loop and OpenCL's error, and is
started anew for the calls that are left. Nothing may leak. Prints the counts,
and how often the host has done the rest of a loop.
"""

import collections
import os
import re
import subprocess
import sys


def main():
    layer, program, step, *wanted = sys.argv[1:]
    step = int(step)
    environment = dict(os.environ, OPENCL_LAYERS=layer)
    environment["OMP_TARGET_OFFLOAD"] = "DEFAULT"
    device, *kinds = subprocess.run([program], env=environment, check=True,
                                    capture_output=True,
                                    text=True).stdout.splitlines()
    total = collections.Counter()
    for kind, may_end in (line.split() for line in kinds):
        if wanted and kind not in wanted:
            continue
        counts = collections.Counter()
        for lose in "01":
            # The two series begin at different calls.
            first = 1 + (step // 2 if lose == "1" else 0)
            while True:
                command = [program, kind, str(first), str(step), lose]
                result = subprocess.run(command, env=environment, timeout=300,
                                        capture_output=True, text=True)
                lines = result.stdout.splitlines()
                for line in lines:
                    if line == "right" or line.startswith("told: "):
                        counts[line.split(":")[0]] += 1
                for line in result.stderr.splitlines() + [
                        line for line in lines if line.startswith("told: ")]:
                    if "CL_OUT_OF_RESOURCES" in line and \
                            device not in line and \
                            "OpenCL platform" not in line:
                        sys.exit(f"fail_each_form: on which device? {line}")
                    counts["part"] += "the rest of the loop runs" in line
                last = re.findall(r"^call (\d+)$", result.stdout, re.M)
                end = re.fullmatch(r"end (\d+)", lines[-1]) if lines else None
                if result.returncode == 0 and end:
                    counts["calls"] = max(counts["calls"], int(end[1]))
                    break
                if may_end == "1" and result.returncode == 1 and last and \
                        re.search(r"^ompscan: error: .*CL_OUT_OF_RESOURCES",
                                  result.stderr, re.M):
                    counts["ended"] += 1
                    first = int(last[-1]) + step
                    continue
                sys.exit(f"fail_each_form: {' '.join(command)}: status "
                         f"{result.returncode}\n{result.stdout[-2000:]}"
                         f"{result.stderr[-2000:]}")
        print(f"{kind}: {counts['calls']} calls, {counts['right']} right, "
              f"{counts['told']} told, {counts['ended']} ended" +
              (f", {counts['part']} done in part by the device"
               if counts["part"] else ""), flush=True)
        total += counts
    print(f"all: {total['calls']} calls, {total['right']} right, "
          f"{total['told']} told, {total['ended']} ended")


main()
