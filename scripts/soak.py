#!/usr/bin/env python3
# Runs test/Support/soak_loops.cpp in many processes, and lets things fail.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
Runs a program of test/Support/soak_loops.cpp again and again, several processes
at a time that share a program cache, each with one kind of trouble: none, a signal
that kills it, little memory, a device with little memory, an OpenCL call that
fails, a device that is lost, and cache files that are damaged while it runs.

Each process has to print that all of its results are right, or to end with an
error that says why: a wrong result, another signal or a hang is a fault. Prints
a table of what happened, and the commands of all faults; ends with status 1 if
there is one.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

TROUBLES = ["none", "kill", "memory", "device memory", "cache"]
OPENCL_TROUBLES = ["call", "loss"]
OUTCOMES = ["right", "right, in part on the host", "ended with an error", "killed",
            "FAULT"]


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="soak_loops, compiled")
    end = parser.add_mutually_exclusive_group()
    end.add_argument("--minutes", type=float, help="how long to run")
    end.add_argument("--runs", type=int, help="how many processes to run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="processes at a time (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=40,
                        help="loops of a process (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="host",
                        help="OMPSCAN_DEVICE (default: %(default)s)")
    parser.add_argument("--layer", help="the library of test/Support/opencl_layer.cpp; "
                        "without it no call of OpenCL fails")
    options = parser.parse_args()
    if options.minutes is None and options.runs is None:
        parser.error("give --minutes or --runs")
    return options


class Soak:
    """The processes of one run, and what became of them."""

    def __init__(self, options, cache):
        self.options = options
        self.cache = cache
        self.end = None
        if options.minutes is not None:
            self.end = time.monotonic() + 60 * options.minutes
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.faults = []
        self.usual = 0.1  # seconds that a process takes
        self.troubles = TROUBLES + (OPENCL_TROUBLES if options.layer else [])

    def damage(self, draw):
        """Changes or cuts a file of the cache, if there is any."""
        files = [p for p in self.cache.rglob("*") if p.is_file()]
        if not files:
            return
        try:
            path = draw.choice(files)
            size = path.stat().st_size
            if draw.random() < 0.5:
                os.truncate(path, draw.randrange(size + 1))
            else:
                with open(path, "r+b") as file:
                    file.seek(draw.randrange(max(size, 1)))
                    file.write(draw.randbytes(8))
        except OSError:
            pass  # another process has replaced it

    def run(self, number):
        if self.end is not None and time.monotonic() > self.end:
            return
        draw = random.Random(f"{self.options.seed} {number}")
        trouble = self.troubles[number % len(self.troubles)]
        command = [self.options.program, str(draw.randrange(1 << 31)),
                   str(self.options.rounds)]
        own = {"OMPSCAN_DEVICE": self.options.device,
               "OMPSCAN_CACHE": str(self.cache),
               "OMP_NUM_THREADS": str(draw.choice([1, 2, 3, 5, 16]))}
        if trouble == "memory":
            # From no megabyte, where nothing can start, to hundreds.
            command.append(str(int(2 ** draw.uniform(20, 32))))
        elif trouble == "device memory":
            own["OMPSCAN_MEMORY_LIMIT"] = str(int(2 ** draw.uniform(16, 22)))
        elif trouble in OPENCL_TROUBLES:
            own["OPENCL_LAYERS"] = self.options.layer
            variable = "OPENCL_LAYER_FAIL" if trouble == "call" else "OPENCL_LAYER_LOSE"
            own[variable] = str(int(2 ** draw.uniform(0, 11)))
        begin = time.monotonic()
        process = subprocess.Popen(command, env=dict(os.environ, **own), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if trouble == "kill":
            time.sleep(draw.uniform(0, self.usual))
            process.kill()
        elif trouble == "cache":
            for _ in range(10):
                self.damage(draw)
                time.sleep(0.01)
        try:
            printed, said = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, said = process.communicate()
            said += "\nsoak: it did not end in 120 s\n"
            outcome = "FAULT"
        else:
            outcome = self.outcome(trouble, process.returncode, printed, said)
        # What libomp leaves if it is killed ends another process that gets the same
        # number: "found unknown library already initialized".
        for left in pathlib.Path("/dev/shm").glob(
                f"__KMP_REGISTERED_LIB_{process.pid}_*"):
            left.unlink()
        with self.lock:
            if trouble == "none":
                self.usual = time.monotonic() - begin
            self.counts[trouble, outcome] += 1
            if outcome == "FAULT":
                variables = " ".join(f"{k}={v}" for k, v in own.items())
                self.faults.append(f"{variables} {' '.join(command)}: status "
                                   f"{process.returncode}\n{printed}{said[-2000:]}")

    def outcome(self, trouble, status, printed, said):
        if status == 0 and printed == f"{self.options.rounds} right\n":
            return ("right, in part on the host" if "ompscan: warning" in said
                    else "right")
        if status == -signal.SIGKILL and trouble == "kill":
            return "killed"
        # Only what was there to fail may end the program. Where memory runs out,
        # other libraries, and the loader, end it with messages of their own.
        ends = {"memory": ["ompscan: error", "OMP: Error", "bad_alloc",
                           "annot allocate memory", "out of memory",
                           "emory exhausted", "Resource temporarily unavailable"],
                "call": ["ompscan: error"], "loss": ["ompscan: error"]}
        if any(text in said for text in ends.get(trouble, [])):
            return "ended with an error"
        return "FAULT"

    def all(self):
        runs = range(self.options.runs) if self.options.runs else range(1 << 30)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            pending = set()
            for number in runs:
                if self.end is not None and time.monotonic() > self.end:
                    break
                if len(pending) >= self.options.jobs:
                    done, pending = concurrent.futures.wait(
                        pending, return_when=concurrent.futures.FIRST_COMPLETED)
                    for each in done:
                        each.result()
                pending.add(pool.submit(self.run, number))
            for each in pending:
                each.result()

    def table(self):
        lines = ["| trouble | " + " | ".join(OUTCOMES) + " |",
                 "|---" * (1 + len(OUTCOMES)) + "|"]
        for trouble in self.troubles:
            counts = [str(self.counts[trouble, o]) for o in OUTCOMES]
            lines.append(f"| {trouble} | " + " | ".join(counts) + " |")
        return "\n".join(lines)


def main():
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(options, pathlib.Path(folder))
        begin = time.monotonic()
        soak.all()
    print(f"soak: {sum(soak.counts.values())} processes, {options.jobs} at a time, in "
          f"{time.monotonic() - begin:.0f} s, device {options.device}, seed "
          f"{options.seed}")
    print(soak.table())
    for fault in soak.faults:
        print(f"soak: fault: {fault}")
    return 1 if soak.faults else 0


if __name__ == "__main__":
    sys.exit(main())
