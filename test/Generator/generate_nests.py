#!/usr/bin/env python3
"""Writes a C or C++ program of random loops over rows, each with its oracle.

The same seed gives the same program. A nest is a `target teams distribute` whose
iterations, the rows, contain scans, reductions and loops without either, with
statements, conditions and loops around and between them. All of it is exact. The
oracle is the nest without its directives.

  generate_nests.py --seed 7 --nests 50 --language c > nests.c
  clang -fopenmp -fplugin=... nests.c -lompscan

The program takes the largest number of elements as an argument and prints "ok",
or the first mismatch.
"""

import argparse
import random
import re

# Numbers of rows and their lengths.
SIZES = [(0, 5), (7, 0), (1, 1), (9, 1), (6, 2), (5, 9), (1, 13), (37, 47),
         (300, 33), (3, 5000)]

# Loops around, a declaration of the row, its number, the bounds of the loops in it,
# and where an iteration's element is.
SHAPES = [
    (["T r = 0; r < h; r++"], "", "r", "0", "w", "r * w + {}"),
    (["T r = h - 1; r >= 0; r--"], "", "r", "0", "w", "r * w + {}"),
    (["T r = h - 1; r >= 0; r -= 2"], "", "r", "0", "w", "r * w + {}"),
    (["T r = 0; r < h; r++"], "const long base = (long)r * w;", "r", "0", "w",
     "base + {}"),
    (["T r = 0; r < h; r++"], "const int base = order[r] * w;", "r", "0", "w",
     "base + {}"),
    (["T r = 0; r < h; r++"], "const int base = order[r] * w;", "r", "0",
     "first[r] & 7 ? w : w / 2", "base + {}"),
    (["T r = 0; r < h; r++"], "", "r", "ptr[r]", "ptr[r + 1]", "{}"),
    (["T r = 0; r < h; r++"], "const int begin = ptr[r], end = ptr[r + 1];", "r",
     "begin", "end", "{}"),
    (["T r = 0; r < h; r++"], "const int base = ptr[r];", "r", "0",
     "ptr[r + 1] - base", "base + {}"),
    (["T r = 0; r < h; r++"], "", "r", "r", "w", "r * w + {}"),
    (["T r = 0; r < h; r++"], "", "r", "0", "r < w ? r : w", "r * w + {}"),
    (["T r = 0; r < w; r++"], "", "r", "0", "h", "{} * w + r"),
    (["T r = 0; r < h; r++", "T c = 0; c < 3; c++"], "", "r * 3 + c", "0", "w / 3",
     "(r * 3 + c) * (w / 3) + {}"),
    (["T r = 0; r < h; r++", "T c = 0; c < 3; c++"], "", "r * 3 + c", "0", "third",
     "r * w + {} * 3 + c"),
]

# Operator, types, and updates of `v` by the inputs E and F under the condition C.
UPDATES = [
    ("+", ["int", "long", "unsigned", "float"], [
        "v += E;", "v = v + E;", "v -= E;", "if (C) v += E;", "if (C) v++;",
        "if (C) v += E; else v -= F;"]),
    ("max", ["int", "long", "float"], ["v = v > E ? v : E;", "if (E > v) v = E;",
                                       "if (C) v = v < E ? E : v;"]),
    ("min", ["int", "long", "float"], ["v = v < E ? v : E;", "if (E < v) v = E;"]),
    ("^", ["int", "unsigned"], ["v ^= E;", "if (C) v ^= E;"]),
    ("|", ["unsigned"], ["v |= 1u << (E & 15);"]),
    ("&", ["unsigned"], ["v &= (unsigned)E | 0xff0u;"]),
    ("widen", ["span"], ["v = widened(v, spanned(E, F));",
                         "if (C) v = widened(v, spanned(E, E));"]),
]
SCANNED = UPDATES + [
    ("affine", ["unsigned"], ["v = v * 3u + (unsigned)E;",
                              "v = (unsigned)E * v + (unsigned)F;",
                              "v = C ? 0u : v + 1u;"]),
    ("maxplus", ["int"], ["v = v + E > 0 ? v + E : 0;"]),
    ("last", ["int"], ["if (C) v = E;", "v = C ? E : v;"]),
]
STARTS = {"max": "-100", "min": "100", "&": "0xfffu"}
STORED = {"y": "int", "z": "long", "g": "float", "v": "unsigned"}

