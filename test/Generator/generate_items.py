#!/usr/bin/env python3
"""Writes a C or C++ program of random loops on scalar items, each with its oracle.

The same seed gives the same program. A loop has up to three items, each with an
operator and one or several updates, and is a scalar, an array, or a member of the
elements of one; inputs are
elements at names of the iteration, of many types, calls, and values of other
items; values are stored before and after the updates, and at counters. All of
it is exact. The oracle is the loop without its directive.

  generate_items.py --seed 7 --loops 50 --language c > loops.c
  clang -fopenmp -fplugin=... loops.c -lompscan

C++ is C++20. With --portable, GCC 12 compiles the program without OpenMP. With --host
loops have integers of 128 bits as well, which only the host's cores compute with. With
--wild there are also loops that a compiler may
refuse: each pair of loops is left out where WITHOUT_<loop> is defined, which
compile_accepted.py does, and the first line of the program names the options
that it is to be compiled with.

The program takes the largest number of iterations as an argument and prints
"ok", or the first mismatch.
"""

import argparse
import random
import re
from collections import namedtuple

from c_types import WIDE_TYPES
from item_pieces import (HEAD, HEAD_CXX, HEAD_HOST, PIECES_C, PIECES_CXX,
                         PIECES_HOST, brains)
from value_pieces import HEAD as HEAD_WILD
from value_pieces import OPTIONS, WILD, wild_forms

TRIPS = [0, 1, 2, 3, 17, 255, 1000, 4097, 70000]

THEN = ["v = then(v, with(E, F));", "v = then(with(E, F), v);",
        "if (C) v = then(v, with(E, 1));"]
