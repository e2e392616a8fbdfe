#!/usr/bin/env python3
#
# Compiles and runs the scan tests of other projects, as they are and on
# `target`, and prints a table of the results.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: scripts/conformance.py [OPTIONS] FOLDER...

FOLDER is the source tree of GCC, of which only libgomp/testsuite and
gcc/testsuite are used, or a checkout of OpenMP_VV. The user fetches them:

  apt-get source gcc-14       # and unpack gcc-14-*/gcc-*.tar.xz
  git clone https://github.com/OpenMP-Validation-and-Verification/OpenMP_VV

The tests are those with a `reduction` that is `inscan`:

  run      those of libgomp, of GCC's vectorizer and of OpenMP_VV
  compile  those of GCC's front ends; one that expects errors has to be refused,
           for whatever reason

A column of the table is a compiler alone, or Clang with the plugin:

  as is      the test as it is
  on cores   each `inscan` loop on `parallel for`, with `simd` if it had that;
             `parallel` around it, and `nowait`, are removed
  on target  the same on `target parallel for`

In the last two OmpScan has to take every loop but those with `if(0)`, or the test
counts as refused; on `target`, the program also ends where a loop does not run on
the device.
Programs run with normal and with tiny tiles, if these are built, and no loop is
short.

  passed    it compiles, runs, and finds its results right
  OSnnn     OmpScan refuses it; the reasons are behind the table
  refused   Clang or GCC refuses it
  accepted  the compiler accepts what is an error in GCC
  crashed   the compiler crashes
  wrong     the program finds a wrong result, crashes, or does not end

`2/4` are loops that OmpScan takes, and all loops: Clang compiles the others. The
exit status is 1 if a test is wrong, or crashes the compiler, where OmpScan takes
all of its loops.

With --programs, each C and C++ program of OpenMP_VV or HeCBench, with or without
a scan, is compared: what Clang alone makes of it, without offloading, and Clang
with the plugin, on the host's cores and on OMPSCAN_DEVICE, if that is set.
FOLDER is a checkout of one of them:

  git clone https://github.com/OpenMP-Validation-and-Verification/OpenMP_VV
  git clone https://github.com/zjin-lcf/HeCBench

