#!/usr/bin/env python3
"""Writes a C or C++ program of random constructs on shared arrays, each with its
oracle.

The same seed gives the same program. A case is a function that strings together
scan loops, target constructs without a scan, loops of the host, and directives
on data: regions, `enter` and `exit`, updates. The generator keeps account of
where the values of each array are, on the host, on the device or on both, and
has no construct read values that are elsewhere: so the program means the same
with and without a device. The oracle is the same function without any
directive. Every array that the host has in the end is compared.

  generate_data.py --seed 7 --cases 50 --language c > cases.c
  clang -fopenmp -fplugin=... cases.c -lompscan

The program takes the number of elements as an argument and prints "ok", or the
first mismatch.
"""

import argparse
import random

from data_account import Account
from data_pieces import (ACCUMULATORS, BODIES, FILLED, HEAD, LOOPS, SCANS,
                         directive, filled_function, function, replace_name)


class Case(Account):
    def __init__(self, rng, number, scans, fills):
        super().__init__(rng, number)
        self.scans = scans
        self.fills = fills
        self.counter = 0

    # The constructs.

    def scan(self):
        rng = self.rng
        accumulates = rng.random() < 0.4
        name, uses, body = rng.choice(ACCUMULATORS if accumulates else SCANS)
        chosen = self.pick(uses)
        if not chosen:
            return
        self.copied = set()
        if rng.random() < 0.85:
            form = rng.randrange(2)
            self.scans.add((accumulates, name, uses, body, form))
            call = f"{name}{form}({', '.join(chosen)}, n)"
            # The oracle calls the same loop without its directives.
            self.lines.append(("  " * self.depth +
                               (f"total += {call};" if accumulates else
                                f"{call};"), f"{name}_host"))
            self.lines[-1] = (self.lines[-1][0],
                              self.lines[-1][0].replace(
                                  f"{name}{form}(", f"{name}_host("))
        else:
            text = body
            for parameter, a in zip("yxz", chosen):
                text = replace_name(text, parameter, a)
            mapped = self.maps(chosen, uses, True)
            start = text.index("@(")
            end = text.index("\n", start)
            scan = text[start + 2:end - 1]
            maps = mapped if rng.random() < 0.7 else None
            if maps is None:
                self.copied = set()
            text = text[:start] + directive(scan, maps) + text[end:]
            if accumulates:
                text = "unsigned k = 0;\n" + text + "\ntotal += k;"
            self.block(text)
        self.stored(chosen, uses)

    def block(self, text):
        self.emit("{", True)
        self.depth += 1
        self.emit(text, True)
        self.depth -= 1
        self.emit("}", True)

    def target(self):
        rng = self.rng
        uses, body, independent = rng.choice(BODIES)
        chosen = self.pick(uses)
        if not chosen:
            return
        for parameter, a in zip("yxz", chosen):
            body = replace_name(body, parameter, a)
        head = rng.choice(LOOPS) if independent else "target"
        begin, end = rng.choice([("0", "n"), ("n / 3", "n - n / 4")])
        if "s" in uses and begin != "0":
            uses = uses.replace("s", "u")
            if not all(self.states[a].readable() for a in chosen):
                return
        clauses = " " + self.maps(chosen, uses, True)
        condition = rng.random()
        host = all(self.states[a].host or use == "s"
                   for a, use in zip(chosen, uses))
        skipped = condition < 0.15 and host
        if skipped:
            clauses += rng.choice([" if(n < 0)", " if(target : n < 0)"])
        elif condition < 0.3:
            clauses += " if(n >= 0)"
        if rng.random() < 0.2:
            clauses += f" nowait depend(inout : {chosen[0]}[0])"
        text = (f"#pragma omp {head}{clauses}\n"
                f"for (int i = {begin}; i < {end}; i++) {{\n    {body}\n}}")
        self.emit(text, True)
        if skipped:
            self.copied = set()
            for a, use in zip(chosen, uses):
                if use != "r":
                    s = self.states[a]
                    s.host, s.device = True, False
        else:
            self.stored(chosen, uses)

    def reduction(self):
        chosen = self.pick("r")
        if not chosen:
            return
        a = chosen[0]
        maps = self.maps(chosen, "r", True)
        head = self.rng.choice(LOOPS[:2])
        if self.rng.random() < 0.2:
            bins = f"bins{self.counter}"
            self.counter += 1
            size = self.rng.choice([5, 5, 100])
            what = self.rng.choice([bins, f"{bins}[1 : {size - 2}]"])
            mapped = self.rng.choice(["", f"map(tofrom : {bins}) "])
            op = self.rng.choice("+^*")
            self.emit(f"unsigned {bins}[{size}] = {{1, 2, 3, 4, 5}};", True)
            self.emit(f"#pragma omp {head} reduction({op} : {what}) "
                      f"{mapped}{maps}\n"
                      f"for (int i = 0; i < n; i++)\n"
                      f"  {bins}[1 + {a}[i] % {size - 2}] {op}= {a}[i] | 1;",
                      True)
            self.emit(f"for (int i = 0; i < {size}; i++)\n"
                      f"  total += {bins}[i] * (2 * i + 1);", True)
            return
        self.emit(f"#pragma omp {head} reduction(+ : total) map(tofrom : total)"
                  f" {maps}\nfor (int i = 0; i < n; i++)\n  total += {a}[i];",
                  True)

    def unknown(self):
        chosen = self.pick("ur")
        if not chosen:
            return
        rows = f"rows{self.counter}"
        self.counter += 1
        self.emit(f"unsigned *{rows}[2] = {{{chosen[0]}, {chosen[1]}}};", True)
        self.emit("#pragma omp target\n" + self.rng.choice([
            f"opaque({rows}, 0, 1, n);",
            f"for (int i = 0; i < n; i++)\n  {rows}[0][i] -= {rows}[1][i] & 9;",
        ]), True)
        self.copied = set()
        self.stored(chosen, "ur")

    def filled(self):
        """A loop that fills what the scan behind it reads, or nearly so."""
        chosen = self.pick("sru")
        if not chosen:
            return
        number = self.rng.randrange(len(FILLED))
        self.fills.add(number)
        call = f"({', '.join(chosen)}, n);"
        indent = "  " * self.depth
        self.lines.append((f"{indent}total += filled{number}{call}",
                           f"{indent}total += filled{number}_host{call}"))
        self.copied = set()
        self.stored(chosen, "sru")

    def host(self):
        """A loop of the host, perhaps on what is stale on the device then."""
        a, b = self.rng.sample(self.arrays, 2)
        self.wait((a, b))
        s, t = self.states[a], self.states[b]
        if t.host:
            self.emit(f"for (int i = 0; i < n; i++)\n"
                      f"  {a}[i] = {b}[i] * 9 + 1;", True)
        else:
            self.emit(f"for (int i = 0; i < n; i++)\n"
                      f"  {a}[i] = (unsigned)i * 11;", True)
        s.host, s.device = True, False

    def update(self):
        for a in self.rng.sample(self.arrays, len(self.arrays)):
            s = self.states[a]
            section = self.rng.choice([f"{a}[0 : n]", f"{a}[ : n]"])
            if s.present and s.device != s.host:
                way = "from" if s.device else "to"
                self.emit(f"#pragma omp target update {way}({section})"
                          + self.tail([a]), False)
                s.host = s.device = True
                return
            if not s.present and self.rng.random() < 0.3:
                # Passed over.
                self.emit(f"#pragma omp target update from({section})", False)
                return

    def enter(self):
        items = self.entered(2)
        if items:
            self.emit("#pragma omp target enter data " + " ".join(
                f"map({kind} : {a}[0 : n])" for a, kind in items)
                + self.tail([a for a, _ in items]), False)

    def entered(self, most):
        items = []
        for a in self.rng.sample(self.arrays, self.rng.randint(1, most)):
            s = self.states[a]
            kind = self.rng.choice(["to", "to", "alloc"])
            if not s.present:
                if kind == "to" and not s.host:
                    kind = "alloc"
                s.device = kind == "to"
            elif s.host and kind == "to" and self.rng.random() < 0.4:
                kind = "always, to"
                s.device = True
            s.present += 1
            items.append((a, kind))
        return items

    def leave(self, a):
        """The map of an exit, with what becomes of the array."""
        s = self.states[a]
        if s.present > 1 and self.rng.random() < 0.8:
            kind = "release"
            if s.device and self.rng.random() < 0.5:
                kind = "always, from"
                s.host = True
            s.present -= 1
            return kind
        if s.device:
            kind = "from" if s.present == 1 else "always, from"
            s.host = True
        else:
            kind = "release"
        s.present -= 1
        if not s.present:
            s.device = False
        return kind

    def exit(self):
        inside = [a for a in self.arrays
                  if self.states[a].present > self.held.count(a)]
        if not inside:
            return
        a = self.rng.choice(inside)
        kind = self.leave(a)
        self.emit(f"#pragma omp target exit data map({kind} : {a}[0 : n])"
                  + self.tail([a]), False)

    def region(self):
        if self.depth > 3:
            return
        rng = self.rng
        items = []
        for a in rng.sample(self.arrays, rng.randint(1, len(self.arrays))):
            s = self.states[a]
            kind = rng.choice(["to", "tofrom", "from", "alloc"])
            if not s.present:
                if "to" in kind and not s.host:
                    kind = "from" if "from" in kind else "alloc"
                s.device = kind.startswith("to")
            s.present += 1
            items.append((a, kind))
        self.emit("#pragma omp target data " + " ".join(
            f"map({kind} : {a}[0 : n])" for a, kind in items), False)
        self.emit("{", True)
        self.depth += 1
        self.held += [a for a, _ in items]
        self.constructs(rng.randint(1, 4))
        # What the end brings back has to be there.
        for a, kind in items:
            s = self.states[a]
            if kind in ("from", "tofrom") and s.present == 1 and not s.device:
                if s.host:
                    self.emit(f"#pragma omp target update to({a}[0 : n])",
                              False)
                    s.device = True
                else:
                    self.emit(f"#pragma omp target map(from : {a}[0 : n])\n"
                              f"for (int i = 0; i < n; i++)\n"
                              f"  {a}[i] = 5;", True)
                    s.device = True
            elif kind in ("to", "alloc") and s.present == 1 and not s.host:
                if s.device:
                    self.emit(f"#pragma omp target update from({a}[0 : n])",
                              False)
                    s.host = True
        for a, kind in items:
            s = self.states[a]
            self.held.remove(a)
            s.present -= 1
            if not s.present:
                s.host = s.host or "from" in kind
                s.device = False
        self.depth -= 1
        self.emit("}", True)

    def constructs(self, count):
        for _ in range(count):
            construct = self.rng.choice(
                [self.scan, self.scan, self.scan, self.target, self.target,
                 self.target, self.reduction, self.unknown, self.host,
                 self.update, self.update, self.enter, self.exit, self.region,
                 self.filled])
            if construct not in (self.host, self.update, self.enter, self.exit):
                self.wait()
            construct()
        self.wait()

    def run(self):
        self.constructs(self.rng.randint(2, 12))
        for a in self.arrays:
            while self.states[a].present:
                kind = self.leave(a)
                self.emit(f"#pragma omp target exit data "
                          f"map({kind} : {a}[0 : n])", False)
        return self.text()