# Operator, types of the item, and updates of `v` by the inputs E and F under the
# condition C; several statements are several updates.
FORMS = [
    ("+", ["int", "long", "unsigned", "uint8_t", "short", "double", "float"], [
        "v += E;", "v = v + E;", "v = E + v;", "v -= E;", "v++;", "if (C) v++;",
        "if (C) v += E; else v -= F;", "v += E; v += F;",
        "if (C) v += E; v--;"]),
    ("max", ["int", "long", "short", "double"], [
        "v = v > E ? v : E;", "if (E > v) v = E;", "v = E < v ? v : E;",
        "if (C) v = v < E ? E : v;"]),
    ("min", ["int", "long", "double"], [
        "v = v < E ? v : E;", "if (E < v) v = E;",
        "if (C) v = E < v ? E : v;"]),
    ("^", ["int", "unsigned", "long", "uint8_t"], [
        "v ^= E;", "v = v ^ E;", "if (C) v ^= E;"]),
    ("|", ["unsigned", "int"], ["v |= 1 << (E & 7);", "if (C) v = v | (E & 8);"]),
    ("&", ["unsigned", "int"], ["v &= E | 0xff0;", "if (C) v &= ~(E & 16);"]),
    ("affine", ["unsigned", "uint64_t", "uint16_t"], [
        "v = v * 31 + E;", "v = 3 * v - E;", "v = C ? 0 : v + 1;",
        "if (C) v = 0; v += E;", "v = C ? E : v + F;", "v = E - v;",
        "v = (v << 2) + v + E;", "if (C) v = v * 5 + E;"]),
    ("affine", ["unsigned"], [
        "v = ((uint64_t)v * 48271 + (unsigned)(E)) % 2147483647;",
        "if (C) v = ((uint64_t)v * 31 % 1009 + (uint8_t)(E)) % 1009;",
        "v = C ? 5u << 20 : (uint64_t)v * (uint16_t)(E) % 65521;"]),
    ("affine", ["uint64_t"], [
        "v = v * 31 + (uint8_t)(E); v %= 1000003;",
        "v *= 257; v += (unsigned)(E); v = v % 2147483647;",
        "if (C) v += (uint16_t)(E); v %= 65521;",
        "if (C) { v = (v << 5) + 3; v %= 4294967291u; } else v = 7;",
        "v = C ? v * 3 : v; v = (v + (uint8_t)(F)) % 251;"]),
    # Dividends are not negative and do not wrap around.
    ("affine", ["int", "unsigned", "long"], [
        "v = (v * 31 + (uint8_t)(E)) % 10007;",
        "v = (v % 65521 - (uint8_t)(E) + 1009) % 65521;",
        "if (C) v = (v * 3 + (uint16_t)(E) + (uint8_t)(F)) % 65521;",
        "v = C ? (uint16_t)(E) : (v % 997 * 5 + 3) % 997;"]),
    ("affine", ["int", "long"], [
        "v = v * 31; v += (uint8_t)(E); v %= 1000003;"]),
    ("last", ["int", "long", "double", "uint8_t", "bool"], [
        "if (C) v = E;", "v = C ? E : v;"]),
    # Of many iterations, the sums stay in the range of int.
    ("maxplus", ["int"], [
        "v = v + (int8_t)(E) > 0 ? v + (int8_t)(E) : 0;",
        "v += (int8_t)(E); if (v < 0) v = 0;",
        "if (C) v = 0; v = v - (int8_t)(E) > F ? v - (int8_t)(E) : F;"]),
    ("minplus", ["int"], [
        "v = v + (int8_t)(E) < F ? v + (int8_t)(E) : F;",
        "v = v + 1 < E ? v + 1 : E;"]),
    ("bits", ["unsigned", "uint8_t", "uint64_t"], [
        "v = (v & E) | F;", "v ^= E; v &= 255;", "if (C) v = ~v;"]),
    ("bits", ["bool"], ["if (C) v = !v;", "v ^= (bool)C;"]),
    ("rational", ["double"], ["v = 1 / (1 + 1 / v);", "v = v / (1 + v);"]),
    ("then", ["linear"], THEN),
    ("sums", ["tally"], ["v.s += tallied(E).s;",
                         "if (C) v.s += tallied(E).s;"]),
    ("members", ["summary"], [
        "v.total += E;", "v.total -= E; v.total = v.total + F;",
        "v.total += E, v.bits ^= F;", "if (C) v.bits ^= E; v.total++;",
        "v.high = (int)E > v.high ? (int)E : v.high; if (C) v.total -= F;",
        "if ((int)E > v.high) v.high = (int)E;",
        "v.inner.least = 0.5 * E < v.inner.least ? 0.5 * E : v.inner.least; "
        "v.bits ^= F;"]),
    # A container that is an item is an array of items, so this is an element;
    # parts of it are not read in the loop.
    ("+", ["cells"], ["v = v + three(E, F);"]),
    ("+", ["double _Complex"], ["v += E;", "v += E - F * I;",
                                "if (C) v = v - E * I;"]),
    ("affine", ["double _Complex"], ["v = v * I + E;", "v = E - v;",
                                     "if (C) v *= I;"]),
]
FORMS_CXX = [
    ("maxplus", ["int", "long"], ["v = std::clamp<decltype(v + E)>(v + E, -40, 90);",
                                  "v = std::max<decltype(v + E)>(v + E, 0);"]),
    ("+", ["total"], ["v += total(E);", "if (C) v += total(E);"]),
]
# Types of 128 bits by operators.
FORMS_HOST = {"+": ["wide", "uwide"], "max": ["wide", "uwide"],
              "min": ["wide", "uwide"], "^": ["uwide"], "|": ["uwide"],
              "&": ["uwide"], "affine": ["uwide", "wide"], "last": ["wide"],
              "maxplus": ["wide"], "minplus": ["wide"]}
WIDE = {"wide", "uwide"}
INTEGERS = {"int", "long", "unsigned", "uint8_t", "short", "uint64_t", "uint16_t",
            "bool"} | WIDE