Of HeCBench these are the folders src/*-omp, each built in a copy and run as its
Makefile.aomp does; nothing is written to the checkout.

  same      the exit status, and on the cores the output, are those that Clang
            alone leads to
  passed    Clang alone does not compile, link or pass it; with OmpScan it passes
  failed    neither passes
  refused   neither compiles
  endless   with Clang alone it does not end in time
  differs   it fails, or compiles no more, where it passes with Clang alone

Lines of the output do not count that are a runtime's (OMP:, ompscan:), or differ
between two runs with Clang alone. On a device a program may say other things.
Programs that differ, fail or are refused are listed with what they print first.

Environment:
  OMPSCAN_BUILD_DIR  the build tree (default: build)
  OMPSCAN_DEVICE     where loops run (default: host)
  OMPSCAN_OPENMP_DIR a folder with omp.h and libomp.so for Clang alone (default:
                     the copy of the build tree, if it has one)
"""

import argparse
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("OMPSCAN_BUILD_DIR", os.path.join(ROOT, "build"))
DIRECTIVE = re.compile(r"^([ \t]*#[ \t]*pragma[ \t]+omp[ \t]+)"
                       r"((?:[^\n\\]|\\\n|\\.)*)", re.MULTILINE)
INSCAN = re.compile(r"\breduction\s*\(\s*inscan\b")
CRASH = re.compile(r"PLEASE submit a bug report|Assertion `|Stack dump:|"
                   r"internal compiler error")
LIMIT = 120

# Where tests are, and whether they are run.
PLACES = [("libgomp/testsuite/libgomp.c", "scan-*.c", True),
          ("libgomp/testsuite/libgomp.c-c++-common", "scan-*.c", True),
          ("libgomp/testsuite/libgomp.c++", "scan-*.C", True),
          ("gcc/testsuite/gcc.dg/vect", "vect-simd-*.c", True),
          ("gcc/testsuite/g++.dg/vect", "simd-*.cc", True),
          ("tests", "**/*.c", True), ("tests", "**/*.cpp", True),
          ("gcc/testsuite/c-c++-common/gomp", "scan-*.c", False),
          ("gcc/testsuite/gcc.dg/gomp", "scan-*.c", False),
          ("gcc/testsuite/g++.dg/gomp", "scan-*.C", False)]


def text_of(path):
    """The text of a test, with the tests that it includes."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()

    def include(match):
        other = os.path.join(os.path.dirname(path), match[1])
        return text_of(other) if os.path.exists(other) else match[0]
    return re.sub(r'^#include "([\w.+-]+\.[cC])"$', include, text,
                  flags=re.MULTILINE)


class Test:
    """One test, in one language."""

    def __init__(self, folder, path, runs, language):
        self.path = path
        self.runs = runs
        self.language = language
        self.text = text_of(path)
        self.loops = sum(1 for directive in DIRECTIVE.finditer(self.text)
                         if INSCAN.search(directive[2]))
        self.expects_errors = "dg-error" in self.text
        self.flags = []
        if os.path.exists(os.path.join(folder, "ompvv/ompvv.h")):
            self.flags = ["-I", os.path.join(folder, "ompvv")]
        name = os.path.relpath(path, folder)
        self.name = re.sub(r"^(libgomp|gcc)/testsuite/", "", name)
        if "c-c++-common" in name and language == "c++":
            self.name += " (C++)"

    def source(self, construct):
        """The program, with its loops on another construct if one is given."""
        text = self.text
        if construct:
            text = on_construct(text, construct)
        # Headers beside the test are found from elsewhere.
        return re.sub(r'^(\s*#\s*include\s+)"([^"]+)"', self.include, text,
                      flags=re.MULTILINE)

    def include(self, match):
        path = os.path.join(os.path.dirname(self.path), match[2])
        name = os.path.normpath(path) if os.path.exists(path) else match[2]
        return f'{match[1]}"{name}"'


def natural(path):
    return [int(word) if word.isdigit() else word
            for word in re.split(r"(\d+)", path)]


def tests_of(folder):
    """The scan tests of a source tree."""
    for place, pattern, runs in PLACES:
        found = glob.glob(os.path.join(folder, place, pattern), recursive=True)
        for path in sorted(found, key=natural):
            languages = ["c"] if path.endswith(".c") else ["c++"]
            if "c-c++-common" in path:
                languages = ["c", "c++"]
            tests = [Test(folder, path, runs, language)
                     for language in languages]
            yield from (test for test in tests if test.loops)


def on_construct(text, construct):
    """The program with its `inscan` loops on another construct."""
    def rewrite(match):
        begin, directive = match.groups()
        words = re.match(r"(?:(?:parallel|for|simd)\b\s*)*", directive)[0]
        clauses = directive[len(words):]
        if INSCAN.search(directive) and words:
            simd = " simd" if "simd" in words else ""
            clauses = re.sub(r"\bnowait\b", "", clauses)
            return f"{begin}{construct}{simd} {clauses}"
        return "" if directive.strip() == "parallel" else match[0]
    return DIRECTIVE.sub(rewrite, text)


def call(command, environment=None):
    """(exit status, or None where it does not end; what it prints)"""
    # In a session of its own, so that a compiler ends with its driver.
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          env=environment, start_new_session=True) as process:
        try:
            output = process.communicate(timeout=LIMIT)[0]
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, "it does not end"


def last_line(text):
    lines = [line for line in text.split("\n") if line.strip()]
    return lines[-1][:200] if lines else ""


def openmp_flags():
    """What Clang alone needs to find an OpenMP runtime of its release."""
    folder = os.environ.get("OMPSCAN_OPENMP_DIR",
                            os.path.join(BUILD, "lib", "ompscan", "openmp"))
    if not os.path.exists(os.path.join(folder, "libomp.so")):
        return []
    return ["-idirafter", folder, "-L" + folder, "-Wl,-rpath," + folder]


class Result:
    def __init__(self, word, reason=None, taken=0):
        self.word = word
        self.reason = reason
        self.taken = taken


class Alone:
    """A compiler that is no part of OmpScan."""

    construct = None
    ompscan = False
    warnings = ["-w"]

    def __init__(self, compiler):
        self.compiler = compiler
        words = call([compiler, "--version"])[1]
        number = re.search(r"\d+\.\d+\.\d+", words)
        family = "Clang" if "clang" in words.lower() else "GCC"
        self.openmp = openmp_flags() if family == "Clang" else []
        self.title = f"{family} {number[0]}" if number else compiler

    def driver(self, language):
        name = self.compiler
        if language == "c++":
            name = re.sub(r"(gcc|clang)(?=[-.\d]*$)",
                          lambda m: {"gcc": "g++"}.get(m[1], "clang++"), name)
        return [name, "-fopenmp"] + self.openmp

    def result(self, test, folder):
        source = os.path.join(folder, "test.c")
        program = os.path.join(folder, "program")
        with open(source, "w", encoding="utf-8") as file:
            file.write(test.source(self.construct))
        command = self.driver(test.language)
        command += self.warnings
        command += ["-O2", "-x", test.language, source, "-x", "none"]
        command += ["-o", program] + test.flags
        command += ["-lm"] if test.runs else ["-c"]
        status, output = call(command)
        taken = len(re.findall(r"\[OS080\]", output))
        if status is None or CRASH.search(output):
            return Result("crashed", last_line(output))
        if status != 0:
            error = re.search(r"error: (.*?)(?: \[(OS\d+)\])?$", output,
                              re.MULTILINE)
            if test.expects_errors:
                return Result("passed")
            if not error:
                return Result("refused", last_line(output))
            return Result(error[2] or "refused", error[1])
        if test.expects_errors:
            return Result("accepted", taken=taken)
        left = re.search(r"this scan (?:runs on the host|runs on one core): "
                         r"(?!its 'if' clause)(.*) \[(OS142|OS081)\]", output)
        if self.construct and left:
            return Result(left[2], left[1], taken)
        return self.run(program, taken) if test.runs else Result(
            "passed", taken=taken)

    def run(self, program, taken):
        for environment in self.environments():
            status, output = call([program], dict(os.environ, **environment))
            if status != 0:
                return Result("wrong", last_line(output) or
                              f"exit status {status}", taken)
        return Result("passed", taken=taken)

    def environments(self):
        yield {}


class OmpScan(Alone):
    """Clang with the plugin."""

    ompscan = True
    warnings = ["-Wno-everything", "-Wompscan"]

    def __init__(self, clang, title, construct=None):
        super().__init__(clang)
        self.title = title
        self.construct = construct

    def driver(self, language):
        name = "ompscan-clang++" if language == "c++" else "ompscan-clang"
        return [os.path.join(BUILD, "bin", name), "-Rpass=ompscan",
                "-Rpass-missed=ompscan"]

    def environments(self):
        settings = {"OMPSCAN_SHORT_LOOP": "0",
                    "OMPSCAN_DEVICE": os.environ.get("OMPSCAN_DEVICE", "host")}
        if self.construct and "target" in self.construct:
            settings["OMP_TARGET_OFFLOAD"] = "MANDATORY"
        yield settings
        tiny = os.path.join(BUILD, "tiny/lib")
        if os.path.exists(os.path.join(tiny, "libompscan.so.0")):
            yield dict(settings, LD_LIBRARY_PATH=tiny)


class VvProgram:
    """A program of OpenMP_VV, which is one file."""

    def __init__(self, folder, path):
        self.path = path
        self.name = os.path.relpath(path, os.path.join(folder, "tests"))
        self.language = "c++" if path.endswith(".cpp") else "c"
        self.flags = ["-I", os.path.join(folder, "ompvv"), "-I",
                      os.path.dirname(path), "-DVERBOSE_MODE", "-lm"]

    def build(self, compiler, folder):
        """(exit status, output, command that runs the program)"""
        program = os.path.join(folder, "program")
        return *call(compiler + ["-w", "-O1", self.path] + self.flags +
                     ["-o", program]), [program]


class HecProgram:
    """A program of HeCBench, which is a folder with a Makefile.

    Makefiles name files beside their folder, so that the copy lies among links
    to all the others."""

    language = "c++"

    def __init__(self, folder, path):
        self.source = os.path.join(folder, "src")
        self.name = os.path.basename(os.path.dirname(path))

    def build(self, compiler, folder):
        """(exit status, output, command that runs the program)"""
        for name in os.listdir(self.source):
            if name != self.name:
                os.symlink(os.path.join(self.source, name),
                           os.path.join(folder, name))
        copy = os.path.join(folder, self.name)
        shutil.copytree(os.path.join(self.source, self.name), copy,
                        symlinks=True)
        make = ["make", "--no-print-directory", "-s", "-C", copy, "-f",
                "Makefile.aomp", "DEVICE=cpu", "LAUNCHER=", "EXTRA_CFLAGS=-w",
                "CC=" + " ".join(compiler)]
        return *call(make), make + ["run"]


def programs_of(folder):
    """All programs of OpenMP_VV or HeCBench."""
    places = [("tests/**/*.c", VvProgram), ("tests/**/*.cpp", VvProgram),
              ("src/*-omp/Makefile.aomp", HecProgram)]
    found = [kind(folder, path) for pattern, kind in places
             for path in glob.glob(os.path.join(folder, pattern),
                                   recursive=True)]
    return sorted(found, key=lambda program: natural(program.name))


