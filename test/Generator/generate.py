#!/usr/bin/env python3
"""Writes a C or C++ program of random scan loops, each with its oracle.

The same seed gives the same program. Every loop is a scan under the rules of
the language: the conversions commute with the operator, nothing overflows that
C does not let overflow, and sums of floating-point inputs are exact in any
order, so that results are compared bit by bit. A loop appears twice, with its
directive and, in a function of its own, without; both run at several trip
counts on equal data in blocks that end with the last element that is used.

  generate.py --seed 7 --loops 25 --language c > loops.c
  clang -fopenmp -fplugin=... -I test/Programs/Inputs loops.c -lompscan

With --host loops have integers of 128 bits as well, which only the host's cores
compute with.

The program takes the largest trip count as an argument and prints "ok", or the
first mismatch.
"""

import argparse
import random

from c_types import (BOOL, FLOATINGS, INT, INTEGERS, WIDE, WIDE_TYPES, common,
                     literal, promoted)
from loop_text import functions

TRIPS = [0, 1, 2, 3, 11, 12, 13, 100, 144, 145, 257, 1025, 1729, 4097]


class Array:
    """An input: its elements are a * i + b for every b that is used."""

    def __init__(self, name, element, a, sign_only):
        self.name, self.element, self.a = name, element, a
        self.sign_only = sign_only
        self.furthest = 0  # largest delta of an access
        self.guarded = False  # read in some iterations only: must be mapped