CLASSES = {"linear", "cells", "tally", "summary", "total"}  # by declared operators
SHARED = {"+", "max", "min", "^", "|", "&"}  # with OpenMP's reduction
# Iterations from the first element and from the second one, the difference to
# the one before, and what declares i in the body.
HEADERS = [("for (int i = 0; i < n; i++)", "for (int i = 1; i < n; i++)", "- 1",
            ""),
           ("for (long i = 0; i < n; ++i)", "for (long i = 1; i < n; ++i)", "- 1",
            ""),
           ("for (int i = n - 1; i >= 0; i--)",
            "for (int i = n - 2; i >= 0; i--)", "+ 1", ""),
           ("for (int i = 0; i < n; i += 3)",
            "for (int i = 3; i < n; i += 3)", "- 3", ""),
           ("for (const int *from = a; from < a + n; ++from)",
            "for (const int *from = a + 1; from < a + n; ++from)", "- 1",
            "const int i = (int)(from - a);")]
# The same of iterators, which the function has.
HEADER_CXX = ("for (auto from = first; from != last; ++from)",
              "for (auto from = first + 1; from < last; ++from)", "- 1",
              "const int i = (int)(from - first);")

# `member` is ".m" if the elements of an array are structures that contain the
# values, else empty.
Item = namedtuple("Item", "name operator kind depends is_array member")