HEAD = """#include "scan_test.h"

typedef struct {
  int low, high;
} span;

static inline span spanned(int low, int high) {
  span s;
  s.low = low;
  s.high = high;
  return s;
}
static inline span widened(span a, span b) {
  a.low = b.low < a.low ? b.low : a.low;
  a.high = b.high > a.high ? b.high : a.high;
  return a;
}
#pragma omp declare reduction(widen : span : omp_out = widened(omp_out, omp_in)) \\
    initializer(omp_priv = omp_orig)

#define ARGUMENTS                                                              \\
  const int *x, const float *f, const unsigned *u, const int *first,           \\
      const int *ptr, const int *order, int *y, long *z, float *g,             \\
      unsigned *v, int *q, long *last, int h, int w, int n, int rows

"""

CHECK = """typedef void nest(ARGUMENTS);

typedef struct {
  int *y, *q;
  long *z, *last;
  float *g;
  unsigned *v;
} results;

static void check(const char *name, nest *tested, nest *plain, int h, int w) {
  const int n = h * w, rows = h * 3 > w ? h * 3 : w;
  int *x = BLOCK(int, n), *first = BLOCK(int, rows), *ptr = BLOCK(int, h + 1);
  int *order = BLOCK(int, h);
  float *f = BLOCK(float, n);
  unsigned *u = BLOCK(unsigned, n);
  results got[2];
  for (int k = 0; k < n; k++) {
    x[k] = (int)scan_test_pick(k, -9, 9);
    f[k] = (float)scan_test_pick(k + 7000000, -4, 4);
    u[k] = (unsigned)scan_test_pick(k + 8000000, 0, 40);
  }
  for (int k = 0; k < rows; k++)
    first[k] = (int)scan_test_pick(k + 9000000, -50, 50);
  for (int r = 0; r < h; r++) {
    order[r] = h - 1 - r;
    ptr[r] = (int)scan_test_pick(r, r * w, r * w + w);
    if (r % 5 == 3)
      ptr[r] = ptr[r - 1];
  }
  ptr[h] = n;
  for (int k = 0; k < 2; k++) {
    results *to = &got[k];
    to->y = BLOCK(int, n), to->z = BLOCK(long, n), to->g = BLOCK(float, n);
    to->v = BLOCK(unsigned, n), to->q = BLOCK(int, n);
    to->last = BLOCK(long, rows);
    for (int i = 0; i < n; i++) {
      to->y[i] = to->q[i] = -77 - i % 5;
      to->z[i] = -i % 7;
      to->g[i] = (float)(i % 3);
      to->v[i] = 5u + (unsigned)i % 9;
    }
    for (int i = 0; i < rows; i++)
      to->last[i] = -1000 - i;
    (k ? plain : tested)(x, f, u, first, ptr, order, to->y, to->z, to->g, to->v,
                         to->q, to->last, h, w, n, rows);
  }
  const results *a = &got[0], *b = &got[1];
  for (int i = 0; i < n; i++)
    if (a->y[i] != b->y[i] || a->z[i] != b->z[i] || a->g[i] != b->g[i] ||
        a->v[i] != b->v[i] || a->q[i] != b->q[i]) {
      printf("%s of %d x %d: element %d: y %d %d, z %ld %ld, g %g %g, v %u %u, "
             "q %d %d\\n", name, h, w, i, a->y[i], b->y[i], a->z[i], b->z[i],
             (double)a->g[i], (double)b->g[i], a->v[i], b->v[i], a->q[i], b->q[i]);
      scan_test_stop();
      break;
    }
  for (int r = 0; r < rows; r++)
    if (a->last[r] != b->last[r]) {
      printf("%s of %d x %d: row %d: %ld, expected %ld\\n", name, h, w, r,
             a->last[r], b->last[r]);
      scan_test_stop();
      break;
    }
  scan_test_digest(name, a->y, n * sizeof *a->y);
  scan_test_digest(name, a->z, n * sizeof *a->z);
  scan_test_digest(name, a->g, n * sizeof *a->g);
  scan_test_digest(name, a->v, n * sizeof *a->v);
  scan_test_digest(name, a->q, n * sizeof *a->q);
  scan_test_digest(name, a->last, rows * sizeof *a->last);
  for (int k = 0; k < 2; k++) {
    free(got[k].y), free(got[k].z), free(got[k].g), free(got[k].v);
    free(got[k].q), free(got[k].last);
  }
  free(x), free(f), free(u), free(first), free(ptr), free(order);
}

"""