class Outcome:
    """What became of a program: its exit status and output, or an error."""

    def __init__(self, status, output, compiles=True):
        self.status = status
        self.output = output
        self.compiles = compiles
        self.passes = compiles and status == 0

    def first_line(self):
        error = re.search(r".*(?:error:|undefined reference).*", self.output)
        lines = self.output.strip().split("\n")
        return (error[0] if error else lines[0])[:200]

    def lines(self):
        return [line for line in self.output.split("\n")
                if not re.search(r"^(ompscan|OMP): ", line)]

    def differs(self, other, again):
        """Whether it ran otherwise than another one, of which \p again is a
        second run."""
        own, first, second = (each.lines() for each in (self, other, again))
        if self.status != other.status or len(own) != len(first):
            return True
        return any(line != one for line, one, two in zip(own, first, second)
                   if one == two)


def outcomes_of(program, clang, settings):
    """What becomes of a program with Clang alone, in two runs, and with OmpScan
    in each of the environments \p settings."""
    name = "clang++" if program.language == "c++" else "clang"
    alone = [clang.replace("clang", name), "-fopenmp"] + openmp_flags()
    wrapper = [os.path.join(BUILD, "bin", "ompscan-" + name)] + openmp_flags()
    outcomes = []
    for compiler, environments in ((alone, [{}, {}]), (wrapper, settings)):
        with tempfile.TemporaryDirectory() as folder:
            status, output, command = program.build(compiler, folder)
            for environment in environments:
                if status == 0:
                    outcomes.append(Outcome(
                        *call(command, dict(os.environ, **environment))))
                else:
                    outcomes.append(Outcome(status, output, compiles=False))
                if outcomes[0].status is None:
                    return outcomes[:1] * (2 + len(settings))
    return outcomes