class Loop:
    def __init__(self, rng, number, cxx, host, portable, options=None):
        self.rng, self.name, self.cxx = rng, f"loop{number}", cxx
        self.options, self.is_wild = options, options is not None
        self.before = []  # in front of the loop
        self.behind = []
        self.names = []  # in front of the rest of the body
        self.leaves = ["a[i]", "b[i]", "a[i]", "b[i]", "c", "(int)(i % 7)"]
        self.conditions = []
        self.statements, self.clauses = [], []
        self.maps, self.with_maps = [], self.chance(40)
        self.results = []  # numbers that are compared
        self.sums = []  # what is compared of other arrays, at each k
        self.items, self.counters = [], []
        self.starts_later = False  # from the second element
        # A store behind an update needs the update of the next iteration, which
        # then must not read what the loop stores, such as rows of an item.
        self.looks_ahead = False
        self.reads_item = False
        self.is_template = cxx and self.chance(15)
        self.headers = rng.choice(HEADERS)
        if cxx and self.chance(10):
            self.headers = HEADER_CXX
            self.with_maps = False
            self.before.append("const std::vector<int> through(a, a + n + 1);\n"
                               "  const auto first = through.begin(), "
                               "last = first + n;")
        self.in_phases = self.chance(12)  # OpenMP's own form
        if not self.in_phases:
            self.choose_names()
            pieces = PIECES_CXX if cxx else PIECES_C
            if self.is_wild:
                pieces = WILD + pieces
            for piece, percent in pieces + PIECES_HOST * host:
                if self.chance(percent) and not (portable and piece is brains):
                    piece(self)
        forms = FORMS + FORMS_CXX * cxx if not self.in_phases else [
            (operator, types, updates) for operator, types, updates in FORMS
            if (operator in SHARED and types[0] in INTEGERS) or
            operator == "members"]
        if self.is_wild and not self.in_phases:
            forms = forms + 2 * wild_forms(cxx)
        if host:
            # Dividends have 64 bits.
            forms = [(operator, types + 2 * FORMS_HOST.get(operator, []) *
                      (types[0] in INTEGERS and "%" not in updates[0]), updates)
                     for operator, types, updates in forms]
        updates = []
        for k in range(rng.choice([1, 1, 2, 2, 3, 3])):
            updates += self.item(k, forms)
        self.statements = self.in_order(updates)

    def in_order(self, updates):
        """The statements of the body behind the names."""
        stores = self.statements
        if self.chance(20) and not self.in_phases:
            # The value is read back by the first item that it suits.
            updates.insert(0, f"w[i] = {self.leaf()};")
            first = self.items[0]
            stores.append(f"z[i] {'' if self.looks_ahead else '+'}= "
                          f"{self.value(first)} + w[i];"
                          if self.chance(50) and first.kind != "cells" else
                          "z[i] = w[i];")
        values = [self.value(v) for v in self.items
                  if self.chance(60) and v.kind != "cells"]
        if values:
            stores.append(f"y[i] = (long)({' + '.join(values)});")
        if not self.in_phases:
            return updates + stores
        phase = self.rng.choice(["inclusive", "exclusive"])
        separator = (f"#pragma omp scan {phase}("
                     f"{', '.join(v.name for v in self.items)})")
        return (updates + [separator] + stores if phase == "inclusive" else
                stores + [separator] + updates)

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def choose_names(self):
        if self.chance(30):
            self.names.append("const int at = n - 1 - (int)i;")
            self.leaves += ["a[at]", "b[at + 1]"]
        if self.chance(30):
            self.names.append("const int *p = &a[i];")
            self.leaves += ["p[0]", "p[1]", "*(p + 2)"]
        if self.chance(20):
            self.names.append("const int ip = (int)i + 1;")
            self.leaves += ["b[ip]"]
        if self.cxx and self.chance(25):
            self.names.append("const int &ref = b[i];")
            self.leaves += ["ref"]
        if self.cxx and self.chance(25):
            self.before.append("const auto twist = [c](int q) "
                               "{ return q * c + 1; };")
            self.leaves += ["twist(a[i])", "twist(b[i])"]
        self.leaves += ["(isdigit(t[i]) != 0)", "(t[i] == 32)",
                        "(tolower(t[i]) % 9)", "abs(a[i])"]
        if self.cxx:
            self.leaves += ["std::clamp(a[i], -3, 5)", "std::max(a[i], b[i])"]
        if self.chance(40):
            self.names.append(f"const int local = {self.expression()};")
            self.leaves += ["local"] * 3

    def leaf(self):
        return self.rng.choice(self.leaves)

    def expression(self):
        a, b, c = self.leaf(), self.leaf(), self.leaf()
        return self.rng.choice([a, a, a, f"({a} + {b})", f"({a} - {b})",
                                f"({a} * {b} % 16)", f"({a} & {b})",
                                f"({a} > {b} ? {b} : {c})", f"(2 * {a})"])

    def condition(self):
        a, b = self.leaf(), self.leaf()
        return self.rng.choice([f"{a} > 2", f"{a} < {b}", f"{a} % 5 == 0",
                                "isdigit(t[i])", f"{a} > 0 && {b} > 0"] +
                               self.conditions)

    def add_counter(self, name, kind, start):
        """An item that stands for subscripts."""
        self.before.append(f"{kind} {name} = {start};")
        self.counters.append(name)
        self.results.append(f"{name} - q" if "*" in kind else name)

    def item(self, number, forms):
        rng = self.rng
        operator, types, updates = rng.choice(forms)
        kind = rng.choice(types)
        if kind == "double _Complex" and self.cxx:
            kind = "double"
            updates = [u for u in updates if "I" not in u]
        # In a `target` Clang takes members of what functions return for data.
        if ((kind == "cells" and not self.cxx) or
                (kind == "tally" and self.with_maps)):
            operator, kind, updates = "then", "linear", THEN
        text = rng.choice(updates)
        is_array = (not self.in_phases and text.startswith("v = ") and
                    text.count(";") == 1 and
                    (kind == "cells" or self.chance(30)))
        casts = operator in ("max", "min", "last") or kind in (
            "bool", "uint8_t", "short", "uint16_t")
        # The value of another item, as a small number, makes one more pass.
        others = [u.name for u in self.items
                  if u.kind in INTEGERS and not u.is_array]
        depends = bool(others and operator != "rational" and kind != "cells" and
                       not self.in_phases and ("E" in text or "C" in text) and
                       self.chance(40))
        values = {place: self.expression() for place in "EF"}
        values["C"] = self.condition()
        if depends:
            small = f"((int){rng.choice(others)} & 15)"
            values.update({"E": small} if "E" in text else {"C": f"{small} > 6"})
        if casts:
            values.update({place: f"({kind}){values[place]}" for place in "EF"})
        if kind in WIDE and self.chance(60):
            # The upper half has bits of its own.
            values["E"] = f"({kind}){values['E']} * (({kind})1 << 64)"
        v = f"v{number}"
        member = ".m" * (is_array and kind not in CLASSES and self.chance(60))
        before = f"{v}[i {self.headers[2]}]{member}" if is_array else v
        if is_array:
            text = f"{v}[i]{member} = " + text[len("v = "):]
        text = re.sub(r"(?<![\w:])[vEFC]\b", lambda m: before
                      if m[0] == "v" else f"({values[m[0]]})", text)
        item = Item(v, operator, kind, depends, is_array, member)
        self.items.append(item)
        self.declare(item)
        result = []
        if self.chance(25) and not self.in_phases and kind != "cells":
            result.append(f"z[i] = {self.value(item, before)};")
        # Statements of one line may hold an `else`.
        result.append(text)
        if member:
            self.leaves += [f"{v}[i].rest", f"{v}[i {self.headers[2]}].rest"]
            if self.chance(20):
                result.append(f"{v}[i].tag = (char)({self.leaf()} & 7);")
        return result

    def declare(self, item):
        v, kind, start = item.name, item.kind, self.rng.randrange(3)
        number = {"linear": "with(1, {})", "cells": "three({}, 1)",
                  "tally": "{{{}, 7}}", "summary": "{{{}, -4, 6, {{3, 9}}}}",
                  "total": "total({})",
                  "bool": "{} > 1"}.get(kind, "{}")
        if not item.is_array:
            self.before.append(f"{kind} {v} = {number.format(start)};")
            self.results.append(self.value(item))
            return
        value = number.format(f"(k + {start}) % 3")
        others = ""
        if item.member:
            self.before.append(
                f"struct of_{v} {{ char tag; {kind} m; int rest; }};")
            kind = f"struct of_{v}"
            others = (f" {v}[k].tag = (char)(k % 9); "
                      f"{v}[k].rest = k * 7 % 11 - 4;")
            self.sums.append(f"{v}[k].tag + {v}[k].rest * 16")
        self.before.append(
            f"{kind} *{v} = ({kind} *)malloc((n + 1) * sizeof *{v});\n"
            f"  for (int k = 0; k < n + 1; k++) {{\n"
            f"    {v}[k]{item.member} = {value};{others}\n  }}")
        self.maps.append(f"tofrom : {v}[0 : n + 1]")
        self.behind.append(f"free({v});")
        self.sums.append(self.value(item, f"{v}[k]{item.member}"))

    @staticmethod
    def value(item, text=None):
        """An integer that tells values of an item apart, if possible."""
        text = text or (f"{item.name}[i]{item.member}" if item.is_array else
                        item.name)
        form = {"linear": "(long)({0}.m % 977 + {0}.k % 991)",
                "cells": "(long)({0}[0] + 3 * {0}[1] + {0}[2])",
                "tally": "(long)({0}.s * 8 + {0}.id)", "total": "{0}.s",
                "summary": "(long)({0}.total * 3 + {0}.high + {0}.bits % 256 * "
                           "5 + 2 * {0}.inner.least + {0}.inner.id)",
                "double _Complex": "(long)(creal({0}) + 3 * cimag({0}))",
                "wide": "(long)(({0} ^ {0} >> 64) & 0xfffffff)",
                "uwide": "(long)(({0} ^ {0} >> 64) & 0xfffffff)"}
        return form.get(item.kind, "(long){0}").format(text)

    def directive(self):
        rng = self.rng
        if self.in_phases:
            clauses = [f"reduction(inscan, {u.operator} : {u.name})"
                       for u in self.items]
            if len({u.operator for u in self.items}) == 1:
                clauses = [f"reduction(inscan, {self.items[0].operator} : "
                           f"{', '.join(u.name for u in self.items)})"]
            return self.with_construct(clauses)
        clauses = []
        for v, operator, kind, _, is_array, _ in self.items:
            name = operator
            read = any(s.count(v) > 0 for s in self.statements
                       if not s.startswith(("if", v)))
            # Types do not prove of each dividend that it is not negative.
            divides = any(v in s and "%" in s for s in self.statements)
            if (rng.randrange(8) == 0 and operator != "rational" and
                    kind not in CLASSES and
                    not (operator == "affine" and divides)):
                name = "auto"
            if (operator in SHARED and name != "auto" and not read and
                    not is_array and clauses and kind not in CLASSES and
                    self.chance(50)):
                clauses.append(f"reduction({name} : {v})")
            else:
                clauses.append(f"scan({name} : {v})")
        first = [k for k in clauses if k.startswith("scan")]
        rest = [k for k in clauses if not k.startswith("scan")]
        counted = [f"scan(+ : {k})" for k in self.counters]
        return self.with_construct(first + counted + rest + self.clauses)

    def function(self, suffix):
        return (f"{self.name}{suffix}" +
                ("<int, long>" if self.is_template else ""))

    def with_construct(self, clauses):
        if not self.with_maps:
            return "#pragma omp parallel for " + " ".join(clauses)
        maps = ["to : a[0 : n + 4], b[0 : n + 4], t[0 : n + 4], r[0 : n + 4]",
                "tofrom : y[0 : n], z[0 : n], w[0 : n], q[0 : 4 * n + 4]"]
        return ("#pragma omp target parallel for " + " ".join(
            f"map({part})" for part in maps + self.maps) + " " +
            " ".join(clauses))

    def functions(self):
        header = self.headers[self.starts_later or
                              any(u.is_array for u in self.items)]
        start = "".join(f"  {line}\n" for line in self.before)
        own = self.headers[3]
        lines = [own] * bool(own) + self.names + self.statements
        end = "".join(f"  for (int k = 0; k < n; k++)\n    z[k] += {s};\n"
                      for s in self.sums)
        end += "".join(f"  out[{k}] = (double)({v});\n"
                       for k, v in enumerate(self.results))
        end += "".join(f"  {line}\n" for line in self.behind)
        out = ""
        arguments = "ARGUMENTS"
        if self.is_template:
            arguments = "ARGUMENTS_OF(Int, Long)"
        if self.is_wild:
            out += f"#ifndef WITHOUT_{self.name}\n"
        for suffix, line in (("", self.directive() + "\n"), ("_expected", "")):
            body = "".join(f"    {text}\n" for text in lines
                           if line or not text.startswith("#pragma"))
            if self.is_template:
                out += "template <typename Int, typename Long>\n"
            out += (f"static void {self.name}{suffix}({arguments}) {{\n"
                    f"{start}{line}  {header} {{\n{body}  }}\n{end}}}\n\n")
        return out + "#endif\n" * self.is_wild

    def check(self):
        """The statement of `main` that compares the two."""
        call = (f'    check("{self.name}", {self.function("")}, '
                f'{self.function("_expected")}, trips);\n')
        return (f"#ifndef WITHOUT_{self.name}\n{call}#endif\n" if self.is_wild
                else call)


