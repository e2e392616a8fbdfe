#!/usr/bin/env python3
#
# Breaks the pragmas and loops of the test programs, and looks for mutants that
# crash Clang, or that are accepted and compute something else than the
# sequential loop.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: scripts/mutate-tests.py [--count N] [--seed S] [--minutes M] [--jobs J]
                               [--short] [--grammar] [--first K] [PROGRAM...]

Each mutant is a test program in which one to three tokens, clauses or statements
of a pragma and the loop behind it are deleted, duplicated, swapped, added or
replaced by another one. Number K of seed S is always the same mutant. Found are

  crash    Clang ends by a signal or an assertion, or asks for a bug report
  hang     Clang does not end, or the program does only where it is sequential
  clang    Clang crashes, or does not end, by itself, too; this is counted only
  wrong    Clang accepts the mutant, it runs without a report of the address and
           undefined-behaviour sanitizers when it is compiled without OpenMP, and
           prints something else when its loops are offloaded

What a map says of an array is a promise of the program, and is not mutated. A
mutant without a scan, and a program that prints different things before it is
mutated (since it looks at variables that are private in OpenMP, say), is looked
at for crashes only. Numbers that are no integers may differ by rounding.

With --grammar, the programs are not mutants, but those of
test/Generator/generate_anything.py, and Clang has ten seconds for each, or a minute
if it needs more at first. A third of them are mutated as well.

Mutants that are found are kept in mutants/ of the build tree with what they
printed. The exit status is 1 if there are any. --short is for check.sh: programs
that compile fast.