class Nest:
    def __init__(self, rng, number):
        self.rng = rng
        self.name = f"nest{number}"
        (self.outer, self.begin, self.row, self.lower, self.upper,
         self.place) = rng.choice(SHAPES)
        self.lines = []
        self.depth = 1
        self.count = 0
        self.live = []  # accumulators in scope, with their types
        self.constants = []
        self.shared_counter = self.chance(15)
        self.old = []  # what the loop at work has read before it stores
        self.earlier = []  # its items that the next one depends on
        self.lines_of_row()

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def emit(self, text):
        indent = "" if text.startswith("#") else "  " * self.depth
        self.lines.append(indent + text)

    def open(self, text):
        self.emit(text + " {")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.emit("}")

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def at(self, counter):
        return self.place.format(counter)

    # Values, all of them small.

    @staticmethod
    def small(name, kind):
        return {"float": f"((int){name} & 31)", "span": f"({name}.low & 31)",
                "long": f"(int)({name} & 31)",
                "unsigned": f"(int)({name} & 31u)"}.get(kind, f"({name} & 31)")

    def row_value(self):
        """Of the row, outside of the loops in it."""
        choices = [f"first[{self.row}]", f"(int)(({self.row}) & 15)", "3", "-1",
                   f"({self.lower} < ({self.upper}) ? "
                   f"{self.element(self.at(self.lower))} : 4)"]
        choices += self.constants + [self.small(*a) for a in self.live] * 2
        return self.rng.choice(choices)

    def row_condition(self):
        return f"({self.row_value()}) % 3 {self.rng.choice(['==', '!='])} 0"

    def element(self, at):
        """Any array's element that only this row stores."""
        array = self.rng.choice(["x", "f", "u", *STORED])
        return {"x": f"x[{at}]", "f": f"(int)f[{at}]"}.get(array) or self.small(
            f"{array}[{at}]", STORED.get(array, "unsigned"))

    def leaf(self, stored):
        """An input of an iteration of a loop that stores to these arrays."""
        array = self.rng.choice(
            ["x", "x", "f", "u", *(a for a in STORED if a not in stored)])
        at = self.at(self.rng.choice(
            ["i", "i", "i", f"(({self.lower}) + ({self.upper}) - 1 - i)"]))
        value = {"x": f"x[{at}]", "f": f"(int)f[{at}]"}.get(array) or self.small(
            f"{array}[{at}]", STORED.get(array, "unsigned"))
        return self.rng.choice(
            [value] * 8 + ["2", "(int)(i & 3)", f"first[{self.row}]"] +
            self.constants + self.old * 8 +
            [self.small(*item) for item in self.earlier] * 6)

    def condition(self, stored):
        return (f"({self.leaf(stored)} {self.rng.choice(['>', '<', '!='])} "
                f"{self.rng.randint(-2, 4)})")

    def update(self, text, name, kind, stored):
        cast = "(float)" * (kind == "float")
        words = {"v": name, "C": self.condition(stored),
                 "E": f"{cast}({self.leaf(stored)})",
                 "F": f"{cast}({self.leaf(stored)})"}
        return re.sub(r"\b[vCEF]\b", lambda found: words[found[0]], text)

    # Loops with directives.

    def loop(self, directive, body, behind=0):
        """Emits the loop. A recurrence begins behind so many first elements, and
        goes down if their number is negative."""
        rng = self.rng
        lower, upper = self.lower, self.upper
        step = rng.choice(["1"] * 6 + ["2", "3"]) if not behind else "1"
        kind = rng.choice(["int"] * 4 + ["long"])
        if self.shared_counter:
            kind = ""
        down = behind < 0 or (not behind and self.chance(30))
        if down:
            start = f"({upper}) - {1 - behind}"
            change = "i--" if step == "1" else f"i -= {step}"
            header = f"{kind} i = {start}; i >= {lower}; {change}"
        else:
            start = f"{lower} + {behind}" if behind else lower
            change = "i++" if step == "1" else f"i += {step}"
            relation, end = "<", f"({upper})" if "?" in upper else upper
            if self.chance(10):
                relation, end = "<=", f"({upper}) - 1"
            header = f"{kind} i = {start}; i {relation} {end}; {change}"
        self.emit(f"#pragma omp {directive}")
        self.open(f"for ({header.strip()})")
        for name in self.old:
            array = name[0]
            element = self.small(f"{array}[{self.at('i')}]", STORED[array])
            self.emit(f"const int {name} = {element};")
        self.old = []
        for line in body:
            self.emit(line)
        self.close()

    def store(self, array, items, stored):
        value = self.leaf(stored)
        if items and self.chance(85):
            name, kind = self.rng.choice(items)
            value = (f"{name}.{self.rng.choice(['low', 'high'])}"
                     if kind == "span" else name)
            if (array == "g") != (kind == "float"):
                value = self.small(name, kind)
            if self.chance(30):
                value += f" + ({STORED[array]})({self.leaf(stored)})"
        text = f"{array}[{self.at('i')}] = ({STORED[array]})({value});"
        return f"if {self.condition(stored)} {text}" if self.chance(15) else text

    def accumulator(self, operator, kind):
        known = [a for a in self.live if a[1] == kind]
        if known and self.chance(25):
            return self.rng.choice(known)
        name = self.fresh("s")
        start = STARTS.get(operator)
        if kind == "span":
            start = f"spanned({self.row_value()}, {self.row_value()})"
        elif start is None or self.chance(30):
            start = f"({kind})({self.row_value()})"
        self.emit(f"{kind} {name} = {start};")
        self.live.append((name, kind))
        return name, kind

    def stored(self, counts):
        """The arrays that a loop stores to, perhaps in place."""
        arrays = self.rng.sample(sorted(STORED), self.rng.choice(counts))
        self.old = [f"{a}_old" for a in arrays if self.chance(35)]
        return arrays

    def parallel(self):
        return self.rng.choice(["parallel for"] * 5 + ["parallel for simd"])

    def accumulated(self, forms, clause):
        """Items, their clauses and updates."""
        stored = self.stored([0, 1, 1, 2])
        items, clauses, updates = [], [], []
        is_chain = clause == "scan" and self.chance(30)
        for _ in range(self.rng.choice([2, 2, 3] if is_chain else [1, 1, 1, 2, 2, 3])):
            operator, kinds, texts = self.rng.choice(forms)
            item = self.accumulator(operator, self.rng.choice(kinds))
            if item in items:
                continue
            items.append(item)
            clauses.append(f"{clause}({operator} : {item[0]})")
            updates.append(self.update(self.rng.choice(texts), *item, stored))
            if is_chain and item[1] != "span":
                self.earlier.append(item)
        self.earlier = []
        return items, clauses, updates, stored

    def scan(self):
        items, clauses, body, stored = self.accumulated(SCANNED, "scan")
        for array in stored:
            body.insert(self.rng.randint(0, len(body)),
                        self.store(array, items, stored))
        if self.chance(12):
            body.insert(self.rng.randint(0, len(body)),
                        f"if {self.condition(stored)} continue;")
        private = self.private(body, stored)
        self.loop(f"{self.parallel()} {' '.join(clauses)}{private}", body)

    def private(self, body, stored):
        if not self.chance(15):
            return ""
        name = self.fresh("p")
        self.emit(f"int {name} = 5;")
        body.insert(0, f"{name} = {self.leaf(stored)};")
        body.append(f"q[{self.at('i')}] = {name} + 1;")
        return f" private({name})"

    def own_form(self):
        operator, kinds, texts = self.rng.choice(
            [form for form in UPDATES if form[0] in ("+", "max", "min")])
        item = self.accumulator(operator, self.rng.choice(kinds))
        array = self.rng.choice(sorted(STORED))
        update = self.update(self.rng.choice(texts), *item, [array])
        store = self.store(array, [item], [array])
        name = item[0]
        body = [update, f"#pragma omp scan inclusive({name})", store]
        if self.chance(40):
            body = [store, f"#pragma omp scan exclusive({name})", update]
        self.loop(f"parallel for reduction(inscan, {operator} : {name})", body)

    def reduction(self):
        _, clauses, body, stored = self.accumulated(UPDATES, "reduction")
        body += [self.store(array, [], stored) for array in stored[:1]]
        self.rng.shuffle(body)
        if self.chance(12):
            body.insert(0, f"if {self.condition(stored)} continue;")
        directive = self.rng.choice(["parallel for"] * 4 + ["simd"])
        self.loop(f"{directive} {' '.join(clauses)}", body)

    def independent(self):
        stored = self.stored([1, 1, 2])
        body = [self.store(array, self.live, stored) for array in stored]
        if self.chance(12):
            body.insert(0, f"if {self.condition(stored)} continue;")
        directive = self.rng.choice(["parallel for"] * 3 + ["simd"])
        private = self.private(body, stored)
        self.loop(directive + private, body)

    def linear_recurrence(self):
        """Of unsigned numbers, which computes from the last 2 to 4 values."""
        rng = self.rng
        order = rng.choice([2, 2, 3, 4])
        way = rng.choice([1, 1, -1])
        value = self.leaf(["v"])
        if "v[" in value:
            value = f"x[{self.at('i')}]"
        terms = [f"(unsigned)({value})"]
        for lag in range(1, order + 1):
            if lag in (1, order) or self.chance(60):
                before = self.at(f"(i {'-' if way > 0 else '+'} {lag})")
                factor = rng.choice(["", "3u * ", "7u * ", f"(unsigned){value} * "])
                terms.append(f"{factor}v[{before}]")
        rng.shuffle(terms)
        self.loop(f"{self.parallel()} scan(affine : v)",
                  [f"v[{self.at('i')}] = {' + '.join(terms)};"], behind=way * order)

    def system(self):
        """Two accumulators that are computed from each other."""
        stored = self.stored([0, 1, 1])
        names = []
        for _ in range(2):
            names.append(self.fresh("s"))
            self.emit(f"unsigned {names[-1]} = (unsigned)({self.row_value()});")
        first, second = names
        factors = ["", "3u * ", f"(unsigned)({self.leaf(stored)}) * "]
        body = [f"const unsigned kept = {self.rng.choice(factors)}{first} + "
                f"{self.rng.choice(factors)}{second} + "
                f"(unsigned)({self.leaf(stored)});",
                f"{first} = {self.rng.choice(['', '5u * '])}{second} - kept;",
                f"{second} = kept;"]
        if self.chance(40):
            body[1] = f"{first} = {second};"
        items = [(name, "unsigned") for name in names]
        for array in stored:
            body.insert(self.rng.choice([0, len(body)]),
                        self.store(array, items, stored))
        self.loop(f"{self.parallel()} scan(affine : {first}, {second})", body)
        self.live += items

    def recurrence(self):
        way = self.rng.choice([1, 1, -1])
        array = self.rng.choice(["y", "z", "v"])
        before = self.at("(i - 1)" if way > 0 else "(i + 1)")
        value = self.leaf([array])
        if f"{array}[" in value:
            value = f"x[{self.at('i')}]"
        self.loop(f"{self.parallel()} scan(+ : {array})",
                  [f"{array}[{self.at('i')}] = {array}[{before}] + "
                   f"({STORED[array]})({value});"],
                  behind=way)

    def compaction(self):
        if "{} * " in self.place:
            return
        name = self.fresh("k")
        self.emit(f"int {name} = {self.lower};")
        at = self.at(f"{name}++")
        clause, body = f"scan(+ : {name})", []
        if self.chance(40):
            # What is kept depends on a sum.
            item = self.accumulator("+", "int")
            clause = f"scan(+ : {item[0]}, {name})"
            body.append(f"{item[0]} += {self.leaf([])};")
            self.earlier = [item]
        body += [f"if {self.condition([])}", f"  q[{at}] = {self.leaf([])};"]
        self.earlier = []
        self.loop(f"{self.parallel()} {clause}", body)
        self.live.append((name, "int"))

    # What stands around them.

    def block(self, header):
        live, constants = list(self.live), list(self.constants)
        self.open(header)
        self.pieces(self.rng.choice([1, 1, 2]))
        self.close()
        self.live, self.constants = live, constants

    def conditional(self):
        self.block(f"if ({self.row_condition()})")
        if self.chance(40):
            self.block("else")

    def rounds(self):
        name = self.fresh("round")
        most = self.rng.choice(["2", f"(first[{self.row}] & 3)"])
        self.block(f"for (int {name} = 0; {name} < {most}; {name}++)")

    def constant(self):
        name = self.fresh("c")
        value = self.row_value()
        self.emit(f"const int {name} = {value};")
        self.constants.append(name)

    def row_store(self):
        array = self.rng.choice(sorted(STORED))
        self.emit(self.rng.choice([
            f"last[{self.row}] = {self.row_value()};",
            f"last[{self.row}] += {self.row_value()};",
            f"if ({self.lower} < ({self.upper})) {array}[{self.at(self.lower)}] = "
            f"({STORED[array]})({self.row_value()});"]))

    def plain_loop(self):
        name = self.fresh("t")
        self.emit(f"int {name} = 0;")
        self.emit(f"for (int i = {self.lower}; i < ({self.upper}); i += 5)")
        self.emit(f"  {name} += {self.leaf(list(STORED))};")
        self.live.append((name, "int"))

    def pieces(self, count):
        loops = [self.scan] * 8 + [self.reduction] * 5 + [self.independent] * 4
        loops += [self.recurrence, self.own_form]
        loops += [self.linear_recurrence, self.system, self.compaction] * 2
        around = [self.constant, self.row_store, self.row_store, self.plain_loop]
        for _ in range(count):
            while self.chance(35):
                self.rng.choice(around)()
            if self.depth < 4 and self.chance(25):
                self.rng.choice([self.conditional, self.rounds])()
            else:
                self.rng.choice(loops)()

    def lines_of_row(self):
        for header in self.outer:
            kind = "long" if self.chance(15) else "int"
            self.emit(f"for ({header.replace('T', kind, 1)})"
                      + " {" * (header is self.outer[-1]))
            self.depth += 1
        if self.begin:
            self.emit(self.begin)
        if self.chance(10):
            self.emit(f"if ({self.row_condition()})")
            self.emit("  continue;")
        self.pieces(self.rng.choice([1, 1, 2, 2, 3, 4]))
        self.emit(f"last[{self.row}] = last[{self.row}]" + "".join(
            f" + {self.small(*a)}" for a in self.live) + ";")
        self.depth = 2
        self.close()

    def functions(self):
        body = "\n".join(self.lines)
        maps = ["to : x[0 : n], f[0 : n], u[0 : n], first[0 : rows]",
                "to : ptr[0 : h + 1], order[0 : h]",
                "tofrom : y[0 : n], z[0 : n], g[0 : n], v[0 : n], q[0 : n]",
                "tofrom : last[0 : rows]"]
        directive = ("#pragma omp target teams distribute"
                     + " collapse(2)" * (len(self.outer) - 1)
                     + "".join(f" \\\n    map({m})" for m in maps))
        begin = "  const int third = w / 3;\n" * ("third" in body)
        begin += "  int i = -7;\n" * self.shared_counter
        plain = "\n".join(line for line in self.lines
                          if not line.startswith("#"))
        return (f"static void {self.name}(ARGUMENTS) {{\n{begin}{directive}\n"
                f"{body}\n}}\n\n"
                f"static void {self.name}_expected(ARGUMENTS) {{\n{begin}{plain}\n"
                "}\n\n")


def program(seed, nests, language):
    rng = random.Random(f"{seed} {language} nests")
    made = [Nest(rng, k) for k in range(nests)]
    out = [f"/* generate_nests.py --seed {seed} --nests {nests} --language "
           f"{language} */\n", HEAD]
    out += [nest.functions() for nest in made]
    out.append(CHECK)
    sizes = ", ".join(f"{{{h}, {w}}}" for h, w in SIZES)
    out.append("int main(int argc, char **argv) {\n"
               f"  static const int sizes[][2] = {{{sizes}}};\n"
               "  scan_test_init(argc, argv);\n"
               "  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {\n"
               "    const int h = sizes[k][0], w = sizes[k][1];\n"
               "    if ((size_t)h * (size_t)w > scan_test_limit)\n"
               "      continue;\n"
               "    scan_test_size = (size_t)h * (size_t)w;\n")
    out += [f'    check("{nest.name}", {nest.name}, {nest.name}_expected, h, w);\n'
            for nest in made]
    out.append("  }\n  return scan_test_passed();\n}\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nests", type=int, default=25)
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.nests, arguments.language), end="")


if __name__ == "__main__":
    main()