def program(seed, loops, language, host, wild, portable):
    rng = random.Random(f"{seed} {language} {'wild' if wild else 'items'}")
    options = rng.choice(OPTIONS) if wild else None
    cxx = language == "c++"
    headers = ["assert.h", "ctype.h", "stdbool.h", "stdint.h", "stdlib.h"]
    headers += (["algorithm", "array", "bit", "complex", "iterator", "memory",
                 "numeric", "optional", "tuple", "utility", "vector"]
                if cxx else ["complex.h"])
    out = [f"/* options: {options} */\n" * wild,
           f"/* generate_items.py --seed {seed} --loops {loops} --language "
           f"{language}{' --host' * host}{' --wild' * wild}"
           f"{' --portable' * portable} */\n"
           "#include \"scan_test.h\"\n",
           "".join(f"#include <{name}>\n" for name in headers), HEAD,
           HEAD_CXX if cxx else "", (WIDE_TYPES + HEAD_HOST) * host,
           HEAD_WILD * wild, """
#define ARGUMENTS_OF(Int, Long)                                                \\
  const Int *a, const Int *b, const unsigned char *t, const packet *r, Long *y, \\
      Long *z, Int *w, Int *q, Int n, Int c, double *out
#define ARGUMENTS ARGUMENTS_OF(int, long)

"""]
    all_loops = [Loop(rng, k, cxx, host, portable, options) for k in range(loops)]
    out += [loop.functions() for loop in all_loops]
    out.append("""typedef void loop(ARGUMENTS);

static void check(const char *name, loop *tested, loop *plain, long trips) {
  int *a = BLOCK(int, trips + 4), *b = BLOCK(int, trips + 4);
  unsigned char *t = BLOCK(unsigned char, trips + 4);
  long *y = BLOCK(long, trips), *z = BLOCK(long, trips);
  long *y_want = BLOCK(long, trips), *z_want = BLOCK(long, trips);
  int *w = BLOCK(int, trips), *w_want = BLOCK(int, trips);
  const long room = 4 * trips + 4;
  int *q = BLOCK(int, room), *q_want = BLOCK(int, room);
  packet *r = BLOCK(packet, trips + 4);
  enum { results = 12 };
  double out[results], want[results];
  for (long k = 0; k < trips + 4; k++) {
    a[k] = (int)scan_test_pick(k, -9, 12);
    b[k] = (int)scan_test_pick(k + 500, -5, 9);
    t[k] = (unsigned char)scan_test_pick(k + 900, 30, 90);
    r[k].length = k % 32;
    r[k].delta = a[k] % 8;
    r[k].flag = k % 3 == 0;
    r[k].kind = k % 4 % 3;
    r[k].id = b[k];
  }
  for (int k = 0; k < results; k++)
    out[k] = want[k] = -1;
  for (long k = 0; k < room; k++)
    q[k] = q_want[k] = -77;
  for (long k = 0; k < trips; k++)
    y[k] = y_want[k] = z[k] = z_want[k] = w[k] = w_want[k] = -77;
  tested(a, b, t, r, y, z, w, q, (int)trips, 3, out);
  plain(a, b, t, r, y_want, z_want, w_want, q_want, (int)trips, 3, want);
  const char *wrong = 0;
  for (int k = 0; k < results; k++)
    if (!(out[k] - want[k] < 1e-9 && want[k] - out[k] < 1e-9))
      wrong = "item";
  for (long k = 0; k < trips; k++)
    if (y[k] != y_want[k] || z[k] != z_want[k] || w[k] != w_want[k])
      wrong = "array";
  if (memcmp(q, q_want, room * sizeof *q) != 0)
    wrong = "counted array";
  if (wrong) {
    fprintf(stderr, "%s of %ld: %s\\n", name, trips, wrong);
    exit(1);
  }
  for (int k = 0; k < results; k++) {
    /* Numbers that are no integers differ by rounding. */
    const double nearest = floor(out[k] + 0.5);
    const bool is_whole = fabs(out[k] - nearest) < 1e-9;
    out[k] = is_whole ? nearest + 0.0 : floor(out[k]) + 0.5;
  }
  scan_test_digest(name, out, sizeof out);
  scan_test_digest(name, y, trips * sizeof *y);
  scan_test_digest(name, z, trips * sizeof *z);
  scan_test_digest(name, w, trips * sizeof *w);
  scan_test_digest(name, q, room * sizeof *q);
  free(a), free(b), free(t), free(y), free(z), free(w);
  free(y_want), free(z_want), free(w_want), free(q), free(q_want), free(r);
}

""")
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
    out += [x.check() for x in all_loops]
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
    parser.add_argument("--wild", action="store_true")
    parser.add_argument("--portable", action="store_true")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.loops, arguments.language,
                  arguments.host, arguments.wild, arguments.portable), end="")


if __name__ == "__main__":
    main()