def compared(outcome, alone, again, on_device):
    """The word for what became of a program."""
    if alone.status is None:
        return "endless"
    if not alone.passes:
        if outcome.passes:
            return "passed"
        return "failed" if outcome.compiles else "refused"
    if on_device:
        return "same" if outcome.passes else "differs"
    return "differs" if outcome.differs(alone, again) else "same"


def compare_programs(folders, clang, only, step):
    """Prints a table of all programs; returns the exit status."""
    programs = [program for folder in folders for program in programs_of(folder)
                if only in program.name][::step]
    if not programs:
        sys.exit("conformance: there are no programs; --programs takes checkouts "
                 "of OpenMP_VV and HeCBench")
    device = os.environ.pop("OMPSCAN_DEVICE", None)
    settings = [{"OMPSCAN_DEVICE": name} for name in ["host", device] if name]
    counts = [{} for _ in settings]
    reasons = []
    for program in programs:
        alone, again, *others = outcomes_of(program, clang, settings)
        words = [compared(other, alone, again, number > 0)
                 for number, other in enumerate(others)]
        print("| " + " | ".join([program.name] + words) + " |", flush=True)
        for count, word, other in zip(counts, words, others):
            count[word] = count.get(word, 0) + 1
            if word not in ("same", "passed"):
                reasons.append(f"{program.name}: {word}: {other.first_line()}")
    print()
    for setting, count in zip(settings, counts):
        print(f"{setting['OMPSCAN_DEVICE']}: " +
              ", ".join(f"{count[word]} {word}" for word in sorted(count)))
    print()
    print("\n".join(dict.fromkeys(reasons)))
    return 1 if any("differs" in count for count in counts) else 0