class Loop:
    def __init__(self, rng, number, language, host):
        self.rng = rng
        self.integers = INTEGERS + WIDE * 3 * host
        self.name = f"loop{number}"
        self.cxx = language == "c++"
        self.arrays = []
        self.scalars = []
        self.choose_operator()
        self.choose_iteration()
        self.choose_item()
        self.choose_body()
        self.choose_directive()

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    # --- What is scanned

    def choose_operator(self):
        self.operator = self.rng.choice(
            ["+"] * 5 + ["-", "*", "&", "|", "^", "&&", "||", "min", "max"])
        choices = list(self.integers)
        if self.operator in ("+", "-", "*", "&&", "||", "min", "max"):
            choices += FLOATINGS * 4
        if self.operator in ("&", "|", "^", "&&", "||"):
            choices += [BOOL] * 3
        self.item = self.rng.choice(choices)

    # --- i = first; i REL last; i += step

    def choose_iteration(self):
        rng = self.rng
        self.induction = rng.choice(INTEGERS)
        self.step = rng.choice([1] * 8 + [2, 3, 5, 7])
        if self.chance(35):
            self.step = -self.step
        distance = abs(self.step)
        # The value nearest to zero; smaller ones are still in the type.
        self.nearest = (rng.randint(-4, 8) if self.induction.signed else
                        distance + rng.randint(1, 6))
        self.slack = rng.randrange(distance)
        relations = ["<", "<="] if self.step > 0 else [">", ">="]
        if distance == 1:
            relations += ["!="]
        self.relation = rng.choice(relations)

        limit = (1 << (self.induction.bits - self.induction.signed)) - 1
        self.most_trips = min((limit - abs(self.nearest)) // distance - 2,
                              max(TRIPS))

        # As C expressions over `trips`, all of type long.
        end = f"{self.nearest} + (trips - 1) * {distance}"
        if self.step > 0:
            self.first = str(self.nearest)
            extra = {"<": 1 + self.slack, "<=": self.slack, "!=": 1}
            self.last = f"{end} + {extra[self.relation]}"
        else:
            self.first = end
            extra = {">": -1 - self.slack, ">=": -self.slack, "!=": -1}
            self.last = str(self.nearest + extra[self.relation])
        self.furthest = end

    def step_text(self):
        rng, step = self.rng, self.step
        if step == 1:
            return rng.choice(["i++", "++i", "i += 1", "i = i + 1"])
        if step == -1:
            return rng.choice(["i--", "--i", "i -= 1", "i = i - 1"])
        if step > 0:
            return rng.choice([f"i += {step}", f"i = i + {step}",
                               f"i = {step} + i"])
        return rng.choice([f"i -= {-step}", f"i = i - {-step}"])

    def header(self):
        rng = self.rng
        first = "first"
        if self.step > 0 and self.chance(50):
            first = str(self.nearest)
        last = "last"
        if self.step < 0 and self.chance(50):
            last = str(self.nearest + {">": -1 - self.slack, ">=": -self.slack,
                                       "!=": -1}[self.relation])
        turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
        condition = (f"i {self.relation} {last}" if self.chance(75) else
                     f"{last} {turned[self.relation]} i")
        return (f"for ({self.induction.name} i = {first}; {condition}; "
                f"{self.step_text()})")

    # --- Subscripts

    def subscript(self, a, b):
        """a * i + b, for a number b or the name of a variable."""
        rng = self.rng
        if isinstance(b, str):
            product = "i" if a == -1 else f"{-a} * i"
            return f"{b} - {product}"
        product = ("i" if a == 1 else
                   rng.choice([f"{a} * i", f"i * {a}"]))
        if b == 0:
            return product
        if a != 1 and b % a == 0 and b > 0 and self.chance(40):
            return f"{a} * (i + {b // a})"
        if b < 0:
            return f"{product} - {-b}"
        return rng.choice([f"{product} + {b}", f"{b} + {product}"])

    def choose_item(self):
        rng = self.rng
        self.a = rng.choice([1] * 7 + [2, 3, -1, -2])
        margin = rng.choice([0, 0, 0, 1, 6])
        # The seed belongs to the iteration before the first.
        lowest = self.nearest - (self.step if self.step > 0 else 0)
        highest = self.furthest + ("" if self.step > 0 else
                                   f" + {-self.step}")
        if self.a > 0:
            b = margin - self.a * lowest
            self.y_begin = str(margin)
            self.y_end = f"{self.a} * ({highest}) + {b} + 1"
            self.y_offset = None
            self.stored = self.subscript(self.a, b)
            self.previous = self.subscript(self.a, b - self.a * self.step)
        else:
            self.y_begin = str(margin)
            self.y_offset = f"{margin} + {-self.a} * ({highest})"
            self.y_end = f"y_offset - {-self.a} * ({lowest}) + 1"
            self.stored = self.subscript(self.a, "y_offset")
            distance = -self.a * self.step  # added to the previous subscript
            self.previous = (self.stored +
                             (f" + {distance}" if distance > 0 else
                              f" - {-distance}"))

    # --- Inputs

    def guard(self):
        for x in self.arrays:
            x.guarded = True

    def array(self, sign_only=False):
        rng = self.rng
        if self.arrays and self.chance(40):
            candidates = [x for x in self.arrays if x.sign_only == sign_only]
            if candidates:
                return rng.choice(candidates)
        x = Array(f"x{len(self.arrays)}", self.input_type(),
                  rng.choice([1] * 6 + [2, -1]), sign_only)
        self.arrays.append(x)
        return x

    def input_type(self):
        """Sums of floats stay exact: no unsigned numbers that wrap around."""
        if self.item.kind == "floating":
            return self.rng.choice(
                [INT, self.item] + [t for t in INTEGERS
                                    if t.signed and t.bits < 64])
        return self.rng.choice(self.integers + FLOATINGS)

    def element(self, x):
        delta = self.rng.choice([0, 0, 0, 1, 2, 3])
        x.furthest = max(x.furthest, delta)
        if x.a > 0:
            return f"{x.name}[{self.subscript(x.a, delta - x.a * self.nearest)}]"
        text = self.subscript(x.a, f"{x.name}_offset")
        return f"{x.name}[{text}{f' + {delta}' if delta else ''}]"

    def scalar(self):
        rng = self.rng
        if self.scalars and self.chance(40):
            return rng.choice(self.scalars)
        s = (f"s{len(self.scalars)}", self.input_type(), rng.randint(0, 5))
        self.scalars.append(s)
        return s

    def leaf(self):
        """A small value: (text, type)."""
        kind = self.rng.randrange(10)
        if kind < 6:
            x = self.array()
            return self.element(x), x.element
        if kind < 8:
            name, t, _ = self.scalar()
            return name, t
        if kind < 9:
            return literal(self.rng.randint(-5, 9)), INT
        if self.item.kind == "floating":
            return "((int)i % 7)", INT
        return "(i % 7)", promoted(self.induction)

    def integer_leaf(self):
        text, t = self.leaf()
        return (f"(int){text}", INT) if t.kind == "floating" else (text, t)

    def expression(self):
        """A pure expression of moderate size: (text, type)."""
        rng = self.rng
        kind = rng.randrange(14)
        if kind < 5:
            return self.leaf()
        if kind < 8:
            (a, ta), (b, tb) = self.leaf(), self.leaf()
            (c, tc) = self.leaf()
            op = rng.choice(["+", "-"])
            t = common(ta, tb)
            if self.chance(50):
                return f"({a} * {b} {op} {c})", common(t, tc)
            return f"({a} {op} {b})", t
        if kind < 9:
            (a, ta), (b, tb) = self.leaf(), self.leaf()
            return f"({a} {rng.choice(['<', '<=', '>', '==', '!='])} {b})", INT
        if kind < 10:
            (a, ta), (b, tb) = self.leaf(), self.leaf()
            (c, tc) = self.leaf()
            self.guard()
            return f"({c} > 2 ? {a} : {b})", common(ta, tb)
        if kind < 11:
            (a, ta), (b, tb) = self.integer_leaf(), self.integer_leaf()
            return (f"({a} {rng.choice(['&', '|', '^'])} {b})", common(ta, tb))
        if kind < 12:
            (a, ta) = self.integer_leaf()
            if self.item.kind == "floating" or not ta.signed:
                return f"-({a})", promoted(ta)
            return (f"({a} {rng.choice(['/ 3', '% 4', '>> 1'])})",
                    promoted(ta))
        if kind < 13:
            (a, ta), (b, tb) = self.leaf(), self.leaf()
            self.guard()
            return (f"({a} {rng.choice(['&&', '||'])} !{b})", INT)
        (a, ta) = self.leaf()
        if ta.kind == "floating":
            return f"(int)({a})", INT
        return f"-({a})", promoted(ta)

    def input(self):
        """An input that the conversion rules accept for this item."""
        item = self.item
        if self.operator in ("min", "max"):
            if self.chance(50):
                x = Array(f"x{len(self.arrays)}", item, 1, False)
                self.arrays.append(x)
                return self.element(x)
            text, t = self.expression()
            if t.kind == "floating" and item.kind == "integer":
                text = f"(int)({text})"  # a negative value may not become unsigned
            return text if t.name == item.name else f"({item.name})({text})"
        if self.operator in ("&&", "||"):
            return self.expression()[0]
        if self.operator == "*" and item.bits >= 32 and item.signed:
            x = self.array(sign_only=True)
            text = self.element(x)
            if x.element.kind == "floating" and item.kind != "floating":
                return f"(int){text}"
            # An unsigned factor of -1 is no -1 for a wider item.
            if not x.element.signed:
                return f"({text} > 1 ? -1 : 1)"
            return text
        text, t = self.expression()
        if item.kind == "bool":
            return f"(bool)({text})"
        if item.kind == "floating":
            if t.kind == "floating" and t.rank > item.rank:
                return f"({item.name})({text})"
            return text
        return f"(int)({text})" if t.kind == "floating" else text

    # --- The body

    def choose_body(self):
        rng = self.rng
        y, p = f"y[{self.stored}]", f"y[{self.previous}]"
        self.in_place = self.chance(25) and self.operator != "*"
        if self.operator in ("min", "max"):
            value = y if self.in_place else self.input()
            self.body = self.choice_body(y, p, value)
            return
        value = y if self.in_place else self.input()
        op = self.operator
        if self.in_place and op in ("+", "&", "|", "^") and self.chance(50):
            self.body = f"{y} {op}= {p};"
            return
        if op == "-":
            self.body = f"{y} = {p} - {value};"
            return
        forms = [f"{p} {op} {value}"] * 3 + [f"{value} {op} {p}"]
        # Two inputs, around the item or after it.
        if op == "+" and self.chance(25):
            second = self.input()
            forms = [f"{p} + {value} + {second}", f"{value} + {p} + {second}",
                     f"{p} + {value} - {second}"]
        self.body = f"{y} = {rng.choice(forms)};"

    def choice_body(self, y, p, value):
        rng, item = self.rng, self.item
        greater = self.operator == "max"
        forms = ["choice"] * 3 + ["if"]
        if item.kind == "floating":
            forms += ["call"] * 2
        if self.cxx:
            forms += ["std"] * 2
        form = rng.choice(forms)
        a, b = (p, value) if self.chance(50) else (value, p)
        if form == "call":
            name = ("fmax" if greater else "fmin") + (
                "f" if item.name == "float" else "")
            return f"{y} = {name}({a}, {b});"
        if form == "std":
            name = "max" if greater else "min"
            return f"{y} = std::{name}<{item.name}>({a}, {b});"
        relation = (">" if greater else "<") + rng.choice(["", "="])
        if form == "if":
            return (f"if ({a} {relation} {b})\n      {y} = {a};\n"
                    f"    else\n      {y} = {b};")
        return f"{y} = {a} {relation} {b} ? {a} : {b};"

    # --- The directive

    def choose_directive(self):
        rng = self.rng
        simd = " simd" if self.chance(20) else ""
        kind = rng.randrange(5)
        if any(x.guarded for x in self.arrays):
            kind = rng.randrange(1, 5)
        clauses = []
        if kind > 0:
            clauses = self.map_clauses()
        scan = f"scan({self.operator} : y)"
        if kind in (0, 1):
            loop = f"#pragma omp parallel for{simd} {scan}"
            target = ["#pragma omp target " + " ".join(clauses)] * kind
            self.directive = "\n".join(target + [loop])
            return
        if kind == 2:
            self.directive = ("#pragma omp target " + " ".join(clauses) +
                              f"\n#pragma omp parallel for{simd} {scan}")
            return
        name = ("target parallel for" if kind == 3 else
                "target teams distribute parallel for") + simd
        clauses.append(scan)
        rng.shuffle(clauses)
        self.directive = f"#pragma omp {name} " + " ".join(clauses)

    def map_clauses(self):
        rng = self.rng
        clauses = []
        section = rng.choice(["y[y_begin : y_end - y_begin]", "y[0 : y_end]",
                              "y[:y_end]"])
        if self.chance(80):
            kinds = ["tofrom: ", "", "always, tofrom: "]
            if not self.in_place:
                kinds.append("from: ")
            clauses.append(f"map({rng.choice(kinds)}{section})")
        for x in self.arrays:
            if x.guarded or self.chance(80):
                kind = rng.choice(["to: ", "tofrom: ", ""])
                clauses.append(f"map({kind}{x.name}[0 : {x.name}_end])")
        return clauses


def program(seed, loops, language, host):
    rng = random.Random(f"{seed} {language}")
    out = [f"/* generate.py --seed {seed} --loops {loops} --language "
           f"{language}{' --host' * host} */\n", '#include "scan_test.h"\n',
           WIDE_TYPES * host]
    if language == "c++":
        out.append("#include <algorithm>\n")
    out.append("\n")
    out += [functions(Loop(rng, k, language, host)) for k in range(loops)]
    trips = ", ".join(str(t) for t in TRIPS)
    out.append(f"""int main(int argc, char **argv) {{
  static const long all_trips[] = {{{trips}}};
  scan_test_init(argc, argv);
  for (size_t k = 0; k < sizeof all_trips / sizeof *all_trips; ++k) {{
    const long trips = all_trips[k];
    if ((size_t)trips > scan_test_limit)
      break;
    scan_test_size = (size_t)trips;
""")
    out += [f"    loop{k}(trips);\n" for k in range(loops)]
    out.append("  }\n  return scan_test_passed();\n}\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loops", type=int, default=25)
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    parser.add_argument("--host", action="store_true")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.loops, arguments.language,
                  arguments.host), end="")


if __name__ == "__main__":
    main()