Environment: OMPSCAN_BUILD_DIR, the build tree (default: build).
"""

import argparse
import concurrent.futures
import glob
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

from mutations import SCAN, mutate, regions

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, "test", "Generator"))
import generate_anything  # noqa: E402, after the path
BUILD = os.environ.get("OMPSCAN_BUILD_DIR", os.path.join(ROOT, "build"))
PROGRAMS = ["Programs", "Operators", "Regressions", "Diagnostics"]
CRASH = re.compile(r"PLEASE submit a bug report|Assertion `|Stack dump:|"
                   r"UNREACHABLE executed|terminate called")
SIZE = "150"


def run(command, limit, **kwargs):
    """(exit status or "timeout", output of both streams)"""
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          start_new_session=True, **kwargs) as process:
        try:
            output = process.communicate(timeout=limit)[0]
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return "timeout", process.communicate()[0].decode(errors="replace")


def same_output(one, other):
    """Whether two outputs agree up to the rounding of what is no integer."""
    if one == other:
        return True
    words, others = one.split(), other.split()
    if len(words) != len(others):
        return False
    for word, want in zip(words, others):
        if word == want:
            continue
        try:
            a, b = float(word.strip(",")), float(want.strip(","))
        except ValueError:
            return False
        if a.is_integer() and b.is_integer() and max(abs(a), abs(b)) < 1e15:
            return False
        if not abs(a - b) <= 1e-3 * max(abs(a), abs(b)):
            return False
    return True


class Tester:
    def __init__(self, directory, keep, is_grammar):
        self.directory = directory
        self.keep = keep
        self.is_grammar = is_grammar
        self.limits = (10, 60) if is_grammar else (120,)
        self.lock = threading.Lock()
        self.baselines = {}
        self.counts = dict.fromkeys(("refused", "unclean", "same", "unusable",
                                     "clang", "crash", "hang", "wrong"), 0)
        self.environment = dict(
            os.environ, OMP_TARGET_OFFLOAD="DEFAULT", OMP_NUM_THREADS="3",
            OMP_WAIT_POLICY="passive", OMPSCAN_SHORT_LOOP="0",
            LD_LIBRARY_PATH=os.path.join(BUILD, "tiny", "lib"),
            OMPSCAN_CACHE="off", POCL_KERNEL_CACHE="0",
            OCL_ICD_VENDORS=os.environ.get("OCL_ICD_VENDORS",
                                           "/etc/OpenCL/vendors/pocl.icd"),
            UBSAN_OPTIONS="halt_on_error=1:exitcode=99",
            ASAN_OPTIONS="detect_leaks=0:exitcode=99")

    def compiler(self, source, program):
        driver = "clang-22" if source.endswith(".c") else "clang++-22"
        with open(program, encoding="utf-8") as file:
            standard = re.search(r"^// RUN: .*(-std=\S+)", file.read(), re.M)
        standard = [standard[1]] if standard else []
        if self.is_grammar and driver == "clang++-22":
            standard = ["-std=c++20"]
        return [driver, *standard, "-w", "-Werror=extra-tokens", "-O1",
                "-DSCAN_TEST_GO_ON", "-ferror-limit=5", "-I",
                os.path.dirname(program), source, "-lm"]

    def offloaded(self, source, program, out):
        compiler, *options = self.compiler(source, program)
        wrapper = os.path.join(BUILD, "bin", "ompscan-" + compiler[:-len("-22")])
        # Once more with a longer limit, since other processes may have the cores.
        for limit in self.limits:
            status, output = run([wrapper, *options, "-o", out], limit,
                                 env=dict(os.environ, OMPSCAN_CLANG=compiler))
            if status != "timeout":
                break
        return status, output

    def sequential(self, source, program, out, *options):
        return run(self.compiler(source, program) + [
            "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
            *options, "-o", out], 120)

    def execute(self, program):
        with tempfile.TemporaryFile() as errors:
            with subprocess.Popen(
                    [program, SIZE], stdout=subprocess.PIPE, stderr=errors,
                    stdin=subprocess.DEVNULL, env=self.environment,
                    start_new_session=True) as process:
                try:
                    output = process.communicate(timeout=60)[0]
                    status = process.returncode
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, 9)
                    output, status = process.communicate()[0], "timeout"
        return status, output.decode(errors="replace")

    def compare(self, source, program, stem):
        """The verdict on an accepted program, and what was printed."""
        status, _ = self.sequential(source, program, stem + ".seq")
        if status != 0:
            return "unclean", ""
        want_status, want = self.execute(stem + ".seq")
        if want_status not in (0, 1):
            return "unclean", ""
        status, got = self.execute(stem + ".dev")
        if status == "timeout":
            return "hang", "the offloaded program does not end\n"
        if status != want_status or not same_output(got, want):
            if self.uses_garbage(source, program, stem):
                return "unclean", ""
            return "wrong", (f"sequential ({want_status}):\n{want[:4000]}\n"
                             f"offloaded ({status}):\n{got[:4000]}\n")
        return "same", ""

    def uses_garbage(self, source, program, stem):
        """Whether the sequential program shows what variables hold that nothing
        has assigned, which the sanitizers do not see."""
        shown = []
        for value in ("zero", "pattern"):
            status, _ = self.sequential(source, program, stem + ".seq",
                                        f"-ftrivial-auto-var-init={value}")
            if status != 0:
                return False
            shown.append(self.execute(stem + ".seq"))
        return shown[0] != shown[1]

    def baseline(self, program):
        """Whether the program itself prints the same both ways."""
        if self.is_grammar:
            return True
        with self.lock:
            lock = self.baselines.setdefault(program, [threading.Lock(), None])
        with lock[0]:
            if lock[1] is None:
                stem = os.path.join(self.directory,
                                    "base-" + os.path.basename(program))
                status, _ = self.offloaded(program, program, stem + ".dev")
                lock[1] = status == 0 and self.compare(
                    program, program, stem)[0] == "same"
        return lock[1]

    def crashes_alone(self, source, program):
        """Whether Clang crashes, or does not end, without the plugin, on what
        this would make of the program."""
        plain = source + os.path.splitext(program)[1]
        with open(source, encoding="utf-8") as file:
            text = file.read().replace("declare scan", "declare reduction")
        with open(plain, "w", encoding="utf-8") as file:
            file.write(re.sub(r"\bscan\s*\(([^():]+):\s*(\w+)\s*\)",
                              r"reduction(\1 : \2[0:1])", text))
        status, output = run(self.compiler(plain, program)
                             + ["-fopenmp", "-fsyntax-only"], 120)
        return bool(CRASH.search(output)) or status not in (0, 1)

    def judge(self, source, program, stem):
        status, output = self.offloaded(source, program, stem + ".dev")
        if status == "timeout":
            return ("clang" if self.crashes_alone(source, program)
                    else "hang"), "Clang does not end\n" + output
        if CRASH.search(output) or status not in (0, 1):
            return ("clang" if self.crashes_alone(source, program)
                    else "crash"), output
        if status != 0:
            return "refused", output
        verdict, output = self.compare(source, program, stem)
        if verdict in ("wrong", "hang") and not self.baseline(program):
            return "unusable", output
        return verdict, output

    def generated(self, number, seed):
        """A program, and what mutate() returns of it."""
        dice = random.Random(f"{seed}:{number} grammar")
        language = dice.choice(["c", "c++"])
        text = generate_anything.program(f"{seed}:{number}", language)
        how = "as it is"
        if dice.randrange(3) == 0:
            mutant = mutate(text, dice)
            if mutant:
                text, how = mutant[:2]
        program = "generated." + ("c" if language == "c" else "cpp")
        body = text[text.index("static void f0("):]
        return program, (text, how, SCAN.search(body) is not None)

    def test(self, number, seed, programs):
        if self.is_grammar:
            self.try_one(number, seed, *self.generated(number, seed))
            return
        dice = random.Random(f"{seed}:{number}")
        # What is there to be refused is worth a few.
        refused = [name for name in programs if "/Diagnostics/" in name]
        others = [name for name in programs if name not in refused]
        few = dice.random() < 0.1 or not others
        program = dice.choice(refused if few and refused else others)
        with open(program, encoding="utf-8") as file:
            mutant = mutate(file.read(), dice)
        if mutant:
            self.try_one(number, seed, program, mutant)

    def try_one(self, number, seed, program, mutant):
        suffix = os.path.splitext(program)[1]
        stem = os.path.join(self.directory, str(number))
        with open(stem + suffix, "w", encoding="utf-8") as file:
            file.write(mutant[0])
        if self.is_grammar:
            program = stem + suffix
        verdict, output = self.judge(stem + suffix, program, stem)
        if verdict in ("wrong", "hang") and not mutant[2]:
            verdict = "unusable"
        with self.lock:
            self.counts[verdict] += 1
        if verdict in ("crash", "hang", "wrong"):
            place = os.path.relpath(program, ROOT)
            os.makedirs(self.keep, exist_ok=True)
            kept = os.path.join(self.keep, f"{seed}-{number}{suffix}")
            os.replace(stem + suffix, kept)
            with open(kept + ".log", "w", encoding="utf-8") as file:
                file.write(f"{verdict}: {place}, {mutant[1]}\n{output}")
            print(f"mutate-tests: {verdict}: {kept}: {place}, {mutant[1]}",
                  flush=True)
        for left in glob.glob(glob.escape(stem) + ".*"):
            os.remove(left)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--grammar", action="store_true")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    arguments = parser.parse_args()

    programs = [os.path.abspath(program) for program in arguments.programs]
    for area in PROGRAMS if not programs else []:
        programs += glob.glob(os.path.join(ROOT, "test", area, "*.c"))
        programs += glob.glob(os.path.join(ROOT, "test", area, "*.cpp"))
    usable = []
    for program in sorted(programs):
        with open(program, encoding="utf-8") as file:
            text = file.read()
        # Programs for other tests than running on a device, or that need much.
        if "huge" in program or not any(True for _ in regions(text)):
            continue
        if arguments.short and (len(text) > 3500 or "iostream" in text):
            continue
        usable.append(program)

    until = time.time() + 60 * arguments.minutes
    of = "the grammar" if arguments.grammar else f"{len(usable)} programs"
    print(f"mutate-tests: {arguments.count} mutants of {of}, "
          f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as directory:
        tester = Tester(directory, os.path.join(BUILD, "mutants"),
                        arguments.grammar)
        tried = 0
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            def one(number):
                if time.time() < until:
                    tester.test(number, arguments.seed, usable)
                    return True
                return False

            for was_tried in pool.map(one, range(
                    arguments.first, arguments.first + arguments.count)):
                tried += was_tried
                if was_tried and tried % 100 == 0:
                    print(f"mutate-tests: {tried}: {summary(tester)}",
                          flush=True)
    print(f"mutate-tests: {tried} mutants: {summary(tester)}")
    if tried < arguments.count:
        print("mutate-tests: the time is over")
    found = sum(tester.counts[kind] for kind in ("crash", "hang", "wrong"))
    return 1 if found or not tried else 0


def summary(tester):
    return ", ".join(f"{count} {kind}" for kind, count in tester.counts.items())


if __name__ == "__main__":
    sys.exit(main())