def main():
    global LIMIT
    parser = argparse.ArgumentParser(
        usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--release", default="22",
                        help="the release of Clang (default: 22)")
    parser.add_argument("--compiler", action="append", default=[],
                        help="one more compiler, such as gcc")
    parser.add_argument("--only", default="",
                        help="tests with this in their names")
    parser.add_argument("--programs", action="store_true",
                        help="compare all programs of OpenMP_VV or HeCBench")
    parser.add_argument("--step", type=int, default=1, metavar="N",
                        help="with --programs, take every Nth one only")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--limit", type=int, default=LIMIT, metavar="SECONDS",
                        help=f"how long each step may take (default: {LIMIT})")
    arguments = parser.parse_args()

    LIMIT = arguments.limit
    clang = "clang-" + arguments.release
    os.environ["OMPSCAN_CLANG"] = clang
    os.environ.setdefault("OMP_NUM_THREADS", "4")
    if arguments.programs:
        folders = [os.path.abspath(folder) for folder in arguments.folders]
        return compare_programs(folders, clang, arguments.only, arguments.step)
    columns = [Alone(name) for name in arguments.compiler + [clang]]
    columns += [OmpScan(clang, "as is"),
                OmpScan(clang, "on cores", "parallel for"),
                OmpScan(clang, "on target", "target parallel for")]
    tests = []
    for folder in arguments.folders:
        found = list(tests_of(os.path.abspath(folder)))
        if not found:
            sys.exit(f"conformance: {folder}: there are no scan tests; it has to "
                     "be a source tree of GCC or of OpenMP_VV")
        tests += [test for test in found if arguments.only in test.name]

    titles = ["test"] + [column.title for column in columns]
    for line in [titles, ["---"] * len(titles)]:
        print("| " + " | ".join(line) + " |")
    counts, reasons, at_fault = {}, {}, False
    with tempfile.TemporaryDirectory() as folder:
        for test in tests:
            cells = [test.name]
            for column in columns:
                if column.construct and test.expects_errors:
                    cells.append("")
                    continue
                result = column.result(test, folder)
                word = result.word
                if word in ("wrong", "crashed") and column.ompscan:
                    at_fault |= bool(column.construct or
                                     result.taken == test.loops)
                counter = counts.setdefault((test.runs, column.title), {})
                counter[word] = counter.get(word, 0) + 1
                if result.reason and word != "passed":
                    reasons.setdefault((column.title, word, result.reason),
                                       []).append(test.name)
                if column.ompscan and test.runs and word in ("passed", "wrong"):
                    word += f" {min(result.taken, test.loops)}/{test.loops}"
                cells.append(word)
            print("| " + " | ".join(cells) + " |", flush=True)

    print()
    for (runs, title), counter in counts.items():
        words = ", ".join(f"{counter[word]} {word}"
                          for word in sorted(counter, key=counter.get)[::-1])
        print(f"{'run' if runs else 'compile'}, {title}: {words}")
    print()
    for (title, word, reason), names in reasons.items():
        print(f"{title}: {word}: {reason}: {', '.join(names)}")
    return 1 if at_fault else 0


if __name__ == "__main__":
    sys.exit(main())
