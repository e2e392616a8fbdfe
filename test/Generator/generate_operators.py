#!/usr/bin/env python3
# Random operators on small values, of which all triples can be tried.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: generate_operators.py SEED COUNT FOLDER COMPILER [ARGUMENT...]

Writes COUNT operators on bytes and as many on pairs of two bits to FOLDER, tries
all triples of each in a program, and compares what it finds with what the plugin
says of them:

- bytes: a proof if all triples agree, a warning if some of results disagree, and
  a remark otherwise;
- pairs: a warning only if some triples of results disagree, and a proof only if
  all triples agree.

Prints the counts, and ends with status 1 if the plugin is wrong.
"""

import pathlib
import random
import re
import subprocess
import sys

KINDS = {0: "associative", 1: "results only", 2: "wrong"}


class Expressions:
    """Random expressions over a few operands, many of which are associative."""

    FORMS = ["{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} & {1}", "{0} | {1}",
             "{0} ^ {1}", "({0} < {1} ? {0} : {1})", "({0} > {1} ? {0} : {1})",
             "({1} ? {1} : {0})", "({0} + {1} > 200 ? 200 : {0} + {1})",
             "({0} + {1}) % 13", "({0} * {1}) % 11", "({0} + {1}) / 2",
             "{0} * {1} + {0} + {1}", "({0} << 1) + {1}", "({0} & 15) + {1}"]

    def __init__(self, rng):
        self.rng = rng

    def of(self, operands, depth=0):
        if depth == 2 or (depth and self.rng.random() < 0.5):
            return self.rng.choice(operands + ["3"])
        parts = [self.of(operands, depth + 1) for _ in range(2)]
        if depth == 0 and self.rng.random() < 0.7:
            parts = self.rng.sample(operands, 2)
        return "(" + self.rng.choice(self.FORMS).format(*parts) + ")"


def byte(rng, number):
    body = Expressions(rng).of(["a", "b"])
    return (f"static uint8_t op{number}(uint8_t a, uint8_t b) {{\n"
            f"  return (uint8_t){body};\n}}\n", "uint8_t")


def pair(rng, number):
    make = Expressions(rng)
    members = [make.of([f"a.{m}", f"b.{m}"] if rng.random() < 0.7
                       else ["a.x", "a.y", "b.x", "b.y"]) for m in "xy"]
    return (f"static Pair op{number}(Pair a, Pair b) {{\n"
            f"  Pair r = {{(uint8_t)({members[0]} & 3), "
            f"(uint8_t)({members[1]} & 3)}};\n  return r;\n}}\n", "Pair")


# Tries all triples, and then those of results.
ORACLE = """
#define TRY(NUMBER, TYPE, COUNT, VALUE, INDEX) do {                            \\
    static int table[COUNT][COUNT], result[COUNT];                             \\
    memset(result, 0, sizeof result);                                          \\
    for (int a = 0; a < COUNT; a++) for (int b = 0; b < COUNT; b++) {          \\
      TYPE r = op##NUMBER(VALUE(a), VALUE(b));                                 \\
      result[table[a][b] = INDEX(r)] = 1;                                      \\
    }                                                                          \\
    int worst = 0;                                                             \\
    for (int a = 0; a < COUNT; a++) for (int b = 0; b < COUNT; b++)            \\
      for (int c = 0; c < COUNT; c++)                                          \\
        if (table[table[a][b]][c] != table[a][table[b][c]]) {                  \\
          const int kind = result[a] && result[b] && result[c] ? 2 : 1;        \\
          worst = kind > worst ? kind : worst;                                 \\
        }                                                                      \\
    printf("%d %d\\n", NUMBER, worst);                                          \\
  } while (0)
#define BYTE(v) (uint8_t)(v)
#define SAME(r) (r)
#define PAIR(v) (Pair){(uint8_t)((v) & 3), (uint8_t)((v) >> 2)}
#define NUMBER(r) ((r).x | (r).y << 2)
"""


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    folder, compiler = pathlib.Path(sys.argv[3]), sys.argv[4:]
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    head = ("#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
            "typedef struct { uint8_t x, y; } Pair;\n")
    functions, loops, tries, kinds = "", "", "", []
    for number in range(2 * count):
        text, kind = (byte if number < count else pair)(rng, number)
        functions += text
        kinds.append(kind)
        loops += (f"#pragma omp declare scan(op{number} : {kind} : "
                  f"omp_out = op{number}(omp_out, omp_in))\n"
                  f"void scan{number}({kind} *y, const {kind} *x, int n) {{\n"
                  f"#pragma omp parallel for scan(op{number} : y)\n"
                  f"  for (int i = 1; i < n; i++)\n"
                  f"    y[i] = op{number}(y[i - 1], x[i]);\n}}\n")
        tries += (f"  TRY({number}, uint8_t, 256, BYTE, SAME);\n"
                  if kind == "uint8_t" else
                  f"  TRY({number}, Pair, 16, PAIR, NUMBER);\n")
    (folder / "loops.c").write_text(head + functions + loops)
    (folder / "oracle.c").write_text(
        head + functions + ORACLE + "int main(void) {\n" + tries +
        "  return 0;\n}\n")
    oracle = str(folder / "oracle")
    subprocess.run([compiler[0], "-O2", "-w", str(folder / "oracle.c"), "-o",
                    oracle], check=True)
    truth = {int(n): int(worst) for n, worst in re.findall(
        r"(\d+) (\d)", subprocess.run([oracle], check=True, text=True,
                                      stdout=subprocess.PIPE).stdout)}
    said = subprocess.run(
        compiler + ["-fsyntax-only", "-Rpass=ompscan", "-Rpass-analysis=ompscan",
                    str(folder / "loops.c")],
        check=True, text=True, stderr=subprocess.PIPE).stderr
    tags = dict((int(n), tag) for n, tag in re.findall(
        r"operator 'op(\d+)' .*\[(OS193|OS197|OS199|OS200|OS201)\]", said))
    wrong, counts = 0, {}
    for number, kind in enumerate(kinds):
        tag, worst = tags.get(number), truth[number]
        if kind == "uint8_t":
            right = tag == {0: "OS199", 1: "OS197", 2: "OS193"}[worst]
        else:
            right = tag and (tag != "OS193" or worst == 2) and \
                (tag != "OS199" or worst == 0)
        key = (kind, KINDS[worst], tag)
        counts[key] = counts.get(key, 0) + 1
        if not right:
            wrong += 1
            print(f"op{number} on {kind} is {KINDS[worst]}, but the plugin says "
                  f"{tag}")
    for (kind, worst, tag), times in sorted(counts.items(), key=str):
        print(f"{kind}, {worst}: {tag} {times}")
    sys.exit(1 if wrong else 0)


main()
