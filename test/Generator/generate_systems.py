#!/usr/bin/env python3
"""Writes a program of random loops on accumulators that use each other, with oracles.

The same seed gives the same program. A loop has two to four accumulators of an
unsigned integer type, so that all of it is exact: updates are sums of multiples
of accumulators and of variables of the iteration that depend on them, and of
inputs; some are under conditions, and values are stored between them. The
oracle is the loop without its directive.

  generate_systems.py --seed 7 --loops 50 > loops.c
  clang -fopenmp -fplugin=... loops.c -lompscan

It is C and C++, whatever --language says.

The program takes the largest number of iterations as an argument and prints
"ok", or the first mismatch.
"""

import argparse
import random

TYPES = ["uint8_t", "uint16_t", "uint32_t", "uint64_t"]
HEADERS = ["for (int i = 0; i < n; i++)", "for (long i = n - 1; i >= 0; --i)",
           "for (int i = 0; i < n; i += 3)"]
TRIPS = [0, 1, 2, 3, 17, 255, 1000, 4097, 70000]
HEAD = """\
#include "scan_test.h"

"""
MAIN = """\
int main(int argc, char **argv) {{
  const long most = argc > 1 ? atol(argv[1]) : 70000;
  static const long trips[] = {{{trips}}};
  for (unsigned t = 0; t < sizeof trips / sizeof *trips; ++t) {{
    const long n = trips[t] < most ? trips[t] : most;
{calls}  }}
  puts("ok");
}}
"""
DRIVER = """\
static void {name}(long n) {{
  {type} *all = ({type} *)malloc(5 * (n + 1) * sizeof *all);
  {type} *x = all, *y = x + n + 1, *z = y + n + 1, *want = z + n + 1;
  {type} *more = want + n + 1;
  {type} last[4] = {{3, 1, 4, 1}}, end[4] = {{3, 1, 4, 1}};
  for (long k = 0; k <= n; ++k) {{
    x[k] = k * 2654435761u >> 7 ^ k;
    y[k] = want[k] = z[k] = more[k] = 85;
  }}
  {name}_scan(x, y, z, n, last);
  {name}_expected(x, want, more, n, end);
  if (memcmp(y, want, n * sizeof *y) || memcmp(z, more, n * sizeof *z) ||
      memcmp(last, end, sizeof end)) {{
    printf("{name}: wrong with %ld iterations\\n", n);
    exit(1);
  }}
  scan_test_size = (size_t)n;
  scan_test_digest("{name}", y, n * sizeof *y);
  scan_test_digest("{name}", z, n * sizeof *z);
  scan_test_digest("{name}", last, sizeof last);
  free(all);
}}

"""


class Loop:
    """A loop, of which each accumulator uses the one before and the next one."""

    def __init__(self, rng, number):
        self.rng = rng
        self.name = f"loop{number}"
        self.type = rng.choice(TYPES)
        self.states = ["s", "t", "u", "v"][:rng.choice([2, 2, 2, 3, 4])]
        self.locals = 0
        lines = self.block(self.states, 1, rng.randint(1, 5))
        for at, state in enumerate(self.states):
            lines.append(f"{state} += {self.states[at - 1]} * {self.number()};")
        self.body = lines + ["y[i] = s;"]

    def number(self):
        """A number that depends on no accumulator."""
        return self.rng.choice(["x[i]", "x[i]", "(x[i] & 7)", "3", "5u",
                                "(x[i] >> 3)", "(x[i] + 1)"])

    def term(self, values):
        value = self.rng.choice(values)
        return self.rng.choice([value, f"{self.number()} * {value}",
                                f"{value} * {self.number()}", f"-{value}",
                                f"({value} << 2)", self.number()])

    def total(self, values):
        terms = [self.term(values) for _ in range(self.rng.randint(1, 3))]
        return f" {self.rng.choice('+-')} ".join(terms)

    def block(self, values, depth, count):
        """Statements that may use `values`, of which they declare more."""
        values = list(values)
        lines = []
        for _ in range(count):
            kind = self.rng.randrange(10)
            target = self.rng.choice(values)
            if kind < 3:
                name = f"w{self.locals}"
                self.locals += 1
                lines.append(f"{self.type} {name} = {self.total(values)};")
                values.append(name)
            elif kind < 5:
                lines.append(f"{target} = {self.total(values)};")
            elif kind < 7:
                operator = self.rng.choice(["+=", "-="])
                lines.append(f"{target} {operator} {self.total(values)};")
            elif kind == 7:
                lines.append(self.rng.choice([f"{target}++;", f"--{target};",
                                              f"{target} *= {self.number()};"]))
            elif kind == 8:
                lines.append(f"z[i] = {target} ^ x[i];")
            elif depth < 3:
                lines.append(f"if (x[i] & {self.rng.choice([1, 2, 6])}) {{")
                lines += ["  " + line for line in
                          self.block(values, depth + 1, self.rng.randint(1, 3))]
                lines.append("}")
        return lines

    def text(self):
        items = ", ".join(self.states)
        operator = self.rng.choice(["affine", "affine", "auto"])
        target = self.rng.choice([
            "", "target map(to : x[0:n]) map(tofrom : y[0:n], z[0:n])"])
        directive = ((f"#pragma omp {target}\n" if target else "") +
                     f"#pragma omp parallel for scan({operator} : {items})\n")
        begin = "".join(f"  {self.type} {state} = last[{at}];\n"
                        for at, state in enumerate(self.states))
        end = "".join(f"  last[{at}] = {state};\n"
                      for at, state in enumerate(self.states))
        body = "".join(f"    {line}\n" for line in self.body)
        header = self.rng.choice(HEADERS)
        function = "".join(
            f"static void {self.name}_{kind}(const {self.type} *x, {self.type} *y,"
            f" {self.type} *z, int n, {self.type} *last) {{\n{begin}{pragma}"
            f"  {header} {{\n{body}  }}\n{end}}}\n\n"
            for kind, pragma in (("scan", directive), ("expected", "")))
        return function + DRIVER.format(name=self.name, type=self.type)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loops", type=int, default=20)
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    loops = [Loop(rng, number) for number in range(options.loops)]
    text = "".join(loop.text() for loop in loops)
    calls = "".join(f"    {loop.name}(n);\n" for loop in loops)
    print(HEAD + text + MAIN.format(trips=", ".join(map(str, TRIPS)),
                                    calls=calls), end="")


if __name__ == "__main__":
    main()