def program(seed, cases, language):
    rng = random.Random(f"{seed} {language}")
    scans, fills = set(), set()
    made = [Case(rng, i, scans, fills) for i in range(cases)]
    texts = [c.run() for c in made]
    out = [f"// Seed {seed}, {cases} cases.", HEAD]
    loops = sorted(scans)
    for loop in sorted({s[:4] for s in loops}):
        out.append(function(*loop, 2))
    for loop in loops:
        out.append(function(*loop))
    for number in sorted(fills):
        out += [filled_function(number, True), filled_function(number, False)]
    out += texts
    out.append("int main(int argc, char **argv) {")
    out.append("  const int n = argc > 1 ? atoi(argv[1]) : 300;")
    for c in made:
        names = c.arrays
        out.append("  {\n    scan_test_size = (size_t)n;")
        for which in ("x", "w"):
            for k, a in enumerate(names):
                out.append(f"    unsigned *{which}{a} = array((unsigned)n);")
                out.append(f"    for (int i = 0; i < n; i++)\n"
                           f"      {which}{a}[i] = (unsigned)i * "
                           f"{2 * (k + c.number) + 3}u >> {k % 3};")
        args = ", ".join("x" + a for a in names)
        wants = ", ".join("w" + a for a in names)
        out.append(f"    const unsigned got = case{c.number}({args}, n);")
        out.append(f"    const unsigned want = "
                   f"case{c.number}_host({wants}, n);")
        out.append(f"    if (got != want)\n      return printf(\"case "
                   f"{c.number}: total %u, not %u\\n\", got, want), 1;")
        out.append(f"    scan_test_digest(\"case{c.number}\", &got, sizeof got);")
        for a in c.valid():
            out.append(f"    for (int i = 0; i < n; i++)\n"
                       f"      if (x{a}[i] != w{a}[i])\n        return "
                       f"printf(\"case {c.number}: {a}[%d] is %u, not %u\\n\", "
                       f"i, x{a}[i], w{a}[i]), 1;")
            out.append(f"    scan_test_digest(\"case{c.number}\", x{a}, "
                       f"n * sizeof *x{a});")
        for which in ("x", "w"):
            for a in names:
                out.append(f"    free({which}{a});")
        out.append("  }")
    out.append("  puts(\"ok\");\n  return 0;\n}")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=25)
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.cases, arguments.language))


if __name__ == "__main__":
    main()
